"""What waits for a mission that goes on after a battle, as far as its side knows."""

from __future__ import annotations

from flagplot.table import Single, about_map

from ..state import State
from .sea_danger import likely


def told(view: State, request: Single) -> str:
    """6.5.1.e In how many squares of its way the enemy may still find and meet a mission, where he is likely to lie."""
    m = view.missions.get(str(about_map(request).get("mission", "")))
    squares = [p for p in m.route if view.chart.strait(p) is None] if m is not None else []
    if m is None or not squares:
        return ""
    danger = likely(view, m.side, m.flotilla)
    return f"likely to be met in {sum(p in danger for p in squares)} of the {len(squares)} squares of its way"
