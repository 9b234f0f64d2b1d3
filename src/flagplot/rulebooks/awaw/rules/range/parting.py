"""Parting on the way home (21.313, 21.555A): a force with fast carriers divides only into forces that
each have as many fast fleet factors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...state import Unit
from ..forces import fast_carriers, fast_fleet, strikes_pearl_harbor


def divides(units: Sequence[Unit]) -> bool:
    """Return True for ships that can part: into two forces that each have their escort."""
    if not fast_carriers(units) or strikes_pearl_harbor(units):
        return len(units) > 1
    every = (len(units), fast_carriers(units), fast_fleet(units))
    parts = {(0, 0, 0)}
    for u in units:
        parts |= {(n + 1, c + fast_carriers([u]), f + fast_fleet([u])) for n, c, f in parts}
    return any(0 < n < every[0] and c <= f and every[1] - c <= every[2] - f for n, c, f in parts)


def in_turn(units: Sequence[Unit]) -> list[Unit]:
    """Return ships in the order in which they choose: fast carriers first, their escorts after them."""
    return sorted(units, key=lambda u: not fast_carriers([u]))


def open_to(
    u: Unit, units: Sequence[Unit], gone: Mapping[str, str], ways: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """Return the bases that a ship may choose: those with which all fast carriers can still have
    their escort; every base where there is none such.

    *gone* says where ships went that chose before, *ways* where each of the others can go.
    """
    every = tuple(ways[u.id])
    return tuple(p for p in every if can_end(units, {**gone, u.id: p}, ways)) or every


def can_end(
    units: Sequence[Unit], gone: Mapping[str, str], ways: Mapping[str, Sequence[str]]
) -> bool:
    """Return True when the ships that have not chosen can choose so that those at each base have
    their escort. Carriers that are left follow to a base that is taken already."""
    if strikes_pearl_harbor(units):
        return True
    there = {p: [u for u in units if gone.get(u.id) == p] for p in gone.values()}
    short = {p: fast_carriers(us) - fast_fleet(us) for p, us in there.items()}
    left = sorted((u for u in units if u.id not in gone), key=lambda u: -fast_fleet([u]))
    carriers = [u for u in in_turn(left) if fast_carriers([u])]
    ends = [short]
    for c in carriers:
        ends = [
            {**end, p: end.get(p, 0) + fast_carriers([c])}
            for end in ends
            for p in there
            if p in ways[c.id]
        ]
    fleet = [u for u in left if fast_fleet([u])]
    return any(filled(tuple(end.items()), fleet, ways) for end in ends)


def filled(
    short: Sequence[tuple[str, int]], fleet: Sequence[Unit], ways: Mapping[str, Sequence[str]]
) -> bool:
    """Return True when ships of the fleet can make good what escorts are *short* at some bases."""
    wants = [(p, n) for p, n in short if n > 0]
    if not wants:
        return True
    if sum(n for _, n in wants) > fast_fleet(fleet):
        return False
    first, rest = fleet[0], fleet[1:]
    return any(
        filled([(q, n - fast_fleet([first]) if q == p else n) for q, n in wants], rest, ways)
        for p, _ in wants
        if p in ways[first.id]
    ) or filled(wants, rest, ways)
