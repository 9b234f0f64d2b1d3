"""Scenario cards and orders of battle, read from the data files of this folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from flagplot.table import DataError, Scenario
from flagplot.table.setup import scenarios

from ..state import SWBox


class PlaceRow(msgspec.Struct, frozen=True):
    """Place of a scenario: its holder, and what it is where the board says less than the scenario
    needs."""

    name: str
    hex: str
    control: str
    port: bool = False
    """True when the scenario adds this port to the board."""
    kind: str = ""


class Removal(msgspec.Struct, frozen=True):
    """Factors of a type that a side must remove, from units of its choice."""

    side: str
    nation: str
    type: str
    factors: int


class Capture(msgspec.Struct, frozen=True):
    """Places that change hands by script."""

    side: str
    places: tuple[str, ...]


class AirMove(msgspec.Struct, frozen=True):
    """Move of an air unit to another base by script. ``rest`` says what becomes of the factors that
    do not move: ``stay`` or ``withdraw``."""

    unit: str
    factors: int
    place: str
    rest: str = "stay"


class CardHand(msgspec.Struct, frozen=True):
    """Codebreaking cards with which a side begins."""

    tactical: int = 0
    strategic: int = 0
    choice: int = 0
    """Number of further cards. The side chooses their kind before its next player turn begins."""


class Script(msgspec.Struct, frozen=True):
    """One scripted event: ``when`` is ``start of SIDE SEASON YEAR`` or
    ``end of SIDE SEASON YEAR``."""

    when: str
    why: str
    withdraw: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    """Units that leave the game until they come ``back``."""
    back: tuple[str, ...] = ()
    research: Mapping[str, int] = {}
    """Research results from then on."""
    transports: Mapping[str, int] = {}
    """Transports added to SW boxes, keyed as ``Allied Atlantic SW box``."""
    codes: Mapping[str, CardHand] = {}
    """Codebreaking cards dealt to sides."""
    remove: Removal | None = None
    capture: Capture | None = None
    move: AirMove | None = None
    unless_harbor_attack: bool = False
    """True if it happens only while no harbor attack has been made."""


class Landing(msgspec.Struct, frozen=True):
    """Points for units landed by sea transport: ``at`` gives points per factor by place, for the
    ``first`` factors landed."""

    side: str
    kinds: tuple[str, ...]
    at: Mapping[str, float]
    first: int
    seasons: tuple[str, ...] = ()


class PatrolScore(msgspec.Struct, frozen=True):
    """Points for an undefeated patrol of at least ``factors`` still in one of these hexes after
    regular combat."""

    factors: int
    each: float
    hexes: tuple[str, ...]


class EndScore(msgspec.Struct, frozen=True):
    """Points at the end. ``garrisons`` compares ground factors in two lists of places; ``air``
    counts air factors in one place."""

    kind: str
    points: float
    Allied: tuple[str, ...] = ()
    Axis: tuple[str, ...] = ()
    place: str = ""
    factors: int = 0
    side: str = ""


class Surprise(msgspec.Struct, frozen=True):
    """Surprise in one player turn: the defenders have no advantage against invasions, and roll
    fewer dice for interceptions."""

    when: str
    unready: tuple[str, ...] = ()
    """Nations whose units have no advantage against an invasion."""
    dice: int = 0
    """Number of dice that the other side's interceptions lose."""


class JoiningRule(msgspec.Struct, frozen=True):
    """Neutral places, with the independent units in them, that join a side after some of them have
    been conquered."""

    side: str
    conqueror: str
    """Side whose conquests cause the change."""
    places: tuple[str, ...]
    why: str
    taken: int = 1
    """Number of conquests needed."""


class Garrison(msgspec.Struct, frozen=True):
    """Garrison of an independent power. When invaded it rolls a die and steps aside on ``aside`` or
    less. All units of its power in the place then leave the fight."""

    place: str
    nation: str
    aside: int


class Station(msgspec.Struct, frozen=True):
    """Submarine unit that begins on patrol."""

    unit: str
    hex: str


class Fleet(msgspec.Struct, frozen=True):
    """Ships that have oil for one voyage in the scenario, and sail together."""

    units: tuple[str, ...]


class Fort(msgspec.Struct, frozen=True):
    """Coastal forts that fire once, at the first ships of a side that come to a place it does not
    hold. They sink a cruiser, or ``factors`` of destroyers."""

    place: str
    against: str
    factors: int


