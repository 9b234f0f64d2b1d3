"""The searching admiral: it plays its best few orders on, in determinisations of its view, and
compares the results."""

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
"""Most draws for a determinisation in which the same request is asked."""
FEWEST = 2
"""Determinisations after which an order that has made no difference is dropped."""
HEATS = (4, 8)
"""Determinisations after which the worse half of the orders that look worse is dropped."""
NEARLY_SAME = 0.6
"""Share of common words at which two orders count as nearly the same."""
WON = 12.0
"""Points that a won or lost playout counts besides the lead."""
HOPE, SURE = 1.5, 4.0
"""Standard errors by which an order must look worse to be dropped, and by which the last rival must
look better to be taken at once."""
AGAIN, DOUBT = 8, 1.0
"""Fresh determinisations in which the best order is tested again, because the best of many is also
the luckiest; and the standard errors by which it must be better in these alone."""
SHARE = 0.75
"""The share of the time limit after which the final test begins."""
STEADY, QUICK = Steady(), Steady(looks=False)


class MatchedChancePlayer:
    """A player of one side of a playout that draws equal chance for equal requests, whatever was
    asked before. It matches the dice of playouts (:class:`~flagplot.table.core.dice.PlayoutDice`). It may
    follow another plan until the end of a turn."""

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
        """Return the order as *text* writes it, with the difference of its plan from the steady
        admiral's."""
        more = self.plan.patience
        return text(self.answer) + (
            f" (then {'nothing' if more > 0 else 'much'} more)" if more else ""
        )


class OrderEvaluation(msgspec.Struct, frozen=True):
    """The result of an order's playouts: their number, the number in which its side came out ahead,
    the mean lead in points (negative: behind), and the games won less those lost, of those that
    ended."""

    course: PlannedOrder
    games: int
    ahead: int
    points: float
    won: int = 0


class SearchResult(msgspec.Struct, frozen=True):
    """The result of a search: the answer, and the orders played on, best first; empty when it
    answered without playouts."""

    answer: Any
    prospects: tuple[OrderEvaluation, ...] = ()
    seconds: float = 0.0
    """Seconds of the given clock that the search took; 0.0 without a clock."""

    def sentence(self, text: Callable[[Any], str]) -> str:
        """Return the reason in a sentence with its odds; *text* writes an order."""
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
        return f"{best.course.words(text)}: ahead in {best.ahead} of {best.games} simulated games, {how}{rest}{took}."


class PlayoutScore(NamedTuple):
    """The result of one playout for the searching side: points, answers given, and 1 when it ended
    in a win, -1 in a loss, else 0."""

    points: float
    answers: int
    won: int = 0

    @property
    def worth(self) -> float:
        """The value of the playout. A win counts extra, because a large lead in one game does not
        make up for two narrow losses."""
        return self.points + WON * self.won


Games = Mapping[int, PlayoutScore] | None
"""The playouts from one determinisation, by index of the order they began with; ``None`` when no
determinisation was found."""
Thinking = Callable[["SearchTask", Iterator[int], Sequence[int]], Iterator[Games]]
"""A function that runs playouts: one result for each seed, in the order of the seeds, while the
first order has rivals. The reader of the results removes rivals from the list meanwhile."""


def run_in_process(
    matter: SearchTask, seeds: Iterator[int], rivals: Sequence[int]
) -> Iterator[Games]:
    """Run one determinisation after the other in this process."""
    while rivals and (seed := next(seeds, None)) is not None:
        yield matter.games(seed, (0, *rivals))


