"""Odds out of the same rules the game is played by: exact where it fits a budget, else sampled with the error stated.

Imports only the table, so that rule books may use it for what they show beside an order.
"""

from .bars import added, in_points, spread
from .exact import Exact, OverBudget, Policy, first_option
from .playout import TRIES, Foreseen, better, foreseen, together
from .questions import Odds, answer, chances, of_rule, percent
from .sample import Sampled, Sampler, lots

__all__ = [
    "TRIES", "Exact", "Foreseen", "Odds", "OverBudget", "Policy", "Sampled", "Sampler", "added", "answer", "better", "chances",
    "first_option", "foreseen", "in_points", "lots", "of_rule", "percent", "spread", "together",
]
