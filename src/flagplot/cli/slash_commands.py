"""Slash commands of the terminal game, Tab completion, and answers that hold for more than one
question.

An answer with a duration reads ``always no``, ``here 2``, ``voyage pass``, ``up to 40 pass`` or
``from 60 1``."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from flagplot.admirals import Search, Steady
from flagplot.admirals.search import SearchResult
from flagplot.table import Ask, AskOrder, Single, TextError
from flagplot.table.analysis.battle_shots import with_shots
from flagplot.table.assist import coach
from flagplot.table.assist.order_names import with_names
from flagplot.table.core.errors import GameError, RuleError
from flagplot.table.display.orders import AnswerDuration
from flagplot.table.game.standing_orders import answer_durations, standing_text
from flagplot.table.language import sentences

from .common import escape, hang, mark, mark_row, number
from .files import CommandError, write_text
from .log_text import refusal_line
from .panel_text import print_battle, print_forecast, print_sheet

if TYPE_CHECKING:
    from rich.console import Console

    from flagplot.admirals import Admiral
    from flagplot.admirals.search import Thinking
    from flagplot.table import Rulebook
    from flagplot.table.assist.coach import Reminder
    from flagplot.table.display.orders import Examination, RefusalText
    from flagplot.table.display.position import Box, Display
    from flagplot.table.display.sheets import Sheet
    from flagplot.table.game.game import Game
    from flagplot.table.log.signing import Signed

    from .log_text import Story
    from .seat_keys import Keys


HELP = """\
Type an order or an answer as the prompt asks; Tab completes it. A number takes that option. Besides:
  /orders           the kinds of orders you may give now, with an example of each
  /show             the position: turn, score, your forces, what is known of the others
  /forces [WORD]    the forces, or those whose line holds WORD
  /battle           both lines of the battle that is being fought, and what was fired last
  /sheet [NAME]     the sheets and boxes beside the map, such as accounts; with a NAME one of them
  /check ORDER      the verdict on an order, without giving it
  /try N            give the mended order N of the last refusal, as its number alone does
  /suggest [N]      what the steady admiral would do; with N, what so many seconds (1 to 60)
                    of games in thought say, with their odds
  /coach            what to do now, what is worth doing and why, what you might forget
  /odds [QUESTION]  odds; without a question, what can be asked
  /rules ID         a clause
  /luck             what your dice gave against what they could be expected to give
  /log [N]          the last N lines of the log
  /undo [SIDE]      take back the last answer, your own or of another side at this terminal
  /stand ORDER      a standing order; /standing lists them, /unstand N drops one
  /always ANSWER    the answer holds whenever this is asked, as a standing order; /here ANSWER at this
                    place, /voyage ANSWER for who sails now, /up to N ANSWER or /from N ANSWER
                    by the chance in percent (a question says which; the slash may be left out)
  /draw             offer a draw, or take the offer back; the others at this terminal are asked
  /resign           give the game up
  /map FILE         draw the map with what lies over it, as SVG
  /save FILE        write the whole log
  /quit             leave (a game with --log goes on from there)"""


HELP_ENTRY = re.compile(r"^((?:  /.{17})?)(\S.*(?:\n {20}.*)*)", re.MULTILINE)
"""A line of the help: what is typed, and what it does, in as many lines as that takes."""


class TerminalGame(Protocol):
    """What slash commands ask of the game at the terminal
    (:class:`~flagplot.cli.terminal.Terminal`)."""

    game: Game
    book: Rulebook[Any]
    mine: tuple[str, ...]
    """Sides that people play at this terminal."""
    players: dict[str, Admiral]
    out: Console
    log: Path | None
    keys: Keys
    read: Callable[[str], str]
    story: Story
    offered: list[str]
    """Orders that a number gives."""

    @property
    def thinking(self) -> Thinking:
        """Where the games in thought of ``/suggest`` are played."""

    def submit(self, side: str, request: Single, text: str) -> bool:
        """Give an order or an answer; return false when it is refused."""

    def failed(self, error: GameError | RuleError) -> None:
        """Say why the game refused something, or that a rule failed."""

    def unread(self, text: str, error: TextError) -> None:
        """Say what of a text cannot be read, and where."""

    def examine(self, side: str, request: Single, text: str) -> Examination | None:
        """Return the examination of an order; ``None`` when no order is asked for."""

    def goings_on(self, side: str, request: Single, text: str) -> list[str]:
        """Return texts that go on from *text*."""

    def put(self, said: Sequence[RefusalText]) -> None:
        """Print refusals with their remedies."""

    def remind(self, told: Sequence[Reminder]) -> None:
        """Print what would be missed by ending now."""

    def save(self) -> None:
        """Write the log."""

    def display(self, side: str) -> Display:
        """Return the position as a side sees it."""

    def show(self, side: str) -> None:
        """Print the position."""

    def forces(self, shown: Display, word: str) -> None:
        """Print the forces whose lines hold *word*."""


class Left(Exception):  # noqa: N818
    """The player leaves the table."""


class SlashCommands:
    """The slash commands of one terminal."""

    def __init__(self, table: TerminalGame) -> None:
        self.table = table

    def carry_out(self, side: str, request: Single, text: str) -> bool:
        """Carry out a slash command; true when the same question stands after it."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        act = {
            "/help": self._help,
            "/orders": self._orders,
            "/show": lambda s, q, r: self.table.show(s),
            "/forces": lambda s, q, r: self.table.forces(self.table.display(s), r),
            "/check": self._check,
            "/sheet": self._sheet,
            "/suggest": self._suggest,
            "/coach": self._coach,
            "/odds": self._odds,
            "/rules": self._rules,
            "/log": self._log_lines,
            "/battle": self._battle,
            "/luck": self._luck,
            "/stand": self._stand,
            "/standing": self._standing,
            "/unstand": self._unstand,
            "/map": self._map,
            "/save": self._save_as,
            "/draw": self._draw,
            "/resign": self._resign,
        }.get(word)
        if word in ("/quit", "/exit"):
            raise Left
        if word == "/try":
            return self._try(side, request, rest)
        if word == "/undo":
            try:
                return self._undo(
                    next((s for s in self.table.mine if s.casefold() == rest.casefold()), side)
                )
            except (GameError, RuleError) as e:
                self.table.failed(e)
                return True
        if act is None:
            self.table.out.print(f"  there is no {escape(word)}; /help lists what you can type")
            return True
        try:
            act(side, request, rest)
        except TextError as e:
            self.table.unread(rest, e)
        except RuleError as e:
            self.table.failed(e)
        except (CommandError, ValueError, KeyError) as e:
            self.table.out.print(f"  {escape(str(e.args[0]) if e.args else str(e))}")
        return (
            self.table.game.request(side) is request
        )  # a standing order may have answered at once

    def _help(self, side: str, request: Single, rest: str) -> None:
        for lead, body in re.findall(HELP_ENTRY, HELP):
            hang(self.table.out, lead, escape(" ".join(body.split())))

    def _orders(self, side: str, request: Single, rest: str) -> None:
        game, forms = self.table.game, self.table.display(side).forms
        for form in forms:
            self.table.out.print(f"  [bold]{escape(form.title)}[/] {mark(form.clause)}")
            hang(self.table.out, "    ", escape(form.grammar))
            hang(
                self.table.out,
                "    [dim]as: [/]",
                f"[dim]{escape(with_names(game.book, game.view(side), side, form.example))}[/]",
            )
        if isinstance(request, Ask):
            for option in request.options:
                self.table.out.print(f"  {escape(str(option))}")
        elif not forms:
            for order in self.table.book.candidates(self.table.game.view(side), request):
                self.table.out.print(f"  {escape(self.table.book.text(order))}")

    def _check(self, side: str, request: Single, rest: str) -> None:
        seen = self.table.examine(side, request, rest)
        if seen is None:
            verdict = self.table.game.check(side, rest)
            self.table.out.print("  [bold]Legal.[/]" if verdict else "  [bold]Refused.[/]")
            for refusal in verdict.refusals:
                self.table.out.print(f"  {refusal_line(refusal)}")
            return
        if seen.problem:
            self.table.unread(
                rest,
                TextError(seen.problem, seen.problem_at, self.table.goings_on(side, request, rest)),
            )
            return
        self.table.out.print("  [bold]Legal.[/]" if seen.legal else "  [bold]Refused.[/]")
        self.table.put(seen.said)
        for caution in seen.cautions:
            hang(
                self.table.out,
                "  [dim]careful:[/] ",
                f"{mark(caution.refusal.clause)} {escape(caution.sentence)}",
            )
        print_forecast(self.table.out, seen.forecast)
        for line in (*seen.summary, *(seen.odds if seen.forecast is None else ())):
            hang(self.table.out, "  ", f"{escape(line.text)} {mark(line.clause)}")
        for risk in seen.profile:
            about = "" if risk.exact else "about "
            hang(
                self.table.out,
                "  ",
                f"{escape(risk.place)}: {about}{risk.percent:.1f} %  [dim]{escape(risk.why)}[/]",
            )

    def _battle(self, side: str, request: Single, rest: str) -> None:
        game = self.table.game
        lines = self.table.book.battle(game.view(side), side)
        if lines is None:
            raise ValueError("no battle is being fought")
        print_battle(self.table.out, with_shots(game, side, lines), whole=True)

    def _sheet(self, side: str, request: Single, rest: str) -> None:
        shown = self.table.display(side)
        sheets: tuple[Sheet | Box, ...] = (*shown.boxes, *shown.sheets)
        wanted = [s for s in sheets if rest.casefold() in (s.id, s.title.casefold()[: len(rest)])]
        if rest and not wanted:
            known = ", ".join(s.id for s in sheets)
            raise ValueError(
                f"there is no sheet {rest!r}; there "
                + (f"is {known}" if known else "are none in this game")
            )
        if not sheets:
            self.table.out.print("  [dim]no sheets are kept in this game[/]")
        for sheet in wanted:
            print_sheet(self.table.out, sheet)

    def _try(self, side: str, request: Single, rest: str) -> bool:
        orders = self.table.offered
        pick = number(rest, len(orders))
        if not pick:
            self.table.out.print("  /try wants the number of a mended order of the last refusal")
            return True
        order = orders[pick - 1]
        self.table.out.print(f"  {escape(order)}")
        return not self.table.submit(side, request, order)

    def _suggest(self, side: str, request: Single, rest: str) -> None:
        book, view = self.table.book, self.table.game.view(side)
        if seconds := number(rest, 60):
            player = Search(clock=time.monotonic, seconds=seconds, thinking=self.table.thinking)
            thought = player.think(book, view, request, Random(0))
        else:
            thought = SearchResult(Steady().decide(book, view, request, Random(0)))
        labels = (
            {}
            if isinstance(request, AskOrder)
            else {o.text: o.label for o in book.prompt(view, request).options}
        )

        def told(answer: Any) -> str:
            if isinstance(answer, str):
                return f"{answer} ({labels[answer]})" if answer in labels else answer
            return with_names(book, view, side, book.text(answer))

        hang(self.table.out, "  ", escape(thought.sentence(told)))

    def _coach(self, side: str, request: Single, rest: str) -> None:
        said, out = (
            coach.coach(self.table.book, self.table.game.view(side), request),
            self.table.out,
        )
        out.print(f"  [bold]{escape(said.now)}[/]")
        for line in said.how:
            hang(out, "  ", f"{escape(line.text)} {mark(line.clause)}")
        for idea in sorted(said.ideas, key=lambda i: not i.good):
            lead = "  " if idea.good else "  [dim]no better than to leave it:[/] "
            hang(out, lead, f"[bold]{escape(idea.title)}[/] {escape(idea.text)}")
            for said_of in (idea.why, *(c.text for c in idea.odds)):
                hang(out, "    ", f"[dim]{escape(said_of)}[/]")
        if said.forgotten:
            out.print("  [bold]Not to be forgotten:[/]")
            self.table.remind(said.forgotten)

    def _odds(self, side: str, request: Single, rest: str) -> None:
        from .odds_command import print_answer, print_questions

        kind, _, argument = rest.partition(" ")
        if not kind:
            print_questions(self.table.book, self.table.out)
            return
        print_answer(
            self.table.book,
            self.table.game.view(side),
            side,
            kind,
            argument.strip(),
            self.table.out,
        )

    def _rules(self, side: str, request: Single, rest: str) -> None:
        from flagplot.table.casebook.clause_index import lookup

        for row in lookup(self.table.book.id, rest):
            hang(
                self.table.out,
                "  ",
                f"{mark_row(row.id)} [bold]{escape(row.title)}[/]: {escape(row.requirement)}",
            )

    def _log_lines(self, side: str, request: Single, rest: str) -> None:
        lines = self.table.story.since(side, 0)
        for line in lines[-(number(rest) or 20) :]:
            hang(self.table.out, "[dim]·[/] ", line)
        if not lines:
            self.table.out.print("  [dim]nothing has happened yet[/]")

    def _luck(self, side: str, request: Single, rest: str) -> None:
        from .log_commands import print_luck

        print_luck(self.table.game, side, self.table.out)

    def _stand(self, side: str, request: Single, rest: str) -> None:
        self.table.game.stand(side, rest, signed=self._signed(side, "standing", rest))
        self.table.save()
        self._standing(side, request, "")

    def _standing(self, side: str, request: Single, rest: str) -> None:
        orders = self.table.game.standing(side)
        for order in orders:
            self.table.out.print(f"  {order.n}  {escape(order.text)}")
        if not orders:
            self.table.out.print("  [dim]no standing orders[/]")

    def _unstand(self, side: str, request: Single, rest: str) -> None:
        n = number(rest)
        if n is None:
            raise ValueError("/unstand wants the number of a standing order; /standing lists them")
        self.table.game.unstand(side, n, signed=self._signed(side, "unstand", str(n)))
        self.table.save()

    def _signed(self, side: str, kind: str, text: str) -> Signed | None:
        return self.table.keys.signed(self.table.game, side, kind, text)

    def _undo(self, side: str) -> bool:
        """Take back the last answer; people at this terminal are asked, admirals consent until dice
        have been seen or something was revealed. True when nothing was undone."""
        result = self.table.game.undo(side, signed=self._signed(side, "undo", "last"))
        why, learned = result.why, result.learned
        while not result.done and result.needs:
            other = result.needs[0]
            yes = not learned
            if other not in self.table.players:
                yes = self._agrees(f"{other}: {side} wants to take back, and {why}. Agree?")
            result = self.table.game.consent(
                other, yes, signed=self._signed(other, "consent", "yes" if yes else "no")
            )
        if not result.done:
            self.table.out.print(f"  {escape(result.why)}: {escape(why)}")
        self.table.save()
        return not result.done

    def _agrees(self, question: str) -> bool:
        return self.table.read(f"{question} (y/n) ").strip().casefold() in ("y", "yes")

    def _draw(self, side: str, request: Single, rest: str) -> None:
        """Offer a draw and ask the others for their word, or take back what was offered."""
        game = self.table.game
        if self.table.players:
            raise ValueError("an admiral agrees to no draw")
        if side in game.offers:
            game.draw(side, False, signed=self._signed(side, "draw", "no"))
            self.table.save()
            return
        for each in (side, *(s for s in game.sides if s != side)):
            yes = each == side or self._agrees(
                f"{each}: {sentences.side_clause(side, 'offers', 'offer')} a draw. Agree?"
            )
            game.draw(each, yes, signed=self._signed(each, "draw", "yes" if yes else "no"))
            if not yes:
                self.table.out.print(f"  {escape(each)} wants no draw")
                break
        for offer in game.unconfirmed():
            game.draw(offer.side, True, signed=self._signed(offer.side, "draw", "yes"))
        self.table.save()

    def _resign(self, side: str, request: Single, rest: str) -> None:
        if self._agrees(f"{side}: give the game up?"):
            self.table.game.resign(side, signed=self._signed(side, "resign", ""))
            self.table.save()

    def _map(self, side: str, request: Single, rest: str) -> None:
        from flagplot import boards

        from .map_commands import position_svg

        if not rest:
            raise ValueError("/map wants a file to write, as: /map position.svg")
        shown = self.table.display(side)
        if shown.board not in boards.board_ids():
            raise ValueError("this scenario has no map to draw")
        write_text(Path(rest).expanduser(), position_svg(shown), "picture")
        self.table.out.print(f"  {escape(rest)}")

    def _save_as(self, side: str, request: Single, rest: str) -> None:
        if not rest:
            raise ValueError("/save wants a file to write, as: /save norway.jsonl")
        write_text(Path(rest).expanduser(), "\n".join(self.table.game.lines()) + "\n", "log")
        self.table.out.print(f"  {escape(rest)}: {len(self.table.game.entries)} entries")


