"""The admirals one may name, and which of them play a book."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec.structs import replace

from flagplot.table import Rulebook

from .players import Admiral, Greedy, Random
from .search import Search, Thinking, alone
from .steady import Steady


class UnknownAdmiralError(ValueError):
    """No admiral has this name; the message lists those there are."""


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
    player: Admiral, clock: Callable[[], float], seconds: float = 0.0, thinking: Thinking = alone
) -> Admiral:
    """The same admiral, thinking for so many *seconds* a decision by a clock (his own number where
    0), in this process or wherever *thinking* plays his guesses. Who does not think stays as he is;
    without a clock one who thinks plays a fixed number of games in thought, so that a run gives the
    same again."""
    if not isinstance(player, Search):
        return player
    return replace(player, clock=clock, seconds=seconds or player.seconds, thinking=thinking)


def admirals_for(book: Rulebook[Any]) -> dict[str, Admiral]:
    """The admirals who play a book: one who thinks only where the book guesses what is hidden."""
    return {name: a for name, a in ADMIRALS.items() if book.guesses or not a.thinks}


class Offered(msgspec.Struct, frozen=True):
    """An admiral as he is offered to a person."""

    name: str
    about: str
    """How he plays."""
    takes: str
    """How long an answer takes."""
    elo: int | None
    """His rating in the games of the ladder by this book, 1000 for ``greedy``; ``None`` where there
    were none."""

    @property
    def sentence(self) -> str:
        """All of it in a few words."""
        strength = f", Elo {self.elo}" if self.elo is not None else ""
        return f"{self.name}{strength}: {self.about}; {self.takes}"


def offered(book: Rulebook[Any]) -> tuple[Offered, ...]:
    """Who plays a book, how strong he is and how long he takes."""
    rated = ratings().get(book.id, {})
    return tuple(
        Offered(name, a.about, thinking_time(a), round(rated[name][0]) if name in rated else None)
        for name, a in admirals_for(book).items()
    )


def thinking_time(player: Admiral) -> str:
    """How long an admiral takes for an answer by the clock."""
    return (
        f"{player.seconds:g} s or more an order"
        if isinstance(player, Search)
        else "answers at once"
    )


@cache
def ratings() -> dict[str, dict[str, tuple[float, float, float]]]:
    """The ratings of admirals by book, with the ends of their intervals: ``python -m tools ladder``
    writes them."""
    text = files(__package__).joinpath("ratings.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, dict[str, tuple[float, float, float]]])
