"""The admiral who thinks: he plays the best few orders on, in positions that look like the one he sees, and counts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random as Chance
from typing import Any

import msgspec

from flagplot.table import Command, Rulebook, Single
from flagplot.table.branch import Branch

from .players import WIDTH, Greedy, choices

GREEDY = Greedy()


class Search(msgspec.Struct, frozen=True):
    """Takes the order after which games in thought stand best for its side: the dearest few by ``worth``, each played on by
    greedy admirals in the same guesses at what is hidden and with the same dice. Where its book guesses nothing, and for the
    questions of a battle, it answers as the greedy admiral does. It looks at nothing but its view."""

    name: str = "search"
    about: str = "Search: plays its best orders on before it gives one, some seconds each"
    thinks: bool = True
    orders: int = 4
    """Orders that are played on, the pass among them."""
    guesses: int = 3
    """Positions in which each of them is played on."""
    answers: int = 400
    """Answers after which a game in thought is rated as it stands."""
    seconds: float = 0.0
    """With a ``clock``: guesses are made until so much of it has gone, instead of so many."""
    clock: Callable[[], float] | None = None

    def decide(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> Any:
        if not isinstance(request, Command):
            return GREEDY.decide(book, view, request, rng)
        rated = sorted(((book.worth(view, request, a), -n, a) for n, a in enumerate(choices(book, view, request, WIDTH))),
                       key=lambda r: r[:2], reverse=True)
        likely = [a for _, _, a in rated[: self.orders - 1]]
        passing = max(rated, key=lambda r: -r[1])[2]
        if passing not in likely:
            likely.append(passing)
        if len(likely) == 1:
            return likely[0]
        totals = [0.0] * len(likely)
        begun = self.clock() if self.clock is not None else 0.0
        for n in count():
            if n >= self.guesses if self.clock is None else n and self.clock() - begun >= self.seconds:
                break
            seed = rng.getrandbits(64)
            branch = imagined(book, view, request, seed)
            if branch is None:
                return GREEDY.decide(book, view, request, rng)
            for i, answer in enumerate(likely):
                totals[i] += self.outlook(branch, request.side, answer, seed)
        return likely[totals.index(max(totals))]

    def outlook(self, branch: Branch, side: str, answer: Any, seed: int) -> float:
        """How a game stands for *side* some time after an answer."""
        thought = branch.fork(seed)
        thought.answer(side, answer)
        lots = Chance(seed)
        for _ in range(self.answers):
            if thought.outcome is not None:
                break
            who = thought.owes()[0]
            asked = thought.request(who)
            assert asked is not None
            view = thought.view(who)
            thought.answer(who, GREEDY.decide(thought.book, view, asked, lots))
        return thought.book.score(thought.state, side)


def imagined(book: Rulebook[Any], view: Any, request: Single, seed: int) -> Branch | None:
    """A game in thought in a position that looks like *view*, in which the same is asked; ``None`` where there is none."""
    state = book.sample(view, request.side, Chance(seed))
    if state is None:
        return None
    branch = Branch.at(book, state, seed)
    return branch if branch.request(request.side) == request else None
