"""Orders, each with its wording. Reading, completion and forms follow from the declarations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language import OrderWording

from ..map import chart
from ..nouns import (
    TARGETS,
    At,
    Bases,
    Cargo,
    Edge,
    Foe,
    Group,
    Groups,
    Inland,
    Joined,
    L,
    Path,
    Place,
    Plane,
    Planes,
    Prepared,
    Screened,
    Searchers,
    Share,
    Shares,
    SharesSaid,
    Shot,
    Shots,
    Target,
    Unit,
    Units,
    Volleys,
)
from ..state import State
from ..state.units import GUNS

__all__ = ["TARGETS", "L"]


order = L.order


MOVING = ("movement", "reaction")


REFUSABLE = ("search", "activate", "attack", "reaction", "inland")
"""Requests that a side may pass."""


def without_repeats(field: str) -> Callable[[Any, State, str], Any]:
    """Return a completion that keeps only the first mention of each item in a list *field* of an
    order."""
    return lambda o, view, side: replace(o, **{field: tuple(dict.fromkeys(getattr(o, field)))})


def path_with_light_first(path: tuple[str, ...]) -> tuple[str, ...]:
    """Return a path in which ``night`` and ``day`` stand before the places to which they apply.
    They may also be written after them (``33:1202 by night``).

    Raises :class:`TextError` when the path names no place.
    """
    if not chart.path_places(path):
        raise TextError(
            "say where to: hexes, hexsides or places", -1, ["move A to 33:1201 33:1202"]
        )
    if path[-1] not in chart.LIGHT:
        return path
    out: list[str] = []
    run: list[str] = []
    for word in path:
        if word in chart.LIGHT:
            out += [word, *run]
            run = []
        else:
            run.append(word)
    return tuple(out)


@order(
    "move {group} to {path}",
    clause="32.A.s06",
    asked=MOVING,
    title="Move hex by hex",
    reads=(
        "move {group} through {path}",
        "move {group} {path}",
        "{group} move to {path}",
        "{group} move through {path}",
        "{group} move {path}",
    ),
    then=lambda o, view, side: Move(o.group, path_with_light_first(o.path)),
)
class Move(msgspec.Struct, frozen=True, tag="move"):
    """Sail a group along hexes and hexsides. The words ``night`` and ``day`` in the path say how
    the following MPs are spent."""

    group: Group
    path: Path

    @property
    def places(self) -> tuple[str, ...]:
        """The hexes and hexsides of the path."""
        return chart.path_places(self.path)

    @property
    def end(self) -> str:
        """The last hex or hexside of the path."""
        return next(word for word in reversed(self.path) if word not in chart.LIGHT)


@order(
    "put {group} to sea", clause="32.A.2.s05", asked=MOVING,
    reads=("put to sea {group}", "put to sea with {group}", "{group} put to sea"),
)  # fmt: skip
class PutToSea(msgspec.Struct, frozen=True, tag="put-to-sea"):
    """Leave port without leaving the hex."""

    group: Group


@order(
    "enter port {group}",
    clause="32.A.4",
    asked=MOVING,
    reads=(
        "enter port with {group}",
        "enter port {group} at {:place}",
        "{group} enter port",
        "{group} enter port at {:place}",
        "enter port at {:place} with {group}",
        "enter {:place} with {group}",
        "{group} enter {:place}",
    ),
)
class EnterPort(msgspec.Struct, frozen=True, tag="enter-port"):
    """End the step's movement by going into the port of the hex."""

    group: Group


@order(
    "wait {group} {mps} MPs [{night}]",
    clause="32.A.s06",
    asked="movement",
    reads=(
        "wait {group} {mps} [{night}]",
        "wait {group} for {mps} [MPs] [{night}]",
        "wait with {group} [for] {mps} [MPs] [{night}]",
        "wait {mps} [MPs] with {group} [{night}]",
        "{group} wait [for] {mps} [MPs] [{night}]",
    ),
)
class Wait(msgspec.Struct, frozen=True, tag="wait"):
    """Spend MPs without leaving the hex and without doing anything else."""

    group: Group
    mps: int
    night: bool = False


def name_combined(combine: Combine, view: State, side: str) -> Combine:
    """Return the order with the first group's name where it gives no other name."""
    return (
        combine if combine.name not in ("", "one") else Combine(combine.groups, combine.groups[0])
    )


