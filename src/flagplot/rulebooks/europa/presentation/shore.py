"""Forces ashore, for page and terminal: garrisons, divisions inland, troops that have landed."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table.display.position import Clause, Counter, ForceLine
from flagplot.table.language.sentences import count_text

from ..nouns import L, name_or_empty, spoken_name
from ..orders import CounterAttack, March
from ..rules.special import landing
from ..state import State


def shore_counters(view: State) -> tuple[Counter, ...]:
    """Return the counters of garrisons, divisions inland, and troops that have landed."""
    held = [
        Counter(
            f"garrison-{h}",
            g.name or f"garrison of {spoken_name(view, h)}",
            g.side,
            h,
            "unknown",
            str(g.strength),
            (),
            True,
            1,
            "garrison",
        )
        for h, g in sorted(view.garrisons.items())
    ]
    inland = [
        Counter(
            d.id,
            d.name or d.id,
            d.side,
            d.hex,
            "unknown",
            str(d.strength),
            (),
            False,
            1,
            f"division inland, {count_text(d.allowance, 'hex', 'hexes')}",
        )
        for _, d in sorted(view.divisions.items())
    ]
    ashore = [
        Counter(
            c.id,
            c.name or c.id,
            c.side,
            c.place,
            "unknown",
            str(c.res),
            (),
            True,
            1,
            f"ashore, {count_text(c.res, 'RE')}",
        )
        for _, c in sorted(view.cargo.items())
        if landing.is_ashore(c)
    ]
    return (*held, *inland, *ashore)


def division_lines(view: State, side: str) -> Iterator[ForceLine]:
    """Yield the lines of a side's divisions for its list of forces."""
    for _, d in sorted(view.divisions.items()):
        if d.side == side:
            where = f"inland, {count_text(d.allowance, 'hex', 'hexes')}"
            yield ForceLine(
                d.id,
                name_or_empty(view, d.id) or d.id,
                d.side,
                "division",
                d.hex,
                str(d.strength),
                "unknown",
                (),
                where,
                (L.order_prefix(March, division=d.id), L.order_prefix(CounterAttack)),
            )


def troop_notes(view: State) -> Iterator[Clause]:
    """Yield sentences on how many troops each side has ashore, and how many of them are in
    supply."""
    for whose in view.sides:
        if troops := sum(
            landing.sum_res(landing.cargo_ashore(view, whose, h))
            for h in landing.beachheads(view, whose)
        ):
            said = f"{whose} ashore: {count_text(troops, 'RE')}, {landing.supplied_res(view, whose)} in supply."
            yield Clause(said, "36.A.2.(b)")
