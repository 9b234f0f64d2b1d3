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
from ..rules.combat.air_attack import attackers, blow
from ..rules.combat.salvo import Shot, shot
from ..rules.danger_run import ANY, UNHARMED, Danger, Gauntlet, Look, run_gauntlet
from ..rules.movement import path_check
from ..rules.movement.events import PutOut
from ..rules.roll_situations import Bombs
from ..rules.search import modifiers
from ..rules.search.situations import Passage, pass_window
from ..rules.special import hazards, night
from ..rules.special.hazards import Coming
from ..state import Group, State
from ..state.units import Air, Unit, fires
from .path_playout import met, under_way, window

if TYPE_CHECKING:
    from flagplot.odds import Odds


class Outlook(NamedTuple):
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
def outlook(view: State, id: str, path: tuple[str, ...]) -> Outlook:
    """Return the forecast of a group on a path, up to the hex that can be reached."""
    group = view.groups[id]
    g = gauntlet(view, group, path)
    alone = tuple((d, hits(g, d)) for d in g.ahead if isinstance(d, Danger))
    windows = tuple(d.window for d in g.ahead if isinstance(d, Look))
    found = odds(TailCall(pass_window), replace(g.passage, windows=windows))
    return Outlook(
        alone,
        tuple((h, p) for h, p in found.outcomes if h != "unfound" and p),
        odds(TailCall(run_gauntlet), g),
    )


@lru_cache(maxsize=2048)
def harmed(g: Gauntlet) -> float:
    """Return the chance to be hit on a route. Memoised, because equal routes recur in many
    states."""
    return 1 - odds(TailCall(run_gauntlet), g).chance(UNHARMED)


def hits(g: Gauntlet, danger: Danger) -> float:
    """Return the chance that one danger hits a group that gets to it."""
    return 1 - odds(TailCall(run_gauntlet), replace(g, ahead=(danger,))).chance(UNHARMED)


def odds(rule: TailCall, situation: Gauntlet | Passage | Bombs) -> Odds:
    """Return the odds of a procedure in which the enemy does all that it can."""
    from flagplot.odds import of_rule

    return of_rule(rule, situation, lambda request, _: request.options[0])


def gauntlet(view: State, group: Group, path: tuple[str, ...]) -> Gauntlet:
    """Return everything on a path that may find or hit a group, in the order of play."""
    ahead: list[Danger | Look] = []
    trip = path_check.plot(view, group, path)
    start = group
    if group.where == "port":
        by_night = any(leg.night for leg in trip.legs[:1])
        s = PutOut("32.A.2.s05", group.side, group.id, False, group.hex, by_night).apply(view)
        start = s.groups[group.id]
        ahead += put_out(s, start)
        start = met(s, start)
    for s, now, mps in under_way(view, start, trip):
        ahead += entered(s, now, mps)
    passage = Passage(view.rulings, (), group.gauge, group.sought, group.hidden_from)
    return Gauntlet(view.rulings, tuple(ahead), passage, group.found, group.spotted)


def put_out(s: State, group: Group) -> Iterator[Danger]:
    """Yield the dangers to a group that has just left port: mines in the hex, a danger zone, and
    enemies that lie off the port."""
    yield from mines(s, group)
    yield from zone(s, group, "puts to sea")
    if s.groups_at(group.hex, s.other(group.side)):
        yield from submarines(s, group)
        yield from ships(s, group)


def entered(s: State, group: Group, mps: int) -> Iterator[Danger | Look]:
    """Yield the dangers to a group that has spent MPs to enter its hex, in the order of play. The
    enemy does not search for a reacting group."""
    yield from mines(s, group)
    yield from zone(s, group)
    if group.side == s.phasing:
        yield look(s, group)
    yield from coast(s, group, night.latest(group.log, mps))
    yield from submarines(s, group)
    yield from ships(s, group)


def mines(s: State, group: Group) -> Iterator[Danger]:
    """Yield the enemy minebelt of a group's hex, if a check is due."""
    points = hazards.belt_due(s, group)
    if points:
        yield Danger(
            group.hex, "36.C.1", "mines", str(points), hazards.mine_shots(s, group, points)
        )


def zone(s: State, group: Group, how: Coming = "comes in") -> Iterator[Danger]:
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


def look(s: State, group: Group) -> Look:
    """Return the search that a hex may bring, with the strikes of aircraft that find the group
    there."""
    by_base: dict[str, list[Air]] = {}
    for a in attackers(s, group):
        by_base.setdefault(a.base, []).append(a)
    blows = tuple(blow(s, group, base, planes, ANY) for base, planes in sorted(by_base.items()))
    plain = group.found or group.screened
    again = 0 if plain else modifiers.total(modifiers.counted(s.rulings, {"found-before": 1}))
    return Look(window(s, group), blows, again)


def coast(s: State, group: Group, spent: tuple[tuple[int, bool], ...]) -> Iterator[Danger]:
    """Yield the coast defences that get an occasion to fire. The target makes no difference,
    because any hit counts."""
    for at, dark, since in encounters.tallied(s, group, spent)[1]:
        if encounters.is_fired_on(s, group, at, since):
            strength = gunnery.defence_gunnery(s, s.defences[at], group.hex, dark)
            yield Danger(
                group.hex,
                "32.D.3",
                "coast defence",
                at,
                (Shot(at, ANY, strength.numerator, strength.denominator),),
            )


def submarines(s: State, group: Group) -> Iterator[Danger]:
    """Yield submarine groups in sight."""
    for foe in encounters.boats_met(s, group):
        known = bool(s.of(foe))
        shots = (encounters.torpedoes(s, group, foe, ANY),) if known else (strongest(s, foe),)
        yield Danger(group.hex, "32.D.1", "submarines", foe.id, shots, guessed=not known)


def ships(s: State, group: Group) -> Iterator[Danger]:
    """Yield the enemy groups in sight that would fight a round, with all guns fired at the
    group."""
    for foe in encounters.ships_met(s, group):
        units = s.of(foe)
        if units or s.kind(foe) == "cargo":
            yield from guns(s, group, foe, units)
        else:
            yield Danger(group.hex, "32.D.2", "ships", foe.id, (strongest(s, foe),), guessed=True)


def guns(s: State, group: Group, foe: Group, units: tuple[Unit, ...]) -> Iterator[Danger]:
    """Yield the fire of those units that have guns."""
    shots = tuple(shot(s, u, ANY, group.dark) for u in units if fires(u))
    if shots:
        yield Danger(group.hex, "32.D.2", "ships", foe.id, shots)


def strongest(s: State, foe: Group) -> Shot:
    """Return the fire of a group of unknown strength: the strongest of the gunnery table."""
    return Shot(foe.id, ANY, max(int(row) for row, _ in s.rulings.table(gunnery.GUNNERY).rows))
