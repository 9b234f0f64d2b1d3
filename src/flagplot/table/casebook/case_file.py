"""Strict reading of case files. ``casebook`` runs the cases; ``docs/casebook.md`` describes the
grammar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ..contract.rulebook import Rulebook
from ..core.errors import TextError
from ..setup.data_files import read_toml

Chance = Callable[[Rulebook[Any], Any, str, str, str], "Chances"]
"""A function that answers an odds question: (book, view, side, question, argument) -> chances. The
odds package provides it."""


class Chances(msgspec.Struct, frozen=True):
    """The chance 0 to 1 of each outcome, by its text (``yes`` and ``no`` for a yes-or-no question),
    and the sampling error (0.0: exact)."""

    by_outcome: tuple[tuple[str, float], ...]
    error: float = 0.0


class CaseError(ValueError):
    """A case file that cannot be read: file, case, line, reason, remedy."""

    def __init__(
        self, file: str, reason: str, *, case: str = "", line: int = 0, remedy: str = ""
    ) -> None:
        where = file + (f":{line}" if line else "") + (f": case {case}" if case else "")
        super().__init__(f"{where}: {reason}" + (f"; {remedy}" if remedy else ""))
        self.file = file
        self.case = case
        self.line = line
        self.reason = reason
        self.remedy = remedy


class CaseFailure(Exception):  # noqa: N818
    """A case that does not hold: the line, and what was found instead."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line
        self.problem = problem


class Line(msgspec.Struct, frozen=True):
    """A line of a case, and its number in the file (from 1)."""

    text: str
    number: int


class Stage(msgspec.Struct, frozen=True):
    """One given-when-then of a case. ``common`` are position lines from the top of the file; the
    case's own lines come after them."""

    given: tuple[Line, ...] = ()
    when: tuple[Line, ...] = ()
    then: tuple[Line, ...] = ()
    common: tuple[Line, ...] = ()


class Case(msgspec.Struct, frozen=True):
    """One ruling as data."""

    file: str
    book: str
    id: str
    title: str
    clauses: tuple[str, ...]
    stages: tuple[Stage, ...]
    edition: str = ""
    scenario: str = ""
    start: str = ""
    house: tuple[tuple[str, str], ...] = ()
    auto_dice: str = ""
    line: int = 0


_FILE_KEYS = {"book", "edition", "scenario", "start", "house", "given", "case"}


_CASE_KEYS = {
    "id",
    "clauses",
    "title",
    "edition",
    "scenario",
    "start",
    "house",
    "given",
    "when",
    "then",
    "auto_dice",
    "step",
    "note",
}


_STEP_KEYS = {"given", "when", "then", "note"}


def read_cases(text: str, file: str, book: str = "") -> tuple[Case, ...]:
    """Read the text of a case file. Raises :class:`CaseError`.

    ``edition``, ``scenario``, ``start``, ``house`` and ``given`` at the top of the file hold for
    every case of it (a case's own ``given`` comes after the file's). *book* is the default for a
    file that names no book.
    """
    try:
        data = read_toml(text)
    except ValueError as e:
        raise CaseError(
            file,
            f"not TOML: {e}",
            remedy="quote texts, and write several lines between three quotes",
        ) from None
    _keys(data, _FILE_KEYS, file, "", 0)
    book = _text(data, "book", file, "", 0) or book
    if not book:
        raise CaseError(file, "the file names no rule book", remedy='begin it with book = "awaw"')
    raws = data.get("case", [])
    if not isinstance(raws, list) or not raws:
        raise CaseError(file, "the file has no case", remedy="write [[case]] above each case")
    places = _Places(text)
    common = places.lines(_text(data, "given", file, "", 0), 0)
    cases = []
    ids: set[str] = set()
    for raw in raws:
        case = _read_case(raw, data, file, book, places, common)
        if case.id in ids:
            raise CaseError(
                file,
                "this id stands twice",
                case=case.id,
                line=case.line,
                remedy="give each case its own id",
            )
        ids.add(case.id)
        cases.append(case)
    return tuple(cases)


