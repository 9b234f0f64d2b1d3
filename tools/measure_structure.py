"""Measure the source: statements by room, floors, import circles, wrong imports, clauses by deciding
functions, names, docstrings and documents.

Every figure is read from the source tree.
"""

from __future__ import annotations

from collections import Counter

from measure_names import forbidden_names
from plain_english import document_words, python_faults, written_faults
from source_tree import Graph, circles, floors, graph, modules, statements

BOOKS = ("awaw", "europa", "campaign")
OUTER = ("case_lines", "presentation", "advice")
"""Rooms of a book that its rules never import."""
MOST_SHOWN = 12
"""Faults of a kind that are printed."""


def rooms(package: str, edges: Graph) -> dict[str, frozenset[str]]:
    """Return the modules and folders at the top of a package, with those that each imports."""
    stem = f"flagplot.{package}."

    def room(name: str) -> str:
        return name.removeprefix(stem).split(".")[0]

    found: dict[str, set[str]] = {}
    for name, others in edges.items():
        if name.startswith(stem):
            found.setdefault(room(name), set()).update(
                room(o) for o in others if o.startswith(stem)
            )
    return {name: frozenset(others - {name}) for name, others in found.items()}


def wrong_imports(edges: Graph) -> list[tuple[str, str]]:
    """Return the imports of case lines, presentation or advice by rules of their book."""
    found = []
    for book in BOOKS:
        stem = f"flagplot.rulebooks.{book}."
        outer = tuple(f"{stem}{room}" for room in OUTER)
        for name, others in edges.items():
            if name.startswith((f"{stem}rules", f"{stem}play")):
                found += [(name, other) for other in sorted(others) if other.startswith(outer)]
    return found


def by_room(package: str) -> Counter[str]:
    """Return the statements of a package by room. Modules beside the rooms count under their own
    names."""
    stem = f"flagplot.{package}"
    found: Counter[str] = Counter()
    for name, path in modules().items():
        if name == stem or name.startswith(f"{stem}."):
            found[name.removeprefix(stem).lstrip(".").split(".")[0] or "__init__"] += statements(
                path
            )
    return found


def deciding(book: str) -> Counter[int]:
    """Count the clauses of a book by the number of functions that bear their mark."""
    from flagplot.table.casebook.clause_index import import_rules, load_clauses
    from flagplot.table.core.registry import enforced

    import_rules(book)
    rows = load_clauses(book)
    return Counter(len(set(marks)) for id, marks in enforced(book).items() if id in rows and marks)


def main() -> int:
    """Print every figure; return 1 when one of them breaks a limit."""
    edges = graph()
    limits: list[bool] = []
    print("Statements by room")
    for package in ("table", *(f"rulebooks.{book}" for book in BOOKS)):
        parts = by_room(package)
        shown = ", ".join(f"{room} {n}" for room, n in parts.most_common())
        print(f"  {package.removeprefix('rulebooks.'):9} {parts.total():6}  {shown}")
    print("Rooms and floors (at most 8 floors; 10 rooms of table)")
    for package in ("table", *(f"rulebooks.{book}" for book in BOOKS)):
        top = rooms(package, edges)
        top.pop("__init__", None)
        count = len([room for room in top if f"flagplot.{package}.{room}" in folders()])
        print(f"  {package.removeprefix('rulebooks.'):9} {count:3} rooms, {floors(top)} floors")
        limits.append(floors(top) <= 8 and (package != "table" or count == 10))
    rings = circles(edges)
    print(f"Import circles, imports for types included: {len(rings)}")
    listed([" <-> ".join(name.removeprefix("flagplot.") for name in ring) for ring in rings])
    wrong = wrong_imports(edges)
    print(f"Rules that import case lines, presentation or advice: {len(wrong)}")
    listed([f"{name} imports {other}" for name, other in wrong])
    print("Clauses by the number of functions that bear their mark")
    for book in BOOKS:
        marks = deciding(book)
        share = 100 * marks[1] / marks.total()
        shown = ", ".join(f"{n}: {marks[n]}" for n in sorted(marks))
        print(f"  {book:9} {shown}; in one function {share:.0f} %")
    names = list(forbidden_names())
    print(f"Files, classes and functions with a word that the glossary replaces: {len(names)}")
    listed(names)
    faults = [*python_faults(), *written_faults()]
    print(f"Docstrings, comments and texts against the lint: {len(faults)}")
    listed(faults)
    words = document_words()
    print(f"Documents: {len(words)}, {sum(words.values()):,} words")
    for name, n in words.most_common():
        print(f"  {n:6}  {name}")
    return int(bool(rings or wrong or names or faults) or not all(limits))


def folders() -> frozenset[str]:
    """Return the dotted names of the packages among the modules."""
    return frozenset(name for name, path in modules().items() if path.name == "__init__.py")


def listed(faults: list[str]) -> None:
    """Print the first faults of a kind."""
    for fault in faults[:MOST_SHOWN]:
        print(f"  {fault}")
    if len(faults) > MOST_SHOWN:
        print(f"  and {len(faults) - MOST_SHOWN} more")
