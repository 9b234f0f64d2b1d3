"""The way a group would sail to a place: greedy along distances by sea, keeping out of what bars it."""

from __future__ import annotations

from flagplot.rulebooks.europa import chart, costs, waters, zones
from flagplot.rulebooks.europa.state import Campaign, Group

FAR = 130


def field(state: Campaign, goal: str) -> dict[str, int]:
    """Distance by sea of every hex from a goal."""
    return waters.sea_field(state, goal, FAR)


def course(state: Campaign, group: Group, goal: str, mps: int, wary: bool = True) -> tuple[str, ...]:
    """The hexes toward a goal that so many MPs pay for, out of enemy combat zones where *wary*; empty when stuck."""
    far = field(state, goal)
    here, before = group.hex, group.came_from
    if here not in far:
        return ()
    held = _held(state, group) if wary else set()
    path: list[str] = []
    seen = {here}
    while mps > 0 and here != goal:
        ways = []
        for n, there in enumerate(chart.neighbours(here)):
            if there in seen or there not in far or there in group.closed or (there in held and there != goal):
                continue
            if waters.why_not_enter(state, group, here, there) or waters.why_not_strait(state, group, before, here, there):
                continue
            if waters.why_not_gibraltar(state, group, there) or zones.barred_by(state, group, there, False):
                continue
            cost = costs.entry(state, group, there)
            if cost is None or cost > mps:
                continue
            ways.append((far[there] + (cost - 1) * 0.5, n, there, cost))
        if not ways:
            break
        _, _, there, cost = min(ways)
        if far[there] > far[here] + 1:
            break
        path.append(there)
        seen.add(there)
        before, here = here, there
        mps -= cost
    return tuple(path)


def _held(state: Campaign, group: Group) -> set[str]:
    found: set[str] = set()
    for foe in state.standing(state.other(group.side)):
        if state.kind(foe) in ("combat", "mixed") and foe.where == "sea":
            found.update(zones.combat_zone(state, foe, False))
    found.update(h for h, (owner, points) in state.mines.items() if owner != group.side and points)
    return found
