"""Memos and values read off the printed sheet equal the full computation."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from flagplot import rulebooks
from flagplot.admirals.steady import Steady
from flagplot.rulebooks.europa.advice import candidates, ways_to_goal
from flagplot.rulebooks.europa.map import chart, sheets
from flagplot.rulebooks.europa.rules.movement import costs, routing, waters
from flagplot.rulebooks.europa.rules.special import inland
from flagplot.rulebooks.europa.state import State, units
from flagplot.table import Setup, rulings
from flagplot.table.assist.coach import evaluated_answers
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game

BOOK = rulebooks.book("europa")


@pytest.fixture(scope="module")
def state() -> State:
    found = BOOK.start(Setup("pedestal", "", "current", ()), rulings("europa"))
    assert isinstance(found, State)
    return found


def test_the_printed_sheet_tells_the_same_as_a_position_that_states_something_elsewhere(
    state: State,
) -> None:
    board = sheets.board()
    assert board is not None
    stating = msgspec.structs.replace(state, hexsides={"99:0101/0102": "land"})
    assert state.charted
    assert not stating.charted
    narrow = 0
    for here in list(board.hexes)[::3]:
        assert waters.straits_of(state, here) == waters.straits_of(stating, here)
        narrow += len(waters.straits_of(state, here))
        for there in chart.neighbours(here):
            assert state.edge(here, there) == stating.edge(here, there)
    assert narrow


def test_groups_are_found_by_their_hex(state: State) -> None:
    hexes = {g.hex for g in state.groups.values()}
    assert len(hexes) > 3
    for hex in hexes:
        for side in ("", *state.sides):
            for where in ("sea", "port"):
                looked = [
                    g
                    for _, g in sorted(state.groups.items())
                    if g.hex == hex and g.where == where and side in ("", g.side)
                ]
                assert list(state.groups_at(hex, side, where)) == looked


def test_what_a_group_pays_is_the_dearest_of_its_units(state: State) -> None:
    board = sheets.board()
    assert board is not None
    grounds = {state.ground(h): h for h in board.hexes}
    rows = {"sea": 2, "coastal": 4}
    for group in state.groups.values():
        assert state.of(group) == tuple(state.units[m] for m in group.members if m in state.units)
        assert state.kind(group) == units.group_kind(
            state.of(group), state.rulings.switch("mtb_as")
        )
        for ground, hex in grounds.items():
            prices = [
                costs.summary_cost(state, rows[ground], u) if ground in rows else None
                for u in state.of(group)
            ]
            dearest = (
                None if None in prices else max((p for p in prices if p is not None), default=0)
            )
            assert costs.entry_cost(state, group, hex) == dearest


def anew(view: State) -> State:
    """Return this position without memos, with a map that states something elsewhere."""
    return msgspec.structs.replace(
        view,
        hexsides={"99:0101/0102": "land"},
        owners={**view.owners},
        units={**view.units},
        cargo={**view.cargo},
        ports={**view.ports},
        defences={**view.defences},
        mines={**view.mines},
        air={**view.air},
    )


@pytest.mark.parametrize("scenario", ["pedestal-first-steps", "husky-first-steps", "tallinn-1941"])
def test_ways_and_worth_in_the_course_of_a_game_are_those_worked_out_anew(scenario: str) -> None:
    game = Game.new(BOOK, Setup(scenario), rulings=rulings("europa"), dice=SeededDice("7"))
    lots, seen = Random(7), 0
    while game.outcome is None and seen < 60:
        side = game.sides_to_answer()[0]
        request, view = game.request(side), game.view(side)
        assert request is not None
        fresh = anew(view)
        seen += 1
        for g in view.standing(side):
            goal = candidates.goal_of(view, g)
            assert view.kind(g) == fresh.kind(g)
            if goal:
                for wary in (True, False):
                    assert routing.course_to(view, g, goal, 20, wary) == routing.course_to(
                        fresh, g, goal, 20, wary
                    )
                assert ways_to_goal.cheapest_course(
                    view, g, goal, 20
                ) == ways_to_goal.cheapest_course(fresh, g, goal, 20)
                assert ways_to_goal.cost_field(view, g, goal)(g.hex) == ways_to_goal.cost_field(
                    fresh, g, goal
                )(g.hex)
        for d in view.divisions.values():
            assert inland.march_field(view, d) == inland.march_field(fresh, d)
        assert evaluated_answers(BOOK, view, request) == evaluated_answers(BOOK, fresh, request)
        game.answer(side, Steady(looks=False).decide(BOOK, view, request, lots))
    assert seen > 15
