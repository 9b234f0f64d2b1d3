"""Interceptions worth considering, from a side's view: for every port the whole, the fast and a
small force, then ``pass``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from flagplot.table import AskOrder, about_map

from ..nouns import Pick
from ..orders import PASS, Counter, Intercept
from ..rules.forces import TF_LIMIT, fast_carriers, fast_fleet
from ..rules.interception import attempt as interception_attempt
from ..rules.interception import eligibility
from ..rules.interception.activity import Activity
from ..rules.interception.legality import activity_from
from ..state import State, Unit, factors


def draft_interceptions(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield orders that may be legal, in a fixed order, ending with ``pass``."""
    counter = request.kind == "counter-interception"
    a = activity_from(request)
    fixed = str(about_map(request).get("hex" if counter else "fixed", ""))
    offers = eligibility.opportunities(view, request.side, a, fixed, counter)
    everywhere = eligibility.posts(view, request.side, a, counter)
    seen = set()
    for post, places in offers.items():
        best: dict[bool, str] = {}
        for units in ship_groups(tuple(everywhere[post]), bool(post.force)):
            slow = any(u.speed == "slow" for u in units)  # only speed changes the best hex
            if slow not in best:
                best[slow] = best_hex(view, request.side, a, post, slow, places, counter)
            hex_id = best[slow]
            if not hex_id:
                continue
            order = interception_order(
                view,
                request.side,
                units,
                hex_id,
                counter,
                post,
                hex_id if hex_id in a.route else "",
            )
            if order not in seen:
                seen.add(order)
                yield order
    yield PASS


@lru_cache(1 << 12)
def ship_groups(ships: tuple[Unit, ...], at_sea: bool) -> list[tuple[Unit, ...]]:
    """Return groups of ships worth sending together: a full task force, the fast ships, one big
    ship with destroyers, and a small force below 10 factors."""
    if at_sea or all(u.type == "SS" for u in ships):
        return [ships]
    order = sorted(
        ships,
        key=lambda u: (
            u.type in ("CVL", "CV", "CVB"),
            -u.factors if u.type != "DD" else 0,
            u.speed != "fast",
            u.id,
        ),
    )
    fast = [u for u in order if u.speed == "fast"]
    out = [
        pack_ships(order, TF_LIMIT),
        pack_ships(fast, TF_LIMIT),
        pack_ships([u for u in order if u.type not in ("CVL", "CV", "CVB")], TF_LIMIT),
    ]
    out += [
        pack_ships(fast, 15),
        pack_ships([u for u in fast if u.type not in ("CVL", "CV", "CVB")], 9),
        pack_ships([u for u in fast if u.type in ("CA", "DD")], 9),
    ]
    return list(dict.fromkeys(x for x in out if x))


def pack_ships(ships: Sequence[Unit], limit: int) -> tuple[Unit, ...]:
    """Return as many ships, in order, as fit within *limit* factors, with an escort for
    carriers."""
    out: list[Unit] = []
    total = 0
    for u in ships:
        if total + u.naval_factors <= limit:
            out.append(u)
            total += u.naval_factors
    while fast_carriers(out) > fast_fleet(out):
        out.remove(next(u for u in out if u.type in ("CVL", "CV", "CVB")))
    return tuple(out)


def best_hex(
    view: State,
    side: str,
    a: Activity,
    post: eligibility.Post,
    slow: bool,
    places: Mapping[str, int],
    counter: bool,
) -> str:
    """Return the hex of the best chance for ships of a post, the earliest of equals; empty when
    they can reach none. *slow* means that slow ships are among them."""
    word = ("patrol" if post.force else "port") if counter else ""
    best, found = -1.0, ""
    for h, _, it in eligibility.attempt_outcomes(view, side, a, post, slow, places, word):
        if it.worth_asking and it.chance > best:
            best, found = it.chance, h
    return found


def interception_order(
    view: State,
    side: str,
    units: Sequence[Unit],
    hex_id: str,
    counter: bool,
    post: eligibility.Post,
    where: str = "",
) -> Any:
    """Return the order that sends these ships. Ten factors or more sail as a task force."""
    tf = free_task_force(view, side) if factors(units) >= 10 and not post.force else ""
    return (
        Counter(whole_picks(units), (), tf, where)
        if counter
        else Intercept(whole_picks(units), hex_id, (), tf)
    )


@lru_cache(1 << 13)
def whole_pick(unit: str) -> Pick:
    """Return all of a unit, as an order names it."""
    return Pick(unit)


def whole_picks(units: Iterable[Unit]) -> tuple[Pick, ...]:
    """Return all of some units, as an order names them."""
    return tuple([whole_pick(u.id) for u in units])


def free_task_force(view: State, side: str) -> str:
    """Return the first task-force name of the side that is not in use."""
    used = {g.name for g in view.groups.values() if g.side == side} | {
        f.name for f in view.forces.values() if f.side == side
    }
    n = 1
    while f"TF{n}" in used:
        n += 1
    return f"TF{n}"


def interception_chance(
    view: State, request: AskOrder, order: Any, a: Activity, counter: bool
) -> tuple[float, int, int]:
    """Return chance (percent, 0 to 100), dice and distance (hexes) of an interception order, from
    the side's view."""
    about = about_map(request)
    fixed = str(about.get("hex" if counter else "fixed", ""))
    offers = eligibility.opportunities(view, request.side, a, fixed, counter)
    ships = eligibility.posts(view, request.side, a, counter)
    ids = {p.id for p in order.units}
    for post, places in offers.items():
        h, sent = order.hex or fixed, [u for u in ships.get(post, ()) if u.id in ids]
        if not sent or h not in places:
            continue
        word = ("patrol" if post.force else "port") if counter else ""
        attempt = eligibility.attempt_situation(
            view, request.side, a, post, sent, h, places[h], word
        )
        p = (
            interception_attempt.counter_chance(view.rulings, attempt)
            if counter
            else interception_attempt.chance_of(view.rulings, attempt)
        )
        return 100 * p, interception_attempt.dice_for(view.rulings, attempt).dice, places[h]
    return 0.0, 0, 0
