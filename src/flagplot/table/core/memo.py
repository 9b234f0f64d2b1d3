"""Memoise results of pure functions of a position; warm up msgspec's types once a process, before
threads start."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from functools import lru_cache, wraps
from typing import Any, TypeVar
from weakref import WeakSet

import msgspec

F = TypeVar("F", bound=Callable[..., Any])


Parts = Callable[[Any], tuple[Any, ...]]
"""What of a position an answer depends on."""


POSITIONS = 8
"""Positions remembered: the truth, a few views of it, and what is thought of."""


ASKED = 16
"""States whose orders are remembered with what was said of them: as many games as are likely to be
played side by side. More would keep so much of the past that what is at hand comes farther
apart."""


ANSWERS = 10_000
"""Answers of one function remembered for one position."""


def memo_per_state(function: F) -> F:
    """Remember the answers of a pure function ``f(state, *hashable)`` for the positions last asked
    about.

    A position is recognised by identity, so it needs no hash; it must be immutable, as states are.
    Answers are handed out as they are: they must be immutable too, or not be changed by who gets
    them.
    """
    return _remembering(function, _whole)


def memo_per_parts(of: Parts) -> Callable[[F], F]:
    """Like :func:`memo_per_state`, for a function that reads nothing of a position but what *of*
    picks: its answers last from position to position while all of that stays the very same, so *of*
    makes nothing anew. Where *of* is :func:`by_value`, while it stays equal."""
    return lambda function: _remembering(function, of)


def memo_per_request(function: F) -> F:
    """Remember the answers of a pure function ``f(state, request, value)`` for the states last
    asked about, each value by what it is and not by what it says: an order is judged when it is
    thought of, and again when it is given."""
    known: dict[int, tuple[Any, Any, dict[int, tuple[Any, Any]]]] = {}

    @wraps(function)
    def remembered(state: Any, request: Any, value: Any) -> Any:
        nonlocal known
        asked = known.get(id(state))
        if asked is None or asked[1] is not request:
            kept = known.copy()
            if len(kept) >= ASKED:
                del kept[next(iter(kept))]
            asked = kept[id(state)] = (state, request, {})  # what is held keeps its id for itself
            known = kept
        answers = asked[2]
        answer = answers.get(id(value))
        if answer is None:
            answer = answers[id(value)] = (value, function(state, request, value))
        return answer[1]

    return remembered  # type: ignore[return-value]


HOLDINGS = 64
"""Parts remembered by their value: as many as some games side by side go through."""


def by_value(of: Parts) -> Parts:
    """The parts that *of* picks, to be the same for all positions in which they are equal, mappings
    in their order included: what was worked out in one game is known in the next."""
    of.by_value = True  # type: ignore[attr-defined]
    return of


def _whole(state: Any) -> tuple[Any, ...]:
    return (state,)


Answers = dict[Any, dict[Hashable, Any]]
"""What each function has answered about a position, as far as it reads it."""


class _Recogniser:
    """Tells which of the positions known a state is; shared by all functions that read the same
    parts, which ask it in turn."""

    def __init__(self, of: Parts) -> None:
        self.of = of
        self.by_value = hasattr(of, "by_value")
        self.keeps = HOLDINGS if self.by_value else POSITIONS
        self.known: dict[tuple[int, ...], tuple[tuple[Any, ...], Answers]] = {}
        """By what its parts are (``id``); it holds them, so that nothing else comes to be the
        same."""
        self.last: tuple[Any, Answers] = (
            self,
            {},
        )  # one value, so that threads never mix two positions
        self.before = self.last
        """The one asked about before: the truth and a view of it are asked about by turns."""

    def of_state(self, state: Any) -> Answers:
        """What is known of *state*: nothing yet when nobody has asked about it."""
        last = self.last
        if last[0] is state:
            return last[1]
        before = self.before
        if before[0] is not state:
            parts = self.of(state)
            key = tuple(map(id, parts))
            known = self.known.get(key)
            if known is None:
                kept = self.known.copy()
                if len(kept) >= self.keeps:
                    del kept[next(iter(kept))]
                known = kept[key] = parts, _answers(self, values(parts)) if self.by_value else {}
                self.known = kept
            before = state, known[1]
        self.before, self.last = last, before
        return before[1]


def values(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """Parts as they are compared by value, mappings in their order included."""
    return tuple([tuple(p.items()) if isinstance(p, Mapping) else p for p in parts])


@lru_cache(HOLDINGS)
def _answers(recogniser: _Recogniser, parts: tuple[Any, ...]) -> Answers:
    """What is known of all positions with equal parts."""
    return {}


@lru_cache(None)
def _recogniser(of: Parts) -> _Recogniser:
    return _Recogniser(of)


def _remembering(function: F, of: Parts) -> F:
    recogniser = _recogniser(of)
    mine = object()
    last: tuple[Any, dict[Hashable, Any]] = (recogniser, {})

    @wraps(function)
    def remembered(state: Any, *args: Hashable) -> Any:
        nonlocal last
        position, answers = last
        if position is not state:
            of_all = recogniser.of_state(state)
            answers = of_all.get(mine) or of_all.setdefault(mine, {})
            last = state, answers
        found = answers.get(args, mine)
        if found is mine:
            found = function(state, *args)
            if len(answers) > ANSWERS:
                answers.clear()
            answers[args] = found
        return found

    remembered.reads = of  # type: ignore[attr-defined]
    return remembered  # type: ignore[return-value]


_LOOKED_AT: WeakSet[type] = WeakSet()


def warm_up_types() -> None:
    """Have msgspec look at every type of data there is. A type is looked at once a process.

    It does so when a type is decoded for the first time, and leaves it half done meanwhile: a
    second thread that decodes the same takes the whole process down. So one thread does it for all,
    before the others begin.
    """
    waiting: list[type] = [msgspec.Struct]
    while waiting:
        kind: type
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            if kind not in _LOOKED_AT:
                _LOOKED_AT.add(kind)
                with suppress(TypeError):  # nobody decodes what cannot be decoded
                    msgspec.json.Decoder(kind)
