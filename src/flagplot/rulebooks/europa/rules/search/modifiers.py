"""Naval search: the units that may search for a moving group, the modifiers, and the bans of each
result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from flagplot.table import Facts, Rulings, clause
from flagplot.table.core.memo import memo_per_state

from ...map import chart
from ...state import UNKNOWN, Group, State
from ...state.units import Air, tf_strength
from ..combat.zones import blockade_level
from ..movement import waters
from ..movement.costs import interdiction_level
from ..special.landing import ground_units

RANGES = "europa.search-ranges"


MODIFIERS = "europa.search-modifiers"


BASE_REACH = 10
"""The distance in hexes up to which a naval base modifies a search."""


MAJOR = 3
"""The size from which a port is large (major)."""


class Means(msgspec.Struct, frozen=True):
    """Everything that can search for a group in its hex: air units, naval groups, ports and coast
    defences in range, contact clauses."""

    air: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    port: int = 0
    defence: int = 0
    triggers: tuple[str, ...] = ()
    """The clauses that call for a search here, in their order; empty when none may be made."""

    def __bool__(self) -> bool:
        return bool(self.triggers)


def enemy_of(state: State, group: Group) -> str:
    """Return the side that searches for a group."""
    return state.other(group.side)


@clause("32.B.2", "36.A.2.(a)")
def air_searchers(state: State, group: Group) -> tuple[Air, ...]:
    """Return the enemy air units on naval patrol or strike whose range covers the group, by id.
    Empty for a group at night."""
    if group.dark:
        return ()
    enemy, hex = enemy_of(state, group), group.hex
    return tuple(
        [
            a
            for _, a in sorted(state.air.items())
            if a.side == enemy
            and a.mission in ("patrol", "strike")
            and not a.marker
            and group.id not in a.barred
            and chart.distance(air_place(state, a), hex) <= a.reach
        ]
    )


def air_place(state: State, air: Air) -> str:
    """Return the hex from which an air unit flies: its base, or its carrier group's hex."""
    ship = state.group_of(air.carrier) if air.carrier else None
    return ship.hex if ship else air.place


@clause(
    "32.B.6",
    "32.B.6.s02",
    "32.B.6.s03",
    "32.B-T1.res.01.s03",
    "32.B-T1.res.02.s03",
    "32.B-T1.res.03",
)
def naval_searchers(state: State, group: Group) -> tuple[Group, ...]:
    """Return the enemy groups, at sea or in port, that may search for the group, nearest first:
    within 15 sea hexes, mixed groups 10, cargo groups 5; flotillas never.

    For the segment, result F bars all of them from this group. D and F* bar the group that searched
    from searching for any other.
    """
    if group.hidden_from:
        return ()
    able, most = [], longest_range(state.rulings)
    for seeker in state.standing(enemy_of(state, group)):
        away = chart.distance(seeker.hex, group.hex)
        if (
            away > most
            or seeker.where == "riverine"
            or (seeker.no_seeking and group.id not in seeker.sought_for)
        ):
            continue
        reach = search_range(state.rulings, state.kind(seeker))
        if away > reach:
            continue
        steps = waters.sea_ways(state, seeker.hex, most).steps(group.hex, most + 1)
        if steps <= reach:
            able.append((steps, seeker.id, seeker))
    return tuple(s for _, _, s in sorted(able, key=lambda x: x[:2]))


@lru_cache(maxsize=64)
def search_range(rulings: Rulings, kind: str) -> int:
    """Return the search range in hexes of a kind of group; 0 for a kind that cannot search."""
    return int(rulings.table(RANGES).cell(kind, "hexes")) if kind != "empty" else 0


@lru_cache(maxsize=8)
def longest_range(rulings: Rulings) -> int:
    """Return the longest search range of any kind of group."""
    return max(int(cells[0]) for _, cells in rulings.table(RANGES).rows)


@clause("32.B.5", "32.B.5.s02")
def shore_in_range(state: State, group: Group) -> tuple[int, int]:
    """Return the size of the largest enemy port, and the level of the strongest enemy coast
    defence, whose range covers the group; 0 for none.

    Their range in hexes is their size or level.
    """
    side = enemy_of(state, group)
    ports = [
        p.size
        for p in state.ports.values()
        if p.owner == side and chart.distance(p.hex, group.hex) <= p.size
    ]
    guns = [
        d.level
        for d in state.defences.values()
        if d.owner == side and d.fires and chart.distance(d.hex, group.hex) <= d.level
    ]
    return max(ports, default=0), max(guns, default=0)


