"""The shape of the house: imports point one way, the core imports little and quickly, modules stay
small."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import measure_changes
import measure_structure
import source_tree

SOURCE = Path(__file__).parents[1] / "src" / "flagplot"
FLOORS = {"boards": 0, "table": 1, "odds": 2, "rulebooks": 3, "admirals": 4, "room": 5, "cli": 6}
"""Floors of the packages: a package imports from lower floors only (``cli`` opens the room)."""
CORE_MAY = {"msgspec"}
LATE = {"numpy", "cryptography"}
"""Packages that are imported when they are needed: by the odds functions, and to check a
signature."""


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


@cache
def imported(path: Path) -> tuple[tuple[str, bool], ...]:
    return tuple(read_imports(path))


def read_imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Absolute names a module imports, and whether at its top level (not for types only, not inside
    a function)."""
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


def test_imports_point_one_way() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in modules()
        if (mine := path.relative_to(SOURCE).parts[0]) in FLOORS
        for name, _ in imported(path)
        if (other := part(name)) and other != mine and FLOORS[other] >= FLOORS[mine]
    ]
    assert not wrong


def test_a_rule_book_never_imports_another() -> None:
    wrong = []
    for path in modules():
        parts = path.relative_to(SOURCE).parts
        if parts[0] != "rulebooks" or len(parts) < 3:
            continue
        for name, _ in imported(path):
            words = name.split(".")
            is_book = words[:2] == ["flagplot", "rulebooks"] and len(words) > 2
            if is_book and (SOURCE / "rulebooks" / words[2]).is_dir() and words[2] != parts[1]:
                wrong.append(f"{path.relative_to(SOURCE)} imports {name}")
    assert not wrong


def test_the_core_imports_msgspec_alone() -> None:
    wrong = []
    for path in modules():
        if FLOORS.get(path.relative_to(SOURCE).parts[0], 9) > FLOORS["rulebooks"]:
            continue
        for name, top in imported(path):
            root = name.split(".")[0]
            known = not root or root == "flagplot" or root in sys.stdlib_module_names
            if not known and root not in CORE_MAY and (root not in LATE or top):
                where = " at its top" if top else ""
                wrong.append(f"{path.relative_to(SOURCE)} imports {name}{where}")
    assert not wrong


TABLE_ROOMS = (
    "core",
    "setup",
    "display",
    "language",
    "contract",
    "log",
    "game",
    "assist",
    "analysis",
    "casebook",
)
"""The rooms of ``table/``, in an order in which each may import from those before it."""


def test_the_table_has_its_rooms_and_they_import_one_way_types_included() -> None:
    found: dict[str, set[str]] = {}
    for path in sorted((SOURCE / "table").rglob("*.py")):
        parts = path.relative_to(SOURCE / "table").parts
        if len(parts) == 1:
            assert parts[0] == "__init__.py", f"table/{parts[0]} stands in no room"
            continue
        names = {
            n.split(".")[2]
            for n, _ in imported(path)
            if n.startswith("flagplot.table.") and n.split(".")[2] in TABLE_ROOMS
        }
        found.setdefault(parts[0], set()).update(names - {parts[0]})
    assert set(found) == set(TABLE_ROOMS)
    for room, others in found.items():
        assert others <= set(TABLE_ROOMS[: TABLE_ROOMS.index(room)]), (
            f"table/{room} imports {others}"
        )


