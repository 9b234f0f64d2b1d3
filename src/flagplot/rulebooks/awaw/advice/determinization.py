"""Determinisation: one full state drawn from all those that a side cannot tell from its view."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from flagplot.table import Rulings, Setup
from flagplot.table.core.dice import Rng

from ..rules.forces import members_without
from ..rules.task_forces import OPERATIONS
from ..scenarios import cards
from ..scenarios.start_position import start_state
from ..state import GONE, Force, State, Unit, replace, with_changes
from .guessed_forces import draw_cargo, draw_ships, return_port

LOTS = "thought"


IN_PORT = frozenset({"", "repair", "port-sunk", "building"})
"""Statuses of ships that lie in a port, as every side knows."""


DRAWS = 8
"""Attempts to draw a state in which every force and every port has the ships it must have."""


TIRED = 0.3
"""Chance that a ship in port is inverted, from the second player turn on."""


MOVES = 0.1
"""Chance for each player turn that a ship lies elsewhere than at the start."""


@lru_cache(16)
def opening_state(scenario: str, start: str, rulings: Rulings) -> State:
    """Return the first position of a scenario, which both sides know."""
    return start_state(Setup(scenario, start, lots=LOTS), rulings)


def determinize(view: State, side: str, rng: Rng) -> State | None:
    """Draw one full state from what *side* sees.

    Enemy ships lie at home if the enemy is present there. Each force at sea gets the ships it must
    have; the rest lie where ships are reported. Forces with cargo get troops that are nowhere else.
    ``None`` when no draw fits, and during a battle or a harbor attack."""
    if not view.scenario or view.battle is not None or view.harbor is not None:
        return None
    return next(filter(None, (_drawn(view, side, rng) for _ in range(DRAWS))), None)


def _drawn(view: State, side: str, rng: Rng) -> State | None:
    """Make one draw; ``None`` when a force at sea or a port lacks the ships it must have."""
    enemy = view.enemy(side)
    first = opening_state(view.scenario, view.start, view.rulings)
    hidden = unseen_units(view, enemy)
    ships = [replace(u, force="", at=u.base) for u in hidden if u.kind == "ship" and not u.status]
    rng.shuffle(ships)
    kept = _left_in_port(view, enemy, ships)
    placed: dict[str, Unit] = {}
    forces: dict[str, Force] = {}
    for f in view.forces.values():
        if f.side == side:
            forces[f.id] = f
            continue
        freight = draw_cargo(view, f, {i for x in forces.values() for i in x.cargo}, rng)
        crew = draw_ships(view, f, ships, kept, freight, rng)
        if crew is None:
            return None
        ships = members_without(ships, crew)
        crew = [
            replace(u, id=f"{u.id} {LOTS} {f.id}", root=u.origin)
            if any(u.id == x.id for x in ships)
            else u
            for u in crew
        ]
        used = (OPERATIONS.get(f.mission, f.mission),)
        out = f.id in view.raids and view.raids[f.id].stage != "out"
        placed |= {
            u.id: replace(u, at=f.at, base=f.begins, force=f.id, used=used, raided=out)
            for u in crew
        }
        units = (*f.units, *(u.id for u in crew))
        forces[f.id] = replace(
            f, units=units, cargo=freight or f.cargo, origin=return_port(view, f), band=""
        )
    ashore = _in_port(view, enemy, ships, rng, MOVES * (view.player_turn - first.player_turn))
    if ashore is None:
        return None
    tired = TIRED if view.player_turn > first.player_turn else 0.0
    placed |= {i: replace(u, inverted=rng.random() < tired) for i, u in ashore.items()}
    placed |= {u.id: u for u in hidden if u.status}
    tactical, strategic = _hand(view, first, enemy, rng)
    seen = {u.id: _as_at_first(u, first) if u.side == enemy else u for u in view.units.values()}
    laden = {
        i: f.id
        for f in forces.values()
        if f.side == enemy and f.loaded
        for i in f.cargo
        if i in seen
    }
    aboard = {i: replace(seen[i], force=f) for i, f in laden.items()}
    drawn = replace(
        view,
        units={**seen, **aboard, **placed},
        forces=forces,
        presence={},
        viewer="",
        lots=LOTS,
        serial=len(view.forces) + 100,
        cards=with_changes(view.cards, {enemy: tactical or None}),
        codes=with_changes(view.codes, {enemy: strategic or None}),
        oil={**first.oil, **view.oil},
    )
    return _laden(drawn, [u for u in hidden if u.kind != "ship" and not u.status], enemy, rng)


def _as_at_first(u: Unit, first: State) -> Unit:
    """Return a seen enemy unit with the note that the scenario gave it at the start."""
    begun = first.units.get(u.origin)
    return replace(u, note=begun.note) if begun is not None and begun.note and not u.note else u


def _hand(view: State, first: State, enemy: str, rng: Rng) -> tuple[int, int]:
    """Draw the tactical and strategic cards that the enemy may still hold: each of its first cards
    is kept with the share of turns left."""
    left = 1 - (view.player_turn - first.player_turn) / len(
        cards.scenario_card(view.scenario, view.start).turns(view.start)
    )
    chosen = sum(rng.random() < 0.5 for _ in range(first.undealt.get(enemy, 0)))
    tactical, strategic = chosen, first.undealt.get(enemy, 0) - chosen
    dealt = (tactical + first.cards.get(enemy, 0), strategic + first.codes.get(enemy, 0))
    return sum(rng.random() < left for _ in range(dealt[0])), sum(
        rng.random() < left for _ in range(dealt[1])
    )


def unseen_units(view: State, enemy: str) -> list[Unit]:
    """Return the unseen units of the enemy's order of battle, at their first places and with their
    present status."""
    first = opening_state(view.scenario, view.start, view.rulings)
    return [
        left
        for u in with_present_status(view, first.units.values())
        if u.side == enemy and u.id not in view.units and (left := _left_of(view, u)) is not None
    ]


def with_present_status(view: State, units: Iterable[Unit]) -> list[Unit]:
    """Return units of the opening with their present status: those that have arrived are in play,
    those that the scenario has withdrawn are not."""
    c = cards.scenario_card(view.scenario, view.start)
    turns = c.turns(view.start)
    here = f"{view.mover} {view.season} {view.year}"
    come = set(turns[: turns.index(here) + 1]) if here in turns else set()
    status = {row.id: "" for row in c.of_start(view.start) if row.when in come}
    for item in c.script:
        if item.when in view.script and not (item.unless_harbor_attack and view.harbor_attacks):
            status |= {
                **dict.fromkeys(item.withdraw, "withdrawn"),
                **dict.fromkeys(item.away, "reserve"),
                **dict.fromkeys(item.back, ""),
            }
    return [replace(u, status=status[u.id]) if u.id in status else u for u in units]


def _left_in_port(view: State, enemy: str, ships: Iterable[Unit]) -> set[str]:
    """Return the id of one ship for each place where the enemy is known to have ships and none is
    seen. These ships are the last to join a force at sea."""
    open_ = {place for place, sides in view.presence.items() if enemy in sides} - _seen_in_port(
        view, enemy
    )
    kept: dict[str, str] = {}
    for u in ships:
        if u.base in open_:
            kept.setdefault(u.base, u.id)
    return set(kept.values())


def _seen_in_port(view: State, enemy: str) -> set[str]:
    """Return the places in which enemy ships are seen."""
    return {
        u.base
        for u in view.units.values()
        if u.side == enemy and u.kind == "ship" and u.status in IN_PORT and not u.force
    }


def _left_of(view: State, u: Unit) -> Unit | None:
    """Return the rest of a unit whose parts may have been seen; ``None`` when all of it has been
    seen."""
    known = sum(x.factors + x.lost for x in view.units.values() if x.root == u.id)
    if not known:
        return u
    return replace(u, factors=u.factors - known) if known < u.factors else None


def _in_port(
    view: State, enemy: str, ships: list[Unit], rng: Rng, moved: float
) -> dict[str, Unit] | None:
    """Place every ship in a port where the enemy is known to have ships, so that no such port is
    empty.

    A ship lies at home if it can, unless it moved (chance *moved*, 0 to 1). When ships are too few,
    a destroyer counter is divided. ``None`` when even that does not fill the ports."""
    places = sorted(place for place, sides in view.presence.items() if enemy in sides)
    if not places:
        return {u.id: replace(u, status="withdrawn", at="", base="") for u in ships}
    lie: dict[str, list[Unit]] = {place: [] for place in places}
    for u in ships:
        lie[u.base if u.base in lie and rng.random() >= moved else rng.choice(places)].append(u)
    seen = _seen_in_port(view, enemy)
    for n, place in enumerate(place for place in places if not lie[place] and place not in seen):
        spare = [others for p, others in lie.items() if len(others) > 1 or (p in seen and others)]
        whole = next(
            (
                (others, u)
                for others in lie.values()
                for u in others
                if u.type == "DD" and u.factors > 1
            ),
            None,
        )
        if spare:
            lie[place].append(rng.choice(spare).pop())
        elif whole is not None:
            others, u = whole
            others[others.index(u)] = replace(u, factors=u.factors - 1)
            lie[place].append(replace(u, id=f"{u.id} {LOTS} {n}", factors=1, root=u.origin, lost=0))
        else:
            return None
    return {u.id: replace(u, at=place, base=place) for place, units in lie.items() for u in units}


def _laden(drawn: State, units: Iterable[Unit], enemy: str, rng: Rng) -> State:
    """Place the unseen units that are not ships. Naval air squadrons go with their carriers, others
    into forces with cargo. All others are still in reserve."""
    loaded = [f for f in drawn.forces.values() if f.side == enemy and f.loaded and not f.submarines]
    found: dict[str, Unit] = {}
    cargo: dict[str, list[str]] = {f.id: [] for f in loaded}
    for u in units:
        ship = drawn.units.get(u.aboard)
        if ship is not None and ship.status not in GONE:
            found[u.id] = replace(u, at=ship.at, base=ship.base, force=ship.force)
        elif not u.aboard and loaded:
            f = min(
                loaded,
                key=lambda f: (
                    u.base not in (f.path[:1] or f.embark),
                    len(cargo[f.id]),
                    rng.random(),
                ),
            )
            cargo[f.id].append(u.id)
            found[u.id] = replace(u, at=f.at, force=f.id)
        else:
            found[u.id] = replace(u, status="reserve", aboard="")
    forces = {
        i: replace(f, cargo=(*f.cargo, *cargo[i])) if cargo.get(i) else f
        for i, f in drawn.forces.items()
    }
    return replace(drawn, units={**drawn.units, **found}, forces=forces)