@order(
    "combine {groups} [as {name}]", clause="32.A.1", asked="movement", then=name_combined,
    reads=("combine {groups} as one group", "{groups} combine [as {name}]"),
)  # fmt: skip
class Combine(msgspec.Struct, frozen=True, tag="combine"):
    """Merge groups of one hex into one, called ``name``."""

    groups: Joined
    name: str = ""


def drop_kept_share(split: Split, view: State, side: str) -> Split:
    """Return a split without the share that keeps the group's own name. Units that are not named
    stay in the group."""
    return Split(
        split.group,
        tuple(share for share in split.parts if share.name != split.group) or split.parts,
    )


@order("split {group}: {parts}", clause="32.A.1.s04", asked=MOVING, then=drop_kept_share)
class Split(msgspec.Struct, frozen=True, tag="split"):
    """Take units out of a group into new groups; the units not named stay."""

    group: Group
    parts: Shares
    """Pairs (name of the new group, its units)."""


@order(
    "lay mine with {who} [{night}]",
    fixed={"activity": "mine"},
    clause="36.C.2",
    asked="movement",
    title="Lay a mine",
    reads=("{who} lay mine [{night}]", "lay mine at {:place} with {who} [{night}]"),
)
@order(
    "sweep mine with {who} [{night}]",
    fixed={"activity": "sweep"},
    clause="36.C.3.s03",
    asked="movement",
    title="Sweep a mine",
    reads=("{who} sweep mine [{night}]", "sweep mine at {:place} with {who} [{night}]"),
)
@order(
    "replenish {who:group} [{night}]",
    fixed={"activity": "replenish"},
    clause="32.A.3-T1.row.09",
    asked="movement",
    title="Replenish",
    reads=("replenish with {who:group} [{night}]", "{who:group} replenish [{night}]"),
)
@order(
    "load air on {who} [{night}]",
    fixed={"activity": "air"},
    clause="32.A.3-T1.row.07",
    asked="movement",
    title="Load aircraft",
    reads=("load air {:air unit} on {who} [{night}]", "load {:air unit} on {who} [{night}]"),
)
@order(
    "prepare {activity} with {who} [{night}]",
    clause="32.A.s15",
    asked="movement",
    title="Prepare",
    reads=("{who} prepare {activity} [{night}]",),
)
class Work(msgspec.Struct, frozen=True, tag="work"):
    """Perform an activity without cargo, by a unit or a whole group: ``mine``, ``sweep``,
    ``replenish``, ``air``, or a preparation."""

    activity: Prepared
    who: Unit
    night: bool = False


@order(
    "embark {cargo} on {unit} at {at} [{night}]", clause="32.A.3-T1.row.19", asked="movement",
    reads=("embark {cargo} on {unit} [{night}]",),
)  # fmt: skip
class Load(msgspec.Struct, frozen=True, tag="load"):
    """Embark a cargo on a unit, at a ``port`` or a friendly ``beach``."""

    cargo: Cargo
    unit: Unit
    at: At = "port"
    night: bool = False


@order(
    "assault with {cargo} [{night}]",
    fixed={"at": "assault"},
    clause="32.A.3-T1.row.25",
    asked="movement",
    title="Assault",
    reads=(
        "assault {:place} with {cargo} [{night}]",
        "assault with {cargo} at {:place} [{night}]",
        "{cargo} assault [{night}]",
        "{cargo} assault {:place} [{night}]",
        "disembark {cargo} in assault [at {:place}] [{night}]",
    ),
)
@order(
    "disembark {cargo} at {at} [{night}]",
    clause="32.A.3-T1.row.19",
    asked="movement",
    title="Disembark",
    reads=(
        "disembark {cargo} [{night}]",
        "disembark {cargo} from {:unit} [at {at}] [{night}]",
        "{cargo} disembark [at {at}] [{night}]",
    ),
)
class Land(msgspec.Struct, frozen=True, tag="land"):
    """Disembark a cargo at a ``port``, on a friendly ``beach`` or in an ``assault``."""

    cargo: Cargo
    at: At = "port"
    night: bool = False


@order(
    "transfer {cargo} to {unit} [{night}]",
    clause="32.A.3-T1.row.17",
    asked="movement",
    title="Transfer cargo",
    reads=(
        "transfer {cargo} from {:unit} to {unit} [{night}]",
        "transfer {cargo} on {unit} [{night}]",
    ),
)
class Transfer(msgspec.Struct, frozen=True, tag="transfer"):
    """Shift a cargo from an NT into landing craft in the same hex."""

    cargo: Cargo
    unit: Unit
    night: bool = False


