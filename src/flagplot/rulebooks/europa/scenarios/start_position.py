"""Start positions: from scenario cards, the empty board of the casebook, and the check that a card
fits its board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from flagplot.boards.model import misfit
from flagplot.table import DataError, Rulings, Setup, clause
from flagplot.table.core.opaque_ids import distinct_opaque_numbers
from flagplot.table.setup.scenarios import order_of_battle_rows

from .. import nouns
from ..map import chart, sheets
from ..state import Air, Bridge, Cargo, Defence, Division, Garrison, Group, Phase, Port, State, Unit
from ..state.mines import change_belt
from ..state.shore import MOST, Malta
from ..state.units import BOATS, UNDER_WATER, Call
from ..state.waters import Account, Fall, Waters
from .cards import SIDES, CallRow, Card, Variant, card


def placement_faults(s: State) -> Iterator[str]:
    """Yield every part of a scenario's start position that does not fit the board. Yield nothing
    when all fits or no board is installed."""
    board = sheets.board()
    if board is None:
        return
    for p in s.ports.values():
        if wrong := misfit(board, p.name, p.hex, port=True):
            yield wrong
        elif not any(s.ground(h) in AFLOAT for h in chart.neighbours(p.hex)):
            yield f"{p.name}: no hex of the sea touches {p.hex}"
    for a in s.air.values():
        if not a.carrier and (wrong := misfit(board, a.base, a.place, land=True)):
            yield wrong
    for g in s.groups.values():
        if g.where == "port" and g.hex not in s.ports:
            yield f"{g.id}: no port in {g.hex}"
        elif s.ground(g.hex) not in AFLOAT:
            yield f"{g.id}: no water in {g.hex}"
    yield from too_old(s)
    for h in s.mines:
        if s.ground(h) not in AFLOAT:
            yield f"mines: no water in {h}"


@clause("36.I", "36.I.s03")
def too_old(s: State) -> Iterator[str]:
    """Yield a fault for each transport counter of an older game (strength 2, like an NT) in a
    scenario that does not allow them by the fact ``old-counters``."""
    for u in s.units.values():
        if u.kind == "TC" and ("old-counters" not in s.facts or u.printed != 2):
            yield f"{u.id}: a transport counter of strength 2 needs the fact old-counters"


AFLOAT = ("sea", "coastal", "restricted")
"""Terrain in which ships can be."""


def case_start(setup: Setup, rulings: Rulings) -> State:
    """Return the position from which a case starts: the scenario's, or an empty board in step 1 of
    an Allied movement phase."""
    if setup.scenario:
        return start(setup, rulings)
    steps = steps_of(rulings, 5)
    plan = tuple(Phase(side, turn, steps) for turn in ("Aug I 42", "Aug II 42") for side in SIDES)
    rock = sheets.hex_of_place("Gibraltar")
    return State(
        rulings,
        "",
        SIDES,
        plan,
        0,
        1,
        "move",
        gibraltar=rock,
        owners={rock: "Allied"} if rock else {},
    )


def steps_of(rulings: Rulings, said: int) -> int:
    """Return the naval movement steps of a movement phase: *said*, unless the switch
    ``steps_per_phase`` gives a number."""
    chosen = rulings.switch("steps_per_phase")
    return said if chosen == "scenario" else int(chosen)


def start(setup: Setup, rulings: Rulings) -> State:
    """Return the first position of a scenario. Raises ``KeyError`` for an unknown scenario or
    start, ``DataError`` when it does not fit the board."""
    c = card(setup.scenario)
    starts = [v.id for v in c.start]
    chosen = setup.start or (starts[0] if starts else "")
    if chosen and chosen not in starts:
        raise KeyError(
            f"{setup.scenario} has no start {chosen!r}; it has {', '.join(starts) or 'only one'}"
        )
    variant = next((v for v in c.start if v.id == chosen), None)
    phases = variant.phases if variant is not None and variant.phases else c.phases
    plan = tuple(replace(p, steps=steps_of(rulings, p.steps)) for p in phases)
    s = State(
        rulings,
        setup.scenario,
        SIDES,
        plan,
        facts=dict(c.facts),
        scores=dict.fromkeys(SIDES, 0.0),
        weather={"": c.weather},
    )
    s = _with_ports(s, c)
    s = replace(s, gibraltar=nouns.place(s, c.gibraltar) if c.gibraltar else "")
    goal = next((h for h, p in s.ports.items() if p.name == s.facts.get("goal")), "")
    s = replace(s, facts={**s.facts, "goal-hex": goal})
    s = _with_forces(_with_shore(s, c), c, variant)
    for wrong in placement_faults(s):
        raise DataError(f"europa/scenarios/{setup.scenario}: {wrong}")
    if rulings.switch("submarines_hidden") == "true":
        boats = sorted({u.side for u in s.units.values() if u.kind in UNDER_WATER})
        s = replace(s, facts={**s.facts, BOATS: " ".join(boats)})
    return hide_names(s, setup.lots)


def hide_names(s: State, lots: str) -> State:
    """Return the state with opaque names for the submarine groups hidden at sea. The name then
    reveals to a side that finds the group neither which group it is nor its contents. Without
    *lots* (the id secret), as in a case, the groups keep the card's names."""
    if not lots or s.rulings.switch("submarines_hidden") != "true":
        return s
    hidden = [
        id for id, g in sorted(s.groups.items()) if g.where == "sea" and s.kind(g) == "submarine"
    ]
    drawn = distinct_opaque_numbers(lots, len(hidden), 900, "submarines")
    renamed = {old: f"Sub-{100 + n}" for old, n in zip(hidden, drawn, strict=True)}
    groups = {renamed.get(k, k): replace(g, id=renamed.get(k, k)) for k, g in s.groups.items()}
    return replace(s, groups=groups)


