"""What a scenario makes happen by script, and victory points."""

from __future__ import annotations

from flagplot.table.language.event_sentences import NOBODY, OWNER, Audience, AudienceEvent

from ..events.codebreaking import STRATEGIC, TACTICAL, with_card
from ..nouns import Side, That, Those
from ..state import State, SWBox, put, update
from ..state import replace as replaced


class Reinforced(AudienceEvent, frozen=True, tag="reinforced"):
    """Units of the order of battle come into play at their places."""

    audience = Audience(OWNER)
    side: Side
    units: Those
    clause: str = "21.31"

    def apply(self, state: State) -> State:
        return update(state, self.units, status="")


class Withdrawn(AudienceEvent, frozen=True, tag="withdrawn"):
    """Units leave the game by script, wherever they are."""

    audience = Audience(OWNER)
    side: Side
    units: Those
    why: str
    clause: str = "21.31"

    def apply(self, state: State) -> State:
        return update(state, self.units, status="withdrawn", force="", tf="", at="", base="")


class SentAway(AudienceEvent, frozen=True, tag="sent-away"):
    """Units are out of the game for a time, by script; they lie in their base, out of everybody's
    reach."""

    audience = Audience(OWNER)
    side: Side
    units: Those
    why: str
    clause: str = "21.31"

    def apply(self, state: State) -> State:
        return update(state, self.units, status="reserve", force="", tf="")


class Researched(AudienceEvent, frozen=True, tag="researched"):
    """Research results as they stand from now on."""

    results: tuple[tuple[str, int], ...]
    why: str
    clause: str = "21.5342"

    def apply(self, state: State) -> State:
        return replaced(state, research=put(state.research, dict(self.results)))


class CardsDealt(AudienceEvent, frozen=True, tag="cards-dealt"):
    """A side is dealt codebreaking cards; both know how many."""

    side: Side
    tactical: int
    strategic: int
    why: str
    clause: str = "21.5342"

    def apply(self, state: State) -> State:
        for kind, n in ((TACTICAL, self.tactical), (STRATEGIC, self.strategic)):
            state = with_card(state, self.side, kind, n) if n else state
        return state


class TransportsJoined(AudienceEvent, frozen=True, tag="transports-joined"):
    """More transports sail in an SW box."""

    side: Side
    box: str
    number: int
    why: str
    clause: str = "21.53"

    def apply(self, state: State) -> State:
        was = state.sw.get(f"{self.side} {self.box}", SWBox())
        more = replaced(was, transports=was.transports + self.number)
        return replaced(state, sw=put(state.sw, {f"{self.side} {self.box}": more}))


class Fell(AudienceEvent, frozen=True, tag="fell"):
    """A place changes hands by script at the start of a player turn, so it counts in every snapshot
    of control."""

    place: str
    hex: str
    side: Side
    why: str
    clause: str = "21.23"

    def apply(self, state: State) -> State:
        change = {self.hex: self.side}
        return replaced(
            state,
            control=put(state.control, change),
            control_phase=put(state.control_phase, change),
            control_move=put(state.control_move, change),
            control_turn=put(state.control_turn, change),
        )


class WentOver(AudienceEvent, frozen=True, tag="went-over"):
    """Units of a power that stood apart join a side, which alone learns what lay there. What they
    lost before it is still lost by the side they leave."""

    audience = Audience(hides=("units", "tallies"))
    side: Side
    place: str
    units: Those
    tallies: tuple[tuple[str, float], ...] = ()
    """Pairs (tally of losses, what it changes by)."""
    clause: str = "21.31"

    def apply(self, state: State) -> State:
        tallies = {tally: state.tallies.get(tally, 0.0) + more for tally, more in self.tallies}
        return replaced(
            update(state, self.units, side=self.side, note=""), tallies=put(state.tallies, tallies)
        )


class Overrun(AudienceEvent, frozen=True, tag="overrun"):
    """Ground and air units are lost with the place they stood in."""

    audience = Audience(OWNER)
    side: Side
    place: str
    units: Those
    clause: str = "21.23"

    def apply(self, state: State) -> State:
        return update(state, self.units, status="removed", at="", base="")


class Rebased(AudienceEvent, frozen=True, tag="rebased"):
    """An air unit moves by script."""

    audience = Audience(OWNER)
    side: Side
    unit: That
    hex: str
    why: str
    clause: str = "21.31"

    def apply(self, state: State) -> State:
        return update(
            state, (self.unit,), at=self.hex, base=self.hex, base_turn=self.hex, base_phase=self.hex
        )


class Scored(AudienceEvent, frozen=True, tag="scored"):
    """A side earns victory points. ``tally`` counts what the scenario limits or has counted
    already."""

    side: Side
    reason: str
    """``landing``, ``patrol``, ``sunk``, ``cargo``, ``damaged``, ``garrisons``, ``air``, ``land``,
    ``holding``, ``taken``, ``transports``, ``home`` or ``idle``."""
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


class ScriptDone(AudienceEvent, frozen=True, tag="script-done"):
    """A scripted moment has been dealt with (so that a resumed game does not repeat it)."""

    audience = Audience(NOBODY)
    mark: str
    clause: str = "21.4"

    def apply(self, state: State) -> State:
        return replaced(state, script=(*state.script, self.mark))
