"""Orders: players' words mean what the one wording means, a slip is pointed at, examples may be
given as they stand."""

from __future__ import annotations

import pytest

from flagplot.rulebooks.awaw import BOOK
from flagplot.rulebooks.awaw.nouns import L
from flagplot.rulebooks.awaw.presentation.order_forms import forms_for
from flagplot.rulebooks.awaw.presentation.prompt import order_phrase
from flagplot.rulebooks.awaw.state import State, replace
from flagplot.table import AskOrder, Setup, TextError, rulings
from flagplot.table.assist.order_names import with_names
from tests.games import begun

LAW = rulings("awaw")
LAID = (
    "turn Spring 1941, Allied player turn",
    "ship Hood at Scapa Flow",
    "ship Repulse at Scapa Flow",
    "ship Renown at Liverpool",
    "DD 6 Britain at Scapa Flow as UK-DD-1",
    "CA 2 Britain at Malta as UK-CA-1",
    "INF 3 Britain at Liverpool as UK-INF-1",
    "DD 4 Germany at Kiel as GE-DD-1",
    "SS 2 Germany at Kiel as GE-SS-1",
)


def laid(*lines: str) -> State:
    state: State = BOOK.case_start(Setup("", "", "current", ()), LAW)
    for line in (*LAID, *lines):
        state = BOOK.given(state, line)
    return state


VIEW = laid()
NORWAY = BOOK.start(Setup("norway-1940"), LAW)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Hood patrols B31", "patrol UK-BC-Hood to B31"),
        ("sortie Hood to B31", "patrol UK-BC-Hood to B31"),
        ("sail Hood to B31", "patrol UK-BC-Hood to B31"),
        ("sail Hood on patrol to B31", "patrol UK-BC-Hood to B31"),
        ("patrol B31 with Hood and UK-DD-1", "patrol UK-BC-Hood, UK-DD-1 to B31"),
        ("announce a patrol by HMS Hood & 3 DDs to B31", "patrol UK-BC-Hood, UK-DD-1:3 to B31"),
        (
            "patrol Hood, two destroyers at Scapa Flow to b31 through B30 as a task force",
            "patrol UK-BC-Hood, UK-DD-1:2 to B31 via B30 as TF1",
        ),
        ("Hood changes base to Rosyth.", "base change UK-BC-Hood to Rosyth"),
        ("rebase the Hood from Scapa Flow to Rosyth", "base change UK-BC-Hood to Rosyth"),
        ("Hood to Rosyth", "base change UK-BC-Hood to Rosyth"),
        ("sail Hood to Rosyth", "base change UK-BC-Hood to Rosyth"),
        (
            "base change all at Scapa Flow to Rosyth",
            "base change UK-BC-Hood, UK-BC-Repulse, UK-DD-1 to Rosyth",
        ),
        (
            "base change both battlecruisers at Scapa Flow to Rosyth",
            "base change UK-BC-Hood, UK-BC-Repulse to Rosyth",
        ),
        ("send 3 DD from Scapa Flow to Rosyth", "base change UK-DD-1:3 to Rosyth"),
        ("base change 3 factors of UK-DD-1 to Rosyth", "base change UK-DD-1:3 to Rosyth"),
        ("base change UK-DD-1 (3) to Rosyth", "base change UK-DD-1:3 to Rosyth"),
        (
            "base change Hood to Rosyth, UK-CA-1 to Gibraltar by way of AA8",
            "base change UK-BC-Hood to Rosyth; UK-CA-1 to Gibraltar via AA8",
        ),
        (
            "carry UK-INF-1 to Bergen with 3 of UK-DD-1",
            "transport UK-INF-1 to Bergen with UK-DD-1:3",
        ),
        (
            "convoy UK-INF-1 from Liverpool to Bergen with 3 of UK-DD-1 escorted by Hood",
            "transport UK-INF-1 to Bergen with UK-DD-1:3, UK-BC-Hood",
        ),
        ("sea transport UK-INF-1, UK-DD-1 to Bergen", "transport UK-INF-1 to Bergen with UK-DD-1"),
        ("UK-DD-1 transports UK-INF-1 to Bergen", "transport UK-INF-1 to Bergen with UK-DD-1"),
        ("UK-INF-1 to Bergen with UK-DD-1", "transport UK-INF-1 to Bergen with UK-DD-1"),
        (
            "supply Malta from Gibraltar escorted by Hood",
            "supply from Gibraltar to Malta with UK-BC-Hood",
        ),
        (
            "ship one oil counter from the Atlantic US box to Liverpool",
            "ship oil 1 from Atlantic U.S. box to Liverpool",
        ),
        (
            "grant 5 BRPs to Liverpool from Atlantic U.S. box",
            "grant 5 BRPs from Atlantic U.S. box to Liverpool",
        ),
        ("invade Bergen with UK-INF-1, UK-DD-1", "invade B33 with UK-DD-1 carrying UK-INF-1"),
        ("form task force 2: Hood, Repulse", "form TF2 with UK-BC-Hood, UK-BC-Repulse"),
        ("the U.S. builds a port at Oran", "build port at CC9 by U.S."),
        ("assign 3 research points to ports", "assign 3 RPs to ports"),
        ("no more patrols", "done"),
        ("let it pass", "pass"),
    ],
)
def test_other_words_for_orders(said: str, meant: str) -> None:
    order = BOOK.parse(said, VIEW, "Allied")
    assert BOOK.text(order) == meant
    assert BOOK.parse(meant, VIEW, "Allied") == order


