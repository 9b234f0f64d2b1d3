"""A World at War, chapter 21: naval operations. The rule book as the table knows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from flagplot.table import (
    Ask,
    Command,
    Event,
    Next,
    Outcome,
    Rulebook,
    Rulings,
    Scenario,
    Setup,
    Single,
    Table,
    Verdict,
)
from flagplot.table.display import Display, Examination, Outlook, Prompt

from . import casework
from .advice import candidates, questions, worth
from .casework import meaning
from .events import EVENTS
from .orders import L
from .play import turn
from .rules import admission, impossible, missions, organising, redeployment, rehearsal  # noqa: F401  (each registers its orders and moments)
from .rules.air import sea_air  # noqa: F401
from .rules.basing import construction, repairs, surplus  # noqa: F401
from .rules.combat.events import BATTLE_EVENTS
from .rules.combat.lens import BattleLens
from .rules.interception import verdicts  # noqa: F401
from .rules.invasion import air, attacks, beach, exploit, losses, occupation, plan, sailing  # noqa: F401
from .rules.movement import base_change, displacement  # noqa: F401
from .rules.patrols import defensive_patrol, patrol, patrol_air, submarine  # noqa: F401
from .rules.transport import sea_transport  # noqa: F401
from .scenarios import on_offer, score, start_state
from .state import State
from .state.inventory import inventory
from .state.nations import side_of_text
from .telling import answers, display, examine, naming, outlook, prompt, say, spoken, views
from .telling.sheets import operation

ALIASES: dict[str, str] = {
    "21": "21.31",
    "21.1": "21.11",
    "21.2": "21.21",
    "21.3": "21.31",
    "21.4": "21.31",
    "21.5": "21.31",
    "21.13": "21.131",
    "21.131#2": "21.1322#3",
    "21.36": "21.36A",
    "21.3615": "21.3615A",
    "21.3616": "21.3616A",
}


class Awaw(Rulebook[State]):
    """A World at War, chapter 21: naval operations."""

    id = "awaw"
    title = "A World at War: naval operations"
    version = "3"
    editions = ("current", "earlier")
    language = L
    idle_words = ("pass", "passes")
    opens = (("battle-joined", "battle"), ("round-began", "round"))
    lens_types = (BattleLens,)

    @property
    def scenarios(self) -> tuple[Scenario, ...]:  # type: ignore[override]
        return on_offer()

    @property
    def event_types(self) -> tuple[type, ...]:  # type: ignore[override]
        return tuple(dict.fromkeys((*EVENTS, *BATTLE_EVENTS)))

    # -- a game
    def start(self, setup: Setup, rulings: Rulings) -> State:
        return start_state(setup, rulings)

    async def step(self, t: Table[State]) -> None:
        await turn.step(t)

    def outcome(self, state: State) -> Outcome | None:
        return score.outcome(state)

    def points(self, state: State) -> Mapping[str, float]:
        return score.points(state)

    # -- orders
    def check(self, state: State, request: Command[Any], order: Any) -> Verdict:
        return admission.check(state, request, order)

    def candidates(self, state: State, request: Command[Any]) -> Iterable[Any]:
        return candidates.candidates(state, request)

    def spell(self, state: State, request: Ask[Any], text: str) -> str:
        return answers.spelled(state, request, text)

    def begun(self, state: State, request: Command[Any], text: str) -> Iterable[tuple[str, str]]:
        return examine.begun(state, request, text)

    def named(self, view: State, id: str) -> str:
        return "light ships" if id == "lights" else naming.any_name(view, id)

    def rehearsed(self, view: State, request: Command[Any], order: Any) -> State | None:
        return rehearsal.rehearsed(view, request, order)

    def outlook(self, view: State, request: Command[Any], sheet: str) -> Outlook:
        return outlook.operation(view, request.side) if sheet == operation.ID else Outlook()

    # -- views
    def view(self, state: State, side: str) -> State:
        return views.view(state, side)

    def secret_twins(self, state: State, side: str) -> Iterator[State]:
        return views.secret_twins(state, side)

    # -- words
    def display(self, view: State, side: str, requests: Sequence[Single]) -> Display:
        return display.display(view, side, requests)

    def examine(self, view: State, request: Command[Any], text: str) -> Examination:
        return examine.examine(view, request, text, self.judge)

    def prompt(self, view: State, request: Single) -> Prompt:
        return prompt.prompt(view, request)

    def say(self, event: Event, view: State, side: str) -> str:
        return say.say(event, view, side)

    # -- admirals
    def worth(self, view: State, request: Single, answer: Any) -> float:
        return worth.worth(view, request, answer)

    # -- casebook
    def case_start(self, setup: Setup, rulings: Rulings) -> State:
        if setup.scenario:
            return self.start(setup, rulings)
        return casework.empty(rulings)

    def case_ready(self, state: State, side: str, text: str) -> State:
        return meaning.ready(state, side, text)

    def impossible(self, state: State) -> Iterable[tuple[str, str]]:
        return impossible.impossible(state)

    def implies(self, line: str, field: str) -> bool:
        return meaning.implied(line, field)

    def knows(self, state: State, text: str) -> bool:
        return casework.knows(state, text)

    def usual(self, state: State, request: Single) -> str:
        return meaning.usual(request)

    def later(self, state: State, request: Single, text: str) -> bool:
        return meaning.later(state, request, text)

    def side_meant(self, text: str) -> str:
        return side_of_text(text) or text

    def forced(self, state: State, side: str, text: str) -> bool:
        return spoken.forced(state, side, text)

    def given(self, state: State, line: str) -> State:
        return casework.given(state, line)

    def holds(self, before: State, state: State, line: str) -> tuple[bool, str]:
        return casework.holds(before, state, line)

    # -- odds
    questions = questions.QUESTIONS
    answer_words = spoken.ANSWER_WORDS

    def situation(self, view: State, side: str, question: str, argument: str) -> tuple[Next, Any]:
        return questions.situation(view, side, question, argument)

    # -- proof
    def inventory(self, state: State) -> Mapping[str, str]:
        return inventory(state)

    def aliases(self) -> Mapping[str, str]:
        return ALIASES


BOOK = Awaw()
__all__ = ["BOOK", "Awaw"]
