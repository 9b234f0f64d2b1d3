"""Every command of ``python -m tools`` is there, and the command lists them."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def commands() -> dict[str, tuple[str, str]]:
    tree = ast.parse((ROOT / "tools" / "__main__.py").read_text("utf-8"))
    (table,) = (
        n.value for n in tree.body if isinstance(n, ast.Assign) and isinstance(n.value, ast.Dict)
    )
    found: dict[str, tuple[str, str]] = ast.literal_eval(table)
    return found


def test_every_command_has_its_main() -> None:
    for module, _ in commands().values():
        tree = ast.parse((ROOT / "tools" / f"{module}.py").read_text("utf-8"))
        assert any(isinstance(n, ast.FunctionDef) and n.name == "main" for n in tree.body), module


def test_without_a_name_the_commands_are_listed() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tools"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert all(name in ran.stdout for name in commands())
