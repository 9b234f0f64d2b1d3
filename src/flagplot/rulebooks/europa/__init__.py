"""The rule book of Europa's naval rules, as flagplot loads it."""

from __future__ import annotations

from collections.abc import Mapping

from flagplot.table import Facts, Question, Rulebook, Scenario
from flagplot.table.language.event_sentences import events_of

from . import case_lines, nouns
from .advice import candidates, determinization, missed_orders, odds_questions, plans, worth
from .advice.expected_score import expected_points, steps_begun
from .case_lines import defaults, positions, validation
from .nouns import L
from .play import turn
from .presentation import answer_words, battle_lines, display, examine, prompt, twins, views
from .presentation.display import true_positions
from .presentation.examine import danger_sea
from .rules import legality, reading, scoring
from .rules.combat.disengagement import EscapeOf
from .rules.combat.salvo import SalvoOf
from .rules.search.situations import HuntOf
from .rules.special import malta
from .scenarios import start_position
from .scenarios.cards import cards
from .state import State


class Europa(Rulebook[State]):
    """Europa-series rules 32 (naval unit movement) and 36 (special naval rules)."""

    id = "europa"
    title = "Europa: naval units"
    version = "3"
    editions = ("current",)
    scenarios: tuple[Scenario, ...] = cards()
    language = L
    lines = case_lines.lines
    idle_words = ("done", "pass", "passes")
    patient_words = ("done",)
    playout_horizon = 1
    battle_start_events = (("battle-began", "battle"),)
    movement_events = (("sailed", "group"), ("voyage", "group"))
    loss_events = ("hit", "coast-hit")
    event_types = events_of(__name__)
    lens_types = (HuntOf, SalvoOf, EscapeOf)
    questions: tuple[Question, ...] = odds_questions.QUESTIONS

    # -- a game
    start = staticmethod(start_position.start)
    step = staticmethod(turn.play_step)
    outcome = staticmethod(scoring.outcome)
    points = staticmethod(scoring.points_now)

    # -- orders
    check = staticmethod(legality.check)
    drafts = staticmethod(candidates.drafts)
    candidates = staticmethod(candidates.candidates)
    normalize_option = staticmethod(answer_words.normalize_option)
    orders_beginning_with = staticmethod(examine.orders_beginning_with)
    shorter = staticmethod(reading.shorter_wordings)

    def side_of_roll(self, state: State, why: str, about: Facts) -> str:
        known = dict(about)
        if known.get("side"):
            return str(known["side"])
        by, at = (state.units.get(str(known.get(key, ""))) for key in ("by", "at"))
        group = state.groups.get(str(known.get("group", "")))
        if by is not None:
            return by.side
        if at is not None:  # aircraft, guns ashore, mines
            return state.other(at.side)
        if group is None:
            return ""
        return group.side if why in ("disengage", "contact") else state.other(group.side)

    display_name = staticmethod(nouns.spoken_name)

    # -- views
    view = staticmethod(views.view)
    secret_twins = staticmethod(twins.secret_twins)
    determinize = staticmethod(determinization.determinize)

    # -- words
    map_position = staticmethod(display.map_position)
    display = staticmethod(display.display)

    preview = staticmethod(examine.preview)
    chance = staticmethod(prompt.best_search_chance)
    prompt = staticmethod(prompt.prompt)
    battle = staticmethod(battle_lines.battle_lines)

    # -- admirals
    refine_choice = staticmethod(worth.choose_safest_move)
    evaluate = staticmethod(worth.evaluate)
    aims = staticmethod(plans.aims)
    evaluate_under_plan = staticmethod(plans.evaluate_under_plan)
    progress = staticmethod(steps_begun)

    def expected_score(self, state: State, side: str) -> float:
        return self.score(state, side) + expected_points(state, side)

    missed_orders = staticmethod(missed_orders.missed_orders)
    danger_sea = staticmethod(danger_sea)

    # -- casebook
    case_start = staticmethod(start_position.case_start)
    prepare_case = staticmethod(defaults.prepare_case)
    impossible = staticmethod(validation.find_impossible)
    implies = staticmethod(positions.is_implied)
    names_something = staticmethod(case_lines.knows)
    default_answer = staticmethod(defaults.default_answer)
    is_for_later_question = staticmethod(defaults.is_for_later_question)
    was_only_answer = staticmethod(defaults.is_only_target)

    # -- odds
    situation = staticmethod(odds_questions.situation)

    # -- proof
    def inventory(self, state: State) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for id, u in sorted(state.units.items()):
            group = state.group_of(id)
            found[id] = (
                "lost"
                if u.lost
                else "away"
                if u.away
                else f"{group.id} at {group.hex}"
                if group
                else "nowhere"
            )
        return {**{c.unit.id: "on call" for c in state.calls if not c.came}, **found}

    true_positions = staticmethod(true_positions)

    def turn_of(self, state: State) -> int:
        return state.at + 1

    def battle_at(self, state: State) -> str:
        return state.battle.hex if state.battle is not None else ""

    def aliases(self) -> Mapping[str, str]:
        return {"32.D": "32.D.2", "36.H.s03": "36.A.2.(c)", "36.A.2.s05": "36.D.2-T1.mod.03"}


BOOK = Europa()
