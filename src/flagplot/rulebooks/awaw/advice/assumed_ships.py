"""Assumptions about ships that nobody has seen: likely ships for each size of force, and stronger
ones as the alternative."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.table.core.memo import memo_per_state

from ..map import theatre
from ..state import State, Unit, replace
from ..state.nations import principal_nation
from .determinization import unseen_units

LIKELY = {"under 10": (("CA", 2), ("DD", 3)), "10+": (("BB", 4), ("CA", 2), ("CA", 2), ("DD", 6))}
"""Likely ships by size band: (type, factors) pairs."""


STRONG = {
    "under 10": (("BC", 3), ("CA", 2), ("DD", 4)),
    "10+": (("BB", 4), ("BB", 4), ("CA", 2), ("CA", 2), ("DD", 8)),
}
"""Stronger ships by size band, as the alternative assumption."""


HIS = "his:"
"""Prefix of the ids of assumed ships."""


Kinds = Sequence[tuple[str, int]]


@memo_per_state
def usual_nation(view: State, side: str) -> str:
    """Return the nation that most of a side's ships belong to, of the known ships and the unseen
    ones of its order of battle. Without ships it is the side's principal nation."""
    by_order = unseen_units(view, side) if view.scenario else ()
    ships: list[Unit] = [
        u for u in (*view.units.values(), *by_order) if u.side == side and u.kind == "ship"
    ]
    usual = principal_nation(side, pacific=view.board == theatre.PACIFIC)
    return max(
        sorted({u.nation for u in ships}),
        key=lambda n: sum(u.nation == n for u in ships),
        default=usual,
    )


@memo_per_state
def assumed_in_port(view: State, side: str, place: str, band: str) -> tuple[Unit, ...]:
    """Return assumed ships of a side in a port in which none is seen.

    They are the unseen ships at home there by the order of battle; if there are none, a small
    force. Without an order of battle they are likely ships of size *band*."""
    ships = unseen_units(view, side) if view.scenario else ()
    home = [
        u for u in ships if u.kind == "ship" and u.type != "SS" and u.base == place and not u.status
    ]
    if home:
        return tuple(replace(u, id=f"{HIS}{u.id}", force="", at=place) for u in home)
    return assumed_units(
        view, side, "", LIKELY["under 10" if view.scenario else band], base=place, at=place
    )


def assumed_units(
    view: State, side: str, nation: str, kinds: Kinds, **where: Any
) -> tuple[Unit, ...]:
    """Return assumed ships of these (type, factors) pairs. *where* sets further fields of each
    unit, as its base. An empty *nation* means the side's usual one."""
    of = nation or usual_nation(view, side)
    return tuple(
        Unit(f"{HIS}{i}", f"{HIS}{i}", side, of, "ship", type, size, **where)
        for i, (type, size) in enumerate(kinds)
    )
