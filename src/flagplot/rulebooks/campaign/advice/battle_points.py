"""The expected points of an exchange of fire, by the score of the scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from ..rules.loss_points import assault_toll, battle_points, damage_points
from ..scenarios.cards import scenario_of
from ..state import Ship, State
from ..state.battle import Combatant


def expected_points(
    view: State, losses: Iterable[tuple[Combatant, Mapping[int, float]]]
) -> dict[str, float] | None:
    """Return the mean points of each side for further losses of units, given their chances (points
    lost -> chance); ``None`` without a score (6.5.1.4). Units that are not ships of the campaign (a
    convoy's transports) count nothing."""
    if not scenario_of(view).get("score"):
        return None
    found = dict.fromkeys(view.sides, 0.0)
    for u, chances in losses:
        if view.assault is None and u.flies:
            continue
        before = worth_of_losses(view, u, 0)
        for lost, chance in chances.items():
            for side, points in (
                worth_of_losses(view, u, min(lost, u.strength)) if lost else before
            ).items():
                found[side] += chance * (points - before.get(side, 0.0))
    return found


def worth_of_losses(view: State, u: Combatant, lost: int) -> dict[str, float]:
    """Return the points of each side after one unit has lost *lost* more points. A side without
    points may be left out."""
    if view.assault is not None:
        score = scenario_of(view).get("score", {}).get("assault", {})
        then = replace(u, strength=u.strength - lost, lost=u.lost + lost)
        return dict.fromkeys(view.sides, 0.0) | {
            score.get("side", view.assault.side): assault_toll(view, then)[1]
        }
    ship = view.ships.get(u.id) or _assumed_ship(u)
    if ship is None:
        return dict.fromkeys(view.sides, 0.0)
    return points_at_strength(view, ship, u.strength - lost)


def points_at_strength(view: State, ship: Ship, strength: int) -> dict[str, float]:
    """Return the points of each side when a ship's strength falls to *strength*, with those that
    the game's end brings."""
    before = view.put_ships([ship])
    after = before.put_ships([replace(ship, strength=strength)])
    found = dict.fromkeys(view.sides, 0.0)
    for points in (*battle_points(after, before), *damage_points(after)):
        found[points.side] += points.points
    return found


def _assumed_ship(u: Combatant) -> Ship | None:
    """Return a ship of the class of a unit that is only assumed; ``None`` for aircraft and
    transports."""
    return (
        None
        if u.flies or u.cls == "TR"
        else Ship(u.id, u.name, u.side, "", u.cls, "", strength=u.full, full=u.full)
    )
