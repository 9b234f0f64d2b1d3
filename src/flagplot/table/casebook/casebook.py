"""The casebook runs cases: it sets up the position, gives the orders and checks the expected
results. See ``docs/casebook.md``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec

from ..contract.rulebook import Rulebook
from ..core.errors import RuleError, rule_error
from ..game.game import BookOf
from ..setup.data_files import DataError
from ..setup.rulings import Rulings, rulings
from ..setup.scenarios import Setup
from .case_file import Case, CaseError, CaseFailure, Chance, Chances, read_cases
from .case_run import CaseRun

__all__ = [
    "Case",
    "CaseError",
    "CaseResult",
    "Casebook",
    "Chance",
    "Chances",
    "read_cases",
    "summary_line",
]


class CaseResult(msgspec.Struct, frozen=True):
    """The result of a case. ``problem`` is empty when it passed, else it says what was expected and
    found; ``line`` is where."""

    file: str
    id: str
    title: str
    clauses: tuple[str, ...]
    problem: str = ""
    line: int = 0

    @property
    def passed(self) -> bool:
        """True when the case passed."""
        return not self.problem

    def __str__(self) -> str:
        if self.passed:
            return f"passed {self.id}"
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"FAILED {self.id} ({self.title})\n  {where}: {self.problem}"


class Casebook:
    """A runner of cases. It keeps rulings and first states, so that a whole book runs fast."""

    def __init__(
        self,
        book_of: BookOf,
        chance: Chance | None = None,
        known: Callable[[str], Collection[str]] | None = None,
        rulings_of: Callable[[str, str, dict[str, str]], Rulings] = rulings,
    ) -> None:
        """Take the functions a run needs. *chance* answers odds questions (the odds package
        provides it). *known* returns the clause ids of a book, to catch misspelled ones.
        *rulings_of* (book, edition, house) returns the rulings, for example with an owner's own
        tables."""
        self._rulings_of = rulings_of
        self._book_of = book_of
        self._chance = chance
        self._known = known
        self._rulings: dict[tuple[str, str, tuple[tuple[str, str], ...]], Rulings] = {}
        self._starts: dict[tuple[str, Setup, Rulings], Any] = {}

    def run_text(self, text: str, file: str, only: str = "") -> list[CaseResult]:
        """Run the cases of a file's text whose id contains *only*. Raises :class:`CaseError` for an
        unreadable file."""
        return [self.run(case) for case in read_cases(text, file) if only in case.id]

    def run(self, case: Case) -> CaseResult:
        """Run one case. A failing case, or a rule that raises, gives a failed result, not an
        exception."""
        run: CaseRun | None = None
        try:
            run = CaseRun(
                case,
                self.setup(case),
                self._chance,
                self._known(case.book) if self._known is not None else (),
            )
            run.play()
        except CaseError as e:
            return CaseResult(case.file, case.id, case.title, case.clauses, e.reason, e.line)
        except CaseFailure as e:
            return CaseResult(case.file, case.id, case.title, case.clauses, e.problem, e.line)
        except Exception as e:
            why = str(e) if isinstance(e, RuleError) else str(rule_error(case.book, e))
            at = (run.orders.spoke_at if run is not None else 0) or case.line
            return CaseResult(case.file, case.id, case.title, case.clauses, why, at)
        return CaseResult(case.file, case.id, case.title, case.clauses)

    def setup(self, case: Case) -> tuple[Rulebook[Any], Setup, Rulings, Any]:
        """Return the book, set-up, rulings and first state of a case. Raises :class:`CaseError`."""
        try:
            book = self._book_of(case.book)
            if case.edition and case.edition not in book.editions:
                raise KeyError(f"no edition {case.edition!r}; there are {', '.join(book.editions)}")
            edition = case.edition or book.editions[0]
            if self._known is not None:
                known = self._known(case.book)
                for id in case.clauses:
                    if id not in known:
                        raise KeyError(f"{id!r} is not a clause of {case.book}")
            key = (case.book, edition, case.house)
            if key not in self._rulings:
                self._rulings[key] = self._rulings_of(case.book, edition, dict(case.house))
            ruled = self._rulings[key]
            setup = Setup(case.scenario, case.start, edition, case.house)
            if (case.book, setup, ruled) not in self._starts:
                self._starts[case.book, setup, ruled] = book.case_start(setup, ruled)
            return book, setup, ruled, self._starts[case.book, setup, ruled]
        except (KeyError, DataError) as e:
            raise CaseError(
                case.file, str(e.args[0] if e.args else e), case=case.id, line=case.line
            ) from None


def summary_line(results: Sequence[CaseResult]) -> str:
    """Return the last line of a run: ``N passed, M failed``."""
    failed = sum(not r.passed for r in results)
    return f"{len(results) - failed} passed, {failed} failed"
