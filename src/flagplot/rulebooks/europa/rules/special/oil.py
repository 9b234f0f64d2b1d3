"""Oil for Axis sailings (36.E), and the distance that torpedo boats may sail from their base."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from flagplot.table import Refusal, clause, facts
from flagplot.table.language.event_sentences import OWNER, Audience

from ...events.base import Happening
from ...map import chart
from ...nouns import Place, Side
from ...state import Fuel, Group, State
from ...state.units import BOATS_REACH, tf_like
from . import danger_zones

WHOLE = 5
"""Supply points for the whole sailing of a TF."""


SHORT_OF_OIL = (*danger_zones.MEDITERRANEAN, "open sea")
"""The seas whose ports need oil: the Mediterranean, and the open sea of abstract sheets."""


@clause("36.E.s04")
def points_owed(fuel: Fuel) -> int:
    """Return the supply points that a TF may still have to pay in this player-turn."""
    return max(0, WHOLE - fuel.paid)


@clause("36.E", "36.E.s03")
def tfs_due(s: State, group: Group) -> Mapping[str, tuple[str, ...]]:
    """Return the TFs of a group that need oil before it moves, by the port that provides it. Empty
    where the scenario does not count oil.

    In a Mediterranean port these are all TFs that are not paid for. At sea they are the TFs paid by
    the step, once in each step in which they move.
    """
    found: dict[str, tuple[str, ...]] = {}
    if group.side != "Axis" or "oil" not in s.facts:
        return found
    for unit in s.of(group):
        fuel = s.fuel.get(unit.id, Fuel())
        port = group.hex if group.where == "port" else fuel.port
        counted = port in s.ports and danger_zones.in_waters(s, port, SHORT_OF_OIL)
        if (
            tf_like(unit)
            and counted
            and points_owed(fuel)
            and not (fuel.port and fuel.step == s.step)
        ):
            found[port] = (*found.get(port, ()), unit.id)
    return found


def whole_price(s: State, ships: tuple[str, ...]) -> int:
    """Return the supply points that pay for the whole sailing of these TFs in this player-turn."""
    return sum(points_owed(s.fuel.get(u, Fuel())) for u in ships)


@clause("36.E.s02")
def why_not_sail(s: State, group: Group) -> Refusal | None:
    """Return the refusal when a group cannot move for want of oil; else ``None``. The move needs 1
    supply point for each TF, in the port it sails or sailed from."""
    for hex, ships in tfs_due(s, group).items():
        port = s.ports[hex]
        held = port.oil if port.owner == group.side else 0
        if held < len(ships):
            return Refusal(
                "36.E", "no-oil", (group.id,), facts(port=port.name, oil=held, needed=len(ships))
            )
    return None


def why_not_so_far(s: State, group: Group, to: str) -> Refusal | None:
    """Return the refusal when a hex is too far from the base of a group's torpedo boats (house
    rule); else ``None``."""
    if (
        group.home
        and any(u.kind == "MTB" for u in s.of(group))
        and chart.distance(group.home, to) > BOATS_REACH
    ):
        where = facts(base=group.home, hexes=BOATS_REACH)
        return Refusal("32.A.s06", "boats-too-far", (group.id, to), where, rests_on=("mtb_as",))
    return None


class Fuelled(Happening, frozen=True, tag="fuelled"):
    """Oil is spent for a sailing, or for a step of one (36.E)."""

    audience = Audience(OWNER)
    side: Side
    group: str
    port: Place
    points: int
    by_step: bool = False
    units: tuple[str, ...] = ()

    def apply(self, s: State) -> State:
        p = s.ports[self.port]
        fuel = dict(s.fuel)
        for u in self.units:
            paid = fuel.get(u, Fuel()).paid + 1 if self.by_step else WHOLE
            fuel[u] = Fuel(paid, s.step, self.port if self.by_step else "")
        return replace(
            s, ports={**s.ports, self.port: replace(p, oil=p.oil - self.points)}, fuel=fuel
        )
