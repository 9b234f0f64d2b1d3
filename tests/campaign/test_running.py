"""Merchants run on to the far end of the water where their mission ends; boats that see nothing
search it from both sides."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.rulebooks.campaign.advice.merchant_evasion import (
    BEAT,
    DEEP,
    ROWS,
    next_move,
    steered_units,
)
from flagplot.rulebooks.campaign.advice.priced_staff import reckoned_order
from flagplot.rulebooks.campaign.orders.battle import Move
from flagplot.rulebooks.campaign.state import State
from flagplot.rulebooks.campaign.state.battle import SeaBattle
from tests.games import begun


def at_night() -> tuple[State, SeaBattle]:
    state = begun("campaign", "convoy-sc-7").state
    assert state.battle is not None
    places = {"UK-DE-1": (9, 26), "UK-DE-2": (9, 32), "GE-SS-1": (24, 22), "GE-SS-2": (24, 34)}
    merchants = [u.id for u in state.battle.units if u.cls == "TR"]
    places |= {id: (8, 22 + 3 * n) for n, id in enumerate(merchants)}
    units = tuple(replace(u, at=places[u.id]) for u in state.battle.units)
    b = replace(state.battle, units=units, phase="fight", mover="blue")
    return replace(state, battle=b), b


def sailed(b: SeaBattle, move: Move) -> SeaBattle:
    return b.put(replace(b.unit(move.unit), at=move.to, moved=True))


def test_all_merchants_make_for_one_place_at_the_far_end_and_stay_there() -> None:
    _, b = at_night()
    for _ in range(12):
        while (move := next_move(b, "blue", "a lot")) is not None:
            b = sailed(b, move)
        b = b.put(*(replace(u, moved=False) for u in b.units))
    at = [u.at for u in b.units if u.cls == "TR" and u.at is not None]
    assert all(abs(c - DEEP) <= 2 for c, _ in at)
    assert max(r for _, r in at) - min(r for _, r in at) <= 5
    assert all(r in range(ROWS.start - 3, ROWS.stop + 3) for _, r in at)


def test_a_merchant_keeps_clear_of_a_boat_that_has_shown_itself() -> None:
    _, b = at_night()
    merchant = next(u for u in b.units if u.cls == "TR")
    b = b.put(replace(b.unit("GE-SS-1"), at=(12, 22), revealed=True))
    move = next_move(b, "blue", "a lot")
    assert move is not None
    assert move.unit == merchant.id
    assert move.to[0] <= 8
    assert not steered_units(replace(b, scattered=True), "blue")


def test_boats_search_as_long_as_they_see_nothing() -> None:
    state, b = at_night()
    b = replace(b, mover="red")
    assert {u.id for u in steered_units(b, "red")} == {"GE-SS-1", "GE-SS-2"}
    for turn in range(1, 13):
        b = replace(b, turn=turn)
        while (move := next_move(b, "red", "a lot")) is not None:
            b = sailed(b, move)
        b = b.put(*(replace(u, moved=False) for u in b.units))
    rows = [u.at[1] for u in b.units if u.submarine and u.at is not None]
    assert all(abs(u.at[0] - BEAT) <= 1 for u in b.units if u.submarine and u.at is not None)
    assert max(rows) - min(rows) > 4
    seen = b.put(replace(b.unit("GE-SS-1"), at=(7, 22)))
    assert steered_units(seen, "red") == ()
    order = reckoned_order(replace(state, battle=replace(seen, mover="red")), "Axis")
    assert order is not None
