"""What stands ashore, as the page and the terminal show it: garrisons, divisions inland, troops that have landed."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table.display import Clause, Counter, ForceLine

from ..nouns import named, titled
from ..orders import CounterAttack, L, March
from ..rules.special import landing
from ..state import State


def regiments(n: int) -> str:
    """Regimental equivalents in words: ``1 RE``, ``3 REs``."""
    return f"{n} RE" + ("s" if n != 1 else "")


def counters(view: State) -> tuple[Counter, ...]:
    """Garrisons, divisions inland, and the troops that have landed."""
    held = [Counter(f"garrison-{h}", g.name or f"garrison of {named(view, h)}", g.side, h, "unknown", str(g.strength), (), True,
                    1, "garrison") for h, g in sorted(view.garrisons.items())]
    inland = [Counter(d.id, d.name or d.id, d.side, d.hex, "unknown", str(d.strength), (), False, 1,
                      f"division inland, {d.allowance} hexes") for _, d in sorted(view.divisions.items())]
    ashore = [Counter(c.id, c.name or c.id, c.side, c.place, "unknown", str(c.res), (), True, 1, f"ashore, {regiments(c.res)}")
              for _, c in sorted(view.cargo.items()) if landing.is_ashore(c)]
    return (*held, *inland, *ashore)


def lines(view: State, side: str) -> Iterator[ForceLine]:
    """The divisions of a side in its list of forces."""
    for _, d in sorted(view.divisions.items()):
        if d.side == side:
            yield ForceLine(d.id, titled(view, d.id) or d.id, d.side, "division", d.hex, str(d.strength), "unknown",
                            (), f"inland, {d.allowance} hexes", (L.beginning(March, division=d.id), L.beginning(CounterAttack)))


def notes(view: State) -> Iterator[Clause]:
    """How many troops a side has ashore, and how many of them are in supply."""
    for whose in view.sides:
        if troops := sum(landing.res(landing.ashore(view, whose, h)) for h in landing.beachheads(view, whose)):
            said = f"{whose} ashore: {regiments(troops)}, {landing.supplied(view, whose)} in supply."
            yield Clause(said, "36.A.2.(b)")
