"""Naval orders, each with its wording. Reading, completion and forms follow from the
declarations."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from flagplot.table import TextError
from flagplot.table.language import OrderWording

from ..nouns import (
    Flights,
    L,
    Mission,
    Place,
    Plane,
    Planes,
    Port,
    Ports,
    Return,
    Route,
    Seen,
    Ship,
    Ships,
)
from ..state import State
from .assault import (
    AssaultOrder,
    Attack,
    PortAttack,
    Raise,
    Reinforce,
    RepairYard,
    Station,
    Work,
    WreckYard,
)
from .battle import BattleOrder
from .shipping import ConveyOrder, Convoy, Cover, Cross, Escort, Invade

order = L.order
LATE = "6.4.b"
"""The clause that refuses an order of another phase; orders of the Orders Phase are refused by
6.3.a."""


@order(
    "patrol {target} with {units} [as {raiders}] [via {via}] [stage {stage}] [call {calls}] [fly "
    "{air}] [return {returns}]",
    clause="6.3.3",
    asked="orders",
    late="6.3.a",
)
class Patrol(msgspec.Struct, frozen=True, tag="patrol"):
    """Patrol a square or zone (6.3.3). ``via`` are the places of the route after the port; the
    patrol place may be left out or stand last."""

    units: Ships
    target: Place
    via: Route = ()
    returns: Return = ""
    stage: Port = ""
    air: Flights = ()
    """Pairs written ``UNIT>PLACE``: carrier aircraft sent on patrol of their own (6.4.2.2)."""
    calls: Ports = ()
    """Ports of call on the route."""
    raiders: bool = False
    """True when the order calls it a raider group (6.1.5). Fast groups of one or two ships are
    raiders anyhow."""


@order(
    "base change [{mode}] to {target} with {units} [via {via}] [stage {stage}] [refuel {refuel}] "
    "[call {calls}]",
    clause="6.3.7",
    asked="orders",
    late="6.3.a",
    reads=(
        "{mode} base change to {target} with {units} [via {via}] [stage {stage}] [refuel "
        "{refuel}] [call {calls}]",
        "base change {units} to {target} [via {via}] [stage {stage}] [refuel {refuel}] [call "
        "{calls}]",
    ),
)
class BaseChange(msgspec.Struct, frozen=True, tag="base-change"):
    """Change base, operationally (Patrol Range) or strategically (Endurance) (6.3.7). ``mode`` is
    empty when the order does not say."""

    units: Ships
    target: Port
    mode: Literal["operational", "strategic", ""]
    via: Route = ()
    stage: Port = ""
    refuel: Port = ""
    calls: Ports = ()


@order(
    "overland {unit} to {target}",
    clause="6.1.8.6",
    asked="orders",
    late="6.3.a",
    title="Submarine by land",
)
class Overland(msgspec.Struct, frozen=True, tag="overland"):
    """Move a small submarine by land from one port to another (6.1.8.6)."""

    unit: Ship
    target: Port


def require_ship(regroup: Regroup, view: State, side: str) -> Regroup:
    """Return a regrouping that names a ship. Raises :class:`TextError` when it names none."""
    if not regroup.add and not regroup.drop:
        raise TextError("say whom to add or drop", -1, ("add", "drop"))
    return regroup


@order(
    "regroup {mission} [add {add}] [drop {drop}]",
    clause="6.1.3",
    asked="orders",
    late="6.3.a",
    title="Regroup",
    then=require_ship,
    reads=("add {add} to {mission}", "detach {drop} from {mission}"),
)
class Regroup(msgspec.Struct, frozen=True, tag="regroup"):
    """Add ships to a mission that has not sailed, or take them out of it (6.1.3)."""

    mission: Mission
    add: Ships = ()
    drop: Ships = ()


@order("fly {unit} to {target}", clause="6.4.2.2", asked="orders", late="6.3.a", title="Air patrol")
class Fly(msgspec.Struct, frozen=True, tag="fly"):
    """Send an air unit on naval patrol over a square or zone within its range (6.4.2.2,
    6.4.4.1)."""

    unit: Plane
    target: Place


@order(
    "embark {unit} on {ship}",
    clause="6.1.7.3",
    asked="orders",
    late="6.3.a",
    title="Aircraft aboard",
)
class Embark(msgspec.Struct, frozen=True, tag="embark"):
    """Move an air unit aboard a carrier in the port from which it flies (6.1.7.3)."""

    unit: Plane
    ship: Ship


@order("cancel {mission}", clause="6.3", asked="orders", late="6.3.a", title="Tear up orders")
class Cancel(msgspec.Struct, frozen=True, tag="cancel"):
    """Cancel a mission written this turn."""

    mission: Mission


@order(
    "supply ship to {zone}",
    clause="6.3.3.2",
    asked="orders",
    late="6.3.a",
    title="Move the supply ship",
)
class Supply(msgspec.Struct, frozen=True, tag="supply"):
    """Send the raider's supply ship to a neighbouring zone (scenario order)."""

    zone: Place


