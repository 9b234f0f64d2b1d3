"""The tables of naval combat: shape, monotony, and the look-ups that read them."""

from __future__ import annotations

import pytest

from flagplot.rulebooks.awaw.rules.combat import combat_tables
from flagplot.rulebooks.awaw.rules.combat.dice import (
    Advance,
    AirColumn,
    Column,
    Die,
    Pick,
    Reach,
    Salvo,
    Search,
    column_outcomes,
)
from flagplot.rulebooks.awaw.rules.interception import attempt
from flagplot.table import rulings
from flagplot.table.core.roll_specs import ways_per_total
from flagplot.table.setup.rulings import load_switches, load_tables

from .naval_helpers import R

TABLES = dict(load_tables("awaw").items())
MEANS = {
    1: 0.42,
    2: 0.61,
    3: 0.81,
    4: 1.03,
    5: 1.42,
    7: 2.03,
    10: 2.69,
    13: 3.44,
    16: 3.86,
    19: 4.31,
    22: 4.78,
    25: 5.25,
}


@pytest.mark.parametrize("id", sorted(TABLES))
def test_every_table_names_its_clause_and_provenance(id: str) -> None:
    t = TABLES[id]
    assert t.id.startswith("awaw.")
    assert t.clause
    assert t.title
    assert t.rows
    assert t.provenance in ("published", "inferred", "house", "text")
    assert t.source or t.note


@pytest.mark.parametrize(("factors", "mean"), MEANS.items())
def test_naval_attack_means_are_the_published_ones(factors: int, mean: float) -> None:
    outcomes, every = column_outcomes(combat_tables.fleet_column(R, factors))
    assert round(sum(v * w for v, w in outcomes) / every, 2) == mean


def test_naval_attack_rows_rise() -> None:
    for by in (combat_tables.fleet_column, combat_tables.air_column):
        for n in range(1, 25):
            row, more = by(R, n), by(R, n + 1)
            assert list(row) == sorted(row)
            assert all(a <= b for a, b in zip(row, more, strict=True))


def test_rows_between_use_the_lower_bound() -> None:
    assert combat_tables.fleet_column(R, 6) == combat_tables.fleet_column(R, 5)
    assert (
        combat_tables.fleet_column(R, 9)
        == combat_tables.fleet_column(R, 7)
        != combat_tables.fleet_column(R, 10)
    )
    assert combat_tables.air_column(R, 3) == combat_tables.fleet_column(R, 7)
    assert combat_tables.fleet_column(R, 0) == (0,) * 11


def test_beyond_the_last_row_the_rest_is_added() -> None:
    top, rest = combat_tables.fleet_column(R, 25), combat_tables.fleet_column(R, 5)
    assert combat_tables.fleet_column(R, 30) == tuple(a + b for a, b in zip(top, rest, strict=True))
    assert combat_tables.air_column(R, 23) == tuple(
        a + b
        for a, b in zip(
            combat_tables.air_column(R, 20), combat_tables.air_column(R, 3), strict=True
        )
    )


def test_thirteen_squadrons_and_more_gain_one_for_every_two() -> None:
    for n in range(13, 21):
        assert combat_tables.air_column(R, n) == tuple(
            c + 1 for c in combat_tables.air_column(R, n - 2)
        )


@pytest.mark.parametrize("drm", range(-12, 13))
def test_modified_rolls_are_clamped(drm: int) -> None:
    cells = combat_tables.fleet_column(R, 13)
    for roll in range(2, 13):
        assert (
            combat_tables.fleet_column(R, 13, drm)[roll - 2]
            == cells[min(12, max(2, roll + drm)) - 2]
        )


def test_air_combat_is_windows_on_one_ladder() -> None:
    rows = [combat_tables.air_combat_column(R, n) for n in range(1, 21)]
    ladder = list(rows[0])
    for row in rows[1:]:
        overlap = next(k for k in range(11, -1, -1) if tuple(ladder[len(ladder) - k :]) == row[:k])
        ladder += row[overlap:]
    assert len(ladder) == 34
    assert ladder[0] == (0, 0)
    assert ladder[-1] == (9, 9)
    assert combat_tables.air_combat_column(R, 40) == rows[-1]
    assert combat_tables.air_combat_column(R, 0) == ((0, 0),) * 11


def test_air_defence_rises_with_the_level() -> None:
    def weight(cell: tuple[int, int]) -> int:
        return 2 * cell[0] + cell[1]

    for level in range(1, 10):
        lower, higher = (
            combat_tables.air_defence_column(R, level),
            combat_tables.air_defence_column(R, level + 1),
        )
        assert all(weight(a) <= weight(b) for a, b in zip(lower, higher, strict=True))
        assert [weight(c) for c in lower] == sorted(weight(c) for c in lower)
    assert combat_tables.air_defence_column(R, 0) == ((0, 0),) * 11
    assert combat_tables.air_defence_column(R, 99) == combat_tables.air_defence_column(R, 10)