@clause("32.B.3")
def interdiction_against(state: State, group: Group) -> int:
    """Return the level of the port interdiction against the group in its hex; mine points count as
    levels."""
    return interdiction_level(state, group, group.hex)


@clause("32.B.4")
def is_near_troops(state: State, group: Group) -> bool:
    """Return True when the group is in the hex of an enemy ground unit or beside it."""
    return any(
        chart.distance(h, group.hex) <= 1 for h in ground_units(state, enemy_of(state, group))
    )


@clause("32.B", "36.A.1.(c)")
@memo_per_state
def search_means(state: State, group: Group, entered: bool) -> Means:
    """Return everything that can search for a group that has just spent MPs (*entered* a hex, or
    stayed).

    In protected waters only aircraft and ground units find it.
    """
    if group.where == "riverine" or state.kind(group) == "empty":
        return Means()
    air = air_searchers(state, group)
    triggers = ["32.B.2"] if air else []
    if group.screened:
        triggers += ["32.B.4"] if is_near_troops(state, group) else []
        return Means(tuple(a.id for a in air), (), 0, 0, tuple(triggers))
    port, guns = shore_in_range(state, group)
    seekers = naval_searchers(state, group)
    triggers += ["32.B.3"] if interdiction_against(state, group) else []
    triggers += ["32.B.4"] if is_near_troops(state, group) else []
    triggers += ["32.B.5"] if (port or guns) and entered else []
    triggers += ["32.B.6"] if seekers else []
    return Means(
        tuple(a.id for a in air), tuple(g.id for g in seekers), port, guns, tuple(triggers)
    )


def chosen_air(state: State, means: Means, using: Sequence[str] = ()) -> tuple[Air, ...]:
    """Return the air units that take part in a search by these air units and airbases, or by all
    that may when none is named."""
    return tuple(
        state.air[a] for a in means.air if not using or a in using or state.air[a].base in using
    )


@clause("32.B-T1.mod.10", "32.B-T1.mod.15", "32.B-T1.mod.16")
def zoc_modifiers(state: State, group: Group) -> list[str]:
    """Return the ZOC rows that hold in the group's hex: the strongest of partial, full and double
    (switch ``zoc_mods``)."""
    side = enemy_of(state, group)
    here = [kind for s, h, kind in state.zoc if s == side and h == group.hex]
    full, partial = here.count("full"), here.count("partial")
    rows = (
        (["double-zoc"] if full >= 2 else [])
        + (["full-zoc"] if full else [])
        + (["partial-zoc"] if partial else [])
    )
    return rows if state.rulings.switch("zoc_mods") == "sum" else rows[:1]


@clause(
    "32.B-T1.mod.02",
    "32.B-T1.mod.03",
    "32.B-T1.mod.05",
    "32.B-T1.mod.06",
    "32.B-T1.mod.07",
    "32.B-T1.mod.08",
    "32.B-T1.mod.09",
    "32.B-T1.mod.12",
    "32.B-T1.mod.13",
    "32.B-T1.mod.14",
    "32.B-T1.mod.17",
    "32.B-T1.mod.19",
    "32.B-T1.mod.20",
    "32.B-T1.mod.21",
    "32.B-T1.note.01",
    "36.A.1.(c)",
)
def search_modifiers(state: State, group: Group, air: Sequence[Air], means: Means) -> Facts:
    """Return every modifier of a search by these air units and everything else that counts, in the
    table's order: (row, amount).

    A group in protected waters is found only with the modifiers of aircraft and ground-unit ZOCs.
    Modifiers of its own ships are read from its units where those are known.
    """
    times: dict[str, int] = {}
    side = enemy_of(state, group)
    hex = group.hex
    flying = [a for a in air if a.mission == "patrol"]
    if flying:
        far = max(chart.distance(air_place(state, a), hex) for a in flying)
        times |= air_row_counts(state.rulings, len(flying), far, escorts_over(state, group))
    for row in zoc_modifiers(state, group):
        times[row] = 1
    if not group.screened:
        sea = state.sea_state(hex)
        times[sea] = 1
        times["night"] = int(group.dark)
        times["stationary"] = int(not group.moved)
        friend = friendly_to(state, group)
        times["friendly-coast"] = int(on_coast_of(state, hex, friend))
        times["large-port"] = int(in_large_port_of(state, hex, friend))
        times["naval-base"] = int(
            any(
                p.base and p.owner == friend and chart.distance(p.hex, hex) <= BASE_REACH
                for p in state.ports.values()
            )
        )
        times["found-before"] = int(group.found)
        kind = state.kind(group)
        times["mixed"], times["cargo"] = int(kind == "mixed"), int(kind == "cargo")
        times["interdiction"] = interdiction_against(state, group)
        times["blockade"] = blockade_level(state, hex, side)
        times["port-size"], times["cd-level"] = means.port, means.defence
        times["tf-size"] = tf_strength(state.of(group)) // 4
    return counted_rows(state.rulings, times)


