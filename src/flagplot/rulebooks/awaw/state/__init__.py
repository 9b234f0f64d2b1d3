"""The position of a game of A World at War's naval rules: plain frozen values, changed only by
events.

Places are written as the board writes them: a hex id (``J30``) or a box id.  A ship *in port* has
``at == base``; a ship at sea has ``force`` set and ``at`` is the hex of that force.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from flagplot.table import Rulings, clause
from flagplot.table.core.memo import memo_per_parts

from .raider_groups import Raid

SIDES = ("Axis", "Allied")
NEUTRAL = "neutral"
SEASONS = ("Spring", "Summer", "Fall", "Winter")

CAPITAL = frozenset({"BB", "BC", "PB"})
SQUADRONS = frozenset({"NAS", "AAS"})
"""Types kept in squadrons, not in factors."""
IN_A_FACTOR = 3
"""Squadrons that are an air factor."""
FAST_CARRIERS = frozenset({"CVL", "CV", "CVB"})
HEAVY = CAPITAL | FAST_CARRIERS
FLEET = CAPITAL | {"CA", "DD"}
ALONG = FLEET | FAST_CARRIERS | {"CVE"}
"""Types of ships that carry cargo across the sea or go along to protect it."""
LIGHT = frozenset({"CA", "DD", "TR", "CVE"})
UNDERSEA = frozenset({"SS"})
NOT_FACTORS = frozenset({"SS", "ASW", "TR"})
"""Types that are not counted as naval factors when a port, a task force or a size is counted."""
COUNTED = frozenset({"DD", "SS", "TR", "ASW", "CVE"})
"""Types of ships that are kept as so many factors in one unit, which may be divided."""
SHIP_TYPES = HEAVY | FLEET | LIGHT | UNDERSEA | {"ASW"}
AIR_TYPES = frozenset({"AAF", "NAS", "AAS", "INT"})
GROUND_TYPES = frozenset({"INF", "ARM", "MAR", "CDO", "ABN"})

APART = "apart"
"""Note of units of a power that stands apart: they defend where they lie, and do nothing else."""
STAYS = frozenset({"garrison", APART})
"""Notes of units that are not shipped."""
PRESENT = frozenset({"", "repair"})
"""States of a unit that is in play."""
GONE = frozenset({"sunk", "withdrawn", "removed"})


class Unit(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A ship, a number of destroyer (submarine, transport) factors, an air unit or a ground
    unit."""

    id: str
    name: str
    side: str
    nation: str
    kind: str
    """``ship``, ``air`` or ``ground``."""
    type: str
    """``DD CA BC BB PB CVL CV CVB CVE SS ASW TR``, ``AAF AAS NAS``, ``INF ARM MAR CDO ABN``."""
    factors: int
    """Factors now (of a named ship its size, damaged or not)."""
    speed: str = "fast"
    at: str = ""
    base: str = ""
    """Port or box it is based in (a patrol keeps its base of origin, 21.415); of air and ground
    units where they stand."""
    force: str = ""
    """Id of the force it sails with, also of cargo; empty in port."""
    tf: str = ""
    """Id of the task force it is organised in."""
    aboard: str = ""
    """Carrier a naval air squadron lives on."""
    status: str = ""
    """Empty when in play; ``reserve`` (not yet arrived), ``repair`` (waiting-for-repair box),
    ``port-sunk`` (sunk in port), ``building``, ``sunk``, ``withdrawn``, ``removed``."""
    hits: int = 0
    damaged: bool = False
    inverted: bool = False
    lost: int = 0
    """Factors of this unit already sunk."""
    drowned: int = 0
    """Those of them that went down as cargo."""
    root: str = ""
    """Of a detachment: the unit it was detached from."""
    row: str = ""
    """Row of the construction chart: ``Launch``, ``2``, ``3``, ..."""
    used: tuple[str, ...] = ()
    """Operations of the Naval Activities Table performed this player turn."""
    changed_base: bool = False
    patrolled: bool = False
    sortied: bool = False
    """Returned to base in this phase, so may not sail again in it (21.321)."""
    frozen: bool = False
    """Surplus that may not be used for the rest of the player turn (21.112)."""
    inverted_until_end: bool = False
    """May not be uninverted before the end of its player turn (21.224)."""
    rests: int = -1
    """Number of the player turn through which it stays inverted, whatever player turns end before;
    -1 when none."""
    placed: int = -1
    """Number of the player turn in which it was placed on the board (21.34)."""
    base_turn: str = ""
    """Base at the start of the player turn."""
    base_phase: str = ""
    """Base at the start of the phase."""
    transported: bool = False
    staged: bool = False
    landed: str = ""
    """Port at which it debarked this player turn."""
    movement: int = -1
    """Movement factors left to a ground unit; -1 when it has all of them."""
    supply: str = "full"
    oil: bool = False
    """Subject to an army oil effect."""
    searching: bool = False
    raided: bool = False
    """Has come to an SW box as a raider."""
    note: str = ""

    @property
    def afloat(self) -> bool:
        """True for a ship in play (not sunk, withdrawn, awaited, sunk in port or building)."""
        return self.kind == "ship" and self.status in PRESENT

    @property
    def present(self) -> bool:
        return self.status in PRESENT

    @property
    @clause("21.313")
    def fast(self) -> bool:
        """Fast unless slow by build, damaged, an escort carrier or a transport (missing rules
        A1)."""
        return self.speed == "fast" and not self.damaged and self.type not in ("CVE", "TR")

    @property
    def origin(self) -> str:
        """The unit this one was detached from, or itself."""
        return self.root or self.id

    @property
    def naval_factors(self) -> int:
        """Factors counted for basing, task forces and sizes (submarines, ASW and transports count
        none)."""
        return 0 if self.kind != "ship" or self.type in NOT_FACTORS else self.factors


