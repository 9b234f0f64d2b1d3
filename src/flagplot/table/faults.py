"""Errors inside a rule book: whatever a rule raises by mistake comes out as one kind of error; whoever called can go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any

from .errors import Diverged, GameError, RuleError

LONGEST = 300
"""Letters of an error that are told."""


def fault(book: str, error: Exception) -> RuleError:
    """The error of a rule as callers know it."""
    said = str(error)
    said = said if len(said) <= LONGEST else f"{said[:LONGEST]} ..."
    return RuleError(f"the rules of {book} failed: {type(error).__name__}: {said}")


def unbound(method: staticmethod[..., Any]) -> Callable[..., Any]:
    """A function that a book has for a method (``check = staticmethod(legality.check)``), as a method: it needs no book."""
    function = method.__func__

    @wraps(function)
    def called(self: Any, *args: Any, **named: Any) -> Any:
        return function(*args, **named)

    return called


def told(method: Callable[..., Any], passes: tuple[type[Exception], ...]) -> Callable[..., Any]:
    """A method of a rule book that raises what it may (*passes*) and :class:`RuleError`, nothing else."""
    fine: tuple[type[Exception], ...] = (*passes, RuleError, GameError, Diverged)

    @wraps(method)
    def guarded(self: Any, *args: Any, **named: Any) -> Any:
        try:
            return method(self, *args, **named)
        except fine:
            raise
        except Exception as e:
            raise fault(self.id, e) from e

    return guarded


def told_one_by_one(method: Callable[..., Iterable[Any]], passes: tuple[type[Exception], ...]) -> Callable[..., Iterator[Any]]:
    """The same for a method whose answers are made while they are read."""
    fine: tuple[type[Exception], ...] = (*passes, RuleError, GameError, Diverged)

    @wraps(method)
    def guarded(self: Any, *args: Any, **named: Any) -> Iterator[Any]:
        try:
            yield from method(self, *args, **named)
        except fine:
            raise
        except Exception as e:
            raise fault(self.id, e) from e

    return guarded
