#!/usr/bin/env python3
"""Learn to play a scenario from nothing: ten minutes on two cores beat the random admiral.

    pip install 'flagplot[learn]'
    python docs/train.py awaw norway-1940 --start WS --minutes 10 --workers 2

A policy is one weight for each feature of an answer (the words it is made of, by hashing); it gives
the answer with the greatest sum. CMA-ES (the library cma) evolves the weights: every generation
plays some games against random answers, the same dice and both sides for each policy, and the
points ahead at the end are what counts. What was learned is an admiral like any other, and plays
pairs of games against `random` at the end. --weights FILE keeps it; Ctrl-C ends the training early.
"""

from __future__ import annotations

import argparse
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import cma
import numpy as np
from joblib import Parallel, delayed

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.admirals.env import FlagplotEnv
from flagplot.admirals.features import ACTION_FEATURES, encode_answer
from flagplot.admirals.ladder import play_pairs, summarise_pairs
from flagplot.admirals.players import choices
from flagplot.table import Ask, Setup, rulings


class Learned:
    """An admiral who weighs an answer by its words."""

    name, about, thinks = "learned", "Learned: weighs the words of an answer", False

    def __init__(self, weights: np.ndarray) -> None:
        self.weights = weights

    def decide(self, book: Any, view: Any, request: Any, rng: Any) -> Any:
        answers = choices(book, view, request)
        texts = [str(a) if isinstance(request, Ask) else book.text(a) for a in answers]
        return answers[
            int(np.argmax([encode_answer(request.kind, t) @ self.weights for t in texts]))
        ]


def ahead(book: str, setup: Setup, weights: np.ndarray, seed: int) -> tuple[float, float]:
    """Points ahead of random answers, the mean of a game on each side with the same dice, and the
    seconds of a core it took."""
    begun = time.process_time()
    world = FlagplotEnv(book, setup.scenario, setup=setup, features=1, rewards="score")
    total = 0.0
    for mine in world.possible_agents:
        world.reset(seed=seed)
        chance = np.random.default_rng(seed)
        for agent in world.agent_iter():
            seen, reward, ended, cut, _ = world.last()
            total += reward if agent == mine else 0.0
            offered = np.flatnonzero(seen["action_mask"])
            if ended or cut:
                world.step(None)
            elif agent == mine:
                world.step(int(np.argmax(seen["actions"][: len(offered)] @ weights)))
            else:
                world.step(int(chance.choice(offered)))
    return total / len(world.possible_agents), time.process_time() - begun


def train(
    book: str, setup: Setup, minutes: float, workers: int, pairs: int, seed: int
) -> np.ndarray:
    """Evolve weights until each core has worked so many *minutes*, or Ctrl-C; each policy plays so
    many *pairs* of games."""
    search = cma.CMAEvolutionStrategy(
        np.zeros(ACTION_FEATURES), 0.5, {"seed": seed + 1, "verbose": -9}
    )
    worked, generation = 0.0, 0
    with Parallel(n_jobs=workers) as run, suppress(KeyboardInterrupt):
        while worked < 60 * minutes * workers:
            policies = search.ask()
            seeds = range(seed + generation * pairs, seed + (generation + 1) * pairs)
            games = run(delayed(ahead)(book, setup, w, s) for w in policies for s in seeds)
            points = np.reshape([won for won, _ in games], (len(policies), pairs)).mean(axis=1)
            search.tell(policies, list(-points))
            worked += sum(took for _, took in games)
            generation += 1
            print(
                f"generation {generation}, {worked / workers:.0f} s a core: {points.mean():+.2f} "
                "points ahead on average, "
                f"the best {points.max():+.2f}",
                flush=True,
            )
    return np.asarray(search.mean)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("book")
    parser.add_argument("scenario")
    parser.add_argument("--start", default="")
    parser.add_argument("--minutes", type=float, default=10, help="of every core (default: 10)")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--pairs",
        type=int,
        default=3,
        help="pairs of games for each policy of a generation (default: 3)",
    )
    parser.add_argument(
        "--test",
        type=int,
        default=100,
        help="pairs against the random admiral at the end (default: 100)",
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--weights", type=Path, help="write the weights to this file")
    told = parser.parse_args()
    setup = Setup(told.scenario, told.start)
    weights = train(told.book, setup, told.minutes, told.workers, told.pairs, told.seed)
    if told.weights:
        np.savetxt(told.weights, weights)
    book, law = rulebooks.book(told.book), rulings(told.book)
    sides = next(c.sides for c in book.scenarios if c.id == told.scenario)
    players = (Learned(weights), admiral("random"))
    found = summarise_pairs(sides, play_pairs(book, setup, law, players, "test", told.test, 1))
    games = f"{found.wins}-{found.draws}-{found.losses}"
    print(f"learned vs random {games} score {found.score:.2f} [{found.low:.2f}, {found.high:.2f}]")


if __name__ == "__main__":
    main()
