"""Sentence templates with slots, and the names of sides in sentences.

A template looks like ``{side} loses {hits:plural hit hits}[ at {place}].``
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec


def capitalise(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


class Slot(NamedTuple):
    """A slot of a sentence: the name of its value (``interception.place``), and the format."""

    name: str
    spec: str


Part = str | Slot | tuple[Any, ...]
"""A text, a slot, or the parts within a pair of brackets."""


Get = Callable[[str], Any]
"""A function that returns the value of a name. Raises ``KeyError``."""


Spell = Callable[[Slot, Any], str]
"""A function that returns the text of a slot's value. Raises ``ValueError`` for an unknown
format."""


def join_with_and(parts: Iterable[Any]) -> str:
    """Return ``A, B and C``."""
    words = [str(p) for p in parts]
    return (
        words[0]
        if len(words) == 1
        else ", ".join(words[:-1]) + (" and " if words[1:] else "") + (words[-1] if words else "")
    )


def count_text(n: int | float, one: str, many: str = "") -> str:
    """Return a number with its word: ``1 factor``, ``2 factors``, ``0.5 points``."""
    return (
        f"{n if isinstance(n, int) else format(n, 'g')} {one if abs(n) == 1 else many or one + 's'}"
    )


def singular_after_one(text: str) -> str:
    """Return a text with every word after a 1 in the singular: ``1 hits`` becomes ``1 hit``."""
    return re.sub(r"(?<![\w-])1 ([A-Za-z]+)s\b", r"1 \1", text)


def first_names(names: Sequence[str], most: int) -> str:
    """Return the first *most* names, and how many more there are."""
    return join_with_and(names[:most]) + (
        f" and {len(names) - most} more" if len(names) > most else ""
    )


def shorten_name_list(name: str) -> str:
    """Return a short form of a name that lists ships: a list of more than two, also within
    brackets, becomes the first ship and the number of the others. A number in the list counts as
    that many: ``Nelson, Rodney and 4 destroyers`` becomes ``Nelson and 5 more``."""
    return "".join(_first_of(part) for part in re.split(r"([()])", name))


def _first_of(text: str) -> str:
    first, *more = re.split(r", | and ", text)
    counts = [int(n[0]) if (n := re.match(r"\d+(?= )", x)) else 1 for x in more]
    return f"{first} and {sum(counts)} more" if len(more) > 1 else text


def _plain_parts(text: str) -> tuple[Part, ...]:
    out: list[Part] = []
    for literal, name, spec, _ in string.Formatter().parse(text):
        if literal:
            out.append(literal)
        if name is not None:
            out.append(Slot(name, spec or ""))
    return tuple(out)


def compile_template(template: str) -> tuple[Part, ...]:
    """Return the parts of a sentence. Raises ``ValueError`` for braces or brackets that do not
    match."""
    pieces = re.split(r"([\[\]])", template)
    out: list[Part] = []
    inside = False
    for n, piece in enumerate(pieces):
        if piece in ("[", "]") and n % 2:
            if inside == (piece == "["):
                raise ValueError("a bracket stands alone, or within another")
            inside = not inside
        elif inside:
            out.append(_plain_parts(piece))
        else:
            out.extend(_plain_parts(piece))
    if inside:
        raise ValueError("a bracket is not closed")
    return tuple(out)


def placeholders(template: str) -> frozenset[str]:
    """Return the names of the values that a sentence needs. Raises ``ValueError`` for a broken
    sentence."""
    parts = compile_template(template)
    slots = [
        p
        for part in parts
        for p in (part if isinstance(part, tuple) and not isinstance(part, Slot) else (part,))
    ]
    return frozenset(p.name for p in slots if isinstance(p, Slot))


def fill_template(parts: Iterable[Part], get: Get, spell: Spell) -> str:
    """Return the sentence with its slots filled. Raises ``KeyError`` for a name without a value."""
    out: list[str] = []
    for part in parts:
        if isinstance(part, str):
            out.append(part)
        elif isinstance(part, Slot):
            out.append(spell(part, get(part.name)))
        elif all(get(p.name) for p in part if isinstance(p, Slot)):
            out.append(fill_template(part, get, spell))
    return "".join(out)


def count_of(value: Any) -> int:
    """Return the number of things in a value: the number itself, the length of a list, else 1."""
    if isinstance(value, (tuple, list, Mapping)):
        return len(value)
    return int(value) if isinstance(value, (int, float)) else 1


def format_value(slot: Slot, value: Any) -> str:
    """Return a value as text, in the format of its slot. Raises ``ValueError``."""
    spec = slot.spec
    if spec.startswith("plural "):
        _, one, many = spec.split(" ", 2)
        n = value if isinstance(value, (int, float)) else count_of(value)
        return count_text(n, one, many)
    if spec.startswith("agree "):
        _, one, many = spec.split(" ", 2)
        return one if count_of(value) == 1 else many
    if spec.startswith("if "):
        yes, _, no = spec.removeprefix("if ").partition("|")
        return yes if value else no
    if spec == "percent":
        return f"{value:.0f} %"
    if spec == "words":
        return str(value).replace("-", " ")
    if spec == "list" or (not spec and isinstance(value, (tuple, list))):
        return join_with_and(value)
    return format(value, spec)


CALLED = {"Axis": "the Axis", "Allied": "the Allies"}


class SideName(msgspec.Struct, frozen=True):
    """The name of a side in a sentence (``the Allies``), and whether it takes a plural verb."""

    name: str
    several: bool


def side_names(sides: Iterable[str]) -> dict[str, SideName]:
    """Return the name of each side."""
    return {s: SideName(side_name(None, s), side_is_plural(None, s)) for s in sides}


def side_name(view: Any, side: str) -> str:
    """Return the name of a side in a sentence: ``the Axis``, ``the Allies``."""
    return CALLED.get(side, side)


def side_clause(side: str, one: str, many: str) -> str:
    """Return a clause that begins with a side and its verb: ``The Axis waits``, ``The Allies
    wait``."""
    return capitalise(f"{side_name(None, side)} {many if side_is_plural(None, side) else one}")


def side_is_plural(view: Any, side: str) -> bool:
    """Return whether a side takes a plural verb."""
    return side == "Allied"
