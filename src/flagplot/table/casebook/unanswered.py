"""The open requests of a case and the lines that answer them. The message of a failing case ends
with them."""

from __future__ import annotations

from typing import Any

from ..contract.rulebook import Rulebook
from ..core.requests import Ask, Roll, Single
from ..game.game import Game

MOST = 6
"""Most answers listed for one question."""


def roll_text(roll: Roll[Any]) -> str:
    """Return a roll in a few words: dice, purpose, clause."""
    n, sides = roll.spec.dice
    return f"{n}d{sides} for {roll.why} ({roll.clause})"


def open_requests(game: Game) -> list[Single]:
    """Return the open requests."""
    return [s for s in (game.request(side) for side in game.sides_to_answer()) if s is not None]


def open_requests_text(game: Game) -> str:
    """Return the open requests in words, or the roll that is needed: ``Axis is asked for
    interception``."""
    if isinstance(game.pending, Roll):
        return f"a roll is wanted: {roll_text(game.pending)}"
    return (
        " and ".join(f"{s.side} is asked for {s.kind}" for s in open_requests(game))
        or "the game is over"
    )


def next_lines_text(game: Game) -> str:
    """Return the open requests, one a line, with the ``when`` lines that answer them."""
    if isinstance(game.pending, Roll):
        n = game.pending.spec.dice[0]
        return f"{open_requests_text(game)}; write dice {' '.join('N' * n)}"
    told = [
        f"{s.side} is asked for {s.kind} ({s.clause}); write {', '.join(answer_lines(game, s))}"
        for s in open_requests(game)
    ]
    return "\n    ".join(told) or open_requests_text(game)


def answer_lines(game: Game, asked: Single) -> list[str]:
    """Return lines that answer a question: its usual answer, then its options or the forms of its
    orders. More than :data:`MOST` end with ``...``."""
    book: Rulebook[Any] = game.book
    usual = book.default_answer(game.view(asked.side), asked)
    others = (
        [str(o) for o in asked.options]
        if isinstance(asked, Ask)
        else order_grammars(book, asked.kind)
    )
    texts = list(dict.fromkeys(filter(None, (usual, *others))))
    more = ["..."] if len(texts) > MOST else []
    return [f"{asked.side}: {text}" for text in texts[:MOST]] + more


def order_grammars(book: Rulebook[Any], kind: str) -> list[str]:
    """Return the grammars of the orders that answer a question of this kind."""
    if book.language is None:
        return []
    answered = book.language.answers()
    return [f.grammar for f in book.language.forms(kind) if kind in answered.get(f.kind, ())]
