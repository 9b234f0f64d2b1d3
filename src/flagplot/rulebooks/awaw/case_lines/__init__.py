"""Case lines of A World at War: positions, and what must follow.

## Words

* **Sides** are `Axis` and `Allied`. In `when` `Allies`, `German`, `Japan`, `US` and `Soviet` are
  read too (`British: ...` is `Allied: ...`).
* **Nations**: Germany, Italy, Japan, Britain, France, U.S., Russia, Netherlands, Norway, Poland,
  Greece, Australia, Canada, India, South Africa, New Zealand, China, Finland, Hungary, Romania,
  Bulgaria, Sweden, Turkey, Spain, Portugal, Ireland, Switzerland, Vichy France, Free France,
  Estonia, Latvia, Belgium, Denmark, Yugoslavia, Thailand; also `British`, `UK`, `US`, `American`,
  `Soviet`, `Dutch` and so on.
* **Places** are hex ids (`J30`, `AA7`) or names on the board. Kiel and Hamburg are J30. Boxes:
  `Atlantic U.S. box`, `Pacific U.S. box`, `Australia box`, `India box`, `South Africa box`,
  `Atlantic SW box`, `Indian Ocean SW box`, `Pacific SW box`. `O9w1` is the first hex west of edge
  hex O9, `KK48e1` lies beyond the Pacific east edge, `A30n1` beyond the Europe board's northern
  edge.
* **Boards**: an empty position plays on the Europe board; `map Pacific`, put first, changes that.
  A hex of the other board is `Pacific QQ12` or `Europe J30`.
* **Units**: ids look like `UK-BC-Hood`; a name (`Hood`) does where only one unit has it. Part of
  a destroyer, submarine or air unit is `UK-DD-1:3` or `3 of UK-DD-1`. Types: `DD CA BC BB PB CVL
  CV CVB CVE SS TR ASW` (ships), `AAF NAS AAS` (air), `INF ARM MAR CDO ABN` (ground).

## An empty board

A case without `scenario` begins on an empty board. Whatever the case does not say is at its most
ordinary:

| not said | then |
|---|---|
| time | Spring 1940, movement phase, announcements; the player turn of the side that orders first |
| phase or segment | the one in which the first order of the case is asked for |
| holder of a place | the side whose units stand there; else its country before the war |
| French ports | Allied up to Summer 1940, then Vichy and neutral; Atlantic and Channel ports German |
| since when it is held | since before this player turn |
| supply, ports | full supply everywhere, every port operational |
| war | every nation is at war with the other side, in both theatres |
| points, BRPs, limits, oil, transports | not counted: an unnamed resource never runs out |
| units | uninverted, undamaged, unused, fully supplied |

On such a board the referee also believes reports about ground units: `occupy HEX` is an order.

## Orders and answers

`via` lists hexes or ports to pass, with commas; without it the shortest legal route is taken. An
order that names the hexes of a strait means to pass it, and is refused when the strait is closed.
`as TF 1` makes the ships a task force (`as a task force` takes a free number). `all at Scapa
Flow` names every ship there, `3 destroyers from Scapa Flow` that many factors.

Order of a player turn: announcements (`movement`); on `done` the patrols sail, then base changes;
`supply`, `transport`, `ground`; the combat phase (`combat`); the return of patrols;
`construction`; `redeployment`; surplus; uninversion. After `done` of a transport, shipment or
redeployment the enemy is asked `interception`, then the moving side `counter-interception`.

Questions that a case leaves open are answered as usual: `interception`, `counter-interception`
and `air-attack` with `pass`; strikes, missions, landings, losses, exploitation, `displacement`
and `surplus` with `done`; `mission-go-on`, `patrol-go-on` and `transport-go-on` with `go on`;
`assault-again` with `attack again`; `patrol-stay` and `submarine-stay` with `stay`;
`defensive-patrol` with `return`; `return-base` with the base of origin; `displacement-slip` with
the first port; every choice of a battle with `auto`.

An interception ordered by a side that is not asked is refused under 22.11 or 22.16 and under
every other clause against it.

## A battle from scratch

A position may hold a battle and nothing else. A ship is `TYPE FACTORS`, with `fast` (usual) or
`slow`, `damaged`, `hits 2`, `nas 3` (squadrons aboard), `x2` for two of them. The nation comes
first and holds for the ships after it: `Germany BC 3, DD 4`. Ships that a case makes up are
called `GE-BC-1`, `UK-DD-1`; cargo `GE-INF-1`.

Answers: group numbers `1` to `6`; `cap 1 strike 2`; `cover 1`, `no cover`; `carriers 3 at 1`,
`land 2 at 1`, `no strike`; `all at GE-BB-1`, `split 2 at GE-BB-1 1 at lights`; `carriers
screened`, `carriers in line`; a ship, `lights` or `hold` for a surplus heavy ship; a ship for
return fire; `destroyers 2 cruisers 1` for losses; `join`, `at UK-BC-1`, `at UK-BB-1 and UK-BC-1`,
`hold` for surplus light ships; `engage 2`, `hold`; `stay`, `withdraw`, `carriers withdraw`.
`auto` is the usual answer.

Dice come in this order: late arrivals; search (moving side, then the other); strikes (surprise,
air combat, air defence, attack); fire of heavy ships (moving side, then the other; one pair of
dice for each firing); light ships; screened ships; pursuit. Each submarine factor rolls by
itself, for interception and for attack. After a hit a die says what it fell on: 1 to 3 a heavy
ship, 4 and 5 a cruiser or destroyer factor, 6 the submarines' choice.

`by` of an event `hit` is `gunfire`, `light`, `air`, `critical`, `pursuit` or `submarine`."""

from __future__ import annotations

from flagplot.table import Rulings

from ..state import State
from . import battles, control, invasions, ports, raiders, routes, time, units
from .nouns import THINGS, lines


def empty(rulings: Rulings) -> State:
    """Return an empty board of Europe, Spring 1940, in the announcements. All else has its most
    ordinary value."""
    return State(
        rulings=rulings, ground_reported=True, as_in_history=True, ask_hopeless_windows=True
    )


def knows(state: State, text: str) -> bool:
    """Return True for text that a line may name: a side, a nation, units or forces, a place."""
    return lines.knows(text, state, *THINGS)


__all__ = ["lines"]
