"""Opaque ids, and the order of things in a view.

An opaque id is a number drawn from the game's secret. It reveals nothing and is equal in every
replay. The order of things in a view depends on ids alone. It reveals nothing either.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from itertools import count
from typing import Any, TypeVar

from .dice import Dice, SealedDice, SeededDice


def id_secret_of(dice: Dice) -> str:
    """Return the id secret derived from the seed of computed dice; empty for real dice, which have
    no seed. The secret reveals nothing about the rolls."""
    seed = (
        dice.seed
        if isinstance(dice, SealedDice)
        else dice.seed.encode()
        if isinstance(dice, SeededDice)
        else b""
    )
    return hmac.digest(seed, b"flagplot lots", "sha256").hex()[:32] if seed else ""


def opaque_number(lots: str, of: int, *what: object) -> int:
    """Return the number from 0 to *of* - 1 that the id secret *lots* gives for *what*.

    >>> lot("a secret", 900, "Axis", 3) == lot("a secret", 900, "Axis", 3) != lot("another", 900, "Axis", 3)
    True
    """
    text = "\\0".join(map(str, what)).encode()
    return int.from_bytes(blake2b(text, key=lots.encode()[:64], digest_size=8).digest()) % of


def opaque_numbers(lots: str, of: int, *what: object) -> Iterator[int]:
    """Return an endless iterator of numbers from 0 to *of* - 1 for *what*. The caller takes the
    first unused one."""
    return (opaque_number(lots, of, *what, n) for n in count())


def distinct_opaque_numbers(lots: str, many: int, of: int, *what: object) -> list[int]:
    """Return *many* different numbers from 0 to *of* - 1 for *what*; from a larger range when *of*
    is less than twice *many*."""
    found: dict[int, None] = {}
    for n in opaque_numbers(lots, max(of, 2 * many), *what):
        if len(found) == many:
            break
        found[n] = None
    return list(found)


T = TypeVar("T")


def opaque_sort_key(held: Any) -> tuple[int, str]:
    """Return the sort key of something with an ``id`` that is not a side's own: shorter ids
    first."""
    return len(held.id), held.id


def own_first(side: str, held: Mapping[str, T]) -> dict[str, T]:
    """Return the mapping with *side*'s own entries first, in their given order, then the rest
    sorted by id, shorter ids first.

    Use it for every mapping of a view from id to something with a ``side``. The order of the full
    state would reveal when a hidden thing was made, moved or changed.
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
