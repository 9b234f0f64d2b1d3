"""A game as it is played: orders, refusals, events, procedures, dice, log, views, undo. Knows no rule book."""

from .contract.rulebook import Outcome, Question, Rulebook, about_map
from .core.errors import TextError
from .core.procedure import Event, Inside, Item, Lens, Table, each, note
from .core.registry import clause, enforced
from .core.requests import (
    Ask,
    AskAny,
    AskEach,
    Call,
    Command,
    Facts,
    Next,
    Request,
    Roll,
    Rule,
    Scalar,
    Single,
    Spec,
    facts,
    singles,
)
from .core.verdict import LEGAL, Forgotten, Refusal, Remedy, Verdict, clause_within, refuse
from .setup.data_files import DataError
from .setup.rulings import Rulings, Switch, TableData, rulings
from .setup.scenarios import Scenario, Setup

__all__ = [
    "LEGAL", "Ask", "AskAny", "AskEach", "Call", "Command", "DataError", "Event", "Facts", "Forgotten", "Inside", "Item",
    "Lens", "Next", "Outcome", "Question", "Refusal", "Remedy", "Request", "Roll", "Rule", "Rulebook", "Rulings", "Scalar",
    "Scenario", "Setup", "Single", "Spec", "Switch", "Table", "TableData", "TextError", "Verdict", "about_map", "clause",
    "clause_within", "each", "enforced", "facts", "note", "refuse", "rulings", "singles",
]
