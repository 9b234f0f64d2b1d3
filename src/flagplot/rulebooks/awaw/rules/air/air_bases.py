"""What an air base holds (18.1, as published; table ``awaw.air-base``)."""

from __future__ import annotations

from collections.abc import Iterable

from ...map import theatre
from ...state import SQUADRONS, State, Unit
from ..range.limits import SHORT_PORTS, named


def number(state: State, row: str) -> int:
    return int(state.rulings.table("awaw.air-base").row(row)[0])


def limit(state: State, place: str) -> int:
    """Air factors a base holds: five, on a one-hex island of the Pacific and in jungle three."""
    island = theatre.theatre_of(state, place) == "Pacific" and theatre.one_hex_island(state, place)
    return number(state, "small" if island or named(state, place, *SHORT_PORTS) else "base")


def counted(state: State, place: str, units: Iterable[Unit]) -> int:
    """Factors some air units count in a base: three squadrons a factor; a one-hex island holds a naval squadron besides."""
    units = tuple(units)
    naval = sum(u.factors for u in units if u.type == "NAS")
    besides = number(state, "besides") if theatre.one_hex_island(state, place) else 0
    squadrons = max(0, naval - besides) + sum(u.factors for u in units if u.type in SQUADRONS and u.type != "NAS")
    return sum(u.factors for u in units if u.type not in SQUADRONS) - (-squadrons // number(state, "squadrons"))