class Force(msgspec.Struct, frozen=True, gc=False):
    """Naval units under way together, or announced to be: one row of the list of activities."""

    id: str
    side: str
    mission: str
    """``base-change patrol transport supply escort redeploy displaced intercept counter
    defensive-patrol return raid sw``."""
    units: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    """Hexes from the base (first) to the goal (last); a box stands as its id."""
    step: int = 0
    """Index in ``path`` of the hex it is in; 0 is its base."""
    target: str = ""
    cargo: tuple[str, ...] = ()
    embark: tuple[str, ...] = ()
    """Bases of embarkation on the way, in order."""
    loaded: bool = False
    task_force: bool = False
    name: str = ""
    order: int = 0
    """Place in the sequence in which the mover resolves them."""
    state: str = "announced"
    """``announced``, ``sailing``, ``on-station`` or ``returning``."""
    attempted: tuple[str, ...] = ()
    """Sides that have already tried to intercept it (21.4171)."""
    remains: bool = False
    since: int = -1
    """Number of the player turn it went to sea."""
    battle_hex: str = ""
    band: str = ""
    """Filled in views of the enemy: ``under 10`` or ``10+``."""
    submarines: bool = False
    front: str = ""
    transports: int = 0
    origin: str = ""
    """SW box or base the whole force came from, when that binds its return."""
    note: str = ""

    @property
    def at(self) -> str:
        """The hex it is in."""
        return self.path[min(self.step, len(self.path) - 1)] if self.path else self.target

    @property
    def begins(self) -> str:
        """Where its way begins, as far as one is known: else where it is bound for."""
        return self.path[0] if self.path else self.target


class TaskForce(msgspec.Struct, frozen=True):
    """A task force as organised by its owner."""

    id: str
    side: str
    name: str
    units: tuple[str, ...] = ()


class Assault(msgspec.Struct, frozen=True):
    """An attack on a hex in the combat phase, from its announcement to its end: who comes by sea,
    by air and by land, who helps."""

    hex: str
    side: str
    state: str = "announced"
    """``announced``, ``ashore`` (its attackers are chosen), ``won`` or ``failed``."""
    land: tuple[str, ...] = ()
    """Ground units that attack from next to the hex."""
    drops: tuple[str, ...] = ()
    """Airborne units that drop on it."""
    attackers: tuple[str, ...] = ()
    """Units that attack from the sea: the initial invaders. What is aboard besides waits in
    reserve."""
    guns: tuple[str, ...] = ()
    """Ships that bombard; of destroyers those factors that carry nobody. ``UK-DD-1:3`` are three
    factors of one."""
    support: tuple[str, ...] = ()
    """Air units and escort carriers that support the attack on the ground."""
    cover: tuple[str, ...] = ()
    """Air units that support the defence."""
    silent: int = 0
    """Naval factors that may not bombard any more (21.5281)."""
    round: int = 0
    last: tuple[str, ...] = ()
    """Attacking ground units of the last round."""
    breach: bool = False
    """Armour may exploit from the hex (21.518)."""
    exploiting: bool = False
    """An attack of exploiting armour."""
    fleet: bool = False
    """It was announced as an invasion from the sea."""


