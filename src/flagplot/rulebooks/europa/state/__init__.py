"""The state: everything that changes in a game, as frozen values, and functions that read and
change it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from flagplot.table import Rulings, clause
from flagplot.table.core.memo import memo_per_parts, memo_per_state

from ..map import chart, sheets
from .shore import Bridge, Division, Garrison, Malta, SeaChange
from .units import Air, Call, Cargo, Unit, group_kind
from .waters import Account, Fall, Waters

UNKNOWN = -99
"""A search modifier that is not known, because none held or was rolled yet."""
NEVER = -9
"""A player-turn that has not happened."""
RESTED = 99
"""Day MPs since the last night block, for a group that has not moved by night in this phase."""


class Group(msgspec.Struct, frozen=True):
    """A naval group: its members, its place, and its record for the step.

    ``where`` is ``sea``, ``port`` or ``riverine``. On a river ``river`` is the hexside it lies on,
    and ``hex`` a hex beside it. ``spent`` counts MPs of this step (of the reaction when its side is
    not phasing). ``marker`` is the level of its -# Step marker (2 for -2). ``came_from`` is the hex
    it was in before, ``started`` the hex where it began the step at sea.
    """

    id: str
    side: str
    members: tuple[str, ...]
    hex: str
    where: str = "sea"
    river: str = ""
    reserve: bool = False
    activated: bool = False
    called_by: str = ""
    """The phasing group whose contact activated it. The group copies its night spending
    (32.C.s08)."""
    marker: int = 0
    idle: bool = False
    """True when it counts as having moved in this step (32.C.s07)."""
    ended: bool = False
    """True when it is finished for the step: in port, or stopped by a rule."""
    spent: int = 0
    account: int = 0
    """Its MPs in this step, when it was merged or split off with a different allowance than its
    units give; else 0."""
    reacted: bool = False
    started: str = ""
    came_from: str = ""
    track: tuple[tuple[str, str, int, int], ...] = ()
    """Legs sailed that its own side's log does not show yet: (from, to, MPs, MPs of them by
    night)."""
    trace: tuple[tuple[str, str, int, int], ...] = ()
    """Legs sailed that the other side's log does not show yet."""
    moved: bool = False
    arrived: bool = False
    """True when it came to its hex in this step, with every part of it."""
    screened: bool = False
    """True when it entered its present hex in protected waters."""
    found: bool = False
    """True when it was found in this step."""
    spotted: bool = False
    """True when it was found in this step with aircraft taking part."""
    disclosed_counts: tuple[int, int] = (-1, -1)
    """The numbers of TFs and transports that the enemy was told in this step; -1 when it was told
    nothing."""
    sought: bool = False
    """True when a search for it was offered or rolled in this segment."""
    gauge: int = UNKNOWN
    """The search modifier that held in its previous hex."""
    last_roll: int = UNKNOWN
    """The modifier of the last search rolled for it in this segment."""
    hidden_from: bool = False
    """True when no enemy naval group may search for it again in this segment (result F)."""
    no_seeking: str = ""
    """As a searcher: the result (D, F*) that bars it from other groups in this segment, or empty.
    It may still search for ``sought_for``."""
    sought_for: tuple[str, ...] = ()
    """The group it searched for then, or that group's heirs."""
    night_block: int = 0
    """MPs of the current night block, 0 to 4; 0 between blocks."""
    night_spent: int = 0
    """Night MPs in this movement phase."""
    day_since: int = RESTED
    """Day MPs since the last night block, at most ``RESTED``, which also stands before the first
    block."""
    dark: bool = False
    """True when its last MP was spent by night."""
    pledged: bool = False
    """True when its next MPs are by night, because it started the step in a danger zone so
    (36.D.2), or put to sea so."""
    log: tuple[tuple[str, int], ...] = ()
    """The order of day and night MPs in this step: pairs (``day`` or ``night``, MPs)."""
    task: str = ""
    """The text of the activity that it pays for over several steps, or empty."""
    paid: int = 0
    zones: tuple[tuple[str, int], ...] = ()
    """MPs spent in the combat zone of each coast defence in this step: pairs (hex, MPs)."""
    fired_on: tuple[tuple[tuple[str, str], int], ...] = ()
    """Occasions to fire that its units used in this step: pairs ((unit, hex of a coast defence),
    number of times)."""
    fought: tuple[str, ...] = ()
    """Enemy groups that it has already fought in the hex where it stays, and submarine groups that
    attacked it in this step (``sub:`` and the id)."""
    shunned: tuple[str, ...] = ()
    """Enemy groups that may not engage it again in this step (disengagement result S*)."""
    closed: tuple[str, ...] = ()
    """Hexes it left by disengaging and may not enter again in this step."""
    screen: tuple[str, ...] = ()
    seen: bool = False
    """True when the other side knows where it is although it is a submarine group (this
    player-turn), and its owner knows that."""
    sighted: bool = False
    """True when the other side knows where it is, because it was asked whether it searches for it
    or meets it. Its owner is not told."""
    mined: tuple[str, ...] = ()
    """Minebelt hexes in which it was checked in this step."""
    zone_done: bool = False
    """True when a danger-zone roll without contact has freed it from others for this step."""
    eased: bool = False
    """True when its next danger-zone roll has -1, after a disaster for the enemy's patrols."""
    harried: str = ""
    """The light, ``night`` or ``day``, in which Malta's forces checked its transports in this step;
    empty when they did not."""
    departed: str = ""
    """The port from which it last put to sea."""
    known_as: str = ""
    """The kind of group that a view shows in place of its members; empty in the full state."""
    home: str = ""
    """The port of torpedo boats, to which they return at the end of the phase; else empty."""

    @property
    def known(self) -> bool:
        """True when the other side knows where it is although it is a submarine group."""
        return self.seen or self.sighted


