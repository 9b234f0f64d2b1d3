"""The admiral who plans: missions get forces and forces get orders, in every book; and the follies
that were mended."""

from __future__ import annotations

from random import Random as Chance
from typing import Any

import pytest
from msgspec.structs import replace

from flagplot import rulebooks
from flagplot.admirals import Greedy, Steady, admiral
from flagplot.admirals.simulate import Match, play_many, play_out, summarise_run
from flagplot.rulebooks.awaw import orders as awaw
from flagplot.rulebooks.campaign import orders as campaign
from flagplot.rulebooks.campaign.advice import shipping_candidates
from flagplot.rulebooks.campaign.map.squares import distance, is_square, square_of
from flagplot.rulebooks.europa import orders as europa
from flagplot.rulebooks.europa.advice import air_cover, route_losses
from flagplot.table import Ask, AskOrder, Setup, facts, rulings
from flagplot.table.contract.aims import Aim, Plan, assign_forces
from flagplot.table.game.fork import GameFork
from tests.games import begun

SEATS = [("awaw", "norway-1940"), ("europa", "pedestal"), ("campaign", "norway-1940")]


def test_missions_get_forces_the_dearest_first_and_nobody_twice() -> None:
    made = assign_forces(
        [
            Aim("patrol", 1, 10, (("Hood", 8), ("Renown", 4))),
            Aim("land", 6, 4, (("Renown", 4), ("Hood", 1))),
        ]
    )
    assert made.given == {"Renown": "land", "Hood": "patrol"}
    assert made.taken_from(["Renown"]) == 6
    assert made.taken_from(["Renown"], "land") == 0
    assert made.taken_from(["Hood"]) == pytest.approx(0.8)
    assert made.aim_of("nobody") is None


@pytest.mark.parametrize(("book", "scenario"), SEATS)
def test_every_book_has_aims_and_forces_for_them(book: str, scenario: str) -> None:
    game = begun(book, scenario)
    for side in game.sides:
        made = assign_forces(game.book.aims(game.view(side), side))
        assert all(made.aims[aim].needs > 0 for aim in made.given.values())
    assert any(assign_forces(game.book.aims(game.view(side), side)).given for side in game.sides)


@pytest.mark.parametrize(("book", "scenario"), SEATS)
def test_a_plan_tells_nothing_that_is_hidden(book: str, scenario: str) -> None:
    """In positions that a side cannot tell apart it plans and answers alike."""
    game, lots = begun(book, scenario), Chance(3)
    for n in range(40):
        side = game.sides_to_answer()[0]
        view, request = game.view(side), game.request(side)
        assert request is not None
        answer = Steady().decide(game.book, view, request, Chance(n))
        if n % 8 == 0:
            for twin in list(game.book.secret_twins(game.state, side))[:2]:
                assert (
                    Steady().decide(game.book, game.book.view(twin, side), request, Chance(n))
                    == answer
                )
        game.answer(
            side, answer if n % 2 else Greedy(width=40).decide(game.book, view, request, lots)
        )


def watched(
    book: str, scenario: str, seed: int, players: dict[str, Any]
) -> tuple[GameFork, list[tuple[str, Any, Any]]]:
    """A game in thought to its end, and the orders given: side, view, order."""
    rules: Any = rulebooks.book(book)
    game, lots, given = (
        GameFork.at(rules, rules.start(Setup(scenario), rulings(book)), seed),
        Chance(seed),
        [],
    )
    while game.outcome is None:
        side = game.sides_to_answer()[0]
        request, view = game.request(side), game.view(side)
        assert request is not None
        answer = players[side].decide(rules, view, request, lots)
        if isinstance(request, AskOrder):
            given.append((side, view, answer))
        assert game.answer(side, answer)
    return game, given


def test_transports_do_not_wait_in_port() -> None:
    """Cargo that scores in Bergen goes there, a few factors at a time: an enemy that hunts one lets
    others pass."""
    sailed = {}
    for name in ("greedy", "steady"):
        _, given = watched(
            "awaw", "norway-1940", 1, {"Allied": admiral(name), "Axis": admiral("greedy")}
        )
        sailed[name] = [
            o for side, _, o in given if side == "Allied" and isinstance(o, awaw.Transport)
        ]
    assert len(sailed["steady"]) > len(sailed["greedy"])
    assert {o.to for o in sailed["steady"]} == {"Bergen"}


