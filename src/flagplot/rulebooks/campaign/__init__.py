"""The rule book of a grand campaign's naval chapter, whose battles are fought with Panzer General
II: secret orders, interception, battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flagplot.table import AskOrder, Facts, Question, Rulebook, Rulings, Setup
from flagplot.table.display.sheets import SheetForm
from flagplot.table.language.event_sentences import events_of

from . import case_lines
from .advice import (
    candidates,
    deployment,
    determinization,
    missed_orders,
    odds_questions,
    plans,
    worth,
)
from .case_lines import defaults
from .nouns.names import display_name, where_drawn
from .play import turn
from .presentation import battle_lines, display, examine, prompt, twins, views
from .presentation.display import true_positions
from .presentation.examine import danger_sea
from .presentation.sheets import blanks_of
from .rules import legality, reading, scenario_limits, scoring
from .rules.assault import islands, yards
from .rules.assault import legality as assault_legality
from .rules.combat import legality as combat_legality
from .rules.interception import legality as interception_legality
from .rules.missions import (
    air_patrols,
    bombardment,
    carry_out,
    convoys,
    cripple_passages,
    crossing_arrows,
    escorts,
    evacuation,
    invasions,
    mission_forming,
    overland,
    patrols,
)
from .scenarios.cards import NAMES, cards, file_of, first_state
from .state import State
from .state.battle import Sea


class Campaign(Rulebook[State]):
    """Chapter 6 of a grand campaign whose battles are fought with Panzer General II."""

    id = "campaign"
    title = "Panzer General II campaign"
    version = "3"
    editions = ("current",)
    language = reading.L
    battle_start_events = (("battle-began", "battle"), ("assault-began", "battle"))
    return_fire_rolls = frozenset(("return-fire", "dive"))
    movement_events = (("sailed", "unit"),)
    loss_events = ("exchanged", "flak", "mined", "shipping-hit")
    lines = case_lines.lines
    idle_words = ("done", "pass", "passes")
    event_types = events_of(__name__)
    lens_types = (Sea,)
    questions = (
        Question(
            "volley",
            "Strength points lost in an exchange of fire",
            "SHIP [STRENGTH] [xp N] v SHIP [STRENGTH] [xp N]",
            "BB 10 xp 200 v CA",
        ),
        Question(
            "duel",
            "An exchange of fire until one is sunk, at most N rounds",
            "SHIP v SHIP [rounds N]",
            "BB v BC rounds 3",
            outcomes=("both afloat", "attacker sunk", "defender sunk", "both sunk"),
        ),
    )

    def __init__(self) -> None:
        self.scenarios = cards()

    def start(self, setup: Setup, rulings: Rulings) -> State:
        if setup.scenario not in NAMES:
            raise KeyError(f"no scenario {setup.scenario!r}; there are {', '.join(NAMES)}")
        return first_state(file_of(setup.scenario, setup.start), rulings, setup.lots)

    step = staticmethod(turn.step)
    outcome = staticmethod(scoring.outcome)
    points = staticmethod(scoring.points_now)

    def parse(self, text: str, state: State, side: str) -> Any:
        return reading.read(text, state, side)

    check = staticmethod(legality.check)
    drafts = staticmethod(candidates.drafts)
    candidates = staticmethod(candidates.candidates)

    def side_of_roll(self, state: State, why: str, about: Facts) -> str:
        known = dict(about)
        id = str(known.get("target" if why in self.return_fire_rolls else "firer", ""))
        if state.battle is not None and state.battle.has(id):
            return state.battle.unit(id).side
        unit = state.ships.get(id) or state.planes.get(id)
        return unit.side if unit is not None else ""

    display_name = staticmethod(display_name)
    shorter = staticmethod(reading.shorter_wordings)
    view = staticmethod(views.view)
    secret_twins = staticmethod(twins.secret_twins)
    determinize = staticmethod(determinization.determinize)
    display = staticmethod(display.display)

    preview = staticmethod(examine.preview)
    preview_partial = staticmethod(examine.while_writing)
    chance = staticmethod(prompt.best_fight_chance)
    prompt = staticmethod(prompt.prompt)
    battle = staticmethod(battle_lines.battle_lines)
    mixing_noise = staticmethod(worth.bluff)
    evaluate = staticmethod(worth.evaluate)
    aims = staticmethod(plans.aims)
    evaluate_under_plan = staticmethod(plans.evaluate_under_plan)
    view_after = staticmethod(legality.view_after)

    def sheet_forms(self, view: State, request: AskOrder, sheet: str) -> tuple[SheetForm, ...]:
        return blanks_of(view, request.side, request, sheet)

    deployment_candidates = staticmethod(deployment.placement_values)
    missed_orders = staticmethod(missed_orders.missed_orders)
    danger_sea = staticmethod(danger_sea)

    def case_start(self, setup: Setup, rulings: Rulings) -> State:
        return self.start(setup, rulings) if setup.scenario else case_lines.empty_sea(rulings)

    def prepare_case(self, state: State, side: str, text: str) -> State:
        return defaults.prepare_case(state, text)

    default_answer = staticmethod(defaults.default_answer)
    is_for_later_question = staticmethod(defaults.is_for_later_question)
    rests = staticmethod(defaults.is_idle_request)
    in_ids = staticmethod(defaults.in_ids)
    names_something = staticmethod(case_lines.knows)
    side_from_word = staticmethod(defaults.side_meant)
    impossible = staticmethod(defaults.find_impossible)
    implies = staticmethod(defaults.is_implied)
    situation = staticmethod(odds_questions.situation)

    true_positions = staticmethod(true_positions)

    def turn_of(self, state: State) -> int:
        return state.turn

    def battle_at(self, state: State) -> str:
        return where_drawn(state, state.battle.where) if state.battle is not None else ""

    def inventory(self, state: State) -> Mapping[str, str]:
        return {
            **{
                s.id: s.gone or (f"mission {s.mission}" if s.mission else s.base)
                for s in state.ships.values()
            },
            **{p.id: p.gone or p.base for p in state.planes.values()},
            **{
                scenario_limits.ashore_id(s): f"aboard {s}"
                for s, x in state.ships.items()
                if x.cargo and scenario_limits.lands_troops(state)
            },
            **{x.id: x.gone or x.at or "at sea" for x in state.troops.values()},
            **{
                u.id: "in battle"
                for u in (state.battle.units if state.battle is not None else ())
                if not (
                    u.cls == "TR"
                    or u.part_of
                    or u.facility
                    or u.id in {*state.ships, *state.planes, *state.troops}
                )
            },
        }


BOOK = Campaign()
