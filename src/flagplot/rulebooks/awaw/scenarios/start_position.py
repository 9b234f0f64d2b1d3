"""First position of a scenario, and the check that its card fits its board."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from flagplot import boards
from flagplot.boards.model import misfit
from flagplot.table import DataError, Rulings, Setup

from ..map import theatre
from ..state import APART, NEUTRAL, Force, State, Unit, replace, with_units_changed
from ..state.raider_groups import Raid
from .cards import Card, UnitRow, scenario_card
from .script import due_items, immediate_events, removable_units


def placement_faults(c: Card) -> Iterator[str]:
    """Yield every misfit between a scenario and its board."""
    board = boards.load(c.board)
    ships, others = (
        {u.place for u in c.units if (u.kind == "ship") == afloat} for afloat in (True, False)
    )
    ports = {p.hex for p in theatre.ports_of(board)} | {p.hex for p in c.places if p.port}
    for p in c.places:
        if p.hex in theatre.BOX_THEATRE:
            continue
        if wrong := misfit(
            board, p.name, p.hex, port=p.port or p.name in ships, land=p.name in others
        ):
            yield wrong
        if p.name in ships and p.hex not in ports:
            yield f"{p.name}: ships lie there, and {p.hex} has no port"
    for country in c.countries:
        if not any(p.country == country for p in board.places.values()):
            yield f"the board {board.id} has no places of {country}"


OIL_COUNTER = 25
"""Naval factors that one oil counter uninverts (missing rules A9, house)."""


OIL_EXEMPT = 10
"""Naval factors a theatre uninverts without oil (missing rules A9, house)."""


def start_state(setup: Setup, rulings: Rulings) -> State:
    """Return the first position of ``setup.scenario``. Raises ``KeyError`` for an unknown scenario
    or start.

    Games of one scenario begin with identical objects, so that memoised results about shores serve
    all of them.
    """
    return replace(_first(setup.scenario, setup.start, rulings), lots=setup.lots)


@lru_cache(32)
def _first(scenario: str, named: str, rulings: Rulings) -> State:
    c = fitting_card(scenario)
    start = named or next(iter(c.starts))
    if start not in c.starts:
        raise KeyError(f"scenario {c.id} has no start {start!r}; it has {', '.join(c.starts)}")
    c = fitting_card(scenario, start)
    turns = c.turns(start)
    side, season, year = turns[0].split()
    last_side, last_season, last_year = turns[-1].split()
    control = opening_control(c)
    units, forces, raids = with_raiders_at_sea(opening_units(c, start))
    units, forces = with_submarines_on_station(c, units, forces)
    return after_earlier_script(
        c,
        start,
        State(
            rulings=rulings,
            board=c.board,
            scenario=c.id,
            start=start,
            sides=c.sides,
            year=int(year),
            season=season,
            mover=side,
            last_player_turn=(int(last_year), last_season, last_side),
            segment="setup"
            if start in c.opening
            else "start"
            if has_opening_events(c, start)
            else "announce",
            units=units,
            forces=forces,
            raids=raids,
            serial=len(raids),
            control=control,
            control_phase=control,
            control_move=control,
            control_turn=control,
            extra_ports={p.hex: p.name for p in c.places if p.port},
            points={**c.points, **c.first_points},
            income=dict(c.points),
            offensives=c.offensives,
            oil={s: n * OIL_COUNTER + OIL_EXEMPT for s, n in c.oil.items()},
            score={s: c.score.led(s, start) for s in c.sides},
            cards={s: h.tactical for s, h in c.codes.items()},
            codes={s: h.strategic for s, h in c.codes.items()},
            undealt={s: h.choice for s, h in c.codes.items() if h.choice},
            rounds=c.rounds,
            last_phase=c.last_phase,
            sw=c.sw,
            research=c.research,
            peace=frozenset(c.peace),
            seen={s: frozenset() for s in c.sides},
            purse=c.saved,
            script=(),
        ),
    )


def has_opening_events(c: Card, start: str) -> bool:
    """Return True when something happens at the start of the first player turn: by script, by
    arrival, or by a choice of cards."""
    first = c.turns(start)[0]
    if any(h.choice for h in c.codes.values()):
        return True
    return any(x.when == f"start of {first}" for x in c.script) or any(
        u.when == first for u in c.of_start(start)
    )


def turns_before(c: Card, start: str) -> tuple[str, ...]:
    """Return the player turns of the scenario that are over when a start begins."""
    every, first = c.clock["turns"], c.turns(start)[0]
    return every[: every.index(first)] if first in every else ()


def after_earlier_script(c: Card, start: str, state: State) -> State:
    """Return the position after the script of the player turns before a start. Where the script
    asks a player, the first units are taken."""
    moments = (f"{edge} of {turn}" for turn in turns_before(c, start) for edge in ("start", "end"))
    for item in (x for moment in moments for x in due_items(state, c, moment)):
        for event in immediate_events(state, c, item):
            state = event.apply(state)
        for _ in range(item.remove.factors if item.remove is not None else 0):
            if taken := removable_units(state, item):
                u = state.units[taken[0]]
                gone = (
                    {"factors": u.factors - 1}
                    if u.factors > 1
                    else {"status": "withdrawn", "at": "", "base": ""}
                )
                state = with_units_changed(state, (u.id,), **gone)
    return state


@lru_cache(None)
def fitting_card(id: str, start: str = "") -> Card:
    """Return the card of a scenario (for a start) that fits its board. Raises
    :class:`DataError`."""
    c = scenario_card(id, start)
    for wrong in placement_faults(c):
        raise DataError(f"awaw/scenarios/{id}: {wrong}")
    return c


def opening_control(c: Card) -> Mapping[str, str]:
    """Return hex -> side or neutral: the shores by country, then the scenario's own places."""
    board = boards.load(c.board)
    control = {
        p.hex: c.countries[p.country] for p in board.places.values() if p.country in c.countries
    }
    for place in c.places:
        control[place.hex] = place.control
    return {h: s for h, s in sorted(control.items()) if s in (*c.sides, NEUTRAL)}


