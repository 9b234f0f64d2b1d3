"""A game at a terminal: answers given in it, the log kept after each, and what is printed of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from flagplot.admirals import Admiral
from flagplot.admirals.search import Thinking, run_in_process
from flagplot.table import AskOrder, Rulebook, Scenario, Single, TextError
from flagplot.table.assist.coach import Reminder
from flagplot.table.assist.examine import complete_text, examine
from flagplot.table.core.errors import GameError, RuleError
from flagplot.table.display.orders import Examination, RefusalText
from flagplot.table.display.position import Display, ForceLine
from flagplot.table.game.game import Game

from .common import clause_markup, escape, print_hanging
from .files import CommandError, file_exists, seed_file, write_text
from .log_text import LogText, refusal_line
from .seat_keys import SeatKeys, key_file

MOST_FORCES = 60


class TerminalGame:
    """One game at one terminal. *mine* are the sides that people play here; *players* are the
    admirals of the others.

    *read* asks for a line and raises ``EOFError`` at the end of input; *thinking* plays the forks
    of ``/suggest``.
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
        keys: SeatKeys | None = None,
        thinking: Thinking = run_in_process,
    ) -> None:
        self.game = game
        self.book: Rulebook[Any] = game.book
        self.card = card
        self.mine = tuple(mine)
        self.players = dict(players)
        self.out = out
        self.log = log
        self.keys = keys or SeatKeys.beside(log)
        self.thinking = thinking
        self.stamp = stamp(log)
        self.read = read or input
        self.story = LogText(game)
        self.offered: list[str] = []
        """Orders that a number gives."""

    def submit(self, side: str, request: Single, text: str) -> bool:
        """Give an order or an answer; return whether it was accepted."""
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
        """Print why the game refused something, or that a rule failed. The game is unchanged."""
        if isinstance(error, GameError):
            self.out.print(f"  {escape(str(error))}")
            return
        said = "A rule of this book failed on that; nothing was changed. Try something else, and report this:"
        print_hanging(self.out, "  ", f"{said} {escape(str(error))}")

    def unread(self, text: str, error: TextError) -> None:
        """Print why a line cannot be read, and what may stand there instead."""
        if 0 <= error.at <= len(text):
            self.out.print(f"  [dim]{escape(text)}[/]\n  {' ' * error.at}^")
        self.out.print(f"  {escape(error.reason)}")
        if error.expected:
            self.out.print(f"  [dim]here may stand: {escape(', '.join(error.expected[:12]))}[/]")

    def examine(self, side: str, request: Single, text: str) -> Examination | None:
        """Return the examination of an order being written; ``None`` when no order is asked for."""
        if isinstance(request, AskOrder):
            return examine(self.book, self.game.view(side), request, text)
        return None

    def goings_on(self, side: str, request: Single, text: str) -> list[str]:
        """Return whole lines that begin with *text*."""
        if not isinstance(request, AskOrder):
            return []
        return [whole for whole, _ in complete_text(self.book, self.game.view(side), request, text)]

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
            print_hanging(
                self.out,
                "  ",
                f"{clause_markup(each.refusal.clause)} [bold]{escape(each.title)}[/]: "
                f"{escape(each.sentence)}",
            )
            for sentence, order in each.remedies:
                count += bool(order)
                whole = f"  [dim]{escape(order)}[/]" if order else ""
                print_hanging(
                    self.out, f"    {count if order else '-'}  ", f"{escape(sentence)}{whole}"
                )
        if count:
            self.out.print("  [dim]Its number gives the mended order.[/]")

    def remind(self, told: Sequence[Reminder]) -> None:
        """Print missed orders, with the numbers that give them."""
        self.offered = [r.order for r in told]
        for n, r in enumerate(told, 1):
            print_hanging(
                self.out,
                f"    {n}  ",
                f"{escape(r.text)} {clause_markup(r.clause)}  [dim]{escape(r.order)}[/]",
            )

    def save(self) -> None:
        """Write the log, and the secret seed beside it while the game goes on.

        Raises :class:`CommandError` when the log cannot be written, or when another terminal has
        written it since: then this game is kept under another name.
        """
        # A finished log proves its dice only with the seed, and the seed file is deleted below.
        if self.game.outcome is not None and self.game.seed is not None:
            self.game.reveal()
        if self.log is None:
            return
        theirs = self.log if stamp(self.log) != self.stamp else None
        if theirs is not None:
            self.log = free_name(theirs)
        beside = seed_file(self.log)
        # The seed is written first: without it a log cannot be played on.
        if (
            self.game.outcome is None
            and self.game.seed is not None
            and not file_exists(beside, "seed file")
        ):
            write_text(beside, self.game.seed.hex() + "\n", "seed file", private=True)
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

    def display(self, side: str) -> Display:
        """Return the position as *side* sees it."""
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
            print_hanging(self.out, "  ", f"{escape(line.text)} {clause_markup(line.clause)}")
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
            print_hanging(self.out, indent, line)
        if len(lines) > MOST_FORCES:
            self.out.print(
                f"  [dim]and {len(lines) - MOST_FORCES} more; /forces WORD finds them[/]"
            )
        if not lines:
            self.out.print("  [dim]no force to show[/]")


def stamp(log: Path | None) -> tuple[int, int, int] | None:
    """Return what changes when a file is written or replaced; ``None`` when there is no file."""
    try:
        found = log.stat() if log is not None else None
    except OSError:
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns) if found is not None else None


def free_name(log: Path) -> Path:
    """Return a name beside a log that no file has yet."""
    n = 2
    while (free := log.with_name(f"{log.stem}-{n}{log.suffix}")).exists() or seed_file(
        free
    ).exists():
        n += 1
    return free
