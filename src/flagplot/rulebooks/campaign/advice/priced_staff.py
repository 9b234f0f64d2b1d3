"""The staff with every unit priced in points of the scenario. Its boats wait while ships bombard an
entrenched shore."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.table.core.memo import memo_per_parts

from ..orders.battle import BattleOrder, Fire
from ..rules.combat.staff import staff_order
from ..rules.combat.visibility import seen_by
from ..scenarios.cards import scenario_of
from ..state import State
from ..state.battle import SEA, Colour, Combatant, SeaBattle
from ..state.battle_ratings import SHORE_GUNS
from .battle_points import worth_of_losses
from .merchant_evasion import next_move, steered_units
from .port_breakout import leaving_ships, next_departure

FEW = 9
"""The most strength points of troops that wait. When more land, the first ashore draw fire from the
others, and time is short."""


def waiting_troops(b: SeaBattle, colour: Colour) -> tuple[Combatant, ...]:
    """Return the troops that wait, with their boats. They wait while they are few, visible
    defenders are entrenched, ships have ammunition for them, no troops are ashore yet, and it is
    not too late."""
    if colour != "red" or b.kind == "port" or b.phase != "fight" or b.turn + 1 >= b.retreat_from:
        return ()
    own = [u for u in b.afloat("red") if not u.facility]
    if sum(u.strength for u in own if u.aboard) > FEW:
        return ()
    if any(u.kind and not u.aboard for u in own) or not any(
        u.ammo > 0 and not u.kind and u.cls != "TR" for u in own
    ):
        return ()
    seen = [b.unit(i) for i in seen_by(b, "red")]
    if seen and not any(e.kind and e.entrenched and e.cls not in SHORE_GUNS for e in seen):
        return ()
    boats = {u.aboard for u in own if u.aboard}
    return tuple(u for u in own if u.aboard or u.id in boats)


MONEY = 0.1
"""The share of its price in money that a unit keeps, so that units without points still fight."""


def reckoned_order(view: State, side: str) -> BattleOrder | None:
    """Return the next order of a side's staff when it evaluates in points; else ``None``. It does
    not where the scenario's points leave out what the battle is about, such as which units get
    through. Nor does the attacker of a port, which has not been found to fight better this way."""
    b = SEA.get(view)
    score, own = scenario_of(view).get("score", {}), b.colour(side)
    if view.assault is not None:
        told = "assault" in score and (b.kind, own) != ("port", "red")
    else:
        told = bool({"through", "sw"} & score.keys())
    if not told:
        return None
    mine = {u.id for u in (*steered_units(b, own), *leaving_ships(b, own), *waiting_troops(b, own))}
    rest = b.put(*(replace(u, moved=True) for u in b.units if u.id in mine))
    order = next_move(b, own, secret_text(view, b, own)) or staff_order(
        with_prices(view, rest, side), own
    )
    return order if isinstance(order, Fire) else next_departure(b, own) or order


def secret_text(view: State, b: SeaBattle, colour: Colour) -> str:
    """Return a text that the other side does not know, for random draws: the id of the hunters' own
    mission, or those of the transports."""
    if colour == "red":
        return view.fighting.hunter if view.fighting is not None else ""
    return " ".join(u.id for u in b.units if u.cls == "TR")


def with_prices(view: State, b: SeaBattle, side: str) -> SeaBattle:
    """Return the battle with units priced by the points of a strength point, for whichever side
    takes it. The sum of prices stays the same."""
    alive = [u for u in b.units if u.alive]
    points = {u.id: points_at_stake(view, without_details(u), side) for u in alive}
    money = sum(u.ratings.price * u.strength for u in alive)
    total = sum(points[u.id] * u.strength for u in alive)
    if not total:
        return b
    rate = money / total
    return b.put(
        *(
            replace(
                u,
                ratings=replace(
                    u.ratings,
                    price=round((1 - MONEY) * rate * points[u.id] + MONEY * u.ratings.price),
                ),
            )
            for u in alive
        )
    )


def without_details(u: Combatant) -> Combatant:
    """Return a unit without the fields that do not affect its points."""
    return replace(
        u,
        at=None,
        aboard="",
        carrier="",
        ammo=0,
        fuel=0,
        moved=False,
        fired=False,
        hit_before=0,
        revealed=False,
        surprised=False,
        experience=0,
        entrenched=0,
        dug=0,
        start=0,
        bonus=0,
        close=False,
        cap=0,
        ground_letter="",
    )


@memo_per_parts(lambda view: (view.scenario, view.rulings, view.sides, view.ships, view.assault))
def points_at_stake(view: State, u: Combatant, side: str) -> float:
    """Return the points at stake on each strength point of a unit, as its enemy's gain: by the next
    loss that counts, or by a later one if that brings more for each point."""
    sign = -1 if u.side == side else 1
    whole = lead_after_loss(view, u, 0, side)
    return max(
        0.0,
        *(
            sign * (lead_after_loss(view, u, lost, side) - whole) / lost
            for lost in range(1, u.strength + 1)
        ),
    )


def lead_after_loss(view: State, u: Combatant, lost: int, side: str) -> float:
    """Return the lead of a side after one unit has lost *lost* more points."""
    brought = worth_of_losses(
        replace(view, ships={u.id: view.ships[u.id]} if u.id in view.ships else {}), u, lost
    )
    if u.cls == "TR" and view.assault is None and lost >= u.strength:
        score = scenario_of(view).get("score", {})
        pps = int(view.rulings.table("campaign.sw-damage").cell("turned back or sunk", "merchant"))
        sunk = float(score.get("through", 0)) + (pps / score["sw"] if "sw" in score else 0.0)
        return -sunk if u.side == side else sunk
    return sum(points if who == side else -points for who, points in brought.items())
