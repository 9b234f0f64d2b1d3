"""Nothing in the program is there for nobody: every name is used somewhere, every function that claims a clause is called."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = {path: path.read_text("utf-8") for path in sorted((ROOT / "src").rglob("*.py"))}
TREES = {path: ast.parse(text) for path, text in SOURCES.items()}
QUIET = {"clause", "latest", "lasting", "cache", "lru_cache", "property", "cached_property", "staticmethod", "classmethod", "abc"}
"""Decorators that do not hand the function to anybody."""
CALLED_FROM_OUTSIDE = {"observation_space", "action_space"}
"""Names that only other programs look up: PettingZoo's."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def head(decorator: ast.expr) -> str:
    """The first name of a decorator."""
    found = re.match(r"\w+", ast.unparse(decorator))
    return found[0] if found else ""


def handed_over(node: Function | ast.ClassDef) -> bool:
    """Whether a decorator gives the function to somebody who calls it."""
    return any(head(d) not in QUIET for d in node.decorator_list)


def functions(tree: ast.AST) -> list[Function]:
    return [n for n in ast.walk(tree) if isinstance(n, Function)]


def test_what_claims_a_clause_is_called() -> None:
    used = {n.id if isinstance(n, ast.Name) else n.attr for t in TREES.values() for n in ast.walk(t)
            if isinstance(n, (ast.Name, ast.Attribute))}
    idle = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}" for path, tree in TREES.items() for node in functions(tree)
        if any(head(d) == "clause" for d in node.decorator_list) and not handed_over(node) and node.name not in used
    ]
    assert idle == []


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
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
            names += [(t.id, node.lineno) for t in targets if isinstance(t, ast.Name)]
        idle += [
            f"{path.relative_to(ROOT)}:{line} {name}" for name, line in names
            if words[name] < 2 and not name.startswith("__") and name not in CALLED_FROM_OUTSIDE
        ]
    assert idle == []
