"""Opaque ids, and the order of things in a view.

An opaque id is a number drawn from the game's secret. It reveals nothing and is equal in every
replay. The order of things in a view depends on ids alone, so that it reveals nothing either.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from itertools import count
from typing import Any, TypeVar

from .dice import Dice, Sealed, Seeded


def id_secret_of(dice: Dice) -> str:
    """The secret that comes with computed dice (it gives away nothing of them); empty for real
    ones, which bring none."""
    seed = (
        dice.seed
        if isinstance(dice, Sealed)
        else dice.seed.encode()
        if isinstance(dice, Seeded)
        else b""
    )
    return hmac.digest(seed, b"flagplot lots", "sha256").hex()[:32] if seed else ""


def lot(lots: str, of: int, *what: object) -> int:
    """The number from 0 to *of* - 1 that the secret *lots* gives for *what*.

    >>> lot("a secret", 900, "Axis", 3) == lot("a secret", 900, "Axis", 3) != lot("another", 900, "Axis", 3)
    True
    """
    text = "\\0".join(map(str, what)).encode()
    return int.from_bytes(blake2b(text, key=lots.encode()[:64], digest_size=8).digest()) % of


def numbers(lots: str, of: int, *what: object) -> Iterator[int]:
    """Endlessly, numbers from 0 to *of* - 1 for *what*, for whoever takes the first that is
    free."""
    return (lot(lots, of, *what, n) for n in count())


def distinct(lots: str, many: int, of: int, *what: object) -> list[int]:
    """So *many* different numbers from 0 to *of* - 1 for *what* (from a larger range when it is too
    small for them)."""
    found: dict[int, None] = {}
    for n in numbers(lots, max(of, 2 * many), *what):
        if len(found) == many:
            break
        found[n] = None
    return list(found)


T = TypeVar("T")


def rank(held: Any) -> tuple[int, str]:
    """The place of something with an ``id`` among what is not a side's own: by the id, shorter ids
    first."""
    return len(held.id), held.id


def own_first(side: str, held: Mapping[str, T]) -> dict[str, T]:
    """What is *side*'s own in the order it stands in, then the rest by their ids, shorter ids
    first.

    For the mappings of a view from id to something with a ``side``: in the order of the truth, what
    is hidden would tell when it was made, moved or changed.
    """
    own: dict[str, T] = {}
    rest: list[tuple[str, T]] = []
    for id, value in held.items():
        one: Any = value
        if one.side == side:
            own[id] = value
        else:
            rest.append((id, value))
    rest.sort(key=lambda pair: (len(pair[0]), pair[0]))
    own.update(rest)
    return own
