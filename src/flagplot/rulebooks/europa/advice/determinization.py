"""Determinisation: one full state drawn at random from those that look alike to a side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from flagplot.table import Rulings, Setup
from flagplot.table.core.dice import Rng
from flagplot.table.core.memo import memo_per_parts

from ..scenarios.cards import card
from ..scenarios.start_position import start
from ..state import Group, State
from ..state.units import UNDER_WATER, Unit, group_kind


@lru_cache(16)
def start_positions(scenario: str, rulings: Rulings) -> tuple[State, ...]:
    """Return the start positions of a scenario, which both sides know."""
    variants = [v.id for v in card(scenario).start] or [""]
    return tuple(start(Setup(scenario, v), rulings) for v in variants)


@memo_per_parts(lambda view: (view.scenario, view.units, view.rulings))
def start_position_of(view: State, side: str) -> State:
    """Return the start position of a view's game: the one with most of its own units, and fewest
    others."""
    own = {i for i, u in view.units.items() if u.side == side}
    return max(
        start_positions(view.scenario, view.rulings),
        key=lambda s: (len(own & set(s.units)), -len(s.units)),
    )


def fits_group_kind(view: State, unit: Unit, kind: str) -> bool:
    """Return True when a unit may be in a group of this kind."""
    alone = group_kind((unit,), view.rulings.switch("mtb_as"))
    return alone == kind or (kind == "mixed" and alone in ("combat", "cargo"))


def determinize(view: State, side: str, rng: Rng) -> State | None:
    """Return one full state drawn from a view. Unseen enemy units are put in the groups where they
    began, or in others that look like them, carrier groups that were called on included. Boats that
    nobody has seen are where they began. ``None`` in a battle, and when no state fits."""
    if not view.scenario or view.battle is not None:
        return None
    first = start_position_of(view, side)
    enemy = view.other(side)
    seen = {i: g for i, g in view.groups.items() if g.side == enemy}
    calls = tuple(replace(c, came=c.unit.id in seen) for c in first.calls if c.unit.side == enemy)
    called = {c.unit.id: c.unit for c in calls if c.came}
    unseen = [
        u for u in {**first.units, **called}.values() if u.side == enemy and u.id not in view.units
    ]
    rng.shuffle(unseen)
    home = {**{m: g.id for g in first.groups.values() for m in g.members}, **{i: i for i in called}}
    crews, left = assign_units(view, seen, unseen, home, rng)
    groups: dict[str, Group] = {i: g for i, g in view.groups.items() if g.side == side}
    groups |= {i: replace(g, members=crews[i], known_as="") for i, g in seen.items()}
    for u in left:
        if u.kind in UNDER_WATER and home.get(u.id):
            g = first.groups[home[u.id]]
            was = groups.get(g.id, replace(g, members=(), where="sea"))
            groups[g.id] = replace(was, members=(*was.members, u.id))
    sailing = {m for g in groups.values() for m in g.members}
    units = {u.id: u for u in unseen if u.id in sailing}
    cargo = {
        i: c
        for i, c in first.cargo.items()
        if c.side == enemy and c.aboard in units and i not in view.cargo
    }
    ports = {
        h: p if p.owner != enemy else replace(p, oil=first.ports[h].oil if h in first.ports else 0)
        for h, p in view.ports.items()
    }
    return replace(
        view,
        groups=groups,
        units={**view.units, **units},
        cargo={**view.cargo, **cargo},
        ports=ports,
        calls=(*view.calls, *calls),
    )


def assign_units(
    view: State,
    seen: Mapping[str, Group],
    unseen: Sequence[Unit],
    home: Mapping[str, str],
    rng: Rng,
) -> tuple[dict[str, tuple[str, ...]], list[Unit]]:
    """Return the members of each group that is seen, and the units that are in none. An unseen unit
    goes to the group where it began if it fits there, else to any that fits, groups without units
    first."""
    crews = {i: g.members for i, g in seen.items()}
    strays: list[Unit] = []
    for u in unseen:
        own = home.get(u.id, "")
        if own in seen and fits_group_kind(view, u, seen[own].known_as):
            crews[own] = (*crews[own], u.id)
        else:
            strays.append(u)
    left: list[Unit] = []
    for u in strays:
        others = [i for i, g in seen.items() if fits_group_kind(view, u, g.known_as)]
        if others:
            into = rng.choice([i for i in others if not crews[i]] or others)
            crews[into] = (*crews[into], u.id)
        else:
            left.append(u)
    return crews, left
