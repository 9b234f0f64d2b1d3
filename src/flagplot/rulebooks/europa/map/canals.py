"""Canals that rules name, from the rows of ``sheets.toml``: the hexsides of each canal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from flagplot.boards.map_facts import LinkRow, facts_of
from flagplot.table import clause

SUEZ, CORINTH, KIEL = NAMES = "Suez", "Corinth", "Kaiser Wilhelm"


@lru_cache(maxsize=1)
def canal_rows() -> Mapping[str, LinkRow]:
    """Return the canals by name."""
    links = facts_of("rulebooks/europa/map/sheets.toml").link
    return {row.title.removesuffix(" Canal"): row for row in links if row.kind == "canal"}


@clause("32.A.6.a", "36.A.5")
@lru_cache(maxsize=1)
def hexsides() -> Mapping[str, str]:
    """Return hexside -> its canal. The Suez Canal runs from Port Said to Suez, the Kaiser Wilhelm
    Canal joins the North Sea and the Baltic."""
    return {edge: name for name, row in canal_rows().items() for edge in row.hexsides}


@lru_cache(maxsize=1)
def hex_pairs_cut() -> frozenset[frozenset[str]]:
    """Return the pairs of hexes between which a named canal runs."""
    return frozenset(
        frozenset((edge.split("/")[0], edge.split(":")[0] + ":" + edge.split("/")[1]))
        for edge in hexsides()
    )


def canal_of(edge: str) -> str:
    """Return the named canal of a hexside, or empty."""
    return hexsides().get(edge, "")


def hexsides_of(name: str) -> tuple[str, ...]:
    """Return the hexsides of a canal from end to end."""
    return canal_rows()[name].hexsides if name in canal_rows() else ()


def end_ports(name: str) -> tuple[str, ...]:
    """Return the names of the ports between which ships sail through a canal."""
    return canal_rows()[name].way
