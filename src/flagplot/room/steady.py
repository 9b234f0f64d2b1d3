"""Doing it again when another worker wrote to the same game first."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from .errors import MovedFirst

P = ParamSpec("P")
T = TypeVar("T")
TRIES = 8
"""How often a request meets another worker's entries before it is told to come again."""


def steady(act: Callable[P, T]) -> Callable[P, T]:
    """A request that is carried out on the game as it then stands when another worker wrote first.

    Whether that concerns the seat, so that its answer is ``stale``, the game says by the seat's own numbers: that the other side
    has written something in secret must not show.
    """

    @wraps(act)
    def again(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(TRIES - 1):
            try:
                return act(*args, **kwargs)
            except MovedFirst:
                continue
        return act(*args, **kwargs)

    return again