class PortCounter(msgspec.Struct, frozen=True):
    """A constructed port."""

    hex: str
    builder: str
    year: int
    turn: int
    """Number of the turn in which it was built."""


class Account(msgspec.Struct, frozen=True):
    """What a power has to spend. ``limit`` is what is left of its construction limit this turn; -1
    means not counted."""

    brp: int = 1000
    rp: int = 1000
    port_rp: int = -1
    """Research points assigned to ports; -1 means taken from ``rp`` freely."""
    limit: int = -1
    built: int = 0
    """BRPs of the limit spent in this player turn."""


class SWBox(msgspec.Struct, frozen=True):
    """What strategic warfare holds in an Atlantic, Indian Ocean or Pacific SW box."""

    transports: int = 0
    committed: int = 0
    cves: int = 0
    asw: int = 0


class State(msgspec.Struct, frozen=True, gc=False):
    """A whole position."""

    rulings: Rulings
    board: str = "awaw-europe"
    scenario: str = ""
    start: str = ""
    sides: tuple[str, ...] = SIDES
    # calendar
    year: int = 1940
    season: str = "Spring"
    mover: str = "Axis"
    phase: str = "movement"
    segment: str = "announce"
    last: tuple[int, str, str] = (9999, "Winter", "Allied")
    """Year, season and side of the last player turn."""
    over: bool = False
    winner: str = ""
    """The side that has won at once, whatever the points say."""
    # pieces
    units: Mapping[str, Unit] = {}
    forces: Mapping[str, Force] = {}
    groups: Mapping[str, TaskForce] = {}
    serial: int = 0
    """Counter for ids of forces, which both sides see."""
    lots: str = ""
    """The game's secret for numbers that tell nothing; in no view."""
    # control, with its four snapshots (hex or box -> nation, side or "neutral")
    control: Mapping[str, str] = {}
    control_phase: Mapping[str, str] = {}
    control_move: Mapping[str, str] = {}
    control_turn: Mapping[str, str] = {}
    supply: Mapping[str, str] = {}
    """Hex -> ``full``, ``partial`` or ``none``; full when not named."""
    closed: Mapping[str, bool] = {}
    """Hexes whose port is not operational."""
    bridgeheads: tuple[str, ...] = ()
    rocky: tuple[str, ...] = ()
    """Coast hexes that a position says have no beach, whatever the board shows."""
    land_fronts: Mapping[str, str] = {}
    """Hex -> front of its land, where that differs from the front of its water (21.554A)."""
    ports: Mapping[str, PortCounter] = {}
    extra_ports: Mapping[str, str] = {}
    """Hex -> name of ports a scenario adds to the board."""
    anchors: Mapping[str, int] = {}
    """Hex -> number of ports, where a position says otherwise than the board."""
    straits: Mapping[str, tuple[str, str]] = {}
    """Crossing-arrow straits added by a position: link id -> the two land hexes."""
    # politics
    sidings: Mapping[str, str] = {}
    """Nation -> side, where it differs from the usual one."""
    peace: frozenset[str] = frozenset()
    """``US|Germany`` pairs not at war, and ``US|Pacific`` theatres in which a nation is not at
    war."""
    # money and research
    points: Mapping[str, int] = {}
    """Mission points (the stand-in for BRPs spent on missions) by side; absent means not
    counted."""
    income: Mapping[str, int] = {}
    purse: Mapping[str, int] = {}
    """Sides that keep what they do not spend -> the most points they may have; of others what is
    left lapses."""
    spent: Mapping[str, int] = {}
    """Front -> mission points charged to it this player turn, as ``Allied western``."""
    options: Mapping[str, str] = {}
    """``Axis western`` -> offensive option bought on that front."""
    accounts: Mapping[str, Account] = {}
    research: Mapping[str, int] = {}
    codebreaking: Mapping[str, str] = {}
    sw: Mapping[str, SWBox] = {}
    closed_zones: frozenset[str] = frozenset()
    """``Allied|zone``: no more transports to this supply zone this player turn (21.315)."""
    zones: Mapping[str, str] = {}
    """Hex -> supply zone, where a position names it."""
    sw_conducted: frozenset[str] = frozenset()
    """Sides that conducted submarine warfare in the Atlantic in their last player turn
    (21.4184E)."""
    oil: Mapping[str, int] = {}
    """Side -> naval factors that may be uninverted at the end of its player turn; absent means
    all."""
    lines: Mapping[str, str] = {}
    """Sea supply lines traced this player turn: ``Allied Malta's hex`` -> the supply the place had
    before."""
    let_by: Mapping[str, int] = {}
    """Stretches of enemy activities that a side has let by: ``Axis P1 enters`` -> 1."""
    shipped: Mapping[str, int] = {}
    """Oil counters and BRPs delivered by sea: ``Allied oil HEX``, ``Allied brp HEX`` -> how
    many."""
    raids: Mapping[str, Raid] = {}
    """Raider groups, by the id of their force."""
    harbor: Any = None
    """The harbor attack that is under way, as far as it has been announced (its type lives in
    ``events``)."""
    harbor_attacks: tuple[str, ...] = ()
    """Sides that have made harbor attacks, in order; the initial German one as ``Axis initial``."""
    cards: Mapping[str, int] = {}
    """Tactical codebreaking cards a side holds."""
    codes: Mapping[str, int] = {}
    """Strategic codebreaking cards a side holds."""
    undealt: Mapping[str, int] = {}
    """Codebreaking cards of which a side has yet to choose the kind."""
    chosen: Mapping[str, int] = {}
    """Codebreaking cards a side has chosen: ``Axis tactical`` -> how many."""
    rounds: int = 0
    """Rounds after which a battle is over, where the scenario says; 0 for the number of the
    rules."""
    last_phase: str = ""
    """The phase with which the last player turn ends; empty for its last."""
    hunters: Mapping[str, str] = {}
    """Ships that have been sent against raiders in this phase -> the group."""
    guards: tuple[str, ...] = ()
    """Ships of SW boxes that guard, or have guarded, an escort or shipment in this phase
    (21.65G)."""
    # battle and interception (the types live in ``naval``)
    battle: Any = None
    ledger: tuple[Any, ...] = ()
    # score and script
    score: Mapping[str, float] = {}
    tallies: Mapping[str, float] = {}
    script: tuple[str, ...] = ()
    """Marks of scenario events already carried out."""
    targets: tuple[str, ...] = ()
    """Hexes that are objectives of transports or invasions in this phase (21.321)."""
    invading: tuple[str, ...] = ()
    """Boxes and bases from which invasions have sailed in this phase (21.14B)."""
    offensives: tuple[str, ...] = ()
    """Sides that are asked for offensive missions in their combat phase (in a case every side
    is)."""
    assaults: Mapping[str, Assault] = {}
    """Hexes attacked from the sea, the air or by land in this combat phase."""
    invaded: tuple[str, ...] = ()
    """Bases under enemy seaborne invasion this phase (21.33)."""
    # knowledge (views)
    seen: Mapping[str, frozenset[str]] = {}
    """Side -> enemy units it has identified."""
    presence: Mapping[str, tuple[str, ...]] = {}
    """Filled in views: place -> sides with ships there."""
    viewer: str = ""
    """Filled in views: the side this is the view of."""
    said: tuple[str, ...] = ()
    """What a position that was set up has named of the time: ``mover``, ``phase``, ``segment``,
    ``supply``."""
    passed: tuple[str, ...] = ()
    """The track of the moving side's last activity, for orders that come when it is over."""
    passed_as: str = ""
    """The mission of that activity."""
    ground_told: bool = False
    """The referee is told what ground units do: what they occupy, and what sails in their
    support."""
    as_in_history: bool = False
    """A place of which the position says nothing is held by those who held it in history; else by
    nobody."""
    every_window: bool = False
    """Interceptors are asked about every window in which there are dice, hopeless or not."""

    # -- time
    @property
    def turn(self) -> int:
        """Number of the turn, counted in seasons."""
        return self.year * 4 + SEASONS.index(self.season)

    @property
    def player_turn(self) -> int:
        """Number of the player turn, two to a turn."""
        return self.turn * 2 + (self.sides.index(self.mover) if self.mover in self.sides else 0)

    @property
    def closing(self) -> bool:
        """Whether this is the last player turn."""
        return self.last == (self.year, self.season, self.mover)

    # -- pieces
    def unit(self, id: str) -> Unit:
        """A unit by id. Raises ``KeyError``."""
        return self.units[id]

    def each(self, ids: Iterable[str]) -> Iterator[Unit]:
        """Units by their ids, in that order. Raises ``KeyError``."""
        return (self.units[i] for i in ids)

    def members(self, force: Force | str) -> tuple[Unit, ...]:
        """The ships of a force that still sail with it (none when they are hidden from this
        view)."""
        f = self.forces[force] if isinstance(force, str) else force
        units = self.units
        return tuple([units[i] for i in f.units if i in units and units[i].status not in GONE])

    def sails(self, force: Force) -> bool:
        """Whether any ship still sails with a force."""
        units = self.units
        for i in force.units:  # noqa: SIM110 (asked of every force at every step)
            if i in units and units[i].status not in GONE:
                return True
        return False

    def ships(self, side: str = "") -> Iterator[Unit]:
        """Ships in play, of one side when given."""
        return iter(_ships(self, side))

    def based(self, place: str, side: str = "") -> tuple[Unit, ...]:
        """Ships based in a port or box, those on patrol from it included (21.415)."""
        return tuple([u for u in _berths(self).get(place, ()) if not side or u.side == side])

    def enemy(self, side: str) -> str:
        """The other side."""
        for other in self.sides:
            if other != side:
                return other
        return ""


