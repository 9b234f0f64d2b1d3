"""The packages of rule books: those below ``flagplot.rulebooks``, and those that other installed
packages declare as entry points of the group ``flagplot.rulebooks``."""

from __future__ import annotations

from functools import cache
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

GROUP = "flagplot.rulebooks"
"""The group of entry points, and the package of the built-in rule books."""


class DeclaredBook(msgspec.Struct, frozen=True, order=True):
    """An entry point: ``book = "module:attribute"`` in the pyproject of a distribution."""

    book: str
    module: str
    attribute: str
    distribution: str

    def load(self) -> Any:
        """Import the module, and return what its attribute holds."""
        found: Any = import_module(self.module)
        for name in self.attribute.split("."):
            found = getattr(found, name)
        return found


@cache
def declared_books() -> tuple[DeclaredBook, ...]:
    """Return the rule books that other distributions declare, sorted by id. Nothing is imported."""
    from importlib.metadata import entry_points

    found = []
    for entry in entry_points(group=GROUP):
        module, _, attribute = entry.value.partition(":")
        if not module.startswith(f"{GROUP}."):
            distribution = entry.dist.name if entry.dist is not None else "an unknown package"
            found.append(
                DeclaredBook(entry.name, module.strip(), attribute.strip() or "BOOK", distribution)
            )
    return tuple(sorted(found))


def module_of(book: str) -> str:
    """Return the name of the module of a rule book."""
    return next((d.module for d in declared_books() if d.book == book), f"{GROUP}.{book}")


def book_of_module(module: str) -> str:
    """Return the id of the rule book in whose package a module stands; the last part of its name
    when it stands in none."""
    if module.startswith(f"{GROUP}."):
        return module.split(".")[2]
    for each in declared_books():
        if module == each.module or module.startswith(f"{each.module}."):
            return each.book
    return module.rpartition(".")[2]


def package_of(book: str) -> Traversable:
    """Return the folder of a rule book's package, which holds its data files."""
    module = module_of(book)
    if module == f"{GROUP}.{book}":
        return resources.files(GROUP).joinpath(book)
    spec = find_spec(module)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"{module} is no package")
    return Path(next(iter(spec.submodule_search_locations)))
