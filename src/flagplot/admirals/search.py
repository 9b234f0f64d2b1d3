"""The admiral who thinks: he plays the best few orders on, in positions that look like the one he
sees, and counts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, islice, takewhile
from random import Random as Chance
from statistics import fmean
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
from msgspec.structs import replace

from flagplot.odds import significantly_better
from flagplot.table import AskOrder, Rulebook, Single
from flagplot.table.game.fork import GameFork

from .players import play_on
from .steady import Steady

TRIES = 8
"""Positions that are drawn for a guess until one is found in which the same is asked."""
FEWEST = 2
"""Guesses after which an order is given up that has made no difference."""
HEATS = (4, 8)
"""Guesses after which those orders are given up that stand worse, by chance perhaps: the worse half
of them."""
NEARLY_SAME = 0.6
"""Share of their words that two orders have in common which say nearly the same."""
WON = 12.0
"""Points that a game won, or lost, counts beside the lead."""
HOPE, SURE = 1.5, 4.0
"""Standard errors by which an order stands worse that is given up, and by which the last one stands
better that is taken."""
AGAIN, DOUBT = 8, 1.0
"""Guesses in which the best order is judged once more, for the best of many is the luckiest of
them, too; and by how many standard errors of these alone it must stand better."""
SHARE = 0.75
"""The share of the time by the clock after which it is judged so."""
STEADY, QUICK = Steady(), Steady(looks=False)


class MatchedChancePlayer:
    """Plays a side of a game in thought, and draws equal lots where equal things are asked,
    whatever was asked before: as the dice of such games fall
    (:class:`~flagplot.table.core.dice.Fated`). Up to the end of a turn it may follow another
    plan."""

    name, about, thinks = QUICK.name, QUICK.about, QUICK.thinks

    def __init__(self, seed: int, plan: Steady = QUICK, turn: int = 0) -> None:
        self._seed = seed
        self._plan, self._turn = plan, turn
        self._asked: dict[str, int] = {}

    def decide(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> Any:
        asked = f"{book.turn_of(view)} {request.side} {request.kind} {request.about}"
        before = self._asked.get(asked, 0)
        self._asked[asked] = before + 1
        player = self._plan if book.turn_of(view) <= self._turn else QUICK
        return player.decide(
            book, view, request, Chance(crc32(f"{self._seed} {asked} {before}".encode()))
        )


class PlannedOrder(msgspec.Struct, frozen=True):
    """An order, and the plan by which the rest of the turn is played after it."""

    answer: Any
    plan: Steady = QUICK

    def words(self, text: Callable[[Any], str]) -> str:
        """The order as *text* writes it, and what the plan does otherwise than the steady
        admiral's."""
        more = self.plan.patience
        return text(self.answer) + (
            f" (then {'nothing' if more > 0 else 'much'} more)" if more else ""
        )


class OrderEvaluation(msgspec.Struct, frozen=True):
    """An order that was played on: in how many games in thought, in how many of them its side came
    out ahead, and by how many points on average (fewer than none: behind); and how many it won,
    less those it lost, of those that came to their end."""

    course: PlannedOrder
    games: int
    ahead: int
    points: float
    won: int = 0


class SearchResult(msgspec.Struct, frozen=True):
    """What an admiral would do and why: what he played on, the best first; nothing where he
    answered without."""

    answer: Any
    prospects: tuple[OrderEvaluation, ...] = ()
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
            other = others[0].course.words(text)
            less = (
                "behind (which wins less)"
                if best.won > others[0].won
                else "behind, by chance perhaps,"
            )
            rest = f", {abs(gap):.1f} {'better than' if gap >= 0 else less} {other}"
        how = (
            f"{abs(best.points):.1f} points {'ahead' if best.points >= 0 else 'behind'} on average"
        )
        took = f", {self.seconds:.1f} s of thought" if self.seconds else ""
        return f"{best.course.words(text)}: ahead in {best.ahead} of {best.games} games in thought, {how}{rest}{took}."


class PlayoutScore(NamedTuple):
    """How a game in thought stands for the side that thinks, in points, the answers that were given
    until then, and whether it came to its end and was won (1) or lost (-1)."""

    points: float
    answers: int
    won: int = 0

    @property
    def worth(self) -> float:
        """What the game is worth: who is far ahead in one and behind in two has won one of
        three."""
        return self.points + WON * self.won


Games = Mapping[int, PlayoutScore] | None
"""The games of a guess, by the places of the orders they began with; ``None`` where there was
nothing to guess."""
Thinking = Callable[["SearchTask", Iterator[int], Sequence[int]], Iterator[Games]]
"""Plays guesses: one for each seed, in the order of the seeds, as long as there are rivals to the
first order; whoever reads the games strikes rivals from the list meanwhile."""


def alone(matter: SearchTask, seeds: Iterator[int], rivals: Sequence[int]) -> Iterator[Games]:
    """Plays one guess after the other in this process."""
    while rivals and (seed := next(seeds, None)) is not None:
        yield matter.games(seed, (0, *rivals))


