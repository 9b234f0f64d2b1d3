"""Events of phases, steps and segments. Only the sequence of the turn records them."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from flagplot.table import clause

from ..events.base import Happening
from ..nouns import TurnOf
from ..rules.combat import zones
from ..rules.movement import costs, waters
from ..rules.special import danger_zones, malta, night
from ..state import RESTED, UNKNOWN, Group, Port, State
from ..state.units import CRAFT


class PhaseBegan(Happening, frozen=True, tag="phase-began"):
    """A side's player-turn and its movement phase begin."""

    side: TurnOf
    turn: str
    steps: int

    def apply(self, s: State) -> State:
        groups = {
            k: replace(
                g,
                night_spent=0,
                night_block=0,
                day_since=RESTED,
                activated=False,
                called_by="",
                reacted=False,
                seen=False,
                sighted=False,
                log=(),
            )
            for k, g in s.groups.items()
        }
        air = {
            k: replace(a, marker="" if a.marker == "Inop" else a.marker, barred=())
            if a.side == self.side
            else a
            for k, a in s.air.items()
        }
        s = replace(
            s,
            groups=groups,
            air=air,
            gibraltar_passage=waters.passage_at_turn_start(s),
            step=0,
            segment="start",
        )
        shut = {h: silence_if_blockaded(s, p) for h, p in s.ports.items()}
        if s.malta is not None and self.side == "Allied":
            s = replace(s, malta=malta.credit_points(s.malta, self.turn))
        craft = {
            u.id: replace(u, dawn=g.hex, ferry="" if u.side == self.side else u.ferry)
            for g in s.groups.values()
            for u in s.of(g)
            if u.kind in CRAFT
        }
        s = replace(s, units={**s.units, **craft}) if craft else s
        purse = {k: a.given(a.income) if k == self.side else a for k, a in s.accounts.items()}
        fuel = {u: replace(f, paid=0, step=0) for u, f in s.fuel.items() if f.port}
        return replace(
            s, waters=danger_zones.as_turn_starts(s), ports=shut, accounts=purse, fuel=fuel
        )


@clause("36.D.(2)")
def silence_if_blockaded(s: State, port: Port) -> Port:
    """Return a port as a player-turn begins. A blockaded port exerts no danger zone; a blockade by
    hidden submarines alone is kept from its owner."""
    by = zones.blockaders(s, port.hex)
    if not by:
        return port
    hidden = s.rulings.switch("submarines_hidden") == "true" and all(
        s.kind(g) == "submarine" for g in by
    )
    return replace(port, hushed=s.at) if hidden else replace(port, silent=s.at)


@clause("32.C.s07")
class StepBegan(Happening, frozen=True, tag="step-began"):
    """A naval movement step begins: MPs and the segment's bans are reset, and step markers of the
    phasing side drop a level."""

    step: int

    def apply(self, s: State) -> State:
        groups: dict[str, Group] = {}
        for k, g in s.groups.items():
            mine = g.side == s.phasing
            marked = mine and g.marker > 0
            groups[k] = replace(
                g,
                spent=0,
                account=0,
                marker=g.marker - 1 if marked else g.marker,
                idle=marked,
                ended=False,
                reacted=False,
                started=g.hex if g.where == "sea" else "",
                moved=False,
                arrived=False,
                found=False,
                disclosed_counts=(-1, -1),
                spotted=False,
                sought=False,
                gauge=UNKNOWN,
                last_roll=UNKNOWN,
                hidden_from=False,
                no_seeking="",
                sought_for=(),
                log=(),
                zones=(),
                fired_on=(),
                fought=(),
                shunned=(),
                closed=(),
                mined=(),
                zone_done=False,
                harried="",
                pledged=False,
                dark=g.dark and g.night_block > 0,
            )
        air = {k: replace(a, struck=False) for k, a in s.air.items()}
        return replace(
            s,
            groups=groups,
            air=air,
            step=self.step,
            segment="move",
            support={},
            adrift={},
            eased={},
        )


class SegmentBegan(Happening, frozen=True, tag="segment-began"):
    """A segment of a step begins: the naval reaction movement segment, or the step's end."""

    segment: Literal["reaction"]

    def apply(self, s: State) -> State:
        return replace(s, segment=self.segment)


class StepEnded(Happening, frozen=True, tag="step-ended"):
    """A step is over. Unspent MPs count as day MPs."""

    step: int

    def apply(self, s: State) -> State:
        counts = s.rulings.switch("idle_mps_are_day") == "true"
        groups = {
            k: night.end_step(g, costs.mps_left(s, g), counts) if g.members else g
            for k, g in s.groups.items()
        }
        return replace(s, groups=groups, segment="start", called="")


class PhaseEnded(Happening, frozen=True, tag="phase-ended"):
    """A side's player-turn is over; activations lapse."""

    side: TurnOf

    def apply(self, s: State) -> State:
        groups = {
            k: replace(g, activated=False, called_by="", spent=0) for k, g in s.groups.items()
        }
        return replace(s, groups=groups, at=s.at + 1, step=0, segment="start")
