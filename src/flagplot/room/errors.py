"""Errors of the API (a code, a sentence, the place and the remedy), and the retry after a conflict
with another worker."""

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
    """An error response with its HTTP status. ``wait`` is the number of seconds to wait before the
    next request (0: none)."""

    def __init__(
        self, status: int, code: str, message: str, place: str = "", remedy: str = "", wait: int = 0
    ) -> None:
        super().__init__(message)
        self.status = status
        self.wait = wait
        self.problem = Problem(code, message, place, remedy)


class MovedFirst(RoomError):  # noqa: N818
    """A conflict: another worker wrote to the game first. The request is then repeated on the new
    state."""

    def __init__(self) -> None:
        super().__init__(
            503,
            "busy",
            "This game is busy; nothing was done.",
            "",
            "Try again in a moment.",
            1,
        )


class Busy(RoomError):  # noqa: N818
    """A 503 error: the resource named by *what* is busy; nothing was done. *wait* is in seconds."""

    def __init__(self, what: str, wait: int = 2) -> None:
        super().__init__(
            503, "busy", f"{what}; nothing was done.", "", f"Ask again in {wait} seconds.", wait
        )


def too_fast(what: str, wait: float, place: str = "") -> RoomError:
    """Return a 429 error with the time to wait."""
    seconds = int(wait) + 1
    return RoomError(
        429, "too-fast", f"Too many {what}.", place, f"Wait {seconds} seconds.", seconds
    )


def not_found(what: str, place: str = "") -> RoomError:
    """Return a 404 error that names what was not found."""
    return RoomError(
        404,
        "not-found",
        f"There is no {what}.",
        place,
        "Check the link, or go back to the start page.",
    )


def no_seat() -> RoomError:
    """Return a 401 error: the token opens no seat of this game. It is equal for a wrong game, a
    wrong token and a malformed one."""
    return RoomError(
        401,
        "no-seat",
        "This link opens no seat of this game.",
        "authorization",
        "Open the whole link you were given; the part after # is the key. An invitation works "
        "once only; the player who took it has another link.",
    )


def bad_value(place: str, message: str, remedy: str = "") -> RoomError:
    """Return a 400 error for one field."""
    return RoomError(400, "bad-value", message, place, remedy)


P = ParamSpec("P")


T = TypeVar("T")


TRIES = 8
"""Conflicts with other workers before a request is answered with 503."""


def retry_on_conflict(act: Callable[P, T]) -> Callable[P, T]:
    """Return a handler that is repeated on the new state when another worker wrote first.

    The game decides from the seat's own log whether the request is ``stale``. A secret entry of the
    other side must not show.
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