@clause("36.C")
def _with_ports(s: State, c: Card) -> State:
    """Return the state with ports, owners, coast defences and the minebelts that exist at the
    start."""
    ports: dict[str, Port] = {}
    defences: dict[str, Defence] = {}
    owners: dict[str, str] = {}
    for p in c.port:
        hex = sheets.canonical_id(p.hex) if p.hex else sheets.hex_of_place(p.name)
        ports[hex] = Port(p.name, hex, p.owner, p.size, p.base, oil=p.oil)
        owners[hex] = p.owner
        if p.cd:
            defences[hex] = Defence(hex, p.owner, p.cd)
    for o in c.owner:
        for h in o.hexes:
            owners[sheets.canonical_id(h)] = o.side
    for d in c.defence:
        hex = sheets.canonical_id(d.hex)
        defences[hex] = Defence(hex, d.side, d.level)
        owners.setdefault(hex, d.side)
    for m in c.mines:
        s = change_belt(s, sheets.canonical_id(m.hex), m.side, m.points)
    danger: dict[str, str] = {}
    if c.danger_zones == "bases":
        for port in ports.values():
            if port.base and port.owner in SIDES:
                for h in chart.hexes_within(port.hex, 1):
                    danger[h] = port.owner
    seas = Waters(c.danger_zones == "national", c.italy_until, c.baltic)
    falls = tuple(Fall(f.at, sheets.hex_of_place(f.place), f.side, f.res) for f in c.falls)
    accounts = {side: Account(**a) for side, a in c.repair_points.items()}
    return replace(
        s,
        ports=ports,
        defences=defences,
        owners=owners,
        danger=danger,
        waters=seas,
        falls=falls,
        accounts=accounts,
        malta=_malta_of(s, c),
    )


@clause("36.A.4.s02")
def _malta_of(s: State, c: Card) -> Malta | None:
    """Return Malta as the card gives it, or ``None`` when the card has none. Raises ``DataError``
    when its status is not 0 to 15."""
    if c.malta is not None and not 0 <= c.malta.status <= MOST:
        raise DataError(
            f"europa/scenarios/{s.scenario}.toml: malta.status is not 0 to {MOST}; write a number "
            "between"
        )
    return (
        None if c.malta is None else Malta(c.malta.status, arrivals=tuple(c.malta.arrivals.items()))
    )