class Fuel(msgspec.Struct, frozen=True):
    """The oil paid for a TF (36.E): the supply points paid in this player-turn, the last step they
    were paid for, and the hex of the port that pays by the step (empty when its whole sailing is
    paid)."""

    paid: int = 0
    step: int = 0
    port: str = ""


class Port(msgspec.Struct, frozen=True):
    """A port: its hex, owner, size 1 to 4 (minor, standard, major, great) and the facts that rules
    use."""

    name: str
    hex: str
    owner: str
    size: int = 1
    base: bool = False
    inland: bool = False
    works: bool = True
    blockade: int = 0
    """A blockade level stated by the scenario or a position. The level of groups at sea is added to
    it."""
    oil: int = 0
    """Supply points of oil there (an SRP is 5)."""
    hits: int = 0
    """Hits on its capacity."""
    mended: tuple[int, int] = (NEVER, 0)
    """The last player-turn in which ships were repaired here, and the hits repaired in it."""
    handled: tuple[int, int] = (NEVER, 0)
    """The last player-turn in which REs were handled here, and the REs handled in it."""
    lost_by: int = NEVER
    """The last player-turn (its index in the plan) in which the other side still owned it."""
    silent: int = NEVER
    """The player-turn in which it exerts no danger zone, because it bore a Collateral Damage marker
    or was blockaded."""
    hushed: int = NEVER
    """The player-turn in which it exerts no danger zone because hidden submarines blockaded it. Its
    owner does not know of this."""


class Defence(msgspec.Struct, frozen=True):
    """The coast defence of a hex: its level, owner and hits. Its strength is twice its level."""

    hex: str
    owner: str
    level: int
    hits: int = 0

    @property
    def fires(self) -> bool:
        """True unless it has no level or is suppressed: its hits reach its level, half of its
        strength."""
        return self.level > 0 and self.hits < self.level


class Phase(msgspec.Struct, frozen=True):
    """One movement phase of the game's plan: its side, its turn, its number of naval movement
    steps."""

    side: str
    turn: str
    steps: int


class Battle(msgspec.Struct, frozen=True):
    """A battle in progress: the moving group, its enemy (a group, or the hex of a coast defence),
    and how it stands.

    ``kind`` is surface, submarine, coast or air. ``screens`` holds the units of each group's
    screen.
    """

    kind: str
    mover: str
    enemy: str
    hex: str
    night: bool
    round: int = 0
    screens: tuple[tuple[str, tuple[str, ...]], ...] = ()
    bare: tuple[str, ...] = ()
    """Groups that fight the next round without their screen."""
    fires: str = ""
    """The only side that may fire in an unanswered round, or empty."""

    def screen(self, group: str) -> tuple[str, ...]:
        """Return the units of a group's screen in this round."""
        return () if group in self.bare else dict(self.screens).get(group, ())


