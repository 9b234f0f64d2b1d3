"""Ratings by the model of Bradley and Terry, with bootstrap intervals from resampled pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

MARK, BASE = "greedy", 1000
"""The reference admiral and its rating; the others are rated relative to it."""
DRAWS = 1000
"""Resamples for an interval."""
SCALE = 400 / np.log(10)
"""Elo points per unit of the logarithm of the odds."""
Starts = Sequence[Sequence[float]]
"""Scores of pairs, one list for every start. Each start has the same weight, however many pairs it
has."""
Floats = np.ndarray[Any, np.dtype[np.float64]]


class Share(NamedTuple):
    """A score from 0 to 1, with its 95 % interval."""

    score: float
    low: float
    high: float
    of: int


class Rating(NamedTuple):
    """A rating, with the 95 % interval of its distance from the mark."""

    elo: float
    low: float
    high: float
    pairs: int


class Pooled(NamedTuple):
    """The pooled scores of several starts: their mean, the equivalent number of pairs, and
    resampled means."""

    mean: float
    pairs: int
    drawn: Floats


def pooled(starts: Starts, chance: np.random.Generator) -> Pooled:
    """Return the mean of the means of the starts. Resamples draw from all pairs by weight, and from
    one win and one loss in addition, because a few equal results prove little."""
    scores = np.array([x for scores in starts for x in scores])
    weights = np.array([1 / len(scores) / len(starts) for scores in starts for _ in scores])
    n = round(1 / float((weights**2).sum()))
    likely = np.array([*weights * n, 1.0, 1.0]) / (n + 2)
    again: Floats = chance.choice(np.array([*scores, 0.0, 1.0]), size=(DRAWS, n), p=likely).mean(
        axis=1
    )
    # rounded, because 13 of 20 would otherwise be more than 65 %
    return Pooled(round(float((scores * weights).sum()), 12), n, again)


def share(scores: Sequence[float]) -> Share:
    """Return the mean of scores, with its interval."""
    found = pooled([scores], np.random.default_rng(0))
    low, high = np.percentile(found.drawn, (2.5, 97.5))
    return Share(found.mean, min(found.mean, float(low)), max(found.mean, float(high)), len(scores))


def ratings(met: Mapping[tuple[str, str], Starts]) -> dict[str, Rating]:
    """Return the rating of every admiral connected to the mark by games. *met* maps two admirals to
    the scores of the first. Half a drawn pair is added to each, so that no rating is infinite."""
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
    """Return logarithms of strength by Zermelo's iteration, for many runs (rows) at once, with the
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
    """Return the admirals connected to the mark by games, the mark included."""
    found = {MARK} if any(MARK in who for who in met) else set()
    while more := {name for who in met if found & set(who) for name in who} - found:
        found |= more
    return sorted(found)
