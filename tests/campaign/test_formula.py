"""The exchange of fire against the table of the public formula, and the forecast against a
brute-force count."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.rulebooks.campaign.advice import battle_points
from flagplot.rulebooks.campaign.advice.attack_forecast import forecast_attack
from flagplot.rulebooks.campaign.advice.odds_questions import read_fighter
from flagplot.rulebooks.campaign.orders.battle import Fire
from flagplot.rulebooks.campaign.presentation.examine import attack_forecast
from flagplot.rulebooks.campaign.rules.combat.battle_setup import ship_combatant
from flagplot.rulebooks.campaign.rules.combat.formula import (
    Volley,
    expected_kills,
    hit_percent,
    may_attack,
    shoots_back,
)
from flagplot.rulebooks.campaign.rules.scoring import points_now, score_battle
from flagplot.rulebooks.campaign.state import State
from flagplot.rulebooks.campaign.state.battle import SeaBattle
from flagplot.table import Table
from flagplot.table.setup.rulings import rulings
from tests.games import begun

from .boards import blank, ship

RULES = rulings("campaign")

TABLE = [
    ("BB", "BB", 4.5, 2.5),
    ("BB", "CA", 6, 0.5),
    ("CA", "CA", 5, 3),
    ("CL", "BB", 0.5, 6),
    ("DD", "DD", 3, 1),
    ("SS", "DD", 4, 2),
    ("SS", "TR", 6, 0),
    ("DD", "SS", 4, 0.5),
]
"""Published results of the formula for class medians at 10 strength, no experience: kills and own
losses, to about a point."""


@pytest.mark.parametrize(("one", "two", "kills", "losses"), TABLE)
def test_the_published_table(one: str, two: str, kills: float, losses: float) -> None:
    f, g = read_fighter(blank(), one), read_fighter(blank(), two)
    assert expected_kills(f, g) == pytest.approx(kills, abs=0.8)
    back = expected_kills(g, f, returning=True) if shoots_back(f, g, 1) else 0.0
    assert back == pytest.approx(losses, abs=1.05)


@pytest.mark.parametrize("rating", range(1, 15))
def test_any_submarine_outscores_a_battleship(rating: int) -> None:
    """6.1.7.7: whatever its naval attack, at least half of its strength points hit a ship that is
    no destroyer."""
    state = blank(ship("S", "SS", naval=rating))
    assert expected_kills(read_fighter(state, "S"), read_fighter(state, "BB")) > expected_kills(
        read_fighter(state, "BB"), read_fighter(state, "BB")
    )


@given(st.integers(1, 4), st.integers(5, 95), st.integers(1, 10), st.sampled_from([20, 100]))
def test_a_volley_is_counted_right(n: int, chance: int, cap: int, die: int) -> None:
    spec = Volley(n, chance, cap, die)
    outcomes, total = spec.outcomes()
    assert sum(w for _, w in outcomes) == total == die**n
    if die**n <= 8000:
        counted: dict[int, int] = {}
        for faces in product(range(1, die + 1), repeat=n):
            counted[spec.read(faces)] = counted.get(spec.read(faces), 0) + 1
        assert counted == dict(outcomes)


def test_chances_stay_between_one_face_and_nineteen() -> None:
    for one in ("BB", "DD", "SS", "CV", "TB"):
        for two in ("BB", "CA", "DD", "TR", "SS"):
            f, g = read_fighter(blank(), one), read_fighter(blank(), two)
            if may_attack(f, g):
                assert 5 <= hit_percent(f, g) <= 95


def battle(state: State, *units: tuple[str, str, tuple[int, int]]) -> SeaBattle:
    placed = []
    for id, colour, at in units:
        u = ship_combatant(state, state.ships[id], colour)  # type: ignore[arg-type]
        placed.append(type(u)(**{**{f: getattr(u, f) for f in u.__struct_fields__}, "at": at}))
    squares = ((1,), (2,), (4,))
    return SeaBattle(
        RULES,
        "Axis",
        "Allied",
        *squares,
        tuple(placed),
        phase="fight",
        mover="red",
        deployed=("red", "blue"),
    )


def test_the_forecast_is_the_exchange() -> None:
    """The forecast's distribution is that of the dice the exchange rolls."""
    state = blank(ship("A", "CA", strength=3), ship("B", "CA", side="Allied", strength=2))
    b = battle(state, ("A", "red", (10, 10)), ("B", "blue", (10, 12)))
    f, g = b.unit("A").fighter(), b.unit("B").fighter()
    told = forecast_attack(b, b.unit("A"), b.unit("B"))
    spec, back = Volley(3, hit_percent(f, g), 2), Volley(2, hit_percent(g, f, returning=True), 3)
    for volley, chances in ((spec, told.kills), (back, told.losses)):
        values, total = volley.outcomes()
        assert dict(chances) == pytest.approx({v: w / total for v, w in values})
    assert sum(p for _, p in told.kills) == pytest.approx(1)