def test_the_carrier_that_flew_off_turns_back() -> None:
    game, _ = watched(
        "europa", "pedestal", 3, {"Allied": admiral("steady"), "Axis": admiral("greedy")}
    )
    assert "flown-off" in game.state.facts
    aims = {a.id for a in game.book.aims(game.view("Allied"), "Allied")}
    assert not any(a.startswith("fly off") for a in aims)
    assert "home-again" in game.state.facts or any(a.startswith("home") for a in aims)


def test_sweepers_clear_a_lane_before_the_convoys_sail() -> None:
    """The briefing of Tallinn: the first who sail are sweepers, and belts on the way lose points
    before cargo enters them."""
    game, given = watched(
        "europa", "tallinn-1941", 1, {"Allied": Steady(), "Axis": admiral("greedy")}
    )
    moves = [
        (view, o)
        for side, view, o in given
        if side == "Allied" and isinstance(o, europa.Move | europa.Work)
    ]
    swept = [n for n, (_, o) in enumerate(moves) if isinstance(o, europa.Work)]
    laden = [
        n
        for n, (view, o) in enumerate(moves)
        if isinstance(o, europa.Move) and view.kind(view.groups[o.group]) in ("mixed", "cargo")
    ]
    assert swept
    assert laden
    assert swept[0] < laden[0]
    assert sum(sum(belts.values()) for belts in game.state.mines.values()) < 9


def test_cargo_waits_for_the_lane_and_warships_that_nothing_hangs_on_help_to_clear_it() -> None:
    """Juminda's lesson: the sweepers have what is left of a point to pay for in the second step,
    and the transports time."""
    rules, view = laid(
        "tallinn-first-steps",
        "Allied",
        Sweepers={
            "hex": "1B:0609",
            "moved": True,
            "mined": ("1B:0609",),
            "spent": 15,
            "task": "sweep mine with TF-MS1",
            "paid": 5,
        },
    )
    request = AskOrder("Allied", "32.A.s03", "movement")
    moved = Steady().decide(rules, view, request, Chance(1))
    assert moved == europa.Move("Kirov", ("1B:0609",))
    beside = {
        i: replace(view.groups[i], hex="1B:0609", mined=("1B:0609",), spent=15)
        for i in ("Kirov", "Sweepers")
    }
    assert (
        Steady().decide(rules, replace(view, groups={**view.groups, **beside}), request, Chance(1))
        == europa.Done()
    )
    last = replace(view, groups={**view.groups, **beside}, step=2)
    sailed = Steady().decide(rules, last, request, Chance(1))
    assert isinstance(sailed, europa.Move)
    assert sailed.group == "Convoy"


def laid(scenario: str, side: str, **changes: dict[str, Any]) -> tuple[Any, Any]:
    """Europa's book and a view of a scenario's first position, groups changed."""
    rules: Any = rulebooks.book("europa")
    state = rules.start(Setup(scenario), rulings("europa"))
    state = replace(
        state,
        segment="move",
        step=1,
        groups={
            i: replace(g, **changes.get(i.replace("-", "_"), {})) for i, g in state.groups.items()
        },
    )
    return rules, rules.view(state, side)


def test_a_convoy_that_stopped_half_way_does_not_turn_into_the_mines() -> None:
    """Two hexes north of Juminda with ten MPs left the straight way leads through two belts; it
    costs most of the convoy."""
    rules, view = laid(
        "tallinn-1941",
        "Allied",
        Convoy_1={"hex": "1B:0510", "where": "sea", "spent": 5, "moved": True},
    )
    request = AskOrder("Allied", "32.A.s03", "movement")
    made = assign_forces(rules.aims(view, "Allied"))
    moves = [
        (o, w)
        for o, w in rules.evaluate_under_plan(view, request, made)
        if isinstance(o, europa.Move) and o.group == "Convoy-1"
    ]
    best = max(moves, key=lambda m: m[1])[0]
    order = rules.refine_choice(view, request, best, moves)
    assert all(view.enemy_mines(h, "Allied") < 2 for h in order.places)
    straight = europa.Move("Convoy-1", ("1B:0509", "1B:0508", "1B:0507"))
    assert (
        route_losses.mean_share_lost(view, "Convoy-1", straight.path)
        > 0.7
        > 0.3
        > route_losses.mean_share_lost(view, "Convoy-1", order.path)
    )