@pytest.mark.parametrize("name", ["Luetzow", "Lützow", "Lutzow", "LUETZOW", "kms lützow"])
def test_umlauts_may_be_written_either_way(name: str) -> None:
    assert (
        BOOK.text(BOOK.parse(f"patrol {name} to F29", NORWAY, "Axis"))
        == "patrol GE-PB-Lutzow to F29"
    )


@pytest.mark.parametrize(
    ("text", "at", "near"),
    [
        ("", 0, ""),
        ("patrl Hood to B31", 0, "patrol"),
        ("patrol Hodo to B31", 7, "Hood"),
        ("patrol Hood to ZZ99", 15, ""),
        ("base change Hood to Rosith", 20, "Rosyth"),
        ("base change Hood to Rosyth via Gibralter", 31, "Gibraltar"),
        ("transport UK-INF-1 to Bergen with UK-DD-1:9", 34, "UK-DD-1:6"),
        ("patrol UK-BC-Hood:1 to B31", 7, ""),
        ("patrol 9 DDs to B31", 7, "UK-DD-1"),
        ("withdraw P7", 9, ""),
        ("build port at Oran by Germny", 22, "Germany"),
        ("counter Lützow", 8, ""),
    ],
)
def test_a_slip_is_pointed_at(text: str, at: int, near: str) -> None:
    with pytest.raises(TextError) as e:
        BOOK.parse(text, VIEW, "Allied")
    assert e.value.reason
    assert (e.value.at, e.value.near[0] if near and e.value.near else near) == (at, near)


def test_where_a_number_is_taken_from_has_to_be_clear() -> None:
    state = laid("DD 3 Britain at Plymouth as UK-DD-2")
    with pytest.raises(TextError, match="which port"):
        BOOK.parse("patrol 2 DD to B31", state, "Allied")
    assert (
        BOOK.text(BOOK.parse("patrol Hood, 2 DD to B31", state, "Allied"))
        == "patrol UK-BC-Hood, UK-DD-1:2 to B31"
    )


def test_no_ship_is_named_twice() -> None:
    with pytest.raises(TextError, match="twice"):
        BOOK.parse("patrol Hood, UK-BC-Hood to B31", VIEW, "Allied")


def test_ships_are_offered_where_ships_sail_and_ports_where_they_go() -> None:
    said = [c.text for c in L.complete("patrol Ho", VIEW, "Allied")]
    assert "Hood" in said
    assert not any("INF" in text for text in said)
    assert "Rosyth" in [c.text for c in L.complete("base change Hood to Ros", VIEW, "Allied")]


@pytest.mark.parametrize(
    ("side", "phase", "segment", "kind"),
    [
        ("Axis", "movement", "announce", "movement"),
        ("Axis", "movement", "transport", "transport"),
        ("Axis", "redeployment", "redeploy", "redeployment"),
        ("Allied", "redeployment", "redeploy", "redeployment"),
        ("Allied", "movement", "announce", "movement"),
        ("Allied", "combat", "missions", "combat"),
    ],
)
def test_examples_may_be_given_as_they_stand(
    side: str, phase: str, segment: str, kind: str
) -> None:
    view = BOOK.view(replace(NORWAY, mover=side, phase=phase, segment=segment), side)
    request = AskOrder(side, "21.41", kind)
    shown = forms_for(view, request)
    assert shown[-1].example == "done"
    for form in shown:
        order = BOOK.parse(form.example, view, side)
        assert BOOK.check(view, request, order), form.example
        assert BOOK.text(order) == form.example
        assert form.example.startswith(form.start.strip())


def test_every_order_answers_some_question() -> None:
    kinds = {kind for asked in L.answers().values() for kind in asked}
    assert {
        "movement",
        "transport",
        "combat",
        "redeployment",
        "interception",
        "displacement",
        "surplus",
    } <= kinds
    assert [tag for tag, asked in L.answers().items() if not asked] == ["pass", "done"]


def test_a_part_of_a_unit_is_called_by_its_name_in_orders_that_are_shown() -> None:
    game = begun("awaw", "norway-1940", "WS")
    view = game.view("Axis")
    assert with_names(game.book, view, "Axis", "patrol GE-DD-Baltic:2, GE-CA-Bluecher to I29") == (
        "patrol 2 factors of Baltic destroyers, Bluecher to I29"
    )


def test_an_airdrop_is_called_one_among_the_ideas() -> None:
    game = begun("awaw", "norway-1940", "WS")
    view = game.view("Axis")
    drop = game.book.parse("airdrop Stavanger with Fallschirmjaeger 1", view, "Axis")
    assert order_phrase(view, "Axis", drop) == "airdrop at Stavanger D32 with Fallschirmjaeger 1"
