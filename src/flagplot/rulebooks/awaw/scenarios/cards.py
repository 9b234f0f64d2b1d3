"""Scenario cards and orders of battle, read from the data files of this folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from flagplot.table import DataError, Scenario
from flagplot.table.setup import scenarios

from ..state import SWBox


class PlaceRow(msgspec.Struct, frozen=True):
    """A place of the scenario: who holds it, and what it is where the board says less than the
    scenario needs."""

    name: str
    hex: str
    control: str
    port: bool = False
    """True when the scenario adds this port to the board."""
    kind: str = ""


class Removal(msgspec.Struct, frozen=True):
    """So many factors of a type that a side takes off by its own choice."""

    side: str
    nation: str
    type: str
    factors: int


class Capture(msgspec.Struct, frozen=True):
    """Places that change hands by script."""

    side: str
    places: tuple[str, ...]


class Move(msgspec.Struct, frozen=True):
    """An air unit that changes base by script; ``rest`` says what becomes of the factors that do
    not."""

    unit: str
    factors: int
    place: str
    rest: str = "stay"


class Hand(msgspec.Struct, frozen=True):
    """The codebreaking cards a side begins with."""

    tactical: int = 0
    strategic: int = 0
    choice: int = 0
    """Cards more, each of the kind the side chooses before its next player turn begins."""


class Script(msgspec.Struct, frozen=True):
    """One scripted event: ``when`` is ``start of SIDE SEASON YEAR`` or
    ``end of SIDE SEASON YEAR``."""

    when: str
    why: str
    withdraw: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    """Units that are out of the game until they come back."""
    back: tuple[str, ...] = ()
    research: Mapping[str, int] = {}
    """Research results as they stand from then on."""
    transports: Mapping[str, int] = {}
    """Transports that join those of SW boxes, as ``Allied Atlantic SW box``."""
    codes: Mapping[str, Hand] = {}
    """Codebreaking cards that sides are dealt."""
    remove: Removal | None = None
    capture: Capture | None = None
    move: Move | None = None
    unless_harbor_attack: bool = False
    """Only as long as nobody has made a harbor attack."""


class Landing(msgspec.Struct, frozen=True):
    """Points for units landed by sea transport: ``at`` gives points per factor by place, for the
    first so many factors."""

    side: str
    kinds: tuple[str, ...]
    at: Mapping[str, float]
    first: int
    seasons: tuple[str, ...] = ()


class PatrolScore(msgspec.Struct, frozen=True):
    """Points for an undefeated patrol of at least so many factors still in one of these hexes after
    regular combat."""

    factors: int
    each: float
    hexes: tuple[str, ...]


class EndScore(msgspec.Struct, frozen=True):
    """Points at the end. ``garrisons`` compares ground factors in two lists of places; ``air``
    counts air factors in one."""

    kind: str
    points: float
    Allied: tuple[str, ...] = ()
    Axis: tuple[str, ...] = ()
    place: str = ""
    factors: int = 0
    side: str = ""


class Surprise(msgspec.Struct, frozen=True):
    """Defenders taken by surprise in one player turn: no advantage against invasions, and fewer
    dice for interceptions."""

    when: str
    unready: tuple[str, ...] = ()
    """Nations whose units have no advantage against an invasion."""
    dice: int = 0
    """Dice less that the other side rolls for interceptions."""


class Joins(msgspec.Struct, frozen=True):
    """Neutral places, with the units that stand apart in them, that go over to a side when some of
    them have been conquered."""

    side: str
    conqueror: str
    """The side whose conquests move them."""
    places: tuple[str, ...]
    why: str
    taken: int = 1
    """Conquests it takes."""


class Garrison(msgspec.Struct, frozen=True):
    """Units of a power that stands apart: invaded, they throw a die and step aside on so much or
    less; then all of that power's units in the place are out of it."""

    place: str
    nation: str
    aside: int


class Station(msgspec.Struct, frozen=True):
    """A submarine unit that begins on patrol."""

    unit: str
    hex: str


class Fleet(msgspec.Struct, frozen=True):
    """Ships that have oil to sail once in the scenario, together."""

    units: tuple[str, ...]


