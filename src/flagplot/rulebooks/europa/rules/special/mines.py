"""Minebelts: where they may lie, which of them a side sweeps in its initial phase, and at what risk
and cost (36.C)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from flagplot.table import Refusal, clause, facts
from flagplot.table.language.event_sentences import OWNER, Audience

from ...events.base import Happening
from ...map import chart
from ...nouns import Place, Side
from ...state import Cargo, Group, State
from ...state.mines import change_belt
from ...state.waters import Account
from ..combat.gunnery import Result
from . import danger_zones

PORT_REACH = 7


NO_MORE = "no more"
"""The option that ends the sweeping of belts in danger zones."""


DEAREST_SWEEP = 2.0
"""The most repair points that sweeping one mine point can cost."""


CALM = {"stormy": 1, "rough": 2, "calm": 3}


@clause("36.C.s02")
def why_not_here(s: State, group: Group) -> Refusal | None:
    """Return the refusal when mines cannot be laid or swept in a group's hex; else ``None``. Mines
    lie in all-sea and coastal hexes only."""
    if group.where == "riverine" or s.ground(group.hex) not in ("sea", "coastal"):
        return Refusal("36.C.s02", "no-mines-here", (group.hex,))
    return None


@clause("36.C.2.s03")
def enemy_belts(s: State, side: str) -> tuple[str, ...]:
    """Return the hexes of the other side's minebelts. Only those are enemy mines to *side*."""
    return tuple(sorted(h for h in s.mines if s.enemy_mines(h, side)))


@clause("36.C.3", "36.C.3.s02")
def belts_to_clear(s: State, side: str) -> tuple[str, ...]:
    """Return the enemy minebelts that leave the map in a side's initial phase: those in coastal
    hexes that it owns, and those more than 7 hexes from every port that the enemy owns."""
    ports = [h for h, p in s.ports.items() if p.owner == s.other(side)]
    own = {h for h in enemy_belts(s, side) if s.ground(h) == "coastal" and s.owner(h) == side}
    far = {
        h
        for h in enemy_belts(s, side)
        if all(chart.distance(h, port) > PORT_REACH for port in ports)
    }
    return tuple(sorted(own | far))


@clause("36.C.3.s08", "36.C.3.s12")
def belts_to_sweep(s: State, side: str) -> tuple[str, ...]:
    """Return the enemy minebelts that a side may sweep by its naval superiority: those in danger
    zones that it exerts. Empty while the side owes repair points for sweeping; points owed for
    carrier groups do not matter."""
    if s.accounts.get(side, Account()).swept:
        return ()
    nations = [n for n in danger_zones.NATIONS if danger_zones.side_of(n) == side]
    return tuple(
        h for h in enemy_belts(s, side) if any(danger_zones.exerts_zone(s, n, h) for n in nations)
    )


@clause(
    "36.C.3-T1",
    "36.C.3-T1.mod.01",
    "36.C.3-T1.mod.02",
    "36.C.3-T1.mod.03",
    "36.C.3-T1.mod.04",
    "36.C.3-T1.mod.05",
    "36.C.3-T1.res.05",
)
def sweeping_modifier(s: State, side: str, hex: str) -> int:
    """Return the sum of the modifiers of sweeping a mine point in a danger zone: combat air
    patrols, coast defences, the sea state, and +1 for each great success in the hex in this initial
    phase."""
    covered = any(
        a.side == side
        and a.mission == "cap"
        and not a.marker
        and chart.distance(a.place, hex) <= a.reach
        for a in s.air.values()
    )
    battery = s.defences.get(hex)
    levels = battery.level if battery and battery.owner == s.other(side) and battery.fires else 0
    return (0 if covered else -1) - levels // 2 + CALM[s.sea_state(hex)] + s.eased.get(hex, 0)


@clause(
    "36.C.3-T1.res.01",
    "36.C.3-T1.res.02",
    "36.C.3-T1.res.03",
    "36.C.3-T1.res.04",
)
def sweeping_result(result: str) -> tuple[bool, float]:
    """Return whether the mine point is swept, and the repair points that the sweep costs."""
    return {
        "D": (False, DEAREST_SWEEP),
        "F*": (True, 1.5),
        "F": (True, 1.0),
        "S": (True, 0.0),
        "S*": (True, 0.0),
    }[result]