def roster(state: State) -> tuple[object, ...]:
    """The part of a position that says what has become of every unit."""
    return (state.units,)


BERTHED = frozenset({"", "repair", "port-sunk", "building"})
"""States of a ship that lies in its base."""


@memo_per_parts(roster)
def _ships(state: State, side: str) -> tuple[Unit, ...]:
    if side:
        return tuple([u for u in _ships(state, "") if u.side == side])
    return tuple([u for u in state.units.values() if u.kind == "ship" and u.status in PRESENT])


@memo_per_parts(roster)
def _berths(state: State) -> Mapping[str, Sequence[Unit]]:
    """The ships in play by their bases, in the order of the position."""
    found: dict[str, list[Unit]] = {}
    for u in _ships(state, ""):
        found.setdefault(u.base, []).append(u)
    return found


@memo_per_parts(roster)
def berthed(state: State) -> tuple[tuple[str, str], ...]:
    """The bases with ships in them, and the sides of the ships, in the order of the position:
    (place, side)."""
    return tuple(
        dict.fromkeys(
            [
                (u.base, u.side)
                for u in state.units.values()
                if u.kind == "ship" and u.status in BERTHED and not u.force
            ]
        )
    )


@memo_per_parts(roster)
def flying_from(state: State) -> Mapping[str, Sequence[str]]:
    """The naval air squadrons aboard each carrier."""
    found: dict[str, list[str]] = {}
    for u in state.units.values():
        if u.aboard:
            found.setdefault(u.aboard, []).append(u.id)
    return found