class Search(msgspec.Struct, frozen=True):
    """The searching admiral: it takes the order whose playouts end best for its side. Candidates
    are the best few orders under the plan of the turn, and the first orders of other plans. Steady
    admirals play each on, in the same determinisations and with the same dice, while it may still
    prove best; its own side follows that plan until the turn ends. The planned order stands unless
    another is significantly better, in these and in fresh determinisations. It answers like the
    steady admiral where its book cannot determinise, and on questions of a battle. It reads only
    its view."""

    name: str = "search"
    about: str = "plays its best orders on in thought"
    thinks: bool = True
    near: tuple[int, int] = (8, 16)
    """(orders, determinisations) searched at most when the book limits the playouts
    (``foresight``). The orders include the pass. Other plans for the turn are added when playouts
    go beyond the turn."""
    far: tuple[int, int] = (4, 16)
    """(orders, determinisations) searched at most when playouts run to the end of the game; see
    ``near``."""
    effort: int = 2000
    """Answers in playouts to the end, after which only the fewest determinisations are made."""
    answers: int = 400
    """Most answers in one playout, when its book sets no earlier end."""
    seconds: float = 2.0
    """With a ``clock``: seconds per decision, instead of a number of determinisations."""
    clock: Callable[[], float] | None = None
    thinking: Thinking = run_in_process
    """The runner of playouts: this process, or the processor's cores in parallel. The result is the
    same."""

    def decide(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> Any:
        return self.think(book, view, request, rng).answer

    def think(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> SearchResult:
        """Return its answer, with the playouts behind it."""
        rated = STEADY.rated(book, view, request)
        at_once = STEADY.settled(book, view, request, rated, rng)
        most, guesses = self.near if book.playout_horizon else self.far
        likely = (
            self.likely(rated, at_once, most, book.text)
            if isinstance(request, AskOrder)
            else (at_once,)
        )
        if len(likely) == 1:
            return SearchResult(at_once)
        courses = [
            *map(PlannedOrder, likely),
            *(other_plans(book, view, request, rated, rng) if book.playout_horizon > 1 else ()),
        ]
        begun = self.clock() if self.clock is not None else 0.0
        played: list[list[PlayoutScore]] = [[] for _ in courses]
        rivals = list(range(1, len(courses)))
        given = 0

        def goes_on(n: int) -> bool:
            if self.clock is not None:
                return not n or self.clock() - begun < SHARE * self.seconds
            return n < guesses and (
                n < HEATS[0] or bool(book.playout_horizon) or given < self.effort
            )

        matter = SearchTask(
            replace(self, clock=None, thinking=run_in_process), book, view, request, tuple(courses)
        )
        seeds = (rng.getrandbits(64) for _ in takewhile(goes_on, count()))
        for games in self.thinking(matter, seeds, rivals):
            if games is None:
                return SearchResult(at_once)
            for i in (0, *rivals):
                played[i].append(games[i])
                given += games[i].answers
            rivals[:] = rivals_in_doubt(playout_values(played), rivals)
        stood = playout_values(played)
        surer = [
            i
            for i, x in enumerate(stood)
            if len(x) >= HEATS[0] and significantly_better(x, stood[0][: len(x)])
        ]
        best = max(surer, key=lambda i: extrapolated_mean(stood[i], stood[0]), default=0)
        if best:
            in_time = takewhile(
                lambda n: n < HEATS[0] or self.clock is None or self.clock() - begun < self.seconds,
                range(AGAIN),
            )
            fresh = self.thinking(matter, (rng.getrandbits(64) for _ in in_time), [best])
            best = best if is_confirmed(best, fresh) else 0
        found = [evaluation_of(a, x, played[0]) for a, x in zip(courses, played, strict=True)]
        chosen = found[best]
        # the sort is stable: equals stay in the order of their worth
        found.sort(key=lambda p: (p is not chosen, -p.points))
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
        """Return the orders worth playing on: the steady admiral's order, the next best under the
        plan, and the pass. Orders nearly equal to a better one come only when others are
        missing."""
        ranked = dict.fromkeys([at_once, *(a for a, _ in sorted(rated, key=lambda r: -r[1]))])
        first = tuple(islice(distinct_orders(ranked, text), most - 1))
        first += tuple(islice((a for a in ranked if a not in first), most - 1 - len(first)))
        passing = rated[-1][0]
        return first if passing in first else (*first, passing)

    def outlook(self, branch: GameFork, side: str, course: PlannedOrder, seed: int) -> PlayoutScore:
        """Return the result of a playout for *side* after an order."""
        thought = branch.fork(seed)
        thought.answer(side, course.answer)
        book = branch.book
        until = book.progress(branch.state) + book.playout_horizon if book.playout_horizon else None
        alike = MatchedChancePlayer(seed)
        players = defaultdict(
            lambda: alike,
            {side: MatchedChancePlayer(seed, course.plan, book.turn_of(branch.state))},
        )
        answers = play_on(thought, players, Chance(seed), self.answers, until)
        if thought.outcome is None:
            return PlayoutScore(book.expected_score(thought.state, side), answers)
        return PlayoutScore(
            book.score(thought.state, side), answers, round(2 * thought.outcome.share(side) - 1)
        )


class SearchTask(msgspec.Struct, frozen=True):
    """The question of a search: orders to be played on, in this or another process."""

    search: Search
    book: Any
    view: Any
    request: Any
    orders: tuple[PlannedOrder, ...]

    def games(self, seed: int, which: Sequence[int]) -> Games:
        """Return the playouts after each of these orders from one determinisation, with the same
        dice; ``None`` when no determinisation was found."""
        branch = determinised_fork(self.book, self.view, self.request, seed)
        if branch is None:
            return None
        return {
            i: self.search.outlook(branch, self.request.side, self.orders[i], seed) for i in which
        }


def other_plans(
    book: Rulebook[Any], view: Any, request: Single, rated: Sequence[tuple[Any, float]], rng: Chance
) -> Iterator[PlannedOrder]:
    """Yield the first orders of other plans for the rest of the turn: one that passes, and one that
    also gives orders that look worse than passing, by up to the gap between passing and the best
    order."""
    passing = rated[-1][1]
    between = abs(max(worth for _, worth in rated[:-1]) - passing)
    for patience in filter(None, (float("inf"), -1.001 * between)):
        plan = Steady(looks=False, patience=patience)
        yield PlannedOrder(plan.decide(book, view, request, rng), plan)


def distinct_orders(orders: Iterable[Any], text: Callable[[Any], str]) -> Iterator[Any]:
    """Yield orders without those that share too many words with an earlier one (usually the same
    order with another ship)."""
    said: list[set[str]] = []
    for order in orders:
        words = set(re.split("[ ,]+", text(order)))
        if all(len(words & others) < NEARLY_SAME * len(words | others) for others in said):
            said.append(words)
            yield order


def rivals_in_doubt(stood: Sequence[Sequence[float]], rivals: Sequence[int]) -> list[int]:
    """Return the *rivals* that may still prove better than the first order and than each other;
    empty when one is better beyond doubt."""
    planned, n = stood[0], len(stood[0])
    if n < HEATS[0]:
        return [i for i in rivals if n < FEWEST or list(stood[i]) != list(planned)]
    lead = max(rivals, key=lambda i: fmean(stood[i]))
    left = [
        i
        for i in rivals
        if may_still_win(stood[i], planned) and (i == lead or may_still_win(stood[i], stood[lead]))
    ]
    if n in HEATS:
        left = sorted(sorted(left, key=lambda i: -fmean(stood[i]))[: (len(left) + 1) // 2])
    return [] if left == [lead] and significantly_better(stood[lead], planned, SURE) else left


def is_confirmed(best: int, fresh: Iterable[Games]) -> bool:
    """Return whether the best order is better than the first in fresh determinisations, too."""
    found = [games for games in fresh if games is not None]
    return significantly_better([g[best].worth for g in found], [g[0].worth for g in found], DOUBT)


def may_still_win(games: Sequence[float], others: Sequence[float]) -> bool:
    """Return whether an order may still win against another: its results are neither significantly
    worse nor identical."""
    return not significantly_better(others, games, HOPE) and list(games) != list(others)


def playout_values(played: Sequence[Sequence[PlayoutScore]]) -> list[list[float]]:
    """Return the values of the playouts of each order."""
    return [[g.worth for g in games] for games in played]


def evaluation_of(
    course: PlannedOrder, games: Sequence[PlayoutScore], planned: Sequence[PlayoutScore]
) -> OrderEvaluation:
    """Return the evaluation of an order from its playouts *games*, compared with the planned
    order's."""
    points = extrapolated_mean([g.points for g in games], [g.points for g in planned])
    return OrderEvaluation(
        course, len(games), sum(g.points > 0 for g in games), points, sum(g.won for g in games)
    )


def extrapolated_mean(games: Sequence[float], planned: Sequence[float]) -> float:
    """Return the estimated mean of an order that was dropped early, over all determinisations in
    which the planned order was played on."""
    return fmean(planned) + fmean(a - b for a, b in zip(games, planned, strict=False))


def determinised_fork(
    book: Rulebook[Any], view: Any, request: Single, seed: int
) -> GameFork | None:
    """Return a fork in a determinisation of *view* in which the same request is asked; ``None``
    when none was found."""
    lots = Chance(seed)
    drawn = filter(None, (book.resample_from_view(view, request.side, lots) for _ in range(TRIES)))
    return next(
        filter(None, (fork_with_request(book, state, request, seed) for state in drawn)), None
    )


def fork_with_request(
    book: Rulebook[Any], state: Any, request: Single, seed: int
) -> GameFork | None:
    """Return a fork in this state in which the same request is asked, even in the middle of a step;
    ``None`` when it is not asked."""
    branch = GameFork.at(book, state, seed)
    if (
        branch.request(request.side) != request
        and (rest := book.resume_rule(state, request)) is not None
    ):
        branch = GameFork.half_done(book, state, (), seed, rest)
    return branch if branch.request(request.side) == request else None
