"""Naval combat: what never happens whatever the dice and the answers, and forced scripts."""

from __future__ import annotations

import random
from typing import Any

import pytest

from flagplot.rulebooks.awaw.rules.combat import battle as combat_battle
from flagplot.rulebooks.awaw.rules.combat import combat_tables, damage, gunnery
from flagplot.rulebooks.awaw.rules.combat.battle_setup import battle_view
from flagplot.rulebooks.awaw.rules.combat.events import (
    Damaged,
    GroupReported,
    Hit,
    RoundBegan,
    StrikeLaunched,
    Sunk,
)
from flagplot.rulebooks.awaw.rules.combat.lens import ships_of
from flagplot.rulebooks.awaw.rules.combat.ships import (
    UNSEEN,
    Battle,
    Cargo,
    Fleet,
    Group,
    Report,
    Ship,
    assumed_factors,
    is_damaged,
    is_sunk,
    replace,
)
from flagplot.rulebooks.awaw.rules.combat.submarines import submarine_attack

from .naval_helpers import R, anything, auto, battle, play, random_battle, random_ships, ship


def strength(b: Battle, side: int) -> dict[str, tuple[int, int]]:
    """Every ship of a side: (factors left, factors lost)."""
    return {
        s.id: (0 if is_sunk(R, s) and s.sized else s.size, s.lost) for s in ships_of(b.fleets[side])
    }


@pytest.mark.parametrize("seed", range(120))
def test_nothing_is_created_and_nothing_forgotten(seed: int) -> None:
    b = random_battle(seed)
    winner, after, events = play(b, seed, anything)
    assert winner in (0, 1)
    assert after.over
    assert 1 <= after.round <= 6
    for side in (0, 1):
        before, now = (
            {s.id: s for s in ships_of(b.fleets[side])},
            {s.id: s for s in ships_of(after.fleets[side])},
        )
        assert set(before) == set(now)
        for id, s in now.items():
            was = before[id]
            if s.sized:
                assert was.hits <= s.hits <= combat_tables.sunk_at(R, s.size)
                assert s.size == was.size
            else:
                assert s.size + s.lost == was.size
                assert s.size >= 0
            assert s.nas + s.nas_lost == was.nas
        air_before, air_now = b.fleets[side].air, after.fleets[side].air
        assert 0 <= air_now.squadrons <= air_before.squadrons
        lost = sum(
            was.size for id, was in before.items() if was.sized and is_sunk(R, now[id])
        ) + sum(now[id].lost for id, was in before.items() if not was.sized)
        assert after.fleets[side].lost_all == lost
    shots = [e for e in events if isinstance(e, Hit)]
    assert all(e.effects > 0 for e in shots)


@pytest.mark.parametrize("seed", range(40))
def test_auto_ends_every_battle(seed: int) -> None:
    winner, after, _ = play(random_battle(seed), seed, auto)
    assert winner == after.winner


def test_a_script_is_the_same_twice() -> None:
    one, two = play(random_battle(7), 3, anything), play(random_battle(7), 3, anything)
    assert one[1] == two[1]
    assert one[2] == two[2]


def test_the_winner_of_six_rounds_is_the_side_that_did_not_have_to_speak_first() -> None:
    idle = battle((ship("CVL", 2),), (ship("CVL", 2),), numbered=False)

    def stay(request: Any, rng: random.Random) -> Any:
        return next((o for o in request.options if str(o) == "stay"), request.options[0])

    winner, after, events = play(idle, 1, stay)
    assert after.round == 6
    assert sum(1 for e in events if isinstance(e, RoundBegan)) == 6
    assert winner == 1 - combat_battle.speaks_first(after) == 0


def test_damaged_ships_do_not_fire() -> None:
    hurt = ship("BC", 3, hits=2)
    line = gunnery.lines_of(R, Group((hurt, ship("DD", 3))))
    assert line.heavy == ()
    assert line.screened == (0,)
    b = battle((hurt,), (ship("BC", 3),))
    _, after, _ = play(b, 1, auto, gunnery.fleet_combat, (0, 0))
    assert all(s.hits == 0 for s in after.fleets[1].groups[0].ships)


