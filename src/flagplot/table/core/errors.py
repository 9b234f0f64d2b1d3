"""Errors of the table, and the guards that turn an exception of a rule book into one of them.

Each error says what is wrong and how to correct it. A forbidden order is not an error: it gets a
refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any, Union


class TextError(ValueError):
    """A text that cannot be read. It says what is wrong, where (``at``, the offset in the text; -1:
    nowhere in particular), what may stand there (``expected``), and the names of fitting kinds most
    like the one written (``near``). ``forms`` are the most similar wordings, when they are not
    among ``expected``."""

    forms: tuple[str, ...] = ()
    nameless: bool = False
    """True when an unknown name stands there and the wording fits up to that name."""

    def __init__(
        self, reason: str, at: int = -1, expected: Sequence[str] = (), near: Sequence[str] = ()
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at
        self.expected = tuple(expected)
        self.near = tuple(near)


class GameError(ValueError):
    """Base of the errors that a caller of :class:`~flagplot.table.game.game.Game` can cause."""


class WrongSeat(GameError):  # noqa: N818
    """An answer from a side that is not asked now."""


class GameOver(WrongSeat):
    """An answer or change after the end of the game. Nothing may change the log that the proof
    covers."""


class StaleError(GameError):
    """An answer from a side that has not seen the newest entries of its log. ``last`` is the number
    of the entry it should have seen."""

    def __init__(self, last: int) -> None:
        super().__init__(f"the game has moved on: look at the log up to entry {last} first")
        self.last = last


class DiceError(GameError):
    """Faces that the requested roll cannot show, or dice that have run out."""


class ReadOnly(GameError):  # noqa: N818
    """A change to a game that is open for reading only; the message says why."""


class RuleError(RuntimeError):
    """A bug of a rule book: it raised an unexpected error. The game stays as it was before the
    input."""


class ReplayDiverged(RuntimeError):  # noqa: N818
    """A replay that asks for something else than the log answers; ``n`` is the first entry that
    differs."""

    def __init__(self, n: int, reason: str) -> None:
        super().__init__(reason)
        self.n = n
        self.reason = reason


class LogError(ValueError):
    """A log that cannot be used: line number (from 1; 0: the whole log), reason, remedy."""

    def __init__(self, line: int, reason: str, remedy: str = "") -> None:
        super().__init__(
            (f"line {line}: " if line else "") + reason + (f"; {remedy}" if remedy else "")
        )
        self.line = line
        self.reason = reason
        self.remedy = remedy


LONGEST = 300
"""Longest message, in characters, that :func:`fault` quotes from an error."""


def rule_error(book: str, error: Exception) -> RuleError:
    """Return the :class:`RuleError` that reports *error*, raised inside the rules of *book*."""
    said = str(error)
    said = said if len(said) <= LONGEST else f"{said[:LONGEST]} ..."
    return RuleError(f"the rules of {book} failed: {type(error).__name__}: {said}")


Method = Union[Callable[..., Any], "staticmethod[..., Any]"]
"""A method of a book, or a static function that stands for one (``check =
staticmethod(legality.check)``) and takes no book."""


def guarded_method(method: Method, passes: tuple[type[Exception], ...]) -> Callable[..., Any]:
    """Guard a method of a rule book: errors other than *passes* and the table's own come out as
    :class:`RuleError`."""
    fine: tuple[type[Exception], ...] = (*passes, RuleError, GameError, ReplayDiverged)
    alone = isinstance(method, staticmethod)
    function: Callable[..., Any] = method.__func__ if isinstance(method, staticmethod) else method

    @wraps(function)
    def guarded(self: Any, *args: Any, **named: Any) -> Any:
        try:
            return function(*args, **named) if alone else function(self, *args, **named)
        except fine:
            raise
        except Exception as e:
            raise rule_error(self.id, e) from e

    return guarded


def guarded_generator(
    method: Method, passes: tuple[type[Exception], ...]
) -> Callable[..., Iterator[Any]]:
    """Guard a generator method: turn an error raised while it is iterated into :class:`RuleError`.
    *passes* are the errors it may raise."""
    fine: tuple[type[Exception], ...] = (*passes, RuleError, GameError, ReplayDiverged)
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
            raise rule_error(self.id, e) from e

    return guarded
