"""Small helpers of patrols, sea transport and repair, against brute force or by hand."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.rulebooks.awaw.rules import mission_points
from flagplot.rulebooks.awaw.rules.basing import repairs
from flagplot.rulebooks.awaw.rules.patrols.patrol import meeting_hex
from flagplot.rulebooks.awaw.rules.transport import cargo, sea_transport
from flagplot.rulebooks.awaw.scenarios import start_state
from flagplot.rulebooks.awaw.state import Unit, replace
from flagplot.table import Setup, rulings

RULINGS = rulings("awaw")
HEXES = st.sampled_from(["A1", "A2", "A3", "A4", "A5", "A6"])


def ship(type: str, factors: int, **more: object) -> Unit:
    return Unit("X", "X", "Axis", "Germany", "ship", type, factors, **more)  # type: ignore[arg-type]


@given(
    st.lists(st.lists(HEXES, min_size=2, max_size=6, unique=True), min_size=1, max_size=3),
    st.sampled_from(["Z1", "Z2"]),
)
def test_contingents_meet_where_their_tracks_become_one(paths: list[list[str]], goal: str) -> None:
    tracks = [(*p, goal) for p in paths]
    found = meeting_hex(tracks)
    if len(tracks) == 1:
        assert found == goal
        return
    best = goal
    for n in range(1, min(map(len, tracks))):
        if len({t[-n:] for t in tracks}) == 1:
            best = tracks[0][-n]
    assert found == best


@given(
    st.lists(
        st.tuples(st.sampled_from(["BB", "CA", "DD", "SS", "CVL"]), st.integers(1, 9)), max_size=8
    )
)
def test_price_of_a_mission(force: list[tuple[str, int]]) -> None:
    total = sum(n for kind, n in force if kind != "SS")
    assert mission_points.mission_cost([ship(kind, n) for kind, n in force]) == (total + 4) // 5


def test_lift() -> None:
    fleet = [ship("DD", 3), ship("DD", 2, damaged=True), ship("CA", 2), ship("BB", 4)]
    assert cargo.destroyer_lift(fleet) == 3
    freight = [Unit("G", "G", "Axis", "Germany", "ground", "INF", 6)]
    state = start_state(Setup("norway-1940"), RULINGS)
    shipped = [replace(u, base="Atlantic U.S. box") for u in freight]
    assert cargo.destroyers_needed(state, "Axis", "transport", freight, "D32") == 6
    assert cargo.destroyers_needed(state, "Axis", "transport", freight, "Atlantic U.S. box") == 12
    assert cargo.destroyers_needed(state, "Axis", "transport", shipped, "D32") == 12
    assert cargo.destroyers_needed(state, "Axis", "transport", [*freight, *shipped], "D32") == 18
    assert cargo.transports_needed(state, freight, "D32") == 0
    assert cargo.transports_needed(state, shipped, "H24") == 2


def test_calling_at_a_port_whose_water_lies_in_another_hex() -> None:
    state = start_state(Setup("norway-1940"), RULINGS)
    path = ("J30", "I31", "D34", "E33")
    assert sea_transport.call_index(state, path, "C35", 0) == 2
    assert sea_transport.call_index(state, path, "J30", 0) == 0
    assert sea_transport.call_index(state, path, "B33", 1) == 1


def test_points_promised_by_announcements_are_not_spent_twice() -> None:
    from flagplot.rulebooks.awaw import BOOK
    from flagplot.table.core.dice import SeededDice
    from flagplot.table.game.game import Game

    game = Game.new(BOOK, Setup("norway-1940"), rulings=RULINGS, dice=SeededDice(1))
    game.submit("Axis", "patrol Scharnhorst, Gneisenau to D31")
    assert mission_points.points_left(game.view("Axis"), "Axis") == 4
    game.submit("Axis", "withdraw P1")
    assert mission_points.points_left(game.view("Axis"), "Axis") == 6
    game.submit("Axis", "patrol Scharnhorst, Gneisenau, Hipper, Koeln to D31 as TF1")
    game.submit("Axis", "patrol Koenigsberg, Lutzow to C31")
    game.submit("Axis", "patrol Karlsruhe to C31")
    assert mission_points.points_left(game.view("Axis"), "Axis") == 2


@pytest.mark.parametrize(("factors", "turns"), [(2, 2), (3, 3), (4, 4)])
def test_repair_takes_size_less_one_whole_turns(factors: int, turns: int) -> None:
    """The first turn end begins the repair; then every one spent in the yard counts."""
    u = ship("CA", factors, damaged=True, base="J29", base_turn="J29")
    ends = 0
    while True:
        ends += 1
        done = repairs.turns_done(u) + 1
        if done >= max(1, u.factors - 1):
            break
        u = replace(u, row=f"repair {done}")
    assert ends == turns


def test_random_seeds_do_not_matter_to_candidates() -> None:
    from flagplot.rulebooks.awaw import BOOK
    from flagplot.table import AskOrder

    state = start_state(Setup("mediterranean-1941"), RULINGS)
    view = BOOK.view(state, "Axis")
    request = AskOrder("Axis", "21.416A", "movement")  # type: ignore[var-annotated]
    random.seed(1)
    first = [BOOK.text(o) for o in BOOK.candidates(view, request)]
    random.seed(2)
    assert first == [BOOK.text(o) for o in BOOK.candidates(view, request)]
    assert first[-1] == "done"
    assert len(first) > 5