@order(
    "passage {unit} to {target} [via {via}]",
    clause="6.5.1.4",
    asked="breakthrough",
    late=LATE,
    title="Passage to a yard",
)
class Passage(msgspec.Struct, frozen=True, tag="passage"):
    """Send a heavily damaged ship to the nearest shipyard that can repair it, in the Breakthrough
    Phase (6.5.1.4)."""

    unit: Ship
    target: Port
    via: Route = ()


@order(
    "displace {units} to {target} [via {via}]",
    clause="6.5.1.5",
    asked="breakthrough",
    late=LATE,
    title="Leave a lost port",
)
class Displace(msgspec.Struct, frozen=True, tag="displace"):
    """Form a fleet of displaced ships and send it to another base, in the Breakthrough Phase
    (6.5.1.5)."""

    units: Ships
    target: Port
    via: Route = ()


@order(
    "evacuate {number} units from {origin} to {target} [via {via}] [escort {escorts}]",
    clause="6.5.1.5",
    asked="breakthrough",
    late=LATE,
    title="Evacuate troops",
    start="evacuate 1 units from ",
    reads=("evacuate {number} from {origin} to {target} [via {via}] [escort {escorts}]",),
)
class Evacuate(msgspec.Struct, frozen=True, tag="evacuate"):
    """Take land units out of a lost port in transports, escorted by ships based there, in the
    Breakthrough Phase (6.5.1.5)."""

    number: int
    origin: Port
    target: Port
    via: Route = ()
    escorts: Ships = ()


def name_spotted_mission(intercept: Intercept, view: State, side: str) -> Intercept:
    """Return an interception with the only mission that the side has spotted at the place, where it
    said ``seen``. Raises :class:`TextError` when there are several."""
    if intercept.mission != "seen":
        return intercept
    found = tuple(s.mission for s in view.spotted if s.side == side and intercept.place in s.places)
    if len(found) > 1:
        raise TextError(f"several missions were seen at {intercept.place}", -1, found, found)
    return msgspec.structs.replace(intercept, mission=found[0]) if found else intercept


@order(
    "intercept {mission} at {place} [with {ships}] [air {air}]",
    clause="6.4.3",
    asked=("operations", "breakthrough"),
    late=LATE,
    then=name_spotted_mission,
    reads=(
        OrderWording("intercept {mission} at {place} with {ships} [air {air}]", "Interception"),
    ),
)
class Intercept(msgspec.Struct, frozen=True, tag="intercept"):
    """Intercept a spotted mission at a place with ships of one patrol or one port, and aircraft
    (6.4.3)."""

    mission: Seen
    place: Port
    ships: Ships = ()
    air: Planes = ()


@order(
    "bombard {port} with {units}",
    clause="6.5.2.2",
    asked="operations",
    late=LATE,
    title="Bombard a port",
)
class Bombard(msgspec.Struct, frozen=True, tag="bombard"):
    """Assign ships to bombard for or against an invasion of a port (6.5.2.2)."""

    port: Port
    units: Ships


@order("done", clause="6.3", late="6.3.b", title="Nothing more")
class Done(msgspec.Struct, frozen=True, tag="done"):
    """End the side's orders in this phase."""


Order = (
    Patrol
    | BaseChange
    | ConveyOrder
    | Overland
    | Regroup
    | Fly
    | Embark
    | Cancel
    | Supply
    | Passage
    | Displace
    | Evacuate
    | Intercept
    | Bombard
    | Done
    | AssaultOrder
    | BattleOrder
)


def order_text(order: Any) -> str:
    """Return the one wording of an order."""
    return L.text(order)


__all__ = [
    "Attack",
    "BaseChange",
    "Bombard",
    "Cancel",
    "Convoy",
    "Cover",
    "Cross",
    "Displace",
    "Done",
    "Embark",
    "Escort",
    "Evacuate",
    "Fly",
    "Intercept",
    "Invade",
    "L",
    "Order",
    "Overland",
    "Passage",
    "Patrol",
    "PortAttack",
    "Raise",
    "Regroup",
    "Reinforce",
    "RepairYard",
    "Station",
    "Supply",
    "Work",
    "WreckYard",
    "order_text",
]