def test_carriers_go_ahead_and_cargo_keeps_under_their_fighters() -> None:
    rules, view = laid("pedestal", "Allied")
    request = AskOrder("Allied", "32.A.s03", "movement")
    made = assign_forces(rules.aims(view, "Allied"))
    assert made.given["Force-Z"] == "cover Force-Z"
    best = max(rules.evaluate_under_plan(view, request, made), key=lambda r: r[1])[0]
    assert best.group == "Force-Z"
    rules, view = laid(
        "pedestal",
        "Allied",
        **{g: {"hex": "25:1100", "where": "sea"} for g in ("Force_Z", "Convoy")},
    )
    made = assign_forces(rules.aims(view, "Allied"))
    legs = [
        (o, w)
        for o, w in rules.evaluate_under_plan(view, request, made)
        if isinstance(o, europa.Move) and o.group == "Convoy"
    ]
    leg = max(legs, key=lambda r: r[1])[0]
    assert air_cover.hexes_under_cover(view, view.groups["Convoy"], leg.path) == len(leg.path) >= 4


def test_a_torpedo_goes_where_it_costs_most() -> None:
    """Of a convoy, the transports: a hit there costs what it carries; one on the cruisers a single
    point."""
    rules, _ = laid("pedestal", "Axis")
    state = rules.start(Setup("pedestal"), rulings("europa"))
    convoy = state.groups["Convoy"]
    state = replace(
        state, groups={**state.groups, "Convoy": replace(convoy, hex="25:1306", where="sea")}
    )
    boats = next(g.id for g in state.groups.values() if "SUB-W1" in g.members)
    asked = Ask(
        "Axis",
        convoy.members,
        "32.D.1",
        "torpedo",
        facts(group="Convoy", submarine=boats, hex="25:1306", kind="mixed"),
    )
    found = dict(rules.evaluate_under_plan(state, asked, Plan()))
    assert max(found, key=lambda u: found[u]) != "TF-X"
    assert found["NT-1"] > 2 * found["TF-X"] > 0
    assert rules.evaluate(state, asked, "TF-X") > rules.evaluate(
        state, asked, "NT-1"
    )  # what greedy looks at


def test_escorts_watch_ports_that_score_and_not_the_north_cape() -> None:
    rules: Any = rulebooks.book("campaign")
    state = rules.start(Setup("norway-1940"), rulings("campaign"))
    view = rules.view(state, "Allied")
    made = assign_forces(rules.aims(view, "Allied"))
    spots = [view.ports[a.at].square for a in made.aims.values()]
    found = list(rules.evaluate_under_plan(view, AskOrder("Allied", "5", "orders"), made))
    best = max(worth for _, worth in found)
    for order, worth in found:
        if isinstance(order, campaign.Patrol) and is_square(order.target):
            here = square_of(order.target)
            assert any(distance(here, s, "alternating") <= 3 for s in spots if s) or worth < best


