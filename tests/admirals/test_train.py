"""The script that learns to play by the learning environment starts, learns for a moment, and plays
what it has learned."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "docs" / "train.py"


@pytest.fixture
def train() -> ModuleType:
    pytest.importorskip("cma")
    spec = importlib.util.spec_from_file_location("train", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_learns_and_plays(
    train: ModuleType, monkeypatch: Any, capsys: Any, tmp_path: Path
) -> None:
    kept = tmp_path / "weights.txt"
    asked = [
        "europa",
        "tallinn-first-steps",
        "--minutes",
        "0.001",
        "--workers",
        "1",
        "--pairs",
        "1",
        "--test",
        "2",
        "--weights",
    ]
    monkeypatch.setattr(sys, "argv", ["train.py", *asked, str(kept)])
    train.main()
    said = capsys.readouterr().out
    assert "generation 1, " in said
    assert re.search(r"^learned vs random \d-\d-\d score \d\.\d\d \[", said, re.MULTILINE)
    assert len(kept.read_text("utf-8").split()) == 32


def test_the_same_weights_and_dice_bring_the_same_points(train: ModuleType) -> None:
    setup = train.Setup("tallinn-first-steps")
    weights = train.train("europa", setup, 0.001, 1, 2, 1)
    assert [train.ahead("europa", setup, weights, 3)[0] for _ in range(2)] == [
        train.ahead("europa", setup, weights, 3)[0]
    ] * 2
    assert (
        train.ahead("europa", setup, weights, 3)[0] >= train.ahead("europa", setup, -weights, 3)[0]
    )
