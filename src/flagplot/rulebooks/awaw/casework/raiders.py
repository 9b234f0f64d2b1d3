"""Lines about raiders: the raider die and what answers it, who may engage, what the boxes hold."""

from __future__ import annotations

from typing import Annotated, Literal

from flagplot.table import TextError
from flagplot.table.language import Choice, Found, same

from ..events.codes import with_card
from ..map import theatre
from ..nouns import RAID, L
from ..rules.codes import held
from ..rules.raiders import defenders, groups, price, raider_table, sailing, transports
from ..rules.raiders.box import numbering
from ..state import Force, State, SWBox, put, replace, update
from ..state.raids import STAGES, Raid
from .nouns import Nation, Place, Side, Unit, Units, lines

Box = Annotated[str, L.noun(Choice("Atlantic", "Indian Ocean", "Pacific", name="ocean"))]
Group = Annotated[str, RAID]
Front = Literal["western", "mediterranean", "pacific", "southeast-asia"]
Stage = Annotated[str, L.noun(Choice(*STAGES, name="stage"))]
What = Literal["air range", "air defence", "counter-intelligence", "harbor attack", "initial harbor attack"]


def box_of(ocean: str) -> str:
    """The SW box of an ocean."""
    return f"{ocean} SW box"


# ------------------------------------------------------------------------------------------------------------------ given
@lines.given("raiders {units} in {ocean} [from {port}] [by {edge} edge] [number {number}]")
def in_the_box(
    state: State, units: Units, ocean: Box, port: Place = "", edge: Literal["south", "east", "west", ""] = "", number: int = 0
) -> State:  # fmt: skip
    """A raider group that has come to its box."""
    ids = tuple(units)
    side = state.units[ids[0]].side
    name = f"R{len(state.raids) + 1}"
    box = box_of(ocean)
    ports = tuple(dict.fromkeys([port] if port else [state.units[i].base for i in ids]))
    force = Force(name, side, "raid", ids, (box,), target=box, state="on-station", since=state.player_turn, origin=ports[0])
    state = replace(state, forces=put(state.forces, {name: force}), serial=state.serial + 1)
    state = update(state, ids, force=name, at=box, raided=True, **({"base": port} if port else {}))
    ships = [state.units[i] for i in ids]
    count = groups.count(ships)
    hurt = any(u.damaged for u in ships)
    stage = "numbered" if number else "in"
    new = Raid(name, side, ships[0].nation, box, ports, edge, stage=stage, number=number, ships=count, hurt=hurt)
    return replace(state, raids=put(state.raids, {name: new}))


@lines.given("{group} began the game at sea")
def began_at_sea(state: State, group: Group) -> State:
    """A group that was put into the box at the opening."""
    return replace(state, raids=put(state.raids, {group: replace(state.raids[group], setup=True)}))


@lines.given("{group} is found by {result} with dice {dice}")
def found(state: State, group: Group, result: int, dice: str) -> State:
    """The raider die and the type dice of a group have been thrown."""
    faces = tuple(int(c) for c in dice.strip("0"))
    new = replace(state.raids[group], stage="answered", opposed=True, result=result, dice=faces)
    return replace(state, raids=put(state.raids, {group: new}))


@lines.given("{side} has {n} {what} results")
def research(state: State, side: Side, n: int, what: What) -> State:
    """Research results of a side."""
    return replace(state, research=put(state.research, {f"{side} {what}": n}))


@lines.given("{side} has {n} {kind} cards")
def codebreaking_cards(state: State, side: Side, n: int, kind: Literal["tactical", "strategic"]) -> State:
    """Codebreaking cards a side holds."""
    return replace(with_card(state, side, kind, n - held(state, side, kind)), undealt={})


@lines.given("{side} has the {code} advantage")
def codes(state: State, side: Side, code: Literal["Ultra", "Magic"]) -> State:
    """Who is ahead in codes."""
    return replace(state, codebreaking=put(state.codebreaking, {code: side}))


@lines.given("{side} has {n} CVEs in {ocean}")
def escort_carriers(state: State, side: Side, n: int, ocean: Box) -> State:
    """Escort carriers of an SW box."""
    key = f"{side} {box_of(ocean)}"
    return replace(state, sw=put(state.sw, {key: replace(state.sw.get(key, SWBox()), cves=n)}))


