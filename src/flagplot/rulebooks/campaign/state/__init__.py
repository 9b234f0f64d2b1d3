"""The state of a campaign game: ships, aircraft, ports, missions, what each side has spotted, and
where the turn stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from flagplot.table import Rulings
from flagplot.table.core.memo import memo_per_parts

from ..map.chart import Chart
from ..map.squares import Square, square_text
from .battle import SeaBattle
from .ratings import SUBMARINES
from .troops import Trade, Troop

Phase = Literal["logistics", "orders", "operations", "battle", "breakthrough", "closing"]
PHASES: tuple[Phase, ...] = (
    "logistics",
    "orders",
    "operations",
    "battle",
    "breakthrough",
    "closing",
)
Season = Literal["Spring", "Summer", "Fall", "Winter"]
Status = Literal["ordered", "sailing", "completed", "failed", "aborted", "ended"]
MissionKind = Literal[
    "patrol", "escort", "convoy", "operational", "strategic", "passage", "evacuation", "invasion"
]
MISSION_KINDS: tuple[MissionKind, ...] = get_args(MissionKind)
SHIPPING = frozenset({"convoy", "evacuation"})
"""The kinds of which a side knows an enemy's transports: those that leave a lost port, and all
others."""
Readiness = Literal["ready", "repair", "construction", "organizing"]


class Ship(msgspec.Struct, frozen=True):
    """A naval unit (6.1). ``intercept``, ``search`` and the ranges stand as on its sheet;
    ``strength`` 0 is sunk."""

    id: str
    name: str
    side: str
    nation: str
    cls: str
    base: str
    strength: int = 10
    full: int = 10
    experience: int = 0
    knots: int = 0
    speed: int = 0
    range_nm: int = 0
    patrol: int = 0
    endurance: int = 0
    search: int = 0
    intercept: int = 0
    carries: int = 0
    """Air units a carrier has room for (6.1.7.3, 6.1.8.1)."""
    like: str = ""
    """Row of the battle tables to use instead of the class."""
    naval_bonus: int = 0
    disguised: bool = False
    price: int = 0
    sheet: tuple[tuple[str, int], ...] = ()
    """Battle ratings of its own sheet that differ from its class: pairs (rating, value)."""
    aa: int = 1
    """The [AA] value of its sheet (6.1.8.3)."""
    cargo: str = ""
    readiness: Readiness = "ready"
    leader: str = ""
    mission: str = ""
    acted: bool = False
    """Fought in this turn's Operations (6.5.1.4 bars it from Breakthrough interceptions)."""
    turned_back: bool = False
    """Was at sea this turn, on a mission or out of port to intercept, and came back before its end
    (6.5.4.2)."""
    last_damage: int = 0
    """The most it has lost in one battle of this turn."""
    arrives: int = 1
    gone: str = ""
    """Why it is out of the game, when it is: ``sunk``, ``withdrawn``, ``interned``,
    ``scuttled``."""
    lost_at: str = ""
    """Where it was sunk at sea."""
    rest_until: int = 0
    """Turn before which it may not sail (scenario rules)."""
    built: int = 0
    """6.5.4.4 Construction strength of a ship that is being built, 1 to 11; 0 for a finished
    one."""

    @property
    def fixed(self) -> bool:
        """6.1.7.4 A coast gun: a cruiser in battle that never leaves its place."""
        return "GUN" in (self.cls, self.like)

    @property
    def submarine(self) -> bool:
        return self.cls in SUBMARINES

    @property
    def afloat(self) -> bool:
        return self.strength > 0 and not self.gone

    @property
    def damaged(self) -> bool:
        return self.strength < self.full


class Plane(msgspec.Struct, frozen=True):
    """An air unit: at a base (a port's name or a carrier's id), perhaps on patrol over a square or
    zone."""

    id: str
    name: str
    side: str
    nation: str
    role: str
    base: str
    strength: int = 10
    full: int = 10
    experience: int = 0
    reach: int = 4
    """Range in squares."""
    search: int = 2
    asw: bool = False
    organizing: bool = False
    patrol: str = ""
    cap: str = ""
    acted: bool = False
    arrives: int = 1
    gone: str = ""
    row: str = ""

    @property
    def ready(self) -> bool:
        return self.strength > 0 and not self.organizing and not self.acted and not self.gone


