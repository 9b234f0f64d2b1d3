"""Small submarines that travel by land (6.1.8.6)."""

from __future__ import annotations

from flagplot.table import Refusal, Verdict, clause, facts, refuse

from ... import orders as o
from ...state import State
from ..groups import may_sail, ships_named
from ..interception.search import square_at
from ..movement.reach import why_overfull
from ..registry import checks
from .patrols import no_yard


@checks(o.Overland)
@clause("6.1.8.6")
def check_overland(state: State, side: str, order: o.Overland) -> Verdict:
    """Check that only small submarines travel by land, from a friendly port to another joined by
    friendly land (6.1.8.6). A damaged one goes to a yard, as in any change of base (6.5.1.4)."""
    ships, missing = ships_named(state, side, [order.unit])
    if missing:
        return refuse(*missing)
    s = ships[0]
    faults: list[Refusal | None] = list(may_sail(state, s, moving_home=True))
    if order.target == s.base:
        faults.append(Refusal("6.1.8.6", "already-there", (order.target,)))
    if s.cls != "SSC":
        faults.append(Refusal("6.1.8.6", "not-by-land", (s.id,), facts(type=s.cls)))
    if order.target not in state.ports or not state.friendly(side, order.target):
        faults.append(Refusal("6.1.8.6", "port-not-friendly", (order.target,)))
    elif not land_joined(state, side, s.base, order.target):
        faults.append(Refusal("6.1.8.6", "no-land-connection", (s.base, order.target)))
    else:
        faults.append(no_yard(state, side, ships, order.target))
    faults.append(why_overfull(state, side, order.target, [s]))
    return refuse(*faults)


def land_joined(state: State, side: str, a: str, b: str) -> bool:
    """Return True when friendly land squares join two ports or squares. A flag of the scenario may
    say that the land between is not friendly."""
    said = state.flags.get(f"land {a} {b}") or state.flags.get(f"land {b} {a}")
    if said:
        return said == side
    one, two = square_at(state, a), square_at(state, b)
    if one is None or two is None:
        return False
    seen, front = {one}, [one]
    while front:
        onward = []
        for c, r in front:
            for n in ((c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)):
                if n not in seen and state.chart.kind(n) == "land":
                    seen.add(n)
                    onward.append(n)
        front = onward
    return two in seen
