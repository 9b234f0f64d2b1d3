"""What a side may know.

Its own everything.  Of the enemy: that ships are present in a port, where a force at sea is and
where it is announced to go, whether it counts ten factors or more, whether it is a task force; land
and air units that stand on the map; what a search found; what is sunk.  Not: which ships, how many
factors, damage, inversion, cargo, task forces in port, plans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from flagplot.table.core.memo import memo_per_parts
from flagplot.table.core.opaque_ids import own_first, rank

from ..events import hide
from ..rules.combat.battle_setup import battle_view
from ..rules.forces import band_of
from ..rules.invasion.events import public
from ..rules.presence import present
from ..state import GONE, Force, State, Unit, replace
from ..state.raider_groups import Raid

T = TypeVar("T")


def knows(state: State, side: str, u: Unit) -> bool:
    """True when *side* may know this unit as it stands."""
    return u.id in known_units(state, side)


@lru_cache(1 << 14)
def _from_afar(u: Unit) -> Unit:
    """A unit as its enemy sees it, without inversion and plans, and of what is lost without where
    it lay: the same object for the same unit, so that positions share what has not changed."""
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
    """The position as *side* may know it; side ``""`` is a spectator, who knows no side's secrets.
    Idempotent.

    What is not the side's own stands after it in the order of its ids: the order of the truth would
    tell what became of it."""
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
        presence=present(state, side),
        viewer=side,
        groups=_parts(state.groups, lambda i, g: g if g.side == side else None),
        seen={side: state.seen[side]} if side in state.seen else NONE,
        oil=_own(state.oil, side),
        cards=_own(state.cards, side),
        codes=_own(state.codes, side),
        undealt=_own(state.undealt, side),
        chosen=_kept(state.chosen, side),
        assaults=_parts(state.assaults, lambda _, a: a if a.side == side else public(a)),
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
    """What is known of each of some things; that of which nothing is known is left out. Nothing
    stays the very same nothing."""
    return (
        {i: k for i, it in of_all.items() if (k := known(i, it)) is not None} if of_all else of_all
    )


def _own(of_all: Mapping[str, T], side: str) -> Mapping[str, T]:
    """Of what each side has, what *side* has."""
    return {side: of_all[side]} if side in of_all else NONE


def _kept(of_all: Mapping[str, T], side: str) -> Mapping[str, T]:
    """Of what each side has of several kinds, under ``SIDE KIND``, what *side* has."""
    return _parts(of_all, lambda key, it: it if key.startswith(f"{side} ") else None)


@lru_cache(1 << 12)
def _in_sight(f: Force, band: str, ships: tuple[str, ...]) -> Force:
    """A force as its enemy sees it, with its size and the ships that he has seen, and not whether
    more than supply sails with a supply line: the same object for the same force."""
    return replace(hide(f), band=band, units=ships, loaded=f.loaded and f.mission != "supply")


@lru_cache(1 << 12)
def ashore(u: Unit) -> Unit:
    """A land or air unit where the enemy last saw it: what has gone aboard ships in secret still
    stands where it embarked. Which unit of a place sails the enemy learns when it lands, or is
    lost."""
    return replace(u, force="") if u.force else u


@memo_per_parts(lambda state: (state.units, state.seen))
def known_units(state: State, side: str) -> Mapping[str, Unit]:
    """The units that *side* may know, as it sees them."""
    seen = state.seen.get(side, frozenset[str]())
    units = state.units.values()
    others = [
        u if u.kind == "ship" else ashore(u)
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
    others = whole(others)
    others.sort(key=rank)
    return {**{u.id: u for u in units if u.side == side}, **{u.id: _from_afar(u) for u in others}}


def whole(units: Iterable[Unit]) -> list[Unit]:
    """Units with the parts of an air unit that stand in one place as one: what its owner divides in
    secret does not show."""
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
    """A raider group as *side* may know it: not which of the enemy's ships stay, or are kept out of
    the battle."""
    stayers = raid.stayers if side not in ("", raid.side) else ()
    return replace(raid, stayers=stayers, withheld=raid.withheld if raid.side == side else ())