def test_heavy_ships_rank_by_size_speed_hits_nationality() -> None:
    ships = (
        ship("BC", 3),
        ship("BB", 4, False),
        ship("BB", 4),
        ship("BB", 4, True, 3),
        ship("BB", 5, hits=1),
        ship("BB", 4, True, 3, hits=1),
    )
    line = gunnery.lines_of(R, Group(ships))
    assert line.heavy == (4, 3, 2, 5, 1, 0)


@pytest.mark.parametrize(
    ("mine", "other", "pairs", "surplus"),
    [(5, 5, 5, 0), (9, 3, 9, 0), (10, 3, 9, 1), (4, 0, 0, 4), (0, 5, 0, 0)],
)
def test_light_ships_pair_off_at_three_to_one(
    mine: int, other: int, pairs: int, surplus: int
) -> None:
    assert gunnery.split_light_factors(mine, other) == (pairs, surplus)


def test_screened_ships_are_safe_while_the_line_stands() -> None:
    group = Group((ship("BC", 3), ship("CA", 2), ship("TR", 2)))
    line = gunnery.lines_of(R, group)
    assert not gunnery.is_screen_open(R, group, line)
    sunk_line = replace(group, ships=(ship("BC", 3, hits=3), ship("CA", 2, hits=1), ship("TR", 2)))
    assert gunnery.is_screen_open(R, sunk_line, line)
    assert gunnery.screened_targets(R, sunk_line, line) == ((), (2, 1))
    hurt = replace(group, ships=(ship("BC", 3, hits=2), ship("CA", 2, hits=2), ship("TR", 2)))
    assert not gunnery.is_screen_open(R, hurt, line)


@pytest.mark.parametrize("effects", range(12))
@pytest.mark.parametrize("on_loose", range(6))
def test_losses_are_dealt_in_full_and_no_more(effects: int, on_loose: int) -> None:
    group = Group((ship("DD", 3), ship("CA", 2), ship("CA", 2, hits=1), ship("DD", 1)))
    among = (0, 1, 2, 3)
    room = sum(damage.effects_possible(R, group, among))
    dealt = damage.spread_effects(R, group, among, effects, on_loose)
    assert sum(n for _, n in dealt) == min(effects, room)
    fleet = Fleet("Axis", (group,))
    for i, n in dealt:
        fleet = damage.hit_ship(R, fleet, 0, i, n)
    assert all(s.size >= 0 and s.hits <= 2 for s in fleet.groups[0].ships)


def test_cargo_follows_the_destroyers() -> None:
    full = Group((ship("DD", 4),), cargo=(Cargo("a", 2), Cargo("b", 1, 2)))
    less = replace(full, ships=(ship("DD", 3, lost=1),))
    assert damage.cargo_lost(R, full, less) == (("b", 1),)
    none = replace(full, ships=(ship("DD", 0, lost=4),))
    assert damage.cargo_lost(R, full, none) == (("b", 1), ("a", 2))
    roomy = replace(full, ships=(ship("DD", 5),))
    assert damage.cargo_lost(R, roomy, replace(roomy, ships=(ship("DD", 4, lost=1),))) == ()


def test_pairs_follow_the_numbers() -> None:
    def group(n: int) -> Group:
        return Group((ship("CA", 2),), n)

    b = Battle(
        (Fleet("Axis", (group(1), group(2), group(5))), Fleet("Allied", (group(2), group(3)))),
        R,
        round=3,
    )
    assert combat_battle.paired_groups(b) == ((1, 0), (0, 1))
    assert combat_battle.paired_groups(replace(b, round=1)) == ()
    assert combat_battle.paired_groups(replace(b, round=2)) == ((1, 0),)


def test_distant_groups_must_not_wait_for_ever() -> None:
    b = Battle(
        (
            Fleet("Axis", (Group((ship("CA", 2),), 4),)),
            Fleet("Allied", (Group((ship("CA", 2),), 1),)),
        ),
        R,
        round=1,
    )
    assert combat_battle.must_withdraw(b, 0)
    assert not combat_battle.must_withdraw(b, 1)
    assert not combat_battle.must_withdraw(replace(b, round=3), 0)


