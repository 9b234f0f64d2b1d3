"""Events about Malta: bombing, and what its repair points become."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from flagplot.table import clause
from flagplot.table.language.event_sentences import OWNER, Audience

from ..nouns import Place, Side
from ..rules.special import malta
from ..state import State
from ..state.waters import Account
from .clock import Happening


class Bombed(Happening, frozen=True, tag="bombed"):
    """Air units bomb a port: Malta's status number, or the port's capacity."""

    side: Side
    planes: tuple[str, ...]
    hex: Place
    at: Literal["status", "port"]
    hits: int

    def apply(self, s: State) -> State:
        s = replace(s, air={k: replace(a, struck=a.struck or k in self.planes) for k, a in s.air.items()})
        if self.at == "port":
            port = s.ports[self.hex]
            return replace(s, ports={**s.ports, self.hex: replace(port, hits=port.hits + self.hits)})
        assert s.malta is not None
        before = s.malta.bombed[1] if s.malta.bombed[0] == s.at else 0
        return replace(s, malta=replace(malta.moved(s.malta, self.hits), bombed=(s.at, before + self.hits)))


@clause("36.A.4.b.s03")
class PointsUsed(Happening, frozen=True, tag="malta-points"):
    """Malta repair points are used: to repair, or as SRPs or naval repair points, which stand at Valletta."""

    audience = Audience(OWNER)
    side: Side
    points: int
    use: Literal["repair", "SRPs", "NRPs"]

    def apply(self, s: State) -> State:
        m = s.malta
        assert m is not None
        m = replace(m, points=m.points - self.points, worked=s.at)
        if self.use == "NRPs":
            account = s.accounts.get(self.side, Account())
            return replace(s, malta=m, accounts={**s.accounts, self.side: account.given(float(self.points))})
        if self.use == "SRPs":
            return replace(s, malta=replace(m, srps=m.srps + self.points, fresh=m.fresh + self.points))
        return replace(s, malta=malta.moved(m, -self.points))


class MaltaRepaired(Happening, frozen=True, tag="malta-repaired"):
    """Supplies lower Malta's status."""

    audience = Audience(OWNER)
    side: Side
    hits: int
    means: Literal["SRPs", "SPs"]

    def apply(self, s: State) -> State:
        m = s.malta
        assert m is not None
        m = replace(m, worked=s.at)
        if self.means == "SRPs":
            m = replace(m, srps=m.srps - self.hits, fresh=min(m.fresh, m.srps - self.hits))
        else:
            m = replace(m, sps=m.sps - malta.SP_PER_SRP * self.hits)
        return replace(s, malta=malta.moved(m, -self.hits))


class Broken(Happening, frozen=True, tag="srps-broken"):
    """SRPs that have just come become 2 1/2 supply points each."""

    audience = Audience(OWNER)
    side: Side
    srps: int

    def apply(self, s: State) -> State:
        m = s.malta
        assert m is not None
        return replace(s, malta=replace(m, srps=m.srps - self.srps, fresh=m.fresh - self.srps,
                                        sps=m.sps + malta.SP_PER_SRP * self.srps))
