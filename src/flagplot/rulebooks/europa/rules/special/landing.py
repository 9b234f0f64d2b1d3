"""Landings on a hostile coast: the check of each beach, the attack ashore, supply over beaches and
through ports.

The chapter on them is missing; the tables ``europa.landing``, ``europa.beach-combat``,
``europa.beach-strength`` and ``europa.port`` stand for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from flagplot.table import Facts, Refusal, Rulings, clause, facts
from flagplot.table.core.memo import memo_per_parts

from ...map import chart
from ...state import Defence, Group, Port, State, Unit
from ...state.units import CRAFT, Air, Cargo

SUPPLY = {"sp", "srp", "mine"}
"""Marks of cargo that is not a unit."""
CITY = 2
"""The smallest size of a port that doubles its garrison's strength as a city."""
LOST = {"D": 2, "F*": 4}
"""The fraction of the REs that a failed landing or attack costs, as a divisor: a half or a
quarter."""
LESS_THAN_A_REGIMENT = 6
"""A garrison below this strength has less than 2 REs."""


@lru_cache(maxsize=64)
def strength_table_value(rulings: Rulings, row: str) -> int:
    """Return a value of the table of beach strengths, by its row."""
    return int(rulings.table("europa.beach-strength").cell(row, "value"))


def game_strength_value(s: State, row: str) -> int:
    """Return a value of the table of beach strengths under the game's rulings, by its row."""
    return strength_table_value(s.rulings, row)


# ------------------------------------------------------------------ who is ashore
def ground_unit_parts(s: State) -> tuple[object, ...]:
    """Return the parts of a state that tell where ground units are."""
    return s.troops, s.garrisons, s.divisions, s.cargo


@clause("32.B.4")
@memo_per_parts(ground_unit_parts)
def ground_units(s: State, side: str) -> frozenset[str]:
    """Return the hexes in which a side has ground units: those stated, garrisons, divisions, and
    cargo ashore that is no supply."""
    return frozenset(
        (
            *(hex for who, hex in s.troops if who == side),
            *(hex for hex, g in s.garrisons.items() if g.side == side),
            *(d.hex for d in s.divisions.values() if d.side == side),
            *(
                c.place
                for c in s.cargo.values()
                if c.side == side and c.place and not c.aboard and not SUPPLY & set(c.marks)
            ),
        )
    )


def is_ashore(c: Cargo) -> bool:
    """Return True for troops that came over the sea and stand ashore; supply points do not
    count."""
    return c.landed and c.res > 0 and not c.aboard and "sp" not in c.marks


def cargo_ashore(s: State, side: str, hex: str) -> tuple[Cargo, ...]:
    """Return a side's cargo with REs that came over the sea and is ashore in a hex, by id."""
    return _cargo_by_hex(s).get((side, hex), ())


@memo_per_parts(lambda s: (s.cargo,))
def _cargo_by_hex(s: State) -> Mapping[tuple[str, str], tuple[Cargo, ...]]:
    """Return all cargo with REs that came over the sea and is ashore, by side and hex."""
    found: dict[tuple[str, str], tuple[Cargo, ...]] = {}
    for _, c in sorted(s.cargo.items()):
        if is_ashore(c):
            found[c.side, c.place] = (*found.get((c.side, c.place), ()), c)
    return found


def beachheads(s: State, side: str) -> tuple[str, ...]:
    """Return the hexes in which a side has REs ashore that came over the sea."""
    return tuple(sorted([hex for whose, hex in _cargo_by_hex(s) if whose == side]))


def contested_hexes(s: State, side: str) -> tuple[str, ...]:
    """Return the hexes in which a side's REs are ashore and that it does not own yet."""
    return tuple(h for h in beachheads(s, side) if s.owner(h) != side and cargo_ashore(s, side, h))


def unchecked_cargo(s: State, side: str, hex: str) -> tuple[Cargo, ...]:
    """Return the cargo that came ashore in a hex in this step and has not been checked yet."""
    return tuple(c for c in cargo_ashore(s, side, hex) if c.craft)


def sum_res(cargo: Sequence[Cargo]) -> int:
    """Return the sum of REs of some cargo."""
    return sum(c.res for c in cargo)


# ------------------------------------------------------------------ gunfire
def gunfire_points_at(s: State, side: str, hex: str) -> int:
    """Return the points of gunfire support that a side has fired at a hex in this step."""
    whose, points = s.support.get(hex, ("", 0))
    return points if whose == side else 0


