"""Ratings of who played whom, by the model of Bradley and Terry, and intervals from pairs drawn
again."""

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
Starts = Sequence[Sequence[float]]
"""Scores of pairs, a list for every start: each start counts alike, however many pairs were played
in it."""
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


class Pooled(NamedTuple):
    """The scores of some starts put together: their mean, as many pairs as it is as sure as, and
    means that are drawn again."""

    mean: float
    pairs: int
    drawn: Floats


def pooled(starts: Starts, chance: np.random.Generator) -> Pooled:
    """The mean of the means of the starts. It is drawn again from all pairs, each as likely as it
    weighs, and a win and a loss besides: few that are alike prove little."""
    scores = np.array([x for scores in starts for x in scores])
    weights = np.array([1 / len(scores) / len(starts) for scores in starts for _ in scores])
    n = round(1 / float((weights**2).sum()))
    likely = np.array([*weights * n, 1.0, 1.0]) / (n + 2)
    again: Floats = chance.choice(np.array([*scores, 0.0, 1.0]), size=(DRAWS, n), p=likely).mean(
        axis=1
    )
    return Pooled(
        round(float((scores * weights).sum()), 12), n, again
    )  # else thirteen of twenty were more than 65 %


def share(scores: Sequence[float]) -> Share:
    """The mean of scores, with its interval."""
    found = pooled([scores], np.random.default_rng(0))
    low, high = np.percentile(found.drawn, (2.5, 97.5))
    return Share(found.mean, min(found.mean, float(low)), max(found.mean, float(high)), len(scores))


def ratings(met: Mapping[tuple[str, str], Starts]) -> dict[str, Rating]:
    """The rating of everybody whom games tie to the mark. *met* holds for two admirals the scores
    of the first; half a pair that was drawn is added to each, so that nobody is better without
    end."""
    met = {
        who: played
        for who, starts in met.items()
        if (played := [scores for scores in starts if scores])
    }
    names = _tied(met)
    if MARK not in names:
        return {}
    at = {name: i for i, name in enumerate(names)}
    games = np.zeros((len(names), len(names)))
    won = np.zeros((DRAWS + 1, len(names)))
    chance = np.random.default_rng(0)
    for (one, other), starts in sorted(met.items()):
        if one not in at:
            continue
        a, b, all_of_them = at[one], at[other], pooled(starts, chance)
        share_of_one = np.array([all_of_them.mean, *all_of_them.drawn])
        games[a, b] = games[b, a] = all_of_them.pairs + 0.5
        won[:, a] += all_of_them.pairs * share_of_one + 0.25
        won[:, b] += all_of_them.pairs * (1 - share_of_one) + 0.25
    elo = BASE + SCALE * _fit(games, won, at[MARK])
    low, high = np.percentile(elo[1:], (2.5, 97.5), axis=0)
    pairs = {
        name: sum(len(s) for who, starts in met.items() if name in who for s in starts)
        for name in names
    }
    return {
        name: Rating(
            float(elo[0, i]),
            min(float(low[i]), float(elo[0, i])),
            max(float(high[i]), float(elo[0, i])),
            pairs[name],
        )
        for name, i in at.items()
    }


def _fit(games: Floats, won: Floats, mark: int) -> Floats:
    """Logarithms of strength by the iteration of Zermelo, for many runs (rows) at once, that of the
    mark at 0."""
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


def _tied(met: Mapping[tuple[str, str], Starts]) -> list[str]:
    """Those whom games tie to the mark, the mark among them."""
    found = {MARK} if any(MARK in who for who in met) else set()
    while more := {name for who in met if found & set(who) for name in who} - found:
        found |= more
    return sorted(found)
