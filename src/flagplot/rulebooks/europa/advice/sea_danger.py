"""The danger sea of a group: the hexes it can reach in this step by day, with the chance to be
found or hit in each, from what its side knows."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import lru_cache
from math import prod

from msgspec.structs import replace

from flagplot.table import Rulings, TailCall

from ..map import chart
from ..rules.combat import gunnery
from ..rules.danger_run import UNHARMED, Danger, Gauntlet, Look, run_gauntlet
from ..rules.movement import costs, path_check
from ..rules.search.situations import Passage, Window, pass_window
from ..state import Group, State, put_group
from . import route_dangers

HERE = "here"
"""A name in place of the hex, because the same dangers are equally great in every hex."""


def hexes_in_reach(view: State, group: Group) -> Iterator[tuple[Group, int]]:
    """Yield the group in each hex that it can enter with its MPs left, by the cheapest route, and
    the MPs of the last leg."""
    start = replace(group, where="sea") if group.where == "port" else group
    spent: dict[str, int] = {start.hex: start.spent}
    able = costs.allowance(view, group)
    ahead: list[tuple[int, int, Group, int]] = [(start.spent, 0, start, 0)]
    count = 0
    while ahead:
        so_far, number, now, leg = heapq.heappop(ahead)
        if so_far > spent[now.hex]:
            continue
        if number:
            yield now, leg
        for to in chart.neighbours(now.hex):
            problem, mps, screened = path_check.check_leg(
                view, now, path_check.place_of(now), to, False
            )
            if (
                problem is not None
                or so_far + mps > able
                or so_far + mps >= spent.get(to, able + 1)
            ):
                continue
            spent[to] = so_far + mps
            count += 1
            there = replace(
                now,
                hex=to,
                river="",
                where="sea",
                came_from=now.hex,
                moved=True,
                screened=screened,
                spent=so_far + mps,
            )
            heapq.heappush(ahead, (so_far + mps, count, there, mps))


def chances_at(view: State, group: Group, mps: int) -> tuple[float, float]:
    """Return two chances, 0 to 1, for a group in the hex it has entered. The first is to be found
    or hit, when the enemy searches with everything and unknown strengths are the highest. The
    second is to be hit, by aircraft too, when unknown strengths are middling."""
    s = put_group(view, group)
    before = Passage(view.rulings, (), group.gauge, group.sought, group.hidden_from)
    ahead = tuple(without_hex(each) for each in route_dangers.dangers_on_entry(s, group, mps))
    if not ahead:
        return 0.0, 0.0
    safe = [
        1
        - (
            chance_of_find(before, each.window)
            if isinstance(each, Look)
            else chance_of_harm(view.rulings, each)
        )
        for each in ahead
    ]
    usual = tuple(
        with_middling_strength(view.rulings, each)
        if isinstance(each, Danger) and each.guessed
        else each
        for each in ahead
    )
    return 1 - prod(safe), route_dangers.chance_to_be_hit(
        Gauntlet(view.rulings, usual, before, group.found)
    )


def without_hex(each: Danger | Look) -> Danger | Look:
    """Return a danger without its hex, so that equal dangers elsewhere are found in the memo."""
    if isinstance(each, Look):
        return replace(each, window=replace(each.window, hex=HERE))
    return replace(each, hex=HERE, which="")


def with_middling_strength(rulings: Rulings, danger: Danger) -> Danger:
    """Return a danger of unknown strength with the middle row of the gunnery table instead of the
    highest."""
    rows = sorted(int(row) for row, _ in rulings.table(gunnery.GUNNERY).rows)
    return replace(danger, shots=tuple(replace(x, over=rows[len(rows) // 2]) for x in danger.shots))


@lru_cache(maxsize=8192)
def chance_of_find(before: Passage, window: Window) -> float:
    """Return the chance that a search finds a group, by the procedure
    :func:`~..rules.search.situations.pass_window`."""
    return 1 - route_dangers.count_odds(
        TailCall(pass_window), replace(before, windows=(window,))
    ).chance("unfound")


@lru_cache(maxsize=8192)
def chance_of_harm(rulings: Rulings, danger: Danger) -> float:
    """Return the chance that a danger hits a group, by the procedure
    :func:`~..rules.danger_run.run_gauntlet`."""
    return 1 - route_dangers.count_odds(
        TailCall(run_gauntlet), Gauntlet(rulings, (danger,), Passage(rulings, ()))
    ).chance(UNHARMED)
