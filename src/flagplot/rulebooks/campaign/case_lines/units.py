"""Lines that set up ships, aircraft and missions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec.structs import replace

from flagplot.table import Refusal, TextError
from flagplot.table.language import ListNoun, UnionNoun

from ..map.squares import is_square
from ..nouns import ONE_SHIP, PLACE, PORT
from ..orders import Intercept
from ..rules.combat.formula import bracketed_aa
from ..rules.groups import CONVOYS, group_faults, patrol_barred, ships_named, with_group_marks
from ..rules.interception.legality import interception_declared
from ..rules.missions.air_patrols import no_room_aboard
from ..rules.missions.loading import convoy_too_large
from ..rules.movement.order_routes import through_straits
from ..state import OIL, Mission, Plane, Readiness, Ship, Spotting, State
from ..state.ratings import (
    endurance,
    first_experience,
    intercept_default,
    may_lead,
    patrol_range,
    search_default,
    to_the_nearest,
    valid_capacity,
)
from . import nouns as n
from .defaults import unless_said
from .nouns import lines, refuse_second_line

SHEET = {
    "gun range": "range",
    "naval": "naval",
    "defence": "ground_def",
    "air attack": "air",
    "air defence": "air_def",
    "close": "close",
    "initiative": "initiative",
    "spot": "spot",
    "move": "move",
    "ammo": "ammo",
}
"""Words for the battle ratings of a ship's own sheet -> their columns."""


RATINGS = (
    "strength",
    "full",
    "xp",
    "speed",
    "miles",
    "patrol",
    "endurance",
    "search",
    "intercept",
    "carries",
    "price",
    "aa",
)


NUMBERS = {word: word.replace(" ", "_") for word in (*RATINGS, *SHEET)}


MOST_STRENGTH = 15
"""The most strength points of a unit, at full overstrength; Panzer General II has no more."""


READINESS: dict[str, Readiness] = {
    "under repair": "repair",
    "under construction": "construction",
    "organizing": "organizing",
}


Base = Annotated[str, UnionNoun(PORT, PLACE, ONE_SHIP, name="port or carrier")]


WHO = "{id} [{name}], {side} [({nation})]"


def number_slots(words: Iterable[str]) -> str:
    """Return slots for numbers after their words: ``[strength {strength}] [gun range
    {gun_range}]``."""
    return " ".join(f"[{word} {{{word.replace(' ', '_')}}}]" for word in words)


@lines.given(
    f"ship {WHO} {{cls}} [at {{base}}] {number_slots(NUMBERS)} [cargo {{cargo}}] [{{disguised}}] [like "
    f"{{like}}] [leader {{leader}}]"
    " [{now}]",
    **dict.fromkeys(NUMBERS.values(), int),
)
def ship(
    state: State,
    id: str,
    side: n.Side,
    cls: n.Class,
    name: n.Name = "",
    nation: n.Name = "",
    base: Base = "",
    cargo: n.Name = "",
    disguised: bool = False,
    like: n.Class = "",
    leader: n.Name = "",
    now: Literal["under repair", "under construction", "organizing", ""] = "",
    **said: int,
) -> State:
    """Set up a ship with the values of its sheet. Missing values follow from its class, speed and
    miles."""
    refuse_second_line(state.ships.get(id) or state.planes.get(id), id)
    if leader and not may_lead(cls):
        raise TextError(f"a {cls} has no leader (6.1.1)", 0, ["CAA"])
    if "carries" in said and not valid_capacity(cls, said["carries"]):
        raise TextError(f"a {cls} cannot carry {said['carries']} air units (6.1.7.3, 6.1.8.1)")
    if max(said.get("strength", 0), said.get("full", 0)) > MOST_STRENGTH:
        raise TextError(
            f"no ship has more than {MOST_STRENGTH} strength points",
            0,
            [f"strength 1 to {MOST_STRENGTH}"],
        )
    full = said.get("full", 10)
    if said.get("strength", full) > full:
        raise TextError(
            f"a ship of {full} has no strength {said['strength']}: say how many she has when whole",
            0,
            ["full 11"],
        )
    nation, r = n.nation_named(state, nation), state.rulings
    miles, near, speed = said.get("miles", 0), to_the_nearest(r), said.get("speed", 3)
    made = Ship(
        id=id,
        name=name or id,
        side=side,
        nation=nation,
        cls=cls,
        base=base,
        strength=said.get("strength", full),
        full=full,
        experience=said.get("xp", first_experience(nation, r)),
        speed=speed,
        range_nm=miles,
        patrol=said.get("patrol", patrol_range(miles, near) if miles else 3),
        endurance=said.get("endurance", endurance(miles, near) if miles else 10),
        search=said.get("search", search_default(cls, r)),
        intercept=said.get("intercept", intercept_default(speed, r)),
        disguised=disguised or cls == "RAIDER",
        cargo=cargo,
        price=said.get("price", 0),
        carries=said.get("carries", 0),
        like=like,
        aa=bracketed_aa(cls, said.get("aa", 1)),
        leader=leader,
        readiness=READINESS.get(now, "ready"),
        sheet=tuple(
            (column, said[NUMBERS[word]]) for word, column in SHEET.items() if NUMBERS[word] in said
        ),
    )
    return state.put_ships([made])


