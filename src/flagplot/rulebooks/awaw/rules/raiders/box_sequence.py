"""Sequence in the SW boxes, group by group (21.534 to 21.538): numbers, the raider die,
engagements, and a second round of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from flagplot.table import (
    LEGAL,
    Ask,
    AskOrder,
    Refusal,
    Remedy,
    Roll,
    Table,
    Verdict,
    clause,
    facts,
    refuse,
)

from ...events import Announced, ForceChanged
from ...events.codebreaking import CodesAhead
from ...map import theatre
from ...nouns import Pick
from ...orders import Engage, NumberRaids
from ...scenarios.score import settle_losses
from ...state import FAST_CARRIERS, Force, State, Unit, replace
from ...state.raider_groups import STAGES, Raid
from ...state.unit_names import free_force_id
from .. import codebreaking
from ..combat.dice import Die, Search
from ..forces import muster_units, selected_units, unknown_picks
from ..registry import checks, ends
from ..remedies import order_text
from . import battle, defenders, engagement_fit, raider_table, transports, voyage
from .events import RaidAnswered, RaidAssigned, RaidEnded, RaidsNumbered

OPPOSE, LET_GO = "oppose", "let go"


@clause("21.538A", "21.531B")
async def play_next_stage(t: Table[State]) -> bool:
    """Bring the group in the earliest stage one stage on, so that all groups keep step. Return
    False when no raiders are out any more."""
    raids = sorted(
        t.state.raids.values(), key=lambda x: (STAGES.index(x.stage), x.box, x.number, x.id)
    )
    if not raids:
        return False
    raid = raids[0]
    if not (raid.id in t.state.forces and t.state.members(raid.id)):
        await end_sunk_group(t, raid)
    elif raid.stage == "out":
        await voyage.sail_to_box(t, raid)
    elif raid.stage == "in":
        await number_groups(t, raid.box)
    elif raid.stage in ("numbered", "struck"):
        await answer_group(t, raid)
    elif raid.stage.startswith("answered"):
        await ask_engagement(t, [x for x in raids if x.stage == raid.stage])
    elif raid.stage.startswith("assigned"):
        await battle.fight_raid(t, raid)
    elif raid.stage == "fought":
        await transports.attack_transports(t, raid)
        settle_losses(t)
    else:
        await voyage.sail_back(t, raid)
    return True


async def end_sunk_group(t: Table[State], raid: Raid) -> None:
    """End a group that is sunk. The ships that engaged it return."""
    if raid.force:
        await battle.send_home(t, raid, list(t.state.members(raid.force)))
    t.record(RaidEnded("21.535", raid.side, raid.id, False))


# -------------------------------------------------------------------------------------- numbering
@clause("21.533C#2")
def numbering_nation(s: State, box: str) -> str:
    """Return the nation that fixes the order of the groups in a box: Japan, where Japan and another
    nation raid."""
    nations = {x.nation for x in s.raids.values() if x.box == box}
    return "Japan" if "Japan" in nations else next(iter(sorted(nations)), "")


@clause("21.533C")
async def number_groups(t: Table[State], box: str) -> None:
    """Ask the raiding side for the order of the groups of a box. Without an order they stand as
    announced."""
    here = [x for x in t.state.raids.values() if x.box == box]
    order = tuple(x.id for x in here)
    if len(here) > 1:
        side = here[0].side
        about = facts(box=box, groups=", ".join(order), nation=numbering_nation(t.state, box))
        given = await AskOrder(side, "21.533C", "raid-numbers", about)
        order = given.forces if isinstance(given, NumberRaids) else order
    t.record(RaidsNumbered("21.533C", here[0].side, box, order))


@checks(NumberRaids)
def check_number(view: State, request: AskOrder, order: NumberRaids) -> Verdict:
    """Check that the order names every group of the box once. Where two nations raid and disagree,
    Japan decides."""
    about = dict(request.about)
    here = str(about.get("groups", "")).split(", ")
    decides = str(about.get("nation", ""))
    out = []
    if sorted(order.forces) != sorted(here):
        whole = Remedy("as-announced", order_text(NumberRaids(tuple(here))))
        out.append(
            Refusal(
                "21.533C", "number-all-once", order.forces, facts(forces=", ".join(here)), (whole,)
            )
        )
    if order.nation and order.nation != decides:
        out.append(Refusal("21.533C#2", "japan-decides", (order.nation,), facts(nation=decides)))
    return refuse(*out)


# --------------------------------------------------------------------------------- the raider die
@clause("21.5341", "21.5341#2", "21.538A")
async def answer_group(t: Table[State], raid: Raid) -> None:
    """Let the defender oppose a group or let it go. If opposed, roll a die for the group, and one
    for each ship that may engage it."""
    enemy = t.state.enemy(raid.side)
    parts = raider_table.modifiers(t.state, raid)
    about = facts(
        force=raid.id,
        box=raid.box,
        number=raid.number,
        ships=raid.ships,
        damaged=raid.hurt,
        second=raid.second,
        modifier=sum(n for _, n in parts),
        stayers=len(raid.stayers),
    )
    cite = "21.538A" if raid.second else "21.5341"
    said = await Ask(enemy, (OPPOSE, LET_GO), cite, "raid-oppose", about)
    if said == LET_GO:
        t.record(RaidAnswered(cite, enemy, raid.id, False))
        return
    played = await play_codes(t, raid)
    parts = raider_table.modifiers(t.state, raid)
    about = facts(**(dict(about) | {"modifier": sum(n for _, n in parts)}))
    die: int = await Roll(
        Die((1, 2, 3, 4, 5, 6)), "21.5342", "raider", "awaw.raider-modifiers", about
    )
    result = raider_table.ships_engaging(t.state, raid, die)
    n = raider_table.type_dice(t.state.rulings, result)
    dice: tuple[int, ...] = ()
    if n:
        table = (
            "awaw.raider-types-earlier"
            if t.state.rulings.edition == "earlier"
            else "awaw.raider-types"
        )
        counts = await Roll(
            Search(n, (1, 2, 3, 4, 5, 6)),
            "21.5342A",
            "raider-types",
            table,
            facts(force=raid.id, dice=n),
        )
        dice = tuple(face for face, many in enumerate(counts, 1) for _ in range(many))
    t.record(RaidAnswered(cite, enemy, raid.id, True, die, result, parts, dice))
    if played:
        t.record(CodesAhead(CODES, "", ULTRA))


CODES, ULTRA = "21.5342-T.mod.euraxis.1", "Ultra"


async def play_codes(t: Table[State], raid: Raid) -> bool:
    """Let both sides play strategic cards, sealed, on the raider die of a group, where no side has
    the lasting advantage in codes. Return True when one side is ahead by them."""
    s = t.state
    enemy = s.enemy(raid.side)
    idle = not any(codebreaking.may_hold_cards(s, side, codebreaking.STRATEGIC) for side in s.sides)
    if (
        idle
        or raid.nation == "Japan"
        or s.codebreaking.get(ULTRA)
        or s.rulings.switch("HR-DRM") == "none"
    ):
        return False
    about = facts(force=raid.id, box=raid.box, number=raid.number, second=raid.second)
    ahead = await codebreaking.play_sealed(
        t, enemy, codebreaking.STRATEGIC, CODES, "raid-cards", about
    )
    if ahead:
        t.record(CodesAhead(CODES, enemy if ahead > 0 else raid.side, ULTRA))
    return bool(ahead)


# ------------------------------------------------------------------------------------ who engages
def is_wanted(raid: Raid) -> bool:
    """Return True when a group may be engaged: its dice allow it, or ships of the first engagement
    are still there."""
    return raid.opposed and (raid.result > 0 or bool(raid.stayers))


def groups_to_engage(view: State, side: str) -> list[Raid]:
    """Return the enemy groups whose dice wait for a side's ships."""
    return [
        x
        for x in view.raids.values()
        if x.side != side and x.stage.startswith("answered") and is_wanted(x)
    ]


