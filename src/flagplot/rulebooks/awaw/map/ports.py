"""Ports: where they are, their capacity (21.11), the factors that count against it (21.113,
21.415), and port counters (21.12)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import lru_cache
from operator import attrgetter

from msgspec import Struct

from flagplot.boards import Node
from flagplot.boards.map_facts import rows_of
from flagplot.table import clause
from flagplot.table.core.memo import by_value, memo_per_parts

from ..state import NEUTRAL, NOT_FACTORS, PRESENT, SEASONS, State, Unit, unit_fields
from ..state.nations import NATIONS, principal_nation, side_of
from . import theatre

UNLIMITED = 1_000_000
PORT_FACTORS = 50


@clause("21.12", "21.12@earlier", "21.111#2", "21.123", "21.124")
def port_count(state: State, place: str) -> int:
    """Return the number of ports in a hex: the printed ones, else 1 for a port counter or a port of
    the scenario.

    A counter is permanent. The side that holds it may use it at once.
    """
    if theatre.is_box(place):
        return 0
    if place in state.anchors:
        return state.anchors[place]
    printed = sum(p.ports for p in theatre.port_places(state, place))
    if printed:
        return printed
    return 1 if place in state.ports or place in state.extra_ports else 0


def is_port(state: State, place: str) -> bool:
    """Return True for a hex with a port, and for a box in which ships may be based."""
    return theatre.is_box(place) or port_count(state, place) > 0


@clause("21.37")
def is_landing_place(state: State, place: str) -> bool:
    """Return True where units may embark and land: a port, a mapboard box, or an island that needs
    no port."""
    if theatre.is_box(place):
        return theatre.is_mapboard_box(place)
    return is_port(state, place) or theatre.is_open_island(state, place)


def port_fields(state: State) -> tuple[object, ...]:
    """Return the fields of the state that say which hexes have ports, and how many."""
    return state.board, state.anchors, state.ports, state.extra_ports


@clause("21.11", "21.111", "21.114")
@memo_per_parts(port_fields)
def capacity(state: State, place: str) -> int:
    """Return the naval factors that a place may base: 50 for a port, 100 for a hex with two, no
    limit in a box. An anchor adds nothing."""
    if theatre.is_box(place):
        return UNLIMITED
    return PORT_FACTORS * min(2, port_count(state, place))


@clause("21.11#2")
def is_naval_base(state: State, place: str) -> bool:
    """Return True for a port with an anchor symbol. The anchor matters only to construction and air
    defence."""
    return any(p.naval_base for p in theatre.port_places(state, place))


@clause("21.113", "21.415#2")
def base_loads_of(ships: Iterable[Unit]) -> dict[tuple[str, str], int]:
    """Return the factors of *ships* that count against each base: (place, side) -> factors. Ships
    on patrol count at their base; ships that wait for repair do not count."""
    counted: dict[tuple[str, str], int] = {}
    for u in ships:
        at = u.base, u.side
        counts = u.status != "repair" and u.type not in NOT_FACTORS
        counted[at] = counted.get(at, 0) + (u.factors if counts else 0)
    return counted


def factors_charged(ships: Iterable[Unit]) -> int:
    """Return how many factors of *ships* count against their bases."""
    return sum(base_loads_of(ships).values())


@memo_per_parts(unit_fields)
def base_loads(state: State) -> Mapping[tuple[str, str], int]:
    """Return the factors that count against each base: (place, side) -> factors."""
    return base_loads_of(state.ships())


def factors_based(state: State, place: str, side: str = "") -> int:
    """Return the factors based in a place now, of one side or of both. Ships on patrol from the
    place are included."""
    counted = base_loads(state)
    return (
        counted.get((place, side), 0)
        if side
        else sum([n for (at, _), n in counted.items() if at == place])
    )


def spare_capacity(state: State, place: str, side: str = "") -> int:
    """Return how many more factors a place can base."""
    return capacity(state, place) - factors_based(state, place, side)


def holder(state: State, place: str, when: str = "now") -> str:
    """Return the holder of a hex or box (nation, side or ``neutral``) at a snapshot: ``now``,
    ``phase``, ``movement`` or ``turn``.

    A place that no snapshot names belongs to the side whose units stand there, because its ships
    need a friendly base. With no units there it belongs to its historical holder, or to nobody.
    """
    if theatre.is_box(place):
        return "Allied"
    table: Mapping[str, str] = getattr(state, SNAPSHOTS[when])
    found = table.get(place)
    if found is None:
        found = first_residents(state).get(place)
    if found is not None:
        return found
    return historical_holder(state, place) if state.as_in_history else NEUTRAL


SNAPSHOTS = {
    "now": "control",
    "phase": "control_phase",
    "movement": "control_move",
    "turn": "control_turn",
}


@memo_per_parts(unit_fields)
def first_residents(state: State) -> Mapping[str, str]:
    """Return base -> side of the first unit that stands there."""
    return dict(_first_at_each(state, ()))


def _first_at_each(state: State, but: Container[str]) -> tuple[tuple[str, str], ...]:
    """Return each base with the side of the first unit that stands there, except the places in
    *but*."""
    found: dict[str, str] = {}
    for u in state.units.values():
        if u.base not in but and not u.force and u.status in PRESENT:
            found.setdefault(u.base, u.side)
    return tuple(found.items())


def _snapshots(state: State) -> tuple[object, ...]:
    return state.control, state.control_phase, state.control_move, state.control_turn


@memo_per_parts(_snapshots)
def _always_named(state: State) -> frozenset[str]:
    """Return the places whose holder every snapshot names."""
    return frozenset.intersection(*(frozenset(getattr(state, name)) for name in SNAPSHOTS.values()))


def _resident_fields(state: State) -> tuple[object, ...]:
    return *unit_fields(state), *_snapshots(state)


@memo_per_parts(_resident_fields)
def unnamed_residents(state: State) -> tuple[tuple[str, str], ...]:
    """Return (place, side) of the residents of places whose holder some snapshot does not name."""
    named = _always_named(state)
    return (
        _interned(_first_at_each(state, named))
        if {u.base for u in state.units.values()} - named
        else ()
    )


@lru_cache(256)
def _interned(value: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return value


_shore_fields = attrgetter(
    "rulings",
    "board",
    "as_in_history",
    "year",
    "season",
    "sides",
    "sidings",
    "supply",
    "closed",
    "ports",
    "extra_ports",
    "anchors",
    "straits",
    *SNAPSHOTS.values(),
)


@by_value
def shore_fields(state: State) -> tuple[object, ...]:
    """Return everything in the state that decides control of shores, ports and straits. It does not
    change while ships sail."""
    return (*_shore_fields(state), unnamed_residents(state))


class History(Struct, frozen=True, forbid_unknown_fields=True):
    """Rows of ``holders.toml``."""

    country: dict[str, str]
    change: tuple[Change, ...]


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """Places of a country that changed hands, with their holders by year and season."""

    country: str
    hexes: tuple[str, ...]
    held: tuple[tuple[int, str, str], ...]
    note: str = ""


@lru_cache(1)
def holder_history() -> History:
    """Return the history of control, as ``holders.toml`` tells it."""
    return rows_of("rulebooks/awaw/map/holders.toml", History)


def historical_holder(state: State, place: str) -> str:
    """Return the historical holder of a place, for positions (cases) that do not name it:
    ``neutral`` where nothing is known."""
    if place in state.ports:
        return state.ports[place].builder
    for p in theatre.places_at(state, place):
        held = [
            x
            for row in holder_history().change
            if row.country == p.country and theatre.bare_id(place) in row.hexes
            for x in row.held
        ]
        since = [
            who for year, season, who in held if state.turn >= year * 4 + SEASONS.index(season)
        ]
        who = (
            since[-1]
            if since
            else holder_history().country.get(p.country, p.country if p.country in NATIONS else "")
        )
        if who:
            return who
    board = theatre.board_of(state, place)
    for link in board.links.values():
        named = [c.hex for c in link.controls if c.place and c.hex != place]
        if (
            link.kind == "canal"
            and named
            and any(c.hex == theatre.bare_id(place) for c in link.controls)
        ):
            return historical_holder(
                state, theatre.PREFIX[board.id] + named[0] if board.id != state.board else named[0]
            )
    return NEUTRAL


def nation_holding(state: State, place: str) -> str:
    """Return the nation that holds a hex or box, or ``neutral``.

    Where the state names only the side, this is the historical holder if it is on that side, else
    the side's principal nation.
    """
    held = holder(state, place)
    if held in NATIONS or held == NEUTRAL:
        return held
    home = "" if theatre.is_box(place) else historical_holder(state, place)
    ours = home in NATIONS and side_of(state, home) == held
    return home if ours else principal_nation(held, pacific=state.board == theatre.PACIFIC)


@memo_per_parts(shore_fields)
def side_holding(state: State, place: str, when: str = "now") -> str:
    """Return the side that controls a hex at a snapshot, or ``neutral``."""
    return side_of(state, holder(state, place, when))


@clause("21.123#2")
def is_friendly(state: State, side: str, place: str, when: str = "now") -> bool:
    """Return True when *side* controls the hex. Who built its port does not matter. Boxes are the
    Western Allies'."""
    return side_holding(state, place, when) == side


