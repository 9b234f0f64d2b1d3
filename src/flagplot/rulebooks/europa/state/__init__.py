"""The position: everything that changes in a game, as frozen values, and how to read it."""

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
"""In place of a search modifier where none held or was rolled yet."""
NEVER = -9
"""In place of a player-turn when there was none."""
RESTED = 99
"""Day MPs of a group that has not moved by night in this phase."""


class Group(msgspec.Struct, frozen=True):
    """A naval group: its members, where it is, and its record for the step.

    ``where`` is ``sea``, ``port`` or ``riverine`` (then ``river`` is the hexside it lies on and
    ``hex`` a hex beside it). ``spent`` counts MPs of this step (of the reaction when its side is
    not phasing). ``marker`` is the level of its -# Step marker (2 for -2). ``came_from`` is the hex
    it was in before; ``started`` the hex where it began the step at sea.
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
    """The phasing group whose contact activated it (its night spending is mirrored, 32.C.s08)."""
    marker: int = 0
    idle: bool = False
    """Counted as having moved in this step (32.C.s07)."""
    ended: bool = False
    """Finished for the step: in port, or stopped by a rule."""
    spent: int = 0
    account: int = 0
    """Its allowance in this step when merged or split off with another than its units have; 0 when
    they tell it."""
    reacted: bool = False
    started: str = ""
    came_from: str = ""
    track: tuple[tuple[str, str, int, int], ...] = ()
    """Legs sailed that the log of its own side has not told yet: (from, to, MPs, MPs of them by
    night)."""
    trace: tuple[tuple[str, str, int, int], ...] = ()
    """Legs that the log of the other side has not told yet."""
    moved: bool = False
    arrived: bool = False
    """It came to its hex in this step, with every part of it."""
    screened: bool = False
    """Its present hex was entered in protected waters."""
    found: bool = False
    """Found in this step."""
    spotted: bool = False
    """Found in this step with aircraft taking part."""
    told: tuple[int, int] = (-1, -1)
    """What the enemy was told of it in this step: TFs, transports; -1 when nothing."""
    sought: bool = False
    """A search for it was offered or rolled in this segment."""
    gauge: int = UNKNOWN
    """The search modifier that held in its previous hex."""
    last_roll: int = UNKNOWN
    """The modifier of the last search rolled for it in this segment."""
    hidden_from: bool = False
    """No enemy naval group may seek it again in this segment (result F)."""
    no_seeking: str = ""
    """As a searcher: the result (D, F*) that bars it from other groups in this segment;
    ``sought_for`` is what it may seek."""
    sought_for: tuple[str, ...] = ()
    """The group it sought then, or what that has become."""
    night_block: int = 0
    """MPs of the night block under way, 0 to 4; 0 between blocks."""
    night_spent: int = 0
    """Night MPs in this movement phase."""
    day_since: int = RESTED
    """Day MPs since the last night block; ``RESTED`` before the first, and no more than that."""
    dark: bool = False
    """Its last MP was spent by night."""
    pledged: bool = False
    """Its next MPs are by night: so it has started the step in a danger zone (36.D.2), or put to
    sea."""
    log: tuple[tuple[str, int], ...] = ()
    """Order of day and night MPs in this step: pairs (``day`` or ``night``, MPs)."""
    task: str = ""
    """Text of the activity being paid for over several steps, or empty."""
    paid: int = 0
    zones: tuple[tuple[str, int], ...] = ()
    """MPs spent in the combat zone of each coast defence in this step: pairs (hex, MPs)."""
    fired_on: tuple[tuple[tuple[str, str], int], ...] = ()
    """Occasions that its units used in this step: pairs ((unit, hex of a coast defence), how many
    times it opened fire)."""
    fought: tuple[str, ...] = ()
    """Enemy groups already fought in the hex where it stands still, or submarine groups that
    attacked it this step."""
    shunned: tuple[str, ...] = ()
    """Enemy groups that may not engage it again in this step (disengagement S*)."""
    closed: tuple[str, ...] = ()
    """Hexes it left by disengaging and may not enter again in this step."""
    screen: tuple[str, ...] = ()
    seen: bool = False
    """The other side knows where it is although it is a submarine group (this player-turn)."""
    sighted: bool = False
    """The other side knows so because it was asked whether it searches for it or meets it, which
    its owner is not told."""
    mined: tuple[str, ...] = ()
    """Minebelt hexes for which it was checked in this step."""
    zone_done: bool = False
    """A danger-zone roll without contact has freed it from others for this step."""
    eased: bool = False
    """Its next danger-zone roll has -1, after a disaster for the enemy's patrols."""
    harried: str = ""
    """The light, ``night`` or ``day``, in which Malta's forces checked its transports in this step;
    empty when they did not."""
    departed: str = ""
    """The port that it put to sea from last."""
    known_as: str = ""
    """The kind of group a view shows in place of its members; empty in the truth."""
    home: str = ""
    """Port of torpedo boats, to which they return at the end of the phase."""

    @property
    def known(self) -> bool:
        """Whether the other side knows where it is although it is a submarine group."""
        return self.seen or self.sighted


