"""What the enemy may have where nothing of it is seen: one position out of all that look alike to a side."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from flagplot.table import Rulings, Setup
from flagplot.table.chance import Chance

from ..rules.forces import band_of
from ..scenarios.opening import start_state
from ..state import GONE, Force, State, Unit, replace

LOTS = "thought"
MOVES = 0.1
"""Chance by player turn that a ship lies elsewhere than at first."""


@lru_cache(16)
def opening(scenario: str, start: str, rulings: Rulings) -> State:
    """The first position of a scenario, which everybody has read."""
    return start_state(Setup(scenario, start, lots=LOTS), rulings)


def guess(view: State, side: str, rng: Chance) -> State | None:
    """One draw of what *side* does not see: ships at home where there is an enemy, as many as a force at sea must have, the rest
    where ships are said to lie. ``None`` where that cannot be, or where a battle or an operation is half done."""
    enemy = view.enemy(side)
    if not view.scenario or view.battle is not None or view.harbor is not None or view.raids or view.hunters:
        return None
    if any(a.side != side for a in view.assaults.values()):
        return None
    first = opening(view.scenario, view.start, view.rulings)
    unseen = [left for u in first.units.values()
              if u.side == enemy and u.id not in view.units and (left := _left_of(view, u)) is not None]
    ships = [u for u in unseen if u.kind == "ship" and not u.status]
    rng.shuffle(ships)
    placed: dict[str, Unit] = {}
    forces: dict[str, Force] = {}
    for f in view.forces.values():
        if f.side == side:
            forces[f.id] = f
            continue
        crew = _crew(view, f, [u for u in ships if u.id not in placed], rng)
        if crew is None:
            return None
        base = f.path[0] if f.path else f.target
        placed |= {u.id: replace(u, at=f.at, base=base, force=f.id) for u in crew}
        forces[f.id] = replace(f, units=(*f.units, *(u.id for u in crew)), band="")
    ashore = _in_port(view, enemy, [u for u in ships if u.id not in placed], rng, MOVES * (view.player_turn - first.player_turn))
    if ashore is None:
        return None
    placed |= ashore
    placed |= {u.id: u for u in unseen if u.status}
    drawn = replace(view, units={**view.units, **placed}, forces=forces, presence={}, viewer="", lots=LOTS,
                    serial=len(view.forces) + 100)
    return replace(drawn, units={**drawn.units, **_aboard(drawn, [u for u in unseen if u.kind != "ship" and not u.status])})


def _left_of(view: State, u: Unit) -> Unit | None:
    """What is left of a unit whose parts may have been seen to sink."""
    known = sum(x.factors + x.lost for x in view.units.values() if x.root == u.id)
    if not known:
        return u
    return replace(u, factors=u.factors - known) if known < u.factors else None


def _crew(view: State, f: Force, ships: Iterable[Unit], rng: Chance) -> list[Unit] | None:
    """Ships that may sail in an enemy force beside those seen in it: from its base rather than from elsewhere, and as many as it
    counts."""
    seen = [view.units[i] for i in f.units]
    base = f.path[0] if f.path else f.target
    fit = sorted((u for u in ships if (u.type == "SS") == f.submarines), key=lambda u: u.base != base)
    most = rng.randrange(2, 10)
    crew: list[Unit] = []
    for u in fit:
        have = sum(x.naval_factors for x in (*seen, *crew))
        if f.band == "10+":
            if band_of((*seen, *crew)) == f.band:
                break
            crew.append(u)
        elif have + u.naval_factors <= (most if seen or crew else 9):
            crew.append(u)
    return crew if (seen or crew) and band_of((*seen, *crew)) == f.band else None


def _in_port(view: State, enemy: str, ships: list[Unit], rng: Chance, moved: float) -> dict[str, Unit] | None:
    """Every ship in a place where the enemy is known to have some, at home if it can be and has not *moved* (chance), and nowhere
    none of them."""
    places = sorted(place for place, sides in view.presence.items() if enemy in sides)
    if not places:
        return {u.id: replace(u, status="withdrawn", at="", base="") for u in ships}
    lie: dict[str, list[Unit]] = {place: [] for place in places}
    for u in ships:
        lie[u.base if u.base in lie and rng.random() >= moved else rng.choice(places)].append(u)
    seen = {u.base for u in view.units.values() if u.side == enemy and u.kind == "ship" and u.status not in GONE and not u.force}
    for place in places:
        if not lie[place] and place not in seen:
            spare = [others for others in lie.values() if len(others) > 1]
            if not spare:
                return None
            lie[place].append(rng.choice(spare).pop())
    return {u.id: replace(u, at=place, base=place) for place, units in lie.items() for u in units}


def _aboard(drawn: State, units: Iterable[Unit]) -> dict[str, Unit]:
    """Naval air squadrons go with their carriers; other units that are not to be seen have not yet come."""
    found = {}
    for u in units:
        ship = drawn.units.get(u.aboard)
        if ship is None or ship.status in GONE:
            found[u.id] = replace(u, status="reserve", aboard="")
        else:
            found[u.id] = replace(u, at=ship.at, base=ship.base, force=ship.force)
    return found
