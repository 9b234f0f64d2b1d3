"""The modules of the package and their imports, for the tools that measure them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
Graph = Mapping[str, frozenset[str]]


def name_of(path: Path) -> str:
    """Return the dotted name of a module file below ``src``."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules() -> dict[str, Path]:
    """Return every module of the package by its dotted name."""
    return {name_of(path): path for path in sorted((SOURCE / "flagplot").rglob("*.py"))}


def statements(path: Path) -> int:
    """Return the number of statements in a file: lines depend on the formatter."""
    tree = ast.parse(path.read_text("utf-8"))
    return sum(isinstance(node, ast.stmt) for node in ast.walk(tree))


def imports(name: str, path: Path, known: Iterable[str]) -> Iterator[str]:
    """Yield the modules of the package that a module imports, at its top, in a function or for types
    alone."""
    base = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            up = base[: len(base) - node.level + 1] if node.level else []
            stem = ".".join([*up, *([node.module] if node.module else [])])
            inner = [f"{stem}.{alias.name}" for alias in node.names]
            yield from (i for i in inner if i in known)
            if stem in known and any(i not in known for i in inner):
                yield stem


def graph() -> dict[str, frozenset[str]]:
    """Return the modules that each module imports, imports for types included."""
    found = modules()
    return {
        name: frozenset(imports(name, path, found.keys())) - {name} for name, path in found.items()
    }


def circles(edges: Graph) -> list[list[str]]:
    """Return the sets of modules that import each other in a circle."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    rings: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(edges.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            ring = []
            while True:
                ring.append(stack.pop())
                if ring[-1] == node:
                    break
            if len(ring) > 1:
                rings.append(sorted(ring))

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return rings


def floors(edges: Graph) -> int:
    """Return the number of floors of a graph: the longest chain of imports. A circle is one
    floor."""
    ring_of = {name: ring[0] for ring in circles(edges) for name in ring}
    merged: dict[str, set[str]] = {}
    for name, others in edges.items():
        at = ring_of.get(name, name)
        merged.setdefault(at, set()).update({ring_of.get(o, o) for o in others} - {at})
    depth: dict[str, int] = {}

    def down(name: str) -> int:
        if name not in depth:
            depth[name] = 1 + max((down(other) for other in merged.get(name, ())), default=0)
        return depth[name]

    return max((down(name) for name in merged), default=0)
