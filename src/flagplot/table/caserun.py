"""One case being run: its stages, what is done in them, and whether what must follow does."""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterable
from typing import Any

from msgspec import Struct

from .book import Rulebook, Setup, TextError
from .called import bare
from .casegiven import lay_out, spelled
from .cases import Case, Chance, Failed, Line, Stage, read_chance
from .casewords import CaseWords
from .dice import Manual, Seeded
from .errors import DiceError, GameError, RuleError, WrongSeat
from .game import Game
from .requests import Ask, Command, Roll, Single, singles
from .rulings import Rulings
from .tags import tag_of
from .verdict import Verdict
from .words import WordsError

USUAL_AT_MOST = 60
"""How many questions in a row a case may leave to their usual answers."""

UNTIL_AT_MOST = 200
"""How many questions may lie between a line ``until`` and what it waits for."""

JUDGING = ("refused", "allows", "culprit", "suggests", "rests", "error")
"""First words of the lines of ``then`` that look at a refusal or an error."""


class Run:
    """One case being run."""

    def __init__(
        self,
        case: Case,
        laid_out: tuple[Rulebook[Any], Setup, Rulings, Any],
        chance: Chance | None,
        clauses: Collection[str] = (),
    ) -> None:
        self.case = case
        self.chance = chance
        self.book, self.setup, self.ruled, self.state = laid_out
        self.words = CaseWords(self.book, clauses)
        self.game: Game | None = None
        self.faces: list[int] = []
        self.auto = Seeded(case.auto_dice) if case.auto_dice else None
        self.verdict: Verdict | None = None
        self.error = ""
        self.spoke_at = 0
        self.from_entry = 0
        self.asked: list[Single | Roll[Any]] = []
        self.before: Any = self.state
        self.judged = False
        self.not_offered = ""
        """Why the answer a case looks at was no option of the question that was asked."""
        self.passed_over = ""
        """Why a line was no answer to the first question to its side that was answered as usual instead."""
        self.faces_follow = False
        """The next line of ``when`` gives faces: a seeded roll waits for them."""
        self.unrolled = False

    def play(self) -> None:
        for stage in self.case.stages:
            self.stage(stage)

    # -- given, when
    def stage(self, stage: Stage) -> None:
        for lines in (stage.common, stage.given):
            if lines:
                self.put(lines)
        self.make_ready(stage)
        game = self.start()
        self.before = game.state
        self.from_entry = len(game)
        self.verdict, self.error, self.asked, self.unrolled = None, "", [], False
        judging = any(plain_judgement(line.text.split())[0] in JUDGING for line in stage.then)
        last = max((i for i, line in enumerate(stage.when) if ":" in line.text), default=0)
        if isinstance(game.pending, Ask) and not any(e.kind == "input" for e in game.entries):
            self.note_asked(game)       # the question with which a case begins is answered by its first line
        for i, line in enumerate(stage.when):
            self.judged = judging and i >= last
            self.faces_follow = self.faces_next(stage.when[i + 1 :])
            if self.verdict is not None and not self.verdict:
                raise Failed(self.spoke_at, f"refused, though more is ordered after it: {self.told(game, self.verdict)}")
            if self.error:
                raise Failed(self.spoke_at, self.error)
            self.do(game, line)
            self.note_asked(game)
        if not stage.when:
            self.note_asked(game)
        for _ in range(USUAL_AT_MOST):
            refused = self.error or (self.verdict is not None and not self.verdict)
            if not self.faces or refused or isinstance(game.pending, Roll) or not self.answer_as_usual(game):
                break
        self.dice_settled(game, stage)
        if self.error:
            self.nothing_unsaid(game, stage)
        wrong = first = self.unmet(game, stage)
        for _ in range(USUAL_AT_MOST):
            if not wrong or self.error or isinstance(game.pending, Roll) or not self.answer_as_usual(game):
                break
            wrong = self.unmet(game, stage)
        if wrong:
            unmet = {e.line for e in wrong}
            wrong = [e for e in first if e.line in unmet] or wrong
            if all(line.text != "accepted" for line in stage.then):
                self.nothing_unsaid(game, stage)    # an order that was refused is why nothing came of it
            more = "".join(f"\n  {self.case.file}:{e.line}: {e.problem}" for e in wrong[1:])
            raise Failed(wrong[0].line, wrong[0].problem + more)
        self.nothing_unsaid(game, stage)

    def faces_next(self, coming: tuple[Line, ...]) -> bool:
        """True when the lines to come begin with faces; words that do nothing may stand before them."""
        for line in coming:
            if line.text.startswith("dice "):
                return True
            if ":" not in line.text or self.said(line.text)[1].strip().casefold() not in self.book.idle_words:
                return False
        return False

    def unmet(self, game: Game, stage: Stage) -> list[Failed]:
        """The lines of ``then`` that do not hold."""
        wrong: list[Failed] = []
        for line in stage.then:
            try:
                self.expect(game, line)
            except Failed as e:
                wrong.append(e)
        return wrong

    def answer_as_usual(self, game: Game) -> bool:
        """Answer the questions a case says nothing about as the rule book says is usual; false when there is no such answer."""
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
        """Before anything has been ordered, let the book bring the position to where the first order belongs."""
        first = next((line.text for line in stage.when if ":" in line.text), "")
        if not first or (self.game is not None and any(e.kind == "input" for e in self.game.entries)):
            return
        side, text = self.said(first[len("check") :] if first.startswith("check ") else first)
        ready = self.book.case_ready(self.state, side, text)
        if ready is not self.state and not self.refused_as_it_stands(stage, side, text):
            self.state, self.game = ready, None

    def refused_as_it_stands(self, stage: Stage, side: str, text: str) -> bool:
        """True when the first order is refused out of its time under every clause the case looks for, which it is then about."""
        words = [plain_judgement(line.text.split()) for line in stage.then]
        wanted = [w[1] for w in words if w[0] == "refused" and len(w) == 2]
        if not wanted:
            return False
        try:
            view = self.book.view(self.state, side)
            verdict = self.book.check(view, Command(side, "", "none"), self.book.parse(text, view, side))
        except TextError:
            return False
        untimely = [r for r in verdict.refusals if r.code == "not-now"]
        return all(any(r.cites(clause) for r in untimely) for clause in wanted)

    def put(self, lines: tuple[Line, ...]) -> None:
        if self.game is not None:
            if len(self.game._line.live) > self.game._line.last.at:
                raise Failed(lines[0].number, "a position cannot be changed while an order is half carried out")
            self.state = self.game.state
            self.game = None
        self.state = lay_out(self.book, self.state, lines)

    def start(self) -> Game:
        if self.game is None:
            try:
                self.game = Game.at(self.book, self.setup, self.state, rulings=self.ruled, dice=Manual())
            except Exception as e:
                raise Failed(self.case.line, f"the game cannot begin from this position: {e}") from e
            self.throw(self.game)
        return self.game

    def do(self, game: Game, line: Line) -> None:
        """Carry out a line of ``when``; questions in its way that it does not answer are answered as usual first."""
        if line.text.startswith("until "):
            self.play_until(game, Line(line.text[len("until ") :].strip(), line.number))
            return
        early: Verdict | None = None
        self.not_offered = self.passed_over = ""
        for k in range(USUAL_AT_MOST):
            self.error = ""
            if isinstance(game.pending, Roll) and self.judged and ":" in line.text and not self.moot(game, line):
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
        """True for an order that nothing can be made of, now or at another question: the game is not played on to look for one.

        A case that looks at the error has it; any other fails here."""
        if ":" not in line.text:
            return False
        side, text = self.said(line.text.partition(" ")[2] if line.text.split()[0] in ("check", "standing") else line.text)
        try:
            self.book.parse(text, game.view(side), side)
            return False
        except TextError as e:
            wrong = spelled(e)
        offered = [str(o) for s in self.asked if isinstance(s, Ask) for o in s.options]
        if isinstance(game.pending, Roll) or self.words.an_answer(text, offered, game.state):
            return False
        self.error, self.not_offered, self.verdict = wrong, "", None
        if not self.judged:
            raise Failed(line.number, f"this order cannot be read: {wrong}")
        return True

    def play_until(self, game: Game, goal: Line) -> None:
        """Answer everything the usual way, and give the order that passes where one is asked for, until a line of ``then``
        holds."""
        missing = Failed(goal.number, f"{goal.text!r} never came")
        for _ in range(UNTIL_AT_MOST):
            try:
                self.expect(game, goal)
                return
            except Failed as e:
                missing = e
            if isinstance(game.pending, Roll):
                raise Failed(goal.number, f"a roll is wanted before {goal.text!r}: {wanted(game.pending)}; write a line dice N N")
            if not self.answer_as_usual(game) and not self.pass_on(game):
                break
            self.note_asked(game)
        raise missing

    def pass_on(self, game: Game) -> bool:
        """Give the order that passes, for a side that is asked for orders; false when none is."""
        for side in game.owes():
            single = game.request(side)
            if isinstance(single, Command):
                *_, last = self.book.candidates(game.view(side), single)
                if game.submit(side, self.book.text(last)).verdict:
                    self.throw(game)
                    return True
        return False

    def judged_now(self, game: Game, line: Line) -> Verdict | None:
        """The refusal of an order that nobody asks for at the moment it is given, for a case that looks at a refusal: it counts
        when the questions in its way lead to dice and not to a moment at which it is asked for."""
        if not self.judged or ":" not in line.text:
            return None
        side, text = self.said(line.text.removeprefix("check "))
        view = game.view(side)
        try:
            verdict = self.book.judge(view, Command(side, "", "none"), self.book.parse(text, view, side))
        except TextError:
            return None
        return verdict if verdict.refusals else None

    def attempt(self, game: Game, line: Line) -> bool:
        """Try a line of ``when``; true when it was not what is asked now."""
        words = line.text.split()
        self.spoke_at = line.number
        misplaced = False
        try:
            if words[0] == "dice":
                self.throw_typed(game, line, words[1:])
            elif words[0] == "check" and ":" in line.text:
                side, text = self.said_by(game, line, line.text[len("check") :])
                self.verdict = None
                misplaced = self.for_later(game, side, text)
                self.verdict = None if misplaced else game.check(side, text)
                misplaced = misplaced or self.too_early()
            elif words[0] == "undo" and len(words) == 2:
                game.undo(words[1])
            elif words[0] == "consent" and len(words) == 3 and words[2] in ("yes", "no"):
                game.consent(words[1], words[2] == "yes")
            elif words[0] == "standing" and ":" in line.text:
                game.stand(*self.said_by(game, line, line.text[len("standing") :]))
            elif ":" in line.text:
                if isinstance(game.pending, Roll):
                    if self.moot(game, line):
                        return False
                    told = f"a roll is wanted before this: {wanted(game.pending)}; write a line dice N N"
                    raise Failed(line.number, told + (self.passed_over and f" (before the roll: {self.passed_over})"))
                side, text = self.said_by(game, line, line.text)
                self.verdict = None
                misplaced = self.for_later(game, side, text)
                if not misplaced:
                    self.verdict = game.submit(side, text).verdict
                    misplaced = self.too_early()
                    if misplaced and self.book.forced(game.state, side, text):
                        self.verdict = None
                        return False
                    self.throw(game)
            else:
                hint = "write SIDE: ORDER, check SIDE: ORDER or dice N N"
                raise Failed(line.number, f"{line.text!r} is nothing a side does; {hint}")
        except TextError as e:
            self.error = spelled(e)
            side = self.said(line.text.removeprefix("check "))[0] if ":" in line.text else ""
            asked = game.request(side)
            at_choice = isinstance(asked, Ask)
            if asked is not None and at_choice:
                self.passed_over = self.passed_over or f"asked {asked.kind}, {self.error}"
            if at_choice and self.judged:
                self.not_offered = self.not_offered or self.error
            misplaced = at_choice or not self.judged
        except WrongSeat as e:
            if ":" in line.text and self.moot(game, line):
                return False
            misplaced = True
            self.out_of_turn(game, line)
            now = [s for s in (game.request(side) for side in game.owes()) if s is not None]
            self.error = f"{e}" + "".join(f"; {s.side} is asked for {s.kind} ({s.clause})" for s in now)
            if self.verdict is not None:
                self.error = ""
        except GameError as e:
            self.error = str(e)
        except RuleError as e:
            raise Failed(line.number, str(e)) from e
        return misplaced

    def moot(self, game: Game, line: Line) -> bool:
        """True for an answer that was not asked for because it was the only one. A pass that nobody asks for fails the case."""
        side, text = self.said(line.text.removeprefix("check "))
        said = text.strip().casefold()
        if said in self.book.patient_words and any(self.usual_now(game)):
            return False
        if said in self.book.idle_words:
            asked = (game.request(x) for x in game.owes())
            now = " and ".join(f"{s.side} is asked for {s.kind}" for s in asked if s is not None) or self.asked_next(game)
            raise Failed(line.number, f"{text!r} reaches nobody: {side} is not asked now; {now}")
        return self.book.forced(game.state, side, text)

    def asked_next(self, game: Game) -> str:
        """What a game waits for that asks no side for anything."""
        return f"a roll is wanted: {wanted(game.pending)}" if isinstance(game.pending, Roll) else "the game is over"

    def said(self, text: str) -> tuple[str, str]:
        """``SIDE: TEXT`` as a pair, the side by whatever name the book knows it."""
        side, rest = said(text)
        return self.book.side_meant(side), rest

    def said_by(self, game: Game, line: Line, text: str) -> tuple[str, str]:
        """The same, of a side that plays."""
        side, rest = self.said(text)
        if side not in game.sides:
            raise Failed(line.number, f"no side {side!r} plays; the sides are {', '.join(game.sides)}")
        return side, rest

    def too_early(self) -> bool:
        """True when an order was refused as not asked for now, and the case does not look at a refusal."""
        return not self.judged and self.verdict is not None and any(r.code == "not-now" for r in self.verdict.refusals)

    def for_later(self, game: Game, side: str, text: str) -> bool:
        """True when a line is for a later question of the kind that is asked now."""
        single = game.request(side)
        return single is not None and self.book.later(game.view(side), single, text)

    def out_of_turn(self, game: Game, line: Line) -> None:
        """The verdict on an order of a side that is not asked: a refusal counts, anything else leaves it not asked."""
        side, text = self.said(line.text.removeprefix("check "))
        if any(self.usual_now(game)):
            return
        view = game.view(side)
        try:
            verdict = self.book.check(view, Command(side, "", "none"), self.book.parse(text, view, side))
        except TextError:
            return
        self.verdict = verdict if verdict.refusals else None

    def usual_now(self, game: Game) -> list[str]:
        """The usual answers to what is asked now."""
        asked = [(side, game.request(side)) for side in game.owes()]
        return [self.book.usual(game.view(side), single) for side, single in asked if single is not None]

    def throw_typed(self, game: Game, line: Line, words: list[str]) -> None:
        words = " ".join(words).replace(",", " ").split()
        if not words or not all(w.isdecimal() for w in words):
            raise Failed(line.number, "dice wants faces, like: dice 4 3")
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
                    raise Failed(self.spoke_at, str(e)) from None
            elif self.auto is not None and not self.faces and not self.faces_follow:
                game.auto_roll(self.auto)
            else:
                return

    def note_asked(self, game: Game) -> None:
        if isinstance(game.pending, Roll):
            self.asked.append(game.pending)
        elif game.pending is not None:
            self.asked += [s for s in singles(game.pending) if game.request(s.side) is not None]

    def dice_settled(self, game: Game, stage: Stage) -> None:
        if self.faces:
            left = " ".join(map(str, self.faces))
            short = isinstance(game.pending, Roll) and f"too few for the next roll, {wanted(game.pending)}"
            why = f"\n    {self.told(game, self.verdict)}" if self.verdict is not None and not self.verdict else ""
            raise Failed(self.spoke_at, f"dice left over: {left}; {short or 'no roll wanted them'}{why}")
        told_of = self.unrolled or any(line.text.startswith("rolls ") for line in stage.then)
        if isinstance(game.pending, Roll) and not told_of:
            raise Failed(self.spoke_at, f"a roll is wanted: {wanted(game.pending)}; write a line dice N N, or auto_dice = SEED")

    # -- then
    def expect(self, game: Game, line: Line) -> None:
        words = line.text.split()
        try:
            found = self.generic(game, line, words)
            if found is None:
                found = self.fact(self.before, game.state, line)
        except TextError as e:
            raise Failed(line.number, f"then {line.text!r}: {spelled(e)}") from None
        except RuleError as e:
            raise Failed(line.number, f"then {line.text!r}: {e}") from e
        if found:
            raise Failed(line.number, f"expected {line.text!r}; found: {found}")

    def fact(self, before: Any, state: Any, line: Line, text: str = "") -> str:
        """What was found instead of a line of the book's, empty when it holds; ``not LINE`` is a line turned round."""
        said = text or line.text
        negative = said.startswith("not ")
        holds, found = self.book.holds(before, state, said.removeprefix("not "))
        return "" if holds != negative else found or ("it holds" if negative else "it does not hold")

    def generic(self, game: Game, line: Line, words: list[str]) -> str | None:
        """What was found instead of a generic line, empty when it holds; ``None`` when the line is the book's."""
        words = plain_judgement(words)
        text, n = " ".join(words) if words[0] in ("accepted", "refused") else line.text, len(words)
        verdict = self.verdict
        if words[0] == "refused" and (n <= 2 or (n == 3 and words[1] == "by")):
            if verdict is None:
                no_option = n == 1 and self.not_offered
                return "" if no_option else self.error or "nothing was ordered"
            if n == 1:
                return self.told(game, verdict) if verdict else ""
            if n == 2:
                return "" if verdict.cites(words[1]) else self.told(game, verdict)
            return "" if any(r.code == words[2] for r in verdict.refusals) else self.told(game, verdict)
        if text == "accepted":
            return self.error or ("nothing was ordered" if verdict is None else "" if verdict else self.told(game, verdict))
        if words[0] == "allows" and n == 2:
            self.a_real(line, self.words.wrong_clause(words[1]))
            if verdict is None:
                return self.error or "nothing was ordered"
            return self.error or (self.told(game, verdict) if verdict.cites(words[1]) else "")
        if (words[0] == "caution" and n == 2) or (words[:2] == ["no", "caution"] and n == 3):
            self.a_real(line, self.words.wrong_clause(words[-1]))
            if verdict is None:
                return self.error or "nothing was ordered"
            told_so = any(c.cites(words[-1]) for c in verdict.cautions)
            return "" if told_so == (n == 2) else f"cautions {codes(verdict.cautions) or 'none'}"
        if words[0] == "suggests" and n > 1:
            offered = [m.order for r in (verdict.refusals if verdict is not None else ()) for m in r.remedies if m.order]
            return "" if text[len("suggests ") :] in offered else f"suggested: {'; '.join(offered) or 'nothing'}"
        if words[0] == "culprit" and n > 1:
            culprits = [c for r in (verdict.refusals if verdict is not None else ()) for c in r.culprits]
            who = text[len("culprit ") :]
            meant = any(who == c or self.named(game, c) == who.casefold() for c in culprits)
            return "" if meant else f"culprits: {', '.join(culprits) or 'none'}"
        if words[:2] == ["rests", "on"] and n == 3:
            rests = [c for r in (verdict.refusals + verdict.cautions if verdict is not None else ()) for c in r.rests_on]
            tables = [e.table for e in game.entries[self.from_entry :] if e.table]
            return "" if words[2] in rests + tables else f"rests on: {', '.join(rests + tables) or 'nothing'}"
        if text == "error":
            return "" if self.error else "no error"
        if words[0] == "error" and n > 1:
            wanted_text = text[len("error ") :].strip('"').lower()
            return "" if wanted_text in self.error.lower() and self.error else self.error or "no error"
        return self.generic_happenings(game, line, words)

    def generic_happenings(self, game: Game, line: Line, words: list[str]) -> str | None:
        if words[0] in ("asks", "does"):
            words = [w for w in words if w != "the"]
        text, n = line.text, len(words)
        words = [self.book.side_meant(w) if i and words[0] in ("asks", "does", "shows", "hides", "winner") else w
                 for i, w in enumerate(words)]
        if words[0] == "event" and n > 1:
            events = self.events(game)
            like = [e for e in events if tag_of(e) == words[1]]
            return "" if any(self.fits(game, e, line, 1) for e in events) else f"events: {listed(like or events)}"
        if words[:2] == ["no", "event"] and n > 2:
            self.a_real_event(game, line, 2)
            hit = [e for e in self.events(game) if self.fits(game, e, line, 2)]
            return f"event {listed(hit)}" if hit else ""
        if words[0] == "shows" and n > 2:
            events = self.seen_events(game, words[1])
            return "" if any(self.fits(game, e, line, 2) for e in events) else f"events {words[1]} sees: {listed(events)}"
        if words[0] == "hides" and n > 2:
            self.a_real_event(game, line, 2)
            self.a_real(line, self.wrong_side(game, words[1]))
            hit = [e for e in self.seen_events(game, words[1]) if self.fits(game, e, line, 2)]
            return f"{words[1]} sees {listed(hit)}" if hit else ""
        if words[0] == "asks" and n == 3:
            return "" if self.was_asked(words[1], words[2]) else f"asked: {self.asked_text()}"
        if words[0] == "asks" and n == 4 and words[3] == "now":
            now = game.request(words[1])
            return "" if now is not None and now.kind == words[2] else f"asked now: {', '.join(game.owes()) or 'nobody'}"
        if words[:3] == ["does", "not", "ask"] and n == 5:
            self.a_real(line, self.wrong_side(game, words[3]) or self.words.wrong_kind(words[4]))
            return f"asked: {self.asked_text()}" if self.was_asked(words[3], words[4]) else ""
        if words[:3] == ["does", "not", "ask"] and n == 6 and words[5] == "now":
            self.a_real(line, self.wrong_side(game, words[3]) or self.words.wrong_kind(words[4]))
            now = game.request(words[3])
            return f"asked now: {', '.join(game.owes())}" if now is not None and now.kind == words[4] else ""
        if words[0] == "option" and n > 1:
            return self.option(game, text[len("option ") :])
        if words[:2] == ["no", "option"] and n > 2:
            self.a_real(line, self.no_answer(game, text[len("no option ") :]))
            return "" if self.option(game, text[len("no option ") :]) else "it is offered"
        if words[0] == "rolls" and n == 5 and words[2] in ("dice", "die") and words[3] == "for" and words[1].isdecimal():
            rolls = self.rolls(game)
            hit_roll = any(why == words[4] and k == int(words[1]) for why, k in rolls)
            return "" if hit_roll else f"rolls: {', '.join(f'{k} dice for {why}' for why, k in rolls) or 'none'}"
        if text == "rolls nothing":
            rolls = self.rolls(game)
            return ", ".join(f"{k} dice for {why}" for why, k in rolls)
        if words[0] == "winner" and n == 2:
            winner = "not over" if game.outcome is None else game.outcome.winner or "nobody"
            return "" if winner == words[1] else winner
        if text == "not over":
            return "" if game.outcome is None else f"over: {game.outcome.winner or 'nobody'} won"
        if words[0] == "view" and ":" in text:
            side, rest = self.said(text[len("view") :])
            self.a_real(line, self.wrong_side(game, side))
            return self.in_view(game, line, side, rest)
        if words[0] == "chance" and "=" in text:
            return self.chance_line(game, line)
        return None

    def in_view(self, game: Game, line: Line, side: str, text: str) -> str:
        """What was found instead of a line about what a side can see. What it does not see is there all the same, but of that
        only what is not so can be said."""
        if told_of := re.fullmatch(r"(sees no|does not see|sees) (.+)", text):
            if not any(self.book.knows(s, told_of[2]) for s in (self.before, game.state)):
                self.a_real(line, f"nothing here is called {told_of[2]!r}")
            known = self.book.knows(game.view(side), told_of[2])
            return "" if known == (told_of[1] == "sees") else f"{side} {'sees it' if known else 'does not see it'}"
        try:
            return self.fact(self.book.view(self.before, side), game.view(side), line, text)
        except TextError:
            self.fact(self.before, game.state, line, text)  # what nobody could say is told as that
            return "" if text.startswith("not ") else f"{side} does not see that"

    def fits(self, game: Game, event: Any, line: Line, after: int) -> bool:
        """Whether an event is the one a line describes: ``TAG [field=value ...]`` after so many words; a value may be a name."""
        words = words_in(line)[after:]
        if tag_of(event) != words[0]:
            return False
        for pair in words[1:]:
            field, eq, value = pair.partition("=")
            if not eq:
                raise Failed(line.number, f"{pair!r} is not field=value")
            if field not in event.__struct_fields__:
                has = ", ".join(event.__struct_fields__)
                raise Failed(line.number, f"event {words[0]} has no field {field!r}; it has {has}")
            have = getattr(event, field)
            if shown(have) != plainly(have, value) and self.named(game, have) != value.casefold():
                return False
        return True

    def named(self, game: Game, have: Any) -> str:
        """A value of an event, ids in it as they are called, in small letters."""
        parts, s = have if isinstance(have, tuple) else (have,), game.state
        return ",".join(bare(self.book.named(s, x), x) if isinstance(x, str) and x else shown(x) for x in parts).casefold()

    def a_real_event(self, game: Game, line: Line, after: int) -> None:
        """An event that did not happen is one there is, with fields it has and of things that are there."""
        tag, *pairs = words_in(line)[after:]
        self.a_real(line, self.words.wrong_event(tag, pairs, (self.before, game.state)))

    def a_real(self, line: Line, wrong: str) -> None:
        """A line is an error when something it names is not there, though what it denies does not hold either."""
        if wrong:
            raise Failed(line.number, f"then {line.text!r}: {wrong}")

    def wrong_side(self, game: Game, side: str) -> str:
        return "" if side in game.sides else f"no side {side!r} plays; the sides are {', '.join(game.sides)}"

    def no_answer(self, game: Game, text: str) -> str:
        """Why a text is no answer to anything that could be asked; empty when it may be one."""
        asked = [s for s in (game.request(side) for side in game.owes()) if s is not None]
        if not asked:
            return "nobody is asked anything now"
        offered = [str(o) for s in asked if isinstance(s, Ask) for o in s.options]
        if self.words.an_answer(text, offered, game.state):
            return ""
        wrong = ""
        for side in game.owes():
            try:
                self.book.parse(text, game.view(side), side)
                return ""
            except TextError as e:
                wrong = spelled(e)
        return wrong

    def nothing_unsaid(self, game: Game, stage: Stage) -> None:
        """A refusal or an error nobody expected fails the case."""
        firsts = {plain_judgement(line.text.split())[0] for line in stage.then}
        if self.verdict is not None and not self.verdict and not firsts & {"refused", "allows", "culprit", "suggests", "rests"}:
            raise Failed(self.spoke_at, f"refused, which nothing in then expects: {self.told(game, self.verdict)}")
        if self.error and "error" not in firsts and not (self.not_offered and "refused" in firsts):
            raise Failed(self.spoke_at, f"{self.error} (which nothing in then expects)")

    def told(self, game: Game, verdict: Verdict) -> str:
        """A verdict: in one line, and each refusal in the sentence that players read, with the orders it offers instead."""
        if verdict:
            return "accepted"
        told = ["refused: " + codes(verdict.refusals)]
        for r in verdict.refusals:
            try:
                told.append(f"    {self.book.said(game.state, r).sentence}")
            except WordsError:
                continue    # a book that has no sentences yet
            told += [f"    instead: {m.order}" for m in r.remedies if m.order]
        return "\n".join(told)

    def events(self, game: Game) -> list[Any]:
        return [e.event for e in game.entries[self.from_entry :] if e.kind == "event"]

    def seen_events(self, game: Game, side: str) -> list[Any]:
        seen = [e.happening.seen_by(side) for e in game.entries[self.from_entry :] if e.kind == "event"]
        return [e for e in seen if e is not None]

    def was_asked(self, side: str, kind: str) -> bool:
        return any(not isinstance(s, Roll) and s.side == side and s.kind == kind for s in self.asked)

    def asked_text(self) -> str:
        found = [f"roll for {s.why}" if isinstance(s, Roll) else f"{s.side} {s.kind}" for s in self.asked]
        return ", ".join(dict.fromkeys(found)) or "nobody"

    def option(self, game: Game, text: str) -> str:
        asked = [s for s in (game.request(side) for side in game.owes()) if s is not None]
        offered = [str(o) for s in asked if isinstance(s, Ask) for o in s.options]
        if text in offered:
            return ""
        if any(isinstance(s, Ask) and game.book.spell(game.view(s.side), s, text) in offered for s in asked):
            return ""
        why = ""
        for s in asked:
            if not isinstance(s, Ask):
                try:
                    verdict = game.check(s.side, text)
                except TextError:
                    continue
                if verdict:
                    return ""
                why = self.told(game, verdict)
        return why or f"offered: {', '.join(offered) or 'nothing'}"

    def rolls(self, game: Game) -> list[tuple[str, int]]:
        made: list[tuple[str, int]] = []
        for e in game.entries[self.from_entry :]:
            if e.kind == "roll":
                made.append((e.why, int(e.spec.partition("d")[0])))
        if isinstance(game.pending, Roll):
            made.append((game.pending.why, game.pending.spec.dice[0]))
        return made

    def chance_line(self, game: Game, line: Line) -> str:
        """``chance [SIDE:] QUESTION [ARGUMENT] [-> OUTCOME] = P``."""
        left, _, right = line.text[len("chance") :].rpartition("=")
        asked, arrow, outcome = left.partition("->")
        side, text = self.said(asked)
        if side not in game.sides:
            side, text = (*game.owes(), *game.sides, "")[0], asked.strip()
        question, _, argument = text.partition(" ")
        if self.chance is None:
            raise Failed(line.number, "odds questions are not answered here; run the case with flagplot case run")
        try:
            chances = self.chance(self.book, game.view(side), side, question, argument.strip())
        except TextError as e:
            raise Failed(line.number, f"chance: {spelled(e)}") from None
        by = dict(chances.by_outcome)
        key = outcome.strip() if arrow else "yes"
        if arrow and (wrong := self.words.wrong_outcome(question, key, by)):
            raise Failed(line.number, f"chance: {wrong}")
        found = by.get(key, 0.0 if arrow or "no" in by else None)
        if found is None:
            return f"outcomes {', '.join(by)}; name one: chance {text} -> OUTCOME = P"
        wanted_p, slack = read_chance(right.strip(), line)
        return "" if abs(found - wanted_p) <= slack + 4 * chances.error else f"{found:.6f}"