@lines.given(
    f"air {WHO} {{role}} [at {{base}}] {number_slots(('strength', 'range', 'search', 'xp'))} [{{asw}}] "
    f"[{{organizing}}] [{{acted}}]"
    " [cap {cap}] [row {row}]",
    range=int,
)
def air(
    state: State,
    id: str,
    side: n.Side,
    role: Literal["fighter", "bomber", "dive-bomber", "reconnaissance"],
    name: n.Name = "",
    nation: n.Name = "",
    base: Base = "",
    strength: int = 10,
    search: int = 2,
    xp: int = -1,
    asw: bool = False,
    organizing: bool = False,
    acted: bool = False,
    cap: str = "",
    row: str = "",
    **said: int,
) -> State:
    """Set up an air unit in a port or aboard a ship."""
    refuse_second_line(state.ships.get(id) or state.planes.get(id), id)
    nation = n.nation_named(state, nation)
    plane = Plane(
        id,
        name or id,
        side,
        nation,
        role,
        base,
        reach=said.get("range", 4),
        search=search,
        asw=asw,
        organizing=organizing,
        strength=strength,
        experience=xp if xp >= 0 else first_experience(nation, state.rulings),
        acted=acted,
        cap=cap,
        row=row,
    )
    room_aboard(state, plane)
    return state.put_planes([plane])


def room_aboard(state: State, plane: Plane) -> None:
    """Raise :class:`TextError` when a position has more aircraft aboard a ship than an order could
    put there (6.1.7.3, 6.1.8.1)."""
    ship = state.ships.get(plane.base)
    if ship is None:
        return
    full = no_room_aboard(state, plane, ship)
    if full is not None or ship.side != plane.side:
        why = refusals_text([full]) if full is not None else f"{ship.id} is not of its side"
        raise TextError(f"{plane.id} cannot be aboard {ship.id}: {why}")


def refusals_text(faults: Iterable[Refusal]) -> str:
    """Return the refusals of a line that no order could produce, as one line of text."""
    return "; ".join(
        f"{r.clause} {r.code}" + (f" [{', '.join(r.culprits)}]" if r.culprits else "")
        for r in faults
    )


# -- what has become of them
@lines.given("{plane} flies over {place}")
def flies(state: State, plane: n.Plane, place: n.Place) -> State:
    """Set up an air unit on naval patrol."""
    if not is_square(place) and state.chart.zone(place) is None:
        raise TextError(f"{place!r} is no square or zone")
    return state.put_planes([replace(state.planes[plane], patrol=place)])


@lines.given("fill {place} with {count} {cls} [({nation})]")
def fill(state: State, place: n.PortName, count: int, cls: n.Class, nation: n.Name = "") -> State:
    """Set up a number of ships of a class in a port, named ``PORT-CLASS-1`` and so on, of the side
    that holds it."""
    r, whose = state.rulings, n.nation_named(state, nation)
    usual = Ship(
        "", "", n.port_named(state, place).side, whose, cls, place, speed=3, patrol=3, endurance=10
    )
    usual = replace(
        usual, search=search_default(cls, r), intercept=intercept_default(usual.speed, r)
    )
    usual = replace(usual, experience=first_experience(whose, r))
    ids = [f"{place}-{cls}-{x}" for x in range(1, count + 1)]
    return state.put_ships(replace(usual, id=i, name=i) for i in ids)


lines.given_row(
    "{ship} has acted",
    lambda state, ship: state.put_ships([replace(state.ships[ship], acted=True)]),
)


lines.given_row(
    "{ship} turned back from sea",
    lambda state, ship: state.put_ships([replace(state.ships[ship], turned_back=True)]),
)


lines.fact_row(
    "{ship} turned back", lambda state, ship: (state.ships[ship].turned_back, "she did not")
)


@lines.given("{ship} damaged by {points}")
def damaged(state: State, ship: n.Ship, points: int) -> State:
    """Set up damage of a ship, subtracted from its stated strength."""
    return state.put_ships(
        [replace(state.ships[ship], strength=max(0, state.ships[ship].strength - points))]
    )


@lines.given("{ship} lost {points} this turn")
def lost(state: State, ship: n.Ship, points: int) -> State:
    """Set up this turn's damage, as part of a ship's stated damage."""
    s = state.ships[ship]
    return state.put_ships(
        [replace(s, strength=min(s.strength, s.full - points), last_damage=points)]
    )


lines.given_row(
    "{ship} under repair",
    lambda state, ship: state.put_ships([replace(state.ships[ship], readiness="repair")]),
)


lines.given_row(
    "{ship} without a mission",
    lambda state, ship: state.put_ships([replace(state.ships[ship], mission="")]),
)


# -- missions
MARKS = Annotated[tuple[str, ...], ListNoun(n.Marks(), between=(";",), loose=False)]


