"""Overfull ports (21.112, 21.222). Surplus lies idle, is removed by redeployment, or is
eliminated."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from flagplot.table import AskOrder, Refusal, Table, Verdict, clause, facts, refuse

from ...events import Eliminated, Marked
from ...map import theatre
from ...map.ports import base_loads, capacity, factors_based
from ...orders import Eliminate, Freeze
from ...state import State, Unit
from ..forces import selected_units
from ..registry import checks


def excess(state: State, place: str) -> int:
    """Return the factors above a port's limit; 0 for boxes."""
    return (
        max(0, factors_based(state, place) - capacity(state, place))
        if place and not theatre.is_box(place)
        else 0
    )


def overfull_ports(state: State, side: str) -> tuple[str, ...]:
    """Return the overfull ports in which a side has ships."""
    bases = {place for place, whose in base_loads(state) if whose == side and place}
    return tuple(sorted([b for b in bases if excess(state, b)]))


def surplus_candidates(state: State, side: str, place: str) -> tuple[Unit, ...]:
    """Return the ships of a port that count against its limit."""
    return tuple(
        u
        for u in state.based(place, side)
        if u.naval_factors and u.status != "repair" and not u.force
    )


def surplus_to_choose(state: State) -> tuple[str, int] | None:
    """Return (port, factors) of surplus that its owner has yet to choose because a base change
    failed; None when there is none."""
    if state.phase != "movement":
        return None
    back = {u.base for u in state.ships(state.mover) if u.sortied and u.inverted}
    for place in sorted(b for b in back if excess(state, b)):
        here = surplus_candidates(state, state.mover, place)
        returned = [u for u in here if u.sortied and u.inverted]
        frozen = sum(u.naval_factors for u in here if u.frozen)
        if returned and frozen < excess(state, place):
            return place, excess(state, place) - frozen
    return None


async def choose_idle(t: Table[State]) -> None:
    """Ask the owner to name the surplus among the ships that came back (HR-112). It lies idle until
    the player turn ends."""
    found = surplus_to_choose(t.state)
    if found is None:
        return
    place, need = found
    side = t.state.mover
    returned = [
        u
        for u in surplus_candidates(t.state, side, place)
        if u.sortied and u.inverted and not u.frozen
    ]
    if sum(u.naval_factors for u in returned) <= need or len(returned) == 1:
        chosen = tuple(u.id for u in returned)
    else:
        order = await AskOrder(
            side, "21.112", "surplus", facts(place=place, factors=need, what="idle")
        )
        picked = (
            selected_units(t.state, side, order.units)
            if isinstance(order, Freeze)
            else _smallest_ships(returned, need)
        )
        chosen = tuple(u.id for u in picked)
    t.record(Marked("21.112", side, chosen, "frozen"))


@clause("21.222#2", "21.112#2")
async def eliminate_surplus(t: Table[State]) -> None:
    """Eliminate surplus of the owner's choice, at the close of the redeployment phase."""
    side = t.state.mover
    for place in overfull_ports(t.state, side):
        await ask_elimination(t, side, place, "21.112")


@clause("21.112#3")
async def eliminate_after_failure(t: Table[State], side: str, place: str) -> None:
    """Eliminate surplus from a failed NR at once."""
    if excess(t.state, place):
        await ask_elimination(t, side, place, "21.112#3")


async def ask_elimination(t: Table[State], side: str, place: str, cite: str) -> None:
    """Ask the owner which surplus ships to eliminate, unless there is no choice."""
    here = surplus_candidates(t.state, side, place)
    need = min(excess(t.state, place), sum(u.naval_factors for u in here))
    fewest = min_loss(here, need)
    only = (
        [c for c in minimal_sets(here, need) if sum(n for _, n in c) == fewest]
        if len(here) <= 8
        else []
    )
    if len(only) == 1:
        gone = only[0]
    else:
        order = await AskOrder(
            side, cite.split("#")[0], "surplus", facts(place=place, factors=need, what="eliminate")
        )
        gone = (
            tuple((u.id, u.factors) for u in selected_units(t.state, side, order.units))
            if isinstance(order, Eliminate)
            else default_elimination(here, need)
        )
    t.record(Eliminated(cite.split("#")[0], side, gone, place, "surplus"))


def _smallest_ships(units: Sequence[Unit], need: int) -> list[Unit]:
    """Return enough of these ships to make up a surplus, smallest first: the default when the owner
    does not choose."""
    out: list[Unit] = []
    for u in sorted(units, key=lambda u: (u.naval_factors, u.id)):
        if sum(x.naval_factors for x in out) < need:
            out.append(u)
    return out


