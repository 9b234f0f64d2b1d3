"""Lift of invasions: the forces that sail, and the distribution of troops among their
destroyers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from flagplot.table import clause

from ...state import State, Unit
from ..forces import ships_by_base
from ..transport.cargo import destroyer_lift, lift_each


def destroyers_by_unit(
    view: State, side: str, cargo: Iterable[Unit], goal: str
) -> Mapping[str, int]:
    """Return unit id -> destroyer factors that the ground unit needs."""
    return {u.id: u.factors * lift_each(view, side, "invade", u, goal) for u in cargo}


class Contingent(msgspec.Struct, frozen=True):
    """Ships that sail on a mission as one force, and the ground units that they carry."""

    ships: tuple[Unit, ...]
    cargo: tuple[Unit, ...] = ()


@clause("21.35A", "21.514A")
def contingents(
    view: State, side: str, kind: str, ships: Sequence[Unit], cargo: Sequence[Unit], goal: str
) -> tuple[Contingent, ...]:
    """Divide a mission into the forces that sail: the ships of each base, and the ground units that
    their destroyers carry.

    Each unit boards whole. Units board destroyers of their own base where that leaves room for all.
    A unit too big for the destroyers of any one base uses those of several, which sail as one
    force, as on a sea transport. While there are too few destroyers, the smallest units are left
    out.
    """
    troops = [u for u in cargo if u.kind == "ground"] if kind == "invade" else []
    need = destroyers_by_unit(view, side, troops, goal)
    room = {base: destroyer_lift(group) for base, group in ships_by_base(ships).items()}
    units = sorted(troops, key=lambda u: -need[u.id])
    while sum(need[u.id] for u in units) > sum(room.values()):
        units.pop()
    groups, on = next(x for x in boardings(units, need, room) if x is not None)
    aboard = {u.id: group for u, group in zip(units, on, strict=True)}
    return tuple(
        Contingent(
            tuple(u for u in ships if u.base in group),
            tuple(u for u in troops if aboard.get(u.id) == group),
        )
        for group in groups
    )


Bases = tuple[str, ...]


def boardings(
    units: Sequence[Unit], need: Mapping[str, int], room: Mapping[str, int]
) -> Iterator[tuple[tuple[Bases, ...], tuple[Bases, ...]] | None]:
    """Yield ways to board, those that join the fewest bases first: (groups of bases, the group that
    carries each unit). None stands for a way in which some unit finds no room."""
    every, carrying = tuple(room), [base for base in room if room[base]]
    for size in range(1, max(1, len(carrying)) + 1):
        for joined in combinations(carrying, size) if size > 1 else [()]:
            groups = tuple(dict.fromkeys(joined if base in joined else (base,) for base in every))
            on = share_units(
                [need[u.id] for u in units],
                [u.base or u.at for u in units],
                {group: sum(room[base] for base in group) for group in groups},
            )
            yield (groups, on) if on is not None else None


def share_units(
    needs: Sequence[int], places: Sequence[str], room: Mapping[Bases, int]
) -> tuple[Bases, ...] | None:
    """Return the groups of bases whose destroyers take the units of these places in turn; None when
    they do not all fit.

    *needs* are the destroyer factors of each unit, *room* those of each group.
    """
    if not needs:
        return ()
    if sum(needs) > sum(room.values()):
        return None
    for group in sorted(room, key=lambda g: (places[0] not in g, -room[g], g)):
        left = room[group] - needs[0]
        if (
            left >= 0
            and (rest := share_units(needs[1:], places[1:], {**room, group: left})) is not None
        ):
            return (group, *rest)
    return None
