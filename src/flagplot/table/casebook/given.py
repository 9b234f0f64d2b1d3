"""The position of a case, laid out line by line: a second line about the same thing adds to it or
is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..contract.rulebook import Rulebook
from ..core.errors import RuleError, TextError
from .case_file import CaseFailure, Line

Leaf = tuple[str, ...]
"""The way to one value of a position: field, key, field ..."""


def place_lines(book: Rulebook[Any], state: Any, lines: Sequence[Line]) -> Any:
    """The position with these lines put on the board. Raises
    :class:`~flagplot.table.casebook.case_file.CaseFailure` for a line that cannot be read, for one
    that says otherwise of something than a line before it, and for a position that no order could
    have made."""
    before = set(book.impossible(state))
    said: dict[Leaf, Line] = {}
    silent: list[Line] = []
    for line, was, now in _in_turn(book, state, lines):
        state, changed = now, dict(_changes(was, now))
        for leaf in changed:
            if leaf in said and not book.implies(said[leaf].text, leaf[0]):
                raise _otherwise(said[leaf], line)
        said |= {leaf: line for leaf, created in changed.items() if not created}
        if not changed:
            silent.append(line)
    for line in silent:  # what was so already when the line was read, and has been changed since
        try:
            changed = dict(_changes(state, book.given(state, line.text)))
        except TextError:
            continue
        for leaf in changed:
            if leaf in said and not book.implies(line.text, leaf[0]):
                raise _otherwise(line, said[leaf])
    for about, why in book.impossible(state):
        if (about, why) not in before:
            line = next((x for x in reversed(lines) if about in x.text), lines[-1])
            raise CaseFailure(line.number, f"given {line.text!r}: no order could make this: {why}")
    return state


def _in_turn(
    book: Rulebook[Any], state: Any, lines: Sequence[Line]
) -> Iterator[tuple[Line, Any, Any]]:
    """Each line with the position before and after it. One that cannot be read yet waits for those
    after it, which may put down what it names; when none of them helps, the first that waits is at
    fault."""
    while lines:
        waiting: list[tuple[Line, CaseFailure]] = []
        for line in lines:
            try:
                was, state = state, put(book, state, line)
            except CaseFailure as e:
                waiting.append((line, e))
                continue
            yield line, was, state
        if len(waiting) == len(lines):
            raise waiting[0][1]
        lines = [line for line, _ in waiting]


def put(book: Rulebook[Any], state: Any, line: Line) -> Any:
    """The position with one line put on the board."""
    try:
        return book.given(state, line.text)
    except TextError as e:
        raise CaseFailure(line.number, f"given {line.text!r}: {spelled(e)}") from None
    except RuleError as e:
        raise CaseFailure(line.number, f"given {line.text!r}: {e}") from e


def spelled(e: TextError) -> str:
    """A text error with what was expected, and how it is written."""
    expected = f" (expected {', '.join(e.expected)})" if e.expected else ""
    return e.reason + expected + "".join(f"\n    as in: {x}" for x in e.forms)


def _otherwise(first: Line, second: Line) -> CaseFailure:
    number = max(first.number, second.number)
    return CaseFailure(
        number,
        f"given {second.text!r}: line {first.number} says otherwise ({first.text}); say it once",
    )


def _changes(a: Any, b: Any, way: Leaf = ()) -> Iterator[tuple[Leaf, bool]]:
    """The values that differ between two positions, each with whether it is a thing newly put on
    the board, of which a later line may say more."""
    if a is b:
        return
    one, two = _parts(a), _parts(b)
    if one is None or two is None or type(a) is not type(b):
        if a != b:
            yield way, False
        return
    for key, value in two.items():
        if key not in one:
            yield (*way, key), _parts(value) is not None
        else:
            yield from _changes(one[key], value, (*way, key))
    for key in one:
        if key not in two:
            yield (*way, key), False


def _parts(value: Any) -> Mapping[str, Any] | None:
    """The parts of a value by name: fields, keys, things by their ids, places of a row; ``None`` of
    a plain value."""
    if isinstance(value, msgspec.Struct):
        return {f: getattr(value, f) for f in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {str(k): v for k, v in value.items()}
    if isinstance(value, tuple):
        return {str(getattr(x, "id", n)): x for n, x in enumerate(value)}
    return {str(x): True for x in value} if isinstance(value, frozenset) else None
