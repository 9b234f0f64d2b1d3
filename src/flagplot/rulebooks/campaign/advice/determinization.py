"""Determinisation: one full state drawn at random from those that look alike to a side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from flagplot.table import Rulings
from flagplot.table.core.dice import Rng

from ..rules.interception.search import met_now, spotted_points, squares_between
from ..rules.scenario_limits import script_of, supply_ship
from ..scenarios.cards import first_state
from ..state import SHIPPING, Assault, Interception, Mission, Port, Ship, Spotting, State
from .unseen_units import battle_guessed

LOTS = "thought"


MOVES = 0.05
"""The chance by turn that a ship lies elsewhere than at the start."""


MOST_TOGETHER = 3
"""The most warships assumed in a force of which nothing is seen."""


MOST_TRANSPORTS = 6


@lru_cache(16)
def start_position_of(scenario: str, rulings: Rulings) -> State:
    """Return the start position of a scenario, which all sides know."""
    return first_state(scenario, rulings, LOTS)


def determinize(view: State, side: str, rng: Rng) -> State | None:
    """Return one full state drawn from a view; ``None`` without a scenario. Unseen enemy ships and
    aircraft are those of the scenario, in its ports. Known missions and attacks get as many of them
    as they may have. In a battle, units not in sight are placed out of sight."""
    if not view.scenario:
        return None
    first = start_position_of(view.scenario, view.rulings)
    drawn = replace(
        view,
        lots=f"{LOTS} {rng.randrange(0, 1 << 32)}",
        ships={
            **{i: _ship_by_now(view, u, rng) for i, u in first.ships.items() if u.side != side},
            **view.ships,
        },
        planes={**{i: p for i, p in first.planes.items() if p.side != side}, **view.planes},
        troops={**{i: x for i, x in first.troops.items() if x.side != side}, **view.troops},
        ports=_ports_drawn(view, rng),
        pools={**_entries_of_others(first.pools, side), **view.pools},
        stores={**_entries_of_others(first.stores, side), **view.stores},
        funds={**first.funds, **view.funds},
        limits={**first.limits, **view.limits},
        flags={
            **{
                k: x
                for k, x in first.flags.items()
                if k.startswith("at:") and k[3:] not in view.ships
            },
            **view.flags,
        },
    )
    for a in (*((view.assault,) if view.assault is not None else ()), *view.assaults):
        if a.side != side:
            drawn = _attack_drawn(drawn, view, a)
    sailing = _Crews(drawn, view, side, rng)
    for m in (*view.missions.values(), *_met_unseen(view, side)):
        if m.side != side:
            drawn = sailing.mission(drawn, m)
    drawn = replace(
        drawn,
        interceptions=tuple(sailing.hunt(drawn, i) for i in view.interceptions),
        queue=tuple(sailing.hunt(drawn, i) for i in view.queue),
        fighting=sailing.hunt(drawn, view.fighting) if view.fighting is not None else None,
    )
    if view.phase in ("operations", "breakthrough"):
        drawn = replace(drawn, spotted=(*view.spotted, *_seen_of(drawn, side)))
    if view.battle is None:
        return drawn
    battle = battle_guessed(drawn, view.battle, side, rng)
    return replace(drawn, battle=battle) if battle is not None else None


def _entries_of_others(held: Mapping[str, int], side: str) -> dict[str, int]:
    """Return the entries of other sides, where keys begin with the side."""
    return {k: n for k, n in held.items() if not k.startswith(f"{side}/")}


def _ship_by_now(view: State, ship: Ship, rng: Rng) -> Ship:
    """Return an unseen ship as it may be by now: withdrawn by the scenario, or elsewhere when it
    had time or had to move."""
    if 0 < script_of(view).get("withdraw", {}).get(ship.name, 0) <= view.turn:
        return replace(ship, gone="withdrawn")
    if ship.fixed or (
        view.open_to(ship.side, ship.nation, ship.base) and rng.random() >= MOVES * (view.turn - 1)
    ):
        return ship
    homes = sorted(p.name for p in view.ports.values() if p.side == ship.side)
    return replace(ship, base=rng.choice(homes)) if homes else ship


def _ports_drawn(view: State, rng: Rng) -> dict[str, Port]:
    """Return the ports, with the enemy's supply ship in a random zone."""
    hidden = supply_ship(view)
    if not hidden or view.ports[hidden].zone:
        return dict(view.ports)
    zones = [z.id for z in view.chart.zones]
    return {**view.ports, hidden: replace(view.ports[hidden], zone=rng.choice(zones))}