class Fort(msgspec.Struct, frozen=True):
    """Coastal forts that fire once, on the first ships of a side that come to a place it does not
    hold: a cruiser is sunk, or so many factors of destroyers."""

    place: str
    against: str
    factors: int


class Duty(msgspec.Struct, frozen=True):
    """A mission that a side must announce in a player turn, and the ships that sail together with
    it and on nothing else."""

    when: str
    """``SIDE SEASON YEAR``"""
    mission: str
    """``invasion`` or ``patrol``."""
    place: str
    units: tuple[str, ...]
    within: int = 0
    """Hexes from the place at which a patrol is near enough."""


class Waters(msgspec.Struct, frozen=True):
    """The part of the board that is played on: so many hexes around these places."""

    places: tuple[str, ...]
    within: int


class Transfers(msgspec.Struct, frozen=True):
    """How many naval factors of a nation may change base in a player turn of its side, and between
    which places."""

    side: str
    nation: str
    factors: int
    places: tuple[str, ...]


class ConvoyEscorts(msgspec.Struct, frozen=True):
    """Old battleships that may go with the convoys of an SW box: what they add to the raider die of
    second engagements. They come to no group without damaged ships, and a group that meets one
    breaks off."""

    box: str
    ships: tuple[str, ...]
    bonus: int


class Sudden(msgspec.Struct, frozen=True):
    """A side that has won at once when the enemy has no more than so many transports in an SW
    box."""

    side: str
    box: str
    transports: int


class Idle(msgspec.Struct, frozen=True):
    """Points a side loses at the end for each of its ships of some types that never came to an SW
    box as a raider."""

    side: str
    types: tuple[str, ...]
    each: float


class Taken(msgspec.Struct, frozen=True):
    """Points more for places that a side holds at the end of one player turn."""

    when: str
    """``SIDE SEASON YEAR``"""
    each: float
    places: tuple[str, ...]
    how: str = ""
    """Only where a unit stands that came there so: ``exploited``."""


class ScoreRules(msgspec.Struct, frozen=True):
    """How a scenario is scored; ``degrees`` are (name, least difference), rising."""

    sunk: Mapping[str, float]
    damaged: float
    """Points for a damaged ship at the end, as a part of what it would be worth sunk."""
    cargo_lost: float
    degrees: tuple[tuple[str, float], ...]
    of: Mapping[str, float] = {}
    """How much more the losses of a side, or of a nation, are worth than the table says."""
    lead: Mapping[str, float] = {}
    """Points a side begins with; of one start under side and start (``Axis S``)."""
    transports: float = 0.0
    """Points for a transport sunk in an SW box."""
    raid_home: float = 0.0
    """Points for a raider group that attacked, or was met, and is home."""
    landing: tuple[Landing, ...] = ()
    damaged_each: Mapping[str, float] = {}
    """Points for a damaged ship of a class, whatever its size, in place of ``damaged``."""
    air_lost: Mapping[str, float] = {}
    """Points for an air factor the enemy loses anywhere, by type (or ``elite``); without any they
    count as ``land_lost`` says."""
    holding: Mapping[str, float | Mapping[str, float]] = {}
    """Points at the end for whoever holds a place, or by side."""
    taken: tuple[Taken, ...] = ()
    idle: Idle | None = None
    land_lost: float = 0.0
    """Points for a ground or air factor the enemy loses on land."""
    patrol: PatrolScore | None = None
    end: EndScore | None = None

    def led(self, side: str, start: str) -> float:
        """Points a side begins a start with."""
        return self.lead.get(f"{side} {start}", self.lead.get(side, 0.0))

    def held(self, side: str) -> Mapping[str, float]:
        """Points of a side for the places it holds at the end."""
        return {
            p: x.get(side, 0.0) if isinstance(x, Mapping) else x for p, x in self.holding.items()
        }


class UnitRow(msgspec.Struct, frozen=True):
    """One line of an order of battle. ``when`` is ``setup`` or the player turn at whose start the
    unit arrives."""

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
    """The starts it belongs to, apart by blanks; every one when empty."""


