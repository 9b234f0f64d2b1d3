"""Sheets: pages of a position that are read like a ledger and filled in like a form. They are plain
data, made from a side's view only.

A book puts :class:`Sheet` values into its :class:`~flagplot.table.display.position.Display`; the
page draws all of them alike. A :class:`SheetForm` adds a line: the wording of an order with slots,
which :func:`fill_form` turns into the text of an order. Each line is checked like any order
(:mod:`flagplot.table.assist.rehearse`), in the position that the lines before it leave."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec


class Choice(msgspec.Struct, frozen=True):
    """A value that a field may take: the text written into the order, its label, and the heading it
    stands under.

    ``part`` and ``most`` are for values that may be taken in part: ``part`` is the text for n of
    them, with ``{n}``, and ``most`` how many there are.
    """

    text: str
    label: str
    group: str = ""
    note: str = ""
    part: str = ""
    most: int = 0


class Field(msgspec.Struct, frozen=True):
    """A field of a form, for one slot. Without ``choices`` it is typed by hand; ``several`` values
    are separated by commas."""

    slot: str
    label: str
    choices: tuple[Choice, ...] = ()
    several: bool = False
    optional: bool = False
    number: bool = False
    """True for a whole number."""
    free: bool = False
    """True when a value other than the choices may be typed."""


class SheetForm(msgspec.Struct, frozen=True):
    """A form for one kind of line. ``form`` is the wording of its order, ``"supply from {source} to
    {to} [with {units}]"``. A part in brackets is dropped when one of its slots is empty."""

    title: str
    form: str
    fields: tuple[Field, ...]
    clause: str = ""


class Row(msgspec.Struct, frozen=True):
    """A line that is already written: its cells, the clause it rests on, and an order that belongs
    to it (for example, to take it back).

    ``state`` is one of ``good bad spent`` or empty; ``side`` styles it; ``load`` (amount, capacity)
    is drawn as a gauge.
    """

    cells: tuple[str, ...]
    clause: str = ""
    side: str = ""
    state: str = ""
    load: tuple[int, int] | None = None
    order: str = ""
    order_title: str = ""


class Part(msgspec.Struct, frozen=True):
    """A table of a sheet with its column heads; ``empty`` is the text shown when it has no rows."""

    title: str
    heads: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    empty: str = ""
    clause: str = ""


class Remark(msgspec.Struct, frozen=True):
    """A sentence at the head of a sheet, with its clause."""

    text: str
    clause: str = ""


class Sheet(msgspec.Struct, frozen=True):
    """A sheet: its contents, and the forms that may be filled in now (none while its owner is not
    asked)."""

    id: str
    title: str
    lead: tuple[Remark, ...] = ()
    parts: tuple[Part, ...] = ()
    blanks: tuple[SheetForm, ...] = ()
    whole: bool = False
    """True when its lines are one plan, announced and checked together."""


MOST_LINES = 24
"""Most lines that are checked together."""


_GROUP = re.compile(r"\[([^\[\]]*)\]")


_SLOT = re.compile(r"\{(\w+)\}")


def fill_form(form: str, said: Mapping[str, str]) -> str:
    """Return the order text of a form, up to the first required slot without a value.

    >>> fill_form("supply from {source} to {to} [with {units}]", {"source": "Kiel", "to": "Oslo"})
    'supply from Kiel to Oslo'
    >>> fill_form("supply from {source} to {to} [with {units}]", {"to": "Oslo"})
    'supply from '
    """
    values = {slot: " ".join(value.split()) for slot, value in said.items()}
    whole = _GROUP.sub(
        lambda m: m[1] if all(values.get(s) for s in _SLOT.findall(m[1])) else "", form
    )
    out: list[str] = []
    for i, piece in enumerate(_SLOT.split(whole)):
        if i % 2 and not values.get(piece):
            return " ".join("".join(out).split()) + " "
        out.append(values[piece] if i % 2 else piece)
    return " ".join("".join(out).split())