class Port(msgspec.Struct, frozen=True):
    """A port as the game has it: who holds it now. ``side`` is empty for a neutral."""

    name: str
    square: Square | None
    zone: str
    size: Literal["minor", "major"]
    side: str
    yard: int = 0
    """Shipyard capacity; 0 without a yard."""
    neutral: bool = False
    nation: str = ""
    """Whose port it is while neutral."""
    factories: int = 0
    refineries: int = 0
    yard_damage: int = 0
    """6.5.4.5 Damage to the shipyard not yet repaired, at most twice its capacity."""
    fortified: bool = False
    """6.5.2.4 The territory has a fortified line."""
    island: bool = False
    """6.5.3 A true island, blue all around."""
    ground: str = ""
    """The battle map of its coast (``campaign.map.NAME``); empty: the plain coast, an island's the
    island."""


class Leg(msgspec.Struct, frozen=True):
    """Ships and transports that sail only a stretch with a mission: escorts for part of the way
    (6.3.5.2), or the part of a convoy that loads elsewhere and joins it (6.3.4.1). ``route`` holds
    the places where they are with it."""

    route: tuple[str, ...]
    units: tuple[str, ...] = ()
    transports: int = 0
    returns: str = ""
    """Where its ships go afterwards; empty: each to its own base."""
    approach: tuple[str, ...] = ()
    """The way of its ships to the first place of the route, where they sail alone (6.3.5)."""


class Mission(msgspec.Struct, frozen=True):
    """6.4.1 A naval mission: who sails, from where, the route step by step, where to, and where
    they return.

    ``route`` lists places as text (``22,16``, zone ids, port names, strait ids) from start to
    finish. Written in secret in the Orders Phase.
    """

    id: str
    side: str
    kind: MissionKind
    units: tuple[str, ...]
    origin: str
    target: str
    route: tuple[str, ...]
    returns: str = ""
    stage: str = ""
    refuel: str = ""
    transports: int = 0
    drawn: tuple[tuple[str, int], ...] = ()
    """Transports drawn: pairs (pool, number) (6.2.1)."""
    merchants: bool = False
    tankers: bool = False
    escorts: tuple[str, ...] = ()
    air: tuple[str, ...] = ()
    rebase: str = ""
    stay: bool = True
    """Like ``escorts`` only part of the record: logs hold both, and no rule asks for them."""
    status: Status = "ordered"
    attacked: bool = False
    flotilla: bool = False
    raider: bool = False
    completed: tuple[str, ...] = ()
    legs: tuple[Leg, ...] = ()
    """Who of the units and transports sails only a stretch of it; all others sail ``route`` from
    end to end."""
    cargo: tuple[tuple[str, ...], ...] = ()
    """What each transport carries, in their order: ids of land and air units, :data:`SUPPLIES`;
    several share one (6.3.4.4)."""
    remain: bool = False
    """6.2.6 The transports join the pool where they end; else they go back to their own."""
    inland: tuple[str, ...] = ()
    """6.3.4.2 Land squares over which formed troops go on after landing."""
    behind: tuple[str, ...] = ()
    """6.3.6.2 Units of an invading formation that stay behind, in the reserve."""
    later: tuple[str, ...] = ()
    """6.3.6.4 Units aboard that land when the territory is won, and are in no battle for it."""
    half: bool = False
    """6.3.6.4 The units that land first fight at half strength."""
    slow: bool = False
    """The convoy keeps the speed of its slowest ships in battle."""
    laden: bool = False
    """Transports of it have turned back: who spotted it is not told, so it looks as it did."""

    @property
    def tanker_numbers(self) -> frozenset[int]:
        """6.5.1.6 The numbers of the tankers among its transports; with merchants, their cargo
        tells which they are."""
        if self.tankers and self.merchants:
            return frozenset(i for i, hold in enumerate(self.cargo) if OIL in hold)
        return frozenset(range(self.transports)) if self.tankers else frozenset()

    @property
    def places(self) -> tuple[str, ...]:
        """Every place where somebody of the mission sails: its route, then the ways of those who
        join it."""
        return tuple(
            dict.fromkeys(
                (*self.route, *(p for leg in self.legs for p in (*leg.approach, *leg.route)))
            )
        )


HOME = "home"
"""In the place of a port: each ship's own base."""
SUPPLIES = "supplies"
"""What a transport carries when it carries a load of supplies."""
OIL = "oil"
"""What a tanker carries that sails in a convoy with merchants; a convoy of tankers alone says
nothing of it."""


class Fall(msgspec.Struct, frozen=True):
    """A port lost on land: to whom, how, and how many of the loser's land units may leave by it
    (6.5.1.5).

    ``how`` is ``retreat`` (the defender went back by the port, or ships are displaced) or
    ``overrun`` (in a breakthrough battle).
    """

    port: str
    to: str
    loser: str
    how: Literal["retreat", "overrun"] = "retreat"
    units: int = 0
    settled: bool = False


