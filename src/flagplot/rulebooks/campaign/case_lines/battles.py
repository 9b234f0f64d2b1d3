"""Lines about a naval battle: setting one up from nothing, and the fate of its units."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language import Choice, Found, comparison

from ..advice.odds_questions import read_fighter
from ..map.battle_ground import ground_of
from ..map.battle_ocean import Hex, hex_text
from ..rules.assault.targets import ENDLESS, troop_in_battle
from ..rules.combat.battle_setup import plane_combatant, ratings_of, ship_combatant
from ..rules.combat.coast import place_unit
from ..rules.combat.formula import (
    attack_margin,
    counts_as_destroyer,
    expected_kills,
    hit_percent,
    may_attack,
    rearms_aircraft,
)
from ..rules.combat.visibility import completed_ships, gun_range, seen_by, square_in
from ..state import Interception, Mission, Ship, State
from ..state.battle import Combatant, SeaBattle
from ..state.ratings import CAPITALS, ESCORTS
from . import nouns as n
from .nouns import lines

ENTRIES = (*(f"{x} {i}" for x in ("europe", "pacific", "zone") for i in range(4)), "air only")


Entry = Annotated[str, Choice(*ENTRIES, name="deployment")]


MET, BOUND_FOR = "5,31", "4,35"
"""The square where the mission of a battle is met, at sea on every map, and its target."""


@lines.given("battle {red} attacks {blue} [, {entry}] [, turn {turn}] [, {mover} to move]")
def battle(
    state: State,
    red: n.Side,
    blue: n.Side,
    entry: Entry = "europe 0",
    turn: int = 0,
    mover: n.Side = "",
) -> State:
    """Set up a battle without units (6.5.1). With a turn it has begun; without one both sides still
    deploy."""
    table = state.rulings.table("campaign.deployment")
    if not any(row == entry for row, _ in table.rows):
        raise TextError(f"no deployment {entry!r}", -1, [row for row, _ in table.rows])

    def squares(row: str, column: str) -> tuple[int, ...]:
        return tuple(int(x) for x in str(table.cell(row, column)).split())

    fight = SeaBattle(
        state.rulings,
        red,
        blue,
        squares(entry, "red"),
        squares(entry, "blue"),
        squares("destination", "blue"),
        (),
        MET,
        turn=max(1, turn),
        phase="fight" if turn else "deploy",
        mover="blue" if (mover == blue or (not turn and not mover)) else "red",
        deployed=("red", "blue") if turn else (),
    )
    target = Mission(
        "M", blue, "patrol", (), "", BOUND_FOR, (MET, BOUND_FOR), status="sailing", attacked=True
    )
    return replace(
        state.put_mission(target),
        battle=fight,
        fighting=Interception(red, "M", MET, ()),
        phase="battle",
    )


def battle_of(state: State) -> SeaBattle:
    """Return the battle. Raises :class:`TextError` when none is set up."""
    if state.battle is None:
        raise TextError("no battle is set up", 0, ["battle Allied attacks Axis, europe 0, turn 1"])
    return state.battle


@lines.given("the mission is on its station")
def on_station(state: State) -> State:
    """Set up the defender as a patrol met in its own square."""
    met = replace(state, battle=replace(battle_of(state), on_station=True))
    return met.put_mission(replace(state.missions["M"], target=MET, route=(MET,)))


@lines.given(
    "{unit} fights [at {at}] [aboard {aboard}] [strength {strength}] [ammo {ammo}] [fuel {fuel}] "
    "[experience {experience}]"
    " [lost {lost}] [entrenched {entrenched}] [{moved}] [{fired}] [{revealed}] [{surprised}]",
    **dict.fromkeys(("strength", "ammo", "fuel", "experience", "lost", "entrenched"), int),
    **dict.fromkeys(("moved", "fired", "revealed", "surprised"), bool),
)
def fights(
    state: State, unit: n.Fighting, at: n.Hex | None = None, aboard: n.Ship = "", **said: int
) -> State:
    """Set up a unit of the battle: in a hex, aboard a carrier or a transport, or not placed yet."""
    fight = battle_of(state)
    if unit in state.troops:
        troop = state.troops[unit]
        u = troop_in_battle(state, troop, fight.colour(troop.side), troop.strength)
    elif unit in state.ships:
        ship = state.ships[unit]
        colour = fight.colour(ship.side)
        u = ship_combatant(state, ship, colour)
        if colour == "blue" and not fight.ground:
            target = state.missions["M"]
            state = state.put_mission(replace(target, units=(*target.units, unit)))
            state = state.put_ships([replace(ship, mission="M")])
    else:
        plane = state.planes[unit]
        u = plane_combatant(state, plane, fight.colour(plane.side), aboard)
    u = put_down(fight, u, at) if at is not None else u
    u = replace(u, aboard=aboard, **said)
    units = tuple(sorted((*(x for x in fight.units if x.id != unit), u), key=lambda x: x.id))
    return replace(state, battle=replace(fight, units=units))


@lines.given("boats {id} of {side} at {at}")
def boats(state: State, id: n.Name, side: n.Side, at: n.Hex) -> State:
    """Set up the boats of a landing, off a shore."""
    fight = battle_of(state)
    r = ratings_of(state.rulings, "TR", "", "", 0)
    u = put_down(
        fight,
        Combatant(id, id, side, fight.colour(side), "TR", r, 10, 10, ammo=0, fuel=ENDLESS),
        at,
    )
    return replace(
        state, battle=replace(fight, units=tuple(sorted((*fight.units, u), key=lambda x: x.id)))
    )


def put_down(fight: SeaBattle, u: Combatant, at: Hex) -> Combatant:
    """Return the unit placed in a hex. Raises :class:`TextError` when its battle's map does not
    have the hex."""
    if fight.ground:
        ground = ground_of(fight.rulings, fight.ground)
        if not ground.at(at):
            last = hex_text(ground.hexes[-1])
            raise TextError(
                f"{hex_text(at)} is off the map {fight.ground}, whose last hex is {last}"
            )
    return place_unit(fight, u, at)


# Scenario rule: the convoy scatters once this escort has attacked.
lines.given_row(
    "{unit} screens the convoy",
    lambda state, unit: change_unit(state, unit, screen=True),
    unit=n.Fighting,
)


# Scenario rule: a raider below this strength leaves the battle when it meets a battleship.
lines.given_row(
    "{unit} breaks off under strength {strength}",
    lambda state, unit, strength: change_unit(state, unit, shy=strength),
    unit=n.Fighting,
)


# Scenario rule: a boat that lands its unit in the turn of its arrival.
lines.given_row(
    "{unit} comes in {boat}, which runs ashore",
    lambda state, unit, boat: change_unit(
        change_unit(state, unit, aboard=boat), boat, beaches=True
    ),
    unit=n.Fighting,
    boat=n.Name,
)


# Scenario rule: the attacker's ships open fire by the end of that turn, or withdraw.
lines.given_row(
    "fire is opened by turn {turn}",
    lambda state, turn: replace(state, battle=replace(battle_of(state), duty=turn)),
)


def change_unit(state: State, id: str, **said: bool | int | str) -> State:
    """Return the state with fields of a unit of the battle changed. Raises :class:`TextError` for
    an unknown unit."""
    fight = battle_of(state)
    return replace(state, battle=fight.put(replace(unit_in(state, state, id), **said)))


def units_of(b: SeaBattle, text: str) -> list[Combatant]:
    """Return a unit of the battle, or the parts in which it fights. Raises :class:`TextError` for
    an unknown one."""
    found = [u for u in b.units if text in (u.id, u.name, u.part_of)]
    if not found:
        raise TextError(f"{text!r} is in no battle", 0, [u.id for u in b.units][:8])
    return found


# -- what must follow
def unit_in(state: State, before: State, id: str) -> Combatant:
    """Return a unit of the current battle, or of the one just over. Raises :class:`TextError` for
    an unknown one."""
    for b in (state.battle, before.battle):
        if b is not None and b.has(id):
            return b.unit(id)
    raise TextError(
        f"{id!r} is in no battle", 0, [u.id for u in state.battle.units][:8] if state.battle else []
    )


def as_fighting(state: State, before: State, text: str) -> Combatant:
    """Return a unit of the battle, or a ship (or one of a class) as it would be in one."""
    if state.battle is not None and state.battle.has(text):
        return state.battle.unit(text)
    if text in state.ships:
        return ship_combatant(state, state.ships[text], "red")
    if text.upper() in CAPITALS | ESCORTS:
        return ship_combatant(
            state, Ship(id=text, name=text, side="", nation="", cls=text.upper(), base=""), "red"
        )
    return unit_in(state, before, text)


@lines.fact("{unit} in battle {what} {value}")
def rating_in_battle(
    before: State,
    state: State,
    unit: str,
    what: Literal["strength", "ammo", "fuel", "experience", "lost", "entrenched"],
    value: int,
) -> Found:
    """Check a value of a unit in the battle."""
    return comparison(getattr(unit_in(state, before, unit), what), value)


@lines.fact("{unit} at hex {at}")
def stands(before: State, state: State, unit: str, at: n.Hex) -> Found:
    """Check in which hex a unit is."""
    found = unit_in(state, before, unit).at
    return found == at, f"{unit} at {hex_text(found) if found else 'no hex'}"


@lines.fact("battle class of {unit} {cls}")
def battle_class(before: State, state: State, unit: str, cls: n.Class) -> Found:
    """Check as which class a unit counts: ASW cruisers and destroyer escorts as destroyers, escort
    carriers as carriers."""
    own = as_fighting(state, before, unit).cls
    counts_as = (
        "DD" if counts_as_destroyer(own) and own != "TB" else "CV" if rearms_aircraft(own) else own
    )
    return cls in (own, counts_as), f"class {own}" + (
        f", a {counts_as}" if counts_as != own else ""
    )


@lines.fact("{unit} moves {hexes}")
def moves(before: State, state: State, unit: str, hexes: int) -> Found:
    """Check how far a unit moves in a turn."""
    return comparison(as_fighting(state, before, unit).ratings.move, hexes)


@lines.fact("gun range of {unit} {hexes}")
def guns(before: State, state: State, unit: str, hexes: int) -> Found:
    """Check the range of a unit's guns."""
    return comparison(gun_range(as_fighting(state, before, unit)), hexes)


