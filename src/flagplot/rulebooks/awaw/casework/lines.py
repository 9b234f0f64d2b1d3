"""The lines a case may use, of a position and of what must follow: the modules of this room register theirs here."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from flagplot.table import TextError
from flagplot.table.phrase import Phrase

from ..state import State
from .nouns import lines as declared
from .plain import facts_in, plainly
from .reading import ImpossibleError

Given = Callable[[State, re.Match[str]], State]
Holds = Callable[[State, State, re.Match[str]], tuple[bool, str]]

GIVEN: list[tuple[Phrase, Given, str]] = []
HOLDS: list[tuple[Phrase, Holds, str]] = []


def given(pattern: str, example: str) -> Callable[[Given], Given]:
    """A line of a case's position, matched whole and in any case; *example* goes into messages and the docs."""

    def mark(f: Given) -> Given:
        GIVEN.append((Phrase(pattern, re.IGNORECASE), f, example))
        return f

    return mark


def holds(pattern: str, example: str) -> Callable[[Holds], Holds]:
    """A line of what must follow in a case, matched whole and in any case."""

    def mark(f: Holds) -> Holds:
        HOLDS.append((Phrase(pattern, re.IGNORECASE), f, example))
        return f

    return mark


def said(kind: str, state: State, line: str) -> Callable[..., Any] | None:
    """The function of a declared line, its slots filled; ``None`` when no declared line reads so."""
    scan = declared._scan(kind, line, state)
    try:
        return partial(declared._read(kind, scan), **scan.values)
    except TextError:
        return None


REWORDINGS = 3
"""How often a line is put in other words until it is one that is known."""


def put_given(state: State, line: str, rewordings: int = REWORDINGS) -> State:
    """Put one line of a position on the board; a line that fits several patterns is read by the first that can.

    Raises :class:`TextError` with the lines there are.
    """
    known = said("given", state, line)
    if known is not None:
        placed: State = known(state)
        return placed
    tidy = " ".join(line.split()).rstrip(".;")
    wrong: TextError | None = None
    for pattern, f, _ in GIVEN:
        m = pattern.fullmatch(tidy)
        if m:
            try:
                return f(state, m)
            except ImpossibleError:
                raise
            except TextError as e:
                wrong = wrong or e
    plain = plainly(tidy) if rewordings else [tidy]
    if plain != [tidy]:
        try:
            for x in plain:
                state = put_given(state, x, rewordings - 1)
            return state
        except ImpossibleError:
            raise
        except TextError as e:
            wrong = wrong or e
    if wrong is not None:
        raise wrong
    raise TextError(f"no line of a position reads like {line.strip()!r}", 0, _near(tidy, [e for _, _, e in GIVEN]))


_NOT = re.compile(r"\b(cannot) | not ", re.IGNORECASE)
"""A line may be turned round in its midst: ``ships at Leningrad may not intercept ...``."""


def test_holds(before: State, state: State, line: str) -> tuple[bool, str]:
    """Say whether a line holds. Raises :class:`TextError` with the lines there are."""
    known = said("fact", state, line)
    if known is not None:
        found: tuple[bool, str] = known(before, state)
        return found
    return _holding(before, state, line, REWORDINGS)


def _holding(before: State, state: State, line: str, rewordings: int) -> tuple[bool, str]:
    """Whether a line holds, as it stands or in other words."""
    tidy = " ".join(line.split()).rstrip(".;")
    try:
        return _as_it_stands(before, state, tidy, rewordings)
    except TextError as e:
        for lines in facts_in(tidy) if rewordings else ():
            try:
                found = [_holding(before, state, x, rewordings - 1) for x in lines]
            except TextError:
                continue
            return next((f for f in found if not f[0]), found[0])
        raise e from None


def _as_it_stands(before: State, state: State, tidy: str, rewordings: int) -> tuple[bool, str]:
    """Whether a line holds that is one of those there are, or one of them turned round."""
    negative = tidy.casefold().startswith("not ")
    wrong: TextError | None = None
    for pattern, f, _ in HOLDS:
        m = pattern.fullmatch(tidy[4:] if negative else tidy)
        if m:
            try:
                ok, found = f(before, state, m)
            except TextError as e:
                wrong = wrong or e
                continue
            return (not ok if negative else ok), found
    turned = _NOT.sub(lambda m: "can " if m[1] else " ", tidy, count=1)
    if turned != tidy:
        ok, found = _holding(before, state, turned, rewordings)
        return not ok, found
    if wrong is not None:
        raise wrong
    raise TextError(f"no line of what must follow reads like {tidy!r}", 0, _near(tidy, [e for _, _, e in HOLDS]))


def _near(line: str, examples: list[str]) -> list[str]:
    words = set(line.casefold().split())
    return sorted(examples, key=lambda e: -len(words & set(e.casefold().split())))[:4]