STATUS: tuple[Literal["ordered", "completed", "failed", "aborted"], ...] = (
    "ordered",
    "completed",
    "failed",
    "aborted",
)


Kind = Literal["patrol", "convoy", "escort", "operational", "strategic", "passage", "evacuation"]


@lines.given(
    "mission {id} {side} {kind} [of {units}] [from {origin}] to {target} [via {via}] [return "
    "{returns}] [; {marks}]"
)
def mission(
    state: State,
    id: str,
    side: n.Side,
    kind: Kind,
    target: n.Place,
    units: n.Ships = (),
    origin: n.Place = "",
    via: n.Places = (),
    returns: n.Place = "",
    marks: MARKS = (),
) -> State:
    """Set up a mission that has sailed, or in the state given by *marks*. A mission that no order
    could make is refused."""
    refuse_second_line(state.missions.get(id), f"mission {id}")
    for place in (origin, returns):
        if place and place not in state.ports and not is_square(place):
            raise TextError(f"no port {place!r}", -1, list(state.ports)[:8])
    start = origin or (state.ships[units[0]].base if units else "")
    route = tuple(x for x in (start, *via) if x)
    route = route if route and route[-1] == target else (*route, target)
    ships = [state.ships[u] for u in units]
    loads = [m.split(" ") for m in marks if " " in m]
    made = Mission(
        id,
        side,
        kind,
        units,
        start,
        target,
        through_straits(state.chart, route, ()),
        returns=returns or start,
        transports=sum(int(count) for count, _ in loads),
        merchants=any(load == "merchants" for _, load in loads),
        tankers=any(load == "tankers" for _, load in loads),
        cargo=tuple(
            (OIL,) * (load == "tankers")
            for count, load in loads
            if loads[1:]
            for _ in range(int(count))
        ),
        escorts=units if kind in ("convoy", "escort") else (),
        status=next((x for x in STATUS if x in marks), "sailing"),
        completed=units if "completed" in marks else (),
        attacked="attacked" in marks,
        rebase=target if kind in ("operational", "strategic") else "",
    )
    made = with_group_marks(made, ships, said="warships" not in marks)
    if "raiders" in marks and not ships:
        made = replace(made, raider=True)
    if loads and kind not in (*CONVOYS, "evacuation"):
        raise TextError(f"transports sail in convoys and evacuations, not on a {kind} mission")
    faults = refusals_in_any_order(state, made, ships)
    if "raiders" in marks and not made.raider:
        faults = (*faults, Refusal("6.1.5.a", "no-raider-group", units))
    if faults:
        raise TextError(f"no order could make this mission: {refusals_text(faults)}")
    return state.put_mission(made).put_ships(replace(s, mission=id) for s in ships)


def refusals_in_any_order(state: State, m: Mission, ships: list[Ship]) -> tuple[Refusal, ...]:
    """Return the refusals for these ships on such a mission in any order: their side, their group,
    their class and load."""
    _, strangers = ships_named(state, m.side, [s.id for s in ships])
    faults = [r for r in strangers if r.code == "no-such-ship"]
    faults += [
        Refusal("6.3.a", "has-mission", (s.id, s.mission))
        for s in ships
        if s.mission not in ("", m.id)
    ]
    faults += [Refusal("6.1.7.4.c", "fixed-gun", (s.id,)) for s in ships if s.fixed]
    faults += (
        group_faults(ships, with_transports=m.transports > 0 or m.kind in CONVOYS) if ships else ()
    )
    faults += patrol_barred(ships) if m.kind in ("patrol", "operational") else ()
    too_large = convoy_too_large(m.transports, merchants=m.merchants, tankers=m.tankers)
    return (*faults, *((too_large,) if too_large else ()))


@lines.given("{side} spotted {mission} [at {places}]")
def spotted(state: State, side: n.Side, mission: str, places: n.Places = ()) -> State:
    """Set up what a side has spotted: at the places named, else everywhere on the route. A second
    line adds places."""
    seen = state.missions.get(mission)
    if seen is None:
        raise TextError(f"no mission {mission!r} to spot", -1, list(state.missions))
    new = places or tuple(p for p in seen.route if p not in state.ports)
    before = next(
        (s for s in state.spotted if (s.side, s.mission) == (side, seen.id)),
        Spotting(side, seen.id, ()),
    )
    others = (s for s in state.spotted if s is not before)
    return replace(
        state,
        spotted=(*others, Spotting(side, seen.id, tuple(dict.fromkeys((*before.places, *new))))),
    )


@lines.given("{side} intercepts {mission} at {place} [with {ships}] [air {air}]")
def intercepts(
    state: State,
    side: n.Side,
    mission: str,
    place: n.Place,
    ships: n.Ships = (),
    air: tuple[n.Plane, ...] = (),
) -> State:
    """Set up an interception already declared. The mission counts as spotted there."""
    if mission not in state.missions:
        raise TextError(f"no mission {mission!r}", -1, list(state.missions)[:8])
    i = interception_declared(state, side, Intercept(mission, place, ships, air))
    return unless_said(replace(state, interceptions=(*state.interceptions, i)), "operations")
