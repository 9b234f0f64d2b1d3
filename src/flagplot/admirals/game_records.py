"""Tables of finished games for analysis: rows of games, turns, battles, units, rolls and decisions.

Rows are plain dicts with the same keys in every game of a scenario. A row begins with the number of
its game. The rows contain the full state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flagplot.table import Outcome
from flagplot.table.analysis.report import lead_of_first_side
from flagplot.table.display.position import Afloat
from flagplot.table.game.game import Game
from flagplot.table.log.entries import Entry

Value = str | int | float | bool


Row = dict[str, Value]


Record = dict[str, list[Row]]


TABLES = ("games", "turns", "battles", "units", "rolls", "decisions")


def record_game(game: Game, index: int) -> Record:
    """Return the rows of a finished game, as game *index* of its run."""
    assert game.outcome is not None
    return _Course(game, index).rows(game.outcome)


def is_lost(unit: Afloat) -> bool:
    """Return whether a unit is lost entirely."""
    return bool(unit.lost) and not unit.way


class _Course:
    """One pass over a game, from the first entry to the last."""

    def __init__(self, game: Game, index: int) -> None:
        self.game, self.book, self.index = game, game.book, index
        self.made: Record = {name: [] for name in TABLES}
        self.state = game.first
        self.since = self.book.turn_of(self.state) - 1
        self.turn = 1
        self.fleet = self.begun = self._afloat()
        self.first = dict(self.fleet)
        self.fought = self.battle = 0
        self.where = ""
        self.before = self.state
        self.counts: dict[str, dict[str, int]] = {}
        self.lost: dict[str, tuple[int, str]] = {}
        for entry in game.live_entries_of_game():
            self._entry(entry)
        self._battle_ends()
        self._turn_ends()

    def _afloat(self) -> dict[str, Afloat]:
        return {u.id: u for u in self.book.true_positions(self.state)}

    def _points(self, state: Any) -> dict[str, float]:
        found = self.book.points(state)
        return {s: float(found.get(s, 0.0)) for s in self.game.sides}

    def _entry(self, e: Entry) -> None:
        if e.kind == "input":
            self._count(e.side, "answers")
            self.made["decisions"].append(
                self._row(
                    number=e.n,
                    turn=self.turn,
                    side=e.side,
                    asked=e.asked,
                    answer=e.text,
                    battle=self.battle,
                )
            )
        elif e.kind == "roll" and e.faces:
            side = self.book.side_of_roll(self.state, e.why, e.about)
            self._count(side, "rolls")
            self.made["rolls"].append(
                self._row(
                    number=e.n,
                    turn=self.turn,
                    side=side,
                    why=e.why,
                    clause=e.clause,
                    dice=e.spec,
                    faces=" ".join(map(str, e.faces)),
                    total=sum(e.faces),
                    table=e.table,
                    battle=self.battle,
                )
            )
        elif e.kind == "event":
            self._event(e)
        if e.done:
            self._look()
            if (turn := self.book.turn_of(self.state) - self.since) != self.turn:
                self._turn_ends()
                self.turn = turn

    def _event(self, e: Entry) -> None:
        before, self.state = self.state, e.apply(self.state)
        where = self.book.battle_at(self.state)
        if where != self.where:
            self._battle_ends()
            if where:
                self.fought += 1
                self.battle, self.where, self.before, self.begun = (
                    self.fought,
                    where,
                    before,
                    self.fleet,
                )

    def _look(self) -> None:
        """Record the present positions and new losses."""
        for unit in (now := self._afloat()).values():
            if is_lost(unit) and unit.id not in self.lost:
                was = self.fleet.get(unit.id)
                self.lost[unit.id] = self.turn, was.way[0] if was is not None and was.way else ""
            self.first.setdefault(unit.id, unit)
        self.fleet = now

    def _count(self, side: str, what: str) -> None:
        counts = self.counts.setdefault(side, {})
        counts[what] = counts.get(what, 0) + 1

    def _row(self, **cells: Value) -> Row:
        return {"game": self.index, **cells}

    def _battle_ends(self) -> None:
        if not self.battle:
            return
        self._look()
        gained = lead_of_first_side(self._points(self.state), self.game.sides) - lead_of_first_side(
            self._points(self.before), self.game.sides
        )
        for side in self.game.sides:
            mine = [(self.begun.get(u.id), u) for u in self.fleet.values() if u.side == side]
            hurt = [u for was, u in mine if u.lost != (was.lost if was is not None else "")]
            self.made["battles"].append(
                self._row(
                    battle=self.battle,
                    turn=self.turn,
                    place=self.where,
                    side=side,
                    harmed=len(hurt),
                    lost=sum(map(is_lost, hurt)),
                    lead=gained,
                )
            )
        self.battle, self.where = 0, ""

    def _turn_ends(self) -> None:
        points = self._points(self.state)
        for side in self.game.sides:
            counts = self.counts.get(side, {})
            lost = sum(
                turn == self.turn and self.first[id].side == side
                for id, (turn, _) in self.lost.items()
            )
            self.made["turns"].append(
                self._row(
                    turn=self.turn,
                    side=side,
                    answers=counts.get("answers", 0),
                    rolls=counts.get("rolls", 0),
                    lost=lost,
                    points=points[side],
                )
            )
        self.counts = {}

    def rows(self, outcome: Outcome) -> Record:
        """Return all rows, including those of the game and of its units."""
        points = self._points(self.state)
        self.made["games"].append(
            self._row(
                winner=outcome.winner or "draw",
                degree=outcome.degree,
                lead=lead_of_first_side(points, self.game.sides),
                battles=self.fought,
                answers=len(self.made["decisions"]),
                rolls=len(self.made["rolls"]),
                entries=len(self.game),
                **{f"points {s}": n for s, n in points.items()},
            )
        )
        for unit in sorted(self.fleet.values(), key=lambda u: u.id):
            turn, place = self.lost.get(unit.id, (0, ""))
            self.made["units"].append(
                self._row(
                    unit=unit.id,
                    name=self.book.display_name(self.state, unit.id),
                    side=unit.side,
                    kind=unit.silhouette,
                    harm=unit.lost,
                    lost=is_lost(unit),
                    turn=turn,
                    place=place,
                )
            )
        return self.made


def merge_records(records: Iterable[tuple[str, Record]]) -> Record:
    """Return the rows of many games, each with the name of its reading of the rules."""
    made: Record = {name: [] for name in TABLES}
    for reading, one in records:
        for name, rows in one.items():
            made[name] += ({"reading": reading, **row} for row in rows)
    return made