@lines.given("{side} holds Ethiopia")
def ethiopia(state: State, side: Side) -> State:
    """Who controls Ethiopia, which lies on no board."""
    return replace(state, control=put(state.control, {groups.ETHIOPIA: side}))


# ------------------------------------------------------------------------------------------------------------------- facts
def raid_of(state: State, group: str) -> Raid:
    """A raider group. Raises :class:`TextError`."""
    if group not in state.raids:
        raise TextError(f"no raider group {group!r}", -1, sorted(state.raids))
    return state.raids[group]


@lines.fact("{side} has {n} {kind} cards left")
def cards_left(before: State, state: State, side: Side, n: int, kind: Literal["tactical", "strategic"]) -> Found:
    """Codebreaking cards a side still holds."""
    return same(held(state, side, kind), n)


@lines.fact("raider modifier of {group} {n}")
def modifier(before: State, state: State, group: Group, n: int) -> Found:
    """Everything that shifts the raider die."""
    parts = raider_table.modifiers(state, raid_of(state, group))
    return sum(x for _, x in parts) == n, ", ".join(f"{row} {x:+d}" for row, x in parts)


@lines.fact("raider die {die} on {group}: {n}")
def engaging(before: State, state: State, die: int, group: Group, n: int) -> Found:
    """Ships that may engage for a die."""
    return same(raider_table.engaging(state, raid_of(state, group), die), n)


@lines.fact("{unit} may engage {group}")
def may_engage(before: State, state: State, unit: Unit, group: Group) -> Found:
    """Whether a ship is among those that may engage a group."""
    u = state.units[unit]
    why = defenders.why_not(state, u, raid_of(state, group))
    return not why, f"{u.id} may engage" if not why else f"{u.id} may not: {why}"


@lines.fact("{group} has number {n}")
def number(before: State, state: State, group: Group, n: int) -> Found:
    """Which group of its box it is."""
    return same(raid_of(state, group).number, n)


@lines.fact("raiders of {ocean} are numbered by {nation}")
def numbered_by(before: State, state: State, ocean: Box, nation: Nation) -> Found:
    """Who fixes the order of the groups of a box."""
    return same(numbering(state, box_of(ocean)), nation)


@lines.fact("{group} has stage {stage}")
def stage(before: State, state: State, group: Group, stage: Stage) -> Found:
    """How far a group is."""
    return same(raid_of(state, group).stage, stage)


@lines.fact("{group} attacks transports with {units}")
def attackers(before: State, state: State, group: Group, units: Units) -> Found:
    """The ships of a group that may attack transports now."""
    ids = {u.id for u in transports.attackers(state, raid_of(state, group))}
    return ids == set(units), ", ".join(sorted(ids)) or "none"


@lines.fact("{group} attacks no transports")
def no_attackers(before: State, state: State, group: Group) -> Found:
    """A group that may not attack transports."""
    ids = [u.id for u in transports.attackers(state, raid_of(state, group))]
    return not ids, ", ".join(ids) or "none"


@lines.fact("{ocean} has {n} {side} transports")
def left(before: State, state: State, ocean: Box, n: int, side: Side) -> Found:
    """Transports of an SW box."""
    return same(state.sw.get(f"{side} {box_of(ocean)}", SWBox()).transports, n)


@lines.fact("{side} has spent {n} on {front}")
def spent(before: State, state: State, side: Side, n: int, front: Front) -> Found:
    """Mission points charged to a front this player turn."""
    return same(state.spent.get(f"{side} {front}", 0), n)


@lines.fact("raid of {units} on {ocean} is charged to {front}")
def charged(before: State, state: State, units: Units, ocean: Box, front: Front) -> Found:
    """The front that pays for raiders."""
    return same(", ".join(dict.fromkeys(price.front_of(state, state.units[i], box_of(ocean)) for i in units)), front)


@lines.fact("{group} returns to {place} unmet")
def unmet(before: State, state: State, group: Group, place: Place) -> Found:
    """Whether nobody can meet a group on its way home to a port."""
    return sailing.safe(state, raid_of(state, group), place), f"{group} may be met on its way to {theatre.name_of(state, place)}"