@order(
    "make {points} mine points at {port}",
    clause="36.C.s05",
    asked="movement",
    title="Make mine points",
    reads=(
        "convert {points} NRPs to mine points at {port}",
        "convert {points} repair points to mine points at {port}",
        "make {points} mine point at {port}",
    ),
)
class MakeMines(msgspec.Struct, frozen=True, tag="make-mines"):
    """Turn naval repair points into mine points, which wait in a port to be embarked."""

    points: int
    port: Place


@order(
    "hold {group} in reserve",
    fixed={"on": True},
    clause="32.A.s04",
    asked="movement",
    title="Hold in reserve",
    reads=("hold {group}", "reserve {group}", "put {group} in reserve", "place {group} in reserve"),
)
@order(
    "release {group} from reserve",
    fixed={"on": False},
    clause="32.A.s04",
    asked="movement",
    title="Release",
    reads=("release {group}",),
)
class Hold(msgspec.Struct, frozen=True, tag="hold"):
    """Put a group in port in reserve, or (``on`` false) release it."""

    group: Group
    on: bool = True


@order(
    "form {group}: screen {screen}",
    clause="32.D.2",
    asked=MOVING,
    title="Form a screen",
    then=without_repeats("screen"),
    reads=("form {group} screen {screen}", "screen of {group}: {screen}"),
)
class Form(msgspec.Struct, frozen=True, tag="form"):
    """Name the units of a group's screen. The others are the main body."""

    group: Group
    screen: Screened


@order(
    "bombard {hex} with {unit}",
    clause="32.D.3",
    asked="movement",
    reads=(
        "bombard coast defence at {hex} with {unit}",
        "{unit} bombard {hex}",
        "{unit} bombard coast defence at {hex}",
        "fire {unit} at [coast defence at] {hex}",
        "fire with {unit} at [coast defence at] {hex}",
        "fire at [coast defence at] {hex} with {unit}",
    ),
)
class Bombard(msgspec.Struct, frozen=True, tag="bombard"):
    """Open fire with a unit on the coast defence of a hex."""

    hex: Place
    unit: Unit


@order(
    "drop mine {cargo} at {hex} with {plane}",
    clause="36.C.2.s04",
    asked="movement",
    title="Lay a mine from the air",
)
class DropMine(msgspec.Struct, frozen=True, tag="drop-mine"):
    """Lay a mine point from the air. The point must wait at the base of the air unit."""

    cargo: Cargo
    hex: Place
    plane: Plane


@order(
    "ferry {edge} with {unit}", clause="36.G", asked="movement", title="Serve as a ferry",
    reads=("{unit} ferry {edge}", "{unit} serve {edge} as a ferry"),
)  # fmt: skip
class Ferry(msgspec.Struct, frozen=True, tag="ferry"):
    """Serve a hexside as a ferry for ground units, with a landing craft or barge."""

    edge: Edge
    unit: Unit


@order(
    "support {hex} with {unit}", clause="36.F.1", asked="movement", title="Fire gunfire support",
    reads=("fire gunfire at {hex} with {unit}", "{unit} support {hex}"),
)  # fmt: skip
class Support(msgspec.Struct, frozen=True, tag="support"):
    """Fire the gunfire support that a unit has prepared at its own or an adjacent coastal hex."""

    hex: Place
    unit: Unit


@order(
    "repair {hits} hits of {unit}",
    clause="36.F.3",
    asked="movement",
    title="Repair",
    reads=(
        "repair {unit}",
        "repair {hits} hit of {unit}",
        "repair {hits} hits on {unit}",
        "repair {hits} hit on {unit}",
        "{unit} repair [{hits} hits]",
    ),
)
class Repair(msgspec.Struct, frozen=True, tag="repair"):
    """Repair hits of a unit in port for naval repair points."""

    unit: Unit
    hits: int = 1


