"""The hunt for a raider in open zones: where both go is a game of guesses, and who stands well
enough keeps out of the way."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from flagplot.admirals import ADMIRALS
from flagplot.rulebooks.campaign import BOOK
from flagplot.rulebooks.campaign.advice.raider_hunt import solve_hunt, solve_turn
from flagplot.rulebooks.campaign.orders import Patrol
from flagplot.rulebooks.campaign.state import Points, State
from flagplot.table import AskOrder
from flagplot.table.assist.examine import examine
from tests.games import begun, questions


def at_sea(points: float, turn: int = 1) -> State:
    """The hunt in a turn, with so many points for the raider, from Rio last turn if she has any."""
    state = begun("campaign", "graf-spee").state
    scored = (Points("Axis", points, "trade", "RI"),) if points else ()
    return replace(
        state, turn=turn, score=scored, flags={**state.flags, "raided": "RI" if points else ""}
    )


def raider_told(state: State) -> set[str]:
    """Where steady admirals of different lots send the raider: zones, and other orders as they
    are."""
    request, view = AskOrder("Axis", "6.3.a", "orders"), BOOK.view(state, "Axis")
    given = [ADMIRALS["steady"].decide(BOOK, view, request, Random(n)) for n in range(20)]
    return {x.target if isinstance(x, Patrol) else type(x).__name__ for x in given}


def test_no_zone_is_better_for_the_raider_than_those_where_she_goes() -> None:
    options = {"rich": (0.9, 0.1), "fair": (0.6, 0.1), "poor": (0.3, 0.1)}
    for patrols in (1, 2):
        sea = solve_turn(options, patrols, 0.2)
        brings = {z: free - sea.watched[z] * (free - met) for z, (free, met) in options.items()}
        assert max(brings.values()) - sea.value < 1e-6
        assert all(abs(brings[z] - sea.value) < 1e-6 for z in sea.raided)
        assert sum(sea.watched.values()) <= patrols + 1e-6
    assert solve_turn(options, 3, 0.2).raided == {}, (
        "where every zone is watched she keeps out of the way"
    )


def test_she_who_has_won_keeps_out_of_the_way_and_she_who_has_not_raids() -> None:
    assert not solve_hunt(at_sea(6), True).raided
    assert raider_told(at_sea(6)) <= {"Done", "Supply"}
    assert len(raider_told(at_sea(0)) - {"Done", "Supply"}) > 1


def test_a_zone_just_raided_is_watched_less_and_so_is_one_far_from_it() -> None:
    fresh, raided = solve_hunt(at_sea(0, 3), False), solve_hunt(at_sea(2, 3), False)
    assert raided.watched["RI"] < fresh.watched["RI"]
    assert raided.watched["MZ"] < solve_hunt(at_sea(2, 3), True).watched["MZ"], (
        "she passes other zones on her way there"
    )


def test_hunters_watch_a_zone_for_each_patrol() -> None:
    game, rng, most = begun("campaign", "graf-spee"), Random(1), 0
    for side, request, view in questions(game, 200):
        assert game.answer(side, ADMIRALS["steady"].decide(BOOK, view, request, rng))
        places = [
            m.target
            for m in game.state.missions.values()
            if m.side == "Allied" and m.kind == "patrol"
        ]
        assert len(places) == len(set(places))
        most = max(most, len(places))
    assert most > 1


def test_a_patrol_in_a_hunt_tells_what_it_is_for() -> None:
    state = at_sea(0)
    told: dict[str, list[str]] = {}
    for side, ship in (("Axis", "Admiral Graf Spee"), ("Allied", "Exeter")):
        request = AskOrder(side, "6.3.a", "orders")
        told[side] = [
            str(
                examine(BOOK, BOOK.view(at, side), request, f"patrol {ship} to {zone}")
                .summary[0]
                .text
            )
            for at, zone in (
                (state, "the Plate"),
                (replace(state, flags={**state.flags, "raided": "PL"}), "the Plate"),
                (state, "the Falklands"),
            )
        ]
    assert told["Axis"] == [
        "4 points of trade in the Plate, unless a patrol is there; the enemy may send 1.",
        "There is no trade to raid in the Plate this turn.",
        "There is no trade to raid in the Falklands this turn.",
    ]
    assert told["Allied"][0] == "It meets whoever raids the Plate."
