"""What a scenario makes happen by script, and victory points."""

from __future__ import annotations

import msgspec

from ..events import event
from ..state import State, put, update
from ..state import replace as replaced


@event
class Reinforced(msgspec.Struct, frozen=True, tag="reinforced"):
    """Units of the order of battle come into play at their places."""

    side: str
    units: tuple[str, ...]
    clause: str = "21.31"

    def apply(self, state: State) -> State:
        return update(state, self.units, status="")

    def seen_by(self, side: str) -> Reinforced | None:
        return self if side == self.side else None


@event
class Withdrawn(msgspec.Struct, frozen=True, tag="withdrawn"):
    """Units leave the game by script, wherever they are."""

    side: str
    units: tuple[str, ...]
    why: str
    clause: str = "21.31"

    def apply(self, state: State) -> State:
        return update(state, self.units, status="withdrawn", force="", tf="", at="", base="")

    def seen_by(self, side: str) -> Withdrawn | None:
        return self if side == self.side else None


@event
class Fell(msgspec.Struct, frozen=True, tag="fell"):
    """A place changes hands by script at the start of a player turn, so it counts in every snapshot of control."""

    place: str
    hex: str
    side: str
    why: str
    clause: str = "21.23"

    def apply(self, state: State) -> State:
        change = {self.hex: self.side}
        return replaced(
            state, control=put(state.control, change), control_phase=put(state.control_phase, change),
            control_move=put(state.control_move, change), control_turn=put(state.control_turn, change),
        )

    def seen_by(self, side: str) -> Fell | None:
        return self


@event
class Overrun(msgspec.Struct, frozen=True, tag="overrun"):
    """Ground and air units are lost with the place they stood in."""

    side: str
    place: str
    units: tuple[str, ...]
    clause: str = "21.23"

    def apply(self, state: State) -> State:
        return update(state, self.units, status="removed", at="", base="")

    def seen_by(self, side: str) -> Overrun | None:
        return self if side == self.side else None


@event
class Rebased(msgspec.Struct, frozen=True, tag="rebased"):
    """An air unit moves by script."""

    side: str
    unit: str
    hex: str
    why: str
    clause: str = "21.31"

    def apply(self, state: State) -> State:
        return update(state, (self.unit,), at=self.hex, base=self.hex, base_turn=self.hex, base_phase=self.hex)

    def seen_by(self, side: str) -> Rebased | None:
        return self if side == self.side else None


@event
class Scored(msgspec.Struct, frozen=True, tag="scored"):
    """A side earns victory points. ``tally`` counts what the scenario limits or has counted already."""

    side: str
    reason: str
    """``landing``, ``patrol``, ``sunk``, ``cargo``, ``damaged``, ``garrisons`` or ``air``."""
    points: float
    about: str = ""
    tally: str = ""
    counted: float = 0.0
    clause: str = "21.4"

    def apply(self, state: State) -> State:
        score = put(state.score, {self.side: state.score.get(self.side, 0.0) + self.points})
        tallies = state.tallies
        if self.tally:
            tallies = put(tallies, {self.tally: tallies.get(self.tally, 0.0) + self.counted})
        return replaced(state, score=score, tallies=tallies)

    def seen_by(self, side: str) -> Scored | None:
        return self


@event
class ScriptDone(msgspec.Struct, frozen=True, tag="script-done"):
    """A scripted moment has been dealt with (so that a resumed game does not repeat it)."""

    mark: str
    clause: str = "21.4"

    def apply(self, state: State) -> State:
        return replaced(state, script=(*state.script, self.mark))

    def seen_by(self, side: str) -> ScriptDone | None:
        return None

