"""Naval bombardment: only for or against a naval invasion, by at most eight naval units a side
(6.5.2.2)."""

from __future__ import annotations

from flagplot.table import Refusal, Verdict, clause, facts, refuse

from ... import orders as o
from ...state import Invasion, Ship, State
from ...state.territories import on_true_island
from ..groups import ships_named
from ..interception.search import active_in_port
from ..registry import checks

MOST_SHIPS = 8
MOST_SUBMARINES = 2
LEAST_STRENGTH = 8


def fleets_at(state: State, port: str, side: str = "") -> tuple[Invasion, ...]:
    """Return the invasions of a port this turn, by *side* or (empty) by any side: first those by
    sea, then those over a Crossing Arrow."""
    return tuple(
        sorted(
            (i for i in state.invasions if i.port == port and side in ("", i.side)),
            key=lambda i: i.crossing,
        )
    )


def number_attacking(state: State, i: Invasion) -> int:
    """Return how many land units of an invasion attack: those that the attack order names, or
    before it all that land first. The other side knows only this number."""
    named = next(
        (a.troops for a in state.announced if a.port == i.port and a.side == i.side and a.troops),
        i.troops,
    )
    return sum(1 for x in named if x in i.troops)


@clause("6.5.2.2.b")
def mostly_by_land(state: State, port: str) -> bool:
    """Return True when a territory is also attacked by land, and less than half of all attackers
    come by sea. No side may then bombard (HR-31, 6.5.2.2). Units that use a Crossing Arrow come by
    land (6.2.5). Airborne troops come neither way, but count in the total."""
    here = fleets_at(state, port)
    by_land = state.by_land.get(port, 0) + sum(
        number_attacking(state, i) for i in here if i.crossing
    )
    by_sea = sum(number_attacking(state, i) for i in here if not i.crossing)
    apart = sum(a.apart for a in state.announced if a.port == port and a.kind != "port")
    return by_land > 0 and any(not i.crossing for i in here) and by_sea < by_land + apart


def refuse_guns(state: State, port: str) -> Refusal:
    """Return the refusal of a bombardment of a territory that is attacked mostly by land
    (6.5.2.2)."""
    counted = state.rulings.switch("partisans-attack") == "yes" and any(
        a.apart for a in state.announced if a.port == port
    )
    return Refusal(
        "6.5.2.2.b", "mostly-by-land", (port,), rests_on=("partisans-attack",) if counted else ()
    )


@clause("6.5.2.1.i", "6.5.2.1.j")
def fit_to_bombard(ship: Ship) -> bool:
    """Return True for a finished ship that is undamaged or has enough strength left, whether or not
    it has intercepted before (6.5.2.1)."""
    return (
        ship.afloat
        and ship.readiness != "construction"
        and not (ship.damaged and ship.strength < LEAST_STRENGTH)
    )


@checks(o.Bombard)
@clause(
    "6.1.c",
    "6.1.8.4.a",
    "6.1.8.5.c",
    "6.5.2.2.a",
    "6.5.2.2.c",
    "6.5.2.2.d",
    "6.5.2.2.e",
    "6.5.3.d",
    "6.5.2.1.f",
    "6.5.2.1.g",
)
def check_bombard(state: State, side: str, order: o.Bombard) -> Verdict:
    """Check that the ships belong to the invasion fleet, or are based in the territory under
    attack; at most 8, of them 2 submarines (6.5.2.2). Without an invasion ships never act against
    ground forces (6.1)."""
    ships, missing = ships_named(state, side, order.units)
    faults: list[Refusal | None] = list(missing)
    fleets = [i for i in fleets_at(state, order.port) if not i.crossing]
    if not fleets:
        return refuse(
            *faults, Refusal("6.1.c", "no-invasion", (order.port,), also_cites=("6.5.2.2.a",))
        )
    invades = any(i.side == side for i in fleets)
    may = (
        {x for i in fleets for x in i.ships}
        if invades
        else {s.id for s in active_in_port(state, order.port, side)}
    )
    if mostly_by_land(state, order.port):
        faults.append(refuse_guns(state, order.port))
    strangers = tuple(s.id for s in ships if s.id not in may)
    if strangers:
        moving = any(
            m.kind == "strategic"
            for x in strangers
            if (m := state.missions.get(state.ships[x].mission)) is not None
        )
        inactive = ("6.3.7.2.b", "6.3.7.2.c") if moving else ()
        defence = () if invades else ("6.5.2.1.f", "6.5.2.1.g", *inactive)
        faults.append(
            Refusal(
                "6.5.2.2.c",
                "not-of-the-invasion",
                strangers,
                facts(port=order.port),
                also_cites=defence,
            )
        )
    weak = tuple(s.id for s in ships if not fit_to_bombard(s))
    if weak:
        sailed = ("6.5.1.4.a", "6.5.1.4.f") if invades else ("6.5.2.1.i",)
        faults.append(
            Refusal(
                "6.5.2.1.j",
                "too-weak-to-bombard",
                weak,
                facts(least=LEAST_STRENGTH),
                also_cites=sailed,
            )
        )
    firing = [
        state.ships[u]
        for port, u in state.bombarding
        if port == order.port and state.ships[u].side == side
    ]
    if again := tuple(s.id for s in ships if s in firing):
        faults.append(Refusal("6.5.2.2.c", "bombards-already", again))
    together = {s.id: s for s in (*firing, *ships)}
    if len(together) > MOST_SHIPS:
        also = ("6.5.3.d",) if on_true_island(state, order.port) else ()
        detail = facts(ships=len(together), most=MOST_SHIPS)
        faults.append(
            Refusal("6.5.2.2.d", "too-many-bombard", (order.port,), detail, also_cites=also)
        )
    boats = tuple(s.id for s in together.values() if s.submarine)
    if len(boats) > MOST_SUBMARINES:
        faults.append(
            Refusal(
                "6.5.2.2.e",
                "too-many-submarines",
                boats,
                facts(submarines=len(boats), most=MOST_SUBMARINES),
            )
        )
    return refuse(*faults)