class State(msgspec.Struct, frozen=True):
    """The whole state of a game. ``plan`` lists the movement phases of the game, ``at`` is the
    index of the present one (len(plan) when the game is over)."""

    rulings: Rulings
    scenario: str
    sides: tuple[str, ...]
    plan: tuple[Phase, ...]
    at: int = 0
    step: int = 0
    """1 to ``plan[at].steps``; 0 before the first step of the phase."""
    segment: str = "start"
    """``start`` (of a step), ``move`` or ``reaction``."""
    groups: Mapping[str, Group] = {}
    units: Mapping[str, Unit] = {}
    cargo: Mapping[str, Cargo] = {}
    air: Mapping[str, Air] = {}
    ports: Mapping[str, Port] = {}
    """Ports by hex."""
    defences: Mapping[str, Defence] = {}
    """Coast defences by hex."""
    terrain: Mapping[str, str] = {}
    """Hexes whose terrain a position states: sea, coastal, land, restricted, river, lake."""
    hexsides: Mapping[str, str] = {}
    """Hexsides a position states: full, partial, land, strait, river, major river, great river,
    canal, lake."""
    owners: Mapping[str, str] = {}
    zones: Mapping[str, str] = {}
    """Sea zones of hexes that a position states."""
    weather: Mapping[str, str] = {}
    """Sea state by sea zone; the entry ``""`` holds for all others."""
    troops: tuple[tuple[str, str], ...] = ()
    """Ground units: pairs (side, hex)."""
    zoc: tuple[tuple[str, str, str], ...] = ()
    """ZOCs stated by a position: triples (side, hex, ``partial`` or ``full``), one entry each."""
    fuel: Mapping[str, Fuel] = {}
    """The oil paid for each TF."""
    interdiction: Mapping[str, Mapping[str, int]] = {}
    """Port interdiction markers: hex -> side that placed it -> level."""
    mines: Mapping[str, Mapping[str, int]] = {}
    """Minebelts: hex -> owner -> points."""
    danger: Mapping[str, str] = {}
    """Danger zone hexes that the position states: hex -> side that exerts it."""
    waters: Waters = Waters()
    falls: tuple[Fall, ...] = ()
    """The places that the land war takes, player-turn by player-turn. Both sides know them."""
    unsupplied: tuple[str, ...] = ()
    """Hexes whose ground units are out of regular supply."""
    wings: Mapping[str, Account] = {}
    """Air replacement points by the organization that owns them."""
    malta: Malta | None = None
    calls: tuple[Call, ...] = ()
    """Carrier groups that may be called on, and those that came, until they withdraw."""
    support: Mapping[str, tuple[str, int]] = {}
    """Points of gunfire support fired at hexes in this step: hex -> (side, points)."""
    accounts: Mapping[str, Account] = {}
    """Naval repair points by side."""
    garrisons: Mapping[str, Garrison] = {}
    """Garrisons by hex."""
    divisions: Mapping[str, Division] = {}
    bridges: tuple[Bridge, ...] = ()
    eased: Mapping[str, int] = {}
    """Great successes in sweeping minebelts by naval superiority in this initial phase: hex ->
    number."""
    adrift: Mapping[str, tuple[str, int]] = {}
    """People in the water in this step: hex -> (side, REs)."""
    sounds: tuple[str, ...] = ()
    """Hexsides that troops can cross only by ferry, whatever land the sheets draw there."""
    seas: tuple[SeaChange, ...] = ()
    """The changes of the sea state. Both sides know them."""
    raiders: tuple[tuple[str, str], ...] = ()
    """Anti-shipping forces: pairs (side, hex) that check enemy groups in the hex."""
    neutral: tuple[str, ...] = ("Vichy", "neutral")
    gibraltar: str = ""
    """Hex of Gibraltar, or empty when the map has none."""
    gibraltar_passage: str = "Allied"
    """The side that may pass Gibraltar since the start of this player-turn."""
    scores: Mapping[str, float] = {}
    facts: Mapping[str, str] = {}
    """Facts of the scenario's own rules: plain pairs, such as ``flown-off``."""
    battle: Battle | None = None
    """The battle in progress, only inside a step; else ``None``."""
    salvo: Any = None
    """The salvo being rolled (``situations.Salvo``), only inside a step; else ``None``."""
    hunt: Any = None
    """The search in progress (``situations.Hunt``), only inside a step; else ``None``."""
    called: str = ""
    """The phasing group whose movement is suspended for a reaction, or empty."""

    # -- clock
    @property
    def phase(self) -> Phase | None:
        """The current movement phase, or ``None`` after the last."""
        return self.plan[self.at] if self.at < len(self.plan) else None

    @property
    def phasing(self) -> str:
        """The side whose player-turn it is; empty when the game is over."""
        return self.plan[self.at].side if self.at < len(self.plan) else ""

    @property
    def turn(self) -> str:
        """The current half-month turn, like ``Aug I 42``."""
        return self.plan[min(self.at, len(self.plan) - 1)].turn if self.plan else ""

    def other(self, side: str) -> str:
        """Return the opponent of a side."""
        return self.sides[side == self.sides[0]]

    def enemy_mines(self, hex: str, side: str) -> int:
        """Return the mine points in a hex that do not belong to *side*."""
        return sum(points for owner, points in self.mines.get(hex, {}).items() if owner != side)

    def enemy_interdiction(self, hex: str, side: str) -> int:
        """Return the level of port interdiction in a hex by the enemy of *side*."""
        return sum(
            level for owner, level in self.interdiction.get(hex, {}).items() if owner != side
        )

    # -- groups and units
    def of(self, group: Group) -> tuple[Unit, ...]:
        """Return those units of a group that the state or view holds, in the group's order."""
        return _units_of(self, group.members)

    def kind(self, group: Group) -> str:
        """Return the kind of a group: combat, cargo, mixed, submarine, flotilla or empty. A view
        knows the kind even without the units."""
        if group.known_as:
            return group.known_as
        return _kind_of(self, group.members)

    def groups_at(self, hex: str, side: str = "", where: str = "sea") -> tuple[Group, ...]:
        """Return the groups in a hex, by id: those at sea, or *where* else; of one side, or of both
        when *side* is empty."""
        return tuple(
            [
                g
                for g in _groups_by_hex(self).get(hex, ())
                if g.where == where and (not side or g.side == side)
            ]
        )

    def group_of(self, unit: str) -> Group | None:
        """Return the group in which a unit sails, or ``None``."""
        return _groups_by_unit(self).get(unit)

    def standing(self, side: str) -> Iterator[Group]:
        """Yield the groups of a side by id."""
        return iter(_of_side(self).get(side, ()))

    # -- the map
    @property
    def charted(self) -> bool:
        """True when terrain and hexsides come from the sheets alone, because the position states
        none of its own."""
        return not self.terrain and not self.hexsides

    @clause("32.A.s11")
    def ground(self, hex: str) -> str:
        """Return the terrain of a hex: sea, coastal, land, restricted, river, lake."""
        return self.terrain.get(hex) or sheets.terrain(hex)

    def edge(self, one: str, two: str) -> str:
        """Return the kind of the hexside between two touching hexes: full, partial, land, strait, a
        river (major, great), canal, lake.

        Where the position states nothing for it, a hexside beside a hex of all land is land;
        otherwise the sheets decide, with full sea for their land.
        """
        if self.charted:
            return sheets.hexside_kind(one, two)
        side = chart.side_id(one, two)
        stated = self.hexsides.get(side)
        if stated:
            return stated
        known = sheets.hexside_kind(one, two)
        if known in ("river", "canal", "lake", "strait"):
            return known
        if one in self.terrain or two in self.terrain:
            wet = {"sea", "coastal", "restricted", "lake"}
            if self.ground(one) not in wet or self.ground(two) not in wet:
                return "land"
            return known if known != "land" else "full"
        return known

    def owner(self, hex: str) -> str:
        """Return the side that owns a hex, or empty."""
        if hex in self.owners:
            return self.owners[hex]
        port = self.ports.get(hex)
        return port.owner if port else ""

    def zone(self, hex: str) -> str:
        """Return the sea zone of a hex."""
        return self.zones.get(hex) or sheets.sea_zone(hex)

    def bank(self, side: str) -> str:
        """Return the hex in which a group on a river or canal hexside counts as being: the bank
        with an inland port, or else the first bank."""
        one, two = chart.hexes_of_side(side)
        return two if (port := self.ports.get(two)) is not None and port.inland else one

    def sea_state(self, hex: str) -> str:
        """Return the sea state in the sea zone of a hex: ``calm``, ``rough`` or ``stormy``."""
        return self.weather.get(self.zone(hex)) or self.weather.get("", "calm")


