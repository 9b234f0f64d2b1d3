"""Real games in the terminal: whole games by typed words alone, and their proof."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from flagplot import boards, rulebooks
from flagplot.admirals import Greedy
from flagplot.cli.terminal import Terminal
from flagplot.cli.terminal_game import TerminalGame
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.core.dice import SealedDice
from flagplot.table.game.game import Game

from .conftest import Run

SCENARIOS = [(id, card.id) for id in rulebooks.BOOKS for card in rulebooks.book(id).scenarios]


class Typist:
    """Types what the greedy admiral would do, as text, for whichever side is at the seat."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rng = Random(4)
        self.before: list[str] = []
        self.stuck = 0
        self.entries = 0

    def __call__(self, prompt: str) -> str:
        if self.before:
            return self.before.pop(0)
        self.stuck = self.stuck + 1 if self.entries == len(self.game) else 0
        self.entries = len(self.game)
        assert self.stuck < 3, (prompt, self.game.request(self.game.sides_to_answer()[0]))
        side = self.game.sides_to_answer()[0]
        assert prompt.startswith(side)
        request = self.game.request(side)
        assert request is not None
        answer = Greedy().decide(self.game.book, self.game.view(side), request, self.rng)
        return self.game.book.text(answer) if isinstance(request, AskOrder) else str(answer)


@pytest.mark.parametrize(("id", "scenario"), SCENARIOS)
def test_a_whole_game_is_typed_and_proved(id: str, scenario: str, run: Run, tmp_path: Path) -> None:
    book = rulebooks.book(id)
    card = next(c for c in book.scenarios if c.id == scenario)
    game = Game.new(
        book,
        Setup(scenario),
        rulings=rulings(id),
        dice=SealedDice(b"a seed of this test of the terminal"),
    )
    paper = io.StringIO()
    log = tmp_path / "game.jsonl"
    typist = Typist(game)
    asides = [
        "/show",
        "/orders",
        "/forces",
        "/sheet",
        "/suggest",
        "/odds",
        "/log",
        "/standing",
        "/rules 21.211",
    ]
    typist.before = [
        *asides,
        f"/map {tmp_path / 'map.svg'}",
        "/check done",
        "sail away",
        "done done",
    ]
    Terminal(
        TerminalGame(
            game, card, card.sides, {}, Console(file=paper, width=160, highlight=False), log, typist
        )
    ).play()
    said = paper.getvalue()
    assert game.outcome is not None
    assert card.title in said
    if book.display(game.view(card.sides[0]), card.sides[0], ()).board in boards.board_ids():
        assert (tmp_path / "map.svg").read_text().lstrip().startswith("<")
    else:
        assert "no map" in said
    ran = run("verify", log)
    assert ran.code == 0, ran.out
    assert run("export", log, "--side", card.sides[0]).out.count("\n") > 20
    lines = log.read_text().splitlines()
    middle = len(lines) // 2
    lines[middle] = (
        lines[middle][:-40] + ("0" if lines[middle][-40] != "0" else "1") + lines[middle][-39:]
    )
    log.write_text("\n".join(lines) + "\n")
    assert run("verify", log).code == 1


def test_what_a_steady_admiral_would_do_is_told_by_name() -> None:
    book = rulebooks.book("awaw")
    card = next(c for c in book.scenarios if c.id == "norway-1940")
    game = Game.new(
        book,
        Setup(card.id),
        rulings=rulings("awaw"),
        dice=SealedDice(b"a seed of this test of the terminal"),
    )
    lines, paper = iter(["/suggest"]), io.StringIO()

    def read(prompt: str) -> str:
        if (line := next(lines, None)) is None:
            raise EOFError
        return line

    Terminal(
        TerminalGame(
            game, card, ("Axis",), {}, Console(file=paper, width=160, highlight=False), None, read
        )
    ).play()
    assert "patrol Hartmut submarines to A33: the best" in paper.getvalue()


def test_odds_that_need_a_position_ask_for_one(run: Run) -> None:
    asked = ("odds", "awaw", "intercepted", "patrol Gneisenau to B32")
    assert "--scenario NAME" in run(*asked).err
    assert run(*asked, "--scenario", "norway-1940").code == 0
    assert "--scenario" not in run("odds", "awaw", "interception", "3 dice").err


def test_simulate_norway_on_two_workers(run: Run) -> None:
    argv = ("simulate", "awaw", "norway-1940", "--games", "4", "--seed", "7")
    one = run(*argv, "--workers", "1")
    two = run(*argv, "--workers", "2")
    assert one.code == two.code == 0
    assert one.last == two.last
    assert one.last.startswith("digest ")


def test_export_keeps_the_other_side_s_secrets(run: Run, tmp_path: Path, finished_log: str) -> None:
    path = tmp_path / "g.jsonl"
    path.write_text(finished_log)
    axis = set(run("export", path, "--side", "Axis", "--format", "jsonl").out.splitlines())
    allied = set(run("export", path, "--side", "Allied", "--format", "jsonl").out.splitlines())
    assert axis
    assert axis != allied


def test_odds_have_an_answer(run: Run) -> None:
    ran = run("odds", "awaw", "interception", "4 dice to 12 hexes")
    assert ran.code == 0
    assert "%" in ran.out


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_the_examples_of_odds_questions_have_answers(book: str, run: Run) -> None:
    listed = run("odds", book).out
    for question in rulebooks.book(book).questions:
        line = next(
            line for line in listed.splitlines() if f"flagplot odds {book} {question.kind} " in line
        )
        words = shlex.split(line.partition("flagplot ")[2])
        assert question.example in words
        asked = run(*words, "--samples", 100)
        assert asked.code == 0, asked.err
        assert "%" in asked.out


def test_odds_know_ships_by_their_names(run: Run) -> None:
    there = ("--scenario", "norway-1940", "--side", "Allied")
    by_name = run("odds", "awaw", "round", "Rodney, Repulse v BC 3 fast", *there)
    assert by_name.code == 0
    assert (
        by_name.out
        == run("odds", "awaw", "round", "UK-BB-Rodney, UK-BC-Repulse v BC 3 fast", *there).out
    )
    assert run("odds", "awaw", "round", "Bismarck v BC 3", *there).code == 0, (
        "ships of the list are known wherever they are"
    )
    assert "no ship of this position" in run("odds", "awaw", "round", "Nautilus v BC 3", *there).err


def test_norway_casebook_runs(run: Run) -> None:
    ran = run("case", "run", "--book", "awaw", "--only", "21.211")
    assert ran.last.endswith("0 failed"), ran.out
    assert not ran.last.startswith("0 passed")


def test_a_place_without_letters_beyond_ascii_gets_utf_8() -> None:
    command = [sys.executable, "-c", "from flagplot.cli import main; raise SystemExit(main())"]
    argv = ["play", "--text", "awaw", "norway-1940", "--side", "Axis", "--admiral", "greedy"]
    world = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*command, *argv], input=b"", capture_output=True, env=world, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Air · Announce" in done.stdout.decode("utf-8")


def test_rolls_are_told_in_words_and_by_names(run: Run, tmp_path: Path, finished_log: str) -> None:
    (tmp_path / "g.jsonl").write_text(finished_log)
    told = [
        line
        for line in run("export", tmp_path / "g.jsonl", "--side", "all").out.splitlines()
        if " shows " in line
    ]
    assert any(line.startswith("Interception at ") and " or more: " in line for line in told)
    assert not any(re.search(r"\b(GE|UK|FR)-[A-Z]+-", line) for line in told)
