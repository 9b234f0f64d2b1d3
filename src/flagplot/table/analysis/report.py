"""The report of a finished game: how the score came about, the tracks of all ships, the turning
point, the luck of the dice.

It contains the full state. :func:`report` therefore refuses while the game goes on. It is a pure
function of the log and equal for every reader."""

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
from ..language.sentences import SideName, side_names
from ..log.entries import Entry

MOMENTS = 8
"""Most stretches of a game examined closely: those in which the score or the dice moved
farthest."""


SAMPLES = 8
"""Playouts of each stretch with other dice."""


LONGEST = 200
"""Most answers in one playout."""


WIDTH = 12
"""Most orders evaluated when a playout meets a question that the log does not answer."""


UNEVEN = 0.35
"""Smallest distance of a roll from the median of its results (0 to 0.5) at which the report
mentions it."""


class ReportLine(msgspec.Struct, frozen=True):
    """A line of the whole log. ``n`` is its number there; ``kind`` is ``event``, ``roll``,
    ``input``, or ``thought`` (the reason a computer admiral gave for its order)."""

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
    """Of a roll: the share (0 to 1) of possible results that are worse for its side; -1 when
    unknown."""


class Turn(msgspec.Struct, frozen=True):
    """A turn: its first and last entry, the points of each side after it, and their reasons."""

    name: str
    first: int
    last: int
    points: tuple[tuple[str, float], ...]
    reasons: tuple[ReportLine, ...] = ()


class Track(msgspec.Struct, frozen=True):
    """The track of a ship: (entry, place) pairs, beginning with its place at the start. An empty
    place means that it left the map. ``lost`` says how it was lost."""

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
    """A stretch of the game from one decision to the next, by how far it moved the lead of the
    first side.

    ``lead`` is the lead before and after. ``mean`` is the mean lead after ``samples`` playouts of
    the same orders with other dice (0 samples: no dice were rolled). ``lines`` are its log lines.
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
        """The points of lead that the dice gave the first side."""
        return self.lead[1] - self.mean if self.samples else 0.0


class Report(msgspec.Struct, frozen=True):
    """The report of a finished game. ``board`` is the map on which its tracks are drawn.

    ``turning`` is the index in ``moments`` of the decisive one: from there on the winner was always
    ahead. When the winner led from the start, or nobody won, it is the moment that moved the score
    farthest; -1 when the score never moved. ``cost`` are the points that the dice of the moments
    took from each side (negative: gave).
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
    """The rolls farthest from their median result, the farthest first."""
    log: tuple[ReportLine, ...]
    counters: tuple[Counter, ...] = ()
    """The counters of each side on the board at the end."""
    thoughts: tuple[ReportLine, ...] = ()
    """The reasons that searching admirals gave for their orders, with their odds."""
    short: str = ""
    """The requirement of a win, when the leading side has not won; else empty."""
    parties: dict[str, SideName] = {}


def report(game: Game) -> Report:
    """Return the report of a game. Raises ``GameError`` while the game goes on, because it contains
    secrets."""
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
        parties=side_names(game.sides),
    )


def _uneven(line: ReportLine) -> tuple[float, int]:
    return -abs(line.beat - 0.5), line.n


class _Stretch:
    """The part of a game between two decisions: its first state and its entries."""

    def __init__(self, state: Any) -> None:
        self.before = self.after = state
        self.entries: list[Entry] = []
        self.decided = False


