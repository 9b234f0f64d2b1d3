"""The waters open to naval groups: hexes and hexsides, narrow straits, rivers, Gibraltar, protected
inshore waters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from flagplot.table import Refusal, clause, facts

from ...map import canals, chart, sheets
from ...state import Group, State
from ...state.units import group_kind, is_warship
from . import canals as movement_canals
from . import rivers
from .rivers import OPEN


@clause("32.A.s09", "32.A.s10", "32.A.s12", "32.A.6")
def why_not_enter(state: State, group: Group, here: str, there: str) -> Refusal | None:
    """Return the refusal when a group in hex *here* cannot sail into the touching hex *there* by
    water; ``None`` when it can."""
    if state.charted and there in plain_ways_from(here):
        return None
    if here == there:
        return Refusal("32.A.s09", "there-already", (group.id, there))
    if not chart.are_touching(here, there):
        return Refusal("32.A.s09", "not-adjacent", (group.id, here, there))
    ground = state.ground(there)
    if ground == "restricted":
        return Refusal("32.A.s12", "restricted-waters", (there,))
    if ground in ("river", "lake"):
        units = state.of(group)
        if units and all(u.kind == "RF" for u in units):
            return None
        return Refusal("32.A.6", "inland-water", (there,), also_cites=("32.A.s10",))
    if ground == "land":
        return Refusal("32.A.s09", "no-water", (there,), also_cites=("32.A.s10",))
    if state.edge(here, there) not in OPEN:
        way = [
            h
            for h in chart.common_neighbours(here, there)
            if are_joined(state, here, h) and are_joined(state, h, there)
        ]
        return Refusal(
            "32.A.s09", "land-hexside", (chart.side_id(here, there),), facts(round=" ".join(way))
        )
    return None


def are_joined(state: State, one: str, two: str) -> bool:
    """Return True when open water joins two touching hexes, whatever side owns the shores."""
    return (
        state.ground(one) in ("sea", "coastal")
        and state.ground(two) in ("sea", "coastal")
        and state.edge(one, two) in OPEN
    )


@clause("32.A.5", "32.A.5.s02")
def why_not_strait(
    state: State, group: Group, before: str, here: str, there: str
) -> Refusal | None:
    """Return the refusal when a strait's shores keep a group that came from *before* (or empty)
    from going on from *here* to *there*; else ``None``.

    A narrow strait lies on a hexside. It is passed by crossing that hexside, and also lengthwise:
    from beyond one of the two hexes that flank it, through that hex, to the water at the end of the
    hexside (1225-1224-1324 for 1223/1224).
    """
    for side in straits_passed(state, before, here, there):
        hostile = tuple(h for h in chart.hexes_of_side(side) if state.owner(h) != group.side)
        if hostile:
            return Refusal(
                "32.A.5", "strait-shore", hostile, facts(hexside=side), also_cites=("32.A.5.s02",)
            )
    return None


def straits_passed(state: State, before: str, here: str, there: str) -> tuple[str, ...]:
    """Return the narrow straits that a leg passes: the hexside crossed, and those sailed lengthwise
    through *here*."""
    narrows = straits_of(state, here)
    if not narrows:
        return ()
    found = [chart.side_id(here, there)] if there in narrows else []
    if before and before != there and chart.are_touching(before, here):
        for other in narrows:
            if other not in (before, there) and _is_lengthwise(state, here, other, before, there):
                found.append(chart.side_id(here, other))
    return tuple(found)


def _is_lengthwise(state: State, here: str, other: str, before: str, there: str) -> bool:
    """Return True when *before* and *there* lie on different waters of *here*, whose strait runs
    along its hexside to *other*.

    The two waters are the hexes at the ends of the strait, with the hexes joined to them along the
    rim of *here*. The hex opposite *other* belongs to the water to which alone it is joined. Where
    it joins both or neither, both ends lie beyond the strait.
    """
    ring = chart.neighbours(here)
    at = ring.index(other)
    around = [ring[(at + k) % len(ring)] for k in range(1, len(ring))]
    if len(around) < 5:
        return False
    water = {around[0]: 1, around[4]: 2}
    first = are_joined(state, around[0], around[1])
    last = are_joined(state, around[4], around[3])
    water[around[1]] = 1 if first else 0
    water[around[3]] = 2 if last else 0
    to_first = first and are_joined(state, around[1], around[2])
    to_last = last and are_joined(state, around[3], around[2])
    water[around[2]] = 0 if to_first == to_last else 1 if to_first else 2
    one, two = water[before], water[there]
    if one and two:
        return one != two
    return (before in (around[0], around[4]) or there in (around[0], around[4])) and one != two


def straits_of(state: State, here: str) -> tuple[str, ...]:
    """Return the hexes that touch *here* across a narrow strait, in turning order."""
    if state.charted:
        return _printed_straits(here)
    return tuple(h for h in chart.neighbours(here) if state.edge(here, h) == "strait")


@lru_cache(maxsize=65536)
def _printed_straits(here: str) -> tuple[str, ...]:
    return tuple(h for h in chart.neighbours(here) if sheets.hexside_kind(here, h) == "strait")


@clause("32.A.s13", "32.A.6", "32.A.6.s02", "32.A.6.s03", "32.A.6.s05", "32.A.6.s06")
def against_riverine(
    state: State, group: Group, before: str, here: str, side: str
) -> Iterator[Refusal]:
    """Yield every reason why a group at *here* (a hex, or a hexside it lies on), which came from
    *before*, cannot enter a river or canal hexside."""
    a, b = chart.hexes_of_side(side)
    if not chart.are_touching(a, b) or not rivers.is_riverine(state.edge(a, b)):
        yield Refusal("32.A.6", "no-river", (side,), also_cites=("32.A.s09", "32.A.s14"))
        return
    joins = chart.sides_meet(here, side) if chart.is_side(here) else chart.side_reaches(side, here)
    if not joins:
        yield Refusal("32.A.s09", "not-adjacent", (group.id, here, side))
        return
    if canals.canal_of(side):
        yield from movement_canals.canal_refusals(state, group, side)
        return
    if state.edge(a, b) != "lake" and state.kind(group) != "cargo":
        yield Refusal("32.A.6.s02", "river-cargo-only", (group.id,), facts(kind=state.kind(group)))
    hostile = tuple(h for h in (a, b) if state.owner(h) != group.side)
    if hostile:
        yield Refusal("32.A.6.s03", "river-bank", hostile, facts(hexside=side))
    closed = rivers.why_not_along(state, group.side, before, here, side)
    if closed is not None:
        yield closed


@clause("36.A.3", "36.A.3.s02")
def why_not_gibraltar(
    state: State, group: Group, before: str, here: str, there: str
) -> Refusal | None:
    """Return the refusal when a group may not pass the Strait of Gibraltar, which leads through its
    hex; else ``None``.

    Only one side may pass: the Allies until the player-turn after Gibraltar falls (s03), the Axis
    from then on (s04). A group that lies in the hex when the strait closes to it may only go back
    to the water it came from.
    """
    rock = state.gibraltar
    if not rock or rock not in (here, there) or group.side == gibraltar_side(state):
        return None
    if (
        here == rock
        and before
        and (
            there == before
            or (chart.are_touching(before, there) and are_joined(state, before, there))
        )
    ):
        return None
    lost = group.side == "Allied"
    owned = not lost and state.owner(rock) == group.side
    which = "36.A.3.s03" if lost else "36.A.3.s04" if owned else "36.A.3"
    return Refusal(
        which, "gibraltar-closed", (rock,), facts(open=gibraltar_side(state) or "nobody")
    )


@clause("36.A.3.s03", "36.A.3.s04")
def gibraltar_side(state: State) -> str:
    """Return the side that may pass Gibraltar now: the Allies while they own it, else the side that
    could when the player-turn started."""
    return (
        "Allied"
        if state.gibraltar and state.owner(state.gibraltar) == "Allied"
        else state.gibraltar_passage
    )


@clause("36.A.3.s03", "36.A.3.s04")
def passage_at_turn_start(state: State) -> str:
    """Return the side that may pass Gibraltar in the player-turn that starts: the owner of its
    hex."""
    return state.owner(state.gibraltar) if state.gibraltar else state.gibraltar_passage


# ------------------------------------------------------------------ protected inshore waters
@clause("36.A.1", "36.A.1.s02")
def may_shelter(state: State, group: Group) -> bool:
    """Return True for a group that may use protected waters: cargo groups, submarine groups and
    river flotillas. Task forces and carrier groups never may."""
    units = state.of(group)
    if any(is_warship(u) and u.kind not in ("RF", "MTB") for u in units):
        return False
    return group_kind(units) in ("cargo", "submarine", "flotilla")


@clause("36.A.1.s03")
def is_protected(state: State, hex: str, side: str) -> bool:
    """Return True for a protected waters hex of a side: every coastal hex that the side owns."""
    return state.ground(hex) == "coastal" and state.owner(hex) == side


@clause("36.A.1.s04", "36.A.1.s05")
def is_screened_entry(state: State, group: Group, here: str, there: str) -> bool:
    """Return True when a group that may shelter enters a protected hex through a partial sea
    hexside or over a narrow strait."""
    return (
        is_protected(state, there, group.side)
        and state.edge(here, there) in ("partial", "strait")
        and may_shelter(state, group)
    )


# ------------------------------------------------------------------ distance by sea
def sea_distance(state: State, start: str, goal: str, most: int) -> int:
    """Return the distance by sea from one hex to another, in hexes; *most* + 1 when it is
    farther."""
    if chart.distance(start, goal) > most:
        return most + 1
    return sea_field(state, start, most).get(goal, most + 1)


def sea_field(state: State, start: str, most: int) -> dict[str, int]:
    """Return the sea distance from *start* of every hex within *most* hexes."""
    if not state.terrain and not state.hexsides:
        return _plain_field(start, most)
    return dict(chart.spread_from(start, most, lambda a, b: are_joined(state, a, b)))


@lru_cache(maxsize=512)
def _plain_field(start: str, most: int) -> dict[str, int]:
    return dict(chart.spread_from(start, most, plainly_joined))


def sea_ways(state: State, start: str, most: int) -> chart.Field:
    """Return the sea distances of :func:`sea_field`, computed on demand."""
    if not state.terrain and not state.hexsides:
        return plain_ways(start, most)
    return chart.Field(start, most, lambda a, b: are_joined(state, a, b))


@lru_cache(maxsize=512)
def plain_ways(start: str, most: int) -> chart.Field:
    """Return the sea distances of :func:`sea_ways` on the printed maps alone."""
    return chart.Field(start, most, plainly_joined)


@lru_cache(maxsize=65536)
def plainly_joined(one: str, two: str) -> bool:
    """Return True when open water joins two touching hexes on the printed maps; see
    :func:`joined`."""
    wet = ("sea", "coastal")
    return (
        sheets.terrain(two) in wet
        and sheets.terrain(one) in wet
        and sheets.hexside_kind(one, two) in OPEN
    )


@lru_cache(maxsize=65536)
def plain_ways_from(hex: str) -> tuple[str, ...]:
    """Return the touching hexes that open water joins to a hex on the printed maps."""
    return tuple(h for h in chart.neighbours(hex) if plainly_joined(h, hex))
