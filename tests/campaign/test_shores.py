"""Attacks on ports, landings and yards where nobody wrote a case of them: admirals, forms, views,
the forecast."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from flagplot.odds import Exact
from flagplot.odds.exact import first_option, merge_by_result
from flagplot.rulebooks.campaign import BOOK, case_lines
from flagplot.rulebooks.campaign import orders as o
from flagplot.rulebooks.campaign.advice.attack_forecast import forecast_attack
from flagplot.rulebooks.campaign.advice.candidates import candidates
from flagplot.rulebooks.campaign.map.battle_ground import (
    barred_hexes,
    foot_costs,
    ground_ids,
    ground_of,
    objectives,
    shore_of,
    zone_set,
)
from flagplot.rulebooks.campaign.map.battle_ocean import (
    distance,
    hex_text,
    neighbours,
    reachable_from,
)
from flagplot.rulebooks.campaign.orders import battle as bo
from flagplot.rulebooks.campaign.rules.combat.battle import resolve_attack
from flagplot.rulebooks.campaign.rules.combat.coast_staff import destination
from flagplot.rulebooks.campaign.rules.combat.visibility import battle_known_to
from flagplot.rulebooks.campaign.rules.legality import check
from flagplot.rulebooks.campaign.scenarios.cards import scenario_data
from flagplot.rulebooks.campaign.state import Assault, State
from flagplot.rulebooks.campaign.state.battle import SeaBattle
from flagplot.table import AskOrder, Setup, Table, TailCall
from flagplot.table.core.dice import ScriptedDice, SeededDice
from flagplot.table.game.game import Game
from flagplot.table.setup.rulings import rulings

SHORE = """
minor port Narvik at 20,10 held by Axis
minor port Bodo at 20,12 held by Axis
minor port Jan at 24,12 held by Axis
Jan is a true island
major port Kiel at 24,20 held by Axis yard 200
major port Scapa at 10,20 held by Allied yard 300
Scapa has works yard damage 100
ship C1 C1, Allied (Britain) CA, at Scapa
ship G1 G1, Axis (Germany) CA, at Narvik
ship H1 H1, Axis (Germany) CA, at Kiel
H1 built to 4
air B1 B1, Allied (Britain) bomber, at Scapa, range 30
troops T1 T1, Allied (Britain) INF at Scapa
troops N1 N1, Axis (Germany) INF at Narvik
troops R1 R1, Axis (Germany) INF at Bodo
Narvik is invaded by Allied with C1
T1 lands at Narvik
"""


def position(text: str, phase: str) -> State:
    """A position of case lines."""
    state = case_lines.empty_sea(rulings("campaign"))
    for line in (*text.strip().splitlines(), *([f"{phase} phase"] if phase else [])):
        state = case_lines.lines.put(state, line)
    return state


def ideas(state: State, side: str, kind: str) -> list[o.Order]:
    """Return the candidates of an admiral of a side; every one is legal."""
    view = BOOK.view(state, side)
    request = AskOrder(side, "6.4.b", kind)
    found = list(candidates(view, request))
    refused = [
        (o.order_text(x), check(view, request, x)) for x in found if not check(view, request, x)
    ]
    assert not refused
    for order in found:
        assert BOOK.parse(o.order_text(order), view, side) == order
    return found


def test_admirals_land_bombard_strike_and_react() -> None:
    state = position(SHORE, "operations")
    allied = {type(x) for x in ideas(state, "Allied", "operations")}
    assert {o.Attack, o.Bombard, o.PortAttack} <= allied
    assert {o.Bombard, o.Reinforce} <= {type(x) for x in ideas(state, "Axis", "operations")}


def test_admirals_repair_raise_and_build() -> None:
    state = replace(position(SHORE, "logistics"), funds={"Allied": 100, "Axis": 100})
    assert o.RepairYard("Scapa") in ideas(state, "Allied", "logistics")
    assert o.Raise("garrison", "Jan") in ideas(state, "Axis", "logistics")
    assert o.Work("H1") in ideas(position(SHORE, "orders"), "Axis", "orders")


def test_aircraft_that_cannot_fly_keep_no_others_from_a_landing() -> None:
    state = position(SHORE, "operations")
    bombers = [
        replace(state.planes["B1"], id=f"B{n}", name=f"B{n}", acted=n < 4) for n in range(1, 9)
    ]
    landing = next(
        x
        for x in ideas(state.put_planes(bombers), "Allied", "operations")
        if isinstance(x, o.Attack)
    )
    assert landing.air == ("B4", "B5", "B6", "B7")


@pytest.mark.parametrize("kind", ["operations", "logistics", "orders"])
def test_every_form_of_a_shore_has_an_example(kind: str) -> None:
    state = replace(position(SHORE, kind), funds={"Allied": 100, "Axis": 100})
    forms = {
        "operations": {"attack", "bombard", "port-attack"},
        "logistics": {"repair-yard"},
        "orders": set(),
    }[kind]
    view = BOOK.view(state, "Allied")
    shown = {
        f.kind: f.example
        for f in BOOK.display(view, "Allied", (AskOrder("Allied", "6.4.b", kind),)).forms
    }
    assert forms <= {k for k, example in shown.items() if example}


def test_views_hold_no_secret_of_a_shore() -> None:
    state = position(SHORE, "operations")
    declared = o.Attack("Narvik", air=("B1",))
    request = AskOrder("Allied", "6.4.b", "operations")
    assert check(state, request, declared)
    landing = Assault("invasion", "Allied", "Narvik", ("B1",), (), ("T1",))
    state = replace(
        state, funds={"Allied": 5, "Axis": 7}, reinforced=(("Narvik", "R1"),), assaults=(landing,)
    )
    for side in state.sides:
        twins = list(BOOK.secret_twins(state, side))
        assert twins
        for twin in twins:
            assert BOOK.view(twin, side) == BOOK.view(state, side)


BATTLE = """
major port Home at 2,20 held by Allied
ship BB1 BB1, Axis (Japan) BB, at Home
troops GUN GUN, Allied (USA) CGH at Home
troops I1 I1, Allied (USA) INF at Home
troops S1 S1, Axis (Japan) SNLF at Home
troops FL FL, Allied (USA) AAH at Home
air D1 D1, Axis (Japan) bomber, at Home, row D3A
battle on island at Home, Axis attacks Allied, island, turn 1, Axis to move
BB1 fights at 8,1
GUN fights at 8,3, entrenched 8
I1 fights at 5,5, entrenched 6
S1 fights at 5,4
D1 fights at 4,5
FL fights at 6,5, entrenched 2
"""


@pytest.mark.parametrize(
    ("firer", "target"), [("BB1", "GUN"), ("GUN", "BB1"), ("S1", "I1"), ("D1", "I1"), ("FL", "D1")]
)
def test_the_forecast_ashore_is_what_the_exchange_gives(firer: str, target: str) -> None:
    b = position(BATTLE, "").battle
    assert b is not None
    told = forecast_attack(b, b.unit(firer), b.unit(target))

    async def once(t: Table[SeaBattle]) -> str:
        await resolve_attack(t, firer, target)
        after = t.state
        return f"{b.unit(target).strength - after.unit(target).strength}-{b.unit(firer).strength - after.unit(firer).strength}"

    counted, total = merge_by_result(Exact(first_option).whole(TailCall(once), b))
    kills: dict[int, float] = {}
    losses: dict[int, float] = {}
    for result, weight in counted:
        k, lost = map(int, str(result).split("-"))
        kills[k] = kills.get(k, 0) + weight / total
        losses[lost] = losses.get(lost, 0) + weight / total
    assert dict(told.kills) == pytest.approx(kills)
    assert dict(told.losses) == pytest.approx(losses)


@pytest.mark.parametrize("scenario", ["oran-1940", "oran-learning", "wake-1941", "wake-learning"])
def test_the_page_has_a_board_for_every_hex_of_the_battle(scenario: str) -> None:
    from flagplot.boards import load

    state = BOOK.start(Setup(scenario), rulings("campaign"))
    law = state.rulings
    for name in ground_ids(law):
        board, ground = load(f"battle-{name}"), ground_of(law, name)
        assert set(board.hexes) == {hex_text(h) for h in ground.hexes}
        for h in ground.hexes:
            assert (board.hexes[hex_text(h)].kind == "sea") == (ground.at(h) in ".~bX")


@pytest.mark.parametrize(("face", "points"), [(6, 10), (5, 0)])
def test_terms_at_oran(face: int, points: int) -> None:
    game = Game.new(
        BOOK,
        Setup("oran-learning"),
        rulings=rulings("campaign"),
        dice=ScriptedDice([face]),
        id="terms",
    )
    for side in ("Vichy", "Allied"):
        assert game.answer(side, bo.Ready())
    assert "call terms" in {
        f.start
        for f in BOOK.display(game.view("Allied"), "Allied", (game.request("Allied"),)).forms
    }
    assert game.answer("Allied", bo.Terms())
    assert (game.outcome is not None) == (face == 6)
    assert sum(p.points for p in game.state.score) == points
    if face == 5:
        assert not game.answer("Allied", bo.Terms())


def test_the_forces_list_shows_troops_and_yards_and_begins_their_orders() -> None:
    wanted = {
        ("operations", "Allied"): {"port attack Kiel air B1"},
        ("operations", "Axis"): {"reinforce Narvik with R1"},
        ("logistics", "Allied"): {"repair yard at Scapa", "station T1 at "},
        ("orders", "Axis"): {"work on H1"},
    }
    for (kind, side), orders in wanted.items():
        state = replace(position(SHORE, kind), funds={"Allied": 100, "Axis": 100})
        shown = BOOK.display(BOOK.view(state, side), side, (AskOrder(side, "6.4.b", kind),)).forces
        lines = [x for line in shown for x in (line, *line.children)]
        assert orders <= {text for x in lines for text in x.orders}
        assert not any(state.troops[x.id].side != side for x in lines if x.id in state.troops)
    assert any(
        "shipyard damaged, 100 PP" in x.note
        for x in BOOK.display(BOOK.view(state, "Allied"), "Allied", ()).forces
    )


@pytest.mark.parametrize("scenario", ["oran-learning", "wake-learning"])
def test_a_game_of_one_battle_asks_for_nothing_after_it(scenario: str) -> None:
    for seed in range(4):
        game = Game.new(
            BOOK,
            Setup(scenario),
            rulings=rulings("campaign"),
            dice=SeededDice(f"{seed:064x}"),
            id="one",
        )
        for side in game.sides:
            while side in game.sides_to_answer():
                assert game.state.battle is not None, "the battle is over, and somebody is asked"
                assert game.answer(side, bo.Staff())
            others = [s for s in game.sides if s != side and s in game.sides_to_answer()]
            for other in others:
                assert game.answer(other, bo.Staff())
        assert game.outcome is not None


def test_ports_have_battle_maps_of_their_own_shores() -> None:
    state = BOOK.start(Setup("norway-1940"), rulings("campaign"))
    law, named = state.rulings, ("Narvik", "Bergen", "Trondheim", "Oslo")
    assert len({ground_of(law, state.ports[p].ground).rows for p in named}) == len(named)
    listed = [
        p
        for s in ("norway-1940", "atlantic-convoys-1940", "wake-1941")
        for p in BOOK.start(Setup(s), law).ports.values()
        if p.square is not None and p.name not in scenario_data(s).get("airfields", ())
    ]
    assert all(shore_of(law, p.name) == p.ground for p in listed)
    small = ("St. Nazaire",)  # a minor port on the board, and so of its shore
    for port in (p for p in listed if p.name not in ("Wake", "Kwajalein")):
        ground = ground_of(law, port.ground)
        red, blue = (zone_set(law, port.ground, colour) for colour in ("red", "blue"))
        assert not red & blue
        assert red | blue == set(ground.hexes)
        ways = reachable_from(
            min(red), 99, barred_hexes(law, port.ground, False, "", False), frozenset()
        )
        quays = [h for h in ground.hexes if ground.at(h) == "P"]
        assert len(quays) == 1
        assert len([h for h in red if h in ways]) >= 12, (
            f"{port.name}: no room for an invasion fleet"
        )
        assert any(n in ways for n in neighbours(quays[0])), (
            f"{port.name}: no way from the sea to its quays"
        )
        wanted = {"P", "T", "A"} if port.size == "major" and port.name not in small else {"P", "T"}
        assert {ground.at(h) for h in objectives(ground)} >= wanted


def test_wake_is_an_atoll_that_boats_alone_come_near() -> None:
    law = rulings("campaign")
    ground = ground_of(law, "wake")
    letters = "".join(ground.rows)
    assert {x: letters.count(x) for x in "PTAC"} == {"P": 1, "T": 1, "A": 1, "C": 3}
    deep = reachable_from(
        min(zone_set(law, "wake", "red")),
        99,
        barred_hexes(law, "wake", False, "", False),
        frozenset(),
    )
    shoal = reachable_from(
        min(zone_set(law, "wake", "red")),
        99,
        barred_hexes(law, "wake", False, "", True),
        frozenset(),
    )
    landed = {h for h in ground.hexes if ground.at(h) in "-c"}
    assert not any(n in landed for h in deep if ground.at(h) not in "bP" for n in neighbours(h)), (
        "but for the berths"
    )
    assert any(n in landed for h in shoal for n in neighbours(h))
    on_foot = foot_costs(law, "wake", "leg", objectives(ground))
    assert landed <= set(on_foot), "one island, whatever lies between"


LAGOON = """
minor port Wake at 30,20 held by Allied
major port Home at 2,20 held by Allied
ship DD1 DD1, Axis (Japan) DD, at Home
troops S1 S1, Axis (Japan) SNLF at Home
troops G1 G1, Allied (USA) GAR at Home
battle on wake at Wake, Axis attacks Allied, island, turn 3, Axis to move
DD1 fights at 1,8
S1 fights at 10,4
G1 fights at 14,11, entrenched 8
"""


def test_the_staff_walks_round_a_lagoon_and_looks_for_what_it_does_not_see() -> None:
    b = position(LAGOON, "").battle
    assert b is not None
    b = battle_known_to(replace(b, taken=((11, 6),)), "red")
    ground = ground_of(b.rulings, b.ground)
    wanted = tuple(h for h in objectives(ground) if h not in b.taken)
    on_foot = foot_costs(b.rulings, b.ground, "leg", wanted)
    for at in (h for h, far in on_foot.items() if far):
        there = b.put(replace(b.unit("S1"), at=at))
        to = destination(there, there.unit("S1"), [])
        assert to is not None
        assert on_foot[to] < on_foot[at], "it goes the way there is, not the straight one"
    ship = b.unit("DD1")
    sent = destination(b, ship, [])
    assert sent is not None
    assert (
        min(distance(sent, h) for h in wanted)
        <= ship.ratings.spot
        < min(distance((1, 8), h) for h in wanted)
    )