async def ask_engagement(t: Table[State], raids: list[Raid]) -> None:
    """Ask the defender for its ships, group by group in any order. Groups that no dice found are
    not engaged."""
    idle = next((x for x in raids if not is_wanted(x)), None)
    enemy = t.state.enemy(raids[0].side)
    if idle is not None:
        await leave_unengaged(t, enemy, idle)
        return
    told = ", ".join(f"{x.id}: {' '.join(map(str, x.dice)) or 'no die'}" for x in raids)
    about = facts(groups=", ".join(x.id for x in raids), dice=told, box=raids[0].box)
    given = await AskOrder(enemy, "21.5342E", "raid-engage", about)
    if isinstance(given, Engage):
        await send_ships(t, enemy, given)
        return
    for raid in raids:
        await leave_unengaged(t, enemy, raid)


async def leave_unengaged(t: Table[State], side: str, raid: Raid) -> None:
    """Record that a group is not engaged. Ships that engaged it before return."""
    await battle.send_home(
        t, raid, list(t.state.members(raid.force)) if raid.force in t.state.forces else []
    )
    t.record(RaidAssigned("21.5342D", side, raid.id, ""))


@checks(Engage)
@clause("21.5342E")
def check_engage(view: State, request: AskOrder, order: Engage) -> Verdict:
    """Check whether these ships are the ones that the dice send against a group."""
    side = request.side
    raid = view.raids.get(order.raid)
    if (
        request.kind != "raid-engage"
        or raid is None
        or not raid.stage.startswith("answered")
        or raid.side == side
    ):
        return refuse(Refusal("21.5342E", "no-such-raid", (order.raid,)))
    missing = unknown_picks(view, side, order.units)
    if missing:
        return refuse(Refusal("21.5342G", "unknown-unit", missing))
    ships = selected_units(view, side, order.units)
    found = defenders.ship_refusals(view, raid, ships)
    if found:
        return refuse(*found)
    fit = engagement_fit.fit_of_ships(
        view, raid, ships_answering(view, raid, ships), spare_ships(view, side, raid, ships)
    )
    return refuse(*dice_refusals(view, side, raid, ships, fit)) if fit.wrong else LEGAL


