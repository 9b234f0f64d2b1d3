"""Creation of a battle from the forces in it, and its close."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import clause
from flagplot.table.language.event_sentences import AudienceEvent

from ...state import IN_A_FACTOR, SQUADRONS, Force, State, Unit, replace
from ..interception import eligibility
from ..interception.attempt import HINDERED
from ..transport.cargo import lift_each
from . import combat_tables
from .lens import TRANSPORTS
from .ships import Air, Battle, Cargo, Fleet, Group, Ship

WHOLE = frozenset({"escort", "supply"})
"""Missions whose cargo is lost whole when too few of its ships are left, and otherwise not at all
(21.66C)."""


def ship_of(s: State, u: Unit) -> Ship:
    """Return a unit as a ship of a battle, with the squadrons aboard."""
    r = s.rulings
    aboard = [n for n in s.units.values() if n.aboard == u.id and n.present and not n.inverted]
    return Ship(
        type=u.type,
        size=u.factors,
        fast=u.speed == "fast",
        drm=combat_tables.naval_drm(r, u.nation),
        hits=combat_tables.effects_taken(r, u.factors, u.hits, u.damaged),
        nas=sum(n.factors for n in aboard),
        id=u.id,
        air=combat_tables.air_drm(r, u.nation),
    )


@clause("21.434B")
def cargo_of(s: State, f: Force) -> tuple[Cargo, ...]:
    """Return the cargo aboard a force. Factors shipped from or to a mapboard box need two lifting
    factors each, whatever the base of the ships. In an invasion they need as many as at
    embarkation."""
    if not f.loaded or f.mission in WHOLE:
        return ()
    ferried = f.mission in ("transport", "invade")
    aboard = [
        s.units[i] for i in f.cargo if i in s.units and (not ferried or s.units[i].force == f.id)
    ]
    return tuple(as_cargo(s, f, u) for u in aboard if u.factors)


def as_cargo(s: State, f: Force, u: Unit) -> Cargo:
    """A unit as cargo of a force, aboard or still to be loaded."""
    return Cargo(
        u.id,
        u.factors,
        lift_each(s, f.side, f.mission, u, f.target),
        each=IN_A_FACTOR if u.type in SQUADRONS else 1,
        whole=drowns_whole(s, u),
    )


@clause("21.35A")
def drowns_whole(s: State, u: Unit) -> bool:
    """Return True for cargo that drowns whole: ground units, and aircraft under HR-35A."""
    return u.kind == "ground" or s.rulings.switch("HR-35A") == "whole"


def group_of(s: State, f: Force, *, away: int = 0, dice: int = 0) -> Group:
    """Return a force as a combat group.

    Its ships stand in the order of their ids. The enemy sees that order once they are in sight, and
    reads which ship was hit. It must not learn how the owner listed them.
    """
    ships = [ship_of(s, u) for u in sorted(s.members(f), key=lambda u: u.id)]
    if f.transports:
        ships.append(Ship("TR", f.transports, False, id=f.id + TRANSPORTS))
    hindered = f.mission in HINDERED and (
        f.loaded or bool(f.transports) or f.mission in ("supply", "convoy")
    )
    freight = bool(f.transports) or (f.loaded and f.mission in WHOLE)
    return Group(
        ships=tuple(ships),
        id=f.id,
        cargo=cargo_of(s, f),
        hindered=hindered,
        transports=freight,
        away=away,
        dice=dice,
    )


def air_of(s: State, side: str, hex_id: str) -> Air:
    """Return a side's land-based aircraft in range of the battle. Each army factor gives a search,
    a cover and an attack squadron."""
    here = eligibility.air_in_range(s, side, hex_id)
    army = [u for u in here if u.type != "NAS"]
    n = sum(u.factors for u in army)
    each = {
        k: combat_tables.cell_number(s.rulings, "squadrons", "AAF", k)
        for k in ("search", "cover", "attack")
    }
    drm = max((combat_tables.air_drm(s.rulings, u.nation) for u in here), default=0)
    return Air(
        search=n * each["search"],
        cover=n * each["cover"],
        attack=n * each["attack"],
        naval=sum(u.factors for u in here if u.type == "NAS"),
        drm=drm,
    )


def fleet_of(
    s: State,
    side: str,
    forces: Sequence[tuple[str, int, int]],
    hex_id: str,
    *,
    interceptor: bool = False,
    whole: bool = False,
) -> Fleet:
    """Return one side of a battle. *forces* are (force id, distance still to cover, dice of a late
    counter-interceptor)."""
    groups = tuple(group_of(s, s.forces[f], away=away, dice=dice) for f, away, dice in forces)
    return Fleet(
        side=side,
        groups=groups,
        air=air_of(s, side, hex_id),
        cards=eligibility.code_advantage(s, side, "tactical"),
        whole=whole,
        interceptor=interceptor,
        defence=s.research.get(f"{side} air defence", 0),
        boats=submarine_research(s, side),
    )


def submarine_research(s: State, side: str) -> int:
    """Return the modifier of submarine attacks from research: torpedoes of 7 and more, less the
    enemy's ASW results of 6 and 8. Modifiers that a scenario states directly are added."""
    asw = s.research.get(f"{s.enemy(side)} ASW", 0)
    n = s.research.get(f"{side} torpedo modifier", 0) - s.research.get(
        f"{s.enemy(side)} ASW modifier", 0
    )
    n += (
        combat_tables.cell_number(s.rulings, "submarine-research", "torpedo-7")
        if s.research.get(f"{side} torpedo", 0) >= 7
        else 0
    )
    if asw >= 6:
        n += combat_tables.cell_number(
            s.rulings, "submarine-research", "asw-8" if asw >= 8 else "asw-6"
        )
    return n


