"""The report after a game: refused while it goes on, the same for everybody, and true."""

from __future__ import annotations

import msgspec
import pytest

from flagplot.table.analysis.report import Moment, Report, _onward, _turning, report
from flagplot.table.core.errors import GameError
from flagplot.table.game.game import Game
from flagplot.table.log.entries import Entry
from tests.games import begun, watched

GAMES = (
    ("awaw", "norway-1940", "WS"),
    ("europa", "pedestal-first-steps", ""),
    ("campaign", "graf-spee", ""),
)
KEPT: dict[str, tuple[Game, Report]] = {}


def ended(book: str, scenario: str, start: str) -> tuple[Game, Report]:
    """A game played out by admirals, with its report."""
    if book not in KEPT:
        game = watched(begun(book, scenario, start), 1)[0]
        KEPT[book] = game, report(game)
    return KEPT[book]


@pytest.mark.parametrize(("book", "scenario", "start"), GAMES)
def test_nothing_is_reported_while_the_game_goes_on(book: str, scenario: str, start: str) -> None:
    game = begun(book, scenario, start)
    with pytest.raises(GameError):
        report(game)


@pytest.mark.parametrize(("book", "scenario", "start"), GAMES)
def test_a_report_tells_the_truth(book: str, scenario: str, start: str) -> None:
    game, found = ended(book, scenario, start)
    assert game.outcome is not None
    assert (found.winner, found.degree, found.sides) == (
        game.outcome.winner,
        game.outcome.degree,
        game.sides,
    )
    assert dict(found.standings[-1].points) == {
        s: game.book.points(game.state).get(s, 0.0) for s in game.sides
    }
    assert found.turns[-1].points == found.standings[-1].points
    assert [x.n for x in found.log] == sorted(x.n for x in found.log)
    assert {t.side for t in found.tracks} == set(game.sides) or book == "europa"
    where = {a.id: a for a in game.book.true_positions(game.state)}
    assert len(where) >= len(found.tracks) > 0
    for t in found.tracks:
        assert t.lost == where[t.id].lost
        assert t.steps[-1][1] == (where[t.id].way or ("",))[-1]
        assert all(a[1] != b[1] for a, b in zip(t.steps, t.steps[1:], strict=False)), t
        assert t.name != t.id or book == "europa"
    scored = [x.n for turn in found.turns for x in turn.reasons]
    assert scored == [x.n for x in found.log if x.scores]
    assert any(m.samples for m in found.moments)
    assert sum(points for _, points in found.cost) == pytest.approx(0)
    assert {s.side: s.rolls for s in found.luck} == {s.side: s.rolls for s in game.luck()}


def test_a_report_is_the_same_whoever_makes_it() -> None:
    game, found = ended(*GAMES[1])
    again = Game.open(game.lines(), book_of=lambda _: game.book)
    assert msgspec.json.encode(report(again)) == msgspec.json.encode(found)


def moment(before: float, after: float) -> Moment:
    return Moment(0, 0, "", (before, after))


def test_it_turned_where_the_winner_came_ahead_for_good() -> None:
    lost = (moment(0, 3), moment(3, -1), moment(-1, 2), moment(2, -4), moment(-4, -9))
    assert _turning(lost, ("Red", "Blue"), "Blue", -9) == 3
    assert _turning((moment(1, 2), moment(2, 5)), ("Red", "Blue"), "Red", 5) == 1
    assert _turning((moment(0, 0),), ("Red", "Blue"), "", 0) == -1
    assert _turning((), ("Red", "Blue"), "Red", 0) == -1


def test_who_wins_without_being_ahead_has_a_turning_point() -> None:
    assert _turning((moment(0, 0), moment(0, -3), moment(-3, -2)), ("Red", "Blue"), "Red", -2) == 1


@pytest.mark.parametrize(("book", "scenario", "start"), GAMES)
def test_points_of_the_end_are_counted_once(book: str, scenario: str, start: str) -> None:
    _, found = ended(book, scenario, start)
    closing: list[int] = []
    for line in reversed(found.log):
        if line.scores:
            closing.append(line.n)
        elif closing or line.kind != "event":
            break
    if closing:
        assert [s.points for s in found.standings if s.n >= closing[-1]] in ([found.scores], [])


def test_a_voyage_goes_on_from_where_it_began() -> None:
    assert _onward([(0, "A")], ("A", "B", "B", "C")) == ["B", "C"]
    assert _onward([(0, "C")], ("A",)) == ["A"]
    assert _onward([], ("A", "A")) == ["A"]
    assert _onward([(0, "A")], ()) == []


def test_what_was_taken_back_is_not_in_it() -> None:
    game, found = ended(*GAMES[2])
    stands = {e.n for e in game.live_entries_of_game()}
    assert {x.n for x in found.log} <= stands
    assert all(isinstance(e, Entry) for e in game.live_entries_of_game())
