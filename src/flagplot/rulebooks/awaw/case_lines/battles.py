"""Case lines about interception and combat: battles set up from scratch, their results, dice and
rule tables."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from flagplot.table import TextError
from flagplot.table.language import Choice, Found, ListNoun, Noun, Read, Scan, comparison

from ..advice import battle_text
from ..rules.combat import air_combat as combat_air_combat
from ..rules.combat import battle as combat_battle
from ..rules.combat import combat_tables, gunnery
from ..rules.combat.dice import Reach
from ..rules.combat.ships import Air, Battle, Cargo, Fleet, Group, is_damaged
from ..rules.interception import attempt as interception_attempt
from ..rules.interception import eligibility
from ..rules.interception.activity import Activity
from ..rules.interception.attempt import Attempt
from ..state import State, Unit, replace, with_changes
from ..state.nations import NATIONS
from ..state.ship_list import find_listed_ship
from . import nouns as n
from .nouns import lines

GREAT = {"Axis": "Germany", "Allied": "Britain"}
"""The nation of ships and squadrons when a line names none."""


def battle_of(state: State) -> Battle:
    """Return the battle. Raises :class:`TextError` when there is none."""
    if state.battle is None:
        raise TextError("no battle is set up", 0, ["battle at D31, Axis moving"])
    return state.battle  # type: ignore[no-any-return]


def fleet_in_battle(state: State, side: str) -> Fleet:
    """Return the fleet of a side in the battle."""
    return battle_of(state).fleet(side)


def with_fleet(state: State, changed: Fleet) -> State:
    """Return the position with *changed* in place of its side's fleet."""
    b = battle_of(state)
    fleets = (changed, b.fleets[1]) if b.fleets[0].side == changed.side else (b.fleets[0], changed)
    return replace(state, battle=replace(b, fleets=fleets))


# -- given
@lines.given("battle at {place}, {side} moving [, {held}]")
def given_battle(state: State, place: n.Place, side: n.Side, held: bool = False) -> State:
    """Set up a battle. A *held* one is only examined; it is not fought."""
    fleets = (Fleet(side, ()), Fleet(state.enemy(side), (), interceptor=True))
    return replace(
        state, battle=Battle(fleets, state.rulings, place, used=("held",) if held else ())
    )


@lines.given("{side} group [{number}]: {ships}")
def given_group(state: State, side: n.Side, ships: n.Words, number: int = 0) -> State:
    """Add a combat group. Its owner is asked for a number when the line gives none."""
    g, nations = battle_text.group_in(state.rulings, ships, GREAT[side], state)
    units = dict(state.units)
    there = []
    for x, nation in zip(g.ships, nations, strict=True):
        id = x.id or free_id(units, nation, x.type)
        if id not in units:
            known = find_listed_ship(id)
            name, speed = known.name if known else id, "fast" if x.fast else "slow"
            hurt = is_damaged(state.rulings, x)
            units[id] = Unit(
                id, name, side, nation, "ship", x.type, x.size, speed, hits=x.hits, damaged=hurt
            )
        there.append(replace(x, id=id))
    cargo: list[Cargo] = []
    for c in g.cargo:
        id = free_id(units, nation, "INF")
        units[id] = Unit(id, id, side, nation, "ground", "INF", c.factors)
        cargo.append(replace(c, id=id))
    had = fleet_in_battle(state, side)
    id = f"{side[:2]}{len(had.groups) + 1}"
    new = Group(tuple(there), number or g.number or 0, id, tuple(cargo), g.hindered, g.transports)
    return with_fleet(replace(state, units=units), replace(had, groups=(*had.groups, new)))


def free_id(units: dict[str, Unit], nation: str, type: str) -> str:
    """Return the first free id for a ship that a case makes up: ``GE-BC-1``."""
    prefix = f"{NATIONS[nation].prefix}-{type}-"
    return next(id for k in range(1, 1000) if (id := f"{prefix}{k}") not in units)


