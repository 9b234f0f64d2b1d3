"""Views and answers as numbers, for whoever learns: feature hashing (CRC-32, the same in every
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
"""Length of what describes an answer."""
REMEMBERED = 10_000
"""Ends of paths remembered for a field."""
FINE = 1 << 16
"""Whole numbers to one, in the sums of an observer."""
MOST = 1e9
"""No number counts for more."""
_NOTHING: Any = object()
_LEAVES = frozenset({str, int, bool, float, type(None)})
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


class _Kind(NamedTuple):
    """A kind of struct: what reads all its fields, how the path goes on to each, and of each how it
    ends in a leaf there: with what text, and what number."""

    read: Callable[[Any], tuple[Any, ...]]
    steps: tuple[bytes, ...]
    ends: tuple[dict[Any, tuple[bytes, int]], ...]
    tag: bytes
    """The leaf that tells its tag, when it has one."""


@lru_cache(None)
def _kind(kind: type) -> _Kind | None:
    """A kind of struct; None for what is no struct, or is told otherwise than field by field."""
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
"""How a path ends in a leaf that stands in no field."""


def _end(ends: dict[Any, tuple[bytes, int]], step: bytes, value: Any) -> tuple[bytes, int]:
    """How a path ends in a leaf, remembered."""
    if len(ends) > REMEMBERED:
        ends.clear()
    ((text, number),) = leaves(value)
    found = ends[value] = step + text.encode(), _whole(number)
    return found


def _whole(number: float) -> int:
    """A number as it stands in the sums of an observer."""
    return round(max(-MOST, min(number, MOST)) * FINE)


class Observer:
    """Sees views of one game as *size* numbers from -1 to 1: each leaf of a view adds to one of
    them.

    What stands in a view is mostly what stood in the last one the seat was shown: only what differs
    is taken out and put in. Sums are kept in whole numbers, so that they do not hang on the way to
    them. A path is known by its CRC-32, which goes on from that of the path so far: so little is
    remembered that it stays at hand.
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
        """Note what went and what came between two values that stood in the same place."""
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
        """Note a value that has come (or gone: -1 times) where it stands, leaf by leaf."""
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
            for leaf, number in leaves(plain(value)):
                self._codes.append(crc32(leaf.encode(), path))
                self._worths.append(times * _whole(number))


def plain(value: Any) -> Any:
    """A value as plain data, as far as it is told."""
    return msgspec.to_builtins(value, enc_hook=lambda _: None, str_keys=True, order="deterministic")


def observe(view: Any, size: int = FEATURES) -> Array:
    """A side's view as *size* numbers from -1 to 1 (:class:`Observer`)."""
    return Observer(size)(view)


@lru_cache(65536)
def describe(kind: str, text: str, size: int = ACTION_FEATURES) -> Array:
    """An answer as *size* numbers from -1 to 1, by the words of its text and the kind of question
    (feature hashing)."""
    found = np.zeros(size, dtype=np.float32)
    words = text.replace(",", " ").split()
    for word in (kind, *words, *(f"{kind} {w}" for w in words[:2])):
        code = crc32(word.encode())
        found[code % size] += 1 if code & 0x80000000 else -1
    made: Array = np.tanh(found / 2).astype(np.float32)
    made.flags.writeable = False
    return made
