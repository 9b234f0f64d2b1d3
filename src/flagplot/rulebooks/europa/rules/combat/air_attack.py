"""Air attacks on a group that was found: which air units may attack, which targets, and with what
strength."""

from __future__ import annotations

from ...state import Group, State
from ...state.units import Air, Unit, is_warship, tf_like
from ..search import modifiers
from .salvo import Shot


def attackers(s: State, group: Group, bases: tuple[str, ...] = ()) -> list[Air]:
    """Return the air units in range of a group that may still attack in this step; with *bases*
    only those at these bases."""
    return [
        a
        for a in modifiers.air_searchers(s, group)
        if (not bases or a.base in bases) and not a.struck and a.strength > 0
    ]


def joining_modifier(s: State, group: Group, base: str) -> int:
    """Return the modifier of the search by which the aircraft of a further airbase try to join an
    attack."""
    return modifiers.sum_modifiers(
        modifiers.search_modifiers(
            s, group, attackers(s, group, (base,)), modifiers.search_means(s, group, True)
        )
    )


def targets_of_class(units: tuple[Unit, ...], wanted: str) -> tuple[Unit, ...]:
    """Return the units of the class wanted. Return all units when none is of the class or no class
    is wanted."""
    of_class = tuple(
        u
        for u in units
        if (wanted == "task forces" and tf_like(u))
        or (wanted == "carriers" and u.kind == "CG")
        or (wanted == "transports" and not is_warship(u))
    )
    return of_class or units


def attack_shot(s: State, group: Group, base: str, planes: list[Air], at: str) -> Shot:
    """Return the attack of one airbase's aircraft as a shot: their bombing strength divided, with
    air escort over the group as a modifier."""
    table = s.rulings.table("europa.air-attack")
    torpedo = any(a.torpedo for a in planes)
    divisor = int(table.cell("torpedoes" if torpedo else "bombs", "value"))
    cover = min(2, modifiers.escorts_over(s, group)) * int(table.cell("cover", "value"))
    return Shot(base, at, sum(a.strength for a in planes), divisor, cover)