def test_surprise_levels_add_up() -> None:
    for effect in ("absent", "critical"):
        seen = [combat_tables.surprise_effect(R, n, effect) for n in range(8)]
        assert seen == sorted(seen)
    assert [combat_tables.surprise_effect(R, n, "cap") for n in range(3)] == [0, -1, -1]
    assert combat_tables.surprise_column(R, 0) == (0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6)
    assert max(combat_tables.surprise_column(R, 9)) == 7


@pytest.mark.parametrize(("size", "hurt", "sunk"), [(2, 1, 2), (3, 2, 3), (4, 3, 4), (5, 4, 5)])
def test_damage_is_one_short_of_sinking(size: int, hurt: int, sunk: int) -> None:
    assert (combat_tables.damaged_at(R, size), combat_tables.sunk_at(R, size)) == (hurt, sunk)


def test_nations_not_named_are_minors() -> None:
    assert combat_tables.naval_drm(R, "Britain") == 2
    assert combat_tables.naval_drm(R, "Free France") == 1
    assert combat_tables.naval_drm(R, "Norway") == combat_tables.naval_drm(R, "minor") == 1
    assert combat_tables.air_drm(R, "Norway") == -1


def test_an_owner_may_replace_a_table() -> None:
    own = """
[[table]]
id = "awaw.naval-drm"
clause = "22.552A"
title = "My own"
provenance = "published"
columns = ["drm"]
[table.rows]
"Britain" = [4]
"minor" = [0]
"""
    mine = rulings("awaw", overrides=[("mine.toml", own)])
    assert combat_tables.naval_drm(mine, "Britain") == 4
    assert combat_tables.naval_drm(mine, "Germany") == 0
    assert combat_tables.naval_drm(R, "Britain") == 2


SPECS = [
    Reach(3, 10),
    Reach(0, 0),
    Reach(0, 1),
    Advance(2, 7),
    Advance(1, 9),
    Column(combat_tables.fleet_column(R, 7)),
    Salvo((combat_tables.fleet_column(R, 4), combat_tables.fleet_column(R, 3)), 4),
    AirColumn(combat_tables.air_combat_column(R, 4)),
    AirColumn(combat_tables.air_defence_column(R, 2)),
    Search(3, (1, 3)),
    Pick(5),
    Die(combat_tables.submarine_targets(R)),
]


@pytest.mark.parametrize("spec", SPECS, ids=lambda s: type(s).__name__)
def test_outcomes_are_what_all_faces_say(spec: object) -> None:
    """Exact equals enumeration, for every kind of roll."""
    from itertools import product

    n, sides = spec.dice  # type: ignore[attr-defined]
    counted: dict[object, int] = {}
    for faces in product(range(1, sides + 1), repeat=n):
        value = spec.read(faces)  # type: ignore[attr-defined]
        counted[value] = counted.get(value, 0) + 1
    outcomes, every = spec.outcomes()  # type: ignore[attr-defined]
    assert every == sides**n
    assert dict(outcomes) == counted


def test_salvo_tells_each_throw_apart() -> None:
    s = Salvo((combat_tables.fleet_column(R, 4), combat_tables.fleet_column(R, 25)), 4)
    assert s.each((6, 6, 6, 6)) == (3, 8)
    assert s.read((6, 6, 6, 6)) == 4


def test_totals() -> None:
    assert ways_per_total(2, 6)[2:] == (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    assert sum(ways_per_total(8, 6)) == 6**8


def test_switches_of_interception_and_combat_have_their_choices() -> None:
    found = load_switches("awaw")
    for id in ("HR-A2-reading", "HR-A2-counter", "HR-A3-cargo", "HR-A3-withdraw", "HR-A3-pursuit"):
        assert len(found[id].choices) >= 2


def test_staying_patrols_are_caught_most_easily() -> None:
    counts = {k: attempt.dice_for(R, attempt.Attempt(k, 5)).dice for k in attempt.BASE}
    assert max(counts, key=lambda k: counts[k]) == "patrol-stays"


def test_every_table_the_rules_name_exists() -> None:
    import re
    from importlib.resources import files

    named: set[str] = set()
    rules = files("flagplot.rulebooks.awaw").joinpath("rules")
    for path in (*rules.joinpath("combat").iterdir(), *rules.joinpath("interception").iterdir()):
        if path.name.endswith(".py"):
            text = path.read_text("utf-8")
            named |= set(re.findall(r'"(awaw\.[a-z-]+)"', text))
            named |= {
                f"awaw.{x}"
                for x in re.findall(r'combat_tables\.cell_number\([a-z.]+, "([a-z-]+)"', text)
            }
    assert len(named) > 10
    assert named <= set(TABLES), named - set(TABLES)