def plain_judgement(words: list[str]) -> list[str]:
    """``refused`` and ``accepted`` in other words: ``rejected``, ``refused under 21.11``, ``legal``, a full stop at the end."""
    first = words[0].rstrip(".").casefold()
    if first in ("accepted", "legal", "allowed") and len(words) == 1:
        return ["accepted"]
    if first not in ("refused", "rejected", "illegal"):
        return words
    rest = [w.rstrip(".,") for w in words[1:]]
    if len(rest) > 1 and rest[0] in ("under", "by", "for", "with") and rest[1][:1].isdecimal():
        rest = rest[1:]
    return ["refused", *rest]


def said(text: str) -> tuple[str, str]:
    """``SIDE: TEXT`` as a pair; a side may be written small."""
    side, _, rest = text.partition(":")
    side = side.strip()
    return side.capitalize() if side.islower() else side, rest.strip()


def codes(refusals: Iterable[Any]) -> str:
    """Refusals in one line: clause, code, culprits, detail."""
    parts = []
    for r in refusals:
        culprits = f" [{', '.join(r.culprits)}]" if r.culprits else ""
        detail = "".join(f" {k}={v}" for k, v in r.detail)
        also = f" (also {', '.join(r.also)})" if r.also else ""
        parts.append(f"{r.clause}{also} {r.code}{culprits}{detail}")
    return "; ".join(parts)