def test_ships_that_score_at_home_go_there_and_stay() -> None:
    """The destroyers of Narvik score when they are back by the third turn; the briefing says to
    bring them home. Those that lie where they score go on no patrol before that, and do so after
    it."""
    rules: Any = rulebooks.book("campaign")
    state = rules.start(Setup("norway-1940"), rulings("campaign"))
    held = {p: replace(state.ports[p], side="Axis") for p in ("Narvik", "Trondheim", "Bergen")}
    at = {"GE-DD-2": "Narvik", "GE-DD-3": "Trondheim"}
    state = replace(state, turn=2, ports={**state.ports, **held})
    state = state.put_ships(
        [replace(state.ships[i], cargo="", base=base) for i, base in at.items()]
    )

    def best(ship: str, turn: int) -> Any:
        view = rules.view(replace(state, turn=turn), "Axis")
        rated = list(
            rules.evaluate_under_plan(
                view, AskOrder("Axis", "5", "orders"), assign_forces(rules.aims(view, "Axis"))
            )
        )
        least = next(worth for order, worth in rated if isinstance(order, campaign.Done))
        sent = [
            (order, worth)
            for order, worth in rated
            if ship in getattr(order, "units", ()) and worth > least
        ]
        return max(sent, key=lambda r: r[1])[0] if sent else None

    home = best("GE-DD-2", 2)
    assert isinstance(home, campaign.BaseChange)
    assert home.target in ("Wilhelmshaven", "Kiel", "Trondheim")
    assert best("GE-DD-3", 2) is None
    assert isinstance(best("GE-DD-3", 4), campaign.Patrol)


def test_steady_plays_the_same_on_any_number_of_workers() -> None:
    match = Match("awaw", Setup("norway-1940", "R4"), ("steady", "greedy"))
    one, two = (play_many(match, 2, 4, workers) for workers in (1, 2))
    assert (
        summarise_run(("Axis", "Allied"), one).digest
        == summarise_run(("Axis", "Allied"), two).digest
    )


def test_without_aims_the_plan_is_empty_and_the_best_answer_is_taken() -> None:
    game = begun("campaign", "oran-1940")
    play_out(game, dict.fromkeys(game.sides, Steady()), Chance(1))
    assert game.outcome is not None
    assert assign_forces(game.book.aims(game.view("Allied"), "Allied")) == Plan()


def test_merchants_sail_singly_and_boats_lie_where_the_roads_meet() -> None:
    """A patrol finds one convoy a turn: eight merchants in one are lost together. Boats lie where
    most that is due comes past."""
    rules: Any = rulebooks.book("campaign")
    state = rules.start(Setup("atlantic-convoys-1940"), rulings("campaign"))
    view = rules.view(state, "Allied")
    rated = list(
        rules.evaluate_under_plan(
            view, AskOrder("Allied", "5", "orders"), assign_forces(rules.aims(view, "Allied"))
        )
    )
    first = max(rated, key=lambda r: r[1])[0]
    assert isinstance(first, campaign.Convoy)
    assert first.number == 1
    view = rules.view(state, "Axis")
    rated = list(
        rules.evaluate_under_plan(
            view, AskOrder("Axis", "5", "orders"), assign_forces(rules.aims(view, "Axis"))
        )
    )
    boats = [
        (o, w)
        for o, w in rated
        if isinstance(o, campaign.Patrol) and all(view.ships[u].submarine for u in o.units)
    ]
    best = max(boats, key=lambda r: r[1])[0]
    assert (
        shipping_candidates.seen_from(view, "Axis", best.target)
        == max(shipping_candidates.seen_from(view, "Axis", o.target) for o, _ in boats)
        > 0
    )


def test_raiders_sail_in_company_when_they_may_be_found() -> None:
    """Alone a battleship is found two times in three and goes down; three fight their way, and one
    is left for the transports."""
    rules: Any = rulebooks.book("awaw")
    game = GameFork.at(rules, rules.start(Setup("atlantic-raiders", "S"), rulings("awaw")), 1)
    asked: Any = None
    while asked is None or asked.kind != "combat":
        side = game.sides_to_answer()[0]
        asked, view = game.request(side), game.view(side)
        if asked.kind != "combat":
            assert game.answer(side, Steady().decide(rules, view, asked, Chance(1)))
    assert side == "Axis"
    raids = [
        (o, w)
        for o, w in rules.evaluate_under_plan(view, asked, assign_forces(rules.aims(view, side)))
        if isinstance(o, awaw.RaidOrder)
    ]
    best = max(raids, key=lambda r: r[1])[0]
    assert len(best.units) == 3
    assert (
        len(max((o for o, _ in raids), key=lambda o: rules.evaluate(view, asked, o)).units) == 1
    )  # what greedy sends
