"""The shape of the house: imports point one way, the core imports little and quickly, modules stay small."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "flagplot"
FLOORS = {"boards": 0, "table": 1, "odds": 2, "rulebooks": 3, "admirals": 4, "room": 5, "cli": 6}
"""Who may import whom: a package imports from lower floors only (``cli`` opens the room)."""
CORE_MAY = {"msgspec"}
LATE = {"numpy"}
"""Packages that the odds functions import when they are called."""


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def imported(path: Path) -> Iterator[tuple[str, bool]]:
    """Absolute names a module imports, and whether at its top level (not for types only, not inside a function)."""
    package = ["flagplot", *path.relative_to(SOURCE).with_suffix("").parts]
    if package[-1] == "__init__":
        package.pop()
        base = package
    else:
        base = package[:-1]
    tree = ast.parse(path.read_text("utf-8"))
    late: set[int] = set()
    for node in ast.walk(tree):
        inside = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        typing_only = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        if inside or typing_only:
            late.update(id(n) for n in ast.walk(node))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, id(node) not in late
        elif isinstance(node, ast.ImportFrom):
            stem = base[: len(base) - node.level + 1] if node.level else []
            name = ".".join([*stem, *([node.module] if node.module else [])])
            yield name, id(node) not in late
            for alias in node.names:
                yield f"{name}.{alias.name}", id(node) not in late


def part(name: str) -> str:
    """The package of the house a module name belongs to."""
    words = name.split(".")
    return words[1] if words[0] == "flagplot" and len(words) > 1 and words[1] in FLOORS else ""


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    mine = path.relative_to(SOURCE).parts[0]
    if mine not in FLOORS:
        return
    for name, _ in imported(path):
        other = part(name)
        if other and other != mine:
            allowed = FLOORS[other] < FLOORS[mine]
            found = f"{path.relative_to(SOURCE)} imports {name}"
            assert allowed, found


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_a_rule_book_never_imports_another(path: Path) -> None:
    parts = path.relative_to(SOURCE).parts
    if parts[0] != "rulebooks" or len(parts) < 3:
        return
    for name, _ in imported(path):
        words = name.split(".")
        if words[:2] == ["flagplot", "rulebooks"] and len(words) > 2 and (SOURCE / "rulebooks" / words[2]).is_dir():
            assert words[2] == parts[1], f"{path.relative_to(SOURCE)} imports {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_the_core_imports_msgspec_alone(path: Path) -> None:
    mine = path.relative_to(SOURCE).parts[0]
    if FLOORS.get(mine, 9) > FLOORS["rulebooks"]:
        return
    for name, top in imported(path):
        root = name.split(".")[0]
        if root and root != "flagplot" and root not in sys.stdlib_module_names and root not in CORE_MAY:
            assert root in LATE, f"{path.relative_to(SOURCE)} imports {name}"
            assert not top, f"{path.relative_to(SOURCE)} imports {name} at its top"


PURE = ("boards", "table", "rulebooks", "odds", "admirals")
WORLD = {"asyncio", "time", "socket", "subprocess", "threading", "multiprocessing", "urllib", "http", "sqlite3", "tempfile"}


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_nothing_below_the_room_touches_the_world(path: Path) -> None:
    if path.relative_to(SOURCE).parts[0] not in PURE:
        return
    for name, _ in imported(path):
        assert name.split(".")[0] not in WORLD, f"{path.relative_to(SOURCE)} imports {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_modules_stay_small(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 800


def test_importing_flagplot_brings_in_nothing_heavy() -> None:
    code = "import flagplot, flagplot.table.game, flagplot.boards, sys; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    loaded = set(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split())
    heavy = {"numpy", "scipy", "networkx", "litestar", "sqlalchemy", "typer", "rich", "joblib", "uvicorn", "asyncio"}
    assert not loaded & heavy


def test_the_help_does_not_import_the_rules() -> None:
    code = (
        "import sys; from flagplot.cli import main; main(['--help']);"
        "print(*sorted(m for m in sys.modules if m.startswith('flagplot')), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "simulate" in done.stdout
    assert {m.split(".")[1] for m in done.stderr.split() if "." in m} == {"cli"}
