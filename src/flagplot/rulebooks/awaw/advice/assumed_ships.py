"""What is assumed of ships that nobody has seen: likely ones for the size of their force, and
stronger ones to compare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.table.core.memo import memo_per_state

from ..map import theatre
from ..state import State, Unit, replace
from ..state.nations import principal
from .determinization import unseen

LIKELY = {"under 10": (("CA", 2), ("DD", 3)), "10+": (("BB", 4), ("CA", 2), ("CA", 2), ("DD", 6))}
"""What is assumed behind a size band: types and factors."""


STRONG = {
    "under 10": (("BC", 3), ("CA", 2), ("DD", 4)),
    "10+": (("BB", 4), ("BB", 4), ("CA", 2), ("CA", 2), ("DD", 8)),
}
"""The stronger alternative."""


HIS = "his:"
"""How ids of ships begin that are only assumed."""


Kinds = Sequence[tuple[str, int]]


@memo_per_state
def nation_of(view: State, side: str) -> str:
    """The nation most of a side's ships belong to, of those that are known and of its order of
    battle; else its principal one."""
    by_order = unseen(view, side) if view.scenario else ()
    ships: list[Unit] = [
        u for u in (*view.units.values(), *by_order) if u.side == side and u.kind == "ship"
    ]
    usual = principal(side, pacific=view.board == theatre.PACIFIC)
    return max(
        sorted({u.nation for u in ships}),
        key=lambda n: sum(u.nation == n for u in ships),
        default=usual,
    )


@memo_per_state
def in_port(view: State, side: str, place: str, band: str) -> tuple[Unit, ...]:
    """Ships of a side in a port in which none is seen: those at home there by the order of battle
    that were seen nowhere else; where there are none, few. Without an order of battle likely ones
    of the size of *band*."""
    ships = unseen(view, side) if view.scenario else ()
    home = [
        u for u in ships if u.kind == "ship" and u.type != "SS" and u.base == place and not u.status
    ]
    if home:
        return tuple(replace(u, id=f"{HIS}{u.id}", force="", at=place) for u in home)
    return units(
        view, side, "", LIKELY["under 10" if view.scenario else band], base=place, at=place
    )


def units(view: State, side: str, nation: str, kinds: Kinds, **where: Any) -> tuple[Unit, ...]:
    """Units of a side that are assumed, of these types and factors; *where* they are: fields of a
    unit."""
    of = nation or nation_of(view, side)
    return tuple(
        Unit(f"{HIS}{i}", f"{HIS}{i}", side, of, "ship", type, size, **where)
        for i, (type, size) in enumerate(kinds)
    )
