"""Small hashable mappings of plain values: what a request, a refusal or an event is about."""

from __future__ import annotations

Scalar = str | int | float | bool
Facts = tuple[tuple[str, Scalar], ...]


def facts(**named: Scalar) -> Facts:
    """Return the named values as a hashable, ordered tuple of pairs, e.g. ``facts(dice=4, hex="B31")``."""
    return tuple(named.items())
