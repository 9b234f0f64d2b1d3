"""Candidates for raids: raider groups, ships to meet them, and the odds of both."""

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
from ..rules.employment import free_ships
from ..rules.raiders import groups, raid, raider_table, transports
from ..rules.raiders.box_sequence import engagement_orders, groups_to_engage
from ..state import FAST_CARRIERS, State, Unit, replace
from ..state.raider_groups import Raid

PORTS = 3


GROUPS = 6
"""Most groups considered for each port. Two of the strongest are added."""


WAYS = 16
"""Most ways considered to meet a group."""


# ---------------------------------------------------------------------------------------- raiding
def draft_raids(view: State, request: AskOrder) -> Iterator[RaidOrder]:
    """Yield groups of 1, 2 or 3 ships of each port that may raid a box with enemy transports."""
    side = request.side
    enemy = view.enemy(side)
    ready = [
        u for u in free_ships(view, side) if u.fast and u.type not in ("DD", "SS", "TR", "CVE")
    ]
    for box in (b for b in theatre.BOX_THEATRE if theatre.is_sw_box(b)):
        held = view.sw.get(f"{enemy} {box}")
        if held is None or not held.transports:
            continue
        may = [u for u in ready if groups.can_raid(view, side, u, box)]
        for port in list(dict.fromkeys(u.base for u in may))[:PORTS]:
            here = sorted((u for u in may if u.base == port), key=lambda u: (u.factors, u.id))
            sets = [x for n in (1, 2, 3) for x in combinations(here, n)]
            for ships in sets[:GROUPS] + sets[-2:]:
                yield RaidOrder(tuple(Pick(u.id) for u in ships), box)


def supposed_group(view: State, side: str, ships: Sequence[Unit], box: str) -> Raid:
    """Return the group that these ships would be, with the next number of its box."""
    before = sum(x.box == box for x in view.raids.values())
    return Raid(
        "",
        side,
        ships[0].nation,
        box,
        tuple(u.base for u in ships),
        number=before + 1,
        ships=groups.ship_count(ships),
    )


def chance_unfound(view: State, group: Raid) -> float:
    """Return the chance (0 to 1) that the raider die does not find a group."""
    return hunter_chances(view, group).get(0, 0.0)


def hunter_chances(view: State, group: Raid) -> dict[int, float]:
    """Return the chances (0 to 1) of each number of ships that may engage a group (21.5342)."""
    faces = Counter(raider_table.ships_engaging(view, group, die) for die in range(1, 7))
    return {n: count / 6 for n, count in faces.items()}


def expected_sinkings(view: State, group: Raid, ships: Sequence[Unit]) -> float:
    """Return the expected number of transports that ships sink when no guard stops them."""
    guns = [u for u in ships if u.type not in FAST_CARRIERS]
    column = transports.gun_column(view, group, guns)[2] if guns else (0,) * 11
    ways = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    flying = sum(u.factors for u in ships if u.type in FAST_CARRIERS)
    return sum(n * w for n, w in zip(column, ways, strict=True)) / 36 + 1.5 * flying


def draft_openings(view: State, request: AskOrder) -> Iterator[PlaceRaiders]:
    """Yield each raider that may begin at sea, one an order."""
    for u in view.ships(request.side):
        if (
            u.nation == "Germany"
            and u.name in raid.AT_START
            and not u.force
            and "western" in fronts_of(view, u.base)
        ):
            yield PlaceRaiders((Pick(u.id),), theatre.ATLANTIC_SW)


def draft_numbers(view: State, request: AskOrder) -> Iterator[NumberRaids]:
    """Yield the order of groups as announced, and the strongest first."""
    ids = tuple(str(about_map(request).get("groups", "")).split(", "))
    yield NumberRaids(ids)
    yield NumberRaids(
        tuple(sorted(ids, key=lambda i: (-sum(u.factors for u in view.members(i)), i)))
    )


# ---------------------------------------------------------------------------------------- hunting
def draft_engagements(view: State, request: AskOrder) -> Iterator[Engage]:
    """Yield ships that meet each group as its dice demand, up to WAYS for each."""
    for group in groups_to_engage(view, request.side):
        yield from islice(engagement_orders(view, request.side, group), WAYS)


# ------------------------------------------------------------------------------------------- odds
class RaidRoll(msgspec.Struct, frozen=True, cache_hash=True):
    """A roll for a group: the raider die with its modifier, or two dice for the effects among the
    transports."""

    rulings: Rulings
    modifier: int = 0
    column: tuple[int, ...] = ()


async def roll_hunters(t: Table[RaidRoll]) -> str:
    """Roll how many ships may engage."""
    die: int = await Roll(Die((1, 2, 3, 4, 5, 6)), "21.5342", "raider", "awaw.raider-modifiers")
    return str(max(0, die + t.state.modifier))


async def roll_sinkings(t: Table[RaidRoll]) -> str:
    """Roll how many transports are sunk."""
    effects: int = await Roll(Column(t.state.column), "21.5362B", "gunfire", "awaw.naval-attack")
    return str(effects * combat_tables.cell_number(t.state.rulings, "raider-losses", "effect"))


def raid_group_in(view: State, text: str) -> tuple[Raid, tuple[Unit, ...]]:
    """Return a raider group, real or supposed: ``R1``, or ``SHIPS in Atlantic SW box``. Raises
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
    return supposed_group(view, ships[0].side, ships, box), ships


def ask_found(view: State, side: str, text: str) -> tuple[TailCall, Any]:
    """Build the odds question about how many ships may engage a group."""
    group, _ = raid_group_in(view, text)
    return TailCall(roll_hunters), RaidRoll(
        view.rulings, sum(n for _, n in raider_table.modifiers(view, group))
    )


def ask_sunk(view: State, side: str, text: str) -> tuple[TailCall, Any]:
    """Build the odds question about how many transports a group's guns sink. Raises
    :class:`TextError`."""
    group, ships = raid_group_in(view, text)
    guns = [replace(u, hits=0) for u in ships if u.type not in FAST_CARRIERS]
    if not guns:
        raise TextError("name raiders with guns", 0, ("Admiral Graf Spee in Atlantic",))
    return TailCall(roll_sinkings), RaidRoll(
        view.rulings, 0, transports.gun_column(view, group, guns)[2]
    )
