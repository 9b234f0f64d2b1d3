"""State of a game of A World at War's naval rules: plain frozen values that only events change.

Places are written as the board writes them: a hex id (``J30``) or a box id. A ship *in port* has
``at == base``. A ship at sea has ``force`` set, and ``at`` is the hex of that force.
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
"""Types kept in squadrons instead of factors."""
IN_A_FACTOR = 3
"""Squadrons in an air factor."""
FAST_CARRIERS = frozenset({"CVL", "CV", "CVB"})
HEAVY = CAPITAL | FAST_CARRIERS
FLEET = CAPITAL | {"CA", "DD"}
ALONG = FLEET | FAST_CARRIERS | {"CVE"}
"""Types of ships that carry or protect cargo at sea."""
LIGHT = frozenset({"CA", "DD", "TR", "CVE"})
UNDERSEA = frozenset({"SS"})
NOT_FACTORS = frozenset({"SS", "ASW", "TR"})
"""Types that do not count as naval factors for ports, task forces and sizes."""
COUNTED = frozenset({"DD", "SS", "TR", "ASW", "CVE"})
"""Types of ships kept as a number of factors in one unit, which may be divided."""
SHIP_TYPES = HEAVY | FLEET | LIGHT | UNDERSEA | {"ASW"}
AIR_TYPES = frozenset({"AAF", "NAS", "AAS", "INT"})
GROUND_TYPES = frozenset({"INF", "ARM", "MAR", "CDO", "ABN"})

APART = "apart"
"""Note of units of an independent power. They defend their place and do nothing else."""
STAYS = frozenset({"garrison", APART})
"""Notes of units that may not be shipped."""
PRESENT = frozenset({"", "repair"})
"""Statuses of a unit in play."""
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
    """Factors now; of a named ship its size, damaged or not."""
    speed: str = "fast"
    at: str = ""
    base: str = ""
    """Port or box in which a ship is based. A patrol keeps its base of origin (21.415). For air and
    ground units, where they stand."""
    force: str = ""
    """Id of the force with which a unit (cargo included) sails; empty in port."""
    tf: str = ""
    """Id of the task force to which a ship belongs."""
    aboard: str = ""
    """Id of the carrier that bases a naval air squadron."""
    status: str = ""
    """Empty for a unit in play, else ``reserve`` (not yet arrived), ``repair`` (in the
    waiting-for-repair box), ``port-sunk`` (sunk in port), ``building``, ``sunk``, ``withdrawn`` or
    ``removed``."""
    hits: int = 0
    damaged: bool = False
    inverted: bool = False
    lost: int = 0
    """Factors of this unit already sunk."""
    drowned: int = 0
    """Factors among ``lost`` that sank as cargo."""
    root: str = ""
    """Id of the unit from which a detachment was taken."""
    row: str = ""
    """Row of the construction chart: ``Launch``, ``2``, ``3``, ..."""
    used: tuple[str, ...] = ()
    """Operations of the Naval Activities Table performed this player turn."""
    changed_base: bool = False
    patrolled: bool = False
    sortied: bool = False
    """True after a return to base in this phase. The ship may not sail again in it (21.321)."""
    frozen: bool = False
    """True for surplus ships that may not be used for the rest of the player turn (21.112)."""
    inverted_until_end: bool = False
    """True if the ship may not be uninverted before the end of its player turn (21.224)."""
    rests: int = -1
    """Number of the player turn through which the ship stays inverted; -1 for none. Earlier player
    turns do not uninvert it."""
    placed: int = -1
    """Number of the player turn in which it was placed on the board (21.34)."""
    base_turn: str = ""
    """Base at the start of the player turn."""
    base_phase: str = ""
    """Base at the start of the phase."""
    transported: bool = False
    staged: bool = False
    landed: str = ""
    """Port at which the unit debarked this player turn."""
    movement: int = -1
    """Movement factors that a ground unit has left; -1 for all."""
    supply: str = "full"
    oil: bool = False
    """True if subject to an army oil effect."""
    searching: bool = False
    raided: bool = False
    """True after the ship has come to an SW box as a raider."""
    note: str = ""

    @property
    def afloat(self) -> bool:
        """Return True for a ship in play: not sunk, withdrawn, awaited, sunk in port or being
        built."""
        return self.kind == "ship" and self.status in PRESENT

    @property
    def present(self) -> bool:
        return self.status in PRESENT

    @property
    @clause("21.313")
    def fast(self) -> bool:
        """Return False for a ship that is slow by build or damaged, an escort carrier or a
        transport (missing rules A1)."""
        return self.speed == "fast" and not self.damaged and self.type not in ("CVE", "TR")

    @property
    def origin(self) -> str:
        """Return the id of the unit from which this one was detached, or its own id."""
        return self.root or self.id

    @property
    def naval_factors(self) -> int:
        """Return the factors that count for basing, task forces and sizes: none for submarines, ASW
        and transports."""
        return 0 if self.kind != "ship" or self.type in NOT_FACTORS else self.factors


class Force(msgspec.Struct, frozen=True, gc=False):
    """Naval units that sail together, or are announced to."""

    id: str
    side: str
    mission: str
    """One of ``base-change patrol transport supply escort redeploy displaced intercept counter
    defensive-patrol return raid sw``."""
    units: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    """Hexes from the base (first) to the goal (last). A box stands as its id."""
    step: int = 0
    """Index in ``path`` of the force's hex; 0 is its base."""
    target: str = ""
    cargo: tuple[str, ...] = ()
    embark: tuple[str, ...] = ()
    """Bases of embarkation on the way, in order."""
    loaded: bool = False
    task_force: bool = False
    name: str = ""
    order: int = 0
    """Place in the moving side's sequence of activities."""
    state: str = "announced"
    """``announced``, ``sailing``, ``on-station`` or ``returning``."""
    attempted: tuple[str, ...] = ()
    """Sides that have already tried to intercept the force (21.4171)."""
    remains: bool = False
    since: int = -1
    """Number of the player turn in which the force put to sea."""
    battle_hex: str = ""
    band: str = ""
    """Size band, filled in views of the enemy: ``under 10`` or ``10+``."""
    submarines: bool = False
    front: str = ""
    transports: int = 0
    origin: str = ""
    """SW box or base from which the whole force came, when that limits its return."""
    note: str = ""

    @property
    def at(self) -> str:
        """Return the hex in which the force is."""
        return self.path[min(self.step, len(self.path) - 1)] if self.path else self.target

    @property
    def begins(self) -> str:
        """Return the hex where the force's track begins. Without a known track, return its goal."""
        return self.path[0] if self.path else self.target


