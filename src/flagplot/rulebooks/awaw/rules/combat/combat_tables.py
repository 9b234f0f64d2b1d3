"""Look-ups in the rule tables of naval combat, air attack, interception and submarine attack: pure
and cached.

Each function takes the :class:`~flagplot.table.Rulings` of the game first, so that a player's own
tables apply.
"""

from __future__ import annotations

from functools import lru_cache

from flagplot.table import Rulings, clause

Cells = tuple[int, ...]


AirCells = tuple[tuple[int, int], ...]


MOST_FLEET = 25


@lru_cache(maxsize=4096)
def cell_number(r: Rulings, table: str, row: str, column: str | None = None) -> int:
    """Return one cell of table ``awaw.<table>``; without *column* the row's first cell. Raises
    ``KeyError``."""
    data = r.table(f"awaw.{table}")
    return int(data.cell(row, column) if column else data.row(row)[0])


@lru_cache(maxsize=64)
def _attack_rows(r: Rulings) -> tuple[tuple[int, int, Cells], ...]:
    data = r.table("awaw.naval-attack")
    return tuple((int(c[0]), int(c[1]), tuple(int(x) for x in c[2:])) for _, c in data.rows)


def _best_row(rows: tuple[tuple[int, Cells], ...], strength: int) -> Cells:
    """Return the row with the greatest lower bound up to *strength*. Beyond the last row, return
    the sum of that row and the row for the rest."""
    reach = max(rows, default=(0, ()))[0]
    if reach < 1:
        return (0,) * 11
    if strength > reach:
        top, rest = _best_row(rows, reach), _best_row(rows, strength - reach)
        return tuple(a + b for a, b in zip(top, rest, strict=True))
    fitting = [row for row in rows if row[0] <= strength]
    return max(fitting)[1] if fitting else (0,) * 11


def shifted_cells(cells: tuple[int, ...], drm: int) -> Cells:
    """Return the eleven cells as read with a modified roll, limited to 2 and 12."""
    last = len(cells) - 1
    return tuple(cells[min(last, max(0, k + drm))] for k in range(len(cells)))


@clause("21.526")
@lru_cache(maxsize=4096)
def fleet_column(r: Rulings, factors: int, drm: int = 0) -> Cells:
    """Return the effects of *factors* fleet factors that fire, for totals 2 to 12, with the roll
    modified by *drm* (22.55)."""
    rows = tuple((fleet, cells) for _, fleet, cells in _attack_rows(r) if fleet)
    return shifted_cells(_best_row(rows, factors), drm) if factors > 0 else (0,) * 11


@lru_cache(maxsize=4096)
def air_column(r: Rulings, squadrons: int, drm: int = 0) -> Cells:
    """Return the effects of *squadrons* that attack ships, for totals 2 to 12, with the roll
    modified by *drm* (22.55, 23.7)."""
    rows = tuple((air, cells) for air, _, cells in _attack_rows(r) if air)
    return shifted_cells(_best_row(rows, squadrons), drm) if squadrons > 0 else (0,) * 11


def _pair(cell: str | int | float) -> tuple[int, int]:
    out, aborted = str(cell).split("/")
    return int(out), int(aborted)


@lru_cache(maxsize=1024)
def air_combat_column(r: Rulings, squadrons: int, drm: int = 0) -> AirCells:
    """Return the enemy squadrons (eliminated, aborted) when *squadrons* fire in air combat, for
    totals 2 to 12."""
    data = r.table("awaw.air-combat")
    if squadrons <= 0:
        return ((0, 0),) * 11
    cells = [_pair(c) for c in data.row(str(min(squadrons, len(data.rows))))]
    return tuple(cells[min(10, max(0, k + drm))] for k in range(11))


@lru_cache(maxsize=256)
def air_defence_column(r: Rulings, level: int) -> AirCells:
    """Return the attacking squadrons (eliminated, aborted) for an air-defence level. Levels of 0
    and less have no effect."""
    if level <= 0:
        return ((0, 0),) * 11
    data = r.table("awaw.air-defence")
    return tuple(_pair(c) for c in data.row(str(min(level, len(data.rows)))))


@lru_cache(maxsize=256)
def surprise_column(r: Rulings, drm: int) -> Cells:
    """Return the surprise level for totals 2 to 12 of two dice, modified by *drm* (house table)."""
    base, least, most = (cell_number(r, "surprise-roll", k) for k in ("base", "least", "most"))
    return tuple(max(least, min(most, total + base + drm)) for total in range(2, 13))


def surprise_effect(r: Rulings, level: int, effect: str) -> int:
    """Return one effect of a surprise level: ``cap``, ``defence``, ``attack``, ``absent`` or
    ``critical``."""
    return cell_number(r, "surprise", str(level), effect)


@clause("21.5362C")
def naval_drm(r: Rulings, nation: str) -> int:
    """Return the naval nationality modifier of a nation. Nations not in the table count as minors
    (22.552A)."""
    return _by_nation(r, "naval-drm", nation)


def air_drm(r: Rulings, nation: str) -> int:
    """Return the air nationality modifier of a nation. Nations not in the table count as minors."""
    return _by_nation(r, "air-drm", nation)


@lru_cache(maxsize=1024)
def _by_nation(r: Rulings, table: str, nation: str) -> int:
    data = dict(r.table(f"awaw.{table}").rows)
    return int((data.get(nation) or data["minor"])[0])


@lru_cache(maxsize=256)
def damaged_at(r: Rulings, size: int) -> int:
    """Return the effects that damage a named ship or cruiser of *size* factors: one less than its
    size."""
    return cell_number(r, "damage", str(max(2, min(5, size))), "damaged")


@lru_cache(maxsize=256)
def sunk_at(r: Rulings, size: int) -> int:
    """Return the effects that sink a named ship or cruiser of *size* factors: its size."""
    return cell_number(r, "damage", str(max(2, min(5, size))), "sunk")


def effects_taken(r: Rulings, size: int, hits: int, damaged: bool) -> int:
    """Return the effects that a named ship or cruiser has taken. A damaged ship has at least those
    that damage it, whatever the cause."""
    return max(hits, damaged_at(r, size)) if damaged else hits


@lru_cache(maxsize=64)
def submarine_column(r: Rulings, drm: int) -> Cells:
    """Return the effects of one submarine factor's attack for totals 2 to 12. -1 means that the
    submarine is lost (22.9)."""
    data = dict(r.table("awaw.submarine-attack").rows)
    cells = tuple(int(data[str(k)][0]) for k in range(2, 13))
    return shifted_cells(cells, drm)


@lru_cache(maxsize=16)
def submarine_targets(r: Rulings) -> tuple[str, ...]:
    """Return the target for each face of the target die: ``heavy``, ``light`` or ``choice``."""
    data = dict(r.table("awaw.submarine-target").rows)
    return tuple(str(data[str(k)][0]) for k in range(1, 7))


@lru_cache(maxsize=16)
def critical_cells(r: Rulings) -> Cells:
    """Return the further effects of a critical hit for each face. 9 sinks."""
    data = dict(r.table("awaw.critical-hit").rows)
    return tuple(int(data[str(k)][0]) for k in range(1, 7))
