"""The state of a campaign game: ships, aircraft, ports, missions, spotted missions, turn and
phase."""

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
"""Kinds of mission whose transports an enemy sees: convoys, and transports that leave a lost
port."""
Readiness = Literal["ready", "repair", "construction", "organizing"]


class Ship(msgspec.Struct, frozen=True):
    """A naval unit (6.1). ``intercept``, ``search`` and the ranges are those of its sheet. A ship
    with ``strength`` 0 is sunk."""

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
    """The air units for which a carrier has room (6.1.7.3, 6.1.8.1)."""
    like: str = ""
    """The row of the battle tables that is used instead of its class; empty for the class's own."""
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
    """True when it fought in this turn's Operations, which bars it from Breakthrough interceptions
    (6.5.1.4)."""
    turned_back: bool = False
    """True when it was at sea this turn, on a mission or to intercept, and came back before the
    turn's end (6.5.4.2)."""
    last_damage: int = 0
    """The most strength points that it lost in one battle of this turn."""
    arrives: int = 1
    gone: str = ""
    """Why it is out of the game: ``sunk``, ``withdrawn``, ``interned`` or ``scuttled``; empty while
    it is in play."""
    lost_at: str = ""
    """The place where it was sunk at sea, or empty."""
    rest_until: int = 0
    """The turn before which it may not sail (scenario rules)."""
    built: int = 0
    """The construction strength of a ship under construction, 1 to 11; 0 for a finished one
    (6.5.4.4)."""

    @property
    def fixed(self) -> bool:
        """True for a coast gun, which counts as a cruiser in battle and never moves (6.1.7.4)."""
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
    """An air unit at a base (a port's name or a carrier's id), perhaps on patrol over a square or
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
    """The range in squares."""
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
    """A port with its present holder. ``side`` is empty for a neutral port."""

    name: str
    square: Square | None
    zone: str
    size: Literal["minor", "major"]
    side: str
    yard: int = 0
    """Shipyard capacity; 0 without a yard."""
    neutral: bool = False
    nation: str = ""
    """The nation of a neutral port."""
    factories: int = 0
    refineries: int = 0
    yard_damage: int = 0
    """Damage to the shipyard not yet repaired, at most twice its capacity (6.5.4.5)."""
    fortified: bool = False
    """True when the territory has a fortified line (6.5.2.4)."""
    island: bool = False
    """True for a true island, with sea all around (6.5.3)."""
    ground: str = ""
    """The battle map of its coast (``campaign.map.NAME``). Empty for the plain coast, or on an
    island the island map."""


class Leg(msgspec.Struct, frozen=True):
    """Ships and transports that sail only a stretch with a mission: escorts for part of the route
    (6.3.5.2), or the part of a convoy that loads elsewhere and joins it (6.3.4.1). ``route`` lists
    the places where they are with it."""

    route: tuple[str, ...]
    units: tuple[str, ...] = ()
    transports: int = 0
    returns: str = ""
    """The port where its ships go afterwards; empty when each goes to its own base."""
    approach: tuple[str, ...] = ()
    """The route of its ships to the first place of ``route``, on which they sail alone (6.3.5)."""


class Mission(msgspec.Struct, frozen=True):
    """A naval mission (6.4.1): its ships, its port, its route, its target, and its port of return.

    ``route`` lists places as text (``22,16``, zone ids, port names, strait ids) from start to
    finish. The mission is written in secret in the Orders Phase.
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
    """Only part of the record, like ``escorts``: logs hold both, but no rule uses them."""
    status: Status = "ordered"
    attacked: bool = False
    flotilla: bool = False
    raider: bool = False
    completed: tuple[str, ...] = ()
    legs: tuple[Leg, ...] = ()
    """The legs of units and transports that sail only a stretch of it. All others sail ``route``
    from end to end."""
    cargo: tuple[tuple[str, ...], ...] = ()
    """The cargo of each transport, in their order: ids of land and air units, or :data:`SUPPLIES`.
    Several may share one (6.3.4.4)."""
    remain: bool = False
    """True when the transports join the pool of the port where they end; otherwise they return to
    their own (6.2.6)."""
    inland: tuple[str, ...] = ()
    """Land squares over which formed troops go on after landing (6.3.4.2)."""
    behind: tuple[str, ...] = ()
    """Units of an invading formation that stay behind, in the reserve (6.3.6.2)."""
    later: tuple[str, ...] = ()
    """Units aboard that land after the territory is won, and take no part in its battle
    (6.3.6.4)."""
    half: bool = False
    """True when the units that land first fight at half strength (6.3.6.4)."""
    slow: bool = False
    """True when the convoy keeps the speed of its slowest ships in battle."""
    laden: bool = False
    """True when some of its transports have turned back. It looks as before, because a side that
    spotted it is not told."""

    @property
    def tanker_numbers(self) -> frozenset[int]:
        """The numbers of the tankers among its transports (6.5.1.6). In a convoy with merchants,
        the cargo shows which they are."""
        if self.tankers and self.merchants:
            return frozenset(i for i, hold in enumerate(self.cargo) if OIL in hold)
        return frozenset(range(self.transports)) if self.tankers else frozenset()

    @property
    def places(self) -> tuple[str, ...]:
        """Every place where a part of the mission sails: its route, then the legs of those that
        join it."""
        return tuple(
            dict.fromkeys(
                (*self.route, *(p for leg in self.legs for p in (*leg.approach, *leg.route)))
            )
        )


