"""Views and answers as numbers, for whoever learns: feature hashing (CRC-32, the same in every process)."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from typing import Any

import msgspec
import numpy as np

FEATURES = 1024
"""Length of an observation."""
ACTION_FEATURES = 32
"""Length of what describes an answer."""
REMEMBERED = 100_000
"""Parts of views whose numbers an observer remembers at most."""
FINE = 1 << 16
"""Whole numbers to one, in the sums of an observer."""
MOST = 1e9
"""No number counts for more."""
_NOTHING: Any = object()
Array = np.ndarray[Any, np.dtype[np.float32]]


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """The leaves of plain data as (path, number); a text leaf is a feature of its own, worth 1."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, f"{path}/{key}")
    elif isinstance(value, (list, tuple)):
        for i, part in enumerate(value):
            yield from leaves(part, f"{path}/{i}")
    elif isinstance(value, bool) or value is None:
        yield path, float(bool(value))
    elif isinstance(value, (int, float)):
        yield path, float(value)
    else:
        yield f"{path}={value}", 1.0


@lru_cache(None)
def _fields(kind: type) -> tuple[tuple[str, str], ...]:
    """The fields of a struct with their paths; none of what is no struct, or is told otherwise than field by field."""
    if not issubclass(kind, msgspec.Struct):
        return ()
    how = kind.__struct_config__
    told = how.array_like or how.omit_defaults or kind.__struct_encode_fields__ != kind.__struct_fields__
    return () if told else tuple((f, f"/{f}") for f in kind.__struct_fields__)


class Observer:
    """Sees views of one game as *size* numbers from -1 to 1: each leaf of a view adds to one of them.

    What stands in a view is mostly what stood in the last one the seat was shown: only what differs is taken out and put in, and
    what a value adds in its place is remembered. Sums are kept in whole numbers, so that they do not hang on the way to them.
    """

    def __init__(self, size: int = FEATURES) -> None:
        self.size = size
        self._last: dict[str, tuple[Any, np.ndarray[Any, np.dtype[np.int64]]]] = {}
        self._parts: dict[tuple[str, Any], tuple[list[int], list[int]]] = {}
        self._places: list[int] = []
        self._numbers: list[int] = []

    def __call__(self, view: Any, seat: str = "") -> Array:
        before, found = self._last.get(seat, (_NOTHING, None))
        if found is None:
            found = np.zeros(self.size, dtype=np.int64)
        if before is not view:
            self._differ(before, view, "")
            if self._places:
                np.add.at(found, self._places, np.array(self._numbers, dtype=np.int64))
                self._places, self._numbers = [], []
            self._last[seat] = (view, found)
        made: Array = np.tanh(found / (8 * FINE)).astype(np.float32)
        return made

    def _differ(self, was: Any, now: Any, path: str) -> None:
        """Note what went and what came between two values that stood in the same place."""
        kind = type(now)
        if kind is type(was):
            if fields := _fields(kind):  # type: ignore[arg-type]
                for name, more in fields:
                    one, other = getattr(was, name), getattr(now, name)
                    if one is not other:
                        self._differ(one, other, path + more)
                return
            if kind is dict:
                for key, part in now.items():
                    known = was.get(key, _NOTHING)
                    if known is not part:
                        self._differ(known, part, f"{path}/{key}")
                for key in was.keys() - now.keys():
                    self._differ(was[key], _NOTHING, f"{path}/{key}")
                return
            if kind is tuple:
                for i, (one, other) in enumerate(zip_longest(was, now, fillvalue=_NOTHING)):
                    if one is not other:
                        self._differ(one, other, f"{path}/{i}")
                return
            if was == now:
                return
        if was is not _NOTHING:
            places, numbers = self._part(path, was)
            self._places += places
            self._numbers += [-n for n in numbers]
        if now is not _NOTHING:
            places, numbers = self._part(path, now)
            self._places += places
            self._numbers += numbers

    def _part(self, path: str, value: Any) -> tuple[list[int], list[int]]:
        """The places to which a value adds where it stands, and what."""
        try:
            known = self._parts.get((path, value))
        except TypeError:
            return self._worked_out(path, value)
        if known is None:
            if len(self._parts) > REMEMBERED:
                self._parts.clear()
            known = self._parts[path, value] = self._worked_out(path, value)
        return known

    def _worked_out(self, path: str, value: Any) -> tuple[list[int], list[int]]:
        places, numbers = [], []
        for leaf, number in leaves(plain(value), path):
            code = zlib.crc32(leaf.encode())
            places.append(code % self.size)
            worth = round(max(-MOST, min(number, MOST)) * FINE)
            numbers.append(worth if code & 0x80000000 else -worth)
        return places, numbers


def plain(value: Any) -> Any:
    """A value as plain data, as far as it is told."""
    return msgspec.to_builtins(value, enc_hook=lambda _: None, str_keys=True, order="deterministic")


def observe(view: Any, size: int = FEATURES) -> Array:
    """A side's view as *size* numbers from -1 to 1 (:class:`Observer`)."""
    return Observer(size)(view)


@lru_cache(65536)
def describe(kind: str, text: str, size: int = ACTION_FEATURES) -> Array:
    """An answer as *size* numbers from -1 to 1, by the words of its text and the kind of question (feature hashing)."""
    found = np.zeros(size, dtype=np.float32)
    words = text.replace(",", " ").split()
    for word in (kind, *words, *(f"{kind} {w}" for w in words[:2])):
        code = zlib.crc32(word.encode())
        found[code % size] += 1 if code & 0x80000000 else -1
    made: Array = np.tanh(found / 2).astype(np.float32)
    made.flags.writeable = False
    return made
