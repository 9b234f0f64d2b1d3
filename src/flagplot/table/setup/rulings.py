"""Rulings: edition, house switches and rule tables of one game. They are chosen at set-up and do
not change."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from ..core.book_packages import package_of
from .data_files import DataError, read_toml
from .table_limits import TableLimits, limit_faults, read_limits


class Switch(msgspec.Struct, frozen=True):
    """A house switch: a question on which the rule text is silent, with its possible readings."""

    id: str
    clause: str
    question: str
    choices: tuple[tuple[str, str], ...]
    """Pairs (choice, meaning)."""
    default: str
    provenance: str = "house"


class RuleTable(msgspec.Struct, frozen=True):
    """A rule table of a rule book: ``rows`` maps a row label to its cells, one per entry of
    ``columns``.

    ``dice`` is like ``2d6`` or empty for a plain lookup; ``provenance`` is ``published``,
    ``inferred`` or ``house``.
    """

    id: str
    clause: str
    title: str
    provenance: str
    dice: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, tuple[str | int | float, ...]], ...] = ()
    source: str = ""
    note: str = ""

    def row(self, label: str) -> tuple[str | int | float, ...]:
        """Return the cells of a row. Raises ``KeyError`` when the table has no such row."""
        for name, cells in self.rows:
            if name == label:
                return cells
        raise KeyError(f"table {self.id} has no row {label!r}")

    def cell(self, row: str, column: str) -> str | int | float:
        """Return one cell. Raises ``KeyError`` when the table has no such row or column."""
        try:
            return self.row(row)[self.columns.index(column)]
        except ValueError:
            raise KeyError(f"table {self.id} has no column {column!r}") from None


class Rulings:
    """The switches and tables of one game. Immutable. Rulings with equal content (compared by
    digest) are the same object: most memos have them in their key, and identity compares
    fastest."""

    __slots__ = ("__weakref__", "_digest", "_switches", "_tables", "edition")
    edition: str
    _digest: str
    _switches: dict[str, str]
    _tables: dict[str, RuleTable]

    def __new__(
        cls, edition: str, switches: Mapping[str, str], tables: Mapping[str, RuleTable]
    ) -> Rulings:
        content = msgspec.json.encode(
            [edition, dict(switches), dict(tables)], order="deterministic"
        )
        made = super().__new__(cls)
        made.edition, made._switches, made._tables = edition, dict(switches), dict(tables)
        made._digest = hashlib.sha256(content).hexdigest()
        return _IN_USE.setdefault(made._digest, made)

    def __reduce__(self) -> tuple[Any, ...]:
        return Rulings, (self.edition, self._switches, self._tables)

    def __repr__(self) -> str:
        return f"Rulings({self.edition!r}, {self._digest[:12]})"

    @property
    def digest(self) -> str:
        """Hex digest of edition, switches and tables."""
        return self._digest

    def switch(self, id: str) -> str:
        """Return the choice made for a house switch. Raises ``KeyError`` for an unknown switch."""
        return self._switches[id]

    def table(self, id: str) -> RuleTable:
        """Return a table by id. Raises ``KeyError`` for an unknown table."""
        return self._tables[id]

    @property
    def switches(self) -> Mapping[str, str]:
        return dict(self._switches)

    @property
    def tables(self) -> Mapping[str, RuleTable]:
        return dict(self._tables)


_IN_USE: WeakValueDictionary[str, Rulings] = WeakValueDictionary()
"""All rulings in use, by digest."""


def load_switches(book: str) -> dict[str, Switch]:
    """Read ``house.toml`` of a rule book: ``[[switch]]`` with id, clause, question, choices (a
    table), default."""
    return dict(_own_switches(book))


@lru_cache(16)
def _own_switches(book: str) -> dict[str, Switch]:
    path = package_of(book).joinpath("house.toml")
    if not path.is_file():
        return {}
    found: dict[str, Switch] = {}
    for raw in tomllib.loads(path.read_text("utf-8")).get("switch", []):
        s = Switch(
            raw["id"],
            raw["clause"],
            raw["question"],
            tuple(raw["choices"].items()),
            raw["default"],
            raw.get("provenance", "house"),
        )
        if s.default not in raw["choices"]:
            raise DataError(
                f"{book}/house.toml: switch {s.id}: default {s.default!r} is none of its choices"
            )
        found[s.id] = s
    return found


PROVENANCES = ("published", "inferred", "house", "text")


def read_table(raw: Mapping[str, Any], where: str) -> RuleTable:
    """Build a rule table from parsed TOML and check its shape: texts, provenance, row lengths, the
    full range of its dice.

    Raises :class:`DataError` naming the file, the table and the row.
    """
    for key in ("id", "clause", "title", "provenance"):
        if key not in raw:
            raise DataError(f"{where}: a table lacks {key!r}")
    for key in ("id", "clause", "title", "provenance", "dice", "source", "note"):
        if not isinstance(raw.get(key, ""), str):
            raise DataError(
                f"{where}: table {raw['id']}: {key} is a text in quotes, not {raw[key]!r}"
            )
    columns, rows = raw.get("columns", []), raw.get("rows", {})
    if not isinstance(columns, list) or not isinstance(rows, dict):
        raise DataError(
            f"{where}: table {raw['id']}: columns are a list, and rows a [table.rows] of label = "
            "[cells]"
        )
    table = RuleTable(
        raw["id"],
        raw["clause"],
        raw["title"],
        raw["provenance"],
        raw.get("dice", ""),
        tuple(str(c) for c in columns),
        tuple(
            (str(label), tuple(cells) if isinstance(cells, list) else (cells,))
            for label, cells in rows.items()
        ),
        raw.get("source", ""),
        raw.get("note", ""),
    )
    if table.provenance not in PROVENANCES:
        raise DataError(
            f"{where}: table {table.id}: provenance {table.provenance!r} is none of "
            f"{', '.join(PROVENANCES)}"
        )
    for label, cells in table.rows:
        if len(cells) != len(table.columns):
            raise DataError(
                f"{where}: table {table.id}: row {label!r} has {len(cells)} cells for "
                f"{len(table.columns)} columns"
            )
        for cell in cells:
            if isinstance(cell, bool) or not isinstance(cell, (str, int, float)) or cell != cell:
                raise DataError(
                    f"{where}: table {table.id}: row {label!r}: a cell is a number or a text, not "
                    f"{cell!r}"
                )
    _check_dice(table, where)
    return table


def _check_dice(table: RuleTable, where: str) -> None:
    """Raise :class:`DataError` when a table that is read by the sum of its dice lacks a possible
    sum."""
    if not table.dice:
        return
    found = re.fullmatch(r"([1-9]\d?)d([1-9]\d{0,2})", table.dice)
    if found is None:
        raise DataError(f"{where}: table {table.id}: dice are written like 2d6, not {table.dice!r}")
    n, sides = int(found[1]), int(found[2])
    sums = {str(total) for total in range(n, n * sides + 1)}
    labels = [set(table.columns), {label for label, _ in table.rows}]
    if any(sums & each for each in labels) and not any(sums <= each for each in labels):
        raise DataError(
            f"{where}: table {table.id}: every sum of {table.dice} needs its row or column, {n} "
            f"to {n * sides}"
        )


def load_tables(book: str, overrides: Iterable[tuple[str, str]] = ()) -> dict[str, RuleTable]:
    """Read every ``tables/*.toml`` of a rule book, then *overrides* (pairs file name, text) that
    replace tables by id.

    Raises :class:`DataError`; an override must name a table the book has.
    """
    found = dict(_own_tables(book))
    mine: dict[str, str] = {}
    for name, text in overrides:
        _override(book, found, mine, name, text)
    return found


def question_or_title(book: str, id: str) -> str:
    """Return the question of a house switch, or the title of a table. Raises ``KeyError`` for an
    unknown id."""
    switch = load_switches(book).get(id)
    return switch.question if switch is not None else _own_tables(book)[id].title


@lru_cache(16)
def _own_tables(book: str) -> dict[str, RuleTable]:
    found: dict[str, RuleTable] = {}
    folder = package_of(book).joinpath("tables")
    if folder.is_dir():
        for path in sorted(folder.iterdir(), key=lambda p: p.name):
            if path.name.endswith(".toml"):
                for raw in tomllib.loads(path.read_text("utf-8")).get("table", []):
                    table = read_table(raw, f"{book}/tables/{path.name}")
                    if table.id in found:
                        raise DataError(f"{book}/tables/{path.name}: table {table.id} stands twice")
                    found[table.id] = table
    return found


@lru_cache(16)
def _own_bounds(book: str) -> dict[str, TableLimits]:
    """Return the limits that each table of a rule book sets for its replacement, by table id."""
    folder = package_of(book).joinpath("tables")
    found: dict[str, TableLimits] = {}
    for path in sorted(folder.iterdir(), key=lambda p: p.name) if folder.is_dir() else ():
        for raw in (
            tomllib.loads(path.read_text("utf-8")).get("table", [])
            if path.name.endswith(".toml")
            else ()
        ):
            found[raw["id"]] = read_limits(raw)
    return found


def bounds_of(id: str) -> TableLimits:
    """Return the limits that a table sets for its replacement; no limits for a table that belongs
    to no rule book. Raises ``ValueError`` when the book's limits cannot be read."""
    owner = id.partition(".")[0]
    return (
        _own_bounds(owner).get(id, TableLimits("free"))
        if owner.isidentifier()
        else TableLimits("free")
    )


def _override(
    book: str, found: dict[str, RuleTable], mine: dict[str, str], name: str, text: str
) -> None:
    """Put the tables of a file into *found*. *mine* maps each table of an owner to the file it came
    from."""
    try:
        raws = read_toml(text).get("table", [])
    except ValueError as e:
        raise DataError(f"{name}: {e}; a table file is TOML with [[table]] entries") from None
    if not isinstance(raws, list) or not all(isinstance(raw, dict) for raw in raws):
        raise DataError(f"{name}: a table file is TOML with [[table]] entries")
    for raw in raws:
        table = read_table(raw, name)
        if table.id in mine:
            raise DataError(
                f"{name}: table {table.id} stands in {mine[table.id]} too; leave out one of them"
            )
        mine[table.id] = name
        if table.id in found:
            check_override(found[table.id], table, name)
            found[table.id] = table
        elif not _of_another_book(table.id, book):
            raise DataError(
                f"{name}: {book} has no table {table.id!r}; it has {', '.join(sorted(found))}"
            )


def _of_another_book(id: str, book: str) -> bool:
    """Return whether a table belongs to another installed rule book. A folder of tables may serve
    several books."""
    owner = id.partition(".")[0]
    return (
        owner != book
        and owner.isidentifier()
        and package_of(owner).joinpath("tables").is_dir()
        and id in _own_tables(owner)
    )


def check_override(was: RuleTable, table: RuleTable, name: str) -> None:
    """Raise :class:`DataError` when the rules cannot read *table* in the place of *was*."""
    where = f"{name}: table {table.id}"
    bounds = bounds_of(table.id)
    if was.columns != table.columns:
        raise DataError(f"{where}: columns must be {', '.join(was.columns)}")
    if was.dice != table.dice:
        raise DataError(f"{where}: dice must be {was.dice or 'left out'}")
    known, given = tuple(label for label, _ in was.rows), [label for label, _ in table.rows]
    odd, lacking = (
        [label for label in given if label not in known],
        [label for label in known if label not in given],
    )
    if (
        bounds.labels == "free"
        and odd
        and lacking
        and not all(_NUMBERS.fullmatch(label) for label in odd)
    ):
        # A table may add nations or leave some out. A row added and a row missing at once is a
        # mistyped name.
        raise DataError(
            f"{where}: there is no row {', '.join(odd)} to replace; its rows are {', '.join(known)}"
        )
    for i, column in enumerate(was.columns):
        kinds = {type(cells[i]) for _, cells in was.rows}
        for label, cells in table.rows:
            if type(cells[i]) not in kinds:
                wanted = " or ".join(sorted(_KINDS[kind] for kind in kinds))
                raise DataError(
                    f"{where}: row {label!r}, column {column!r} needs a {wanted}, not {cells[i]!r}"
                )
    for wrong in limit_faults(bounds, table.columns, known, table.rows):
        raise DataError(f"{where}: {wrong}")


_NUMBERS = re.compile(r"[-+\d., ]+")


_KINDS = {int: "whole number", float: "number", str: "text"}


def rulings(
    book: str,
    edition: str = "",
    house: Mapping[str, str] | None = None,
    overrides: Iterable[tuple[str, str]] = (),
) -> Rulings:
    """Return the rulings of a game: the defaults of the book, with changed switches and replaced
    tables.

    Raises :class:`DataError` for an unknown switch or choice.
    """
    if not house and not overrides:
        return _own_rulings(book, edition)
    switches = load_switches(book)
    chosen = {s.id: s.default for s in switches.values()}
    for id, choice in (house or {}).items():
        if id not in switches:
            raise DataError(
                f"{book} has no house switch {id!r}; it has {', '.join(sorted(switches))}"
            )
        allowed = [c for c, _ in switches[id].choices]
        if choice not in allowed:
            raise DataError(f"house switch {id}: {choice!r} is none of {', '.join(allowed)}")
        chosen[id] = choice
    return Rulings(edition or "current", chosen, load_tables(book, overrides))


@lru_cache(16)
def _own_rulings(book: str, edition: str) -> Rulings:
    chosen = {s.id: s.default for s in load_switches(book).values()}
    return Rulings(edition or "current", chosen, load_tables(book))
