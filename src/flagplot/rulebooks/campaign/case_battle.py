"""Lines about a naval battle: setting one up from nothing, and what becomes of its units."""

from __future__ import annotations

import re

from msgspec.structs import replace

from flagplot.table import TextError

from .battle.fight import completed
from .battle.formula import expected, margin, may_attack, percent
from .battle.ocean import hex_of, hex_text
from .battle.sea import Combatant, SeaBattle, gun_range, seen_by, square_in
from .casework import given_line, holds_line, side_of
from .engage import plane_combatant, ship_combatant
from .questions import fighter
from .ratings import CAPITALS, ESCORTS
from .state import Interception, Mission, Ship, State


@given_line(
    r"battle:? (\w+) attacks (\w+)(?:,? (europe|pacific|zone|air only) ?(\d)?)?(?:,? turn (\d+))?(?:,? (\w+) to move)?",
    "battle Allied attacks Axis, europe 0, turn 12, Axis to move",
)
def _battle(state: State, m: re.Match[str]) -> State:
    red, blue = m.group(1), m.group(2)
    key = (
        f"{m.group(3) or 'europe'} {m.group(4) or 0}".strip().lower() if (m.group(3) or "").lower() != "air only" else "air only"
    )
    table = state.rulings.table("campaign.deployment")
    side_of(state, red, m.start(1))
    side_of(state, blue, m.start(2))
    if not any(row == key for row, _ in table.rows):
        raise TextError(f"no deployment {key!r}", m.start(3), [row for row, _ in table.rows])

    def squares(row: str, column: str) -> tuple[int, ...]:
        return tuple(int(x) for x in str(table.cell(row, column)).split())

    turn = int(m.group(5)) if m.group(5) else 0
    mover = m.group(6) or ""
    battle = SeaBattle(
        state.rulings,
        red,
        blue,
        squares(key, "red"),
        squares(key, "blue"),
        squares("destination", "blue"),
        (),
        "10,10",
        turn=max(1, turn),
        phase="fight" if turn else "deploy",
        mover="blue" if (mover == blue or (not turn and not mover)) else "red",
        deployed=("red", "blue") if turn else (),
    )
    target = Mission("M", blue, "patrol", (), "", "20,10", ("10,10", "20,10"), status="sailing", attacked=True)
    fighting = Interception(red, "M", "10,10", ())
    return replace(state.put_mission(target), battle=battle, fighting=fighting, phase="battle")


@given_line(r"the mission is on its station", "the mission is on its station")
def _station(state: State, m: re.Match[str]) -> State:
    """The defender is a patrol met in its own square."""
    assert state.battle is not None
    met = replace(state, battle=replace(state.battle, on_station=True))
    return met.put_mission(replace(state.missions["M"], target="10,10", route=("10,10",)))


def _battle_of(state: State) -> SeaBattle:
    if state.battle is None:
        raise TextError("no battle is set up", 0, ["battle Allied attacks Axis, europe 0, turn 1"])
    return state.battle


@given_line(r"(\S+) fights(?: at (\d+\s*,\s*\d+))?(?: aboard (\S+))?((?:, [^,]+)*)", "UK-BB-1 fights at 12,07, strength 6")
def _fights(state: State, m: re.Match[str]) -> State:
    battle = _battle_of(state)
    id, at, aboard, rest = m.groups()
    if id in state.ships:
        ship = state.ships[id]
        colour = battle.colour(ship.side)
        u = ship_combatant(state, ship, colour)
        if colour == "blue":
            target = state.missions["M"]
            state = state.put_mission(replace(target, units=(*target.units, id)))
            state = state.put_ships([replace(ship, mission="M")])
    elif id in state.planes:
        plane = state.planes[id]
        u = plane_combatant(state, plane, battle.colour(plane.side), aboard or "")
    else:
        raise TextError(f"no ship or aircraft {id!r}", 0, [*state.ships, *state.planes][:8])
    changes: dict[str, object] = {"at": hex_of(at.replace(" ", "")) if at else None, "aboard": aboard or ""}
    for part in rest.split(","):
        key, _, value = part.strip().partition(" ")
        if key in ("strength", "ammo", "fuel", "experience", "hit_before", "lost"):
            changes[key] = int(value)
        elif key in ("moved", "fired", "revealed", "surprised"):
            changes[key] = True
        elif key:
            raise TextError(f"{part.strip()!r} says nothing of a unit in battle", m.start(4), ["strength 6", "ammo 0", "moved"])
    u = replace(u, **changes)
    units = tuple(sorted((*(x for x in battle.units if x.id != id), u), key=lambda x: x.id))
    return replace(state, battle=replace(battle, units=units))


# -- what must follow


def _unit(state: State, before: State, id: str) -> Combatant:
    for b in (state.battle, before.battle):
        if b is not None and b.has(id):
            return b.unit(id)
    raise TextError(f"{id!r} is in no battle", 0, [u.id for u in state.battle.units][:8] if state.battle else [])