def test_no_module_imports_in_a_circle_types_included() -> None:
    paths = {
        ".".join(("flagplot", *p.relative_to(SOURCE).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): p
        for p in modules()
    }
    edges: dict[str, set[str]] = {}
    for name, path in paths.items():
        others = {n for n, _ in imported(path) if n in paths} - {name}
        edges[name] = {
            o
            for o in others
            if not any(x.startswith(f"{o}.") for x in others) and not name.startswith(f"{o}.")
        }
    TopologicalSorter(edges).prepare()


IN_ROOMS = ("awaw", "campaign", "europa")
"""The rule books that are divided into the rooms of the house; each joins when it is."""
ROOMS = {
    "map",
    "state",
    "nouns",
    "orders",
    "rules",
    "events",
    "play",
    "presentation",
    "advice",
    "case_lines",
    "scenarios",
}
"""The rooms of a rule book, beside its ``__init__``, which is the book on one screen. None needs to
have them all."""
OUTER = {"presentation", "advice", "case_lines"}
"""Rooms that look at the rules from outside: no other room knows of them."""


def within(book: str) -> dict[str, set[str]]:
    """Imports inside a rule book, module by module, each by its path below the book (empty: its
    ``__init__``)."""
    package = SOURCE / "rulebooks" / book
    stem = f"flagplot.rulebooks.{book}."
    paths = {
        ".".join(p.relative_to(package).with_suffix("").parts)
        .removesuffix("__init__")
        .rstrip("."): p
        for p in package.rglob("*.py")
    }
    found: dict[str, set[str]] = {}
    for name, path in paths.items():
        others = {n.removeprefix(stem) for n, _ in imported(path) if n.startswith(stem)}
        found[name] = {
            o
            for o in others
            if o in paths and not any(x in paths and x.startswith(f"{o}.") for x in others)
        } - {name}
    return found


def rooms(book: str) -> dict[str, set[str]]:
    """Imports inside a rule book, room by room; its ``__init__`` is left out."""
    found: dict[str, set[str]] = {}
    for name, others in within(book).items():
        if name:
            room = name.split(".")[0]
            found.setdefault(room, set()).update({o.split(".")[0] for o in others} - {room})
    return found


@pytest.mark.parametrize("book", IN_ROOMS)
def test_a_rule_book_has_the_rooms_of_the_house(book: str) -> None:
    assert set(rooms(book)) <= ROOMS
    assert len(rooms(book)) + 1 <= 12


@pytest.mark.parametrize("book", IN_ROOMS)
def test_what_advises_and_tells_stands_on_the_rules_and_not_on_their_play(book: str) -> None:
    assert not {room for room in ("advice", "presentation") if "play" in rooms(book)[room]}


@pytest.mark.parametrize("book", IN_ROOMS)
def test_the_rules_know_nothing_of_casework_telling_and_advice(book: str) -> None:
    for room, others in rooms(book).items():
        if room not in OUTER:
            assert not others & OUTER, f"{room} of {book} imports {others & OUTER}"
    assert "presentation" not in rooms(book)["advice"]


@pytest.mark.parametrize("book", IN_ROOMS)
def test_nothing_in_a_rule_book_goes_in_circles(book: str) -> None:
    TopologicalSorter(within(book)).prepare()
    TopologicalSorter(rooms(book)).prepare()


PURE = ("boards", "table", "rulebooks", "odds", "admirals")
WORLD = {
    "asyncio",
    "time",
    "socket",
    "subprocess",
    "threading",
    "multiprocessing",
    "urllib",
    "http",
    "sqlite3",
    "tempfile",
}


def test_nothing_below_the_room_touches_the_world() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in modules()
        if path.relative_to(SOURCE).parts[0] in PURE
        for name, _ in imported(path)
        if name.split(".")[0] in WORLD
    ]
    assert not wrong


def test_modules_stay_small() -> None:
    """Statements are counted, not lines: how many lines a statement takes is the formatter's."""
    found = {str(path.relative_to(SOURCE)): source_tree.statements(path) for path in modules()}
    assert not {path: n for path, n in found.items() if n > 530}


def test_importing_flagplot_brings_in_nothing_heavy() -> None:
    code = (
        "import flagplot, flagplot.table.game.game, flagplot.boards, sys; "
        "print(*sorted({m.split('.')[0] for m in sys.modules}))"
    )
    loaded = set(
        subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True
        ).stdout.split()
    )
    heavy = {
        "numpy",
        "scipy",
        "networkx",
        "litestar",
        "sqlalchemy",
        "typer",
        "rich",
        "joblib",
        "uvicorn",
        "asyncio",
    }
    heavy.add("cryptography")
    assert not loaded & heavy


def test_the_help_does_not_import_the_rules() -> None:
    code = (
        "import sys; from flagplot.cli import main; main(['--help']);"
        "print(*sorted(m for m in sys.modules if m.startswith('flagplot')), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "simulate" in done.stdout
    assert {m.split(".")[1] for m in done.stderr.split() if "." in m} == {"cli"}


def test_a_rule_book_is_low_and_its_clauses_are_decided_in_one_place() -> None:
    """A rule book and the table have at most eight floors; one function decides three clauses in
    four."""
    edges = source_tree.graph()
    assert source_tree.circles(edges) == []
    assert source_tree.floors(measure_structure.rooms("table", edges)) <= 8
    for book in IN_ROOMS:
        assert source_tree.floors(measure_structure.rooms(f"rulebooks.{book}", edges)) <= 8, book
        count = measure_structure.deciding(book)
        assert 4 * count[1] >= 3 * count.total(), book


def test_what_the_experiments_change_is_there() -> None:
    """The edits of ``python -m tools measure-changes`` can still be made."""
    for experiment in measure_changes.EXPERIMENTS:
        assert len(experiment.edits) <= experiment.most_edits
        assert len({e.file for e in experiment.edits}) <= experiment.most_files
        for edit in experiment.edits:
            path = SOURCE.parents[1] / edit.file
            assert not edit.after or path.read_text("utf-8").count(edit.after) == 1, edit.file
