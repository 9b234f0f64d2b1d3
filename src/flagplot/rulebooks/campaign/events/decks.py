"""What becomes of the flights of carriers when their orders change."""

from __future__ import annotations

from msgspec.structs import replace

from ..rules.missions.flights import out_of_reach
from ..state import State


def called_back(s: State, ships: tuple[str, ...]) -> State:
    """The state with the flights called off that ships with new orders would leave behind."""
    return s.put_planes(replace(p, patrol="", cap="") for p in s.planes.values() if p.base in ships and out_of_reach(s, p))


def grounded(s: State, ships: tuple[str, ...]) -> State:
    """The state with the air patrols called off that were to fly from ships which do not sail after all."""
    return s.put_planes(replace(p, patrol="") for p in s.planes.values() if p.base in ships and p.patrol)
