"""An owner's own tables: written out, changed, read again; what the rules could not read is refused
at once."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from flagplot import rulebooks
from flagplot.cli.rules_commands import as_toml
from flagplot.table.core.book_packages import package_of
from flagplot.table.setup.data_files import DataError
from flagplot.table.setup.rulings import check_override, load_tables, read_table, rulings

from .conftest import Run

CAP = """
[[table]]
id = "awaw.cap"
clause = "23.43"
title = "Bonus of a combat air patrol"
provenance = "published"
columns = ["drm"]
rows = { cap = [2] }
"""


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_every_table_is_written_out_as_it_can_be_read(book: str) -> None:
    own = load_tables(book)
    for table in own.values():
        assert read_table(tomllib.loads(as_toml(table))["table"][0], "here") == table
    assert load_tables(book, [("mine.toml", "".join(map(as_toml, own.values())))]) == own


def test_a_table_is_written_out_changed_and_used(run: Run, tmp_path: Path) -> None:
    written = run("tables", "awaw", "awaw.cap", "--toml")
    assert written.code == 0
    (tmp_path / "cap.toml").write_text(written.out.replace('"cap" = [1]', '"cap" = [2]'))
    assert "yours" not in run("tables", "awaw").out
    listed = run("tables", "awaw", "--tables", tmp_path).out
    assert [line.split()[0] for line in listed.splitlines() if "yours" in line] == ["awaw.cap"]
    assert run("tables", "awaw", "--toml").code == 2


def test_a_folder_may_hold_tables_of_several_books() -> None:
    mine = [("mine.toml", CAP + as_toml(load_tables("europa")["europa.search"]))]
    assert rulings("awaw", overrides=mine).table("awaw.cap").cell("cap", "drm") == 2
    assert rulings("europa", overrides=mine).tables == rulings("europa").tables
    with pytest.raises(DataError, match=r"awaw\.hat"):
        load_tables("europa", [("mine.toml", CAP.replace("awaw.cap", "awaw.hat"))])


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("cap = [2]", "cat = [2]", "no row cat"),
        ("cap = [2]", "", "the table has no rows"),
        ("cap = [2]", 'cap = ["x"]', "needs a whole number"),
        ("cap = [2]", "cap = [true]", "a number or a text"),
        ("cap = [2]", "cap = [nan]", "a number or a text"),
        ("cap = [2]", "cap = [[2]]", "a number or a text"),
        ("cap = [2]", "cap = [2, 3]", "2 cells for 1"),
        ('["drm"]', '["bonus"]', "columns must be drm"),
        ('["drm"]', '"drm"', "columns are a list"),
        ("rows = { cap = [2] }", "rows = 3", "columns are a list"),
        ('title = "Bonus of a combat air patrol"', "title = 3", "title is a text"),
        ('columns = ["drm"]', 'columns = ["drm"]\ndice = "2d6"', "dice must be left out"),
        ('columns = ["drm"]', 'columns = ["drm"]\ndice = "many"', "written like 2d6"),
    ],
)
def test_what_the_rules_could_not_read_is_refused(was: str, now: str, told: str) -> None:
    assert was in CAP
    with pytest.raises(DataError, match=told) as e:
        load_tables("awaw", [("mine.toml", CAP.replace(was, now))])
    assert "mine.toml" in str(e.value)


def test_a_table_has_every_sum_of_its_dice() -> None:
    hit = tomllib.loads(as_toml(load_tables("awaw")["awaw.submarine-attack"]))["table"][0]
    del hit["rows"]["7"]
    with pytest.raises(DataError, match="2 to 12"):
        read_table(hit, "mine.toml")


INVASIONS = """
[[table]]
id = "awaw.invasion-range"
clause = "21.3614"
title = "Invasions with a range of their own"
provenance = "published"
columns = ["from", "to", "hexes"]
rows = { "1" = ["Alexandria", "Bergen", 120] }
"""
FAR = """
book = "awaw"
[[case]]
id = "far"
clauses = ["21.3614#2"]
given = \"\"\"
turn Summer 1942, Allied player turn, combat phase
DD 2 Britain at Alexandria as UK-DD-1
INF 1 Britain at Alexandria as UK-INF-1
\"\"\"
when = "check Allied: invade Bergen with UK-INF-1, UK-DD-1"
then = "allows 21.3614"
"""


def test_an_owner_fills_the_lost_list_of_invasions(run: Run, tmp_path: Path) -> None:
    (tmp_path / "far.toml").write_text(FAR)
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "list.toml").write_text(INVASIONS)
    assert run("case", "run", tmp_path / "far.toml").out.endswith("0 passed, 1 failed\n")
    assert run("case", "run", tmp_path / "far.toml", "--tables", mine).out.endswith(
        "1 passed, 0 failed\n"
    )


def test_a_table_that_cannot_be_used_is_told_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cap.toml").write_text(CAP.replace("cap = [2]", 'cap = ["x"]'))
    told = run("case", "run", "--book", "awaw", "--tables", tmp_path)
    assert told.code == 2
    assert "needs a whole number" in told.err
    assert "FAILED" not in told.out


@pytest.mark.parametrize(
    ("switch", "choice", "told"),
    [
        ("HR-36C", "nonsense", "none of supplied, any, phase"),
        ("HR-36C", "", "none of"),
        ("hr-36c", "any", "no house switch"),
    ],
)
def test_a_reading_that_is_not_there_is_refused(switch: str, choice: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        rulings("awaw", house={switch: choice})
    assert rulings("awaw", house={"HR-36C": "any"}).switch("HR-36C") == "any"


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_every_table_keeps_to_its_own_bounds_and_is_read(book: str) -> None:
    own = load_tables(book)
    for table in own.values():
        check_override(table, table, "its own file")
    package = Path(str(package_of(book)))
    source = "".join(path.read_text("utf-8") for path in sorted(package.rglob("*.py")))
    families = re.findall(
        r'"((?:\w+\.){2})"', source
    )  # tables found by a name in play, such as the map of a battle
    idle = [
        id
        for id in own
        if f'"{id}"' not in source
        and f'"{id.partition(".")[2]}"' not in source
        and not id.startswith(tuple(families))
    ]
    assert not idle, "tables that nothing reads"


def changed(book: str, id: str, was: str, now: str) -> list[tuple[str, str]]:
    """An override of a table: its own text with one thing changed."""
    text = as_toml(load_tables(book)[id])
    assert was in text
    return [("mine.toml", text.replace(was, now, 1))]


@pytest.mark.parametrize(
    ("book", "id", "was", "now", "told"),
    [
        ("europa", "europa.success", '"F*" = [1, 1]', '"F*" = [2, 1]', "'F\\*' must begin at 1"),
        ("europa", "europa.success", '"D" = [-99, 0]', '"D" = [0, 0]', "every total finds its row"),
        ("europa", "europa.success", '"S*" = [6, 99]\n', "", "row S\\* is missing"),
        ("europa", "europa.search", '"S*"', '"great"', "there is no row great to replace"),
        ("europa", "europa.air-attack", '"bombs" = [5]', '"bombs" = [0]', "0 is less than 1"),
        ("europa", "europa.gunnery", '"0" = ', '"1/2" = ', "whole numbers from 0 upward"),
        (
            "europa",
            "europa.mp-cost",
            '"enter all-sea hex", 1',
            '"enter all-sea hex", 0',
            "0 is less than 1",
        ),
        (
            "campaign",
            "campaign.deployment",
            '"9 13", "11 15"',
            '"9 17", "11 15"',
            "'9 17' is not written like",
        ),
        ("campaign", "campaign.deployment", '"11 15"', '""', "is not written like"),
        ("campaign", "campaign.map-hexes", "01,01-10,10", "1,1-10,10", "is not written like"),
        (
            "campaign",
            "campaign.ship-values",
            '"BB" = ',
            '"Battleship" = ',
            "no row Battleship to replace",
        ),
        ("campaign", "campaign.fuel", '"ship" = [120]', '"ship" = [0]', "0 is less than 1"),
        ("awaw", "awaw.air-combat", '"1" = ', '"21" = ', "numbered 1, 2, 3"),
        ("awaw", "awaw.air-combat", '"5/7"', '"five"', "is not written like"),
        ("awaw", "awaw.naval-drm", '"minor" = [1]\n', "", "row minor is missing"),
        ("awaw", "awaw.surprise-roll", '"most" = [7]', '"most" = [8]', "8 is more than 7"),
        (
            "awaw",
            "awaw.interception-dice",
            '"patrol-stays" = [8]',
            '"patrol-stays" = [800]',
            "800 is more than 20",
        ),
        ("awaw", "awaw.submarine-target", '"heavy"', '"heavies"', "is not written like"),
    ],
)
def test_a_table_the_game_could_not_be_played_by_is_refused(
    book: str, id: str, was: str, now: str, told: str
) -> None:
    with pytest.raises(DataError, match=told) as e:
        load_tables(book, changed(book, id, was, now))
    assert f"mine.toml: table {id}" in str(e.value)


def test_a_table_may_not_stand_in_two_files() -> None:
    with pytest.raises(DataError, match=r"stands in one\.toml too"):
        load_tables("awaw", [("one.toml", CAP), ("two.toml", CAP)])


def test_nations_and_ships_may_be_added_and_left_out() -> None:
    law = rulings(
        "awaw",
        overrides=changed(
            "awaw", "awaw.naval-drm", '"Sweden" = [2]', '"Brazil" = [1]\n"Sweden" = [2]'
        ),
    )
    assert law.table("awaw.naval-drm").cell("Brazil", "drm") == 1
    law = rulings(
        "campaign",
        overrides=changed("campaign", "campaign.named-ships", '"Marat" = [17, 13, 8, 10, 3]\n', ""),
    )
    assert "Marat" not in dict(law.table("campaign.named-ships").rows)