class Invasion(msgspec.Struct, frozen=True):
    """A naval invasion of a port this turn: whose, and the ships of its fleet (6.5.2)."""

    port: str
    side: str
    ships: tuple[str, ...] = ()
    troops: tuple[str, ...] = ()
    """Land units that begin the battle in transports."""
    mission: str = ""
    """The mission it sails on; empty when a case says nothing of one."""
    transports: int = 0
    crossing: bool = False
    """6.2.5 An attack over a Crossing Arrow: its transports come with it, and it is no naval
    invasion."""


class Assault(msgspec.Struct, frozen=True):
    """6.5.2, 6.5.4 An attack on a port or a landing, declared in Operations: by whom, where, with
    what."""

    kind: Literal["port", "island", "invasion"]
    side: str
    port: str
    air: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    troops: tuple[str, ...] = ()
    """Troops that land; those dropped or behind the lines among them."""
    special: Literal["", "pearl-harbor", "oran"] = ""
    wave: int = 1
    surprise: Literal["", "full", "partial", "none"] = ""
    """6.5.4.6 The degree of surprise, once it is known."""
    absent: tuple[str, ...] = ()
    """Ships of the defender that are not there after all: carriers at sea (6.5.4.6)."""
    apart: int = 0
    """6.5.2.2 Troops that count as attackers and come neither by sea nor by land; everybody hears
    how many."""


class Interception(msgspec.Struct, frozen=True):
    """A declared interception: these ships and aircraft against that mission at that place
    (6.4.3)."""

    side: str
    target: str
    place: str
    ships: tuple[str, ...]
    air: tuple[str, ...] = ()
    hunter: str = ""
    """The patrol mission the ships left, or empty when they come from port."""
    base: str = ""
    distance: int = 0


class Spotting(msgspec.Struct, frozen=True):
    """A side has spotted a mission at these places of its route (6.4.2)."""

    side: str
    mission: str
    places: tuple[str, ...]


class Points(msgspec.Struct, frozen=True):
    """Victory points scored: side, how many, and the code of what for."""

    side: str
    points: int | float
    what: str

    about: str = ""
    owner: str = ""
    """The side that may know what ``about`` names; empty when everybody may."""

    def told(self, side: str) -> Points:
        """Return the points as *side* may know them."""
        return self if self.owner in ("", side) else replace(self, about="")


