"""The forecast of a route equals the rolls of play on it, and reveals nothing that its side cannot
know."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import pytest

from flagplot import odds
from flagplot.rulebooks.europa import BOOK
from flagplot.rulebooks.europa.advice import route_dangers
from flagplot.rulebooks.europa.orders import Move, Pass
from flagplot.rulebooks.europa.rules.combat import gunnery
from flagplot.rulebooks.europa.rules.movement.sailing import carry_out_move
from flagplot.rulebooks.europa.state import replace
from flagplot.table import Ask, Roll, Setup, Table, rulings
from flagplot.table.assist.examine import examine

from .test_europa import LAW, movement, position

PATH = "move X to 33:1202 33:1203 33:1204 33:1205"


def missed(over: int, under: int = 1, plus: int = 0) -> Fraction:
    """The chance that one shot misses, by the faces of its dice."""
    specs = gunnery.gunnery_rolls(LAW, Fraction(over, under), plus)
    return prod(
        (
            Fraction(sum(w for hits, w in s.outcomes()[0] if not hits), s.outcomes()[1])
            for s in specs
        ),
        start=Fraction(1),
    )


def test_all_dangers_of_a_route_together_are_the_product_of_each() -> None:
    state = position(
        "mines Axis 2 at 33:1202",
        "danger zone Axis at 33:1203",
        "mines Axis 1 at 33:1204",
        "coast defence Axis 2 at 33:1305",
        "group X Allied at 33:1201: TF-1 4, NT-1 2",
    )
    view = BOOK.view(state, "Allied")
    found = odds.answer_question(BOOK, view, "Allied", "danger", PATH)
    assert found.exact
    zone = Fraction(3, 6) + Fraction(2, 6) * missed(4) + Fraction(1, 6) * missed(4, plus=1)
    shore = missed(2, 2)  # its second MP in the zone, beside the battery
    assert found.chance("unharmed") == pytest.approx(
        float(missed(2) ** 6 * zone * missed(1) ** 6 * shore)
    )
    by_hex = {o.split(" ")[0] for o, _ in found.outcomes} - {"unharmed"}
    assert by_hex == {"33:1202", "33:1203", "33:1204", "33:1205"}
    seen = examine(BOOK, view, movement(), PATH)
    assert [r.place for r in seen.profile] == ["33:1202", "33:1203", "33:1204", "33:1205"]
    sought = odds.answer_question(BOOK, view, "Allied", "found", PATH).chance(
        "33:1202"
    )  # mine points call for a search as well
    assert seen.profile[0].percent == pytest.approx(100 * float(1 - (1 - sought) * missed(2) ** 6))
    told = [c.text for c in seen.odds]
    assert told[0].startswith("Mines: a hit")
    assert "(2 mine points)" in told[0]
    assert "(1 mine point)" in told[0]
    assert told[1].startswith("Danger zone: a hit")
    assert "(met 50.0 %)" in told[1]
    assert told[2].startswith("Coast defences: a hit")
    assert "33:1305" in told[2]
    assert told[-1].startswith("Through unharmed: ")
    assert "hit first by mines" in told[-1]


def test_aircraft_strike_what_they_find() -> None:
    state = position(
        "air A-1 Axis naval strike, at Near 33:1202, range 6, strength 20",
        "group X Allied at 33:1201: TF-1 4",
    )
    view = BOOK.view(state, "Allied")
    searched = dict(
        odds.answer_question(BOOK, view, "Allied", "found", "move X to 33:1202").outcomes
    )
    hit = odds.answer_question(BOOK, view, "Allied", "danger", "move X to 33:1202").chance(
        "33:1202 aircraft"
    )
    assert searched["33:1202"]
    assert hit == pytest.approx(searched["33:1202"] * float(1 - missed(20, 5)))


def test_mines_off_the_port_wait_for_who_puts_to_sea() -> None:
    state = position(
        "port Bari at 33:1202, Allied, size 2",
        "mines Axis 3 at 33:1202",
        "group X Allied at 33:1202, in port: TF-1 2",
    )
    seen = examine(BOOK, BOOK.view(state, "Allied"), movement(), "put X to sea")
    assert seen.legal
    assert any("(3 mine points)" in c.text for c in seen.odds)


def test_the_straits_of_a_route_are_named() -> None:
    state = position(
        "hex 33:1203 33:1204 coastal Allied",
        "hexside 33:1203/1204 narrow strait",
        "group X Allied at 33:1203: TF-1 2",
    )
    seen = examine(BOOK, BOOK.view(state, "Allied"), movement(), "move X to 33:1204")
    assert any("33:1203/1204" in c.text and c.clause == "32.A.5" for c in seen.summary)


@pytest.mark.parametrize(
    ("scenario", "side", "text"),
    [
        ("tallinn-1941", "Allied", "sail Kirov to 1B:0405"),
        ("pedestal", "Allied", "sail Convoy to 23A:5029"),
        ("pedestal-first-steps", "Allied", "sail Convoy to 25:2802"),
    ],
)
def test_an_outlook_is_the_same_whatever_is_hidden(scenario: str, side: str, text: str) -> None:
    state = BOOK.start(Setup(scenario, "", "current", ()), rulings("europa"))
    state = replace(state, step=1, segment="move")
    request = movement(side)
    seen = examine(BOOK, BOOK.view(state, side), request, text)
    assert seen.odds
    for twin in BOOK.secret_twins(state, side):
        assert examine(BOOK, BOOK.view(twin, side), request, text) == seen


def test_what_play_rolls_on_a_route_was_foretold() -> None:
    """Everything misses, so that the group comes through: the rolls of play, in their order, are
    those of the outlook."""
    state = position(
        "mines Axis 2 at 33:1202",
        "danger zone Axis at 33:1203",
        "mines Axis 1 at 33:1204",
        "coast defence Axis 2 at 33:1305",
        "group X Allied at 33:1201: TF-1 9, NT-1 2",
    )
    path = ("33:1202", "33:1203", "33:1204", "33:1205")
    view = BOOK.view(state, "Allied")
    foretold: list[str] = []
    for d, _ in route_dangers.forecast_route(view, "X", path).dangers:
        foretold += (
            ["contact"] if d.contact is not None else [f"{x.over}/{x.under}" for x in d.shots]
        )
    rolled: list[str] = []
    sailing = carry_out_move(Table(state), Move("X", path))
    answer: object = None
    while True:
        try:
            asked = sailing.send(answer)
        except StopIteration:
            break
        if isinstance(asked, Roll):
            about = dict(asked.about)
            rolled.append(str(about["strength"]) if "strength" in about else "contact")
            answer = 0 if "strength" in about else "F"
        elif isinstance(asked, Ask):
            answer = next(o for o in asked.options if o in ("fire at NT-1", "hold fire"))
        else:
            answer = Pass()
    assert rolled == foretold == ["2/1"] * 11 + ["contact"] + ["1/1"] * 11 + ["1/1"]


def test_a_route_in_reach_of_malta_says_what_its_forces_do() -> None:
    state = position(
        "Malta status 4", "group X Axis at 18Q:1402: NT-1 2", "group Y Axis at 18Q:1402: TF-1 2"
    )
    view = BOOK.view(state, "Axis")
    told = [
        [c.text for c in examine(BOOK, view, movement("Axis"), f"move {g} to 18Q:1403").summary]
        for g in "XY"
    ]
    assert [
        sum("each transport is hit 50.0 %; a hit sinks a point 16.7 %" in text for text in texts)
        for texts in told
    ] == [1, 0]
