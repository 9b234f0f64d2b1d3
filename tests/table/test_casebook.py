"""The casebook runner: what passes, what fails, and how failures and unreadable files are told."""

from __future__ import annotations

import pytest

from flagplot.odds import casebook_chances
from flagplot.table.casebook.case_file import CaseError, read_cases
from flagplot.table.casebook.casebook import Casebook, summary_line
from flagplot.table.setup.rulings import Rulings

from .toybook import FIRE, book_of


def toy_rulings(book: str, edition: str, house: dict[str, str]) -> Rulings:
    return Rulings(edition, house, {FIRE.id: FIRE})


BOOK = Casebook(
    book_of, casebook_chances, lambda book: {"1.1", "1.2", "1.3", "2.1", "2.2", "3.1"}, toy_rulings
)

GOOD = '''
book = "toybook"
[[case]]
id = "too-far"
clauses = ["1.2"]
title = "Four squares are too many"
given = """
ship Red1 Red at 2      # a comment
# a whole line of comment
ship BlueS Blue at 9 submarine
"""
when = "Red: move Red1 to 6"
then = """
refused 1.2
refused by too-far
allows 1.1
suggests move Red1 to 5
culprit Red1
ship Red1 at 2
rolls nothing
not over
"""

[[case]]
id = "closing"
clauses = ["2.1", "2.2"]
title = "A submarine closes and hits twice"
given = """
ship Red1 Red at 0
ship BlueS Blue at 3 submarine
"""
when = """
Red: move Red1 to 1
Blue: close
dice 4 3 6
"""
then = """
accepted
event shown ship=BlueS at=3
event damaged ship=Red1 hits=2
no event fell-short
asks Blue interception
asks Red movement now
does not ask Red interception
rolls 2 dice for closing
rolls 1 dice for salvo
rests on toy.fire
ship Red1 sunk
view Blue: ship Red1 sunk
option pass
no option move Red1 to 2
"""

[[case]]
id = "short"
clauses = ["2.1"]
title = "Falling short is not seen by the mover"
given = """
ship Red1 Red at 0
ship BlueS Blue at 3 submarine
"""
when = """
dice 1 2
Red: move Red1 to 1
Blue: close
"""
then = """
event fell-short side=Blue
hides Red fell-short
shows Blue fell-short
shows Red moved ship=Red1 hidden=yes
"""

[[case]]
id = "stages"
clauses = ["3.1"]
title = "Two stages, sealed answers, a wrong seat, an unreadable order"
scenario = "line"
auto_dice = 5
when = """
Red: pass
Blue: pass
Red: sleep
"""
then = """
asks Red watch
asks Blue watch now
option watch
"""
[[case.step]]
when = "Blue: watch"
then = """
event watched
asks Red parley now
"""
[[case.step]]
when = "check Blue: nonsense"
then = "error not offered"

[[case]]
id = "seat"
clauses = ["1.1"]
title = "The wrong seat"
scenario = "line"
when = "Blue: pass"
then = "error not asked"

[[case]]
id = "odds"
clauses = ["2.2"]
title = "The odds of a duel"
scenario = "line"
then = """
chance duel 2 -> 2 = 0.5556
chance duel 1 -> 0 = 2/6
chance Red: duel 1 -> 1 = 50 %
"""
'''


def test_good_cases_pass() -> None:
    results = BOOK.run_text(GOOD, "good.toml")
    assert [str(r) for r in results if not r.passed] == []
    assert summary_line(results) == "6 passed, 0 failed"
    assert [case.id for case in read_cases(GOOD, "good.toml") if "2.2" in case.clauses] == [
        "closing",
        "odds",
    ]


def failure(case: str) -> str:
    text = 'book = "toybook"\n[[case]]\nid = "x"\nclauses = ["1.1"]\ntitle = "t"\n' + case
    (result,) = BOOK.run_text(text, "bad.toml")
    assert not result.passed
    return str(result)


POSITION = 'given = """\nship Red1 Red at 0\nship BlueS Blue at 3 submarine\n"""\n'