class TaskForce(msgspec.Struct, frozen=True):
    """A task force as its owner organised it."""

    id: str
    side: str
    name: str
    units: tuple[str, ...] = ()


class Assault(msgspec.Struct, frozen=True):
    """Attack on a hex in the combat phase, from announcement to end: attackers by sea, air and
    land, and their support."""

    hex: str
    side: str
    state: str = "announced"
    """``announced``, ``ashore`` (the attackers are chosen), ``won`` or ``failed``."""
    land: tuple[str, ...] = ()
    """Ground units that attack from a hex next to the target."""
    drops: tuple[str, ...] = ()
    """Airborne units dropped on the hex."""
    attackers: tuple[str, ...] = ()
    """Units that attack from the sea: the initial invaders. Other units aboard wait in reserve."""
    guns: tuple[str, ...] = ()
    """Ships that bombard. Destroyer factors that carry units cannot. ``UK-DD-1:3`` means three
    factors of a unit."""
    support: tuple[str, ...] = ()
    """Air units and escort carriers that support the ground attack."""
    cover: tuple[str, ...] = ()
    """Air units that support the defence."""
    silent: int = 0
    """Naval factors that may no longer bombard (21.5281)."""
    round: int = 0
    last: tuple[str, ...] = ()
    """Attacking ground units of the last round."""
    breach: bool = False
    """True if armour may exploit from the hex (21.518)."""
    exploiting: bool = False
    """True for an attack by exploiting armour."""
    fleet: bool = False
    """True if the attack was announced as an invasion from the sea."""


class PortCounter(msgspec.Struct, frozen=True):
    """A constructed port."""

    hex: str
    builder: str
    year: int
    turn: int
    """Number of the turn in which it was built."""


