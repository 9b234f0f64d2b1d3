"""The games to play: every start of every scenario, and the matches between admirals on each."""

from __future__ import annotations

import ast
import hashlib
import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import flagplot
from flagplot import rulebooks
from flagplot.admirals import admirals_for

SOURCE = Path(flagplot.__file__).parent
DECIDING = ("table", "odds", "boards", "admirals")
"""Packages that decide, beside its book, how a game goes."""
TOLD = (
    "casebook",
    "case_lines",
    "presentation",
    "lesson.toml",
    "words.toml",
    "clauses.tsv",
    "ratings.json",
)
"""Files that do not influence play: the texts of a book, and the output of the ladder."""
PROSE = (
    "title",
    "pitch",
    "history",
    "stood",
    "briefings",
    "picture",
    "minutes",
    "learning",
    "offered",
    "span",
)
"""Keys of a scenario's file that do not influence play."""


class Course(NamedTuple):
    """A start of a scenario."""

    book: str
    scenario: str
    start: str
    sides: tuple[str, str]

    @property
    def title(self) -> str:
        return f"{self.book} {self.scenario}" + (f" {self.start}" if self.start else "")


class Bout(NamedTuple):
    """A game to play: the admirals in the order of their seats, and its number on its course."""

    course: Course
    first: str
    second: str
    number: int


def courses(books: Iterable[str] = rulebooks.BOOKS, chosen: Sequence[str] = ()) -> list[Course]:
    """Return every two-sided start of every scenario of *books*; only of the scenarios *chosen*, if
    any."""
    found = []
    for id in books:
        for card in rulebooks.book(id).scenarios:
            if len(card.sides) == 2 and (not chosen or card.id in chosen):
                one, two = card.sides
                found += [
                    Course(id, card.id, start, (one, two))
                    for start, _ in card.starts or (("", ""),)
                ]
    return found


def bouts(
    where: Sequence[Course], admirals: Sequence[str], pairs: int, mirrored: Sequence[str]
) -> Iterator[Bout]:
    """Yield the games of a run, with every kind early: *pairs* pairs between any two of the
    *admirals*, sides changed within a pair, and twice as many games of each of the *mirrored*
    admirals against itself."""
    for number in range(2 * pairs):
        for course in where:
            known = [a for a in admirals if a in admirals_for(rulebooks.book(course.book))]
            for name in known:
                if name in mirrored:
                    yield Bout(course, name, name, number)
            if number < pairs:
                for one, two in combinations(known, 2):
                    yield Bout(course, one, two, number)
                    yield Bout(course, two, one, number)


@cache
def version(book: str) -> str:
    """Return a digest, in 16 hexadecimal digits, of everything that the games of a book depend on:
    its code without comments and docstrings, its tables and its boards. Results of another version
    are results of another game."""
    digest = hashlib.sha256()
    for folder in (*DECIDING, f"rulebooks/{book}"):
        for path in sorted((SOURCE / folder).rglob("*")):
            name = path.relative_to(SOURCE).as_posix()
            if path.suffix in READ and not any(part in TOLD for part in path.parts):
                digest.update(f"{name}\n{READ[path.suffix](path.read_text('utf-8'))}\n".encode())
    return digest.hexdigest()[:16]


@cache
def card_of(book: str, scenario: str) -> str:
    """Return a digest, in 16 hexadecimal digits, of the part of a scenario that a game depends on.
    With another card the same moves score differently."""
    files = sorted((SOURCE / "rulebooks" / book / "scenarios").glob(f"{scenario}*.toml"))
    return hashlib.sha256(
        "\n".join(values(f.read_text("utf-8")) for f in files).encode()
    ).hexdigest()[:16]


def code(text: str) -> str:
    """Return a module without comments, docstrings and line breaks."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            body[:] = [
                n
                for n in body
                if not (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant))
            ]
    return ast.dump(tree)


def values(text: str) -> str:
    """Return the values of a data file, without its prose."""
    return json.dumps(
        {k: v for k, v in tomllib.loads(text).items() if k not in PROSE},
        sort_keys=True,
        default=str,
    )


READ: dict[str, Callable[[str], str]] = {".py": code, ".toml": values, ".tsv": str, ".json": str}
"""File ending -> the function that reduces a file to what counts."""