def _read_case(
    raw: Any,
    data: Mapping[str, Any],
    file: str,
    book: str,
    places: _Places,
    common: tuple[Line, ...],
) -> Case:
    start = places.next_case()
    if not isinstance(raw, dict):
        raise CaseError(file, "a case is a table", line=start, remedy="write [[case]] above it")
    id = _text(raw, "id", file, "", start)
    if not id:
        raise CaseError(file, "a case without id", line=start, remedy='add id = "21.11-full-port"')
    _keys(raw, _CASE_KEYS, file, id, start)
    clauses = raw.get("clauses")
    if not isinstance(clauses, list) or not all(isinstance(c, str) for c in clauses):
        raise CaseError(
            file,
            "clauses must be a list of clause ids",
            case=id,
            line=start,
            remedy='clauses = ["21.11"]',
        )
    stages = []
    if any(k in raw for k in ("given", "when", "then")) or "step" not in raw:
        stages.append(_stage(raw, file, id, start, places))
    steps = raw.get("step", [])
    if not isinstance(steps, list):
        raise CaseError(file, "steps are written [[case.step]]", case=id, line=start)
    for step in steps:
        _keys(step, _STEP_KEYS, file, id, start)
        stages.append(_stage(step, file, id, places.next_step(), places))
    first = stages[0]
    stages[0] = Stage(first.given, first.when, first.then, common)
    if not any(s.then for s in stages):
        raise CaseError(
            file,
            "the case expects nothing",
            case=id,
            line=start,
            remedy="add then = with at least one line",
        )
    house = {**_house(data, file, "", 0), **_house(raw, file, id, start)}
    auto = raw.get("auto_dice", "")
    return Case(
        file,
        book,
        id,
        _text(raw, "title", file, id, start),
        tuple(clauses),
        tuple(stages),
        _text(raw, "edition", file, id, start) or _text(data, "edition", file, "", 0),
        _text(raw, "scenario", file, id, start) or _text(data, "scenario", file, "", 0),
        _text(raw, "start", file, id, start) or _text(data, "start", file, "", 0),
        tuple(sorted(house.items())),
        str(auto),
        start,
    )


def _stage(raw: Mapping[str, Any], file: str, id: str, start: int, places: _Places) -> Stage:
    parts = [
        places.lines(_text(raw, key, file, id, start), start) for key in ("given", "when", "then")
    ]
    return Stage(*parts)


def _keys(raw: Mapping[str, Any], known: set[str], file: str, case: str, line: int) -> None:
    unknown = sorted(set(raw) - known)
    if unknown:
        raise CaseError(
            file,
            f"unknown key {unknown[0]!r}",
            case=case,
            line=line,
            remedy=f"keys are {', '.join(sorted(known))}",
        )


def _text(raw: Mapping[str, Any], key: str, file: str, case: str, line: int) -> str:
    value = raw.get(key, "")
    if not isinstance(value, str):
        raise CaseError(file, f"{key} must be text", case=case, line=line, remedy=f'{key} = "..."')
    return value


def _house(raw: Mapping[str, Any], file: str, case: str, line: int) -> dict[str, str]:
    value = raw.get("house", {})
    if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
        raise CaseError(
            file,
            "house must map switches to choices",
            case=case,
            line=line,
            remedy='house = { "HR-36C" = "any" }',
        )
    return value


class _Places:
    """Line numbers in a case file, which the TOML parser does not report."""

    def __init__(self, text: str) -> None:
        self._lines = [line.strip() for line in text.splitlines()]
        self._at = 0

    def next_case(self) -> int:
        return self._next("[[case]]")

    def next_step(self) -> int:
        return self._next("[[case.step]]")

    def _next(self, head: str) -> int:
        """Return the line of the next head; the last one found when there is none (cases may be
        written without heads)."""
        found = (
            i + 1
            for i in range(self._at, len(self._lines))
            if self._lines[i].replace(" ", "").startswith(head)
        )
        self._at = next(found, self._at)
        return self._at

    def lines(self, block: str, start: int) -> tuple[Line, ...]:
        found = []
        at = start
        for raw in block.splitlines():
            text = raw.strip()
            if not text or text.startswith("#"):
                continue
            try:
                number = next(i for i in range(at, len(self._lines)) if text in self._lines[i]) + 1
                at = number
            except StopIteration:
                number = start
            if " #" in text:
                text = text[: text.index(" #")].rstrip()
            found.append(Line(text, number))
        return tuple(found)


def read_chance(text: str) -> tuple[float, float]:
    """Return the chance 0 to 1 and its tolerance from ``0.58``, ``58 %`` or ``21/36``. The
    tolerance is half a unit of the last digit. Raises :class:`TextError`."""
    try:
        if "/" in text:
            above, below = text.split("/")
            return int(above) / int(below), 1e-9
        percent = text.endswith("%")
        number = text.rstrip("% ")
        digits = len(number.partition(".")[2])
        scale = 100 if percent else 1
        return float(number) / scale, 0.5 * 10**-digits / scale + 1e-9
    except (ValueError, ZeroDivisionError):
        raise TextError(f"{text!r} is not a chance; write 0.58, 58 % or 21/36") from None