def counted_rows(rulings: Rulings, times: Mapping[str, int]) -> Facts:
    """Return the modifiers that hold, each row so many times, in the table's order: (row,
    amount)."""
    table = rulings.table(MODIFIERS)
    amount = table.columns.index("amount")
    return tuple(
        (row, int(cells[amount]) * times[row]) for row, cells in table.rows if times.get(row)
    )


@clause("32.B-T1.mod.01", "32.B-T1.mod.04", "32.B-T1.mod.11")
def air_row_counts(rulings: Rulings, units: int, far: int, escorts: int) -> dict[str, int]:
    """Return how often each row for searching aircraft counts: their number, the distance of the
    farthest airbase, and air escorts up to their number."""
    return {
        "airbase-distance": distance_count(rulings, far),
        "air-escort": min(escorts, units),
        "air-units": units,
    }


@lru_cache(4096)
def aircraft_modifier(rulings: Rulings, units: int, far: int, escorts: int) -> int:
    """Return the part of a search modifier that comes from aircraft on patrol."""
    return sum_modifiers(counted_rows(rulings, air_row_counts(rulings, units, far, escorts)))


def distance_count(rulings: Rulings, hexes: int) -> int:
    """Return how many times an airbase's distance counts: once for every 5 hexes (switch
    ``distance_rounding``)."""
    return -(-hexes // 5) if rulings.switch("distance_rounding") == "ceil" else hexes // 5


def friendly_to(state: State, group: Group) -> str:
    """Return the side whose shores count as friendly in a search for a group, or in its danger zone
    (switch ``friendly_is``)."""
    return (
        enemy_of(state, group) if state.rulings.switch("friendly_is") == "searcher" else group.side
    )


def on_coast_of(state: State, hex: str, side: str) -> bool:
    """Return True for a coastal hex that a side owns."""
    return state.ground(hex) == "coastal" and state.owner(hex) == side


def in_large_port_of(state: State, hex: str, side: str) -> bool:
    """Return True for the hex of a side's major or great port."""
    port = state.ports.get(hex)
    return port is not None and port.owner == side and port.size >= MAJOR


def escorts_over(state: State, group: Group) -> int:
    """Return how many air units fly naval air escort over the group, that is whose range covers its
    hex."""
    return sum(
        air.side == group.side
        and air.mission == "escort"
        and not air.marker
        and chart.distance(air_place(state, air), group.hex) <= air.reach
        for air in state.air.values()
    )


def sum_modifiers(modifiers: Facts) -> int:
    """Return the sum of modifiers."""
    return sum(int(v) for _, v in modifiers)


def previous_search_modifier(state: State, group: Group, means: Means) -> int:
    """Return the modifier of a search by everything that can search now. A new search must have a
    higher one (32.B.s02)."""
    return sum_modifiers(search_modifiers(state, group, chosen_air(state, means), means))


def may_search_again(state: State, group: Group, now: int, entered: bool) -> bool:
    """Return True when a search may be made: none was made yet in this segment, or the group's own
    movement has raised the modifier.

    The modifier must be higher than in the previous hex, or by the switch ``new_search_baseline``
    than at the last search.
    """
    if not group.sought:
        return True
    if not entered:
        return False
    last = state.rulings.switch("new_search_baseline") == "last"
    return is_raised(
        group.sought, now, group.last_roll if last and group.last_roll > UNKNOWN else group.gauge
    )


@clause("32.B.s02", "32.B.s04")
def is_raised(sought: bool, now: int, before: int) -> bool:
    """Return True when the search modifier allows a search: none was made yet, or the modifier is
    higher than before."""
    return not sought or now > before


def base_names(air: Sequence[Air]) -> tuple[str, ...]:
    """Return the airbases of air units, each once, by name."""
    return tuple(sorted({a.base for a in air}))


@clause("32.B-T1.res.01.s04", "32.B-T1.res.02.s04", "32.B-T1.res.03.s02", "32.B.s03")
def barred_base(rulings: Rulings, distances: Sequence[tuple[str, int]]) -> str:
    """Return the airbase that a missing result bars: the most distant, of equals the later name. A
    lone base is barred unless the switch ``lone_base_bars`` says otherwise. *distances* are pairs
    (base, hexes)."""
    if not distances or (len(distances) == 1 and rulings.switch("lone_base_bars") == "example"):
        return ""
    return max(distances, key=lambda pair: (pair[1], pair[0]))[0]
