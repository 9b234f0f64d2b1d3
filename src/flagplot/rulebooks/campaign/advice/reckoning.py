"""Battles fought for what the scenario counts: the staff's doctrine (6.5.1), with every unit priced in points instead of money.

Where money and points part, the staff fights for the wrong thing: it sinks what is dear and counts nothing, and lies under guns
with ships that each cost points.
"""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.table.core.memo import lasting

from ..orders.battle import BattleOrder, Fire
from ..rules.battle.lens import SEA
from ..rules.battle.staff import staff_order
from ..scenarios import scenario_of
from ..state import State
from ..state.battle import Colour, Combatant, SeaBattle
from .battle_points import worth_of_losses
from .leaving import leave, leavers
from .running import run, steered
from .softening import waiting

MONEY = 0.1
"""The share of its price in money that a unit keeps: who counts nothing still fights."""


def reckoned_order(view: State, side: str) -> BattleOrder | None:
    """The next order of a side's staff if it reckons in points; ``None`` where the points of the scenario do not tell what a
    battle is about, which then hangs on who gets through, and for who attacks a port, who was not found to fight better so."""
    b = SEA.get(view)
    score, own = scenario_of(view).get("score", {}), b.colour(side)
    if view.assault is not None:
        told = "assault" in score and (b.kind, own) != ("port", "red")
    else:
        told = bool({"through", "sw"} & score.keys())
    if not told:
        return None
    mine = {u.id for u in (*steered(b, own), *leavers(b, own), *waiting(b, own))}
    rest = b.put(*(replace(u, moved=True) for u in b.units if u.id in mine))
    order = run(b, own, secret(view, b, own)) or staff_order(priced(view, rest, side), own)
    return order if isinstance(order, Fire) else leave(b, own) or order


def secret(view: State, b: SeaBattle, colour: Colour) -> str:
    """A name that the other side has not heard, to draw lots by: of the hunters' own mission, of the transports."""
    if colour == "red":
        return view.fighting.hunter if view.fighting is not None else ""
    return " ".join(u.id for u in b.units if u.cls == "TR")


def priced(view: State, b: SeaBattle, side: str) -> SeaBattle:
    """The battle with units priced by what a strength point of each brings whoever takes it, all together as dear as before."""
    alive = [u for u in b.units if u.alive]
    points = {u.id: stake(view, bare(u), side) for u in alive}
    money = sum(u.ratings.price * u.strength for u in alive)
    total = sum(points[u.id] * u.strength for u in alive)
    if not total:
        return b
    rate = money / total
    return b.put(*(
        replace(u, ratings=replace(u.ratings, price=round((1 - MONEY) * rate * points[u.id] + MONEY * u.ratings.price)))
        for u in alive
    ))  # fmt: skip


def bare(u: Combatant) -> Combatant:
    """A unit without what does not matter to its points."""
    return replace(
        u, at=None, aboard="", carrier="", ammo=0, fuel=0, moved=False, fired=False, hit_before=0, revealed=False,
        surprised=False, experience=0, entrenched=0, dug=0, start=0, bonus=0, close=False, cap=0, stands="",
    )  # fmt: skip


@lasting(lambda view: (view.scenario, view.rulings, view.sides, view.ships, view.assault))
def stake(view: State, u: Combatant, side: str) -> float:
    """Points that hang on each strength point of a unit, by the next loss that counts or a later one, whichever is nearer in
    proportion: what its enemy gains."""
    sign = -1 if u.side == side else 1
    whole = ahead(view, u, 0, side)
    return max(0.0, *(sign * (ahead(view, u, lost, side) - whole) / lost for lost in range(1, u.strength + 1)))


def ahead(view: State, u: Combatant, lost: int, side: str) -> float:
    """How far a side leads by what has become of one unit, once it has lost so many points more."""
    brought = worth_of_losses(replace(view, ships={u.id: view.ships[u.id]} if u.id in view.ships else {}), u, lost)
    if u.cls == "TR" and view.assault is None and lost >= u.strength:
        score = scenario_of(view).get("score", {})
        pps = int(view.rulings.table("campaign.sw-damage").cell("turned back or sunk", "merchant"))
        sunk = float(score.get("through", 0)) + (pps / score["sw"] if "sw" in score else 0.0)
        return -sunk if u.side == side else sunk
    return sum(points if who == side else -points for who, points in brought.items())
