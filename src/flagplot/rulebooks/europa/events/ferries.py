"""Landing craft that serve as ferries."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.table.language.event_sentences import Audience

from ..nouns import Side, Thing
from ..state import State, put_unit
from .clock import Happening


class Ferried(Happening, frozen=True, tag="ferry"):
    """A landing craft or barge serves a hexside as a ferry until its owner's next player-turn."""

    audience = Audience(hides=("unit",))
    side: Side
    unit: Thing
    edge: str

    def apply(self, s: State) -> State:
        return put_unit(s, replace(s.units[self.unit], ferry=self.edge))
