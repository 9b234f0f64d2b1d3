"""Lines that set up the sea: map, squares, ports, zones, straits, time, pools, rule tables."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec.structs import replace

from flagplot.boards import load
from flagplot.table import Rulings, TextError
from flagplot.table.language import Choice
from flagplot.table.setup.rulings import RuleTable

from ..map.battle_ocean import hex_text
from ..map.chart import Strait, Zone
from ..map.chart_from_board import chart_of
from ..map.squares import is_square, square_of
from ..state import Fall, Invasion, Port, State
from ..state.ratings import port_size
from ..state.territories import is_true_island
from . import nouns as n
from .defaults import SAID, in_phase, unless_said
from .nouns import lines, refuse_second_line

BOARDS = {"Europe": "campaign-europe", "Far East": "campaign-fareast"}


@lines.given("theatre {theatre}")
def theatre(state: State, theatre: Literal["europe", "fareast"]) -> State:
    """Set up the scale and modifiers of a map, still an empty sea."""
    columns, rows = (58, 43) if theatre == "europe" else (67, 40)
    return replace(state, chart=replace(state.chart, theatre=theatre, columns=columns, rows=rows))


@lines.given("map {theatre}")
def real_map(state: State, theatre: Literal["Europe", "Far East"]) -> State:
    """Set up the real theatre with all its ports, neutral until a line names their holder."""
    board = load(BOARDS[theatre])
    ports = {
        p.name: Port(
            p.name,
            square_of(p.hex),
            "",
            "major" if p.naval_base else "minor",
            "",
            100 if p.naval_base else 0,
            neutral=True,
            island=is_true_island(state.rulings, p.name),
        )
        for p in board.places.values()
        if p.ports and is_square(p.hex)
    }
    return replace(state, chart=chart_of(board.id), ports={**ports, **state.ports})


# -- time
@lines.given("turn {turn} [, {season}] [, {phase} phase]")
def turn(state: State, turn: int, season: n.Season = "", phase: n.Phase | None = None) -> State:
    """Set up a turn, and its season and phase if named."""
    state = replace(state, turn=turn, season=season or state.season)
    return the_phase(state, phase) if phase is not None else state


@lines.given("{phase} phase")
def the_phase(state: State, phase: n.Phase) -> State:
    """Set up the phase. It stays whatever the first order is."""
    if phase == "orders":
        state = replace(state, flags={**state.flags, SAID: "yes"})
    return state if state.phase == phase else in_phase(state, phase)


lines.given_row("season {season}", lambda state, season: replace(state, season=season))


lines.given_row(
    "{side} is done", lambda state, side: replace(state, done=tuple(sorted({*state.done, side})))
)


# -- squares, ports, zones
@lines.given("{kind} {at} [held by {side}]")
def square(
    state: State, kind: Literal["sea", "land", "island"], at: n.Square, side: n.Side = ""
) -> State:
    """Set up the kind of a square."""
    if not is_square(at):
        raise TextError(f"{at!r} is no square")
    chart = state.chart.with_square(square_of(at), kind)
    return replace(
        state, chart=replace(chart, owners={**chart.owners, at: side}) if side else chart
    )


lines.given_row(
    "{at} lies on the {front} front",
    lambda state, at, front: replace(
        state, chart=replace(state.chart, fronts={**state.chart.fronts, at: front})
    ),
    at=n.Square,
    front=Literal["Pacific", "Southeast Asian"],
)


SIZE = Annotated[str, Choice("minor", "major", "black", "red", name="size")]


@lines.given("[{size}] port {name} at {at} [held by {side}] [open on {opens}] [yard {yard}]")
def a_port(
    state: State,
    name: n.Name,
    at: n.Square,
    size: SIZE = "minor",
    side: n.Holder = "",
    opens: n.Words = (),
    yard: int = 0,
) -> State:
    """Set up a port on the map. *opens* are its sea squares, where they are not all that touch
    it."""
    if not is_square(at):
        raise TextError(
            f"a port lies at a square, not at {at!r}",
            -1,
            ["port Home at 2,20", "port Home at zone NA"],
        )
    refuse_second_line(state.ports.get(name), f"port {name}")
    where = square_of(at)
    state = replace(state, ports={**state.ports, name: port_of(name, where, "", size, side, yard)})
    state = replace(state, chart=state.chart.with_square(where, "land"))
    if opens:
        state = replace(
            state,
            chart=replace(
                state.chart, sides={**state.chart.sides, name: tuple(map(square_of, opens))}
            ),
        )
    return state


@lines.given("[{size}] port {name} at zone {zone} [held by {side}] [yard {yard}]")
def port_of_zone(
    state: State, name: n.Name, zone: str, size: SIZE = "minor", side: n.Holder = "", yard: int = 0
) -> State:
    """Set up a port off the map."""
    refuse_second_line(state.ports.get(name), f"port {name}")
    return replace(state, ports={**state.ports, name: port_of(name, None, zone, size, side, yard)})


def port_of(
    name: str, at: tuple[int, int] | None, zone: str, size: str, side: str, yard: int
) -> Port:
    """Return a port as a line describes it."""
    return Port(name, at, zone, port_size(size), side, yard, neutral=not side)


@lines.given("{side} holds {places}")
def holds(state: State, side: n.Holder, places: n.Shores) -> State:
    """Set up the holder of ports, or of shores that control a strait."""
    ports = {
        x: replace(state.ports[x], side=side, neutral=not side) for x in places if x in state.ports
    }
    shores = {x: side for x in places if x not in state.ports}
    chart = replace(state.chart, owners={**state.chart.owners, **shores}) if shores else state.chart
    return replace(state, ports={**state.ports, **ports}, chart=chart)


@lines.given("zone {id} range {range} [next to {beside}]")
def zone(state: State, id: str, range: int, beside: n.Words = ()) -> State:
    """Set up an off-map sea zone, with the edge squares and zones that it touches (6.3.1)."""
    if range not in (1, 2):
        raise TextError(f"a sea zone has Range 1 or 2, not {range} (6.3.1)", -1, ["1", "2"])
    refuse_second_line(state.chart.zone(id), f"zone {id}")
    return replace(
        state, chart=replace(state.chart, zones=(*state.chart.zones, Zone(id, id, range, beside)))
    )


@lines.given("strait {name} between {a} and {b} held by {holders} [needs {needs}] [in {seasons}]")
def strait(
    state: State,
    name: n.Name,
    a: str,
    b: str,
    holders: tuple[n.Name, ...],
    needs: int = -1,
    seasons: tuple[n.Season, ...] = (),
) -> State:
    """Set up a strait: its ends, the ports or shores that control it, how many of them are needed,
    its seasons."""
    refuse_second_line(state.chart.strait(name), f"strait {name}")
    held = tuple(x for x in holders if x != "nobody")
    need = needs if needs >= 0 else min(1, len(held))
    made = Strait(name, name, (a, b), held, need, "6.4.1.e", seasons)
    return replace(state, chart=replace(state.chart, straits=(*state.chart.straits, made)))


@lines.given("arctic {places}")
def arctic(state: State, places: n.Words) -> State:
    """Set up places that are ice in Winter and Spring."""
    strange = [x for x in places if not is_square(x) and state.chart.zone(x) is None]
    if strange:
        raise TextError(f"{strange[0]!r} is no square and no zone")
    return replace(state, chart=replace(state.chart, arctic=state.chart.arctic | frozenset(places)))


# Friendly land for overland moves, where the map does not join two ports.
lines.given_row(
    "land between {a} and {b} held by {side}",
    lambda state, a, b, side: replace(state, flags={**state.flags, f"land {a} {b}": side}),
    a=n.PortName,
    b=n.PortName,
)


# -- what happened on land, transports
lines.given_row(
    "pool {pool} of {side} {count}",
    lambda state, pool, side, count: replace(state, pools={**state.pools, f"{side}/{pool}": count}),
)


@lines.given("{place} falls to {side} by {how} [, {units} units]")
def falls(
    state: State, place: n.Shore, side: n.Side, how: Literal["retreat", "overrun"], units: int = 0
) -> State:
    """Set up a port lost on land, and the loser's land units still ashore."""
    loser = n.territory_named(state, place).side or next(s for s in state.sides if s != side)
    return unless_said(
        replace(state, falls=(*state.falls, Fall(place, side, loser, how, units))), "breakthrough"
    )