class Account(msgspec.Struct, frozen=True):
    """Means of a power. ``limit`` is the rest of its construction limit this turn; -1 means not
    counted."""

    brp: int = 1000
    rp: int = 1000
    port_rp: int = -1
    """Research points assigned to ports; -1 means that they come from ``rp``."""
    limit: int = -1
    built: int = 0
    """BRPs of the limit spent in this player turn."""


class SWBox(msgspec.Struct, frozen=True):
    """Contents of an Atlantic, Indian Ocean or Pacific SW box: transports, escort carriers and ASW
    factors."""

    transports: int = 0
    committed: int = 0
    cves: int = 0
    asw: int = 0


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole state of a game."""

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
    last_player_turn: tuple[int, str, str] = (9999, "Winter", "Allied")
    """Year, season and side of the last player turn."""
    over: bool = False
    winner: str = ""
    """Side that has won at once, whatever the score."""
    # pieces
    units: Mapping[str, Unit] = {}
    forces: Mapping[str, Force] = {}
    groups: Mapping[str, TaskForce] = {}
    serial: int = 0
    """Counter for ids of forces. Both sides see it."""
    lots: str = ""
    """The game's secret for opaque ids. No view contains it."""
    # control, with its four snapshots (hex or box -> nation, side or "neutral")
    control: Mapping[str, str] = {}
    control_phase: Mapping[str, str] = {}
    control_move: Mapping[str, str] = {}
    control_turn: Mapping[str, str] = {}
    supply: Mapping[str, str] = {}
    """Hex -> ``full``, ``partial`` or ``none``; ``full`` for hexes not named."""
    closed: Mapping[str, bool] = {}
    """Hexes whose port is not operational."""
    bridgeheads: tuple[str, ...] = ()
    rocky: tuple[str, ...] = ()
    """Coast hexes that the position gives no beach, whatever the board shows."""
    land_fronts: Mapping[str, str] = {}
    """Hex -> front of its land, where it differs from the front of its water (21.554A)."""
    ports: Mapping[str, PortCounter] = {}
    extra_ports: Mapping[str, str] = {}
    """Hex -> name of a port that the scenario adds to the board."""
    anchors: Mapping[str, int] = {}
    """Hex -> number of ports, where the position differs from the board."""
    straits: Mapping[str, tuple[str, str]] = {}
    """Crossing-arrow straits that the position adds: link id -> the two land hexes."""
    # politics
    sidings: Mapping[str, str] = {}
    """Nation -> side, where it differs from the usual side."""
    peace: frozenset[str] = frozenset()
    """``US|Germany`` for nations not at war with each other; ``US|Pacific`` for a nation not at war
    in a theatre."""
    # money and research
    points: Mapping[str, int] = {}
    """Mission points by side. They stand for the BRPs spent on missions. A side not named has no
    limit."""
    income: Mapping[str, int] = {}
    purse: Mapping[str, int] = {}
    """Sides that keep unspent points -> the most points they may have. Unspent points of other
    sides lapse."""
    spent: Mapping[str, int] = {}
    """``Allied western`` (side, front) -> mission points charged there this player turn."""
    options: Mapping[str, str] = {}
    """``Axis western`` (side, front) -> offensive option bought there."""
    accounts: Mapping[str, Account] = {}
    research: Mapping[str, int] = {}
    codebreaking: Mapping[str, str] = {}
    sw: Mapping[str, SWBox] = {}
    closed_zones: frozenset[str] = frozenset()
    """``Allied|zone`` for zones closed to further transports this player turn (21.315)."""
    zones: Mapping[str, str] = {}
    """Hex -> supply zone, where the position names it."""
    sw_conducted: frozenset[str] = frozenset()
    """Sides that conducted submarine warfare in the Atlantic in their last player turn
    (21.4184E)."""
    oil: Mapping[str, int] = {}
    """Side -> naval factors that may be uninverted at the end of its player turn. A side not named
    may uninvert all."""
    lines: Mapping[str, str] = {}
    """Sea supply lines traced this player turn: ``Allied Malta's hex`` -> the place's supply level
    before."""
    let_by: Mapping[str, int] = {}
    """Stretches of enemy activities that a side has let pass: ``Axis P1 enters`` -> 1."""
    shipped: Mapping[str, int] = {}
    """Deliveries by sea: ``Allied oil HEX``, ``Allied brp HEX`` -> number of oil counters or
    BRPs."""
    raids: Mapping[str, Raid] = {}
    """Raider groups, by the id of their force."""
    harbor: Any = None
    """Harbor attack in progress: the parts announced so far (its type is in ``harbor_attack``)."""
    harbor_attacks: tuple[str, ...] = ()
    """Sides that have made harbor attacks, in order. The initial German attack is ``Axis
    initial``."""
    cards: Mapping[str, int] = {}
    """Side -> tactical codebreaking cards in hand."""
    codes: Mapping[str, int] = {}
    """Side -> strategic codebreaking cards in hand."""
    undealt: Mapping[str, int] = {}
    """Side -> codebreaking cards whose kind it has yet to choose."""
    chosen: Mapping[str, int] = {}
    """``Axis tactical`` (side, kind) -> codebreaking cards chosen."""
    rounds: int = 0
    """Rounds after which a battle ends, by the scenario; 0 for the number in the rules."""
    last_phase: str = ""
    """Phase that ends the last player turn; empty for its regular last phase."""
    hunters: Mapping[str, str] = {}
    """Ships sent against raiders in this phase -> id of the raider group."""
    guards: tuple[str, ...] = ()
    """Ships of SW boxes that guard, or have guarded, an escort or shipment in this phase
    (21.65G)."""
    # battle and interception (their types are in the rules)
    battle: Any = None
    ledger: tuple[Any, ...] = ()
    # score and script
    score: Mapping[str, float] = {}
    tallies: Mapping[str, float] = {}
    script: tuple[str, ...] = ()
    """Marks of scripted moments that have been played."""
    targets: tuple[str, ...] = ()
    """Hexes that are goals of transports or invasions in this phase (21.321)."""
    invading: tuple[str, ...] = ()
    """Boxes and bases from which invasions have sailed in this phase (21.14B)."""
    offensives: tuple[str, ...] = ()
    """Sides that are asked for offensive missions in their combat phase. In a case every side
    is."""
    assaults: Mapping[str, Assault] = {}
    """Hexes attacked from the sea, from the air or by land in this combat phase."""
    invaded: tuple[str, ...] = ()
    """Bases under enemy seaborne invasion in this phase (21.33)."""
    # knowledge (views)
    seen: Mapping[str, frozenset[str]] = {}
    """Side -> enemy units that it has identified."""
    presence: Mapping[str, tuple[str, ...]] = {}
    """Filled in views: place -> sides with ships there."""
    viewer: str = ""
    """Filled in views: the side that the view belongs to."""
    named_by_case: tuple[str, ...] = ()
    """Parts of the time that a case's position names: ``mover``, ``phase``, ``segment``,
    ``supply``."""
    last_track: tuple[str, ...] = ()
    """Track of the moving side's last activity, to refuse orders that come when it is over."""
    passed_as: str = ""
    """Mission of that activity."""
    ground_reported: bool = False
    """True if players report ground units: what they occupy, and what sails to support them."""
    as_in_history: bool = False
    """True if an unnamed place belongs to its historical holder. Otherwise it belongs to nobody."""
    ask_hopeless_windows: bool = False
    """True if interceptors are asked in every window with dice, hopeless or not."""

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
        """Return True in the last player turn."""
        return self.last_player_turn == (self.year, self.season, self.mover)

    # -- pieces
    def unit(self, id: str) -> Unit:
        """Return a unit by id. Raises ``KeyError``."""
        return self.units[id]

    def each(self, ids: Iterable[str]) -> Iterator[Unit]:
        """Yield units by their ids, in that order. Raises ``KeyError``."""
        return (self.units[i] for i in ids)

    def members(self, force: Force | str) -> tuple[Unit, ...]:
        """Return the ships of a force that still sail with it. Empty when they are hidden from this
        view."""
        f = self.forces[force] if isinstance(force, str) else force
        units = self.units
        return tuple([units[i] for i in f.units if i in units and units[i].status not in GONE])

    def sails(self, force: Force) -> bool:
        """Return True when any ship still sails with a force."""
        units = self.units
        for i in force.units:  # noqa: SIM110 (asked of every force at every step)
            if i in units and units[i].status not in GONE:
                return True
        return False

    def ships(self, side: str = "") -> Iterator[Unit]:
        """Yield the ships in play, of one side if given."""
        return iter(_ships(self, side))

    def based(self, place: str, side: str = "") -> tuple[Unit, ...]:
        """Return the ships based in a port or box. Those on patrol from it are included
        (21.415)."""
        return tuple([u for u in _berths(self).get(place, ()) if not side or u.side == side])

    def enemy(self, side: str) -> str:
        """Return the other side."""
        for other in self.sides:
            if other != side:
                return other
        return ""