def firing_level(s: State, d: Defence) -> int:
    """Return the levels of a coast defence that still fire. Enemy gunfire support silences some of
    them for the step."""
    if not d.fires:
        return 0
    whose, points = s.support.get(d.hex, (d.owner, 0))
    each = game_strength_value(s, "gunfire points that silence a coast defence level")
    return max(0, d.level - points // each) if whose != d.owner else d.level


# ------------------------------------------------------------------ the check of a beach
def check_parts(s: State, side: str, hex: str) -> Facts:
    """Return the modifiers of the landing check of a beach, by table row."""
    table = s.rulings.table("europa.landing")
    landing = unchecked_cargo(s, side, hex)
    guns, garrison = s.defences.get(hex), s.garrisons.get(hex)
    levels = firing_level(s, guns) if guns is not None and guns.owner != side else 0
    counts = {
        "rough": s.sea_state(hex) == "rough",
        "guns": levels // 2,
        "no craft": all(s.units[c.craft].kind not in CRAFT for c in landing),
        "mines": s.enemy_mines(hex, side) > 0,
        "gunfire": gunfire_points_at(s, side, hex) >= sum_res(landing),
        "later": len(cargo_ashore(s, side, hex)) > len(landing),
        "weak": garrison is None or garrison.strength < LESS_THAN_A_REGIMENT,
    }
    return facts(**{row: int(table.cell(row, "amount")) * int(n) for row, n in counts.items() if n})


def why_not_land(s: State, hex: str) -> Refusal | None:
    """Return the refusal for moving cargo over a beach, either way, in a stormy sea; else
    ``None``."""
    return Refusal("36.A.2.(b)", "landing-storm", (hex,)) if s.sea_state(hex) == "stormy" else None


def rounded_share(n: int, of: int) -> int:
    """Return *n* REs divided by *of* (2 for a half, 4 for a quarter), rounded up."""
    return -(-n // of)


def losses_of(cargo: Sequence[Cargo], of: int) -> tuple[tuple[str, int], ...]:
    """Return the losses when a half (*of* 2) or a quarter (*of* 4) of some cargo is lost, the
    largest cargo first: pairs (cargo, REs)."""
    due, lost = rounded_share(sum_res(cargo), of) if cargo else 0, []
    for c in sorted(cargo, key=lambda c: (-c.res, c.id)):
        n = min(due, c.res)
        if n:
            lost.append((c.id, n))
            due -= n
    return tuple(lost)


# ------------------------------------------------------------------ the attack
def attack_strength(
    rulings: Rulings, cargo: Sequence[Cargo], gunfire: int, halved: bool
) -> Fraction:
    """Return the strength with which the cargo ashore attacks: a part of its own strength, plus
    gunfire support up to the whole of it."""
    each, total, whole = strength_table_value(rulings, "strength of an RE"), Fraction(0), 0
    for c in cargo:
        part = strength_table_value(
            rulings, "intrinsic divisor" if "intrinsic" in c.marks else "other divisor"
        )
        total += Fraction(c.res * each, part)
        whole += c.res * each
    return (total / 2 if halved else total) + min(gunfire, whole)


def garrison_strength(s: State, hex: str) -> int:
    """Return the strength of a garrison, doubled in a port city."""
    garrison, port = s.garrisons.get(hex), s.ports.get(hex)
    if garrison is None:
        return 0
    return garrison.strength * (
        game_strength_value(s, "garrison of a port city, times")
        if port is not None and port.size >= CITY
        else 1
    )


@lru_cache(maxsize=1024)
def odds_modifier(rulings: Rulings, attacker: Fraction, defender: int) -> int:
    """Return the modifier of an attack ashore, from the ratio of the attacker's strength to the
    defender's."""
    table = rulings.table("europa.beach-combat")
    ratio = attacker / defender if defender else Fraction(99)
    row = max((label for label, _ in table.rows if Fraction(label) <= ratio), key=Fraction)
    return int(table.cell(row, "modifier"))


# ------------------------------------------------------------------ ports
def closing_hits(s: State, port: Port) -> int:
    """Return how many hits close a port."""
    return _of_class(s, port, "hits")


def _of_class(s: State, port: Port, column: str) -> int:
    """Return an entry of the table of ports for a port's size. A port of size 0, which searches for
    nothing, counts as minor."""
    return int(s.rulings.table("europa.port").cell(str(max(1, port.size)), column))


def captured_hits(s: State, hex: str) -> int:
    """Return the hits that a port has after its capture: half of the hits that close it, or its
    present hits if those are more."""
    port = s.ports.get(hex)
    return 0 if port is None else max(port.hits, rounded_share(closing_hits(s, port), 2))


def is_open(s: State, port: Port) -> bool:
    """Return True for a port that functions: its hits have not closed it."""
    return port.works and port.hits < closing_hits(s, port)


def port_room(s: State, port: Port) -> int:
    """Return the REs that may still go through a port in this player-turn: its capacity, less the
    share lost to hits and the REs already handled."""
    full, close = _of_class(s, port, "REs"), closing_hits(s, port)
    done = port.handled[1] if port.handled[0] == s.at else 0
    return max(0, full * max(0, close - port.hits) // close - done) if is_open(s, port) else 0


def why_not_in_port(s: State, hex: str, which: str) -> Refusal | None:
    """Return the refusal, under a row of the cost summary, for loading or unloading in a port that
    does not function (house rule). ``None`` when the port functions or there is none."""
    port = s.ports.get(hex)
    if port is None or is_open(s, port):
        return None
    return Refusal(which, "port-closed", (hex,), rests_on=("europa.port",))


def why_port_full(s: State, cargo: Cargo, hex: str) -> Refusal | None:
    """Return the refusal when no capacity of a port is left in this player-turn for cargo with REs;
    else ``None``."""
    port = s.ports.get(hex)
    if port is None or not cargo.res or port_room(s, port) or not is_open(s, port):
        return None
    return Refusal(
        "32.A.3-T1.row.19", "port-full", (hex,), facts(hits=port.hits), rests_on=("europa.port",)
    )


# ------------------------------------------------------------------ supply
def supplied_res(s: State, side: str) -> int:
    """Return how many REs of a side ashore are in supply. They are supplied by a functioning port
    of their own nearby, or by landing craft off their beach and supply points on it."""
    return sum(
        min(sum_res(cargo_ashore(s, side, h)), suppliable_res(s, side, h))
        for h in beachheads(s, side)
    )


def suppliable_res(s: State, side: str, hex: str) -> int:
    """Return how many REs of a side can be supplied in a hex."""
    near = game_strength_value(s, "hexes from a port that feeds")
    if s.owner(hex) == side and any(
        p.owner == side and is_open(s, p) and chart.distance(p.hex, hex) <= near
        for p in s.ports.values()
    ):
        return sum_res(cargo_ashore(s, side, hex))
    craft = sum(u.strength for g in s.groups_at(hex, side) for u in s.of(g) if u.kind in CRAFT)
    points = sum(
        c.res
        for c in s.cargo.values()
        if c.side == side and c.place == hex and not c.aboard and "sp" in c.marks
    )
    return craft * game_strength_value(
        s, "REs supplied by a craft point"
    ) + points * game_strength_value(s, "REs supplied by an SP")


# ------------------------------------------------------------------ bombers over the beaches
def groups_in_strike_range(s: State, side: str, base: str) -> tuple[Group, ...]:
    """Return the enemy groups at sea in landing hexes that the strikes of an airbase reach. Landing
    hexes are those with a garrison of *side* or with enemy REs ashore."""
    foe = s.other(side)
    beaches = {*(h for h, g in s.garrisons.items() if g.side == side), *beachheads(s, foe)}
    return tuple(
        g
        for g in s.standing(foe)
        if g.where == "sea"
        and g.hex in beaches
        and s.kind(g) != "submarine"
        and strike_units(s, side, base, g.hex)
    )


def strike_units(s: State, side: str, base: str, hex: str) -> list[Air]:
    """Return the air units on naval strike at a base that reach a hex and have not attacked in this
    step."""
    return [
        a
        for _, a in sorted(s.air.items())
        if a.side == side
        and a.base == base
        and a.mission == "strike"
        and not a.marker
        and not a.struck
        and a.strength
        and chart.distance(a.place, hex) <= a.reach
    ]


def strike_bases(s: State, side: str) -> tuple[str, ...]:
    """Return the airbases of a side with air units on naval strike, sorted by name."""
    return tuple(
        sorted(
            {
                a.base
                for a in s.air.values()
                if a.side == side and a.mission == "strike" and not a.carrier
            }
        )
    )


# ------------------------------------------------------------------ back to sea
def free_room(s: State, unit: Unit) -> int:
    """Return the REs for which a unit has room: each of its strength points carries one."""
    return unit.strength - sum(c.res for c in s.cargo.values() if c.aboard == unit.id)


def units_with_room(s: State, side: str, hex: str) -> list[tuple[Unit, int]]:
    """Return (unit, REs it has room for) for a side's transports and landing craft at sea in a hex
    that have room."""
    found = []
    for g in s.groups_at(hex, side):
        for u in s.of(g):
            if u.kind in (*CRAFT, "NT", "TC") and (free := free_room(s, u)) > 0:
                found.append((u, free))
    return found
