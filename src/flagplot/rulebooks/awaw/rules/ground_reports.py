"""Occupations that players report, because ground movement is not refereed, and marks that missions
leave."""

from __future__ import annotations

from flagplot.table import AskOrder, Refusal, Table, Verdict, refuse
from flagplot.table.language.event_sentences import AudienceEvent

from ..events import ControlPassed, SegmentBegan
from ..orders import Occupy
from ..state import State, replace
from .registry import carries, checks


class Targeted(AudienceEvent, frozen=True, tag="targeted"):
    """A hex as the goal of a transport or an invasion in this phase (21.321)."""

    clause: str
    hex: str
    origins: tuple[str, ...] = ()
    """Bases from which an invasion sails to the hex."""

    def apply(self, s: State) -> State:
        return replace(
            s,
            targets=(*s.targets, self.hex),
            invading=tuple(dict.fromkeys((*s.invading, *self.origins))),
        )


class ActedAt(AudienceEvent, frozen=True, tag="acted-at"):
    """Hex in which a force acted or fought. Its return is measured from there (21.33)."""

    clause: str
    force: str
    hex: str

    def apply(self, s: State) -> State:
        f = s.forces.get(self.force)
        return (
            s
            if f is None
            else replace(s, forces={**s.forces, f.id: replace(f, battle_hex=self.hex)})
        )


@checks(Occupy)
def check_occupy(view: State, request: AskOrder, order: Occupy) -> Verdict:
    """Check a reported occupation: only in games in which players report ground movement, and in
    the moving side's ground movement or combat."""
    if not view.ground_reported or request.kind not in (
        "ground",
        "combat",
        "movement",
        "transport",
    ):
        return refuse(Refusal("21.225", "not-refereed", (order.hex,)))
    return Verdict()


@carries(Occupy)
async def occupy_hex(t: Table[State], side: str, order: Occupy) -> None:
    """Change the control of a hex. Naval units based there are displaced next (21.23)."""
    if t.state.phase == "movement" and t.state.segment in ("announce", "supply", "transport"):
        t.record(SegmentBegan("21.225", "ground"))
    t.record(ControlPassed("21.23", order.hex, order.owner or side))
