"""The battle dialog forecasts the results of the rule itself, fate by fate."""

from __future__ import annotations

import random
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.odds import convolve, distribution_bars
from flagplot.odds.exact import Exact, chances_as_floats, merge_by_result
from flagplot.rulebooks.awaw.advice import battle_points
from flagplot.rulebooks.awaw.advice import exchange_forecast as fights
from flagplot.rulebooks.awaw.presentation import battle_forecast
from flagplot.rulebooks.awaw.rules.combat import battle_setup, gunnery
from flagplot.rulebooks.awaw.rules.combat.battle import pursuit_salvo
from flagplot.rulebooks.awaw.rules.combat.ships import (
    Battle,
    Group,
    Ship,
    is_damaged,
    is_sunk,
    replace,
)
from flagplot.rulebooks.awaw.scenarios import score
from flagplot.table import Ask, Table, TailCall
from tests.games import begun

from .naval_helpers import R, battle, ship

BOOK = rulebooks.book("awaw")


async def told(t: Table[Battle]) -> str:
    """One exchange by the rule, as a text: the effects each side took, then how every ship
    fared."""
    before = [{s.id: s for g in f.groups for s in g.ships} for f in t.state.fleets]
    await gunnery.fleet_combat(t, 0, 0)
    out = []
    for was, fleet in zip(before, t.state.fleets, strict=True):
        now = {s.id: s for g in fleet.groups for s in g.ships} | {s.id: s for s in fleet.gone}
        effects = sum(s.hits + s.lost for s in now.values()) - sum(
            s.hits + s.lost for s in was.values()
        )
        fates = "".join(
            "s" if is_sunk(R, s) else "d" if is_damaged(R, s) else "-"
            for _, s in sorted(now.items())
        )
        out.append(f"{effects}:{fates}")
    return " ".join(out)


def fleet(rng: random.Random, prefix: str) -> tuple[Ship, ...]:
    pool = [
        ("BB", 4, False, 2),
        ("BC", 3, True, 3),
        ("PB", 2, True, 3),
        ("CA", 2, True, 1),
        ("DD", 3, True, 2),
    ]
    pool.append(("TR", 2, False, 2))
    drawn = rng.choices(pool, k=rng.randint(1, 3))
    return tuple(
        ship(kind, size, fast, drm, id=f"{prefix}{i}")
        for i, (kind, size, fast, drm) in enumerate(drawn)
    )


@pytest.mark.parametrize("seed", range(16))
def test_the_forecast_is_the_exchange_itself(seed: int) -> None:
    rng = random.Random(seed)
    one, two = (ship("BB", 4, id="a"), *fleet(rng, "a")), (ship("DD", 2, id="b"), *fleet(rng, "b"))
    b = battle(one, two)
    found = fights.forecast_exchange(b, "Axis", 1)
    assert found is not None
    whole = chances_as_floats(merge_by_result(Exact(BOOK.policy, 10**7).whole(TailCall(told), b)))
    effects: list[dict[int, float]] = [{}, {}]
    lost: dict[str, float] = {}
    hurt: dict[str, float] = {}
    for text, p in whole.items():
        for k, (part, ships) in enumerate(zip(str(text).split(" "), (one, two), strict=True)):
            n, marks = part.split(":")
            effects[k][int(n)] = effects[k].get(int(n), 0.0) + p
            for s, mark in zip(sorted(ships, key=lambda s: s.id), marks, strict=True):
                lost[s.id] = lost.get(s.id, 0.0) + p * (mark == "s")
                hurt[s.id] = hurt.get(s.id, 0.0) + p * (mark == "d")
    assert found.my_effects == pytest.approx(effects[0])
    assert found.his_effects == pytest.approx(effects[1])
    for fate in (*found.my_ships, *found.his_ships):
        assert (fate.sunk, fate.damaged) == pytest.approx((lost[fate.id], hurt[fate.id]))
    assert found.better + found.worse <= 1 + 1e-9


