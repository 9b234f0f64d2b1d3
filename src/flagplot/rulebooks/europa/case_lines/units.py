"""Lines of a position: groups and their actions in the step, units, cargo, aircraft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec.structs import replace

from flagplot.table import TextError

from .. import orders
from ..map import chart
from ..rules import reading
from ..rules.movement.groups import against_union
from ..rules.special import night
from ..state import Air, Cargo, Group, Port, State, Unit, change_group, put_group, put_unit
from ..state.units import kind_of_id
from . import nouns as n
from .nouns import lines

USUAL_STRENGTH = {"TF": 6, "NT": 2, "TC": 2}
"""The strength of a unit whose line gives none; 1 for kinds that are not listed."""


WHERE = {"at sea": "sea", "in port": "port", "on a river": "riverine"}


def refuse_second_line(there: Mapping[str, object], id: str, what: str) -> None:
    """Raise :class:`TextError` when a second line sets up the same thing."""
    if id in there:
        raise TextError(f"{what} {id} is on the board already: say all of it in one line", 0)


def unit_of(said: n.Counter, side: str) -> Unit:
    """Return a unit as a line describes it."""
    try:
        kind = said.kind or kind_of_id(said.id)
    except ValueError as e:
        raise TextError(str(e), 0) from None
    strength = USUAL_STRENGTH.get(kind, 1) if said.strength is None else said.strength
    return Unit(
        said.id,
        side,
        kind,
        strength,
        "",
        said.nation,
        said.hits,
        said.reverse,
        said.flipped,
        said.allowance,
    )


@lines.given("unit {side} {unit}")
def loose_unit(s: State, side: n.Side, unit: n.Counter) -> State:
    """Set up a unit in no group."""
    refuse_second_line(s.units, unit.id, "unit")
    return put_unit(s, unit_of(unit, side))


@lines.given("group {id} {side} at {at} [, {where}] [, {in_reserve}] [, {activated}]: {units}")
def group(
    s: State,
    id: str,
    side: n.Side,
    at: n.Spot,
    units: tuple[n.Counter, ...],
    where: Literal["at sea", "in port", ""] = "",
    in_reserve: bool = False,
    activated: bool = False,
) -> State:
    """Set up a group with its units, at sea unless the line says in port. A port is made for it
    where there is none."""
    river = at if chart.is_side(at) else ""
    hex = s.bank(river) if river else at
    lies = WHERE[where] if where else "riverine" if river else "sea"
    refuse_second_line(s.groups, id, "group")
    dry = s.ground(hex) == "land" and all(
        s.edge(hex, other) == "land" for other in chart.neighbours(hex)
    )
    if lies == "sea" and hex not in s.ports and dry:
        raise TextError(
            f"{hex} is a land hex: no naval group stands there", 0, ["a hex with sea, a port"]
        )
    made = [unit_of(u, side) for u in units]
    for u in made:
        if u.id in s.units and (s.group_of(u.id) is not None or s.units[u.id].lost):
            raise TextError(f"{u.id} is on the board already: a unit stands in one group", 0)
        s = put_unit(s, u)
    alone = [Group(u.id, side, (u.id,), hex, lies, river) for u in made]
    barred = next(against_union(s, alone), None) if len(alone) > 1 else None
    if barred is not None:
        raise TextError(
            f"no order could make this group: {barred.clause} {barred.code} "
            f"[{', '.join(barred.culprits)}]",
            0,
        )
    if lies == "port" and hex not in s.ports:
        s = replace(
            s,
            ports={**s.ports, hex: Port(hex, hex, side)},
            terrain={**s.terrain, hex: "coastal"},
            owners={**s.owners, hex: side},
        )
    return put_group(
        s,
        Group(
            id,
            side,
            tuple(u.id for u in made),
            hex,
            lies,
            river,
            in_reserve,
            activated,
            started=hex if lies == "sea" else "",
        ),
    )


# ------------------------------------------------------------------ what a group did
def with_mark(s: State, id: str, field: str, value: Any) -> State:
    """Return the state with a mark on a group, and with the other marks that it implies."""
    g = n.group_of(s, id)
    also: dict[str, dict[str, Any]] = {
        "spent": {"log": g.log or ((("day", value),) if value else ())},
        "found": {"seen": True},
        "spotted": {"found": True},
        "screened": {"moved": True, "arrived": True},
        "moved": {"arrived": True},
        "night_block": {"night_spent": max(value, g.night_spent), "dark": value > 0},
    }
    return change_group(s, g.id, **{field: value}, **also.get(field, {}))


lines.fields(
    n.Party,
    n.group_of,
    put=with_mark,
    flags={
        "found": "found",
        "found from the air": "spotted",
        "moved": "moved",
        "screened": "screened",
        "counted as moved": "idle",
        "in reserve": "reserve",
        "activated": "activated",
    },
    numbers={
        "spent {value} MPs": "spent",
        "spent {value} night MPs this phase": "night_spent",
        "spent {value} day MPs since its night block": "day_since",
        "night block": "night_block",
        "step marker": "marker",
    },
)


@lines.given("{group} spent {runs}")
def spending(s: State, group: n.Party, runs: tuple[n.Run, ...]) -> State:
    """Set up the MPs that a group has spent by day and by night, in this order."""
    g = n.group_of(s, group)
    for run in runs:
        g = night.spend_mps(g, run.mps, run.light == "by night")
    return put_group(s, g)


@lines.given("{group} spent {mps} MPs in the zone of {hex}")
def in_zone(s: State, group: n.Party, mps: int, hex: n.Hex) -> State:
    """Set up the MPs that a group has spent in this step in the combat zone of a coast defence."""
    g = n.group_of(s, group)
    return change_group(s, g.id, zones=tuple(sorted({**dict(g.zones), hex: mps}.items())))


@lines.given("{group} paid {mps} MPs for {order}")
def part_paid(s: State, group: n.Party, mps: int, order: n.Order) -> State:
    """Set up the MPs that a group has paid so far for an activity, given by its order."""
    g = n.group_of(s, group)
    return change_group(s, g.id, task=orders.task_text(reading.read(order, s, g.side)), paid=mps)


lines.given_row(
    "{group} activated by {by}",
    lambda s, group, by: change_group(s, n.group_of(s, group).id, activated=True, called_by=by),
    by=n.OneGroup,
)


lines.given_row(
    "{group} came from {hex}",
    lambda s, group, hex: change_group(s, n.group_of(s, group).id, came_from=hex),
)


lines.given_row(
    "{group} screen {units}",
    lambda s, group, units: change_group(s, n.group_of(s, group).id, screen=units),
)


# ------------------------------------------------------------------ cargo, aircraft
def put_cargo(
    s: State, id: str, side: str, marks: tuple[str, ...], aboard: str, place: str = ""
) -> State:
    """Return the state with a cargo and its marks, each once."""
    refuse_second_line(s.cargo, id, "cargo")
    made = Cargo(id, side, tuple(dict.fromkeys(filter(None, marks))), aboard, place)
    return replace(s, cargo={**s.cargo, id: made})


lines.given_row(
    "cargo {id} [{side}] on {unit} [: {marks}]",
    lambda s, id, unit, side="", marks=(): put_cargo(
        s, id, side or s.units[unit].side, marks, unit
    ),
    marks=n.Marks,
)


# Cargo ashore, of the phasing side unless the line names another.
lines.given_row(
    "cargo {id} [{side}] at {hex} [: {marks}]",
    lambda s, id, hex, side="", marks=(): put_cargo(s, id, side or s.phasing, marks, "", hex),
    marks=n.Marks,
)


@lines.given(
    "air {id} {side} {mission} [, at {base} {hex}] [, on {carrier}] [, range {reach}] [, strength "
    "{strength}] [, {torpedo}]"
    " [, {marker}]"
)
def air(
    s: State,
    id: str,
    side: n.Side,
    mission: n.Mission,
    base: str = "",
    hex: n.Hex = "",
    carrier: n.Unit = "",
    reach: int = 20,
    strength: int = 0,
    torpedo: bool = False,
    marker: Literal["X", "Inop", "aborted", "eliminated", ""] = "",
) -> State:
    """Set up an air unit at an airbase and its hex, or aboard a carrier."""
    refuse_second_line(s.air, id, "air unit")
    if not hex and not carrier:
        raise TextError("say where the air unit is based: at Elmas 33:1210, or on CG-1", 0)
    hex = hex or n.group_of(s, carrier).hex
    made = Air(
        id,
        side,
        base or carrier,
        hex,
        strength,
        reach,
        mission,
        torpedo,
        marker=marker,
        carrier=carrier,
    )
    return replace(s, air={**s.air, id: made})
