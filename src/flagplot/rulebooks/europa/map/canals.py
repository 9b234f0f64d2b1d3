"""Canals that rules name, from the rows of their table: which hexsides are whose canal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from flagplot.table import clause
from flagplot.table.rulings import load_tables

TABLE = "europa.canals"
SUEZ, CORINTH, KIEL = NAMES = "Suez", "Corinth", "Kaiser Wilhelm"


@clause("32.A.6.a", "36.A.5")
@lru_cache(maxsize=1)
def hexsides() -> Mapping[str, str]:
    """Hexside -> the canal it belongs to. The Suez Canal runs from Port Said to Suez, the Kaiser Wilhelm Canal joins the
    North Sea and the Baltic."""
    rows = load_tables("europa")[TABLE].rows
    return {edge: name for name, (_, _, edges) in rows for edge in str(edges).split()}


@lru_cache(maxsize=1)
def cuts() -> frozenset[frozenset[str]]:
    """The pairs of hexes that a named canal runs between."""
    return frozenset(frozenset((edge.split("/")[0], edge.split(":")[0] + ":" + edge.split("/")[1])) for edge in hexsides())


def of(edge: str) -> str:
    """The named canal of a hexside, or empty."""
    return hexsides().get(edge, "")


def chain(name: str) -> tuple[str, ...]:
    """The hexsides of a canal from end to end."""
    return tuple(edge for edge, whose in hexsides().items() if whose == name)


@lru_cache(maxsize=8)
def ends(name: str) -> tuple[str, ...]:
    """The names of the ports at the ends of a canal."""
    return tuple(str(load_tables("europa")[TABLE].cell(name, "ends")).split(", "))