class _Course:
    """The play of a game without undone entries, processed once from the first entry to the
    last."""

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
            text = self.book.event_text(event, self.state, "")
            if not text or self._told_another(e, text):
                return None
            return ReportLine(
                e.n, "event", text, e.clause, e.side, tag in self.book.score_events, self._turn
            )
        if e.kind == "roll" and e.faces:
            luck = self.lucks.get(e.n)
            label, sides = (
                label_of_roll(self.book, e.why, e.about, self.state),
                e.spec.partition("d")[2],
            )
            whose = (
                luck.side
                if luck is not None
                else self.book.side_of_roll(self.state, e.why, e.about)
            )
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
        """Return whether this line repeats the last private line, told to other sides alone. Such a
        line is written once."""
        to = {s for s in self.game.sides if e.happening.seen_by(s) is not None}
        before, self._private = (
            self._private,
            (text, to) if len(to) < len(self.game.sides) else self._private,
        )
        return before[0] == text and bool(to) and not to & before[1]

    def _name_turn(self, board: str) -> str:
        """Set the name of the turn from the position. A battle on a board of its own leaves the
        name unchanged."""
        shown = self.book.display(self.book.view(self.state, ""), "", ())
        if not board or shown.board == board:
            self._turn = shown.turn
        return shown.board

    def points(self, state: Any) -> Mapping[str, float]:
        """Return the points of a state, sides in seat order."""
        points = self.book.points(state)
        return {s: float(points.get(s, 0.0)) for s in self.game.sides}

    def _look(self, n: int, *, ways: bool = True) -> None:
        points = tuple(self.points(self.state).items())
        if not self.standings or self.standings[-1].points != points:
            self.standings.append(ScoreAfter(n, points))
        for unit in self.book.true_positions(self.state) if ways else ():
            self._last[unit.id] = unit
            had, steps = self._ways.get(unit.id, ()), self._steps.setdefault(unit.id, [])
            if unit.way == had:
                continue
            self._ways[unit.id] = unit.way
            steps.extend((n, place) for place in (_onward(steps, unit.way) if unit.way else ("",)))

    def _close(self) -> None:
        """Move the points of the end to their first scoring line. The final state already includes
        them, but the log counts them one after the other."""
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
        """Return the turns in order, with the points after each and the reasons for points given in
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
        """Return the tracks of everything that sailed or was lost, sides in seat order."""
        found = [
            Track(
                id,
                self.book.display_name(self.state, id),
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
        """Return the lead of the first side over the best other side, in points."""
        return lead_of_first_side(self.points(state), self.game.sides)

    def moments(self) -> tuple[Moment, ...]:
        """Return the stretches in which the score or the dice moved farthest, in the order of the
        game."""
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
        """Yield the final states of playouts of a stretch with the same answers and other dice."""
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
    """Return the places of a route that extend a track. A voyage begins at the end of the track."""
    last = steps[-1][1] if steps else ""
    new = way[way.index(last) + 1 :] if last in way else way
    return [p for i, p in enumerate(new) if p != (new[i - 1] if i else last)]


def _played(branch: GameFork, inputs: Sequence[Entry]) -> Any:
    """Play a stretch again until a step ends and all answers are given. It uses the same answers
    where they fit and the best-looking answer elsewhere."""
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
    """Give the answer with this text, or the best-looking one (*text* is ``None``). Returns whether
    it was accepted."""
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


def lead_of_first_side(points: Mapping[str, float], sides: Sequence[str]) -> float:
    """Return the lead of the first side over the best other side, in points."""
    return points.get(sides[0], 0.0) - max((points.get(s, 0.0) for s in sides[1:]), default=0.0)


def _lucks(game: Game) -> dict[int, RollLuck]:
    """Return the luck of each roll that was not undone, by entry; empty when the log cannot be
    replayed."""
    try:
        return {one.n: one for one in game.roll_lucks(None)}
    except LogError:
        return {}


def _turning(moments: Sequence[Moment], sides: Sequence[str], winner: str, ended: float) -> int:
    """Return the index of the turning moment (see :class:`Report`). *ended* is the lead of the
    first side at the end. A winner without a lead (when only one side's points count) has no moment
    that brought it ahead."""
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
    """Return the points that the dice took from each side, in seat order; empty without
    playouts."""
    gave = sum(m.dice for m in moments)
    return (
        tuple((s, round(gave if i else -gave, 2)) for i, s in enumerate(sides))
        if any(m.samples for m in moments)
        else ()
    )
