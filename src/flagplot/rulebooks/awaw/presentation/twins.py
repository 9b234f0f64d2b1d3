"""Twins: states that a side cannot tell apart. Tests require equal views of all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..events import Detached
from ..events.codebreaking import with_card
from ..rules.codebreaking import cards_held
from ..state import State, Unit, replace
from ..state.unit_names import free_id
from .views import is_known


def secret_twins(state: State, side: str) -> Iterator[State]:
    """Yield states that differ from *state* only in secrets from *side*.

    They change the condition, number and places of ships in port, and their parts and task forces.
    They also change the ships of a force at sea and the id secret."""
    yield replace(state, lots=state.lots + "0")
    hidden = [
        u
        for u in state.units.values()
        if not is_known(state, side, u) and u.kind == "ship" and u.status == ""
    ]
    yield from _other_ships_in_port(state, [u for u in hidden if not u.force])
    yield from _otherwise_organised(state, side)
    yield from _other_card_chosen(state, state.enemy(side))
    for r in state.raids.values():
        if r.side == side:
            yield replace(
                state, raids={**state.raids, r.id: replace(r, stayers=("somebody", *r.stayers))}
            )
        else:
            yield replace(
                state, raids={**state.raids, r.id: replace(r, withheld=("somebody", *r.withheld))}
            )
    for f in state.forces.values():
        for u in [u for u in hidden if u.id in f.units and f.side != side][:1]:
            yield replace(state, units={**state.units, u.id: replace(u, damaged=not u.damaged)})


def _other_card_chosen(state: State, enemy: str) -> Iterator[State]:
    """Yield states in which a card the enemy chose, and still holds, is of the other kind."""
    for kind, other in (("tactical", "strategic"), ("strategic", "tactical")):
        n = state.chosen.get(f"{enemy} {kind}", 0)
        if n and cards_held(state, enemy, kind):
            more = state.chosen.get(f"{enemy} {other}", 0) + 1
            s = with_card(with_card(state, enemy, kind, -1), enemy, other, 1)
            yield replace(
                s, chosen={**s.chosen, f"{enemy} {kind}": n - 1, f"{enemy} {other}": more}
            )


def _other_ships_in_port(state: State, ships: Sequence[Unit]) -> Iterator[State]:
    """Yield states with other ships in port: damaged, sailed or moved; destroyers with more factors
    or divided."""
    for u in ships[:3]:
        yield replace(
            state,
            units={**state.units, u.id: replace(u, damaged=not u.damaged, inverted=not u.inverted)},
        )
    by_base: dict[tuple[str, str], list[Unit]] = {}
    for u in ships:
        by_base.setdefault((u.side, u.base), []).append(u)
    for (owner, base), (u, *others) in sorted(by_base.items()):
        elsewhere = [b for o, b in sorted(by_base) if o == owner and b != base]
        if others and elsewhere:
            away = replace(u, status="withdrawn", at="", base="", tf="")
            yield replace(state, units={**state.units, u.id: away})
            yield replace(
                state, units={**state.units, u.id: replace(u, at=elsewhere[0], base=elsewhere[0])}
            )
    for u in ships[:2]:
        if u.type == "DD" and len(by_base[u.side, u.base]) > 1:
            yield replace(state, units={**state.units, u.id: replace(u, factors=u.factors + 1)})
            if u.factors > 1:
                yield Detached("21.31", u.side, u.id, free_id(state, u.origin), 1).apply(state)


def _otherwise_organised(state: State, side: str) -> Iterator[State]:
    """Yield states in which the enemy has no task forces, has shipped oil, uses more transports, or
    has a ship that guards and hunts."""
    groups = {i: g for i, g in state.groups.items() if g.side == side}
    if len(groups) != len(state.groups):
        yield replace(state, groups=groups)
    enemy = state.enemy(side)
    if enemy:
        yield replace(state, shipped={**state.shipped, f"{enemy} oil nowhere": 1})
        busy = {
            k: replace(b, committed=b.committed + 1)
            for k, b in state.sw.items()
            if k.startswith(f"{enemy} ")
        }
        if busy:
            yield replace(state, sw={**state.sw, **busy})
    for u in [
        u
        for u in state.units.values()
        if u.side == enemy and u.kind == "ship" and not is_known(state, side, u)
    ][:1]:
        guards = state.guards if u.force or u.id in state.guards else (*state.guards, u.id)
        yield replace(state, guards=guards, hunters={**state.hunters, u.id: "R1"})
    yield replace(state, let_by={**state.let_by, f"{enemy} nobody on its way": 1})
    for u in [
        u
        for u in state.units.values()
        if u.side == enemy and u.kind == "air" and not u.status and u.factors > 1
    ][:1]:
        yield Detached("21.35A", enemy, u.id, free_id(state, u.origin), 1).apply(state)
    yield from _others_aboard(state, enemy)


def _others_aboard(state: State, enemy: str) -> Iterator[State]:
    """Yield states in which another unit of the same place of embarkation is aboard."""
    for f in [f for f in state.forces.values() if f.side == enemy and f.loaded]:
        for u in [u for u in state.each(f.cargo) if u.force == f.id and u.kind == "ground"][:1]:
            ashore = [
                x
                for x in state.units.values()
                if x.side == enemy and x.kind == "ground" and not (x.status or x.force)
            ]
            for other in [
                x
                for x in ashore
                if x.at == u.at and not any(x.id in g.cargo for g in state.forces.values())
            ][:1]:
                cargo = tuple(other.id if i == u.id else i for i in f.cargo)
                units = {
                    **state.units,
                    u.id: replace(u, force=""),
                    other.id: replace(other, force=f.id),
                }
                yield replace(
                    state, units=units, forces={**state.forces, f.id: replace(f, cargo=cargo)}
                )
