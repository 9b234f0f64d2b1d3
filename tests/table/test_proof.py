"""Scope of a proof: games made under other rules, games cut short, forgers who chain their lines
again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import force_setattr, replace

from flagplot.table.analysis.verify import verify, verify_seen
from flagplot.table.core.errors import LogError
from flagplot.table.core.opaque_ids import id_secret_of
from flagplot.table.game.game import Game
from flagplot.table.log.entries import Entry

from .test_game import SEED, Later, new, opened, play, rechained
from .toybook import Damaged, book_of


def finished(seed: int = 1) -> Game:
    game = play(new(), seed)
    game.reveal()
    return game


def with_adoption(entries: list[Entry], version: str, digest: str) -> list[str]:
    """The lines of *entries* with an adoption of these rules put in before the seed is revealed."""
    *course, reveal = entries
    n = len(course)
    return rechained(
        [*course, Entry(n, "adopt", text=version, why=digest), replace(reveal, n=n + 1)]
    )


def test_an_adoption_that_changes_nothing_is_refused() -> None:
    game = finished()
    lie = next(e for e in game.entries if type(e.event) is Damaged)
    entries = [
        replace(e, event=replace(e.event, hits=2 - e.event.hits)) if e is lie else e
        for e in game.entries
    ]
    header = game.header
    forged = with_adoption(entries, header.version, header.digest)
    report = verify(forged, book_of=book_of)
    assert (report.ok, report.line) == (False, len(forged) - 1)
    assert "adopts the rules it was played under" in report.reason
    with pytest.raises(LogError, match="adopts the rules"):
        opened(forged)


@pytest.mark.parametrize("field", ["version", "digest"])
def test_a_lie_about_the_rules_played_under_proves_nothing(field: str) -> None:
    """The forger writes other rules into the header, so that the changed log is folded: the proof
    says that it is none."""
    game = finished()
    header = replace(game.header, **{field: "0" * 64})
    entries = [replace(e, header=header) if e.kind == "header" else e for e in game.entries]
    forged = with_adoption(entries, game.header.version, game.header.digest)
    report = verify(forged, book_of=book_of)
    assert not report.proven
    assert [(s.first, s.last) for s in report.unproven] == [(0, len(forged) - 2)]


def test_there_and_back_is_not_proven_either() -> None:
    game = finished()
    *course, reveal = game.entries
    n = len(course)
    back = Entry(n + 1, "adopt", text=game.header.version, why=game.header.digest)
    forged = rechained(
        [*course, Entry(n, "adopt", text="0", why="0"), back, replace(reveal, n=n + 2)]
    )
    report = verify(forged, book_of=book_of)
    assert (report.ok, report.proven) == (True, False)
    assert [(s.first, s.last) for s in report.unproven] == [(0, n), (n + 1, n + 1)]


def test_what_follows_an_adoption_is_run_again() -> None:
    later: Any = Later()
    game = Game.open(play(new(), 1, 13).lines(), book_of=lambda id: later, seed=SEED)
    game.adopt()
    play(game, 4)
    game.reveal()
    lie = next(e for e in reversed(game.entries) if e.kind == "event" and hasattr(e.event, "hits"))
    forged = [
        replace(e, event=replace(e.event, hits=e.event.hits + 1)) if e is lie else e
        for e in game.entries
    ]
    report = verify(rechained(forged), book_of=lambda id: later)
    assert (report.ok, report.line) == (False, lie.n + 1)


def test_a_log_that_was_cut_is_unfinished_wherever_it_was_cut() -> None:
    lines = finished().lines()
    assert verify(lines, book_of=book_of).proven
    for n in range(1, len(lines)):
        report = verify(lines[:n], book_of=book_of)
        assert (report.ok, report.finished, report.proven) == (True, False, False), n


def test_what_a_seat_may_be_told_of_a_running_game_rests_on_what_it_has_seen() -> None:
    game = new()
    game.submit("Red", "move Red1 to 1")
    game.submit("Blue", "close")
    n = next(e.n for e in game.entries if e.kind == "roll")
    assert game.entries[n].seen_by == ("Blue",)
    assert verify_seen(game, "Red")
    assert verify_seen(game, "Blue")
    faces = game.entries[n].faces
    force_setattr(game.entries[n], "faces", tuple(7 - f for f in faces))
    assert not verify_seen(game, "Blue")
    assert verify_seen(game, "Red"), "what Red has not seen is none of its business"


def reheaded(game: Game, **changed: Any) -> list[str]:
    """The log with another header, chained again."""
    header = replace(game.header, **changed)
    return rechained([replace(e, header=header) if e.kind == "header" else e for e in game.entries])


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"version": "2"}, "behaviour version"),
        ({"lots": "ab"}, "secret of numbers"),
        ({"lots": "", "patience": 3}, "limit of silence"),
    ],
)
def test_a_header_of_the_first_format_with_what_came_later_is_refused(
    changed: dict[str, Any], told: str
) -> None:
    forged = reheaded(finished(), format=1, **changed)
    report = verify(forged, book_of=book_of)
    assert (report.ok, report.line) == (False, 1)
    assert told in report.reason
    with pytest.raises(LogError, match=told):
        opened(forged)


def test_the_first_format_is_said_and_buys_no_dice() -> None:
    """A forger who puts the format back wants a weaker rule of undo: there is none any more, and
    the proof names the format."""
    game = finished()
    forged = reheaded(game, format=1, lots="")
    report = verify(forged, book_of=book_of)
    assert report.ok, report
    assert any("format 1" in note for note in report.notes)
    thrown, request = next(iter(game.known_rolls.items()))
    asked = next(e for e in reversed(game.entries[:thrown]) if e.kind == "input")
    old = opened(forged[: thrown + 1])
    for other in old.undo(asked.side).needs:
        old.consent(other, True)
    assert old._record.timeline.rolled_before(request) == (
        game.entries[thrown].faces,
        game.entries[thrown].index,
    )


@pytest.mark.parametrize("lots", ["", "0123456789abcdef"])
def test_the_secret_of_numbers_is_that_of_the_seed(lots: str) -> None:
    game = finished()
    report = verify(reheaded(game, lots=lots), book_of=book_of)
    assert (report.ok, report.line) == (False, 1)
    assert "secret of numbers" in report.reason


def test_what_release_0_1_0_let_sides_do_after_the_end_is_no_lie() -> None:
    """Its room let sides take back when the game was over; this one does not, and still proves
    those logs."""
    lines = reheaded(play(new(), 1), format=1, lots="")
    old = opened(lines)
    old.seats.proving = True
    side = next(e.side for e in reversed(old.entries) if e.kind == "input")
    for other in old.undo(side).needs:
        old.consent(other, True)
    play(old, 1)
    old.reveal()
    assert verify(old.lines(), book_of=book_of).proven
    report = verify(reheaded(old, format=2, lots=id_secret_of(old.dice)), book_of=book_of)
    assert not report.ok
    assert "over" in report.reason
