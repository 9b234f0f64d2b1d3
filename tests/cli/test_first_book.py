"""The first book of the documentation works on the command line: ledger, cases, sentences,
admirals, proof."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..first_book import files, made


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("first"))


def flagplot(source: Path, *words: str, typed: str = "") -> str:
    """Return the output of a command of the copy. The command must succeed."""
    ran = subprocess.run(
        [sys.executable, "-m", "flagplot", *words],
        cwd=source.parent,
        env=os.environ | {"PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        input=typed,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_the_page_has_every_file() -> None:
    assert set(files()) == {
        "clauses.tsv",
        "__init__.py",
        "words.toml",
        "scenarios/run.toml",
        "casebook/strait.toml",
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("books",), "The watched strait"),
        (("rules", "show", "strait", "2"), "StraitBook.check"),
        (("case", "run", "--book", "strait"), "1 passed, 0 failed"),
        (("words", "strait", "dash"), "make haste"),
        (("simulate", "strait", "run", "--games", "20"), "Runner"),
    ],
)
def test_every_command_knows_it(source: Path, words: tuple[str, ...], said: str) -> None:
    assert said in flagplot(source, *words)


def test_it_is_played_kept_and_proven(source: Path) -> None:
    log = source.parent / "game.jsonl"
    said = flagplot(
        source,
        "play",
        "strait",
        "run",
        "--text",
        "--side",
        "Runner",
        "--log",
        str(log),
        typed="run\n" * 8,
    )
    assert "Creep or dash?" in said
    assert "The runner is" in said
    flagplot(source, "verify", str(log))
