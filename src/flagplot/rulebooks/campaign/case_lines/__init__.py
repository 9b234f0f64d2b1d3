"""Case lines of the campaign: positions, and what must follow.

## An empty board

A case without `scenario` begins on an open sea of Europe's size (58 by 43 squares, numbered from
0 at the north-west corner), in the Orders Phase of a Spring turn, with the sides `Axis` and
`Allied` and no ports, ships or pools. Ships of any nation sail for either side.

* **Phase**: when no line names it, the first order decides. Interceptions and bombardments belong
  to Operations; passages, evacuations, displaced ships and a port that falls to Breakthrough;
  everything else to Orders.
* **Usual answers**: `done`; in a battle `ready` and `end turn`; a mission that got through
  proceeds, and the hunter attacks. `sunk-in-yard`: `raise`; `second-wave`: `go home`.
* **Squares** are `column,row`: `20,11`. **Places** are squares, port names, zone ids, strait
  names, small islands and other shores without a port. Lists of places are separated by blanks,
  commas or semicolons: `via 21,15 20,14; Sound; 20,13`.
* **Distance**: a straight step costs 1; diagonals cost 2, 3, 5, 6, 8 ... together (switch
  `HR-2`), counted over the whole route. The step out of a port counts. 10 squares are Range 1 in
  Europe, 5 in the Far East; begun steps count whole.
* **Units** in an order are separated by commas, `and` or blanks; `both cruisers`, `two DDs at
  Kiel` and `all at Kiel` are units. A unit goes by its id, its name, a part of the name that no
  other has, or the name of a ship it stands for.
* **Straits** may be named by the place that controls them. The Turkish Straits answer to Bosporus
  and Dardanelles, the Sound to Oresund, the Leningrad canal to White Sea Canal and Petropavlovsk.
  **Ports** of the real maps answer to every name on the map.

## Ships, aircraft, troops, missions

`ship UK-BC-1 Renown, Allied (Britain) BC, at Scapa Flow, strength 9`: id, name, side, nation,
class and port, then words after commas: `strength 9`, `full 10`, `xp 300`, `speed 3`, `miles
8500` (patrol and endurance follow), `patrol 3`, `endurance 9`, `search 2`, `intercept 2`,
`carries 2`, `price 300`, `cargo troops`, `disguised`, `like GUN`, `aa 2`, `leader NAME`, `under
repair`, `under construction`, `organizing`, and battle ratings: `gun range 5`, `naval 1`,
`defence 14`, `air attack 8`, `air defence 9`, `close 0`, `initiative 9`, `spot 4`, `move 5`,
`ammo 8`. Not said: full 10, at full strength, Patrol 3, Endurance 10, speed 3, Intercept speed
less one, Search by class.

Classes: `BB BC CV CA CL DD SS CVE CLD CAA CC DE SSC`, `CVL` light carrier, `B` old battleship,
`TB` torpedo boat, `RAIDER` disguised merchant, `GUN` fixed coast gun. Aircraft: `fighter bomber
dive-bomber reconnaissance`, with `range 8`, `search 2`, `strength 10`, `asw`, `organizing`,
`acted`, `cap MISSION`, `row F42`. Troops: `INF GAR MAR SNLF RMCo CDO ENG PARA TANK ART PARTISANS
TRUCK`, fixed guns `CGL CGH CGS AAL AAH`, works `STR FORT CAVE`; words `strength 8`, `of
FORMATION`, `reserve`, `vehicles`, `craft`, `forms 2`.

`mission ID SIDE KIND of SHIPS from PORT to PLACE via PLACES return PORT; WORDS`. Kinds: `patrol
convoy escort operational strategic passage evacuation`. Words, each after a semicolon: `ordered`,
`sailing` (usual), `completed`, `failed`, `aborted`, `attacked`, `6 transports`, `8 merchants`, `4
tankers`, `raiders`, `warships`. A mission that no order could make is refused.

Ids of missions ordered in a case are not known beforehand: name them by a ship, an enemy's by
`seen`. A convoy not yet at sea goes by its load and way (`8 merchants from Halifax to
Liverpool`).

## Battles

`battle Allied attacks Axis, europe 0, turn 12, Axis to move`: the first side is the attacker
(red), the second the defender (blue); then the deployment entry (`europe 0`-`3`, `pacific 0`-`3`,
`zone 1`-`2`, `air only`). Without `turn` both sides still deploy, the defender first. Hexes run
from `01,01` (north-west) to `40,40`. The defender's ships are on mission `M`. Transports go by
their number in the convoy: `transport 2`, `merchant 2 of UK-DD-1`. `battle on atoll at Wake, Axis
attacks Allied, island, turn 3` is a battle before a coast (`port`, `island` or `invasion`).

Dice of an exchange, in order: for an attack on a submarine one D100 (50 or less: it dives away);
for each flak cruiser that covers the target of aircraft, a die for each of its strength points; a
die for each strength point of the firer; the same for return fire, both with the strength before.
They are D100 that hit at the chance or less, or D20 by `HR-26`.

Orders of a battle: `place UNIT at 12,07`, `ready`; `move UNIT to 12,07`, `fire UNIT at UNIT`,
`launch AIR to 12,07`, `rearm AIR on CARRIER`, `end turn`, `retreat`, `staff`; before a coast
`land UNIT at 12,07`, `reembark UNIT on BOAT`, `mine 09,04` and `call terms` (Oran)."""

from __future__ import annotations

from flagplot.table import Rulings

from ..map.chart import open_ocean
from ..state import State
from . import battles, facts, positions, ratings, shipping, shore, units
from .nouns import THINGS, lines


def empty_sea(rulings: Rulings) -> State:
    """Return an empty sea: of Europe's size, with two sides, in the Orders Phase of a Spring
    turn."""
    return State(
        rulings=rulings,
        scenario="",
        chart=open_ocean(),
        sides=("Axis", "Allied"),
        last_turn=99,
        ships={},
        planes={},
        ports={},
    )


def knows(state: State, text: str) -> bool:
    """Return True when a word names something that a line may name: a side, a ship or aircraft by
    id or name, a mission, a place, or one unit in battle."""
    if text in (*state.missions, *state.past) or lines.knows(text, state, *THINGS):
        return True
    return state.battle is not None and any(text in (u.id, u.name) for u in state.battle.units)


__all__ = ["lines"]
