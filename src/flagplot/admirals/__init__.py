"""Admirals: computer players that see a view and answer requests, as a person does.

>>> from flagplot.admirals import admiral
>>> admiral("greedy").name
'greedy'
"""

from __future__ import annotations

from .players import Admiral, Greedy, Random
from .registry import (
    ADMIRALS,
    Offered,
    UnknownAdmiralError,
    admiral,
    admirals_for,
    offered_admirals,
    with_time_limit,
)
from .search import Search
from .steady import Steady

__all__ = [
    "ADMIRALS",
    "Admiral",
    "Greedy",
    "Offered",
    "Random",
    "Search",
    "Steady",
    "UnknownAdmiralError",
    "admiral",
    "admirals_for",
    "offered_admirals",
    "with_time_limit",
]
