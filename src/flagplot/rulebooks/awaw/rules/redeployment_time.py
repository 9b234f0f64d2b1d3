"""When units redeploy (21.63C)."""

from __future__ import annotations

from flagplot.table import Refusal, Remedy, clause, facts

from ..state import State


@clause("21.63C")
def time_refusals(view: State, side: str) -> list[Refusal]:
    """Ships, ground and air units redeploy in the mover's redeployment phase only; oil and BRPs do not go in it."""
    if view.phase == "redeployment" and view.mover == side:
        return []
    remedy = (Remedy("redeployment-phase"),)
    return [Refusal("21.32#2", "wrong-phase", (), facts(phase=view.phase), remedy, (), ("21.63", "21.63A", "21.63B", "21.63C"))]
