"""Completions that Tab offers in a command line."""

from __future__ import annotations

import pytest

from .conftest import Run


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("flagplot ver", ["verify"]),
        ("flagplot play --text aw", ["awaw"]),
        ("flagplot play --text awaw nor", ["norway-1940"]),
        ("flagplot play --text awaw norway-1940 --side Al", ["Allied"]),
        ("flagplot play --text chess nor", []),
        ("flagplot play --admiral gr", ["greedy"]),
        ("flagplot simulate awaw norway-1940 --house HR-36C=a", ["HR-36C=any"]),
        ("flagplot route awaw-europe Liverp", ["Liverpool"]),
        ("flagplot route awaw-europe Kiel Bergen --closed skag", ["skagerrak"]),
        ("flagplot route nowhere Liverp", []),
        ("flagplot board awaw-p", ["awaw-pacific"]),
        ("flagplot tables awaw awaw.cap", ["awaw.cap"]),
        ("flagplot odds europa gun", ["gunnery"]),
        ("flagplot rules show 21.211B", ["21.211B"]),
        ("flagplot rules coverage awaw --area stra", ["straits"]),
        ("flagplot case list --book camp", ["campaign"]),
    ],
)
def test_tab(line: str, offered: list[str], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_FLAGPLOT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    ran = run()
    assert ran.code == 0
    assert ran.out.split() == offered
