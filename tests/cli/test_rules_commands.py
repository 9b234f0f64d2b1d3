"""``flagplot rules``, ``tables``, ``house``, ``books`` and the clause index behind them."""

from __future__ import annotations

import json

import pytest

from flagplot.table.casebook.clause_index import (
    ClauseRow,
    UnknownClauseError,
    find_clauses,
    load_clauses,
    search_clauses,
)

from .conftest import Run


def test_every_ledger_row_is_read() -> None:
    rows = load_clauses("awaw")
    assert len(rows) > 500
    assert rows["21.11"].area == "basing"
    assert not rows["21.1"].enforceable
    assert all(isinstance(r, ClauseRow) and r.title and r.requirement for r in rows.values())


def test_lookup_finds_the_parts_in_order() -> None:
    ids = [r.id for r in find_clauses("awaw", "21.211")]
    assert ids[0].startswith("21.211")
    assert all(i.startswith("21.211") for i in ids)
    assert not any(
        r.id.startswith("21.211") for r in find_clauses("awaw", "21.21") if r.id[5:6].isdigit()
    )


def test_lookup_of_nothing_tells_what_is_near() -> None:
    with pytest.raises(UnknownClauseError, match=r"no clause '21\.2111X'; near it are"):
        find_clauses("awaw", "21.2111X")
    with pytest.raises(UnknownClauseError):
        find_clauses("awaw", "")


def test_search_wants_every_word() -> None:
    hits = search_clauses("awaw", "suez CANAL")
    assert hits
    assert all("suez" in f"{r.title} {r.requirement}".casefold() for r in hits)


def test_show(run: Run) -> None:
    ran = run("rules", "show", "21.11")
    assert ran.code == 0
    assert "Fifty factors per port" in ran.out
    assert "enforced in:" in ran.out


def test_show_a_heading(run: Run) -> None:
    assert "heads: 21.131, 21.132" in run("rules", "show", "21.13", "--book", "awaw").out
    assert (
        "heads: 21.11, 21.12, 21.13, 21.14, 21.15, 21.16, 21.17, 21.18"
        in run("rules", "show", "21.1", "--book", "awaw").out
    )


def test_show_nothing(run: Run) -> None:
    ran = run("rules", "show", "99.99")
    assert ran.code == 1
    assert "99.99" in ran.err


def test_search(run: Run) -> None:
    assert run("rules", "search", "gibraltar").code == 0
    assert run("rules", "search", "zeppelin", "torpedo").code == 1


def test_list_by_area(run: Run) -> None:
    ran = run("rules", "list", "awaw", "--area", "straits")
    assert ran.out.count("\n") == sum(r.area == "straits" for r in load_clauses("awaw").values())
    assert run("rules", "list", "awaw", "--area", "kitchens").code == 2


def test_coverage_as_json_has_a_row_for_every_clause(run: Run) -> None:
    ran = run("rules", "coverage", "awaw", "--json")
    rows = json.loads(ran.out)
    assert [r["id"] for r in rows] == list(load_clauses("awaw"))
    assert all(set(r) == {"id", "area", "enforced", "cases"} for r in rows)
    assert any(r["enforced"] for r in rows)


def test_coverage_sums_up(run: Run) -> None:
    ran = run("rules", "coverage", "awaw", "--area", "basing", "--area", "fronts")
    assert ran.code == 0
    assert "basing" in ran.out
    assert "straits" not in ran.out.split("not yet both")[0]


def test_tables_house_and_books(run: Run) -> None:
    assert "Norway" in run("books").out
    assert "HR-" in run("house", "awaw").out
    listed = run("tables", "awaw").out.splitlines()
    assert listed
    first = listed[0].split()[0]
    assert first.startswith("awaw.")
    assert run("tables", "awaw", first).code == 0


@pytest.mark.parametrize(
    "argv",
    [
        ("rules", "show", "21.1", "--book", "chess"),
        ("rules", "list", "chess"),
        ("rules", "coverage", "chess"),
        ("rules", "coverage", "awaw", "--area", "\x00"),
        ("house", "../awaw"),
        ("tables", "chess"),
        ("rules", "nothing"),
        ("tables", "awaw", "--tables", "/nonexistent"),
        ("books", "extra"),
        ("nothing",),
        ("rules",),
        ("case",),
    ],
)
def test_bad_input(run: Run, argv: tuple[str, ...]) -> None:
    assert run(*argv).code == 2


def test_an_unknown_table(run: Run) -> None:
    ran = run("tables", "awaw", "awaw.nothing")
    assert ran.code == 1
    assert "it has" in ran.err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("21.211b", "21.211B"),
        ("21.211 B", "21.211B"),
        ("awaw 21.211B", "21.211B"),
        ("Rule 21.211(b).", "21.211B"),
        ("6.4.3.1c", "6.4.3.1.c"),
        ("6.4.3.1 (C)", "6.4.3.1.c"),
        ("32a2s4", "32.A.2.s04"),
        ("32.b-t1.mod.7", "32.B-T1.mod.07"),
        ("36.A.1.a", "36.A.1.(a)"),
        ("21.12@EARLIER", "21.12@earlier"),
        ("21.112#2", "21.112#2"),
    ],
)
def test_show_reads_ids_as_people_type_them(run: Run, typed: str, meant: str) -> None:
    ran = run("rules", "show", typed)
    assert ran.code == 0
    assert ran.out.startswith(f"{meant} ")
    assert run("rules", "show", *typed.split()).out == ran.out


def test_show_several(run: Run) -> None:
    ran = run("rules", "show", "21.211A,", "21.212")
    assert ran.out.startswith("21.211A ")
    assert "\n21.212 " in ran.out
    assert run("rules", "show", "21.211A", "21.212").out.count("\n21.") == ran.out.count("\n21.")


def test_show_what_a_ruling_rested_on(run: Run) -> None:
    ran = run("rules", "show", "hr-36c")
    assert ran.code == 0
    assert "* supplied" in ran.out


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("21.99", "near it are 21.5"),
        ("gibraltar", "rules search gibraltar"),
        ("HR-99", "no rule book"),
    ],
)
def test_show_says_what_may_be_meant(run: Run, typed: str, told: str) -> None:
    ran = run("rules", "show", typed)
    assert ran.code == 1
    assert told in ran.err


def test_words_tell_what_is_understood(run: Run) -> None:
    every = run("words", "campaign")
    assert every.code == 0
    assert "patrol SHIPS to PLACE [as raiders] [via PLACES]" in every.out
    assert "base change = rebase, change base" in every.out
    assert "SHIP based at PLACE" in every.out
    some = run("words", "campaign", "sortie").out
    assert "Naval patrol" in some
    assert "embark" not in some
    none = run("words", "campaign", "zeppelin")
    assert (none.code, "has the word 'zeppelin'" in none.err) == (1, True)
