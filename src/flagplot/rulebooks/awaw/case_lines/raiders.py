"""Case lines about raiders: the raider die and its results, the ships that may engage, and the
boxes."""

from __future__ import annotations

from typing import Annotated, Literal

from flagplot.table import TextError
from flagplot.table.language import Choice, Found

from ..events.codebreaking import with_card
from ..map import theatre
from ..nouns import RAID, L, Side
from ..rules.codebreaking import cards_held
from ..rules.raiders import defenders, groups, raider_table, transports, voyage
from ..rules.raiders.box_sequence import numbering_nation
from ..state import Force, State, SWBox, replace, with_changes, with_units, with_units_changed
from ..state.raider_groups import STAGES, Raid
from .nouns import Place, Unit, Units, lines

Box = Annotated[str, L.noun(Choice("Atlantic", "Indian Ocean", "Pacific", name="ocean"))]


Group = Annotated[str, RAID]


Front = Literal["western", "mediterranean", "pacific", "southeast-asia"]


Stage = Annotated[str, L.noun(Choice(*STAGES, name="stage"))]


What = Literal[
    "air range", "air defence", "counter-intelligence", "harbor attack", "initial harbor attack"
]


def box_of(ocean: str) -> str:
    """Return the SW box of an ocean."""
    return f"{ocean} SW box"


# ------------------------------------------------------------------------------------------ given
@lines.given("raiders {units} in {ocean} [from {port}] [by {edge} edge] [number {number}]")
def given_raiders(
    state: State,
    units: Units,
    ocean: Box,
    port: Place = "",
    edge: Literal["south", "east", "west", ""] = "",
    number: int = 0,
) -> State:
    """Put a raider group that has come to its box."""
    ids = tuple(units)
    side = state.units[ids[0]].side
    name = f"R{len(state.raids) + 1}"
    box = box_of(ocean)
    ports = tuple(dict.fromkeys([port] if port else [state.units[i].base for i in ids]))
    force = Force(
        name,
        side,
        "raid",
        ids,
        (box,),
        target=box,
        state="on-station",
        since=state.player_turn,
        origin=ports[0],
    )
    state = replace(
        state, forces=with_changes(state.forces, {name: force}), serial=state.serial + 1
    )
    state = with_units_changed(
        state, ids, force=name, at=box, raided=True, **({"base": port} if port else {})
    )
    ships = [replace(u, used=(*u.used, "raid")) for u in state.each(ids)]
    state = with_units(state, ships)
    count = groups.ship_count(ships)
    hurt = any(u.damaged for u in ships)
    stage = "numbered" if number else "in"
    new = Raid(
        name,
        side,
        ships[0].nation,
        box,
        ports,
        edge,
        stage=stage,
        number=number,
        ships=count,
        hurt=hurt,
    )
    return replace(state, raids=with_changes(state.raids, {name: new}))


lines.given_row(
    "{group} began the game at sea",
    lambda state, group: replace(
        state, raids=with_changes(state.raids, {group: replace(state.raids[group], setup=True)})
    ),
    group=Group,
)


@lines.given("{group} is found by {result} [with dice {dice}]")
def given_raid_dice(state: State, group: Group, result: int, dice: str = "") -> State:
    """Set the raider die and the type dice of a group as rolled."""
    if dice.strip("0123456"):
        raise TextError(f"{dice!r} are no faces", -1, ["2346"])
    faces = tuple(int(c) for c in dice.strip("0"))
    new = replace(state.raids[group], stage="answered", opposed=True, result=result, dice=faces)
    return replace(state, raids=with_changes(state.raids, {group: new}))


lines.given_row(
    "{side} has {n} {what} results",
    lambda state, side, n, what: replace(
        state, research=with_changes(state.research, {f"{side} {what}": n})
    ),
    what=What,
)


lines.given_row(
    "{side} has {n} {kind} cards",
    lambda state, side, n, kind: replace(
        with_card(state, side, kind, n - cards_held(state, side, kind)), undealt={}, chosen={}
    ),
    kind=Literal["tactical", "strategic"],
)


lines.given_row(
    "{side} has the {code} advantage",
    lambda state, side, code: replace(
        state, codebreaking=with_changes(state.codebreaking, {code: side})
    ),
    code=Literal["Ultra", "Magic"],
)