@pytest.mark.parametrize(
    ("case", "told"),
    [
        (
            'when = "Red: move Red1 to 1"\nthen = "refused 1.2"',
            "expected 'refused 1.2'; found: accepted",
        ),
        (
            'when = "Red: move Red1 to 5"\nthen = "ship Red1 at 0"',
            "refused, which nothing in then expects: refused: 1.2 too-far",
        ),
        (
            'when = "Red: move Red1 to 5"\nthen = "ship Red1 at 5"',
            "refused, which nothing in then expects: refused: 1.2 too-far",
        ),
        (
            'when = "Red: move Red1 to 5"\nthen = "accepted"',
            "found: refused: 1.2 too-far [Red1] squares=5 limit=3",
        ),
        (
            'when = """\nRed: move Red1 to 5\nRed: pass\n"""\nthen = "refused 1.2"',
            "refused, though more is ordered after it",
        ),
        (
            'when = """\nRed: move Red1 to 1\nBlue: close\n"""\nthen = "accepted"',
            "a roll is wanted: 2d6 for closing (2.1)",
        ),
        (
            'when = """\nRed: move Red1 to 1\ndice 3 4\nBlue: hold\n"""\nthen = "accepted"',
            "dice left over: 3 4",
        ),
        (
            'when = """\nRed: move Red1 to 1\nBlue: close\ndice 7\n"""\nthen = "accepted"',
            "dice left over: 7; too few for the next roll, 2d6 for closing (2.1)",
        ),
        (
            'when = """\nRed: move Red1 to 1\nBlue: close\ndice 7 1\n"""\nthen = "accepted"',
            "cannot show 7",
        ),
        ('when = "Red moves"\nthen = "accepted"', "is nothing a side does"),
        (
            'when = "Red: sail"\nthen = "accepted"',
            "no order begins like 'sail' (expected move SHIP to SQUARE, pass)",
        ),
        ('when = "Red: move Red1 to 1"\nthen = "ship Red1 at 3"', "found: ship Red1 at 1"),
        ('when = "Red: move Red1 to 1"\nthen = "gibberish"', "no line reads like"),
        (
            'when = "Red: move Red1 to 1"\nthen = "event moved speed=3"',
            "has no field 'speed'; it has clause, ship, to, hidden",
        ),
        (
            'when = "Red: move Red1 to 1"\nthen = "event moved to=3"',
            "events: moved(ship=Red1, to=1, hidden=yes)",
        ),
        (
            'when = "Red: move Red1 to 1"\nthen = "asks Red interception"',
            "asked: Blue interception",
        ),
        (
            'when = "Red: move Red1 to 1"\nthen = "does not ask Blue interception"',
            "asked: Blue interception",
        ),
        ('when = "Red: move Red1 to 1"\nthen = "option peace"', "offered: hold, close"),
        ('when = "Red: move Red1 to 1"\nthen = "chance duel 2 -> 2 = 0.9"', "found: 0.555"),
        ('when = "Red: move Red1 to 1"\nthen = "chance duel = 0.9"', "ask: duel SALVOES"),
        ('when = "Red: move Red1 to 1"\nthen = "winner Red"', "found: not over"),
    ],
)
def test_failures_are_readable(case: str, told: str) -> None:
    assert told in failure(POSITION + case)


def test_failures_name_their_line() -> None:
    said = failure(
        POSITION + 'when = "Red: move Red1 to 1"\nthen = """\naccepted\nship Red1 at 3\n"""'
    )
    assert "bad.toml:13: expected 'ship Red1 at 3'" in said
    said = failure(
        POSITION
        + 'when = "Red: move Red1 to 1"\nthen = "accepted"\n[[case.step]]\nthen = "accepted"'
    )
    assert "bad.toml:13: expected 'accepted'; found: nothing was ordered" in said


def test_all_lines_that_do_not_hold_are_told() -> None:
    said = failure(
        POSITION
        + 'when = "Red: move Red1 to 1"\nthen = """\nrefused 1.2\nship Red1 at 3\nship Red1 at '
        '1\n"""'
    )
    assert said.count("bad.toml:") == 2


def test_a_wrong_seat_is_told_with_what_is_asked() -> None:
    assert "Red is asked for movement (1.1)" in failure(
        POSITION + 'when = "Blue: pass"\nthen = "accepted"'
    )


def test_bad_given_is_told() -> None:
    assert "no line reads like 'boat' (expected" in failure('given = "boat"\nthen = "not over"')


def test_unknown_clause_is_told() -> None:
    text = (
        'book = "toybook"\n[[case]]\nid = "x"\nclauses = ["9.9"]\ntitle = "t"\nthen = "not over"\n'
    )
    (result,) = BOOK.run_text(text, "bad.toml")
    assert "'9.9' is not a clause" in result.problem


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "names no rule book"),
        ('book = "toybook"', "has no case"),
        ("book = ", "not TOML"),
        ('book = "toybook"\nbok = 1\n[[case]]\nid="a"', "unknown key 'bok'"),
        ('book = "toybook"\n[[case]]\nid="a"\nclauses=["1.1"]', "the case expects nothing"),
        ('book = "toybook"\n[[case]]\nid="a"\nclauses="1.1"\nthen="x"', "clauses must be a list"),
        ('book = "toybook"\n[[case]]\nid="a"\nclauses=[]\nthn="x"', "unknown key 'thn'"),
        ('book = "toybook"\n[[case]]\nclauses=[]\nthen="x"', "a case without id"),
        (
            'book = "toybook"\n[[case]]\nid="a"\nclauses=[]\nthen="x"\n[[case]]\nid="a"\nclauses=[]\nthen="x"',
            "stands twice",
        ),
        ('book = "toybook"\n[[case]]\nid="a"\nclauses=[]\nthen=1', "then must be text"),
        ('book = "toybook"\n[[case]]\nid="a"\nclauses=[]\nthen="x"\nhouse={A=1}', "house must map"),
    ],
)
def test_unreadable_files_are_told(text: str, told: str) -> None:
    with pytest.raises(CaseError, match=r"bad\.toml") as caught:
        read_cases(text, "bad.toml")
    assert told in str(caught.value)
