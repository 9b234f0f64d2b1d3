"""Defensive patrols (21.419): interceptors that beat a patrol and stay in its hex until regular
combat ends."""

from __future__ import annotations

from flagplot.table import Ask, Table, clause, facts

from ...events import Entered, ForceChanged
from ...state import Force, State, replace
from ..range.return_to_base import return_to_base
from ..registry import at_moment

STAY, GO_HOME = "stay", "return"


@clause("21.419", "21.4191", "21.416F")
async def stay_or_return(t: Table[State], id: str, hex_id: str) -> None:
    """Let interceptors that won choose: stay in the hex as a defensive patrol, or return
    inverted."""
    f = t.state.forces.get(id)
    if f is None or not t.state.members(f):
        return
    if f.mission == "defensive-patrol" and f.state == "on-station":
        return
    answer = await Ask(
        f.side, (STAY, GO_HOME), "21.4191", "defensive-patrol", facts(force=id, hex=hex_id)
    )
    if answer == GO_HOME:
        await return_to_base(t, id, clause="21.4191")
        return
    t.record(Entered("21.4191", f.side, id, hex_id, f.step))
    t.record(ForceChanged("21.4191", as_defensive_patrol(t.state.forces[id], hex_id)))


def as_defensive_patrol(f: Force, hex_id: str) -> Force:
    """Return the force as a defensive patrol in a hex. It may intercept from there as from a port
    (21.4192)."""
    path = (f.path[0] if f.path else hex_id, hex_id)
    return replace(
        f,
        mission="defensive-patrol",
        state="on-station",
        target=hex_id,
        path=path,
        step=1,
        remains=True,
    )


@at_moment("combat-end")
@clause("21.4191")
async def defensive_patrols_return(t: Table[State]) -> bool:
    """Send every defensive patrol of surface ships back inverted, at the end of regular combat."""
    s = t.state
    out = [
        f
        for f in s.forces.values()
        if f.side != s.mover and f.mission == "defensive-patrol" and not f.submarines
    ]
    for f in sorted(out, key=lambda f: f.id):
        await return_to_base(t, f.id, clause="21.4191")
    return False
