"""What the enemy may have where nothing of it is seen: one position out of all that look alike to a side."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from flagplot.table import Rulings, Setup
from flagplot.table.chance import Chance
from flagplot.table.latest import lasting

from ..scenarios.cards import card
from ..scenarios.scenario import start
from ..state import Group, State
from ..state.units import UNDER_WATER, Unit, group_kind


@lru_cache(16)
def openings(scenario: str, rulings: Rulings) -> tuple[State, ...]:
    """The first positions of a scenario, which everybody has read."""
    variants = [v.id for v in card(scenario).start] or [""]
    return tuple(start(Setup(scenario, v), rulings) for v in variants)


@lasting(lambda view: (view.scenario, view.units, view.rulings))
def opening(view: State, side: str) -> State:
    """The first position that the game of a view had: the one that has most of its units, and fewest others."""
    own = {i for i, u in view.units.items() if u.side == side}
    return max(openings(view.scenario, view.rulings), key=lambda s: (len(own & set(s.units)), -len(s.units)))


def fits(view: State, unit: Unit, kind: str) -> bool:
    """Whether a unit may be in a group of this kind."""
    alone = group_kind((unit,), view.rulings.switch("mtb_as"))
    return alone == kind or (kind == "mixed" and alone in ("combat", "cargo"))


def guess(view: State, side: str, rng: Chance) -> State | None:
    """One draw of what *side* does not see: the enemy's units in the groups they began with, or in others that look like them,
    carrier groups that were called on among them; boats that nobody has seen where they began. ``None`` in a fight, and where
    that cannot be."""
    if not view.scenario or view.battle is not None:
        return None
    first = opening(view, side)
    enemy = view.other(side)
    seen = {i: g for i, g in view.groups.items() if g.side == enemy}
    calls = tuple(replace(c, came=c.unit.id in seen) for c in first.calls if c.unit.side == enemy)
    called = {c.unit.id: c.unit for c in calls if c.came}
    unseen = [u for u in {**first.units, **called}.values() if u.side == enemy and u.id not in view.units]
    rng.shuffle(unseen)
    crews = {i: list(g.members) for i, g in seen.items()}
    home = {**{m: g.id for g in first.groups.values() for m in g.members}, **{i: i for i in called}}
    pool = {u.id: u for u in unseen}
    lost: list[str] = []
    for u in unseen:
        own = home.get(u.id, "")
        if own in seen and fits(view, u, seen[own].known_as):
            crews[own].append(u.id)
        else:
            lost.append(u.id)
    for id in list(lost):
        others = [i for i, g in seen.items() if fits(view, pool[id], g.known_as)]
        empty = [i for i in others if not crews[i]]
        if others:
            crews[rng.choice(empty or others)].append(id)
            lost.remove(id)
    groups: dict[str, Group] = {i: g for i, g in view.groups.items() if g.side == side}
    groups |= {i: replace(g, members=tuple(crews[i]), known_as="") for i, g in seen.items()}
    for id in lost:
        if pool[id].kind in UNDER_WATER and home.get(id):
            g = first.groups[home[id]]
            was = groups.get(g.id, replace(g, members=(), where="sea"))
            groups[g.id] = replace(was, members=(*was.members, id))
    sailing = {m for g in groups.values() for m in g.members}
    units = {u.id: u for u in unseen if u.id in sailing}
    cargo = {i: c for i, c in first.cargo.items() if c.side == enemy and c.aboard in units and i not in view.cargo}
    ports = {h: p if p.owner != enemy else replace(p, oil=first.ports[h].oil if h in first.ports else 0)
             for h, p in view.ports.items()}
    return replace(view, groups=groups, units={**view.units, **units}, cargo={**view.cargo, **cargo}, ports=ports,
                   calls=(*view.calls, *calls))
