"""The rule book as the table knows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from flagplot.table import (
    Ask,
    Command,
    Event,
    Facts,
    Next,
    Outcome,
    Question,
    Rulebook,
    Rulings,
    Scenario,
    Setup,
    Single,
    Table,
    TextError,
    Verdict,
)
from flagplot.table.display import Display, Examination, Prompt

from . import casework, nouns, orders
from .advice import candidates, odds, worth
from .casework import meaning, positions
from .events import EVENTS
from .play import malta, scoring, sequence  # noqa: F401  (malta enters its orders)
from .rules import impossible, legality
from .rules.combat.escape import EscapeOf
from .rules.situations import SITUATION_EVENTS, HuntOf, SalvoOf
from .scenarios import scenario
from .scenarios.cards import cards
from .state import Campaign
from .telling import display, examining, told, views, words


class Europa(Rulebook[Campaign]):
    """Europa-series rules 32 (naval unit movement) and 36 (special naval rules)."""

    id = "europa"
    title = "Europa: naval units"
    version = "3"
    editions = ("current",)
    scenarios: tuple[Scenario, ...] = cards()
    language = orders.L
    lines = casework.lines
    idle_words = ("done", "pass", "passes")
    opens = (("battle-began", "battle"),)
    event_types = (*EVENTS, *SITUATION_EVENTS)
    lens_types = (HuntOf, SalvoOf, EscapeOf)
    questions: tuple[Question, ...] = odds.QUESTIONS

    # -- a game
    def start(self, setup: Setup, rulings: Rulings) -> Campaign:
        return scenario.start(setup, rulings)

    async def step(self, t: Table[Campaign]) -> Next | None:
        return await sequence.play_step(t)

    def outcome(self, state: Campaign) -> Outcome | None:
        return scoring.outcome(state)

    def points(self, state: Campaign) -> Mapping[str, float]:
        return scoring.points(state)

    # -- orders
    def check(self, state: Campaign, request: Command[Any], order: Any) -> Verdict:
        return legality.check(state, request, order)

    def candidates(self, state: Campaign, request: Command[Any]) -> Iterable[Any]:
        return candidates.candidates(state, request)

    def spell(self, state: Campaign, request: Ask[Any], text: str) -> str:
        return words.answer(state, request, text)

    def begun(self, state: Campaign, request: Command[Any], text: str) -> Iterable[tuple[str, str]]:
        return examining.begun(state, request, text)

    def roller(self, state: Campaign, why: str, about: Facts) -> str:
        known = dict(about)
        if known.get("side"):
            return str(known["side"])
        by, group = state.units.get(str(known.get("by", ""))), state.groups.get(str(known.get("group", "")))
        if by is not None:
            return by.side
        if group is None:
            return ""
        return group.side if why in ("disengage", "contact") else state.other(group.side)

    def named(self, view: Campaign, id: str) -> str:
        return nouns.named(view, id)

    # -- views
    def view(self, state: Campaign, side: str) -> Campaign:
        return views.view(state, side)

    def secret_twins(self, state: Campaign, side: str) -> Iterator[Campaign]:
        return views.secret_twins(state, side)

    # -- words
    def display(self, view: Campaign, side: str, requests: Sequence[Single]) -> Display:
        return display.display(view, side, requests)

    def examine(self, view: Campaign, request: Command[Any], text: str) -> Examination:
        return examining.examine(view, request, text, self.judge)

    def prompt(self, view: Campaign, request: Single) -> Prompt:
        return words.prompt(view, request)

    def say(self, event: Event, view: Campaign, side: str) -> str:
        return told.say(event, view, side)

    # -- admirals
    def worth(self, view: Campaign, request: Single, answer: Any) -> float:
        return worth.worth(view, request, answer)

    # -- casebook
    def case_start(self, setup: Setup, rulings: Rulings) -> Campaign:
        return scenario.case_start(setup, rulings)

    def case_ready(self, state: Campaign, side: str, text: str) -> Campaign:
        return meaning.ready(state, side, text)

    def impossible(self, state: Campaign) -> Iterable[tuple[str, str]]:
        return impossible.impossible(state)

    def implies(self, line: str, field: str) -> bool:
        return positions.implied(line, field)

    def knows(self, state: Campaign, text: str) -> bool:
        return casework.knows(state, text)

    def usual(self, state: Campaign, request: Single) -> str:
        return meaning.usual(state, request)

    def later(self, state: Campaign, request: Single, text: str) -> bool:
        return meaning.later(state, request, text)

    # -- odds
    def situation(self, view: Campaign, side: str, question: str, argument: str) -> tuple[Next, Any]:
        return odds.situation(view, side, question, argument)

    # -- proof
    def inventory(self, state: Campaign) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for id, u in sorted(state.units.items()):
            group = state.group_of(id)
            found[id] = "lost" if u.lost else "away" if u.away else f"{group.id} at {group.hex}" if group else "nowhere"
        return found

    def aliases(self) -> Mapping[str, str]:
        return {"32.D": "32.D.2", "36.H.s03": "36.A.2.(c)", "36.A.2.s05": "36.D.2-T1.mod.03"}


BOOK = Europa()
__all__ = ["BOOK", "Europa", "TextError"]
