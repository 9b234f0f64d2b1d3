"""Routes for odds without a game: the questions of the rule books, answered at the start of a
scenario or on an empty board."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from flagplot.odds import answer_question
from flagplot.table import Rulebook, Setup, TextError, rulings

from .errors import RoomError, bad_value, too_fast
from .game_host import checked_setup
from .routes_games import Asked, host_of
from .routes_rules import check_book
from .schemas import Body, Line, Short
from .security import client_address

SAMPLES = 2000
"""Games sampled when exact odds would take too long: a standard error of at most 1.2 points."""


class QuestionCard(msgspec.Struct, frozen=True):
    """An odds question that a book answers: its grammar, an example, and the scenario at whose
    start it is asked (empty: an empty board)."""

    kind: str
    title: str
    grammar: str
    example: str
    scenario: str


class OddsQuestion(Body, frozen=True):
    """A question of a book, with its argument in the question's grammar."""

    question: Short
    argument: Line = ""


class OddsAnswer(msgspec.Struct, frozen=True):
    """The odds: outcomes with their chances 0..1, likeliest first; the standard error; the rule
    tables and assumptions behind them."""

    text: str
    exact: bool
    error: float
    outcomes: tuple[tuple[str, float], ...]
    basis: tuple[str, ...]


@get(
    "/api/odds/{book:str}",
    tags=["rules"],
    summary="The odds questions of a rule book",
    sync_to_thread=True,
)
def questions(book: FromPath[str], request: Asked) -> list[QuestionCard]:
    """Return the odds questions that a book answers without a game."""
    check_book(request, book)
    asked = host_of(request).book_of(book).questions
    return [QuestionCard(q.kind, q.title, q.grammar, q.example, q.scenario) for q in asked]


@post(
    "/api/odds/{book:str}",
    tags=["rules"],
    summary="Ask for odds",
    sync_to_thread=True,
    status_code=200,
)
def odds(book: FromPath[str], data: JSONBody[OddsQuestion], request: Asked) -> OddsAnswer:
    """Answer an odds question exactly, or by sampling with its error. Limits: 30 a minute for an
    address, one at a time."""
    check_book(request, book)
    rules = host_of(request).book_of(book)
    asked = next((q for q in rules.questions if q.kind == data.question), None)
    if asked is None:
        there = ", ".join(q.kind for q in rules.questions)
        raise bad_value(
            "question", f"{rules.title} has no such question.", f"Choose one of {there}."
        )
    wait = request.app.state.asking.wait(client_address(request.scope))
    if wait:
        raise too_fast("odds were asked for from this address", wait)
    try:
        with host_of(request).heavy.work(client_address(request.scope)):
            view, side = position(rules, asked.scenario)
            found = answer_question(rules, view, side, asked.kind, data.argument, samples=SAMPLES)
    except TextError as e:
        more = f" Here may stand: {', '.join(e.expected[:8])}." if e.expected else ""
        raise RoomError(
            400, "bad-value", f"{e.reason}.{more}", "argument", f"It is written: {asked.grammar}."
        ) from e
    return OddsAnswer(found.text, found.exact, found.error, found.outcomes, found.basis)


def position(book: Rulebook[Any], scenario: str) -> tuple[Any, str]:
    """Return the first side's view of the start of a scenario (empty: of an empty board), and that
    side."""
    card = next(s for s in book.scenarios if not scenario or s.id == scenario)
    setup = checked_setup(book, card.id, "", "", {})
    law = rulings(book.id, setup.edition)
    state = (
        book.start(setup, law) if scenario else book.case_start(Setup("", "", setup.edition), law)
    )
    return book.view(state, card.sides[0]), card.sides[0]


ODDS_ROUTES = [questions, odds]
