"""Conditions that any text must meet (a verdict or a text error, an examination, legal remedies),
and any question."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from flagplot.admirals import ADMIRALS
from flagplot.admirals.players import choices
from flagplot.odds import answer_question as answer_odds
from flagplot.table import Ask, AskOrder, Roll, Rulebook, Setup, TextError, rulings
from flagplot.table.assist.examine import complete_text, examine
from flagplot.table.core.dice import SeededDice
from flagplot.table.core.errors import GameError
from flagplot.table.core.requests import Single
from flagplot.table.game.game import Game

from .names import Names
from .names import places as all_places
from .texts import Composer, commands
from .wordings import Wordings, entries


class Fault(msgspec.Struct, frozen=True):
    """A fault: the position, the action and its text, and the result."""

    where: str
    doing: str
    text: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.doing} {self.text!r}\n{self.what}"


def told(e: BaseException) -> str:
    """Return an exception with the last lines that led to it."""
    lines = traceback.extract_tb(e.__traceback__)[-4:]
    cause = f" (from {told(e.__cause__)})" if e.__cause__ is not None else ""
    path = " < ".join(
        f"{f.filename.rpartition('/')[2]}:{f.lineno} {f.name}" for f in reversed(lines)
    )
    return f"{type(e).__name__}: {e} [{path}]{cause}"


class Trials:
    """Trials of texts on positions, with the faults found."""

    def __init__(self, book: Rulebook[Any], where: str) -> None:
        self.book = book
        self.where = where
        self.faults: list[Fault] = []
        self.tried = 0
        self.remedies = 0
        self.late: Callable[[], bool] = lambda: False
        """A function that returns true when the time for trials is up."""

    def fault(self, doing: str, text: str, what: str) -> None:
        self.faults.append(Fault(self.where, doing, text, what))

    def guarded(
        self, doing: str, text: str, act: Callable[[], Any], *fine: type[BaseException]
    ) -> Any:
        """Return the result of *act*; ``None`` when it raised an allowed error. Any other error is
        a fault."""
        allowed: tuple[type[BaseException], ...] = (TextError, *fine)
        try:
            return act()
        except allowed:
            return None
        except Exception as e:
            self.fault(doing, text, told(e))
            return None

    # -- one text
    def order(self, view: Any, request: AskOrder, text: str) -> None:
        """Try an order text in answer to a question."""
        book = self.book
        self.tried += 1
        order = self.guarded("read", text, lambda: book.parse(text, view, request.side))
        if request.clause:
            self.guarded("examine", text, lambda: examine(book, view, request, text))
            self.guarded("complete", text, lambda: list(complete_text(book, view, request, text)))
        if order is None:
            return
        self.guarded("write", text, lambda: book.parse(book.text(order), view, request.side))
        verdict = self.guarded("judge", text, lambda: book.judge(view, request, order))
        for refusal in verdict.refusals if verdict is not None else ():
            for remedy in refusal.remedies:
                if remedy.order:
                    self.remedy(view, request, text, order, remedy.order)

    def remedy(self, view: Any, request: AskOrder, text: str, order: Any, mended: str) -> None:
        """Check that a corrected order can be read, is legal and differs from the refused order."""
        book = self.book
        self.remedies += 1
        again = self.guarded(
            "read the remedy of", text, lambda: (book.parse(mended, view, request.side),)
        )
        if again is None:
            self.fault("remedy of", text, f"cannot be read: {mended}")
            return
        if again[0] == order or mended == text:
            self.fault("remedy of", text, f"is the refused order: {mended}")
            return
        verdict = self.guarded(
            "judge the remedy of", text, lambda: book.check(view, request, again[0])
        )
        if verdict is not None and not verdict:
            self.fault(
                "remedy of",
                text,
                f"is refused: {mended}: {', '.join(r.code for r in verdict.refusals)}",
            )

    def option(self, game: Game, request: Ask[Any], text: str) -> None:
        """Try a text in answer to a question with options."""
        self.tried += 1
        self.guarded("answer", text, lambda: game.check(request.side, text), GameError)

    # -- one position
    def question(self, view: Any, request: Single) -> None:
        """Check that a question's prompt, display and candidates can be made."""
        book = self.book
        self.guarded("prompt", request.kind, lambda: book.prompt(view, request))
        self.guarded("display", request.kind, lambda: book.display(view, request.side, (request,)))
        for value in (
            self.guarded("candidates", request.kind, lambda: choices(book, view, request, 60)) or ()
        ):
            self.guarded("worth", str(value), lambda: book.evaluate(view, request, value))  # noqa: B023
            if isinstance(request, AskOrder) and not book.check(view, request, value):
                self.fault("candidate", book.text(value), "is refused")

    def position(self, game: Game, lots: Random, many: int) -> None:
        """Try *many* texts for each side at a position."""
        names = Names(self.book, game.state, board_of(game), lots)
        composer = Composer(self.book, names, lots)
        for side in game.sides:
            request, view = game.request(side), game.view(side)
            if request is not None:
                self.question(view, request)
            for text in composer.texts(request or AskOrder(side, "", "none"), view, many):
                if isinstance(request, Ask):
                    self.option(game, request, text)
                for command in commands(request, side):
                    self.order(view, command, text)

    def sweep(self, game: Game, side: str, lots: Random, most: int) -> None:
        """Try each order that names a place with *most* randomly drawn places of the board."""
        names = Names(self.book, game.state, board_of(game), lots)
        request, view = game.request(side), game.view(side)
        Composer(self.book, names, lots).legal(request or AskOrder(side, "", "none"), view)
        wordings = Wordings(self.book, names, lots, view, side)
        places = all_places(board_of(game)) if names.board else names.ports
        for entry in entries(self.book):
            if entry.declared.canonical and wordings.takes_place(entry):
                for place in [] if self.late() else lots.sample(places, min(most, len(places))):
                    text = wordings.filled(entry, place)
                    for command in commands(request, side):
                        self.order(view, command, text)

    def odds(self, view: Any, side: str, kind: str, argument: str) -> None:
        """Try an odds question."""
        self.tried += 1
        self.guarded(
            f"odds {kind}",
            argument,
            lambda: answer_odds(self.book, view, side, kind, argument, samples=20),
        )

    def given(self, state: Any, line: str) -> Any:
        """Try a line of a case's position."""
        self.tried += 1
        return self.guarded("given", line, lambda: self.book.given(state, line))

    def holds(self, state: Any, line: str) -> None:
        """Try a ``then`` line of a case."""
        self.tried += 1
        self.guarded("then", line, lambda: self.book.holds(state, state, line))


def board_of(game: Game) -> str:
    """Return the board on which a game is played."""
    return next((s.board for s in game.book.scenarios if s.id == game.setup.scenario), "")


QUICK = [a for a in ADMIRALS.values() if not a.thinks]
"""The admirals that play the fuzzed games: those that answer at once."""


def walk(book: Rulebook[Any], setup: Setup, seed: int, most: int = 400) -> Iterator[Game]:
    """Yield a game before each answer, played by randomly drawn admirals. Every tenth order is a
    pass, to reach more phases."""
    lots = Random(seed)
    game = Game.new(
        book, setup, rulings=rulings(book.id, setup.edition), dice=SeededDice(f"fuzz {seed}")
    )
    for _ in range(most):
        owed = game.sides_to_answer()
        if not owed:
            return
        yield game
        owed = game.sides_to_answer()
        if not owed or isinstance(game.pending, Roll):
            return
        side = lots.choice(owed)
        request = game.request(side)
        assert request is not None
        game.answer(side, lots.choice(QUICK).decide(book, game.view(side), request, lots))
