"""Views and answers as numbers, for whoever learns: feature hashing (CRC-32, the same in every process)."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import compress, repeat, zip_longest
from operator import attrgetter, is_not
from typing import Any

import msgspec
import numpy as np

FEATURES = 1024
"""Length of an observation."""
ACTION_FEATURES = 32
"""Length of what describes an answer."""
REMEMBERED = 100_000
"""Leaves of views whose numbers an observer remembers at most."""
FINE = 1 << 16
"""Whole numbers to one, in the sums of an observer."""
MOST = 1e9
"""No number counts for more."""
_NOTHING: Any = object()
_LEAVES = frozenset({str, int, bool, float, type(None)})
Array = np.ndarray[Any, np.dtype[np.float32]]
Leaf = tuple[int, int]
"""The number of an observation to which a leaf of a view adds, and what it adds."""


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
def _fields(kind: type) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]] | None:
    """The fields of a struct and what reads them all; None for what is no struct, or is told otherwise than field by field."""
    if not issubclass(kind, msgspec.Struct):
        return None
    how = kind.__struct_config__
    names = kind.__struct_fields__
    if how.array_like or how.omit_defaults or how.tag or kind.__struct_encode_fields__ != names or len(names) < 2:
        return None
    return names, attrgetter(*names)


class _Spot:
    """A place in a view: the spots within it, and what each leaf that has stood there adds to which number."""

    __slots__ = ("fields", "known", "path", "within")

    def __init__(self, path: str) -> None:
        self.path = path
        self.within: dict[Any, _Spot] = {}
        self.fields: dict[tuple[str, ...], tuple[_Spot, ...]] = {}
        self.known: dict[Any, Leaf] = {}

    def at(self, key: Any) -> _Spot:
        """The spot of a field, key or index."""
        found = self.within.get(key)
        if found is None:
            found = self.within[key] = _Spot(f"{self.path}/{key}")
        return found

    def parts(self, names: tuple[str, ...]) -> tuple[_Spot, ...]:
        """The spots of the fields of a struct."""
        found = self.fields.get(names)
        if found is None:
            found = self.fields[names] = tuple([self.at(name) for name in names])
        return found


class Observer:
    """Sees views of one game as *size* numbers from -1 to 1: each leaf of a view adds to one of them.

    What stands in a view is mostly what stood in the last one the seat was shown: only what differs is taken out and put in, and
    what a leaf adds in its place is remembered. Sums are kept in whole numbers, so that they do not hang on the way to them.
    """

    def __init__(self, size: int = FEATURES) -> None:
        self.size = size
        self._last: dict[str, tuple[Any, list[int], Array]] = {}
        self._view = _Spot("")
        self._remembered = 0
        self._came: list[Leaf] = []
        self._went: list[Leaf] = []

    def __call__(self, view: Any, seat: str = "") -> Array:
        before, sums, made = self._last.get(seat) or (_NOTHING, [0] * self.size, np.zeros(self.size, np.float32))
        if before is not view:
            self._differ(before, view, self._view)
            changed = set()
            for place, worth in self._came:
                sums[place] += worth
                changed.add(place)
            for place, worth in self._went:
                sums[place] -= worth
                changed.add(place)
            if changed:
                made[list(changed)] = np.tanh(np.array([sums[place] for place in changed]) / (8 * FINE))
            self._came, self._went = [], []
            self._last[seat] = (view, sums, made)
        return made.copy()

    def _differ(self, was: Any, now: Any, spot: _Spot) -> None:
        """Note what went and what came between two values that stood in the same place."""
        kind = type(now)
        if kind is not type(was):
            self._note(was, spot, self._went)
            self._note(now, spot, self._came)
        elif (fields := _fields(kind)) is not None:  # type: ignore[arg-type]
            names, read = fields
            ones, others = read(was), read(now)
            for one, other, at in compress(zip(ones, others, spot.parts(names), strict=True), map(is_not, ones, others)):
                if type(other) in _LEAVES and type(one) in _LEAVES:
                    if one != other:
                        self._went.append(at.known.get(one) or self._learn(at, one))
                        self._came.append(at.known.get(other) or self._learn(at, other))
                else:
                    self._differ(one, other, at)
        elif kind is dict:
            new = 0
            for key in compress(now, map(is_not, map(was.get, now, repeat(_NOTHING)), now.values())):
                one = was.get(key, _NOTHING)
                new += one is _NOTHING
                self._differ(one, now[key], spot.at(key))
            if len(was) + new > len(now):
                for key in was.keys() - now.keys():
                    self._note(was[key], spot.at(key), self._went)
        elif was != now:
            if kind is tuple:
                for i, (one, other) in enumerate(zip_longest(was, now, fillvalue=_NOTHING)):
                    if one is not other:
                        self._differ(one, other, spot.at(i))
            else:
                self._note(was, spot, self._went)
                self._note(now, spot, self._came)

    def _note(self, value: Any, spot: _Spot, noted: list[Leaf]) -> None:
        """Note a value that has come, or gone, where it stands, leaf by leaf."""
        kind = type(value)
        if kind in _LEAVES:
            noted.append(spot.known.get(value) or self._learn(spot, value))
        elif (fields := _fields(kind)) is not None:  # type: ignore[arg-type]
            for part, at in zip(fields[1](value), spot.parts(fields[0]), strict=True):
                if type(part) in _LEAVES:
                    noted.append(at.known.get(part) or self._learn(at, part))
                else:
                    self._note(part, at, noted)
        elif kind is dict:
            for key, part in value.items():
                self._note(part, spot.at(key), noted)
        elif kind is tuple:
            for i, part in enumerate(value):
                self._note(part, spot.at(i), noted)
        elif value is not _NOTHING:
            noted += [self._worth(leaf, number) for leaf, number in leaves(plain(value), spot.path)]

    def _learn(self, spot: _Spot, value: Any) -> Leaf:
        """What a leaf adds where it stands, remembered."""
        self._remembered += 1
        if self._remembered > REMEMBERED:
            self._view, self._remembered = _Spot(""), 0
        (leaf, number), = leaves(value, spot.path)
        known = spot.known[value] = self._worth(leaf, number)
        return known

    def _worth(self, leaf: str, number: float) -> Leaf:
        """The number of the observation to which a leaf adds, and what."""
        code = zlib.crc32(leaf.encode())
        worth = round(max(-MOST, min(number, MOST)) * FINE)
        return code % self.size, worth if code & 0x80000000 else -worth


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
