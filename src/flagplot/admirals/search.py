"""The admiral who thinks: he plays the best few orders on, in positions that look like the one he sees, and counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import count
from random import Random as Chance
from typing import Any

import msgspec

from flagplot.odds import better
from flagplot.table import Command, Rulebook, Single
from flagplot.table.branch import Branch

from .players import play_on
from .steady import Steady

STEADY, QUICK = Steady(), Steady(looks=False)


class Prospect(msgspec.Struct, frozen=True):
    """An order that was played on: in how many games in thought, in how many of them its side came out ahead, and by how many
    points on average (fewer than none: behind)."""

    answer: Any
    games: int
    ahead: int
    points: float


class Thought(msgspec.Struct, frozen=True):
    """What an admiral would do and why: what he played on, the best first; nothing where he answered without."""

    answer: Any
    prospects: tuple[Prospect, ...] = ()
    seconds: float = 0.0
    """How long it took, by the clock he was given."""

    def sentence(self, text: Callable[[Any], str]) -> str:
        """Why, in a sentence with its odds; *text* writes an order."""
        if not self.prospects:
            return f"{text(self.answer)}: the best under the plan of this turn."
        best, *others = self.prospects
        rest = ""
        if others:
            gap = best.points - others[0].points
            rest = f", {abs(gap):.1f} {'better than' if gap >= 0 else 'behind, by chance perhaps,'} {text(others[0].answer)}"
        how = f"{abs(best.points):.1f} points {'ahead' if best.points >= 0 else 'behind'} on average"
        took = f", {self.seconds:.1f} s of thought" if self.seconds else ""
        return f"{text(best.answer)}: ahead in {best.ahead} of {best.games} games in thought, {how}{rest}{took}."


class Search(msgspec.Struct, frozen=True):
    """Takes the order after which games in thought stand best for its side: the best few under the plan of the turn, each played
    on by steady admirals in the same guesses at what is hidden and with the same dice. What the plan asks for stands unless
    another order is better by more than chance may give. Where its book guesses nothing, and for
    the questions of a battle, it answers as the steady admiral does. It looks at nothing but its view."""

    name: str = "search"
    about: str = "plays its best orders on in thought"
    thinks: bool = True
    orders: int = 4
    """Orders that are played on, the pass among them."""
    guesses: int = 3
    """Positions in which each of them is played on."""
    answers: int = 400
    """Answers after which a game in thought is rated as it stands."""
    seconds: float = 2.0
    """With a ``clock``: guesses are made until so much of it has gone, instead of so many."""
    clock: Callable[[], float] | None = None

    def decide(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> Any:
        return self.think(book, view, request, rng).answer

    def think(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> Thought:
        """What it would do, and what it has played on for that."""
        rated = STEADY.rated(book, view, request)
        at_once = STEADY.settled(book, view, request, rated, rng)
        likely = self.likely(rated, at_once) if isinstance(request, Command) else (at_once,)
        if len(likely) == 1:
            return Thought(at_once)
        begun = self.clock() if self.clock is not None else 0.0
        stood: list[list[float]] = [[] for _ in likely]
        for n in count():
            if n >= self.guesses if self.clock is None else n and self.clock() - begun >= self.seconds:
                break
            seed = rng.getrandbits(64)
            branch = imagined(book, view, request, seed)
            if branch is None:
                return Thought(at_once)
            for games, answer in zip(stood, likely, strict=True):
                games.append(self.outlook(branch, request.side, answer, seed))
        found = [Prospect(a, len(x), sum(p > 0 for p in x), sum(x) / len(x)) for a, x in zip(likely, stood, strict=True)]
        planned = stood[0]
        surer = [p for p, games in zip(found, stood, strict=True) if better(games, planned)]
        chosen = max(surer, key=lambda p: p.points, default=found[0])
        found.sort(key=lambda p: (p is not chosen, -p.points))  # equals stay in the order of their worth
        return Thought(chosen.answer, tuple(found), self.clock() - begun if self.clock is not None else 0.0)

    def likely(self, rated: Sequence[tuple[Any, float]], at_once: Any) -> Sequence[Any]:
        """The orders worth playing on: what the steady admiral would give, the next best under the plan, and the pass."""
        ranked = [at_once, *(a for a, _ in sorted(rated, key=lambda r: -r[1]))]
        first, passing = tuple(dict.fromkeys(ranked))[: self.orders - 1], rated[-1][0]
        return first if passing in first else (*first, passing)

    def outlook(self, branch: Branch, side: str, answer: Any, seed: int) -> float:
        """How a game stands for *side* some time after an answer."""
        thought = branch.fork(seed)
        thought.answer(side, answer)
        play_on(thought, defaultdict(lambda: QUICK), Chance(seed), self.answers)
        return thought.book.score(thought.state, side)


def imagined(book: Rulebook[Any], view: Any, request: Single, seed: int) -> Branch | None:
    """A game in thought in a position that looks like *view*, in which the same is asked; ``None`` where there is none."""
    state = book.sample(view, request.side, Chance(seed))
    if state is None:
        return None
    branch = Branch.at(book, state, seed)
    return branch if branch.request(request.side) == request else None
