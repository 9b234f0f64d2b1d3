"""Nothing in the program is there for nobody: every name is used somewhere, every function that
claims a clause is called."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = {path: path.read_text("utf-8") for path in sorted((ROOT / "src").rglob("*.py"))}
TREES = {path: ast.parse(text) for path, text in SOURCES.items()}
QUIET = {
    "clause",
    "latest",
    "lasting",
    "cache",
    "lru_cache",
    "property",
    "cached_property",
    "staticmethod",
    "classmethod",
    "abc",
}
"""Decorators that do not hand the function to anybody."""
CALLED_FROM_OUTSIDE = {"observation_space", "action_space"}
"""Names that only other programs look up: PettingZoo's."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def head(decorator: ast.expr) -> str:
    """The first name of a decorator."""
    found = re.match(r"\w+", ast.unparse(decorator))
    return found[0] if found else ""


def handed_over(node: Function | ast.ClassDef) -> bool:
    """Return whether a decorator hands the function to a registry that calls it."""
    return any(head(d) not in QUIET for d in node.decorator_list)


def functions(tree: ast.AST) -> list[Function]:
    return [n for n in ast.walk(tree) if isinstance(n, Function)]


def test_what_claims_a_clause_is_called() -> None:
    used = {
        n.id if isinstance(n, ast.Name) else n.attr
        for t in TREES.values()
        for n in ast.walk(t)
        if isinstance(n, (ast.Name, ast.Attribute))
    }
    idle = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path, tree in TREES.items()
        for node in functions(tree)
        if any(head(d) == "clause" for d in node.decorator_list)
        and not handed_over(node)
        and node.name not in used
    ]
    assert idle == []


def module(path: Path) -> str:
    """The dotted name of a file: ``flagplot.table.game.game``, ``tests.games``."""
    parts = (
        path.relative_to(ROOT / "src" if path.is_relative_to(ROOT / "src") else ROOT)
        .with_suffix("")
        .parts
    )
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def taken_from_outside(path: Path, tree: ast.AST) -> Iterator[str]:
    """The dotted names that a file imports, or looks up in what it imports."""
    here = module(path).split(".") + ["x"] * (path.name == "__init__.py")
    known: defaultdict[str, set[str]] = defaultdict(set)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = ".".join(
                [
                    *(here[: -node.level] if node.level else []),
                    *([node.module] if node.module else []),
                ]
            )
            for alias in node.names:
                known[alias.asname or alias.name].add(f"{base}.{alias.name}")
        elif isinstance(node, ast.Import):
            for alias in node.names:
                known[alias.asname or alias.name.split(".")[0]].add(
                    alias.name if alias.asname else alias.name.split(".")[0]
                )
    yield from (name for names in known.values() for name in names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            first, *rest = ast.unparse(node).split(".")
            yield from (".".join((name, *rest)) for name in known.get(first, ()))


def test_every_name_of_a_module_is_used_in_it_or_taken_from_it() -> None:
    """A word that stands elsewhere for something else is no use."""
    others = {
        p: ast.parse(p.read_text("utf-8"))
        for folder in ("tests", "tools", "bench")
        for p in (ROOT / folder).rglob("*.py")
    }
    taken = {
        name for path, tree in (TREES | others).items() for name in taken_from_outside(path, tree)
    }
    told = set(
        re.findall(r"\w+", " ".join(p.read_text("utf-8") for p in (ROOT / "docs").glob("*.md")))
    )
    idle = []
    for path, tree in TREES.items():
        within = Counter(n.id for n in ast.walk(tree) if isinstance(n, ast.Name))
        for name, times in module_names(tree):
            if (
                within[name] <= times
                and f"{module(path)}.{name}" not in taken
                and name not in told
                and not name.startswith("__")
            ):
                idle.append(f"{path.relative_to(ROOT)} {name}")
    assert idle == []


def module_names(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Return the names a module defines, and how often the definition itself uses each as a name. A
    thing made by a call may be registered by that call."""
    for node in tree.body:
        if isinstance(node, Function | ast.ClassDef):
            if not handed_over(node):
                yield node.name, 0
        elif isinstance(node, ast.Assign | ast.AnnAssign) and not isinstance(node.value, ast.Call):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from ((t.id, 1) for t in targets if isinstance(t, ast.Name))


def test_every_name_is_used() -> None:
    others = [p for folder in ("tests", "tools", "bench") for p in (ROOT / folder).rglob("*.py")]
    others += (ROOT / "docs").glob("*.md")
    words = Counter(re.findall(r"\w+", " ".join(SOURCES.values())))
    words.update(re.findall(r"\w+", " ".join(p.read_text("utf-8") for p in others)))
    idle = []
    for path, tree in TREES.items():
        named = [n for n in ast.walk(tree) if isinstance(n, Function | ast.ClassDef)]
        names = [(n.name, n.lineno) for n in named if not handed_over(n)]
        for node in ast.iter_child_nodes(tree):
            targets = (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, ast.AnnAssign)
                else []
            )
            names += [(t.id, node.lineno) for t in targets if isinstance(t, ast.Name)]
        idle += [
            f"{path.relative_to(ROOT)}:{line} {name}"
            for name, line in names
            if words[name] < 2 and not name.startswith("__") and name not in CALLED_FROM_OUTSIDE
        ]
    assert idle == []
