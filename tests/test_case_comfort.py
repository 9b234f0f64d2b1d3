"""A case does not comfort falsely: what a line denies must still hold when everything asked is
answered, a stray done is told, a failure says what is asked of whom, and a line that nobody reads
is told with the line that was meant."""

from __future__ import annotations

import pytest

from flagplot import rulebooks

from .test_casebooks import CASEBOOK

FLEET = """
group A Allied at 33:1201: TF-1 12, NT-1 2
group E Axis at 33:1205: TF-9 8
port Bari at 33:1204, Axis, size 2
"""
WAR = """
turn Spring 1941, Axis player turn, movement phase
control Bergen, Stavanger Axis
INF 1 Germany at Kiel as GE-INF-1
DD 1 Germany at Kiel as GE-DD-1
DD 1 Germany at Kiel as GE-DD-2
CA 2 Britain at Scapa Flow as UK-CA-1
"""
SEA = """
major port Home at 5,20 held by Allied
minor port Goal at 9,20 held by Allied
major port Bay at 14,20 held by Axis
ship A York, Allied (Britain) CA, at Home
ship B Bremen, Axis (Germany) CL, at Bay
"""
HUNT = (
    SEA
    + """
operations phase
mission M1 Allied convoy of A from Home to Goal via 6,21, 7,21, 8,21; 3 transports
mission X1 Axis patrol of B to 7,21 via 13,20, 12,21, 11,21, 10,21, 9,21, 8,21 return Bay
Axis spotted M1
"""
)
CONVOY = """
major port Foe at 40,20 held by Axis
ship A York, Axis CA, at Foe
battle Axis attacks Allied, europe 0, turn 2, Axis to move
A fights at 34,11
the convoy has 3 merchants
transports 1 to 3 fight at 35,11
"""
GUNS = """
battle at D31, Allied moving
Allied group 3: Britain CVL 2, DD 3
Axis group 1: Germany BB 4
"""
POSITION = {"europa": FLEET, "awaw": WAR, "campaign": SEA}


def problem(
    book: str,
    then: str = "not over",
    when: str = "",
    given: str = "",
    position: str | None = None,
    more: str = "",
) -> str:
    """Return the failure of a case of these lines; empty when it passes."""
    board = POSITION[book] if position is None else position
    text = (
        f'book = "{book}"\n[[case]]\nid = "x"\nclauses = []\ntitle = ""\n'
        f'given = """{board}{given}\n"""\nwhen = """\n{when}\n"""\nthen = '
        f'"""\n{then}\n"""\n{more}\n'
    )
    (result,) = CASEBOOK.run_text(text, "x.toml")
    return result.problem


# -- what is denied while something is asked
def test_a_denial_does_not_count_before_what_is_asked_brings_it_about() -> None:
    declared = "Axis: intercept M1 at 7,21 with B"
    told = problem(
        "campaign", "no event battle-began", declared, position=HUNT, more="auto_dice = 1"
    )
    assert "'no event battle-began' holds only while" in told
    assert "Axis is asked for operations" in told
    assert "found: event battle-began" in told
    now = "asks Axis operations now\nno event battle-began"
    assert problem("campaign", now, declared, position=HUNT, more="auto_dice = 1") == ""
    night = "Allied: move A to 33:1202 33:1203 33:1204 by night"
    reserve = "group E Axis at 33:1204: TF-9 8\ngroup R Axis at 33:1206, in reserve: TF-8 8\n"
    told = problem(
        "europa",
        "no event battle-began",
        night,
        position="group A Allied at 33:1201: TF-1 12\n" + reserve,
    )
    assert "'no event battle-began' holds only while Axis is asked for search" in told
    strike = "Allied: cap 0 strike 2\ndice 1\nAllied: none"
    assert "holds only while Allied is asked for strike" in problem(
        "awaw", "no event strike", strike, position=GUNS
    )
    assert problem("awaw", "no event strike", f"{strike}\nAllied: none", position=GUNS) == ""


def test_a_denial_does_not_count_while_what_was_announced_has_still_to_sail() -> None:
    order = "Axis: patrol GE-DD-1 to B31"
    told = problem("awaw", "no event entered", order)
    assert "'no event entered' does not count yet: Axis is asked for movement" in told
    assert "found: event entered" in problem("awaw", "no event entered", f"{order}\nAxis: done")
    assert problem("awaw", "asks Axis movement now\nno event entered", order) == ""
    assert problem("awaw", "no event sunk", f"{order}\nAxis: done") == ""
    written = "Allied: patrol 6,25 with A via direct return Home"
    assert problem("campaign", "not A based at Goal", written) == ""
    assert "holds only while" in problem("campaign", "no event mission-ended", written)


