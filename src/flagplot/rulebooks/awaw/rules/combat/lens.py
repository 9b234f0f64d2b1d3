"""Lens from the game's state to its battle. Damage in the battle changes the named units at once,
so that the two never differ."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...state import State, Unit, replace
from .ships import Battle, Fleet, Group, Ship, is_damaged, is_sunk

TRANSPORTS = " transports"
"""Suffix to a force id. The result is the battle id of the SW-box transports that sail with the
force."""


def ships_of(fleet: Fleet) -> Iterator[Ship]:
    """Yield every ship of a fleet: present, sunk in this battle, and withdrawn before its end."""
    for g in (*fleet.groups, *fleet.left):
        yield from g.ships
    yield from fleet.gone


def cargo_of(fleet: Fleet) -> dict[str, int]:
    return {c.id: c.factors for g in fleet.groups for c in g.cargo}


class BattleLens(msgspec.Struct, frozen=True, tag="battle"):
    """Lens on ``state.battle``. Putting a changed battle back also changes its units."""

    def get(self, state: State) -> Battle:
        return state.battle  # type: ignore[no-any-return]

    def put(self, state: State, part: Battle) -> State:
        was: Battle = state.battle
        if part is was:
            return state
        units = dict(state.units)
        seen = state.seen
        changed = False
        lifting: dict[str, int] = {}
        for old, new in zip(was.fleets, part.fleets, strict=True):
            if new is old:
                continue
            before = {s.id: s for s in ships_of(old)}
            for ship in ships_of(new):
                if before.get(ship.id) == ship:
                    continue
                if ship.id in units:
                    changed = True
                    copy_damage(part, units, before[ship.id], ship)
                elif ship.type == "TR" and ship.id.endswith(TRANSPORTS):
                    changed = True
                    lifting[ship.id.removesuffix(TRANSPORTS)] = max(0, ship.size)
            carried, left = cargo_of(old), cargo_of(new)
            for id, n in carried.items():
                if left.get(id, 0) != n and id in units:
                    changed = True
                    drown_cargo(units, id, n - left.get(id, 0))
            foe = next(f.side for f in part.fleets if f.side != new.side)
            shown = newly_identified(old.groups, new.groups)
            if shown:
                seen = {**seen, foe: seen.get(foe, frozenset()) | shown}
        if not changed:
            return replace(state, battle=part, seen=seen)
        forces = {
            k: replace(
                f,
                units=tuple(i for i in f.units if i not in units or units[i].present),
                transports=lifting.get(k, f.transports),
            )
            for k, f in state.forces.items()
        }
        return replace(state, battle=part, units=units, seen=seen, forces=forces)


def newly_identified(old: tuple[Group, ...], new: tuple[Group, ...]) -> frozenset[str]:
    """Return the ids of ships in groups that have just come into sight, by fleet combat or under
    attack. A search alone does not identify ships."""
    return frozenset(
        s.id
        for a, b in zip(old, new, strict=False)
        if b.known and not a.known
        for s in b.ships
        if s.id
    )


def copy_damage(b: Battle, units: dict[str, Unit], was: Ship, ship: Ship) -> None:
    """Copy a ship's damage, losses and lost squadrons to its unit."""
    u = units[ship.id]
    gone = is_sunk(b.rulings, ship)
    if ship.sized:
        u = replace(u, hits=ship.hits, damaged=is_damaged(b.rulings, ship) and not gone)
        lost = u.factors if gone and u.status != "sunk" else 0
        u = replace(u, lost=u.lost + lost)
    else:
        u = replace(u, factors=max(0, ship.size), lost=u.lost + ship.lost - was.lost)
    if gone:
        u = replace(u, status="sunk", force="", tf="", at="")
    units[ship.id] = u
    flown = ship.nas_lost - was.nas_lost
    aboard = [n for n in units.values() if n.aboard == ship.id and n.present]
    for n in aboard:
        if gone:
            units[n.id] = replace(n, status="sunk", lost=n.lost + n.factors, factors=0, at="")
        elif flown > 0:
            take = min(flown, n.factors)
            flown -= take
            units[n.id] = unit_less(n, take)


def unit_less(u: Unit, n: int) -> Unit:
    """Return a unit without *n* of its factors, out of play when none is left."""
    left = u.factors - n
    if left > 0:
        return replace(u, factors=left, lost=u.lost + n)
    return replace(u, factors=0, lost=u.lost + n, status="sunk", at="", force="")


def drown_cargo(units: dict[str, Unit], id: str, n: int) -> None:
    n = min(n, units[id].factors)
    left = unit_less(units[id], n)
    units[id] = replace(left, drowned=left.drowned + n)


LENS = BattleLens()
