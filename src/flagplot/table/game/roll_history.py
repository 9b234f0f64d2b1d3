"""The rolls of a game as its rules asked for them, and the luck in them.

A log keeps the faces of a roll, but not how they are read. The rules of an opened log are therefore
run again when somebody asks.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ..core.errors import DiceError, LogError, ReplayDiverged, RuleError
from ..core.requests import Roll
from ..log.entries import Entry
from ..log.side_log import live_entries
from .engine import Engine
from .luck import RollLuck, roll_luck


class RollHistory:
    """The rolls of one game."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.record = engine.record
        self._rebuilt = False
        """True when the rules were run again for rolls that were not known."""
        self._lucks: dict[int, tuple[Entry, RollLuck | None]] = {}

    def of_entry(self, side: str, n: int) -> Roll[Any] | None:
        """Return the roll that *side* has seen as its entry *n*.

        ``None`` when the entry is no roll, when the roll was undone before the log was opened, and
        when it was made under other rules.
        """
        source = self.record.side_log(side).source
        whole = source[n] if 0 <= n < len(source) else -1
        if (
            whole >= 0
            and whole not in self.engine.rolls
            and self.record.entries[whole].kind == "roll"
        ):
            self.rebuild()
        return self.engine.rolls.get(whole)

    def rebuild(self) -> None:
        """Run the rules of an opened log again, from the first unknown roll on, to know its rolls.

        Do nothing where the rules do not lead to what the log holds; :meth:`lucks` says so.
        """
        unknown = (
            []
            if self._rebuilt or self.engine.read_only
            else [e.n for e in self._live_rolls(None) if e.n not in self.engine.rolls]
        )
        if unknown:
            self._rebuilt = True
            with suppress(ReplayDiverged, DiceError, RuleError):
                self.engine.rolls |= self.engine.rerun(unknown[0]).rolls

    def are_known(self, side: str | None) -> bool:
        """Return whether :meth:`lucks` needs no second run of the rules. A read-only game cannot be
        run again."""
        rolls = self.engine.rolls
        return bool(self.engine.read_only) or all(e.n in rolls for e in self._live_rolls(side))

    def lucks(self, side: str | None) -> tuple[RollLuck, ...]:
        """Return the luck of each live roll, or only of those that *side* may see.

        Raises ``LogError`` when the rules do not lead to what the log holds.
        """
        engine = self.engine
        if not self.are_known(side):
            try:
                engine.rolls |= engine.rerun().rolls
            except ReplayDiverged as d:
                raise LogError(
                    d.n + 1,
                    d.reason,
                    "flagplot verify tells more; the log was changed or the rules were",
                ) from None
        found = (self._luck(e) for e in self._live_rolls(side) if e.n in engine.rolls)
        return tuple(luck for luck in found if luck is not None)

    def _luck(self, entry: Entry) -> RollLuck | None:
        kept = self._lucks.get(entry.n)
        # After a roll-back another entry may have the number of this one.
        if kept is None or kept[0] is not entry:
            side = self.engine.book.side_of_roll(self.engine.state, entry.why, entry.about)
            kept = (entry, roll_luck(self.engine.rolls[entry.n], entry, side))
            self._lucks[entry.n] = kept
        return kept[1]

    def _live_rolls(self, side: str | None) -> list[Entry]:
        """Return the rolls that are not undone, or those of them that *side* has seen, as entries
        of the whole log."""
        entries = self.record.entries
        if side is None:
            rolls = (entries[n] for n in self.record.timeline.live)
            return [e for e in rolls if e.kind == "roll"]
        log = self.record.side_log(side)
        return [entries[log.source[e.n]] for e in live_entries(log.entries) if e.kind == "roll"]