def test_the_page_is_shown_the_forecast_as_bars() -> None:
    state = blank(ship("A", "CA", strength=3), ship("B", "CA", side="Allied", strength=2))
    b = battle(state, ("A", "red", (10, 10)), ("B", "blue", (10, 12)))
    told = forecast_attack(b, b.unit("A"), b.unit("B"))
    shown = attack_forecast(msgspec.structs.replace(state, battle=b), Fire("A", "B"))
    assert shown is not None
    theirs, mine = shown.spreads
    assert (theirs.side, mine.side) == ("Allied", "Axis")
    assert {int(v): p / 100 for v, p in theirs.bars} == pytest.approx(dict(told.kills))
    assert (theirs.mean, mine.mean) == pytest.approx((told.mean_kills, told.mean_losses))
    assert attack_forecast(state, Fire("A", "B")) is None


def test_the_points_of_an_attack_are_those_of_the_score() -> None:
    state: State = begun("campaign", "norway-1940", "", 0).state
    mine = next(s for s in state.ships.values() if s.side == "Axis" and s.cls == "CA")
    his = msgspec.structs.replace(
        next(s for s in state.ships.values() if s.side == "Allied" and s.cls == "DD"), strength=3
    )
    state = state.put_ships([his])
    b = battle(state, (mine.id, "red", (10, 10)), (his.id, "blue", (10, 12)))
    told = forecast_attack(b, b.unit(mine.id), b.unit(his.id))
    assert told.sinks > 0
    assert told.mean_losses > 0
    found = battle_points.expected_points(
        state, ((b.unit(his.id), dict(told.kills)), (b.unit(mine.id), dict(told.losses)))
    )
    mean, before = {"Axis": 0.0, "Allied": 0.0}, points_now(state)
    for kills, p in told.kills:
        for losses, q in told.losses:
            struck = [
                msgspec.structs.replace(s, strength=s.strength - n)
                for s, n in ((his, kills), (mine, losses))
            ]
            t = Table(state.put_ships(struck))
            score_battle(t, state)
            after = points_now(t.state)
            for side in mean:
                mean[side] += p * q * (after[side] - before[side])
    assert found == pytest.approx(mean)
    assert mean["Axis"] > 0
    shown = attack_forecast(msgspec.structs.replace(state, battle=b), Fire(mine.id, his.id))
    assert shown is not None
    assert any(
        n.text.startswith(f"By the scenario's score it brings you {mean['Axis']:+.1f} points")
        for n in shown.notes
    )


def test_an_attack_that_cannot_sink_says_so() -> None:
    state = blank(ship("A", "TB", strength=1), ship("B", "BB", side="Allied", strength=10))
    b = battle(state, ("A", "red", (10, 10)), ("B", "blue", (10, 11)))
    shown = attack_forecast(msgspec.structs.replace(state, battle=b), Fire("A", "B"))
    assert shown is not None
    assert shown.notes[0].text.startswith("Cannot sink it in one exchange")