@lines.given("{side} late group {hexes} hexes away with {dice} dice: {ships}")
def given_late_group(state: State, side: n.Side, hexes: int, dice: int, ships: n.Words) -> State:
    """Add a counter-interceptor that is still on its way."""
    state = given_group(state, side, ships)
    had = fleet_in_battle(state, side)
    return with_fleet(
        state,
        replace(had, groups=(*had.groups[:-1], replace(had.groups[-1], away=hexes, dice=dice))),
    )


@lines.given("{side} air [search {search}] [cover {cover}] [attack {attack}] [naval {naval}]")
def given_squadrons(
    state: State, side: n.Side, search: int = 0, cover: int = 0, attack: int = 0, naval: int = 0
) -> State:
    """Set land-based squadrons by role."""
    drm = combat_tables.air_drm(state.rulings, GREAT[side])
    flying = Air(search=search, cover=cover, attack=attack, naval=naval, drm=drm)
    return with_fleet(state, replace(fleet_in_battle(state, side), air=flying))


lines.given_row(
    "{side} cards {cards}",
    lambda state, side, cards: with_fleet(
        state, replace(fleet_in_battle(state, side), cards=cards)
    ),
    cards=int,
)


# Displaced ships withdraw all together.
lines.given_row(
    "{side} displaced",
    lambda state, side: with_fleet(state, replace(fleet_in_battle(state, side), whole=True)),
)


lines.given_row(
    "{side} has more {kind} cards",
    lambda state, side, kind: replace(
        state, codebreaking=with_changes(state.codebreaking, {kind: side})
    ),
    kind=Literal["strategic", "tactical"],
)


# The second side's submarines attack the first group. No other combat follows.
lines.given_row(
    "submarines attack",
    lambda state: replace(state, battle=replace(battle_of(state), used=("submarines",))),
)


lines.given_row(
    "round {number}",
    lambda state, number: replace(state, battle=replace(battle_of(state), round=number - 1)),
)


# -- what must follow: the battle
def battle_in_round(state: State) -> Battle:
    """Return the battle. One that is only examined is in its first round at least."""
    b = battle_of(state)
    return replace(b, round=max(1, b.round + ("held" in b.used and b.round > 0)))


def fleet_index(b: Battle, side: str) -> int:
    """Return the index (0 or 1) of a side's fleet."""
    return 0 if b.fleets[0].side == side else 1


@lines.fact("{side} wins")
def battle_winner(state: State, side: n.Side) -> Found:
    """Check that a side won the battle."""
    b = battle_of(state)
    return comparison(b.fleets[b.winner].side if b.over else "nobody yet", side)


@lines.fact("the battle is over")
def is_battle_over(state: State) -> Found:
    """Check that the battle has ended."""
    b = battle_of(state)
    return b.over, f"round {b.round}{'' if b.over else ', not over'}"


@lines.fact("the battle ends in round {number}")
def battle_end_round(state: State, number: int) -> Found:
    """Check the round in which the battle ended."""
    done, told = is_battle_over(state)
    return done and battle_of(state).round == number, told


lines.fact_row(
    "{side} lost {factors} factors", lambda state, side: fleet_in_battle(state, side).lost_all
)


lines.fact_row(
    "{side} lost {factors} cargo", lambda state, side: len(fleet_in_battle(state, side).cargo_lost)
)


lines.fact_row(
    "{side} has {factors} factors damaged",
    lambda state, side: fleet_in_battle(state, side).hurt_all,
)


@lines.fact("{side} must withdraw")
def fact_must_withdraw(state: State, side: n.Side) -> Found:
    """Check that a side may not stay."""
    b = battle_of(state)
    return combat_battle.must_withdraw(b, fleet_index(b, side)), "it may stay"


@lines.fact("{side} speaks first")
def fact_speaks_first(state: State, side: n.Side) -> Found:
    """Check that a side is the first to choose, at the end of the round, between staying and
    withdrawing."""
    b = battle_of(state)
    return comparison(b.fleets[combat_battle.speaks_first(b)].side, side)


@lines.fact("{side} searches with {dice} dice")
def fact_search_dice(state: State, side: n.Side, dice: int) -> Found:
    """Check the number of search dice."""
    b = battle_in_round(state)
    return comparison(combat_air_combat.search_dice(b, fleet_index(b, side)), dice)


