"""Case lines of Europa: positions, and what must follow.

## An empty board

A case without `scenario` starts on an empty map, in step 1 of 5 of the Allied movement phase of
Aug I 42, in calm sea.

* Hexes are printed `SHEET:LLPP`. On the sheets of the board (1B, 15B, 16A, 18Q, 19A, 23A, 25, 26
  and the sea between) terrain and hexsides are those of the map. Every other sheet, 33 among
  them, is all open sea with full sea hexsides in one sea zone. For a case about a rule use sheet
  33.
* Hex LLPP touches LL(PP-1) and LL(PP+1). An even line touches (LL±1, PP) and (LL±1, PP+1), an odd
  line (LL±1, PP-1) and (LL±1, PP). So 33:1224 touches 1223, 1225, 1124, 1125, 1324 and 1325.
* A line of the position overrides the map.

When the position names no player-turn and the first order is an Axis one, the Axis is phasing. If
the ordered group is in reserve, activated or bears a step marker, the case begins in the reaction
segment instead.

Ports come before lines that name them. The parts of a line after its first comma may be left out
and stand in any order.

## Units and groups

The id of a unit tells its kind: `TF` task force, `CG` carrier group, `SHIP` single ship, `NT`
naval transport, `TC` transport counter, `LC` landing craft, `LB` landing barge, `SUB` submarine,
`MTB` torpedo boats, `RF` river flotilla (`TF-1`, `L-NT-2`). After the strength notes may stand in
brackets: `TF-1 12 (hits 5, allowance 30, reverse 6, flipped, Germany, TF)`, with the printed
allowance. Only NT, TC, LC and LB make a cargo group, none of them a combat group, both a mixed
group; only submarines make a submarine group, only flotillas a flotilla.

## What follows an order

After each MP expenditure: mines, danger zone, contacts that activate reserves without a roll,
search, coast defences, submarines, surface combat. A contact asks `activate` only when a reserve
can be activated; then comes `search`. After S or S*: `declare` (with transports), `activate`,
`attack`, `join`; last `reaction`. A move stops where it is interrupted by a find, a contact, a
reaction or a fight; order the rest anew. Putting to sea costs no MPs and brings, in the port's
hex: mines, danger zone, submarines, surface combat.

A step ends with `Allied: done`; then the other side is asked for `reaction` if one of its groups
is activated or bears a step marker and has MPs.

Questions that the next line does not answer are answered as usual: `search`, `activate`, `attack`
and `join` pass; `declare` tells the truth; `reaction` is `done`; `screen` is `none`; every unit
holds fire and declines to go on. Only the target of a submarine must be named.

Answers: `search`, `search with Elmas A-3 R`, `pass`; `activate R S`; `declare 5`; `attack from
Elmas at transports`; an airbase or `nobody` to `join`; `counter-attack 33:1204 with HG`, `march
HG to 33:1205`; a group or `hold back` to `beach-strike`; `screen TF-1`, `screen none`; `fire TF-1
at TF-9; TF-2 at NT-1`, `hold fire`; `fight on`, `decline`, `disengage`; `fire at TF-1`; `return
fire`; `whole sailing`, `by the step`; `call`, `do without`; `leave it`, `close it`, `reopen it`;
a hex or `no more` to `zone-sweep`; `by day`, `by night`; `in reserve`, `not in reserve`.

## Rolls

| roll (`rolls N dice for ...`) | dice | read |
|---|---|---|
| `search`, `join` | 2 | sum and modifiers: 3- D, 4-6 F*, 7-10 F, 11-13 S, 14+ S* |
| `danger-zone`, `disengage`, `zone-sweep` | 1 | success table: 0- D, 1 F*, 2-3 F, 4-5 S, 6+ S* |
| `landing`, `beach`, `counter-attack` | 1 | success table |
| `bombing` | 1 | table `europa.malta-hits` |
| `shipping` | 1 | table `europa.shipping`, for each transport |
| `shipping-hit` | 1 | 6 sinks a point, else it turns back |
| `scuttling` | 1 | 5 or 6 is scuttled; first `scuttling-lot` draws the unit that must check |
| `gunnery` | 1 (2 below strength 1) | `europa.gunnery`, column = strength; above 30 a second roll |
| `pick` | 1 | which unit aircraft meet: a die with as many sides as units |
| `contact` | 1 | after a submarine attack: even = the escorts reply |

In a salvo the moving side's shots are rolled first, in the order named."""

from __future__ import annotations

from ..nouns import AIR, BASE, GROUP, PLACE
from ..state import State
from . import facts, fleets, positions, seas, shore, units
from .nouns import SIDE, lines


def knows(state: State, text: str) -> bool:
    """Return True when a word names something that a line may name: a side, a group, a unit, cargo,
    an air unit, an airbase, a hex or place."""
    return lines.knows(text, state, SIDE, GROUP, AIR, BASE, PLACE)


__all__ = ["lines"]