@order(
    "bomb Malta with {planes}",
    fixed={"at": "status", "port": ""},
    clause="36.A.4.a",
    asked="movement",
    title="Bomb Malta",
)
@order(
    "bomb the port of {port} with {planes}",
    fixed={"at": "port"},
    clause="36.A.4.a.s02",
    asked="movement",
    title="Bomb a port",
)
class BombPort(msgspec.Struct, frozen=True, tag="bomb"):
    """Bomb Malta's status number, or the capacity of a port, with air units on naval strike."""

    planes: Planes
    port: Place
    """The port, or empty for Malta's status, which is bombed at Valletta."""
    at: Literal["status", "port"]


@order(
    "use {points} Malta points as {use}",
    clause="36.A.4.b.s02",
    asked="movement",
    title="Use Malta repair points",
    reads=("use {points} Malta point as {use}", "use {points} Malta points for {use}"),
)
class UseMalta(msgspec.Struct, frozen=True, tag="use-malta"):
    """Use Malta repair points to repair its status, or turn them into SRPs or naval repair
    points."""

    points: int
    use: Literal["repair", "SRPs", "NRPs"]


@order(
    "lower Malta by {hits} with {means}",
    clause="36.A.4.b.s08",
    asked="movement",
    title="Repair Malta with supplies",
)
class RepairMalta(msgspec.Struct, frozen=True, tag="repair-malta"):
    """Repair hits on Malta's status with the supplies at Valletta."""

    hits: int
    means: Literal["SRPs", "SPs"]


@order(
    "turn {srps} SRPs into SPs", clause="36.A.4.b.s04", asked="movement", title="Break SRPs up",
    reads=("turn {srps} SRP into SPs",),
)  # fmt: skip
class BreakSRPs(msgspec.Struct, frozen=True, tag="break-srps"):
    """Turn SRPs that have just come to Valletta into supply points."""

    srps: int


@order(
    "counter-attack {hex} with {division}",
    clause="32.A.s11",
    asked="inland",
    title="Counter-attack",
    reads=("{division} counter-attack {hex}",),
)
class CounterAttack(msgspec.Struct, frozen=True, tag="counter-attack"):
    """Attack the cargo landed in a hex with a division inland."""

    hex: Place
    division: Inland


@order(
    "march {division} to {hex}",
    clause="32.A.s11",
    asked="inland",
    reads=("{division} march to {hex}",),
)
class March(msgspec.Struct, frozen=True, tag="march"):
    """March a division inland to a hex."""

    division: Inland
    hex: Place


@order(
    "rescue with {group} [{night}]", clause="32.A.s15", asked="movement", title="Take up people",
    reads=("rescue people with {group} [{night}]", "{group} rescue [people] [{night}]"),
)  # fmt: skip
class Rescue(msgspec.Struct, frozen=True, tag="rescue"):
    """Stop to rescue people from the water of the hex."""

    group: Group
    night: bool = False


@order("done", clause="32.A.s03", asked=MOVING)
class Done(msgspec.Struct, frozen=True, tag="done"):
    """Finish the step, or the reaction."""


