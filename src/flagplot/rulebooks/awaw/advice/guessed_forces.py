"""Guesses at an unseen enemy force of known size: as many ships and as much cargo as such a force
has."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from flagplot.table.core.dice import Rng

from ..rules.forces import TF_LIMIT, band_of
from ..rules.raiders import groups
from ..rules.transport.cargo import destroyers_needed
from ..state import Force, State, Unit, replace
from ..state.raider_groups import Raid

NO_RAIDERS = frozenset({"DD", "SS", "TR", "CVE"})


MOST_LIGHT = 6
"""Most destroyer factors of a force at sea. A force with cargo has at least 1."""


MOST_TROOPS = 3
"""Most factors of land units that a force carries or is about to load."""


FERRIES = frozenset({"invade", "transport", "escort"})


def return_port(view: State, f: Force) -> str:
    """Return the port an enemy force must return to. For raiders it is the first port they are
    known to have left."""
    return next(iter(view.raids[f.id].ports), "") if f.id in view.raids else f.origin


def draw_cargo(view: State, f: Force, taken: Container[str], rng: Rng) -> tuple[str, ...]:
    """Draw land units seen where an enemy force loads, or has loaded. They are its likely cargo;
    units aboard still show at the place where they embarked."""
    if f.cargo or f.mission not in FERRIES:
        return ()
    bases = (f.embark if f.loaded else f.embark[:1]) or f.path[:1]
    waiting = [
        u
        for u in view.units.values()
        if u.side == f.side and u.kind == "ground" and u.at in bases and not u.status
    ]
    rng.shuffle(waiting)
    room = rng.randrange(1, MOST_TROOPS + 1)
    freight: list[str] = []
    for u in waiting:
        if u.id not in taken and u.factors <= (room if freight else MOST_TROOPS):
            freight.append(u.id)
            room -= u.factors
    return tuple(freight)


def draw_ships(
    view: State,
    f: Force,
    ships: Sequence[Unit],
    kept: Container[str],
    freight: Sequence[str],
    rng: Rng,
) -> list[Unit] | None:
    """Draw ships, or parts of destroyers, for an enemy force beside those seen in it.

    Ships of its base and of one nation come first, ships that must stay in port last. Destroyers
    are drawn first, as many as *freight* needs. Small forces with cargo are drawn rather small.
    ``None`` when no ships fit the force."""
    seen = [view.units[i] for i in f.units]
    if f.id in view.raids:
        return _raiders(view.raids[f.id], f, seen, ships)

    def last(u: Unit) -> tuple[bool, bool]:
        return u.id in kept, u.base != f.begins

    fit = [u for u in ships if (u.type == "SS") == f.submarines]
    nations = {u.nation for u in seen or sorted(fit, key=last)[:1]}
    fit.sort(key=lambda u: (*last(u), u.nation not in nations))
    if f.submarines:
        return [] if seen else fit[:1] or None
    if seen and band_of(seen) == f.band:
        return []  # A battle has shown the whole force.
    large = f.band == "10+"
    many = rng.randrange(10, TF_LIMIT + 1) if large else rng.randrange(1, 10)
    light = rng.randrange(f.loaded, MOST_LIGHT + 1)
    if freight:
        cargo = [view.units[i] for i in freight]
        light = destroyers_needed(view, f.side, f.mission, cargo, f.target)
    if not large and (freight or f.loaded):
        many = min(light + rng.choice((0, 0, many)), 9)
    crew: list[Unit] = []
    for u in (*(x for x in fit if x.type == "DD"), *(x for x in fit if x.type != "DD")):
        have = sum(x.naval_factors for x in (*seen, *crew))
        short = band_of((*seen, *crew)) != f.band if large else not have
        room = (TF_LIMIT if large else 9) - have if short else many - have
        if u.type == "DD" and min(room, light) > 0:
            crew.append(replace(u, factors=min(u.factors, room, light)))
            light -= crew[-1].factors
        elif u.type != "DD" and u.naval_factors <= room:
            crew.append(u)
    return crew if (seen or crew) and band_of((*seen, *crew)) == f.band else None


def _raiders(
    raid: Raid, f: Force, seen: Sequence[Unit], ships: Iterable[Unit]
) -> list[Unit] | None:
    """Draw the ships of a raider group: of its nation, from the ports it left, as many as both
    sides count in it. ``None`` when no ships fit."""
    fit = sorted(
        (u for u in ships if u.nation == raid.nation and u.fast and u.type not in NO_RAIDERS),
        key=lambda u: u.base not in raid.ports,
    )
    crew: list[Unit] = []
    for u in fit:
        many = groups.ship_count((*seen, *crew))
        if many >= max(1, raid.ships) and band_of((*seen, *crew)) == f.band:
            break
        if groups.ship_count((*seen, *crew, u)) <= max(1, raid.ships):
            crew.append(u)
    whole = (*seen, *crew)
    if raid.hurt and crew and not any(u.damaged for u in whole):
        crew[0] = replace(crew[0], damaged=True)
    return (
        crew
        if whole and groups.ship_count(whole) >= raid.ships and band_of(whole) == f.band
        else None
    )