class Completer:
    """Tab completion for one line, where the terminal has readline."""

    def __init__(self, table: TerminalGame, side: str, request: Single) -> None:
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
        return self.table.goings_on(self.side, self.request, text)


def forget_typed() -> None:
    """Empty the history that the arrow keys walk through: it holds what the other side typed."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()


WORDS = {
    "here": "place",
    "voyage": "voyage",
    "up to": "chance",
    "from": "chance",
    "always": "always",
}
"""What is typed before the answer, and the scope it means."""


_TYPED = re.compile(
    r"/?(?:(always|here|voyage)|(up to|from)\s+(\d{1,3})\s*%?)(?:\s+(.*))?",
    re.IGNORECASE | re.DOTALL,
)


def ways(table: TerminalGame, side: str, single: Single) -> dict[str, AnswerDuration]:
    """How long an answer to this question may hold, by scope."""
    return {w.scope: w for w in answer_durations(table.book, table.game.view(side), single)}


def offered(found: dict[str, AnswerDuration]) -> Iterator[str]:
    """The ways in words, as they are typed."""
    about = {
        s: f" ({escape(w.of or w.about)})" if s in ("place", "voyage") or w.of else ""
        for s, w in found.items()
    }
    spelled = {
        "here": "here",
        "voyage": "voyage",
        "up to": "up to N",
        "from": "from N",
        "always": "always",
    }
    for word, scope in WORDS.items():
        if scope in found:
            yield f"{spelled[word]} ANSWER{about[scope]}"


def answer_once(
    table: TerminalGame, side: str, request: Single, text: str, answers: Sequence[str]
) -> bool | None:
    """Carry out what says how long its answer holds: it is written as a standing order, which
    answers at once. ``None`` when *text* is nothing of the kind; true when the same question stands
    after it."""
    typed = _TYPED.fullmatch(text)
    if typed is None or text in answers:
        return None
    word = (typed[1] or typed[2]).casefold()
    found = ways(table, side, request)
    way = found.get(WORDS[word])
    if way is None:
        if not found and not text.startswith("/"):
            return None
        instead = f"you may type {', '.join(offered(found))}" if found else "it is given each time"
        table.out.print(f"  an answer to this cannot hold {word}; {instead}")
        return True
    answer = (typed[4] or "").strip()
    if pick := number(answer, len(answers)) if answer not in answers else None:
        answer = answers[pick - 1]
    if not answer:
        table.out.print(
            f"  say what is answered, as: {text.strip()} "
            f"{escape(answers[-1] if answers else 'pass')}"
        )
        return True
    if isinstance(request, Ask):
        answer = next(
            (str(o) for o in request.options if str(o).casefold() == answer.casefold()), answer
        )
        answer = table.book.spell(table.game.view(side), request, answer)
        if answer not in map(str, request.options):
            table.out.print(f"  {escape(repr(answer))} is not offered")
            return True
    elif not table.game.check(side, answer):
        return not table.submit(side, request, answer)  # it is refused in words
    order = standing_text(request.kind, answer, way, typed[3] or "", atmost=word == "up to")
    try:
        turn = table.display(side).turn
        for old in [o for o in table.game.standing(side) if o.past(turn)]:
            table.game.unstand(
                side, old.n, signed=table.keys.signed(table.game, side, "unstand", str(old.n))
            )
        table.game.stand(side, order, signed=table.keys.signed(table.game, side, "standing", order))
    except (GameError, RuleError) as e:
        table.failed(e)
        return True
    table.save()
    table.out.print(
        f"  [dim]Standing order: {escape(order)}; /standing lists them, /unstand N drops one.[/]"
    )
    stands = table.game.request(side) is request
    return not table.submit(side, request, answer) if stands else False