@clause("36.C.2.s04")
def against_dropping(s: State, side: str, cargo: str, hex: str, plane: str) -> Iterator[Refusal]:
    """Yield every reason why a mine point cannot be laid from the air. The point must wait at the
    base of one of the side's ready strike units, whose range reaches the sea or coast hex."""
    a, c = s.air.get(plane), s.cargo.get(cargo)
    a = a if a is not None and a.side == side else None
    if a is None or a.mission != "strike" or a.marker or a.struck:
        yield Refusal("36.C.2.s04", "no-strike", (plane,))
    if (
        c is None
        or c.side != side
        or "mine" not in c.marks
        or c.aboard
        or (a is not None and c.place != a.place)
    ):
        yield Refusal("36.C.2.s04", "no-mine-at-base", (cargo,))
    if s.ground(hex) not in ("sea", "coastal"):
        yield Refusal("36.C.s02", "no-mines-here", (hex,))
    if a is not None and (hexes := chart.distance(a.place, hex)) > a.reach:
        yield Refusal(
            "36.C.2.s04", "bombs-out-of-range", (plane,), facts(reach=a.reach, hexes=hexes)
        )


@clause("36.C.s05")
def against_making(s: State, side: str, points: int, hex: str) -> Iterator[Refusal]:
    """Yield every reason why repair points cannot become mine points. Each mine point costs one
    repair point and appears in a port of the side's own."""
    have = s.accounts.get(side, Account())
    port = s.ports.get(hex)
    if port is None or port.owner != side:
        yield Refusal("36.C.s05", "no-own-port", (hex,))
    if points < 1 or points > have.points:
        yield Refusal(
            "36.C.s05",
            "too-few-repair-points",
            (hex,),
            facts(have=f"{have.points:g}", needed=points),
        )


class MinesCleared(Happening, frozen=True, tag="mines-cleared"):
    """Enemy mines leave the map in a side's initial phase without a roll."""

    side: Side
    hex: Place
    points: int

    def apply(self, s: State) -> State:
        return change_belt(s, self.hex, s.other(self.side), -self.points)


class ZoneSwept(Happening, frozen=True, tag="zone-swept"):
    """A side's attempt to sweep a mine point in a danger zone of its own: the result, and the
    repair points it costs."""

    audience = Audience(hides=("cost", "owed"))
    side: Side
    hex: Place
    result: Result
    modifier: int
    swept: bool
    cost: float = 0.0
    owed: float = 0.0
    """The repair points that the side cannot pay at once."""

    def apply(self, s: State) -> State:
        account = s.accounts.get(self.side, Account()).paid(self.cost)
        eased = (
            {**s.eased, self.hex: s.eased.get(self.hex, 0) + 1} if self.result == "S*" else s.eased
        )
        return replace(
            change_belt(s, self.hex, s.other(self.side), -int(self.swept)),
            eased=eased,
            accounts={**s.accounts, self.side: account},
        )


class MineDropped(Happening, frozen=True, tag="mine-dropped"):
    """A mine point is laid from the air."""

    audience = Audience(hides=("cargo",))
    side: Side
    hex: Place
    plane: str
    cargo: str

    def apply(self, s: State) -> State:
        spent = replace(s.cargo[self.cargo], place="laid")
        s = replace(
            s,
            air={**s.air, self.plane: replace(s.air[self.plane], struck=True)},
            cargo={**s.cargo, self.cargo: spent},
        )
        return change_belt(s, self.hex, self.side, 1)


class MinesMade(Happening, frozen=True, tag="mines-made"):
    """Naval repair points become mine points, which wait in a port as cargo."""

    audience = Audience(OWNER)
    side: Side
    hex: Place
    ids: tuple[str, ...]

    def apply(self, s: State) -> State:
        made = {id: Cargo(id, self.side, ("mine",), "", self.hex) for id in self.ids}
        account = s.accounts[self.side].paid(float(len(self.ids)))
        return replace(s, cargo={**s.cargo, **made}, accounts={**s.accounts, self.side: account})
