"""Points for ships lost and damaged, by the score of a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..scenarios.cards import raider_of, scenario_of
from ..state import Points, Ship, State
from ..state.battle import Combatant
from .missions.cripple_passages import LIGHT_DAMAGE


def battle_points(state: State, before: State) -> Iterator[Points]:
    """Yield the points for ships' losses since *before*: by strength points, by named ships, by
    class, or by the raider hunt."""
    score, raider = scenario_of(state).get("score", {}), raider_of(state)
    if "strength" in score:
        yield from _by_strength(state, before, score["strength"])
    for hunted in score.get("hunted", ()):
        yield from _named_ship_points(state, before, hunted)
    if "lost" in score:
        yield from _by_class(state, before, score)
    if raider is not None:
        yield from _in_the_hunt(state, before, score, raider)


def _by_strength(
    state: State, before: State, worth: dict[str, dict[str, float]]
) -> Iterator[Points]:
    """Yield the points for strength points that ships of some classes lose. Where only one side's
    points count, its own losses are subtracted (scenario rule)."""
    counted = scenario_of(state).get("score", {}).get("counted")
    for ship in state.ships.values():
        values = worth.get(ship.side, {})
        lost = before.ships[ship.id].strength - ship.strength
        points = max(0, lost) * values.get(ship.cls, values.get("other", 0))
        if points:
            who, points = (
                (counted, -points)
                if counted == ship.side
                else (state.enemies(ship.side)[0], points)
            )
            yield Points(who, points, "strength-lost", ship.id, ship.side)


def _named_ship_points(state: State, before: State, hunted: dict[str, Any]) -> Iterator[Points]:
    """Yield the points for named ships that are sunk or, once only, heavily damaged (scenario
    rule)."""
    for ship in (state.ships[id] for id in hunted["ships"] if id in state.ships):
        was = before.ships[ship.id].strength
        points = hunted["sunk"] if was > 0 >= ship.strength else 0
        if ship.strength > 0 and was > ship.full - LIGHT_DAMAGE - 1 >= ship.strength:
            points = hunted["damaged"]
        if points:
            yield Points(state.enemies(ship.side)[0], points, "hunted", ship.id, ship.side)


def _by_class(state: State, before: State, score: dict[str, Any]) -> Iterator[Points]:
    """Yield the points for ships lost: those of the class for every 5 of a ship's strength points
    (scenario rule)."""
    for ship in state.ships.values():
        if before.ships[ship.id].strength > 0 >= ship.strength:
            worth = score["lost"].get(ship.cls, 1) * max(1, round(ship.full / 5))
            yield Points(state.enemies(ship.side)[0], worth, "ship-lost", ship.id)


def _in_the_hunt(
    state: State, before: State, score: dict[str, Any], raider: Ship
) -> Iterator[Points]:
    """Yield the points of a raider hunt: the raider loses points when it is damaged, and wins
    points for hunters sunk or damaged (scenario rule)."""
    for ship in state.ships.values():
        was = before.ships[ship.id].strength
        hurt = was - ship.strength > LIGHT_DAMAGE
        if ship.id == raider.id:
            if hurt:
                yield Points(ship.side, -score["raider-lost"], "raider-hit", ship.id, ship.side)
        elif was > 0 >= ship.strength:
            yield Points(raider.side, score["ship-sunk"], "ship-lost", ship.id)
        elif hurt:
            yield Points(raider.side, score["ship-damaged"], "ship-damaged", ship.id, ship.side)


def damage_points(state: State) -> Iterator[Points]:
    """Yield the points at the game's end for ships heavily damaged and afloat (scenario rule)."""
    worth = scenario_of(state).get("score", {}).get("damaged", 0)
    for ship in state.ships.values():
        if worth and ship.afloat and ship.full - ship.strength > LIGHT_DAMAGE:
            yield Points(state.enemies(ship.side)[0], worth, "ship-damaged", ship.id, ship.side)


def assault_toll(state: State, u: Combatant) -> tuple[str, float]:
    """Return the fate of a unit in an assault, and its points for the side whose points count:
    sunk, out at sea (damaged or not), damaged, or points for each strength point lost (scenario
    rule)."""
    score = scenario_of(state).get("score", {}).get("assault", {})
    worth = score.get("units", {}).get(u.part_of or u.id) or score.get("sides", {}).get(
        u.side, {}
    ).get(u.cls)
    hurt = u.lost > LIGHT_DAMAGE
    if worth is None:
        return "", 0
    if "point" in worth:
        return "strength-lost", worth["point"] * u.lost
    if not u.alive:
        return "ship-lost", worth.get("sunk", 0)
    if u.left:
        return "got-away", worth.get("away-hurt" if hurt else "away", 0)
    return "ship-damaged", worth.get("damaged", 0) if hurt else 0
