"""The landings in Sicily: what the scenario itself counts, who may see what is ashore, and what
admirals make of it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from flagplot.admirals import admiral
from flagplot.admirals.simulate import play_out, seed_of
from flagplot.rulebooks.europa import BOOK
from flagplot.rulebooks.europa.rules import scoring
from flagplot.rulebooks.europa.rules.combat import damage
from flagplot.rulebooks.europa.rules.special import inland, landing
from flagplot.rulebooks.europa.state import State, put_unit
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.core.dice import ManualDice, SeededDice
from flagplot.table.game.game import Game

LAW = rulings("europa")
HUSKY = Setup("husky-1943")


def first(setup: Setup = HUSKY) -> State:
    state: State = BOOK.start(setup, LAW)
    return state


def at(state: State, setup: Setup = HUSKY) -> Game:
    return Game.at(BOOK, setup, state, rulings=LAW, dice=ManualDice())


def moved(state: State, group: str, hex: str) -> State:
    groups = {**state.groups, group: replace(state.groups[group], hex=hex)}
    return replace(state, groups=groups, step=4, segment="move")


def ready(state: State, unit: str, part: str, used: int) -> State:
    return put_unit(
        state, replace(state.units[unit], ready=f"{part} gunfire", gunfire=((1943, used),))
    )


@pytest.mark.parametrize(
    ("part", "used", "cost"),
    [("half", 3, 0.0), ("half", 4, 0.5), ("full", 4, 0.5), ("quarter", 9, 0.0)],
)
def test_gunfire_beyond_four_uses_of_the_whole_fleet_costs_half_a_point(
    part: str, used: int, cost: float
) -> None:
    """Half and full uses count, of all task forces together; a quarter never does."""
    state = ready(
        ready(moved(first(), "TF-Gela", "26:4129"), "TF-86", "quarter", used), "TF-81", part, 0
    )
    game = at(state)
    assert game.submit("Allied", "support Gela with TF-81")
    assert game.state.scores["Axis"] == cost


def test_reminders_send_landing_forces_to_their_beaches() -> None:
    """Not to the port of their own that is nearest, which those that lie off one were told."""
    view = first()
    told = {
        f.culprits[0]: f.order
        for f in BOOK.missed_orders(
            replace(view, step=1, segment="move"), AskOrder("Allied", "", "movement")
        )
    }
    assert "Acid-North" in told
    assert not [order for order in told.values() if "Valletta" in order]


class Taker:
    """A table that lets events happen to a position, and asks nobody."""

    def __init__(self, state: State) -> None:
        self.state = state

    def record(self, event: Any) -> None:
        self.state = event.apply(self.state)


def after(state: State, count: Callable[[Any], None]) -> State:
    """The position when the scenario has counted."""
    table: Any = Taker(state)
    count(table)
    found: State = table.state
    return found


def test_a_fleet_that_never_sailed_is_worth_six_and_held_places_theirs() -> None:
    state = replace(first(), at=3)
    assert after(state, scoring.game_over).scores == {"Allied": 0.0, "Axis": 6.0}
    out = replace(
        state,
        facts={**state.facts, "left-TF-Tar": "yes"},
        owners={**state.owners, "26:4130": "Allied"},
    )
    assert after(out, scoring.game_over).scores == {"Allied": 2.0, "Axis": 0.0}


def test_what_is_ashore_and_in_supply_counts_by_turn() -> None:
    """A point each after Jul I, half a point more at the end: here three REs fed by their craft."""
    state = first()
    cargo = replace(state.cargo["C-LC-E1"], aboard="", place="26:4426", landed=True)
    state = replace(moved(state, "Acid-North", "26:4426"), cargo={**state.cargo, "C-LC-E1": cargo})
    assert landing.supplied_res(state, "Allied") == 3
    for turn, points in ((0, 3.0), (2, 1.5)):
        assert after(replace(state, at=turn), scoring.phase_over).scores["Allied"] == points


def test_the_first_step_is_rough_and_the_second_calm() -> None:
    game = Game.new(BOOK, HUSKY, rulings=LAW, dice=ManualDice())
    for text in ("call", "no more"):
        game.submit("Allied", text)
    assert game.state.sea_state("26:4129") == "rough"
    assert game.submit("Allied", "done")
    while game.state.step == 1:
        game.submit("Axis", "done")
    assert game.state.sea_state("26:4129") == "calm"


def test_the_carrier_is_called_to_valletta_and_leaves_with_the_turn() -> None:
    game = Game.new(BOOK, HUSKY, rulings=LAW, dice=ManualDice())
    assert game.submit("Allied", "call")
    assert (game.state.groups["CG-Indomitable"].hex, game.state.groups["CG-Indomitable"].where) == (
        "18Q:0407",
        "port",
    )
    assert "CG-Indomitable" not in game.view("Axis").units
    assert next(c.leaves for c in game.state.calls) == "Jul II 43"


def test_the_ferry_of_messina_opens_the_way_from_calabria() -> None:
    state = first()
    d = state.divisions["GND-29"]
    assert "26:3822" in inland.march_field(state, d)
    gone = put_unit(state, replace(state.units["LB-1"], ferry=""))
    assert "26:3822" not in inland.march_field(gone, d)


def test_the_enemy_learns_who_is_ashore_and_not_from_which_ship() -> None:
    state = first()
    cargo = replace(state.cargo["C-LC-E1"], aboard="", place="26:4426", landed=True, craft="LC-E1")
    seen = BOOK.view(replace(state, cargo={**state.cargo, "C-LC-E1": cargo}), "Axis").cargo[
        "C-LC-E1"
    ]
    assert (seen.res, seen.craft) == (3, "")
    assert "C-LC-E2" not in BOOK.view(state, "Axis").cargo


def test_admirals_land_support_and_counter_attack() -> None:
    """In a few lessons by the plain admirals troops get ashore, guns support them, and the division
    comes."""
    seen: set[str] = set()
    for n in range(3):
        game = Game.new(
            BOOK, Setup("husky-first-steps"), rulings=LAW, dice=SeededDice(seed_of(1, n))
        )
        play_out(game, dict.fromkeys(game.sides, admiral("greedy")), Random(n))
        assert game.outcome is not None
        seen |= {type(e.event).__struct_config__.tag for e in game.entries if e.kind == "event"}
    assert seen >= {"gunfire", "beach-check", "counter-attack"}


def test_people_saved_and_a_crippled_cruiser_count_off_tallinn() -> None:
    setup = Setup("tallinn-1941")
    state = first(setup)
    groups = {**state.groups, "Minsk": replace(state.groups["Minsk"], where="sea")}
    hex = state.groups["Minsk"].hex
    game = at(
        replace(state, groups=groups, adrift={hex: ("Allied", 3)}, step=1, segment="move"), setup
    )
    assert game.submit("Allied", "rescue with Minsk")
    while game.sides_to_answer() == ("Axis",):
        game.submit("Axis", "pass")
    assert game.state.scores["Allied"] == 1.0
    over = replace(state, at=3)
    assert after(over, scoring.game_over).scores == {"Allied": 10.0, "Axis": 0.0}
    hurt = put_unit(over, replace(over.units["TF-Kirov"], hits=3))
    assert after(hurt, scoring.game_over).scores["Axis"] == 4.0


@pytest.mark.parametrize(
    ("hits", "secret", "named"), [(1, True, ""), (1, False, "LC-W1"), (4, True, "LC-W1")]
)
def test_points_for_a_hit_that_the_enemy_does_not_see_name_nobody(
    hits: int, secret: bool, named: str
) -> None:
    """Mines strike a craft off Sicily: the Axis learns the points, and whose only when it sinks."""
    state = first()
    seen: list[Any] = []

    class Watched(Taker):
        def record(self, event: Any) -> None:
            super().record(event)
            seen.append(event.seen_by("Axis"))

    table: Any = Watched(state)
    damage.mark_damage(table, "LC-W1", hits, "36.C.1", secret)
    assert [e.subject for e in seen if hasattr(e, "subject")] == [named]


def test_gunfire_does_not_tell_whose_it_is() -> None:
    state = ready(
        ready(moved(first(), "TF-Gela", "26:4129"), "TF-86", "quarter", 4), "TF-81", "half", 0
    )
    game = at(state)
    assert game.submit("Allied", "support Gela with TF-81")
    for side, named in (("Allied", True), ("Axis", False)):
        told = " ".join(
            BOOK.event_text(e.event, game.view(side), side)
            for e in game.side_log(side)
            if e.kind == "event"
        )
        assert "gunfire support at Gela 26:4129" in told
        assert ("Boise" in told) == named


def test_the_odds_of_a_counter_attack_stand_at_its_choice() -> None:
    """Ten against nine and no guns ready: all but a disaster and a complete failure, five faces of
    six."""
    state = first()
    cargo = replace(state.cargo["C-LC-E1"], aboard="", place="26:4129", landed=True)
    state = replace(
        state, cargo={**state.cargo, "C-LC-E1": cargo}, owners={**state.owners, "26:4129": "Allied"}
    )
    options = BOOK.prompt(
        BOOK.view(state, "Axis"), AskOrder("Axis", inland.HOUSE, "inland")
    ).options
    odds = {o.text: o.odds for o in options}
    assert odds["counter-attack 26:4129 with GND-HG"] == "half of it thrown back 83.3 %"
    assert odds["pass"] == ""