def _with_shore(s: State, c: Card) -> State:
    """Return the state with garrisons, divisions, bridges, changes of the sea state, and carrier
    groups on call."""
    garrisons = {nouns.place(s, g.place): g for g in c.garrison}
    divisions = tuple(
        Division(d.id, d.side, d.strength, d.allowance, nouns.place(s, d.place), d.name)
        for d in c.division
    )
    bridges = tuple(
        Bridge(b.cargo, tuple(nouns.place(s, h) for h in b.hexes), nouns.place(s, b.takes))
        for b in c.bridge
    )
    calls = tuple(_call_from_row(k, nouns.place(s, k.place)) for k in c.call)
    s = replace(s, owners={**{h: g.side for h, g in garrisons.items()}, **s.owners})
    return replace(
        s,
        garrisons={h: Garrison(h, g.side, g.strength, g.name) for h, g in garrisons.items()},
        bridges=bridges,
        divisions={d.id: d for d in divisions},
        seas=c.seas,
        sounds=c.sounds,
        calls=calls,
    )


def _call_from_row(k: CallRow, at: str) -> Call:
    """Return a carrier group on call with its air unit."""
    air = Air(
        f"A-{k.unit}", "Allied", k.unit, at, k.air, k.reach, "escort", carrier=k.unit, org=k.nation
    )
    return Call(
        Unit(k.unit, "Allied", "CG", k.strength, k.name, k.nation), (air,), at, k.turn, k.leaves
    )


def _cargo_from_row(row: Mapping[str, str]) -> Iterator[Cargo]:
    """Yield the cargo of a unit's row. Its parts stand between semicolons; each has marks, the REs
    as a number, and a name after a colon."""
    for n, part in enumerate(row["cargo"].split(";") if row["cargo"] else ()):
        said, _, name = part.partition(":")
        words = said.split()
        id = f"C-{row['id']}" + (f"-{n + 1}" if n else "")
        yield Cargo(
            id,
            row["side"],
            tuple(w for w in words if not w.isdigit() and w != "infantry"),
            row["id"],
            name=name.strip() or f"cargo of {row['name']}",
            res=sum(int(w) for w in words if w.isdigit()),
        )


def _with_forces(s: State, c: Card, variant: Variant | None) -> State:
    units: dict[str, Unit] = {}
    groups: dict[str, Group] = {}
    cargo: dict[str, Cargo] = {}
    air: dict[str, Air] = {}
    for row in order_of_battle_rows("europa", c.forces):
        if row["kind"] == "AIR":
            base = row["base"]
            at = sheets.canonical_id(row["hex"]) if row["hex"] else sheets.hex_of_place(base)
            air[row["id"]] = Air(
                row["id"],
                row["side"],
                base,
                at,
                int(row["strength"]),
                int(row["reach"]),
                row["mission"],
                row["note"] == "torpedo",
                row["name"],
                carrier=row["carrier"],
            )
            continue
        note = dict(word.partition("=")[::2] for word in row["note"].split())
        units[row["id"]] = Unit(
            row["id"],
            row["side"],
            row["kind"],
            int(row["strength"]),
            row["name"],
            row["nation"],
            sweeper="sweeper" in note,
            allowance=int(note.get("allowance", 0)),
            ferry=note.get("ferry", ""),
        )
        cargo.update({c.id: c for c in _cargo_from_row(row)})
        moved = (
            variant.place
            if variant is not None and variant.moves and row["place"] == variant.moves
            else ""
        )
        at = nouns.place(s, moved or row["place"])
        g = groups.get(row["group"])
        if g:
            groups[row["group"]] = replace(g, members=(*g.members, row["id"]))
        else:
            where = "sea" if moved or row["where"] == "sea" else "port"
            groups[row["group"]] = Group(
                row["group"],
                row["side"],
                (row["id"],),
                at,
                where,
                reserve=row["reserve"] == "yes",
                started=at if where == "sea" else "",
                home=at if row["kind"] == "MTB" else "",
            )
    return replace(s, units=units, groups=groups, cargo=cargo, air=air)
