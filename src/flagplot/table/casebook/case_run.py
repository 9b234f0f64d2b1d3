"""One case being run: its stages and what is done in them. What must follow is looked at in
``casethen``."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise
from typing import Any

from ..contract.rulebook import Rulebook
from ..core.dice import Manual, Seeded
from ..core.errors import DiceError, GameError, RuleError, TextError, WrongSeat
from ..core.requests import Ask, AskOrder, Roll, single_requests
from ..core.verdict import Verdict
from ..game.game import Game
from ..setup.rulings import Rulings
from ..setup.scenarios import Setup
from .case_file import Case, CaseFailure, Chance, Line, Stage
from .expectations import StageResult, first_word, options, plain_judgement, wrong_side
from .given import place_lines, spelled
from .unanswered import asked_now, asked_of, to_write, wanted
from .vocabulary import CaseWords

USUAL_AT_MOST = 60
"""How many questions in a row a case may leave to their usual answers."""


DONE = "done"
"""The text with which a side of every book ends what it is asked."""


THROWS = 4
"""How often a line that says what is not so is tried with other dice, where dice are still to be
thrown."""


UNTIL_AT_MOST = 200
"""How many questions may lie between a line ``until`` and what it waits for."""


DENIES = re.compile(r"\bnot\b|^no option\b|\bsees no\b")
"""Lines of ``then`` that say what is not so. Nothing is answered for their sake: one that comes
true later comforts falsely."""


TO_COME = re.compile(
    r"not .+|no event .+|hides .+|rolls nothing|does not ask (?!.* now$).+|view \w+: (?:not|sees "
    r"no) .+"
    r"|.+ does not (?:spot|see) .+"
)
"""Lines of ``then`` that deny what an answer to a question may still bring about."""


ASKS = re.compile(r"asks (?:the )?(\S+) (\S+)(?: now)?")
"""A line of ``then`` that names what is asked of a side."""


JUDGING = ("refused", "allows", "culprit", "suggests", "rests", "error")
"""First words of the lines of ``then`` that look at a refusal or an error."""


class CaseRun(StageResult):
    """One case being run."""

    def __init__(
        self,
        case: Case,
        laid_out: tuple[Rulebook[Any], Setup, Rulings, Any],
        chance: Chance | None,
        clauses: Collection[str] = (),
    ) -> None:
        self.case = case
        book, self.setup, self.ruled, self.state = laid_out
        super().__init__(book, self.state, CaseWords(book, clauses), chance)
        self.game: Game | None = None
        self.faces: list[int] = []
        self.auto = Seeded(case.auto_dice) if case.auto_dice else None
        self.spoke_at = 0
        self.judged = False
        self.looked_for: tuple[Line, ...] = ()
        """What must hold after the stage being played."""
        self.passed_over = ""
        """Why a line was no answer to the first question to its side that was answered as usual
        instead."""
        self.faces_follow = False
        """The next line of ``when`` gives faces: a seeded roll waits for them."""
        self.unrolled = False
        self.to_answer = ""
        """What is asked after ``when`` of a stage whose ``then`` does not hold there, with the
        lines that answer it."""
        self.goes_on = False
        """The next stage goes on where this one ends."""
        self.ordered = ""
        """The side whose order the last line of ``when`` was."""

    def play(self) -> None:
        for stage, following in pairwise((*self.case.stages, Stage())):
            self.goes_on, self.to_answer = bool(following.when) and not following.given, ""
            try:
                self.stage(stage)
            except CaseFailure as e:
                raise CaseFailure(e.line, e.problem + self.to_write_now()) from e

    def to_write_now(self) -> str:
        """What is asked of whom where a case fails, and the lines that answer it; empty before
        anything is asked."""
        told = self.to_answer or (to_write(self.game) if self.game is not None else "")
        return f"\n    now {told}" if told else ""

    def said(self, text: str) -> tuple[str, str]:
        side, rest = super().said(text)
        return side, rest if self.game is None else self.book.in_ids(
            self.before, self.game.state, rest
        )

    # -- given, when
    def stage(self, stage: Stage) -> None:
        game = self.laid_out(stage)
        self.give_orders(game, stage)
        self.played_out(game, stage)
        if self.error:
            self.nothing_unsaid(game, stage)
        wrong = self.wrong_at_last(game, stage)
        if not wrong or all(line.text != "accepted" for line in stage.then):
            self.nothing_unsaid(game, stage)  # an order that was refused is why nothing came of it
        if wrong:
            more = "".join(f"\n  {self.case.file}:{e.line}: {e.problem}" for e in wrong[1:])
            raise CaseFailure(wrong[0].line, wrong[0].problem + more)

    def laid_out(self, stage: Stage) -> Game:
        """The game with what the stage gives on the board, before anything is ordered in it."""
        for lines in (stage.common, stage.given):
            if lines:
                self.put(lines)
        self.make_ready(stage)
        begins = (
            self.game is None
        )  # what a position starts by itself, before anybody is asked, belongs to its stage
        game = self.start()
        self.before = self.state if begins else game.state
        self.from_entry = 1 if begins else len(game)
        self.verdict, self.error, self.asked, self.unrolled = None, "", [], False
        self.looked_for = stage.then
        if isinstance(game.pending, Ask) and not any(e.kind == "input" for e in game.entries):
            self.note_asked(
                game
            )  # the question with which a case begins is answered by its first line
        return game

    def give_orders(self, game: Game, stage: Stage) -> None:
        """Do what each line says; after a refusal or an error nothing more may be ordered."""
        judging = any(first_word(line) in JUDGING for line in stage.then)
        last = next((line for line in reversed(stage.when) if ":" in line.text), None)
        coming, after_last = stage.when, last is None
        while coming:
            line, *rest = self.answers_first(game, coming)
            coming = tuple(rest)
            after_last = after_last or line is last
            self.judged = judging and after_last
            self.faces_follow = self.faces_next(coming)
            if self.verdict is not None and not self.verdict:
                raise CaseFailure(
                    self.spoke_at,
                    f"refused, though more is ordered after it: {self.told(game, self.verdict)}",
                )
            if self.error:
                raise CaseFailure(self.spoke_at, self.error)
            self.do(game, line)
            self.ordered = self.side_ordering(line)
            self.note_asked(game)
        if not stage.when:
            self.note_asked(game)

    def side_ordering(self, line: Line) -> str:
        """The side that a line has just given an order for, with which it is not done; empty for
        any other line."""
        side, text = self.said(line.text)
        ordered = (
            self.verdict is not None
            and bool(self.verdict)
            and not line.text.startswith(("check ", "dice ", "until "))
        )
        return side if ordered and text.casefold() not in (DONE, *self.book.idle_words) else ""

    def played_out(self, game: Game, stage: Stage) -> None:
        """Go on as usual until the faces that the stage gives are thrown."""
        for _ in range(USUAL_AT_MOST):
            refused = self.error or (self.verdict is not None and not self.verdict)
            if (
                not self.faces
                or refused
                or isinstance(game.pending, Roll)
                or not self.answer_as_usual(game)
            ):
                break
        self.dice_settled(game, stage)

    def wrong_at_last(self, game: Game, stage: Stage) -> list[CaseFailure]:
        """The lines of ``then`` that do not hold at once, nor when the game has gone on as usual,
        as they failed at first; as they stood when most of them held, if none fails throughout."""
        wrong = first = nearest = self.unmet(game, stage)
        self.to_answer = to_write(game) if wrong else ""
        denials = {line.number for line in stage.then if DENIES.search(line.text)}
        for _ in range(USUAL_AT_MOST):
            waits = any(e.line not in denials for e in wrong)
            if (
                not waits
                or self.error
                or isinstance(game.pending, Roll)
                or not self.answer_as_usual(game)
            ):
                break
            wrong = self.unmet(game, stage)
            nearest = min(nearest, wrong, key=len)
        unmet = {e.line for e in wrong}
        return [e for e in first if e.line in unmet] or nearest or self.too_soon(game, stage)

    def too_soon(self, game: Game, stage: Stage) -> list[CaseFailure]:
        """The lines of ``then`` that deny what may still come, and that do not hold once everything
        asked is answered as usual. A case that says ``asks`` of what is asked now, or ``rolls`` of
        the roll that waits, means the moment itself; so does one whose next stage goes on from
        there."""
        denials = [line for line in stage.then if TO_COME.fullmatch(line.text)]
        ended = self.error or (self.verdict is not None and not self.verdict) or self.goes_on
        if not denials or not stage.when or ended or self.says_where(game, stage):
            return []
        kept = self.asked, self.faces, self.auto
        wrong: dict[int, CaseFailure] = {}
        for seed in range(THROWS):
            self.asked, self.faces, self.auto = (
                [*kept[0]],
                [],
                Seeded(f"{self.case.auto_dice}{seed}"),
            )
            beside = game.beside()
            stopped = self.played_to_rest(beside)
            for line in denials:
                if (e := self.counts_for_nothing(game, beside, line, stopped)) is not None:
                    wrong.setdefault(line.number, e)
            if not any(e.kind == "roll" for e in beside.entries[len(game) :]):
                break
        self.asked, self.faces, self.auto = kept
        return list(wrong.values())

    def counts_for_nothing(
        self, game: Game, beside: Game, line: Line, stopped: str
    ) -> CaseFailure | None:
        """Why a line that holds now does not count: it fails in the game played on *beside*, or
        that game *stopped* too soon."""
        try:
            found = self.found_instead(beside, line.text)
        except TextError:
            found = ""  # what the line speaks of is no more, and was never so
        if found:
            return CaseFailure(
                line.number,
                f"{line.text!r} holds only while {asked_now(game)}; answered as usual, found: "
                f"{found}",
            )
        return (
            CaseFailure(line.number, f"{line.text!r} does not count yet: {stopped}")
            if stopped
            else None
        )

    def says_where(self, game: Game, stage: Stage) -> bool:
        """True when a line of ``then`` names a question that is asked now, or the roll that
        waits."""
        if isinstance(game.pending, Roll):
            return any(line.text.startswith("rolls ") for line in stage.then)
        now = {(s.side, s.kind) for s in asked_of(game)}
        said = (ASKS.fullmatch(line.text) for line in stage.then)
        return any((self.book.side_meant(x[1]), x[2]) in now for x in said if x is not None)

    def played_to_rest(self, game: Game) -> str:
        """Answer as usual until only further orders are asked for. Return what that stops at
        before; empty when it does not."""
        self.faces_follow = False
        self.throw(game)
        for _ in range(USUAL_AT_MOST):
            if all(self.book.rests(game.state, s) for s in asked_of(game)):
                return ""
            if not self.answer_as_usual(game):
                break
        return asked_now(game)

    def answers_first(self, game: Game, coming: tuple[Line, ...]) -> tuple[Line, ...]:
        """The lines to come, a ``done`` right behind an order of its side in its place: of a side
        whose force sails at that order it stands after the lines with which the enemy answers.
        Before the order that answers for good what its side is asked it is left out, because it
        ended what the order before it had ended already."""
        asked = game.owes()
        side, text = self.said(coming[0].text)
        if text.casefold() != DONE or not asked or len(coming) < 2 or side != self.ordered:
            return coming
        if side in asked:
            single = game.request(side)
            whole = single is not None and single.kind in self.book.answered_whole
            return coming[1:] if whole and self.answers(game, coming[1], side) else coming
        n = 1
        while n < len(coming) and (
            coming[n].text.startswith("dice ") or self.said(coming[n].text)[0] in asked
        ):
            n += 1
        answer = next((line for line in coming[1:n] if ":" in line.text), None)
        if answer is None or not self.answers(game, answer, ""):
            return coming
        return (*coming[1:n], coming[0], *coming[n:])

    def answers(self, game: Game, line: Line, alone: str) -> bool:
        """True for an order, good or bad, to a side's question of now; for one that is good, or bad
        as the case has it, and no ``done``, of the side that *alone* may give it."""
        side, text = self.said(line.text.removeprefix("check "))
        if alone and (side != alone or text.casefold() == DONE):
            return False
        try:
            verdict = game.check(side, text)
        except (GameError, TextError):
            return False
        if alone:
            return bool(verdict) or self.refused_as_wanted(verdict)
        return not any(r.code == "not-now" for r in verdict.refusals)

    def faces_next(self, coming: tuple[Line, ...]) -> bool:
        """True when the lines to come begin with faces; words that do nothing may stand before
        them."""
        for line in coming:
            if line.text.startswith("dice "):
                return True
            if (
                ":" not in line.text
                or self.said(line.text)[1].strip().casefold() not in self.book.idle_words
            ):
                return False
        return False

    def unmet(self, game: Game, stage: Stage) -> list[CaseFailure]:
        """The lines of ``then`` that do not hold."""
        wrong: list[CaseFailure] = []
        for line in stage.then:
            try:
                self.expect(game, line)
            except CaseFailure as e:
                wrong.append(e)
        return wrong

    def answer_as_usual(self, game: Game) -> bool:
        """Answer the questions a case says nothing about as the rule book says is usual; false when
        there is no such answer."""
        done = False
        self.note_asked(game)
        for side in game.owes():
            single = game.request(side)
            text = self.book.usual(game.view(side), single) if single is not None else ""
            if not text:
                continue
            try:
                done = bool(game.submit(side, text).verdict) or done
                self.throw(game)
            except GameError:
                return done
            self.note_asked(game)
            if isinstance(game.pending, Roll):
                break
        return done

    def make_ready(self, stage: Stage) -> None:
        """Before anything has been ordered, let the book bring the position to where the first
        order belongs."""
        first = next((line.text for line in stage.when if ":" in line.text), "")
        if not first or (
            self.game is not None and any(e.kind == "input" for e in self.game.entries)
        ):
            return
        side, text = self.said(first[len("check") :] if first.startswith("check ") else first)
        ready = self.book.case_ready(self.state, side, text)
        if ready is not self.state and not self.refused_as_it_stands(stage, side, text):
            self.state, self.game = ready, None

    def refused_as_it_stands(self, stage: Stage, side: str, text: str) -> bool:
        """True when the first order is refused out of its time under every clause the case looks
        for, which it is then about."""
        words = [plain_judgement(line.text).split() for line in stage.then]
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
        if self.game is not None:
            if self.game.half_done:
                raise CaseFailure(
                    lines[0].number,
                    "a position cannot be changed while an order is half carried out",
                )
            self.state = self.game.state
            self.game = None
        self.state = place_lines(self.book, self.state, lines)

    def start(self) -> Game:
        if self.game is None:
            try:
                self.game = Game.at(
                    self.book, self.setup, self.state, rulings=self.ruled, dice=Manual()
                )
            except Exception as e:
                raise CaseFailure(
                    self.case.line, f"the game cannot begin from this position: {e}"
                ) from e
            self.throw(self.game)
        return self.game

    def do(self, game: Game, line: Line) -> None:
        """Carry out a line of ``when``; questions in its way that it does not answer are answered
        as usual first."""
        if line.text.startswith("until "):
            self.play_until(game, Line(line.text[len("until ") :].strip(), line.number))
            return
        early: Verdict | None = None
        self.not_offered = self.passed_over = ""
        for k in range(USUAL_AT_MOST):
            self.error = ""
            if (
                isinstance(game.pending, Roll)
                and self.judged
                and ":" in line.text
                and not self.moot(game, line)
            ):
                early = early if k else self.judged_now(game, line)
                if early is not None or self.not_offered:
                    self.verdict = None
                    break
            if not self.attempt(game, line):
                self.not_offered = ""
                return
            if not k and self.unreadable(game, line):
                return
            early = self.judged_now(game, line) if not k else early
            if not k and early is not None and self.refused_as_wanted(early):
                self.verdict, self.error = early, ""
                return
            if isinstance(game.pending, Roll) or not self.answer_as_usual(game):
                break
        if self.verdict is None and isinstance(game.pending, Roll) and early is not None:
            self.verdict, self.unrolled = early, True
        elif self.verdict is None and self.not_offered:
            self.error, self.unrolled = self.not_offered, True
        elif self.verdict is None and self.error:
            alone = self.words.an_answer_alone(*self.said(line.text.removeprefix("check ")), game)
            if alone:
                self.error = f"nothing was asked that this answers (asked: {self.asked_text()}); {self.error}"

    def unreadable(self, game: Game, line: Line) -> bool:
        """True for an order that nothing can be made of, now or at another question: the game is
        not played on to look for one.

        A case that looks at the error has it; any other fails here."""
        if ":" not in line.text:
            return False
        side, text = self.said(
            line.text.partition(" ")[2]
            if line.text.split()[0] in ("check", "standing")
            else line.text
        )
        try:
            self.book.parse(text, game.view(side), side)
            return False
        except TextError as e:
            wrong = spelled(e)
        if isinstance(game.pending, Roll) or self.words.an_answer(
            text, options(self.asked), game.state
        ):
            return False
        self.error, self.not_offered, self.verdict = wrong, "", None
        if not self.judged:
            raise CaseFailure(line.number, f"this order cannot be read: {wrong}")
        return True

    def play_until(self, game: Game, goal: Line) -> None:
        """Answer everything the usual way, and give the order that passes where one is asked for,
        until a line of ``then`` holds."""
        missing = CaseFailure(goal.number, f"{goal.text!r} never came")
        for _ in range(UNTIL_AT_MOST):
            try:
                self.expect(game, goal)
                return
            except CaseFailure as e:
                missing = e
            if isinstance(game.pending, Roll):
                raise CaseFailure(
                    goal.number,
                    f"a roll is wanted before {goal.text!r}: {wanted(game.pending)}; write a line "
                    "dice N N",
                )
            if not self.answer_as_usual(game) and not self.pass_on(game):
                break
            self.note_asked(game)
        raise missing

    def pass_on(self, game: Game) -> bool:
        """Give the order that passes, for a side that is asked for orders; false when none is."""
        for side in game.owes():
            single = game.request(side)
            if isinstance(single, AskOrder):
                *_, last = self.book.candidates(game.view(side), single)
                if game.submit(side, self.book.text(last)).verdict:
                    self.throw(game)
                    return True
        return False

    def judged_now(self, game: Game, line: Line) -> Verdict | None:
        """The refusal of an order that nobody asks for at the moment it is given, for a case that
        looks at a refusal: it counts when the questions in its way lead to dice and not to a moment
        at which it is asked for."""
        if not self.judged or ":" not in line.text:
            return None
        side, text = self.said(line.text.removeprefix("check "))
        view = game.view(side)
        try:
            verdict = self.book.judge(
                view, AskOrder(side, "", "none"), self.book.parse(text, view, side)
            )
        except TextError:
            return None
        return verdict if verdict.refusals else None

    def attempt(self, game: Game, line: Line) -> bool:
        """Try a line of ``when``; true when it was not what is asked now."""
        self.spoke_at = line.number
        try:
            return self.carry_out(game, line)
        except TextError as e:
            self.error = spelled(e)
            return self.unreadable_now(game, line)
        except WrongSeat as e:
            if ":" in line.text and self.moot(game, line):
                return False
            self.out_of_turn(game, line)
            asked = "".join(
                f"; {s.side} is asked for {s.kind} ({s.clause})" for s in asked_of(game)
            )
            self.error = f"{e}{asked}" if self.verdict is None else ""
            return True
        except GameError as e:
            self.error = str(e)
            return False
        except RuleError as e:
            raise CaseFailure(line.number, str(e)) from e

    def carry_out(self, game: Game, line: Line) -> bool:
        """Do what a line of ``when`` says; true when it was not what is asked now."""
        words = line.text.split()
        if words[0] == "dice":
            self.throw_typed(game, line, words[1:])
        elif words[0] == "check" and ":" in line.text:
            side, text = self.said_by(game, line, line.text[len("check") :])
            self.verdict = None
            later = self.for_later(game, side, text)
            self.verdict = None if later else game.check(side, text)
            return later or self.too_early()
        elif words[0] == "undo" and len(words) == 2:
            game.undo(words[1])
        elif words[0] == "consent" and len(words) == 3 and words[2] in ("yes", "no"):
            game.consent(words[1], words[2] == "yes")
        elif words[0] == "standing" and ":" in line.text:
            game.stand(*self.said_by(game, line, line.text[len("standing") :]))
        elif ":" in line.text:
            return self.order(game, line)
        else:
            hint = "write SIDE: ORDER, check SIDE: ORDER or dice N N"
            raise CaseFailure(line.number, f"{line.text!r} is nothing a side does; {hint}")
        return False

    def order(self, game: Game, line: Line) -> bool:
        """Give an order or an answer; true when it was not what is asked now."""
        if isinstance(game.pending, Roll):
            if self.moot(game, line):
                return False
            told = f"a roll is wanted before this: {wanted(game.pending)}; write a line dice N N"
            raise CaseFailure(
                line.number, told + (self.passed_over and f" (before the roll: {self.passed_over})")
            )
        side, text = self.said_by(game, line, line.text)
        self.verdict = None
        if self.for_later(game, side, text):
            return True
        self.verdict = game.submit(side, text).verdict
        early = self.too_early()
        if early and self.book.forced(game.state, side, text):
            self.verdict = None
            return False
        self.throw(game)
        return early

    def unreadable_now(self, game: Game, line: Line) -> bool:
        """True for a text that is no answer now, of which a later question may know more."""
        asked = game.request(
            self.said(line.text.removeprefix("check "))[0] if ":" in line.text else ""
        )
        if not isinstance(asked, Ask):
            return not self.judged
        self.passed_over = self.passed_over or f"asked {asked.kind}, {self.error}"
        if self.judged:
            self.not_offered = self.not_offered or self.error
        return True

    def moot(self, game: Game, line: Line) -> bool:
        """True for an answer that was not asked for because it was the only one. A pass that nobody
        asks for fails the case."""
        side, text = self.said(line.text.removeprefix("check "))
        said = text.strip().casefold()
        if said in self.book.patient_words and any(self.usual_now(game)):
            return False
        if said in (DONE, *self.book.idle_words):
            raise CaseFailure(
                line.number, f"{text!r} reaches nobody: {side} is not asked now; {asked_now(game)}"
            )
        return self.book.forced(game.state, side, text)

    def said_by(self, game: Game, line: Line, text: str) -> tuple[str, str]:
        """``SIDE: TEXT`` as a pair, of a side that plays."""
        side, rest = self.said(text)
        if wrong := wrong_side(game, side):
            raise CaseFailure(line.number, wrong)
        return side, rest

    def too_early(self) -> bool:
        """True when an order was refused as not asked for now, and the case does not look at a
        refusal."""
        return (
            not self.judged
            and self.verdict is not None
            and any(r.code == "not-now" for r in self.verdict.refusals)
        )

    def for_later(self, game: Game, side: str, text: str) -> bool:
        """True when a line is for a later question of the kind that is asked now, unless it is
        refused now as the case has it."""
        single = game.request(side)
        if single is None or not self.book.later(game.view(side), single, text):
            return False
        return not (self.judged and self.refused_as_wanted(game.check(side, text)))

    def refused_as_wanted(self, verdict: Verdict) -> bool:
        """True for a refusal under every clause and code that the stage looks for."""
        wanted = [
            plain_judgement(line.text).split()
            for line in self.looked_for
            if first_word(line) == "refused"
        ]
        codes = {r.code for r in verdict.refusals}
        return bool(wanted) and all(
            w[2] in codes if w[1:2] == ["by"] else bool(w[1:]) and verdict.cites(w[1])
            for w in wanted
        )

    def out_of_turn(self, game: Game, line: Line) -> None:
        """The verdict on an order of a side that is not asked: a refusal counts, anything else
        leaves it not asked."""
        side, text = self.said(line.text.removeprefix("check "))
        if any(self.usual_now(game)):
            return
        view = game.view(side)
        try:
            verdict = self.book.check(
                view, AskOrder(side, "", "none"), self.book.parse(text, view, side)
            )
        except TextError:
            return
        self.verdict = verdict if verdict.refusals else None

    def usual_now(self, game: Game) -> list[str]:
        """The usual answers to what is asked now."""
        return [self.book.usual(game.view(single.side), single) for single in asked_of(game)]

    def throw_typed(self, game: Game, line: Line, words: list[str]) -> None:
        words = " ".join(words).replace(",", " ").split()
        if not words or not all(w.isdecimal() for w in words):
            raise CaseFailure(line.number, "dice wants faces, like: dice 4 3")
        self.faces += [int(w) for w in words]
        self.throw(game)

    def throw(self, game: Game) -> None:
        """Give faces as long as rolls want them."""
        while isinstance(game.pending, Roll):
            n = game.pending.spec.dice[0]
            if self.faces and len(self.faces) >= n:
                faces, self.faces = self.faces[:n], self.faces[n:]
                try:
                    game.roll(faces)
                except DiceError as e:
                    raise CaseFailure(self.spoke_at, str(e)) from None
            elif self.auto is not None and not self.faces and not self.faces_follow:
                game.auto_roll(self.auto)
            else:
                return

    def note_asked(self, game: Game) -> None:
        if isinstance(game.pending, Roll):
            self.asked.append(game.pending)
        elif game.pending is not None:
            self.asked += [
                s for s in single_requests(game.pending) if game.request(s.side) is not None
            ]

    def dice_settled(self, game: Game, stage: Stage) -> None:
        if self.faces:
            left = " ".join(map(str, self.faces))
            short = (
                isinstance(game.pending, Roll)
                and f"too few for the next roll, {wanted(game.pending)}"
            )
            why = (
                f"\n    {self.told(game, self.verdict)}"
                if self.verdict is not None and not self.verdict
                else ""
            )
            raise CaseFailure(
                self.spoke_at, f"dice left over: {left}; {short or 'no roll wanted them'}{why}"
            )
        told_of = self.unrolled or any(line.text.startswith("rolls ") for line in stage.then)
        if isinstance(game.pending, Roll) and not told_of:
            raise CaseFailure(
                self.spoke_at,
                f"a roll is wanted: {wanted(game.pending)}; write a line dice N N, or auto_dice = "
                "SEED",
            )

    def nothing_unsaid(self, game: Game, stage: Stage) -> None:
        """A refusal or an error nobody expected fails the case."""
        firsts = {first_word(line) for line in stage.then}
        if (
            self.verdict is not None
            and not self.verdict
            and not firsts & {"refused", "allows", "culprit", "suggests", "rests"}
        ):
            raise CaseFailure(
                self.spoke_at,
                f"refused, which nothing in then expects: {self.told(game, self.verdict)}",
            )
        if self.error and "error" not in firsts and not (self.not_offered and "refused" in firsts):
            raise CaseFailure(self.spoke_at, f"{self.error} (which nothing in then expects)")
