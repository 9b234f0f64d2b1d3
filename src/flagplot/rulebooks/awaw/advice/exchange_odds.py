"""Exact odds of one exchange: a round of fleet combat between two groups, all questions answered
``auto``.

There are two ways to the same result. ``exchange_rule`` plays the rule under the exact driver.
``exchange_odds`` is faster because fire is simultaneous: damage by heavy fire depends on the other
side's dice alone. Each side is counted by itself, and both meet only where light ships need it. It
calls the same pure helpers; tests compare both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from flagplot.table import Roll, Rulings, Table

from ..rules.combat import damage, gunnery
from ..rules.combat.dice import salvo_outcomes
from ..rules.combat.events import BattleEvent
from ..rules.combat.gunnery import HOLD, LIGHTS, Lines, Shot
from ..rules.combat.ships import Battle, Fleet, Group, replace

Spread = dict[Fleet, int]


LIGHT_ROLLS = 36 * 36
"""Weight of the two rolls of light fire. A side that does not fire still has its roll, which
changes nothing."""


class TotalsKept(BattleEvent, frozen=True, tag="summed"):
    """The end of a counted round: only its totals are kept, so that equal results become one
    state."""

    def apply(self, b: Battle) -> Battle:
        empty = tuple(Fleet(side=f.side, groups=(), lost=f.lost, hurt=f.hurt) for f in b.fleets)
        return replace(b, fleets=empty, used=())


class Exchange(msgspec.Struct, frozen=True, cache_hash=True, order=True):
    """The result of an exchange: factors lost and damaged, by side."""

    lost: tuple[int, int]
    hurt: tuple[int, int]

    def __str__(self) -> str:
        return f"lost {self.lost[0]}:{self.lost[1]} damaged {self.hurt[0]}:{self.hurt[1]}"


async def run_exchange(t: Table[Battle]) -> Exchange:
    """Run one fleet combat between the first groups. Return the factors lost and damaged."""
    await gunnery.fleet_combat(t, 0, 0)
    a, b = t.state.fleets
    t.record(TotalsKept("22.55"))
    return Exchange((a.lost, b.lost), (a.hurt, b.hurt))


def side_ahead(b: Battle, x: Exchange) -> str:
    """Return the side with fewer factors lost, then fewer damaged; ``even`` when equal."""
    first, second = (x.lost[0], x.hurt[0]), (x.lost[1], x.hurt[1])
    if first == second:
        return "even"
    return b.fleets[0].side if first < second else b.fleets[1].side


class NotFactorableError(ValueError):
    """An exchange that reaches ships behind the screen, where both sides' dice mix. The exact
    driver must count it."""


def after_fire(
    r: Rulings, fleet: Fleet, target: int, light: tuple[int, ...], effects: int
) -> Fleet:
    """Return a fleet after effects on a target of its first group. Its owner chooses the usual
    losses."""
    if effects <= 0:
        return fleet
    if target == LIGHTS:
        group = fleet.groups[0]
        among = gunnery.floating_ships(r, group, light)
        dealt = damage.spread_effects(
            r, group, among, effects, gunnery.default_loss(r, group, among, effects)
        )
    else:
        dealt = ((target, effects),)
    for ship, n in dealt:
        fleet = damage.hit_ship(r, fleet, 0, ship, n)
    return fleet


def heavy_spread(
    r: Rulings, fleet: Fleet, own: Lines, firing: Group, line: Lines
) -> tuple[Spread, int]:
    """Return the states of a fleet after the enemy's heavy fire with their weights, and the total
    weight."""
    group, total = fleet.groups[0], 1
    aims = gunnery.default_targets(line, own)
    if any(x == HOLD for _, x in aims) and own.screened:
        raise NotFactorableError
    spread: Spread = {fleet: 1}
    for target in dict.fromkeys(x for _, x in aims if x != HOLD):
        shots = tuple(
            gunnery.heavy_shot(r, firing, i, group, x, own.light) for i, x in aims if x == target
        )
        cap = gunnery.effects_limit(r, group, target, own.light)
        outcomes, every = salvo_outcomes(gunnery.fire_columns(r, shots), cap)
        spread = spread_after_fire(r, spread, target, own.light, outcomes)
        total *= every
    return spread, total


def spread_after_fire(
    r: Rulings,
    spread: Spread,
    target: int,
    light: tuple[int, ...],
    outcomes: tuple[tuple[int, int], ...],
) -> Spread:
    out: Spread = {}
    for fleet, p in spread.items():
        for effects, w in outcomes:
            key = after_fire(r, fleet, target, light, effects)
            out[key] = out.get(key, 0) + p * w
    return out


class LightView(msgspec.Struct, frozen=True, cache_hash=True):
    """The part of a side that light fire depends on: light strength, lowest modifier, room for
    effects, heavy targets, and its light ships in the fight."""

    strength: int
    drm: int
    room: int
    heavies: tuple[int, ...]
    facing: tuple[int, ...]


def light_view(r: Rulings, fleet: Fleet, line: Lines) -> LightView:
    group = fleet.groups[0]
    facing = gunnery.fighting_ships(r, group, line.light)
    ships = tuple(group.ships[i] for i in facing)
    room = sum(damage.effects_possible(r, group, facing))
    return LightView(
        gunnery.light_factors(r, group, line.light),
        gunnery.lowest_drm(ships),
        room,
        gunnery.floating_ships(r, group, line.heavy),
        facing,
    )


def light_target(mine: LightView, other: LightView, screened: bool) -> int:
    """Return the usual target of light ships: the enemy's light ships, else its first heavy ship,
    else HOLD."""
    if other.strength:
        return LIGHTS
    if other.heavies:
        return other.heavies[0]
    if screened and mine.strength:
        raise NotFactorableError
    return HOLD


Seen = dict[LightView, list[tuple[Fleet, int]]]
"""States of a side with their weights, grouped by what light fire depends on."""


class HeavyFireCounted(msgspec.Struct, frozen=True):
    """An exchange after its heavy fire, counted by side. The light fire is still to come."""

    rulings: Rulings
    fleets: tuple[Fleet, Fleet]
    lines: tuple[Lines, Lines]
    seen: tuple[Seen, Seen]
    total: int
    """Weight of all rolls, light fire included."""

    def after_light(
        self, side: int, view: LightView, foe: LightView
    ) -> Iterator[tuple[Fleet, int]]:
        """Yield the states of *side* after the light fire with their weights, the roll's
        36 included. *view* and *foe* select the states of *side* and of the enemy before it."""
        r, mine, line = self.rulings, self.seen[side][view], self.lines[side]
        group, firing = self.fleets[side].groups[0], self.fleets[1 - side].groups[0]
        target = light_target(
            foe, view, bool(line.screened) or any(group.ships[i].type == "CA" for i in line.light)
        )
        if not foe.strength or target == HOLD:
            for fleet, p in mine:
                yield fleet, p * 36
            return
        hindrance = gunnery.activity_drm(r, firing.hindered, group.hindered)
        drm = foe.drm - (view.drm if target == LIGHTS else group.ships[target].drm) + hindrance
        columns = gunnery.fire_columns(r, (Shot(LIGHTS, foe.strength, target, drm),))
        for fleet, p in mine:
            cap = (
                view.room
                if target == LIGHTS
                else gunnery.effects_limit(r, fleet.groups[0], target, ())
            )
            outcomes, _ = salvo_outcomes(columns, cap)
            for effects, w in outcomes:
                yield after_fire(r, fleet, target, view.facing, effects), p * w


def count_heavy_fire(b: Battle) -> HeavyFireCounted:
    """Count the heavy fire of one exchange between the first groups. Raises
    :class:`NotFactorableError`."""
    r = b.rulings
    one, two = (replace(f, groups=f.groups[:1]) for f in b.fleets)
    lines = gunnery.lines_of(r, one.groups[0]), gunnery.lines_of(r, two.groups[0])
    total = LIGHT_ROLLS
    seen: list[Seen] = []
    for fleet, line, foe, against in (
        (one, lines[0], two, lines[1]),
        (two, lines[1], one, lines[0]),
    ):
        spread, weight = heavy_spread(r, fleet, line, foe.groups[0], against)
        total *= weight
        found: Seen = {}
        for then, p in spread.items():
            found.setdefault(light_view(r, then, line), []).append((then, p))
        seen.append(found)
    return HeavyFireCounted(r, (one, two), lines, (seen[0], seen[1]), total)


def exchange_odds(b: Battle) -> tuple[Mapping[Exchange, int], int]:
    """Return the weights of every result of one exchange between the first groups, and their total.
    Raises :class:`NotFactorableError`."""
    apart = count_heavy_fire(b)
    out: dict[Exchange, int] = {}
    for v0 in apart.seen[0]:
        for v1 in apart.seen[1]:
            tallies = (
                tally_losses(apart.after_light(0, v0, v1)),
                tally_losses(apart.after_light(1, v1, v0)),
            )
            for (lost0, hurt0), p0 in tallies[0].items():
                for (lost1, hurt1), p1 in tallies[1].items():
                    key = Exchange((lost0, lost1), (hurt0, hurt1))
                    out[key] = out.get(key, 0) + p0 * p1
    return out, apart.total


def tally_losses(positions: Iterable[tuple[Fleet, int]]) -> dict[tuple[int, int], int]:
    """Return the weights of (factors lost, factors damaged) among weighted states of a side."""
    out: dict[tuple[int, int], int] = {}
    for fleet, p in positions:
        key = (fleet.lost, fleet.hurt)
        out[key] = out.get(key, 0) + p
    return out


def state_chances(apart: HeavyFireCounted, side: int) -> dict[Fleet, float]:
    """Return the chance (0 to 1) of every state of *side* after the whole exchange, apart from the
    other side's state."""
    out: dict[Fleet, float] = {}
    foes = {v: sum(p for _, p in mine) * 36 for v, mine in apart.seen[1 - side].items()}
    for view in apart.seen[side]:
        for foe, weight in foes.items():
            for fleet, p in apart.after_light(side, view, foe):
                out[fleet] = out.get(fleet, 0.0) + p * weight / apart.total
    return out


