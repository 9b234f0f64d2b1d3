"""The position of a case, built line by line. A second line about the same thing adds to the first
or is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..contract.rulebook import Rulebook
from ..core.errors import RuleError, TextError
from .case_file import CaseFailure, Line

Leaf = tuple[str, ...]
"""The path to one value of a state: field, key, field ..."""


def place_lines(book: Rulebook[Any], state: Any, lines: Sequence[Line]) -> Any:
    """Return the state with these lines put on the board. Raises
    :class:`~flagplot.table.casebook.case_file.CaseFailure` for a line that cannot be read, a line
    that contradicts an earlier line, and a position that no orders could produce."""
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
    # Recheck lines that changed nothing when they were read: a later line may have contradicted
    # them.
    for line in silent:
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
    """Yield each line with the state before and after it. A line that cannot be read yet waits for
    the lines after it, which may create what it names. When no waiting line can be read, the first
    is reported."""
    while lines:
        waiting: list[tuple[Line, CaseFailure]] = []
        for line in lines:
            try:
                was, state = state, place_line(book, state, line)
            except CaseFailure as e:
                waiting.append((line, e))
                continue
            yield line, was, state
        if len(waiting) == len(lines):
            raise waiting[0][1]
        lines = [line for line, _ in waiting]


def place_line(book: Rulebook[Any], state: Any, line: Line) -> Any:
    """Return the state with one line put on the board. Raises :class:`CaseFailure` for a line that
    cannot be read."""
    try:
        return book.given(state, line.text)
    except TextError as e:
        raise CaseFailure(line.number, f"given {line.text!r}: {text_error_sentence(e)}") from None
    except RuleError as e:
        raise CaseFailure(line.number, f"given {line.text!r}: {e}") from e


def text_error_sentence(e: TextError) -> str:
    """Return a text error with the expected texts and examples of the wording."""
    expected = f" (expected {', '.join(e.expected)})" if e.expected else ""
    return e.reason + expected + "".join(f"\n    as in: {x}" for x in e.forms)


def _otherwise(first: Line, second: Line) -> CaseFailure:
    number = max(first.number, second.number)
    return CaseFailure(
        number,
        f"given {second.text!r}: line {first.number} says otherwise ({first.text}); say it once",
    )


def _changes(a: Any, b: Any, way: Leaf = ()) -> Iterator[tuple[Leaf, bool]]:
    """Yield the (path, created) pairs of values that differ between two states. ``created`` is true
    for a new thing, about which a later line may say more."""
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
    """Return the parts of a value by name: fields, keys, elements by id or index; ``None`` for a
    plain value."""
    if isinstance(value, msgspec.Struct):
        return {f: getattr(value, f) for f in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {str(k): v for k, v in value.items()}
    if isinstance(value, tuple):
        return {str(getattr(x, "id", n)): x for n, x in enumerate(value)}
    return {str(x): True for x in value} if isinstance(value, frozenset) else None
