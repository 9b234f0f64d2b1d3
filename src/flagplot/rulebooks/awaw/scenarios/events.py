"""Events of scenarios: scripted changes and victory points."""

from __future__ import annotations

from flagplot.table.language.event_sentences import NOBODY, OWNER, Audience, AudienceEvent

from ..events.codebreaking import STRATEGIC, TACTICAL, with_card
from ..nouns import Side, That, Those
from ..state import State, SWBox, with_changes, with_units_changed
from ..state import replace as replaced


class Reinforced(AudienceEvent, frozen=True, tag="reinforced"):
    """Arrival of units of the order of battle at their places."""

    audience = Audience(OWNER)
    side: Side
    units: Those
    clause: str = "21.31"

    def apply(self, state: State) -> State:
        return with_units_changed(state, self.units, status="")


class Withdrawn(AudienceEvent, frozen=True, tag="withdrawn"):
    """Withdrawal of units from the game by script, wherever they are."""

    audience = Audience(OWNER)
    side: Side
    units: Those
    why: str
    clause: str = "21.31"

    def apply(self, state: State) -> State:
        return with_units_changed(
            state, self.units, status="withdrawn", force="", tf="", at="", base=""
        )


class SentAway(AudienceEvent, frozen=True, tag="sent-away"):
    """Temporary absence of units by script. They stay in their base, and neither side can use or
    attack them."""

    audience = Audience(OWNER)
    side: Side
    units: Those
    why: str
    clause: str = "21.31"

    def apply(self, state: State) -> State:
        return with_units_changed(state, self.units, status="reserve", force="", tf="")


class Researched(AudienceEvent, frozen=True, tag="researched"):
    """Research results from now on."""

    results: tuple[tuple[str, int], ...]
    why: str
    clause: str = "21.5342"

    def apply(self, state: State) -> State:
        return replaced(state, research=with_changes(state.research, dict(self.results)))


class CardsDealt(AudienceEvent, frozen=True, tag="cards-dealt"):
    """Deal of codebreaking cards to a side. Both sides see how many."""

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
    """Addition of transports to an SW box."""

    side: Side
    box: str
    number: int
    why: str
    clause: str = "21.53"

    def apply(self, state: State) -> State:
        was = state.sw.get(f"{self.side} {self.box}", SWBox())
        more = replaced(was, transports=was.transports + self.number)
        return replaced(state, sw=with_changes(state.sw, {f"{self.side} {self.box}": more}))


class Fell(AudienceEvent, frozen=True, tag="fell"):
    """Change of control of a place by script, at the start of a player turn. It counts in every
    snapshot of control."""

    place: str
    hex: str
    side: Side
    why: str
    clause: str = "21.23"

    def apply(self, state: State) -> State:
        change = {self.hex: self.side}
        return replaced(
            state,
            control=with_changes(state.control, change),
            control_phase=with_changes(state.control_phase, change),
            control_move=with_changes(state.control_move, change),
            control_turn=with_changes(state.control_turn, change),
        )


class WentOver(AudienceEvent, frozen=True, tag="went-over"):
    """Change of side of an independent power's units. Only the side that they join sees them. What
    they lost before still counts as lost by the side that they leave."""

    audience = Audience(hides=("units", "tallies"))
    side: Side
    place: str
    units: Those
    tallies: tuple[tuple[str, float], ...] = ()
    """(tally of losses, change) pairs."""
    clause: str = "21.31"

    def apply(self, state: State) -> State:
        tallies = {tally: state.tallies.get(tally, 0.0) + more for tally, more in self.tallies}
        return replaced(
            with_units_changed(state, self.units, side=self.side, note=""),
            tallies=with_changes(state.tallies, tallies),
        )


class Overrun(AudienceEvent, frozen=True, tag="overrun"):
    """Loss of ground and air units with the place in which they stood."""

    audience = Audience(OWNER)
    side: Side
    place: str
    units: Those
    clause: str = "21.23"

    def apply(self, state: State) -> State:
        return with_units_changed(state, self.units, status="removed", at="", base="")


class Rebased(AudienceEvent, frozen=True, tag="rebased"):
    """Move of an air unit to another base by script."""

    audience = Audience(OWNER)
    side: Side
    unit: That
    hex: str
    why: str
    clause: str = "21.31"

    def apply(self, state: State) -> State:
        return with_units_changed(
            state, (self.unit,), at=self.hex, base=self.hex, base_turn=self.hex, base_phase=self.hex
        )


class Scored(AudienceEvent, frozen=True, tag="scored"):
    """Victory points for a side. ``tally`` counts what the scenario limits, or what has already
    been scored."""

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
        score = with_changes(
            state.score, {self.side: state.score.get(self.side, 0.0) + self.points}
        )
        tallies = state.tallies
        if self.tally:
            tallies = with_changes(
                tallies, {self.tally: tallies.get(self.tally, 0.0) + self.counted}
            )
        return replaced(state, score=score, tallies=tallies)


class ScriptDone(AudienceEvent, frozen=True, tag="script-done"):
    """Mark that a scripted moment has been played, so that a resumed game does not repeat it."""

    audience = Audience(NOBODY)
    mark: str
    clause: str = "21.4"

    def apply(self, state: State) -> State:
        return replaced(state, script=(*state.script, self.mark))
