"""Sheets: pages of a position that are read like a ledger and filled in like a form. Plain data,
made from a side's view only.

A book puts :class:`Sheet` values into its :class:`~flagplot.table.display.position.Display`; the
page draws all of them alike. What can be written in one is a :class:`SheetForm`: the wording of an
order with slots, which :func:`fill_form` turns into the text of an order. Each line is read and
judged as any order is (:mod:`flagplot.table.assist.rehearse`), in the position that those before it
leave."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec


class Choice(msgspec.Struct, frozen=True):
    """Something a field may be filled with: what is written into the order, what it is called,
    under which heading it stands.

    Of what is counted a part may be taken: ``part`` is how that is written, with ``{n}``, and
    ``most`` how many there are.
    """

    text: str
    label: str
    group: str = ""
    note: str = ""
    part: str = ""
    most: int = 0


class Field(msgspec.Struct, frozen=True):
    """A field of a form: the slot it fills. Without ``choices`` it is written by hand; ``several``
    are parted by commas."""

    slot: str
    label: str
    choices: tuple[Choice, ...] = ()
    several: bool = False
    optional: bool = False
    number: bool = False
    """Whether it is a whole number."""
    free: bool = False
    """Whether something else than the choices may be written."""


class SheetForm(msgspec.Struct, frozen=True):
    """A form for one kind of line: ``form`` is the wording of its order,
    ``"supply from {source} to {to} [with {units}]"``; what stands in brackets goes when a slot in
    it is left empty."""

    title: str
    form: str
    fields: tuple[Field, ...]
    clause: str = ""


class Row(msgspec.Struct, frozen=True):
    """A line that stands already: its cells, the clause it rests on, and an order that belongs to
    it (to take it back, say).

    ``state`` is one of ``good bad spent`` or empty; ``side`` styles it; ``load`` (how much, of how
    much) is drawn as a measure.
    """

    cells: tuple[str, ...]
    clause: str = ""
    side: str = ""
    state: str = ""
    load: tuple[int, int] | None = None
    order: str = ""
    order_title: str = ""


class Part(msgspec.Struct, frozen=True):
    """A table of a sheet with the heads of its columns; ``empty`` is said when it has no rows."""

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
    """A sheet: what it says, and what may be written in it now (nothing, while its owner is not
    asked)."""

    id: str
    title: str
    lead: tuple[Remark, ...] = ()
    parts: tuple[Part, ...] = ()
    blanks: tuple[SheetForm, ...] = ()
    whole: bool = False
    """Whether its lines are one plan: announced together, and judged as a whole."""


MOST_LINES = 24
"""Lines that are looked at together."""


_GROUP = re.compile(r"\[([^\[\]]*)\]")


_SLOT = re.compile(r"\{(\w+)\}")


def fill_form(form: str, said: Mapping[str, str]) -> str:
    """The text of an order as far as its form is filled in: it ends before the first slot that
    lacks a value and must have one.

    >>> filled("supply from {source} to {to} [with {units}]", {"source": "Kiel", "to": "Oslo"})
    'supply from Kiel to Oslo'
    >>> filled("supply from {source} to {to} [with {units}]", {"to": "Oslo"})
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
