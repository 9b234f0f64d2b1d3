"""Colours and type of the board drawing: a day and a night chart (the same names, other values)."""

from __future__ import annotations

import msgspec

from flagplot.boards.errors import BoardError

SERIF = (
    "'Flagplot Serif','Flagplot Signs','TeX Gyre Pagella','Iowan Old Style',"
    "'Palatino Linotype',Palatino,P052,'URW Palladio L','Book Antiqua',Georgia,serif"
)
PLATE = (
    "'Flagplot Plate','Flagplot Signs','Roboto Condensed','DIN Alternate',"
    "Bahnschrift,'Nimbus Sans Narrow','Liberation Sans Narrow','Arial Narrow',sans-serif"
)
SANS = (
    "'Flagplot Sans','Flagplot Signs','Noto Sans','Avenir Next','Segoe UI',"
    "Cantarell,Ubuntu,Roboto,'Helvetica Neue',Arial,sans-serif"
)
"""The font stacks of the page's tokens: the page's own faces, then the originals they are cut from,
for a drawing outside the page."""


class Palette(msgspec.Struct, frozen=True):
    """One set of chart colours. ``rule`` (magenta) is only for what the rules forbid."""

    sea: str
    far: str
    near: str
    land: str
    coast: str
    lake: str
    grid: str
    grid_land: str
    grid_opacity: float
    sea_name: str
    land_name: str
    ink: str
    ink_2: str
    halo: str
    frame: str
    paper: str
    rule: str
    go: str
    focus: str
    axis: str
    axis_edge: str
    allied: str
    allied_edge: str
    neutral: str
    neutral_edge: str
    on_counter: str
    risk: tuple[str, str, str, str, str, str]


DAY = Palette(
    sea="#dbe7ea",
    far="#c8dce3",
    near="#b3ced9",
    land="#ece0bf",
    coast="#6e664a",
    lake="#c8dce3",
    grid="#34607c",
    grid_land="#a8986a",
    grid_opacity=0.30,
    sea_name="#3d6a88",
    land_name="#8a7c52",
    ink="#13233a",
    ink_2="#3d4e66",
    halo="#eaf1f1",
    frame="#6b7d86",
    paper="#f8f4ea",
    rule="#a0185a",
    go="#0c5766",
    focus="#ffb200",
    axis="#b4421a",
    axis_edge="#6f260b",
    allied="#1d4f91",
    allied_edge="#0f2f5c",
    neutral="#6a675a",
    neutral_edge="#3f3d35",
    on_counter="#ffffff",
    risk=("#9fb4bd", "#f4e3a0", "#f2c04f", "#e58a2e", "#c9502a", "#8e1f33"),
)
NIGHT = Palette(
    sea="#0c1722",
    far="#10212f",
    near="#152b3d",
    land="#2c2d28",
    coast="#8f8766",
    lake="#10212f",
    grid="#7fa6c0",
    grid_land="#6b6650",
    grid_opacity=0.26,
    sea_name="#86a9bf",
    land_name="#8f8766",
    ink="#e9e5d6",
    ink_2="#b9c1c6",
    halo="#0c1722",
    frame="#3d5266",
    paper="#111d2a",
    rule="#f294bd",
    go="#7fd0d8",
    focus="#ffc83d",
    axis="#b14a20",
    axis_edge="#f0b292",
    allied="#2b63ab",
    allied_edge="#a9c9f2",
    neutral="#6a675a",
    neutral_edge="#cfc9b4",
    on_counter="#ffffff",
    risk=("#3a4d5c", "#54502f", "#86702f", "#b98032", "#e8853f", "#ffab7d"),
)
PALETTES = {"day": DAY, "night": NIGHT}


def palette(name: str) -> Palette:
    """Return the palette ``day`` or ``night``. Raises :class:`BoardError` for any other name."""
    try:
        return PALETTES[name]
    except KeyError:
        raise BoardError(f"there is no palette {name!r}; there are {', '.join(PALETTES)}") from None


def risk_step(percent: float) -> int:
    """Return the colour step 0..5 of a chance in percent: 0, under 25, under 50, under 75, under
    90, and above."""
    if percent <= 0:
        return 0
    return 1 + sum(percent >= bound for bound in (25, 50, 75, 90))
