"""docs/duels.md says what the procedures give: its exact column, and simulated duels that agree
with it."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_duels", ROOT / "tools" / "make_duels.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_duels"] = module
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_rules_give() -> None:
    duels = tool()
    page = (ROOT / "docs" / "duels.md").read_text("utf-8")
    mean = r"([\d.]+) \| ([\d.]+) ± ([\d.]+) \|"
    told = re.findall(rf"^\| (\w+) \| (\w+(?: dug \d+)?) \| {mean} {mean}$", page, re.MULTILINE)
    assert [(a, b) for a, b, *_ in told] == list(duels.PAIRS)
    for attacker, defender, kills, played, error, losses, played_l, error_l in told:
        row = duels.row(attacker, defender, 300, "test")
        assert abs(row.kills - float(kills)) < 0.0006
        assert abs(row.losses - float(losses)) < 0.0006
        assert abs(float(played) - row.kills) <= 4.5 * float(error) + 0.001
        assert abs(float(played_l) - row.losses) <= 4.5 * float(error_l) + 0.001
        assert abs(row.sampled_kills - row.kills) <= 5 * row.error_kills + 0.01
        assert abs(row.sampled_losses - row.losses) <= 5 * row.error_losses + 0.01
