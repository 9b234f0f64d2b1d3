"""Danger sea: where ships can patrol, and the chance of interception in each hex from what their
side knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flagplot.boards import reach
from flagplot.table import clause

from ..map import straits, theatre
from ..rules import mapboard_boxes
from ..rules.forces import ships_by_base
from ..rules.interception import attempt
from ..rules.interception.activity import Activity
from ..rules.movement import routing
from ..rules.patrols import patrol
from ..rules.range import distances
from ..rules.range import limits as lim
from ..state import State, Unit, factors
from . import interception_risk

FARTHEST = 40
"""Radius searched when a scenario sets no limit, in hexes."""


PATROL, MISSION, BASE_CHANGE = "patrol", "bombard", "base-change"
"""Missions assumed for ships: a patrol, where that is forbidden an offensive mission, else a base
change."""


def mission_for(ships: Sequence[Unit]) -> str:
    """Return the mission that ships can sail for from their bases.

    Ships in the U.S. boxes send no patrols, those in South Africa no missions either (21.413A,
    21.18A). Empty for ships in an SW box, which cannot sail by themselves."""
    bases = {u.base for u in ships}
    if any(theatre.is_sw_box(base) for base in bases):
        return ""
    if not bases & mapboard_boxes.BLOCKED["patrol"].keys():
        return PATROL
    return BASE_CHANGE if theatre.SOUTH_AFRICA in bases else MISSION


def reachable_hexes(view: State, side: str, ships: Sequence[Unit]) -> tuple[str, ...]:
    """Return the sea hex ids that all these ships can reach for a patrol, or for another mission
    where they may not patrol, in order."""
    what = mission_for(ships)
    found = [
        set(hexes_in_range(view, side, group, base, what))
        for base, group in ships_by_base(ships).items()
        if base and what
    ]
    return tuple(sorted(set.intersection(*found))) if found else ()


@clause("21.36A", "21.361#2")
def hexes_in_range(
    view: State, side: str, ships: Sequence[Unit], base: str, errand: str
) -> Iterator[str]:
    """Yield the sea hexes in which ships of a base can patrol, within the total limit and the limit
    from port to port."""
    board = theatre.load_board(view.board) if theatre.is_box(base) else theatre.board_of(view, base)
    limit = lim.limits_for(view, side, ships, base, base, errand)
    total, every = limit.total or FARTHEST, limit.every or limit.total or FARTHEST
    ports = lim.range_ports(view, side, ships, board.id, every)
    shut = straits.closed_links_on_route(view, side, board, (base,), "patrol")
    near = reach(
        board,
        distances.waters_of_place(view, base),
        total,
        touch_every=every,
        ports=ports,
        closed=shut,
        initial_leg=limit.initial,
    )
    for hex_id in sorted(
        {n.hex for n in near if n.hex in board.hexes and n.hex not in board.virtual}
    ):
        place = routing.id_in_state(view, board, hex_id)
        if routing.is_in_play(view, board, place) and patrol.sea_hex_refusal(view, place) is None:
            yield place


def chances_met(view: State, side: str, ships: Sequence[Unit], hex_id: str) -> tuple[float, float]:
    """Return the chances (0 to 1) of interception in a hex: when every enemy force that may tries,
    and when only the likeliest one does."""
    there = Activity(
        kind=mission_for(ships) or PATROL,
        side=side,
        forces=(),
        path=(hex_id,),
        target=hex_id,
        track=(hex_id,),
    )
    passage, _ = interception_risk.passage_from(view, side, there, factors(ships), slow=False)
    together = attempt.chance_by_hex(passage)
    alone = [attempt.attempt_at(view.rulings, w, 0)[0] for w in passage.watchers]
    return (together[0] if together else 0.0), max(alone, default=0.0)