HOME = "home"
"""The word in place of a port that means each ship's own base."""
SUPPLIES = "supplies"
"""The cargo of a transport with a load of supplies."""
OIL = "oil"
"""The cargo of a tanker in a convoy with merchants. A convoy of tankers alone does not state it."""


class Fall(msgspec.Struct, frozen=True):
    """A port lost on land: the new owner, how it fell, and how many of the loser's land units may
    leave by it (6.5.1.5).

    ``how`` is ``retreat`` (the defender retreats through the port, or ships are displaced) or
    ``overrun`` (in a breakthrough battle).
    """

    port: str
    to: str
    loser: str
    how: Literal["retreat", "overrun"] = "retreat"
    units: int = 0
    settled: bool = False


class Invasion(msgspec.Struct, frozen=True):
    """A naval invasion of a port this turn: its side, and the ships of its fleet (6.5.2)."""

    port: str
    side: str
    ships: tuple[str, ...] = ()
    troops: tuple[str, ...] = ()
    """Land units that begin the battle in transports."""
    mission: str = ""
    """The id of the mission on which it sails; empty when a case states none."""
    transports: int = 0
    crossing: bool = False
    """True for an attack over a Crossing Arrow (6.2.5). It brings its own transports and is not a
    naval invasion."""


class Assault(msgspec.Struct, frozen=True):
    """An attack on a port or a landing, declared in Operations: its side, port and units (6.5.2,
    6.5.4)."""

    kind: Literal["port", "island", "invasion"]
    side: str
    port: str
    air: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    troops: tuple[str, ...] = ()
    """Troops that land, with those dropped or behind the lines."""
    special: Literal["", "pearl-harbor", "oran"] = ""
    wave: int = 1
    surprise: Literal["", "full", "partial", "none"] = ""
    """The degree of surprise, once it is known; else empty (6.5.4.6)."""
    absent: tuple[str, ...] = ()
    """Ships of the defender that are not in port after all: carriers at sea (6.5.4.6)."""
    apart: int = 0
    """The number of attacking troops that come neither by sea nor by land, which all sides learn
    (6.5.2.2)."""


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
    """The places of a mission's route at which a side has spotted it (6.4.2)."""

    side: str
    mission: str
    places: tuple[str, ...]


class Points(msgspec.Struct, frozen=True):
    """Victory points scored: the side, the number, and the code of the reason."""

    side: str
    points: int | float
    what: str

    about: str = ""
    owner: str = ""
    """The only side that may know the subject in ``about``; empty when every side may."""

    def told(self, side: str) -> Points:
        """Return the points as *side* may know them."""
        return self if self.owner in ("", side) else replace(self, about="")


