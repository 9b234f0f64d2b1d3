"""What each side may know of the position."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from flagplot.table.core.memo import memo_per_parts
from flagplot.table.core.opaque_ids import own_first

from ..state import NEVER, UNKNOWN, Battle, Group, Port, State, crews
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
    "told",
    "dark",
    "hidden_from",
    "seen",
    "sighted",
    "closed",
    "shunned",
    "reacted",
)
"""What the enemy may know of a group at sea: where it is, what kind of group it is, whether it
moved, how it was found."""


STORES = frozenset(("mine", "sp", "srp"))
"""Marks of cargo that the enemy does not see ashore."""


def view(state: State, side: str) -> State:
    """Return the state as *side* may know it; for a spectator (empty) what both sides know.

    Of the enemy's groups one sees place and kind (combat, cargo, mixed) and what a search
    disclosed, not the units in them; submarine groups at sea are not seen before they attack or are
    met (switch ``submarines_hidden``). In a fight both sides see who fights. What is the enemy's
    stands after one's own in the order of its ids: the order of the truth would tell what was
    merged, split and named when.
    """
    hidden = state.rulings.switch("submarines_hidden") == "true"
    fighting = {state.battle.mover, state.battle.enemy} if state.battle else set()
    groups: dict[str, Group] = {}
    met = tuple(
        sorted(m for id in fighting if id in state.groups for m in state.groups[id].members)
    )
    units = _units(state, side, met)
    for id, g in own_first(side, state.groups).items():
        if g.side == side:
            groups[id] = _own(g)
            continue
        if not side and g.sighted:  # a spectator knows what both know
            g = replace(g, sighted=False)
        if id in fighting:
            groups[id] = _masked(g, state.kind(g), tuple(sorted(g.members)))
            continue
        if hidden and state.kind(g) == "submarine" and g.where == "sea" and not g.known:
            continue
        groups[id] = _masked(g, state.kind(g), tuple([m for m in g.members if m in units]))
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
        cargo=_cargo(state, side),
        ports=_ports(state, side),
        fuel=fuel,
        facts=_facts(state),
        accounts=accounts,
        calls=calls,
        wings=wings,
        adrift=adrift,
        malta=malta,
        hunt=None,
        salvo=None,
        battle=_fight(state, side),
    )


@memo_per_parts(crews)
def _units(state: State, side: str, met: tuple[str, ...]) -> dict[str, Unit]:
    """Return its own units, those it has met in a fight under way, and those of which everybody
    knows that they are gone."""
    return own_first(
        side,
        {k: u for k, u in state.units.items() if u.side == side or u.lost or u.away or k in met},
    )


@memo_per_parts(lambda state: (state.cargo,))
def _cargo(state: State, side: str) -> dict[str, Cargo]:
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
def _ports(state: State, side: str) -> dict[str, Port]:
    return {
        h: _own_port(p) if p.owner == side else _open(p) if side else _own_port(_open(p))
        for h, p in state.ports.items()
    }


@memo_per_parts(lambda state: (state.facts,))
def _facts(state: State) -> dict[str, str]:
    return {k: v for k, v in state.facts.items() if not k.startswith(("left-", "hit-by-"))}


def _own_port(port: Port) -> Port:
    """Return a port as its owner knows it: nothing of hidden submarines off it."""
    return port if port.hushed == NEVER else replace(port, hushed=NEVER)


def _open(port: Port) -> Port:
    """Return a port of the enemy: not what lies there, nor which of his ships were repaired."""
    return replace(port, oil=0, mended=(NEVER, 0), handled=(NEVER, 0))


def _fight(state: State, side: str) -> Battle | None:
    """Return the fight under way: both sides see who fights and who screens, not in which order the
    enemy named them."""
    fight = state.battle
    if fight is None:
        return None
    own = {id for id, g in state.groups.items() if g.side == side}
    screens = tuple((id, who if id in own else tuple(sorted(who))) for id, who in fight.screens)
    return replace(fight, screens=screens)


@lru_cache(4096)
def _own(g: Group) -> Group:
    return replace(g, trace=(), sought=g.last_roll > UNKNOWN, sighted=False)


@lru_cache(4096)
def _masked(g: Group, kind: str, members: tuple[str, ...]) -> Group:
    kept = {f: getattr(g, f) for f in PUBLIC}
    trace = tuple((here, to, 0, min(1, by_night)) for here, to, _, by_night in g.trace)
    if g.where == "port":  # nobody is told what is done in port, or by which light
        kept["dark"] = False
    else:  # who reacts copies its night MPs, in their order (32.C.s08); MPs by day would tell barges from transports
        kept["log"] = tuple((word, n if word == "night" else 0) for word, n in g.log)
    return Group(members=members, known_as=kind, trace=trace, **kept)
