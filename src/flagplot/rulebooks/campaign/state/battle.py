"""A battle as a small hashable situation, with the lens that joins it to the campaign."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from flagplot.table import Rulings
from flagplot.table.core.procedure import FieldLens

from ..map.battle_ocean import Hex
from .battle_ratings import FACILITIES, Fighter, Ratings, is_submarine


class Sea(FieldLens, frozen=True, tag="sea"):
    """The lens between the campaign and its current battle."""

    field = "battle"


SEA = Sea()


Phase = Literal["deploy", "fight", "over"]


BattleKind = Literal["sea", "port", "island", "invasion"]


Colour = Literal["red", "blue"]
"""The attacker deploys in the red zone, the defender in the blue zone (6.5.1.1)."""


class Combatant(msgspec.Struct, frozen=True, cache_hash=True):
    """A ship or an air unit in the battle. ``at`` is ``None`` while it is not on the map;
    ``aboard`` is then its carrier, if any."""

    id: str
    name: str
    side: str
    colour: Colour
    cls: str
    ratings: Ratings
    strength: int
    full: int
    experience: int = 0
    at: Hex | None = None
    aboard: str = ""
    carrier: str = ""
    flies: bool = False
    asw: bool = False
    ammo: int = 20
    fuel: int = 120
    moved: bool = False
    fired: bool = False
    hit_before: int = 0
    lost: int = 0
    revealed: bool = False
    surprised: bool = False
    zone: bool = False
    """True when other ships must keep off the ring of hexes around it (6.1.7.1)."""
    flak: int = 0
    """The [AA] value of a flak cruiser, which fires at aircraft that attack ships near it; 0 for
    others (6.1.8.3)."""
    mission: bool = True
    """False for a unit that need not reach the destination (escort aircraft)."""
    kind: str = ""
    """``soft`` or ``hard`` for a unit on land; empty for ships and aircraft."""
    movement_kind: str = ""
    """The movement of a land unit: a column of ``campaign.terrain``, or ``fixed``."""
    fixed: bool = False
    """True when it cannot move: guns, facilities, ships in port (6.5.4.2)."""
    entrenched: int = 0
    dug: int = 0
    """Progress towards the next level of entrenchment."""
    digs: int = 0
    start: int = 0
    """Entrenchment that the ground gives by itself."""
    bonus: int = 0
    """Defence that the ground adds."""
    close: bool = False
    cap: int = 0
    ground_letter: str = ""
    """The letter of the ground in its hex; empty on the open ocean."""
    part_of: str = ""
    """The campaign unit of which this is a part (6.5.3); empty for a whole unit."""
    scale: int = 1
    """Strength points the unit loses for each one lost in the battle (6.5.4.6)."""
    enters: int = 1
    """The turn from which it may enter the map."""
    slow: int = 0
    """The turn before which it moves only one hex a turn, as a ship that raises steam."""
    silent: int = 0
    """The turn before which it may not fire."""
    drilled: int = 0
    """The experience with which it entered the battle."""
    left: bool = False
    """True when it has left the map by the way out to sea, or broken off."""
    shy: int = 0
    """The strength below which it breaks off from a battleship (scenario rule); 0 for none."""
    screen: bool = False
    """True when its convoy scatters once it has attacked (scenario rule)."""
    beaches: bool = False
    """True for a boat that may run ashore: the unit aboard lands in the turn of its arrival
    (scenario rule)."""

    @property
    def facility(self) -> bool:
        return self.cls in FACILITIES

    @property
    def berthed(self) -> bool:
        return self.ground_letter in ("b", "P")

    @property
    def alive(self) -> bool:
        return self.strength > 0

    @property
    def level(self) -> int:
        return self.experience // 100

    @property
    def zoned(self) -> bool:
        """True for battleships, battle cruisers and carriers, which keep others off the ring of
        hexes around them (6.1.7.1, 6.1.7.3)."""
        return self.zone

    @property
    def submarine(self) -> bool:
        return is_submarine(self.cls)

    def fighter(self) -> Fighter:
        """Return the part of this unit that the exchange formula uses."""
        return Fighter(
            self.cls,
            self.ratings,
            self.strength,
            self.level,
            self.hit_before,
            self.flies,
            self.asw,
            self.surprised,
            self.kind,
            self.entrenched + self.bonus,
            self.close,
            self.cap,
        )


class SeaBattle(msgspec.Struct, frozen=True, cache_hash=True):
    """One battle: an interception at sea, a port attack, or an invasion (6.5).

    ``units`` are sorted by id. ``turn`` runs from 1 to ``turns``. Red moves first.
    """

    rulings: Rulings
    red: str
    blue: str
    red_squares: tuple[int, ...]
    blue_squares: tuple[int, ...]
    destination: tuple[int, ...]
    units: tuple[Combatant, ...]
    where: str = ""
    turn: int = 1
    turns: int = 22
    retreat_from: int = 12
    mover: Colour = "blue"
    phase: Phase = "deploy"
    deployed: tuple[Colour, ...] = ()
    withdrew: str = ""
    on_station: bool = False
    """True when the defender is a patrol met at its target, which need not reach the destination
    area (6.5.1.3)."""
    night: bool = False
    """True when dark turns hide submarines (scenario rule)."""
    staff: tuple[str, ...] = ()
    """Sides that have left the rest of the battle to their staff."""
    kind: BattleKind = "sea"
    ground: str = ""
    """The map on which it is fought, by the name of its table ``campaign.map.NAME``; empty for the
    open ocean."""
    taken: tuple[Hex, ...] = ()
    """Objectives held by red."""
    mined: tuple[tuple[Hex, int], ...] = ()
    """Hexes closed to blue's ships: pairs (hex, turn until which)."""
    mines: int = 0
    """Mines that red may still lay before the battle (scenario rule)."""
    mined_until: int = 0
    """The turn until which mines close a hex."""
    terms: int = 0
    """The last turn in which red may call for terms (scenario rule)."""
    refused_in: int = 0
    """The turn in which terms were last called for."""
    agreed: bool = False
    """True when the terms were accepted."""
    surf: bool = False
    """True when a die decides whether a boat gets through to the beach."""
    duty: int = 0
    """The turn by whose end red's ships must have opened fire, or withdraw (scenario rule); 0 for
    none."""
    scattered: bool = False
    """True when the convoy has scattered: its transports may leave by any edge of the map (scenario
    rule)."""

    def side(self, colour: Colour) -> str:
        return self.red if colour == "red" else self.blue

    def colour(self, side: str) -> Colour:
        return "red" if side == self.red else "blue"

    @property
    def moving_side(self) -> str:
        return self.side(self.mover)

    def unit(self, id: str) -> Combatant:
        """Return a unit by id. Raises ``KeyError`` for an unknown id."""
        for u in self.units:
            if u.id == id:
                return u
        raise KeyError(id)

    def has(self, id: str) -> bool:
        return any(u.id == id for u in self.units)

    def afloat(self, colour: Colour) -> tuple[Combatant, ...]:
        """Return the living units of a colour, aircraft included."""
        return tuple(u for u in self.units if u.colour == colour and u.alive)

    def put(self, *changed: Combatant) -> SeaBattle:
        """Return the battle with these units in place of those with their ids."""
        by_id = {u.id: u for u in changed}
        return replace(self, units=tuple(by_id.get(u.id, u) for u in self.units))


def other_colour(colour: Colour) -> Colour:
    return "blue" if colour == "red" else "red"
