"""What a side is out for in its turn, and who sees to it: missions get forces before forces get
orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec


class Aim(msgspec.Struct, frozen=True):
    """One thing a side is out for, as its rule book sees it from the side's view."""

    id: str
    """What and where, in words of the book: ``land B33``, ``bring 18Q:0407``."""
    points: float
    """Victory points that hang on it."""
    needs: float
    """How much of what it takes is enough: lift, guns, factors; more is wasted."""
    fit: tuple[tuple[str, float], ...]
    """Who could be given to it (a unit, ship or group by id), and how much each brings of what it
    takes."""
    at: str = ""
    """Where those who are given to it belong."""


class Plan(msgspec.Struct, frozen=True):
    """Who sees to what."""

    aims: Mapping[str, Aim] = {}
    given: Mapping[str, str] = {}
    """Unit -> the aim it is given to; who is not named is free."""

    def aim_of(self, unit: str) -> Aim | None:
        """What a unit is given to."""
        return self.aims.get(self.given.get(unit, ""))

    def taken_from(self, units: Iterable[str], aim: str = "") -> float:
        """Points that the other aims lose when these units do something else, or something for
        *aim*: of each as much as the units bring of what it needs."""
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
    """Give forces to aims, those with most points first; each gets who fits it best, as many as it
    needs, and nobody twice.

    >>> found = plan([Aim("patrol", 1, 10, (("Hood", 8), ("Renown", 4))), Aim("land", 6, 4, (("Renown", 4), ("Hood", 1)))])
    >>> dict(found.given)
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
    """Who fits an aim, who brings most first: aims for which the same could be given are many."""
    return tuple(sorted(fit, key=lambda f: (-f[1], f[0])))
