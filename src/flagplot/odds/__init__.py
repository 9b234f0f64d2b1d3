"""Odds computed from the rules of play: exact within a budget, else sampled with the error stated.

The package imports only the table, so that rule books may use it.
"""

from .bars import convolve, distribution_bars, in_points
from .exact import Exact, OverBudget, Policy, first_option
from .playout import TRIES, PlayoutResult, play_out_rule, significantly_better, together
from .questions import Odds, answer, chances, of_rule, percent
from .sample import Sampled, Sampler, seeded_rng

__all__ = [
    "TRIES",
    "Exact",
    "Odds",
    "OverBudget",
    "PlayoutResult",
    "Policy",
    "Sampled",
    "Sampler",
    "answer",
    "chances",
    "convolve",
    "distribution_bars",
    "first_option",
    "in_points",
    "of_rule",
    "percent",
    "play_out_rule",
    "seeded_rng",
    "significantly_better",
    "together",
]
