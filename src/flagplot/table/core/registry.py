"""Decorators with which the modules of a rule book register their functions by order type and
clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from .book_packages import book_of_module

F = TypeVar("F", bound=Callable[..., object])


class Registry(dict[Any, F]):
    """Functions by key: a type of order, a kind of question. Called with keys it returns the
    decorator that registers a function for them.

    >>> checks: Registry[Callable[[object], bool]] = Registry()
    >>> @checks(int)
    ... def positive(n: object) -> bool:
    ...     return bool(n)
    >>> checks[int](3)
    True
    """

    def __call__(self, *keys: Any) -> Callable[[F], F]:
        """Return a decorator that registers a function for *keys*. It raises ``ValueError`` when a
        key has a function already."""

        def enter(f: F) -> F:
            for key in keys:
                if key in self:
                    raise ValueError(f"{key!r} has a function already: {self[key]!r}")
                self[key] = f
            return f

        return enter


_ENFORCED: dict[str, dict[str, list[str]]] = {}
"""Book id -> clause id -> qualified names of the functions and classes that enforce the clause."""


def clause(*ids: str) -> Callable[[F], F]:
    """Mark a function or class as enforcing the clauses *ids* of the rule book whose package
    contains it.

    >>> @clause("21.416C", "21.416H")
    ... def approach() -> None: ...
    """

    def mark(target: F) -> F:
        book = book_of_module(target.__module__)
        for each in ids:
            _ENFORCED.setdefault(book, {}).setdefault(each, []).append(
                f"{target.__module__}.{target.__qualname__}"
            )
        return target

    return mark


def enforced(book: str) -> dict[str, tuple[str, ...]]:
    """Return clause id -> qualified names of its enforcers, from every ``@clause`` of *book* in
    modules that are imported."""
    return {k: tuple(v) for k, v in sorted(_ENFORCED.get(book, {}).items())}
