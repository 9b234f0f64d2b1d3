"""The hand table of a board, with the facts of its rule book: where straits and canals part or join
the waters."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "flagplot"


def table_of(path: Path) -> dict[str, Any]:
    """A table and the rows of the file it names under ``facts``; these stay in the book, only their
    waters go into the board."""
    table: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    facts = (
        tomllib.loads((PACKAGE / table["facts"]).read_text("utf-8")) if table.get("facts") else {}
    )
    return {**facts, **table}
