"""What can go wrong at the table besides a refused order. Each says what is wrong and what would mend it."""

from __future__ import annotations

from collections.abc import Sequence


class TextError(ValueError):
    """A text form that cannot be read: what is wrong, where (offset in the text), what may stand there, and the names nearest
    to what was written (only of kinds that may stand there). ``forms`` are the wordings most like it, where they are not what is
    expected."""

    forms: tuple[str, ...] = ()
    nameless: bool = False
    """Whether a name stands there that nothing has, in a wording that holds so far."""

    def __init__(self, reason: str, at: int = -1, expected: Sequence[str] = (), near: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at
        self.expected = tuple(expected)
        self.near = tuple(near)


class GameError(ValueError):
    """Base of the errors a caller of :class:`~flagplot.table.game.Game` can cause."""


class WrongSeat(GameError):  # noqa: N818
    """A side answered that is not asked now."""


class Over(WrongSeat):
    """A deed after the end: nobody is asked any more, and nothing may change what the proof finds."""


class StaleError(GameError):
    """A side answered without having seen the newest entries of its log; ``last`` is the number it should have seen."""

    def __init__(self, last: int) -> None:
        super().__init__(f"the game has moved on: look at the log up to entry {last} first")
        self.last = last


class DiceError(GameError):
    """Faces that the roll asked for cannot show, or dice that have run out."""


class ReadOnly(GameError):  # noqa: N818
    """The game can be looked at, not played on; the message says why."""


class RuleError(RuntimeError):
    """A rule book broke a promise (a bug in it); the game is left as it was before the input."""


class Diverged(RuntimeError):  # noqa: N818
    """A replay asked something else than the log answers: ``n`` is the entry where they part."""

    def __init__(self, n: int, reason: str) -> None:
        super().__init__(reason)
        self.n = n
        self.reason = reason


class LogError(ValueError):
    """A log that cannot be used: line number from 1, reason, remedy."""

    def __init__(self, line: int, reason: str, remedy: str = "") -> None:
        super().__init__((f"line {line}: " if line else "") + reason + (f"; {remedy}" if remedy else ""))
        self.line = line
        self.reason = reason
        self.remedy = remedy
