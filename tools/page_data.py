"""Pages kept as data: paragraphs and tables that a tool measures, in JSON, and their Markdown.

The tools that measure (``make ladder``, ``make bench``) write ``docs/data/*.json``; ``make docs``
renders them into ``docs/generated/``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).resolve().parent.parent / "docs" / "data"


class Table(NamedTuple):
    """A table: the heads of its columns, and its rows."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


Block = str | Table
"""A paragraph or heading in Markdown, or a table."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; bars inside cells are escaped."""

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |"

    return "\n".join([line(head), "|" + "---|" * len(head), *map(line, rows)])


def markdown(blocks: Iterable[Block]) -> str:
    """Return the Markdown of blocks, parted by empty lines."""
    return "\n\n".join(b if isinstance(b, str) else table(b.head, b.rows) for b in blocks) + "\n"


def write(path: Path, blocks: Iterable[Block]) -> None:
    """Write blocks as JSON, a row of a table on a line of its own, so that changes can be read."""
    path.write_text("[\n" + ",\n".join(map(_json, blocks)) + "\n]\n", "utf-8")


def _json(block: Block) -> str:
    if isinstance(block, str):
        return " " + json.dumps(block, ensure_ascii=False)
    rows = ",\n".join("  " + json.dumps(list(row), ensure_ascii=False) for row in block.rows)
    head = json.dumps(list(block.head), ensure_ascii=False)
    return f' {{"head": {head}, "rows": [\n{rows}\n ]}}'


def read(path: Path) -> list[Block]:
    """Return the blocks of a file that :func:`write` made."""
    found = json.loads(path.read_text("utf-8"))
    return [b if isinstance(b, str) else Table(b["head"], b["rows"]) for b in found]
