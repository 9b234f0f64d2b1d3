"""A World at War, chapter 21: naval operations. The rule book as the table knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flagplot.table import Command, Rulebook, Rulings, Setup, Single
from flagplot.table.display.orders import Outlook
from flagplot.table.language.event_sentences import events_of

from . import casework
from .advice import battle_choices, candidates, forgotten, guessing, plans, questions, worth
from .casework import meaning
from .orders import L
from .play import resuming, turn
from .rules import admission, impossible, missions, organising, redeployment, rehearsal  # noqa: F401  (each registers its orders and moments)
from .rules.air import sea_air  # noqa: F401
from .rules.basing import construction, repairs, surplus  # noqa: F401
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
from .telling import answers, battle_lines, display, examine, naming, outlook, prompt, spoken, twins, views, wording
from .telling.afloat import afloat
from .telling.sea import danger_sea
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
    lines = casework.lines
    idle_words = ("pass", "passes")
    patient_words = ("done",)
    answered_whole = frozenset({"landing", "ground-losses"})
    foresight = 2
    opens = (("battle-joined", "battle"), ("round-began", "round"))
    sails = (("entered", "force"), ("arrived", "force"), ("returned", "force"), ("raid-entered", "force"))
    loses = (
        "hit", "damaged", "sunk", "factors-lost", "cargo-lost", "eliminated", "transports-sunk", "hit-in-port", "hit-from-air",
        "submarines-hit", "ground-lost", "air-lost", "naval-air-lost", "land-air-lost",
    )
    event_types = events_of(__name__)
    lens_types = (BattleLens,)

    def __init__(self) -> None:
        self.scenarios = on_offer()

    # -- a game
    start = staticmethod(start_state)

    step = staticmethod(turn.step)
    outcome = staticmethod(score.outcome)
    points = staticmethod(score.points)

    # -- orders
    check = staticmethod(admission.check)

    def candidates(self, state: State, request: Command) -> Iterable[Any]:
        return candidates.candidates(state, request)

    def drafts(self, state: State, request: Command) -> Iterable[Any]:
        return candidates.drafts(state, request)

    spell = staticmethod(answers.spelled)
    begun = staticmethod(examine.begun)

    def named(self, view: State, id: str) -> str:
        return "light ships" if id == "lights" else naming.any_name(view, id)

    def other_names(self, view: State, id: str) -> tuple[str, ...]:
        return naming.names_of_place(view, id)

    rehearsed = staticmethod(rehearsal.rehearsed)

    def outlook(self, view: State, request: Command, sheet: str) -> Outlook:
        return outlook.operation(view, request.side) if sheet == operation.ID else Outlook()

    # -- views
    view = staticmethod(views.view)
    secret_twins = staticmethod(twins.secret_twins)
    guess = staticmethod(guessing.guess)
    resumed = staticmethod(resuming.resumed)

    # -- words
    stage = staticmethod(display.stage)
    display = staticmethod(display.display)

    drawn = staticmethod(examine.drawn)
    said = staticmethod(wording.said)
    prompt = staticmethod(prompt.prompt)
    battle = staticmethod(battle_lines.lines)

    # -- admirals
    worth = staticmethod(worth.worth)
    aims = staticmethod(plans.aims)
    weighed = staticmethod(plans.weighed)
    second_look = staticmethod(battle_choices.second_look)

    advice = staticmethod(forgotten.forgotten)
    danger_sea = staticmethod(danger_sea)

    # -- casebook
    def case_start(self, setup: Setup, rulings: Rulings) -> State:
        if setup.scenario:
            return self.start(setup, rulings)
        return casework.empty(rulings)

    case_ready = staticmethod(meaning.ready)
    impossible = staticmethod(impossible.impossible)
    implies = staticmethod(meaning.implied)
    knows = staticmethod(casework.knows)

    def usual(self, state: State, request: Single) -> str:
        return meaning.usual(request)

    def later(self, state: State, request: Single, text: str) -> bool:
        return meaning.later(state, request, text)

    rests = staticmethod(meaning.rests)

    def side_meant(self, text: str) -> str:
        return side_of_text(text) or text

    forced = staticmethod(spoken.forced)

    # -- odds
    situation = staticmethod(questions.situation)
    questions = questions.QUESTIONS
    answer_words = spoken.ANSWER_WORDS

    # -- proof
    def inventory(self, state: State) -> Mapping[str, str]:
        return inventory(state)

    afloat = staticmethod(afloat)

    def turn_of(self, state: State) -> int:
        return state.player_turn

    def battle_at(self, state: State) -> str:
        return str(state.battle.hex) if state.battle is not None else ""

    def aliases(self) -> Mapping[str, str]:
        return ALIASES


BOOK = Awaw()
