"""Danger zones: the waters that one side's defence forces, which are not on the map, make dangerous
for the other side (36.D, 36.D.1).

A naval base exerts one round itself. Axis, Allies and Soviets exert national ones; the Soviets are
played by the Allied side.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from flagplot.table import clause
from flagplot.table.core.memo import memo_per_parts

from ...map import chart, sheets
from ...state import Group, Port, State, turns
from ...state.waters import Waters

NATIONS = ("Axis", "Allied", "Soviet")
HOME_REACH, REMOVED, REMOVED_LATER, LATER_REACH = 5, 5, 9, 3
BALTIC = ("Baltic", "Gulf of Finland", "Gulf of Riga", "Gulf of Bothnia")
MEDITERRANEAN = ("Mediterranean", "Tyrrhenian", "Ionian", "Aegean", "Adriatic", "Ligurian")
GATES = ("Hango", "1B:0715", "Talinin")
"""The places whose capture by the Axis opens the Gulf of Finland."""
GATE_COLUMN, EAST_COLUMN, NORTH_ROW, SOUTHERN_ROW = 15, 12, 19, 20
AT_FIRST = ("shut", "breached")
"""The states of the Baltic in which its first zones hold."""
GROWING = "Jan I 43"


def zone_parts(s: State) -> tuple[object, ...]:
    """Return the parts of a state on which danger zones depend. The zones are memoised by them."""
    return s.ports, s.waters, s.zones, s.plan, s.at, s.sides, s.rulings


# ------------------------------------------------------------------ what may be in danger
@clause("36.D", "36.D.1")
def is_endangered(s: State, group: Group) -> bool:
    """Return True when a group at sea lies in a danger zone that its enemy exerts."""
    return any(
        exerts_zone(s, nation, group.hex)
        for nation in NATIONS
        if side_of(nation) == s.other(group.side)
    )


def side_of(nation: str) -> str:
    """Return the side that plays a nation."""
    return "Allied" if nation == "Soviet" else nation


def exerts_zone(s: State, nation: str, hex: str) -> bool:
    """Return True when a nation exerts a danger zone in a hex: because the position states it, a
    naval base does, or the nation itself does."""
    return s.danger.get(hex) == nation or (s.waters.zones and is_covered(s, nation, hex))


@clause("36.D.1.a.(6)")
def is_covered(s: State, nation: str, hex: str) -> bool:
    """Return True when a hex lies in the danger zone of a nation's naval bases or in its national
    one. Those of the Axis, of either kind, end near Allied ports."""
    if nation == "Axis" and hex in near_allied(s):
        return False
    return hex in base_zones(s, nation) or is_national(s, nation, hex)


# ------------------------------------------------------------------ naval bases
@clause("36.D.s02", "36.D.s03")
@memo_per_parts(zone_parts)
def base_zones(s: State, nation: str) -> frozenset[str]:
    """Return the hexes of a nation's naval bases and those adjacent to them, whether the bases
    function or not."""
    bases = [
        p for p in s.ports.values() if p.base and nation_of(s, p) == nation and exerts_now(s, p)
    ]
    return frozenset(h for p in bases for h in chart.hexes_within(p.hex, 1))


def nation_of(s: State, port: Port) -> str:
    """Return the nation whose danger zone a port belongs to: Allied ports on the Baltic are Soviet
    (house rule)."""
    return "Soviet" if port.owner == "Allied" and in_waters(s, port.hex, BALTIC) else port.owner


@clause("36.D.s04", "36.D.(1)", "36.D.(2)")
def exerts_now(s: State, port: Port) -> bool:
    """Return False for a port that exerts no danger zone in this player-turn: it bore a Collateral
    Damage marker, it was blockaded in the initial phase, or it changed hands too recently."""
    return s.at not in (port.silent, port.hushed) and not is_new(s, port)


@clause("36.D.(3)", "36.D.(4)")
def is_new(s: State, port: Port) -> bool:
    """Return True for a port that the enemy still held in the owner's present player-turn, or in
    the enemy's own latest one."""
    if s.phasing == port.owner and port.lost_by == s.at:
        return True
    latest_of_enemy = s.at - (1 if s.phasing == port.owner else 2)
    return port.lost_by >= latest_of_enemy


# ------------------------------------------------------------------ national zones
def is_national(s: State, nation: str, hex: str) -> bool:
    """Return True when a hex lies in a nation's own danger zone."""
    return {"Axis": is_axis, "Allied": is_allied, "Soviet": is_soviet}[nation](s, hex)