@lines.given("{side} has {n} CVEs in {ocean}")
def given_escort_carriers(state: State, side: Side, n: int, ocean: Box) -> State:
    """Set the number of escort carriers in an SW box."""
    key = f"{side} {box_of(ocean)}"
    return replace(
        state, sw=with_changes(state.sw, {key: replace(state.sw.get(key, SWBox()), cves=n)})
    )


# Control of Ethiopia, which lies on no board.
lines.given_row(
    "{side} holds Ethiopia",
    lambda state, side: replace(
        state, control=with_changes(state.control, {groups.ETHIOPIA: side})
    ),
)


# ------------------------------------------------------------------------------------------ facts
def raid_of(state: State, group: str) -> Raid:
    """Return a raider group. Raises :class:`TextError` when there is none of that name."""
    if group not in state.raids:
        raise TextError(f"no raider group {group!r}", -1, sorted(state.raids))
    return state.raids[group]


lines.fact_row(
    "{side} has {n} {kind} cards left",
    lambda state, side, kind: cards_held(state, side, kind),
    kind=Literal["tactical", "strategic"],
)


@lines.fact("raider modifier of {group} {n}")
def fact_raider_modifier(state: State, group: Group, n: int) -> Found:
    """Check the sum of all modifiers of the raider die."""
    parts = raider_table.modifiers(state, raid_of(state, group))
    return sum(x for _, x in parts) == n, ", ".join(f"{row} {x:+d}" for row, x in parts)


lines.fact_row(
    "raider die {die} on {group}: {n}",
    lambda state, die, group: raider_table.ships_engaging(state, raid_of(state, group), die),
    die=int,
    group=Group,
)


@lines.fact("{unit} may engage {group}")
def fact_may_engage(state: State, unit: Unit, group: Group) -> Found:
    """Check that a ship may engage a group."""
    u = state.units[unit]
    why = defenders.barring_clause(state, u, raid_of(state, group))
    return not why, f"{u.id} may engage" if not why else f"{u.id} may not: {why}"


lines.fact_row(
    "{group} has number {n}", lambda state, group: raid_of(state, group).number, group=Group
)


lines.fact_row(
    "raiders of {ocean} are numbered by {nation}",
    lambda state, ocean: numbering_nation(state, box_of(ocean)),
    ocean=Box,
)


lines.fact_row(
    "{group} has stage {stage}",
    lambda state, group: raid_of(state, group).stage,
    group=Group,
    stage=Stage,
)


@lines.fact("{group} attacks transports with {units}")
def fact_attackers(state: State, group: Group, units: Units) -> Found:
    """Check the ships of a group that may attack transports now."""
    ids = {u.id for u in transports.attacking_raiders(state, raid_of(state, group))}
    return ids == set(units), ", ".join(sorted(ids)) or "none"


@lines.fact("{group} attacks no transports")
def fact_no_attackers(state: State, group: Group) -> Found:
    """Check that no ship of a group may attack transports."""
    ids = [u.id for u in transports.attacking_raiders(state, raid_of(state, group))]
    return not ids, ", ".join(ids) or "none"


lines.fact_row(
    "{ocean} has {n} {side} transports",
    lambda state, ocean, side: state.sw.get(f"{side} {box_of(ocean)}", SWBox()).transports,
    ocean=Box,
)


lines.fact_row(
    "{side} has spent {n} on {front}",
    lambda state, side, front: state.spent.get(f"{side} {front}", 0),
    front=Front,
)


lines.fact_row(
    "raid of {units} on {ocean} is charged to {front}",
    lambda state, units, ocean: ", ".join(
        dict.fromkeys(groups.charged_front_of(state, state.units[i], box_of(ocean)) for i in units)
    ),
    ocean=Box,
    front=Front,
)


@lines.fact("{group} returns to {place} unmet")
def fact_safe_return(state: State, group: Group, place: Place) -> Found:
    """Check that a group cannot be intercepted on its way home to a port."""
    return voyage.is_safe_return(
        state, raid_of(state, group), place
    ), f"{group} may be met on its way to {theatre.name_of(state, place)}"
