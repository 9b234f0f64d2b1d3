"""A typist at the text game: orders, answers and slash commands at random, in games against all
kinds of opponents."""

from __future__ import annotations

import io
from random import Random
from typing import Any

from rich.console import Console

from flagplot.cli.files import CommandError
from flagplot.cli.terminal import Terminal
from flagplot.cli.terminal_game import TerminalGame
from flagplot.table import AskOrder, Roll, Rulebook, Setup, rulings
from flagplot.table.core.dice import ManualDice, SeededDice
from flagplot.table.game.game import Game

from .names import NONSENSE, Names
from .texts import Composer
from .trials import QUICK, Trials, board_of

ASIDES = (
    "/check {text}",
    "/check {text}",
    "/try 1",
    "/try {n}",
    "/stand movement: {text}",
    "/stand {text}",
    "/unstand {n}",
    "/standing",
    "/odds {kind} {text}",
    "/odds",
    "/forces {word}",
    "/rules {word}",
    "/log {n}",
    "/luck",
    "/undo",
    "/undo {word}",
    "/suggest",
    "/show",
    "/orders",
    "/help",
    "/{word}",
    "/map",
    "/save",
)


class Typist:
    """A typist of *most* lines in a game of its own."""

    def __init__(self, book: Rulebook[Any], setup: Setup, seed: int, most: int) -> None:
        self.book, self.most = book, most
        self.lots = Random(seed)
        dice = ManualDice() if self.lots.random() < 0.2 else SeededDice(f"typist {seed}")
        self.game = Game.new(book, setup, rulings=rulings(book.id, setup.edition), dice=dice)
        sides = self.game.sides
        self.mine = sides if self.lots.random() < 0.5 else (self.lots.choice(sides),)
        self.typed: list[str] = []
        self.paper = io.StringIO()

    def read(self, prompt: str) -> str:
        """Return the next line."""
        if len(self.typed) >= self.most:
            raise EOFError
        line = self._line()
        self.typed.append(line)
        return line

    def _line(self) -> str:
        game, lots = self.game, self.lots
        if isinstance(game.pending, Roll):
            n, sides = game.pending.spec.dice
            return lots.choice(
                (" ".join(str(lots.randint(1, sides)) for _ in range(n)), *NONSENSE[:8])
            )
        side = next((s for s in game.sides_to_answer() if s in self.mine), game.sides[0])
        request, view = game.request(side), game.view(side)
        if request is None:
            return lots.choice(("y", "n", "1"))
        if lots.random() < 0.2:  # the game goes on
            return (
                "done"
                if isinstance(request, AskOrder) and lots.random() < 0.5
                else str(lots.randint(1, 4))
            )
        names = Names(self.book, game.state, board_of(game), lots)
        composer = Composer(self.book, names, lots)
        if lots.random() < 0.2:
            legal = composer.legal(request, view)
            return lots.choice(legal) if legal else "1"
        text = next(composer.texts(request, view, 1))
        if lots.random() < 0.6:
            return text
        kind = lots.choice([q.kind for q in self.book.questions] or ["x"])
        word = lots.choice((*NONSENSE[:20], *names.units))
        return lots.choice(ASIDES).format(text=text, n=names.number(), word=word, kind=kind)

    def play(self, trials: Trials) -> None:
        """Play and type. A rule failure is a fault, and so is any end of the game other than
        leaving it."""
        players = {s: self.lots.choice(QUICK) for s in self.game.sides if s not in self.mine}
        out = Console(file=self.paper, width=120, highlight=False, soft_wrap=True)
        card = next(s for s in self.book.scenarios if s.id == self.game.setup.scenario)
        table = Terminal(TerminalGame(self.game, card, self.mine, players, out, None, self.read))
        trials.guarded("type", "", table.play, CommandError)
        trials.tried += len(self.typed)
        said = self.paper.getvalue()
        if trials.faults and trials.faults[-1].doing == "type":
            trials.fault("typed", self.typed[-1] if self.typed else "", "the last line before that")
        if "A rule of this book failed" in said:
            at = said.index("A rule of this book failed")
            trials.fault("type", "", said[max(0, at - 300) : at + 400])