@clause("36.D.1.a")
def is_axis(s: State, hex: str) -> bool:
    """Return True when the hex is in the Axis-exerted zone: near Axis ports, in its part of the
    Baltic, or in the Adriatic."""
    return (
        hex in near_home(s)
        or hex in near_southern(s)
        or is_adriatic_closed(s, hex)
        or is_axis_baltic(s, hex)
    )


@clause("36.D.1.a.(1)")
@memo_per_parts(zone_parts)
def near_home(s: State) -> frozenset[str]:
    """Return the hexes up to 5 from an Axis-owned port of Greater Germany or Denmark."""
    home = set(str(s.rulings.table("europa.zone-ports").cell("home", "ports")).split(", "))
    return _hexes_around(
        s,
        [p for p in s.ports.values() if p.name in home or sheets.name_of(p.hex) in home],
        HOME_REACH,
    )


@clause("36.D.1.a.(2)", "36.D.1.a.(5)")
@memo_per_parts(zone_parts)
def near_southern(s: State) -> frozenset[str]:
    """Return the hexes up to 5 (3 after Italy's surrender) from an Axis-owned Mediterranean port on
    or north of hexrow 2000 of maps 26 and 27."""
    southern = [
        p
        for p in s.ports.values()
        if in_waters(s, p.hex, MEDITERRANEAN) and row_of("26", p.hex) <= SOUTHERN_ROW
    ]
    return frozenset(
        h
        for h in _hexes_around(s, southern, LATER_REACH if has_surrendered(s) else HOME_REACH)
        if in_waters(s, h, MEDITERRANEAN)
    )


def _hexes_around(s: State, ports: list[Port], reach: int) -> frozenset[str]:
    return frozenset(
        h
        for p in ports
        if p.owner == "Axis" and exerts_now(s, p)
        for h in chart.hexes_within(p.hex, reach)
    )


@clause("36.D.1.a.(3)")
def is_axis_baltic(s: State, hex: str) -> bool:
    """Return True when a hex is in the Axis zone of the Baltic: west of Hango and 1B:0715. Once a
    gate has fallen the zone is all of the Baltic except the Kronshtadt safe zone."""
    if not in_waters(s, hex, BALTIC):
        return False
    if s.waters.baltic in AT_FIRST:
        return column_of("1B", hex) > GATE_COLUMN
    return not is_soviet(s, hex)


@clause("36.D.1.a.(4)", "36.D.1.a.(4).s02")
def is_adriatic_closed(s: State, hex: str) -> bool:
    """Return True when a hex is in the Adriatic, down to the line 26:3310 to 26:3407, while Italy
    is in the Axis."""
    return not has_surrendered(s) and (hex in adriatic_hexes() or in_waters(s, hex, ("Adriatic",)))


@clause("36.D.1.a.(6)", "36.D.1.b.s03")
@memo_per_parts(zone_parts)
def near_allied(s: State) -> frozenset[str]:
    """Return the hexes up to 5 from an Allied-owned port, 9 once Italy has surrendered, where no
    Axis zone holds. Soviet ports do not count (house rule)."""
    reach = REMOVED_LATER if has_surrendered(s) else REMOVED
    return frozenset(
        h
        for p in s.ports.values()
        if nation_of(s, p) == "Allied"
        for h in chart.hexes_within(p.hex, reach)
    )


@clause("36.D.1.b", "36.D.1.b.s02", "36.D.1.b.s04")
def is_allied(s: State, hex: str) -> bool:
    """Return True when a hex is in the Allied-exerted zone: every hex outside the Axis-exerted one;
    in the Baltic only the Soviet safe zone."""
    if in_waters(s, hex, BALTIC):
        return s.waters.baltic not in AT_FIRST and is_soviet(s, hex)
    return not is_covered(s, "Axis", hex)


@clause("36.D.1.c", "36.D.1.c.s02", "36.D.1.c.s04", "36.D.1.c.(1)", "36.D.1.c.(2)")
def is_soviet(s: State, hex: str) -> bool:
    """Return True when a hex is in the Soviet-exerted zone: the Baltic east of Hango and 1B:0715.
    Once a gate has fallen the zone is the Kronshtadt safe zone."""
    if not in_waters(s, hex, BALTIC) or s.waters.baltic == "lost":
        return False
    if s.waters.baltic in AT_FIRST:
        return column_of("1B", hex) < GATE_COLUMN
    return chart.distance(hex, hex_named("Kronshtadt")) <= 2 or any(
        _grows_over(way, hex) for way in s.waters.grown
    )


