"""Orders of invasions, port attacks, islands and shipyards."""

from __future__ import annotations

from typing import Literal

import msgspec

from flagplot.table import TextError

from ..nouns import L, Planes, Port, Ship, Ships, Troops
from ..state import State

order = L.order
LATE = "6.4.b"


@order(
    "port attack {port} [air {air}] [ships {ships}]",
    clause="6.5.4",
    asked="operations",
    late=LATE,
    title="Attack a port",
    reads=("port attack {port} with {air}",),
)
class PortAttack(msgspec.Struct, frozen=True, tag="port-attack"):
    """Attack a port, its ships and its works from the air (6.5.4). At Oran British ships may attack
    too (6.5.4.7)."""

    port: Port
    air: Planes = ()
    ships: Ships = ()


@order(
    "attack {port} [with {troops}] [air {air}] [drop {dropped}] [rise {partisans}]",
    clause="6.5.2",
    asked="operations",
    late=LATE,
    title="Order the landing",
)
class Attack(msgspec.Struct, frozen=True, tag="attack"):
    """Give the attack order of an invasion that was written in Orders (6.5.2): the troops that land
    (all when none is named), and the aircraft, airborne troops and partisans that support them.
    Without it the fleet turns back. Given again, it adds units of the last three kinds."""

    port: Port
    troops: Troops = ()
    air: Planes = ()
    dropped: Troops = ()
    partisans: Troops = ()


def require_unit(reinforce: Reinforce, view: State, side: str) -> Reinforce:
    """Return a reaction that names a unit. Raises :class:`TextError` when it names none."""
    if not (reinforce.troops or reinforce.air or reinforce.spared):
        raise TextError("say who reacts", -1, ("with", "air", "without"))
    return reinforce


@order(
    "reinforce {port} [with {troops}] [air {air}] [without {spared}]",
    clause="6.5.2.3",
    asked="operations",
    late=LATE,
    title="React to an attack",
    then=require_unit,
)
class Reinforce(msgspec.Struct, frozen=True, tag="reinforce"):
    """React to an attack (6.5.2.3, 6.5.4). The defender brings troops of neighbouring territories
    into an invaded one, and air units in range over it or over a port attacked from the air; its
    air units named after ``without`` stay out. The attacker adds air units, airborne troops and
    partisans to an ordered landing."""

    port: Port
    troops: Troops = ()
    air: Planes = ()
    spared: Planes = ()


@order(
    "repair yard at {port}",
    clause="6.5.4.5.d",
    asked="logistics",
    late="6.5.4.5.d",
    title="Repair a shipyard",
)
class RepairYard(msgspec.Struct, frozen=True, tag="repair-yard"):
    """Pay for the damage of a shipyard, up to the production points (6.5.4.5)."""

    port: Port


@order(
    "wreck yard at {port}",
    clause="6.5.4.5.g",
    asked="logistics",
    late="6.5.4.5.g",
    title="Wreck a shipyard",
)
class WreckYard(msgspec.Struct, frozen=True, tag="wreck-yard"):
    """Destroy a shipyard of the side's own (6.5.4.5)."""

    port: Port


@order(
    "station {troops} at {port} [supplies {supplies}]",
    clause="6.5.3",
    asked="logistics",
    late="6.3.b",
    title="Station troops",
)
class Station(msgspec.Struct, frozen=True, tag="station"):
    """Base land units and fixed guns at a port or on an island, and assign them supplies of its
    reserve (6.5.3, 6.3.6.2)."""

    troops: Troops
    port: Port
    supplies: int = 0


@order(
    "raise {what} at {port}",
    clause="6.5.3.1",
    asked="logistics",
    late="6.3.b",
    title="Raise troops",
    start="raise garrison at ",
)
class Raise(msgspec.Struct, frozen=True, tag="raise"):
    """Raise a division, within the force limit, or an island garrison, outside it (6.5.3.1)."""

    what: Literal["division", "garrison"]
    port: Port


@order(
    "work on {ship}", clause="6.5.4.4.f", asked="orders", late="6.3.a", title="Work of a shipyard"
)
class Work(msgspec.Struct, frozen=True, tag="work"):
    """Build or repair a ship in a shipyard, one strength point a turn (6.5.4.4)."""

    ship: Ship


AssaultOrder = PortAttack | Attack | Reinforce | RepairYard | WreckYard | Station | Raise | Work
