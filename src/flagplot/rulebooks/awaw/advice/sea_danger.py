"""Where ships can patrol, and how likely they are met in each hex as far as their side knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flagplot.boards import reach
from flagplot.table import clause

from ..map import straits, theatre
from ..rules.interception import interception
from ..rules.interception.activity import Activity
from ..rules.movement import routing
from ..rules.patrols import patrol
from ..rules.range import distances
from ..rules.range import limits as lim
from ..state import State, Unit, factors
from . import risks

FARTHEST = 40
"""Hexes looked at where a scenario sets no limit."""


def reachable(view: State, side: str, ships: Sequence[Unit]) -> tuple[str, ...]:
    """The sea hexes to which ships can sail for a patrol, those of several bases together: hex ids in order."""
    found = [set(field(view, side, group, base)) for base, group in patrol.by_base(ships).items() if base]
    return tuple(sorted(set.intersection(*found))) if found else ()


@clause("21.36A", "21.361#2")
def field(view: State, side: str, ships: Sequence[Unit], base: str) -> Iterator[str]:
    """The sea hexes in which ships of a base can patrol: within the hexes of a patrol in all, and of a leg from port to port."""
    board = theatre.load(view.board) if theatre.is_box(view, base) else theatre.board_of(view, base)
    limit = lim.limits_for(view, side, ships, base, base, "patrol")
    total, every = limit.total or FARTHEST, limit.every or limit.total or FARTHEST
    ports = lim.range_ports(view, side, ships, board.id, every)
    shut = straits.closed_on(view, side, board, (base,), "patrol")
    near = reach(
        board, distances.floating(view, base), total, touch_every=every, ports=ports, closed=shut, initial_leg=limit.initial
    )
    for hex_id in sorted({n.hex for n in near if n.hex in board.hexes and n.hex not in board.virtual}):
        place = routing.ours(view, board, hex_id)
        if routing.in_play(view, board, place) and patrol.no_sea(view, place) is None:
            yield place


def met(view: State, side: str, ships: Sequence[Unit], hex_id: str) -> tuple[float, float]:
    """The chance to be met in a hex when all enemies try who may, and when only the one tries who is likeliest to get there."""
    there = Activity(kind="patrol", side=side, forces=(), path=(hex_id,), target=hex_id, track=(hex_id,))
    passage, _ = risks.passage_from(view, side, there, factors(ships), slow=False)
    together = interception.profile(passage)
    alone = [interception.attempt_at(view.rulings, w, 0)[0] for w in passage.watchers]
    return (together[0] if together else 0.0), max(alone, default=0.0)