def _grows_over(way: str, hex: str) -> bool:
    """Return True for a hex of the enlarged safe zone: map 1B on or east of column 0012, or on or
    north of row 1900."""
    if way == "east":
        return hex.startswith("1B:") and column_of("1B", hex) <= EAST_COLUMN
    return row_of("1B", hex) <= NORTH_ROW


# ------------------------------------------------------------------ what changes them
@clause("36.D.1.a.(4).s02")
def has_surrendered(s: State) -> bool:
    """Return True once Italy has surrendered to the Allies: at the start of the turn that the
    scenario or a position names."""
    when = s.waters.italy_until
    return bool(when) and turns.turn_order(s.turn) >= turns.turn_order(when)


@clause("36.D.1.c.s03", "36.D.1.c.s05", "36.D.1.c.s06")
def as_turn_starts(s: State) -> Waters:
    """Return the waters as a player-turn starts. After the capture of a gate the safe zone takes
    effect with the Axis player-turn. From Jan I 43 the safe zone may grow in the Soviet initial
    phase, permanently."""
    w = after_capture(s)
    if s.phasing == "Axis" and w.baltic == "breached":
        return replace(w, baltic="safe")
    if (
        s.phasing == "Allied"
        and w.baltic == "safe"
        and turns.turn_order(s.turn) >= turns.turn_order(GROWING)
    ):
        more = [way for way in ("east", "north") if way not in w.grown and _is_clear(s, way)]
        return replace(w, grown=(*w.grown, *more))
    return w


def _is_clear(s: State, way: str) -> bool:
    """Return True when no port in the *way* part of the enlarged safe zone is Axis-owned."""
    area = [p for p in s.ports.values() if in_waters(s, p.hex, BALTIC) and _grows_over(way, p.hex)]
    return not any(p.owner == "Axis" for p in area)


@clause("36.D.1.c.s07")
def after_capture(s: State) -> Waters:
    """Return the waters after a place changed hands. An Axis-owned gate opens the gulf. When every
    port of the safe zone is Axis-owned the zone ends permanently."""
    w = s.waters
    if w.baltic == "shut" and any(s.owner(hex_named(gate)) == "Axis" for gate in GATES):
        return replace(w, baltic="breached")
    inside = [p for p in s.ports.values() if w.baltic == "safe" and is_soviet(s, p.hex)]
    if inside and all(p.owner == "Axis" for p in inside):
        return replace(w, baltic="lost")
    return w


# ------------------------------------------------------------------ the lie of the sea
def in_waters(s: State, hex: str, names: tuple[str, ...]) -> bool:
    """Return True when the sea zone of a hex is one of those named."""
    zone = s.zone(hex)
    return any(name in zone for name in names)


def hex_named(name: str) -> str:
    """Return the hex of a place that the rule names; a hex is returned as it is."""
    return name if chart.is_hex(name) else sheets.hex_of_place(name)


def row_of(sheet: str, hex: str) -> int:
    """Return the row of a hex in a sheet's numbering extended over all maps: lower farther north; 0
    off the board."""
    return (sheets.number_on_sheet(sheet, hex) or (0, 0))[0]


def column_of(sheet: str, hex: str) -> int:
    """Return the column of a hex in a sheet's numbering extended over all maps: higher farther
    west; 0 off the board."""
    return (sheets.number_on_sheet(sheet, hex) or (0, 0))[1]


@lru_cache(maxsize=1)
def adriatic_hexes() -> frozenset[str]:
    """Return the Adriatic of 36.D.1.a.(4): the labelled sea, and all sea north of and on the line
    of hexes 26:3310 to 26:3407."""
    one, two = "26:3310", "26:3407"
    span = chart.distance(one, two)
    line = {
        h
        for h in chart.hexes_within(one, span)
        if chart.distance(h, two) == span - chart.distance(h, one)
    }
    found = set(sheets.in_zone("Adriatic Sea"))
    edge = sorted(found)
    while edge:
        here = edge.pop()
        for there in chart.neighbours(here):
            if (
                there not in found
                and here not in line
                and sheets.terrain(there) in ("sea", "coastal")
                and sheets.hexside_kind(here, there) in ("full", "partial", "strait")
            ):
                found.add(there)
                edge.append(there)
    return frozenset(found | line)
