"""Range limits of naval units (21.36): total hexes, hexes between port touches, and the exceptions
of the Pacific."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from flagplot.boards import Node
from flagplot.table import clause
from flagplot.table.core.memo import memo_per_parts

from ...map import theatre
from ...map.ports import (
    is_friendly,
    is_operational,
    is_port,
    port_waters,
    shore_fields,
    side_holding,
    supply_level,
)
from ...state import State, Unit
from ...state.nations import is_at_war_in, is_western_allied

OFFENSIVE = frozenset({"patrol", "transport", "invasion", "bombard", "carrier", "raid"})
HAWAIIAN = "Hawaiian Islands"
ALEUTIAN = "Aleutian Islands"
INVASIONS = "awaw.invasion-range"
SHORT_PORTS = ("Port Moresby", "Sandakan")


class Limits(msgspec.Struct, frozen=True):
    """Limits of an activity: hexes in all, hexes between port touches, hexes before the first
    touch. None means no limit."""

    total: int | None
    every: int | None
    initial: int | None = None
    clause: str = ""
    why: str = ""
    """Clause of an exception that applies; empty for none."""
    rests_on: tuple[str, ...] = ()
    shortest: bool = False
    """True if the exception applies only to a shortest track (21.3615B, 21.3616C)."""


def is_in_group(state: State, place: str, group: str) -> bool:
    """Return True when a place belongs to an island group, in any spelling of the board."""
    found = theatre.island_group(state, place).casefold()
    return bool(found) and (
        found == group.casefold() or found.split()[0] == group.casefold().split()[0]
    )


def is_in_hawaii(state: State, place: str) -> bool:
    return is_in_group(state, place, HAWAIIAN)


def is_in_aleutians(state: State, place: str) -> bool:
    """Return True for the Aleutian Islands, Dutch Harbor included."""
    return is_in_group(state, place, ALEUTIAN)


HOME_ISLANDS = (
    "Tokyo",
    "Kure",
    "Osaka",
    "Sasebo",
    "Maizuru",
    "Ominato",
    "Kushiro",
    "Yokohama",
    "Yokosuka",
)


def is_in_japan(state: State, place: str) -> bool:
    """Return True for a port of the Japanese home islands."""
    return has_named_place(state, place, *HOME_ISLANDS)


def has_named_place(state: State, place: str, *names: str) -> bool:
    """Return True when a hex holds one of the named places."""
    wanted = {n.casefold() for n in names}
    return any(
        {p.name.casefold(), *(a.casefold() for a in p.aliases)} & wanted
        for p in theatre.places_at(state, place)
    )


@clause("21.36C", "21.124", "21.361#3")
def is_range_port(state: State, side: str, place: str, *, western: bool = True) -> bool:
    """Return True for a port that may break a range leg: held since the player turn began, fully
    supplied and operational (HR-36C). A port counter also serves in the player turn in which it is
    built or captured.

    A mapboard box serves as HR-36D says. A notional hex beyond an edge serves the Western Allies.
    """
    if place in theatre.load_board(state.board).notional_ports:
        return western and is_western_allied(side)
    if theatre.is_box(place):
        return (
            western and state.rulings.switch("HR-36D") == "ports" and theatre.is_mapboard_box(place)
        )
    if not is_friendly(state, side, place) or not is_port(state, place):
        return False
    rule = state.rulings.switch("HR-36C")
    counter = place in state.ports and not theatre.port_places(state, place)
    if not counter and not is_friendly(state, side, place, "phase" if rule == "phase" else "turn"):
        return False
    return rule == "any" or (supply_level(state, place) == "full" and is_operational(state, place))


@memo_per_parts(shore_fields)
def _own_ports(state: State, side: str, board_id: str, every: int) -> Mapping[Node, int]:
    """Return the waters of a board's ports that may break a leg of *side* -> hexes that may
    follow."""
    out: dict[Node, int] = {}
    for place, waters in port_waters(state, board_id).items():
        if is_range_port(state, side, place):
            leg = 5 if has_named_place(state, place, *SHORT_PORTS) else every
            out.update({n: max(leg, out.get(n, 0)) for n in waters})
    return out


@clause("21.361#3", "21.3617", "21.3612#2")
def range_ports(
    state: State,
    side: str,
    units: Sequence[Unit],
    board_id: str,
    every: int,
    extra: Sequence[str] = (),
) -> Mapping[Node, int]:
    """Return the waters of a board in which a leg may be broken -> hexes that may follow.

    The notional hexes beyond the edges are ports of the Western Allies. Port Moresby and Sandakan
    allow five hexes onward. *extra* are portless islands that count for one sea escort.
    """
    board = theatre.load_board(board_id)
    out = dict(_own_ports(state, side, board_id, every))
    if units and all(is_western_allied(u.nation) for u in units):
        out.update({n: every for h in board.notional_ports for n in board.bodies(h)})
    for h in extra:
        for n in () if theatre.is_box(h) else theatre.waters(state, h):
            out.setdefault(n, every)
    return out


def leg_length(theatre_name: str) -> int:
    """Return the hexes between port touches: 20 in Europe, 10 in the Pacific."""
    return 20 if theatre_name == "Europe" else 10


@clause("21.361#2", "21.3611", "21.3612", "21.3613", "21.3614", "21.362")
def base_limits(activity: str, theatre_name: str) -> Limits:
    """Return the ordinary limits of an activity. Fleets and carriers have the same, and fronts do
    not matter."""
    every = leg_length(theatre_name)
    total = 2 * every
    if activity in ("intercept", "counter"):
        return Limits(total, None, None, "21.3611")
    if activity in ("base-change", "displaced"):
        return Limits(total, None, None, "21.3613")
    if activity in ("supply", "redeploy", "escort"):
        return Limits(None, every, None, "21.3612")
    return Limits(total, every, None, "21.3614")


@clause("21.361", "21.3615B", "21.3616C", "21.3616D", "21.3617#2")
def limits_for(
    state: State, side: str, units: Sequence[Unit], start: str, goal: str, activity: str
) -> Limits:
    """Return the limits of one activity of some ships from *start* to *goal*, with the exceptions
    that apply."""
    name = theatre.theatre_of(state, start)
    plain = base_limits(activity, name)
    nations = {u.nation for u in units}
    if nations and not any(is_at_war_in(state, n, name) for n in nations):
        return Limits(None, None, None, plain.clause, "21.361")
    if units and all("pearl" in u.note for u in units) and activity == "patrol":
        return Limits(None, None, None, plain.clause, "21.3616D")
    listed = listed_invasion_range(state, start, goal) if activity == "invasion" else 0
    if listed:
        return msgspec.structs.replace(
            plain, total=listed, every=listed, why="21.3614", rests_on=(INVASIONS,)
        )
    if name != "Pacific" or theatre.is_box(start):
        return plain
    if activity not in ("intercept", "counter", "displaced") and has_named_place(
        state, start, *SHORT_PORTS
    ):
        return msgspec.structs.replace(
            plain,
            initial=5,
            every=plain.every or plain.total,
            clause="21.3617",
            rests_on=("HR-3617",),
        )
    allied = bool(nations) and all(is_western_allied(n) for n in nations)
    japanese = nations == {"Japan"}
    ends = (start, goal)
    if (
        allied
        and any(is_in_hawaii(state, x) for x in ends)
        and any(is_in_aleutians(state, x) for x in ends)
    ):
        return Limits(None, None, None, plain.clause, "21.3615B", (), shortest=True)
    if (
        japanese
        and any(is_in_japan(state, x) for x in ends)
        and any(is_in_aleutians(state, x) for x in ends)
    ):
        return Limits(None, None, None, plain.clause, "21.3616C", (), shortest=True)
    if plain.every is None:
        return plain
    if allied and is_in_hawaii(state, start):
        first = hawaii_leg(state, side)
        return msgspec.structs.replace(plain, initial=first, why="21.3615A" if first > 10 else "")
    if japanese and is_in_japan(state, start):
        return msgspec.structs.replace(plain, **japan_leg(state, side, goal))
    return plain


@clause("21.3614#2")
def listed_invasion_range(state: State, start: str, goal: str) -> int:
    """Return the range of an invasion between two places in the table of exceptions; 0 when it is
    not listed (HR-3614)."""
    for _, (origin, end, hexes) in state.rulings.table(INVASIONS).rows:
        if (
            hexes
            and has_named_place(state, start, str(origin))
            and has_named_place(state, goal, str(end))
        ):
            return int(hexes)
    return 0


def are_secured(state: State, side: str, *names: str) -> bool:
    """Return True when *side* controls and fully supplies every named island."""
    board = theatre.load_board(theatre.PACIFIC)
    prefix = "" if state.board == theatre.PACIFIC else "P:"
    places = [prefix + board.find(n).hex for n in names]
    return all(side_holding(state, p) == side and supply_level(state, p) == "full" for p in places)


@clause("21.3615A", "21.3615A#2")
def hawaii_leg(state: State, side: str) -> int:
    """Return the first leg of a Western Allied activity from the Hawaiian Islands in hexes: 10,
    with Midway and Johnston 15, with Wake 20."""
    if not are_secured(state, side, "Midway", "Johnston Island"):
        return 10
    return 20 if are_secured(state, side, "Wake") else 15


JAPANESE_LEG = 20
"""Hexes of the first leg of a Japanese activity from Japan (21.3616A)."""


@clause("21.3616A", "21.3616B")
def japan_leg(state: State, side: str, goal: str) -> dict[str, object]:
    """Return the first leg of a Japanese activity from Japan as fields of :class:`Limits`: 20
    hexes, except against Midway, Johnston or the Hawaiian Islands.

    The text of that exception is lost; HR-3616B replaces it. It applies to activities that end
    there. A patrol in a sea hex beside them has the 20 hexes.
    """
    if not (
        has_named_place(state, goal, "Midway", "Johnston Island", "Johnston")
        or is_in_hawaii(state, goal)
    ):
        return {"initial": JAPANESE_LEG, "why": "21.3616A"}
    if state.rulings.switch("HR-3616B") == "mirror":
        keys = ("Wake", "Midway") if is_in_hawaii(state, goal) else ("Wake",)
        if are_secured(state, side, *keys):
            return {"initial": JAPANESE_LEG, "why": "21.3616B", "rests_on": ("HR-3616B",)}
    return {"initial": 10, "clause": "21.3616B", "rests_on": ("HR-3616B",)}