def wanted(roll: Roll[Any]) -> str:
    """A roll in a few words."""
    n, sides = roll.spec.dice
    return f"{n}d{sides} for {roll.why} ({roll.clause})"


def shown(value: Any) -> str:
    """A field of an event as a case writes it: ``yes``/``no``, lists joined by commas, of a thing of the book its id."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (tuple, list)):
        return ",".join(shown(v) for v in value)
    return str(getattr(value, "id", "...")) if isinstance(value, Struct) else str(value)


def words_in(line: Line) -> list[str]:
    """The words of a line, what stands between quotes as one."""
    try:
        return shlex.split(line.text)
    except ValueError as e:
        raise Failed(line.number, f"{e}; put values with blanks between double quotes") from None


def plainly(have: Any, value: str) -> str:
    """What a case says of a number as it is shown: ``+2`` is ``2``, and ``1`` is ``1.0`` where halves are counted."""
    if isinstance(have, float) and value.isdecimal():
        return f"{value}.0"
    return value.removeprefix("+") if isinstance(have, int) else value


def listed(events: Iterable[Any]) -> str:
    """Events in one line."""
    parts = []
    for e in events:
        fields = ", ".join(f"{f}={shown(getattr(e, f))}" for f in e.__struct_fields__ if f != "clause")
        parts.append(f"{tag_of(e)}({fields})")
    return "; ".join(parts) or "none"
