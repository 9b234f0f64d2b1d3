"""Orders of a naval battle and their text forms, such as ``move UK-BB-1 to 12,07`` and ``end turn``."""

from __future__ import annotations

import re

import msgspec

from flagplot.table import TextError

from .ocean import Hex, hex_of, hex_text


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Put a unit on the map before the battle."""

    unit: str
    at: Hex


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """End one's deployment; units not placed are placed by the staff."""


class Move(msgspec.Struct, frozen=True, tag="move"):
    """Sail or fly a unit to a hex by the shortest open way."""

    unit: str
    to: Hex


class Fire(msgspec.Struct, frozen=True, tag="fire"):
    """Attack an enemy unit in reach of one's guns."""

    unit: str
    target: str


class Launch(msgspec.Struct, frozen=True, tag="launch"):
    """Fly an air unit off its carrier into a hex beside or over it."""

    unit: str
    at: Hex


class Rearm(msgspec.Struct, frozen=True, tag="rearm"):
    """Land an air unit on a carrier next to it, to arm and fuel it anew (6.1.7.3)."""

    unit: str
    carrier: str


class EndTurn(msgspec.Struct, frozen=True, tag="end-turn"):
    """End one's turn of the battle."""


class Retreat(msgspec.Struct, frozen=True, tag="retreat"):
    """6.5.1 Withdraw at the end of this turn, from turn 12 on."""


class Staff(msgspec.Struct, frozen=True, tag="staff"):
    """Leave the rest of the battle to the staff."""


BattleOrder = Place | Ready | Move | Fire | Launch | Rearm | EndTurn | Retreat | Staff
BATTLE_ORDERS: tuple[type, ...] = (Place, Ready, Move, Fire, Launch, Rearm, EndTurn, Retreat, Staff)

PLAIN: dict[str, BattleOrder] = {"ready": Ready(), "end turn": EndTurn(), "retreat": Retreat(), "staff": Staff()}
GRAMMAR = {
    "place": "place UNIT at COLUMN,ROW",
    "move": "move UNIT to COLUMN,ROW",
    "fire": "fire UNIT at UNIT",
    "launch": "launch UNIT to COLUMN,ROW",
    "rearm": "rearm UNIT on UNIT",
}


def text(order: BattleOrder) -> str:
    """The text form of a battle order."""
    match order:
        case Place(unit, at):
            return f"place {unit} at {hex_text(at)}"
        case Move(unit, to):
            return f"move {unit} to {hex_text(to)}"
        case Fire(unit, target):
            return f"fire {unit} at {target}"
        case Launch(unit, at):
            return f"launch {unit} to {hex_text(at)}"
        case Rearm(unit, carrier):
            return f"rearm {unit} on {carrier}"
    return next(k for k, v in PLAIN.items() if v == order)


def is_battle_order(line: str) -> bool:
    """True when *line* begins like a battle order."""
    line = line.strip().lower()
    return line in PLAIN or line.split(" ", 1)[0] in GRAMMAR


def parse(line: str) -> BattleOrder:
    """Read a battle order. Raises :class:`TextError` with the place and what would be right."""
    words = line.split()
    plain = " ".join(words).lower()
    if plain in PLAIN:
        return PLAIN[plain]
    verb = words[0].lower() if words else ""
    if verb not in GRAMMAR:
        raise TextError(f"{line!r} is no battle order", 0, [*GRAMMAR.values(), *PLAIN])
    joint = GRAMMAR[verb].split()[2]
    parts = re.match(rf"\s*\w+\s+(\S.*?)\s+{joint}\s+(\S.*?)\s*$", line, re.IGNORECASE)
    if parts is None:
        raise TextError(f"the order reads {GRAMMAR[verb]!r}", len(verb), [GRAMMAR[verb]])
    unit, last = parts.groups()
    try:
        match verb:
            case "place":
                return Place(unit, hex_of(last))
            case "move":
                return Move(unit, hex_of(last))
            case "launch":
                return Launch(unit, hex_of(last))
            case "fire":
                return Fire(unit, last)
    except TextError as e:
        raise TextError(e.reason, line.rindex(last), e.expected) from None
    return Rearm(unit, last)
