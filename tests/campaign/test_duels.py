"""The duels of ship classes: exact results, known for some pairs, and simulated duels that agree with
them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def tool() -> ModuleType:
    sys.path.append(str(ROOT / "tools"))
    spec = importlib.util.spec_from_file_location("make_duels", ROOT / "tools" / "make_duels.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_duels"] = module
    spec.loader.exec_module(module)
    return module


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
    row = tool().row(*pair, 10, "test")
    assert (row.kills, row.losses) == pytest.approx(exact, abs=0.0006)


def test_simulated_duels_agree_with_the_exact_count() -> None:
    duels = tool()
    assert set(KNOWN) <= set(duels.PAIRS)
    for pair in duels.PAIRS:
        row = duels.row(*pair, 300, "test")
        assert abs(row.sampled_kills - row.kills) <= 5 * row.error_kills + 0.01
        assert abs(row.sampled_losses - row.losses) <= 5 * row.error_losses + 0.01