def test_only_the_first_carrier_strike_surprises() -> None:
    carriers = Group(
        (ship("CV", 3, nas=6), ship("CV", 3, nas=6), ship("CA", 2), ship("CA", 2), ship("CA", 2)),
        2,
        "C",
    )
    prey = Group((ship("BB", 4), ship("BB", 4), ship("DD", 6)), 1, "P")
    b = Battle((Fleet("Axis", (prey,)), Fleet("Allied", (carriers,), interceptor=True)), R)
    for seed in range(60):
        strikes = [e for e in play(b, seed, auto)[2] if isinstance(e, (StrikeLaunched, RoundBegan))]
        surprised = 0
        for e in strikes:
            surprised = 0 if isinstance(e, RoundBegan) else surprised + e.surprise
            assert surprised <= 1


@pytest.mark.parametrize("seed", range(20))
def test_a_search_tells_no_more_than_its_report(seed: int) -> None:
    b = random_battle(seed)
    for f in b.fleets:
        for g in f.groups:
            other = replace(g, ships=tuple(replace(s, drm=s.drm + 1) for s in g.ships))
            assert assumed_factors(R, g) == assumed_factors(R, other) == UNSEEN
            told = replace(g, report=Report("10+", 0, True, False))
            assert assumed_factors(R, told) == assumed_factors(
                R, replace(told, ships=told.ships[:1])
            )


def test_a_side_sees_of_the_enemy_only_what_was_found() -> None:
    b = random_battle(5)
    hidden = battle_view(b, "Axis")
    assert hidden is not None
    assert hidden.fleets[0] == b.fleets[0]
    assert all(not g.ships and not g.number and not g.cap for g in hidden.fleets[1].groups)
    found = replace(
        b.fleets[1], groups=tuple(replace(g, seen=i == 0) for i, g in enumerate(b.fleets[1].groups))
    )
    seen = battle_view(replace(b, fleets=(b.fleets[0], found)), "Axis")
    assert seen is not None
    assert not seen.fleets[1].groups[0].ships, (
        "a search tells the size band, carriers, speed and cargo, not the ships"
    )
    assert seen.fleets[1].groups[0].number == b.fleets[1].groups[0].number
    met = replace(found, groups=tuple(replace(g, known=i == 0) for i, g in enumerate(found.groups)))
    engaged = battle_view(replace(b, fleets=(b.fleets[0], met)), "Axis")
    assert engaged is not None
    assert engaged.fleets[1].groups[0].ships == b.fleets[1].groups[0].ships
    assert not any(g.ships for g in engaged.fleets[1].groups[1:])
    assert battle_view(None, "Axis") is None


@pytest.mark.parametrize("seed", range(60))
def test_submarines_hit_one_target_a_factor_and_end_nothing_else(seed: int) -> None:
    prey = Group((ship("BB", 4, id="bb"), ship("CA", 2, id="ca"), ship("DD", 5, id="dd")), 1)
    boats = Group((ship("SS", 3, id="ss"),), 1)
    b = Battle((Fleet("Allied", (prey,)), Fleet("Axis", (boats,), interceptor=True)), R)
    _, after, events = play(b, seed, anything, submarine_attack, (0, 3))
    assert after.winner == 0
    by_boat = [e for e in events if isinstance(e, Hit) and e.side == 0]
    assert len(by_boat) <= 3
    left = sum(s.size for g in after.fleets[1].groups for s in g.ships)
    lost = sum(s.lost for s in ships_of(after.fleets[1]))
    assert left + lost == 3