class Card(scenarios.Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole scenario as its files give it."""

    clock: Mapping[str, tuple[str, ...]]
    """``turns`` and, by start, other lists of player turns, each as ``SIDE SEASON YEAR``."""
    points: Mapping[str, int]
    powers: Mapping[str, tuple[str, ...]]
    countries: Mapping[str, str]
    places: tuple[PlaceRow, ...]
    score: ScoreRules
    script: tuple[Script, ...] = ()
    first_points: Mapping[str, int] = {}
    """Mission points of the first player turn, where they differ."""
    surprise: Surprise | None = None
    joins: Joins | None = None
    fort: Fort | None = None
    transfers: Transfers | None = None
    convoy: ConvoyEscorts | None = None
    sudden: Sudden | None = None
    resting: str = ""
    """A nation whose ships, sent against raiders, lie inverted through the next player turn of the
    raiders as well."""
    saved: Mapping[str, int] = {}
    """Sides that keep the mission points they have not spent, and how many they may have together
    with new ones."""
    offensives: tuple[str, ...] = ()
    """Sides that may announce offensive missions in their combat phase."""
    oil: Mapping[str, int] = {}
    """Naval oil counters a player turn by side; a side not named has enough for everything."""
    sw: Mapping[str, SWBox] = {}
    """What the SW boxes hold, as ``Allied Atlantic SW box``."""
    research: Mapping[str, int] = {}
    peace: tuple[str, ...] = ()
    """Pairs of nations that are not at war, as ``Germany|U.S.``."""
    codes: Mapping[str, Hand] = {}
    """Codebreaking cards by side."""
    duties: tuple[Duty, ...] = ()
    waters: Waters | None = None
    garrisons: tuple[Garrison, ...] = ()
    stations: tuple[Station, ...] = ()
    once: tuple[Fleet, ...] = ()
    rounds: int = 0
    """Rounds after which a battle is over; 0 for what the rules say."""
    last_phase: str = ""
    """The phase with which the last player turn ends, where that is not its last."""
    opening: tuple[str, ...] = ()
    """Starts in which raiders may be put to sea before the first player turn (21.5331)."""
    units: tuple[UnitRow, ...] = ()

    def turns(self, start: str) -> tuple[str, ...]:
        """The player turns of a start, in order."""
        return self.clock.get(start, self.clock["turns"])

    def of_start(self, start: str) -> tuple[UnitRow, ...]:
        """The units of a start."""
        return tuple(u for u in self.units if not u.start or start in u.start.split())

    def place(self, name: str) -> PlaceRow:
        """A place of the scenario by name or hex. Raises ``KeyError``."""
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
"""Starts that differ in so much that they have files of their own."""


@lru_cache(None)
def card(id: str, start: str = "") -> Card:
    """The card of a scenario, as it is for a start, with its units. Raises ``KeyError`` for an
    unknown id, :class:`DataError` for a bad file."""
    file = OWN_FILES.get((scenarios.known("awaw", id), start), id)
    made = scenarios.read("awaw", file, Card, units=scenarios.rows("awaw", f"{file}.tsv"))
    names = {p.name for p in made.places}
    for u in made.units:
        if u.place not in names and not u.place.startswith("aboard "):
            raise DataError(
                f"awaw/scenarios/{file}.tsv: {u.id}: no place {u.place!r} in {file}.toml; add it "
                "there"
            )
    return made


def on_offer() -> tuple[Scenario, ...]:
    """The scenario cards as the table offers them."""
    return tuple(
        scenarios.offered(c, briefings=briefings(c), histories=histories(c))
        for c in map(card, scenarios.ids("awaw"))
    )


def histories(c: Card) -> tuple[tuple[str, str], ...]:
    """What happened, of starts with files of their own that tell it."""
    own = ((start, card(id, start).history) for id, start in OWN_FILES if id == c.id)
    return tuple((start, text) for start, text in own if text)


def briefings(c: Card) -> tuple[tuple[str, str], ...]:
    """The briefing of each side; of starts with files of their own under side and start, as
    ``Axis W``."""
    own = ((start, card(id, start)) for id, start in OWN_FILES if id == c.id)
    return (
        *c.briefings.items(),
        *((f"{side} {start}", text) for start, x in own for side, text in x.briefings.items()),
    )
