"""A game in the terminal: the same orders, verdicts, windows and log as on the page, in lines of text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console

from flagplot.admirals import Admiral, Greedy
from flagplot.table import Ask, Command, Scenario, Single, TextError
from flagplot.table.display import Display, Examination, ForceLine, Said
from flagplot.table.errors import DiceError, GameError, RuleError
from flagplot.table.game import Game

from .common import escape, mark, number, seed_file, write_text
from .story import Story, refusal_line

HELP = """\
Type an order or an answer as the prompt asks; Tab completes it. A number takes that option. Besides:
  /orders           the kinds of orders you may give now, with an example of each
  /show             the position: turn, score, your forces, what is known of the others
  /forces [WORD]    the forces, or those whose line holds WORD
  /check ORDER      the verdict on an order, without giving it
  /try N            give the mended order N of the last refusal
  /suggest          what the greedy admiral would do
  /odds [QUESTION]  odds; without a question, what can be asked
  /rules ID         a clause
  /log [N]          the last N lines of the log
  /undo [SIDE]      take back the last answer, your own or of another side at this terminal
  /stand ORDER      a standing order; /standing lists them, /unstand N drops one
  /map FILE         draw the map as SVG
  /save FILE        write the whole log
  /quit             leave (a game with --log goes on from there)"""

MOST_FORCES = 60


class Left(Exception):  # noqa: N818
    """The player leaves the table."""


class Terminal:
    """One game at one terminal. *mine* are the sides people here play; *players* are the admirals of the others.

    *read* asks for a line and raises ``EOFError`` at the end of input.
    """

    def __init__(
        self, game: Game, card: Scenario, mine: Sequence[str], players: Mapping[str, Admiral], out: Console,
        log: Path | None = None, read: Callable[[str], str] | None = None, lots: str = "",
    ) -> None:
        self.game = game
        self.book = game.book
        self.card = card
        self.mine = tuple(mine)
        self.players = dict(players)
        self.out = out
        self.log = log
        self.read = read or input
        self.rng = Random(lots or "flagplot")
        self.story = Story(game)
        self.told = dict.fromkeys(self.mine, 0)
        self.last: Sequence[Said] = ()
        self.at_seat = ""

    # -- the course of the game
    def play(self) -> None:
        """Play until the game ends or the player leaves; the log is kept after every answer."""
        self._greet()
        try:
            while self.game.outcome is None:
                self._advance()
        except (EOFError, Left):
            self._save()
            self.out.print("\nYou leave the table." + (f" The game is in {escape(str(self.log))}." if self.log else ""))
            return
        self._finish()

    def _greet(self) -> None:
        out = self.out
        out.print(f"[bold]{escape(self.card.title)}[/]  [dim]{escape(self.book.title)}; {escape(self.card.span)}[/]")
        if self.card.pitch:
            out.print(escape(self.card.pitch))
        for side, words in self.card.briefings:
            if side in self.mine:
                out.print(f"\n[bold]{escape(side)}[/]: {escape(words)}")
        out.print("\n[dim]/help says what you can type.[/]")

    def _advance(self) -> None:
        owing = self.game.owes()
        if owing == ("dice",):
            self._dice()
            return
        if not owing:
            raise RuleError("the game has not ended and nobody is asked")
        for side in owing:
            if side in self.players:
                request = self.game.request(side)
                assert request is not None
                self.game.answer(side, self.players[side].decide(self.book, self.game.view(side), request, self.rng))
                self._save()
                return
        self._turn(owing[0])

    def _turn(self, side: str) -> None:
        if side != self.at_seat:
            self._change_seat(side)
        self._news(side)
        request = self.game.request(side)
        assert request is not None
        prompt = self.book.prompt(self.game.view(side), request)
        self.out.print(f"\n[bold]{escape(prompt.question)}[/] {mark(prompt.clause)}")
        for line in prompt.detail:
            self.out.print(f"  {escape(line.text)} {mark(line.clause)}")
        for i, option in enumerate(prompt.options, 1):
            odds = f"  [dim]{escape(option.odds)}[/]" if option.odds else ""
            more = f"  [dim]{escape(option.detail)}[/]" if option.detail else ""
            self.out.print(f"  {i}  {escape(option.label)}{odds}{more}")
        answers = [o.text for o in prompt.options]
        while self._line(side, request, answers):
            pass

    def _change_seat(self, side: str) -> None:
        if len(self.mine) > 1 and self.at_seat and self.out.is_terminal:
            self.out.clear()
            self.read(f"{side} takes the seat; Enter when the other side looks away. ")
        first = not self.told[side]
        self.at_seat = side
        self.last = ()
        if first:
            self._show(side)

    def _line(self, side: str, request: Single, answers: Sequence[str]) -> bool:
        """Read and carry out one line; true when the same question stands after it."""
        text = self._read(side, request)
        if not text:
            return True
        if text.startswith("/"):
            return self._aside(side, request, text)
        if pick := number(text, len(answers)):
            text = answers[pick - 1]
        return not self._submit(side, request, text)

    def _read(self, side: str, request: Single) -> str:
        complete = _Completer(self, side, request)
        with complete:
            return self.read(f"{side}> ").strip()

    def _submit(self, side: str, request: Single, text: str) -> bool:
        """Give an order or answer; true when it was accepted."""
        try:
            receipt = self.game.submit(side, text)
        except TextError as e:
            self._unread(text, e)
            return False
        except GameError as e:
            self.out.print(f"  {escape(str(e))}")
            return False
        if not receipt.verdict:
            self._refused(side, request, text)
            return False
        self._save()
        return True

    def _unread(self, text: str, error: TextError) -> None:
        if 0 <= error.at <= len(text):
            self.out.print(f"  [dim]{escape(text)}[/]\n  {' ' * error.at}^")
        self.out.print(f"  {escape(error.reason)}")
        if error.expected:
            self.out.print(f"  [dim]here may stand: {escape(', '.join(error.expected[:12]))}[/]")

    def _examine(self, side: str, request: Single, text: str) -> Examination | None:
        if isinstance(request, Command):
            return self.book.examine(self.game.view(side), request, text)
        return None

    def _refused(self, side: str, request: Single, text: str) -> None:
        seen = self._examine(side, request, text)
        self.last = seen.said if seen is not None else ()
        self.out.print("  [bold]Refused.[/]")
        if self.last:
            self._said(self.last)
            return
        for refusal in self.game.check(side, text).refusals:
            self.out.print(f"  {refusal_line(refusal)}")

    def _said(self, said: Sequence[Said]) -> None:
        number = 0
        for each in said:
            self.out.print(f"  {mark(each.refusal.clause)} [bold]{escape(each.title)}[/]: {escape(each.sentence)}")
            for sentence, order in each.remedies:
                number += 1
                mended = f"  [dim]{escape(order)}[/]" if order else ""
                self.out.print(f"    {number}  {escape(sentence)}{mended}")
        if any(order for each in said for _, order in each.remedies):
            self.out.print("  [dim]/try N gives the mended order.[/]")

    def _dice(self) -> None:
        roll: Any = self.game.pending
        n, sides = roll.spec.dice
        for side in self.mine:
            self._news(side)
        self.out.print(f"\n[bold]Roll {n} dice of {sides} sides[/] {mark(roll.clause)} [dim]{escape(roll.why)}[/]")
        while True:
            text = self.read("dice> ").replace(",", " ").split()
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
            self._save()
            return

    def _finish(self) -> None:
        for side in self.mine:
            self._news(side)
        outcome = self.game.outcome
        assert outcome is not None
        won = f"{outcome.winner} wins" if outcome.winner else "A draw"
        degree = f": {outcome.degree}" if outcome.degree else ""
        self.out.print(f"\n[bold]{escape(won)}{escape(degree)}[/]")
        for side, score in outcome.scores:
            self.out.print(f"  {escape(side)} {score:g}")
        if self.game.seed is not None:
            self.game.reveal()
        self._save()
        if self.log:
            self.out.print(f"The game is in {escape(str(self.log))}; `flagplot verify` proves every roll of it.")

    def _save(self) -> None:
        if self.log is None:
            return
        write_text(self.log, "\n".join(self.game.lines()) + "\n", "log")
        beside = seed_file(self.log)
        if self.game.outcome is not None:
            beside.unlink(missing_ok=True)
        elif self.game.seed is not None and not beside.exists():
            write_text(beside, self.game.seed.hex() + "\n", "seed file", private=True)

    # -- what one sees
    def _news(self, side: str) -> None:
        for line in self.story.since(side, self.told[side]):
            self.out.print(f"[dim]·[/] {line}")
        self.told[side] = len(self.game.seen(side))  # own numbering: it only grows

    def _display(self, side: str) -> Display:
        request = self.game.request(side)
        return self.book.display(self.game.view(side), side, (request,) if request is not None else ())

    def _show(self, side: str) -> None:
        shown = self._display(side)
        phases = " · ".join(f"[bold]{escape(p.name)}[/]" if p.now else f"[dim]{escape(p.name)}[/]" for p in shown.phases)
        self.out.print(f"\n[bold]{escape(shown.turn)}[/]  {phases}")
        if shown.scores:
            self.out.print("  " + "   ".join(f"[dim]{escape(k)}[/] {escape(v)}" for k, v in shown.scores))
        for line in shown.notes:
            self.out.print(f"  {escape(line.text)} {mark(line.clause)}")
        self._forces(shown, "")

    def _forces(self, shown: Display, word: str) -> None:
        lines: list[str] = []

        def walk(force: ForceLine, depth: int) -> None:
            state = f" [dim]{escape(', '.join(force.state))}[/]" if force.state else ""
            note = f" [dim]{escape(force.note)}[/]" if force.note else ""
            place = f" at {escape(force.place)}" if force.place else ""
            text = f"{escape(force.name)} {escape(force.factors)}".rstrip()
            whole = f"{force.name} {force.place} {force.id} {force.side} {force.kind}".casefold()
            if word.casefold() in whole:
                lines.append(f"  {'  ' * depth}[dim]{escape(force.side)}[/] {text}{place}{state}{note}")
            for child in force.children:
                walk(child, depth + 1)

        for force in shown.forces:
            walk(force, 0)
        for line in lines[:MOST_FORCES]:
            self.out.print(line)
        if len(lines) > MOST_FORCES:
            self.out.print(f"  [dim]and {len(lines) - MOST_FORCES} more; /forces WORD finds them[/]")
        if not lines:
            self.out.print("  [dim]no force to show[/]")

    # -- words that begin with a slash
    def _aside(self, side: str, request: Single, text: str) -> bool:
        """Carry out a slash command; true when the same question stands after it."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        act = {
            "/help": self._help, "/orders": self._orders, "/show": lambda s, q, r: self._show(s),
            "/forces": lambda s, q, r: self._forces(self._display(s), r), "/check": self._check, "/suggest": self._suggest,
            "/odds": self._odds, "/rules": self._rules, "/log": self._log_lines, "/stand": self._stand,
            "/standing": self._standing, "/unstand": self._unstand, "/map": self._map, "/save": self._save_as,
        }.get(word)
        if word in ("/quit", "/exit"):
            raise Left
        if word == "/try":
            return self._try(side, request, rest)
        if word == "/undo":
            try:
                return self._undo(next((s for s in self.mine if s.casefold() == rest.casefold()), side))
            except GameError as e:
                self.out.print(f"  {escape(str(e))}")
                return True
        if act is None:
            self.out.print(f"  there is no {escape(word)}; /help lists what you can type")
            return True
        from .common import Stop

        try:
            act(side, request, rest)
        except TextError as e:
            self._unread(rest, e)
        except (Stop, ValueError, KeyError) as e:
            self.out.print(f"  {escape(str(e.args[0]) if e.args else str(e))}")
        return True

    def _help(self, side: str, request: Single, rest: str) -> None:
        self.out.print(escape(HELP))

    def _orders(self, side: str, request: Single, rest: str) -> None:
        forms = self._display(side).forms
        for form in forms:
            self.out.print(f"  [bold]{escape(form.title)}[/] {mark(form.clause)}")
            self.out.print(f"    {escape(form.grammar)}\n    [dim]as: {escape(form.example)}[/]")
        if isinstance(request, Ask):
            for option in request.options:
                self.out.print(f"  {escape(str(option))}")
        elif not forms:
            for order in self.book.candidates(self.game.view(side), request):
                self.out.print(f"  {escape(self.book.text(order))}")

    def _check(self, side: str, request: Single, rest: str) -> None:
        seen = self._examine(side, request, rest)
        if seen is None:
            verdict = self.game.check(side, rest)
            self.out.print("  [bold]Legal.[/]" if verdict else "  [bold]Refused.[/]")
            for refusal in verdict.refusals:
                self.out.print(f"  {refusal_line(refusal)}")
            return
        if seen.problem:
            self._unread(rest, TextError(seen.problem, seen.problem_at, [c.text for c in seen.completions]))
            return
        self.out.print("  [bold]Legal.[/]" if seen.legal else "  [bold]Refused.[/]")
        self.last = seen.said
        self._said(seen.said)
        for caution in seen.cautions:
            self.out.print(f"  [dim]careful:[/] {mark(caution.refusal.clause)} {escape(caution.sentence)}")
        for line in (*seen.summary, *seen.odds):
            self.out.print(f"  {escape(line.text)} {mark(line.clause)}")
        for risk in seen.profile:
            about = "" if risk.exact else "about "
            self.out.print(f"  {escape(risk.place)}: {about}{risk.percent:.1f} %  [dim]{escape(risk.why)}[/]")

    def _try(self, side: str, request: Single, rest: str) -> bool:
        orders = [order for each in self.last for _, order in each.remedies]
        pick = number(rest, len(orders))
        if not pick or not orders[pick - 1]:
            self.out.print("  /try wants the number of a mended order of the last refusal")
            return True
        order = orders[pick - 1]
        self.out.print(f"  {escape(order)}")
        return not self._submit(side, request, order)

    def _suggest(self, side: str, request: Single, rest: str) -> None:
        answer = Greedy().decide(self.book, self.game.view(side), request, Random(0))
        self.out.print(f"  {escape(self.book.text(answer) if isinstance(request, Command) else str(answer))}")

    def _odds(self, side: str, request: Single, rest: str) -> None:
        from .odds import print_answer, print_questions

        kind, _, argument = rest.partition(" ")
        if not kind:
            print_questions(self.book, self.out)
            return
        print_answer(self.book, self.game.view(side), side, kind, argument.strip(), self.out)

    def _rules(self, side: str, request: Single, rest: str) -> None:
        from flagplot.table.index import lookup

        for row in lookup(self.book.id, rest):
            self.out.print(f"  {mark(row.id)} [bold]{escape(row.title)}[/]: {escape(row.requirement)}")

    def _log_lines(self, side: str, request: Single, rest: str) -> None:
        for line in self.story.since(side, 0)[-(number(rest) or 20) :]:
            self.out.print(f"[dim]·[/] {line}")

    def _stand(self, side: str, request: Single, rest: str) -> None:
        self.game.stand(side, rest)
        self._save()
        self._standing(side, request, "")

    def _standing(self, side: str, request: Single, rest: str) -> None:
        orders = self.game.standing(side)
        for order in orders:
            self.out.print(f"  {order.n}  {escape(order.text)}")
        if not orders:
            self.out.print("  [dim]no standing orders[/]")

    def _unstand(self, side: str, request: Single, rest: str) -> None:
        n = number(rest)
        if n is None:
            raise ValueError("/unstand wants the number of a standing order; /standing lists them")
        self.game.unstand(side, n)
        self._save()

    def _undo(self, side: str) -> bool:
        """Take back the last answer; admirals consent, people at this terminal are asked. True when nothing was undone."""
        result = self.game.undo(side)
        while not result.done and result.needs:
            other = result.needs[0]
            yes = other in self.players
            if not yes:
                answer = self.read(f"{other}: {side} wants to take back, and {result.why}. Agree? (y/n) ")
                yes = answer.strip().casefold() in ("y", "yes")
            result = self.game.consent(other, yes)
        if not result.done:
            self.out.print(f"  {escape(result.why)}")
        self._save()
        return not result.done

    def _map(self, side: str, request: Single, rest: str) -> None:
        from .board import position_svg

        if not rest:
            raise ValueError("/map wants a file to write, as: /map position.svg")
        write_text(Path(rest).expanduser(), position_svg(self._display(side)), "picture")
        self.out.print(f"  {escape(rest)}")

    def _save_as(self, side: str, request: Single, rest: str) -> None:
        if not rest:
            raise ValueError("/save wants a file to write, as: /save norway.jsonl")
        write_text(Path(rest).expanduser(), "\n".join(self.game.lines()) + "\n", "log")
        self.out.print(f"  {escape(rest)}: {len(self.game.entries)} entries")


class _Completer:
    """Tab completion for one line, where the terminal has readline."""

    def __init__(self, table: Terminal, side: str, request: Single) -> None:
        self.table, self.side, self.request = table, side, request
        self.found: list[str] = []

    def __enter__(self) -> None:
        if not sys.stdin.isatty() or self.table.read is not input:
            return
        try:
            import readline
        except ImportError:
            return
        readline.set_completer_delims("")
        readline.set_completer(self._next)
        readline.parse_and_bind("tab: complete")

    def __exit__(self, *exc: object) -> None:
        if "readline" in sys.modules:
            sys.modules["readline"].set_completer(None)

    def _next(self, text: str, state: int) -> str | None:
        if state == 0:
            self.found = self.words(text)
        return self.found[state] if state < len(self.found) else None

    def words(self, text: str) -> list[str]:
        """Whole lines that go on from *text*."""
        if text.startswith("/"):
            heads = [line.split()[0] for line in HELP.splitlines() if line.startswith("  /")]
            return [h for h in heads if h.startswith(text)]
        if isinstance(self.request, Ask):
            return [str(o) for o in self.request.options if str(o).startswith(text)]
        return [whole for whole, _ in self.table.book.complete(self.table.game.view(self.side), self.request, text)]
