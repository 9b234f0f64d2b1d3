"""Twins: states that a side cannot tell apart. Tests check that its view of all of them is
equal."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..state import Battle, Fuel, Group, State
from ..state.units import Cargo


def secret_twins(state: State, side: str) -> Iterator[State]:
    """Yield states that differ only in what a side cannot know of the enemy's accounts, ports,
    reserves and groups."""
    yield from _other_accounts(state, side)
    yield from _other_reserves(state, side)
    yield from _other_ports(state, side)
    for g in [g for _, g in sorted(state.groups.items()) if g.side != side]:
        if state.battle is not None and g.id in (state.battle.mover, state.battle.enemy):
            yield _in_other_order(state, state.battle, g)
        else:
            yield from _other_group(state, g)


def _other_accounts(state: State, side: str) -> Iterator[State]:
    """Yield states in which the enemy has more points in its accounts, at Malta and for its air
    units, and other people are in the water."""
    away = next((h for h in sorted(state.ports) if h not in state.adrift), "")
    yield replace(state, adrift={**state.adrift, away: (state.other(side), 2)})
    for whose, account in sorted(state.accounts.items()):
        if whose != side:
            yield replace(
                state,
                accounts={**state.accounts, whose: replace(account, points=account.points + 1)},
            )
    if state.malta is not None and side != "Allied":
        yield replace(
            state,
            malta=replace(state.malta, points=state.malta.points + 1, srps=2, worked=state.at),
        )
    for wing, account in sorted(state.wings.items())[:1]:
        if side != "Allied":
            yield replace(
                state, wings={**state.wings, wing: replace(account, points=account.points + 1)}
            )


def _other_reserves(state: State, side: str) -> Iterator[State]:
    """Yield states in which an enemy unit on call comes later, or never."""
    for call in [c for c in state.calls if c.unit.side != side][:1]:
        later = replace(call, turn=f"{call.turn} or later", leaves="never")
        yield replace(state, calls=tuple(later if x is call else x for x in state.calls))
        yield replace(state, calls=tuple(x for x in state.calls if x is not call))


def _other_ports(state: State, side: str) -> Iterator[State]:
    """Yield states with other secrets of ports. An enemy port made other repairs and holds other
    supplies and oil. Enemy ships have paid for other oil, or an enemy cargo is not aboard. Hidden
    submarines blockaded a port of the side's own."""
    for hex, port in [(h, p) for h, p in sorted(state.ports.items()) if p.owner == side][:1]:
        yield replace(state, ports={**state.ports, hex: replace(port, hushed=state.at)})
    for hex, port in [(h, p) for h, p in sorted(state.ports.items()) if p.owner not in ("", side)][
        :1
    ]:
        yield replace(
            state,
            ports={**state.ports, hex: replace(port, mended=(state.at, 1), handled=(state.at, 2))},
        )
        mine = Cargo("a mine point", port.owner, ("mine",), "", hex)
        yield replace(state, cargo={**state.cargo, mine.id: mine})
        yield replace(state, ports={**state.ports, hex: replace(port, oil=port.oil + 5)})
        yield replace(
            state,
            fuel={
                **state.fuel,
                **{u: Fuel(2, 1, hex) for u, x in state.units.items() if x.side != side},
            },
        )
    for id in [k for k, c in sorted(state.cargo.items()) if c.side != side and c.aboard][:1]:
        yield replace(state, cargo={k: v for k, v in state.cargo.items() if k != id})


def _in_other_order(state: State, battle: Battle, g: Group) -> State:
    """Return the state with the units of a group in battle, and those of its screen, in another
    order."""
    turned = replace(g, members=g.members[::-1], screen=g.screen[::-1])
    screens = tuple((k, v[::-1] if k == g.id else v) for k, v in battle.screens)
    return replace(
        state, groups={**state.groups, g.id: turned}, battle=replace(battle, screens=screens)
    )


def _other_group(state: State, g: Group) -> Iterator[State]:
    """Yield states with another secret of an enemy group: it has another strength, is in reserve or
    not, has done something else in port, has spent more MPs by day, or lists its units in another
    order. A hidden submarine group is elsewhere, has another name, or does not exist."""
    for u in [state.units[m] for m in g.members if not state.units[m].lost][:1]:
        other = replace(u, printed=u.printed + 3, name=u.name + " and another")
        yield replace(state, units={**state.units, u.id: other})
    if g.where == "port":
        yield replace(state, groups={**state.groups, g.id: replace(g, reserve=not g.reserve)})
        yield replace(
            state,
            groups={**state.groups, g.id: replace(g, log=(*g.log, ("night", 3)), dark=not g.dark)},
        )
    else:
        longer = tuple((word, n + 2 * (word == "day")) for word, n in g.log)
        yield replace(state, groups={**state.groups, g.id: replace(g, log=longer)})
    under_way = replace(
        g,
        task="a task",
        paid=3,
        marker=g.marker + 1,
        screen=g.members[:1],
        idle=not g.idle,
        eased=True,
    )
    yield replace(state, groups={**state.groups, g.id: under_way})
    hiding = state.rulings.switch("submarines_hidden") == "true"
    if hiding and state.kind(g) == "submarine" and g.where == "sea" and not g.known:
        others = {k: v for k, v in state.groups.items() if k != g.id}
        yield replace(
            state, groups=others, units={k: u for k, u in state.units.items() if k not in g.members}
        )
        elsewhere = next(h for h, p in sorted(state.ports.items()) if h != g.hex)
        yield replace(state, groups={**others, g.id: replace(g, hex=elsewhere)})
        yield replace(state, groups={"A-new-name": replace(g, id="A-new-name"), **others})