def unit_fields(state: State) -> tuple[object, ...]:
    """Return the fields of the state that say where every unit is."""
    return (state.units,)


BERTHED = frozenset({"", "repair", "port-sunk", "building"})
"""Statuses of a ship that lies in its base."""


@memo_per_parts(unit_fields)
def _ships(state: State, side: str) -> tuple[Unit, ...]:
    if side:
        return tuple([u for u in _ships(state, "") if u.side == side])
    return tuple([u for u in state.units.values() if u.kind == "ship" and u.status in PRESENT])


@memo_per_parts(unit_fields)
def _berths(state: State) -> Mapping[str, Sequence[Unit]]:
    """Return base -> ships in play there, in the order of the state."""
    found: dict[str, list[Unit]] = {}
    for u in _ships(state, ""):
        found.setdefault(u.base, []).append(u)
    return found


@memo_per_parts(unit_fields)
def bases_with_ships(state: State) -> tuple[tuple[str, str], ...]:
    """Return (place, side) of bases with ships in them, in the order of the state."""
    return tuple(
        dict.fromkeys(
            [
                (u.base, u.side)
                for u in state.units.values()
                if u.kind == "ship" and u.status in BERTHED and not u.force
            ]
        )
    )


@memo_per_parts(unit_fields)
def flying_from(state: State) -> Mapping[str, Sequence[str]]:
    """Return carrier id -> ids of the naval air squadrons aboard."""
    found: dict[str, list[str]] = {}
    for u in state.units.values():
        if u.aboard:
            found.setdefault(u.aboard, []).append(u.id)
    return found