@lines.fact("{side} air defence level {level}")
def fact_air_defence(state: State, side: n.Side, level: int) -> Found:
    """Check the air defence level of a side's first group."""
    b = battle_of(state)
    return comparison(combat_air_combat.air_defence_level(b, fleet_index(b, side), 0), level)


@lines.fact("{side} line: {ships}")
def line_of_battle(state: State, side: n.Side, ships: n.Words) -> Found:
    """Check a side's first group: heavy line by rank / light line / behind the screen. The order
    within the last two does not matter."""
    first = fleet_in_battle(state, side).groups[0]
    line = gunnery.lines_of(state.rulings, first)
    found = [[first.ships[i].id for i in part] for part in (line.heavy, line.light, line.screened)]
    wanted = [
        [x for x in part.replace(",", " ").split() if x != "none"] for part in ships.split("/")
    ]
    strangers = [x for part in wanted for x in part if x not in {ship.id for ship in first.ships}]
    if strangers:
        raise TextError(
            f"{strangers[0]!r} is no ship of the line", -1, [ship.id for ship in first.ships]
        )
    fits = (
        len(wanted) == len(found)
        and wanted[0] == found[0]
        and [*map(sorted, wanted)][1:] == [*map(sorted, found)][1:]
    )
    return fits, " / ".join(", ".join(part) or "none" for part in found)


@lines.fact("group {one} fights group {other}")
def fact_groups_fight(state: State, one: int, other: int) -> Found:
    """Check that two groups fight each other in the next round, the moving side's number first."""
    b = battle_in_round(state)
    found = [
        (b.fleets[0].groups[i].number, b.fleets[1].groups[k].number)
        for i, k in combat_battle.paired_groups(b)
    ]
    return (one, other) in found, ", ".join(f"{x} fights {y}" for x, y in found) or "nobody fights"


# -- what must follow: interception
MISSIONS = {
    "base change": "base-change",
    "sea transport": "transport",
    "patrol": "patrol",
    "patrol that stays": "patrol-stays",
    "redeployment": "redeploy",
    "sea supply": "supply",
    "sea escort": "escort",
    "invasion": "invade",
    "bombardment": "bombard",
    "raider": "raid",
    "displaced ships": "displaced",
    "return": "return",
    "carrier mission": "carrier",
    "convoy": "convoy",
}


Mission = Annotated[str, Choice(*MISSIONS, name="mission")]


MARKS = {
    "slow": "slow",
    "submarines": "submarines",
    "closed port": "closed_port",
    "small target": "small",
    "mission hex": "mission_hex",
    "interception hex": "in_hex",
}


COUNTS = {"spotting": "spotters", "cards": "cards"}


class Modifier(Noun):
    """A modifier of the dice of an interception: ``slow``, ``spotting 2``."""

    name = "modifier"
    marks, counts = Choice(*MARKS), Choice(*COUNTS)

    def read(self, s: Scan, i: int) -> Read:
        if (mark := self.marks.read(s, i)) is not None:
            return (MARKS[mark[0]], True), mark[1]
        count = self.counts.read(s, i)
        return (
            ((COUNTS[count[0]], int(s.low[count[1]])), count[1] + 1)
            if count and s.low[count[1]].isdecimal()
            else None
        )

    def expected(self) -> tuple[str, ...]:
        return (*MARKS, *(f"{word} 2" for word in COUNTS))


Modifiers = Annotated[tuple[tuple[str, int], ...], ListNoun(Modifier(), between=(",",))]


def compare_dice(state: State, attempt: Attempt, wanted: int) -> Found:
    """Check the dice of an attempt, and tell their parts."""
    count = interception_attempt.dice_for(state.rulings, attempt)
    return (
        count.dice == wanted,
        f"{count.dice} ({', '.join(f'{k} {v:+d}' for k, v in count.parts)})",
    )


@lines.fact("interception of {mission} [with {modifiers}] rolls {number} dice")
def fact_interception_dice(
    state: State, mission: Mission, number: int, modifiers: Modifiers = ()
) -> Found:
    """Check the dice of an interception."""
    changed: dict[str, Any] = dict(modifiers)
    return compare_dice(state, Attempt(MISSIONS[mission], 1, **changed), number)


