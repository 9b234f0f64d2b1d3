"""Old battleships that go with the convoys of an SW box: a rule of some scenario, beside the Raider Table."""

from __future__ import annotations

from collections.abc import Iterable

from ...scenarios.cards import ConvoyEscorts, card
from ...state import State, Unit
from ...state.raids import Raid


def rule(s: State) -> ConvoyEscorts | None:
    """The rule of the scenario, if it has one."""
    return card(s.scenario, s.start).convoy if s.scenario else None


def escorts(s: State, u: Unit) -> bool:
    """Whether a ship is one of those battleships, and lies in their box."""
    r = rule(s)
    return r is not None and u.id in r.ships and u.base == r.box


def at_hand(s: State, raid: Raid) -> int:
    """What they add to the raider die of a second engagement, however many there are."""
    r = rule(s)
    if r is None or not raid.second or raid.box != r.box:
        return 0
    return r.bonus if any(i in s.units and s.units[i].present and s.units[i].base == r.box for i in r.ships) else 0


def breaks_off(s: State, ships: Iterable[Unit]) -> bool:
    """Whether raiders that meet these ships turn away before a shot is fired."""
    return any(escorts(s, u) for u in ships)
