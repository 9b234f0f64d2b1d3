"""Worth of a force that may be met at sea, in the points of its scenario."""

from __future__ import annotations

from flagplot import rulebooks
from flagplot.rulebooks.awaw.advice.battle_worth import LossPoints, Strength, battle_worth
from flagplot.rulebooks.awaw.advice.interception_worth import (
    factor_price,
    hidden_strength,
    landing_perils,
)
from flagplot.rulebooks.awaw.nouns import Pick
from flagplot.rulebooks.awaw.orders import Mission
from flagplot.rulebooks.awaw.scenarios import start_state
from flagplot.rulebooks.awaw.state import Force, replace
from flagplot.table import Setup, rulings

TORCH = start_state(Setup("torch-1942", "T"), rulings("awaw"))
GUARDS = ("UK-BB-Duke-of-York", "UK-BB-Rodney", "UK-BC-Renown")


def cost_of_way(order: Mission) -> float:
    found = landing_perils(TORCH, "Allied", order)
    assert found is not None
    return found


def test_guns_beside_a_landing_make_its_way_cheaper() -> None:
    cargo = tuple(map(Pick, ("UK-INF-ETF", "US-INF-CTF", "UK-CDO-1", "US-ARM-1A", "US-ARM-1B")))
    bare = Mission("invade", (Pick("UK-DD-Gibraltar"),), "CC12", cargo, (), "TF1")
    guarded = Mission("invade", (*bare.units, *map(Pick, GUARDS)), "CC12", cargo, (), "TF1")
    assert cost_of_way(guarded) < cost_of_way(bare)


def test_more_cargo_is_more_to_lose() -> None:
    few = Mission("invade", (Pick("UK-DD-Gibraltar"),), "CC12", (Pick("UK-INF-ETF"),))
    many = Mission("invade", few.units, "CC12", (Pick("UK-INF-ETF"), Pick("US-INF-CTF")))
    assert cost_of_way(few) < cost_of_way(many)


def test_a_great_force_from_a_great_port_is_taken_to_be_greater() -> None:
    force = Force(
        "Allied-1",
        "Allied",
        "invade",
        ("UK-DD-Gibraltar",),
        ("AA7", "BB7"),
        "CC12",
        task_force=True,
    )
    seen = rulebooks.book("awaw").view(replace(TORCH, forces={"Allied-1": force}), "Axis")
    hidden = replace(seen, forces={"Allied-1": replace(force, units=(), band="10+")})
    small = replace(seen, forces={"Allied-1": replace(force, units=(), band="under 10")})
    assert hidden_strength(hidden, ("Allied-1",)).factors > 0
    assert hidden_strength(small, ("Allied-1",)) == Strength()


def test_ships_that_count_half_cost_half() -> None:
    french, british = TORCH.units["VF-DD-Oran"], TORCH.units["UK-DD-Gibraltar"]
    assert factor_price(TORCH, (french,)) < factor_price(TORCH, (british,))


def test_cargo_that_may_be_sunk_is_worth_fighting_for() -> None:
    one, other = Strength(10, 10), Strength(12, 12)
    assert battle_worth(one, other, 0.0, LossPoints(his_cargo=4)) > battle_worth(one, other, 0.0)
    assert battle_worth(one, other, 0.0, LossPoints(my_cargo=4)) < battle_worth(one, other, 0.0)
