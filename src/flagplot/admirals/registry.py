"""The admirals by name, and the choice of those that play a book."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec.structs import replace

from flagplot.table import Rulebook

from .players import Admiral, Greedy, Random
from .search import Search, Thinking, run_in_process
from .steady import Steady


class UnknownAdmiralError(ValueError):
    """An unknown name of an admiral. The message lists the known ones."""


ADMIRALS: dict[str, Admiral] = {
    "greedy": Greedy(),
    "steady": Steady(),
    "search": Search(),
    "random": Random(),
}
"""Every admiral by name."""


def admiral(name: str) -> Admiral:
    """Return an admiral by name. Raises :class:`UnknownAdmiralError`."""
    try:
        return ADMIRALS[name]
    except KeyError:
        raise UnknownAdmiralError(
            f"there is no admiral {name!r}; there are {', '.join(ADMIRALS)}"
        ) from None


def with_time_limit(
    player: Admiral,
    clock: Callable[[], float],
    seconds: float = 0.0,
    thinking: Thinking = run_in_process,
) -> Admiral:
    """Return the admiral with a limit of *seconds* a decision by a clock (0: its own limit).
    *thinking* runs its playouts, in this process or elsewhere. Admirals that do not search are
    returned unchanged. Without a clock a search runs a fixed number of playouts, so that a run can
    be repeated."""
    if not isinstance(player, Search):
        return player
    return replace(player, clock=clock, seconds=seconds or player.seconds, thinking=thinking)


def admirals_for(book: Rulebook[Any]) -> dict[str, Admiral]:
    """Return the admirals that can play a book. Those that search need a book that can
    determinise."""
    return {name: a for name, a in ADMIRALS.items() if book.can_determinize or not a.thinks}


class Offered(msgspec.Struct, frozen=True):
    """An admiral as offered to a person."""

    name: str
    about: str
    """The style of play."""
    takes: str
    """The time an answer takes, in words."""
    elo: int | None
    """The rating from the ladder games of this book, 1000 for ``greedy``; ``None`` without
    games."""

    @property
    def sentence(self) -> str:
        """A summary in one line."""
        strength = f", Elo {self.elo}" if self.elo is not None else ""
        return f"{self.name}{strength}: {self.about}; {self.takes}"


def offered_admirals(book: Rulebook[Any]) -> tuple[Offered, ...]:
    """Return the admirals that play a book, with strength and time per answer."""
    rated = ratings().get(book.id, {})
    return tuple(
        Offered(name, a.about, thinking_time(a), round(rated[name][0]) if name in rated else None)
        for name, a in admirals_for(book).items()
    )


def thinking_time(player: Admiral) -> str:
    """Return the time of an admiral's answer, in words."""
    return (
        f"{player.seconds:g} s or more an order"
        if isinstance(player, Search)
        else "answers at once"
    )


@cache
def ratings() -> dict[str, dict[str, tuple[float, float, float]]]:
    """Return the ratings of admirals by book, each with the ends of its interval.
    ``python -m tools ladder`` writes them."""
    text = files(__package__).joinpath("ratings.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, dict[str, tuple[float, float, float]]])
