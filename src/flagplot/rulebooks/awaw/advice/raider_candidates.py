"""What admirals make of raiders: groups worth sending, ships to meet them with, and the odds of
both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Any

import msgspec

from flagplot.table import AskOrder, Roll, Rulings, Table, TailCall, TextError, about_map

from ..map import theatre
from ..map.fronts import fronts_of
from ..nouns import Pick
from ..orders import Engage, NumberRaids, PlaceRaiders, RaidOrder
from ..rules.combat import combat_tables
from ..rules.combat.dice import Column, Die
from ..rules.employment import free
from ..rules.raiders import groups, raid, raider_table, transports
from ..rules.raiders.box_sequence import engagements, to_meet
from ..state import FAST_CARRIERS, State, Unit, replace
from ..state.raider_groups import Raid

PORTS = 3


GROUPS = 6
"""Ports weighed, and groups of each."""


WAYS = 16
"""Ways weighed to meet a group."""


# ---------------------------------------------------------------------------------------- raiding
def raids(view: State, request: AskOrder) -> Iterator[RaidOrder]:
    """One, two and three ships of each port that may raid a box in which the enemy has
    transports."""
    side = request.side
    enemy = view.enemy(side)
    ready = [u for u in free(view, side) if u.fast and u.type not in ("DD", "SS", "TR", "CVE")]
    for box in (b for b in theatre.BOX_THEATRE if theatre.is_sw_box(b)):
        held = view.sw.get(f"{enemy} {box}")
        if held is None or not held.transports:
            continue
        may = [u for u in ready if groups.may_raid(view, side, u, box)]
        for port in list(dict.fromkeys(u.base for u in may))[:PORTS]:
            here = sorted((u for u in may if u.base == port), key=lambda u: (u.factors, u.id))
            sets = [x for n in (1, 2, 3) for x in combinations(here, n)]
            for ships in sets[:GROUPS] + sets[-2:]:
                yield RaidOrder(tuple(Pick(u.id) for u in ships), box)


def supposed(view: State, side: str, ships: Sequence[Unit], box: str) -> Raid:
    """The group that these ships would be, the next of its box."""
    before = sum(x.box == box for x in view.raids.values())
    return Raid(
        "",
        side,
        ships[0].nation,
        box,
        tuple(u.base for u in ships),
        number=before + 1,
        ships=groups.count(ships),
    )


def unfound(view: State, group: Raid) -> float:
    """The chance that the raider die does not find a group."""
    return hunters(view, group).get(0, 0.0)


def hunters(view: State, group: Raid) -> dict[int, float]:
    """21.5342 The chances of how many ships may engage a group."""
    faces = Counter(raider_table.engaging(view, group, die) for die in range(1, 7))
    return {n: count / 6 for n, count in faces.items()}


def prey(view: State, group: Raid, ships: Sequence[Unit]) -> float:
    """Transports that ships sink on average when nobody stands in their way."""
    guns = [u for u in ships if u.type not in FAST_CARRIERS]
    column = transports.gun_column(view, group, guns)[2] if guns else (0,) * 11
    ways = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    flying = sum(u.factors for u in ships if u.type in FAST_CARRIERS)
    return sum(n * w for n, w in zip(column, ways, strict=True)) / 36 + 1.5 * flying


def openings(view: State, request: AskOrder) -> Iterator[PlaceRaiders]:
    """Each raider that may begin at sea, by itself."""
    for u in view.ships(request.side):
        if (
            u.nation == "Germany"
            and u.name in raid.AT_START
            and not u.force
            and "western" in fronts_of(view, u.base)
        ):
            yield PlaceRaiders((Pick(u.id),), theatre.ATLANTIC_SW)


def numbers(view: State, request: AskOrder) -> Iterator[NumberRaids]:
    """The groups as announced, and the strongest first."""
    ids = tuple(str(about_map(request).get("groups", "")).split(", "))
    yield NumberRaids(ids)
    yield NumberRaids(
        tuple(sorted(ids, key=lambda i: (-sum(u.factors for u in view.members(i)), i)))
    )


# ---------------------------------------------------------------------------------------- hunting
def meetings(view: State, request: AskOrder) -> Iterator[Engage]:
    """Ships that meet each group as its dice demand, as many ways as are worth weighing."""
    for group in to_meet(view, request.side):
        yield from islice(engagements(view, request.side, group), WAYS)


# ------------------------------------------------------------------------------------------- odds
class Hunt(msgspec.Struct, frozen=True, cache_hash=True):
    """A throw for a group: the die with its modifier, or two dice on the effects among the
    transports."""

    rulings: Rulings
    modifier: int = 0
    column: tuple[int, ...] = ()


async def ships_found(t: Table[Hunt]) -> str:
    """How many ships may engage."""
    die: int = await Roll(Die((1, 2, 3, 4, 5, 6)), "21.5342", "raider", "awaw.raider-modifiers")
    return str(max(0, die + t.state.modifier))


async def transports_sunk(t: Table[Hunt]) -> str:
    """How many transports are sunk."""
    effects: int = await Roll(Column(t.state.column), "21.5362B", "gunfire", "awaw.naval-attack")
    return str(effects * combat_tables.number(t.state.rulings, "raider-losses", "effect"))


def group_in(view: State, text: str) -> tuple[Raid, tuple[Unit, ...]]:
    """A raider group, there or supposed: ``R1``, or ``SHIPS in Atlantic SW box``. Raises
    :class:`TextError`."""
    if text in view.raids:
        return view.raids[text], view.members(text) if text in view.forces else ()
    names, _, box = text.partition(" in ")
    units = {
        n.casefold(): u for u in view.units.values() if u.kind == "ship" for n in (u.id, u.name)
    }
    ships = tuple(
        units[n.strip().casefold()] for n in names.split(",") if n.strip().casefold() in units
    )
    box = box if theatre.is_sw_box(box) else f"{box} SW box"
    if not ships or not theatre.is_sw_box(box):
        raise TextError(
            "write a raider group, or ships and their box",
            0,
            ("R1", "Admiral Graf Spee in Atlantic"),
        )
    return supposed(view, ships[0].side, ships, box), ships


def ask_found(view: State, side: str, text: str) -> tuple[TailCall, Any]:
    """How many ships may engage a group."""
    group, _ = group_in(view, text)
    return TailCall(ships_found), Hunt(
        view.rulings, sum(n for _, n in raider_table.modifiers(view, group))
    )


def ask_sunk(view: State, side: str, text: str) -> tuple[TailCall, Any]:
    """How many transports the guns of a group sink when they are let at them."""
    group, ships = group_in(view, text)
    guns = [replace(u, hits=0) for u in ships if u.type not in FAST_CARRIERS]
    if not guns:
        raise TextError("name raiders with guns", 0, ("Admiral Graf Spee in Atlantic",))
    return TailCall(transports_sunk), Hunt(
        view.rulings, 0, transports.gun_column(view, group, guns)[2]
    )
