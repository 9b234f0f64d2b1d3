"""Coastal forts of a scenario. They fire once, at the first ships that come to their hex."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Ask, Table, facts

from ...events import Eliminated
from ...map.ports import side_holding
from ...scenarios.cards import Fort, scenario_card
from ...scenarios.events import ScriptDone
from ...scenarios.score import settle_losses
from ...state import State, Unit
from ..transport.sea_transport import drown_cargo


def active_fort(state: State) -> Fort | None:
    """Return the scenario's fort that may still fire on the mover; None when the mover holds it or
    it has fired."""
    c = scenario_card(state.scenario, state.start) if state.scenario else None
    rule = c.fort if c is not None else None
    if (
        c is None
        or rule is None
        or rule.against != state.mover
        or f"fort {rule.place}" in state.script
    ):
        return None
    return rule if side_holding(state, c.place(rule.place).hex) != state.mover else None


async def fire_fort(t: Table[State], forces: Sequence[str]) -> None:
    """Fire with the fort. It sinks a cruiser of its owner's choice. Without a cruiser it sinks some
    destroyer factors, with the units that they carry."""
    rule = active_fort(t.state)
    if rule is None:
        return
    place = scenario_card(t.state.scenario, t.state.start).place(rule.place).hex
    ships = [u for f in forces if t.state.forces[f].target == place for u in t.state.members(f)]
    if not ships:
        return
    t.record(ScriptDone(f"fort {rule.place}"))
    cruisers = tuple(u.id for u in ships if u.type == "CA")
    if cruisers:
        side = t.state.mover
        chosen = (
            cruisers[0]
            if len(cruisers) == 1
            else await Ask(side, cruisers, "21.514D", "fort-target", facts(place=place))
        )
        t.record(
            Eliminated("21.514D", side, ((chosen, t.state.units[chosen].factors),), place, "fort")
        )
    else:
        sink_destroyers(t, [u for u in ships if u.type == "DD"], rule.factors, place)
    settle_losses(t)


def sink_destroyers(t: Table[State], destroyers: Sequence[Unit], factors: int, place: str) -> None:
    """Sink *factors* factors of destroyers, and the troops that the remaining ships cannot
    carry."""
    left = factors
    for u in destroyers:
        n = min(left, u.factors)
        if n:
            t.record(Eliminated("21.514D", u.side, ((u.id, n),), place, "fort"))
            left -= n
    for f in [
        f
        for f in t.state.forces.values()
        if f.target == place and f.side == t.state.mover and f.cargo
    ]:
        drown_cargo(t, f, "21.517C")