def _attack_drawn(drawn: State, view: State, a: Assault) -> State:
    """Return an enemy attack with the units of its scenario and other enemy units seen in its
    battle."""
    key = (view.turn, a.port, a.side)
    said: dict[str, Any] = next(
        (
            x
            for x in script_of(view).get("assaults", ())
            if (x["turn"], x["port"], x["side"]) == key
        ),
        {},
    )
    seen = (
        {u.part_of or u.id for u in view.battle.units}
        if view.battle is not None and a == view.assault
        else set()
    )
    ships = _known_units(drawn.ships, said.get("ships", ()), seen, a.side)
    troops = _known_units(drawn.troops, said.get("troops", ()), seen, a.side)
    air = _known_units(drawn.planes, said.get("air", ()), seen, a.side)
    landing = next((i for i in view.invasions if (i.port, i.side) == (a.port, a.side)), None)
    if landing is not None:
        others = (x.id for x in drawn.troops.values() if x.side == a.side and x.id not in troops)
        troops = (*troops, *others)[: len(landing.troops)]
    filled = replace(a, ships=() if troops else ships, troops=troops, air=air)
    invasions = tuple(
        replace(i, ships=ships, troops=troops) if i is landing else i for i in drawn.invasions
    )
    bombarding = tuple((a.port, u) for u in ships) if troops else ()
    return replace(
        drawn,
        assault=filled if drawn.assault == a else drawn.assault,
        assaults=tuple(filled if x == a else x for x in drawn.assaults),
        invasions=invasions,
        bombarding=(*drawn.bombarding, *bombarding),
    )


def _known_units(units: Any, said: Iterable[str], seen: set[str], side: str) -> tuple[str, ...]:
    """Return the units of a side that a scenario names or that are seen, except those known to be
    lost."""
    ids = dict.fromkeys((*said, *sorted(i for i in seen if i in units)))
    return tuple(i for i in ids if units[i].side == side and not units[i].gone)


def _met_unseen(view: State, side: str) -> list[Mission]:
    """Return the enemy missions that are to be fought and were not spotted: those with which the
    scenario begins."""
    declared = (
        *view.interceptions,
        *view.queue,
        *((view.fighting,) if view.fighting is not None else ()),
    )
    convoy = "meeting" in script_of(view)
    return [
        Mission(
            i.target,
            view.enemies(side)[0],
            "convoy" if convoy else "patrol",
            (),
            "",
            "",
            (i.place,),
            merchants=convoy,
            attacked=i is view.fighting,
            status="sailing",
        )
        for i in declared
        if i.side == side and i.target not in view.missions
    ]


