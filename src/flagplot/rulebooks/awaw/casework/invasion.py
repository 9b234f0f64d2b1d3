"""Lines about invasions: beaches and fronts of the land, training, strengths at the beach, bridgeheads and exploitation."""

from __future__ import annotations

from typing import Literal

from flagplot.table.language import Found

from ..rules.invasion import assaults, exploit, ground, strength
from ..state import State, put, replace
from . import nouns as n
from .nouns import lines

Front = Literal["western", "eastern", "mediterranean", "pacific", "southeast-asia"]


@lines.given("{place} has no beach")
def rocky(state: State, place: n.Place) -> State:
    """A coast hex that is no beach."""
    return replace(state, rocky=(*state.rocky, place))


@lines.given("the land of {place} is on the {front} front")
def land_front(state: State, place: n.Place, front: Front) -> State:
    """The front of the land of a hex, where its water is on another."""
    return replace(state, land_fronts=put(state.land_fronts, {place: front}))


@lines.given("{side} training research {levels}")
def training(state: State, side: n.Side, levels: int) -> State:
    """Research that raises the combat training level."""
    return replace(state, research=put(state.research, {f"{side} CTL": levels}))


@lines.fact("{factors} factors off {place} are silent")
def silent(before: State, state: State, factors: int, place: n.Place) -> Found:
    """Naval factors that may not bombard any more."""
    a = state.assaults.get(place)
    return a is not None and a.silent == factors, f"silent: {a.silent if a else 'no assault'}"


@lines.fact("bridgehead at {place}")
def bridgehead(before: State, state: State, place: n.Place) -> Found:
    """Whether a bridgehead counter lies there."""
    return place in state.bridgeheads, f"bridgeheads: {', '.join(state.bridgeheads) or 'none'}"


@lines.fact("assault on {place} {how}")
def assault(before: State, state: State, place: n.Place, how: Literal["announced", "ashore", "won", "failed"]) -> Found:
    """How far an attack on a hex has come."""
    a = state.assaults.get(place)
    return a is not None and a.state == how, f"assault on {place}: {a.state if a else 'none'}"


@lines.fact("{factors} naval factors of DRM {drm} add {combat} to {ground} ground factors")
@lines.fact("{factors} naval factors of DRM {drm} and {more} of DRM {other} add {combat} to {ground} ground factors")
def bombardment(
    before: State, state: State, factors: int, drm: int, combat: int, ground: int, more: int = 0, other: int = 2
) -> Found:
    """Combat factors that bombardment adds."""
    found = strength.gun_thirds(state.rulings, ((drm, factors), (other, more)), ground) // strength.THIRD
    return found == combat, f"they add {found}"


@lines.fact("{factors} air factors add {combat} to {ground} ground factors")
def air_support(before: State, state: State, factors: int, combat: int, ground: int) -> Found:
    """Combat factors that army aircraft add."""
    found = strength.support_thirds(state.rulings, (("AAF", factors),), ground) // strength.THIRD
    return found == combat, f"they add {found}"


@lines.fact("{factors} naval factors of DRM {drm} and {squadrons} naval squadrons add {combat} to {ground} ground factors")
def together(before: State, state: State, factors: int, drm: int, squadrons: int, combat: int, ground: int) -> Found:
    """Combat factors of bombardment and carrier squadrons together."""
    guns = strength.gun_thirds(state.rulings, ((drm, factors),), ground)
    found = strength.helped(guns, strength.support_thirds(state.rulings, (("NAS", squadrons),), ground))
    return found == combat, f"they add {found}"


@lines.fact("defence multiplier {dm} against {ground} invading factors, {marines} of them marines")
def multiplier(before: State, state: State, dm: int, ground: int, marines: int) -> Found:
    """The defence multiplier of an ordinary beach."""
    found = strength.multiplier(state.rulings, invading=ground, marines=marines)
    return found == dm, f"the defence multiplier is {found}"


@lines.fact("attrition factors of {side} on the {front} front {factors}")
def attrition(before: State, state: State, side: n.Side, front: Front, factors: int) -> Found:
    """Ground factors that count for attrition."""
    found = ground.attrition_factors(state, side, front)
    return found == factors, f"{found} factors count"


@lines.fact("{unit} has CTL {level}")
def ctl(before: State, state: State, unit: n.Unit, level: int) -> Found:
    """Combat training level of a unit."""
    found = ground.ctl(state, state.units[unit])
    return found == level, f"{unit} has CTL {found}"


@lines.fact("{unit} exploits at CTL {level}")
def exploits_at(before: State, state: State, unit: n.Unit, level: int) -> Found:
    """Combat training level of a unit that exploits from an invasion hex."""
    found = exploit.level(state, state.units[unit])
    return found == level, f"{unit} exploits at CTL {found}"


@lines.fact("ships bar {side} from {place}")
def barred(before: State, state: State, side: n.Side, place: n.Place) -> Found:
    """Whether enemy ships in a hex bar its invasion."""
    found = assaults.fleet_bars(state, side, place)
    return found, f"they {'bar' if found else 'do not bar'} it"


@lines.fact("{unit} may exploit")
def may_exploit(before: State, state: State, unit: n.Unit) -> Found:
    """Whether armour may exploit now."""
    able = [u.id for a in exploit.breaches(state) for u in exploit.exploiters(state, a)]
    return unit in able, f"these may exploit: {', '.join(able) or 'none'}"