class BattleJoined(AudienceEvent, frozen=True, tag="battle-joined"):
    """Start of a battle between forces. The enemy learns only how many groups there are."""

    clause: str
    hex: str
    mover: Fleet
    other: Fleet

    def apply(self, s: State) -> State:
        return replace(
            s, battle=Battle((self.mover, self.other), s.rulings, self.hex, most=s.rounds)
        )

    def seen_by(self, side: str) -> BattleJoined:
        fleets = [f if f.side == side else redact_fleet(f) for f in (self.mover, self.other)]
        return replace(self, mover=fleets[0], other=fleets[1])


class BattleClosed(AudienceEvent, frozen=True, tag="battle-closed"):
    """End of a battle. Ships are no longer identified to the enemy, land-based aircraft take their
    losses, and effects that damaged nothing are cleared."""

    clause: str
    hex: str
    winner: str
    rounds: int
    air_lost: tuple[tuple[str, int], ...] = ()
    """(air unit, factors) pairs."""

    def apply(self, s: State) -> State:
        from .lens import ships_of, unit_less

        b: Battle | None = s.battle
        ids = (
            frozenset(x.id for f in b.fleets for x in ships_of(f)) if b is not None else frozenset()
        )
        seen = {k: v - ids for k, v in s.seen.items() if v - ids}
        units = dict(s.units)
        for i in ids & units.keys():
            if units[i].hits and not units[i].damaged and units[i].present:
                units[i] = replace(units[i], hits=0)
        for i, n in self.air_lost:  # aircraft are never cargo lost at sea
            left = unit_less(units[i], n)
            units[i] = replace(left, status="removed", base="") if left.status == "sunk" else left
        return replace(s, battle=None, seen=seen, units=units)


def air_losses(s: State, b: Battle) -> tuple[tuple[str, int], ...]:
    """Return (air unit, factors) for the land-based squadrons eliminated. Three army squadrons make
    a factor, rounded to the nearest."""
    out: list[tuple[str, int]] = []
    for fleet in b.fleets:
        here = eligibility.air_in_range(s, fleet.side, b.hex)
        for kinds, lost in (("army", (fleet.air.lost + 1) // 3), ("NAS", fleet.air.naval_lost)):
            for u in here:
                if (u.type == "NAS") == (kinds == "NAS") and lost > 0:
                    take = min(lost, u.factors)
                    out.append((u.id, take))
                    lost -= take
    return tuple(out)


def redact_fleet(f: Fleet) -> Fleet:
    """Return a fleet as the enemy knows it before a search: only the number of groups present."""
    groups = tuple(Group((), id=g.id) for g in f.groups if g.away == 0)
    return Fleet(side=f.side, groups=groups, interceptor=f.interceptor)


def battle_view(b: Battle | None, side: str) -> Battle | None:
    """Return a battle as *side* may know it: its own fleet whole, and of the enemy's groups only
    what was found."""
    if b is None:
        return None
    return replace(b, fleets=tuple(f if f.side == side else redact_seen_fleet(f) for f in b.fleets))


def redact_seen_fleet(f: Fleet) -> Fleet:
    """Return the fleet as its enemy knows it. Groups in sight are complete. A group that was only
    found shows its number and the search report. Aircraft, cards and plans are hidden."""
    groups = tuple(
        replace(
            g,
            ships=g.ships if g.known else (),
            number=g.number if g.seen or g.known else 0,
            hindered=g.hindered and g.known,
            transports=g.transports and g.known,
            cargo=(),
            cap=0,
            strike=0,
            dice=0,
        )
        for g in f.groups
    )
    return Fleet(
        side=f.side,
        groups=groups,
        interceptor=f.interceptor,
        lost=f.lost,
        hurt=f.hurt,
        lost_all=f.lost_all,
        hurt_all=f.hurt_all,
        gone=f.gone,
    )
