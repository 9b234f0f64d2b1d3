"""Boards of this rule book: places by name, theatres, fronts, ports, island groups, boxes.

A position plays on one main board. Hex ids of the other board carry a prefix (``P:QQ12``,
``E:J30``), so that they never mix with the main board's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from flagplot import boards
from flagplot.boards import Board, BoardError, Node, Place
from flagplot.table import TextError, clause

from ..state import State

EUROPE = "awaw-europe"
PACIFIC = "awaw-pacific"
PREFIX = {EUROPE: "E:", PACIFIC: "P:"}
THEATRE = {EUROPE: "Europe", PACIFIC: "Pacific"}


@lru_cache(None)
def load_board(board: str) -> Board:
    """Return a board by id."""
    return boards.load(board)


def board_of(state: State, place: str) -> Board:
    """Return the board on which a place id lies: the main board, unless the id has a prefix."""
    return board_at(state.board, place)


def board_at(main: str, place: str) -> Board:
    """Return the board on which a place id lies, in a position on board *main*."""
    if place[1:2] == ":":
        return load_board(EUROPE if place[0] == "E" else PACIFIC)
    return load_board(main)


def bare_id(place: str) -> str:
    """Return a place id without its board prefix."""
    return place[2:] if place[1:2] == ":" else place


def theatre_of(state: State, place: str) -> str:
    """Return the theatre of a hex or box: ``Europe`` or ``Pacific``."""
    if is_box(place):
        return BOX_THEATRE.get(place, THEATRE[state.board])
    return THEATRE[board_of(state, place).id]


def other_board(board: str) -> str:
    """Return the id of the other board."""
    return PACIFIC if board == EUROPE else EUROPE


# ------------------------------------------------------------------------------------------ boxes
ATLANTIC_US = "Atlantic U.S. box"
PACIFIC_US = "Pacific U.S. box"
AUSTRALIA = "Australia box"
INDIA = "India box"
SOUTH_AFRICA = "South Africa box"
ATLANTIC_SW = "Atlantic SW box"
INDIAN_SW = "Indian Ocean SW box"
PACIFIC_SW = "Pacific SW box"
MAPBOARD_BOXES = (ATLANTIC_US, PACIFIC_US, AUSTRALIA, INDIA, SOUTH_AFRICA)
SW_BOXES = (ATLANTIC_SW, INDIAN_SW, PACIFIC_SW)
BOX_THEATRE = {
    **dict.fromkeys((ATLANTIC_US, SOUTH_AFRICA, ATLANTIC_SW), "Europe"),
    **dict.fromkeys((PACIFIC_US, AUSTRALIA, INDIA, INDIAN_SW, PACIFIC_SW), "Pacific"),
}
BOX_WORDS = {
    **dict.fromkeys(
        ("atlantic u.s.", "atlantic us", "u.s. atlantic", "us atlantic", "u.s.", "us"), ATLANTIC_US
    ),
    **dict.fromkeys(("pacific u.s.", "pacific us", "u.s. pacific", "us pacific"), PACIFIC_US),
    **dict.fromkeys(("indian ocean sw", "indian sw"), INDIAN_SW),
    "australia": AUSTRALIA,
    "india": INDIA,
    "south africa": SOUTH_AFRICA,
    "atlantic sw": ATLANTIC_SW,
    "pacific sw": PACIFIC_SW,
}


def box_named(text: str) -> str:
    """Return the box that a text names (``Atlantic U.S. box``, ``the India box``), or an empty
    string."""
    wanted = " ".join(text.split()).casefold().removeprefix("the ")
    wanted = (
        wanted.replace("submarine warfare", "sw")
        .replace("strategic warfare", "sw")
        .replace("mapboard ", "")
    )
    for tail in (" mapboard box", " box"):
        if wanted.endswith(tail):
            return BOX_WORDS.get(wanted.removesuffix(tail), "")
    if wanted.endswith(" sw") or wanted in (
        "atlantic u.s.",
        "atlantic us",
        "pacific u.s.",
        "pacific us",
    ):
        return BOX_WORDS.get(wanted, "")
    return ""


def is_box(place: str) -> bool:
    """Return True for a mapboard or SW box."""
    return place in BOX_THEATRE


def is_mapboard_box(place: str) -> bool:
    """Return True for one of the five mapboard boxes (unlimited basing)."""
    return place in MAPBOARD_BOXES


def is_sw_box(place: str) -> bool:
    """Return True for a strategic warfare box."""
    return place in SW_BOXES


@lru_cache(None)
def board_box(board: str, box: str) -> str:
    """Return a board's id of a box, or an empty string when the board does not show it."""
    return next(
        (b.id for b in load_board(board).boxes.values() if b.title.casefold() == box.casefold()), ""
    )


