"""A game in the terminal: the same orders, verdicts, windows and log as on the page, in lines of
text."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console

from flagplot.admirals import Admiral, offered
from flagplot.admirals.players import give
from flagplot.admirals.search import Thinking, alone
from flagplot.boards.name_folding import typed
from flagplot.table import Ask, AskOrder, Scenario, Single, TextError
from flagplot.table.analysis.battle_shots import with_battle_picture
from flagplot.table.assist import coach
from flagplot.table.assist.coach import ENDS, Reminder
from flagplot.table.assist.examine import complete, examine
from flagplot.table.core.errors import DiceError, GameError, RuleError
from flagplot.table.display.orders import Examination, RefusalText
from flagplot.table.display.position import Display, ForceLine
from flagplot.table.game.game import Game
from flagplot.table.game.standing_orders import RESTING
from flagplot.table.language import sentences

from . import slash_commands
from .common import escape, hang, mark, number
from .files import CommandError, seed_file, there_is, write_text
from .log_text import Story, refusal_line
from .panel_text import print_battle, print_forecast
from .seat_keys import Keys, key_file
from .slash_commands import Completer, Left, SlashCommands, forget_typed

MOST_FORCES = 60
MOST_LINES = 24
"""Options shown of a question that has more."""


THINKING = 0.5
"""Seconds after which an admiral is said to have thought."""
PLAIN_ASIDES = frozenset({"?", "help", "undo", "quit", "exit", "orders", "show", "suggest"})
"""Asides that are understood without their slash: no rule book has orders of these names."""

CLEAR_SCROLLBACK = "\x1b[3J"
"""Takes away what has scrolled off the screen, which would show the next player what the last one
saw."""


def are_numbers(texts: Sequence[str]) -> bool:
    """Whether a question is answered with a number: then what is typed is the answer, not its place
    in the list."""
    return any(number(x) is not None for x in texts)


class Terminal:
    """One game at one terminal. *mine* are the sides people here play; *players* are the admirals
    of the others.

    *read* asks for a line and raises ``EOFError`` at the end of input; *thinking* plays the games
    in thought of ``/suggest``.
    """

    def __init__(
        self,
        game: Game,
        card: Scenario,
        mine: Sequence[str],
        players: Mapping[str, Admiral],
        out: Console,
        log: Path | None = None,
        read: Callable[[str], str] | None = None,
        lots: str = "",
        keys: Keys | None = None,
        thinking: Thinking = alone,
    ) -> None:
        self.game = game
        self.book = game.book
        self.card = card
        self.mine = tuple(mine)
        self.players = dict(players)
        self.out = out
        self.log = log
        self.keys = keys or Keys.beside(log)
        self.thinking = thinking
        self.stamp = stamp(log)
        self.read = read or input
        self.rng = Random(lots or "flagplot")
        self.story = Story(game)
        self.told = dict.fromkeys(self.mine, 0)
        self.offered: list[str] = []
        self.together = 1
        """How many questions of a kind, this one and those that follow at once, one line may
        answer."""
        self.following: tuple[str, str, list[str]] = ("", "", [])
        self.warned: set[tuple[str, str]] = set()
        self.at_seat = ""
        self.asides = SlashCommands(self)

    # -- the course of the game
    def play(self) -> None:
        """Play until the game ends or the player leaves; the log is kept after every answer."""
        self.keys.join(self.game)
        self.save()
        self._greet()
        try:
            while self.game.outcome is None:
                self._advance()
        except (EOFError, Left):
            self.save()
            self.out.print(
                "\nYou leave the table."
                + (f" The game is in {escape(str(self.log))}." if self.log else "")
            )
            return
        self._finish()

    def _greet(self) -> None:
        out = self.out
        out.print(
            f"[bold]{escape(self.card.title)}[/]  [dim]{escape(self.book.title)}; "
            f"{escape(self.card.span)}[/]"
        )
        if self.card.pitch:
            out.print(escape(self.card.pitch))
        for side in self.card.sides:
            if side in self.mine and (words := self.card.briefing(side, self.game.setup.start)):
                out.print(f"\n[bold]{escape(side)}[/]: {escape(words)}")
        known = {a.name: a.sentence for a in offered(self.book)}
        for side, player in self.players.items():
            out.print(
                f"\n[bold]{escape(side)}[/] is led by "
                f"{escape(known.get(player.name, player.name))}."
            )
        out.print(
            "\n[dim]/help says what you can type, /orders which orders there are, /coach what is "
            "worth doing now.[/]"
        )

    def _advance(self) -> None:
        owing = self.game.owes()
        if owing == ("dice",):
            self._dice()
            return
        if not owing:
            raise RuleError("the game has not ended and nobody is asked")
        for side in owing:
            if side in self.players:
                self._admiral(side)
                self.save()
                return
        self._turn(owing[0])

    def _admiral(self, side: str) -> None:
        """Let the admiral of a side answer. Where a rule fails on all it could do, nobody can play
        on."""
        begun = time.monotonic()
        try:
            for e in give(self.game, side, self.players[side], self.rng):
                self.failed(e)
        except RuleError as e:
            self.failed(e)
            self.out.print(f"  Nothing {escape(side)} could do goes through.")
            raise Left from None
        if (took := time.monotonic() - begun) > THINKING:
            self.out.print(f"  [dim]{escape(side)} has thought for {took:.1f} s.[/]")

    def _turn(self, side: str) -> None:
        if side != self.at_seat:
            self._change_seat(side)
        self._news(side)
        request = self.game.request(side)
        assert request is not None
        if self._follow(side, request):
            return
        try:
            answers = self._question(side, request)
        except RuleError as e:
            self.failed(e)
            answers = [str(o) for o in request.options] if isinstance(request, Ask) else []
        while self._line(side, request, answers):
            pass

    def _question(self, side: str, request: Single) -> list[str]:
        """Print what a side is asked; the texts of the numbered options."""
        prompt = with_battle_picture(
            self.game, side, self.book.prompt(self.game.view(side), request)
        )
        self.offered = []
        self.out.print(f"\n[bold]{escape(prompt.question)}[/] {mark(prompt.clause)}")
        self.together = max(1, len(prompt.together))
        if prompt.together:
            numbers = " ".join(o.text for o in prompt.options if not o.stands_for)[
                : 2 * self.together - 1
            ]
            hang(
                self.out,
                "  ",
                f"{escape('; '.join(prompt.together))}: all in one line, as: {numbers}",
            )
        for line in prompt.detail:
            hang(self.out, "  ", f"{escape(line.text)} {mark(line.clause)}")
        if self.game.standing_rests(side):
            hang(self.out, "  ", RESTING)
        if prompt.battle is not None:
            print_battle(self.out, prompt.battle, whole=False)
        print_forecast(self.out, prompt.forecast)
        texts = [o.text for o in prompt.options]
        keys = texts if are_numbers(texts) else [str(i) for i in range(1, len(texts) + 1)]
        wide = max(map(len, keys), default=1)
        for i, option in zip(keys, prompt.options[:MOST_LINES], strict=False):
            odds = f"  [dim]{escape(option.odds)}[/]" if option.odds else ""
            more = f"  [dim]{escape(option.detail)}[/]" if option.detail else ""
            label = f"Idea: {option.label}" if option.idea else option.label
            hang(self.out, f"  {i:>{wide}}  ", f"{escape(label)}{odds}{more}")
        if unseen := prompt.options[MOST_LINES:]:
            like = f"type one, as {escape(unseen[-1].text)}; Tab shows them"
            hang(self.out, "  ", f"... and {len(unseen)} more, to {len(prompt.options)}: {like}.")
        if lasts := list(slash_commands.offered(slash_commands.ways(self, side, request))):
            hang(self.out, "  ", f"[dim]Once and for all: {', '.join(lasts)}[/]")
        return texts

    def _follow(self, side: str, request: Single) -> bool:
        """Give the next answer of a line that answered several questions at once; false when there
        is none, or it is refused."""
        whose, kind, texts = self.following
        self.following = ("", "", [])
        if not texts or (whose, kind) != (side, request.kind):
            return False
        given = self.submit(side, request, texts[0])
        if given:
            self.following = (whose, kind, texts[1:])
        return given

    def _change_seat(self, side: str) -> None:
        if len(self.mine) > 1 and self.at_seat and self.out.is_terminal:
            self.out.clear()
            self.out.file.write(CLEAR_SCROLLBACK)
            forget_typed()
            self.read(f"{side} takes the seat; Enter when the other side looks away. ")
        first = not self.told[side]
        self.at_seat = side
        self.offered = []
        if first:
            try:
                self.show(side)
            except RuleError as e:
                self.failed(e)

    def _line(self, side: str, request: Single, answers: Sequence[str]) -> bool:
        """Read and carry out one line; true when the same question stands after it."""
        text = self._read(side, request)
        if not text:
            return True
        if text.lower() in PLAIN_ASIDES and text not in answers:
            text = "/help" if text == "?" else f"/{text.lower()}"
        held = slash_commands.answer_once(self, side, request, text, self.offered or answers)
        if held is not None:
            return held
        if text.startswith("/"):
            return self.asides.carry_out(side, request, text)
        if (
            self.together > 1
            and len(parts := text.split()) == self.together
            and all(p in answers for p in parts)
        ):
            text, self.following = parts[0], (side, request.kind, parts[1:])
        numbered = self.offered or answers
        if (pick := number(text, len(numbered))) and not are_numbers(numbered):
            text = numbered[pick - 1]
            if numbered is not answers:
                self.out.print(f"  {escape(text)}")
        return self.forgotten(side, request, text) or not self.submit(side, request, text)

    def forgotten(self, side: str, request: Single, text: str) -> bool:
        """Say once what would be forgotten by ending with *text* now; true when there was
        something."""
        if not isinstance(request, AskOrder) or text.casefold() not in ENDS:
            return False
        try:
            told = [
                r
                for r in coach.missed_order_reminders(self.book, self.game.view(side), request)
                if (side, r.text) not in self.warned
            ]
        except RuleError as e:
            self.failed(e)
            return False
        if told:
            self.out.print("  [bold]Before you end this:[/]")
            self.remind(told)
            self.out.print(
                f"  [dim]Its number does it; {escape(text)} once more ends all the same.[/]"
            )
            self.warned |= {(side, r.text) for r in told}
        return bool(told)

    def remind(self, told: Sequence[Reminder]) -> None:
        """Print what would be forgotten, with the numbers of the orders that do it."""
        self.offered = [r.order for r in told]
        for n, r in enumerate(told, 1):
            hang(
                self.out,
                f"    {n}  ",
                f"{escape(r.text)} {mark(r.clause)}  [dim]{escape(r.order)}[/]",
            )

    def _read(self, side: str, request: Single) -> str:
        complete = Completer(self, side, request)
        with complete:
            return typed(self.read(f"{side}> ")).strip()

    def submit(self, side: str, request: Single, text: str) -> bool:
        """Give an order or answer; true when it was accepted."""
        try:
            receipt = self.game.submit(
                side, text, signed=self.keys.signed(self.game, side, "answer", text)
            )
        except TextError as e:
            self.unread(text, e)
            return False
        except (GameError, RuleError) as e:
            self.failed(e)
            return False
        if not receipt.verdict:
            self._refused(side, request, text)
            return False
        self.save()
        return True

    def failed(self, error: GameError | RuleError) -> None:
        """Say why the game refused something, or that a rule failed: the game is as it was
        before."""
        if isinstance(error, GameError):
            self.out.print(f"  {escape(str(error))}")
            return
        said = "A rule of this book failed on that; nothing was changed. Try something else, and report this:"
        hang(self.out, "  ", f"{said} {escape(str(error))}")

    def unread(self, text: str, error: TextError) -> None:
        """Say why a line cannot be read, and what might stand there."""
        if 0 <= error.at <= len(text):
            self.out.print(f"  [dim]{escape(text)}[/]\n  {' ' * error.at}^")
        self.out.print(f"  {escape(error.reason)}")
        if error.expected:
            self.out.print(f"  [dim]here may stand: {escape(', '.join(error.expected[:12]))}[/]")

    def examine(self, side: str, request: Single, text: str) -> Examination | None:
        """What the book says of an order being built; ``None`` when no order is asked."""
        if isinstance(request, AskOrder):
            return examine(self.book, self.game.view(side), request, text)
        return None

    def goings_on(self, side: str, request: Single, text: str) -> list[str]:
        """Whole lines that go on from *text*."""
        if not isinstance(request, AskOrder):
            return []
        return [whole for whole, _ in complete(self.book, self.game.view(side), request, text)]

    def _refused(self, side: str, request: Single, text: str) -> None:
        self.out.print("  [bold]Refused.[/]")
        try:
            seen = self.examine(side, request, text)
        except RuleError as e:
            self.failed(e)
            seen = None
        if seen is not None and seen.said:
            self.put(seen.said)
            return
        for refusal in self.game.check(side, text).refusals:
            self.out.print(f"  {refusal_line(refusal)}")

    def put(self, said: Sequence[RefusalText]) -> None:
        """Print refusals in words, with their numbered remedies."""
        self.offered = [order for each in said for _, order in each.remedies if order]
        count = 0
        for each in said:
            hang(
                self.out,
                "  ",
                f"{mark(each.refusal.clause)} [bold]{escape(each.title)}[/]: "
                f"{escape(each.sentence)}",
            )
            for sentence, order in each.remedies:
                count += bool(order)
                whole = f"  [dim]{escape(order)}[/]" if order else ""
                hang(self.out, f"    {count if order else '-'}  ", f"{escape(sentence)}{whole}")
        if count:
            self.out.print("  [dim]Its number gives the mended order.[/]")

    def _dice(self) -> None:
        roll: Any = self.game.pending
        n, sides = roll.spec.dice
        for side in self.mine:
            self._news(side)
        self.out.print(
            f"\n[bold]Roll {n} dice of {sides} sides[/] {mark(roll.clause)} "
            f"[dim]{escape(roll.why)}[/]"
        )
        while True:
            text = typed(self.read("dice> ")).replace(",", " ").split()
            if text and text[0].startswith("/"):
                if text[0] == "/quit":
                    raise Left
                self.out.print("  [dim]type the faces, parted by spaces; /quit leaves[/]")
                continue
            try:
                faces = [number(face) for face in text]
                if None in faces:
                    raise DiceError("faces are numbers, parted by spaces")
                self.game.roll([f for f in faces if f is not None])
            except DiceError as e:
                self.out.print(f"  {escape(str(e))}")
                continue
            except RuleError as e:
                self.failed(e)
                continue
            self.save()
            return

    def _finish(self) -> None:
        for side in self.mine:
            self._news(side)
        outcome = self.game.outcome
        assert outcome is not None
        closed = "The game is closed" if outcome.degree == "closed" else "A draw"
        won = sentences.side_clause(outcome.winner, "wins", "win") if outcome.winner else closed
        degree = (
            f": {outcome.degree}" if outcome.degree not in ("", "closed", outcome.winner) else ""
        )
        short = f" ({outcome.short})" if outcome.short else ""
        self.out.print(f"\n[bold]{escape(won)}{escape(degree)}[/]{escape(short)}")
        for side, score in outcome.scores:
            self.out.print(f"  {escape(side)} {score:g}")
        if told := self.card.what_happened(self.game.setup.start):
            self.out.print(f"\n[bold]What happened[/]: {escape(told)}")
        self.save()
        if self.log:
            tells = "`flagplot report` tells how it came about, `flagplot verify` proves every roll of it."
            self.out.print(f"The game is in {escape(str(self.log))}; {tells}")

    def save(self) -> None:
        """Keep the log, and the secret seed beside it while the game goes on.

        Raises :class:`CommandError` when it cannot be written,
        or when another terminal has written it since: then this game is kept
        under another name.
        """
        if self.game.outcome is not None and self.game.seed is not None:
            self.game.reveal()  # with the end: a log without its seed proves nothing, and the seed beside it goes
        if self.log is None:
            return
        theirs = self.log if stamp(self.log) != self.stamp else None
        if theirs is not None:
            self.log = free_name(theirs)
        beside = seed_file(self.log)
        if (
            self.game.outcome is None
            and self.game.seed is not None
            and not there_is(beside, "seed file")
        ):
            write_text(
                beside, self.game.seed.hex() + "\n", "seed file", private=True
            )  # first: a log without it is dead
        if self.game.outcome is None:
            self.keys.keep(self.log)
        write_text(self.log, "\n".join(self.game.lines()) + "\n", "log")
        self.stamp = stamp(self.log)
        if self.game.outcome is not None:
            beside.unlink(missing_ok=True)
            key_file(self.log).unlink(missing_ok=True)
        if theirs is not None:
            raise CommandError(
                f"{theirs} was written by somebody else while you played; your game is kept in "
                f"{self.log}"
            )

    # -- what one sees
    def _news(self, side: str) -> None:
        try:
            for line in self.story.since(side, self.told[side], own=False):
                hang(self.out, "[dim]·[/] ", line)
        except RuleError as e:
            self.failed(e)
        self.told[side] = len(self.game.seen(side))  # own numbering: it only grows

    def display(self, side: str) -> Display:
        """The position as *side* may see it."""
        request = self.game.request(side)
        return self.book.display(
            self.game.view(side), side, (request,) if request is not None else ()
        )

    def show(self, side: str) -> None:
        """Print the position: turn, score, notes, forces."""
        shown = self.display(side)
        phases = " · ".join(
            f"[bold]{escape(p.name)}[/]" if p.now else f"[dim]{escape(p.name)}[/]"
            for p in shown.phases
        )
        self.out.print(f"\n[bold]{escape(shown.turn)}[/]  {phases}")
        if shown.scores:
            self.out.print(
                "  "
                + "   ".join(f"[dim]{escape(x.label)}[/] {escape(x.text)}" for x in shown.scores)
            )
        for line in shown.notes:
            hang(self.out, "  ", f"{escape(line.text)} {mark(line.clause)}")
        self.forces(shown, "")

    def forces(self, shown: Display, word: str) -> None:
        """Print the forces whose line holds *word*."""
        lines: list[tuple[str, str]] = []

        def walk(force: ForceLine, depth: int, place: str) -> None:
            text = f"{escape(force.name)}"
            if force.place and force.place != place:
                text += f" ({escape(force.place)})"
            if force.factors:
                text += f" [bold]{escape(force.factors)}[/]"
            more = ", ".join(
                [
                    *(w for w in force.state if w not in ("ready", "stack")),
                    *([force.note] if force.note else []),
                ]
            )
            whole = f"{force.name} {force.place} {force.id} {force.side} {force.kind} {force.note}".casefold()
            if word.casefold() in whole:
                side = f"[dim]{escape(force.side)}[/] " if not depth or word else ""
                lines.append(
                    (
                        "  " * (depth + 1),
                        f"{side}{text}{f'  [dim]{escape(more)}[/]' if more else ''}",
                    )
                )
            for child in force.children:
                walk(child, depth + 1, force.place)

        for force in shown.forces:
            walk(force, 0, "")
        for indent, line in lines[:MOST_FORCES]:
            hang(self.out, indent, line)
        if len(lines) > MOST_FORCES:
            self.out.print(
                f"  [dim]and {len(lines) - MOST_FORCES} more; /forces WORD finds them[/]"
            )
        if not lines:
            self.out.print("  [dim]no force to show[/]")


def stamp(log: Path | None) -> tuple[int, int, int] | None:
    """What tells whether a file is still the one it was; ``None`` when there is none."""
    try:
        found = log.stat() if log is not None else None
    except OSError:
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns) if found is not None else None


def free_name(log: Path) -> Path:
    """A name beside a log that no file has."""
    n = 2
    while (free := log.with_name(f"{log.stem}-{n}{log.suffix}")).exists() or seed_file(
        free
    ).exists():
        n += 1
    return free
