"""The dangers that a side knows along a route: every one that play would meet there, at its worst
where its strength is not known."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from flagplot.table import TailCall
from flagplot.table.core.memo import memo_per_state

from ..rules.combat import encounters, gunnery
from ..rules.combat.air_attack import attack_shot, attackers
from ..rules.combat.salvo import Shot, shot_fired
from ..rules.danger_run import ANY, UNHARMED, Danger, Gauntlet, Look, run_gauntlet
from ..rules.movement import path_check
from ..rules.movement.events import PutOut
from ..rules.roll_situations import Bombs
from ..rules.search import modifiers
from ..rules.search.situations import Passage, pass_window
from ..rules.special import hazards, night
from ..rules.special.hazards import Coming
from ..state import Group, State
from ..state.units import Air, Unit, can_fire
from .path_playout import after_encounters, states_along, window_at

if TYPE_CHECKING:
    from flagplot.odds import Odds


class RouteForecast(NamedTuple):
    """The forecast of a route: its dangers, the chance of each by itself, and the chance of all
    together."""

    dangers: tuple[tuple[Danger, float], ...]
    """Pairs (danger, chance 0 to 1 that it hits if the group gets there)."""
    found: tuple[tuple[str, float], ...]
    """Pairs (hex, chance to be found there), if the enemy searches with everything the side knows
    of."""
    harm: Odds
    """The odds of where and by what it is first hit, or ``unharmed``, if it sails on after being
    found."""

    @property
    def unharmed(self) -> float:
        """The chance to come through without a hit."""
        return self.harm.chance(UNHARMED)

    def at(self, hex: str) -> float:
        """Return the chance to be found or hit in a hex."""
        safe = 1 - dict(self.found).get(hex, 0.0)
        return 1 - prod((safe, *(1 - p for d, p in self.dangers if d.hex == hex)))


@memo_per_state
def forecast_route(view: State, id: str, path: tuple[str, ...]) -> RouteForecast:
    """Return the forecast of a group on a path, up to the hex that can be reached."""
    group = view.groups[id]
    g = gauntlet_along(view, group, path)
    alone = tuple((d, chance_of_hit(g, d)) for d in g.ahead if isinstance(d, Danger))
    windows = tuple(d.window for d in g.ahead if isinstance(d, Look))
    found = count_odds(TailCall(pass_window), replace(g.passage, windows=windows))
    return RouteForecast(
        alone,
        tuple((h, p) for h, p in found.outcomes if h != "unfound" and p),
        count_odds(TailCall(run_gauntlet), g),
    )


@lru_cache(maxsize=2048)
def chance_to_be_hit(g: Gauntlet) -> float:
    """Return the chance to be hit on a route. Memoised, because equal routes recur in many
    states."""
    return 1 - count_odds(TailCall(run_gauntlet), g).chance(UNHARMED)


def chance_of_hit(g: Gauntlet, danger: Danger) -> float:
    """Return the chance that one danger hits a group that gets to it."""
    return 1 - count_odds(TailCall(run_gauntlet), replace(g, ahead=(danger,))).chance(UNHARMED)


def count_odds(rule: TailCall, situation: Gauntlet | Passage | Bombs) -> Odds:
    """Return the odds of a procedure in which the enemy does all that it can."""
    from flagplot.odds import odds_of_rule

    return odds_of_rule(rule, situation, lambda request, _: request.options[0])


def gauntlet_along(view: State, group: Group, path: tuple[str, ...]) -> Gauntlet:
    """Return everything on a path that may find or hit a group, in the order of play."""
    ahead: list[Danger | Look] = []
    trip = path_check.plot_path(view, group, path)
    start = group
    if group.where == "port":
        by_night = any(leg.night for leg in trip.legs[:1])
        s = PutOut("32.A.2.s05", group.side, group.id, False, group.hex, by_night).apply(view)
        start = s.groups[group.id]
        ahead += dangers_on_leaving_port(s, start)
        start = after_encounters(s, start)
    for s, now, mps in states_along(view, start, trip):
        ahead += dangers_on_entry(s, now, mps)
    passage = Passage(view.rulings, (), group.gauge, group.sought, group.hidden_from)
    return Gauntlet(view.rulings, tuple(ahead), passage, group.found, group.spotted)


def dangers_on_leaving_port(s: State, group: Group) -> Iterator[Danger]:
    """Yield the dangers to a group that has just left port: mines in the hex, a danger zone, and
    enemies that lie off the port."""
    yield from mine_dangers(s, group)
    yield from zone_dangers(s, group, "puts to sea")
    if s.groups_at(group.hex, s.other(group.side)):
        yield from submarine_dangers(s, group)
        yield from ship_dangers(s, group)


def dangers_on_entry(s: State, group: Group, mps: int) -> Iterator[Danger | Look]:
    """Yield the dangers to a group that has spent MPs to enter its hex, in the order of play. The
    enemy does not search for a reacting group."""
    yield from mine_dangers(s, group)
    yield from zone_dangers(s, group)
    if group.side == s.phasing:
        yield look_at_hex(s, group)
    yield from coast_defence_dangers(s, group, night.last_mps(group.log, mps))
    yield from submarine_dangers(s, group)
    yield from ship_dangers(s, group)


def mine_dangers(s: State, group: Group) -> Iterator[Danger]:
    """Yield the enemy minebelt of a group's hex, if a check is due."""
    points = hazards.belt_due(s, group)
    if points:
        yield Danger(
            group.hex, "36.C.1", "mines", str(points), hazards.mine_shots(s, group, points)
        )


