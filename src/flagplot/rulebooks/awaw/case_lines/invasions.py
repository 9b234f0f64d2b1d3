"""Case lines about invasions: beaches and land fronts, training, strength at the beach, bridgeheads
and exploitation."""

from __future__ import annotations

from typing import Literal

from flagplot.table.language import Found

from ..rules.invasion import beach_forces, exploitation, ground_units, strength
from ..state import State, replace, with_changes
from . import nouns as n
from .nouns import lines

Front = Literal["western", "eastern", "mediterranean", "pacific", "southeast-asia"]


lines.given_row(
    "{place} has no beach", lambda state, place: replace(state, rocky=(*state.rocky, place))
)


# The front of a hex's land, when its water is on another front.
lines.given_row(
    "the land of {place} is on the {front} front",
    lambda state, place, front: replace(
        state, land_fronts=with_changes(state.land_fronts, {place: front})
    ),
    front=Front,
)


lines.given_row(
    "{side} training research {levels}",
    lambda state, side, levels: replace(
        state, research=with_changes(state.research, {f"{side} CTL": levels})
    ),
    levels=int,
)


@lines.fact("{factors} factors off {place} are silent")
def fact_silent(state: State, factors: int, place: n.Place) -> Found:
    """Check the naval factors that may not bombard any more."""
    a = state.assaults.get(place)
    return a is not None and a.silent == factors, f"silent: {a.silent if a else 'no assault'}"


lines.fact_row(
    "bridgehead at {place}",
    lambda state, place: (
        place in state.bridgeheads,
        f"bridgeheads: {', '.join(state.bridgeheads) or 'none'}",
    ),
)


@lines.fact("assault on {place} {how}")
def fact_assault(
    state: State, place: n.Place, how: Literal["announced", "ashore", "won", "failed"]
) -> Found:
    """Check the state of an attack on a hex."""
    a = state.assaults.get(place)
    return a is not None and a.state == how, f"assault on {place}: {a.state if a else 'none'}"


@lines.fact("{factors} naval factors of DRM {drm} add {combat} to {ground} ground factors")
@lines.fact(
    "{factors} naval factors of DRM {drm} and {more} of DRM {other} add {combat} to {ground} "
    "ground factors"
)
def fact_bombardment(
    state: State, factors: int, drm: int, combat: int, ground: int, more: int = 0, other: int = 2
) -> Found:
    """Check the combat factors that bombardment adds."""
    found = (
        strength.gun_thirds(state.rulings, ((drm, factors), (other, more)), ground)
        // strength.THIRD
    )
    return found == combat, f"they add {found}"


lines.fact_row(
    "{factors} air factors add {combat} to {ground} ground factors",
    lambda state, factors, ground: (
        strength.support_thirds(state.rulings, (("AAF", factors),), ground) // strength.THIRD
    ),
    ground=int,
    combat=int,
)


@lines.fact(
    "{factors} naval factors of DRM {drm} and {squadrons} naval squadrons add {combat} to "
    "{ground} ground factors"
)
def fact_guns_and_squadrons(
    state: State, factors: int, drm: int, squadrons: int, combat: int, ground: int
) -> Found:
    """Check the combat factors of bombardment and carrier squadrons together."""
    guns = strength.gun_thirds(state.rulings, ((drm, factors),), ground)
    found = strength.support_factors(
        guns, strength.support_thirds(state.rulings, (("NAS", squadrons),), ground)
    )
    return found == combat, f"they add {found}"


lines.fact_row(
    "defence multiplier {dm} against {ground} invading factors, {marines} of them marines",
    lambda state, ground, marines: strength.multiplier(
        state.rulings, invading=ground, marines=marines
    ),
    ground=int,
    marines=int,
    dm=int,
)


lines.fact_row(
    "attrition factors of {side} on the {front} front {factors}",
    lambda state, side, front: ground_units.attrition_factors(state, side, front),
    front=Front,
)


lines.fact_row(
    "{unit} has CTL {level}",
    lambda state, unit: ground_units.training_level(state, state.units[unit]),
)


lines.fact_row(
    "{unit} exploits at CTL {level}",
    lambda state, unit: exploitation.exploiting_level(state, state.units[unit]),
)


@lines.fact("ships bar {side} from {place}")
def fact_ships_bar(state: State, side: n.Side, place: n.Place) -> Found:
    """Check that enemy ships bar a side's invasion of a hex."""
    found = beach_forces.does_fleet_bar(state, side, place)
    return found, f"they {'bar' if found else 'do not bar'} it"


@lines.fact("{unit} may exploit")
def fact_may_exploit(state: State, unit: n.Unit) -> Found:
    """Check that a unit may exploit now."""
    able = [
        u.id
        for a in exploitation.breached_assaults(state)
        for u in exploitation.units_that_exploit(state, a)
    ]
    return unit in able, f"these may exploit: {', '.join(able) or 'none'}"