def test_a_denial_holds_whatever_dice_are_still_thrown() -> None:
    battle = "battle at D31, Axis moving\nAxis group 1: Germany BC 3 fast\nAllied group 1: Britain BC 3 fast\n"
    dice = "dice 6 4\ndice 1 1"
    assert "holds only while Allied is asked for withdraw" in problem(
        "awaw", "no event sunk", dice, position=battle
    )
    assert problem("awaw", "asks Allied withdraw\nno event sunk", dice, position=battle) == ""
    assert (
        problem("awaw", "no event strike", dice, position=battle) == ""
    )  # nobody has aircraft, whatever is thrown


def test_a_stage_that_the_next_goes_on_from_is_a_moment_of_its_own() -> None:
    order, step = (
        "Axis: patrol GE-DD-1 to B31",
        '[[case.step]]\nwhen = "Axis: done"\nthen = "event entered"',
    )
    assert problem("awaw", "no event entered", order, more=step) == ""


def test_a_refused_order_brings_nothing() -> None:
    assert problem("awaw", "refused\nno event entered", "Axis: patrol GE-DD-1 to Gibraltar") == ""


# -- a stray done
@pytest.mark.parametrize(
    ("book", "when", "told"),
    [
        (
            "awaw",
            "Allied: done\nAxis: patrol GE-DD-1 to B31",
            "'done' reaches nobody: Allied is not asked now; Axis is",
        ),
        (
            "awaw",
            "Axis: patrol GE-DD-1 to B31\nAllied: done\nAxis: done",
            "'done' reaches nobody: Allied is not asked now",
        ),
        (
            "awaw",
            "Axis: patrol GE-DD-1 to B31\nAxis: done\nAxis: done\nAllied: pass",
            "'pass' reaches nobody",
        ),
        (
            "campaign",
            "Allied: done\nAllied: done\nAxis: done",
            "'done' reaches nobody: Allied is not asked now; Axis is",
        ),
        ("europa", "Axis: done\nAllied: move A to 33:1202", "refused"),
        (
            "europa",
            "Allied: move A to 33:1202\nAxis: done",
            "'done' reaches nobody: Axis is not asked now",
        ),
    ],
)
def test_a_stray_done_is_told(book: str, when: str, told: str) -> None:
    assert told in problem(book, "not over", when)


def test_a_done_right_behind_an_order_that_sails_is_given_after_the_enemy_has_answered() -> None:
    sails = "Axis: transport GE-INF-1 to Bergen with GE-DD-1\nAxis: done\nAllied: pass"
    assert problem("awaw", "asks Axis ground now\nevent landed", sails) == ""


# -- what a failing case says
def test_a_failure_says_what_is_asked_of_whom_and_the_answers_to_be_written() -> None:
    told = problem(
        "awaw", "no event swept", "Allied: cap 0 strike 2\ndice 1\nAllied: none", position=GUNS
    )
    assert (
        "now Allied is asked for strike (22.44); write Allied: auto, Allied: carriers 2 at 1, "
        "Allied: no strike" in told
    )
    told = problem("awaw", "asks Allied strike now", "Allied: cap 0 strike 2", position=GUNS)
    assert "now a roll is wanted: 1d6 for search (22.42); write dice N" in told
    told = problem("europa", "asks Axis reaction now", "Allied: move A to 33:1202")
    assert "expected 'asks Axis reaction now'; found: " in told
    assert (
        "now Axis is asked for search (32.B.5); write Axis: pass, Axis: search [with SEARCHERS]"
        in told
    )


# -- lines that nobody reads
@pytest.mark.parametrize(
    ("book", "line", "meant"),
    [
        ("awaw", "neutral Lisbon", "control Lisbon neutral"),
        ("awaw", "not Tobruk is operational", "Tobruk is not operational"),
        ("awaw", "not U.S. at war with Germany", "U.S. not at war with Germany"),
        ("awaw", "12 factors at Gibraltar", "fill Gibraltar to 12 factors"),
        ("awaw", "Axis controls Kiel", "control Kiel Axis"),
        (
            "awaw",
            "5 Allied transports in Atlantic SW box",
            "Atlantic SW box has 5 Allied transports",
        ),
        ("awaw", "UK-CA-1 inverted and damaged", "UK-CA-1 inverted\n    as in: UK-CA-1 damaged"),
        (
            "europa",
            "group R Axis at Bari, in port, reserve: TF-8 8",
            "group R Axis at Bari, in port, in reserve: TF-8 8",
        ),
        ("europa", "coast defence Axis level 1 at 33:1204", "coast defence Axis 1 at 33:1204"),
        ("europa", "interdiction Axis level 1 at 33:1204", "interdiction Axis 1 at 33:1204"),
        ("europa", "A -1 step", "A step marker 1"),
        ("europa", "A has a -1 step marker", "A step marker 1"),
        ("europa", "neutral 33:1204", "owner 33:1204 neutral"),
        ("europa", "A reserve", "A in reserve"),
        ("campaign", "neutral Goal", "neutral holds Goal"),
        ("campaign", "9 transports in pool Atlantic of Allied", "pool Atlantic of Allied 9"),
    ],
)
def test_a_line_of_a_position_that_nobody_reads_gets_the_line_that_was_meant(
    book: str, line: str, meant: str
) -> None:
    assert f"as in: {meant}\n" in f"{problem(book, given=line)}\n"


