"""Events of combat naval forces: gunfire support, repair, carrier groups that come and go."""

from __future__ import annotations

from itertools import chain, count

from msgspec.structs import replace

from flagplot.table import clause
from flagplot.table.language.event_sentences import OWNER, Audience

from ..nouns import Place, Side, Thing
from ..state import Group, State, put_group, put_unit, without
from ..state.fleets import Call
from ..state.waters import Account
from .clock import Happening


@clause("36.F.1.s04")
class Supported(Happening, frozen=True, tag="gunfire"):
    """A unit fires the gunfire support it has prepared at a hex; half and full strength count against its year."""

    audience = Audience(hides=("unit",))
    side: Side
    unit: Thing
    hex: Place
    points: int
    year: int
    counted: bool

    def apply(self, s: State) -> State:
        u = s.units[self.unit]
        used = dict(u.gunfire)
        used[self.year] = used.get(self.year, 0) + self.counted
        s = put_unit(s, replace(u, ready="", gunfire=tuple(sorted(used.items()))))
        return replace(s, support={**s.support, self.hex: (self.side, s.support.get(self.hex, ("", 0))[1] + self.points)})


class Repaired(Happening, frozen=True, tag="repaired"):
    """Hits of a unit are repaired in port for naval repair points."""

    audience = Audience(OWNER)
    side: Side
    unit: Thing
    hits: int
    hex: Place
    cost: float

    def apply(self, s: State) -> State:
        u, port = s.units[self.unit], s.ports[self.hex]
        done = port.mended[1] if port.mended[0] == s.at else 0
        s = put_unit(s, replace(u, hits=u.hits - self.hits))
        return replace(s, ports={**s.ports, self.hex: replace(port, mended=(s.at, done + self.hits))},
                       accounts={**s.accounts, self.side: s.accounts[self.side].paid(self.cost)})


class Rescued(Happening, frozen=True, tag="rescued"):
    """A group takes people up; the others in the water are lost."""

    audience = Audience(OWNER)
    side: Side
    group: str
    hex: Place
    saved: int

    def apply(self, s: State) -> State:
        return replace(s, adrift={h: a for h, a in s.adrift.items() if h != self.hex})


def _call(s: State, unit: str) -> Call:
    return next(c for c in s.calls if c.unit.id == unit)


class CarrierCame(Happening, frozen=True, tag="carrier-came"):
    """A carrier group that is called on comes into play in port, its aircraft aboard, as a naval group of its name where that
    is free."""

    audience = Audience(OWNER)
    side: Side
    unit: str

    def apply(self, s: State) -> State:
        call = _call(s, self.unit)
        names = chain((self.unit,), (f"{self.unit}-{k}" for k in count(2)))
        name = next(n for n in names if n not in s.groups)
        s = put_group(put_unit(s, call.unit), Group(name, self.side, (self.unit,), call.hex, "port"))
        calls = tuple(replace(c, came=True) if c.unit.id == self.unit else c for c in s.calls)
        return replace(s, air={**s.air, **{a.id: a for a in call.air}}, calls=calls)


class CarrierLeft(Happening, frozen=True, tag="carrier-left"):
    """A carrier group and its aircraft withdraw, and their damage and losses are charged: what cannot be paid is owed."""

    audience = Audience(OWNER)
    side: Side
    unit: str
    repair: float
    air: tuple[tuple[str, float], ...] = ()
    owed: float = 0.0
    """What it has not got of the repair points."""

    def apply(self, s: State) -> State:
        call = _call(s, self.unit)
        kept = {k: a for k, a in s.air.items() if k not in {x.id for x in call.air}}
        accounts = {**s.accounts, self.side: s.accounts.get(self.side, Account()).paid(self.repair, carriers=True)}
        wings = dict(s.wings)
        for org, due in self.air:
            wings[org] = wings.get(org, Account()).paid(due)
        s = without(s, replace(s.units[self.unit], away=True), "lost")
        calls = tuple(c for c in s.calls if c.unit.id != self.unit)
        return replace(s, air=kept, accounts=accounts, wings=wings, calls=calls)