def with_changes(mapping: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of *mapping* with *changes*. A value ``None`` deletes its key."""
    out = {**mapping, **changes}
    for k, v in changes.items():
        if v is None:
            del out[k]
    return out


def with_units(state: State, changed: Iterable[Unit]) -> State:
    """Return the state with these units in place of those with the same ids. Return the same object
    when there are none."""
    new = {u.id: u for u in changed}
    return msgspec.structs.replace(state, units={**state.units, **new}) if new else state


def with_fields(unit: Unit, **fields: Any) -> Unit:
    """Return the unit with these fields. Return the same object when nothing changes, so that
    states share unchanged parts."""
    for name, value in fields.items():
        if getattr(unit, name) != value:
            return msgspec.structs.replace(unit, **fields)
    return unit


def with_units_changed(state: State, ids: Iterable[str], **fields: Any) -> State:
    """Return the state with the same fields changed in several units. Unknown ids are ignored.
    Return the same object when nothing changes."""
    units = state.units
    changed: dict[str, Unit] = {}
    for i in ids:
        if i in units:
            u = with_fields(units[i], **fields)
            if u is not units[i]:
                changed[i] = u
    return msgspec.structs.replace(state, units={**units, **changed}) if changed else state


def with_cargo_ashore(state: State, force: str) -> State:
    """Return the state with all cargo of a force ashore; unchanged when the force is gone."""
    f = state.forces.get(force)
    return (
        state
        if f is None
        else msgspec.structs.replace(
            state,
            forces=with_changes(
                state.forces, {f.id: msgspec.structs.replace(f, cargo=(), loaded=False)}
            ),
        )
    )


def factors(units: Iterable[Unit]) -> int:
    """Return the naval factors of some ships."""
    return sum([u.factors for u in units if u.kind == "ship" and u.type not in NOT_FACTORS])


BIG = 10
"""Naval factors from which ships sail only as a task force (21.312). From this number on the enemy
sees their size as ``10+``."""


def needs_task_force(units: Iterable[Unit]) -> bool:
    """Return True when these ships must sail as a task force."""
    return factors(units) >= BIG


replace = msgspec.structs.replace