class State(msgspec.Struct, frozen=True):
    """The whole state of a campaign game. It is never changed in place."""

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
    """Territories without a port that have more details than the map and the holder, by square or
    name (6.3.6)."""
    troops: Mapping[str, Troop] = {}
    """Land units that may go by sea."""
    stores: Mapping[str, int] = {}
    """Loads of supplies: in a reserve by ``side/place``, assigned to formations by
    ``side/place/assigned``."""
    trade: tuple[Trade, ...] = ()
    """The sources of goods that need merchants, the most important first (6.4.1.1)."""
    traded: Mapping[str, int] = {}
    """Merchants that have sailed for each source that asks for them once."""
    ledger: Mapping[str, int] = {}
    """Costs and results of shipping, by ``side/sw`` (PPs of damage) and ``side/oil`` (Oil Units
    delivered) (6.5.1.6)."""
    funds: Mapping[str, int] = {}
    """Production points by side. When any side has some, the sides are asked for orders of
    Logistics."""
    limits: Mapping[str, int] = {}
    """The force limit of each side: the divisions it may have. A side without an entry has no
    limit."""
    relations: Mapping[str, int] = {}
    """Lasting modifiers on diplomacy by ``side/nation`` (6.5.4.7)."""
    assaults: tuple[Assault, ...] = ()
    """Port attacks and invasions declared this turn and not yet fought."""
    assault: Assault | None = None
    """The assault that is being fought, or ``None``."""
    reinforced: tuple[tuple[str, str], ...] = ()
    """Troops that react to an invasion: pairs (port, troop) (6.5.2.3)."""
    scrambled: tuple[tuple[str, str], ...] = ()
    """Air units that the defender sends over an attacked place, in its order: pairs (place, air
    unit) (6.5.2.1, 6.5.4)."""
    spared: tuple[tuple[str, str], ...] = ()
    """Air units of an attacked place that the defender keeps out of its battle: pairs (place, air
    unit)."""
    invasions: tuple[Invasion, ...] = ()
    by_land: Mapping[str, int] = {}
    """Number of units that attack a port's territory by land this turn (6.5.2.2)."""
    bombarding: tuple[tuple[str, str], ...] = ()
    """Ships assigned to bombard: pairs (port, ship)."""
    falls: tuple[Fall, ...] = ()
    """Ports lost on land this turn, with the troops still ashore (6.5.1.5)."""
    displaced: tuple[tuple[str, str], ...] = ()
    """Ships that must leave a lost port: pairs (ship, port)."""
    announcing: bool = False
    """True in Breakthrough while sides still announce passages and evacuations. Interceptions
    follow (6.5.1.5.e)."""
    score: tuple[Points, ...] = ()
    flags: Mapping[str, str] = {}
    over: bool = False
    lots: str = ""
    """The game's id secret, from which opaque numbers are drawn. It is in no view."""

    @property
    def announced(self) -> tuple[Assault, ...]:
        """Attacks on ports and landings that all sides know to be ordered, the one being fought
        included."""
        return self.assaults if self.assault is None else (*self.assaults, self.assault)

    def enemies(self, side: str) -> tuple[str, ...]:
        return tuple(s for s in self.sides if s != side)

    def side_ships(self, side: str) -> tuple[Ship, ...]:
        """Return the ships of a side that are afloat and have arrived."""
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
        """Return the land units at a place, of one side or (empty) all."""
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
        """Return the side that holds a territory, with or without a port; empty when it is neutral
        or no holder is stated."""
        found = self.ports.get(place)
        return found.side if found is not None else self.chart.owner(place)

    def held_by(self, place: str, side: str) -> State:
        """Return the state with a territory, with or without a port, held by a side."""
        port = self.ports.get(place)
        if port is None:
            return replace(self, chart=self.chart.held_by(place, side))
        return replace(self, ports={**self.ports, place: replace(port, side=side, neutral=False)})

    def friendly(self, side: str, port: str) -> bool:
        """Return True for a place held by *side*: a port, a small island or another territory."""
        return self.holder(port) == side


def route_parts(state: State) -> tuple[object, ...]:
    """Return the parts of a state on which routes and distances depend. They stay identical while
    no port changes hands."""
    return state.chart, state.ports, state.rulings


def port_at(state: State, place: str) -> str:
    """Return the port in whose square a place is, or the place itself when there is none. A port
    may be named by its square."""
    return _by_square(state).get(place, place)


@memo_per_parts(route_parts)
def _by_square(state: State) -> dict[str, str]:
    """Return the ports by the text of their square."""
    return {square_text(p.square): p.name for p in state.ports.values() if p.square is not None}
