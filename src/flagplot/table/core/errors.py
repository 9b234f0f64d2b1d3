"""Errors of the table, and the guard that turns an exception of a rule book into one of them.

Each error says what is wrong and how to mend it. An order that a rule forbids is no error: it gets
a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any, Union


class TextError(ValueError):
    """A text form that cannot be read: what is wrong, where (offset in the text), what may stand
    there, and the names nearest to what was written (only of kinds that may stand there). ``forms``
    are the wordings most like it, where they are not what is expected."""

    forms: tuple[str, ...] = ()
    nameless: bool = False
    """Whether a name stands there that nothing has, in a wording that holds so far."""

    def __init__(
        self, reason: str, at: int = -1, expected: Sequence[str] = (), near: Sequence[str] = ()
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at
        self.expected = tuple(expected)
        self.near = tuple(near)


class GameError(ValueError):
    """Base of the errors a caller of :class:`~flagplot.table.game.game.Game` can cause."""


class WrongSeat(GameError):  # noqa: N818
    """A side answered that is not asked now."""


class Over(WrongSeat):
    """A deed after the end: nobody is asked any more, and nothing may change what the proof
    finds."""


class StaleError(GameError):
    """A side answered without having seen the newest entries of its log; ``last`` is the number it
    should have seen."""

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
        super().__init__(
            (f"line {line}: " if line else "") + reason + (f"; {remedy}" if remedy else "")
        )
        self.line = line
        self.reason = reason
        self.remedy = remedy


LONGEST = 300
"""Letters of an error that are told."""


def fault(book: str, error: Exception) -> RuleError:
    """The error of a rule as callers know it."""
    said = str(error)
    said = said if len(said) <= LONGEST else f"{said[:LONGEST]} ..."
    return RuleError(f"the rules of {book} failed: {type(error).__name__}: {said}")


Method = Union[Callable[..., Any], "staticmethod[..., Any]"]
"""A method of a book, or a function that it has for one (``check = staticmethod(legality.check)``),
which needs no book."""


def side_log_with_views(method: Method, passes: tuple[type[Exception], ...]) -> Callable[..., Any]:
    """A method of a rule book that raises what it may (*passes*) and :class:`RuleError`, nothing
    else."""
    fine: tuple[type[Exception], ...] = (*passes, RuleError, GameError, Diverged)
    alone = isinstance(method, staticmethod)
    function: Callable[..., Any] = method.__func__ if isinstance(method, staticmethod) else method

    @wraps(function)
    def guarded(self: Any, *args: Any, **named: Any) -> Any:
        try:
            return function(*args, **named) if alone else function(self, *args, **named)
        except fine:
            raise
        except Exception as e:
            raise fault(self.id, e) from e

    return guarded


def guarded_generator(
    method: Method, passes: tuple[type[Exception], ...]
) -> Callable[..., Iterator[Any]]:
    """The same for a method whose answers are made while they are read."""
    fine: tuple[type[Exception], ...] = (*passes, RuleError, GameError, Diverged)
    alone = isinstance(method, staticmethod)
    function: Callable[..., Iterable[Any]] = (
        method.__func__ if isinstance(method, staticmethod) else method
    )

    @wraps(function)
    def guarded(self: Any, *args: Any, **named: Any) -> Iterator[Any]:
        try:
            yield from function(*args, **named) if alone else function(self, *args, **named)
        except fine:
            raise
        except Exception as e:
            raise fault(self.id, e) from e

    return guarded
