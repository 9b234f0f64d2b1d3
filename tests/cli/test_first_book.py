"""The first book of the documentation works on the command line: ledger, cases, sentences,
admirals, proof."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..first_book import files, installed, made


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The ``PYTHONPATH`` with flagplot and the package of the book."""
    return made(tmp_path_factory.mktemp("first"))


def flagplot(paths: str, *words: str, typed: str = "") -> str:
    """Run a command, which must end well; return its output."""
    ran = subprocess.run(
        [sys.executable, "-m", "flagplot", *words],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        input=typed,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_the_page_has_every_file() -> None:
    assert set(files()) == {
        "pyproject.toml",
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
        (("rules", "coverage", "strait"), "all         4           4         4"),
    ],
)
def test_every_command_knows_it(paths: str, words: tuple[str, ...], said: str) -> None:
    assert said in flagplot(paths, *words)


def test_the_room_offers_it(paths: str, tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from litestar.testing import TestClient\n"
        "from flagplot.room.app import create_app\n"
        "from flagplot.room.store import Store\n"
        "with TestClient(create_app(Store.at(Path(sys.argv[1])))) as client:\n"
        "    print(client.get('/api/books').text)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "The watched strait" in ran.stdout, ran.stderr


BROKEN = {
    "import": ({"__init__.py": "import nothing_of_this_name\n"}, "No module named"),
    "book": ({"__init__.py": "BOOK = 1\n"}, "flagplot_other:BOOK is no Rulebook"),
    "words": ({"words.toml": "["}, "words.toml"),
    "clauses": ({"clauses.tsv": "1\n"}, "clauses.tsv"),
    "missing": ({}, "the entry point has the name 'other', the book 'strait'"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_package_is_named_and_stops_no_other(tmp_path: Path, what: str) -> None:
    changed, why = BROKEN[what]
    paths = made(tmp_path)
    name = "strait" if what == "missing" else "other"
    other = {
        file: text.replace("flagplot_strait", "flagplot_other").replace("flagplot-strait", "other")
        for file, text in (files() | changed).items()
    }
    other["pyproject.toml"] = other["pyproject.toml"].replace("strait =", "other =")
    other["__init__.py"] = other["__init__.py"].replace('"strait"', f'"{name}"')
    installed(tmp_path / "site", other, "flagplot_other")
    said = flagplot(paths, "books").replace("\n", " ")
    assert "The rule book 'other' of the package other cannot be used" in said
    assert why in said
    assert "The watched strait" in said
    assert "1 passed, 0 failed" in flagplot(paths, "case", "run", "--book", "strait")


def test_it_is_played_kept_and_proven(paths: str, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    said = flagplot(
        paths,
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
    flagplot(paths, "verify", str(log))
