"""What losses in a battle count, by the score of the scenario: a carrier dear at Midway, a cruiser
nothing, Vichy ships half.

Unit: victory points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from flagplot.table import Rulings

from ..rules.combat.lens import ships_of
from ..rules.combat.ships import Fleet, Ship, damaged, sunk
from ..scenarios.cards import Card, ScoreRules, card
from ..scenarios.score import ashore_worth, damage_worth, factor_worth
from ..state import State, Unit
from .battle_worth import FACTOR_WORTH

KEPT, PLAIN = 0.2, 0.02
"""Worth of a naval factor that is left to its side beside its points: for the turns that follow,
and when none does."""


HURT = 0.25
"""Points that a naval factor counts which is damaged, where nothing is scored."""


LADEN = 0.5
"""What a factor of ships that carry, or of transports, counts more."""


FREIGHT = 1.2
"""Points that a factor of cargo lost at sea counts at least."""


class Prices(msgspec.Struct, frozen=True, eq=False):
    """What the losses of one side count for the other."""

    rules: ScoreRules | None
    side: str
    nations: Mapping[str, str] = {}
    """Nations of ships by id."""
    groups: Mapping[str, str] = {}
    """What is told of the squadrons aboard carriers, as ``elite``, by the carrier's id."""
    usual: str = ""
    """The nation most of the side's ships belong to, for those that are only assumed."""
    kept: float = PLAIN

    def unit(self, ship: Ship) -> Unit:
        """A ship of a battle as the score counts it."""
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
        """Points for a factor of a ship when it is sunk."""
        return (
            FACTOR_WORTH
            if self.rules is None
            else factor_worth(self.rules, self.unit(ship)) + self.kept
        )

    def hurt(self, ship: Ship) -> float:
        """Points for a whole ship when it is damaged."""
        return (
            HURT * ship.size
            if self.rules is None
            else damage_worth(self.rules, self.unit(ship)) + self.kept / 2 * ship.size
        )

    def squadrons(self, ship: Ship, n: int) -> float:
        """Points for squadrons of a carrier that are lost."""
        return n * FACTOR_WORTH / 2 if self.rules is None else n * (self.flown(ship) + self.kept)

    def flown(self, ship: Ship) -> float:
        """Points for a squadron aboard."""
        if self.rules is None or not self.rules.air_lost:
            return 0.0
        return ashore_worth(
            self.rules,
            Unit(ship.id, "", self.side, "", "air", "NAS", 1, note=self.groups.get(ship.id, "")),
        )

    def freight(self) -> float:
        """Points for a factor of cargo that is lost at sea."""
        return FREIGHT if self.rules is None else max(FREIGHT, self.rules.cargo_lost)

    def toll(self, fleet: Fleet, r: Rulings) -> float:
        """Points for everything that a fleet has lost in its battle as it stands."""
        total = self.freight() * len(fleet.cargo_lost)
        for ship in ships_of(fleet):
            total += self.lost(ship, r)
        return total

    def lost(self, ship: Ship, r: Rulings) -> float:
        """Points for what a ship has lost as it stands."""
        gone = sunk(r, ship)
        down = ship.nas_lost + (ship.nas if gone else 0)
        points = self.squadrons(ship, down) if down else 0.0
        if not ship.sized:
            return points + ship.lost * self.light(ship) if ship.lost else points
        if gone:
            return points + ship.size * self.factor(ship)
        return points + (self.hurt(ship) if damaged(r, ship) else 0.0)

    def light(self, ship: Ship) -> float:
        """Points for a factor of a counter that loses factors."""
        return self.factor(ship) + (LADEN if ship.type in ("TR", "CVE") else 0.0)


def prices(view: State, side: str) -> Prices:
    """What the losses of a side count in the game that is played."""
    if not view.scenario:
        return UNSCORED
    c = card(view.scenario, view.start)
    turns, now = c.turns(view.start), f"{view.mover} {view.season} {view.year}"
    return scored(c.id, view.start, side, now in turns[:-1])


UNSCORED = Prices(None, "")


@lru_cache(None)
def scored(scenario: str, start: str, side: str, goes_on: bool) -> Prices:
    """What the losses of a side count in a start, and whether a turn follows in which it misses
    what it lost."""
    c: Card = card(scenario, start)
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
    return Prices(c.score, side, nations, groups, usual, KEPT if goes_on else PLAIN)
