"""Forecast of an interception order: the first round of gunfire if the ships meet the enemy.

The chance to meet does not tell whether a fight is wise; this does. Unseen ships are assumed by
size band. The text says so and adds one stronger alternative."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.odds import distribution_bars, expected_points_clause
from flagplot.table import AskOrder, about_map
from flagplot.table.display.orders import Forecast
from flagplot.table.display.position import Clause

from ..advice import assumed_ships, battle_points
from ..advice import exchange_forecast as fights
from ..orders import Counter, Intercept
from ..rules.combat import combat_tables
from ..rules.combat.battle_setup import group_of, ship_of
from ..rules.combat.ships import Battle, Fleet, Group, Ship
from ..rules.forces import selected_units
from ..rules.interception.legality import activity_from
from ..state import State, Unit
from . import battle_forecast, names


def forecast_meeting(view: State, request: AskOrder, order: Intercept | Counter) -> Forecast | None:
    """Return the forecast of the fight that an interception seeks, as effects in its first round.
    ``None`` for submarines, and when no ships are sent."""
    side, counter = request.side, isinstance(order, Counter)
    ships = [
        u for u in selected_units(view, side, order.units) if u.kind == "ship" and u.type != "SS"
    ]
    if not ships or request.kind not in ("interception", "counter-interception"):
        return None
    a = activity_from(request)
    band = str(about_map(request).get("band", "")) or "under 10"
    foes = [
        f
        for f in (a.against if counter else a.forces)
        if f in view.forces and view.forces[f].side != side
    ]
    friends = [
        u
        for f in (a.forces if counter and a.side == side else ())
        for u in view.members(view.forces[f])
    ]
    bands = [view.forces[f].band or band for f in foes] or [band]
    hindered = not counter and bool(about_map(request).get("transports"))
    mine = Group(tuple(sorted(ship_of(view, u) for u in (*ships, *friends))), 1, "mine")
    seen = [u for f in foes for u in view.members(view.forces[f])]
    behind: tuple[Unit, ...] = ()
    if seen and all(not view.forces[f].band or view.members(view.forces[f]) for f in foes):
        found = _fight(
            view,
            side,
            mine,
            tuple(x for f in foes for x in group_of(view, view.forces[f]).ships),
            hindered,
        )
        rests = f"Reckoned with {names.units_text(seen, 4)}, the ships you see."
    else:
        likely, strong = (
            [size for b in bands for size in of[b]]
            for of in (assumed_ships.LIKELY, assumed_ships.STRONG)
        )
        behind = assumed_ships.assumed_units(view, view.enemy(side), "", likely)
        found = _fight(view, side, mine, _ships(view, side, likely), hindered)
        other = _fight(view, side, mine, _ships(view, side, strong), hindered)
        against = (
            f"; against {_words(strong)} you come off better "
            f"{battle_forecast.percent_of_chance(other.better)}"
            if other
            else ""
        )
        rests = f"The enemy's ships are not seen: {_words(likely)} assumed{against}."
    return _told(view, side, mine, found, behind, rests) if found is not None else None


def _told(
    view: State, side: str, mine: Group, found: fights.Forecast, behind: Sequence[Unit], rests: str
) -> Forecast:
    """Return the bars and notes of the fight, with the assumption *rests*."""
    foe = view.enemy(side)
    gains = battle_points.expected_score(
        view, Battle((Fleet(foe, ()), Fleet(side, (mine,))), view.rulings), found.ends, behind
    )
    return Forecast(
        "If they meet: the first round of guns",
        (
            distribution_bars("Effects the enemy takes", foe, found.his_effects),
            distribution_bars("Effects you take", side, found.my_effects),
        ),
        (
            Clause(
                f"You come off better {battle_forecast.percent_of_chance(found.better)}, worse "
                f"{battle_forecast.percent_of_chance(found.worse)}; "
                f"you lose {found.mine:.1f} factors on average, the enemy {found.his:.1f}.",
                "22.6",
            ),
            *_fates(view, found),
            *((expected_points_clause(side, gains),) if gains is not None else ()),
            Clause(rests),
        ),
        found.exact,
    )


def _fates(view: State, found: fights.Forecast) -> tuple[Clause, ...]:
    told = [x for x in (*found.his_ships, *found.my_ships) if x.id in view.units]
    words = battle_forecast.fate_sentences(view, told)
    return (Clause(" ".join(words), "22.55"),) if words else ()


def _fight(
    view: State, side: str, mine: Group, his: Sequence[Ship], hindered: bool
) -> fights.Forecast | None:
    """Forecast one exchange between all of the side's own ships and all enemy ships, each as one
    group."""
    theirs = Group(tuple(his), 1, "his", hindered=hindered)
    return fights.forecast_exchange(
        Battle((Fleet(view.enemy(side), (theirs,)), Fleet(side, (mine,))), view.rulings), side, 1
    )


def _ships(view: State, side: str, sizes: assumed_ships.Kinds) -> tuple[Ship, ...]:
    """Return unseen ships of the sizes given, of the enemy's usual nation."""
    nation = assumed_ships.usual_nation(view, view.enemy(side))
    drm, air = (
        combat_tables.naval_drm(view.rulings, nation),
        combat_tables.air_drm(view.rulings, nation),
    )
    return tuple(
        Ship(type, size, drm=drm, air=air, id=f"his:{i}") for i, (type, size) in enumerate(sizes)
    )


def _words(sizes: assumed_ships.Kinds) -> str:
    return names.list_text([f"{names.type_word(type)} {size}" for type, size in sizes])