class Fuel(msgspec.Struct, frozen=True):
    """What was paid for the oil of a TF (36.E): supply points in this player-turn, the last step
    they were paid for, and the hex of the port that pays by the step (empty: its sailing is
    paid)."""

    paid: int = 0
    step: int = 0
    port: str = ""


class Port(msgspec.Struct, frozen=True):
    """A port: its hex, owner, size 1 to 4 (minor, standard, major, great) and the facts rules ask
    for."""

    name: str
    hex: str
    owner: str
    size: int = 1
    base: bool = False
    inland: bool = False
    works: bool = True
    blockade: int = 0
    """A blockade level set by the scenario or a position; the level of groups at sea is added."""
    oil: int = 0
    """Supply points of fuel there (an SRP is 5)."""
    hits: int = 0
    """Hits on its capacity."""
    mended: tuple[int, int] = (NEVER, 0)
    """The last player-turn in which ships were repaired here, and how many hits."""
    handled: tuple[int, int] = (NEVER, 0)
    """The last player-turn in which REs went aboard or ashore here, and how many."""
    lost_by: int = NEVER
    """The last player-turn (its place in the plan) in which the other side still owned it."""
    silent: int = NEVER
    """The player-turn in which it exerts no danger zone: it bears a Collateral Damage marker or was
    blockaded."""
    hushed: int = NEVER
    """The player-turn in which hidden submarines that blockaded it keep it silent, of which its
    owner does not know."""


class Defence(msgspec.Struct, frozen=True):
    """The coast defence of a hex: level, owner, hits (it has twice its level as strength),
    suppressed or not."""

    hex: str
    owner: str
    level: int
    hits: int = 0

    @property
    def fires(self) -> bool:
        """False when suppressed: its hits reach half of twice its level."""
        return self.level > 0 and self.hits < self.level


class Phase(msgspec.Struct, frozen=True):
    """One movement phase of the game's plan: whose, in which turn, how many naval movement
    steps."""

    side: str
    turn: str
    steps: int


class Battle(msgspec.Struct, frozen=True):
    """A fight under way: the moving group, its enemy (a group, or the hex of a coast defence), and
    how it stands.

    ``kind`` is surface, submarine, coast or air; ``screens`` holds the units of each group's
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
    """The one side that may fire in an unanswered round, or empty."""

    def screen(self, group: str) -> tuple[str, ...]:
        """Return the units of a group's screen in this round."""
        return () if group in self.bare else dict(self.screens).get(group, ())


