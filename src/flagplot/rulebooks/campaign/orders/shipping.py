"""Orders of shipping: convoys, who escorts them and how far, aircraft over them, armies across
narrow waters."""

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
    """6.3.4, 6.3.5 A convoy of transports, merchants or tankers, its cargo and the escort that goes
    all the way."""

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
    """Further ports to unload at, which no convoy has (6.3.4.2)."""
    cargo: Cargo = ()
    supplies: int = 0
    inland: Route = ()
    """Where landed formations go on to, square by square."""
    nation: Nation = ""
    """Whose transports; empty: any of the side's."""
    joins: Mission = ""
    """6.3.4.1 The convoy that this part joins, at the port it sails to."""
    remain: bool = False
    """6.2.6 The transports stay in the pool where they end."""
    tankers: int = 0
    """6.5.1.6 Tankers that sail with merchants."""

    @property
    def total(self) -> int:
        """How many transports it takes, whatever they are."""
        return self.number + self.tankers

    @property
    def has_tankers(self) -> bool:
        """Whether tankers are among them."""
        return self.load == "tankers" or self.tankers > 0


@order(
    "escort {missions} with {units} [from {origin}] [to {until}] [{limited}] [return {returns}]",
    clause="6.3.5", asked="orders", late="6.3.a", title="Escort a convoy", start="escort ",
)  # fmt: skip
class Escort(msgspec.Struct, frozen=True, tag="escort"):
    """6.3.5 Ships protect a convoy: all the way, to a port on it, or out to half their Endurance
    (``limited``)."""

    missions: Missions
    units: Ships
    origin: Port = ""
    """The port they join at; empty: where the convoy begins."""
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
    """6.4.2.1 Aircraft fly patrol over a convoy and belong to it in battle."""

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
    """6.2.5 Land units go, or attack, over a Crossing Arrow without Naval Transports of the
    pools."""

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
    """6.3.6 A naval invasion: land units, the transports they need, the warships that go with
    them."""

    troops: Troops
    origin: Port
    target: Port = ""
    via: Route = ()
    escorts: Ships = ()
    stage: Port = ""
    later: Troops = ()
    """Units with one transport each, which land when the territory is won (6.3.6.4)."""
    half: bool = False
    """All others come with a transport less each and fight at half strength (6.3.6.4)."""
    supplies: int = 0
    returns: Return = ""
    nation: Nation = ""


ConveyOrder = Convoy | Escort | Cover | Cross | Invade
