"""Lines about ports, islands, land units, shipyards, and battles before a coast."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language import Found, UnionNoun, comparison

from ..map.battle_ground import ground_ids, ground_of, objectives
from ..nouns import PLANE, TROOP
from ..rules.assault.islands import full_divisions
from ..rules.assault.yards import most_damage
from ..rules.combat.coast import is_conquered
from ..state import Assault, Invasion, Port, State
from ..state.battle import SeaBattle
from ..state.battle_ratings import FACILITIES
from ..state.troops import Troop
from . import nouns as n
from .battles import battle_of, units_of
from .defaults import unless_said
from .nouns import lines, port_named

OneTroop = Annotated[str, TROOP]


@lines.given("{side} has {count} divisions [of {limit}]")
def host(state: State, side: n.Side, count: int, limit: int = 0) -> State:
    """Set up a number of divisions inland, and the force limit."""
    made = [
        Troop(f"{side}-{i}", f"{side} {i}", side, "", "INF", "inland", formation=f"{side} {i}")
        for i in range(1, count + 1)
    ]
    return replace(
        state.put_troops(made), limits={**state.limits, side: limit} if limit else state.limits
    )


# Production points of a side. The sides are then asked for orders of Logistics.
lines.given_row(
    "{side} has {points} PP",
    lambda state, side, points: unless_said(
        replace(state, funds={**state.funds, side: points}), "logistics"
    ),
)


def put_port(state: State, changed: Port) -> State:
    """Return the state with a port changed."""
    return replace(state, ports={**state.ports, changed.name: changed})


def put_ground(state: State, place: str, **said: bool) -> State:
    """Return the state with fields of a territory changed, with or without a port."""
    changed = replace(n.territory_named(state, place), **said)
    return (
        put_port(state, changed)
        if place in state.ports
        else replace(state, shores={**state.shores, place: changed})
    )


@lines.given(
    "{place} has works [factories {factories}] [refineries {refineries}] [yard damage {damage}]",
    damage=int,
)
def works(
    state: State, place: n.PortName, factories: int = 0, refineries: int = 0, damage: int = 0
) -> State:
    """Set up factories, refineries, and the damage of a shipyard."""
    if damage > most_damage(port_named(state, place)):
        raise TextError(
            f"the yard of {place} is damaged up to {most_damage(port_named(state, place))}, twice its "
            "capacity",
            -1,
        )
    return put_port(
        state,
        replace(
            port_named(state, place), factories=factories, refineries=refineries, yard_damage=damage
        ),
    )


# A fortified line in the territory of a port (6.5.2.4).
lines.given_row(
    "{place} has a fortified line",
    lambda state, place: put_ground(state, place, fortified=True),
    place=n.Shore,
)


# An island with sea all around (6.5.3).
lines.given_row(
    "{place} is a true island",
    lambda state, place: put_ground(state, place, island=True),
    place=n.Shore,
)


@lines.given("{place} belongs to neutral {nation}")
def neutral(state: State, place: n.PortName, nation: n.Name) -> State:
    """Set up a neutral port and its nation."""
    return put_port(
        state,
        replace(
            port_named(state, place), side="", neutral=True, nation=n.nation_named(state, nation)
        ),
    )


@lines.given("{ship} built to {points}")
def hull(state: State, ship: n.Ship, points: int) -> State:
    """Set up a ship under construction with 1 to 11 points (6.5.4.4)."""
    if not 1 <= points <= 11:
        raise TextError("a ship under construction stands at 1 to 11", -1, ["built to 4"])
    return state.put_ships([replace(state.ships[ship], built=points, readiness="construction")])


@lines.given("{troop} lands at {place}")
def in_fleet(state: State, troop: OneTroop, place: n.Shore) -> State:
    """Set up a land unit aboard the invasion fleet bound for a port."""
    inv = invasion_of_place(state, place)
    if state.troops[troop].side != inv.side:
        raise TextError(f"{troop} is not of {inv.side}")
    changed = replace(inv, troops=(*inv.troops, troop))
    return replace(state, invasions=tuple(changed if i is inv else i for i in state.invasions))


@lines.given("{place} is attacked by land by {units} units")
def by_land(state: State, place: n.Shore, units: int) -> State:
    """Set up units that attack a territory by land, whether or not it is invaded as well
    (6.5.2.2)."""
    return replace(state, by_land={**state.by_land, place: units})


@lines.given("the invasion of {place} sails as {mission}")
def sails_as(state: State, place: n.Shore, mission: str) -> State:
    """Set up the mission of an invasion."""
    if mission not in state.missions:
        raise TextError(f"no mission {mission!r}", -1, list(state.missions))
    inv = invasion_of_place(state, place)
    state = replace(
        state,
        invasions=tuple(replace(i, mission=mission) if i is inv else i for i in state.invasions),
    )
    return state.put_mission(replace(state.missions[mission], kind="invasion"))


def invasion_of_place(state: State, place: str) -> Invasion:
    """Return the invasion of a territory. Raises :class:`TextError` when there is none."""
    for i in state.invasions:
        if i.port == place:
            return i
    raise TextError(f"nobody invades {place}", 0, [f"{place} is invaded by Axis"])


@lines.given(
    "battle on {ground} at {place}, {red} attacks {blue} [, {kind}] [, turn {turn}] [, {mover} to "
    "move]"
)
def shore_battle(
    state: State,
    ground: n.Name,
    place: n.Shore,
    red: n.Side,
    blue: n.Side,
    kind: Literal["port", "island", "invasion"] = "invasion",
    turn: int = 0,
    mover: n.Side = "",
) -> State:
    """Set up a battle before a coast without units (6.5.2 to 6.5.4)."""
    if ground not in ground_ids(state.rulings):
        raise TextError(f"no battle map {ground!r}", -1, list(ground_ids(state.rulings)))
    sort: Literal["port", "island", "invasion"] = kind
    fight = SeaBattle(
        state.rulings,
        red,
        blue,
        (),
        (),
        (),
        (),
        place,
        turn=max(1, turn),
        phase="fight" if turn else "deploy",
        turns=22 if kind == "invasion" else 12,
        mover="blue" if (mover == blue or (not turn and not mover)) else "red",
        deployed=("red", "blue") if turn else (),
        kind=sort,
        ground=ground,
    )
    return replace(state, battle=fight, phase="battle", assault=Assault(sort, red, place))


# -- what must follow
Counted = Literal[
    "targets",
    "radars",
    "towers",
    "factories",
    "refineries",
    "shipyards",
    "ships",
    "aircraft",
    "fighters",
    "bombers",
    "land units",
    "transports",
]


CODE = {
    "radars": "RAD",
    "towers": "TWR",
    "factories": "FAC",
    "refineries": "REF",
    "shipyards": "YARD",
    "transports": "TR",
}


@lines.fact("battle has {count} {what} [of {side}]")
def in_battle(state: State, count: int, what: Counted, side: n.Side = "") -> Found:
    """Check how many units of a kind fight, of one side or both. Targets are all of the defender's
    units except aircraft, radars and towers."""
    b = battle_of(state)
    units = [u for u in b.units if u.alive and side in ("", u.side)]
    if what in CODE:
        return comparison(sum(u.cls == CODE[what] for u in units), count)
    tests = {
        "targets": lambda u: u.colour == "blue" and not u.flies and u.cls not in ("RAD", "TWR"),
        "ships": lambda u: not u.kind and not u.flies and u.cls != "TR",
        "aircraft": lambda u: u.flies,
        "fighters": lambda u: u.flies and u.cls == "fighter",
        "bombers": lambda u: u.flies and u.cls != "fighter",
        "land units": lambda u: bool(u.kind) and u.cls not in FACILITIES,
    }
    return comparison(sum(map(tests[what], units)), count)


@lines.fact("{unit} fights at strength {strengths} [xp {xp}] [entrenched {entrenched}]")
def fighting_at(
    state: State, unit: n.Name, strengths: n.Numbers, xp: int = -1, entrenched: int = -1
) -> Found:
    """Check the strength, experience or entrenchment of a unit in battle; for one that fights in
    parts, the strength of all parts, or of each."""
    parts, said = units_of(battle_of(state), unit), n.read_numbers(strengths)
    wanted = sorted(said * len(parts) if len(said) == 1 else said)
    found = [
        (u.strength, u.experience if xp >= 0 else -1, u.entrenched if entrenched >= 0 else -1)
        for u in parts
    ]
    fits = sorted(f[0] for f in found) == wanted and all(f[1:] == (xp, entrenched) for f in found)
    return fits, f"strength, experience, entrenchment {found}"


lines.fact_row(
    "{unit} fights in {count} parts",
    lambda state, unit: len(units_of(battle_of(state), unit)),
    unit=n.Name,
)


lines.fact_row(
    "{unit} does not fight",
    lambda state, unit: (
        not any(unit in (u.id, u.part_of) for u in battle_of(state).units),
        f"{unit} fights",
    ),
    unit=n.Fighting,
)


@lines.fact("{side} has conquered")
def has_conquered(state: State, side: n.Side) -> Found:
    """Check whether the invader has conquered the territory."""
    b = battle_of(state)
    return is_conquered(
        b
    ) and b.red == side, f"holds {len(b.taken)} of {len(objectives_of(b))} places"


def objectives_of(b: SeaBattle) -> tuple[tuple[int, int], ...]:
    """Return the objectives that an invader must hold."""
    return objectives(ground_of(b.rulings, b.ground))


@lines.fact("{place} in {what} hands")
def whose(state: State, place: n.Shore, what: Literal["Axis", "Allied", "neutral"]) -> Found:
    """Check which side holds a port or another territory."""
    found = n.territory_named(state, place)
    return comparison("neutral" if found.neutral else found.side, what)


lines.fact_row(
    "yard damage of {place} {points}", lambda state, place: port_named(state, place).yard_damage
)


lines.fact_row(
    "construction points of {side} {points}",
    lambda state, side: state.ledger.get(f"{side}/construction", 0),
)


lines.fact_row("PP of {side} {points}", lambda state, side: state.funds.get(side, 0))


lines.fact_row(
    "divisions of {side} {count}",
    lambda state, side: len(
        full_divisions(x for x in state.troops.values() if x.side == side and x.present)
    ),
)


lines.fact_row(
    "relations of {side} with {nation} {value}",
    lambda state, side, nation: state.relations.get(f"{side}/{n.nation_named(state, nation)}", 0),
)


lines.fact_row("{ship} under construction at {points}", lambda state, ship: state.ships[ship].built)


lines.fact_row(
    "strength of {troop} {points}",
    lambda state, troop: (state.troops.get(troop) or state.planes[troop]).strength,
    troop=Annotated[str, UnionNoun(TROOP, PLANE, name="troop")],
)


lines.fact_row(
    "{side} has {count} land units at {place}",
    lambda state, side, place: len(state.troops_at(place, side)),
    place=n.Shore,
)


lines.fact_row("assaults declared {count}", lambda state: len(state.assaults))