def test_the_points_are_those_of_the_score_after_every_outcome() -> None:
    state: Any = begun("awaw", "norway-1940", "R4").state
    heavy = [
        u
        for u in state.units.values()
        if u.kind == "ship" and u.type in ("BC", "PB", "BB") and not u.damaged
    ]
    light = [
        u for u in state.units.values() if u.kind == "ship" and u.type == "DD" and 1 < u.factors < 5
    ]
    mine = tuple(
        battle_setup.ship_of(state, next(u for u in some if u.side == "Axis"))
        for some in (heavy, light)
    )
    his = (battle_setup.ship_of(state, next(u for u in heavy if u.side == "Allied")),)
    b = battle(mine, his)
    found = fights.forecast_exchange(b, "Axis", 1)
    assert found is not None
    told = battle_points.expected_score(state, b, found.ends)

    def settled(s: Any) -> dict[str, float]:
        t = Table(s)
        score.settle_losses(t)
        return score.points(t.state)

    before, mean = settled(state), {"Axis": 0.0, "Allied": 0.0}
    for outcome, p in chances_as_floats(
        merge_by_result(Exact(BOOK.policy, 10**7).whole(TailCall(fights.run_combat), b))
    ).items():
        units = dict(state.units)
        for after in outcome:
            for x in after.ships:
                u = units[x.id]
                if x.sized:
                    u = replace(
                        u,
                        hits=x.hits,
                        damaged=is_damaged(R, x),
                        lost=u.factors if is_sunk(R, x) else 0,
                    )
                else:
                    u = replace(u, factors=x.size, lost=u.lost + x.lost)
                units[x.id] = replace(u, status="sunk") if is_sunk(R, x) else u
        then = settled(replace(state, units=units))
        for side in mean:
            mean[side] += p * (then[side] - before[side])
    assert told == pytest.approx(mean)
    assert min(mean.values()) > 0


def test_two_fights_of_a_round_are_added() -> None:
    b = battle((ship("BB", 4, id="a1"),), (ship("BC", 3, id="b1"),))
    more = (Group((ship("CA", 2, id="a2"),), 1, "A2"), Group((ship("CA", 2, id="b2"),), 1, "B2"))
    both = replace(
        b,
        fleets=tuple(
            replace(f, groups=(*f.groups, g)) for f, g in zip(b.fleets, more, strict=True)
        ),
    )
    first = fights.forecast_exchange(b, "Axis", 1)
    second = fights.forecast_exchange(battle(more[0].ships, more[1].ships), "Axis", 1)
    found = fights.forecast_exchange(both, "Axis", 1)
    assert first is not None
    assert second is not None
    assert found is not None
    assert found.fights == 2
    assert found.his_effects == pytest.approx(convolve(first.his_effects, second.his_effects))
    assert found.mine == pytest.approx(first.mine + second.mine)


def test_nothing_is_foretold_of_what_is_not_seen() -> None:
    assert fights.forecast_exchange(battle((ship("BB", 4, id="a"),), ()), "Axis") is None
    screened = battle((ship("TR", 2, id="a"),), (ship("BB", 4, id="b"),))
    assert fights.forecast_exchange(screened, "Axis", 1) is None, (
        "nobody stands in his way: no fight is counted"
    )


def test_a_fight_too_wide_to_count_is_sampled_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    b = battle(
        (ship("BB", 4, id="a"), ship("CA", 2, id="c")),
        (ship("TR", 3, id="t"), ship("DD", 1, id="d")),
    )
    exact = fights.forecast_by_rule(b)
    monkeypatch.setattr(fights, "RUNS", 1)
    about = fights.forecast_by_rule(b)
    assert exact.exact
    assert not about.exact
    assert about.lost == pytest.approx(exact.lost, abs=0.2)
    assert sum(p for _, p in about.effects[1]) == pytest.approx(1)


