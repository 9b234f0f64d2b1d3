"""The comparison of two admirals: pairs of games with the same dice, sides changed between the
two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import log10, sqrt
from typing import Any

import msgspec

from flagplot.table import Rulebook, Rulings, Setup

from .parallel import parallel_map
from .players import Admiral
from .simulate import Z, play_with, sides_of


class Pair(msgspec.Struct, frozen=True):
    """Two games with the same dice: the results of the first admiral in the first seat and in the
    second."""

    first: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""
    second: float
    margin: float
    """Mean of its points less the other's in the two games."""

    @property
    def score(self) -> float:
        """The mean result of the two games, 0 to 1."""
        return (self.first + self.second) / 2


class MatchResult(msgspec.Struct, frozen=True):
    """The results of the first admiral against the second."""

    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    margin: float
    """Mean lead in points per game."""
    seats: tuple[tuple[str, float], ...]
    """Mean result in each seat, 0 to 1."""

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference of ratings, and the ends of its interval; infinite at a score of 0 or
        1."""
        return elo(self.score), elo(self.low), elo(self.high)


def elo(score: float) -> float:
    """Return the difference of ratings for a score from 0 to 1.

    >>> round(elo(0.75))
    191
    """
    if score <= 0 or score >= 1:
        return float("inf") if score >= 1 else float("-inf")
    return 400 * log10(score / (1 - score))


def play_pair(
    book: Rulebook[Any],
    setup: Setup,
    law: Rulings,
    players: tuple[Admiral, Admiral],
    seed: int | str,
    index: int,
) -> Pair:
    """Play pair *index* of a run."""
    one, two = sides_of(book, setup.scenario)
    first = play_with(book, setup, law, players, seed, index)
    second = play_with(book, setup, law, players[::-1], seed, index)
    margin = (first.outcome.lead(one, two) + second.outcome.lead(two, one)) / 2
    return Pair(first.outcome.share(one), second.outcome.share(two), margin)


def play_pairs(
    book: Rulebook[Any],
    setup: Setup,
    law: Rulings,
    players: tuple[Admiral, Admiral],
    seed: int | str,
    pairs: int,
    workers: int = 1,
) -> Iterator[Pair]:
    """Play *pairs* pairs on *workers* processes; yields them in any order."""
    return (
        pair
        for batch in parallel_map(_Pairs(book, setup, law, players, seed), pairs, workers)
        for pair in batch
    )


class _Pairs(msgspec.Struct, frozen=True):
    """A batch of pairs of a run, to be played in this or another process."""

    book: Any
    setup: Setup
    law: Rulings
    players: Any
    seed: int | str

    def __call__(self, indices: Sequence[int]) -> list[Pair]:
        return [
            play_pair(self.book, self.setup, self.law, self.players, self.seed, i) for i in indices
        ]


def summarise_pairs(sides: Sequence[str], played: Iterable[Pair]) -> MatchResult:
    """Return the summary of a run. The interval is that of the mean of pairs; 0 to 1 with fewer
    than two pairs."""
    pairs = list(played)
    games = [x for p in pairs for x in (p.first, p.second)]
    n = len(pairs)
    mean = sum(p.score for p in pairs) / n
    half = Z * sqrt(sum((p.score - mean) ** 2 for p in pairs) / (n - 1) / n) if n > 1 else 1.0
    seats = (
        (sides[0], sum(p.first for p in pairs) / n),
        (sides[1], sum(p.second for p in pairs) / n),
    )
    return MatchResult(
        games.count(1.0),
        games.count(0.5),
        games.count(0.0),
        mean,
        max(0.0, mean - half),
        min(1.0, mean + half),
        sum(p.margin for p in pairs) / n,
        seats,
    )