def put(mapping: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of *mapping* with *changes*; ``None`` takes a key out."""
    out = {**mapping, **changes}
    for k, v in changes.items():
        if v is None:
            del out[k]
    return out


def with_units(state: State, changed: Iterable[Unit]) -> State:
    """The state with these units put in place of those of the same id; itself where there are
    none."""
    new = {u.id: u for u in changed}
    return msgspec.structs.replace(state, units={**state.units, **new}) if new else state


def with_fields(unit: Unit, **fields: Any) -> Unit:
    """The unit with these fields; itself where it has them already, so that positions share what
    has not changed."""
    for name, value in fields.items():
        if getattr(unit, name) != value:
            return msgspec.structs.replace(unit, **fields)
    return unit


def update(state: State, ids: Iterable[str], **fields: Any) -> State:
    """The state with the same fields changed in several units (ids it does not know are passed
    over); itself where nothing is."""
    units = state.units
    changed: dict[str, Unit] = {}
    for i in ids:
        if i in units:
            u = with_fields(units[i], **fields)
            if u is not units[i]:
                changed[i] = u
    return msgspec.structs.replace(state, units={**units, **changed}) if changed else state


def emptied(state: State, force: str) -> State:
    """The state with all cargo of a force ashore; as it is where the force is gone."""
    f = state.forces.get(force)
    return (
        state
        if f is None
        else msgspec.structs.replace(
            state,
            forces=put(state.forces, {f.id: msgspec.structs.replace(f, cargo=(), loaded=False)}),
        )
    )


def factors(units: Iterable[Unit]) -> int:
    """Naval factors of some ships."""
    return sum([u.factors for u in units if u.kind == "ship" and u.type not in NOT_FACTORS])


BIG = 10
"""Naval factors from which ships sail only as a task force (21.312), and from which their size is
told as ``10+``."""


def big(units: Iterable[Unit]) -> bool:
    """Whether some ships must sail as a task force."""
    return factors(units) >= BIG


replace = msgspec.structs.replace
