"""The types of a board's geometry on the wire; :func:`flagplot.boards.page_geometry.geometry`
describes the fields."""

from __future__ import annotations

import msgspec


class BoardPlace(msgspec.Struct, frozen=True):
    """A place of a board: port, town, island, mark."""

    name: str
    label: str
    hex: str
    x: float
    y: float
    kind: str
    ports: int
    base: bool
    country: str
    rank: int
    fronts: dict[str, str]
    source: str
    aliases: tuple[str, ...]
    group: str


class BoardLink(msgspec.Struct, frozen=True):
    """A strait, canal or crossing. ``controls`` are (hex, required control) pairs."""

    id: str
    title: str
    kind: str
    hexes: tuple[str, ...]
    clause: str
    controls: tuple[tuple[str, str], ...]


class BoardBox(msgspec.Struct, frozen=True):
    """A box beside the board, or a sea zone with its outline."""

    id: str
    title: str
    kind: str
    x: float
    y: float
    range: int
    next: tuple[str, ...]
    shape: tuple[tuple[float, float], ...]


class BoardGeometry(msgspec.Struct, frozen=True):
    """Everything needed to draw a board, in board units, y to the south."""

    id: str
    title: str
    kind: str
    digest: str
    unit: float
    window: tuple[float, float, float, float]
    corners: tuple[tuple[float, float], ...]
    ids: str
    kinds: str
    xy: tuple[float, ...]
    waters: tuple[str, ...]
    water: tuple[int, ...]
    land: str
    near: str
    far: str
    lakes: str
    graticule: str
    lettering: tuple[tuple[str, float, float, int, float, str], ...]
    places: tuple[BoardPlace, ...]
    links: tuple[BoardLink, ...]
    boxes: tuple[BoardBox, ...]
