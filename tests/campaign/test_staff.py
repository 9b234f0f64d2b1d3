"""The staff's doctrine: it shuns a fight it is outmatched in, breaks off when it may, and else
seeks it."""

from __future__ import annotations

from random import Random as Chance

from msgspec.structs import replace

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.admirals.simulate import play_out
from flagplot.rulebooks.campaign.events import GameOver, Scored
from flagplot.rulebooks.campaign.map.battle_ocean import distance
from flagplot.rulebooks.campaign.orders import battle as o
from flagplot.rulebooks.campaign.rules.combat.events import BattleBegan
from flagplot.rulebooks.campaign.rules.combat.legality import check
from flagplot.rulebooks.campaign.rules.combat.staff import (
    best_shot,
    hurt_already,
    is_outmatched,
    staff_order,
)
from flagplot.rulebooks.campaign.state.battle import SeaBattle
from flagplot.table import Setup
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from flagplot.table.setup.rulings import rulings

from .boards import blank, ship
from .test_formula import battle


def met(hunters: int, **changes: object) -> SeaBattle:
    """A lone cruiser on her station, seen by *hunters* cruisers three hexes off, in her turn."""
    ships = [ship(f"H{n}", "CA") for n in range(hunters)]
    placed = [(f"H{n}", "red", (10, 10 + n)) for n in range(hunters)]
    b = battle(blank(*ships, ship("R", "CA", side="Allied")), *placed, ("R", "blue", (13, 11)))
    return replace(b, mover="blue", on_station=True, **changes)


def moved(b: SeaBattle) -> tuple[int, int]:
    """Where the staff sends the cruiser, once she has fired."""
    quiet = replace(b, units=tuple(replace(u, fired=True) if u.id == "R" else u for u in b.units))
    order = staff_order(quiet, "blue")
    assert isinstance(order, o.Move)
    assert check(quiet, "Allied", order)
    return order.to


def nearest(b: SeaBattle, at: tuple[int, int]) -> int:
    return min(distance(u.at, at) for u in b.units if u.colour == "red" and u.at is not None)


def test_the_outmatched_make_off() -> None:
    b = met(3)
    assert is_outmatched(b, "blue")
    assert not is_outmatched(b, "red")
    assert nearest(b, moved(b)) > nearest(b, (13, 11))


def test_equals_are_fought() -> None:
    b = met(1)
    assert not is_outmatched(b, "blue")
    assert isinstance(staff_order(b, "blue"), o.Fire)


def test_the_outmatched_break_off_as_soon_as_they_may() -> None:
    done = tuple(replace(u, fired=True, moved=True) for u in met(3).units)
    for turn in (11, 12, 20):
        order = staff_order(met(3, turn=turn, units=done), "blue")
        assert isinstance(order, o.EndTurn if turn < 12 else o.Retreat)


def test_ships_off_their_station_go_on_when_they_are_nearly_there() -> None:
    at_sea = replace(met(3, turn=12), on_station=False)
    done = tuple(replace(u, fired=True, moved=True) for u in at_sea.units)
    there = tuple(replace(u, at=(35, 5)) if u.id == "R" else u for u in done)
    assert isinstance(staff_order(replace(at_sea, units=done), "blue"), o.Retreat)
    watched = replace(
        at_sea,
        units=tuple(
            replace(u, at=(34, 3 + n)) if u.colour == "red" else u for n, u in enumerate(there)
        ),
    )
    assert is_outmatched(watched, "blue")
    assert isinstance(staff_order(watched, "blue"), o.EndTurn)


def test_the_hunt_ends_with_the_raider_and_no_two_are_alike() -> None:
    book = rulebooks.book("campaign")
    zones, short = set(), 0
    for n in range(12):
        game = Game.new(
            book, Setup("graf-spee"), rulings=rulings("campaign"), dice=SeededDice(f"{n:064x}")
        )
        play_out(game, {side: admiral("greedy") for side in ("Axis", "Allied")}, Chance(n))
        raider = game.state.ships["L-GE-CA-1"]
        events = [e.event for e in game.entries if e.event is not None]
        hit = any(isinstance(e, Scored) and e.points.what == "raider-hit" for e in events)
        assert isinstance(events[-1], GameOver)
        assert hit <= (raider.strength < raider.full)
        if raider.afloat and not raider.damaged:
            assert game.state.turn == 6
        elif game.state.turn < 6:
            short += 1
        zones.add(tuple(e.interception.place for e in events if isinstance(e, BattleBegan)))
    assert short
    assert len(zones) > 3, "the admirals play the same hunt again and again"


def test_fire_is_concentrated() -> None:
    b = met(2)
    firer = b.unit("R")
    one, two = (u for u in b.units if u.colour == "red")
    weak = replace(two, strength=4)
    assert hurt_already(weak) > hurt_already(one) == 1
    whole = best_shot(firer, [one, two])
    assert whole is not None
    assert best_shot(firer, [one, weak]) == weak