@holds_line(r"(\S+) in battle (strength|ammo|fuel|experience|lost) (\d+)", "GE-BC-1 in battle strength 7")
def _in_battle(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    value = getattr(_unit(state, before, m.group(1)), m.group(2).lower())
    return value == int(m.group(3)), f"{m.group(1)} {m.group(2)} {value}"


@holds_line(r"(\S+) at hex (\d+,\d+)", "GE-BC-1 at hex 12,07")
def _at(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    at = _unit(state, before, m.group(1)).at
    return at == hex_of(m.group(2)), f"{m.group(1)} at {hex_text(at) if at else 'no hex'}"


def _as_fighting(state: State, before: State, text: str) -> Combatant:
    """A unit of the battle, or how a ship (or one of a class) would stand in one."""
    if state.battle is not None and state.battle.has(text):
        return state.battle.unit(text)
    if text in state.ships:
        return ship_combatant(state, state.ships[text], "red")
    if text.upper() in CAPITALS | ESCORTS:
        return ship_combatant(state, Ship(id=text, name=text, side="", nation="", cls=text.upper(), base=""), "red")
    return _unit(state, before, text)


@holds_line(r"battle class of (\S+) (\w+)", "battle class of GUN1 CA")
def _battle_class(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    """The class a unit counts as: ASW cruisers and destroyer escorts are destroyers, escort carriers carriers."""
    cls = _as_fighting(state, before, m.group(1)).cls
    counts_as = {"CLD": "DD", "DE": "DD", "CVE": "CV", "CVL": "CV"}.get(cls, cls)
    return m.group(2).upper() in (cls, counts_as), f"class {cls}" + (f", a {counts_as}" if counts_as != cls else "")


@holds_line(r"(\S+) moves (\d+)(?: hex(?:es)?)?", "GUN1 moves 0")
def _move_rating(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    value = _as_fighting(state, before, m.group(1)).ratings.move
    return value == int(m.group(2)), f"moves {value}"


@holds_line(r"(\w+) sees (\S+)|(\w+) does not see (\S+)", "Allied sees GE-SS-1")
def _sees(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    side, id, wanted = (m.group(1), m.group(2), True) if m.group(1) else (m.group(3), m.group(4), False)
    battle = _battle_of(state)
    _unit(state, before, id)
    seen = id in seen_by(battle, battle.colour(side_of(state, side)))
    return seen == wanted, f"{id} is {'seen' if seen else 'not seen'} by {side}"


@holds_line(r"battle turn (\d+)", "battle turn 13")
def _turn(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    turn = _battle_of(state).turn
    return turn == int(m.group(1)), f"battle turn {turn}"


@holds_line(r"the battle is over", "the battle is over")
def _over(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    over = state.battle is None or state.battle.phase == "over"
    return over, "the battle is over" if over else "the battle goes on"


@holds_line(r"completed (\d+)", "completed 5")
def _completed(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    count = len(completed(state.battle)) if state.battle is not None else sum(len(x.completed) for x in state.missions.values())
    return count == int(m.group(1)), f"{count} completed"


@holds_line(r"hex (\d+,\d+) in square (\d+)", "hex 10,10 in square 1")
def _square(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    square = square_in(state.rulings, hex_of(m.group(1)))
    return square == int(m.group(2)), f"square {square}"


@holds_line(r"deployment (.+?) (red|blue|destination) ([\d, ]+)", "deployment europe 1 red 7, 11")
def _deployment(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    table = state.rulings.table("campaign.deployment")
    row = "destination" if m.group(2) == "destination" else m.group(1)
    cell = str(table.cell(row, "blue" if m.group(2) == "destination" else m.group(2)))
    return cell.split() == m.group(3).replace(",", " ").split(), f"{row} {m.group(2)}: {cell}"


@holds_line(
    r"expected kills (.+?) (?:v|on|against) (.+?) (above|below|is|=|at least) ([\d.]+|.+ (?:v|on|against) .+)",
    "expected kills SS v BB above BB v BB",
)
def _expected(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    def kills(one: str, two: str) -> float:
        return expected(fighter(state, one), fighter(state, two))

    value = kills(m.group(1), m.group(2))
    if re.fullmatch(r"[\d.]+", m.group(4)):
        other = float(m.group(4))
    else:
        one, two = re.split(r" (?:v|on|against) ", m.group(4), maxsplit=1)
        other = kills(one, two)
    how = m.group(3).lower()
    fits = (
        value > other
        if how == "above"
        else value < other
        if how == "below"
        else value >= other
        if how == "at least"
        else abs(value - other) < 0.005
    )
    return fits, f"{value:.3f} against {other:.3f}"


@holds_line(r"(chance|margin) (?:of )?(.+?) (?:v|on|against) (.+?) (-?\d+) ?%?", "chance of DD v SS 40 %")
def _chance(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    one, two = fighter(state, m.group(2)), fighter(state, m.group(3))
    value = percent(one, two) if m.group(1).lower() == "chance" else margin(one, two)
    return value == int(m.group(4)), f"{m.group(1)} {value}"


@holds_line(r"(.+?) (may|may not) attack (\w+)", "CL may not attack SS")
def _may(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    able = may_attack(fighter(state, m.group(1)), fighter(state, m.group(3)))
    return able == (m.group(2).lower() == "may"), "may" if able else "may not"


@holds_line(r"(speed|defence|range|move) of (\w+) (above|below) (\w+)", "move of DD above BB")
def _compare(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    columns = {"speed": "move", "move": "move", "defence": "ground_def", "range": "range"}
    table = state.rulings.table("campaign.ship-values")
    one, two = (int(table.cell(c.upper(), columns[m.group(1).lower()])) for c in (m.group(2), m.group(4)))
    return (one > two) == (m.group(3).lower() == "above") and one != two, f"{one} against {two}"


@holds_line(r"gun range of (\S+) (\d+)", "gun range of GE-DD-1 3")
def _guns(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    value = gun_range(_as_fighting(state, before, m.group(1)))
    return value == int(m.group(2)), f"gun range {value}"