@pytest.mark.parametrize(
    ("book", "line", "meant"),
    [
        ("awaw", "12 factors at Gibraltar", "Gibraltar holds 12 factors"),
        ("awaw", "Allied has no forces", "Allied has 0 forces"),
        ("awaw", "no force at sea", "not UNITS at sea\n    as in: SIDE has 0 forces"),
        (
            "awaw",
            "UK-CA-1 is at Scapa Flow and inverted",
            "UK-CA-1 is at Scapa Flow\n    as in: UK-CA-1 inverted",
        ),
        (
            "awaw",
            "UK-CA-1 at Scapa Flow, uninverted",
            "UK-CA-1 at Scapa Flow\n    as in: UK-CA-1 uninverted",
        ),
        ("awaw", "UK-CA-1 not inverted", "not UK-CA-1 inverted"),
        ("awaw", "neutral Lisbon", "control Lisbon neutral"),
        ("europa", "A -1 step", "A step marker 1"),
        ("europa", "A in port, reserve", "A in port\n    as in: A in reserve"),
        ("europa", "A is at 33:1201 and found", "A is at 33:1201\n    as in: A found"),
        ("europa", "level 1 interdiction at 33:1204", "interdiction at 33:1204 1"),
        ("campaign", "Goal is neutral", "neutral holds Goal"),
        ("campaign", "no mission of A", "A has no mission"),
        ("campaign", "5 ships at Home", "ships at Home 5"),
        ("campaign", "A based at Home and ready", "A based at Home\n    as in: A is ready"),
    ],
)
def test_a_fact_that_nobody_reads_gets_the_line_that_was_meant(
    book: str, line: str, meant: str
) -> None:
    assert f"as in: {meant}\n" in f"{problem(book, line)}\n"


@pytest.mark.parametrize("book", rulebooks.BOOKS)
@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("not event entered", "no event entered"),
        ("not asks Axis movement", "does not ask Axis movement"),
        ("not option pass", "no option pass"),
        ("not accepted", "refused"),
        ("not view Axis: sees X", "view Axis: sees no X"),
        ("not hides Axis entered", "shows Axis entered"),
    ],
)
def test_a_not_before_a_line_that_every_book_has_is_told(book: str, line: str, meant: str) -> None:
    assert f"write {meant}" in problem(book, line)


def test_a_position_says_only_what_is_so() -> None:
    assert "a position says what is so; leave the line out" in problem(
        "europa", given="not A found"
    )


# -- names, of one, of two
@pytest.mark.parametrize(
    ("book", "line"),
    [
        ("awaw", "UK-CA-1 used gobblegook"),
        ("awaw", "zone Gobble closed to Axis"),
        ("awaw", "seas of Istanbul: Gobble Sea"),
        ("awaw", "range patrol from Kiel to B31 refused gobble"),
        ("awaw", "result gobble for Axis"),
        ("awaw", "air combat 5 on 7: gobble"),
        ("awaw", "submarine attack on 2: gobble"),
        ("awaw", "ships at Brest may intercept Plymouth to Gibraltar at Kiel"),
        ("europa", "sees gobble"),
        ("europa", "chapter 36 is version gobble"),
        ("europa", "chapter 99 is later than chapter 36"),
        ("europa", "table europa.search-modifiers row stationary amount is gobble"),
        ("campaign", "training of Gobble 0"),
        ("campaign", "shortfall of Gobble 0"),
        ("campaign", "relations of Allied with Gobble 0"),
        ("campaign", "deployment europe 0 destination 13, gobble"),
        ("campaign", "pool Gobble of Allied 0"),
    ],
)
def test_a_word_that_names_nothing_is_an_error_said_or_denied(book: str, line: str) -> None:
    for then in (line, f"not {line}"):
        told = problem(book, then)
        assert told.startswith(f"then {then!r}: "), told


