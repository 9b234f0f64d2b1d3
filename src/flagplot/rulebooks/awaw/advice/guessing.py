"""What the enemy may have where nothing of it is seen: one position out of all that look alike to a side."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import lru_cache

from flagplot.table import Rulings, Setup
from flagplot.table.chance import Chance

from ..rules.forces import TF_LIMIT, band_of, without
from ..rules.invasion.lift import each_factor
from ..rules.organising import OPERATIONS
from ..rules.raiders import groups
from ..scenarios import cards
from ..scenarios.opening import start_state
from ..state import GONE, Force, State, Unit, replace
from ..state.raids import Raid

LOTS = "thought"
IN_PORT = frozenset({"", "repair", "port-sunk", "building"})
"""What a ship may be and lie in a port, for all to know of."""
NO_RAIDERS = frozenset({"DD", "SS", "TR", "CVE"})
MOST_LIGHT = 6
"""Factors of destroyers in a force at sea, at most; one with cargo has some."""
DRAWS = 8
"""Draws until every force at sea and every port has the ships it must have."""
MOST_TROOPS = 3
"""Factors of land units that a force which has yet to load is there for, at most."""
FERRIES = frozenset({"invade", "transport"})
MOVES = 0.1
"""Chance by player turn that a ship lies elsewhere than at first."""


@lru_cache(16)
def opening(scenario: str, start: str, rulings: Rulings) -> State:
    """The first position of a scenario, which everybody has read."""
    return start_state(Setup(scenario, start, lots=LOTS), rulings)


def guess(view: State, side: str, rng: Chance) -> State | None:
    """One draw of what *side* does not see: ships at home where there is an enemy, as many as a force at sea must have, the rest
    where ships are said to lie; in forces with cargo the troops that are nowhere else. ``None`` where that cannot be, or where a
    battle or a harbor attack is half done."""
    if not view.scenario or view.battle is not None or view.harbor is not None:
        return None
    return next(filter(None, (_drawn(view, side, rng) for _ in range(DRAWS))), None)


def _drawn(view: State, side: str, rng: Chance) -> State | None:
    """One draw; ``None`` where the forces at sea got ships of which others are in need."""
    enemy = view.enemy(side)
    first = opening(view.scenario, view.start, view.rulings)
    hidden = unseen(view, enemy)
    ships = [replace(u, force="", at=u.base) for u in hidden if u.kind == "ship" and not u.status]
    rng.shuffle(ships)
    kept = _left_in_port(view, enemy, ships)
    placed: dict[str, Unit] = {}
    forces: dict[str, Force] = {}
    for f in view.forces.values():
        if f.side == side:
            forces[f.id] = f
            continue
        freight = _freight(view, f, {i for x in forces.values() for i in x.cargo}, rng)
        crew = _crew(view, f, ships, kept, freight, rng)
        if crew is None:
            return None
        ships = without(ships, crew)
        base = f.path[0] if f.path else f.target
        crew = [replace(u, id=f"{u.id} {LOTS} {f.id}", root=u.origin) if any(u.id == x.id for x in ships) else u for u in crew]
        used = (OPERATIONS.get(f.mission, f.mission),)
        out = f.id in view.raids and view.raids[f.id].stage != "out"
        placed |= {u.id: replace(u, at=f.at, base=base, force=f.id, used=used, raided=out) for u in crew}
        units = (*f.units, *(u.id for u in crew))
        forces[f.id] = replace(f, units=units, cargo=freight or f.cargo, origin=_left(view, f), band="")
    ashore = _in_port(view, enemy, ships, rng, MOVES * (view.player_turn - first.player_turn))
    if ashore is None:
        return None
    placed |= ashore
    placed |= {u.id: u for u in hidden if u.status}
    drawn = replace(view, units={**view.units, **placed}, forces=forces, presence={}, viewer="", lots=LOTS,
                    serial=len(view.forces) + 100)
    return _laden(drawn, [u for u in hidden if u.kind != "ship" and not u.status], enemy, rng)


def unseen(view: State, enemy: str) -> list[Unit]:
    """Units of the order of battle of the enemy of whom nothing is seen, where they lay at first, as by now."""
    first = opening(view.scenario, view.start, view.rulings)
    return [left for u in by_now(view, first.units.values())
            if u.side == enemy and u.id not in view.units and (left := _left_of(view, u)) is not None]


def by_now(view: State, units: Iterable[Unit]) -> list[Unit]:
    """Units of the opening as the scenario has them by now: those that have arrived since are in play, those that it has taken
    away are out of it."""
    c = cards.card(view.scenario, view.start)
    turns = c.turns(view.start)
    here = f"{view.mover} {view.season} {view.year}"
    come = set(turns[: turns.index(here) + 1]) if here in turns else set()
    status = {row.id: "" for row in c.of_start(view.start) if row.when in come}
    for item in c.script:
        if item.when in view.script and not (item.unless_harbor_attack and view.harbor_attacks):
            status |= {**dict.fromkeys(item.withdraw, "withdrawn"), **dict.fromkeys(item.away, "reserve"),
                       **dict.fromkeys(item.back, "")}
    return [replace(u, status=status[u.id]) if u.id in status else u for u in units]


def _left_in_port(view: State, enemy: str, ships: Iterable[Unit]) -> set[str]:
    """A ship for every place where the enemy is known to have some and none is seen, of those at home there: it is the last to be
    put into a force at sea."""
    open_ = {place for place, sides in view.presence.items() if enemy in sides} - _seen_in_port(view, enemy)
    kept: dict[str, str] = {}
    for u in ships:
        if u.base in open_:
            kept.setdefault(u.base, u.id)
    return set(kept.values())


def _seen_in_port(view: State, enemy: str) -> set[str]:
    """Places in which ships of the enemy are seen to lie."""
    return {u.base for u in view.units.values()
            if u.side == enemy and u.kind == "ship" and u.status in IN_PORT and not u.force}


def _left_of(view: State, u: Unit) -> Unit | None:
    """What is left of a unit whose parts may have been seen to sink."""
    known = sum(x.factors + x.lost for x in view.units.values() if x.root == u.id)
    if not known:
        return u
    return replace(u, factors=u.factors - known) if known < u.factors else None


def _left(view: State, f: Force) -> str:
    """The port an enemy force must return to: of raiders one of those they are known to have left."""
    return next(iter(view.raids[f.id].ports), "") if f.id in view.raids else f.origin


def _freight(view: State, f: Force, taken: Container[str], rng: Chance) -> tuple[str, ...]:
    """Some of the land units that lie where an enemy force has yet to load: they are likely to be what it is for."""
    if f.loaded or f.cargo or f.mission not in FERRIES:
        return ()
    base = f.embark[0] if f.embark else f.path[0] if f.path else ""
    waiting = [u for u in view.units.values() if u.side == f.side and u.kind == "ground" and u.at == base and not u.status]
    rng.shuffle(waiting)
    room = rng.randrange(1, MOST_TROOPS + 1)
    freight: list[str] = []
    for u in waiting:
        if u.id not in taken and u.factors <= (room if freight else MOST_TROOPS):
            freight.append(u.id)
            room -= u.factors
    return tuple(freight)


def _crew(
    view: State, f: Force, ships: Sequence[Unit], kept: Container[str], freight: Sequence[str], rng: Chance
) -> list[Unit] | None:
    """Ships, or of destroyers parts, that may sail in an enemy force beside those seen in it: those that must lie in port last,
    from its base rather than from elsewhere, of one nation. Destroyers come first, for *freight* as many as it takes;
    small forces with cargo are rather smaller."""
    seen = [view.units[i] for i in f.units]
    if f.id in view.raids:
        return _raiders(view.raids[f.id], f, seen, ships)
    base = f.path[0] if f.path else f.target
    fit = sorted((u for u in ships if (u.type == "SS") == f.submarines), key=lambda u: (u.id in kept, u.base != base))
    nations = {u.nation for u in seen or fit[:1]}
    fit.sort(key=lambda u: (u.id in kept, u.base != base, u.nation not in nations))
    if f.submarines:
        return [] if seen else fit[:1] or None
    large = f.band == "10+"
    many = rng.randrange(10, TF_LIMIT + 1) if large else rng.randrange(1, 10)
    light = rng.randrange(f.loaded, MOST_LIGHT + 1)
    if freight:
        cargo = [view.units[i] for i in freight]
        light = sum(u.factors for u in cargo) * (each_factor(view, f.side, cargo, f.target)[0] if f.mission == "invade" else 1)
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


def _raiders(raid: Raid, f: Force, seen: Sequence[Unit], ships: Iterable[Unit]) -> list[Unit] | None:
    """Ships that may be a raider group: of its nation, from the ports it left, as many as both sides count in it."""
    fit = sorted((u for u in ships if u.nation == raid.nation and u.fast and u.type not in NO_RAIDERS),
                 key=lambda u: u.base not in raid.ports)
    crew: list[Unit] = []
    for u in fit:
        many = groups.count((*seen, *crew))
        if many >= max(1, raid.ships) and band_of((*seen, *crew)) == f.band:
            break
        if groups.count((*seen, *crew, u)) <= max(1, raid.ships):
            crew.append(u)
    whole = (*seen, *crew)
    if raid.hurt and crew and not any(u.damaged for u in whole):
        crew[0] = replace(crew[0], damaged=True)
    return crew if whole and groups.count(whole) >= raid.ships and band_of(whole) == f.band else None


def _in_port(view: State, enemy: str, ships: list[Unit], rng: Chance, moved: float) -> dict[str, Unit] | None:
    """Every ship in a place where the enemy is known to have some, at home if it can be and has not *moved* (chance), and nowhere
    none of them: where ships are too few, of destroyers only a part lies there."""
    places = sorted(place for place, sides in view.presence.items() if enemy in sides)
    if not places:
        return {u.id: replace(u, status="withdrawn", at="", base="") for u in ships}
    lie: dict[str, list[Unit]] = {place: [] for place in places}
    for u in ships:
        lie[u.base if u.base in lie and rng.random() >= moved else rng.choice(places)].append(u)
    seen = _seen_in_port(view, enemy)
    for n, place in enumerate(place for place in places if not lie[place] and place not in seen):
        spare = [others for p, others in lie.items() if len(others) > 1 or (p in seen and others)]
        whole = next(((others, u) for others in lie.values() for u in others if u.type == "DD" and u.factors > 1), None)
        if spare:
            lie[place].append(rng.choice(spare).pop())
        elif whole is not None:
            others, u = whole
            others[others.index(u)] = replace(u, factors=u.factors - 1)
            lie[place].append(replace(u, id=f"{u.id} {LOTS} {n}", factors=1, root=u.origin, lost=0))
        else:
            return None
    return {u.id: replace(u, at=place, base=place) for place, units in lie.items() for u in units}


def _laden(drawn: State, units: Iterable[Unit], enemy: str, rng: Chance) -> State:
    """The position with what is not to be seen and no ship: naval air squadrons go with their carriers, others in forces with
    cargo; the rest have not yet come."""
    loaded = [f for f in drawn.forces.values() if f.side == enemy and f.loaded and not f.submarines]
    found: dict[str, Unit] = {}
    cargo: dict[str, list[str]] = {f.id: [] for f in loaded}
    for u in units:
        ship = drawn.units.get(u.aboard)
        if ship is not None and ship.status not in GONE:
            found[u.id] = replace(u, at=ship.at, base=ship.base, force=ship.force)
        elif not u.aboard and loaded:
            f = min(loaded, key=lambda f: (u.base not in (f.path[:1] or f.embark), len(cargo[f.id]), rng.random()))
            cargo[f.id].append(u.id)
            found[u.id] = replace(u, at=f.at, force=f.id)
        else:
            found[u.id] = replace(u, status="reserve", aboard="")
    forces = {i: replace(f, cargo=(*f.cargo, *cargo[i])) if cargo.get(i) else f for i, f in drawn.forces.items()}
    return replace(drawn, units={**drawn.units, **found}, forces=forces)
