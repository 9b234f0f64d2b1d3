"""Carries out the lines of ``when`` of a case: orders, answers, faces, and the usual answers to
questions that the case says nothing about."""

from __future__ import annotations

from ..core.dice import SeededDice
from ..core.errors import DiceError, GameError, RuleError, TextError, WrongSeat
from ..core.requests import Ask, AskOrder, Roll, single_requests
from ..core.verdict import Verdict
from ..game.game import Game
from .case_file import CaseFailure, Line
from .expectations import StageResult, canonical_judgement, first_word, offered_answers, wrong_side
from .given import text_error_sentence
from .unanswered import open_requests, open_requests_text, roll_text

USUAL_AT_MOST = 60
"""The number of questions in a row that a case may leave to their usual answers."""


DONE = "done"
"""The text with which a side of every book ends what it is asked."""


UNTIL_AT_MOST = 200
"""The number of questions that may lie between a line ``until`` and the line it waits for."""


class CaseOrders:
    """The orders and faces of a case. Their results are kept *after* each, in a
    :class:`StageResult`."""

    def __init__(self, after: StageResult, auto_dice: str) -> None:
        self.after = after
        self.book = after.book
        self.faces: list[int] = []
        self.auto = SeededDice(auto_dice) if auto_dice else None
        self.spoke_at = 0
        """Number of the line that was carried out last."""
        self.judged = False
        """True when ``then`` checks a refusal or an error of the line being carried out."""
        self.looked_for: tuple[Line, ...] = ()
        """The lines of ``then`` of the stage being played."""
        self.passed_over = ""
        """Why a line did not answer the first question to its side, which then got its usual
        answer."""
        self.faces_follow = False
        """True when the next line of ``when`` gives faces: a seeded roll waits for them."""
        self.unrolled = False
        """True when the verdict or the error stands before a roll that was not made."""
        self.ordered = ""
        """The side whose order the last line of ``when`` was."""

    def do(self, game: Game, line: Line) -> None:
        """Carry out a line of ``when``. Questions before the one it answers get their usual
        answers."""
        if line.text.startswith("until "):
            self.play_until(game, Line(line.text[len("until ") :].strip(), line.number))
            return
        early: Verdict | None = None
        self.after.not_offered = self.passed_over = ""
        for k in range(USUAL_AT_MOST):
            self.after.error = ""
            if (
                isinstance(game.pending, Roll)
                and self.judged
                and ":" in line.text
                and not self.moot(game, line)
            ):
                early = early if k else self.judged_now(game, line)
                if early is not None or self.after.not_offered:
                    self.after.verdict = None
                    break
            if not self.attempt(game, line):
                self.after.not_offered = ""
                return
            if not k and self.unreadable(game, line):
                return
            early = self.judged_now(game, line) if not k else early
            if not k and early is not None and self.refused_as_wanted(early):
                self.after.verdict, self.after.error = early, ""
                return
            if isinstance(game.pending, Roll) or not self.answer_as_usual(game):
                break
        if self.after.verdict is None and isinstance(game.pending, Roll) and early is not None:
            self.after.verdict, self.unrolled = early, True
        elif self.after.verdict is None and self.after.not_offered:
            self.after.error, self.unrolled = self.after.not_offered, True
        elif self.after.verdict is None and self.after.error:
            alone = self.after.words.an_answer_alone(
                *self.after.said(line.text.removeprefix("check ")), game
            )
            if alone:
                self.after.error = f"nothing was asked that this answers (asked: {self.after.asked_text()}); {self.after.error}"

    def unreadable(self, game: Game, line: Line) -> bool:
        """Return whether an order can be read neither now nor at another question. The game is then
        not played on. A case that looks at the error finds it; any other case fails here."""
        if ":" not in line.text:
            return False
        side, text = self.after.said(
            line.text.partition(" ")[2]
            if line.text.split()[0] in ("check", "standing")
            else line.text
        )
        try:
            self.book.parse(text, game.view(side), side)
            return False
        except TextError as e:
            wrong = text_error_sentence(e)
        if isinstance(game.pending, Roll) or self.after.words.an_answer(
            text, offered_answers(self.after.asked), game.state
        ):
            return False
        self.after.error, self.after.not_offered, self.after.verdict = wrong, "", None
        if not self.judged:
            raise CaseFailure(line.number, f"this order cannot be read: {wrong}")
        return True

    def play_until(self, game: Game, goal: Line) -> None:
        """Answer everything as usual, and pass where an order is asked for, until a line of ``then``
        holds."""
        missing = CaseFailure(goal.number, f"{goal.text!r} never came")
        for _ in range(UNTIL_AT_MOST):
            try:
                self.after.expect(game, goal)
                return
            except CaseFailure as e:
                missing = e
            if isinstance(game.pending, Roll):
                raise CaseFailure(
                    goal.number,
                    f"a roll is wanted before {goal.text!r}: {roll_text(game.pending)}; write a line "
                    "dice N N",
                )
            if not self.answer_as_usual(game) and not self.pass_on(game):
                break
            self.note_asked(game)
        raise missing

    def pass_on(self, game: Game) -> bool:
        """Give the order that passes for a side that is asked for orders; return false when no side
        is."""
        for side in game.sides_to_answer():
            single = game.request(side)
            if isinstance(single, AskOrder):
                *_, last = self.book.candidates(game.view(side), single)
                if game.submit(side, self.book.text(last)).verdict:
                    self.throw(game)
                    return True
        return False

    def judged_now(self, game: Game, line: Line) -> Verdict | None:
        """Return the refusal of an order at the moment it is given, for a case that looks at a refusal;
        ``None`` when it is legal or cannot be read.

        The refusal counts when the questions that follow lead to dice, and to no moment at which the
        order is asked for."""
        if not self.judged or ":" not in line.text:
            return None
        side, text = self.after.said(line.text.removeprefix("check "))
        view = game.view(side)
        try:
            verdict = self.book.judge(
                view, AskOrder(side, "", "none"), self.book.parse(text, view, side)
            )
        except TextError:
            return None
        return verdict if verdict.refusals else None

    def attempt(self, game: Game, line: Line) -> bool:
        """Try a line of ``when``; return whether it does not answer what is asked now."""
        self.spoke_at = line.number
        try:
            return self.carry_out(game, line)
        except TextError as e:
            self.after.error = text_error_sentence(e)
            return self.unreadable_now(game, line)
        except WrongSeat as e:
            if ":" in line.text and self.moot(game, line):
                return False
            self.out_of_turn(game, line)
            asked = "".join(
                f"; {s.side} is asked for {s.kind} ({s.clause})" for s in open_requests(game)
            )
            self.after.error = f"{e}{asked}" if self.after.verdict is None else ""
            return True
        except GameError as e:
            self.after.error = str(e)
            return False
        except RuleError as e:
            raise CaseFailure(line.number, str(e)) from e

    def carry_out(self, game: Game, line: Line) -> bool:
        """Do what a line of ``when`` says; return whether it does not answer what is asked now."""
        words = line.text.split()
        if words[0] == "dice":
            self.throw_typed(game, line, words[1:])
        elif words[0] == "check" and ":" in line.text:
            side, text = self.said_by(game, line, line.text[len("check") :])
            self.after.verdict = None
            later = self.for_later(game, side, text)
            self.after.verdict = None if later else game.check(side, text)
            return later or self.too_early()
        elif words[0] == "undo" and len(words) == 2:
            game.undo(words[1])
        elif words[0] == "consent" and len(words) == 3 and words[2] in ("yes", "no"):
            game.consent(words[1], words[2] == "yes")
        elif words[0] == "standing" and ":" in line.text:
            game.add_standing_order(*self.said_by(game, line, line.text[len("standing") :]))
        elif ":" in line.text:
            return self.order(game, line)
        else:
            hint = "write SIDE: ORDER, check SIDE: ORDER or dice N N"
            raise CaseFailure(line.number, f"{line.text!r} is nothing a side does; {hint}")
        return False

    def order(self, game: Game, line: Line) -> bool:
        """Give an order or an answer; return whether it does not answer what is asked now."""
        if isinstance(game.pending, Roll):
            if self.moot(game, line):
                return False
            told = f"a roll is wanted before this: {roll_text(game.pending)}; write a line dice N N"
            raise CaseFailure(
                line.number, told + (self.passed_over and f" (before the roll: {self.passed_over})")
            )
        side, text = self.said_by(game, line, line.text)
        self.after.verdict = None
        if self.for_later(game, side, text):
            return True
        self.after.verdict = game.submit(side, text).verdict
        early = self.too_early()
        if early and self.book.was_only_answer(game.state, side, text):
            self.after.verdict = None
            return False
        self.throw(game)
        return early

    def unreadable_now(self, game: Game, line: Line) -> bool:
        """Return whether a text that is no answer now may be an answer to a later question."""
        asked = game.request(
            self.after.said(line.text.removeprefix("check "))[0] if ":" in line.text else ""
        )
        if not isinstance(asked, Ask):
            return not self.judged
        self.passed_over = self.passed_over or f"asked {asked.kind}, {self.after.error}"
        if self.judged:
            self.after.not_offered = self.after.not_offered or self.after.error
        return True

    def moot(self, game: Game, line: Line) -> bool:
        """Return whether an answer was not asked for because it was the only one. A pass that answers
        no question fails the case."""
        side, text = self.after.said(line.text.removeprefix("check "))
        said = text.strip().casefold()
        if said in self.book.patient_words and any(self.usual_now(game)):
            return False
        if said in (DONE, *self.book.idle_words):
            raise CaseFailure(
                line.number,
                f"{text!r} reaches nobody: {side} is not asked now; {open_requests_text(game)}",
            )
        return self.book.was_only_answer(game.state, side, text)

    def said_by(self, game: Game, line: Line, text: str) -> tuple[str, str]:
        """Return ``SIDE: TEXT`` as a pair. A side that does not play fails the case."""
        side, rest = self.after.said(text)
        if wrong := wrong_side(game, side):
            raise CaseFailure(line.number, wrong)
        return side, rest

    def too_early(self) -> bool:
        """Return whether an order was refused as not asked for now, in a case that does not look at a
        refusal."""
        return (
            not self.judged
            and self.after.verdict is not None
            and any(r.code == "not-now" for r in self.after.verdict.refusals)
        )

    def for_later(self, game: Game, side: str, text: str) -> bool:
        """Return whether a line is for a later question of the kind that is asked now. A refusal that
        the case looks for counts now."""
        single = game.request(side)
        if single is None or not self.book.is_for_later_question(game.view(side), single, text):
            return False
        return not (self.judged and self.refused_as_wanted(game.check(side, text)))

    def refused_as_wanted(self, verdict: Verdict) -> bool:
        """Return whether a refusal has every clause and code that the stage looks for."""
        wanted = [
            canonical_judgement(line.text).split()
            for line in self.looked_for
            if first_word(line) == "refused"
        ]
        codes = {r.code for r in verdict.refusals}
        return bool(wanted) and all(
            w[2] in codes if w[1:2] == ["by"] else bool(w[1:]) and verdict.cites(w[1])
            for w in wanted
        )

    def out_of_turn(self, game: Game, line: Line) -> None:
        """Check an order of a side that is not asked. A refusal becomes the verdict; a legal order
        leaves no verdict."""
        side, text = self.after.said(line.text.removeprefix("check "))
        if any(self.usual_now(game)):
            return
        view = game.view(side)
        try:
            verdict = self.book.check(
                view, AskOrder(side, "", "none"), self.book.parse(text, view, side)
            )
        except TextError:
            return
        self.after.verdict = verdict if verdict.refusals else None

    def usual_now(self, game: Game) -> list[str]:
        """Return the usual answers to what is asked now."""
        return [
            self.book.default_answer(game.view(single.side), single)
            for single in open_requests(game)
        ]

    def throw_typed(self, game: Game, line: Line, words: list[str]) -> None:
        words = " ".join(words).replace(",", " ").split()
        if not words or not all(w.isdecimal() for w in words):
            raise CaseFailure(line.number, "dice wants faces, like: dice 4 3")
        self.faces += [int(w) for w in words]
        self.throw(game)

    def throw(self, game: Game) -> None:
        """Give faces while rolls want them."""
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
            self.after.asked.append(game.pending)
        elif game.pending is not None:
            self.after.asked += [
                s for s in single_requests(game.pending) if game.request(s.side) is not None
            ]

    def answer_as_usual(self, game: Game) -> bool:
        """Give the usual answers of the rule book to what is asked now; return false when there are
        none."""
        done = False
        self.note_asked(game)
        for side in game.sides_to_answer():
            single = game.request(side)
            text = self.book.default_answer(game.view(side), single) if single is not None else ""
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

    def answers_first(self, game: Game, coming: tuple[Line, ...]) -> tuple[Line, ...]:
        """Return the lines to come, with a ``done`` right behind an order of its side put in its place.

        Where the enemy must answer the order first, ``done`` comes after the lines with which it
        answers. Where the order before ended the question already, and the next order answers a new
        one, ``done`` is left out.
        """
        asked = game.sides_to_answer()
        side, text = self.after.said(coming[0].text)
        if text.casefold() != DONE or not asked or len(coming) < 2 or side != self.ordered:
            return coming
        if side in asked:
            single = game.request(side)
            whole = single is not None and single.kind in self.book.answered_whole
            return coming[1:] if whole and self.answers(game, coming[1], side) else coming
        n = 1
        while n < len(coming) and (
            coming[n].text.startswith("dice ") or self.after.said(coming[n].text)[0] in asked
        ):
            n += 1
        answer = next((line for line in coming[1:n] if ":" in line.text), None)
        if answer is None or not self.answers(game, answer, ""):
            return coming
        return (*coming[1:n], coming[0], *coming[n:])

    def answers(self, game: Game, line: Line, alone: str) -> bool:
        """Return whether a line is an order to what its side is asked now.

        With *alone*, only an order of that side counts that is no ``done`` and is legal or refused
        as the case says.
        """
        side, text = self.after.said(line.text.removeprefix("check "))
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
        """Return whether the lines to come begin with faces. Words that do nothing may stand before
        them."""
        for line in coming:
            if line.text.startswith("dice "):
                return True
            if (
                ":" not in line.text
                or self.after.said(line.text)[1].strip().casefold() not in self.book.idle_words
            ):
                return False
        return False

    def side_ordering(self, line: Line) -> str:
        """Return the side for which a line has just given an order other than ``done``; empty for any
        other line."""
        side, text = self.after.said(line.text)
        ordered = (
            self.after.verdict is not None
            and bool(self.after.verdict)
            and not line.text.startswith(("check ", "dice ", "until "))
        )
        return side if ordered and text.casefold() not in (DONE, *self.book.idle_words) else ""
