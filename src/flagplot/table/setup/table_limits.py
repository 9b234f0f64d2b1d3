"""What an owner's table must keep so that the rules can read it: which rows, which numbers, which
texts.

A rule book states it beside its table: ``labels`` (how its rows may differ), ``needs`` (rows that
stay), ``least`` and ``most`` (row, column or ``*`` -> number), ``cells`` (row or ``*`` -> pattern
of its text cells)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec

LABELS = ("exact", "more", "free", "numbered", "rising")


BANDS = ("least", "most")
"""Columns of a table that reads a total: each row from its least to its most total."""


class Bounds(msgspec.Struct, frozen=True):
    """What a table of a rule book asks of whoever replaces it."""

    labels: str = "exact"
    """``exact``: these rows and no others; ``more``: others may be added; ``free``: and left out;
    ``numbered``: 1, 2, 3 and on without a gap; ``rising``: whole numbers from the book's first
    label upward."""
    needs: tuple[str, ...] = ()
    least: tuple[tuple[str, int], ...] = ()
    most: tuple[tuple[str, int], ...] = ()
    cells: tuple[tuple[str, str], ...] = ()


def read_bounds(raw: Mapping[str, Any]) -> Bounds:
    """The bounds of a parsed table. Raises ``ValueError``."""
    labels = str(raw.get("labels", "exact"))
    if labels not in LABELS:
        raise ValueError(f"labels are one of {', '.join(LABELS)}, not {labels!r}")
    found = {
        key: tuple((str(k), int(v)) for k, v in dict(raw.get(key, {})).items())
        for key in ("least", "most")
    }
    cells = tuple((str(k), str(v)) for k, v in dict(raw.get("cells", {})).items())
    return Bounds(labels, tuple(raw.get("needs", ())), found["least"], found["most"], cells)


Rows = tuple[tuple[str, tuple[str | int | float, ...]], ...]


def faults(
    bounds: Bounds, columns: tuple[str, ...], known: tuple[str, ...], rows: Rows
) -> Iterator[str]:
    """What is wrong with the *rows* of a table whose own labels are *known*, in words."""
    given = [label for label, _ in rows]
    yield from _wrong_labels(bounds.labels, known, given)
    for label in bounds.needs:
        if label not in given:
            yield f"row {label} is wanted"
    if columns == BANDS:
        yield from _gaps(rows)
    patterns = dict(bounds.cells)
    for label, cells in rows:
        pattern = patterns.get(label, patterns.get("*", ""))
        for column, cell in zip(columns, cells, strict=True):
            if isinstance(cell, str):
                if pattern and not re.fullmatch(pattern, cell):
                    yield f"row {label!r}, column {column!r}: {cell!r} is not written like the book's own cells"
                continue
            for name, limit in bounds.least:
                if name in (label, column, "*") and cell < limit:
                    yield f"row {label!r}, column {column!r}: {cell} is less than {limit}, and the rules could not be played"
            for name, limit in bounds.most:
                if name in (label, column, "*") and cell > limit:
                    yield f"row {label!r}, column {column!r}: {cell} is more than {limit}, and the rules could not be played"


def _wrong_labels(kind: str, known: tuple[str, ...], given: list[str]) -> Iterator[str]:
    if not given:
        yield f"there is no row at all; its rows are {', '.join(known)}"
    elif kind in ("exact", "more"):
        odd, lacking = [x for x in given if x not in known], [x for x in known if x not in given]
        if odd and (kind == "exact" or lacking):
            yield f"there is no row {', '.join(odd)} to replace; its rows are {', '.join(known)}"
        if lacking:
            yield f"row {', '.join(lacking)} is wanted; its rows are {', '.join(known)}"
    elif kind == "numbered" and given != [str(n) for n in range(1, len(given) + 1)]:
        yield "rows are numbered 1, 2, 3 and on without a gap"
    elif kind == "rising":
        numbers = [int(x) if re.fullmatch(r"\d+", x) else -1 for x in given]
        if numbers[:1] != [int(known[0])] or numbers != sorted(set(numbers)):
            yield f"rows are whole numbers from {known[0]} upward, each once"


def _gaps(rows: Rows) -> Iterator[str]:
    """Each band must begin where the one before ends, and together they must take every total there
    can be."""
    ends = [(label, int(cells[0]), int(cells[1])) for label, cells in rows]
    for (one, _, most), (two, least, _) in pairwise(ends):
        if most + 1 != least:
            yield f"row {two!r} must begin at {most + 1}, one above the most of {one!r}"
    if any(least > most for _, least, most in ends):
        yield "a row's least is above its most"
    if ends and (ends[0][1] > -20 or ends[-1][2] < 40):
        yield "the first row begins at -99 and the last ends at 99, so that every total finds its row"
