"""Rule book of A World at War, chapter 21 (naval operations): the procedures and data that
flagplot's engine calls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flagplot.table import AskOrder, Rulebook, Rulings, Setup, Single
from flagplot.table.display.orders import SheetForecast
from flagplot.table.language.event_sentences import events_of

from . import case_lines
from .advice import (
    battle_choices,
    candidates,
    determinization,
    missed_orders,
    odds_questions,
    plans,
    worth,
)
from .case_lines import defaults, validation
from .nouns import L
from .play import resume, turn
from .presentation import (
    answer_words,
    battle_lines,
    display,
    examine,
    names,
    operation_forecast,
    prompt,
    refusals,
    twins,
    views,
)
from .presentation.display import true_positions
from .presentation.examine import danger_sea
from .presentation.sheets import operation
from .rules import ground_reports, legality, redeployment, task_forces
from .rules.air import sea_air
from .rules.basing import construction, repairs, surplus
from .rules.combat.lens import BattleLens
from .rules.interception import legality as interception_legality
from .rules.invasion import (
    air_support,
    announce,
    assault,
    exploitation,
    ground_attacks,
    losses,
    occupation,
    voyage,
)
from .rules.movement import base_change, displacement
from .rules.patrols import defensive_patrol, patrol, patrol_air, submarine_patrol
from .rules.transport import sea_transport
from .scenarios import offered_scenarios, score, start_state
from .state import COUNTED, State
from .state.nations import side_of_text


def inventory(state: State) -> dict[str, str]:
    """Return where everything is, lost and withdrawn units included: ships by id, and each single
    factor of units counted in factors as ``origin#number``."""
    out: dict[str, str] = {}
    count: dict[str, int] = {}
    for u in sorted(state.units.values(), key=lambda u: u.id):
        where = u.status or u.force or u.at or u.base
        if u.kind == "ship" and u.type not in COUNTED:
            out[u.id] = where
            continue
        for place, n in (
            (where, u.factors if u.status not in ("sunk",) else 0),
            ("sunk", u.lost or (u.factors if u.status == "sunk" else 0)),
        ):
            for _ in range(n):
                count[u.origin] = count.get(u.origin, 0) + 1
                out[f"{u.origin}#{count[u.origin]}"] = place
    return out


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
    lines = case_lines.lines
    idle_words = ("pass", "passes")
    patient_words = ("done",)
    answered_whole = frozenset({"landing", "ground-losses"})
    playout_horizon = 2
    battle_start_events = (("battle-joined", "battle"), ("round-began", "round"))
    movement_events = (
        ("entered", "force"),
        ("arrived", "force"),
        ("returned", "force"),
        ("raid-entered", "force"),
    )
    loss_events = (
        "hit",
        "damaged",
        "sunk",
        "factors-lost",
        "cargo-lost",
        "eliminated",
        "transports-sunk",
        "hit-in-port",
        "hit-from-air",
        "submarines-hit",
        "ground-lost",
        "air-lost",
        "naval-air-lost",
        "land-air-lost",
    )
    event_types = events_of(__name__)
    lens_types = (BattleLens,)

    def __init__(self) -> None:
        self.scenarios = offered_scenarios()

    # -- a game
    start = staticmethod(start_state)

    step = staticmethod(turn.step)
    outcome = staticmethod(score.outcome)
    points = staticmethod(score.points)

    # -- orders
    check = staticmethod(legality.check_order)

    def candidates(self, state: State, request: AskOrder) -> Iterable[Any]:
        return candidates.candidates(state, request)

    def drafts(self, state: State, request: AskOrder) -> Iterable[Any]:
        return candidates.drafts(state, request)

    normalize_option = staticmethod(answer_words.normalize_option)
    orders_beginning_with = staticmethod(examine.forms_begun)

    def display_name(self, view: State, id: str) -> str:
        return "light ships" if id == "lights" else names.any_name(view, id)

    def other_names(self, view: State, id: str) -> tuple[str, ...]:
        return names.names_of_place(view, id)

    view_after = staticmethod(legality.view_after)

    def forecast_sheet(self, view: State, request: AskOrder, sheet: str) -> SheetForecast:
        return (
            operation_forecast.forecast_operation(view, request.side)
            if sheet == operation.ID
            else SheetForecast()
        )

    # -- views
    view = staticmethod(views.view)
    secret_twins = staticmethod(twins.secret_twins)
    determinize = staticmethod(determinization.determinize)
    resume_rule = staticmethod(resume.resume_step)

    # -- words
    map_position = staticmethod(display.map_position)
    display = staticmethod(display.display)

    preview = staticmethod(examine.preview)
    refusal_text = staticmethod(refusals.refusal_text)
    prompt = staticmethod(prompt.prompt)
    battle = staticmethod(battle_lines.lines_of_battle)

    # -- admirals
    evaluate = staticmethod(worth.evaluate)
    aims = staticmethod(plans.aims)
    evaluate_under_plan = staticmethod(plans.evaluate_under_plan)
    refine_choice = staticmethod(battle_choices.improve_answer)

    missed_orders = staticmethod(missed_orders.missed_orders)
    danger_sea = staticmethod(danger_sea)

    # -- casebook
    def case_start(self, setup: Setup, rulings: Rulings) -> State:
        if setup.scenario:
            return self.start(setup, rulings)
        return case_lines.empty(rulings)

    prepare_case = staticmethod(defaults.prepare_case)
    impossible = staticmethod(validation.position_faults)
    implies = staticmethod(defaults.is_implied)
    names_something = staticmethod(case_lines.knows)

    def default_answer(self, state: State, request: Single) -> str:
        return defaults.default_answer(request)

    def is_for_later_question(self, state: State, request: Single, text: str) -> bool:
        return defaults.is_for_later_question(state, request, text)

    rests = staticmethod(defaults.is_segment_done)

    def side_from_word(self, text: str) -> str:
        return side_of_text(text) or text

    was_only_answer = staticmethod(answer_words.is_forced)

    # -- odds
    situation = staticmethod(odds_questions.build_question)
    questions = odds_questions.QUESTIONS
    answer_words = answer_words.ANSWER_WORDS

    # -- proof
    def inventory(self, state: State) -> Mapping[str, str]:
        return inventory(state)

    true_positions = staticmethod(true_positions)

    def turn_of(self, state: State) -> int:
        return state.player_turn

    def battle_at(self, state: State) -> str:
        return str(state.battle.hex) if state.battle is not None else ""

    def aliases(self) -> Mapping[str, str]:
        return ALIASES


BOOK = Awaw()