# ----------------------------------------------------------------------------------------- places
def _find(board: str, text: str) -> Place | None:
    return load_board(board).find_or_none(text)


def place_id(state: State, text: str) -> str:
    """Return the id of the place that a text names: a box, hex id or place name. An id on the other
    board has its prefix.

    Raises :class:`TextError` with suggestions.
    """
    if state.extra_ports:
        low = " ".join(text.split()).casefold().removeprefix("the ").removeprefix("port of ")
        for key, name in state.extra_ports.items():
            if name.casefold() == low:
                return key
    return _place_id(state.board, text)


@lru_cache(20_000)
def _place_id(main: str, text: str) -> str:
    tidy = " ".join(text.strip().strip(".").split())
    box = box_named(tidy + "." if tidy.endswith("U.S") else tidy)
    if box:
        return box
    low = tidy.casefold()
    for board, prefix in PREFIX.items():
        for word in (
            prefix.casefold(),
            THEATRE[board].casefold() + " ",
            THEATRE[board].casefold() + " hex ",
        ):
            if low.startswith(word):
                at = find_on(board, tidy[len(word) :])
                return at if board == main else prefix + at
    low = low.removeprefix("the ").removeprefix("hex ").removeprefix("port of ")
    tidy = tidy[len(tidy) - len(low) :]
    found = _find(main, tidy)
    if found is not None:
        boxed = load_board(main).boxes.get(found.hex)
        return boxed.title if boxed is not None and boxed.title in BOX_THEATRE else found.hex
    beyond = _BEYOND.fullmatch(tidy)
    if beyond:
        return _beyond(main, beyond)
    over = _find(other_board(main), tidy)
    if over is not None:
        return PREFIX[other_board(main)] + over.hex
    return find_on(main, tidy)


_BEYOND = re.compile(r"([A-Za-z]{1,2})(\d+)([nesw])(\d+)", re.IGNORECASE)


def _beyond(main: str, written: re.Match[str]) -> str:
    """Return the id of a hex written as beyond the edge of the board. Hexes off the northern edge
    of the Europe board are read, so that the rule can refuse them. Any other must be one the board
    knows.

    Raises :class:`TextError` otherwise.
    """
    row, number, way, steps = written[1].upper(), written[2], written[3].lower(), written[4]
    edge = f"{row}{number}"
    board = load_board(main)
    if main == EUROPE and way == "n" and row == "A" and edge in board.hexes:
        return f"{edge}n{steps}"
    ends = sorted(h for h in board.virtual if re.fullmatch(rf"{row}\d+[ew]1", h))
    hint = f"; in row {row} the first hex beyond the edge is {ends[0]}" if ends else ""
    raise TextError(
        f"{edge}{way}{steps} is not a hex beyond the edge of the board{hint}", -1, tuple(ends)
    )


@lru_cache(20_000)
def is_north_of_board(place: str) -> bool:
    """Return True for a hex beyond the northern edge of the Europe board, which no ship may enter
    (21.217C)."""
    written = _BEYOND.fullmatch(place)
    return written is not None and written[3].lower() == "n"


def find_on(board: str, text: str) -> str:
    """Return the hex of a place on a named board. Raises :class:`TextError` when there is none."""
    try:
        return load_board(board).find(text.strip()).hex
    except BoardError as e:
        raise TextError(str(e), -1, e.suggestions) from None


def name_of(state: State, place: str) -> str:
    """Return the name that a player would write for a place: a box, the port's name, else the hex
    id."""
    if is_box(place):
        return place
    if place in state.extra_ports:
        return state.extra_ports[place]
    here = port_places(state, place)
    return here[0].name if here else place


def places_at(state: State, place: str) -> tuple[Place, ...]:
    """Return the named places of a hex, ports first."""
    return printed_at(state.board, place)[0]


