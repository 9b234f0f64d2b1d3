"""Ports: where they are, what they hold (21.11), who counts against them (21.113, 21.415), and
counters (21.12)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import lru_cache
from operator import attrgetter

from msgspec import Struct

from flagplot.boards import Node
from flagplot.boards.map_facts import rows_of
from flagplot.table import clause
from flagplot.table.core.memo import by_value, memo_per_parts

from ..state import NEUTRAL, NOT_FACTORS, PRESENT, SEASONS, State, Unit, roster
from ..state.nations import NATIONS, principal, side_of
from . import theatre

UNLIMITED = 1_000_000
PORT_FACTORS = 50


@clause("21.12", "21.12@earlier", "21.111#2", "21.123", "21.124")
def port_count(state: State, place: str) -> int:
    """How many ports a hex has: printed ones, and a port counter (or a scenario's port) counts as
    one.

    A counter is permanent: nothing but building it changes ``state.ports``, and it may be used at
    once by whoever holds it.
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
    """True for a hex with a port or a box in which ships may be based."""
    return theatre.is_box(place) or port_count(state, place) > 0


@clause("21.37")
def landing_place(state: State, place: str) -> bool:
    """Where units may embark and land: a port, a mapboard box, or an island that needs no port."""
    if theatre.is_box(place):
        return theatre.is_mapboard_box(place)
    return is_port(state, place) or theatre.open_island(state, place)


def harbours(state: State) -> tuple[object, ...]:
    """The part of a position that says which hexes have ports, and how many."""
    return state.board, state.anchors, state.ports, state.extra_ports


@clause("21.11", "21.111", "21.114")
@memo_per_parts(harbours)
def capacity(state: State, place: str) -> int:
    """Naval factors a place may base: 50 for a port, 100 for a hex with two, no limit in a box; an
    anchor adds nothing."""
    if theatre.is_box(place):
        return UNLIMITED
    return PORT_FACTORS * min(2, port_count(state, place))


@clause("21.11#2")
def naval_base(state: State, place: str) -> bool:
    """True for a port with an anchor symbol: it matters to construction and air defence only."""
    return any(p.naval_base for p in theatre.port_places(state, place))


@clause("21.113", "21.415#2")
def burdens_of(ships: Iterable[Unit]) -> dict[tuple[str, str], int]:
    """The factors of some ships that count against each base, by its place and their side: of all
    that are based there, on patrol or not, but none of those that wait for repair."""
    counted: dict[tuple[str, str], int] = {}
    for u in ships:
        at = u.base, u.side
        counts = u.status != "repair" and u.type not in NOT_FACTORS
        counted[at] = counted.get(at, 0) + (u.factors if counts else 0)
    return counted


def charged(ships: Iterable[Unit]) -> int:
    """The factors of some ships that count against their bases."""
    return sum(burdens_of(ships).values())


@memo_per_parts(roster)
def burdens(state: State) -> Mapping[tuple[str, str], int]:
    """The factors that count against each base, by its place and the side of the ships."""
    return burdens_of(state.ships())


def based(state: State, place: str, side: str = "") -> int:
    """Factors based in a place now, those on patrol from it included."""
    counted = burdens(state)
    return (
        counted.get((place, side), 0)
        if side
        else sum([n for (at, _), n in counted.items() if at == place])
    )


def room(state: State, place: str, side: str = "") -> int:
    """Factors a place can still take."""
    return capacity(state, place) - based(state, place, side)


def holder(state: State, place: str, when: str = "now") -> str:
    """Who controls a hex or box (nation, side or ``neutral``) at a snapshot:
    ``now phase movement turn``.

    What nobody has named belongs to the side whose units stand there (its ships need a friendly
    base), else to nobody.
    """
    if theatre.is_box(place):
        return "Allied"
    table: Mapping[str, str] = getattr(state, SNAPSHOTS[when])
    found = table.get(place)
    if found is None:
        found = residents(state).get(place)
    if found is not None:
        return found
    return usual_holder(state, place) if state.as_in_history else NEUTRAL


SNAPSHOTS = {
    "now": "control",
    "phase": "control_phase",
    "movement": "control_move",
    "turn": "control_turn",
}


@memo_per_parts(roster)
def residents(state: State) -> Mapping[str, str]:
    """The side of the first unit that stands in each base."""
    return dict(_first_at_each(state, ()))


def _first_at_each(state: State, but: Container[str]) -> tuple[tuple[str, str], ...]:
    """Each base with the side of the first unit that stands there, some places left out."""
    found: dict[str, str] = {}
    for u in state.units.values():
        if u.base not in but and not u.force and u.status in PRESENT:
            found.setdefault(u.base, u.side)
    return tuple(found.items())


def _snapshots(state: State) -> tuple[object, ...]:
    return state.control, state.control_phase, state.control_move, state.control_turn


@memo_per_parts(_snapshots)
def _named(state: State) -> frozenset[str]:
    """The places whose holder every snapshot names."""
    return frozenset.intersection(*(frozenset(getattr(state, name)) for name in SNAPSHOTS.values()))


def _standing(state: State) -> tuple[object, ...]:
    return *roster(state), *_snapshots(state)


@memo_per_parts(_standing)
def strangers(state: State) -> tuple[tuple[str, str], ...]:
    """Residents of places whose holder some snapshot does not name: (place, side)."""
    named = _named(state)
    return (
        _same(_first_at_each(state, named))
        if {u.base for u in state.units.values()} - named
        else ()
    )


@lru_cache(256)
def _same(value: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
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
def shores(state: State) -> tuple[object, ...]:
    """All of a position that says who holds which shore, and which ports and straits there are: the
    same while ships sail."""
    return (*_shore_fields(state), strangers(state))


class History(Struct, frozen=True, forbid_unknown_fields=True):
    """The rows of ``holders.toml``."""

    country: dict[str, str]
    change: tuple[Change, ...]


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """Places of a country that changed hands, and who held them from which season on."""

    country: str
    hexes: tuple[str, ...]
    held: tuple[tuple[int, str, str], ...]
    note: str = ""


@lru_cache(1)
def history() -> History:
    """Who held what before the war came there."""
    return rows_of("rulebooks/awaw/map/holders.toml", History)


def usual_holder(state: State, place: str) -> str:
    """Whose a named place was, for positions that do not say (cases): neutral where nothing is
    known."""
    if place in state.ports:
        return state.ports[place].builder
    for p in theatre.places_at(state, place):
        held = [
            x
            for row in history().change
            if row.country == p.country and theatre.bare(place) in row.hexes
            for x in row.held
        ]
        since = [
            who for year, season, who in held if state.turn >= year * 4 + SEASONS.index(season)
        ]
        who = (
            since[-1]
            if since
            else history().country.get(p.country, p.country if p.country in NATIONS else "")
        )
        if who:
            return who
    board = theatre.board_of(state, place)
    for link in board.links.values():
        named = [c.hex for c in link.controls if c.place and c.hex != place]
        if (
            link.kind == "canal"
            and named
            and any(c.hex == theatre.bare(place) for c in link.controls)
        ):
            return usual_holder(
                state, theatre.PREFIX[board.id] + named[0] if board.id != state.board else named[0]
            )
    return NEUTRAL


def nation_holding(state: State, place: str) -> str:
    """Return the nation that holds a hex or box. Where a position names only the side: the nation
    whose the place was in history when that is on the side, else the side's principal nation.
    ``neutral`` where nobody holds it."""
    held = holder(state, place)
    if held in NATIONS or held == NEUTRAL:
        return held
    home = "" if theatre.is_box(place) else usual_holder(state, place)
    ours = home in NATIONS and side_of(state, home) == held
    return home if ours else principal(held, pacific=state.board == theatre.PACIFIC)


@memo_per_parts(shores)
def side_holding(state: State, place: str, when: str = "now") -> str:
    """The side that controls a hex at a snapshot, or ``neutral``."""
    return side_of(state, holder(state, place, when))


@clause("21.123#2")
def friendly(state: State, side: str, place: str, when: str = "now") -> bool:
    """True when *side* controls the hex, whoever built its port (boxes are the Western Allies')."""
    return side_holding(state, place, when) == side


def supply_level(state: State, place: str) -> str:
    """``full``, ``partial`` or ``none``."""
    return state.supply.get(place, "full")


def operational(state: State, place: str) -> bool:
    """False for a port said not to be operational, or out of supply."""
    return not state.closed.get(place, False) and supply_level(state, place) != "none"


@lru_cache(8)
def _moorings(board_id: str) -> Mapping[str, tuple[Node, ...]]:
    """The hexes with printed ports -> the waters of all their ports."""
    places: dict[str, tuple[Node, ...]] = {}
    for p in theatre.ports_of(theatre.load(board_id)):
        places[p.hex] = tuple(dict.fromkeys((*places.get(p.hex, ()), *p.waters)))
    return places


@memo_per_parts(shores)
def port_waters(state: State, board_id: str) -> Mapping[str, tuple[Node, ...]]:
    """Ports of a board (place ids) -> their bodies of water: printed ports, and those a position
    adds to its own board."""
    board = theatre.load(board_id)
    prefix = "" if board_id == state.board else theatre.PREFIX[board_id]
    places = {prefix + h: waters for h, waters in _moorings(board_id).items()}
    for h in () if prefix else (*state.ports, *state.extra_ports, *state.anchors):
        if h in board.hexes and h not in places:
            places[h] = board.bodies(h)
    return places
