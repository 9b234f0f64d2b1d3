"""The map that /map draws: the position with the layers that lie over it."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from msgspec.structs import replace

from flagplot.cli.map_commands import position_svg
from flagplot.rulebooks.europa import BOOK
from flagplot.rulebooks.europa.map import canals
from flagplot.table import Setup, rulings
from flagplot.table.display.position import Display, Overlay
from flagplot.table.game.game import Game

SVG = "{http://www.w3.org/2000/svg}"


def shown(side: str) -> Display:
    """The first position off Tallinn as a side has it on its map."""
    game = Game.new(BOOK, Setup("tallinn-1941"), rulings=rulings("europa"), seed=bytes(32))
    return BOOK.display(game.view(side), side, ())


def drawn(display: Display) -> tuple[set[str], set[str]]:
    """The names of what lies over the map, and what is written on it."""
    root = ET.fromstring(position_svg(display))
    names = {t.text or "" for t in root.iterfind(f".//{SVG}g/{SVG}title")}
    return names, {"".join(t.itertext()) for t in root.iter(f"{SVG}text")}


def test_layers_are_drawn_but_for_the_quiet_ones() -> None:
    for side in ("Allied", "Axis"):
        display = shown(side)
        names, said = drawn(display)
        assert names == {o.layer or o.label for o in display.overlays if not o.quiet}
        assert "mines 3" in said
    assert "Axis danger zone" in drawn(shown("Allied"))[0]
    assert "Soviet danger zone" in drawn(shown("Axis"))[0]


def test_a_danger_zone_is_hatched_by_its_side_and_a_shut_canal_is_a_line() -> None:
    display = shown("Allied")
    danger = next(o for o in display.overlays if o.style == "danger" and o.side == "Axis")
    canal = Overlay(
        canals.hexsides_of("Kaiser Wilhelm"), "way", 1, "Kaiser Wilhelm Canal: shut", "", "Canals"
    )
    root = ET.fromstring(position_svg(replace(display, overlays=(danger, canal))))
    hatch = root.find(f".//{SVG}pattern")
    assert hatch is not None
    zone, way = (g for g in root.iter(f"{SVG}g") if g.find(f"{SVG}title") is not None)
    assert zone[1].attrib["fill"] == f"url(#{hatch.attrib['id']})"
    assert zone[1].attrib["d"].count("z") == len(danger.places)
    assert way[1].attrib["d"] == ""
    assert way[2].attrib["d"].count("M") == len(canal.places)
    assert way[2].attrib["stroke"] != zone[2].attrib["stroke"]
