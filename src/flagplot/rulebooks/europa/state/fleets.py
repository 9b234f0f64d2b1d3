"""Carrier groups that the order of battle lets a side call on."""

from __future__ import annotations

import msgspec

from .units import Air, Unit


class Call(msgspec.Struct, frozen=True):
    """A carrier group on call: the unit and its air units, the port it comes to, the turns in which it may come and must
    leave."""

    unit: Unit
    air: tuple[Air, ...]
    hex: str
    turn: str
    leaves: str
    came: bool = False
