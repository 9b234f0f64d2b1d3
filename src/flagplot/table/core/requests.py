"""Requests: the only ways in which a rule gets chance or a choice.

A rule awaits ``Roll(...)``, ``Ask``, ``AskOrder``, ``AskEach`` or ``AskAny``. :func:`facts` builds
the small hashable mappings of plain values that describe a request, a refusal or an event.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Hashable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

Scalar = str | int | float | bool


Facts = tuple[tuple[str, Scalar], ...]


def facts(**named: Scalar) -> Facts:
    """Return the named values as a hashable, ordered tuple of pairs, e.g.
    ``facts(dice=4, hex="B31")``."""
    return tuple(named.items())


T = TypeVar("T")


T_co = TypeVar("T_co", covariant=True)


R = TypeVar("R")


Rule = Coroutine[Any, Any, R]


class RollSpec(Protocol[T_co]):
    """The dice of a roll: how many it takes, how their faces are read, and its exact outcomes with
    integer weights.

    Specs are small frozen, hashable values. ``outcomes`` returns ``((value, weight), ...), total``
    with equal values merged; the weights sum to the total. ``read`` accepts exactly ``dice[0]``
    faces of ``dice[1]`` sides.
    """

    @property
    def dice(self) -> tuple[int, int]: ...
    def read(self, faces: Sequence[int]) -> T_co: ...
    def outcomes(self) -> tuple[tuple[tuple[T_co, int], ...], int]: ...


class Roll(msgspec.Struct, Generic[T], frozen=True):
    """A request for chance. ``why`` is a stable code for the words file; ``table`` names the rule
    table read, for its provenance."""

    spec: RollSpec[T]
    clause: str
    why: str = ""
    table: str = ""
    about: Facts = ()
    seen_by: tuple[str, ...] = ()
    """Sides that may see this roll now; empty means everybody."""

    @property
    def reason(self) -> str:
        """The purpose of the roll, as text. Dice of playouts are keyed by it
        (:class:`~flagplot.table.core.dice.PlayoutDice`)."""
        return f"{self.clause} {self.why} {self.about}"

    def __await__(self) -> Generator[Roll[T], T, T]:
        return (yield self)


class Ask(msgspec.Struct, Generic[T], frozen=True):
    """A request to one side to choose one of ``options``. Each option's ``str()`` is its text form,
    unique among the options.

    ``kind`` is a stable code (``"interception"``); ``about`` holds facts for the prompt and for
    standing orders. The side must be able to know everything in ``options`` and ``about``.
    """

    side: str
    options: tuple[T, ...]
    clause: str
    kind: str
    about: Facts = ()
    open: bool = False
    """True when the answer is public. The other sides may read it once it is given; of an
    ``AskEach``, once all answers are in."""

    def __await__(self) -> Generator[Ask[T], T, T]:
        return (yield self)


class AskOrder(msgspec.Struct, frozen=True):
    """A request to one side for an order of its own making. The rule book's ``check`` decides
    whether the order is legal.

    ``kind`` says which orders fit (``"movement"``); the answer is an order value of the rule book.
    """

    side: str
    clause: str
    kind: str
    about: Facts = ()
    open: bool = False
    """True when the order's text is public once given. Otherwise the other sides learn of it only
    by events."""

    def __await__(self) -> Generator[AskOrder, Any, Any]:
        return (yield self)


class AskEach(msgspec.Struct, Generic[T], frozen=True):
    """Sealed answers: every named side answers in secret, then all answers come back together, by
    side."""

    asks: tuple[Ask[T] | AskOrder, ...]

    def __await__(self) -> Generator[AskEach[T], Mapping[str, T], Mapping[str, T]]:
        return (yield self)


class AskAny(msgspec.Struct, Generic[T], frozen=True):
    """A request to several sides that may act now, in any order: the first answer comes back with
    its side."""

    asks: tuple[Ask[T] | AskOrder, ...]

    def __await__(self) -> Generator[AskAny[T], tuple[str, T], tuple[str, T]]:
        return (yield self)


class TailCall(msgspec.Struct, frozen=True):
    """A tail call to another rule on the same situation. Drivers take a checkpoint or merge equal
    states here."""

    rule: Callable[..., Rule[Any]]
    args: tuple[Hashable, ...] = ()


class CountedCall(msgspec.Struct, Generic[R], frozen=True):
    """A request of the exact driver only: count this step on the table's own situation,
    memoised."""

    step: TailCall
    table: Any

    def __await__(self) -> Generator[CountedCall[R], R, R]:
        return (yield self)


Single = Ask[Any] | AskOrder


Request = Roll[Any] | Ask[Any] | AskOrder | AskEach[Any] | AskAny[Any]


def single_requests(request: Request) -> tuple[Single, ...]:
    """Return the requests to sides within *request*; empty for a roll."""
    if isinstance(request, Roll):
        return ()
    if isinstance(request, (AskEach, AskAny)):
        return request.asks
    return (request,)