class ExchangeRoll(msgspec.Struct, frozen=True, cache_hash=True):
    """All results of an exchange as one die with a face for each combination of rolls. A question
    then needs a single request."""

    pairs: tuple[tuple[Exchange, int], ...]
    total: int

    @property
    def dice(self) -> tuple[int, int]:
        return 1, self.total

    def read(self, faces: Sequence[int]) -> Exchange:
        left = faces[0]
        for value, weight in self.pairs:
            left -= weight
            if left <= 0:
                return value
        raise ValueError(f"a face is 1 to {self.total}")

    def outcomes(self) -> tuple[tuple[tuple[Exchange, int], ...], int]:
        return self.pairs, self.total


def exchange_roll(b: Battle) -> ExchangeRoll | None:
    """Return the outcomes of an exchange as one roll; ``None`` when its sides cannot be counted
    apart."""
    try:
        weights, total = exchange_odds(b)
    except NotFactorableError:
        return None
    return ExchangeRoll(tuple(sorted(weights.items())), total)


async def run_quick_exchange(t: Table[Battle]) -> Exchange:
    """Run one exchange in a single request when its sides can be counted apart, else by
    :func:`exchange_rule`."""
    counted = exchange_roll(t.state)
    if counted is None:
        return await run_exchange(t)
    result = await Roll(counted, "22.55", "exchange", "awaw.naval-attack")
    t.record(TotalsKept("22.55"))
    return result
