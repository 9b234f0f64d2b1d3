"""Tables of the results for the docs, and ratings for the choice of an opponent."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from flagplot import rulebooks
from page_data import Block, Table

from .courses import Course, version
from .rating import BASE, MARK, Rating, Share, ratings, share
from .results import Result, course_of

Met = dict[tuple[str, str], list[list[float]]]

AIMS = (("search", "greedy", 0.85), ("search", "steady", 0.70), ("steady", "greedy", 0.70))
"""(admiral, opponent, target score) triples to be reached in every scenario."""
RARELY = 0.05
"""Highest share of games that a planning admiral should lose to random."""
EVEN = 0.35, 0.65
"""Range of scores in which a scenario counts as even."""


class Found:
    """The games of a run, by course and match."""

    def __init__(
        self, where: Sequence[Course], results: Iterable[Result], admirals: Sequence[str]
    ) -> None:
        self.where = where
        self.names = sorted(admirals, key=ORDER.index)
        self.games: dict[Course, dict[tuple[str, str], dict[int, Result]]] = {
            c: defaultdict(dict) for c in where
        }
        for result in sorted(results, key=lambda r: r.key):
            course = course_of(result, where)
            if course is not None:
                self.games[course][result.first, result.second][result.index] = result

    def met(self, course: Course, better: str, other: str) -> list[tuple[float, float]]:
        """Return the results of one admiral against another in each pair of games: in the first
        seat and in the second."""
        there, back = self.games[course][better, other], self.games[course][other, better]
        one, two = course.sides
        return [
            (there[i].outcome.share(one), back[i].outcome.share(two))
            for i in sorted(there.keys() & back.keys())
        ]

    def scores(self, courses: Iterable[Course]) -> Met:
        """Return the scores of all pairs of admirals, course by course."""
        return {
            (one, two): [[sum(p) / 2 for p in self.met(c, one, two)] for c in courses]
            for one, two in combinations(self.names, 2)
        }

    def shared(self, courses: Sequence[Course]) -> Sequence[Course]:
        """Return the courses in which every rated admiral has met the mark; all courses when there
        are none. Ratings would otherwise compare an admiral that played only the easy courses with
        one that played all."""
        met = {
            c: {n for n in self.names for who in ((n, MARK), (MARK, n)) if self.met(c, *who)}
            for c in courses
        }
        everybody = set().union(*met.values())
        return [c for c in courses if met[c] == everybody] or courses

    def own(self, course: Course, name: str) -> list[Result]:
        """Return the games of an admiral against itself."""
        return list(self.games[course][name, name].values())


ORDER = ("random", "greedy", "steady", "search")
"""Admirals in the order of the columns."""


def rated(found: Rating | None) -> str:
    if found is None:
        return "-"
    return (
        f"{found.elo:.0f} [{found.low:.0f}, {found.high:.0f}]"
        if found.low < found.high
        else f"{found.elo:.0f}"
    )


def told(found: Share) -> str:
    return f"{found.score:.2f} [{found.low:.2f}, {found.high:.2f}]"


def ladder(found: Found) -> Table:
    """Return the Elo ratings of the admirals, scenario by scenario and overall."""
    rows = []
    for course in found.where:
        met = found.scores([course])
        by = ratings(met)
        if by:
            fewest = [len(s) for [s] in met.values() if s]
            pairs = (
                str(min(fewest))
                if min(fewest) == max(fewest)
                else f"{min(fewest)} to {max(fewest)}"
            )
            rows.append([course.title, pairs, *(rated(by.get(n)) for n in found.names)])
    where = found.shared(found.where)
    by = ratings(found.scores(where))
    rows.append([f"**{len(where)} that all played**", "", *(rated(by.get(n)) for n in found.names)])
    return Table(("scenario and start", "pairs each", *(f"`{n}`" for n in found.names)), rows)


def duels(found: Found) -> Table:
    """Return wins, draws, losses and score of each admiral against each weaker one."""
    who = [(b, a) for a, b in combinations(found.names, 2)]
    who = [w for w in who if any(found.met(c, *w) for c in found.where)]
    rows = []
    for course in found.where:
        cells = [_duel(found.met(course, *w)) for w in who]
        if any(c != "-" for c in cells):
            rows.append([course.title, *cells])
    return Table(("scenario and start", *(f"`{a}` - `{b}`" for a, b in who)), rows)


def _duel(met: Sequence[tuple[float, float]]) -> str:
    if not met:
        return "-"
    games = Counter(x for pair in met for x in pair)
    return f"{games[1.0]}-{games[0.5]}-{games[0.0]} {told(share([sum(p) / 2 for p in met]))}"


def aims(found: Found) -> str:
    """Return in how many scenarios each aim is reached, and where it is not."""
    lines = []
    for one, two, least in AIMS:
        met = {c: found.met(c, one, two) for c in found.where}
        scores = {c: sum(map(sum, m)) / 2 / len(m) for c, m in met.items() if m}
        short = [f"{c.title} {s:.2f}" for c, s in scores.items() if s < least]
        if scores:
            lines.append(_aim(f"`{one}` takes {least:.0%} against `{two}`", len(scores), short))
    for name in found.names[1:]:
        games = {c: [x for p in found.met(c, name, "random") for x in p] for c in found.where}
        lost = {c: g.count(0.0) / len(g) for c, g in games.items() if g}
        short = [f"{c.title} {s:.0%}" for c, s in lost.items() if s > RARELY]
        if lost:
            lines.append(
                _aim(f"`{name}` loses no more than {RARELY:.0%} to `random`", len(lost), short)
            )
    return "\n".join(lines)


def _aim(what: str, of: int, short: Sequence[str]) -> str:
    return (
        f"- {what}: in {of - len(short)} of {of}"
        + (f"; not in {', '.join(short)}" if short else "")
        + "."
    )


def balance(found: Found) -> Table:
    """Return the results of the first side when both sides have the same admiral, the ends of such
    games, and the historical result."""
    rows = []
    for course in found.where:
        card = next(c for c in rulebooks.book(course.book).scenarios if c.id == course.scenario)
        history = dict(card.stood).get(course.start, "none")
        for name in found.names:
            games = found.own(course, name)
            if not games:
                continue
            one, two = course.sides
            ends = Counter(g.winner for g in games)
            first = share([g.outcome.share(one) for g in games])
            even = EVEN[0] <= first.score <= EVEN[1] or first.low < 0.5 < first.high
            lead = sum(g.outcome.lead(one, two) for g in games) / len(games)
            degrees = Counter(g.outcome.result_text for g in games)
            rows.append(
                [
                    course.title,
                    f"`{name}`",
                    f"{one} {ends[one]}-{ends['']}-{ends[two]} {two}",
                    told(first) + ("" if even else " uneven"),
                    f"{lead:+.1f}",
                    ", ".join(f"{d} {n}" for d, n in degrees.most_common()),
                    history,
                ]
            )
    return Table(
        (
            "scenario and start",
            "both",
            "wins, draws",
            "score of the first side",
            "lead",
            "degrees",
            "history",
        ),
        rows,
    )


def page(found: Found) -> list[Block]:
    """Return the page of a run: paragraphs and tables."""
    books = sorted({c.book for c in found.where})
    played = sum(len(g) for by in found.games.values() for g in by.values())
    said = ", ".join(f"{b} {version(b)}" for b in books)
    return [
        f"{played} games of `make ladder`, versions {said}. `search` plays a fixed number of games "
        "in thought. Pairs have the same dice, sides changed; intervals are 95 %, from pairs drawn "
        "again out of those played, one won and one lost.",
        f"Elo by the model of Bradley and Terry, `{MARK}` set at {BASE}, half a drawn pair added "
        "between any two who met. The last row, like the ratings by book that are shown elsewhere, "
        "takes the starts that all have played, each alike:",
        ladder(found),
        "Wins, draws and losses of the first named, and its score:",
        duels(found),
        aims(found),
        "Balance: the same admiral on both sides; *uneven* is a score of the first side outside "
        f"{EVEN[0]:.0%} to {EVEN[1]:.0%} that is no chance.",
        balance(found),
    ]


def strength(found: Found) -> str:
    """Return the ratings by book, as JSON: name, rating and the ends of its interval."""
    books = []
    for book in dict.fromkeys(c.book for c in found.where):
        by = ratings(found.scores(found.shared([c for c in found.where if c.book == book])))
        lines = [
            f"  {json.dumps(name)}: {json.dumps([round(r.elo), round(r.low), round(r.high)])}"
            for name, r in by.items()
        ]
        if lines:
            books.append(f" {json.dumps(book)}: {{\n" + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(books) + "\n}\n"
