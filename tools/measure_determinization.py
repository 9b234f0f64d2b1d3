#!/usr/bin/env python3
"""Measure the bias of determinisations: playouts from determinisations compared with playouts from
the full state.

``python -m tools measure-determinization awaw torch-1942 T --games 4``. Steady admirals play. At some of
the questions that ``search`` would search, their answer is played on from determinisations of the
asked side's view, and from the full state. The difference of the results is the bias, by side and
kind of question.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from flagplot import rulebooks
from flagplot.admirals.players import play_on
from flagplot.admirals.search import (
    QUICK,
    PlannedOrder,
    Search,
    determinised_fork,
    fork_with_request,
)
from flagplot.table import AskOrder, Rulebook, Setup, Single, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.fork import GameFork
from flagplot.table.game.game import Game

MOST = 100_000


class Stand(NamedTuple):
    """The mean results of a side at a question of a kind, in points: from determinisations and from
    the full state."""

    side: str
    kind: str
    guessed: float
    true: float


class Asked:
    """A quick steady admiral that measures before some of its answers."""

    name, about, thinks = QUICK.name, QUICK.about, QUICK.thinks

    def __init__(self, game: Game, every: int, plays: int, first: int) -> None:
        self.found: list[Stand] = []
        self._game, self._every, self._plays, self._asked = game, every, plays, first

    def decide(self, book: Rulebook[Any], view: Any, request: Single, rng: Random) -> Any:
        answer = QUICK.decide(book, view, request, rng)
        if isinstance(request, AskOrder) or book.resume_rule(self._game.state, request) is not None:
            self._asked += 1
            if self._asked % self._every == 0:
                self.found.extend(self._stand(book, view, request, answer))
        return answer

    def _stand(
        self, book: Rulebook[Any], view: Any, request: Single, answer: Any
    ) -> Iterator[Stand]:
        def mean(branches: Sequence[GameFork]) -> float:
            return fmean(
                Search().outlook(b, request.side, PlannedOrder(answer), seed).points
                for seed, b in enumerate(branches)
            )

        guesses = [
            g
            for seed in range(self._plays)
            if (g := determinised_fork(book, view, request, seed)) is not None
        ]
        truths = [
            true
            for seed in range(self._plays)
            if (true := fork_with_request(book, self._game.state, request, seed)) is not None
        ]
        if len(guesses) == len(truths) == self._plays:
            yield Stand(request.side, request.kind, mean(guesses), mean(truths))


def main(given: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("book", choices=rulebooks.BOOKS)
    parser.add_argument("scenario")
    parser.add_argument("start", nargs="?", default="")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument(
        "--every", type=int, default=10, help="measure at every so many questions (default: 10)"
    )
    parser.add_argument(
        "--plays",
        type=int,
        default=6,
        help="playouts from determinisations, and from the full state (default: 6)",
    )
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args(given)
    book = rulebooks.book(told.book)
    gaps: dict[tuple[str, str], list[Stand]] = defaultdict(list)
    for n in range(told.games):
        seed = told.seed + n
        game = Game.new(
            book,
            Setup(told.scenario, told.start),
            rulings=rulings(told.book),
            dice=SeededDice(str(seed)),
        )
        asked = Asked(game, told.every, told.plays, first=n * 3)
        play_on(game, dict.fromkeys(game.sides, asked), Random(seed), MOST)
        for x in asked.found:
            gaps[x.side, x.kind].append(x)
    for (side, kind), found in sorted(gaps.items()):
        off = [x.guessed - x.true for x in found]
        error = f" ± {stdev(off) / len(off) ** 0.5:.1f}" if len(off) > 1 else ""
        stands = f"guessed {fmean(x.guessed for x in found):6.1f}  true {fmean(x.true for x in found):6.1f}"
        print(
            f"{side:8} {kind:22} {len(found):3} questions  {stands}  bias {fmean(off):5.1f}{error}",
            flush=True,
        )
    return 0
