"""The duels of ship classes: exact results, known for some pairs, and simulated duels that agree with
them."""

from __future__ import annotations

from pathlib import Path

import pytest

import make_duels

ROOT = Path(__file__).parents[2]


KNOWN = {
    ("BB", "BB"): (4.5, 2.5),
    ("CL", "BB"): (0.5, 6.4),
    ("SS", "BB"): (5.2, 0.0),
    ("DD", "SS"): (2.0, 0.25),
    ("BB", "INF dug 8"): (1.5, 0.0),
    ("CGL", "TR"): (6.8, 0.0),
}
"""Strength points taken and lost, counted exactly."""


@pytest.mark.parametrize(("pair", "exact"), KNOWN.items(), ids=str)
def test_known_duels(pair: tuple[str, str], exact: tuple[float, float]) -> None:
    row = make_duels.row(*pair, 10, "test")
    assert (row.kills, row.losses) == pytest.approx(exact, abs=0.0006)


def test_simulated_duels_agree_with_the_exact_count() -> None:
    duels = make_duels
    assert set(KNOWN) <= set(duels.PAIRS)
    for pair in duels.PAIRS:
        row = duels.row(*pair, 300, "test")
        assert abs(row.sampled_kills - row.kills) <= 5 * row.error_kills + 0.01
        assert abs(row.sampled_losses - row.losses) <= 5 * row.error_losses + 0.01
