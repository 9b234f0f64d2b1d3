"""Measure the house: lines by part, clauses by number of deciding functions, circles, wrong imports, floors.

Run it with ``python tools/measure_house.py``. Every figure is read off the source tree; nothing is kept by hand.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
BOOKS = ("awaw", "europa", "campaign")
LANGUAGE = ("flagplot.table.language", "flagplot.table.telling")
"""What the three books share of reading and telling: counted with them."""
OUTER = ("casework", "telling", "advice")
"""Rooms of a book that its rules never import."""
Graph = Mapping[str, frozenset[str]]


def name_of(path: Path) -> str:
    """The dotted name of a module file below ``src``."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    return {name_of(path): path for path in sorted((SOURCE / "flagplot").rglob("*.py"))}


def lines(path: Path) -> int:
    """Lines of a file, blanks and comments included."""
    return len(path.read_text("utf-8").splitlines())


def imports(name: str, path: Path, known: Iterable[str]) -> Iterator[str]:
    """The modules of the package that a module imports, wherever the import stands, but for types alone."""
    base = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    tree = ast.parse(path.read_text("utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
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
    """Who imports whom, module by module."""
    found = modules()
    return {name: frozenset(imports(name, path, found.keys())) - {name} for name, path in found.items()}


def circles(edges: Graph) -> list[list[str]]:
    """Sets of modules that import each other in a ring (strongly connected, more than one)."""
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


def rooms(book: str, edges: Graph) -> dict[str, frozenset[str]]:
    """The top of a book, entry by entry (a module or a folder), with the entries that each imports."""
    stem = f"flagplot.rulebooks.{book}."

    def room(name: str) -> str:
        return name.removeprefix(stem).split(".")[0]

    found: dict[str, set[str]] = {}
    for name, others in edges.items():
        if name.startswith(stem):
            found.setdefault(room(name), set()).update(room(o) for o in others if o.startswith(stem))
    return {name: frozenset(others - {name}) for name, others in found.items()}


def floors(edges: Graph) -> int:
    """How many floors a graph has: the longest way from a room down to one that stands on nothing (rings are one floor)."""
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


def wrong_imports(edges: Graph) -> list[tuple[str, str]]:
    """Rules that import casework, telling or advice of their book."""
    found = []
    for book in BOOKS:
        stem = f"flagplot.rulebooks.{book}."
        outer = tuple(f"{stem}{room}" for room in OUTER)
        for name, others in edges.items():
            if name.startswith((f"{stem}rules", f"{stem}play")):
                found += [(name, other) for other in sorted(others) if other.startswith(outer)]
    return found


def by_room(book: str) -> Counter[str]:
    """Lines of a book by the room they stand in; modules beside the rooms count under their own names."""
    stem = f"flagplot.rulebooks.{book}"
    found: Counter[str] = Counter()
    for name, path in modules().items():
        if name == stem or name.startswith(f"{stem}."):
            found[name.removeprefix(stem).lstrip(".").split(".")[0] or "__init__"] += lines(path)
    return found


def deciding(book: str) -> Counter[int]:
    """Clauses of a book by the number of functions that bear their mark."""
    from flagplot.table.clauses import enforced
    from flagplot.table.index import import_rules, load_clauses

    import_rules(book)
    rows = load_clauses(book)
    return Counter(len(set(marks)) for id, marks in enforced(book).items() if id in rows and marks)


def main() -> int:
    """Print every figure, and end with those of the house plan."""
    sys.path.insert(0, str(SOURCE))
    edges = graph()
    found = modules()
    language = sum(lines(path) for name, path in found.items() if name.startswith(LANGUAGE))
    print("Python lines")
    books = 0
    for book in BOOKS:
        parts = by_room(book)
        books += parts.total()
        if len(parts) <= 16:
            print(f"  {book:9} {parts.total():6}  " + ", ".join(f"{room} {n}" for room, n in parts.most_common()))
        else:
            print(f"  {book:9} {parts.total():6}  in {len(parts)} modules and folders side by side")
    print(f"  language  {language:6}")
    counts = {book: deciding(book) for book in BOOKS}
    enforced = sum(count.total() for count in counts.values())
    print("Clauses by the number of functions that bear their mark")
    for book, count in counts.items():
        print(f"  {book:9} " + ", ".join(f"{n}: {count[n]}" for n in sorted(count)))
    rings = circles(edges)
    print(f"Import circles: {len(rings)}")
    for ring in rings:
        print("  " + " <-> ".join(name.removeprefix("flagplot.") for name in ring))
    wrong = wrong_imports(edges)
    print(f"Rules that import casework, telling or advice: {len(wrong)}")
    for name, other in wrong:
        print(f"  {name} imports {other}")
    print("The house plan")
    print(f"  lines of the three books and the language     {books + language}")
    print(f"  clauses enforced                              {enforced}")
    print(f"  lines a clause                                {(books + language) / enforced:.1f}")
    for book, count in counts.items():
        print(f"  {book}: clauses decided in one function {100 * count[1] / count.total():16.0f} %")
        top = rooms(book, edges)
        print(f"  {book}: floors and rooms at the top              {floors(top)}; {len(top)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
