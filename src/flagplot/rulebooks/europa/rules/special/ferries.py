"""Landing craft and barges as ferries over a hexside of sea or great river (36.G)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from flagplot.table import Refusal, clause, facts
from flagplot.table.language.event_sentences import Audience

from ...events.base import Happening
from ...map import chart
from ...nouns import Side, Thing
from ...state import Group, State, Unit, put_unit
from ...state.units import CRAFT


class Ferried(Happening, frozen=True, tag="ferry"):
    """A landing craft or barge serves a hexside as a ferry until its owner's next player-turn."""

    audience = Audience(hides=("unit",))
    side: Side
    unit: Thing
    edge: str

    def apply(self, s: State) -> State:
        return put_unit(s, replace(s.units[self.unit], ferry=self.edge))


MAJOR_RIVER = "major river"


@clause("36.G", "36.G.s02", "36.G.s03")
def ferry_refusals(s: State, unit: Unit, edge: str) -> Iterator[Refusal]:
    """Yield every reason why a unit cannot serve a hexside as a ferry. Only an undamaged LC or LB
    may, if it has lain beside the hexside since the initial phase began and has not moved. Where
    its hex has several sea hexsides, the owner names one for the player-turn."""
    group = s.group_of(unit.id)
    if unit.kind not in CRAFT or group is None:
        yield Refusal("36.G", "no-ferry", (unit.id,))
        return
    if unit.hits:
        yield Refusal("36.G.s02", "ferry-damaged", (unit.id,))
    if group.hex not in chart.hexes_of_side(edge) or not is_ferriable(s, edge):
        yield Refusal("36.G", "not-beside-ferry", (unit.id, edge))
    if unit.dawn != group.hex:
        yield Refusal("36.G.s02", "ferry-moved", (unit.id,))
    if unit.ferry:
        yield Refusal("36.G.s03", "ferry-serves", (unit.id,), facts(hexside=unit.ferry))


@clause("36.G")
def is_ferriable(s: State, edge: str) -> bool:
    """Return True for a sea hexside, a strait or a great river. A hexside that is only a major
    river needs no ferry."""
    return s.edge(*chart.hexes_of_side(edge)) in ("full", "partial", "strait", "great river")


@clause("36.G.s02")
def why_not_move(s: State, group: Group) -> Refusal | None:
    """Return the refusal when a group holds a ferry, which may not move in this player-turn; else
    ``None``."""
    ferries = tuple(u.id for u in s.of(group) if u.ferry)
    return (
        Refusal("36.G.s02", "ferry-stays", ferries, facts(hexside=s.units[ferries[0]].ferry))
        if ferries
        else None
    )


@clause("36.G.s04", "36.G.s05", "36.G.s06", "36.G.s07")
def hexside_for_troops(s: State, side: str, edge: str) -> str:
    """Return the kind of a hexside for a side's ground units, in supply, movement and combat. It is
    a major river while a ferry of that side serves it, in either player-turn, also for retreats and
    reserve moves. Otherwise it is as the map has it."""
    ferry = any(u.ferry == edge and u.side == side and not u.lost for u in s.units.values())
    return MAJOR_RIVER if ferry else s.edge(*chart.hexes_of_side(edge))


def may_cross(s: State, side: str, edge: str) -> bool:
    """Return True when a side's ground units may cross a hexside."""
    return hexside_for_troops(s, side, edge) in (
        MAJOR_RIVER,
        "land",
        "river",
        "great river",
        "partial",
    )
