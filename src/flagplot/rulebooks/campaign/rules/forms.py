"""The orders that fit what is asked, as the page and the terminal show them."""

from __future__ import annotations

from flagplot.table.display import OrderForm

from .reading import L

DEPLOYING = ("place", "mine", "ready", "staff")


def forms(
    kind: str, *, deploying: bool = False, withdrawing: bool = True, supply: bool = False, treating: bool = False
) -> tuple[OrderForm, ...]:
    """The orders that fit a question of this kind; in a battle only those of the moment."""
    found = L.forms(kind)
    if kind == "battle":
        found = [f for f in found if (f.kind in DEPLOYING if deploying else f.kind not in ("mine", "ready"))]
        idle = {"done", *(() if withdrawing else ("retreat",)), *(() if treating else ("terms",))}
        found = [f for f in found if f.kind not in idle]
    return tuple(f for f in found if supply or f.kind != "supply")