class State(msgspec.Struct, frozen=True):
    """A whole position. ``plan`` lists the movement phases of the game, ``at`` the present one
    (len(plan) = over)."""

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
    """By hex."""
    defences: Mapping[str, Defence] = {}
    """By hex."""
    terrain: Mapping[str, str] = {}
    """Hexes whose terrain a position states: sea, coastal, land, restricted, river, lake."""
    hexsides: Mapping[str, str] = {}
    """Hexsides a position states: full, partial, land, strait, river, major river, great river,
    canal, lake."""
    owners: Mapping[str, str] = {}
    zones: Mapping[str, str] = {}
    """Sea zones of hexes as a position states them."""
    weather: Mapping[str, str] = {}
    """Sea state by sea zone; the entry ``""`` holds for all others."""
    troops: tuple[tuple[str, str], ...] = ()
    """Ground units: pairs (side, hex)."""
    zoc: tuple[tuple[str, str, str], ...] = ()
    """ZOCs stated by a position: triples (side, hex, ``partial`` or ``full``), one entry each."""
    fuel: Mapping[str, Fuel] = {}
    """TF -> what was paid for its oil."""
    interdiction: Mapping[str, Mapping[str, int]] = {}
    """Port interdiction markers: hex -> side that placed it -> level."""
    mines: Mapping[str, Mapping[str, int]] = {}
    """Minebelts: hex -> owner -> points."""
    danger: Mapping[str, str] = {}
    """Danger zone hexes that the position states: hex -> side that exerts it."""
    waters: Waters = Waters()
    falls: tuple[Fall, ...] = ()
    """What the land war takes, player-turn by player-turn: both sides know."""
    unsupplied: tuple[str, ...] = ()
    """Hexes whose ground units are out of regular supply."""
    wings: Mapping[str, Account] = {}
    """Air replacement points by the organization that owns them."""
    malta: Malta | None = None
    calls: tuple[Call, ...] = ()
    """Carrier groups that may be called on, and those that were, until they withdraw."""
    support: Mapping[str, tuple[str, int]] = {}
    """Points of gunfire support fired at hexes in this step: hex -> (side, points)."""
    accounts: Mapping[str, Account] = {}
    """Naval repair points by side."""
    garrisons: Mapping[str, Garrison] = {}
    """By hex."""
    divisions: Mapping[str, Division] = {}
    bridges: tuple[Bridge, ...] = ()
    eased: Mapping[str, int] = {}
    """Great successes in sweeping minebelts by naval superiority in this initial phase: hex -> how
    many."""
    adrift: Mapping[str, tuple[str, int]] = {}
    """People in the water in this step: hex -> (side, REs)."""
    sounds: tuple[str, ...] = ()
    """Hexsides that troops cross by ferry only, whatever land the sheets draw there."""
    seas: tuple[SeaChange, ...] = ()
    """When the sea state changes: both sides know."""
    raiders: tuple[tuple[str, str], ...] = ()
    """Anti-shipping forces: pairs (side, hex) where they check what passes."""
    neutral: tuple[str, ...] = ("Vichy", "neutral")
    gibraltar: str = ""
    """Hex of Gibraltar, or empty when the map has none."""
    gibraltar_passage: str = "Allied"
    """The side that may pass since the start of this player-turn."""
    scores: Mapping[str, float] = {}
    facts: Mapping[str, str] = {}
    """Scenario bookkeeping: plain pairs, such as ``flown-off``."""
    battle: Battle | None = None
    """The fight under way: only inside a step."""
    salvo: Any = None
    """The salvo being rolled (``situations.Salvo``): only inside a step."""
    hunt: Any = None
    """The search under way (``situations.Hunt``): only inside a step."""
    called: str = ""
    """The phasing group whose movement is suspended for a reaction, or empty."""

    # -- clock
    @property
    def phase(self) -> Phase | None:
        """The movement phase now, or ``None`` after the last."""
        return self.plan[self.at] if self.at < len(self.plan) else None

    @property
    def phasing(self) -> str:
        """The side whose player-turn it is; empty when the game is over."""
        return self.plan[self.at].side if self.at < len(self.plan) else ""

    @property
    def turn(self) -> str:
        """The half-month turn now, like ``Aug I 42``."""
        return self.plan[min(self.at, len(self.plan) - 1)].turn if self.plan else ""

    def other(self, side: str) -> str:
        """Return the opponent of a side."""
        return self.sides[side == self.sides[0]]

    def enemy_mines(self, hex: str, side: str) -> int:
        """Return the mine points in a hex that are not a side's own."""
        return sum(points for owner, points in self.mines.get(hex, {}).items() if owner != side)

    def enemy_interdiction(self, hex: str, side: str) -> int:
        """Return the level of the port interdiction marker in a hex that is not a side's own."""
        return sum(
            level for owner, level in self.interdiction.get(hex, {}).items() if owner != side
        )

    # -- groups and units
    def of(self, group: Group) -> tuple[Unit, ...]:
        """Return the units of a group that are known, in the group's order."""
        return _sailing(self, group.members)

    def kind(self, group: Group) -> str:
        """Return ``combat cargo mixed submarine flotilla empty``; a view tells it without the
        units."""
        if group.known_as:
            return group.known_as
        return _kind(self, group.members)

    def groups_at(self, hex: str, side: str = "", where: str = "sea") -> tuple[Group, ...]:
        """Return the groups in a hex, of one side when given, at sea (or ``where`` else), by id."""
        return tuple(
            [
                g
                for g in _here(self).get(hex, ())
                if g.where == where and (not side or g.side == side)
            ]
        )

    def group_of(self, unit: str) -> Group | None:
        """Return the group a unit travels in."""
        return _travelling(self).get(unit)

    def standing(self, side: str) -> Iterator[Group]:
        """Yield the groups of a side by id."""
        return iter(_of_side(self).get(side, ()))

    # -- the map
    @property
    def charted(self) -> bool:
        """True when the sheets alone tell terrain and hexsides: the position states none of its
        own."""
        return not self.terrain and not self.hexsides

    @clause("32.A.s11")
    def ground(self, hex: str) -> str:
        """Return terrain of a hex: sea, coastal, land, restricted, river, lake."""
        return self.terrain.get(hex) or sheets.terrain(hex)

    def edge(self, one: str, two: str) -> str:
        """Return the kind of the hexside between two touching hexes: full, partial, land, strait, a
        river (major, great), canal, lake.

        Where nothing is stated: land between two hexes of which one is all land, else full sea.
        """
        if self.charted:
            return sheets.edge(one, two)
        side = chart.side_id(one, two)
        stated = self.hexsides.get(side)
        if stated:
            return stated
        known = sheets.edge(one, two)
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
        return self.zones.get(hex) or sheets.zone(hex)

    def bank(self, side: str) -> str:
        """Return the hex that a group on a river or canal hexside counts in: that of an inland port
        beside it, or else the first."""
        one, two = chart.banks(side)
        return two if (port := self.ports.get(two)) is not None and port.inland else one

    def sea_state(self, hex: str) -> str:
        """Return ``calm``, ``rough`` or ``stormy`` in the sea zone of a hex."""
        return self.weather.get(self.zone(hex)) or self.weather.get("", "calm")