class Search(msgspec.Struct, frozen=True):
    """Takes the order after which games in thought stand best for its side: the best few under the
    plan of the turn, and those with which other plans begin, each played on by steady admirals (its
    own side by that plan until the turn ends) in the same guesses at what is hidden and with the
    same dice, as long as they may yet prove best. What the plan asks for stands unless another
    order is better by more than chance may give, in these and in fresh guesses. Where its book
    guesses nothing, and for the questions of a battle, it answers as the steady admiral does. It
    looks at nothing but its view."""

    name: str = "search"
    about: str = "plays its best orders on in thought"
    thinks: bool = True
    near: tuple[int, int] = (8, 16)
    """Orders that are played on, the pass among them, and in how many guesses at most, where its
    book looks only so far ahead; other plans for the turn are played on beside them where that is
    beyond the turn."""
    far: tuple[int, int] = (4, 16)
    """The same where they are played on to the end of the game."""
    effort: int = 2000
    """Answers in such games, to the end, after which no more than the fewest guesses are made."""
    answers: int = 400
    """Answers after which a game in thought is rated as it stands, where its book has not said so
    before."""
    seconds: float = 2.0
    """With a ``clock``: guesses are made until so much of it has gone, instead of so many."""
    clock: Callable[[], float] | None = None
    thinking: Thinking = alone
    """Who plays the guesses: this process, or the processor's cores side by side. What comes out is
    the same."""

    def decide(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> Any:
        return self.think(book, view, request, rng).answer

    def think(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> SearchResult:
        """What it would do, and what it has played on for that."""
        rated = STEADY.rated(book, view, request)
        at_once = STEADY.settled(book, view, request, rated, rng)
        most, guesses = self.near if book.foresight else self.far
        likely = (
            self.likely(rated, at_once, most, book.text)
            if isinstance(request, AskOrder)
            else (at_once,)
        )
        if len(likely) == 1:
            return SearchResult(at_once)
        courses = [
            *map(PlannedOrder, likely),
            *(others_than(book, view, request, rated, rng) if book.foresight > 1 else ()),
        ]
        begun = self.clock() if self.clock is not None else 0.0
        played: list[list[PlayoutScore]] = [[] for _ in courses]
        rivals = list(range(1, len(courses)))
        given = 0

        def goes_on(n: int) -> bool:
            if self.clock is not None:
                return not n or self.clock() - begun < SHARE * self.seconds
            return n < guesses and (n < HEATS[0] or bool(book.foresight) or given < self.effort)

        matter = SearchTask(
            replace(self, clock=None, thinking=alone), book, view, request, tuple(courses)
        )
        seeds = (rng.getrandbits(64) for _ in takewhile(goes_on, count()))
        for games in self.thinking(matter, seeds, rivals):
            if games is None:
                return SearchResult(at_once)
            for i in (0, *rivals):
                played[i].append(games[i])
                given += games[i].answers
            rivals[:] = in_doubt(worths(played), rivals)
        stood = worths(played)
        surer = [
            i
            for i, x in enumerate(stood)
            if len(x) >= HEATS[0] and significantly_better(x, stood[0][: len(x)])
        ]
        best = max(surer, key=lambda i: fair(stood[i], stood[0]), default=0)
        if best:
            in_time = takewhile(
                lambda n: n < HEATS[0] or self.clock is None or self.clock() - begun < self.seconds,
                range(AGAIN),
            )
            fresh = self.thinking(matter, (rng.getrandbits(64) for _ in in_time), [best])
            best = best if stands(best, fresh) else 0
        found = [prospect(a, x, played[0]) for a, x in zip(courses, played, strict=True)]
        chosen = found[best]
        found.sort(
            key=lambda p: (p is not chosen, -p.points)
        )  # equals stay in the order of their worth
        return SearchResult(
            chosen.course.answer,
            tuple(found),
            self.clock() - begun if self.clock is not None else 0.0,
        )

    def likely(
        self,
        rated: Sequence[tuple[Any, float]],
        at_once: Any,
        most: int,
        text: Callable[[Any], str],
    ) -> Sequence[Any]:
        """The orders worth playing on: what the steady admiral would give, the next best under the
        plan, and the pass; as long as there are others, none that says nearly the same as a better
        one."""
        ranked = dict.fromkeys([at_once, *(a for a, _ in sorted(rated, key=lambda r: -r[1]))])
        first = tuple(islice(apart(ranked, text), most - 1))
        first += tuple(islice((a for a in ranked if a not in first), most - 1 - len(first)))
        passing = rated[-1][0]
        return first if passing in first else (*first, passing)

    def outlook(self, branch: GameFork, side: str, course: PlannedOrder, seed: int) -> PlayoutScore:
        """How a game stands for *side* some time after an answer."""
        thought = branch.fork(seed)
        thought.answer(side, course.answer)
        book = branch.book
        until = book.passed(branch.state) + book.foresight if book.foresight else None
        alike = MatchedChancePlayer(seed)
        players = defaultdict(
            lambda: alike,
            {side: MatchedChancePlayer(seed, course.plan, book.turn_of(branch.state))},
        )
        answers = play_on(thought, players, Chance(seed), self.answers, until)
        if thought.outcome is None:
            return PlayoutScore(book.promise(thought.state, side), answers)
        return PlayoutScore(
            book.score(thought.state, side), answers, round(2 * thought.outcome.share(side) - 1)
        )


class SearchTask(msgspec.Struct, frozen=True):
    """What is thought about: orders to be played on, wherever this is sent."""

    search: Search
    book: Any
    view: Any
    request: Any
    orders: tuple[PlannedOrder, ...]

    def games(self, seed: int, which: Sequence[int]) -> Games:
        """How a game stands after each of these orders in one guess, with the same dice."""
        branch = imagined(self.book, self.view, self.request, seed)
        if branch is None:
            return None
        return {
            i: self.search.outlook(branch, self.request.side, self.orders[i], seed) for i in which
        }


def others_than(
    book: Rulebook[Any], view: Any, request: Single, rated: Sequence[tuple[Any, float]], rng: Chance
) -> Iterator[PlannedOrder]:
    """Other plans for the rest of the turn than the steady admiral's: to pass; to give orders, too,
    that are worse than that by no more than lies between that and the best of them."""
    passing = rated[-1][1]
    between = abs(max(worth for _, worth in rated[:-1]) - passing)
    for patience in filter(None, (float("inf"), -1.001 * between)):
        plan = Steady(looks=False, patience=patience)
        yield PlannedOrder(plan.decide(book, view, request, rng), plan)


def apart(orders: Iterable[Any], text: Callable[[Any], str]) -> Iterator[Any]:
    """Orders without those that share too many of their words with one before them: the same but
    for a ship, as a rule."""
    said: list[set[str]] = []
    for order in orders:
        words = set(re.split("[ ,]+", text(order)))
        if all(len(words & others) < NEARLY_SAME * len(words | others) for others in said):
            said.append(words)
            yield order


def in_doubt(stood: Sequence[Sequence[float]], rivals: Sequence[int]) -> list[int]:
    """Those of *rivals* that may yet prove better than the first and than each other; none where
    one is better beyond doubt."""
    planned, n = stood[0], len(stood[0])
    if n < HEATS[0]:
        return [i for i in rivals if n < FEWEST or list(stood[i]) != list(planned)]
    lead = max(rivals, key=lambda i: fmean(stood[i]))
    left = [
        i
        for i in rivals
        if may_win(stood[i], planned) and (i == lead or may_win(stood[i], stood[lead]))
    ]
    if n in HEATS:
        left = sorted(sorted(left, key=lambda i: -fmean(stood[i]))[: (len(left) + 1) // 2])
    return [] if left == [lead] and significantly_better(stood[lead], planned, SURE) else left


def stands(best: int, fresh: Iterable[Games]) -> bool:
    """Whether the best order is better than the first in fresh guesses, too."""
    found = [games for games in fresh if games is not None]
    return significantly_better([g[best].worth for g in found], [g[0].worth for g in found], DOUBT)


def may_win(games: Sequence[float], others: Sequence[float]) -> bool:
    """Whether games do not stand worse than others by more than chance may give, or just the
    same."""
    return not significantly_better(others, games, HOPE) and list(games) != list(others)


def worths(played: Sequence[Sequence[PlayoutScore]]) -> list[list[float]]:
    """What the games of each order are worth."""
    return [[g.worth for g in games] for games in played]


def prospect(
    course: PlannedOrder, games: Sequence[PlayoutScore], planned: Sequence[PlayoutScore]
) -> OrderEvaluation:
    """An order that was played on in these games, the planned one in those."""
    points = fair([g.points for g in games], [g.points for g in planned])
    return OrderEvaluation(
        course, len(games), sum(g.points > 0 for g in games), points, sum(g.won for g in games)
    )


def fair(games: Sequence[float], planned: Sequence[float]) -> float:
    """The mean of games that were given up early as it would be in all the guesses in which the
    planned order was played on."""
    return fmean(planned) + fmean(a - b for a, b in zip(games, planned, strict=False))


def imagined(book: Rulebook[Any], view: Any, request: Single, seed: int) -> GameFork | None:
    """A game in thought in a position that looks like *view*, in which the same is asked; ``None``
    where none was found."""
    lots = Chance(seed)
    drawn = filter(None, (book.sample(view, request.side, lots) for _ in range(TRIES)))
    return next(filter(None, (asked_in(book, state, request, seed) for state in drawn)), None)


def asked_in(book: Rulebook[Any], state: Any, request: Single, seed: int) -> GameFork | None:
    """A game in thought in this position, in which the same is asked, in the middle of a step, too;
    ``None`` where it is not."""
    branch = GameFork.at(book, state, seed)
    if (
        branch.request(request.side) != request
        and (rest := book.resumed(state, request)) is not None
    ):
        branch = GameFork.half_done(book, state, (), seed, rest)
    return branch if branch.request(request.side) == request else None