@order("pass", clause="32.B", asked=REFUSABLE)
class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Pass an opportunity."""


@order(
    "search [with {using}]",
    clause="32.B",
    asked="search",
    then=without_repeats("using"),
    reads=(
        OrderWording("search with everything", fixed={"using": ()}),
        OrderWording("search everything", fixed={"using": ()}),
        "{using} search",
    ),
)
class Search(msgspec.Struct, frozen=True, tag="search"):
    """Search with these air units, airbases and at most one naval group (empty: with everything);
    all shore stations take part."""

    using: Searchers = ()


@order("activate {groups}", clause="32.C", asked="activate", then=without_repeats("groups"))
class Activate(msgspec.Struct, frozen=True, tag="activate"):
    """Activate reserve groups in port."""

    groups: Groups


@order(
    "declare {number}", clause="32.B-T1.res.04.s04", asked="declare", title="Declare transports",
    reads=("declare {number} transports",),
)  # fmt: skip
class Declare(msgspec.Struct, frozen=True, tag="declare"):
    """Declare how many NTs, LCs and LBs a found group has, up to half more or fewer than the true
    number."""

    number: int


@order(
    "attack from {bases} [at {target}]",
    clause="32.B-T1.res.04.s06",
    asked="attack",
    title="Attack from the air",
    then=without_repeats("bases"),
    reads=("attack {:group} from {bases} [at {target}]", "attack {target} from {bases}"),
)
class Attack(msgspec.Struct, frozen=True, tag="attack"):
    """Attack a found group from the air, from these airbases, at a class of target (empty: drawn at
    random)."""

    bases: Bases
    target: Target = ""


@order(
    "screen {units}", clause="32.D.2", asked="screen", then=without_repeats("units"),
    reads=("screen with {units}", OrderWording("no screen", fixed={"units": ()})),
)  # fmt: skip
class Screen(msgspec.Struct, frozen=True, tag="screen"):
    """Prepare for a surface battle: the units of the screen (none: all in the main body)."""

    units: Screened = ()


@order("hold fire", fixed={"shots": ()}, clause="32.D.2", asked="fire")
@order("fire {shots}", clause="32.D.2", asked="fire", title="Fire")
class Fire(msgspec.Struct, frozen=True, tag="fire"):
    """Fire in a battle round: pairs (unit, target). Units that are not named hold fire."""

    shots: Shots = ()


# --------------------------------------------------------- wordings of more than one slot's worth
@L.reads("night move {group} to {path}", of=Move)
@L.reads("move {group} night to {path}", of=Move)
def move_by_night(view: State, side: str, group: Group, path: Path) -> Move:
    """Read a move of which every hex is entered by night."""
    return Move(group, ("night", *chart.path_places(path_with_light_first(path))))


@L.reads("move {group} to {path} via {via}", of=Move)
def move_over(view: State, side: str, group: Group, path: Path, via: Path) -> Move:
    """Read a move whose intermediate places are named last."""
    return Move(group, path_with_light_first((*via, *path)))


@L.reads("split {group} {parts}", of=Split)
@L.reads("split {group}: {parts}", of=Split)
@L.reads("split {group} as {parts}", of=Split)
@L.reads("split {group} as: {parts}", of=Split)
def read_shares(view: State, side: str, group: Group, parts: SharesSaid) -> Split:
    """Read a split whose shares have their names first or last."""
    return drop_kept_share(Split(group, parts), view, side)


@L.reads("detach {units} from {group} as {name}", of=Split)
@L.reads("split {units} from {group} as {name}", of=Split)
def read_detachment(view: State, side: str, units: Units, group: Group, name: str) -> Split:
    """Read a split that takes units out of a group into another."""
    return Split(group, (Share(name, units),))


def shots_at(units: tuple[str, ...], target: str) -> tuple[Shot, ...]:
    """Return shots of units at one target."""
    return tuple(Shot(unit, target) for unit in units)


@L.reads("fire {volleys}", of=Fire)
@L.reads("fire with {volleys}", of=Fire)
@L.reads("{volleys}", of=Fire)
def fire_volleys(view: State, side: str, volleys: Volleys) -> Fire:
    """Read fire of several units at each target."""
    return Fire(tuple(shot for v in volleys for shot in shots_at(v.units, v.target)))


@L.reads("fire at {target} with {units}", of=Fire)
@L.reads("{units} fire at {target}", of=Fire)
def fire_at(view: State, side: str, target: Foe, units: Units) -> Fire:
    """Read fire of units at one target."""
    return Fire(shots_at(units, target))


@L.reads("fire all at {target}", of=Fire)
@L.reads("fire at {target} with all", of=Fire)
def fire_all(view: State, side: str, target: Foe) -> Fire:
    """Read fire of every gun at one target."""
    own = {view.battle.mover, view.battle.enemy} if view.battle else set(view.groups)
    guns = tuple(
        u.id
        for g in view.standing(side)
        if g.id in own
        for u in view.of(g)
        if u.kind in GUNS and u.strength > 0
    )
    return Fire(shots_at(guns, target))


def order_text(order: Any) -> str:
    """Return the one wording of an order."""
    return L.text(order)


def task_text(order: Any) -> str:
    """Return the activity that an order pays for: its text without day or night, because MPs by
    night and by day pay for the same activity."""
    return order_text(replace(order, night=False))


Order = (
    CounterAttack
    | March
    | Rescue
    | DropMine
    | Ferry
    | Move
    | BombPort
    | UseMalta
    | RepairMalta
    | BreakSRPs
    | Support
    | Repair
    | MakeMines
    | PutToSea
    | EnterPort
    | Wait
    | Combine
    | Split
    | Work
    | Load
    | Land
    | Transfer
    | Hold
    | Form
    | Bombard
    | Done
    | Pass
    | Search
    | Activate
    | Declare
    | Attack
    | Screen
    | Fire
)