@lines.given("{place} is invaded by {side} [with {ships}]")
def invaded(state: State, place: n.Shore, side: n.Side, ships: n.Ships = ()) -> State:
    """Set up a naval invasion and the ships of its fleet."""
    return unless_said(
        replace(state, invasions=(*state.invasions, Invasion(place, side, ships))), "operations"
    )


# -- tables
@lines.given("hex {at} belongs to square {square}")
def hex_square(state: State, at: n.Hex, square: str) -> State:
    """Set up a hex in a square of the Map Hexes chart."""
    n.read_numbers((square,))
    table = state.rulings.table("campaign.map-hexes")
    rows = tuple(
        (row, (f"{cells[0]} {hex_text(at)}",) if row == square else cells)
        for row, cells in table.rows
    )
    return with_table(state, replace(table, rows=rows))


@lines.given("deployment {entry} blue {blue} red {red} [destination {destination}]")
def deployment(
    state: State, entry: n.Name, blue: n.Words, red: n.Words, destination: n.Words = ()
) -> State:
    """Set up an entry of the deployment worksheet. The destination is common to all entries. Raises
    :class:`TextError` when a battle is already set up."""
    if state.battle is not None:
        raise TextError("the battle has been set up already; a deployment stands before it")
    table = state.rulings.table("campaign.deployment")
    said = {entry: (blue, red)} | ({"destination": (destination, ())} if destination else {})
    written = {
        row: tuple(" ".join(map(str, n.read_numbers(squares))) for squares in pair)
        for row, pair in said.items()
    }
    rows = dict(table.rows) | written
    return with_table(state, replace(table, rows=tuple(rows.items())))


def with_table(state: State, table: RuleTable) -> State:
    """Return the state with one rule table changed."""
    r = state.rulings
    changed = Rulings(r.edition, r.switches, {**r.tables, table.id: table})
    battle = replace(state.battle, rulings=changed) if state.battle is not None else None
    return replace(state, rulings=changed, battle=battle)