def test_reports_name_what_a_hit_did() -> None:
    b = battle((ship("BB", 5, drm=3, id="a"),) * 1, (ship("CA", 2, id="b"),))
    kinds = set()
    for seed in range(60):
        _, after, events = play(b, seed, auto, gunnery.fleet_combat, (0, 0))
        now = next(s for s in ships_of(after.fleets[1]) if s.id == "b")
        assert any(isinstance(e, Sunk) for e in events) == is_sunk(R, now)
        assert any(isinstance(e, Damaged) for e in events) == (
            is_damaged(R, now) and not is_sunk(R, now)
        )
        kinds.add((is_damaged(R, now), is_sunk(R, now)))
    assert len(kinds) > 1


def test_a_search_tells_size_carriers_speed_and_cargo() -> None:
    group = Group(
        (ship("CV", 3, nas=3), ship("BB", 4), ship("BB", 4, False)), 1, cargo=(Cargo("x", 1),)
    )
    b = Battle(
        (
            Fleet("Axis", (group,)),
            Fleet("Allied", (Group((ship("BB", 5),) * 3, 1),), interceptor=True),
        ),
        R,
    )
    for seed in range(30):
        for e in play(b, seed, auto)[2]:
            if isinstance(e, GroupReported) and e.side == 0:
                assert (e.band, e.carriers, e.fast, e.cargo) == ("10+", 1, False, True)
                return
    pytest.fail("never found in thirty battles")


def test_ship_values_are_small_and_hashable() -> None:
    assert hash(Ship("BB", 4)) == hash(Ship("BB", 4))
    assert len({random_battle(1), random_battle(1), random_battle(2)}) == 2


def test_a_ship_is_in_one_tally_the_one_of_what_it_is_at_the_end() -> None:
    b = battle((ship("BC", 3, id="a"), ship("BB", 4, id="b")), (ship("CA", 2, id="c"),))
    hurt = damage.hit_ship(R, b.fleets[0], 0, 0, 2)
    assert (hurt.lost, hurt.hurt, hurt.lost_all, hurt.hurt_all) == (0, 3, 0, 3)
    gone = damage.hit_ship(R, hurt, 0, 0, 1)
    assert (gone.lost, gone.hurt, gone.lost_all, gone.hurt_all) == (3, 0, 3, 0)
    both = damage.hit_ship(R, gone, 0, 1, 3)
    assert (both.lost, both.hurt) == (3, 4)


def test_damage_of_an_earlier_round_leaves_the_tally_of_this_one_alone() -> None:
    b = battle((ship("BC", 3, id="a"), ship("BB", 4, id="b")), (ship("CA", 2, id="c"),))
    b = replace(b, fleets=(damage.hit_ship(R, b.fleets[0], 0, 0, 2), b.fleets[1]))
    b = RoundBegan("22.4", 2).apply(b)
    f = damage.hit_ship(R, b.fleets[0], 0, 1, 3)
    f = damage.hit_ship(R, f, 0, 0, 1)
    assert (f.lost, f.hurt, f.lost_all, f.hurt_all) == (3, 4, 3, 4)
    before = damage.hit_ship(
        R, battle((ship("BC", 3, id="a", hits=2),), (ship("CA", 2, id="c"),)).fleets[0], 0, 0, 1
    )
    assert (before.lost, before.hurt, before.hurt_all) == (3, 0, 0)


@pytest.mark.parametrize("seed", range(12))
def test_tallies_of_a_round_are_what_became_of_its_ships(seed: int) -> None:
    rng = random.Random(seed)
    b = battle(random_ships(rng, "a"), random_ships(rng, "b"))
    _, after, happened = play(b, seed, anything, gunnery.fleet_combat, (0, 0))
    assert happened
    for was, now in zip(b.fleets, after.fleets, strict=True):
        left = {s.id: s for s in (*now.groups[0].ships, *now.gone)}
        sized = [(s, left[s.id]) for s in was.groups[0].ships if s.sized]
        hurt = sum(
            s.size
            for s, then in sized
            if is_damaged(R, then) and not is_damaged(R, s) and not is_sunk(R, then)
        )
        lost = sum(s.size for s, then in sized if is_sunk(R, then) and not is_sunk(R, s))
        lost += sum(left[s.id].lost - s.lost for s in was.groups[0].ships if not s.sized)
        assert (now.lost, now.hurt) == (lost, hurt)
