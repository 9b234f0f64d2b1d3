"""Lines about what must follow: groups, units and cargo, searching, costs and zones, the clock and the tables."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from flagplot.table import Refusal, TextError
from flagplot.table.language import Found, same

from ..map import chart
from ..orders import Move
from ..rules import activities, reading, search
from ..rules.chapters import later, stamp
from ..rules.combat import gunnery, zones
from ..rules.movement import costs, journey, waters
from ..state import Campaign, Group, Unit
from . import nouns as n
from .forces import WHERE
from .nouns import group_of, lines

Where = Literal["at sea", "in port", "on a river"]


# ------------------------------------------------------------------ groups, units, cargo
@lines.fact("{group} at {spot}")
def at(before: Campaign, s: Campaign, group: n.Party, spot: n.Spot) -> Found:
    """Where a group is."""
    g = group_of(s, group)
    return same(g.river if chart.is_side(spot) else g.hex, spot)


@lines.fact("{group} {where}")
def lies(before: Campaign, s: Campaign, group: n.Party, where: Where) -> Found:
    """Whether a group is at sea, in port or on a river."""
    return same(group_of(s, group).where, WHERE[where])


@lines.fact("{id} gone")
def gone(before: Campaign, s: Campaign, id: str) -> Found:
    """No such group any more."""
    if id not in s.groups and id not in before.groups:
        raise TextError(f"there was no group {id!r}", 0, sorted(before.groups))
    return id not in s.groups, f"{id} at {s.groups[id].hex}" if id in s.groups else "gone"


lines.fields(n.Party, group_of, numbers={"has paid {value} MPs": "paid"})


def unit(s: Campaign, id: str) -> Unit:
    """A unit."""
    return s.units[id]


lines.fields(n.Unit, unit, flags={"sunk": "lost", "away": "away", "flipped": "flipped"}, numbers=("hits", "strength"))


@lines.fact("{group} has {mps} MPs left")
def left(before: Campaign, s: Campaign, group: n.Party, mps: int) -> Found:
    """MPs a group may still spend in this step, or in its reaction."""
    return same(costs.left(s, group_of(s, group)), mps)


@lines.fact("{group} is {kind}")
def kind(
    before: Campaign, s: Campaign, group: n.Party, kind: Literal["combat", "cargo", "mixed", "submarine", "flotilla"]
) -> Found:
    """What kind of group it is."""
    return same(s.kind(group_of(s, group)), kind)


@lines.fact("{group} holds {units}")
def holds(before: Campaign, s: Campaign, group: n.Party, units: n.Units) -> Found:
    """The units of a group, exactly these."""
    found = sorted(group_of(s, group).members)
    return found == sorted(units), " ".join(found)


@lines.fact("{side} groups [{where}] at {hex}: {count}")
def count(before: Campaign, s: Campaign, side: n.Side, hex: n.Hex, count: int, where: Where | None = None) -> Found:
    """How many groups of a side are in a hex."""
    found = [g.id for g in s.standing(side) if g.hex == hex and (where is None or g.where == WHERE[where])]
    return len(found) == count, f"{len(found)} ({' '.join(found) or 'none'})"


@lines.fact("cargo {cargo} on {unit}")
def aboard(before: Campaign, s: Campaign, cargo: n.Load, unit: n.Unit) -> Found:
    """What carries some cargo."""
    return same(s.cargo[cargo].aboard, unit)


@lines.fact("cargo {cargo} ashore at {hex}")
def ashore(before: Campaign, s: Campaign, cargo: n.Load, hex: n.Hex) -> Found:
    """Where some cargo stands ashore."""
    return same(s.cargo[cargo].place, hex)


@lines.fact("cargo {cargo} {end}")
def spent(before: Campaign, s: Campaign, cargo: n.Load, end: Literal["lost", "laid"]) -> Found:
    """What became of some cargo."""
    return same(s.cargo[cargo].place, end)


@lines.fact("{cargo} amphibious")
def amphibious(before: Campaign, s: Campaign, cargo: n.Load) -> Found:
    """Whether cargo is amphibious aboard what carries it."""
    c = s.cargo[cargo]
    return costs.is_amphibious(c, s.units[c.aboard]), "not amphibious"


@lines.fact("air {unit} {now}")
def air(before: Campaign, s: Campaign, unit: n.Aircraft, now: Literal["X", "Inop", "ready"]) -> Found:
    """The marker of an air unit."""
    return same(s.air[unit].marker or "ready", now)


@lines.fact("enemy knows {tfs} TFs, {transports} transports of {group}")
def told(before: Campaign, s: Campaign, tfs: int, transports: int, group: n.Party) -> Found:
    """What a success told."""
    known = group_of(s, group).told
    return known == (tfs, transports), f"{known[0]} TFs, {known[1]} transports"


@lines.fact("sees [{no}] {id}")
def sees(before: Campaign, s: Campaign, id: str, no: bool = False) -> Found:
    """Whether a group or unit is in a view."""
    known = id in s.groups or id in s.units
    return known != no, "known" if known else "unknown"


# ------------------------------------------------------------------ searching
def sought(s: Campaign, group: str) -> tuple[Group, search.Means]:
    """A group that may be searched for now, and with what."""
    g = group_of(s, group)
    return g, search.means(s, g, True)


@lines.fact("search modifier for {group} [by {using}] is {modifier}")
def search_modifier(before: Campaign, s: Campaign, group: n.Party, modifier: int, using: n.Searchers = ()) -> Found:
    """The whole modifier of a search made now, as if the group had just entered its hex unless it has spent MPs without leaving
    it; by all or by some aircraft."""
    g, means = sought(s, group)
    if not g.moved and not g.spent:
        g = replace(g, moved=True)
        means = search.means(s, g, True)
    parts = search.modifiers(s, g, search.chosen(s, means, using), means)
    total = search.total(parts)
    return total == modifier, f"{total:+} ({', '.join(f'{k} {v:+}' for k, v in parts) or 'nothing'})"


@lines.fact("search modifier {row} for {group} is {modifier}")
def search_row(before: Campaign, s: Campaign, row: str, group: n.Party, modifier: int) -> Found:
    """One row of the modifiers of a search made now."""
    g, means = sought(s, group)
    rows = [name for name, _ in s.rulings.table(search.MODIFIERS).rows]
    if row not in rows:
        raise TextError(f"there is no search modifier {row!r}", 0, rows)
    return same(int(dict(search.modifiers(s, g, search.chosen(s, means), means)).get(row, 0)), modifier)


@lines.fact("search total {total} is {result}")
def search_result(before: Campaign, s: Campaign, total: int, result: Literal["D", "F*", "F", "S*", "S"]) -> Found:
    """What the search table says."""
    return same(gunnery.search_roll(s.rulings, 0).at(total), result)


@lines.fact("{searcher} {can} search for {group}")
def may_search(before: Campaign, s: Campaign, searcher: n.Searcher, can: Literal["can", "cannot"], group: n.Party) -> Found:
    """Whether a group, air unit or airbase may take part in a search."""
    _, means = sought(s, group)
    able = [*means.air, *means.groups, *{s.air[a].base for a in means.air}]
    return (searcher in able) == (can == "can"), " ".join(able) or "nothing can"


# ------------------------------------------------------------------ costs, zones, the map
@lines.fact("cost {mps}: {order}")
def cost(before: Campaign, s: Campaign, mps: int | None, order: n.Order) -> Found:
    """MPs of a move or an activity; none where the table bars it."""
    read = reading.read(order, s, s.phasing)
    if isinstance(read, Move):
        trip = journey.plot(s, s.groups[read.group], read.path)
        why = f", refused {trip.refusal.clause}" if trip.refusal else ""
        return trip.refusal is None and trip.mps == mps, f"{trip.mps}{why}"
    if not isinstance(read, activities.Activity):
        raise TextError(f"{order!r} has no price", 0)
    job = activities.job(s, s.phasing, read)
    charge = job if isinstance(job, Refusal) else job.charge
    if isinstance(charge, costs.Charge):
        return charge.mps == mps, f"{charge.mps} (row {charge.row})"
    return mps is None, f"refused {charge.clause}"


@lines.fact("combat zone of {of} [{by_night}] {covers} {hex}")
def zone(
    before: Campaign, s: Campaign, of: n.Shield, covers: Literal["covers", "misses"], hex: n.Hex, by_night: bool = False
) -> Found:
    """Whether a hex lies in the combat zone of a group or of a coast defence."""
    if of in s.groups:
        found = zones.combat_zone(s, s.groups[of], by_night)
    else:
        found = zones.defence_zone(s.defences[of], by_night)
    return (hex in found) == (covers == "covers"), " ".join(found) or "no zone"


@lines.fact("gunnery of {of} [at {hex}] [{by_night}] is {strength}")
def guns(before: Campaign, s: Campaign, of: n.Guns, strength: float, hex: n.Hex = "", by_night: bool = False) -> Found:
    """The gunnery strength of a unit, or of a coast defence against a hex."""
    if of in s.units:
        return same(gunnery.ship_gunnery(s, s.units[of], by_night), strength)
    return same(gunnery.defence_gunnery(s, s.defences[of], hex or of, by_night), strength)


@lines.fact("{what} blockaded")
def blockaded(before: Campaign, s: Campaign, what: n.Berth) -> Found:
    """Whether a port, or a group in it, is blockaded."""
    g = s.groups.get(what)
    return zones.is_blockaded(s, g.hex if g else what) and (g is None or g.where == "port"), "open"


@lines.fact("{hex} is {ground}")
def terrain(before: Campaign, s: Campaign, hex: n.Hex, ground: n.Ground) -> Found:
    """The ground of a hex."""
    return same(s.ground(hex), ground)


@lines.fact("sea distance {a} {b} is {hexes}")
def sea_distance(before: Campaign, s: Campaign, a: n.Hex, b: n.Hex, hexes: int) -> Found:
    """Hexes from one to the other by sea."""
    return same(waters.sea_distance(s, a, b, 60), hexes)


@lines.fact("{what} at {hex} {count}")
def markers(before: Campaign, s: Campaign, what: Literal["mines", "interdiction"], hex: n.Hex, count: int) -> Found:
    """Mine points, or the level of a port interdiction marker."""
    return same(getattr(s, what).get(hex, ("", 0))[1], count)


@lines.fact("oil at {hex} {points}")
def oil_left(before: Campaign, s: Campaign, hex: n.Hex, points: int) -> Found:
    """Supply points of oil in a port."""
    return same(s.ports[hex].oil, points)


@lines.fact("coast defence at {hex} hits {hits}")
def coast_hits(before: Campaign, s: Campaign, hex: n.Hex, hits: int) -> Found:
    """Hits on a coast defence."""
    return same(s.defences[hex].hits, hits)


@lines.fact("passage at Gibraltar {side}")
def passage(before: Campaign, s: Campaign, side: n.Side) -> Found:
    """Who may pass."""
    return same(waters.passage(s), side)


# ------------------------------------------------------------------ clock, scores, tables
@lines.fact("step {step}")
def step(before: Campaign, s: Campaign, step: int) -> Found:
    """The step of the phase."""
    return same(s.step, step)


@lines.fact("turn {turn}")
def turn(before: Campaign, s: Campaign, turn: n.Turn) -> Found:
    """The turn."""
    return same(s.turn, turn)


@lines.fact("{side} player-turn")
def player_turn(before: Campaign, s: Campaign, side: n.Side) -> Found:
    """Whose player-turn it is."""
    return same(s.phasing, side)


@lines.fact("{segment} segment")
def segment(before: Campaign, s: Campaign, segment: Literal["movement", "reaction"]) -> Found:
    """The segment of the step."""
    return same(s.segment, {"movement": "move"}.get(segment, segment))


@lines.fact("score {side} {points}")
def score(before: Campaign, s: Campaign, side: n.Side, points: float) -> Found:
    """Victory points."""
    return same(s.scores.get(side, 0.0), points)


@lines.fact("table {table} has {rows} rows")
def table_rows(before: Campaign, s: Campaign, table: str, rows: int) -> Found:
    """How long a table is."""
    return same(len(s.rulings.table(table).rows), rows)


@lines.fact("table {table} row {row} {column} is {value}")
def table_cell(before: Campaign, s: Campaign, table: str, row: str, column: str, value: str) -> Found:
    """A cell of a table."""
    return same(str(s.rulings.table(table).cell(row, column)), value)


@lines.fact("chapter {chapter} is later than chapter {other}")
def is_later(before: Campaign, s: Campaign, chapter: str, other: str) -> Found:
    """Which of two chapters is the later one."""
    return same(later(chapter, other), chapter)


@lines.fact("chapter {chapter} is version {version}")
def version(before: Campaign, s: Campaign, chapter: str, version: str) -> Found:
    """The version of a chapter."""
    return same(stamp(chapter), version)
