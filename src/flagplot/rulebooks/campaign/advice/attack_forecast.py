"""The exact forecast that is shown before each attack of an interception battle (6.5.1)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ..map.battle_ocean import distance
from ..orders import battle as o
from ..rules.combat.formula import Volley, die_of, evasion_chance, hit_percent, shoots_back
from ..rules.combat.legality import check
from ..rules.combat.scenario_rules import as_target
from ..rules.combat.staff import RETURN_FIRE, hurt_already
from ..rules.combat.visibility import flak_guards, gun_range, seen_by
from ..state.battle import Combatant, SeaBattle
from ..state.battle_ratings import Fighter


class Forecast(msgspec.Struct, frozen=True):
    """The exact forecast of an attack: chances of each number of strength points taken and lost."""

    kills: tuple[tuple[int, float], ...]
    losses: tuple[tuple[int, float], ...]
    mean_kills: float
    mean_losses: float
    dives: float
    sinks: float


def forecast_attack(b: SeaBattle, firer: Combatant, target: Combatant) -> Forecast:
    """Return the exact forecast of an attack, from the dice specs that the exchange rolls, flak
    included."""
    return _forecast_attack(
        firer, target, as_target(b, target), flak_guards(b, firer, target), die_of(b.rulings)
    )


def forecast_unguarded(firer: Combatant, target: Combatant, die: int) -> Forecast:
    """Return the exact forecast of an attack on a unit that no flak cruiser guards (6.5.1)."""
    return _forecast_attack(firer, target, target.fighter(), (), die)


@lru_cache(maxsize=4096)
def _forecast_attack(
    firer: Combatant, target: Combatant, g: Fighter, guards: tuple[Combatant, ...], die: int
) -> Forecast:
    assert firer.at is not None
    assert target.at is not None
    f = firer.fighter()
    stays = 1 - evasion_chance(g) / 100
    answers = (
        shoots_back(f, g, distance(firer.at, target.at))
        and target.ammo > 0
        and not target.surprised
    )
    left = {f.strength: 1.0}
    for guard in guards:
        left = _strength_after_flak(left, guard, f, die)
    kills: dict[int, float] = {}
    losses: dict[int, float] = {}
    for strength, chance in left.items():
        taken = (
            _chances_of(Volley(strength, hit_percent(f, g), g.strength, die))
            if strength
            else {0: 1.0}
        )
        back = (
            _chances_of(Volley(g.strength, hit_percent(g, f, returning=True), strength, die))
            if answers and strength
            else {0: 1.0}
        )
        for k, p in taken.items():
            kills[k] = kills.get(k, 0.0) + chance * p * stays
        for k, p in back.items():
            lost = f.strength - strength + k
            losses[lost] = losses.get(lost, 0.0) + chance * p * stays
    if stays < 1:
        kills[0] = kills.get(0, 0.0) + 1 - stays
        losses[0] = losses.get(0, 0.0) + 1 - stays
    return Forecast(
        tuple(sorted(kills.items())),
        tuple(sorted(losses.items())),
        sum(k * p for k, p in kills.items()),
        sum(k * p for k, p in losses.items()),
        1 - stays,
        sum(p for k, p in kills.items() if k >= g.strength),
    )


MOST_ATTACKS = 6
"""The most attacks offered in one question of a battle."""


def best_attacks(b: SeaBattle, side: str) -> tuple[tuple[o.Fire, Forecast], ...]:
    """Return the best attacks with their forecasts, from the battle as *side* knows it (6.5.1).
    They are rated as by the staff: strength taken by its price, less the return fire."""
    colour, found = b.colour(side), []
    if b.phase != "fight" or side != b.moving_side:
        return ()
    foes = [b.unit(i) for i in sorted(seen_by(b, colour))]
    for u in b.afloat(colour):
        if u.fired or u.at is None or u.ammo <= 0:
            continue
        for e in foes:
            order = o.Fire(u.id, e.id)
            if e.at is not None and distance(u.at, e.at) <= gun_range(u) and check(b, side, order):
                f = forecast_attack(b, u, e)
                gain = (
                    f.mean_kills * e.ratings.price * hurt_already(e)
                    - RETURN_FIRE * f.mean_losses * u.ratings.price
                )
                found.append((-gain, u.id, e.id, order, f))
    return tuple((order, f) for *_, order, f in sorted(found, key=lambda x: x[:3])[:MOST_ATTACKS])


def _strength_after_flak(
    left: dict[int, float], guard: Combatant, f: Fighter, die: int
) -> dict[int, float]:
    """Return the chances of an aircraft's strength after one flak cruiser has fired."""
    out: dict[int, float] = {}
    for strength, chance in left.items():
        if not strength:
            out[0] = out.get(0, 0.0) + chance
            continue
        for k, p in _chances_of(
            Volley(guard.strength * guard.flak, hit_percent(guard.fighter(), f), strength, die)
        ).items():
            out[strength - k] = out.get(strength - k, 0.0) + chance * p
    return out


def _chances_of(spec: Volley) -> dict[int, float]:
    values, total = spec.outcomes()
    return {v: w / total for v, w in values}
