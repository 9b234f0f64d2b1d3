"""A salvo as a counted situation: shots, their targets, and the damage that they do together."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from msgspec.structs import replace

from flagplot.table import Roll, Rulings, Table, TailCall, facts
from flagplot.table.core.procedure import FieldLens
from flagplot.table.language.event_sentences import Audience, AudienceEvent

from ...nouns import Thing
from ...state import State
from ...state.units import Unit
from .gunnery import gunnery_rolls, ship_gunnery


# ------------------------------------------------------------------ a salvo
class Shot(msgspec.Struct, frozen=True, cache_hash=True):
    """One unit's fire at another: the gunnery strength as numerator and denominator, and a modifier
    of the die."""

    by: str
    at: str
    over: int
    under: int = 1
    plus: int = 0
    private: str = ""
    """The one side that may see this roll and its hits (mines, danger zones); empty when everybody
    may."""


class Salvo(msgspec.Struct, frozen=True, cache_hash=True):
    """Simultaneous fire: the shots still to be rolled, the hits that each target can still take,
    and the hits so far."""

    rulings: Rulings
    shots: tuple[Shot, ...]
    afloat: tuple[tuple[str, int], ...]
    """Pairs (unit, hits it can take): hits beyond that are not counted."""
    hits: tuple[tuple[str, int], ...] = ()


class Landed(AudienceEvent, frozen=True, tag="landed"):
    """Hits of one shot. With ``private`` set, only that side sees them."""

    audience = Audience(owner="private", secret="private")
    clause: str
    by: Thing
    at: Thing
    hits: int
    private: str = ""

    def apply(self, s: Salvo) -> Salvo:
        most = dict(s.afloat).get(self.at, 99)
        hits = dict(s.hits)
        hits[self.at] = min(most, hits.get(self.at, 0) + self.hits)
        return replace(
            s, shots=s.shots[1:], hits=tuple(sorted((k, v) for k, v in hits.items() if v))
        )


async def fire(t: Table[Salvo]) -> str | TailCall:
    """Roll the shots of a salvo one after another; damage is counted together at its end. Return
    the hits in words."""
    if not t.state.shots:
        return ", ".join(f"{unit} {n}" for unit, n in t.state.hits) or "no hits"
    shot = t.state.shots[0]
    hits = 0
    for spec in gunnery_rolls(t.state.rulings, Fraction(shot.over, shot.under), shot.plus):
        hits += await Roll(
            spec,
            "32.D.2",
            "gunnery",
            "europa.gunnery",
            facts(by=shot.by, at=shot.at, strength=f"{shot.over}/{shot.under}"),
            (shot.private,) if shot.private else (),
        )
    t.record(Landed("32.D.2", shot.by, shot.at, hits, shot.private))
    return TailCall(fire)


def salvo_of(state: State, shots: tuple[Shot, ...]) -> Salvo:
    """Return the situation of a salvo. A unit can take hits up to its strength; a coast defence
    twice its level, less its hits."""
    afloat = []
    for target in sorted({s.at for s in shots}):
        if target in state.units:
            afloat.append((target, state.units[target].strength))
        else:
            d = state.defences[target]
            afloat.append((target, 2 * d.level - d.hits))
    return Salvo(state.rulings, shots, tuple(afloat))


def shot_fired(s: State, unit: Unit, at: str, dark: bool, plus: int = 0) -> Shot:
    """Return a unit's fire at a target, its gunnery divided at night."""
    g = ship_gunnery(s, unit, dark)
    return Shot(unit.id, at, g.numerator, g.denominator, plus)


class SalvoOf(FieldLens, frozen=True, tag="salvo"):
    """The salvo being rolled, as a part of the state."""

    field = "salvo"
