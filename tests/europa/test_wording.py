"""Positions and facts in words other than the documented ones mean the same."""

from __future__ import annotations

import pytest

from flagplot.rulebooks.europa import BOOK
from flagplot.rulebooks.europa.casework import plain_facts, positions
from flagplot.rulebooks.europa.state import Campaign
from flagplot.table import Setup, TextError, rulings

LAW = rulings("europa")
LAID = (
    "port Malta at 33:1208, Allied, standard", "hex 33:1202 33:1204 coastal", "coast defence Axis 3 at 33:1204",
    "group A Allied at 33:1202: TF-1 4, TF-2 4, NT-1 2, LC-1 2, CG-1 4", "group D Allied at 33:1202: TF-4 4",
    "group P Allied at Malta, in port: TF-3 4, NT-2 2", "cargo INF-1 on NT-1: intrinsically amphibious",
    "cargo INF-2 Allied at 33:1208", "air F-1 Allied no mission, at Malta", "air A-1 Axis naval patrol, at Elmas 33:1210",
)


def laid(*lines: str) -> Campaign:
    state: Campaign = BOOK.case_start(Setup(""), LAW)
    for line in (*LAID, *lines):
        state = BOOK.given(state, line)
    return state


@pytest.mark.parametrize(("said", "meant"), [
    ("Axis naval group E in 33:1212 with TF-9 8", "group E Axis at 33:1212: TF-9 8"),
    ("group E (Axis) at 33:1212: TF-9 8 and NT-9 2", "group E Axis at 33:1212: TF-9 8, NT-9 2"),
    ("group E Axis at 33:1212: TF-9 (8)", "group E Axis at 33:1212: TF-9 8"),
    ("reserve group R Allied in Malta: TF-9 8", "group R Allied at 33:1208, in port, reserve: TF-9 8"),
    ("group E Axis at 33:1212: S-9 3 (submarine), S-8 2 (submarine, MA 30)",
     "group E Axis at 33:1212: S-9 3 (SUB), S-8 2 (SUB, allowance 30)"),
    ("great port Bari at 33:1220, Axis", "port Bari at 33:1220, Axis, great"),
    ("Axis port Bari at 33:1220, size 3", "port Bari at 33:1220, Axis, size 3"),
    ("CD level 3 at 33:1230, Axis", "coast defence Axis 3 at 33:1230"),
    ("Axis coast defense of strength 3 at 33:1230", "coast defence Axis 3 at 33:1230"),
    ("33:1230 is coastal, Axis", "hex 33:1230 coastal Axis"),
    ("hexes 33:1230, 1231 coastal", "hex 33:1230 33:1231 coastal"),
    ("hex 33:1230-1232 coastal", "hex 33:1230 33:1231 33:1232 coastal"),
    ("Axis owns 33:1230 and 33:1231", "owner 33:1230 33:1231 Axis"),
    ("narrow strait at 33:1230/1231", "hexside 33:1230/1231 narrow strait"),
    ("stormy seas", "weather stormy"),
    ("rough seas in Adriatic", "weather rough in Adriatic"),
    ("Axis port interdiction level 2 at 33:1230", "interdiction Axis level 2 at 33:1230"),
    ("Axis minebelt 2 at 33:1230", "mines Axis 2 at 33:1230"),
    ("Axis full ZOC at 33:1230", "ZOC Axis full at 33:1230"),
    ("Axis troops in 33:1230", "ground unit Axis at 33:1230"),
    ("Axis-exerted danger zone at 33:1230", "danger zone Axis at 33:1230"),
    ("air unit A-2 Axis on naval patrol, at 33:1230", "air A-2 Axis naval patrol, at 33:1230"),
    ("NT-2 carries ART-1: artillery with heavy equipment", "cargo ART-1 on NT-2: artillery"),
    ("cargo X-1 aboard NT-2: non-motorized infantry, no HE", "cargo X-1 on NT-2: infantry"),
    ("cargo X-1 on NT-2: 2 SPs", "cargo X-1 on NT-2: SP"),
    ("-1 Step marker on D", "D has -1 Step"),
    ("D has spent 6 MPs this step", "D spent 6 MPs"),
    ("D has 9 MPs left", "D spent 6 MPs"),
    ("Axis player-turn, step 2", "turn Aug I 42, Axis player-turn, step 2"),
])
def test_a_position_in_other_words(said: str, meant: str) -> None:
    assert laid(said) == laid(meant)


def test_notes_about_a_group_stand_in_its_line() -> None:
    state = laid("group E Axis at 33:1212, found, -2 Step, spent 4 MPs: TF-9 8")
    assert (state.groups["E"].found, state.groups["E"].marker, state.groups["E"].spent) == (True, 2, 4)


@pytest.mark.parametrize("line", [
    "group E Axis at 33:1212: what is this", "a fleet somewhere", "CD at 33:1204", "cargo X on Y: elephants",
])
def test_a_position_that_makes_no_sense_is_told(line: str) -> None:
    with pytest.raises(TextError):
        laid(line)


@pytest.mark.parametrize("fact", [
    "A is at sea in 33:1202", "P is in port at Malta", "P is in Malta", "A has 15 MPs", "A has spent 0 MPs this step",
    "A has no step marker", "A was not found", "A is a mixed group", "A contains TF-1, TF-2, NT-1, LC-1 and CG-1",
    "A includes TF-1", "TF-1 is in A", "TF-1 has strength 4", "TF-1 has no hits", "TF-1 is not sunk", "A is not gone",
    "hex 33:1204 is a coastal hex", "33:1206 is all sea", "no Axis groups at 33:1202", "2 Allied groups at 33:1202",
    "sea distance from 33:1202 to 33:1206 is 4", "a total of 12+2 is S*", "cost of prepare full gunfire with TF-1 is 60",
    "INF-1 is aboard NT-1", "INF-2 is ashore at Malta", "33:1203 is in combat zone of A",
    "combat zone of A does not include 33:1206", "gunnery strength of TF-1 at night is 1", "CD at 33:1204 has no hits",
    "F-1 has no marker", "A-1 can search A", "no mines at 33:1202", "it is step 1", "Allied is phasing", "in movement segment",
    "table europa.mp-cost row 6 NT is barred", "table europa.mp-cost row 8 TF is x5", "Axis score 0", "A has not moved",
])
def test_a_fact_in_other_words(fact: str) -> None:
    state = laid()
    assert BOOK.holds(state, state, fact) == (True, "") or BOOK.holds(state, state, fact)[0]


def test_a_fact_that_does_not_hold_says_what_was_found() -> None:
    state = laid()
    assert BOOK.holds(state, state, "A is at sea in 33:1203") == (False, "33:1202")
    with pytest.raises(TextError):
        BOOK.holds(state, state, "A is happy")


def test_unknown_lines_are_left_alone() -> None:
    assert positions.lines("something else") == ()
    assert plain_facts.lines("something else") == ()
