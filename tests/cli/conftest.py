"""Runs the command line inside this process and catches what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from flagplot.cli import main
from tests.games import typist

from .toy import install


class Ran(NamedTuple):
    """Exit code, standard output, standard error."""

    code: int
    out: str
    err: str

    @property
    def last(self) -> str:
        return self.out.rstrip("\n").rpartition("\n")[2]


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.delenv("FLAGPLOT_TRACE", raising=False)

    def call(*argv: object) -> Ran:
        capsys.readouterr()
        code = main([str(a) for a in argv])
        got = capsys.readouterr()
        assert "Traceback" not in got.err
        assert "bug of the program" not in got.err
        return Ran(code, got.out, got.err)

    return call


def typing(lines: Iterable[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the person at the terminal type these lines."""
    monkeypatch.setattr("builtins.input", typist(lines))


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The toy rule book alone, in an empty folder."""
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def finished_log() -> str:
    """The log of a whole game of Norway between random admirals, with its seed revealed."""
    from random import Random

    from flagplot import rulebooks
    from flagplot.admirals import admiral
    from flagplot.admirals.simulate import play_out
    from flagplot.table import Setup, rulings
    from flagplot.table.game.game import Game

    book = rulebooks.book("awaw")
    game = Game.new(
        book,
        Setup("norway-1940"),
        rulings=rulings("awaw"),
        seed=b"a seed for the tests of the logs",
    )
    play_out(game, dict.fromkeys(game.sides, admiral("random")), Random(3))
    game.reveal()
    return "\n".join(game.lines()) + "\n"


@pytest.fixture(scope="session")
def case_text() -> str:
    """A case file that passes: the first of the book's own."""
    from importlib.resources import files

    folder = files("flagplot.rulebooks").joinpath("awaw", "casebook")
    first = min((p for p in folder.iterdir() if p.name.endswith(".toml")), key=lambda p: p.name)
    return first.read_text("utf-8")
