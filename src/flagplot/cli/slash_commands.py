"""Slash commands of the terminal game."""

from __future__ import annotations

import re
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from flagplot.admirals import Search, Steady
from flagplot.admirals.search import SearchResult
from flagplot.table import Ask, AskOrder, Single, TextError
from flagplot.table.analysis.battle_shots import with_shots
from flagplot.table.assist import coach
from flagplot.table.assist.order_names import with_names
from flagplot.table.core.errors import GameError, RuleError
from flagplot.table.language import sentences

from .common import clause_id_markup, clause_markup, escape, print_hanging, typed_number
from .files import CommandError, write_text
from .log_text import refusal_line
from .panel_text import print_battle, print_forecast, print_sheet
from .terminal_game import TerminalGame

if TYPE_CHECKING:
    from flagplot.table.display.position import Box
    from flagplot.table.display.sheets import Sheet
    from flagplot.table.log.signing import Signed


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
                    of simulated games say, with their odds
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
"""One entry of the help: the command, and its effect in one line or more."""


class Left(Exception):  # noqa: N818
    """The player leaves the table."""


class SlashCommands:
    """The slash commands of one terminal."""

    def __init__(self, table: TerminalGame) -> None:
        self.table = table

    def carry_out(self, side: str, request: Single, text: str) -> bool:
        """Carry out a slash command; return whether the question stands after it."""
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
            print_hanging(self.table.out, lead, escape(" ".join(body.split())))

    def _orders(self, side: str, request: Single, rest: str) -> None:
        game, forms = self.table.game, self.table.display(side).forms
        for form in forms:
            self.table.out.print(f"  [bold]{escape(form.title)}[/] {clause_markup(form.clause)}")
            print_hanging(self.table.out, "    ", escape(form.grammar))
            print_hanging(
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
            print_hanging(
                self.table.out,
                "  [dim]careful:[/] ",
                f"{clause_markup(caution.refusal.clause)} {escape(caution.sentence)}",
            )
        print_forecast(self.table.out, seen.forecast)
        for line in (*seen.summary, *(seen.odds if seen.forecast is None else ())):
            print_hanging(self.table.out, "  ", f"{escape(line.text)} {clause_markup(line.clause)}")
        for risk in seen.profile:
            about = "" if risk.exact else "about "
            print_hanging(
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
        pick = typed_number(rest, len(orders))
        if not pick:
            self.table.out.print("  /try wants the number of a mended order of the last refusal")
            return True
        order = orders[pick - 1]
        self.table.out.print(f"  {escape(order)}")
        return not self.table.submit(side, request, order)

    def _suggest(self, side: str, request: Single, rest: str) -> None:
        book, view = self.table.book, self.table.game.view(side)
        if seconds := typed_number(rest, 60):
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

        print_hanging(self.table.out, "  ", escape(thought.sentence(told)))

    def _coach(self, side: str, request: Single, rest: str) -> None:
        said, out = (
            coach.coach(self.table.book, self.table.game.view(side), request),
            self.table.out,
        )
        out.print(f"  [bold]{escape(said.now)}[/]")
        for line in said.how:
            print_hanging(out, "  ", f"{escape(line.text)} {clause_markup(line.clause)}")
        for idea in sorted(said.ideas, key=lambda i: not i.good):
            lead = "  " if idea.good else "  [dim]no better than to leave it:[/] "
            print_hanging(out, lead, f"[bold]{escape(idea.title)}[/] {escape(idea.text)}")
            for said_of in (idea.why, *(c.text for c in idea.odds)):
                print_hanging(out, "    ", f"[dim]{escape(said_of)}[/]")
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
        from flagplot.table.casebook.clause_index import find_clauses

        for row in find_clauses(self.table.book.id, rest):
            print_hanging(
                self.table.out,
                "  ",
                f"{clause_id_markup(row.id)} [bold]{escape(row.title)}[/]: {escape(row.requirement)}",
            )

    def _log_lines(self, side: str, request: Single, rest: str) -> None:
        lines = self.table.story.since(side, 0)
        for line in lines[-(typed_number(rest) or 20) :]:
            print_hanging(self.table.out, "[dim]·[/] ", line)
        if not lines:
            self.table.out.print("  [dim]nothing has happened yet[/]")

    def _luck(self, side: str, request: Single, rest: str) -> None:
        from .log_commands import print_luck

        print_luck(self.table.game, side, self.table.out)

    def _stand(self, side: str, request: Single, rest: str) -> None:
        self.table.game.add_standing_order(side, rest, signed=self._signed(side, "standing", rest))
        self.table.save()
        self._standing(side, request, "")

    def _standing(self, side: str, request: Single, rest: str) -> None:
        orders = self.table.game.standing_orders(side)
        for order in orders:
            self.table.out.print(f"  {order.n}  {escape(order.text)}")
        if not orders:
            self.table.out.print("  [dim]no standing orders[/]")

    def _unstand(self, side: str, request: Single, rest: str) -> None:
        n = typed_number(rest)
        if n is None:
            raise ValueError("/unstand wants the number of a standing order; /standing lists them")
        self.table.game.cancel_standing_order(side, n, signed=self._signed(side, "unstand", str(n)))
        self.table.save()

    def _signed(self, side: str, kind: str, text: str) -> Signed | None:
        return self.table.keys.signed(self.table.game, side, kind, text)

    def _undo(self, side: str) -> bool:
        """Undo the last answer of *side*; return true when nothing was undone.

        People at this terminal are asked for their consent. Admirals consent unless dice were seen
        or something was revealed since.
        """
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
        """Offer a draw and ask the other sides whether they agree, or withdraw an offer."""
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
