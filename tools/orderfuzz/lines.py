"""Altered case lines and odds questions: a case passes or fails, a question is answered or not
understood."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from flagplot import boards, rulebooks
from flagplot.cli.case_commands import book_cases
from flagplot.odds import casebook_chances
from flagplot.table import Rulebook
from flagplot.table.casebook.case_file import Case, Line, Stage
from flagplot.table.casebook.casebook import Casebook

from .names import NONSENSE, NUMBERS, named
from .texts import WORD
from .trials import Trials

FAULT = "failed: "
"""Part of a case's problem when the rules failed, not the case."""


class Lines:
    """The lines of a book's own casebook, and words to substitute."""

    def __init__(self, book: Rulebook[Any], lots: Random) -> None:
        self.book = book
        self.lots = lots
        self.cases = tuple(book_cases(book.id))
        self.casebook = Casebook(rulebooks.book, casebook_chances)
        lines = {
            line.text
            for c in self.cases
            for s in c.stages
            for part in (s.given, s.when, s.then)
            for line in part
        }
        self.words = sorted({w for line in lines for w in WORD.findall(line)})
        self.boards = [b for b in boards.board_ids() if b.startswith(book.id)] or list(
            boards.board_ids()
        )
        self.questions = [q for q in book.questions if q.example]
        chance = [line for line in sorted(lines) if line.startswith("chance ")]
        self.asked = [
            (q.kind, line.rpartition("=")[0].partition("->")[0].partition(f" {q.kind} ")[2])
            for q in self.questions
            for line in chance
            if f" {q.kind} " in line
        ]

    def word(self) -> str:
        """Return a word to put in the place of another."""
        lots = self.lots
        return lots.choice(
            (
                lots.choice(self.words),
                lots.choice(self.words),
                lots.choice(NONSENSE),
                lots.choice(NUMBERS),
                lots.choice(named(lots.choice(self.boards)) or NONSENSE),
            )
        )

    def bent(self, text: str) -> str:
        """Return a line with a word or two changed, left out, doubled or moved."""
        words = text.split()
        for _ in range(self.lots.choice((1, 1, 2))):
            at = self.lots.randrange(len(words) + 1)
            how = self.lots.randrange(6)
            if how < 3 and words:
                words[at % len(words)] = self.word()
            elif how == 3 and words:
                del words[at % len(words)]
            elif how == 4:
                words.insert(at, self.word())
            else:
                words[at:at] = words[:1]
        return " ".join(words)

    def bent_case(self) -> tuple[Case, str]:
        """Return a case with one altered line, and that line."""
        case = self.lots.choice(self.cases)
        at = self.lots.randrange(len(case.stages))
        stage = case.stages[at]
        part = self.lots.choice([p for p in ("given", "when", "then") if getattr(stage, p)])
        lines: list[Line] = list(getattr(stage, part))
        k = self.lots.randrange(len(lines))
        side, colon, rest = (
            lines[k].text.partition(": ") if part == "when" else ("", "", lines[k].text)
        )
        lines[k] = replace(lines[k], text=f"{side}{colon}{self.bent(rest)}".strip() or "x")
        stages = list(case.stages)
        stages[at] = Stage(
            **{
                p: tuple(lines) if p == part else getattr(stage, p)
                for p in ("given", "when", "then")
            }
        )
        return replace(case, stages=tuple(stages)), f"{part} {lines[k].text}"

    def case(self, trials: Trials) -> None:
        """Run an altered case. It may pass or fail, but no rule may fail."""
        case, line = self.bent_case()
        trials.tried += 1
        result = trials.guarded("case", f"{case.id}: {line}", lambda: self.casebook.run(case))
        if result is not None and f"the rules of {self.book.id} failed" in result.problem:
            trials.fault("case", f"{case.id}: {line}", result.problem)

    def question(self, trials: Trials, view: Any, side: str) -> None:
        """Ask an altered question. It must be answered or not understood."""
        if self.questions:
            q = self.lots.choice(self.questions)
            asked = [a for kind, a in self.asked if kind == q.kind] or [q.example]
            trials.odds(
                view,
                side,
                q.kind,
                self.bent(self.lots.choice((q.example, self.lots.choice(asked)))),
            )
