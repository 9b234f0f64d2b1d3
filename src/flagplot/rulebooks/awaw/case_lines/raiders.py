"""Case lines of raiders: the raider die and the ships that answer it, eligible defenders, contents
of the boxes."""

from __future__ import annotations

from typing import Annotated, Literal

from flagplot.table import TextError
from flagplot.table.language import Choice, Found

from ..events.codebreaking import with_card
from ..map import theatre
from ..nouns import RAID, L, Side
from ..rules.codebreaking import held
from ..rules.raiders import defenders, groups, raider_table, transports, voyage
from ..rules.raiders.box_sequence import numbering
from ..state import Force, State, SWBox, put, replace, update, with_units
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
def in_the_box(
    state: State,
    units: Units,
    ocean: Box,
    port: Place = "",
    edge: Literal["south", "east", "west", ""] = "",
    number: int = 0,
) -> State:
    """Put a raider group in its box."""
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
    state = replace(state, forces=put(state.forces, {name: force}), serial=state.serial + 1)
    state = update(state, ids, force=name, at=box, raided=True, **({"base": port} if port else {}))
    ships = [replace(u, used=(*u.used, "raid")) for u in state.each(ids)]
    state = with_units(state, ships)
    count = groups.count(ships)
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
    return replace(state, raids=put(state.raids, {name: new}))


lines.puts(
    "{group} began the game at sea",
    lambda state, group: replace(
        state, raids=put(state.raids, {group: replace(state.raids[group], setup=True)})
    ),
    group=Group,
)


@lines.given("{group} is found by {result} [with dice {dice}]")
def found(state: State, group: Group, result: int, dice: str = "") -> State:
    """Set the raider die and the type dice of a group."""
    if dice.strip("0123456"):
        raise TextError(f"{dice!r} are no faces", -1, ["2346"])
    faces = tuple(int(c) for c in dice.strip("0"))
    new = replace(state.raids[group], stage="answered", opposed=True, result=result, dice=faces)
    return replace(state, raids=put(state.raids, {group: new}))


lines.puts(
    "{side} has {n} {what} results",
    lambda state, side, n, what: replace(
        state, research=put(state.research, {f"{side} {what}": n})
    ),
    what=What,
)


lines.puts(
    "{side} has {n} {kind} cards",
    lambda state, side, n, kind: replace(
        with_card(state, side, kind, n - held(state, side, kind)), undealt={}, chosen={}
    ),
    kind=Literal["tactical", "strategic"],
)


lines.puts(
    "{side} has the {code} advantage",
    lambda state, side, code: replace(state, codebreaking=put(state.codebreaking, {code: side})),
    code=Literal["Ultra", "Magic"],
)


@lines.given("{side} has {n} CVEs in {ocean}")
def escort_carriers(state: State, side: Side, n: int, ocean: Box) -> State:
    """Set the escort carriers of an SW box."""
    key = f"{side} {box_of(ocean)}"
    return replace(state, sw=put(state.sw, {key: replace(state.sw.get(key, SWBox()), cves=n)}))


# Ethiopia lies on no board.
lines.puts(
    "{side} holds Ethiopia",
    lambda state, side: replace(state, control=put(state.control, {groups.ETHIOPIA: side})),
)


# ------------------------------------------------------------------------------------------ facts
def raid_of(state: State, group: str) -> Raid:
    """Return a raider group. Raises :class:`TextError` when there is none."""
    if group not in state.raids:
        raise TextError(f"no raider group {group!r}", -1, sorted(state.raids))
    return state.raids[group]


lines.finds(
    "{side} has {n} {kind} cards left",
    lambda state, side, kind: held(state, side, kind),
    kind=Literal["tactical", "strategic"],
)


@lines.fact("raider modifier of {group} {n}")
def modifier(state: State, group: Group, n: int) -> Found:
    """Compare the total modifier of the raider die."""
    parts = raider_table.modifiers(state, raid_of(state, group))
    return sum(x for _, x in parts) == n, ", ".join(f"{row} {x:+d}" for row, x in parts)


lines.finds(
    "raider die {die} on {group}: {n}",
    lambda state, die, group: raider_table.engaging(state, raid_of(state, group), die),
    die=int,
    group=Group,
)


@lines.fact("{unit} may engage {group}")
def may_engage(state: State, unit: Unit, group: Group) -> Found:
    """Test that a ship may engage a group."""
    u = state.units[unit]
    why = defenders.why_not(state, u, raid_of(state, group))
    return not why, f"{u.id} may engage" if not why else f"{u.id} may not: {why}"


lines.finds(
    "{group} has number {n}", lambda state, group: raid_of(state, group).number, group=Group
)


lines.finds(
    "raiders of {ocean} are numbered by {nation}",
    lambda state, ocean: numbering(state, box_of(ocean)),
    ocean=Box,
)


lines.finds(
    "{group} has stage {stage}",
    lambda state, group: raid_of(state, group).stage,
    group=Group,
    stage=Stage,
)


@lines.fact("{group} attacks transports with {units}")
def attackers(state: State, group: Group, units: Units) -> Found:
    """Compare the ships of a group that may attack transports now."""
    ids = {u.id for u in transports.attackers(state, raid_of(state, group))}
    return ids == set(units), ", ".join(sorted(ids)) or "none"


@lines.fact("{group} attacks no transports")
def no_attackers(state: State, group: Group) -> Found:
    """Test that no ship of a group may attack transports."""
    ids = [u.id for u in transports.attackers(state, raid_of(state, group))]
    return not ids, ", ".join(ids) or "none"


lines.finds(
    "{ocean} has {n} {side} transports",
    lambda state, ocean, side: state.sw.get(f"{side} {box_of(ocean)}", SWBox()).transports,
    ocean=Box,
)


lines.finds(
    "{side} has spent {n} on {front}",
    lambda state, side, front: state.spent.get(f"{side} {front}", 0),
    front=Front,
)


lines.finds(
    "raid of {units} on {ocean} is charged to {front}",
    lambda state, units, ocean: ", ".join(
        dict.fromkeys(groups.front_of(state, state.units[i], box_of(ocean)) for i in units)
    ),
    ocean=Box,
    front=Front,
)


@lines.fact("{group} returns to {place} unmet")
def unmet(state: State, group: Group, place: Place) -> Found:
    """Test that a group cannot be intercepted on its return to a port."""
    return voyage.safe(
        state, raid_of(state, group), place
    ), f"{group} may be met on its way to {theatre.name_of(state, place)}"
