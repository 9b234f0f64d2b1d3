"""Europa-series rules 32 and 36: naval groups, movement points, search, reaction and combat on the 16-mile sheets."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """``BOOK`` is made when it is first asked for, so that importing a single module of the package stays cheap."""
    if name == "BOOK":
        from flagplot.rulebooks.europa.book import BOOK

        return BOOK
    raise AttributeError(name)
