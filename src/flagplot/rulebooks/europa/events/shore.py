"""Events ashore: beaches checked and fought for, divisions that march and counter-attack; the sea that turns."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from flagplot.table.language import Choice

from ..nouns import Place, Side, Thing
from ..rules.combat.gunnery import Result
from ..state import State, fewer
from .clock import Happening

Losses = tuple[tuple[str, int], ...]


class SeaTurned(Happening, frozen=True, tag="sea-turned"):
    """The sea state changes."""

    state: Annotated[str, Choice("calm", "rough", "stormy")]

    def apply(self, s: State) -> State:
        return replace(s, weather={**s.weather, "": self.state})


class BeachChecked(Happening, frozen=True, tag="beach-check"):
    """The landing check of a beach: REs lost by cargo, and whether what is left goes back aboard."""

    side: Side
    hex: Place
    result: Result
    modifier: int
    cargo: tuple[str, ...] = ()
    lost: Losses = ()
    back: bool = False

    def apply(self, s: State) -> State:
        for id, n in self.lost:
            s = fewer(s, id, n)
        cargo = dict(s.cargo)
        for id in self.cargo:
            c = cargo[id]
            afloat = self.back and c.res > 0 and s.group_of(c.craft) is not None
            cargo[id] = replace(c, craft="", aboard=c.craft, place="", landed=False) if afloat else replace(c, craft="")
        return replace(s, cargo=cargo)


class BeachFought(Happening, frozen=True, tag="beach-fought"):
    """The attack of what is ashore in a hex on its garrison: REs lost by cargo."""

    side: Side
    hex: Place
    result: Result
    modifier: int
    lost: Losses = ()

    def apply(self, s: State) -> State:
        for id, n in self.lost:
            s = fewer(s, id, n)
        return s


class Marched(Happening, frozen=True, tag="marched"):
    """A division inland marches."""

    side: Side
    division: Thing
    hex: Place

    def apply(self, s: State) -> State:
        return replace(s, divisions={**s.divisions, self.division: replace(s.divisions[self.division], hex=self.hex)})


class CounterAttacked(Happening, frozen=True, tag="counter-attack"):
    """A division attacks what has landed in a hex: the REs thrown back, by cargo, with the craft that takes them (or none)."""

    side: Side
    division: Thing
    at: Place
    hex: Place
    result: Result
    modifier: int
    thrown: tuple[tuple[str, int, str, str], ...] = ()
    """(cargo, REs, craft or empty, name of what goes aboard)."""

    def apply(self, s: State) -> State:
        s = replace(s, divisions={**s.divisions, self.division: replace(s.divisions[self.division], hex=self.at)})
        for id, n, craft, name in self.thrown:
            c = s.cargo[id]
            whole = c.res == n
            if not craft:
                s = fewer(s, id, n)
                continue
            back = replace(c, id=id if whole else name, aboard=craft, place="", landed=False, res=n)
            rest = {} if whole else {id: replace(c, res=c.res - n)}
            s = replace(s, cargo={**s.cargo, **rest, back.id: back})
        return s

    def seen_by(self, side: str) -> CounterAttacked:
        if side and side != self.side:
            return self
        return replace(self, thrown=tuple((id, n, "", "") for id, n, _, _ in self.thrown))
