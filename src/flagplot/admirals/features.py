"""Views and answers as numbers, for machine learning: feature hashing (CRC-32, equal in every
process)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import compress, repeat, zip_longest
from operator import attrgetter, is_not
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
import numpy as np

FEATURES = 1024
"""Length of an observation."""
ACTION_FEATURES = 32
"""Length of the features of an answer."""
REMEMBERED = 10_000
"""Most leaf endings remembered for a field."""
FINE = 1 << 16
"""Fixed-point units of 1 in the sums of an observer."""
MOST = 1e9
"""Limit of a number's absolute value."""
_NOTHING: Any = object()
_LEAVES = frozenset({str, int, bool, float, type(None)})
Array = np.ndarray[Any, np.dtype[np.float32]]


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """Yield the leaves of plain data as (path, number). A text leaf is a feature of its own with
    the value 1."""
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


class _Kind(NamedTuple):
    """A struct type: a getter of all its fields, the path step of each field, and the remembered
    leaves of each field (value -> path ending, number)."""

    read: Callable[[Any], tuple[Any, ...]]
    steps: tuple[bytes, ...]
    ends: tuple[dict[Any, tuple[bytes, int]], ...]
    tag: bytes
    """The leaf for its tag; empty when it has none."""


@lru_cache(None)
def _kind(kind: type) -> _Kind | None:
    """Return the struct type of a class; ``None`` for a class that is not a struct, or is not
    encoded field by field."""
    if not issubclass(kind, msgspec.Struct):
        return None
    how = kind.__struct_config__
    names = kind.__struct_fields__
    if (
        how.array_like
        or how.omit_defaults
        or kind.__struct_encode_fields__ != names
        or len(names) < 2
    ):
        return None
    steps, tag = (
        (f"/{name}".encode() for name in names),
        f"/{how.tag_field}={how.tag}".encode() if how.tag else b"",
    )
    return _Kind(attrgetter(*names), tuple(steps), tuple({} for _ in names), tag)


_ENDS: dict[Any, tuple[bytes, int]] = {}
"""Remembered leaves that stand in no field."""


def _end(ends: dict[Any, tuple[bytes, int]], step: bytes, value: Any) -> tuple[bytes, int]:
    """Return the path ending and the number of a leaf, and remember them."""
    if len(ends) > REMEMBERED:
        ends.clear()
    ((text, number),) = leaves(value)
    found = ends[value] = step + text.encode(), _whole(number)
    return found


def _whole(number: float) -> int:
    """Return a number in fixed-point units."""
    return round(max(-MOST, min(number, MOST)) * FINE)


class Observer:
    """An encoder of views as *size* numbers from -1 to 1: each leaf of a view adds to one of them.

    Most of a view equals the seat's previous view, so only differences are subtracted and added.
    Sums are whole numbers, so they do not depend on the order of additions. A path is identified by
    its CRC-32, continued from the path so far; this keeps the memory small.
    """

    def __init__(self, size: int = FEATURES) -> None:
        self.size = size
        self._last: dict[str, tuple[Any, np.ndarray[Any, np.dtype[np.int64]], Array]] = {}
        self._codes: list[int] = []
        self._worths: list[int] = []

    def __call__(self, view: Any, seat: str = "") -> Array:
        before, sums, made = self._last.get(seat) or (
            _NOTHING,
            np.zeros(self.size, np.int64),
            np.zeros(self.size, np.float32),
        )
        if before is not view:
            self._differ(before, view, 0)
            codes, worths = np.array(self._codes, np.uint32), np.array(self._worths, np.int64)
            self._codes, self._worths = [], []
            places = codes % self.size
            np.add.at(sums, places, np.where(codes & 0x80000000, worths, -worths))
            made[places] = np.tanh(sums[places] / (8 * FINE))
            self._last[seat] = (view, sums, made)
        return made.copy()

    def _differ(self, was: Any, now: Any, path: int) -> None:
        """Record the differences between two values at the same path."""
        kind = type(now)
        if kind is not type(was):
            self._note(was, path, -1)
            self._note(now, path, 1)
        elif (known := _kind(kind)) is not None:  # type: ignore[arg-type]
            ones, others = known.read(was), known.read(now)
            both = zip(ones, others, known.steps, known.ends, strict=True)
            for one, other, step, ends in compress(both, map(is_not, ones, others)):
                if type(one) in _LEAVES and type(other) in _LEAVES:
                    if one != other:
                        for value, times in ((one, -1), (other, 1)):
                            end, worth = ends.get(value) or _end(ends, step, value)
                            self._codes.append(crc32(end, path))
                            self._worths.append(times * worth)
                else:
                    self._differ(one, other, crc32(step, path))
        elif kind is dict:
            new = 0
            for key in compress(
                now, map(is_not, map(was.get, now, repeat(_NOTHING)), now.values())
            ):
                one = was.get(key, _NOTHING)
                new += one is _NOTHING
                self._differ(one, now[key], crc32(f"/{key}".encode(), path))
            if len(was) + new > len(now):
                for key in was.keys() - now.keys():
                    self._note(was[key], crc32(f"/{key}".encode(), path), -1)
        elif was != now:
            if kind is tuple:
                for i, (one, other) in enumerate(zip_longest(was, now, fillvalue=_NOTHING)):
                    if one is not other:
                        self._differ(one, other, crc32(f"/{i}".encode(), path))
            else:
                self._note(was, path, -1)
                self._note(now, path, 1)

    def _note(self, value: Any, path: int, times: int) -> None:
        """Record the leaves of a value that appeared (*times* 1) or disappeared (-1)."""
        if (known := _kind(type(value))) is not None:  # type: ignore[arg-type]
            for part, step, ends in zip(known.read(value), known.steps, known.ends, strict=True):
                if type(part) in _LEAVES:
                    end, worth = ends.get(part) or _end(ends, step, part)
                    self._codes.append(crc32(end, path))
                    self._worths.append(times * worth)
                else:
                    self._note(part, crc32(step, path), times)
            if known.tag:
                self._codes.append(crc32(known.tag, path))
                self._worths.append(times * FINE)
        elif type(value) is tuple:
            for i, part in enumerate(value):
                self._note(part, crc32(f"/{i}".encode(), path), times)
        elif type(value) in _LEAVES:
            end, worth = _ENDS.get(value) or _end(_ENDS, b"", value)
            self._codes.append(crc32(end, path))
            self._worths.append(times * worth)
        elif value is not _NOTHING:
            for leaf, number in leaves(plain_data(value)):
                self._codes.append(crc32(leaf.encode(), path))
                self._worths.append(times * _whole(number))


def plain_data(value: Any) -> Any:
    """Return a value as plain data; objects that cannot be encoded become ``None``."""
    return msgspec.to_builtins(value, enc_hook=lambda _: None, str_keys=True, order="deterministic")


def encode_view(view: Any, size: int = FEATURES) -> Array:
    """Return a side's view as *size* numbers from -1 to 1 (:class:`Observer`)."""
    return Observer(size)(view)


@lru_cache(65536)
def encode_answer(kind: str, text: str, size: int = ACTION_FEATURES) -> Array:
    """Return an answer as *size* numbers from -1 to 1, hashed from the words of its text and the
    kind of question."""
    found = np.zeros(size, dtype=np.float32)
    words = text.replace(",", " ").split()
    for word in (kind, *words, *(f"{kind} {w}" for w in words[:2])):
        code = crc32(word.encode())
        found[code % size] += 1 if code & 0x80000000 else -1
    made: Array = np.tanh(found / 2).astype(np.float32)
    made.flags.writeable = False
    return made
