"""Places of unseen enemy units in a battle, for determinisation: where an admiral would have them,
out of the side's sight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from msgspec.structs import replace

from flagplot.table.core.dice import Rng

from ..map.battle_ocean import SIDE, Hex, distance, neighbours
from ..rules.assault.scenario_rules import battle_begun
from ..rules.combat.battle_setup import set_up
from ..rules.combat.coast import place_unit, steps_of
from ..rules.combat.legality import liked_by_staff
from ..rules.combat.staff import makes_for
from ..rules.combat.visibility import crowded_by, seen_by
from ..state import State
from ..state.battle import Colour, Combatant, SeaBattle, other_colour
from .deployment import liked_by_admirals
from .merchant_evasion import goals_unseen
from .priced_staff import secret_text

Custom = Callable[[SeaBattle, Combatant], Sequence[Hex]]
"""A function that gives the hexes in which a unit may begin a battle, the likeliest first."""


UNUSUAL = 0.125
"""The chance, 0 to 1, that a unit began anywhere in its zone."""


def battle_guessed(drawn: State, seen: SeaBattle, side: str, rng: Rng) -> SeaBattle | None:
    """Return the battle with unseen enemy units placed out of sight; ``None`` when the units that
    fight are not known."""
    if side not in (seen.red, seen.blue):
        return None
    if drawn.assault is not None:
        whole = battle_begun(drawn, drawn.assault)
    elif drawn.fighting is not None and drawn.fighting.target in drawn.missions:
        whole = set_up(drawn, drawn.fighting)
    else:
        return None
    own = seen.colour(side)
    theirs = other_colour(own)
    known = {u.id for u in seen.units}
    missing = [u for u in whole.units if u.colour == theirs and u.id not in known]
    if seen.kind == "sea":  # transports are numbered at random: as many are missing as are not seen
        boats = [u for u in missing if u.cls == "TR"]
        seen_boats = sum(u.cls == "TR" and u.colour == theirs for u in seen.units)
        missing = [u for u in missing if u.cls != "TR"] + boats[seen_boats:]
    waits = seen.phase == "deploy" and theirs not in seen.deployed
    custom = rng.choice((liked_by_admirals, liked_by_staff))
    full = replace(seen, units=tuple(sorted((*seen.units, *missing), key=lambda u: u.id)))
    bound = (
        goals_unseen(full, theirs, secret_text(drawn, full, theirs))
        if custom is liked_by_admirals
        else {}
    )
    b = seen
    for u in missing:
        stands = u if waits or u.aboard else _out_of_sight(b, u, own, custom, bound.get(u.id), rng)
        b = replace(b, units=tuple(sorted((*b.units, stands), key=lambda x: x.id)))
    return b


def _out_of_sight(
    b: SeaBattle, u: Combatant, own: Colour, custom: Custom, bound: Hex | None, rng: Rng
) -> Combatant:
    """Return a unit in its likeliest hex that has room for it and is out of *own*'s sight; off the
    map without one."""
    if u.at is not None and not _in_sight(b, u, own):
        return u
    if u.enters > b.turn:
        return replace(u, at=None)
    likely = list(dict.fromkeys(_likely_hexes(b, u, custom, bound, rng)))
    near = _hexes_by_distance(likely[0]) if likely and not b.ground else ()
    for at in (*likely, *near):
        if crowded_by(u, at, b.units) is None:
            there = place_unit(b, replace(u, at=None), at)
            if not _in_sight(b, there, own):
                return there
    return replace(u, at=None)


@lru_cache(256)
def _hexes_by_distance(at: Hex) -> tuple[Hex, ...]:
    """Return all hexes of the ocean, the nearest to *at* first. A unit whose hex is taken or in
    sight is placed near it."""
    sides = range(1, SIDE + 1)
    return tuple(sorted(product(sides, sides), key=lambda h: (distance(at, h), h)))


def _likely_hexes(
    b: SeaBattle, u: Combatant, custom: Custom, bound: Hex | None, rng: Rng
) -> Iterator[Hex]:
    """Yield hexes of a unit, the likeliest first: where it would begin and, at sea, where it has
    sailed since."""
    begun = list(custom(b, u))
    if rng.random() < UNUSUAL:
        rng.shuffle(begun)
    whole = replace(b, units=(*b.units, u))
    for at in begun:
        yield at if b.ground else hex_by_now(whole, replace(u, at=at), bound)


def hex_by_now(b: SeaBattle, u: Combatant, bound: Hex | None) -> Hex:
    """Return the hex that a unit has reached by now from its present one, *bound* for a hex, or
    else where its staff sends it without a contact."""
    assert u.at is not None
    at, goal = u.at, bound or makes_for(b, u) or u.at
    for _ in range(min(steps_of(b, u) * (b.turn - 1), distance(at, goal))):
        at = min(neighbours(at), key=lambda h: (distance(h, goal), h))
    return at


def _in_sight(b: SeaBattle, u: Combatant, own: Colour) -> bool:
    watching = tuple(x for x in b.units if x.colour == own)
    return u.id in seen_by(replace(b, units=(*watching, u)), own)
