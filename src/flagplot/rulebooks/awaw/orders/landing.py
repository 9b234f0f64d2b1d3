"""Combat-phase orders on and over the shore: attacks by land and from the air, support, landing,
losses, exploitation."""

from __future__ import annotations

from typing import Any

import msgspec

from ..nouns import Harbour, Hex, Ships, Track, Units
from . import order, refuse_repeats


def attack_wordings(verb: str, kind: str, title: str) -> Any:
    """Declare the wordings of an attack on a hex by ground units."""
    return order(
        f"{verb} {{to}} with {{units}}",
        fixed={"kind": kind},
        clause="21.517B",
        asked="combat",
        title=title,
        then=refuse_repeats,
        reads=(f"{verb} {{units}} to {{to}}",),
    )


@attack_wordings("land attack", "land", "Attack by land")
@attack_wordings("airdrop", "drop", "Airdrop")
class GroundAttack(msgspec.Struct, frozen=True, tag="ground-attack"):
    """Attack on a hex that ground units join: from a hex next to it (``land``) or airborne
    (``drop``)."""

    kind: str
    to: Hex
    units: Units


AIR = ("air-missions", "air-cover", "oppose-cover")


def support_wordings(verb: str, what: str, title: str, clause: str) -> Any:
    """Declare the wordings of an air mission of the combat phase. The check of the order decides
    which mission is due."""
    return order(
        f"{verb} {{to}} with {{units}}",
        fixed={"what": what},
        clause=clause,
        asked=AIR,
        title=title,
        then=refuse_repeats,
        reads=(f"{verb} {{units}} at {{to}}",),
    )


@support_wordings("ground support", "support", "Ground support", "21.517D")
@support_wordings("air cover", "cover", "Support the defence", "21.517F")
@support_wordings("oppose cover", "oppose", "Fight the defender's aircraft", "21.556B")
class AirSupport(msgspec.Struct, frozen=True, tag="air-support"):
    """Aircraft and escort carriers for the ground combat of a hex: they support the attack, support
    the defence, or fight the defender's aircraft."""

    what: str
    to: Hex
    units: Units


@order(
    "storm {to} with {units} [bombarding {guns}]",
    clause="21.517A",
    asked="landing",
    title="Storm the beach",
    then=refuse_repeats,
)
class Storm(msgspec.Struct, frozen=True, tag="storm"):
    """Landing units that attack a hex from the sea, and the ships that bombard it. With no ships
    named, all that can bombard."""

    to: Hex
    units: Units
    guns: Ships = ()


@order("break off {to}", clause="21.5152", asked="landing", title="Break off")
class BreakOff(msgspec.Struct, frozen=True, tag="break-off"):
    """Decision not to carry out an invasion."""

    to: Hex


@order(
    "lose {units}",
    clause="21.517H",
    asked=("ground-losses", "overstack"),
    title="Take the losses",
    then=refuse_repeats,
)
class Lose(msgspec.Struct, frozen=True, tag="lose"):
    """Units given up as losses of ground combat, or for want of room."""

    units: Units


@order(
    "ship {units} back to {to}",
    clause="21.517K",
    asked="overstack",
    title="Back to a port",
    then=refuse_repeats,
)
class ShipBack(msgspec.Struct, frozen=True, tag="ship-back"):
    """Departure of ground units from an overfull invasion hex to a port in range."""

    units: Units
    to: Harbour


@order(
    "exploit {units} to {to} [via {via}]",
    clause="21.518",
    asked="exploitation",
    title="Exploit",
    then=refuse_repeats,
    reads=("exploit {units} against {to} [via {via}]", "exploit to {to} with {units} [via {via}]"),
)
class Exploit(msgspec.Struct, frozen=True, tag="exploit"):
    """Exploitation by armour from an invasion hex, to an empty hex or against an enemy next to
    where the armour stops."""

    units: Units
    to: Hex
    via: Track = ()
