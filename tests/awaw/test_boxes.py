"""The boxes off the map as boards: what each side sees of raiders, hunters and transports in
them."""

from __future__ import annotations

from flagplot.rulebooks.awaw import BOOK
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.display.position import Box
from flagplot.table.game.game import Game

RULINGS = rulings("awaw")
BOX = "Atlantic SW box"
RAIDS = [
    f"raid {BOX} with GE-PB-Admiral-Graf-Spee",
    f"raid {BOX} with GE-PB-Admiral-Scheer",
    "done",
]


def board(game: Game, side: str) -> Box:
    request = game.request(side)
    shown = BOOK.display(game.view(side), side, (request,) if request is not None else ())
    return next(b for b in shown.boxes if b.id == BOX)


def until(kind: str) -> Game:
    """The first turn of the raiders, up to a kind of question."""
    game, raids = (
        Game.new(BOOK, Setup("atlantic-raiders", "A"), rulings=RULINGS, dice=SeededDice(5)),
        list(RAIDS),
    )
    for _ in range(60):
        side = game.sides_to_answer()[0]
        request = game.request(side)
        assert request is not None
        if request.kind == kind:
            return game
        text = (
            raids.pop(0)
            if request.kind == "combat"
            else "done"
            if isinstance(request, AskOrder)
            else str(request.options[0])
        )
        assert game.submit(side, text).verdict, (request.kind, text)
    raise AssertionError(f"nobody is asked for {kind}")


def test_a_box_shows_each_side_what_it_knows_of_the_raiders() -> None:
    game = until("raid-oppose")
    for side, known in (("Axis", True), ("Allied", False), ("", False)):
        box = board(game, side)
        assert [m.left.number for m in box.meetings] == [1, 2]
        assert {m.left.note for m in box.meetings} == {"1 ship"}, "both count the ships in the box"
        names = {c.id for m in box.meetings for c in m.left.counters}
        assert (names == {"GE-PB-Admiral-Graf-Spee", "GE-PB-Admiral-Scheer"}) is known, (
            side,
            names,
        )
        assert not any(m.joined for m in box.meetings)


def test_only_the_hunter_is_told_who_may_meet_a_group() -> None:
    game = until("raid-oppose")
    tables = {side: {p.title for p in board(game, side).parts} for side in ("Axis", "Allied", "")}
    assert "Who may meet them" in tables["Allied"]
    assert "Who may meet them" not in tables["Axis"] | tables[""]
    assert all("Transports" in found for found in tables.values())
    here = [p for p in board(game, "Allied").piles if p.side == "Allied"]
    assert any(c.id == "UK-CA-Exeter" for p in here for c in p.counters)
    assert not any(c.id == "UK-CA-Exeter" for p in board(game, "Axis").piles for c in p.counters)


def test_the_dice_of_the_hunt_and_who_meets_whom_stand_in_the_box() -> None:
    game = until("raid-engage")
    found = [m for m in board(game, "Axis").meetings if m.dice]
    assert found
    assert all(m.roller == "Allied" for m in found)
    request = game.request("Allied")
    assert isinstance(request, AskOrder)
    assert BOOK.prompt(game.view("Allied"), request).sheet_id == BOX
    engaged = next(
        o
        for o in BOOK.candidates(game.view("Allied"), request)
        if BOOK.text(o).startswith("engage R")
    )
    assert game.submit("Allied", BOOK.text(engaged)).verdict
    met = next(m for m in board(game, "Allied").meetings if m.joined)
    assert met.left.title.endswith(engaged.raid)
    assert {c.id.split("/")[0] for c in met.right.counters} == {p.id for p in engaged.units}
    so_far = next(p for p in board(game, "Allied").parts if p.title == "Engaged so far")
    assert so_far.rows[0].cells[0] == f"Group {engaged.raid}"
    seen = next(m for m in board(game, "Axis").meetings if m.joined)
    assert {c.name for c in seen.right.counters} <= {
        "not known",
        *(c.name for c in met.right.counters),
    }
