"""Orders of the combat phase on and over the shore: attacks by land and from the air, support,
landing, losses, exploitation."""

from __future__ import annotations

from typing import Any

import msgspec

from ..nouns import Harbour, Hex, Ships, Track, Units
from . import once, order


def attack(verb: str, kind: str, title: str) -> Any:
    """Declares the wordings of an attack on a hex by ground units."""
    return order(
        f"{verb} {{to}} with {{units}}",
        fixed={"kind": kind},
        clause="21.517B",
        asked="combat",
        title=title,
        then=once,
        reads=(f"{verb} {{units}} to {{to}}",),
    )


@attack("land attack", "land", "Attack by land")
@attack("airdrop", "drop", "Airdrop")
class GroundAttack(msgspec.Struct, frozen=True, tag="ground-attack"):
    """Ground units join an attack on a hex: from next to it (``land``), or airborne from the sky
    (``drop``)."""

    kind: str
    to: Hex
    units: Units


AIR = ("air-missions", "air-cover", "oppose-cover")


def support(verb: str, what: str, title: str, clause: str) -> Any:
    """Declares the wordings of an air mission of the combat phase; which of them is wanted when,
    its check says."""
    return order(
        f"{verb} {{to}} with {{units}}",
        fixed={"what": what},
        clause=clause,
        asked=AIR,
        title=title,
        then=once,
        reads=(f"{verb} {{units}} at {{to}}",),
    )


@support("ground support", "support", "Ground support", "21.517D")
@support("air cover", "cover", "Support the defence", "21.517F")
@support("oppose cover", "oppose", "Fight the defender's aircraft", "21.556B")
class AirSupport(msgspec.Struct, frozen=True, tag="air-support"):
    """Aircraft (and escort carriers) take part in the ground combat of a hex: support it, support
    its defence, or fight those that do."""

    what: str
    to: Hex
    units: Units


@order(
    "storm {to} with {units} [bombarding {guns}]",
    clause="21.517A",
    asked="landing",
    title="Storm the beach",
    then=once,
)
class Storm(msgspec.Struct, frozen=True, tag="storm"):
    """Which units aboard attack the hex from the sea, and which ships bombard (all that can, if
    none are named)."""

    to: Hex
    units: Units
    guns: Ships = ()


@order("break off {to}", clause="21.5152", asked="landing", title="Break off")
class BreakOff(msgspec.Struct, frozen=True, tag="break-off"):
    """The invasion is not carried out."""

    to: Hex


@order(
    "lose {units}",
    clause="21.517H",
    asked=("ground-losses", "overstack"),
    title="Take the losses",
    then=once,
)
class Lose(msgspec.Struct, frozen=True, tag="lose"):
    """What is given up for the losses of ground combat, or for want of room."""

    units: Units


@order(
    "ship {units} back to {to}",
    clause="21.517K",
    asked="overstack",
    title="Back to a port",
    then=once,
)
class ShipBack(msgspec.Struct, frozen=True, tag="ship-back"):
    """Ground units leave an overfull invasion hex for a port in range."""

    units: Units
    to: Harbour


@order(
    "exploit {units} to {to} [via {via}]",
    clause="21.518",
    asked="exploitation",
    title="Exploit",
    then=once,
    reads=("exploit {units} against {to} [via {via}]", "exploit to {to} with {units} [via {via}]"),
)
class Exploit(msgspec.Struct, frozen=True, tag="exploit"):
    """Armour exploits out of an invasion hex: to an empty hex, or against an enemy next to where it
    gets to."""

    units: Units
    to: Hex
    via: Track = ()
