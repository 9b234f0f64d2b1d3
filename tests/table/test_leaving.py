"""Games that somebody leaves: resigned, closed for silence, opened and proven afterwards."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from flagplot.table.analysis.verify import verify
from flagplot.table.core.errors import GameError, LogError, WrongSeat
from flagplot.table.game.game import Game
from flagplot.table.log.entries import Entry

from .test_game import choose, new, opened, play, rechained, same
from .toybook import book_of

SINCE = "2026-01-01T00:00:00+00:00"


def left(seed: int, most: int, how: str) -> Game:
    game = play(new(patience=14), seed, most)
    owing = game.sides_to_answer()[0]
    other = next(s for s in game.sides if s != owing)
    if how == "resign":
        game.resign(other)
    else:
        game.close(other, owing, SINCE)
    game.reveal()
    return game


@pytest.mark.parametrize("how", ["resign", "closed"])
@pytest.mark.parametrize("seed", range(6))
def test_a_game_that_was_left_opens_and_is_proven_but_for_its_end(how: str, seed: int) -> None:
    game = (
        left(seed, 3 + seed, how)
        if how == "resign" or len(play(new(), seed, 3 + seed).sides_to_answer()) == 1
        else left(seed, 1, how)
    )
    same(game, opened(game.lines()))
    report = verify(game.lines(), book_of=book_of)
    assert (report.ok, report.finished, report.proven, report.left) == (
        True,
        True,
        False,
        len(game) - 2,
    )
    assert any("signed by nobody" in said for said in report.sentences)
    assert [("clock" in note) for note in report.notes] == ([True] if how == "closed" else [])
    assert not verify(game.lines()[:-2], book_of=book_of).proven
    assert game.luck() == opened(game.lines()).luck()
    for side in ("Red", "Blue", ""):
        assert game.side_log(side)[-2].kind == how


def test_who_resigns_has_lost_and_who_closes_has_not_won() -> None:
    game = play(new(), 1, 3)
    game.resign("Red")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.degree) == ("Blue", "resigned")
    closed = left(1, 1, "closed").outcome
    assert closed is not None
    assert (closed.winner, closed.degree) == ("", "closed")


def test_nothing_happens_after_the_end() -> None:
    game = play(new(), 1, 3)
    side = game.sides_to_answer()[0]
    answer = choose(game, side, random.Random(1))
    game.resign("Red")
    lines = game.lines()
    for act in (
        lambda: game.answer(side, answer),
        lambda: game.resign("Blue"),
        lambda: game.undo("Red"),
        lambda: game.add_standing_order("Red", "any: pass"),
        lambda: game.close("Blue", "Red", SINCE),
        lambda: game.adopt(),
    ):
        with pytest.raises(GameError):
            act()
    assert (game.sides_to_answer(), game.lines()) == ((), lines)
    entries = game.entries
    more = Entry(len(entries), "standing", side="Red", act="add", standing=9, text="any: pass")
    with pytest.raises(LogError, match="over by then"):
        opened(rechained([*entries, more]))


def test_only_who_waits_may_close_and_only_where_there_is_a_limit() -> None:
    game = new(patience=14)
    assert game.sides_to_answer() == ("Red",)
    for side, silent in (("Red", "Blue"), ("Red", "Red"), ("Blue", "Blue"), ("Blue", "")):
        with pytest.raises(GameError, match="not the one this game waits for"):
            game.close(side, silent, SINCE)
    with pytest.raises(WrongSeat):
        game.resign("")
    with pytest.raises(GameError, match="waits for ever"):
        new().close("Blue", "Red", SINCE)


def test_a_forger_cannot_end_a_game_that_went_on() -> None:
    game = play(new(patience=14), 2)
    game.reveal()
    entries = list(game.entries)
    at = next(e.n for e in entries if e.kind == "input" and e.n > 12)
    forged = [*entries[:at], Entry(at, "resign", side="Red"), replace(entries[-1], n=at + 1)]
    report = verify(rechained(forged), book_of=book_of)
    assert (report.ok, report.proven, report.left) == (True, False, at), (
        "unsigned, a resignation is anybody's word"
    )
    with_sig = [
        *entries[:at],
        Entry(at, "resign", side="Red", at=1, sig="ab" * 64),
        replace(entries[-1], n=at + 1),
    ]
    report = verify(rechained(with_sig), book_of=book_of)
    assert (report.ok, report.line) == (False, at + 1)
    owing = Entry(
        at,
        "closed",
        side=entries[at].side,
        about=(("silent", "Blue"), ("since", SINCE), ("days", 14)),
    )
    report = verify(
        rechained([*entries[:at], owing, replace(entries[-1], n=at + 1)]), book_of=book_of
    )
    assert (report.ok, report.line) == (False, at + 1)


@pytest.mark.parametrize("order", [("Red", "Blue"), ("Blue", "Red")])
def test_all_agree_on_a_draw_whatever_is_played_meanwhile(order: tuple[str, str]) -> None:
    first, second = order
    game = play(new(), 2, 3)
    game.draw(first, True)
    with pytest.raises(GameError, match="already"):
        game.draw(first, True)
    play(game, 3, 2)
    assert (game.offers, opened(game.lines()).offers) == ((first,), (first,))
    game.draw(second, False)
    assert game.offers == ()
    assert (game.refused_lately(first, "draw"), game.refused_lately(second, "draw")) == (second, "")
    with pytest.raises(GameError, match="nobody offers"):
        game.draw(second, False)
    game.draw(second, True)
    game.draw(second, False)
    assert game.refused_lately(first, "draw") == second, (
        "who withdraws refuses nothing, and the refusal stands"
    )
    game.draw(second, True)
    game.draw(first, True)
    game.reveal()
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.degree, game.sides_to_answer()) == ("", "agreed", ())
    same(game, opened(game.lines()))
    report = verify(game.lines(), book_of=book_of)
    assert (report.ok, report.finished, report.proven, report.left) == (
        True,
        True,
        False,
        len(game) - 3,
    )
    for side in ("Red", "Blue", ""):
        assert [e.act for e in game.side_log(side) if e.kind == "draw"] == [
            "offer",
            "refuse",
            "offer",
            "withdraw",
            "offer",
            "offer",
        ]
    with pytest.raises(LogError, match="over by then"):
        opened(rechained([*game.entries, Entry(len(game), "draw", side=first, act="offer")]))


def test_a_draw_that_one_side_alone_wants_ends_nothing() -> None:
    game = play(new(), 2, 3)
    game.draw("Red", True)
    assert game.outcome is None
    assert verify(game.lines(), book_of=book_of).left == -1
    bad = [*game.entries, Entry(len(game), "draw", side="Red", act="agree")]
    with pytest.raises(LogError, match="offered, withdrawn or refused"):
        opened(rechained(bad))