class Duty(msgspec.Struct, frozen=True):
    """Mission that a side must announce in a player turn. Its ships sail together on this mission
    and on no other."""

    when: str
    """``SIDE SEASON YEAR``"""
    mission: str
    """``invasion`` or ``patrol``."""
    place: str
    units: tuple[str, ...]
    within: int = 0
    """Greatest distance of a patrol from the place, in hexes."""


class PlayArea(msgspec.Struct, frozen=True):
    """Part of the board in play: all hexes within a distance of these places."""

    places: tuple[str, ...]
    within: int


class Transfers(msgspec.Struct, frozen=True):
    """Limit on base changes of a nation in a player turn of its side: the naval factors, and the
    places between which they may move."""

    side: str
    nation: str
    factors: int
    places: tuple[str, ...]


class ConvoyEscorts(msgspec.Struct, frozen=True):
    """Old battleships that may sail with the convoys of an SW box. ``bonus`` is added to the raider
    die of second engagements. They engage no group without damaged ships, and a group that meets
    one breaks off."""

    box: str
    ships: tuple[str, ...]
    bonus: int


class SuddenVictory(msgspec.Struct, frozen=True):
    """Immediate victory of a side when the enemy has at most ``transports`` left in an SW box."""

    side: str
    box: str
    transports: int


class IdlePenalty(msgspec.Struct, frozen=True):
    """Penalty at the end for each of a side's ships of some types that never came to an SW box as a
    raider."""

    side: str
    types: tuple[str, ...]
    each: float


class TakenScore(msgspec.Struct, frozen=True):
    """Extra points for places that a side holds at the end of one player turn."""

    when: str
    """``SIDE SEASON YEAR``"""
    each: float
    places: tuple[str, ...]
    how: str = ""
    """``exploited`` if only places count where a unit stands that came by exploitation; empty for
    all."""


class ScoreRules(msgspec.Struct, frozen=True):
    """Scoring of a scenario. ``degrees`` are (name, least difference) pairs, rising."""

    sunk: Mapping[str, float]
    damaged: float
    """Points for a damaged ship at the end, as a share of its value sunk (0 to 1)."""
    cargo_lost: float
    degrees: tuple[tuple[str, float], ...]
    of: Mapping[str, float] = {}
    """Factor by which losses of a side or nation are multiplied."""
    lead: Mapping[str, float] = {}
    """Points with which a side begins. Those of one start are keyed by side and start (``Axis
    S``)."""
    transports: float = 0.0
    """Points for a transport sunk in an SW box."""
    raid_home: float = 0.0
    """Points for a raider group that has attacked or been engaged, and has returned."""
    landing: tuple[Landing, ...] = ()
    damaged_each: Mapping[str, float] = {}
    """Points for a damaged ship of a class, whatever its size. Replaces ``damaged``."""
    air_lost: Mapping[str, float] = {}
    """Points for an enemy air factor lost anywhere, by type (or ``elite``). When empty,
    ``land_lost`` applies."""
    holding: Mapping[str, float | Mapping[str, float]] = {}
    """Points at the end for the side that holds a place, or by side."""
    taken: tuple[TakenScore, ...] = ()
    idle: IdlePenalty | None = None
    land_lost: float = 0.0
    """Points for an enemy ground or air factor lost on land."""
    patrol: PatrolScore | None = None
    end: EndScore | None = None

    def led(self, side: str, start: str) -> float:
        """Return the points with which a side begins a start."""
        return self.lead.get(f"{side} {start}", self.lead.get(side, 0.0))

    def held(self, side: str) -> Mapping[str, float]:
        """Return place -> points of a side for holding it at the end."""
        return {
            p: x.get(side, 0.0) if isinstance(x, Mapping) else x for p, x in self.holding.items()
        }


class UnitRow(msgspec.Struct, frozen=True):
    """Line of an order of battle. ``when`` is ``setup``, or the player turn at whose start the unit
    arrives."""

    when: str
    side: str
    nation: str
    kind: str
    id: str
    name: str
    type: str
    factors: int
    speed: str
    place: str
    scores: str
    start: str = ""
    """Starts to which the unit belongs, separated by blanks; empty for all."""


