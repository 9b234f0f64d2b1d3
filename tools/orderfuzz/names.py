"""The names that an order may contain: units, groups, places of every board, numbers, nonsense."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

from flagplot import boards
from flagplot.table import Rulebook

NONSENSE = (
    "",
    " ",
    "x",
    "nowhere",
    "Atlantis",
    "0",
    "00",
    "-1",
    "²",
    "٣",
    "1e9",
    "9" * 40,
    "A0",
    "A30n1",
    "A1e1",
    "ZZ99",
    "99:9999",
    "33:9999",
    "26:0000",
    "999,999",
    "-1,-1",
    "0,0",
    "1,",
    ",1",
    "10",
    "to",
    "via",
    "with",
    "as",
    "at",
    "and",
    "night",
    "none",
    "all",
    "seen",
    "port",
    "beach",
    "TF0",
    "TF1",
    "TF99",
    "B31:0",
    "P:QQ12",
    "E:J30",
    "Berlin",
    "Moscow",
    "Switzerland",
    "Swinemünde",
    "ÅRHUS",
    "İzmir",
    "\u0130",
    "ß",
    "a" * 300,
    "A>B",
    ";",
    ":",
    "/",
    "33:1223/1224",
    "(",
    "[",
    "{0}",
    "%s",
    "\\",
    "\x00",
    "Hood:99",
    "Hood:0",
    "3 destroyers",
    "everything at Oslo",
    "all ships at nowhere",
)
NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "5",
    "9",
    "17",
    "40",
    "100",
    "-1",
    "99999999999999999999",
    "²",
    "1.5",
    "",
)


@cache
def places(board: str) -> tuple[str, ...]:
    """Return every id and name that a board knows: cells, boxes, cells beyond the edge, ports,
    other places and their aliases."""
    found = boards.load(board)
    names = [n for p in found.places.values() for n in (p.name, *p.aliases)]
    boxes = [n for b in found.boxes.values() for n in (b.id, b.title, *b.aliases)]
    beyond = [f"{h}{way}1" for h in rim(board)[::7] for way in "nesw"]
    return tuple(
        dict.fromkeys((*found.hexes, *boxes, *names, *sorted(found.virtual), *beyond, *found.links))
    )


@cache
def cells(board: str) -> tuple[str, ...]:
    """Return the cells of a board."""
    return tuple(boards.load(board).coords)


@cache
def named(board: str) -> tuple[str, ...]:
    """Return the named places of a board."""
    found = boards.load(board)
    return tuple(
        dict.fromkeys(
            (*(p.name for p in found.places.values()), *(b.title for b in found.boxes.values()))
        )
    )


@cache
def rim(board: str) -> tuple[str, ...]:
    """Return the cells at the edge of a board, and those beyond it."""
    found = boards.load(board)
    most = max((len(found.adjacent(h)) for h in found.coords), default=0)
    return tuple(h for h in found.coords if len(found.adjacent(h)) < most) + tuple(
        sorted(found.virtual)
    )


class Names:
    """The names of a position, to be drawn at random. *state* is the full state, so that enemy,
    hidden and sunk units are among them."""

    def __init__(self, book: Rulebook[Any], state: Any, board: str, lots: Random) -> None:
        self.lots = lots
        self.board = board if board in boards.board_ids() else ""
        self.others = tuple(b for b in boards.board_ids() if b != self.board)
        self.units = tuple(sorted(book.inventory(state)))
        self.titles = tuple(
            dict.fromkeys(t for u in self.units if (t := book.display_name(state, u)) != u)
        )
        self.groups = tuple(
            id
            for field in ("groups", "forces", "missions", "cargo", "air", "planes")
            for id in getattr(state, field, {})
        )
        self.ports = tuple(getattr(state, "ports", {}))
        self.missions = tuple(getattr(state, "missions", {}))
        self.able: tuple[str, ...] = ()
        """Units and groups that legal orders name."""

    def likely(self, legal: Iterable[str]) -> None:
        """Make the units that legal orders name more frequent."""
        known = {*self.units, *self.groups}
        found = (
            w.split(":")[0] if w not in known else w
            for text in legal
            for w in re.split(r"[\s,;]+", text)
        )
        self.able = tuple(dict.fromkeys(w for w in found if w in known))

    def any(self, *kinds: tuple[str, ...]) -> str:
        """Return a name of the first kind that has any; sometimes of another kind, sometimes
        nonsense."""
        full = [k for k in kinds if k]
        if not full or self.lots.random() < 0.06:
            return self.lots.choice(NONSENSE)
        return self.lots.choice(full[0] if self.lots.random() < 0.7 else self.lots.choice(full))

    def unit(self) -> str:
        return self.any(self.able, self.units, self.titles, self.groups)

    def group(self) -> str:
        return self.any(self.able, self.groups, self.units)

    def mission(self) -> str:
        return self.any(self.missions, self.groups, ("seen",))

    def number(self) -> str:
        return self.lots.choice(NUMBERS)

    def place(self) -> str:
        if not self.board:
            return self.any(self.ports, NONSENSE)
        other = self.lots.choice(self.others)
        return self.any(
            places(self.board),
            named(self.board),
            rim(self.board),
            self.ports,
            places(other),
            self.units,
        )

    def side(self) -> str:
        """Return two touching cells: the side between them."""
        if not self.board:
            return self.lots.choice(NONSENSE)
        cell = self.lots.choice(cells(self.board))
        return (
            f"{cell}/{self.lots.choice(sorted(boards.load(self.board).adjacent(cell)) or NONSENSE)}"
        )

    def port(self) -> str:
        return self.any(
            named(self.board) if self.board else self.ports,
            self.ports,
            places(self.board) if self.board else (),
        )