def zone_dangers(s: State, group: Group, how: Coming = "comes in") -> Iterator[Danger]:
    """Yield the patrols of a danger zone, with the bonus of their roll once the group has been
    found on the route."""
    if hazards.zone_due(s, group, how):
        contact = hazards.zone_roll(s, group)
        once = [
            hazards.zone_roll(s, each).plus - contact.plus
            for each in (replace(group, found=True), replace(group, found=True, spotted=True))
        ]
        shots = tuple(x for x in hazards.patrol_shots(s, group) if x.over)
        yield Danger(
            group.hex, "36.D.2", "patrols", "danger zone", shots, contact, again=(once[0], once[1])
        )


def look_at_hex(s: State, group: Group) -> Look:
    """Return the search that a hex may bring, with the strikes of aircraft that find the group
    there."""
    by_base: dict[str, list[Air]] = {}
    for a in attackers(s, group):
        by_base.setdefault(a.base, []).append(a)
    blows = tuple(
        attack_shot(s, group, base, planes, ANY) for base, planes in sorted(by_base.items())
    )
    plain = group.found or group.screened
    again = (
        0
        if plain
        else modifiers.sum_modifiers(modifiers.counted_rows(s.rulings, {"found-before": 1}))
    )
    return Look(window_at(s, group), blows, again)


def coast_defence_dangers(
    s: State, group: Group, spent: tuple[tuple[int, bool], ...]
) -> Iterator[Danger]:
    """Yield the coast defences that get an occasion to fire. The target makes no difference,
    because any hit counts."""
    for at, dark, since in encounters.tally_zone_mps(s, group, spent)[1]:
        if encounters.is_fired_on(s, group, at, since):
            strength = gunnery.defence_gunnery(s, s.defences[at], group.hex, dark)
            yield Danger(
                group.hex,
                "32.D.3",
                "coast defence",
                at,
                (Shot(at, ANY, strength.numerator, strength.denominator),),
            )


def submarine_dangers(s: State, group: Group) -> Iterator[Danger]:
    """Yield submarine groups in sight."""
    for foe in encounters.boats_met(s, group):
        known = bool(s.of(foe))
        shots = (
            (encounters.torpedo_shot(s, group, foe, ANY),) if known else (strongest_shot(s, foe),)
        )
        yield Danger(group.hex, "32.D.1", "submarines", foe.id, shots, guessed=not known)


def ship_dangers(s: State, group: Group) -> Iterator[Danger]:
    """Yield the enemy groups in sight that would fight a round, with all guns fired at the
    group."""
    for foe in encounters.ships_met(s, group):
        units = s.of(foe)
        if units or s.kind(foe) == "cargo":
            yield from gun_dangers(s, group, foe, units)
        else:
            yield Danger(
                group.hex, "32.D.2", "ships", foe.id, (strongest_shot(s, foe),), guessed=True
            )


def gun_dangers(s: State, group: Group, foe: Group, units: tuple[Unit, ...]) -> Iterator[Danger]:
    """Yield the fire of those units that have guns."""
    shots = tuple(shot_fired(s, u, ANY, group.dark) for u in units if can_fire(u))
    if shots:
        yield Danger(group.hex, "32.D.2", "ships", foe.id, shots)


def strongest_shot(s: State, foe: Group) -> Shot:
    """Return the fire of a group of unknown strength: the strongest of the gunnery table."""
    return Shot(foe.id, ANY, max(int(row) for row, _ in s.rulings.table(gunnery.GUNNERY).rows))
