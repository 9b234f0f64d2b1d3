"""A game as it is played: orders, refusals, events, procedures, dice, log, views, undo. Knows no rule book."""

from .apart import Item, each
from .book import Outcome, Question, Rulebook, Scenario, Setup, TextError, about_map
from .clauses import clause, enforced
from .facts import Facts, Scalar, facts
from .procedure import Event, Inside, Lens, Table, note
from .requests import Ask, AskAny, AskEach, Call, Command, Next, Request, Roll, Rule, Single, Spec, singles
from .rulings import DataError, Rulings, Switch, TableData, rulings
from .verdict import LEGAL, Forgotten, Refusal, Remedy, Verdict, clause_within, refuse

__all__ = [
    "LEGAL", "Ask", "AskAny", "AskEach", "Call", "Command", "DataError", "Event", "Facts", "Forgotten", "Inside", "Item",
    "Lens", "Next", "Outcome", "Question", "Refusal", "Remedy", "Request", "Roll", "Rule", "Rulebook", "Rulings", "Scalar",
    "Scenario", "Setup", "Single", "Spec", "Switch", "Table", "TableData", "TextError", "Verdict", "about_map", "clause",
    "clause_within", "each", "enforced", "facts", "note", "refuse", "rulings", "singles",
]