@lines.fact("{side} {sees} {unit}")
def sees(
    before: State, state: State, side: n.Side, sees: Literal["sees", "does not see"], unit: str
) -> Found:
    """Check whether a side sees a unit."""
    fight = battle_of(state)
    unit_in(state, before, unit)
    seen = unit in seen_by(fight, fight.colour(side))
    return seen == (sees == "sees"), "seen" if seen else "not seen"


lines.fact_row("battle turn {turn}", lambda state: battle_of(state).turn)


lines.fact_row(
    "the battle is over",
    lambda state: (state.battle is None or state.battle.phase == "over", "the battle goes on"),
)


lines.fact_row(
    "a battle is fought", lambda state: (state.battle is not None, "no battle is fought")
)


lines.fact_row("no battle", lambda state: (state.battle is None, "a battle is fought"))


@lines.fact("completed {ships}")
def made_it(state: State, ships: int) -> Found:
    """Check the number of ships and transports in the destination area, now or when the battles of
    the turn just closed ended."""
    fight, ended = state.battle, state.missions or state.past
    return comparison(
        len(completed_ships(fight))
        if fight is not None
        else sum(len(x.completed) for x in ended.values()),
        ships,
    )


lines.fact_row(
    "hex {at} in square {square}", lambda state, at: square_in(state.rulings, at), square=int
)