def test_a_tail_is_folded_and_gaps_are_shown() -> None:
    found = distribution_bars(
        "Hits", "Axis", {0: 0.5, 2: 0.25, **dict.fromkeys(range(10, 40), 0.25 / 30)}, most=8
    )
    assert [v for v, _ in found.bars] == ["0", "1", "2", "3", "4", "5", "6", "7+"]
    assert found.bars[1][1] == 0
    assert sum(p for _, p in found.bars) == pytest.approx(100)
    assert found.mean == pytest.approx(0.5 + 0.25 / 30 * sum(range(10, 40)))
    with pytest.raises(ValueError, match="at least one"):
        distribution_bars("Hits", "Axis", {})


def test_a_surplus_ship_is_told_what_its_fire_would_do() -> None:
    ships = (ship("BC", 3, id="Sch"), ship("BC", 3, id="Gne"))
    b = battle(ships, (ship("BC", 3, id="Ren"), ship("DD", 3, id="Fox")), hex="E31")
    view: Any = type("View", (), {"battle": b, "units": {}})()
    request: Any = Ask(
        "Axis", ("auto", "Ren", "lights", "hold"), "22.55", "surplus-heavy", (("ship", "Gne"),)
    )
    assert battle_forecast.target_odds(view, request, "hold") == ""
    alone = gunnery.heavy_shot(R, b.fleets[0].groups[0], 1, b.fleets[1].groups[0], 0, ())
    assert alone.factors == 3
    assert battle_forecast.target_odds(view, request, "Ren").startswith("sinks ")
    assert battle_forecast.target_odds(view, request, "lights").endswith(" effects")


def test_a_torpedoed_ship_is_told_what_the_hits_do() -> None:
    prey = (
        ship("BB", 4, id="Rod"),
        ship("CA", 2, id="Yor"),
        ship("DD", 3, id="Fox"),
        ship("CVL", 2, id="Fur"),
    )
    b = battle(prey, (ship("SS", 2, id="u"),), hex="E31")
    view: Any = type("View", (), {"battle": b, "units": {}})()

    def told(target: str, hits: int) -> str:
        request: Any = Ask(
            "Allied",
            ("auto", *(s.id for s in prey)),
            "22.9",
            "submarine-target",
            (("effects", hits),),
        )
        return battle_forecast.torpedo_result(view, request, target)

    assert told("Rod", 1) == "no damage yet, 3 more to sink"
    assert told("Rod", 3) == "damages her, 1 more to sink"
    assert told("Yor", 2) == "sinks her"
    assert told("Fox", 1) == "costs 1 factor of 3"
    assert told("nobody", 1) == ""


def test_a_pursuit_and_another_group_to_engage_tell_what_follows() -> None:
    his = (ship("BB", 4, False, id="Rod"), ship("CA", 2, id="Yor"))
    b = battle((ship("BC", 3, id="Sch"), ship("BC", 3, id="Gne")), his, hex="E31")
    view: Any = type("View", (), {"battle": b, "units": {}})()
    hunt: Any = Ask("Axis", ("auto", "Rod"), "22.6", "pursuit", (("factors", 6), ("round", 1)))
    outcomes, total = pursuit_salvo(R, b.fleets[0].groups[0], b.fleets[1].groups[0], 0).outcomes()
    hit = sum(w for n, w in outcomes if n) / total
    assert battle_forecast.pursuit_odds(view, hunt, "Rod").endswith(
        f"hits {battle_forecast.percent_of_chance(hit)}"
    )
    assert battle_forecast.pursuit_odds(view, hunt, "nobody") == ""
    more: Any = Ask(
        "Axis", ("auto", "engage 1", "hold"), "22.52", "engage", (("group", 1), ("round", 1))
    )
    found = fights.forecast_exchange(b, "Axis", 1)
    assert found is not None
    assert battle_forecast.engagement_odds(view, more, "engage 1").startswith(
        f"{battle_forecast.percent_of_chance(found.better)} better"
    )
    assert battle_forecast.engagement_odds(view, more, "hold") == ""
