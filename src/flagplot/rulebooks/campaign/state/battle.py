"""A battle as a small hashable situation, and the lens that ties it to the campaign."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from flagplot.table import Rulings
from flagplot.table.core.procedure import FieldLens

from ..map.battle_ocean import Hex
from .battle_ratings import FACILITIES, Fighter, Ratings, is_submarine


class Sea(FieldLens, frozen=True, tag="sea"):
    """The lens between the campaign and the battle being fought in it."""

    field = "battle"


SEA = Sea()


Phase = Literal["deploy", "fight", "over"]


BattleKind = Literal["sea", "port", "island", "invasion"]


Colour = Literal["red", "blue"]
"""6.5.1.1 The attacker deploys in the red zone, the defender in the blue one."""


class Combatant(msgspec.Struct, frozen=True, cache_hash=True):
    """A ship or an air unit in the battle. ``at`` is ``None`` while it is not on the map (or aboard
    its carrier, ``aboard``)."""

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
    """6.1.7.1 Other ships keep off the ring of hexes around it."""
    flak: int = 0
    """6.1.8.3 The [AA] value of a flak cruiser, which fires at aircraft that attack its consorts; 0
    for all others."""
    mission: bool = True
    """False for a unit that need not reach the destination (escort aircraft)."""
    kind: str = ""
    """``soft`` or ``hard`` for what stands on land; empty for ships and aircraft."""
    on: str = ""
    """How a land unit moves: a column of ``campaign.terrain``, or ``fixed``."""
    fixed: bool = False
    """It does not move: guns, facilities, ships in port (6.5.4.2)."""
    entrenched: int = 0
    dug: int = 0
    """Digging done towards the next level of entrenchment."""
    digs: int = 0
    start: int = 0
    """Entrenchment the ground gives by itself."""
    bonus: int = 0
    """What the ground adds to defence."""
    close: bool = False
    cap: int = 0
    stands: str = ""
    """The ground of its hex; empty on the open ocean."""
    part_of: str = ""
    """The unit of the campaign this is half of (6.5.3); empty for a whole one."""
    scale: int = 1
    """Strength points the unit loses for each one lost in the battle (6.5.4.6)."""
    enters: int = 1
    """Turn from which it may come on the map."""
    slow: int = 0
    """Turn before which it moves one hex a turn: a ship raising steam."""
    silent: int = 0
    """Turn before which it may not fire."""
    drilled: int = 0
    """Experience it came into the battle with."""
    left: bool = False
    """It has left the map by the way out to sea, or broken off."""
    shy: int = 0
    """Strength below which it breaks off from a battleship (scenario)."""
    screen: bool = False
    """The convoy it is with scatters once it has attacked (scenario)."""
    beaches: bool = False
    """A boat that may run ashore: what is aboard lands in the turn it comes (scenario)."""

    @property
    def facility(self) -> bool:
        return self.cls in FACILITIES

    @property
    def berthed(self) -> bool:
        return self.stands in ("b", "P")

    @property
    def alive(self) -> bool:
        return self.strength > 0

    @property
    def level(self) -> int:
        return self.experience // 100

    @property
    def zoned(self) -> bool:
        """6.1.7.1, 6.1.7.3 Battleships, battle cruisers and carriers keep others off the ring of
        hexes around them."""
        return self.zone

    @property
    def submarine(self) -> bool:
        return is_submarine(self.cls)

    def fighter(self) -> Fighter:
        """What the exchange formula needs of this unit."""
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
    """6.5 One battle: an interception at sea, a port attack, an invasion.

    ``units`` are sorted by id; ``turn`` runs from 1 to ``turns``; red moves first.
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
    """6.5.1.3 The defender is a patrol met where it was bound: it need not reach the destination
    area."""
    night: bool = False
    """Its dark turns hide submarines (scenario rule)."""
    staff: tuple[str, ...] = ()
    """Sides that have left the rest of the battle to their staff."""
    kind: BattleKind = "sea"
    ground: str = ""
    """The map it is fought on, by the name of its table ``campaign.map.NAME``; empty for the open
    ocean."""
    taken: tuple[Hex, ...] = ()
    """Objectives in red's hands."""
    mined: tuple[tuple[Hex, int], ...] = ()
    """Hexes closed to blue's ships, each until a turn."""
    mines: int = 0
    """Mines that red may still lay before the battle (scenario)."""
    mined_until: int = 0
    """Turn until which they close a hex."""
    terms: int = 0
    """Last turn in which red may call for terms (scenario)."""
    refused_in: int = 0
    """The turn in which terms were called last."""
    agreed: bool = False
    """The terms were taken."""
    surf: bool = False
    """A die decides whether a boat gets through to the beach."""
    duty: int = 0
    """Turn by whose end red's ships must have opened fire, or stay out (scenario); 0 for none."""
    scattered: bool = False
    """The convoy has scattered: its transports are through by any edge of the map (scenario)."""

    def side(self, colour: Colour) -> str:
        return self.red if colour == "red" else self.blue

    def colour(self, side: str) -> Colour:
        return "red" if side == self.red else "blue"

    @property
    def moving_side(self) -> str:
        return self.side(self.mover)

    def unit(self, id: str) -> Combatant:
        """Return a unit by id. Raises ``KeyError``."""
        for u in self.units:
            if u.id == id:
                return u
        raise KeyError(id)

    def has(self, id: str) -> bool:
        return any(u.id == id for u in self.units)

    def afloat(self, colour: Colour) -> tuple[Combatant, ...]:
        """Return living units of a colour, aircraft included."""
        return tuple(u for u in self.units if u.colour == colour and u.alive)

    def put(self, *changed: Combatant) -> SeaBattle:
        """Return the battle with these units in place of the ones with their ids."""
        by_id = {u.id: u for u in changed}
        return replace(self, units=tuple(by_id.get(u.id, u) for u in self.units))


def other(colour: Colour) -> Colour:
    return "blue" if colour == "red" else "red"
