"""The game engine: orders, refusals, events, procedures, dice, log, views, undo. It depends on no
rule book."""

from .contract.rulebook import Outcome, Question, Rulebook, about_map
from .core.errors import TextError
from .core.procedure import Event, Item, Lens, LensedEvent, Table, each_independent, facts_given
from .core.registry import clause, enforced
from .core.requests import (
    Ask,
    AskAny,
    AskEach,
    AskOrder,
    CountedCall,
    Facts,
    Request,
    Roll,
    RollSpec,
    Rule,
    Scalar,
    Single,
    TailCall,
    facts,
    single_requests,
)
from .core.verdict import LEGAL, MissedOrder, Refusal, Remedy, Verdict, clause_within, refuse
from .setup.data_files import DataError
from .setup.rulings import RuleTable, Rulings, Switch, rulings
from .setup.scenarios import Scenario, Setup

__all__ = [
    "LEGAL",
    "Ask",
    "AskAny",
    "AskEach",
    "AskOrder",
    "CountedCall",
    "DataError",
    "Event",
    "Facts",
    "Item",
    "Lens",
    "LensedEvent",
    "MissedOrder",
    "Outcome",
    "Question",
    "Refusal",
    "Remedy",
    "Request",
    "Roll",
    "RollSpec",
    "Rule",
    "RuleTable",
    "Rulebook",
    "Rulings",
    "Scalar",
    "Scenario",
    "Setup",
    "Single",
    "Switch",
    "Table",
    "TailCall",
    "TextError",
    "Verdict",
    "about_map",
    "clause",
    "clause_within",
    "each_independent",
    "enforced",
    "facts",
    "facts_given",
    "refuse",
    "rulings",
    "single_requests",
]
