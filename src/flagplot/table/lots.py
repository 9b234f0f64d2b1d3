"""Numbers that tell nothing: drawn from a secret of the game, the same again whenever the game is run again.

An id that the other side may come to see must not be made of what it stands for, nor count what is hidden. A rule book draws it
here from ``Setup.lots``, which it keeps in its state and leaves out of every view. On the board of a case the secret is empty:
the numbers are the same everywhere, and nobody plays there.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from hashlib import blake2b
from itertools import count

from .dice import Dice, Sealed, Seeded


def lots_of(dice: Dice) -> str:
    """The secret that comes with computed dice (it gives away nothing of them); empty for real ones, which bring none."""
    seed = dice.seed if isinstance(dice, Sealed) else dice.seed.encode() if isinstance(dice, Seeded) else b""
    return hmac.digest(seed, b"flagplot lots", "sha256").hex()[:32] if seed else ""


def lot(lots: str, of: int, *what: object) -> int:
    """The number from 0 to *of* - 1 that the secret *lots* gives for *what*.

    >>> lot("a secret", 900, "Axis", 3) == lot("a secret", 900, "Axis", 3) != lot("another", 900, "Axis", 3)
    True
    """
    text = "\\0".join(map(str, what)).encode()
    return int.from_bytes(blake2b(text, key=lots.encode()[:64], digest_size=8).digest()) % of


def numbers(lots: str, of: int, *what: object) -> Iterator[int]:
    """Endlessly, numbers from 0 to *of* - 1 for *what*, for whoever takes the first that is free."""
    return (lot(lots, of, *what, n) for n in count())


def distinct(lots: str, many: int, of: int, *what: object) -> list[int]:
    """So *many* different numbers from 0 to *of* - 1 for *what* (from a larger range when it is too small for them)."""
    found: dict[int, None] = {}
    for n in numbers(lots, max(of, 2 * many), *what):
        if len(found) == many:
            break
        found[n] = None
    return list(found)


__all__ = ["distinct", "lot", "lots_of", "numbers"]
