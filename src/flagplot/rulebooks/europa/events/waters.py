"""Events of the initial phase and of places that change hands: mines swept, repair points, ports taken."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from flagplot.table import clause
from flagplot.table.language.event_sentences import OWNER, Audience

from ..events.clock import Happening
from ..nouns import Place, Side
from ..rules.combat.gunnery import Result
from ..rules.movement import passages
from ..rules.special import danger_zones, malta, mines
from ..state import Cargo, State
from ..state.malta import MOST
from ..state.waters import Account


@clause("36.A.1.s03")
class Taken(Happening, frozen=True, tag="taken"):
    """A side takes a hex, with the port in it. For the other side its waters are protected no more."""

    side: Side
    hex: Place
    hits: int = 0
    """The hits on the capacity of its port."""

    def apply(self, s: State) -> State:
        ports, port = dict(s.ports), s.ports.get(self.hex)
        if port is not None:
            ports[self.hex] = replace(port, owner=self.side, lost_by=s.at, hits=max(port.hits, self.hits))
        kept = {h: d for h, d in s.defences.items() if h != self.hex or d.owner == self.side}
        held = {h: g for h, g in s.garrisons.items() if h != self.hex or g.side == self.side}
        bare = {g.id: replace(g, screened=False) for g in s.groups_at(self.hex, s.other(self.side)) if g.screened}
        s = replace(s, ports=ports, owners={**s.owners, self.hex: self.side}, defences=kept, garrisons=held,
                    groups={**s.groups, **bare})
        if s.malta is not None and self.side == "Axis" and self.hex == malta.valletta():
            s = replace(s, malta=replace(s.malta, status=MOST))
        return replace(s, waters=replace(danger_zones.after_capture(s), suez_held=passages.held(s)))


class SuezSet(Happening, frozen=True, tag="suez"):
    """The Suez Canal is open, closed for a time or blocked for good from now on."""

    state: Literal["open", "closed", "blocked"]

    def apply(self, s: State) -> State:
        return replace(s, waters=replace(s.waters, suez=self.state))


class MinesCleared(Happening, frozen=True, tag="mines-cleared"):
    """Enemy mines leave the map in a side's initial phase without a roll."""

    side: Side
    hex: Place
    points: int

    def apply(self, s: State) -> State:
        return mines.belt(s, self.hex, s.other(self.side), -self.points)


class ZoneSwept(Happening, frozen=True, tag="zone-swept"):
    """A side tries to sweep a mine point in a danger zone of its own: with what result, and what it pays in repair points."""

    audience = Audience(hides=("cost", "owed"))
    side: Side
    hex: Place
    result: Result
    modifier: int
    swept: bool
    cost: float = 0.0
    owed: float = 0.0
    """What it has not got of the cost."""

    def apply(self, s: State) -> State:
        account = s.accounts.get(self.side, Account()).paid(self.cost)
        eased = {**s.eased, self.hex: s.eased.get(self.hex, 0) + 1} if self.result == "S*" else s.eased
        return replace(mines.belt(s, self.hex, s.other(self.side), -int(self.swept)), eased=eased,
                       accounts={**s.accounts, self.side: account})


class MineDropped(Happening, frozen=True, tag="mine-dropped"):
    """A mine point is laid from the air."""

    audience = Audience(hides=("cargo",))
    side: Side
    hex: Place
    plane: str
    cargo: str

    def apply(self, s: State) -> State:
        spent = replace(s.cargo[self.cargo], place="laid")
        s = replace(s, air={**s.air, self.plane: replace(s.air[self.plane], struck=True)}, cargo={**s.cargo, self.cargo: spent})
        return mines.belt(s, self.hex, self.side, 1)


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