class _Crews:
    """The idle enemy ships that may sail in its missions and interceptions, each in one of them.
    Ships seen in the battle belong to the force that fights it."""

    def __init__(self, drawn: State, view: State, side: str, rng: Rng) -> None:
        self.rng = rng
        battle = view.battle
        found = (
            {u.id for u in battle.units if u.side != side}
            if battle is not None and view.assault is None
            else set()
        )
        said = script_of(view).get("meeting", {}) if battle is not None else {}
        self.merchants = int(said.get("merchants", 0))
        found |= {
            i
            for i in (*said.get("hunters", ()), *said.get("escorts", ()))
            if drawn.ships[i].side != side
        }
        self.fighting = [
            s for s in drawn.ships.values() if s.id in found and (s.afloat or s.gone == "sunk")
        ]
        self.transports = (
            sum(u.cls == "TR" for u in battle.units if u.side != side) if battle is not None else 0
        )
        self.planes = [p for p in drawn.planes.values() if p.id in found]
        self.met = view.fighting
        attacks = (drawn.assault, *drawn.assaults)
        engaged = {x for a in attacks if a is not None for x in a.ships} | {
            u for _, u in drawn.bombarding
        }
        self.idle = [
            s
            for s in drawn.ships.values()
            if s.side != side
            and s.afloat
            and not s.fixed
            and s.arrives <= view.turn
            and s.id not in found | engaged
        ]
        rng.shuffle(self.idle)
        self.hunts: dict[tuple[str, str, str], Interception] = {}

    def take(
        self, most: int, *, boats: bool, near: str = "", state: State | None = None
    ) -> list[Ship]:
        """Return some idle ships of one port, the nearest to a place if one is named; at least one
        if there are any."""
        fit = [s for s in self.idle if s.submarine == boats]
        if not fit:
            return []
        far = (
            {s.base: squares_between(state, s.base, near) for s in fit} if state is not None else {}
        )
        base = min(fit, key=lambda s: d if (d := far.get(s.base)) is not None else 99).base
        crew = [s for s in fit if s.base == base][: self.rng.randrange(1, most + 1)]
        self.idle = [s for s in self.idle if s not in crew]
        return crew

    def mission(self, drawn: State, glimpse: Mission) -> State:
        """Return the state with a mission completed that was only glimpsed: its ships, from where
        to where."""
        met = self.met is not None and self.met.target == glimpse.id
        convoy = glimpse.kind in SHIPPING
        crew = list(self.fighting) if met else []
        if not crew and not (met and self.transports):
            crew = self.take(
                2 if convoy else MOST_TOGETHER,
                boats=glimpse.flotilla,
                near=glimpse.route[0],
                state=drawn,
            )
        ids = tuple(s.id for s in crew)
        homes = sorted(p.name for p in drawn.ports.values() if p.side == glimpse.side) or [
            glimpse.route[0]
        ]
        origin = crew[0].base if crew else self.rng.choice(homes)
        target = (
            self.rng.choice(homes) if convoy or glimpse.kind == "passage" else glimpse.route[-1]
        )
        full = replace(
            glimpse,
            units=ids,
            origin=origin,
            target=target,
            returns="" if convoy else origin,
            route=tuple(dict.fromkeys((origin, *glimpse.route, target))),
            escorts=ids if convoy else (),
            transports=self.sailing(met) if convoy else 0,
        )
        return drawn.put_mission(full).put_ships(replace(s, mission=glimpse.id) for s in crew)

    def sailing(self, met: bool) -> int:
        """Return the transports of a convoy: as many as were seen, the scenario's number, or a
        random number."""
        return (
            max(self.transports, self.merchants)
            if met and self.merchants
            else max(self.transports * met, self.rng.randrange(1, MOST_TRANSPORTS + 1))
        )

    def hunt(self, drawn: State, hidden: Interception) -> Interception:
        """Return an interception completed: the enemy's with ships from a port, or those seen in
        its battle. Equal interceptions get equal answers."""
        if hidden.ships or hidden.air:
            return hidden
        key = (hidden.side, hidden.target, hidden.place)
        if key not in self.hunts:
            met = self.met is not None and (self.met.side, self.met.target, self.met.place) == key
            crew = (
                self.fighting
                if met and (self.fighting or self.planes)
                else self.take(MOST_TOGETHER, boats=False, near=hidden.place, state=drawn)
            )
            base = crew[0].base if crew else ""
            apart = squares_between(drawn, base, hidden.place) if base else 0
            air = self.planes if met else []
            self.hunts[key] = replace(
                hidden,
                ships=tuple(s.id for s in crew),
                air=tuple(p.id for p in air),
                base=base,
                distance=apart or 0,
            )
        return self.hunts[key]


def _seen_of(drawn: State, side: str) -> list[Spotting]:
    """Return what the enemy would have spotted of the side's own missions, with the forces it is
    given."""
    return [
        Spotting(enemy, m.id, places)
        for enemy in drawn.enemies(side)
        for m in drawn.missions.values()
        if m.side == side
        and m.status in ("sailing", "completed")
        and met_now(drawn, m)
        and (places := spotted_points(drawn, enemy, m))
    ]