def crews(state: State) -> tuple[Any, ...]:
    """What of a position tells what the units of a group are and may do."""
    return state.units, state.rulings


@memo_per_parts(crews)
def _sailing(state: State, members: tuple[str, ...]) -> tuple[Unit, ...]:
    return tuple([state.units[m] for m in members if m in state.units])


@memo_per_parts(crews)
def _kind(state: State, members: tuple[str, ...]) -> str:
    return group_kind(_sailing(state, members), state.rulings.switch("mtb_as"))


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
def _travelling(state: State) -> dict[str, Group]:
    """Return the group every unit travels in, the first by id where several name it."""
    found: dict[str, Group] = {}
    for g in _by_id(state):
        for unit in g.members:
            found.setdefault(unit, g)
    return found


@memo_per_state
def _here(state: State) -> dict[str, tuple[Group, ...]]:
    """Return the groups of a position by their hex, by id."""
    found: dict[str, tuple[Group, ...]] = {}
    for g in _by_id(state):
        found[g.hex] = (*found.get(g.hex, ()), g)
    return found


def put_group(state: State, group: Group) -> State:
    """Return the position with a group changed or added; a group without members is taken off."""
    groups = dict(state.groups)
    if group.members or group.known_as:
        groups[group.id] = group
    else:
        groups.pop(group.id, None)
    return replace(state, groups=groups)


def change(state: State, group: str, /, **changes: Any) -> State:
    """Return the position with fields of one group changed."""
    return put_group(state, replace(state.groups[group], **changes))


def put_unit(state: State, unit: Unit) -> State:
    """Return the position with a unit changed or added."""
    return replace(state, units={**state.units, unit.id: unit})


def fewer(s: State, cargo: str, res: int) -> State:
    """Return the position when some REs of a cargo are lost; with the last of them it is."""
    c = s.cargo[cargo]
    left = max(0, c.res - res)
    c = replace(c, res=left) if left else replace(c, res=0, aboard="", place="lost", craft="")
    return replace(s, cargo={**s.cargo, cargo: c})


def overboard(s: State, unit: Unit) -> tuple[tuple[str, int], ...]:
    """Return the REs aboard a unit beyond its strength, the latest cargo first: pairs (cargo,
    REs)."""
    aboard = [c for _, c in sorted(s.cargo.items()) if c.aboard == unit.id and c.res]
    due, found = sum(c.res for c in aboard) - unit.strength, []
    for c in reversed(aboard):
        if due > 0:
            found.append((c.id, min(due, c.res)))
            due -= c.res
    return tuple(found)


def without(s: State, unit: Unit, place: str) -> State:
    """Return the position when a unit, as it now is, has left its group for good, and its cargo is
    at *place*."""
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
