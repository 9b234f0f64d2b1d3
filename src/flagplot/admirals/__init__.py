"""Computer players: they see a view and answer requests, as a person does.

>>> from flagplot.admirals import admiral
>>> admiral("greedy").name
'greedy'
"""

from __future__ import annotations

from .players import ADMIRALS, Admiral, Greedy, Random, UnknownAdmiralError, admiral

__all__ = ["ADMIRALS", "Admiral", "Greedy", "Random", "UnknownAdmiralError", "admiral"]
