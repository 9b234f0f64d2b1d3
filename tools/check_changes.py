"""Quick checks of a change: lint, types, the cases of the clauses it decides, the tests that import
it.

``make quick`` runs them. The change is the difference from HEAD; when there is none, the last
commit. ``make test`` checks everything.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from source_tree import ROOT, SOURCE, graph, name_of

TESTS = ROOT / "tests"
MOST_TESTS = 12
"""Most test files. A change that more of them import needs ``make test``."""
SLOW = ("e2e",)


def git(*words: str) -> list[str]:
    """Return the lines that git prints."""
    return subprocess.run(
        ["git", *words], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()


def changed() -> list[Path]:
    """Return the changed files that still exist."""
    names = git("diff", "--name-only", "HEAD") + git("ls-files", "--others", "--exclude-standard")
    return [
        ROOT / name
        for name in names or git("diff", "--name-only", "HEAD~1")
        if (ROOT / name).is_file()
    ]


def books_of(files: Iterable[Path]) -> dict[str, list[Path]]:
    """Return the files of each rule book."""
    found: dict[str, list[Path]] = {}
    for path in files:
        parts = path.relative_to(ROOT).parts
        if parts[:3] == ("src", "flagplot", "rulebooks") and len(parts) > 4:
            found.setdefault(parts[3], []).append(path)
    return found


def clauses_of(book: str, modules: set[str]) -> list[str]:
    """Return the clauses that functions of these modules decide."""
    from flagplot.table.casebook.clause_index import import_rules
    from flagplot.table.core.registry import enforced

    import_rules(book)
    return [
        id
        for id, marks in enforced(book).items()
        if any(mark.rpartition(".")[0] in modules for mark in marks)
    ]


def run_cases(files: Iterable[Path]) -> list[str]:
    """Run the changed case files, and the cases of the clauses that changed modules decide. Returns
    the failures.

    A change of anything else in a book (its state, its words, a table) concerns the whole casebook.
    """
    from flagplot import rulebooks
    from flagplot.cli.case_commands import book_cases
    from flagplot.odds import casebook_chances
    from flagplot.table.casebook.casebook import Casebook
    from flagplot.table.casebook.clause_index import load_clauses

    casebook = Casebook(rulebooks.book, casebook_chances, load_clauses)
    failed: list[str] = []
    for book, mine in books_of(files).items():
        inside = {path.name for path in mine if path.parent.name == "casebook"}
        modules = {name_of(path) for path in mine if path.suffix == ".py"}
        cited = set(clauses_of(book, modules))
        whole = bool(modules and not cited) or any(
            path.suffix != ".py" and path.name not in inside for path in mine
        )
        cases = [
            c
            for c in book_cases(book)
            if whole or Path(c.file).name in inside or cited & set(c.clauses)
        ]
        results = [casebook.run(case) for case in cases]
        failed += [str(result) for result in results if not result.passed]
        print(f"{book}: {len(results)} cases")
    return failed


def tests_of(files: Iterable[Path]) -> list[Path]:
    """Return the changed tests, and those that import a changed module, nearest first. Browser
    tests are left to ``make test``."""
    import ast

    files = list(files)
    modules = {
        name_of(path) for path in files if path.suffix == ".py" and path.is_relative_to(SOURCE)
    }
    edges = graph()
    nearest = modules | {
        name for name, others in edges.items() if others & modules and name.endswith("__init__")
    }
    found = [path for path in files if path.is_relative_to(TESTS) and path.name.startswith("test_")]
    for path in sorted(TESTS.rglob("test_*.py")):
        if path in found or set(path.parts) & set(SLOW):
            continue
        names = {
            name
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.ImportFrom) and node.module and not node.level
            for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
        }
        if names & nearest:
            found.append(path)
    if any(path.is_relative_to(ROOT / "docs") for path in files):
        found += [TESTS / "test_docs_site.py", TESTS / "test_generated_pages.py"]
    return [TESTS / "test_house.py", *dict.fromkeys(found)][: MOST_TESTS + 1]


def main() -> int:
    """Run the four checks; exit with 1 when one of them finds something."""
    sys.path.insert(0, str(SOURCE))
    files = changed()
    if not files:
        print("nothing has changed")
        return 0
    beside = Path(sys.executable).parent
    bad = subprocess.run([beside / "ruff", "check", "."], cwd=ROOT).returncode
    bad |= subprocess.run([beside / "mypy"], cwd=ROOT).returncode
    failed = run_cases(files)
    print(*failed, sep="\n", end="\n" if failed else "")
    bad |= bool(failed)
    bad |= subprocess.run(
        [sys.executable, "-m", "pytest", "-x", *tests_of(files)], cwd=ROOT
    ).returncode
    return int(bool(bad))
