"""Limits for a replaced rule table, so that the rules can still read it: its rows, numbers and
texts.

A rule book states the limits beside its table: ``labels`` (how its rows may differ), ``needs``
(rows that stay), ``least`` and ``most`` (row, column or ``*`` -> number), ``cells`` (row or ``*``
-> pattern of its text cells)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec

LABELS = ("exact", "more", "free", "numbered", "rising")


BANDS = ("least", "most")
"""Columns of a table that reads a total: each row covers the totals from its least to its most."""


class TableLimits(msgspec.Struct, frozen=True):
    """The limits that a rule table sets for a table that replaces it."""

    labels: str = "exact"
    """The labels that the rows may have. ``exact``: the book's rows only; ``more``: rows may be
    added; ``free``: rows may also be left out; ``numbered``: 1, 2, 3 and on without a gap;
    ``rising``: whole numbers from the book's first label upward."""
    needs: tuple[str, ...] = ()
    least: tuple[tuple[str, int], ...] = ()
    most: tuple[tuple[str, int], ...] = ()
    cells: tuple[tuple[str, str], ...] = ()


def read_limits(raw: Mapping[str, Any]) -> TableLimits:
    """Return the limits of a parsed table. Raises ``ValueError`` for an unknown kind of labels."""
    labels = str(raw.get("labels", "exact"))
    if labels not in LABELS:
        raise ValueError(f"labels are one of {', '.join(LABELS)}, not {labels!r}")
    found = {
        key: tuple((str(k), int(v)) for k, v in dict(raw.get(key, {})).items())
        for key in ("least", "most")
    }
    cells = tuple((str(k), str(v)) for k, v in dict(raw.get("cells", {})).items())
    return TableLimits(labels, tuple(raw.get("needs", ())), found["least"], found["most"], cells)


Rows = tuple[tuple[str, tuple[str | int | float, ...]], ...]


def limit_faults(
    bounds: TableLimits, columns: tuple[str, ...], known: tuple[str, ...], rows: Rows
) -> Iterator[str]:
    """Yield each fault of *rows* as a sentence; *known* are the labels of the book's own table."""
    given = [label for label, _ in rows]
    yield from _wrong_labels(bounds.labels, known, given)
    for label in bounds.needs:
        if label not in given:
            yield f"row {label} is missing"
    if columns == BANDS:
        yield from _gaps(rows)
    patterns = dict(bounds.cells)
    for label, cells in rows:
        pattern = patterns.get(label, patterns.get("*", ""))
        for column, cell in zip(columns, cells, strict=True):
            if isinstance(cell, str):
                if pattern and not re.fullmatch(pattern, cell):
                    yield f"row {label!r}, column {column!r}: {cell!r} is not written like the cells of the book's table"
                continue
            for name, limit in bounds.least:
                if name in (label, column, "*") and cell < limit:
                    yield f"row {label!r}, column {column!r}: {cell} is less than {limit}, and the rules cannot work with it"
            for name, limit in bounds.most:
                if name in (label, column, "*") and cell > limit:
                    yield f"row {label!r}, column {column!r}: {cell} is more than {limit}, and the rules cannot work with it"


def _wrong_labels(kind: str, known: tuple[str, ...], given: list[str]) -> Iterator[str]:
    if not given:
        yield f"the table has no rows; it needs the rows {', '.join(known)}"
    elif kind in ("exact", "more"):
        odd, lacking = [x for x in given if x not in known], [x for x in known if x not in given]
        if odd and (kind == "exact" or lacking):
            yield f"there is no row {', '.join(odd)} to replace; its rows are {', '.join(known)}"
        if lacking:
            yield f"row {', '.join(lacking)} is missing; the book's rows are {', '.join(known)}"
    elif kind == "numbered" and given != [str(n) for n in range(1, len(given) + 1)]:
        yield "rows are numbered 1, 2, 3 and on without a gap"
    elif kind == "rising":
        numbers = [int(x) if re.fullmatch(r"\d+", x) else -1 for x in given]
        if numbers[:1] != [int(known[0])] or numbers != sorted(set(numbers)):
            yield f"rows are whole numbers from {known[0]} upward, each once"


def _gaps(rows: Rows) -> Iterator[str]:
    """Yield each fault of a table of bands: each band must begin where the one before ends, and
    together they must cover every possible total."""
    ends = [(label, int(cells[0]), int(cells[1])) for label, cells in rows]
    for (one, _, most), (two, least, _) in pairwise(ends):
        if most + 1 != least:
            yield f"row {two!r} must begin at {most + 1}, one above the most of {one!r}"
    if any(least > most for _, least, most in ends):
        yield "a row has a least above its most"
    if ends and (ends[0][1] > -20 or ends[-1][2] < 40):
        yield "the first row begins at -99 and the last ends at 99, so that every total finds its row"
