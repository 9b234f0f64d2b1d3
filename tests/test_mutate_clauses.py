"""The tool that takes clauses out: a case that hangs on its clause fails without it, one that does
not is listed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOLS = Path(__file__).parents[1] / "tools"


def told(only: str, *more: str) -> str:
    command = [
        sys.executable,
        str(TOOLS),
        "mutate-clauses",
        "campaign",
        "--only",
        only,
        "--survivors",
        *more,
    ]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_a_case_fails_without_its_clause() -> None:
    assert "1 cases, 1 fail without one of their clauses, 1 without any of them" in told(
        "leningrad-canal-asks-every-ship"
    )


def test_a_case_that_holds_without_its_clause_is_listed() -> None:
    assert "training-is-no-order" not in told("nine-tankers")
    assert "each-unit-its-own-record without 6.1.a" in told("each-unit-its-own-record")


def test_only_the_clauses_that_are_named_are_taken_out() -> None:
    assert "  1 pairs of case and clause" in told("nine-tankers", "--clause", "6.3.4.5.b")
    assert "0 cases" in told("nine-tankers", "--clause", "6.1.a")
