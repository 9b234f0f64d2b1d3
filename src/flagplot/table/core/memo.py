"""Memos: remembered results of pure functions of a state, and the warm-up of msgspec's types, once
a process, before threads start."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from functools import lru_cache, wraps
from typing import Any, TypeVar
from weakref import WeakSet

import msgspec

F = TypeVar("F", bound=Callable[..., Any])


Parts = Callable[[Any], tuple[Any, ...]]
"""A function that picks the parts of a state on which an answer depends."""


POSITIONS = 8
"""Most states remembered: the full one, a few views of it, and those of playouts."""


ASKED = 16
"""Most states whose verdicts on orders are remembered: as many as games that are likely to run side
by side. A larger memo keeps more of the past and slows memory access."""


ANSWERS = 10_000
"""Most answers remembered of one function for one state."""


def memo_per_state(function: F) -> F:
    """Memoise a pure function ``f(state, *hashable)`` for the last :data:`POSITIONS` states.

    A state is recognised by identity and needs no hash. It must be immutable, as states are.
    Answers are returned without a copy: they must be immutable too, or never be changed.
    """
    return _remembering(function, _whole)


def memo_per_parts(of: Parts) -> Callable[[F], F]:
    """Return a decorator like :func:`memo_per_state` for a function that reads only the parts of a
    state that *of* picks. An answer is kept as long as each part is the identical object, so *of*
    must pick parts and build nothing new. With :func:`by_value` an answer is kept as long as the
    parts are equal."""
    return lambda function: _remembering(function, of)


def memo_per_request(function: F) -> F:
    """Memoise a pure function ``f(state, request, value)`` for the last :data:`ASKED` states. A
    value is recognised by identity. An order is checked as a candidate and again when it is given;
    the memo makes that one check."""
    known: dict[int, tuple[Any, Any, dict[int, tuple[Any, Any]]]] = {}

    @wraps(function)
    def remembered(state: Any, request: Any, value: Any) -> Any:
        nonlocal known
        asked = known.get(id(state))
        if asked is None or asked[1] is not request:
            kept = known.copy()
            if len(kept) >= ASKED:
                del kept[next(iter(kept))]
            # holding the state keeps its id from being reused
            asked = kept[id(state)] = (state, request, {})
            known = kept
        answers = asked[2]
        answer = answers.get(id(value))
        if answer is None:
            answer = answers[id(value)] = (value, function(state, request, value))
        return answer[1]

    return remembered  # type: ignore[return-value]


HOLDINGS = 64
"""Most part tuples remembered by value: enough for a few games side by side."""


def by_value(of: Parts) -> Parts:
    """Mark *of* so that its parts are compared by value, including the order of mappings. Answers
    of one game are then reused in another."""
    of.by_value = True  # type: ignore[attr-defined]
    return of


def _whole(state: Any) -> tuple[Any, ...]:
    return (state,)


Answers = dict[Any, dict[Hashable, Any]]
"""The answers of each function for one selection of parts."""


class _Recogniser:
    """The memo of all functions that read the same parts: it finds the answers that belong to a
    state."""

    def __init__(self, of: Parts) -> None:
        self.of = of
        self.by_value = hasattr(of, "by_value")
        self.keeps = HOLDINGS if self.by_value else POSITIONS
        self.known: dict[tuple[int, ...], tuple[tuple[Any, ...], Answers]] = {}
        """Keyed by the ids of the parts. It holds the parts, so that their ids cannot be reused."""
        # one tuple, so that no thread mixes two states
        self.last: tuple[Any, Answers] = (self, {})
        self.before = self.last
        """The state asked about before the last one: a full state and a view of it are often asked
        about in turn."""

    def of_state(self, state: Any) -> Answers:
        """Return the answers known for *state*; empty when no function has asked about it."""
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
                known = kept[key] = (
                    parts,
                    _answers(self, comparable_parts(parts)) if self.by_value else {},
                )
                self.known = kept
            before = state, known[1]
        self.before, self.last = last, before
        return before[1]


def comparable_parts(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the parts in a hashable form that compares mappings by content and order."""
    return tuple([tuple(p.items()) if isinstance(p, Mapping) else p for p in parts])


@lru_cache(HOLDINGS)
def _answers(recogniser: _Recogniser, parts: tuple[Any, ...]) -> Answers:
    """Return the shared answers of all states with equal parts; the cache keeps the dictionary."""
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
    """Make msgspec inspect every type of data, once a process.

    msgspec otherwise inspects a type when it first decodes it. A second thread that decodes the
    same type meanwhile crashes the process. One thread must call this before the others start.
    """
    waiting: list[type] = [msgspec.Struct]
    while waiting:
        kind: type
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            if kind not in _LOOKED_AT:
                _LOOKED_AT.add(kind)
                with suppress(TypeError):  # a type that cannot be decoded needs no inspection
                    msgspec.json.Decoder(kind)
