"""Missed orders, for a player who ends a step: ships off their port but not in it, unspent MPs,
cargo to put ashore."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table import AskOrder, MissedOrder, Single, TextError, facts

from ..nouns import L, spoken_name
from ..orders import EnterPort, Land, Move
from ..rules import legality, reading
from ..rules.movement import costs, routing
from ..rules.search import reaction
from ..state import Group, State
from .candidates import goal_of
from .ways_to_goal import reachable_goal
from .worth import evaluate


def missed_orders(view: State, request: Single) -> tuple[MissedOrder, ...]:
    """Return the missed orders of a movement step, for groups with a goal; none for other
    requests."""
    if not isinstance(request, AskOrder) or request.kind != "movement":
        return ()
    found: list[MissedOrder] = []
    for g in view.standing(request.side):
        if (
            g.members
            and not g.reserve
            and not g.ended
            and reaction.why_not_phasing(view, g) is None
        ):
            told = (
                *groups_off_their_port(view, request, g),
                *groups_with_unspent_mps(view, request, g),
                *cargo_to_land(view, g),
            )
            found += [f for f in told if is_remedy_legal(view, request, f)]
    return tuple(sorted(found, key=lambda f: GRAVEST.index(f.code)))


GRAVEST = ("off-port", "cargo-aboard", "troops-aboard", "mps-unspent")
"""The kinds of missed order that are shown first."""


def is_remedy_legal(view: State, request: AskOrder, f: MissedOrder) -> bool:
    """Return True when the order that would remedy it is legal now."""
    try:
        return bool(legality.check(view, request, reading.read(f.order, view, request.side)))
    except TextError:
        return False


def groups_off_their_port(view: State, request: AskOrder, g: Group) -> Iterator[MissedOrder]:
    """Yield a missed order for a group that lies in the hex of its own port, where it is bound, but
    not in the port."""
    port = view.ports.get(g.hex)
    if (
        g.where == "sea"
        and port is not None
        and port.owner == g.side
        and evaluate(view, request, EnterPort(g.id)) > 0
    ):
        yield MissedOrder(
            "off-port",
            "32.A.4",
            (g.id,),
            facts(port=spoken_name(view, g.hex)),
            f"enter port {g.id}",
        )


def groups_with_unspent_mps(view: State, request: AskOrder, g: Group) -> Iterator[MissedOrder]:
    """Yield a missed order for a group with MPs left that could come nearer to its goal at no great
    risk."""
    mps, goal = costs.mps_left(view, g), goal_of(view, g)
    if not mps or not goal or g.hex == goal:
        return
    to = reachable_goal(view, g) if g.side == "Allied" else ""
    course = routing.course_to(view, g, goal, mps, True)
    order = (
        reading.read(f"sail {g.id} to {to}", view, g.side)
        if to
        else Move(g.id, course)
        if course
        else None
    )
    if isinstance(order, Move) and evaluate(view, request, order) > 0:
        text = f"sail {g.id} to {to}" if to else L.text(order)
        yield MissedOrder(
            "mps-unspent", "32.A.s06", (g.id,), facts(mps=mps, to=spoken_name(view, goal)), text
        )


def cargo_to_land(view: State, g: Group) -> Iterator[MissedOrder]:
    """Yield missed orders for troops and supplies aboard ships in the port, or off the beach, where
    they are needed."""
    if g.hex not in (view.facts.get("goal-hex"), goal_of(view, g)):
        return
    ships = {u.id for u in view.of(g)}
    for _, c in sorted(view.cargo.items()):
        if c.aboard in ships and "mine" not in c.marks:
            code, at = (
                ("cargo-aboard", "port") if g.where == "port" else ("troops-aboard", "assault")
            )
            place = facts(port=spoken_name(view, g.hex))
            yield MissedOrder(code, "32.A.3-T1.row.19", (c.id,), place, L.text(Land(c.id, at)))
