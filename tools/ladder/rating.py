"""Ratings of who played whom, by the model of Bradley and Terry, and intervals from pairs drawn again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

MARK, BASE = "greedy", 1000
"""Who has this rating: the others are better or worse than he."""
DRAWS = 1000
"""Runs that are drawn again for an interval."""
SCALE = 400 / np.log(10)
"""Points of Elo to one in the logarithm of the odds."""
Floats = np.ndarray[Any, np.dtype[np.float64]]


class Share(NamedTuple):
    """A score from 0 to 1 and the 95 % interval of it."""

    score: float
    low: float
    high: float
    of: int


class Rating(NamedTuple):
    """A rating and the 95 % interval of its distance from the mark."""

    elo: float
    low: float
    high: float
    pairs: int


def drawn(scores: Sequence[float], chance: np.random.Generator) -> Floats:
    """Means of as many scores, drawn again from these and a win and a loss besides: few that are alike prove little."""
    pool = np.array([*scores, 0.0, 1.0])
    means: Floats = pool[chance.integers(len(pool), size=(DRAWS, len(scores)))].mean(axis=1)
    return means


def share(scores: Sequence[float]) -> Share:
    """The mean of scores, with its interval."""
    mean = float(np.mean(scores))
    low, high = np.percentile(drawn(scores, np.random.default_rng(0)), (2.5, 97.5))
    return Share(mean, min(mean, float(low)), max(mean, float(high)), len(scores))


def ratings(met: Mapping[tuple[str, str], Sequence[float]]) -> dict[str, Rating]:
    """The rating of everybody whom games tie to the mark. *met* holds for two admirals the scores of the first, pair by pair;
    half a pair that was drawn is added to each, so that nobody is better without end."""
    met = {who: scores for who, scores in met.items() if scores}
    names = _tied(met)
    if MARK not in names:
        return {}
    at = {name: i for i, name in enumerate(names)}
    games = np.zeros((len(names), len(names)))
    won = np.zeros((DRAWS + 1, len(names)))
    chance = np.random.default_rng(0)
    for (one, other), scores in sorted(met.items()):
        if one not in at:
            continue
        a, b, n = at[one], at[other], len(scores)
        share_of_one = np.concatenate([[np.mean(scores)], drawn(scores, chance)])
        games[a, b] = games[b, a] = n + 0.5
        won[:, a] += n * share_of_one + 0.25
        won[:, b] += n * (1 - share_of_one) + 0.25
    elo = BASE + SCALE * _fit(games, won, at[MARK])
    low, high = np.percentile(elo[1:], (2.5, 97.5), axis=0)
    pairs = {name: sum(len(s) for who, s in met.items() if name in who) for name in names}
    return {
        name: Rating(float(elo[0, i]), min(float(low[i]), float(elo[0, i])), max(float(high[i]), float(elo[0, i])), pairs[name])
        for name, i in at.items()
    }


def _fit(games: Floats, won: Floats, mark: int) -> Floats:
    """Logarithms of strength by the iteration of Zermelo, for many runs (rows) at once, that of the mark at 0."""
    strength = np.ones_like(won)
    for _ in range(2000):
        new = won / (games / (strength[:, :, None] + strength[:, None, :])).sum(axis=2)
        new /= new[:, [mark]]
        moved = float(np.abs(np.log(new / strength)).max())
        strength = new
        if moved < 1e-5:
            break
    logs: Floats = np.log(strength)
    return logs


def _tied(met: Mapping[tuple[str, str], Sequence[float]]) -> list[str]:
    """Those whom games tie to the mark, the mark among them."""
    found = {MARK} if any(MARK in who for who in met) else set()
    while more := {name for who in met if found & set(who) for name in who} - found:
        found |= more
    return sorted(found)
