"""Layers drawn over the map equal the rules for every hex, at once when a port changes hands."""

from __future__ import annotations

import random

import pytest

from flagplot.rulebooks.europa import BOOK
from flagplot.rulebooks.europa.map import canals, chart, sheets
from flagplot.rulebooks.europa.presentation.map_layers import NEAR, map_layers
from flagplot.rulebooks.europa.rules.movement import canals as movement_canals
from flagplot.rulebooks.europa.rules.special import danger_zones as dz
from flagplot.rulebooks.europa.state import State, replace
from flagplot.rulebooks.europa.state.waters import Waters
from flagplot.table import Setup, rulings


def opening(scenario: str) -> State:
    state = BOOK.start(Setup(scenario, "", "current", ()), rulings("europa"))
    assert isinstance(state, State)
    return state


def drawn(state: State, side: str, style: str) -> dict[str, set[str]]:
    """The hexes of each layer of a style."""
    found: dict[str, set[str]] = {}
    for o in map_layers(BOOK.view(state, side), side):
        if o.style == style:
            found.setdefault(o.layer, set()).update(o.places)
    return found


def twin(state: State, side: str) -> dict[str, set[str]]:
    """The danger zones asked of every hex of the board."""
    board = sheets.board()
    assert board is not None
    near = {h for g in state.standing(side) for h in chart.hexes_within(g.hex, NEAR)}
    wet = [h for h in board.hexes if h in near and state.ground(h) in ("sea", "coastal")]
    every = {
        f"{n} danger zone": {h for h in wet if dz.exerts_zone(state, n, h)} for n in dz.NATIONS
    }
    return {name: places for name, places in every.items() if places}


@pytest.mark.parametrize("side", ["Allied", "Axis"])
@pytest.mark.parametrize("scenario", ["tallinn-1941", "pedestal"])
def test_danger_zones_are_drawn_by_nation_hex_for_hex(scenario: str, side: str) -> None:
    state = opening(scenario)
    assert drawn(state, side, "danger") == twin(state, side)


def test_they_are_drawn_anew_when_ports_change_hands() -> None:
    state = opening("tallinn-1941")
    rng = random.Random(3)
    seen = []
    for _ in range(4):
        hex = rng.choice(sorted(state.ports))
        port = state.ports[hex]
        owner = "Axis" if port.owner == "Allied" else "Allied"
        state = replace(
            state,
            ports={**state.ports, hex: replace(port, owner=owner)},
            owners={**state.owners, hex: owner},
        )
        now = drawn(state, "Allied", "danger")
        assert now == twin(state, "Allied")
        seen.append(now)
    fallen = replace(state, waters=replace(state.waters, baltic="safe"))
    assert drawn(fallen, "Allied", "danger") == twin(fallen, "Allied") != seen[-1]


def test_minebelts_are_drawn_with_their_points_for_both_sides() -> None:
    state = opening("tallinn-1941")
    for side in ("Allied", "Axis", ""):
        told = {
            o.places[0]: (o.side, o.label)
            for o in map_layers(BOOK.view(state, side), side)
            if o.style == "mines"
        }
        assert told == {
            h: (owner, f"mines {n}")
            for h, belts in state.mines.items()
            for owner, n in belts.items()
        }


def test_every_layer_can_be_switched_in_the_legend() -> None:
    for scenario in ("tallinn-1941", "pedestal"):
        drawn = [
            o
            for side in ("Allied", "Axis")
            for o in map_layers(BOOK.view(opening(scenario), side), side)
        ]
        assert {o.label for o in drawn if not o.layer} <= {"goal", "goal of the Allies"}, (
            "goals are always there"
        )


@pytest.mark.parametrize(
    ("waters", "said"),
    [
        (Waters(), "Suez Canal: open to the Allies"),
        (Waters(suez="closed"), "Suez Canal: shut for a time"),
        (Waters(suez="blocked"), "Suez Canal: shut for good"),
        (
            Waters(suez_held=((canals.hexsides_of(canals.SUEZ)[0], "Axis"),)),
            "Suez Canal: shut, in part Axis",
        ),
    ],
)
def test_suez_is_drawn_in_its_state(waters: Waters, said: str) -> None:
    state = BOOK.given(
        BOOK.case_start(Setup(""), rulings("europa")), "port Alexandria at 19A:2515, Allied, size 4"
    )
    state = replace(state, waters=waters)
    canal = [o for o in map_layers(state, "Allied") if o.layer == "Canals"]
    assert [(o.label, o.places) for o in canal] == [(said, canals.hexsides_of(canals.SUEZ))]
    assert canal[0].level == int("shut" in said)


def test_a_canal_is_open_to_who_holds_it_all() -> None:
    state = BOOK.case_start(Setup(""), rulings("europa"))
    banks = sorted(
        {h for edge in canals.hexsides_of(canals.KIEL) for h in chart.hexes_of_side(edge)}
    )
    held = replace(state, owners={**state.owners, **dict.fromkeys(banks, "Axis")})
    assert movement_canals.canal_condition(held, canals.KIEL) == "shut: nobody holds it all"
    for line in (
        "port Brunsbuttel at 16A:0509, Axis",
        "port Kiel at 16A:0606, Axis, size 4, naval base",
    ):
        held = BOOK.given(held, line)
    assert movement_canals.canal_condition(held, canals.KIEL) == "open to the Axis"
    lost = replace(held, owners={**held.owners, banks[0]: "Allied"})
    assert movement_canals.canal_condition(lost, canals.KIEL) == "shut: nobody holds it all"