def ships_answering(view: State, raid: Raid, ships: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Return the ships that answer dice: all except those that stay from the first engagement,
    which need none (HR-538A)."""
    free = view.rulings.switch("HR-538A") == "free"
    return tuple(u for u in ships if not (free and u.id in raid.stayers))


def spare_ships(view: State, side: str, raid: Raid, ships: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Return the ships, and parts of ships, that could have been sent and were not."""
    taken = {u.id: u.factors for u in ships}
    every = defenders.eligible_ships(view, side, raid)
    left = (replace(u, factors=u.factors - taken.get(u.id, 0)) for u in every)
    return tuple(u for u in left if u.factors > 0)


def engagement_orders(view: State, side: str, raid: Raid) -> Iterator[Engage]:
    """Yield the orders that engage a group as its dice demand.

    For each company the ships of the boxes come first, then those of the ports; with all that stay
    from the first engagement, and without them. Empty when no ships can be sent.
    """
    stay = tuple(
        u for i in raid.stayers if (u := view.units.get(i)) is not None and u.force == raid.force
    )
    bound = () if view.rulings.switch("HR-538A") == "free" else stay
    pool = sorted(
        (*spare_ships(view, side, raid, ()), *bound), key=lambda u: (u not in bound, u.id)
    )
    beside = (stay, ()) if stay and not bound else ((),)
    for company in engagement_fit.fitting_companies(view, raid, pool):
        for boxes_first in (True, False):
            chosen = picked_ships(
                company, sorted(pool, key=lambda u: theatre.is_box(u.base) != boxes_first)
            )
            for kept in beside:
                if kept or chosen:
                    yield Engage(raid.id, (*(Pick(u.id) for u in kept), *chosen))


def picked_ships(company: Counter[engagement_fit.Piece], pool: list[Unit]) -> tuple[Pick, ...]:
    """Return the first ships of a pool that make up a company, with parts of destroyer and cruiser
    units where that is enough."""
    left = Counter(company)
    out = []
    for u in pool:
        ((piece, n),) = engagement_fit.pieces_of((u,)).items()
        if take := min(n, left[piece]):
            left[piece] -= take
            out.append(Pick(u.id, 0 if take == n else take * piece.factors))
    return tuple(out)


CLAUSE_OF = {
    "carriers": ("21.5342C", "one-carrier"),
    "escort": ("21.5342C#2", "carrier-alone"),
    "unanswered": ("21.5342D", "must-send"),
    "lesser": ("21.5342D", "fitting-ship-there"),
    "extra": ("21.5342A", "nobody-sent-it"),
}
"""Fault of the ships of an engagement -> clause and code of its refusal."""


@clause("21.5341#2")
def dice_refusals(
    view: State, side: str, raid: Raid, ships: tuple[Unit, ...], fit: engagement_fit.Fit
) -> list[Refusal]:
    """Return the refusal of ships that do not answer the dice, under every row of the table that
    was rolled, with ships that do as a remedy."""
    cite, code = CLAUSE_OF[fit.wrong]
    demanded = raider_table.rows_demanded(view.rulings, raid.result, raid.dice)
    rows = ("first" if x == raider_table.FIRST else f"result.{x}" for x in demanded)
    mark = "@earlier" if view.rulings.edition == "earlier" else ""
    also = (*(f"21.5342-T.{x}{mark}" for x in dict.fromkeys(rows)), "21.5342D", "21.5341#2")
    about = facts(dice=" ".join(map(str, raid.dice)) or "none", row=fit.row, count=len(raid.dice))
    table = "awaw.raider-types-earlier" if mark else "awaw.raider-types"
    whole = tuple(
        Remedy("send-these", order_text(order))
        for order in islice(engagement_orders(view, side, raid), 1)
    )
    return [Refusal(cite, code, tuple(u.id for u in ships), about, whole, (table,), also)]


@ends("raid-engage")
def check_engagements_done(view: State, request: AskOrder) -> Verdict:
    """Refuse to end the engagements while an opposed group can be engaged: the defender must send
    the ships that the dice name."""
    out: list[Refusal] = []
    for raid in groups_to_engage(view, request.side):
        fit = engagement_fit.fit_of_ships(view, raid, (), spare_ships(view, request.side, raid, ()))
        out += dice_refusals(view, request.side, raid, (), fit) if fit.wrong else []
    return refuse(*out)


@clause("21.5342F")
async def send_ships(t: Table[State], side: str, order: Engage) -> None:
    """Send the ships to the box. They cannot be attacked on their way. They join those that stay
    from the first engagement; others of the first engagement return."""
    raid = t.state.raids[order.raid]
    ids = muster_units(t, side, order.units, "21.5342E")
    leaving = (
        [u for u in t.state.members(raid.force) if u.id not in ids]
        if raid.force in t.state.forces
        else []
    )
    await battle.send_home(t, raid, leaving)
    name = raid.force if raid.force in t.state.forces else ""
    if not ids:
        t.record(RaidAssigned("21.5342D", side, raid.id, ""))
        return
    for f in [
        f
        for f in t.state.forces.values()
        if f.mission == "raid-defence" and f.id != name and set(f.units) & set(ids)
    ]:
        t.record(
            ForceChanged("21.538A", replace(f, units=tuple(i for i in f.units if i not in ids)))
        )
    carriers = sum(1 for i in ids if t.state.units[i].type in FAST_CARRIERS)
    if name:
        f = t.state.forces[name]
        t.record(
            ForceChanged(
                "21.537C",
                replace(f, units=tuple(dict.fromkeys((*(u.id for u in t.state.members(f)), *ids)))),
            )
        )
    else:
        name = free_force_id(t.state, "E")
        t.record(
            Announced(
                "21.5342E",
                Force(
                    id=name,
                    side=side,
                    mission="raid-defence",
                    units=ids,
                    path=(raid.box,),
                    target=raid.box,
                    since=t.state.player_turn,
                    state="on-station",
                ),
            )
        )
    t.record(RaidAssigned("21.5342E", side, raid.id, name, ids, carriers))
