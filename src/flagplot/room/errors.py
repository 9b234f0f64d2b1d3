"""Errors of the API: a code, a sentence, the place and the remedy; and the retry after another
worker wrote first."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import msgspec


class Problem(msgspec.Struct, frozen=True):
    """The body of every error. ``code`` is stable; ``place`` names the field, entry or offset at
    fault."""

    code: str
    message: str
    place: str = ""
    remedy: str = ""


class RoomError(Exception):
    """An answer other than success, with its HTTP status; ``wait`` is how many seconds to wait
    before asking again."""

    def __init__(
        self, status: int, code: str, message: str, place: str = "", remedy: str = "", wait: int = 0
    ) -> None:
        super().__init__(message)
        self.status = status
        self.wait = wait
        self.problem = Problem(code, message, place, remedy)


class MovedFirst(RoomError):  # noqa: N818
    """Another worker wrote to the game first: what was to be done is done again on the game as it
    stands now."""

    def __init__(self) -> None:
        super().__init__(
            503,
            "busy",
            "Others keep this game busy; nothing was done.",
            "",
            "Try again in a moment.",
            1,
        )


class Busy(RoomError):  # noqa: N818
    """503: others keep busy *what* was asked for; nothing was done. *wait* is in seconds."""

    def __init__(self, what: str, wait: int = 2) -> None:
        super().__init__(
            503, "busy", f"{what}; nothing was done.", "", f"Ask again in {wait} seconds.", wait
        )


def too_fast(what: str, wait: float, place: str = "") -> RoomError:
    """429 with how long to wait."""
    seconds = int(wait) + 1
    return RoomError(
        429, "too-fast", f"Too many {what}.", place, f"Wait {seconds} seconds.", seconds
    )


def not_found(what: str, place: str = "") -> RoomError:
    """404 with what was looked for."""
    return RoomError(
        404,
        "not-found",
        f"There is no {what}.",
        place,
        "Check the link, or go back to the start page.",
    )


def no_seat() -> RoomError:
    """401: the token opens no seat of this game. Says the same for a wrong game, a wrong token and
    a malformed one."""
    return RoomError(
        401,
        "no-seat",
        "This link opens no seat of this game.",
        "authorization",
        "Open the whole link you were given; the part after # is the key. An invitation works "
        "once: whoever took it has a link of"
        " their own.",
    )


def bad_value(place: str, message: str, remedy: str = "") -> RoomError:
    """400 for one field."""
    return RoomError(400, "bad-value", message, place, remedy)


P = ParamSpec("P")


T = TypeVar("T")


TRIES = 8
"""How often a request meets another worker's entries before it is told to come again."""


def retry_on_conflict(act: Callable[P, T]) -> Callable[P, T]:
    """A request that is carried out on the game as it then stands when another worker wrote first.

    Whether that concerns the seat, so that its answer is ``stale``, the game says by the seat's own
    numbers: that the other side has written something in secret must not show.
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
