"""Statistics of many recorded games: ships lost, places and turns of fights, decisions that
correlate with winning, and the effect of another reading of a rule with the same dice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import hypot

import msgspec

from .game_records import Row
from .simulate import mean_of, wilson

FEWEST = 5
"""Fewest games with a decision, and fewest without it, for a statement about the decision."""


LONGEST = 90
"""Most characters of an answer shown."""


class Share(msgspec.Struct, frozen=True):
    """The frequency of something: *hits* of *of*, with the 95 % interval (Wilson)."""

    name: str
    side: str
    hits: int
    of: int

    @property
    def share(self) -> float:
        return self.hits / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.hits, self.of)


class Effect(msgspec.Struct, frozen=True):
    """A side's lead (in points) with a decision less that without it, and half of its 95 %
    interval."""

    what: str
    side: str
    turn: int
    games: int
    of: int
    effect: float
    half: float


class ReadingDifference(msgspec.Struct, frozen=True):
    """A reading compared with the first, game by game with the same dice: mean difference of the
    first side's lead, half of its 95 % interval, and the number of games with another winner."""

    reading: str
    games: int
    difference: float
    half: float
    other_winner: int


def ship_losses(units: Iterable[Row], games: int) -> tuple[Share, ...]:
    """Return the share of the games in which each ship was lost, highest first."""
    seen: dict[tuple[str, str, str], list[bool]] = defaultdict(list)
    for row in units:
        seen[str(row["side"]), str(row["name"]), str(row["unit"])].append(bool(row["lost"]))
    found = [Share(name, side, sum(lost), games) for (side, name, _), lost in seen.items()]
    return tuple(sorted(found, key=lambda s: (-s.share, s.side, s.name)))


def battles_by_place_and_turn(battles: Iterable[Row]) -> tuple[dict[str, int], dict[int, int]]:
    """Return the number of battles by place, and by turn."""
    once = {(r["reading"], r["game"], r["battle"]): r for r in battles}.values()
    return dict(Counter(str(r["place"]) for r in once)), dict(
        sorted(Counter(int(r["turn"]) for r in once).items())
    )


def decisive_answers(
    games: Iterable[Row], taken: Iterable[Row], sides: Sequence[str]
) -> tuple[Effect, ...]:
    """Return the decisions that separate good games from bad: answers given in a turn of some games
    and not of others, most significant difference of their side's lead first. The games also differ
    in other things, so this is a hint, not a proof."""
    leads = {(g["reading"], g["game"]): float(g["lead"]) for g in games}
    given: dict[tuple[str, int, str], set[tuple[object, object]]] = defaultdict(set)
    for row in taken:
        if not row["battle"]:
            given[str(row["side"]), int(row["turn"]), str(row["answer"])].add(
                (row["reading"], row["game"])
            )
    found = []
    for (side, turn, answer), where in given.items():
        if not FEWEST <= len(where) <= len(leads) - FEWEST:
            continue
        sign = 1 if side == sides[0] else -1
        with_it = [sign * x for game, x in leads.items() if game in where]
        without = [sign * x for game, x in leads.items() if game not in where]
        (one, its_half), (two, other_half) = mean_of(with_it), mean_of(without)
        half = hypot(its_half, other_half)
        found.append(Effect(answer[:LONGEST], side, turn, len(where), len(leads), one - two, half))
    found.sort(key=lambda e: (-abs(e.effect) / (e.half + 0.1), e.turn, e.what))
    return tuple(e for e in found if abs(e.effect) > e.half)


def compare_readings(games: Iterable[Row]) -> tuple[ReadingDifference, ...]:
    """Return every reading compared with the first one, over the games that both have played."""
    by: dict[str, dict[int, Row]] = {}
    for row in games:
        by.setdefault(str(row["reading"]), {})[int(row["game"])] = row
    found = []
    for reading, rows in list(by.items())[1:]:
        first = next(iter(by.values()))
        both = sorted(set(first) & set(rows))
        apart = [float(rows[n]["lead"]) - float(first[n]["lead"]) for n in both]
        mean, half = mean_of(apart) if apart else (0.0, 0.0)
        other = sum(rows[n]["winner"] != first[n]["winner"] for n in both)
        found.append(ReadingDifference(reading, len(both), mean, half, other))
    return tuple(found)
