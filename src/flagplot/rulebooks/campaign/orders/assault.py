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
    """6.5.4 Aircraft attack a port, its ships and its works; at Oran British ships may, too
    (6.5.4.7)."""

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
    """6.5.2 The attack order of an invasion that was written in Orders: who lands (all, when nobody
    is named), with what aircraft, airborne troops and partisans. Without it the fleet turns back.
    Given again it adds of the last three."""

    port: Port
    troops: Troops = ()
    air: Planes = ()
    dropped: Troops = ()
    partisans: Troops = ()


def someone(reinforce: Reinforce, view: State, side: str) -> Reinforce:
    """Return a reaction that names somebody. Raises :class:`TextError`."""
    if not (reinforce.troops or reinforce.air or reinforce.spared):
        raise TextError("say who reacts", -1, ("with", "air", "without"))
    return reinforce


@order(
    "reinforce {port} [with {troops}] [air {air}] [without {spared}]",
    clause="6.5.2.3",
    asked="operations",
    late=LATE,
    title="React to an attack",
    then=someone,
)
class Reinforce(msgspec.Struct, frozen=True, tag="reinforce"):
    """6.5.2.3, 6.5.4 The defender brings troops of the neighbourhood into an invaded territory, and
    air units in range over it or over a port that is attacked from the air; those ``without`` which
    it fights stay out of it. The attacker adds air units, airborne troops and partisans to a
    landing that is ordered."""

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
    """6.5.4.5 Pay for the damage of a shipyard, as far as there are production points."""

    port: Port


@order(
    "wreck yard at {port}",
    clause="6.5.4.5.g",
    asked="logistics",
    late="6.5.4.5.g",
    title="Wreck a shipyard",
)
class WreckYard(msgspec.Struct, frozen=True, tag="wreck-yard"):
    """6.5.4.5 Destroy a shipyard of one's own."""

    port: Port


@order(
    "station {troops} at {port} [supplies {supplies}]",
    clause="6.5.3",
    asked="logistics",
    late="6.3.b",
    title="Station troops",
)
class Station(msgspec.Struct, frozen=True, tag="station"):
    """6.5.3, 6.3.6.2 Base land units and fixed guns at a port or on an island, and assign them
    supplies of its reserve."""

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
    """6.5.3.1 Raise a division, within the force limit, or an island garrison, outside it."""

    what: Literal["division", "garrison"]
    port: Port


@order(
    "work on {ship}", clause="6.5.4.4.f", asked="orders", late="6.3.a", title="Work of a shipyard"
)
class Work(msgspec.Struct, frozen=True, tag="work"):
    """6.5.4.4 A shipyard builds or repairs a ship in it, one strength point a turn."""

    ship: Ship


AssaultOrder = PortAttack | Attack | Reinforce | RepairYard | WreckYard | Station | Raise | Work