class Card(scenarios.Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whole scenario, as its files give it."""

    clock: Mapping[str, tuple[str, ...]]
    """``turns``, and for some starts their own lists of player turns. Each is ``SIDE SEASON
    YEAR``."""
    points: Mapping[str, int]
    powers: Mapping[str, tuple[str, ...]]
    countries: Mapping[str, str]
    places: tuple[PlaceRow, ...]
    score: ScoreRules
    script: tuple[Script, ...] = ()
    first_points: Mapping[str, int] = {}
    """Mission points of the first player turn, where they differ from ``points``."""
    surprise: Surprise | None = None
    joins: JoiningRule | None = None
    fort: Fort | None = None
    transfers: Transfers | None = None
    convoy: ConvoyEscorts | None = None
    sudden: SuddenVictory | None = None
    resting: str = ""
    """Nation whose ships stay inverted through the raiders' next player turn after they were sent
    against raiders."""
    saved: Mapping[str, int] = {}
    """Sides that keep unspent mission points -> the most they may have, new ones included."""
    offensives: tuple[str, ...] = ()
    """Sides that may announce offensive missions in their combat phase."""
    oil: Mapping[str, int] = {}
    """Naval oil counters a player turn by side. A side not named has unlimited oil."""
    sw: Mapping[str, SWBox] = {}
    """Contents of the SW boxes, keyed as ``Allied Atlantic SW box``."""
    research: Mapping[str, int] = {}
    peace: tuple[str, ...] = ()
    """Pairs of nations that are not at war, as ``Germany|U.S.``."""
    codes: Mapping[str, CardHand] = {}
    """Codebreaking cards by side."""
    duties: tuple[Duty, ...] = ()
    waters: PlayArea | None = None
    garrisons: tuple[Garrison, ...] = ()
    stations: tuple[Station, ...] = ()
    once: tuple[Fleet, ...] = ()
    rounds: int = 0
    """Rounds after which a battle ends; 0 for the number in the rules."""
    last_phase: str = ""
    """Phase that ends the last player turn; empty for its regular last phase."""
    opening: tuple[str, ...] = ()
    """Starts in which raiders may be put to sea before the first player turn (21.5331)."""
    units: tuple[UnitRow, ...] = ()

    def turns(self, start: str) -> tuple[str, ...]:
        """Return the player turns of a start, in order."""
        return self.clock.get(start, self.clock["turns"])

    def of_start(self, start: str) -> tuple[UnitRow, ...]:
        """Return the units of a start."""
        return tuple(u for u in self.units if not u.start or start in u.start.split())

    def place(self, name: str) -> PlaceRow:
        """Return a place of the scenario by name or hex. Raises ``KeyError``."""
        for row in self.places:
            if name in (row.name, row.hex):
                return row
        raise KeyError(f"scenario {self.id} has no place {name!r}")


OWN_FILES = {
    ("norway-1940", "W"): "norway-1940-w",
    ("norway-1940", "WS"): "norway-1940-w",
    ("midway-1942", "L"): "midway-1942-l",
    ("torch-1942", "L"): "torch-1942-l",
}
"""Starts that differ so much that they have files of their own."""


@lru_cache(None)
def scenario_card(id: str, start: str = "") -> Card:
    """Return the card of a scenario, as it is for a start, with its units.

    Raises ``KeyError`` for an unknown id, :class:`DataError` for a bad file.
    """
    file = OWN_FILES.get((scenarios.known_scenario("awaw", id), start), id)
    made = scenarios.read_card(
        "awaw", file, Card, units=scenarios.order_of_battle_rows("awaw", f"{file}.tsv")
    )
    names = {p.name for p in made.places}
    for u in made.units:
        if u.place not in names and not u.place.startswith("aboard "):
            raise DataError(
                f"awaw/scenarios/{file}.tsv: {u.id}: no place {u.place!r} in {file}.toml; add it "
                "there"
            )
    return made


def offered_scenarios() -> tuple[Scenario, ...]:
    """Return the scenario cards that the book offers."""
    return tuple(
        scenarios.scenario_of_card(c, briefings=briefings(c), histories=histories(c))
        for c in map(scenario_card, scenarios.scenario_ids("awaw"))
    )


def histories(c: Card) -> tuple[tuple[str, str], ...]:
    """Return (start, text) of what happened in history, for the starts whose own files tell it."""
    own = ((start, scenario_card(id, start).history) for id, start in OWN_FILES if id == c.id)
    return tuple((start, text) for start, text in own if text)


def briefings(c: Card) -> tuple[tuple[str, str], ...]:
    """Return (side, text) of the briefings. Those of starts with files of their own are under side
    and start, as ``Axis W``."""
    own = ((start, scenario_card(id, start)) for id, start in OWN_FILES if id == c.id)
    return (
        *c.briefings.items(),
        *((f"{side} {start}", text) for start, x in own for side, text in x.briefings.items()),
    )
