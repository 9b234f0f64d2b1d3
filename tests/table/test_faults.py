"""An error inside a rule spoils what was asked of it and nothing else: game, other cases and people
at the table go on."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient
from rich.console import Console

from flagplot.admirals import Random as RandomAdmiral
from flagplot.admirals.players import give_answer
from flagplot.cli.terminal import Terminal
from flagplot.cli.terminal_game import TerminalGame
from flagplot.odds import casebook_chances
from flagplot.room.app import create_app
from flagplot.room.store import Store
from flagplot.table import AskOrder, Setup, TextError, Verdict
from flagplot.table.casebook.case_file import read_cases
from flagplot.table.casebook.casebook import Casebook
from flagplot.table.core.dice import SeededDice
from flagplot.table.core.errors import RuleError
from flagplot.table.display.orders import OrderPreview, Prompt
from flagplot.table.display.position import Display
from flagplot.table.game.game import Game
from tests.games import typist
from tests.room.seatoy import SeaToy

from .test_casebook import toy_rulings
from .toybook import RULINGS, Move, State, ToyBook


class Bug:
    """Return the failures of a book: the names of its methods that fail, each on ships that go to
    square 3."""

    broken: frozenset[str] = frozenset()

    def fails(self, name: str, at: int = 3) -> None:
        if name in self.broken and at == 3:
            raise IndexError(f"{name} has a bug")


class Broken(SeaToy, Bug):
    """The toy with a bug in chosen places."""

    def __init__(self, *broken: str) -> None:
        self.broken = frozenset(broken)

    def parse(self, text: str, state: State, side: str) -> Any:
        self.fails("parse", 3 if text.endswith("3") else 0)
        return super().parse(text, state, side)

    def check(self, state: State, request: AskOrder, order: Any) -> Verdict:
        self.fails("check", order.to if isinstance(order, Move) else 0)
        return super().check(state, request, order)

    def candidates(self, state: State, request: AskOrder) -> Iterable[Any]:
        yield from super().candidates(state, request)
        self.fails("candidates")

    def preview(self, view: State, request: AskOrder, order: Any, verdict: Verdict) -> OrderPreview:
        self.fails("drawn", order.to if isinstance(order, Move) else 0)
        return super().preview(view, request, order, verdict)

    def prompt(self, view: State, request: Any) -> Prompt:
        self.fails("prompt")
        return super().prompt(view, request)

    def display(self, view: State, side: str, requests: Sequence[Any]) -> Display:
        self.fails("display")
        return super().display(view, side, requests)

    def event_text(self, event: Any, view: State, side: str) -> str:
        self.fails("say")
        return super().event_text(event, view, side)

    def given(self, state: State, line: str) -> State:
        self.fails("given", 3 if line.endswith("3") else 0)
        return super().given(state, line)

    def holds(self, before: State, state: State, line: str) -> tuple[bool, str]:
        self.fails("holds", 3 if line.endswith("3") else 0)
        return super().holds(before, state, line)


def game_of(book: ToyBook) -> Game:
    return Game.new(book, Setup("line", "bare"), rulings=RULINGS, dice=SeededDice(1))


@pytest.mark.parametrize("where", ["parse", "check"])
def test_the_game_is_as_it_was(where: str) -> None:
    game = game_of(Broken(where))
    before = game.lines()
    for ask in (game.check, game.submit):
        with pytest.raises(
            RuleError, match=rf"^the rules of toybook failed: IndexError: {where} has a bug$"
        ):
            ask("Red", "move Red1 to 3")
    assert game.lines() == before
    assert game.submit("Red", "move Red1 to 2")


def test_what_a_book_promises_to_raise_is_raised() -> None:
    with pytest.raises(TextError):
        game_of(Broken()).submit("Red", "dance")


CASES = """
book = "toybook"
scenario = "line"
[[case]]
id = "bug"
clauses = ["1.1"]
title = "A rule fails"
given = "ship Red1 Red at 2"
when = "Red: move Red1 to 3"
then = "ship Red1 at 3"
[[case]]
id = "whole"
clauses = ["1.1"]
title = "No rule fails"
given = "ship Red1 Red at 1"
when = "Red: move Red1 to 2"
then = "ship Red1 at 2"
"""


@pytest.mark.parametrize(
    ("where", "line"), [("check", 9), ("parse", 9), ("given", 8), ("holds", 10)]
)
def test_a_case_that_a_rule_fails_on_is_failed_and_the_rest_goes_on(where: str, line: int) -> None:
    text = CASES.replace("Red at 2", "Red at 3") if where == "given" else CASES
    casebook = Casebook(lambda _: Broken(where), casebook_chances, None, toy_rulings)
    bug, whole = [casebook.run(case) for case in read_cases(text, "mine.toml")]
    assert not bug.passed
    assert f"the rules of toybook failed: IndexError: {where} has a bug" in bug.problem
    assert bug.line == line
    assert whole.passed, whole


def played(
    book: ToyBook, lines: Sequence[str], mine: tuple[str, ...] = ("Red", "Blue")
) -> tuple[Game, str]:
    paper = io.StringIO()
    game = game_of(book)
    players = {s: RandomAdmiral() for s in game.sides if s not in mine}
    out = Console(file=paper, width=400, highlight=False, soft_wrap=True)
    Terminal(TerminalGame(game, book.scenarios[0], mine, players, out, None, typist(lines))).play()
    return game, paper.getvalue()


@pytest.mark.parametrize("where", ["parse", "check", "drawn", "prompt", "display", "say"])
def test_the_text_game_tells_and_goes_on(where: str) -> None:
    asides = ["/show", "/orders", "/log"]
    lines = [
        "/check move Red1 to 3",
        "move Red1 to 3",
        *asides,
        "move Red1 to 2",
        "hold",
        "hold",
        "hold",
        *asides,
        "dance",
    ]
    game, said = played(Broken(where), lines)
    assert "A rule of this book failed on that; nothing was changed." in said
    assert f"{where} has a bug" in said
    texts = [e.text for e in game.entries if e.kind == "input"]
    assert texts[:1] == (["move Red1 to 2"] if where in ("parse", "check") else ["move Red1 to 3"])


def test_an_admiral_on_whose_idea_a_rule_fails_has_another() -> None:
    game, said = played(Broken("check"), ["hold"] * 9, mine=("Blue",))
    assert game.sides_to_answer() != ("Red",) or "check has a bug" in said
    game = game_of(Broken("check"))

    class Stubborn:
        name = "stubborn"

        def decide(self, book: Any, view: Any, request: Any, rng: Random) -> Any:
            return Move("Red1", 3)

    failed = give_answer(game, "Red", Stubborn(), Random(0))
    assert [str(e) for e in failed] == ["the rules of toybook failed: IndexError: check has a bug"]
    assert [e.text for e in game.entries if e.kind == "input"] == ["pass"]


def test_where_nothing_goes_through_the_text_game_says_so_and_stops() -> None:
    game, said = played(Broken("candidates"), [], mine=("Blue",))
    assert "candidates has a bug" in said
    assert "Nothing Red could do goes through" in said
    assert not [e for e in game.entries if e.kind == "input"]


@pytest.mark.parametrize("where", ["parse", "check", "drawn"])
def test_the_room_answers_that_request_with_the_fault(where: str, tmp_path: Any) -> None:
    book = Broken(where)
    app = create_app(
        Store.at(tmp_path), book_of=lambda _: book, books=("toybook",), requests_a_minute=10_000
    )
    with TestClient(app, raise_server_exceptions=False) as client:
        made = client.post(
            "/api/games", json={"book": "toybook", "scenario": "line", "opponent": "hotseat"}
        ).json()
        red = next(s["token"] for s in made["seats"] if s["side"] == "Red")
        key = {"authorization": f"Bearer {red}"}

        def post(path: str, body: Any) -> Any:
            return client.post(f"/api/games/{made['game']}{path}", json=body, headers=key)

        at = client.get(f"/api/games/{made['game']}/view", headers=key).json()["n"]
        bad = post("/examine", {"text": "move Red1 to 3"})
        assert (bad.status_code, bad.json()["code"]) == (500, "rule-fault") or where == "check"
        if where != "drawn":
            bad = post("/answer", {"text": "move Red1 to 3", "at": at})
            assert (bad.status_code, bad.json()["code"]) == (500, "rule-fault")
        assert client.get(f"/api/games/{made['game']}/view", headers=key).json()["n"] == at
        assert post("/answer", {"text": "move Red1 to 2", "at": at}).json()["legal"]
