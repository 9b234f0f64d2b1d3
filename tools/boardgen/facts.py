"""The hand table of a board, with the facts of its rule book about straits and canals."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "flagplot"


def table_of(path: Path) -> dict[str, Any]:
    """Return a table, with the rows of the file it names under ``facts``. The facts stay in the
    book; the board takes only their waters."""
    table: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    facts = (
        tomllib.loads((PACKAGE / table["facts"]).read_text("utf-8")) if table.get("facts") else {}
    )
    return {**facts, **table}