@lines.fact(
    "counter-interception of {mission} [from {where}] [with {modifiers}] rolls {number} dice"
)
def fact_counter_dice(
    state: State,
    mission: Mission,
    number: int,
    where: Literal["port", "patrol"] = "port",
    modifiers: Modifiers = (),
) -> Found:
    """Check the dice of a counter-interception, from a port or from a patrol."""
    changed: dict[str, Any] = dict(modifiers)
    return compare_dice(state, Attempt(MISSIONS[mission], 1, counter=where, **changed), number)


@lines.fact("{dice} dice reach {hexes} hexes with {percent} %")
def fact_reach_chance(state: State, dice: int, hexes: int, percent: str) -> Found:
    """Check the chance that the sum of the dice reaches the distance, rounded to the figures
    written."""
    if not re.fullmatch(r"\d+(\.\d+)?", percent):
        raise TextError(f"{percent!r} is no number", -1, ["90"])
    outcomes, every = Reach(dice, hexes).outcomes()
    found = 100 * sum(w for v, w in outcomes if v) / every
    return round(found, len(percent.partition(".")[2])) == float(percent), f"{found:.2f} %"


@lines.fact("{unit} can intercept {mission} at {place}")
def fact_can_intercept(state: State, unit: n.Unit, mission: Mission, place: n.Place) -> Found:
    """Check that a ship can intercept a mission at a place."""
    u = state.units[unit]
    a = Activity(MISSIONS[mission], state.enemy(u.side), (), (place,), "", (place,))
    found = any(
        u in eligibility.posts(state, u.side, a, False)[p]
        for p in eligibility.opportunities(state, u.side, a)
    )
    return found, "it can" if found else "it cannot"


# -- what must follow: tables
Roll = Annotated[str, Choice(*map(str, range(2, 13)), name="roll")]


def table_cell(said: str, form: str, example: str) -> str:
    """Return a cell of a rule table as a case writes it. Raises :class:`TextError` for text that no
    cell has."""
    if not re.fullmatch(form, said):
        raise TextError(f"{said!r} is in no such table", -1, [example])
    return said


# Naval Attack Table, ships.
lines.fact_row(
    "{factors} fleet factors [{drm}] on {roll} score {effects}",
    lambda state, factors, roll, drm=0: combat_tables.fleet_column(state.rulings, factors, drm)[
        int(roll) - 2
    ],
    roll=Roll,
    effects=int,
)


# Naval Attack Table, aircraft.
lines.fact_row(
    "{number} squadrons [{drm}] on {roll} score {effects}",
    lambda state, number, roll, drm=0: combat_tables.air_column(state.rulings, number, drm)[
        int(roll) - 2
    ],
    roll=Roll,
    effects=int,
)


@lines.fact("air combat {number} [{drm}] on {roll}: {losses}")
def fact_air_combat(state: State, number: int, roll: Roll, losses: str, drm: int = 0) -> Found:
    """Check the Air Combat Table: squadrons eliminated and aborted."""
    found = "{}/{}".format(
        *combat_tables.air_combat_column(state.rulings, number, drm)[int(roll) - 2]
    )
    return comparison(found, table_cell(losses, r"\d+/\d+", "2/3"))


@lines.fact("air defence {number} on {roll}: {losses}")
def fact_air_defence_table(state: State, number: int, roll: Roll, losses: str) -> Found:
    """Check the Air Defence Table: squadrons eliminated and aborted."""
    found = "{}/{}".format(*combat_tables.air_defence_column(state.rulings, number)[int(roll) - 2])
    return comparison(found, table_cell(losses, r"\d+/\d+", "1/2"))


@lines.fact("submarine attack [{drm}] on {roll}: {effects}")
def fact_submarine_attack(state: State, roll: Roll, effects: str, drm: int = 0) -> Found:
    """Check the Submarine Attack Table. ``lost`` means that the submarine is lost."""
    found = combat_tables.submarine_column(state.rulings, drm)[int(roll) - 2]
    return comparison("lost" if found < 0 else str(found), table_cell(effects, r"\d+|lost", "2"))
