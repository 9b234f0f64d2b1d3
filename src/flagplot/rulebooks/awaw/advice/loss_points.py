"""Points for losses in a battle by the score of the scenario.

For example, a carrier is dear at Midway, a cruiser counts nothing, Vichy ships count half. Unit:
victory points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from flagplot.table import Rulings

from ..rules.combat.lens import ships_of
from ..rules.combat.ships import Fleet, Ship, is_damaged, is_sunk
from ..scenarios.cards import Card, ScoreRules, scenario_card
from ..scenarios.score import ashore_worth, damage_worth, factor_worth
from ..state import State, Unit
from .battle_worth import FACTOR_WORTH

KEPT, PLAIN = 0.2, 0.02
"""Points beyond the score of a naval factor that its side keeps: KEPT when turns follow, PLAIN in
the last one."""


HURT = 0.25
"""Points of a damaged naval factor, without a scenario."""


LADEN = 0.5
"""Extra points of a factor of ships that carry, or of transports."""


FREIGHT = 1.2
"""Least points of a factor of cargo lost at sea."""


class LossPrices(msgspec.Struct, frozen=True, eq=False):
    """Points that the losses of one side are worth to the other."""

    rules: ScoreRules | None
    side: str
    nations: Mapping[str, str] = {}
    """Nations of ships by id."""
    groups: Mapping[str, str] = {}
    """Kinds of the squadrons aboard carriers, as ``elite``, by the carrier's id."""
    usual: str = ""
    """Nation of assumed ships: the one most of the side's ships belong to."""
    kept: float = PLAIN

    def unit(self, ship: Ship) -> Unit:
        """Return a ship of a battle as a unit that the score can count."""
        return Unit(
            ship.id,
            "",
            self.side,
            self.nations.get(ship.id, self.usual),
            "ship",
            ship.type,
            ship.size,
        )

    def factor(self, ship: Ship) -> float:
        """Return the points for a factor of a ship when it is sunk."""
        return (
            FACTOR_WORTH
            if self.rules is None
            else factor_worth(self.rules, self.unit(ship)) + self.kept
        )

    def hurt(self, ship: Ship) -> float:
        """Return the points for a whole ship when it is damaged."""
        return (
            HURT * ship.size
            if self.rules is None
            else damage_worth(self.rules, self.unit(ship)) + self.kept / 2 * ship.size
        )

    def squadrons(self, ship: Ship, n: int) -> float:
        """Return the points for *n* lost squadrons of a carrier."""
        return n * FACTOR_WORTH / 2 if self.rules is None else n * (self.flown(ship) + self.kept)

    def flown(self, ship: Ship) -> float:
        """Return the score's points for one squadron aboard."""
        if self.rules is None or not self.rules.air_lost:
            return 0.0
        return ashore_worth(
            self.rules,
            Unit(ship.id, "", self.side, "", "air", "NAS", 1, note=self.groups.get(ship.id, "")),
        )

    def freight(self) -> float:
        """Return the points for a factor of cargo lost at sea."""
        return FREIGHT if self.rules is None else max(FREIGHT, self.rules.cargo_lost)

    def toll(self, fleet: Fleet, r: Rulings) -> float:
        """Return the points for everything a fleet has lost in its battle so far."""
        total = self.freight() * len(fleet.cargo_lost)
        for ship in ships_of(fleet):
            total += self.lost(ship, r)
        return total

    def lost(self, ship: Ship, r: Rulings) -> float:
        """Return the points for a ship's losses so far."""
        gone = is_sunk(r, ship)
        down = ship.nas_lost + (ship.nas if gone else 0)
        points = self.squadrons(ship, down) if down else 0.0
        if not ship.sized:
            return points + ship.lost * self.light(ship) if ship.lost else points
        if gone:
            return points + ship.size * self.factor(ship)
        return points + (self.hurt(ship) if is_damaged(r, ship) else 0.0)

    def light(self, ship: Ship) -> float:
        """Return the points for a factor of a counter that loses factors."""
        return self.factor(ship) + (LADEN if ship.type in ("TR", "CVE") else 0.0)


def loss_prices(view: State, side: str) -> LossPrices:
    """Return the prices of a side's losses in the game being played."""
    if not view.scenario:
        return UNSCORED
    c = scenario_card(view.scenario, view.start)
    turns, now = c.turns(view.start), f"{view.mover} {view.season} {view.year}"
    return prices_of_start(c.id, view.start, side, now in turns[:-1])


UNSCORED = LossPrices(None, "")


@lru_cache(None)
def prices_of_start(scenario: str, start: str, side: str, goes_on: bool) -> LossPrices:
    """Return the prices of a side's losses in a start. *goes_on*: a turn follows in which the side
    misses its losses."""
    c: Card = scenario_card(scenario, start)
    ships = [u for u in c.units if u.side == side and u.kind == "ship"]
    nations = {u.id: u.nation for u in ships}
    aboard = {
        u.place.removeprefix("aboard "): u.scores
        for u in c.units
        if u.kind == "air" and u.place.startswith("aboard ")
    }
    groups = {u.id: aboard[u.name] for u in ships if u.name in aboard}
    factors: dict[str, int] = {}
    for u in ships:
        factors[u.nation] = factors.get(u.nation, 0) + u.factors
    usual = max(sorted(factors), key=lambda n: factors[n], default="")
    return LossPrices(c.score, side, nations, groups, usual, KEPT if goes_on else PLAIN)
