"""Odds computed from the rules of play: exact within a budget, else sampled with the error stated.

The package imports only the table, so that rule books may use it.
"""

from .bars import convolve, distribution_bars, expected_points_clause
from .exact import Exact, OverBudget, Policy, first_option
from .playout import TRIES, PlayoutResult, merge_chances, play_out_rule, significantly_better
from .questions import Odds, answer_question, casebook_chances, odds_of_rule, percent_text
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
    "answer_question",
    "casebook_chances",
    "convolve",
    "distribution_bars",
    "expected_points_clause",
    "first_option",
    "merge_chances",
    "odds_of_rule",
    "percent_text",
    "play_out_rule",
    "seeded_rng",
    "significantly_better",
]
