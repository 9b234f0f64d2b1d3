"""The scenario cards as read from their files."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

from flagplot.table.rulings import package_of


@lru_cache(maxsize=8)
def card_file(id: str) -> dict[str, Any]:
    """The card of a scenario as read from its TOML file."""
    return tomllib.loads(package_of("europa").joinpath("scenarios", f"{id}.toml").read_text("utf-8"))
