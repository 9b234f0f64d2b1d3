"""Rules that single scenarios add, where no case can state them: hunted raiders, starts with files
of their own, warships that put troops ashore, and admirals that invade."""

from __future__ import annotations

from random import Random as Chance

import pytest
from msgspec.structs import replace

from flagplot.admirals import admiral
from flagplot.admirals.simulate import play_out
from flagplot.rulebooks.campaign import BOOK
from flagplot.rulebooks.campaign import orders as o
from flagplot.rulebooks.campaign.advice.candidates import candidates
from flagplot.rulebooks.campaign.advice.worth import evaluate
from flagplot.rulebooks.campaign.orders import battle as bo
from flagplot.rulebooks.campaign.rules.missions.events import MissionWritten
from flagplot.rulebooks.campaign.rules.scoring import outcome, points_by_side, roll_independents
from flagplot.rulebooks.campaign.scenarios.cards import first_state, scenario_data
from flagplot.rulebooks.campaign.state import Mission, Points
from flagplot.table import AskOrder, Setup, Table
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from flagplot.table.setup.rulings import rulings

LAW = rulings("campaign")


def raider_hunt(target: str, *faces: int) -> tuple[dict[str, float], list[tuple[str, ...]]]:
    """The points of a turn with these dice when a cruiser watches a zone and Widder is the last
    raider; who saw each die."""
    state = first_state("atlantic-convoys-1940", LAW)
    watch = Mission(
        "W", "Allied", "patrol", ("UK-CL-1",), "Freetown", target, (target,), status="sailing"
    )
    others = {
        f"raider:{x}": "sunk"
        for x in scenario_data("atlantic-convoys-1940")["script"]["independents"]["raiders"]
        if x != "Widder"
    }
    table = Table(replace(state.put_mission(watch), flags={**state.flags, **others}))
    rolls, left, rule = [], list(faces), roll_independents(table)
    try:
        roll = rule.send(None)
        while True:
            rolls.append(roll.seen_by)
            roll = rule.send(left.pop(0))
    except StopIteration:
        assert not left
    return points_by_side(table.state), rolls


def test_a_disguised_raider_is_found_on_a_die_up_to_the_search_of_who_watches_her_zone() -> None:
    assert raider_hunt("central-atlantic", 2) == ({"Axis": 0, "Allied": 8}, [("Allied",)])
    assert raider_hunt("central-atlantic", 3, 5) == ({"Axis": 5, "Allied": 0}, [("Allied",), ()])
    assert raider_hunt("cape-verde", 4) == ({"Axis": 0, "Allied": 0}, [()])


@pytest.mark.parametrize(
    ("points", "winner", "short"),
    [
        (3, "Vichy", "The Allies have 3, a win takes 16"),
        (12, "", "The Allies have 12, a win takes 16"),
        (18, "Allied", ""),
    ],
)
def test_who_loses_by_his_own_points_is_told_how_many_he_needed(
    points: float, winner: str, short: str
) -> None:
    state = first_state("oran-learning", LAW)
    end = outcome(replace(state, over=True, score=(Points("Allied", points, "ship-damaged"),)))
    assert end is not None
    assert (end.winner, end.short) == (winner, short)


def write(game: Game, side: str, text: str) -> bool:
    """Give an order in words."""
    order = BOOK.parse(text, game.view(side), side)
    return bool(game.answer(side, order))


def test_a_start_has_what_its_file_changes_and_the_rest_of_its_scenario() -> None:
    whole, relief = (BOOK.start(Setup("wake-1941", start), LAW) for start in ("H", "R"))
    assert set(relief.ships) - set(whole.ships) == {"JA-CV-1", "US-CV-1", "US-CA-1"}
    assert relief.planes["JA-F42-1"].base == "JA-CV-1"
    assert whole.planes["JA-F42-1"].base == "Kwajalein"
    assert relief.planes["JA-F42-1"].experience == whole.planes["JA-F42-1"].experience
    assert len(scenario_data("wake-1941-relief")["script"]["assaults"]) == 1
    with pytest.raises(KeyError, match="it has H, R"):
        BOOK.start(Setup("wake-1941", "X"), LAW)


def test_task_force_14_may_meet_the_second_invasion_of_wake() -> None:
    game = Game.new(
        BOOK, Setup("wake-1941", "R"), rulings=LAW, dice=SeededDice(f"{3:064x}"), id="relief"
    )
    while game.state.turn == 1:
        for side in game.sides:
            if game.state.turn == 1 and side in game.sides_to_answer():
                assert game.answer(side, bo.Staff() if game.state.battle is not None else o.Done())
    for side in game.sides:
        ideas = list(candidates(BOOK.view(game.state, side), AskOrder(side, "6.3.a", "orders")))
        if side == "Axis":
            best = max(
                ideas,
                key=lambda x: evaluate(
                    BOOK.view(game.state, side), AskOrder(side, "6.3.a", "orders"), x
                ),
            )
            assert isinstance(best, o.Invade)
            assert best.target == "Wake"
            assert game.answer(side, best)
        else:
            assert write(game, side, "patrol US-CV-1, US-CA-1 to 44,20")
        assert game.answer(side, o.Done())
    assert any(x.side == "Allied" for x in game.state.spotted)
    ideas = list(
        candidates(BOOK.view(game.state, "Allied"), AskOrder("Allied", "6.4.b", "operations"))
    )
    assert any(isinstance(x, o.Intercept) for x in ideas)


def test_what_warships_put_ashore_holds_the_port() -> None:
    game = Game.new(
        BOOK, Setup("norway-1940"), rulings=LAW, dice=SeededDice(f"{1:064x}"), id="coup"
    )
    assert write(game, "Axis", "operational change GE-CL-1 to Bergen via direct")
    for side in game.sides:
        assert game.answer(side, o.Done())
    while game.state.phase == "operations":
        assert game.answer(next(iter(game.sides_to_answer())), o.Done())
    troop = game.state.troops["GE-CL-1-ashore"]
    assert (troop.at, troop.side, troop.strength) == ("Bergen", "Axis", 5)


def test_greedy_admirals_invade_where_it_scores() -> None:
    ordered: set[str] = set()
    for n in range(2):
        game = Game.new(
            BOOK, Setup("norway-1940"), rulings=LAW, dice=SeededDice(f"{n:064x}"), id="admirals"
        )
        play_out(game, {side: admiral("greedy") for side in game.sides}, Chance(n))
        written = [e.event.mission for e in game.entries if isinstance(e.event, MissionWritten)]
        ordered |= {m.side for m in written if m.kind == "invasion"}
    assert ordered == {"Axis", "Allied"}
