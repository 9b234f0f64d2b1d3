"""Straits, canals and closures: the sides that may pass them (21.211, 21.212, 21.1321, 21.1323),
and entry without passage.

The board knows where a strait divides the water, and which hexes a side must hold (its links). This
module looks up the holders of those hexes at the start of the phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from flagplot.boards import Board, Control, Link
from flagplot.boards.water_graph import water_graph
from flagplot.table import Refusal, Remedy, clause, facts
from flagplot.table.core.memo import memo_per_parts

from ..state import NEUTRAL, State
from . import theatre
from .ports import shore_fields, side_holding


@clause("21.211#3")
def is_control_met(state: State, side: str, control: Control, board: Board) -> bool:
    """Return True when *side* met a control condition of a strait at the start of the phase."""
    place = control.hex if board.id == state.board else theatre.PREFIX[board.id] + control.hex
    who = side_holding(state, place, "phase")
    return who == side or (control.required == "friendly-or-neutral" and who == NEUTRAL)


@clause(
    "21.211",
    "21.211B",
    "21.211C",
    "21.211D",
    "21.211E",
    "21.211G",
    "21.211H",
    "21.211I",
    "21.212",
    "21.1321#3",
    "21.1323#2",
)
def is_open_to(state: State, side: str, link: Link, board: Board) -> bool:
    """Return True when *side* may pass a strait or canal: each hex it needs was friendly at the
    start of the phase, or neutral where that is enough."""
    return link.kind != "closure" and all(
        is_control_met(state, side, c, board) for c in link.controls
    )


def closed_links(state: State, side: str, board: Board | None = None) -> frozenset[str]:
    """Return the ids of a board's links that *side* may not pass in this phase. Without *board* it
    is the main board."""
    return _closed(state, side, (board or theatre.load_board(state.board)).id)


@clause("21.211F")
def closed_links_on_route(
    state: State, side: str, board: Board, places: Sequence[str], activity: str
) -> frozenset[str]:
    """Return the ids of the links that are shut to a track through *places*.

    The Gulf of Riga is shut only to tracks to or from Parnu (F40), and to interceptors, because
    those follow the general rule for straits. Riga itself does not need Saare.
    """
    if activity == "intercept" or any(theatre.bare_id(p) == "F40" for p in places):
        return closed_links(state, side, board)
    return _closed_but_riga(state, side, board.id)


@clause("21.211F")
def parnu_refusals(
    state: State, side: str, board: Board, ends: Sequence[str], activity: str
) -> tuple[Refusal, ...]:
    """Refuse tracks to or from Parnu without Saare, also within the Gulf of Riga. Interceptions are
    excepted."""
    if activity == "intercept" or not any(theatre.bare_id(p) == "F40" for p in ends):
        return ()
    closed_here = (board.links[i] for i in closed_links(state, side, board))
    return tuple(
        strait_refusal(state, side, x, board)
        for x in closed_here
        if x.clause == "21.211F" and x.kind == "strait"
    )


@memo_per_parts(shore_fields)
def _closed(state: State, side: str, board_id: str) -> frozenset[str]:
    b = theatre.load_board(board_id)
    return frozenset(x.id for x in b.links.values() if not is_open_to(state, side, x, b))


@memo_per_parts(shore_fields)
def _closed_but_riga(state: State, side: str, board_id: str) -> frozenset[str]:
    links, shut = theatre.load_board(board_id).links, _closed(state, side, board_id)
    return frozenset(i for i in shut if links[i].clause != "21.211F" or links[i].kind != "strait")


def strait_refusal(state: State, side: str, link: Link, board: Board) -> Refusal:
    """Return the refusal of a strait that is shut to *side*, with the hexes that it did not hold
    when the phase began."""
    missing = [c for c in link.controls if not is_control_met(state, side, c, board)]
    lacking = ", ".join(map(_control_text, missing))
    return Refusal(
        strait_clause(link),
        "strait-closed",
        tuple(c.hex for c in missing) or link.hexes,
        facts(
            strait=link.title,
            needs=lacking,
            control=", ".join(sorted({c.required for c in missing})),
        ),
        (Remedy("hold-strait", detail=facts(hexes=lacking)), Remedy("another-way")),
    )


def _control_text(c: Control) -> str:
    """Return the text of a hex that must be held, with a note where a neutral holder is enough."""
    name = f"{c.place} ({c.hex})" if c.place and c.place != c.hex else c.hex
    return name + " (or neutral)" * (c.required == "friendly-or-neutral")


def strait_clause(link: Link) -> str:
    """Return the clause that shuts a link. For a crossing-arrow strait it is 21.211A."""
    return link.clause or "21.211A"


def closed_links_touched(
    board: Board, hexes: Iterable[str], shut: Iterable[str]
) -> tuple[str, ...]:
    """Return the ids of the closed straits and canals of which a path touches a hex, in a fixed
    order for messages. Closures drawn by geography are left out: nobody can hold them."""
    on = set(hexes)
    links = (board.links[i] for i in sorted(shut))
    return tuple(k.id for k in links if k.kind != "closure" and set(k.hexes) & on)


def water_groups(state: State, side: str, place: str) -> tuple[tuple[str, ...], ...]:
    """Return the waters of a strait hex, grouped by where *side* can sail: one group when the
    strait is open.

    An interceptor enters a closed strait from one group of waters and can intercept only enemies in
    that group.
    """
    b = theatre.board_of(state, place)
    return _water_groups(b.id, closed_links(state, side, b), theatre.bare_id(place))


@lru_cache(1 << 14)
def _water_groups(board_id: str, shut: frozenset[str], place: str) -> tuple[tuple[str, ...], ...]:
    b = theatre.load_board(board_id)
    p = water_graph(b, shut)
    groups: dict[int, list[str]] = {}
    for n in theatre.water_bodies(b, place):
        groups.setdefault(p.vertex[n], []).append(b.water(n))
    return tuple(tuple(g) for g in groups.values())


@clause("21.211A")
@memo_per_parts(shore_fields)
def closed_arrows(state: State, side: str) -> tuple[tuple[str, str], ...]:
    """Return the ends of crossing-arrow straits whose two land hexes are not both friendly to
    *side*. A neutral holder closes a strait. Straits marked by the state are included."""
    printed = (k.hexes for k in theatre.load_board(state.board).links.values() if k.kind == "arrow")
    arrows = ((hexes[0], hexes[1]) for hexes in (*printed, *state.straits.values()))
    return tuple(
        ends for ends in arrows if not all(side_holding(state, h, "phase") == side for h in ends)
    )


def arrow_hexes(state: State, side: str) -> frozenset[str]:
    """Return the hexes of the closed crossing-arrow straits."""
    return frozenset(h for ends in closed_arrows(state, side) for h in ends)


@clause("21.211#2")
def arrow_refusals(
    state: State, side: str, hexes: Sequence[str], board: Board
) -> tuple[Refusal, ...]:
    """Refuse a path of hexes through a closed crossing-arrow strait. Going in and out on one side
    is no passage.

    The arrow joins two land hexes. A path passes when it enters them from one side of the line
    through both and leaves on the other.
    """
    out = []
    for one, two in closed_arrows(state, side):
        inside = [i for i, h in enumerate(hexes) if h in (one, two)]
        if not inside or inside[0] == 0 or inside[-1] == len(hexes) - 1:
            continue
        before, after = hexes[inside[0] - 1], hexes[inside[-1] + 1]
        if _side_of_line(board, one, two, before) * _side_of_line(board, one, two, after) < 0:
            lacking = [h for h in (one, two) if side_holding(state, h, "phase") != side]
            out.append(
                Refusal(
                    "21.211A",
                    "strait-closed",
                    tuple(lacking),
                    facts(strait=f"{one}-{two}", needs=", ".join(lacking)),
                    (
                        Remedy("hold-strait", detail=facts(hexes=", ".join(lacking))),
                        Remedy("another-way"),
                    ),
                )
            )
    return tuple(out)


def _side_of_line(board: Board, one: str, two: str, place: str) -> float:
    (ax, ay), (bx, by), (px, py) = board.point(one), board.point(two), board.point(place)
    cross = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    return 0.0 if abs(cross) < 1e-6 else cross
