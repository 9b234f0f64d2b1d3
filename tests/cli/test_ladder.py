"""``flagplot ladder``."""

from __future__ import annotations

import pytest

from .conftest import Run
from .toy import install


def test_the_standing_comes_last(run: Run) -> None:
    said = run(
        "ladder",
        "campaign",
        "oran-1940",
        "--admirals",
        "greedy,random",
        "--pairs",
        "2",
        "--seed",
        "3",
    )
    assert said.code == 0
    assert said.last.startswith("greedy vs random ")
    assert " score 0." in said.last or " score 1." in said.last


def test_who_does_not_play_a_book_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    said = run("ladder", "toybook", "line", "--admirals", "search,greedy")
    assert said.code != 0
    assert "greedy, steady, random" in said.err
    assert "two names" in run("ladder", "toybook", "line", "--admirals", "greedy").err