def group_parts(state: State) -> tuple[Any, ...]:
    """Return the parts of a state that decide what the units of a group are and may do."""
    return state.units, state.rulings


@memo_per_parts(group_parts)
def _units_of(state: State, members: tuple[str, ...]) -> tuple[Unit, ...]:
    return tuple([state.units[m] for m in members if m in state.units])


@memo_per_parts(group_parts)
def _kind_of(state: State, members: tuple[str, ...]) -> str:
    return group_kind(_units_of(state, members), state.rulings.switch("mtb_as"))


@memo_per_state
def _by_id(state: State) -> tuple[Group, ...]:
    return tuple([g for _, g in sorted(state.groups.items())])


@memo_per_state
def _of_side(state: State) -> dict[str, tuple[Group, ...]]:
    """Return the groups of each side by id."""
    found: dict[str, list[Group]] = {}
    for g in _by_id(state):
        found.setdefault(g.side, []).append(g)
    return {side: tuple(some) for side, some in found.items()}


@memo_per_state
def _groups_by_unit(state: State) -> dict[str, Group]:
    """Return the group in which each unit sails. Where several groups name a unit, the first by id
    counts."""
    found: dict[str, Group] = {}
    for g in _by_id(state):
        for unit in g.members:
            found.setdefault(unit, g)
    return found


