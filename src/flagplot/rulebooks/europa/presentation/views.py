"""The views of the state by side: what each side may know."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from flagplot.table.core.memo import memo_per_parts
from flagplot.table.core.opaque_ids import own_first

from ..state import NEVER, UNKNOWN, Battle, Group, Port, State, group_parts
from ..state.units import Cargo, Unit

PUBLIC = (
    "id",
    "side",
    "hex",
    "where",
    "river",
    "moved",
    "screened",
    "found",
    "spotted",
    "disclosed_counts",
    "dark",
    "hidden_from",
    "seen",
    "sighted",
    "closed",
    "shunned",
    "reacted",
)
"""The fields of a group at sea that the enemy may know: its place, its kind, whether it moved, how
it was found."""


STORES = frozenset(("mine", "sp", "srp"))
"""Marks of cargo that the enemy does not see ashore."""


def view(state: State, side: str) -> State:
    """Return the state as *side* may know it; for a spectator (empty side) what both sides know.

    Of an enemy group a side sees the place, the kind (combat, cargo, mixed) and what a search
    disclosed, but not its units. Submarine groups at sea are not seen before they attack or are met
    (switch ``submarines_hidden``). In a battle both sides see the units that fight. Enemy things
    are sorted by id after the side's own, because the order in the state would reveal when they
    were merged, split and named.
    """
    hidden = state.rulings.switch("submarines_hidden") == "true"
    fighting = {state.battle.mover, state.battle.enemy} if state.battle else set()
    groups: dict[str, Group] = {}
    met = tuple(
        sorted(m for id in fighting if id in state.groups for m in state.groups[id].members)
    )
    units = _known_units(state, side, met)
    for id, g in own_first(side, state.groups).items():
        if g.side == side:
            groups[id] = _as_own_group(g)
            continue
        if not side and g.sighted:  # a spectator knows what both sides know
            g = replace(g, sighted=False)
        if id in fighting:
            groups[id] = _as_enemy_group(g, state.kind(g), tuple(sorted(g.members)))
            continue
        if hidden and state.kind(g) == "submarine" and g.where == "sea" and not g.known:
            continue
        groups[id] = _as_enemy_group(g, state.kind(g), tuple([m for m in g.members if m in units]))
    malta = state.malta
    if malta is not None and side != "Allied":
        malta = replace(malta, points=0, srps=0, sps=0.0, fresh=0, worked=-9)
    calls = tuple(c for c in state.calls if c.unit.side == side)
    wings = state.wings if side == "Allied" else {}
    accounts = {k: a for k, a in state.accounts.items() if k == side}
    adrift = {h: a for h, a in state.adrift.items() if a[0] == side}
    fuel = {k: f for k, f in state.fuel.items() if state.units[k].side == side}
    return replace(
        state,
        groups=groups,
        units=units,
        cargo=_known_cargo(state, side),
        ports=_known_ports(state, side),
        fuel=fuel,
        facts=_known_facts(state),
        accounts=accounts,
        calls=calls,
        wings=wings,
        adrift=adrift,
        malta=malta,
        hunt=None,
        salvo=None,
        battle=_known_battle(state, side),
    )


@memo_per_parts(group_parts)
def _known_units(state: State, side: str, met: tuple[str, ...]) -> dict[str, Unit]:
    """Return the side's own units, enemy units that it meets in the current battle, and units that
    both sides know to be gone."""
    return own_first(
        side,
        {k: u for k, u in state.units.items() if u.side == side or u.lost or u.away or k in met},
    )


@memo_per_parts(lambda state: (state.cargo,))
def _known_cargo(state: State, side: str) -> dict[str, Cargo]:
    ashore = {
        k for k, c in state.cargo.items() if not c.aboard and c.place and STORES.isdisjoint(c.marks)
    }
    return own_first(
        side,
        {
            k: c if c.side == side else replace(c, craft="")
            for k, c in state.cargo.items()
            if c.side == side or k in ashore
        },
    )


@memo_per_parts(lambda state: (state.ports,))
def _known_ports(state: State, side: str) -> dict[str, Port]:
    return {
        h: _own_port(p)
        if p.owner == side
        else _as_enemy_port(p)
        if side
        else _own_port(_as_enemy_port(p))
        for h, p in state.ports.items()
    }


@memo_per_parts(lambda state: (state.facts,))
def _known_facts(state: State) -> dict[str, str]:
    return {k: v for k, v in state.facts.items() if not k.startswith(("left-", "hit-by-"))}


def _own_port(port: Port) -> Port:
    """Return a port as its owner knows it, without the mark of hidden submarines off it."""
    return port if port.hushed == NEVER else replace(port, hushed=NEVER)


def _as_enemy_port(port: Port) -> Port:
    """Return an enemy port without its supplies and repairs."""
    return replace(port, oil=0, mended=(NEVER, 0), handled=(NEVER, 0))


def _known_battle(state: State, side: str) -> Battle | None:
    """Return the current battle. Both sides see the units that fight and those in the screens, but
    not the order in which the enemy listed them."""
    fight = state.battle
    if fight is None:
        return None
    own = {id for id, g in state.groups.items() if g.side == side}
    screens = tuple((id, who if id in own else tuple(sorted(who))) for id, who in fight.screens)
    return replace(fight, screens=screens)


@lru_cache(4096)
def _as_own_group(g: Group) -> Group:
    return replace(g, trace=(), sought=g.last_roll > UNKNOWN, sighted=False)


@lru_cache(4096)
def _as_enemy_group(g: Group, kind: str, members: tuple[str, ...]) -> Group:
    kept = {f: getattr(g, f) for f in PUBLIC}
    trace = tuple((here, to, 0, min(1, by_night)) for here, to, _, by_night in g.trace)
    if g.where == "port":  # the enemy learns nothing of actions in port
        kept["dark"] = False
    else:
        # The enemy may copy its night MPs in reaction, and so sees their order (32.C.s08).
        # MPs by day would tell barges from transports.
        kept["log"] = tuple((word, n if word == "night" else 0) for word, n in g.log)
    return Group(members=members, known_as=kind, trace=trace, **kept)
