"""An owner's own tables: written out, changed, read again; what the rules could not read is refused at once."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from flagplot import rulebooks
from flagplot.cli.rules import as_toml
from flagplot.table.rulings import DataError, load_tables, read_table, rulings

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
        ("cap = [2]", "", "no row at all"),
        ("cap = [2]", 'cap = ["x"]', "wants a whole number"),
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
    assert run("case", "run", tmp_path / "far.toml", "--tables", mine).out.endswith("1 passed, 0 failed\n")


def test_a_table_that_cannot_be_used_is_told_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cap.toml").write_text(CAP.replace("cap = [2]", 'cap = ["x"]'))
    told = run("case", "run", "--book", "awaw", "--tables", tmp_path)
    assert told.code == 2
    assert "wants a whole number" in told.err
    assert "FAILED" not in told.out


@pytest.mark.parametrize(
    ("switch", "choice", "told"),
    [("HR-36C", "nonsense", "none of supplied, any, phase"), ("HR-36C", "", "none of"), ("hr-36c", "any", "no house switch")],
)
def test_a_reading_that_is_not_there_is_refused(switch: str, choice: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        rulings("awaw", house={switch: choice})
    assert rulings("awaw", house={"HR-36C": "any"}).switch("HR-36C") == "any"
