"""``flagplot case run`` chooses cases by clause and runs them again when something is saved."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from flagplot.cli.case_commands import book_cases, gather_cases
from flagplot.table.core.verdict import clause_within

from .conftest import Run

ONE = """
book = "awaw"
[[case]]
id = "mine"
clauses = ["21.211"]
title = "A line of a position that the case looks up again"
given = "ship Hood, British BC 3 fast, at {port}"
then = "Hood at Plymouth"
"""


def test_a_clause_finds_its_cases_in_every_book() -> None:
    ids = {case.id for case in gather_cases([], "", "21.211B")}
    assert ids == {
        c.id for c in book_cases("awaw") if any(clause_within(id, "21.211B") for id in c.clauses)
    }
    assert ids


def test_cases_of_a_clause_run(run: Run) -> None:
    ran = run("case", "run", "--clause", "21.211B", "--quiet")
    assert ran.code == 0
    assert ran.last == f"{len(list(gather_cases([], '', '21.211B')))} passed, 0 failed"


def test_a_clause_without_cases_is_said(run: Run) -> None:
    ran = run("case", "run", "--clause", "99.9")
    assert ran.code == 2
    assert "no such case cites '99.9'" in ran.err


def test_watching_runs_them_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(ONE.format(port="Plymouth"))
    command = [sys.executable, "-u", "-m", "flagplot", "case", "run", str(file), "--watch"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        try:
            first = next(line for line in running.stdout if "passed" in line)
            file.write_text(ONE.format(port="Gibraltar"))
            second = next(line for line in running.stdout if "passed" in line)
        finally:
            running.terminate()
    assert (first, second) == ("1 passed, 0 failed\n", "0 passed, 1 failed\n")


def test_watching_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    ran = run("case", "run", tmp_path / "none.toml", "--watch")
    assert ran.code == 2
    assert "there is no file or folder" in ran.err


@pytest.mark.parametrize("argv", [("case", "run"), ("case", "list")])
def test_nothing_named(argv: tuple[str, ...], run: Run) -> None:
    assert "name case files, a rule book with --book, or a clause with --clause" in run(*argv).err
