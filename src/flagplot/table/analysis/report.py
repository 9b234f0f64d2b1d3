"""The report after a game: how the score came about, where everybody sailed, when it turned, what
the dice did.

Made from the log of a game that is over, with the fog lifted: everything in it is the truth, so
nobody may have it before (:func:`report` refuses). Pure and the same for every reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from ..contract.default_texts import label_of_roll
from ..core.errors import GameError, LogError, RuleError, TextError, WrongSeat
from ..core.procedure import tag_of
from ..core.requests import Ask, Single
from ..display.position import Afloat, Counter
from ..game.fork import GameFork
from ..game.game import Game
from ..game.luck import RollLuck, SideLuck, luck_by_side
from ..game.standing_orders import best_answer
from ..language.sentences import SideName, parties
from ..log.entries import Entry

MOMENTS = 8
"""Stretches of a game that are looked at more closely: those in which the score, or the dice, went
farthest."""


SAMPLES = 8
"""How often each of them is played again with other dice."""


LONGEST = 200
"""Answers after which playing one again is given up."""


WIDTH = 12
"""Orders of which the best is given where another question comes up."""


UNEVEN = 0.35
"""A roll as far from the middle of all it could bring (0 to 0.5) is worth telling."""


class ReportLine(msgspec.Struct, frozen=True):
    """A line of the whole log: ``n`` is its number there; ``kind`` is ``event``, ``roll``,
    ``input``, or ``thought`` for why a computer admiral gave the order that stands there."""

    n: int
    kind: str
    text: str
    clause: str = ""
    side: str = ""
    scores: bool = False
    turn: str = ""
    faces: tuple[int, ...] = ()
    sides: int = 0
    beat: float = -1
    """Of a roll: the share (0 to 1) of the results it could have brought that are worse for its
    side; -1 when unknown."""


class Turn(msgspec.Struct, frozen=True):
    """A turn: its first and last entry, the points of each side after it, and how they were
    earned."""

    name: str
    first: int
    last: int
    points: tuple[tuple[str, float], ...]
    reasons: tuple[ReportLine, ...] = ()


class Track(msgspec.Struct, frozen=True):
    """Where something sailed: pairs (entry, place), the first where it lay at the start, an empty
    place when it is on the map no more; what became of it."""

    id: str
    name: str
    side: str
    steps: tuple[tuple[int, str], ...]
    lost: str = ""
    silhouette: str = "unknown"


class ScoreAfter(msgspec.Struct, frozen=True):
    """The points of each side after an entry, as the book would count them if the game ended
    there."""

    n: int
    points: tuple[tuple[str, float], ...]


class Moment(msgspec.Struct, frozen=True):
    """A stretch of the game, from one decision to the next: how far it moved the lead of the first
    side.

    ``lead`` is before and after; ``mean`` what the same orders would have led to on average with
    other dice, when they were played again ``samples`` times (0: no dice in it); ``lines`` what
    happened.
    """

    first: int
    last: int
    turn: str
    lead: tuple[float, float]
    mean: float = 0.0
    samples: int = 0
    lines: tuple[ReportLine, ...] = ()

    @property
    def dice(self) -> float:
        """What the dice gave the first side in it, in points of lead."""
        return self.lead[1] - self.mean if self.samples else 0.0


class Report(msgspec.Struct, frozen=True):
    """Everything there is to tell of a game that is over. ``board`` is what its tracks are drawn
    on.

    ``turning`` is the number in ``moments`` of the one that decided it: from there on the winner
    was always ahead, or, where that was so from the start or nobody won, the one that moved the
    score farthest; -1 when nothing ever moved. ``cost`` is, by side, what the dice of the moments
    took from it in points (negative: gave).
    """

    book: str
    book_title: str
    edition: str
    scenario: str
    start: str
    title: str
    board: str
    sides: tuple[str, ...]
    winner: str
    degree: str
    scores: tuple[tuple[str, float], ...]
    turns: tuple[Turn, ...]
    standings: tuple[ScoreAfter, ...]
    tracks: tuple[Track, ...]
    moments: tuple[Moment, ...]
    turning: int
    luck: tuple[SideLuck, ...]
    cost: tuple[tuple[str, float], ...]
    rolls: tuple[ReportLine, ...]
    """The rolls that went farthest from what they could be expected to bring, the farthest
    first."""
    log: tuple[ReportLine, ...]
    counters: tuple[Counter, ...] = ()
    """What each side had on the board at the end."""
    thoughts: tuple[ReportLine, ...] = ()
    """Why computer admirals who think did what they did, with their odds."""
    short: str = ""
    """Where who is ahead has not won: what a win would have taken."""
    parties: dict[str, SideName] = {}


def report(game: Game) -> Report:
    """The report of a game. Raises ``GameError`` while it goes on: what is hidden in it is nobody's
    to read."""
    if game.outcome is None:
        raise GameError("a game is reported when it is over")
    course = _Course(game)
    book, outcome, first = game.book, game.outcome, course.first
    moments = course.moments()
    card = next((s for s in book.scenarios if s.id == game.setup.scenario), None)
    counters = tuple(
        c
        for s in game.sides
        for c in book.display(book.view(course.state, s), s, ()).counters
        if c.side == s
    )
    return Report(
        book.id,
        book.title,
        game.setup.edition,
        game.setup.scenario,
        game.setup.start,
        card.title if card is not None else book.title,
        book.display(book.view(first, ""), "", ()).board,
        game.sides,
        outcome.winner,
        outcome.degree,
        outcome.scores or tuple(course.points(course.state).items()),
        course.turns(),
        tuple(course.standings),
        course.tracks(),
        moments,
        _turning(moments, game.sides, outcome.winner, course.lead(course.state)),
        luck_by_side(course.lucks.values()),
        _cost(moments, game.sides),
        tuple(
            sorted(
                (x for x in course.log if x.beat >= 0 and abs(x.beat - 0.5) >= UNEVEN), key=_uneven
            )[:MOMENTS]
        ),
        tuple(course.log),
        counters,
        short=outcome.short,
        parties=parties(game.sides),
    )


def _uneven(line: ReportLine) -> tuple[float, int]:
    return -abs(line.beat - 0.5), line.n


class _Stretch:
    """What lies between two decisions: the state it began with and its entries."""

    def __init__(self, state: Any) -> None:
        self.before = self.after = state
        self.entries: list[Entry] = []
        self.decided = False


class _Course:
    """The course that stands, gone through once from the first entry to the last."""

    def __init__(self, game: Game) -> None:
        self.game, self.book = game, game.book
        self.lucks = _lucks(game)
        self.log: list[ReportLine] = []
        self.standings: list[ScoreAfter] = []
        self.stretches: list[_Stretch] = []
        self._steps: dict[str, list[tuple[int, str]]] = {}
        self._ways: dict[str, tuple[str, ...]] = {}
        self._last: dict[str, Afloat] = {}
        self._turn = ""
        self._private: tuple[str, set[str]] = "", set()
        self.first = self.state = game.first
        self._go()

    def _go(self) -> None:
        board = self._name_turn("")
        self._look(0)
        stretch = _Stretch(self.state)
        begun, part = self.state, list[Entry]()
        for entry in self.game.live_entries_of_game():
            part.append(entry)
            line = self._line(entry)
            self.state = entry.apply(self.state)
            if line is not None:
                self.log.append(line)
            if entry.event is not None:
                self._look(entry.n)
            if entry.done:
                if any(e.kind == "input" for e in part) and stretch.decided:
                    self.stretches.append(stretch)
                    stretch = _Stretch(begun)
                stretch.decided = stretch.decided or any(e.kind == "input" for e in part)
                stretch.entries += part
                stretch.after = begun = self.state
                part = []
                self._name_turn(board)
        stretch.entries += part
        stretch.after = self.state
        self.stretches.append(stretch)
        self._close()

    # -- one entry
    def _line(self, e: Entry) -> ReportLine | None:
        if e.kind == "event":
            event = e.event
            tag = tag_of(event)
            text = self.book.say(event, self.state, "")
            if not text or self._told_another(e, text):
                return None
            return ReportLine(
                e.n, "event", text, e.clause, e.side, tag in self.book.scoring, self._turn
            )
        if e.kind == "roll" and e.faces:
            luck = self.lucks.get(e.n)
            label, sides = (
                label_of_roll(self.book, e.why, e.about, self.state),
                e.spec.partition("d")[2],
            )
            whose = luck.side if luck is not None else self.book.roller(self.state, e.why, e.about)
            return ReportLine(
                e.n,
                "roll",
                label,
                e.clause,
                whose if whose in self.game.sides else "",
                False,
                self._turn,
                e.faces,
                int(sides) if sides.isdecimal() else 6,
                round(luck.beat, 4) if luck is not None and whose else -1,
            )
        if e.kind == "input":
            return ReportLine(
                e.n, "input", f"{e.side}: {e.text}", e.clause, e.side, False, self._turn
            )
        return None

    def _told_another(self, e: Entry, text: str) -> bool:
        """Whether this was the last thing that other sides alone were told, each in a line of its
        own: one is enough."""
        to = {s for s in self.game.sides if e.happening.seen_by(s) is not None}
        before, self._private = (
            self._private,
            (text, to) if len(to) < len(self.game.sides) else self._private,
        )
        return before[0] == text and bool(to) and not to & before[1]

    def _name_turn(self, board: str) -> str:
        """Take the name of the turn from the position; a battle on a board of its own has none."""
        shown = self.book.display(self.book.view(self.state, ""), "", ())
        if not board or shown.board == board:
            self._turn = shown.turn
        return shown.board

    def points(self, state: Any) -> Mapping[str, float]:
        """The points of a state, sides in seat order."""
        points = self.book.points(state)
        return {s: float(points.get(s, 0.0)) for s in self.game.sides}

    def _look(self, n: int, *, ways: bool = True) -> None:
        points = tuple(self.points(self.state).items())
        if not self.standings or self.standings[-1].points != points:
            self.standings.append(ScoreAfter(n, points))
        for unit in self.book.afloat(self.state) if ways else ():
            self._last[unit.id] = unit
            had, steps = self._ways.get(unit.id, ()), self._steps.setdefault(unit.id, [])
            if unit.way == had:
                continue
            self._ways[unit.id] = unit.way
            steps.extend((n, place) for place in (_onward(steps, unit.way) if unit.way else ("",)))

    def _close(self) -> None:
        """Points that the end brings are counted one after the other: what a book would still add
        to them then is in them already, so they stand from the first of them on."""
        last = len(self.log)
        while last and not self.log[last - 1].scores and self.log[last - 1].kind == "event":
            last -= 1
        first = last
        while first and self.log[first - 1].scores:
            first -= 1
        if first < last:
            n = self.log[first].n
            self.standings = [s for s in self.standings if s.n < n]
            self._look(n, ways=False)

    # -- all of it
    def turns(self) -> tuple[Turn, ...]:
        """The turns in their order, with the points after each and the reasons of those given in
        it."""
        out: list[Turn] = []
        for line in self.log:
            if not out or out[-1].name != line.turn:
                out.append(Turn(line.turn, line.n, line.n, ()))
            last = out[-1]
            out[-1] = replace(
                last, last=line.n, reasons=(*last.reasons, line) if line.scores else last.reasons
            )
        ends = [
            next((s.points for s in reversed(self.standings) if s.n <= t.last), ()) for t in out
        ]
        return tuple(replace(t, points=p) for t, p in zip(out, ends, strict=True))

    def tracks(self) -> tuple[Track, ...]:
        """Where everything sailed that sailed at all, or was lost; sides in seat order."""
        found = [
            Track(
                id,
                self.book.named(self.state, id),
                last.side,
                tuple(self._steps[id]),
                last.lost,
                last.silhouette,
            )
            for id, last in self._last.items()
            if len(self._steps[id]) > 1 or (self._steps[id] and last.lost)
        ]
        seats = self.game.sides
        return tuple(
            sorted(
                found,
                key=lambda t: (
                    seats.index(t.side) if t.side in seats else len(seats),
                    t.name,
                    t.id,
                ),
            )
        )

    def lead(self, state: Any) -> float:
        """How far the first side is ahead of the best of the others."""
        return lead(self.points(state), self.game.sides)

    def moments(self) -> tuple[Moment, ...]:
        """The stretches in which the score or the dice went farthest, in the order of the game."""
        lines = {x.n: x for x in self.log}
        rated: list[tuple[float, _Stretch]] = []
        for s in self.stretches:
            moved = abs(self.lead(s.after) - self.lead(s.before))
            uneven = abs(sum(self.lucks[e.n].beat - 0.5 for e in s.entries if e.n in self.lucks))
            if moved or uneven:
                rated.append((moved + uneven / 10, s))
        rated.sort(key=lambda pair: (-pair[0], pair[1].entries[0].n))
        out = []
        for _, s in sorted(rated[:MOMENTS], key=lambda pair: pair[1].entries[0].n):
            told = tuple(lines[e.n] for e in s.entries if e.n in lines)
            rolled = not self.game.read_only and any(e.kind == "roll" for e in s.entries)
            means = [self.lead(end) for end in self._again(s)] if rolled else []
            out.append(
                Moment(
                    s.entries[0].n,
                    s.entries[-1].n,
                    told[0].turn if told else "",
                    (self.lead(s.before), self.lead(s.after)),
                    sum(means) / len(means) if means else 0.0,
                    len(means),
                    told,
                )
            )
        return tuple(out)

    def _again(self, s: _Stretch) -> Iterator[Any]:
        """The states to which the same answers lead with other dice."""
        inputs = [e for e in s.entries if e.kind == "input"]
        for k in range(SAMPLES):
            try:
                yield _played(
                    GameFork.at(
                        self.book, s.before, f"{self.game.header.commitment} {s.entries[0].n} {k}"
                    ),
                    inputs,
                )
            except RuleError:
                continue


def _onward(steps: Sequence[tuple[int, str]], way: Sequence[str]) -> Sequence[str]:
    """What of a way is new to a track: a voyage begins where one is."""
    last = steps[-1][1] if steps else ""
    new = way[way.index(last) + 1 :] if last in way else way
    return [p for i, p in enumerate(new) if p != (new[i - 1] if i else last)]


def _played(branch: GameFork, inputs: Sequence[Entry]) -> Any:
    """Play a stretch again: the same answers as far as they fit, for other questions what looks
    best, until nothing is half done and all was given."""
    left = list(inputs)
    for _ in range(LONGEST):
        owing = branch.sides_to_answer()
        if not owing or (branch.resting and not left):
            break
        single = branch.request(owing[0])
        if single is None:
            break
        e = next((e for e in left if (e.side, e.asked) == (single.side, single.kind)), None)
        if e is not None:
            left.remove(e)
            if _given(branch, single, e.text):
                continue
        elif branch.resting:
            break
        if not _given(branch, single, None):
            break
    return branch.state


def _given(branch: GameFork, single: Single, text: str | None) -> bool:
    """Give an answer by its text, or what looks best; whether it was taken."""
    book, view = branch.book, branch.view(single.side)
    try:
        if text is None:
            answer = best_answer(single, book, view, most=WIDTH)
            return answer is not None and bool(branch.answer(single.side, answer))
        if isinstance(single, Ask):
            value = next((o for o in single.options if str(o) == text), None)
            return value is not None and bool(branch.answer(single.side, value))
        return bool(branch.answer(single.side, book.parse(text, view, single.side)))
    except (TextError, WrongSeat):
        return False


def lead(points: Mapping[str, float], sides: Sequence[str]) -> float:
    """How far the first of the sides is ahead of the best of the others."""
    return points.get(sides[0], 0.0) - max((points.get(s, 0.0) for s in sides[1:]), default=0.0)


def _lucks(game: Game) -> dict[int, RollLuck]:
    """The luck of each roll that stands, by entry; none where the log cannot be run again."""
    try:
        return {one.n: one for one in game.roll_lucks(None)}
    except LogError:
        return {}


def _turning(moments: Sequence[Moment], sides: Sequence[str], winner: str, ended: float) -> int:
    """See :class:`Report`. *ended* is the lead of the first side at the end: who wins without being
    ahead, because one side's points alone decide, has nothing that brought it ahead."""
    if not moments:
        return -1
    sign = 0 if winner not in sides else 1 if winner == sides[0] else -1
    if sign * ended <= 0:
        sign = 0
    if sign:
        behind = [i for i, m in enumerate(moments) if sign * m.lead[0] <= 0 < sign * m.lead[1]]
        if behind:
            return behind[-1]
    moved = [(sign or 1) * (m.lead[1] - m.lead[0]) for m in moments]
    best = max(range(len(moments)), key=lambda i: moved[i] if sign else abs(moved[i]))
    return best if moved[best] else -1


def _cost(moments: Sequence[Moment], sides: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """What the dice took from the first side, and gave the others."""
    gave = sum(m.dice for m in moments)
    return (
        tuple((s, round(gave if i else -gave, 2)) for i, s in enumerate(sides))
        if any(m.samples for m in moments)
        else ()
    )
