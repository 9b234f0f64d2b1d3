"""Chance that is handed in: what draws by lot need of a generator such as ``random.Random``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """A generator of somebody who thinks; no rule has one."""

    def random(self) -> float:
        """A number from 0 up to 1."""

    def randrange(self, start: int, stop: int) -> int:
        """A whole number from *start* up to *stop*, that not included."""

    def choice(self, seq: Sequence[T]) -> T:
        """One of them."""

    def shuffle(self, x: list[Any]) -> None:
        """Put them into another order."""