class State(msgspec.Struct, frozen=True):
    """A campaign game. Nothing in it is ever changed in place."""

    rulings: Rulings
    scenario: str
    chart: Chart
    sides: tuple[str, ...]
    last_turn: int
    ships: Mapping[str, Ship]
    planes: Mapping[str, Plane]
    ports: Mapping[str, Port]
    turn: int = 1
    season: Season = "Spring"
    phase: Phase = "orders"
    missions: Mapping[str, Mission] = {}
    past: Mapping[str, Mission] = {}
    """The missions of the turn before, as they ended."""
    done: tuple[str, ...] = ()
    """Sides that have finished the current phase."""
    spotted: tuple[Spotting, ...] = ()
    interceptions: tuple[Interception, ...] = ()
    queue: tuple[Interception, ...] = ()
    """Battles still to be fought, in order."""
    battle: SeaBattle | None = None
    fighting: Interception | None = None
    pools: Mapping[str, int] = {}
    """Transports by ``side/pool``, or ``side/nation/pool`` where each nation has its own (6.2)."""
    shores: Mapping[str, Port] = {}
    """Territories without a port of which more is said than the map and its holder tell, by square
    or name (6.3.6)."""
    troops: Mapping[str, Troop] = {}
    """Land units that the sea carries."""
    stores: Mapping[str, int] = {}
    """Loads of supplies in a reserve by ``side/place``, those assigned to formations by
    ``side/place/assigned``."""
    trade: tuple[Trade, ...] = ()
    """The sources of goods that merchants are needed for, the most important first (6.4.1.1)."""
    traded: Mapping[str, int] = {}
    """Merchants that have sailed for a source which asks for them once."""
    ledger: Mapping[str, int] = {}
    """What shipping has cost and brought, by ``side/sw`` (PPs of damage) and ``side/oil`` (Oil
    Units delivered) (6.5.1.6)."""
    funds: Mapping[str, int] = {}
    """Production points of a side; where any side has some, Logistics are asked for orders."""
    limits: Mapping[str, int] = {}
    """Divisions a side may have (its force limit); a side without one has no limit."""
    relations: Mapping[str, int] = {}
    """Lasting modifiers on diplomacy by ``side/nation`` (6.5.4.7)."""
    assaults: tuple[Assault, ...] = ()
    """Port attacks and invasions declared this turn and not yet fought."""
    assault: Assault | None = None
    """The one that is fought now."""
    reinforced: tuple[tuple[str, str], ...] = ()
    """6.5.2.3 Troops that react to an invasion: pairs (port, troop)."""
    scrambled: tuple[tuple[str, str], ...] = ()
    """6.5.2.1, 6.5.4 Air units that the defender sends over an attacked place, in its order: pairs
    (place, air unit)."""
    spared: tuple[tuple[str, str], ...] = ()
    """Air units of an attacked place that the defender keeps out of its battle: pairs (place, air
    unit)."""
    invasions: tuple[Invasion, ...] = ()
    by_land: Mapping[str, int] = {}
    """6.5.2.2 Units that attack a port's territory by land this turn."""
    bombarding: tuple[tuple[str, str], ...] = ()
    """Ships assigned to bombard: pairs (port, ship)."""
    falls: tuple[Fall, ...] = ()
    """Ports lost on land this turn, with the troops still ashore (6.5.1.5)."""
    displaced: tuple[tuple[str, str], ...] = ()
    """Ships that must leave a lost port: pairs (ship, port)."""
    announcing: bool = False
    """In Breakthrough: sides still announce passages and evacuations; interceptions follow
    (6.5.1.5.e)."""
    score: tuple[Points, ...] = ()
    flags: Mapping[str, str] = {}
    over: bool = False
    lots: str = ""
    """The game's secret for numbers that tell nothing; in no view."""

    @property
    def announced(self) -> tuple[Assault, ...]:
        """Attacks on ports and landings that everybody knows to be ordered, the one that is fought
        now among them."""
        return self.assaults if self.assault is None else (*self.assaults, self.assault)

    def enemies(self, side: str) -> tuple[str, ...]:
        return tuple(s for s in self.sides if s != side)

    def side_ships(self, side: str) -> tuple[Ship, ...]:
        """Return the ships of a side still in play and arrived."""
        return tuple(
            s for s in self.ships.values() if s.side == side and s.afloat and s.arrives <= self.turn
        )

    def based_at(self, port: str, side: str = "") -> tuple[Ship, ...]:
        """Return the ships based at a port, of one side or all."""
        return tuple(
            s
            for s in self.ships.values()
            if s.base == port
            and s.afloat
            and s.arrives <= self.turn
            and (not side or s.side == side)
        )

    def put_ships(self, changed: Iterable[Ship]) -> State:
        return replace(self, ships={**self.ships, **{s.id: s for s in changed}})

    def put_planes(self, changed: Iterable[Plane]) -> State:
        return replace(self, planes={**self.planes, **{p.id: p for p in changed}})

    def put_troops(self, changed: Iterable[Troop]) -> State:
        return replace(self, troops={**self.troops, **{x.id: x for x in changed}})

    def troops_at(self, place: str, side: str = "") -> tuple[Troop, ...]:
        """Land units at a place, of one side or all."""
        return tuple(
            x
            for x in self.troops.values()
            if x.at == place and x.present and not x.mission and side in ("", x.side)
        )

    def put_mission(self, *changed: Mission) -> State:
        return replace(self, missions={**self.missions, **{m.id: m for m in changed}})

    def open_to(self, side: str, nation: str, port: str) -> bool:
        """Return True for a port friendly to *side*, or a neutral one of the ship's own nation."""
        found = self.ports.get(port)
        return found is not None and (
            found.side == side or (found.neutral and bool(nation) and found.nation == nation)
        )

    def holder(self, place: str) -> str:
        """Return the side that holds a territory, with a port or without one; empty for neutral and
        for what nobody is said to hold."""
        found = self.ports.get(place)
        return found.side if found is not None else self.chart.owner(place)

    def held_by(self, place: str, side: str) -> State:
        """Return the state with a territory, with a port or without one, in the hands of a side."""
        port = self.ports.get(place)
        if port is None:
            return replace(self, chart=self.chart.held_by(place, side))
        return replace(self, ports={**self.ports, place: replace(port, side=side, neutral=False)})

    def friendly(self, side: str, port: str) -> bool:
        """Return True when *port* is a port held by *side*, or a small island or another friendly
        territory."""
        return self.holder(port) == side


def seas(state: State) -> tuple[object, ...]:
    """What ways and distances hang on, as long as no port changes hands."""
    return state.chart, state.ports, state.rulings


def port_at(state: State, place: str) -> str:
    """Return the port whose square a place is; the place itself when it is none. A port goes by its
    square as by its name."""
    return _by_square(state).get(place, place)


@memo_per_parts(seas)
def _by_square(state: State) -> dict[str, str]:
    """Return port by the text of its square."""
    return {square_text(p.square): p.name for p in state.ports.values() if p.square is not None}
