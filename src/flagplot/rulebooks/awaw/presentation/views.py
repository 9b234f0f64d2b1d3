"""Views: the part of a state that a side may know.

A side knows everything of its own.

Of the enemy it knows that ships are present in a port. Of a force at sea it knows the place, the
announced goal, the size band, and whether it is a task force. It also knows land and air units on
the map, ships that a search found, and units that are sunk.

It does not know which ships, how many factors, damage, inversion, cargo, task forces in port, or
plans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from flagplot.table.core.memo import memo_per_parts
from flagplot.table.core.opaque_ids import opaque_sort_key, own_first

from ..events import redact_force
from ..rules.combat.battle_setup import battle_view
from ..rules.forces import band_of
from ..rules.invasion.events import redact_assault
from ..rules.presence import ships_seen
from ..state import GONE, Force, State, Unit, replace
from ..state.raider_groups import Raid

T = TypeVar("T")


def is_known(state: State, side: str, u: Unit) -> bool:
    """Return True when *side* may know this unit as it stands."""
    return u.id in known_units(state, side)


@lru_cache(1 << 14)
def _from_afar(u: Unit) -> Unit:
    """Return a unit as its enemy sees it: without inversion and plans, but with the status of a lost
    one.

    Return the identical object for the same unit: views then share their unchanged parts."""
    if u.status in GONE:
        return Unit(
            u.id,
            u.name,
            u.side,
            u.nation,
            u.kind,
            u.type,
            u.factors,
            u.speed,
            u.at,
            u.base,
            status=u.status,
            lost=u.lost,
            root=u.root,
        )
    return Unit(
        id=u.id,
        name=u.name,
        side=u.side,
        nation=u.nation,
        kind=u.kind,
        type=u.type,
        factors=u.factors,
        speed=u.speed,
        at=u.at,
        base=u.base if not u.force else "",
        force=u.force,
        note="",
    )


def view(state: State, side: str) -> State:
    """Return the state as *side* may know it; side ``""`` is a spectator, who knows no side's
    secrets. Idempotent.

    Units of other sides follow in the order of their ids. The true order would reveal what became
    of them."""
    units = known_units(state, side)
    others = {x for x in state.sides if x != side}
    forces: dict[str, Force] = {}
    for i, f in own_first(side, state.forces).items():
        if f.side == side:
            forces[i] = f
        else:
            band = f.band or band_of(state.members(f))
            forces[i] = _in_sight(f, band, tuple(sorted([x for x in f.units if x in units])))
    return replace(
        state,
        units=units,
        forces=forces,
        presence=ships_seen(state, side),
        viewer=side,
        groups=_parts(state.groups, lambda i, g: g if g.side == side else None),
        seen={side: state.seen[side]} if side in state.seen else NONE,
        oil=_own(state.oil, side),
        cards=_own(state.cards, side),
        codes=_own(state.codes, side),
        undealt=_own(state.undealt, side),
        chosen=_kept(state.chosen, side),
        assaults=_parts(state.assaults, lambda _, a: a if a.side == side else redact_assault(a)),
        hunters=_parts(
            state.hunters, lambda i, r: r if i in units and units[i].side == side else None
        ),
        guards=tuple([i for i in state.guards if state.units[i].side == side]),
        sw=_parts(
            state.sw,
            lambda k, b: (
                b
                if not b.committed or k.partition(" ")[0] not in others
                else replace(b, committed=0)
            ),
        ),
        shipped=_kept(state.shipped, side),
        let_by=_kept(state.let_by, side),
        raids=_parts(state.raids, lambda _, r: known_raid(r, side)),
        serial=0,
        lots="",
        battle=battle_view(state.battle, side),
    )


NONE: Mapping[str, Any] = {}


def _parts(of_all: Mapping[str, T], known: Callable[[str, T], T | None]) -> Mapping[str, T]:
    """Return the known part of each item; unknown items are left out. An empty mapping is returned
    as the identical object, because memo caches compare by identity."""
    return (
        {i: k for i, it in of_all.items() if (k := known(i, it)) is not None} if of_all else of_all
    )


def _own(of_all: Mapping[str, T], side: str) -> Mapping[str, T]:
    """Return the entry of *side* from a mapping by side."""
    return {side: of_all[side]} if side in of_all else NONE


def _kept(of_all: Mapping[str, T], side: str) -> Mapping[str, T]:
    """Return the entries of *side* from a mapping with keys ``SIDE KIND``."""
    return _parts(of_all, lambda key, it: it if key.startswith(f"{side} ") else None)


@lru_cache(1 << 12)
def _in_sight(f: Force, band: str, ships: tuple[str, ...]) -> Force:
    """Return a force as its enemy sees it: its size band, and of its ships those seen.

    A supply line never looks loaded: that would reveal that more than supply sails.
    Return the identical object for the same force."""
    return replace(
        redact_force(f), band=band, units=ships, loaded=f.loaded and f.mission != "supply"
    )


@lru_cache(1 << 12)
def as_last_seen(u: Unit) -> Unit:
    """Return a land or air unit where the enemy last saw it. A unit that has embarked in secret
    still stands at its port: the enemy learns which unit sails when it lands or is lost."""
    return replace(u, force="") if u.force else u


@memo_per_parts(lambda state: (state.units, state.seen))
def known_units(state: State, side: str) -> Mapping[str, Unit]:
    """Return the units that *side* may know, as it sees them."""
    seen = state.seen.get(side, frozenset[str]())
    units = state.units.values()
    others = [
        u if u.kind == "ship" else as_last_seen(u)
        for u in units
        if u.side != side
        and (
            u.id in seen
            or (
                u.status in GONE and (u.status != "withdrawn" or u.kind != "ship")
                if u.status
                else u.kind != "ship" and not u.aboard
            )
        )
    ]
    others = with_parts_joined(others)
    others.sort(key=opaque_sort_key)
    return {**{u.id: u for u in units if u.side == side}, **{u.id: _from_afar(u) for u in others}}


def with_parts_joined(units: Iterable[Unit]) -> list[Unit]:
    """Return units with the parts of an air unit in one place joined, so that its owner's secret
    division does not show."""
    found: dict[tuple[str, ...], Unit] = {}
    for u in units:
        key = (u.origin, u.at, u.base) if u.kind == "air" and not u.status else (u.id,)
        first = found.get(key)
        if first is None:
            found[key] = u
            continue
        named = min(first, u, key=lambda x: (len(x.id), x.id))
        found[key] = replace(named, factors=first.factors + u.factors)
    return list(found.values())


def known_raid(raid: Raid, side: str) -> Raid:
    """Return a raider group as *side* may know it. The other side's
    choice of ships that stay, or are kept out of the battle, is removed."""
    stayers = raid.stayers if side not in ("", raid.side) else ()
    return replace(raid, stayers=stayers, withheld=raid.withheld if raid.side == side else ())
