"""Aims of a side in its turn, and the plan that assigns forces to them. Aims get forces before
forces get orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec


class Aim(msgspec.Struct, frozen=True):
    """One thing that a side wants to achieve, as its rule book derives it from the side's view."""

    id: str
    """The aim and its place, in words of the book: ``land B33``, ``bring 18Q:0407``."""
    points: float
    """Victory points at stake."""
    needs: float
    """How much of the required quantity (lift, guns, factors) is enough; more is wasted."""
    fit: tuple[tuple[str, float], ...]
    """The forces that could be assigned to it: (id of a unit, ship or group, how much of the
    required quantity it brings) pairs."""
    at: str = ""
    """The place where assigned forces belong."""


class Plan(msgspec.Struct, frozen=True):
    """An assignment of forces to aims."""

    aims: Mapping[str, Aim] = {}
    given: Mapping[str, str] = {}
    """Unit -> id of its aim. A unit that is not listed is free."""

    def aim_of(self, unit: str) -> Aim | None:
        """Return the aim of a unit; ``None`` when the unit is free."""
        return self.aims.get(self.given.get(unit, ""))

    def taken_from(self, units: Iterable[str], aim: str = "") -> float:
        """Return the points that other aims lose when these units do something else, or serve
        *aim*. Each aim loses in proportion to what the units bring of its needs."""
        lost: dict[str, float] = {}
        for unit in units:
            other = self.given.get(unit, "")
            if other and other != aim:
                lost[other] = lost.get(other, 0.0) + dict(self.aims[other].fit)[unit]
        return sum(
            self.aims[a].points * min(1.0, brought / self.aims[a].needs)
            for a, brought in lost.items()
        )


def assign_forces(aims: Iterable[Aim]) -> Plan:
    """Return a plan that serves the aims with most points first. Each aim gets the best fitting
    forces until its needs are met. No force is assigned twice.

    >>> patrol = Aim("patrol", 1, 10, (("Hood", 8), ("Renown", 4)))
    >>> land = Aim("land", 6, 4, (("Renown", 4), ("Hood", 1)))
    >>> dict(assign_forces([patrol, land]).given)
    {'Renown': 'land', 'Hood': 'patrol'}
    """
    known = {a.id: a for a in aims if a.needs > 0}
    given: dict[str, str] = {}
    for aim in sorted(known.values(), key=lambda a: (-a.points, a.id)):
        missing = aim.needs
        for unit, brings in _best_first(aim.fit):
            if missing <= 0:
                break
            if unit not in given and brings > 0:
                given[unit] = aim.id
                missing -= brings
    return Plan(known, given)


@lru_cache(maxsize=64)
def _best_first(fit: tuple[tuple[str, float], ...]) -> tuple[tuple[str, float], ...]:
    """Return the forces that fit an aim, the one that brings most first. Cached, because many aims
    have the same forces."""
    return tuple(sorted(fit, key=lambda f: (-f[1], f[0])))