@memo_per_state
def _groups_by_hex(state: State) -> dict[str, tuple[Group, ...]]:
    """Return the groups by their hex, in the order of their ids."""
    found: dict[str, tuple[Group, ...]] = {}
    for g in _by_id(state):
        found[g.hex] = (*found.get(g.hex, ()), g)
    return found


def put_group(state: State, group: Group) -> State:
    """Return the state with a group changed or added. A group without members is removed."""
    groups = dict(state.groups)
    if group.members or group.known_as:
        groups[group.id] = group
    else:
        groups.pop(group.id, None)
    return replace(state, groups=groups)


def change_group(state: State, group: str, /, **changes: Any) -> State:
    """Return the state with fields of one group changed."""
    return put_group(state, replace(state.groups[group], **changes))


def put_unit(state: State, unit: Unit) -> State:
    """Return the state with a unit changed or added."""
    return replace(state, units={**state.units, unit.id: unit})


def lose_res(s: State, cargo: str, res: int) -> State:
    """Return the state after some REs of a cargo are lost. A cargo without REs is lost as a
    whole."""
    c = s.cargo[cargo]
    left = max(0, c.res - res)
    c = replace(c, res=left) if left else replace(c, res=0, aboard="", place="lost", craft="")
    return replace(s, cargo={**s.cargo, cargo: c})


def res_overboard(s: State, unit: Unit) -> tuple[tuple[str, int], ...]:
    """Return the REs aboard a unit beyond its strength, the latest cargo first: pairs (cargo,
    REs)."""
    aboard = [c for _, c in sorted(s.cargo.items()) if c.aboard == unit.id and c.res]
    due, found = sum(c.res for c in aboard) - unit.strength, []
    for c in reversed(aboard):
        if due > 0:
            found.append((c.id, min(due, c.res)))
            due -= c.res
    return tuple(found)


def remove_unit(s: State, unit: Unit, place: str) -> State:
    """Return the state after a unit has left its group for good, with the unit as given and its
    cargo at *place*."""
    s, group = put_unit(s, unit), s.group_of(unit.id)
    if group:
        members, screen = (
            tuple(m for m in some if m != unit.id) for some in (group.members, group.screen)
        )
        s = put_group(s, replace(group, members=members, screen=screen))
    cargo = {
        k: replace(c, aboard="", place=place) if c.aboard == unit.id else c
        for k, c in s.cargo.items()
    }
    return replace(s, cargo=cargo)


__all__ = ["Air", "Bridge", "Cargo", "Division", "Garrison", "SeaChange", "Unit"]
