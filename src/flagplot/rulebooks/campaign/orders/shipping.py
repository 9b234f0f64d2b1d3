"""Orders of shipping: convoys, their escorts and how far these go, aircraft over them, and Crossing
Arrows."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..nouns import (
    Cargo,
    L,
    Mission,
    Missions,
    Nation,
    Planes,
    Port,
    Ports,
    Return,
    Route,
    Ships,
    Troops,
)

order = L.order
CONVOY = (
    " [also to {more}] [carrying {cargo}] [supplies {supplies}] [inland {inland}] [via {via}] "
    "[escort {escorts}]"
    " [refuel {refuel}] [call {calls}] [return {returns}] [for {nation}] [joins {joins}] [{remain}]"
)


@order(
    "convoy {number} {load} [and {tankers} tankers] from {origin} to {target}" + CONVOY,
    clause="6.3.4", asked="orders", late="6.3.a", title="Convoy", start="convoy 4 transports from ",
    reads=("convoy {number} of {load} from {origin} to {target}" + CONVOY,),
)  # fmt: skip
class Convoy(msgspec.Struct, frozen=True, tag="convoy"):
    """Send a convoy of transports, merchants or tankers, with its cargo and the escort that goes
    all the way (6.3.4, 6.3.5)."""

    load: Literal["transports", "merchants", "tankers"]
    number: int
    origin: Port
    target: Port
    via: Route = ()
    escorts: Ships = ()
    refuel: Port = ""
    returns: Return = ""
    calls: Ports = ()
    more: Ports = ()
    """Further ports to unload at. They are read only to be refused, because a convoy has none
    (6.3.4.2)."""
    cargo: Cargo = ()
    supplies: int = 0
    inland: Route = ()
    """The land squares to which landed formations go on, in order."""
    nation: Nation = ""
    """The nation of the transports; empty for any of the side's."""
    joins: Mission = ""
    """The convoy that this part joins, at the port to which it sails (6.3.4.1)."""
    remain: bool = False
    """True when the transports stay in the pool where they end (6.2.6)."""
    tankers: int = 0
    """Number of tankers that sail with merchants (6.5.1.6)."""

    @property
    def total(self) -> int:
        """Number of transports in all, of any kind."""
        return self.number + self.tankers

    @property
    def has_tankers(self) -> bool:
        """True when tankers are among them."""
        return self.load == "tankers" or self.tankers > 0


@order(
    "escort {missions} with {units} [from {origin}] [to {until}] [{limited}] [return {returns}]",
    clause="6.3.5", asked="orders", late="6.3.a", title="Escort a convoy", start="escort ",
)  # fmt: skip
class Escort(msgspec.Struct, frozen=True, tag="escort"):
    """Escort a convoy: all the way, to a port on its route, or out to half the ships' Endurance
    (``limited``) (6.3.5)."""

    missions: Missions
    units: Ships
    origin: Port = ""
    """The port where they join; empty for the port where the convoy begins."""
    until: Port = ""
    limited: bool = False
    returns: Return = ""


@order(
    "cover {mission} with {planes}",
    clause="6.4.2.1",
    asked="orders",
    late="6.3.a",
    title="Aircraft over a convoy",
)
class Cover(msgspec.Struct, frozen=True, tag="cover"):
    """Fly CAP over a convoy with aircraft, which belong to it in battle (6.4.2.1)."""

    mission: Mission
    planes: Planes


@order(
    "cross {troops} to {target}",
    clause="6.2.5",
    asked="orders",
    late="6.3.a",
    title="Cross a narrow water",
)
class Cross(msgspec.Struct, frozen=True, tag="cross"):
    """Send land units over a Crossing Arrow, to move or attack, without Naval Transports of the
    pools (6.2.5)."""

    troops: Troops
    target: Port


@order(
    "invade [{target}] with {troops} from {origin} [later {later}] [{half}] [supplies {supplies}] "
    "[stage {stage}] [via {via}]"
    " [escort {escorts}] [return {returns}] [for {nation}]",
    clause="6.3.6",
    asked="orders",
    late="6.3.a",
    title="Invade a territory",
    start="invade ",
)
class Invade(msgspec.Struct, frozen=True, tag="invade"):
    """Send a naval invasion: land units, their transports, and the warships that go with them
    (6.3.6)."""

    troops: Troops
    origin: Port
    target: Port = ""
    via: Route = ()
    escorts: Ships = ()
    stage: Port = ""
    later: Troops = ()
    """Units with one transport each, which land after the territory is won (6.3.6.4)."""
    half: bool = False
    """True when all others use one transport less each and fight at half strength (6.3.6.4)."""
    supplies: int = 0
    returns: Return = ""
    nation: Nation = ""


ConveyOrder = Convoy | Escort | Cover | Cross | Invade
