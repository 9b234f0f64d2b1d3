"""The order in which a view holds things: it must tell no more than the things themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")


def rank(held: Any) -> tuple[int, str]:
    """The place of something with an ``id`` among what is not a side's own: by the id, shorter ids first."""
    return len(held.id), held.id


def own_first(side: str, held: Mapping[str, T]) -> dict[str, T]:
    """What is *side*'s own in the order it stands in, then the rest by their ids, shorter ids first.

    For the mappings of a view from id to something with a ``side``: in the order of the truth, what is hidden would tell when it
    was made, moved or changed.
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


__all__ = ["own_first", "rank"]
