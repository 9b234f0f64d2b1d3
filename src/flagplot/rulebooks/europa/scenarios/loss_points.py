"""Victory points for hits on units, by the score of the scenario."""

from __future__ import annotations

from typing import Any

from ..state import State
from ..state.units import CRAFT, FREIGHTERS, Unit
from .cards import card


def score_table(state: State) -> dict[str, Any]:
    """Return the score table of a state's scenario; empty for a position of the casebook."""
    return dict(card(state.scenario).score) if state.scenario else {}


def is_tanker(state: State, unit: Unit) -> bool:
    """Return True for a unit that carries fuel (an SRP)."""
    return any(c.aboard == unit.id and "srp" in c.marks for c in state.cargo.values())


def hit_points(state: State, unit: Unit, hits: int, sunk: bool, tanker: bool) -> float:
    """Return the victory points that the other side gets at once for hits on a unit."""
    score = score_table(state)
    if unit.kind in FREIGHTERS:
        return float(
            (score.get("tanker-sunk", 0) if sunk else 0)
            if tanker
            else score.get("freight-hit", 0) * hits
        )
    if unit.kind == "SUB":
        return float(score.get("submarine-hit", 0) * hits if unit.side == "Axis" else 0)
    return float(score.get(_score_line(unit), 0) * hits)


def _score_line(unit: Unit) -> str:
    """Return the line of the score to which a warship or craft belongs."""
    if unit.kind in CRAFT:
        return "craft-hit"
    return {"CG": "carrier-hit", "MTB": "boat-hit"}.get(
        unit.kind, "axis-hit" if unit.side == "Axis" else "allied-hit"
    )


def crippled_points(state: State, unit: Unit, left: int) -> float:
    """Return the points that the other side would get at the end for a unit named by the scenario,
    with *left* strength points: those for a unit that is sunk or below half."""
    if not (unit.lost or 2 * left < unit.printed):
        return 0.0
    return float(score_table(state).get("crippled", {}).get(unit.id, 0))


def points_for_hits(state: State, unit: Unit, hits: int) -> float:
    """Return all points that *hits* more hits on a unit bring the other side, those at the end
    included."""
    hits = min(hits, unit.strength)
    if hits <= 0:
        return 0.0
    left = unit.strength - hits
    at_once = hit_points(state, unit, hits, left <= 0, is_tanker(state, unit))
    return (
        at_once + crippled_points(state, unit, left) - crippled_points(state, unit, unit.strength)
    )
