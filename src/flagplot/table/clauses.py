"""The tie between numbered rules and the code that enforces them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

_ENFORCED: dict[str, dict[str, list[str]]] = {}
"""Book id -> ledger id -> qualified names of the functions (or classes) that enforce it."""


def clause(*ids: str) -> Callable[[F], F]:
    """Mark a function or class as enforcing the ledger rows *ids* of the rule book whose package it stands in.

    >>> @clause("21.416C", "21.416H")
    ... def approach() -> None: ...
    """

    def mark(target: F) -> F:
        parts = target.__module__.split(".")
        book = parts[parts.index("rulebooks") + 1] if "rulebooks" in parts else parts[-1]
        for each in ids:
            _ENFORCED.setdefault(book, {}).setdefault(each, []).append(f"{target.__module__}.{target.__qualname__}")
        return target

    return mark


def enforced(book: str) -> dict[str, tuple[str, ...]]:
    """Ledger id -> where it is enforced, for every ``@clause`` of *book* whose modules are imported."""
    return {k: tuple(v) for k, v in sorted(_ENFORCED.get(book, {}).items())}
