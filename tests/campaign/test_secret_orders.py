"""Orders written in secret at the same time: taking one's own back leaves the other side's as they
are, and tells nobody."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec.structs import replace

from flagplot.rulebooks.campaign import BOOK
from flagplot.rulebooks.campaign.rules.combat.battle_setup import transports_of
from flagplot.rulebooks.campaign.state import Mission
from flagplot.table import AskOrder, Setup
from flagplot.table.analysis.verify import verify
from flagplot.table.game.game import Game
from flagplot.table.setup.rulings import rulings
from tests.harness import sent
from tests.signer import Signer

SEED = b"orders in secret are written here"


@pytest.fixture
def game() -> Game:
    law = rulings("campaign", "current")
    return Game.new(BOOK, Setup("norway-1940", "", "current"), rulings=law, seed=SEED, id="secret")


def write(game: Game, side: str, which: int = 0) -> str:
    """Let a side write one of the orders that come to mind."""
    request = game.request(side)
    assert isinstance(request, AskOrder)
    order = list(islice(BOOK.candidates(game.view(side), request), 12))[which]
    assert game.answer(side, order)
    return BOOK.text(order)


def log(game: Game, side: str) -> list[bytes]:
    return [sent(e) for e in game.side_log(side)]


def test_ones_own_order_is_taken_back_alone_and_the_others_stand(game: Game) -> None:
    write(game, "Axis")
    for which in (0, 3, 5):
        write(game, "Allied", which)
    theirs, told, view = (
        game.view("Allied").missions,
        log(game, "Allied"),
        sent(game.view("Allied")),
    )
    shown = [sent(v) for _, v in game.side_log_with_views("Allied")]
    assert theirs
    result = game.undo("Axis")
    assert (result.done, result.why) == (True, "")
    assert not any(m.side == "Axis" and m.id[2] != "0" for m in game.state.missions.values())
    assert (log(game, "Allied"), sent(game.view("Allied"))) == (told, view), (
        "who did not ask is told nothing"
    )
    assert [sent(v) for _, v in game.side_log_with_views("Allied")] == shown
    again = Game.open(game.lines(), book_of=lambda _: BOOK, seed=SEED)
    assert log(again, "Allied") == told
    assert again.state == game.state
    assert verify(game.lines(), book_of=lambda _: BOOK, seed=SEED).ok
    write(game, "Allied", 1)
    last = next(e for e in reversed(game.side_log("Allied")) if e.kind == "input")
    assert game.undo("Allied", to=last.n).done
    assert dict(game.view("Allied").missions) == dict(theirs)


def test_an_order_taken_back_before_does_not_come_back_with_the_others(game: Game) -> None:
    write(game, "Axis")
    write(game, "Allied", 0)
    write(game, "Allied", 3)
    assert game.undo("Allied").done
    write(game, "Allied", 5)
    told, standing = log(game, "Allied"), dict(game.view("Allied").missions)
    assert game.undo("Axis").done
    assert log(game, "Allied") == told
    assert dict(game.view("Allied").missions) == standing
    assert game.undo(
        "Allied", to=next(e.n for e in game.side_log("Allied") if e.kind == "input")
    ).done
    assert not any(m.side == "Allied" and m.id[2] != "0" for m in game.state.missions.values())
    assert verify(game.lines(), book_of=lambda _: BOOK, seed=SEED).ok


def test_what_was_given_again_keeps_its_signature_and_what_is_signed_next_fits(game: Game) -> None:
    """Axis takes its own back. The orders that the Allied signed stand again, and no signature of
    theirs is out of date."""
    axis, allied = Signer("Axis"), Signer("Allied")
    for signer in (axis, allied):
        signer.join(game, signer.side.encode())

    def order(signer: Signer, which: int) -> None:
        request = game.request(signer.side)
        assert isinstance(request, AskOrder)
        text = BOOK.text(list(islice(BOOK.candidates(game.view(signer.side), request), 12))[which])
        assert game.submit(signer.side, text, signed=signer.over(game, "answer", text))

    order(axis, 0)
    order(allied, 0)
    order(allied, 3)
    before = game.chain("Allied")
    assert game.undo("Axis", signed=axis.over(game, "undo", "last")).done
    undo = next(e for e in game.entries if e.kind == "undo")
    again = [e for e in game.entries[undo.n + 1 : undo.until + 1] if e.kind == "input"]
    assert [(e.side, bool(e.sig)) for e in again] == [("Allied", True)] * 2
    assert game.chain("Allied") == before
    order(allied, 5)
    order(axis, 1)
    game.resign("Axis", signed=axis.over(game, "resign", ""))
    game.reveal()
    report = verify(game.lines(), book_of=lambda _: BOOK)
    assert report.proven, report
    assert [(s.signed, s.unsigned) for s in report.seats] == [(5, ()), (4, ())]


def test_when_a_phase_has_begun_the_other_side_must_agree(game: Game) -> None:
    write(game, "Axis")
    for side in ("Allied", "Axis"):
        game.submit(side, "done")
    result = game.undo("Axis")
    assert (result.done, result.learned) == (False, True)


def test_while_only_the_other_side_writes_it_must_agree_whether_it_has_written_or_not(
    game: Game,
) -> None:
    game.submit("Axis", "done")
    before = game.undo_needs("Axis")
    write(game, "Allied")
    assert game.undo_needs("Axis") == before
    assert before is not None
    assert (before.why, before.learned) == ("Allied had to answer since", False)


def numbers(game: Game, side: str) -> list[str]:
    """The numbers of a side's missions in the order they were written."""
    return [m.id for m in game.state.missions.values() if m.side == side and m.id[2] != "0"]


def test_the_number_of_a_mission_is_made_neither_of_its_order_nor_of_how_many_there_are(
    game: Game,
) -> None:
    law = rulings("campaign", "current")
    other = Game.new(BOOK, Setup("norway-1940", "", "current"), rulings=law, seed=SEED, id="secret")
    texts = [write(game, "Allied", n) for n in (0, 3)], [write(other, "Allied", n) for n in (5, 1)]
    assert set(texts[0]).isdisjoint(texts[1])
    assert numbers(game, "Allied") == numbers(other, "Allied"), "other orders, the same numbers"
    strange = Game.new(
        BOOK, Setup("norway-1940", "", "current"), rulings=law, seed=SEED[::-1], id="secret"
    )
    assert [write(strange, "Allied", n) for n in (0, 3)] == texts[0]
    assert numbers(game, "Allied") != numbers(strange, "Allied"), (
        "the same orders in another game, other numbers"
    )
    at_sea = [m.id for m in game.state.missions.values() if m.id[2] == "0"]
    assert at_sea
    assert at_sea != [m.id for m in strange.state.missions.values() if m.id[2] == "0"]


def test_the_number_of_a_transport_that_is_seen_tells_not_how_many_sail(game: Game) -> None:
    state = game.state
    convoy = Mission(
        "AL1-500", "Allied", "convoy", (), "London", "Bergen", ("London", "Bergen"), transports=4
    )
    names = [u.id for u in transports_of(state, convoy, "Bergen")]
    assert len(set(names)) == 4
    assert all(100 <= int(name.rpartition("-T")[2]) < 1000 for name in names)
    assert names != [u.id for u in transports_of(replace(state, lots="other"), convoy, "Bergen")]