def default_elimination(units: Sequence[Unit], need: int) -> tuple[tuple[str, int], ...]:
    """Return the (unit, factors) pairs that are eliminated when the owner does not choose:
    destroyers first, then the smallest ships."""
    out: list[tuple[str, int]] = []
    for u in sorted(units, key=lambda u: (u.type != "DD", u.naval_factors, u.id)):
        if need <= 0:
            break
        n = min(u.factors, need) if u.type == "DD" else u.factors
        out.append((u.id, n))
        need -= n
    return tuple(out)


def covering_set(units: Sequence[Unit], need: int) -> tuple[tuple[str, int], ...]:
    """Return (unit, factors) pairs that make up a surplus with no ship too many, if these ships
    can. The greatest ships that can be spared stay; then destroyers stay in part."""
    chosen = sorted(units, key=lambda u: (u.type == "DD", -u.naval_factors, u.id))
    over = sum(u.naval_factors for u in chosen) - need
    out = []
    for u in chosen:
        spared = (
            min(over, u.factors)
            if u.type == "DD"
            else u.naval_factors
            if u.naval_factors <= over
            else 0
        )
        over -= max(0, spared)
        if u.factors > spared:
            out.append((u.id, u.factors - max(0, spared)))
    return tuple(out)


def min_loss(units: Sequence[Unit], need: int) -> int:
    """Return the fewest factors that remove at least *need* factors. Only destroyers can be
    divided."""
    divisible = sum(u.factors for u in units if u.type == "DD")
    sizes = [u.naval_factors for u in units if u.type != "DD"]
    best = sum(sizes) + divisible
    sums = {0}
    for s in sizes:
        sums |= {x + s for x in sorted(sums)}
    for s in sorted(sums):
        rest = max(0, need - s)
        if rest <= divisible:
            best = min(best, max(s + rest, need))
    return best


def minimal_sets(units: Sequence[Unit], need: int) -> list[tuple[tuple[str, int], ...]]:
    """Return every minimal set of (unit, factors) pairs that clears *need* factors. Destroyers may
    be divided."""
    out = []
    whole = [u for u in units if u.type != "DD"]
    loose = [u for u in units if u.type == "DD"]
    for n in range(len(whole) + 1):
        for pick in combinations(whole, n):
            got = sum(u.naval_factors for u in pick)
            rest = need - got
            if rest > sum(u.factors for u in loose) or (
                n and any(got - u.naval_factors >= need for u in pick)
            ):
                continue
            if rest > 0 and len(loose) > 1:
                out += [
                    (*((u.id, u.factors) for u in pick), (x.id, rest))
                    for x in loose
                    if x.factors >= rest
                ] or [(*((u.id, u.factors) for u in pick), *_spread_factors(loose, rest))]
            elif rest > 0:
                out.append((*((u.id, u.factors) for u in pick), (loose[0].id, rest)))
            else:
                out.append(tuple((u.id, u.factors) for u in pick))
    return out


def _spread_factors(units: Sequence[Unit], rest: int) -> list[tuple[str, int]]:
    out = []
    for u in units:
        n = min(u.factors, rest)
        if n:
            out.append((u.id, n))
        rest -= n
    return out


@checks(Eliminate, Freeze)
def check_surplus(view: State, request: AskOrder, order: Eliminate | Freeze) -> Verdict:
    """Check an answer to a surplus question. The ships must cover the surplus of that port, and
    none may be unnecessary."""
    about = dict(request.about)
    place, need = str(about.get("place", "")), int(about.get("factors", 0))
    wanted = "eliminate" if isinstance(order, Eliminate) else "idle"
    if request.kind != "surplus" or about.get("what") != wanted:
        return refuse(Refusal("21.112", "no-surplus", ()))
    units = selected_units(view, request.side, order.units)
    out = [
        Refusal("21.112", "not-in-port", (u.id,), facts(place=place))
        for u in units
        if u.base != place or u.force
    ]
    if isinstance(order, Freeze):
        out += [
            Refusal("21.112", "not-returned", (u.id,), (), (), ("HR-112",))
            for u in units
            if not (u.sortied and u.inverted)
        ]
    total = sum(u.naval_factors for u in units)
    if total < need:
        out.append(
            Refusal(
                "21.112", "too-little", tuple(u.id for u in units), facts(factors=total, need=need)
            )
        )
    elif any(u.type != "DD" and total - u.naval_factors >= need for u in units) or (
        total > need and any(u.type == "DD" for u in units)
    ):
        out.append(
            Refusal(
                "21.112", "too-much", tuple(u.id for u in units), facts(factors=total, need=need)
            )
        )
    return refuse(*out)