def supply_level(state: State, place: str) -> str:
    """Return the supply level of a place: ``full``, ``partial`` or ``none``."""
    return state.supply.get(place, "full")


def is_operational(state: State, place: str) -> bool:
    """Return False for a port that is closed by the scenario or out of supply."""
    return not state.closed.get(place, False) and supply_level(state, place) != "none"


@lru_cache(8)
def _printed_port_waters(board_id: str) -> Mapping[str, tuple[Node, ...]]:
    """Return hex -> waters of all its ports, for the hexes with printed ports."""
    places: dict[str, tuple[Node, ...]] = {}
    for p in theatre.ports_of(theatre.load_board(board_id)):
        places[p.hex] = tuple(dict.fromkeys((*places.get(p.hex, ()), *p.waters)))
    return places


@memo_per_parts(shore_fields)
def port_waters(state: State, board_id: str) -> Mapping[str, tuple[Node, ...]]:
    """Return place id -> waters of its ports, for all ports of a board: the printed ones, and on
    the main board those that the state adds."""
    board = theatre.load_board(board_id)
    prefix = "" if board_id == state.board else theatre.PREFIX[board_id]
    places = {prefix + h: waters for h, waters in _printed_port_waters(board_id).items()}
    for h in () if prefix else (*state.ports, *state.extra_ports, *state.anchors):
        if h in board.hexes and h not in places:
            places[h] = board.bodies(h)
    return places
