"""One case being run: its stages, and the lines of ``then`` that must hold after each.

The lines of ``when`` are carried out in :mod:`.case_orders`; those of ``then`` are looked at in
:mod:`.expectations`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise
from typing import Any

from ..contract.rulebook import Rulebook
from ..core.dice import ManualDice, SeededDice
from ..core.errors import TextError
from ..core.requests import Ask, AskOrder, Roll
from ..game.game import Game
from ..setup.rulings import Rulings
from ..setup.scenarios import Setup
from .case_file import Case, CaseFailure, Chance, Line, Stage
from .case_orders import USUAL_AT_MOST, CaseOrders
from .expectations import StageResult, canonical_judgement, first_word
from .given import place_lines
from .unanswered import next_lines_text, open_requests, open_requests_text, roll_text
from .vocabulary import CaseWords

THROWS = 4
"""The number of times a line that denies something is tried with other dice."""


DENIES = re.compile(r"\bnot\b|^no option\b|\bsees no\b")
"""Lines of ``then`` that deny something. The game is not played on to make them true."""

TO_COME = re.compile(
    r"not .+|no event .+|hides .+|rolls nothing|does not ask (?!.* now$).+|view \w+: (?:not|sees "
    r"no) .+"
    r"|.+ does not (?:spot|see) .+"
)
"""Lines of ``then`` that deny something which a later answer may still bring about."""


ASKS = re.compile(r"asks (?:the )?(\S+) (\S+)(?: now)?")
"""A line of ``then`` that names what is asked of a side."""


JUDGING = ("refused", "allows", "culprit", "suggests", "rests", "error")
"""First words of the lines of ``then`` that look at a refusal or an error."""


class CaseRun:
    """One case being run."""

    def __init__(
        self,
        case: Case,
        laid_out: tuple[Rulebook[Any], Setup, Rulings, Any],
        chance: Chance | None,
        clauses: Collection[str] = (),
    ) -> None:
        self.case = case
        self.book, self.setup, self.ruled, self.state = laid_out
        self.after = StageResult(self.book, self.state, CaseWords(self.book, clauses), chance)
        self.orders = CaseOrders(self.after, case.auto_dice)
        self.to_answer = ""
        """The questions after ``when`` of a stage whose ``then`` does not hold there, with the
        lines that answer them."""
        self.goes_on = False
        """True when the next stage goes on where this one ends."""

    def play(self) -> None:
        for stage, following in pairwise((*self.case.stages, Stage())):
            self.goes_on, self.to_answer = bool(following.when) and not following.given, ""
            try:
                self.stage(stage)
            except CaseFailure as e:
                raise CaseFailure(e.line, e.problem + self.to_write_now()) from e

    def to_write_now(self) -> str:
        """Return the questions at which a case fails, and the lines that answer them; empty before
        anything is asked."""
        told = self.to_answer or (
            next_lines_text(self.after.game) if self.after.game is not None else ""
        )
        return f"\n    now {told}" if told else ""

    def stage(self, stage: Stage) -> None:
        game = self.laid_out(stage)
        self.give_orders(game, stage)
        self.played_out(game, stage)
        if self.after.error:
            self.nothing_unsaid(game, stage)
        wrong = self.wrong_at_last(game, stage)
        if not wrong or all(line.text != "accepted" for line in stage.then):
            self.nothing_unsaid(game, stage)  # an order that was refused is why nothing came of it
        if wrong:
            more = "".join(f"\n  {self.case.file}:{e.line}: {e.problem}" for e in wrong[1:])
            raise CaseFailure(wrong[0].line, wrong[0].problem + more)

    def laid_out(self, stage: Stage) -> Game:
        """Return the game with the lines of ``given`` on the board, before anything is ordered."""
        for lines in (stage.common, stage.given):
            if lines:
                self.put(lines)
        self.make_ready(stage)
        begins = (
            self.after.game is None
        )  # what a position starts by itself, before anybody is asked, belongs to its stage
        game = self.start()
        self.after.before = self.state if begins else game.state
        self.after.from_entry = 1 if begins else len(game)
        self.after.verdict, self.after.error, self.after.asked, self.orders.unrolled = (
            None,
            "",
            [],
            False,
        )
        self.orders.looked_for = stage.then
        if isinstance(game.pending, Ask) and not any(e.kind == "input" for e in game.entries):
            self.orders.note_asked(
                game
            )  # the question with which a case begins is answered by its first line
        return game

    def give_orders(self, game: Game, stage: Stage) -> None:
        """Carry out each line of ``when``. A line after a refusal or an error fails the case."""
        judging = any(first_word(line) in JUDGING for line in stage.then)
        last = next((line for line in reversed(stage.when) if ":" in line.text), None)
        coming, after_last = stage.when, last is None
        while coming:
            line, *rest = self.orders.answers_first(game, coming)
            coming = tuple(rest)
            after_last = after_last or line is last
            self.orders.judged = judging and after_last
            self.orders.faces_follow = self.orders.faces_next(coming)
            if self.after.verdict is not None and not self.after.verdict:
                raise CaseFailure(
                    self.orders.spoke_at,
                    f"refused, though more is ordered after it: {self.after.told(game, self.after.verdict)}",
                )
            if self.after.error:
                raise CaseFailure(self.orders.spoke_at, self.after.error)
            self.orders.do(game, line)
            self.orders.ordered = self.orders.side_ordering(line)
            self.orders.note_asked(game)
        if not stage.when:
            self.orders.note_asked(game)

    def played_out(self, game: Game, stage: Stage) -> None:
        """Go on as usual until the faces that the stage gives are rolled."""
        for _ in range(USUAL_AT_MOST):
            refused = self.after.error or (
                self.after.verdict is not None and not self.after.verdict
            )
            if (
                not self.orders.faces
                or refused
                or isinstance(game.pending, Roll)
                or not self.orders.answer_as_usual(game)
            ):
                break
        self.dice_settled(game, stage)

    def wrong_at_last(self, game: Game, stage: Stage) -> list[CaseFailure]:
        """Return the lines of ``then`` that hold neither at once nor when the game has gone on as
        usual, as they failed at first.

        Where each of them held at some moment, return those that failed at the moment when most
        held.
        """
        wrong = first = nearest = self.unmet(game, stage)
        self.to_answer = next_lines_text(game) if wrong else ""
        denials = {line.number for line in stage.then if DENIES.search(line.text)}
        for _ in range(USUAL_AT_MOST):
            waits = any(e.line not in denials for e in wrong)
            if (
                not waits
                or self.after.error
                or isinstance(game.pending, Roll)
                or not self.orders.answer_as_usual(game)
            ):
                break
            wrong = self.unmet(game, stage)
            nearest = min(nearest, wrong, key=len)
        unmet = {e.line for e in wrong}
        return [e for e in first if e.line in unmet] or nearest or self.too_soon(game, stage)

    def too_soon(self, game: Game, stage: Stage) -> list[CaseFailure]:
        """Return the lines of ``then`` that deny what may still come, and that do not hold once
        everything asked is answered as usual.

        A case that says ``asks`` of what is asked now, or ``rolls`` of the roll that waits, means
        the moment itself. A case whose next stage goes on from there means it too.
        """
        denials = [line for line in stage.then if TO_COME.fullmatch(line.text)]
        ended = (
            self.after.error
            or (self.after.verdict is not None and not self.after.verdict)
            or self.goes_on
        )
        if not denials or not stage.when or ended or self.says_where(game, stage):
            return []
        kept = self.after.asked, self.orders.faces, self.orders.auto
        wrong: dict[int, CaseFailure] = {}
        for seed in range(THROWS):
            self.after.asked, self.orders.faces, self.orders.auto = (
                [*kept[0]],
                [],
                SeededDice(f"{self.case.auto_dice}{seed}"),
            )
            beside = game.beside()
            stopped = self.played_to_rest(beside)
            for line in denials:
                if (e := self.counts_for_nothing(game, beside, line, stopped)) is not None:
                    wrong.setdefault(line.number, e)
            if not any(e.kind == "roll" for e in beside.entries[len(game) :]):
                break
        self.after.asked, self.orders.faces, self.orders.auto = kept
        return list(wrong.values())

    def counts_for_nothing(
        self, game: Game, beside: Game, line: Line, stopped: str
    ) -> CaseFailure | None:
        """Return why a line that holds now does not count: it fails in the game played on *beside*, or
        that game *stopped* too soon. ``None`` when it counts."""
        try:
            found = self.after.found_instead(beside, line.text)
        except TextError:
            found = ""  # what the line speaks of is no more, and was never so
        if found:
            return CaseFailure(
                line.number,
                f"{line.text!r} holds only while {open_requests_text(game)}; answered as usual, found: "
                f"{found}",
            )
        return (
            CaseFailure(line.number, f"{line.text!r} does not count yet: {stopped}")
            if stopped
            else None
        )

    def says_where(self, game: Game, stage: Stage) -> bool:
        """Return whether a line of ``then`` names a question that is asked now, or the roll that
        waits."""
        if isinstance(game.pending, Roll):
            return any(line.text.startswith("rolls ") for line in stage.then)
        now = {(s.side, s.kind) for s in open_requests(game)}
        said = (ASKS.fullmatch(line.text) for line in stage.then)
        return any((self.book.side_from_word(x[1]), x[2]) in now for x in said if x is not None)

    def played_to_rest(self, game: Game) -> str:
        """Answer as usual until only further orders are asked for. Return the question at which that
        stops before; empty when it does not."""
        self.orders.faces_follow = False
        self.orders.throw(game)
        for _ in range(USUAL_AT_MOST):
            if all(self.book.rests(game.state, s) for s in open_requests(game)):
                return ""
            if not self.orders.answer_as_usual(game):
                break
        return open_requests_text(game)

    def unmet(self, game: Game, stage: Stage) -> list[CaseFailure]:
        """Return the lines of ``then`` that do not hold."""
        wrong: list[CaseFailure] = []
        for line in stage.then:
            try:
                self.after.expect(game, line)
            except CaseFailure as e:
                wrong.append(e)
        return wrong

    def make_ready(self, stage: Stage) -> None:
        """Let the book bring the position to where the first order belongs, before anything has been
        ordered."""
        first = next((line.text for line in stage.when if ":" in line.text), "")
        if not first or (
            self.after.game is not None and any(e.kind == "input" for e in self.after.game.entries)
        ):
            return
        side, text = self.after.said(first[len("check") :] if first.startswith("check ") else first)
        ready = self.book.prepare_case(self.state, side, text)
        if ready is not self.state and not self.refused_as_it_stands(stage, side, text):
            self.state, self.after.game = ready, None

    def refused_as_it_stands(self, stage: Stage, side: str, text: str) -> bool:
        """Return whether the first order is refused as untimely under every clause that the case looks
        for: the case is then about that refusal."""
        words = [canonical_judgement(line.text).split() for line in stage.then]
        wanted = [w[1] for w in words if w[0] == "refused" and len(w) == 2]
        if not wanted:
            return False
        try:
            view = self.book.view(self.state, side)
            verdict = self.book.check(
                view, AskOrder(side, "", "none"), self.book.parse(text, view, side)
            )
        except TextError:
            return False
        untimely = [r for r in verdict.refusals if r.code == "not-now"]
        return all(any(r.cites(clause) for r in untimely) for clause in wanted)

    def put(self, lines: tuple[Line, ...]) -> None:
        if self.after.game is not None:
            if self.after.game.half_done:
                raise CaseFailure(
                    lines[0].number,
                    "a position cannot be changed while an order is half carried out",
                )
            self.state = self.after.game.state
            self.after.game = None
        self.state = place_lines(self.book, self.state, lines)

    def start(self) -> Game:
        if self.after.game is None:
            try:
                self.after.game = Game.at(
                    self.book, self.setup, self.state, rulings=self.ruled, dice=ManualDice()
                )
            except Exception as e:
                raise CaseFailure(
                    self.case.line, f"the game cannot begin from this position: {e}"
                ) from e
            self.orders.throw(self.after.game)
        return self.after.game

    def dice_settled(self, game: Game, stage: Stage) -> None:
        if self.orders.faces:
            left = " ".join(map(str, self.orders.faces))
            short = (
                isinstance(game.pending, Roll)
                and f"too few for the next roll, {roll_text(game.pending)}"
            )
            why = (
                f"\n    {self.after.told(game, self.after.verdict)}"
                if self.after.verdict is not None and not self.after.verdict
                else ""
            )
            raise CaseFailure(
                self.orders.spoke_at,
                f"dice left over: {left}; {short or 'no roll wanted them'}{why}",
            )
        told_of = self.orders.unrolled or any(line.text.startswith("rolls ") for line in stage.then)
        if isinstance(game.pending, Roll) and not told_of:
            raise CaseFailure(
                self.orders.spoke_at,
                f"a roll is wanted: {roll_text(game.pending)}; write a line dice N N, or auto_dice = "
                "SEED",
            )

    def nothing_unsaid(self, game: Game, stage: Stage) -> None:
        """Fail the case for a refusal or an error that no line of ``then`` expects."""
        firsts = {first_word(line) for line in stage.then}
        if (
            self.after.verdict is not None
            and not self.after.verdict
            and not firsts & {"refused", "allows", "culprit", "suggests", "rests"}
        ):
            raise CaseFailure(
                self.orders.spoke_at,
                f"refused, which nothing in then expects: {self.after.told(game, self.after.verdict)}",
            )
        if (
            self.after.error
            and "error" not in firsts
            and not (self.after.not_offered and "refused" in firsts)
        ):
            raise CaseFailure(
                self.orders.spoke_at, f"{self.after.error} (which nothing in then expects)"
            )