def opening_units(c: Card, start: str) -> Mapping[str, Unit]:
    """Return every unit of the order of battle by id. Units that arrive later have the status
    ``reserve``."""
    rows = c.of_start(start)
    ships = {u.name: u for u in rows if u.kind == "ship"}
    there = ("setup", *turns_before(c, start))
    return {u.id: opening_unit(c, u, ships, there) for u in rows}


def with_raiders_at_sea(
    units: Mapping[str, Unit],
) -> tuple[dict[str, Unit], dict[str, Force], dict[str, Raid]]:
    """Return units, forces and raids with each raider that begins in an SW box as a group of its
    own. Such a group must raid (21.5331)."""
    out, forces, raids = dict(units), dict[str, Force](), dict[str, Raid]()
    for u in units.values():
        if u.side == "Axis" and u.kind == "ship" and theatre.is_sw_box(u.base) and not u.status:
            id = f"R{len(raids) + 1}"
            forces[id] = Force(id, u.side, "raid", (u.id,), (u.base,), target=u.base, origin=u.base)
            raids[id] = Raid(id, u.side, u.nation, u.base, setup=True)
            out[u.id] = replace(u, force=id)
    return out, forces, raids


def with_submarines_on_station(
    c: Card, units: dict[str, Unit], forces: dict[str, Force]
) -> tuple[dict[str, Unit], dict[str, Force]]:
    """Return units and forces with each submarine unit that begins on patrol as a force of its
    own."""
    for n, place in enumerate(c.stations, 1):
        u = units[place.unit]
        id = f"S{n}"
        forces[id] = Force(
            id,
            u.side,
            "defensive-patrol",
            (u.id,),
            (u.base, place.hex),
            1,
            place.hex,
            state="on-station",
            remains=True,
            submarines=True,
            origin=u.base,
        )
        units[u.id] = replace(u, force=id, at=place.hex)
    return units, forces


def opening_unit(
    c: Card, row: UnitRow, ships: Mapping[str, UnitRow], there: Collection[str]
) -> Unit:
    """Return a unit as it stands at the start. *there* holds the times whose units have arrived. A
    naval air squadron aboard a carrier stands where its carrier lies."""
    aboard = ships[row.place.removeprefix("aboard ")].id if row.place.startswith("aboard ") else ""
    where = c.place(ships[row.place.removeprefix("aboard ")].place if aboard else row.place).hex
    return Unit(
        id=row.id,
        name=row.name,
        side=row.side,
        nation=row.nation,
        kind=row.kind,
        type=row.type,
        factors=row.factors,
        speed="slow" if row.speed == "slow" else "fast",
        at=where,
        base=where,
        aboard=aboard,
        status="" if row.when in there else "reserve",
        base_turn=where,
        base_phase=where,
        note={"no": "garrison", "elite": "elite", "apart": APART}.get(row.scores, ""),
    )
