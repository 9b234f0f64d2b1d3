"""Lines about what must follow: groups, units and cargo, searching, costs and zones, the clock and
the rule tables."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec.structs import replace

from flagplot.table import Refusal, TextError
from flagplot.table.language import Choice, Found, comparison
from flagplot.table.setup.rulings import RuleTable

from ..map import chart
from ..orders import Move
from ..rules import activities, reading
from ..rules.combat import gunnery, zones
from ..rules.movement import costs, path_check, waters
from ..rules.registry import STAMPS, later_chapter, version_stamp
from ..rules.search import modifiers
from ..state import Group, State, Unit
from . import nouns as n
from .nouns import group_of, lines
from .units import WHERE

Where = Literal["at sea", "in port", "on a river"]


# ------------------------------------------------------------------ groups, units, cargo
@lines.fact("{group} at {spot}")
def at(s: State, group: n.Party, spot: n.Spot) -> Found:
    """Check where a group is."""
    g = group_of(s, group)
    return comparison(g.river if chart.is_side(spot) else g.hex, spot)


@lines.fact("{group} {where}")
def lies(s: State, group: n.Party, where: Where) -> Found:
    """Check whether a group is at sea, in port or on a river."""
    return comparison(group_of(s, group).where, WHERE[where])


@lines.fact("{id} gone")
def gone(before: State, s: State, id: str) -> Found:
    """Check that a group no longer exists."""
    if id not in s.groups and id not in before.groups:
        raise TextError(f"there was no group {id!r}", 0, sorted(before.groups))
    return id not in s.groups, f"{id} at {s.groups[id].hex}" if id in s.groups else "gone"


lines.fields(n.Party, group_of, numbers={"has paid {value} MPs": "paid"})


def unit(s: State, id: str) -> Unit:
    """Return a unit by id."""
    return s.units[id]


lines.fields(
    n.Unit,
    unit,
    flags={"sunk": "lost", "away": "away", "flipped": "flipped"},
    numbers=("hits", "strength"),
)


# MPs a group may still spend in this step, or in its reaction.
lines.fact_row("{group} has {mps} MPs left", lambda s, group: costs.mps_left(s, group_of(s, group)))


lines.fact_row(
    "{group} is {kind}",
    lambda s, group: s.kind(group_of(s, group)),
    kind=Literal["combat", "cargo", "mixed", "submarine", "flotilla"],
)


@lines.fact("{group} holds {units}")
def holds(s: State, group: n.Party, units: n.Units) -> Found:
    """Check that a group has exactly these units."""
    found = sorted(group_of(s, group).members)
    return found == sorted(units), " ".join(found)


@lines.fact("{side} groups [{where}] at {spot}: {count}")
def count(s: State, side: n.Side, spot: n.Spot, count: int, where: Where | None = None) -> Found:
    """Check how many groups of a side are in a hex, or on a hexside."""
    found = [
        g.id
        for g in s.standing(side)
        if spot in (g.hex, g.river) and (where is None or g.where == WHERE[where])
    ]
    return len(found) == count, f"{len(found)} ({' '.join(found) or 'none'})"


lines.fact_row("cargo {cargo} on {unit}", lambda s, cargo: s.cargo[cargo].aboard)


lines.fact_row("cargo {cargo} ashore at {hex}", lambda s, cargo: s.cargo[cargo].place)


lines.fact_row(
    "cargo {cargo} {end}", lambda s, cargo: s.cargo[cargo].place, end=Literal["lost", "laid"]
)


@lines.fact("{cargo} amphibious")
def amphibious(s: State, cargo: n.Load) -> Found:
    """Check whether cargo is amphibious aboard its unit."""
    c = s.cargo[cargo]
    if not c.aboard:
        raise TextError(f"{cargo} is aboard nothing", 0)
    return costs.is_amphibious(c, s.units[c.aboard]), "not amphibious"


lines.fact_row(
    "air {unit} {now}",
    lambda s, unit: s.air[unit].marker or "ready",
    unit=n.Aircraft,
    now=Literal["X", "Inop", "ready"],
)


@lines.fact("enemy knows {tfs} TFs, {transports} transports of {group}")
def told(s: State, tfs: int, transports: int, group: n.Party) -> Found:
    """Check the numbers that the enemy was told."""
    known = group_of(s, group).disclosed_counts
    return known == (tfs, transports), f"{known[0]} TFs, {known[1]} transports"


@lines.fact("sees [{no}] {id}")
def sees(before: State, s: State, id: str, no: bool = False) -> Found:
    """Check whether a group or unit is in a view."""
    if not any(
        id in things
        for x in (before, s)
        for things in (x.groups, x.units, {c.unit.id for c in x.calls})
    ):
        raise TextError(f"there is no group or unit {id!r}", 0, sorted(s.groups))
    known = id in s.groups or id in s.units
    return known != no, "known" if known else "unknown"


# ------------------------------------------------------------------ searching
def group_with_searchers(s: State, group: str) -> tuple[Group, modifiers.Means]:
    """Return a group with everything that can search for it now."""
    g = group_of(s, group)
    return g, modifiers.search_means(s, g, True)


@lines.fact("search modifier for {group} [by {using}] is {modifier}")
def search_modifier(s: State, group: n.Party, modifier: int, using: n.Searchers = ()) -> Found:
    """Check the whole modifier of a search made now, by all or by some searchers. The group counts
    as having just entered its hex unless it has spent MPs without leaving it."""
    g, means = group_with_searchers(s, group)
    if not g.moved and not g.spent:
        g = replace(g, moved=True)
        means = modifiers.search_means(s, g, True)
    parts = modifiers.search_modifiers(s, g, modifiers.chosen_air(s, means, using), means)
    total = modifiers.sum_modifiers(parts)
    return (
        total == modifier,
        f"{total:+} ({', '.join(f'{k} {v:+}' for k, v in parts) or 'nothing'})",
    )


@lines.fact("search modifier {row} for {group} is {modifier}")
def search_row(s: State, row: str, group: n.Party, modifier: int) -> Found:
    """Check one row of the modifiers of a search made now."""
    g, means = group_with_searchers(s, group)
    rows = [name for name, _ in s.rulings.table(modifiers.MODIFIERS).rows]
    if row not in rows:
        raise TextError(f"there is no search modifier {row!r}", 0, rows)
    return comparison(
        int(
            dict(modifiers.search_modifiers(s, g, modifiers.chosen_air(s, means), means)).get(
                row, 0
            )
        ),
        modifier,
    )


lines.fact_row(
    "search total {total} is {result}",
    lambda s, total: gunnery.search_roll(s.rulings, 0).at(total),
    total=int,
    result=Literal["D", "F*", "F", "S*", "S"],
)


@lines.fact("{searcher} {can} search for {group}")
def may_search(
    s: State, searcher: n.Searcher, can: Literal["can", "cannot"], group: n.Party
) -> Found:
    """Check whether a group, air unit or airbase may take part in a search."""
    _, means = group_with_searchers(s, group)
    able = [*means.air, *means.groups, *sorted({s.air[a].base for a in means.air})]
    return (searcher in able) == (can == "can"), " ".join(able) or "nothing can"


# ------------------------------------------------------------------ costs, zones, the map
@lines.fact("cost {mps}: {order}")
def cost(s: State, mps: int | None, order: n.Order) -> Found:
    """Check the MPs of a move or an activity; ``no`` when the cost summary bars it."""
    read = reading.read(order, s, s.phasing)
    if isinstance(read, Move):
        trip = path_check.plot_path(s, s.groups[read.group], read.path)
        why = f", refused {trip.refusal.clause}" if trip.refusal else ""
        return trip.refusal is None and trip.mps == mps, f"{trip.mps}{why}"
    if not isinstance(read, activities.Activity):
        raise TextError(f"{order!r} has no price", 0)
    job = activities.find_job(s, s.phasing, read)
    charge = job if isinstance(job, Refusal) else job.charge
    if isinstance(charge, costs.Charge):
        return charge.mps == mps, f"{charge.mps} (row {charge.row})"
    return mps is None, f"refused {charge.clause}"


@lines.fact("combat zone of {of} [{by_night}] {covers} {hex}")
def zone(
    s: State, of: n.Shield, covers: Literal["covers", "misses"], hex: n.Hex, by_night: bool = False
) -> Found:
    """Check whether a hex lies in the combat zone of a group or of a coast defence."""
    if of in s.groups:
        found = zones.combat_zone(s, s.groups[of], by_night)
    else:
        found = zones.defence_zone(n.defence_at(s, of), by_night)
    return (hex in found) == (covers == "covers"), " ".join(found) or "no zone"


@lines.fact("gunnery of {of} [at {hex}] [{by_night}] is {strength}")
def guns(s: State, of: n.Guns, strength: float, hex: n.Hex = "", by_night: bool = False) -> Found:
    """Check the gunnery strength of a unit, or of a coast defence against a hex."""
    if of in s.units:
        return comparison(gunnery.ship_gunnery(s, s.units[of], by_night), strength)
    return comparison(
        gunnery.defence_gunnery(s, n.defence_at(s, of), hex or of, by_night), strength
    )


@lines.fact("{what} blockaded")
def blockaded(s: State, what: n.Berth) -> Found:
    """Check whether a port, or a group in it, is blockaded."""
    g = s.groups.get(what)
    port = g.hex if g else n.port_at(s, what).hex
    return zones.is_blockaded(s, port) and (g is None or g.where == "port"), "open"


lines.fact_row("{hex} is {ground}", lambda s, hex: s.ground(hex), ground=n.Ground)


lines.fact_row(
    "sea distance {a} {b} is {hexes}",
    lambda s, a, b: waters.sea_distance(s, a, b, 60),
    a=n.Hex,
    b=n.Hex,
    hexes=int,
)


# Mine points of both sides or of one.
lines.fact_row("mines at {hex} {points}", lambda s, hex: sum(s.mines.get(hex, {}).values()))


lines.fact_row(
    "mines of {side} at {hex} {points}", lambda s, side, hex: s.mines.get(hex, {}).get(side, 0)
)


lines.fact_row(
    "interdiction at {hex} {level}",
    lambda s, hex: max(s.interdiction.get(hex, {}).values(), default=0),
)


lines.fact_row("oil at {hex} {points}", lambda s, hex: n.port_at(s, hex).oil)


lines.fact_row("coast defence at {hex} hits {hits}", lambda s, hex: n.defence_at(s, hex).hits)


lines.fact_row("passage at Gibraltar {side}", lambda s: waters.gibraltar_side(s))


# ------------------------------------------------------------------ clock, scores, tables
lines.fact_row("step {step}", lambda s: s.step)


lines.fact_row("turn {turn}", lambda s: s.turn)


lines.fact_row("{side} player-turn", lambda s: s.phasing)


@lines.fact("{segment} segment")
def segment(s: State, segment: Literal["movement", "reaction"]) -> Found:
    """Check the segment of the step."""
    return comparison(s.segment, {"movement": "move"}.get(segment, segment))


lines.fact_row("score {side} {points}", lambda s, side: s.scores.get(side, 0.0), points=float)


def table_of(s: State, id: str) -> RuleTable:
    """Return a rule table by its id. Raises :class:`TextError` for an unknown one."""
    if id not in s.rulings.tables:
        raise TextError(f"there is no table {id!r}", 0, sorted(s.rulings.tables))
    return s.rulings.table(id)


def cell_of(s: State, table: str, row: str, column: str) -> str:
    """Return a cell of a rule table. Names with punctuation stand in quotes. Raises
    :class:`TextError` when there is no such cell."""
    held, row, column = table_of(s, table), row.strip('"'), column.strip('"')
    labels = [label for label, _ in held.rows]
    if row not in labels:
        raise TextError(f"table {table} has no row {row!r}", 0, labels)
    if column not in held.columns:
        raise TextError(f"table {table} has no column {column!r}", 0, list(held.columns))
    return str(held.cell(row, column))


lines.fact_row(
    "table {table} has {rows} rows", lambda s, table: len(table_of(s, table).rows), rows=int
)


@lines.fact("table {table} row {row} {column} is {value}")
def cell(s: State, table: str, row: str, column: str, value: str) -> Found:
    """Check a cell of a rule table."""
    known = [str(x) for _, cells in table_of(s, table).rows for x in cells]
    if value not in known and not re.fullmatch(r"[+-]?[\d.]+", value):
        raise TextError(f"no cell of table {table} has {value!r}", 0, [*dict.fromkeys(known)])
    return comparison(cell_of(s, table, row, column), value)


Chapter = Annotated[str, Choice(*STAMPS, name="chapter")]


@lines.fact("chapter {chapter} is later than chapter {other}")
def is_later(s: State, chapter: Chapter, other: Chapter) -> Found:
    """Check which of two chapters is the later one."""
    return comparison(later_chapter(chapter, other), chapter)


@lines.fact("chapter {chapter} is version {version}")
def version(s: State, chapter: Chapter, version: str) -> Found:
    """Check the version stamp of a chapter."""
    if not re.fullmatch(r"[\d.]+", version):
        raise TextError(f"{version!r} is no version", 0, [*STAMPS.values()])
    return comparison(version_stamp(chapter), version)
