"""Sources of die faces. Every source gives roll number *index* of a game:
``source.roll(index, n, sides) -> faces``.

:class:`Rng` is the protocol of a random generator, such as ``random.Random``.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from .errors import DiceError

MOST_SIDES = 256
"""Dice have 2 to 256 sides: a face is read from one byte."""


class Dice(Protocol):
    """A source of faces; ``kind`` names it in the log's header."""

    @property
    def kind(self) -> str: ...
    def roll(self, index: int, n: int, sides: int) -> tuple[int, ...]: ...


@lru_cache(64)
def _reading(sides: int) -> tuple[bytes, bytes]:
    """Return the table that maps a byte to a face, and the bytes to discard. Discarding them makes
    every face equally likely."""
    if not 2 <= sides <= MOST_SIDES:
        raise DiceError(f"a die has 2 to {MOST_SIDES} sides, not {sides}")
    limit = 256 - 256 % sides
    # One byte cannot hold face 256. The table keeps it as 0, and `_faces` turns 0 back into 256.
    return bytes((b % sides + 1) % 256 for b in range(256)), bytes(range(limit, 256))


def _faces(stream: Callable[[int], bytes], n: int, sides: int) -> tuple[int, ...]:
    table, thrown = _reading(sides)
    got = stream(0).translate(table, thrown)
    block = 1
    while len(got) < n:
        got += stream(block).translate(table, thrown)
        block += 1
    faces = tuple(got[:n])
    return faces if sides < MOST_SIDES else tuple(f or MOST_SIDES for f in faces)


class SealedDice:
    """Dice of a game with a secret seed: roll *index* is read from HMAC-SHA256(seed, salts, index,
    block). Bytes past the last whole multiple of *sides* are discarded.

    Message: the SHA-256 of the salts (each as ``side NUL salt-in-hex NEWLINE``, sides sorted), then
    ``index.block`` in ASCII.
    """

    kind = "sealed"
    __slots__ = ("_mixed", "salts", "seed")

    def __init__(self, seed: bytes, salts: Mapping[str, bytes] | None = None) -> None:
        if len(seed) < 16:
            raise DiceError("a secret seed has at least 16 bytes")
        self.seed = seed
        self.salts: dict[str, bytes] = dict(salts or {})
        self._mixed = self._mix()

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, in hex. The game shows it before the first order."""
        return commitment(self.seed)

    def salt(self, side: str, salt: bytes) -> None:
        """Mix a seat's own salt into every later roll. It replaces the seat's earlier salt."""
        self.salts[side] = salt
        self._mixed = self._mix()

    def _mix(self) -> bytes:
        parts = "".join(f"{side}\0{self.salts[side].hex()}\n" for side in sorted(self.salts))
        return hashlib.sha256(parts.encode()).digest()

    def roll(self, index: int, n: int, sides: int) -> tuple[int, ...]:
        """Return the *n* faces of roll *index*."""
        return _faces(
            lambda block: hmac.digest(self.seed, self._mixed + b"%d.%d" % (index, block), "sha256"),
            n,
            sides,
        )


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


class SeededDice:
    """Fast dice that are equal for equal seeds: keyed BLAKE2b of the roll's index."""

    kind = "seeded"
    __slots__ = ("_key", "seed")

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)
        self._key = hashlib.sha256(self.seed.encode()).digest()

    def roll(self, index: int, n: int, sides: int) -> tuple[int, ...]:
        """Return the *n* faces of roll *index*."""
        return _faces(
            lambda block: hashlib.blake2b(b"%d.%d" % (index, block), key=self._key).digest(),
            n,
            sides,
        )


class PlayoutDice:
    """Dice of playouts: the nth roll for a reason shows the same faces in every playout of a seed,
    whatever was rolled before it. Playouts that begin with different orders then differ by what the
    orders do, not by the order of the rolls."""

    __slots__ = ("_key", "_thrown")

    def __init__(self, seed: int | str) -> None:
        self._key = hashlib.sha256(str(seed).encode()).digest()
        self._thrown: dict[str, int] = {}

    def copy(self) -> PlayoutDice:
        """Return a copy that continues independently from the same point."""
        other = PlayoutDice(0)
        other._key, other._thrown = self._key, dict(self._thrown)
        return other

    def throw(self, reason: str, n: int, sides: int) -> tuple[int, ...]:
        """Return the *n* faces of the next roll for this reason."""
        nth = self._next(reason)
        return _faces(lambda block: self._bytes(f"{nth}.{block}"), n, sides)

    def below(self, reason: str, total: int) -> int:
        """Return the next number for this reason, 0 to *total* - 1."""
        return int.from_bytes(self._bytes(self._next(reason))[:8], "big") * total >> 64

    def _next(self, reason: str) -> str:
        before = self._thrown.get(reason, 0)
        self._thrown[reason] = before + 1
        return f"{reason} {before}"

    def _bytes(self, nth: str) -> bytes:
        return hashlib.blake2b(nth.encode(), key=self._key).digest()


class ManualDice:
    """Real dice: the game stops at each roll until a player types the faces."""

    kind = "manual"

    def roll(self, index: int, n: int, sides: int) -> tuple[int, ...]:
        """Raise :class:`~flagplot.table.core.errors.DiceError`: the game asks a player for the
        faces and never calls this for a roll that takes dice."""
        raise DiceError(f"roll {n}d{sides} and type the faces")


class ScriptedDice:
    """Given faces, used up in order. :meth:`roll` raises
    :class:`~flagplot.table.core.errors.DiceError` when they run out or do not fit."""

    kind = "scripted"

    def __init__(self, faces: Iterable[int] = (), then: Dice | None = None) -> None:
        self.left = list(faces)
        self.then = then
        self.used = 0

    def roll(self, index: int, n: int, sides: int) -> tuple[int, ...]:
        """Return the next *n* faces of the script, or of ``then`` when the script is empty."""
        if not self.left and self.then is not None and n:
            return self.then.roll(index, n, sides)
        if len(self.left) < n:
            raise DiceError(
                f"a roll of {n}d{sides} wants {n} faces; the script has {len(self.left)} left"
            )
        faces = tuple(self.left[:n])
        check_faces(faces, n, sides)
        del self.left[:n]
        self.used += n
        return faces


def check_faces(faces: tuple[int, ...], n: int, sides: int) -> None:
    """Raise :class:`~flagplot.table.core.errors.DiceError` unless *faces* are *n* faces from 1 to
    *sides*."""
    if len(faces) != n:
        raise DiceError(f"this roll takes {n} dice of {sides} sides; {len(faces)} faces were given")
    for f in faces:
        if isinstance(f, bool) or not isinstance(f, int) or not 1 <= f <= sides:
            raise DiceError(f"a die of {sides} sides cannot show {f!r}")


T = TypeVar("T")


class Rng(Protocol):
    """A random generator for admirals and forecasts. Rules never use one: their chance comes from
    rolls."""

    def random(self) -> float:
        """Return a number from 0 up to but not including 1."""

    def randrange(self, start: int, stop: int) -> int:
        """Return a whole number from *start* up to but not including *stop*."""

    def choice(self, seq: Sequence[T]) -> T:
        """Return one element."""

    def shuffle(self, x: list[Any]) -> None:
        """Shuffle the list in place."""
