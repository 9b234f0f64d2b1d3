"""Errors inside a rule book: whatever a rule raises by mistake comes out as one kind of error; whoever called can go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, Union

from .errors import Diverged, GameError, RuleError

LONGEST = 300
"""Letters of an error that are told."""


def fault(book: str, error: Exception) -> RuleError:
    """The error of a rule as callers know it."""
    said = str(error)
    said = said if len(said) <= LONGEST else f"{said[:LONGEST]} ..."
    return RuleError(f"the rules of {book} failed: {type(error).__name__}: {said}")


Method = Union[Callable[..., Any], "staticmethod[..., Any]"]
"""A method of a book, or a function that it has for one (``check = staticmethod(legality.check)``), which needs no book."""


def told(method: Method, passes: tuple[type[Exception], ...]) -> Callable[..., Any]:
    """A method of a rule book that raises what it may (*passes*) and :class:`RuleError`, nothing else."""
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


def told_one_by_one(method: Method, passes: tuple[type[Exception], ...]) -> Callable[..., Iterator[Any]]:
    """The same for a method whose answers are made while they are read."""
    fine: tuple[type[Exception], ...] = (*passes, RuleError, GameError, Diverged)
    alone = isinstance(method, staticmethod)
    function: Callable[..., Iterable[Any]] = method.__func__ if isinstance(method, staticmethod) else method

    @wraps(function)
    def guarded(self: Any, *args: Any, **named: Any) -> Iterator[Any]:
        try:
            yield from function(*args, **named) if alone else function(self, *args, **named)
        except fine:
            raise
        except Exception as e:
            raise fault(self.id, e) from e

    return guarded