def port_places(state: State, place: str) -> tuple[Place, ...]:
    """Return the printed ports of a hex."""
    return printed_at(state.board, place)[1]


def waters(state: State, place: str) -> tuple[Node, ...]:
    """Return the nodes in which ships of a hex float: those of its ports, else every body of water
    of the hex."""
    return printed_at(state.board, place)[2] or water_bodies(board_of(state, place), place)


def harbour(state: State, place: str) -> frozenset[str]:
    """The hexes in which ships of a port float."""
    return frozenset({place} if is_box(place) else {place, *(n.hex for n in waters(state, place))})


FAR = 999
"""Distance to places that are not on the grid of a board, in hexes."""


@lru_cache(1 << 16)
def flight_distance(board: Board, one: str, two: str) -> int:
    """Return the hexes between two places in a straight line. It is :data:`FAR` to boxes, beyond
    the northern edge and to units out of play."""
    one, two = bare_id(one), bare_id(two)
    return board.distance(one, two) if one in board.coords and two in board.coords else FAR


def water_bodies(board: Board, place: str) -> tuple[Node, ...]:
    """Return the bodies of water in a hex. Empty for boxes, hexes beyond the northern edge and
    units out of play."""
    return board.bodies(bare_id(place)) if bare_id(place) in board.hexes else ()


NO_PORTS = ("Gothenburg", "Bari")
"""Ports of the geography that the rules do not count. The Danish shore of the Skagerrak (F33) must
not give its holder a Swedish port, and Taranto's hex (AA24) must not give a way round the Strait of
Otranto."""


def ports_of(board: Board) -> Iterator[Place]:
    """Yield every printed port of a board that the rules count."""
    return (p for p in board.ports() if p.name not in NO_PORTS)


@lru_cache(1 << 16)
def printed_at(
    main: str, place: str
) -> tuple[tuple[Place, ...], tuple[Place, ...], tuple[Node, ...]]:
    """Return what is printed in a hex of a position on board *main*: its places, its ports, the
    nodes of its ports."""
    if place in BOX_THEATRE:
        return (), (), ()
    board = board_at(main, place)
    places = board.places_at(bare_id(place))
    ports = tuple(p for p in places if p.ports and p.name not in NO_PORTS)
    return places, ports, tuple(dict.fromkeys(n for p in ports for n in p.waters))


LONE_ISLANDS = (
    "Midway",
    "Wake",
    "Johnston Island",
    "Marcus",
    "Nauru",
    "Santa Cruz",
    "Wallis",
    "Christmas Island",
    "Palmyra",
    "Canton Island",
)
"""Small islands that the board puts in no group. Each counts as a group of its own."""
BIG_ISLANDS = ("New Ireland", "Rabaul", "Bougainville")
"""Members of island groups that are more than one hex of land."""


def island_group(state: State, place: str) -> str:
    """Return the Pacific island group of a hex, or an empty string."""
    if is_box(place):
        return ""
    b = board_of(state, place)
    for p in b.places_at(bare_id(place)):
        if p.island_group:
            return p.island_group
    return next((p.name for p in b.places_at(bare_id(place)) if p.name in LONE_ISLANDS), "")


PORTLESS = ("Palawan", "New Ireland", "Halmahera")
"""Bigger islands without a port. Their beaches serve as one (21.37B)."""


@clause("21.37A", "21.37B")
def is_open_island(state: State, place: str) -> bool:
    """Return True for a one-hex island and for Palawan, New Ireland and Halmahera: units embark and
    land there without a port."""
    if is_box(place):
        return False
    return is_one_hex_island(state, place) or any(
        p.name in PORTLESS for p in places_at(state, place)
    )


def is_one_hex_island(state: State, place: str) -> bool:
    """Return True when the land of the hex is a one-hex island."""
    if is_box(place):
        return False
    b = board_of(state, place)
    here = b.places_at(bare_id(place))
    if any(p.name in BIG_ISLANDS for p in here):
        return False
    small = any(p.one_hex_island or p.island_group or p.name in LONE_ISLANDS for p in here)
    cell = b.hexes.get(bare_id(place))
    return cell is not None and (cell.one_hex_island or (b.id == PACIFIC and small))