@lines.fact("deployment {entry} {what} {squares}")
def deployment(
    state: State, entry: Entry, what: Literal["red", "blue", "destination"], squares: n.Words
) -> Found:
    """Check the squares of an entry of the deployment worksheet."""
    row, column = ("destination", "blue") if what == "destination" else (entry, what)
    cell = str(state.rulings.table("campaign.deployment").cell(row, column))
    return tuple(int(x) for x in cell.split()) == n.read_numbers(squares), cell


@lines.fact("expected kills {a} v {b} {how} {value}")
def kills(
    state: State,
    a: n.Fighter,
    b: n.Fighter,
    how: Literal["above", "below", "is", "at least"],
    value: float,
) -> Found:
    """Check expected kills against a number."""
    return compare(expected_kills(read_fighter(state, a), read_fighter(state, b)), how, value)


@lines.fact("expected kills {a} v {b} {how} {c} v {d}")
def more_kills(
    state: State,
    a: n.Fighter,
    b: n.Fighter,
    how: Literal["above", "below", "is", "at least"],
    c: n.Fighter,
    d: n.Fighter,
) -> Found:
    """Check expected kills against those of another pair."""
    one, two = (
        expected_kills(read_fighter(state, x), read_fighter(state, y)) for x, y in ((a, b), (c, d))
    )
    return compare(one, how, two)


def compare(value: float, how: str, other: float) -> Found:
    """Compare a value with another; *how* is a word."""
    fits = {
        "above": value > other,
        "below": value < other,
        "at least": value >= other,
        "is": abs(value - other) < 0.005,
    }
    return fits[how], f"{value:.3f} against {other:.3f}"


# The chance of one strength point, in percent.
lines.fact_row(
    "chance of {a} v {b} {value} %",
    lambda state, a, b: hit_percent(read_fighter(state, a), read_fighter(state, b)),
    a=n.Fighter,
    b=n.Name,
)


lines.fact_row(
    "margin of {a} v {b} {value}",
    lambda state, a, b: attack_margin(read_fighter(state, a), read_fighter(state, b)),
    a=n.Fighter,
    b=n.Name,
)


@lines.fact("{a} {may} attack {b}")
def attacks(state: State, a: n.Fighter, may: Literal["may", "may not"], b: n.Fighter) -> Found:
    """Check whether a class may attack another."""
    able = may_attack(read_fighter(state, a), read_fighter(state, b))
    return able == (may == "may"), "may" if able else "may not"


COLUMNS = {"speed": "move", "move": "move", "defence": "ground_def", "range": "range"}


@lines.fact("{what} of {a} {how} {b}")
def class_values(
    state: State,
    what: Literal["speed", "defence", "range", "move"],
    a: n.Class,
    how: Literal["above", "below"],
    b: n.Class,
) -> Found:
    """Check which of two classes has the higher value."""
    one, two = (getattr(ratings_of(state.rulings, c, "", "", 0), COLUMNS[what]) for c in (a, b))
    return (one > two) == (how == "above") and one != two, f"{one} against {two}"
