"""A game played in the terminal: the orders, verdicts, windows and log of the page, in lines of
text."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Any

from flagplot.admirals import offered_admirals
from flagplot.admirals.players import give_answer
from flagplot.boards.name_folding import normal_characters
from flagplot.table import Ask, AskOrder, Single
from flagplot.table.analysis.battle_shots import with_battle_picture
from flagplot.table.assist import coach
from flagplot.table.assist.coach import ENDS
from flagplot.table.core.errors import DiceError, RuleError
from flagplot.table.game.standing_orders import RESTING
from flagplot.table.language import sentences

from . import lasting_answers
from .common import clause_markup, escape, print_hanging, typed_number
from .panel_text import print_battle, print_forecast
from .slash_commands import Left, SlashCommands
from .terminal_completion import Completer, forget_typed
from .terminal_game import TerminalGame

MOST_LINES = 24
"""Options shown of a question that has more."""


THINKING = 0.5
"""Seconds after which the terminal tells how long an admiral has thought."""


PLAIN_COMMANDS = frozenset({"?", "help", "undo", "quit", "exit", "orders", "show", "suggest"})
"""Slash commands that are understood without their slash: no rule book has orders of these
names."""

CLEAR_SCROLLBACK = "\x1b[3J"
"""Deletes the lines that have scrolled off the screen: they would show the next player what the last
one saw."""


def are_numbers(texts: Sequence[str]) -> bool:
    """Return whether a number answers a question: then the number is the answer, not its place in
    the list."""
    return any(typed_number(x) is not None for x in texts)


class Terminal:
    """The course of one game at one terminal: it prints questions and reads lines."""

    def __init__(self, table: TerminalGame, seed: str = "") -> None:
        """Play the game of *table*. The random choices of its admirals come from *seed*."""
        self.table = table
        self.rng = Random(seed or "flagplot")
        self.told = dict.fromkeys(table.mine, 0)
        """By side, the number of entries of its log that were printed."""
        self.together = 1
        """The number of questions, this one and those that follow at once, that one line may
        answer."""
        self.following: tuple[str, str, list[str]] = ("", "", [])
        self.warned: set[tuple[str, str]] = set()
        self.at_seat = ""
        self.commands = SlashCommands(table)

    def play(self) -> None:
        """Play until the game ends or the player leaves. Save the log after every answer."""
        self.table.keys.join(self.table.game)
        self.table.save()
        self._greet()
        try:
            while self.table.game.outcome is None:
                self._advance()
        except (EOFError, Left):
            self.table.save()
            self.table.out.print(
                "\nYou leave the table."
                + (f" The game is in {escape(str(self.table.log))}." if self.table.log else "")
            )
            return
        self._finish()

    def _greet(self) -> None:
        out = self.table.out
        out.print(
            f"[bold]{escape(self.table.card.title)}[/]  [dim]{escape(self.table.book.title)}; "
            f"{escape(self.table.card.span)}[/]"
        )
        if self.table.card.pitch:
            out.print(escape(self.table.card.pitch))
        for side in self.table.card.sides:
            if side in self.table.mine and (
                words := self.table.card.briefing(side, self.table.game.setup.start)
            ):
                out.print(f"\n[bold]{escape(side)}[/]: {escape(words)}")
        known = {a.name: a.sentence for a in offered_admirals(self.table.book)}
        for side, player in self.table.players.items():
            out.print(
                f"\n[bold]{escape(side)}[/] is led by "
                f"{escape(known.get(player.name, player.name))}."
            )
        out.print(
            "\n[dim]/help says what you can type, /orders which orders there are, /coach what is "
            "worth doing now.[/]"
        )

    def _advance(self) -> None:
        owing = self.table.game.sides_to_answer()
        if owing == ("dice",):
            self._dice()
            return
        if not owing:
            raise RuleError("the game has not ended and nobody is asked")
        for side in owing:
            if side in self.table.players:
                self._admiral(side)
                self.table.save()
                return
        self._turn(owing[0])

    def _admiral(self, side: str) -> None:
        """Let the admiral of a side answer. Leave the game when a rule fails on each of its
        answers."""
        begun = time.monotonic()
        try:
            for e in give_answer(self.table.game, side, self.table.players[side], self.rng):
                self.table.failed(e)
        except RuleError as e:
            self.table.failed(e)
            self.table.out.print(f"  Nothing {escape(side)} could do goes through.")
            raise Left from None
        if (took := time.monotonic() - begun) > THINKING:
            self.table.out.print(f"  [dim]{escape(side)} has thought for {took:.1f} s.[/]")

    def _turn(self, side: str) -> None:
        if side != self.at_seat:
            self._change_seat(side)
        self._news(side)
        request = self.table.game.request(side)
        assert request is not None
        if self._follow(side, request):
            return
        try:
            answers = self._question(side, request)
        except RuleError as e:
            self.table.failed(e)
            answers = [str(o) for o in request.options] if isinstance(request, Ask) else []
        while self._line(side, request, answers):
            pass

    def _question(self, side: str, request: Single) -> list[str]:
        """Print what a side is asked; return the texts of the numbered options."""
        prompt = with_battle_picture(
            self.table.game, side, self.table.book.prompt(self.table.game.view(side), request)
        )
        self.table.offered = []
        self.table.out.print(f"\n[bold]{escape(prompt.question)}[/] {clause_markup(prompt.clause)}")
        self.together = max(1, len(prompt.together))
        if prompt.together:
            numbers = " ".join(o.text for o in prompt.options if not o.stands_for)[
                : 2 * self.together - 1
            ]
            print_hanging(
                self.table.out,
                "  ",
                f"{escape('; '.join(prompt.together))}: all in one line, as: {numbers}",
            )
        for line in prompt.detail:
            print_hanging(self.table.out, "  ", f"{escape(line.text)} {clause_markup(line.clause)}")
        if self.table.game.standing_rests(side):
            print_hanging(self.table.out, "  ", RESTING)
        if prompt.battle is not None:
            print_battle(self.table.out, prompt.battle, whole=False)
        print_forecast(self.table.out, prompt.forecast)
        texts = [o.text for o in prompt.options]
        keys = texts if are_numbers(texts) else [str(i) for i in range(1, len(texts) + 1)]
        wide = max(map(len, keys), default=1)
        for i, option in zip(keys, prompt.options[:MOST_LINES], strict=False):
            odds = f"  [dim]{escape(option.odds)}[/]" if option.odds else ""
            more = f"  [dim]{escape(option.detail)}[/]" if option.detail else ""
            label = f"Idea: {option.label}" if option.idea else option.label
            print_hanging(self.table.out, f"  {i:>{wide}}  ", f"{escape(label)}{odds}{more}")
        if unseen := prompt.options[MOST_LINES:]:
            like = f"type one, as {escape(unseen[-1].text)}; Tab shows them"
            print_hanging(
                self.table.out,
                "  ",
                f"... and {len(unseen)} more, to {len(prompt.options)}: {like}.",
            )
        if lasts := list(
            lasting_answers.offered(lasting_answers.durations(self.table, side, request))
        ):
            print_hanging(self.table.out, "  ", f"[dim]Once and for all: {', '.join(lasts)}[/]")
        return texts

    def _follow(self, side: str, request: Single) -> bool:
        """Give the next answer of a line that answered several questions at once; return false when
        there is none, or it is refused."""
        whose, kind, texts = self.following
        self.following = ("", "", [])
        if not texts or (whose, kind) != (side, request.kind):
            return False
        given = self.table.submit(side, request, texts[0])
        if given:
            self.following = (whose, kind, texts[1:])
        return given

    def _change_seat(self, side: str) -> None:
        if len(self.table.mine) > 1 and self.at_seat and self.table.out.is_terminal:
            self.table.out.clear()
            self.table.out.file.write(CLEAR_SCROLLBACK)
            forget_typed()
            self.table.read(f"{side} takes the seat; Enter when the other side looks away. ")
        first = not self.told[side]
        self.at_seat = side
        self.table.offered = []
        if first:
            try:
                self.table.show(side)
            except RuleError as e:
                self.table.failed(e)

    def _line(self, side: str, request: Single, answers: Sequence[str]) -> bool:
        """Read and carry out one line; return whether the question stands after it."""
        text = self._read(side, request)
        if not text:
            return True
        if text.lower() in PLAIN_COMMANDS and text not in answers:
            text = "/help" if text == "?" else f"/{text.lower()}"
        held = lasting_answers.give(self.table, side, request, text, self.table.offered or answers)
        if held is not None:
            return held
        if text.startswith("/"):
            return self.commands.carry_out(side, request, text)
        if (
            self.together > 1
            and len(parts := text.split()) == self.together
            and all(p in answers for p in parts)
        ):
            text, self.following = parts[0], (side, request.kind, parts[1:])
        numbered = self.table.offered or answers
        if (pick := typed_number(text, len(numbered))) and not are_numbers(numbered):
            text = numbered[pick - 1]
            if numbered is not answers:
                self.table.out.print(f"  {escape(text)}")
        return self.forgotten(side, request, text) or not self.table.submit(side, request, text)

    def forgotten(self, side: str, request: Single, text: str) -> bool:
        """Print, once, the missed orders before a side ends with *text*; return whether there are
        any."""
        if not isinstance(request, AskOrder) or text.casefold() not in ENDS:
            return False
        try:
            told = [
                r
                for r in coach.missed_order_reminders(
                    self.table.book, self.table.game.view(side), request
                )
                if (side, r.text) not in self.warned
            ]
        except RuleError as e:
            self.table.failed(e)
            return False
        if told:
            self.table.out.print("  [bold]Before you end this:[/]")
            self.table.remind(told)
            self.table.out.print(
                f"  [dim]Its number does it; {escape(text)} once more ends all the same.[/]"
            )
            self.warned |= {(side, r.text) for r in told}
        return bool(told)

    def _read(self, side: str, request: Single) -> str:
        complete = Completer(self.table, side, request)
        with complete:
            return normal_characters(self.table.read(f"{side}> ")).strip()

    def _dice(self) -> None:
        roll: Any = self.table.game.pending
        n, sides = roll.spec.dice
        for side in self.table.mine:
            self._news(side)
        self.table.out.print(
            f"\n[bold]Roll {n} dice of {sides} sides[/] {clause_markup(roll.clause)} "
            f"[dim]{escape(roll.why)}[/]"
        )
        while True:
            text = normal_characters(self.table.read("dice> ")).replace(",", " ").split()
            if text and text[0].startswith("/"):
                if text[0] == "/quit":
                    raise Left
                self.table.out.print("  [dim]type the faces, parted by spaces; /quit leaves[/]")
                continue
            try:
                faces = [typed_number(face) for face in text]
                if None in faces:
                    raise DiceError("faces are numbers, parted by spaces")
                self.table.game.roll([f for f in faces if f is not None])
            except DiceError as e:
                self.table.out.print(f"  {escape(str(e))}")
                continue
            except RuleError as e:
                self.table.failed(e)
                continue
            self.table.save()
            return

    def _finish(self) -> None:
        for side in self.table.mine:
            self._news(side)
        outcome = self.table.game.outcome
        assert outcome is not None
        closed = "The game is closed" if outcome.degree == "closed" else "A draw"
        won = sentences.side_clause(outcome.winner, "wins", "win") if outcome.winner else closed
        degree = (
            f": {outcome.degree}" if outcome.degree not in ("", "closed", outcome.winner) else ""
        )
        short = f" ({outcome.short})" if outcome.short else ""
        self.table.out.print(f"\n[bold]{escape(won)}{escape(degree)}[/]{escape(short)}")
        for side, score in outcome.scores:
            self.table.out.print(f"  {escape(side)} {score:g}")
        if told := self.table.card.what_happened(self.table.game.setup.start):
            self.table.out.print(f"\n[bold]What happened[/]: {escape(told)}")
        self.table.save()
        if self.table.log:
            tells = "`flagplot report` tells how it came about, `flagplot verify` proves every roll of it."
            self.table.out.print(f"The game is in {escape(str(self.table.log))}; {tells}")

    def _news(self, side: str) -> None:
        try:
            for line in self.table.story.since(side, self.told[side], own=False):
                print_hanging(self.table.out, "[dim]·[/] ", line)
        except RuleError as e:
            self.table.failed(e)
        self.told[side] = len(self.table.game.side_log(side))  # own numbering: it only grows
