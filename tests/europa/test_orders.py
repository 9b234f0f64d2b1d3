"""Orders: their one wording reads back, players' words mean the same, a slip is pointed at, answers
in other words are known."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.rulebooks.europa import BOOK, orders
from flagplot.rulebooks.europa.nouns import PARTS, SUPPORT, TARGETS, Share, Shot
from flagplot.rulebooks.europa.state import State
from flagplot.table import Ask, AskOrder, Setup, TextError, rulings
from flagplot.table.assist.examine import complete_text
from flagplot.table.game.game import Game

LAW = rulings("europa")
LAID = (
    "port Malta at 33:1208, Allied, size 2",
    "hex 33:1202 33:1204 coastal",
    "coast defence Axis 3 at 33:1204",
    "group A Allied at 33:1202: TF-1 4, TF-2 4, NT-1 2, LC-1 2",
    "group D Allied at 33:1202: TF-4 4, CG-1 4, CG-2 4",
    "group P Allied at Malta, in port: TF-3 4, NT-2 2",
    "cargo INF-1 on NT-1: intrinsically amphibious",
    "cargo INF-2 Allied at 33:1208",
    "air F-1 Allied no mission, at Malta 33:1208",
    "air A-1 Allied naval patrol, at Elmas 33:1210",
)
FOE = "group E Axis at 33:1240: TF-9 6"


def laid(*lines: str) -> State:
    state: State = BOOK.case_start(Setup(""), LAW)
    for line in (*LAID, *lines):
        state = BOOK.given(state, line)
    rats = msgspec.structs.replace(state.cargo["INF-1"], name="Desert Rats")
    cruisers = msgspec.structs.replace(state.units["TF-1"], name="Cruisers: Lützow")
    return msgspec.structs.replace(
        state, cargo={**state.cargo, "INF-1": rats}, units={**state.units, "TF-1": cruisers}
    )


VIEW = laid(FOE)
group = st.sampled_from(["A", "D", "P", "E"])
groups = st.lists(group, min_size=1, max_size=3, unique=True).map(tuple)
unit = st.sampled_from(["TF-1", "TF-2", "TF-9", "NT-1", "LC-1", "CG-1"])
units = st.lists(unit, min_size=1, max_size=3, unique=True).map(tuple)
screen = st.one_of(st.just(()), units)
cargo = st.sampled_from(["INF-1", "INF-2"])
hexes = st.integers(1200, 1260).map("33:{}".format)
step = st.one_of(hexes, st.just("33:1203/1204"))
lit = st.one_of(
    step.map(lambda h: (h,)), step.map(lambda h: ("night", h)), step.map(lambda h: ("day", h))
)
path = st.lists(lit, min_size=1, max_size=4).map(
    lambda parts: tuple(w for part in parts for w in part)
)
night = st.booleans()
word = st.from_regex(r"[A-Z][a-z]?-[0-9]", fullmatch=True)
bases = st.lists(st.sampled_from(["Malta", "Elmas"]), min_size=1, max_size=2, unique=True).map(
    tuple
)
searchers = st.lists(st.sampled_from(["Malta", "A-1", "D"]), max_size=3, unique=True).map(tuple)
work = st.one_of(
    st.builds(orders.Work, st.sampled_from(["mine", "sweep", "air"]), unit, night),
    st.builds(orders.Work, st.just("replenish"), group, night),
    st.builds(
        orders.Work,
        st.builds("{} {}".format, st.sampled_from(list(PARTS)), st.sampled_from(list(SUPPORT))),
        unit,
        night,
    ),
)
every = st.one_of(
    st.builds(orders.Move, group, path),
    st.builds(orders.PutToSea, group),
    st.builds(orders.EnterPort, group),
    st.builds(orders.Wait, group, st.integers(0, 99), night),
    st.builds(orders.Combine, groups, word),
    st.builds(
        orders.Split,
        group,
        st.lists(st.builds(Share, word, units), min_size=1, max_size=3).map(tuple),
    ),
    work,
    st.builds(orders.Load, cargo, unit, st.sampled_from(["port", "beach"]), night),
    st.builds(orders.Land, cargo, st.sampled_from(["port", "beach", "assault"]), night),
    st.builds(orders.Transfer, cargo, unit, night),
    st.builds(orders.Hold, group, st.booleans()),
    st.builds(orders.Form, group, screen),
    st.builds(orders.Bombard, hexes, unit),
    st.builds(orders.Search, searchers),
    st.builds(orders.Activate, groups),
    st.builds(orders.Declare, st.integers(0, 30)),
    st.builds(orders.Attack, bases, st.sampled_from(["", *TARGETS])),
    st.builds(orders.Screen, screen),
    st.builds(orders.Fire, st.lists(st.builds(Shot, unit, unit), max_size=3).map(tuple)),
    st.sampled_from([orders.Done(), orders.Pass()]),
)


@given(every)
def test_text_forms_read_back(order: orders.Order) -> None:
    assert BOOK.parse(BOOK.text(order), VIEW, "Allied") == order


@pytest.mark.parametrize(
    ("text", "at", "near"),
    [
        ("", 0, ""),
        ("mov A to 33:1202", 0, "move"),
        ("move A to Xanadu", 10, ""),
        ("move Z to 33:1202", 5, ""),
        ("sail A to Mlata", 10, "Malta"),
        ("fire Luetzwo at TF-9", 5, "Lützow"),
        ("fire TF-1", 9, ""),
        ("declare many", 8, ""),
        ("fire TF-1 at TF-8", 13, "TF-9"),
        ("fire TF-8 at TF-9", 5, "TF-4"),
        ("combine A F", 10, ""),
        ("transfer INF-1 to LCC-1", 18, "LC-1"),
        ("split A: TF-1", 13, ""),
        ("search with Nowhere", 12, ""),
        ("search with Malt", 12, "Malta"),
        ("embark INF-2 on NT-2 at dusk", 24, ""),
    ],
)
def test_a_slip_is_pointed_at(text: str, at: int, near: str) -> None:
    with pytest.raises(TextError) as e:
        BOOK.parse(text, VIEW, "Allied")
    assert e.value.reason
    assert (e.value.at, e.value.near[:1]) == (at, (near,) if near else ())


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("A moves to 33:1203", "move A to 33:1203"),
        ("move group A to 33:1203", "move A to 33:1203"),
        ("move A: 33:1203, 33:1204", "move A to 33:1203 33:1204"),
        ("move A to 33:1203 -> 33:1204", "move A to 33:1203 33:1204"),
        ("move A through 33:1203 to 33:1204", "move A to 33:1203 33:1204"),
        ("move A to 1203 then 1204", "move A to 33:1203 33:1204"),
        ("move A to 33:1203 (night)", "move A to night 33:1203"),
        ("night move A to 33:1203", "move A to night 33:1203"),
        ("A moves by night to 33:1203", "move A to night 33:1203"),
        ("A moves 33:1203", "move A to 33:1203"),
        ("move A to 33:1203 by day, 33:1204 by night", "move A to day 33:1203 night 33:1204"),
        ("detach TF-2 from A as B", "split A: TF-2 as B"),
        ("split A: TF-2 as B, NT-1 as C", "split A: TF-2 as B; NT-1 as C"),
        ("split A into B (TF-2) and C (NT-1)", "split A: TF-2 as B; NT-1 as C"),
        ("split A: B = TF-2", "split A: TF-2 as B"),
        ("merge A and D as C", "combine A D as C"),
        ("A enters port", "enter port A"),
        ("P puts to sea", "put P to sea"),
        ("TF-1 lays a mine", "lay mine with TF-1"),
        ("sweep mines with TF-1", "sweep mine with TF-1"),
        ("A replenishes", "replenish A"),
        ("TF-1 prepares ½ port interdiction", "prepare half interdiction with TF-1"),
        ("prepare 1/4 NGS with TF-1", "prepare quarter gunfire with TF-1"),
        ("prepare full naval gunfire support with TF-1", "prepare full gunfire with TF-1"),
        ("load INF-2 aboard NT-2 in port", "embark INF-2 on NT-2 at port"),
        ("unload INF-1 at 33:1202", "disembark INF-1 at beach"),
        ("unload INF-1 at Malta", "disembark INF-1 at port"),
        ("disembark INF-1 from NT-1 on the beach", "disembark INF-1 at beach"),
        ("disembark INF-1 in an amphibious assault", "assault with INF-1"),
        ("assault 33:1204 with INF-1", "assault with INF-1"),
        ("transfer cargo INF-1 from NT-1 to LC-1", "transfer INF-1 to LC-1"),
        ("put P in reserve", "hold P in reserve"),
        ("A waits 5 MPs", "wait A 5 MPs"),
        ("spend 5 MPs with A", "wait A 5 MPs"),
        ("bombard the coast defence at 33:1204 with TF-1", "bombard 33:1204 with TF-1"),
        ("fire TF-1 at 33:1204", "bombard 33:1204 with TF-1"),
        ("end step", "done"),
        ("no search", "pass"),
        ("search with everything", "search"),
        ("activate none", "pass"),
        ("declare 5 transports", "declare 5"),
        ("TF-1 fires at TF-4", "fire TF-1 at TF-4"),
        ("no screen", "screen none"),
        ("fire at TF-4 with TF-1", "fire TF-1 at TF-4"),
        ("move A to night 33:1203", "move A at night to 33:1203"),
        ("move A to 33:1203-1204", "move A to 33:1203 33:1204"),
        ("move TF-4 to 33:1203", "move TF-4 33:1203"),
        ("A to 33:1203", "move A to 33:1203"),
        ("sail a to malta", "sail A to Malta"),
        ("A to Malta", "sail A to Malta"),
        ("combine A+D", "combine A D as A"),
        ("transfer Desert Rats to LC-1", "transfer INF-1 to LC-1"),
        ("fire Lutzow and TF-2 at TF-9", "fire TF-1 at TF-9; TF-2 at TF-9"),
        ("screen both CGs", "screen CG-1 CG-2"),
        ("fire all at TF-9", "fire TF-1 at TF-9; TF-2 at TF-9; TF-4 at TF-9; TF-3 at TF-9"),
    ],
)
def test_an_order_in_other_words(said: str, meant: str) -> None:
    assert BOOK.parse(said, VIEW, "Allied") == BOOK.parse(meant, VIEW, "Allied")


@pytest.mark.parametrize(
    ("kind", "said", "options", "meant"),
    [
        ("battle", "break off", ("fight on", "decline", "disengage"), "disengage"),
        ("battle", "Fight", ("fight on", "decline", "disengage"), "fight on"),
        ("join", "no", ("Elmas", "nobody"), "nobody"),
        ("join", "elmas", ("Elmas", "nobody"), "Elmas"),
        ("coast-fire", "fire on TF-1", ("fire at TF-1", "hold fire"), "fire at TF-1"),
        ("return-fire", "no", ("return fire", "hold fire"), "hold fire"),
        ("torpedo", "torpedo NT-1", ("TF-1", "NT-1"), "NT-1"),
        ("torpedo", "Luetzow", ("TF-1", "NT-1"), "TF-1"),
        ("withdraw", "Malta", ("33:1207", "33:1208"), "33:1208"),
        ("torpedo", "NT-7", ("TF-1", "NT-1"), "NT-7"),
    ],
)
def test_an_answer_in_other_words(
    kind: str, said: str, options: tuple[str, ...], meant: str
) -> None:
    assert BOOK.normalize_option(laid(), Ask("Allied", options, "32.D", kind), said) == meant


def test_places_have_the_names_people_use_and_lists_show_ids() -> None:
    game = Game.new(BOOK, Setup("pedestal"), rulings=LAW)
    view = game.view("Allied")
    for said, meant in (
        ("sail Convoy to Malta", "sail Convoy to Valletta"),
        ("sail Convoy to Grand Harbour", "sail Convoy to Valletta"),
        ("move Convoy to Porto Empedocle", "move Convoy to PortoEmpedocle"),
        ("split Convoy: Ohio as Tanker", "split Convoy: NT-8 as Tanker"),
    ):
        assert BOOK.parse(said, view, "Allied") == BOOK.parse(meant, view, "Allied")
    convoy = next(f for f in BOOK.display(view, "Allied", ()).forces if f.id == "Convoy")
    tanker = next(c for c in convoy.children if c.id == "NT-8")
    assert tanker.name == "Ohio (tanker)"
    assert tanker.note == "cargo of Ohio"
    offered = [
        text
        for text, _ in complete_text(
            BOOK, view, AskOrder("Allied", "32.A.s03", "movement"), "sail "
        )
    ]
    assert "sail Convoy" in offered
    assert not any("Div-3-Genoa" in text for text in offered)


BARI = "port Bari at 33:1202, Allied, size 3"
ALOFT = "air B-1 Allied naval strike, at Bari 33:1202, range 5"
VALLETTA = "port Valletta at 18Q:0407, Allied, size 3"
ENGINEER = "cargo E-1 Allied at 18Q:0407: construction engineer"
POSSIBLE = {
    "sweep mine with": ("mines Axis 1 at 33:1202", "group X Allied at 33:1202: TF-1 6"),
    "lay mine with": ("group X Allied at 33:1202: TF-1 6", "cargo M-1 on TF-1: mine point"),
    "prepare": ("group X Allied at 33:1202: TF-1 6",),
    "support": (
        "hex 33:1203 coastal Axis",
        "group X Allied at 33:1202: TF-1 6",
        "TF-1 ready for half gunfire",
    ),
    "repair": (
        BARI,
        "group X Allied at 33:1202, in port: TF-1 6 (hits 1)",
        "repair points Allied 9",
    ),
    "ferry": (
        "hex 33:1204 33:1304 coastal Allied",
        "group F Allied at 33:1204: LC-1 1",
        "LC-1 beside 33:1204 since the initial phase",
    ),
    "bomb the port of": (ALOFT, "port Tarent at 33:1205, Axis, size 3"),
    "drop mine": (BARI, ALOFT, "cargo M-1 Allied at 33:1202: mine point"),
    "make": (BARI, "repair points Allied 2"),
    "use": (VALLETTA, "Malta status 5, 1 repair points", ENGINEER),
    "lower Malta by": (VALLETTA, "Malta status 5, 0 repair points, 1 SRPs", ENGINEER),
}
"""The forms that the page offers, each with a position in which it must."""


@pytest.mark.parametrize("verb", POSSIBLE)
def test_a_form_is_offered_where_it_can_be_given(verb: str) -> None:
    state = BOOK.case_start(Setup(""), LAW)
    for line in POSSIBLE[verb]:
        state = BOOK.given(state, line)
    view, asked = BOOK.view(state, "Allied"), AskOrder("Allied", "32.A.s03", "movement")
    form = next(f for f in BOOK.display(view, "Allied", (asked,)).forms if f.start.strip() == verb)
    assert BOOK.check(view, asked, BOOK.parse(form.example, view, "Allied")), form.example


def test_what_is_bombed_at_malta_is_offered_to_the_axis() -> None:
    state = BOOK.case_start(Setup(""), LAW)
    for line in (
        VALLETTA,
        "Malta status 5",
        "turn Aug I 42, Axis player-turn",
        "air B-1 Axis naval strike, at Gerbini 26:4026, range 30",
    ):
        state = BOOK.given(state, line)
    forms = BOOK.display(
        BOOK.view(state, "Axis"), "Axis", (AskOrder("Axis", "32.A.s03", "movement"),)
    ).forms
    assert {"bomb Malta with B-1", "bomb the port of Valletta with B-1"} <= {
        f.example for f in forms
    }
