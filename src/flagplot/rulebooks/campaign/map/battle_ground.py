"""Maps of coasts and islands for battles before a shore: the ground of each hex, the units that may
be in it, its cost on foot."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush

import msgspec

from flagplot.table import Rulings

from .battle_ocean import SIDE, Hex, distance, hex_of, neighbours

PREFIX = "campaign.map."


WATER = frozenset(".~bX")


OBJECTIVES = frozenset("APT")


NAMES = {
    ".": "ocean",
    "~": "reef",
    "b": "berth",
    "X": "way out to sea",
    "M": "mole",
    "-": "sand",
    "c": "clear",
    "f": "forest",
    "h": "hill",
    "m": "mountain",
    "T": "town",
    "A": "airfield",
    "P": "port",
    "C": "gun site",
}


CLOSED = 0


WHOLE_MOVE = 99


class Ground(msgspec.Struct, frozen=True):
    """A battle map: its hexes by row, from 1,1 in the north-west."""

    id: str
    rows: tuple[str, ...]

    def at(self, h: Hex) -> str:
        """Return the letter of a hex; empty off the map."""
        column, row = h
        return (
            self.rows[row - 1][column - 1]
            if 1 <= row <= len(self.rows) and 1 <= column <= len(self.rows[0])
            else ""
        )

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """All hexes, row by row."""
        return tuple(
            (c, r) for r in range(1, len(self.rows) + 1) for c in range(1, len(self.rows[0]) + 1)
        )


@lru_cache(maxsize=256)
def hexes_of(ground: Ground, letters: frozenset[str]) -> tuple[Hex, ...]:
    """Return the hexes of some kinds of ground, row by row."""
    return tuple([h for h in ground.hexes if ground.at(h) in letters])


@lru_cache(maxsize=64)
def ground_of(rulings: Rulings, id: str) -> Ground:
    """Return the battle map of an id. Raises ``KeyError`` for an unknown one."""
    return Ground(id, tuple(str(cells[0]) for _, cells in rulings.table(PREFIX + id).rows))


def ground_ids(rulings: Rulings) -> tuple[str, ...]:
    """Return the ids of all battle maps."""
    return tuple(sorted(t.removeprefix(PREFIX) for t in rulings.tables if t.startswith(PREFIX)))


def shore_of(rulings: Rulings, port: str) -> str:
    """Return the id of the battle map of a port's own shore; empty when it has none."""
    id = port.lower().replace(" ", "-").replace(".", "")
    return id if PREFIX + id in rulings.tables else ""


def objectives(ground: Ground) -> tuple[Hex, ...]:
    """Return the objectives, all of which an invader must hold: ports, towns and airfields (C9 of
    the notes)."""
    return hexes_of(ground, OBJECTIVES)


@lru_cache(maxsize=4096)
def to_objective(ground: Ground, h: Hex) -> int:
    """Return the distance in hexes to the nearest objective; 0 when there is none."""
    return min((distance(h, g) for g in objectives(ground)), default=0)


@lru_cache(maxsize=64)
def zone_set(rulings: Rulings, id: str, colour: str) -> frozenset[Hex]:
    """Return the hexes in which a colour begins (6.5.1.1)."""
    return frozenset(zone_hexes(rulings, id, colour))


@lru_cache(maxsize=64)
def exit_hexes(ground: Ground) -> frozenset[Hex]:
    """Return the hexes by which ships get out to sea."""
    return frozenset(h for h in ground.hexes if ground.at(h) == "X")


@lru_cache(maxsize=256)
def zone_hexes(rulings: Rulings, id: str, colour: str) -> tuple[Hex, ...]:
    """Return the hexes in which a colour begins, row by row (6.5.1.1)."""
    ground = ground_of(rulings, id)
    found: set[Hex] = set()
    plain = rulings.table("campaign.ground-zones")
    zones = (
        plain if any(row == id for row, _ in plain.rows) else rulings.table("campaign.shore-zones")
    )
    for part in str(zones.cell(id, colour)).split():
        first, _, last = part.partition("-")
        (a, b), (c, d) = hex_of(first), hex_of(last)
        found.update((x, y) for x in range(a, c + 1) for y in range(b, d + 1))
    return tuple(h for h in ground.hexes if h in found)


@lru_cache(maxsize=1024)
def walk_cost(rulings: Rulings, letter: str, on: str) -> int:
    """Return the cost of a hex for a land unit that moves *on* legs, wheels or tracks; 0 when it
    cannot enter."""
    return (
        int(rulings.table("campaign.terrain").cell(letter, on))
        if letter and on != "fixed"
        else CLOSED
    )


STIFF = 4
"""The weight of a hex that takes a whole move, in comparing routes."""


@lru_cache(maxsize=1024)
def foot_costs(rulings: Rulings, id: str, on: str, goals: tuple[Hex, ...]) -> Mapping[Hex, int]:
    """Return the cost on foot from each land hex to the nearest of some goals, ignoring other
    units. Hexes without a land route are left out."""
    ground = ground_of(rulings, id)
    ways: dict[Hex, int] = {}
    front = [(0, g) for g in goals]
    while front:
        far, here = heappop(front)
        if here in ways:
            continue
        ways[here] = far
        step = min(STIFF, walk_cost(rulings, ground.at(here), on) or STIFF)
        for n in neighbours(here):
            if n not in ways and may_stand(rulings, ground.at(n), flies=False, on=on, small=False):
                heappush(front, (far + step, n))
    return ways


def may_stand(rulings: Rulings, letter: str, *, flies: bool, on: str, small: bool) -> bool:
    """Return True when a unit may be in a hex of this ground: aircraft anywhere, land units on
    land, ships on water; on a reef only *small* ones."""
    if not letter or flies:
        return bool(letter)
    if on:
        return (
            letter not in WATER
            and letter != "M"
            and (on == "fixed" or walk_cost(rulings, letter, on) != CLOSED)
        )
    return letter in WATER | {"P"} and (small or letter != "~")


@lru_cache(maxsize=256)
def barred_hexes(rulings: Rulings, id: str, flies: bool, on: str, small: bool) -> frozenset[Hex]:
    """Return every hex with the ocean's numbers where a unit may not be on this map, those beyond
    its edge included."""
    ground = ground_of(rulings, id)
    return frozenset(
        (c, r)
        for c in range(1, SIDE + 1)
        for r in range(1, SIDE + 1)
        if not may_stand(rulings, ground.at((c, r)), flies=flies, on=on, small=small)
    )


@lru_cache(maxsize=4096)
def is_coastal(rulings: Rulings, id: str, h: Hex) -> bool:
    """Return True for land that touches water."""
    ground = ground_of(rulings, id)
    return ground.at(h) not in WATER and any(ground.at(n) in WATER for n in neighbours(h))