@pytest.mark.parametrize(
    ("book", "given"),
    [
        ("awaw", "UK-CA-1 used gobblegook"),
        ("awaw", "zone Gobble closed to Axis"),
        ("awaw", "UK-CA-1 building row gobble"),
        ("europa", "fact gobble counted"),
        ("europa", "weather rough in Gobble"),
        ("campaign", "ship C Kent, Allied (Gobble) CA, at Home"),
        ("campaign", "pool Gobble of Allied 4"),
        ("campaign", "arctic gobble"),
        ("campaign", "20,9 lies on the Gobble front"),
    ],
)
def test_a_word_of_a_position_that_names_nothing_is_an_error(book: str, given: str) -> None:
    assert problem(book, given=given).startswith(f"given {given!r}: ")


@pytest.mark.parametrize(
    ("book", "given", "then"),
    [
        ("awaw", "Atlantic SW box has 1 Allied transport", "Atlantic has 1 Allied transport"),
        ("awaw", "U.S. has 1 BRP", "U.S. has 1 BRP"),
        ("awaw", "U.S. has 1 RP\noil Axis 1 factor", "U.S. has 1 RP"),
        (
            "awaw",
            "Axis has 1 tactical card\nAllied has 1 air range result",
            "Axis has 1 tactical card left",
        ),
        ("awaw", "GE-INF-1 has 1 movement factor left", "GE-INF-1 has 1 movement factor left"),
        ("awaw", "", "1 die reaches 1 hex with 100 %"),
        ("awaw", "", "1 fleet factor on 8 scores 1"),
        ("europa", "A spent 1 MP", "A spent 1 MP"),
        ("europa", "1 RE D-1 on NT-1", "REs aboard NT-1 1"),
        (
            "europa",
            "Malta status 6, 1 repair point, 1 SRP, 1 SP",
            "Malta has 1 SRP\nMalta has 1 repair point",
        ),
        (
            "europa",
            "port at 33:1204 taken 1 player-turn ago\nport at 33:1204 with 1 hit",
            "port at 33:1204 has 1 hit",
        ),
        (
            "campaign",
            "Goal falls to Axis by retreat, 1 unit\nHome is attacked by land by 1 unit",
            "units at Goal 1",
        ),
        (
            "campaign",
            "mission M1 Allied convoy of A from Home to Goal via 6,21, 7,21, 8,21; 1 transport",
            "transports of M1 1",
        ),
    ],
)
def test_a_number_of_one_takes_its_words_as_of_one(book: str, given: str, then: str) -> None:
    assert problem(book, then, given=given) == ""


def test_transports_in_battle_go_by_their_number_in_the_convoy() -> None:
    stand = "merchant 1 in battle strength 10\ntransport 2 at hex 35,12\nAxis sees transport 3"
    assert problem("campaign", stand, position=CONVOY) == ""
    then = 'event exchanged firer=A target="transport 2"\nasks Axis battle now\nno event exchanged target="transport 1"'
    assert (
        problem(
            "campaign", then, "Axis: fire A at transport 2", position=CONVOY, more="auto_dice = 3"
        )
        == ""
    )
    moved = "Axis: end turn\nAllied: move transport 1 of M to 33,11"
    assert problem("campaign", "transport 1 at hex 33,11", moved, position=CONVOY) == ""
    assert "cannot be read" in problem(
        "campaign", "accepted", "check Axis: fire A at transport 4", position=CONVOY
    )


def test_a_place_off_the_way_has_nobody_with_a_mission() -> None:
    mission = "mission M1 Allied convoy of A from Home to Goal via 6,21, 7,21, 8,21; 3 transports"
    assert (
        problem("campaign", "ships with M1 at 7,21 1\ntransports with A at Goal 3", given=mission)
        == ""
    )
    for line in ("ships with M1 at 30,21 0", "not transports with A at 30,21 3"):
        assert "30,21 is not on the way of M1" in problem("campaign", line, given=mission)


def test_two_ships_of_one_unit_are_that_unit() -> None:
    norway, way = 'scenario = "norway-1940"', "via 22,16, 21,15, 20,14, 20,13, 20,12 return Kiel"

    def ordered(units: str) -> str:
        return problem(
            "campaign",
            "accepted",
            f"check Axis: patrol 20,11 with {units} {way}",
            position="",
            more=norway,
        )

    assert ordered("Scharnhorst and Gneisenau") == ordered("Scharnhorst") == ""
    assert "GE-BC-1 is named twice" in ordered("Scharnhorst and Scharnhorst")
    assert "GE-BC-1 is named twice" in ordered("GE-BC-1 and GE-BC-1")
