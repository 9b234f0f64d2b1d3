"""Decisions of steady admirals about a beach: gunfire in points and in time, troops that sail while
they may."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from flagplot.rulebooks.europa import BOOK
from flagplot.rulebooks.europa.advice import gunfire_worth
from flagplot.rulebooks.europa.advice.worth import evaluate
from flagplot.rulebooks.europa.orders import Move, Support, Work
from flagplot.rulebooks.europa.rules.special import landing
from flagplot.rulebooks.europa.rules.special.assault import Assault
from flagplot.rulebooks.europa.state import State, put_unit
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.assist.coach import evaluated_answers

LAW = rulings("europa")
GELA = "26:4129"
MOVEMENT = AskOrder("Allied", "32.A.s03", "movement")


def off_gela(
    scenario: str, step: int, ready: str = "", used: int = 0, landed: bool = True
) -> State:
    """The Allies' view of cruisers and craft off Gela in a step; the troops ashore, or still aboard
    at the next hex."""
    state: State = BOOK.start(Setup(scenario), LAW)
    groups = {
        **state.groups,
        "TF-Gela": replace(state.groups["TF-Gela"], hex=GELA),
        "Dime": replace(state.groups["Dime"], hex=GELA if landed else "26:4229"),
    }
    cargo = state.cargo["C-LC-W1"]
    if landed:
        cargo = replace(cargo, aboard="", place=GELA, landed=True, craft="LC-W1")
    state = replace(
        state, groups=groups, cargo={**state.cargo, "C-LC-W1": cargo}, step=step, segment="move"
    )
    cruisers = replace(state.units["TF-81"], ready=ready, gunfire=((1943, used),) if used else ())
    return BOOK.view(put_unit(state, cruisers), "Allied")


def weighed(view: State) -> dict[Any, float]:
    """Return the orders of a steady admiral in a movement step."""
    return dict(evaluated_answers(BOOK, view, MOVEMENT))


def test_guns_that_have_fired_in_the_last_step_get_a_quarter_ready() -> None:
    """A half would not be ready before the counter-attack, a quarter is; to greedy eyes the half is
    better."""
    view = off_gela("husky-first-steps", 4)
    half, quarter = (Work(f"{part} gunfire", "TF-81") for part in ("half", "quarter"))
    assert weighed(view)[half] < 0 < weighed(view)[quarter]
    assert evaluate(view, MOVEMENT, half) > evaluate(view, MOVEMENT, quarter)


def test_as_much_as_is_ready_in_time_is_prepared_before_troops_land() -> None:
    found = weighed(off_gela("husky-first-steps", 2, landed=False))
    assert found[Work("half gunfire", "TF-81")] > found[Work("quarter gunfire", "TF-81")]


def test_gunfire_that_the_staff_keeps_is_worth_what_it_brings_less_its_price() -> None:
    at = Support(GELA, "TF-81")
    free, dear = (weighed(off_gela("husky-1943", 4, "half gunfire", used))[at] for used in (3, 4))
    assert free - dear == pytest.approx(0.5)
    assert free > 0


def test_gunfire_that_changes_no_odds_is_kept() -> None:
    """Three times as many ashore as the garrison: two points more make no other column."""
    view = off_gela("husky-first-steps", 4, "quarter gunfire")
    weak = replace(
        view, garrisons={**view.garrisons, GELA: replace(view.garrisons[GELA], strength=30)}
    )
    assert weighed(view)[Support(GELA, "TF-81")] > 0 >= weighed(weak)[Support(GELA, "TF-81")]


def test_troops_sail_for_a_beach_under_fire_while_there_is_time_to_land() -> None:
    """A day's landing takes three steps: with four left the craft wait for the guns no longer, with
    five they do."""
    sail = Move("Dime", (GELA,))
    view = off_gela("husky-first-steps", 1, landed=False)
    assert evaluate(view, MOVEMENT, sail) <= 0 < weighed(view)[sail]
    patient = replace(view, plan=(replace(view.plan[0], steps=5),))
    assert weighed(patient)[sail] <= 0


def test_who_stands_ashore_attacks_without_another_landing_check() -> None:
    """Four REs against four in the coastal brigade: one face of six takes it, two cost half."""
    view = off_gela("husky-first-steps", 4)
    there = tuple(replace(c, craft="") for c in landing.cargo_ashore(view, "Allied", GELA))
    found = gunfire_worth.assault_outcomes(Assault(LAW, 0, (), there, 0, 4))
    assert {(fate, lost): round(6 * p) for fate, lost, p in found} == {
        ("held", 2): 2,
        ("held", 1): 1,
        ("held", 0): 2,
        ("taken", 0): 1,
    }
