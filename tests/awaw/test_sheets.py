"""The sheets of A World at War: an operation planned in lines, shipping, and forms that make
orders."""

from __future__ import annotations

import pytest

from flagplot.rulebooks.awaw import BOOK
from flagplot.rulebooks.awaw.advice import interception_risk
from flagplot.rulebooks.awaw.rules.interception.activity import Activity
from flagplot.rulebooks.awaw.state import replace
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.assist.examine import examine, examine_edit
from flagplot.table.assist.rehearse import Rehearsal, examine_sequence
from flagplot.table.core.dice import SeededDice
from flagplot.table.display.position import Display
from flagplot.table.display.sheets import SheetForm, fill_form
from flagplot.table.game.game import Game

RULINGS = rulings("awaw")
OSLO = "invade Oslo with 2 of GE-DD-Baltic, GE-CA-Bluecher carrying GE-INF-Group-XXI-Baltic-1"
GUNS = "bombard Oslo with GE-PB-Lutzow"


def at(scenario: str, start: str, kind: str, side: str = "Axis") -> Game:
    """A game in which a side is asked a question of a kind, everybody having done nothing
    before."""
    game = Game.new(BOOK, Setup(scenario, start), rulings=RULINGS, dice=SeededDice(1))
    for _ in range(60):
        asked = game.request(side)
        if asked is not None and asked.kind == kind:
            return game
        owing = game.sides_to_answer()[0]
        request = game.request(owing)
        assert isinstance(request, AskOrder)
        assert game.submit(owing, "done").verdict
    raise AssertionError(f"nobody asks {side} for {kind}")


def look(game: Game, *texts: str, side: str = "Axis") -> Rehearsal:
    request = game.request(side)
    assert isinstance(request, AskOrder)
    return examine_sequence(BOOK, game.view(side), request, texts, "operation")


def shown(game: Game, side: str = "Axis") -> Display:
    request = game.request(side)
    assert request is not None
    return BOOK.display(game.view(side), side, (request,))


def test_a_plan_is_judged_line_after_line() -> None:
    game = at("norway-1940", "W", "combat")
    alone = look(game, GUNS)
    assert [x.refusal.code for x in alone.lines[0].said] == ["no-invasion-there"]
    assert alone.outlook.lines == ()
    both = look(game, OSLO, GUNS)
    assert [bool(e.legal and e.complete) for e in both.lines] == [True, True]
    assert both.known == -1
    again = look(game, OSLO, GUNS, GUNS)
    assert [e.legal for e in again.lines] == [True, True, False], "the same ship sails once"
    assert game.view("Axis").assaults == {}, "nothing of it has happened"


def test_a_plan_tells_what_it_risks_wins_and_costs() -> None:
    game = at("norway-1940", "W", "combat")
    small, big = look(game, OSLO).outlook, look(game, OSLO, GUNS).outlook
    told = " ".join(c.text for c in big.lines)
    assert "Met on the way to Oslo" in told
    assert "mission point" in told
    assert len(big.forecasts) == 1
    assert "Oslo C35 is won" in big.forecasts[0].notes[0].text
    assert small.forecasts[0].title != big.forecasts[0].title, "guns count"
    for text in (OSLO, GUNS):
        assert game.submit("Axis", text).verdict
    assert [c.text for c in look(game).outlook.lines] == [c.text for c in big.lines], (
        "what is announced looks as it was planned"
    )


def test_a_plan_knows_of_the_surprise() -> None:
    """In the first player turn of Weseruebung the Allies roll a die less: the odds beside the order
    say so."""
    view = at("norway-1940", "W", "combat").view("Axis")
    track = ("J29", "I29", "H29")
    sailing = Activity(kind="invade", side="Axis", forces=(), path=track, target="H29", track=track)
    passage, _ = interception_risk.passage_from(view, "Axis", sailing, 2, slow=False)
    assert {a.surprised for w in passage.watchers for a in w.attempts if a is not None} == {1}
    later = replace(view, season="Summer")
    passage, _ = interception_risk.passage_from(later, "Axis", sailing, 2, slow=False)
    assert {a.surprised for w in passage.watchers for a in w.attempts if a is not None} == {0}


@pytest.mark.parametrize(
    ("scenario", "start", "kind", "side"),
    [
        ("norway-1940", "W", "movement", "Axis"),
        ("norway-1940", "W", "transport", "Axis"),
        ("norway-1940", "W", "combat", "Axis"),
        ("norway-1940", "W", "redeployment", "Allied"),
        ("atlantic-raiders", "A", "combat", "Axis"),
        ("atlantic-raiders", "A", "supply", "Allied"),
        ("mediterranean-1941", "", "transport", "Axis"),
    ],
)
def test_every_form_makes_an_order_that_is_read(
    scenario: str, start: str, kind: str, side: str
) -> None:
    game = at(scenario, start, kind, side)
    request = game.request(side)
    assert isinstance(request, AskOrder)
    blanks = [b for s in shown(game, side).sheets for b in s.blanks]
    assert blanks
    for blank in blanks:
        exam = examine(BOOK, game.view(side), request, fill_form(blank.form, first(blank)))
        assert exam.complete, (blank.title, exam.text, exam.problem)


def first(blank: SheetForm) -> dict[str, str]:
    """Every field that must be filled in, with its first choice or something that stands for it."""
    return {
        f.slot: f.choices[0].text if f.choices else "1" if f.number else "B32"
        for f in blank.fields
        if not f.optional
    }


def test_an_escort_is_told_with_what_it_takes() -> None:
    game = at("norway-1940", "W", "redeployment", "Allied")
    sheet = next(s for s in shown(game, "Allied").sheets if s.id == "shipping")
    escort = next(b for b in sheet.blanks if b.title == "Sea escort")
    cargo = next(f for f in escort.fields if f.slot == "cargo").choices[0]
    request = game.request("Allied")
    assert isinstance(request, AskOrder)
    exam = examine(BOOK, game.view("Allied"), request, f"escort {cargo.text} to Scapa Flow")
    assert any("destroyer factor" in c.text for c in exam.summary)


def test_a_spectator_has_no_sheets() -> None:
    game = at("norway-1940", "W", "combat")
    assert BOOK.display(game.view(""), "", ()).sheets == ()
    assert "operation" not in {s.id for s in BOOK.display(game.view("Allied"), "Allied", ()).sheets}


def test_two_goals_in_one_escort_are_refused_in_words() -> None:
    game = at("norway-1940", "W", "redeployment", "Allied")
    view, request = game.view("Allied"), game.request("Allied")
    assert isinstance(request, AskOrder)
    said = examine(BOOK, view, request, "escort UK-INF-Northwest-Force-1 to Clyde and Clyde")
    assert [m.refusal.clause for m in said.said] == ["21.65I"]
    assert examine_edit(
        BOOK, view, request, "escort UK-INF-Northwest-Force-1 to Clyde and Rosyth"
    ).said
