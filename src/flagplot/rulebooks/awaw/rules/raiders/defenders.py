"""Ships that may engage a raider group (21.5342): their bases and condition."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Refusal, Remedy, clause, facts
from flagplot.table.core.memo import memo_per_state

from ...map import theatre
from ...map.fronts import fronts_of
from ...map.ports import capacity, factors_based, is_friendly, is_operational, is_port
from ...map.theatre import ATLANTIC_SW, INDIAN_SW, PACIFIC_SW
from ...state import CAPITAL, FAST_CARRIERS, State, Unit, factors, replace
from ...state.nations import is_at_war, is_western_allied
from ...state.raider_groups import Raid
from ..range.limits import is_in_hawaii
from . import scenario_rules

BOXES = {
    ATLANTIC_SW: (theatre.ATLANTIC_US,),
    INDIAN_SW: (theatre.INDIA, theatre.AUSTRALIA, theatre.SOUTH_AFRICA),
    PACIFIC_SW: (theatre.PACIFIC_US, theatre.AUSTRALIA),
}
"""SW box -> mapboard boxes from which ships engage raiders there."""
TYPES = CAPITAL | FAST_CARRIERS | {"CA", "DD"}


@clause("21.14D", "21.15D", "21.16#3", "21.17#3", "21.18C", "21.5342G")
def is_within_reach(s: State, u: Unit, box: str) -> bool:
    """Return True when ships of a base may engage raiders in an SW box: those of the box itself and
    of the mapboard boxes on its ocean. Under HR-5342G also those of friendly western-front ports
    for the Atlantic, and of ports in the Hawaiian Islands for the Pacific."""
    if u.base == box or u.base in BOXES[box]:
        return True
    if theatre.is_box(u.base) or s.rulings.switch("HR-5342G") == "boxes":
        return False
    if box == ATLANTIC_SW:
        return (
            is_friendly(s, u.side, u.base)
            and is_port(s, u.base)
            and "western" in fronts_of(s, u.base)
        )
    return box == PACIFIC_SW and is_in_hawaii(s, u.base) and is_port(s, u.base)


@clause("21.538B")
def return_bases(s: State, raid: Raid, ships: Sequence[Unit]) -> tuple[str, ...]:
    """Return every base to which ships of one base may return after they engaged a group: their
    own, then each other port and mapboard box from which ships engage raiders there, held since the
    turn began and with room."""
    own, side, size = ships[0].base, ships[0].side, factors(ships)
    western = all(is_western_allied(u.nation) for u in ships)
    ports = (p.hex for p in theatre.ports_of(theatre.load_board(s.board)))
    fit = [
        p
        for p in dict.fromkeys(ports)
        if is_friendly(s, side, p, "turn") and factors_based(s, p, side) + size <= capacity(s, p)
    ]
    fit += BOXES[raid.box] if western else ()
    return (
        own,
        *(p for p in fit if p != own and is_within_reach(s, replace(ships[0], base=p), raid.box)),
    )


@clause("21.5342G#2")
def is_ready(s: State, u: Unit) -> bool:
    """Return True when a ship can engage: uninverted, undamaged, unused this turn, and in a port
    that is operational."""
    at_rest = u.present and not (
        u.force or u.inverted or u.damaged or u.frozen or u.status or u.supply != "full"
    )
    busy = u.used and not theatre.is_sw_box(u.base)
    return (
        at_rest
        and not busy
        and u.placed != s.player_turn
        and (theatre.is_box(u.base) or is_operational(s, u.base))
    )


@clause("21.5342B", "21.5342-T.type.fast")
def is_fast_enough(s: State, u: Unit, raid: Raid) -> bool:
    """Return True for fast ships, and in the second engagement for slow ships against a group with
    damaged ships. The earlier edition also allows slow ships in the first."""
    if u.fast:
        return True
    return raid.hurt if raid.second else s.rulings.edition == "earlier"


@clause("21.5342C#2")
def is_operational_carrier(s: State, u: Unit) -> bool:
    """Return True for a carrier that is undamaged and has squadrons aboard. Squadrons matter only
    where the state has squadrons on the side's carriers."""
    counted = any(n.aboard and n.side == u.side for n in s.units.values())
    return not u.damaged and (
        not counted or any(n.aboard == u.id and n.present and n.factors for n in s.units.values())
    )


def barring_clause(s: State, u: Unit, raid: Raid) -> str:
    """Return the clause that keeps a ship from engaging a group; empty when none does."""
    peace = not is_at_war(s, u.nation, raid.nation)
    if peace and (u.nation, raid.nation) == ("U.S.", "Germany"):
        return "21.14E"
    if peace or u.type not in TYPES or u.kind != "ship" or not is_within_reach(s, u, raid.box):
        return "21.5342G"
    if not is_ready(s, u):
        return "21.5342G#2"
    if not is_fast_enough(s, u, raid) or (
        scenario_rules.is_convoy_battleship(s, u) and not (raid.second and raid.hurt)
    ):
        return "21.5342B"
    return "21.5342C#2" if u.type in FAST_CARRIERS and not is_operational_carrier(s, u) else ""


@memo_per_state
def eligible_ships(s: State, side: str, raid: Raid) -> tuple[Unit, ...]:
    """Return every ship of a side that may engage a group now, without those already sent against
    others."""
    mine = (
        u
        for u in s.units.values()
        if u.side == side and u.kind == "ship" and not is_barred(s, u, raid)
    )
    return tuple(u for u in mine if not barring_clause(s, u, raid))


def is_barred(s: State, u: Unit, raid: Raid) -> bool:
    """Return True for a ship that was sent against raiders before. It engages only the group with
    which it stays, unless HR-538A-other sends it against another in the second engagement."""
    met = s.hunters.get(u.id, "")
    again = (
        raid.second
        and met != raid.id
        and not u.damaged
        and s.rulings.switch("HR-538A-other") == "yes"
    )
    return bool(met) and u.id not in raid.stayers and not again


@clause("21.537D")
def ship_refusals(view: State, raid: Raid, ships: Sequence[Unit]) -> list[Refusal]:
    """Refuse ships that may not engage a group: not eligible, or already sent against another
    group. Undamaged ships of the first engagement may stay against the same group. Ships on their
    way cannot be intercepted."""
    out = []
    for u in ships:
        if u.force and u.force == raid.force and u.id in raid.stayers:
            continue
        if is_barred(view, u, raid) and u.afloat:
            hurt = u.damaged and view.hunters[u.id] == raid.id
            cite = "21.537C" if hurt else "21.538A" if raid.second else "21.5342E"
            about, rests = (
                facts(force=view.hunters[u.id]),
                ("HR-538A-other",) if raid.second and not u.damaged else (),
            )
            also = ("21.537D",) if hurt else ()
            out.append(
                Refusal(
                    cite,
                    "engaged-elsewhere",
                    (u.id,),
                    about,
                    (Remedy("leave-behind"),),
                    rests,
                    also,
                )
            )
            continue
        cite = barring_clause(view, u, raid)
        if cite == "21.5342G#2" and scenario_rules.is_resting(view, u):
            again, also = facts(season=scenario_rules.season_of_turn(u.rests)), ("21.5342G#2",)
            out.append(
                Refusal(
                    "21.311", "still-resting", (u.id,), again, (Remedy("leave-behind"),), (), also
                )
            )
        elif cite:
            about = facts(base=theatre.name_of(view, u.base), box=raid.box, enemy=raid.nation)
            out.append(
                Refusal(
                    cite, WHY[cite], (u.id,), about, (Remedy("leave-behind"),), (), ("21.5342G",)
                )
            )
    return out


WHY = {
    "21.5342G": "not-in-reach",
    "21.5342G#2": "not-ready",
    "21.5342B": "slow-not-yet",
    "21.5342C#2": "carrier-not-operational",
    "21.14E": "us-not-at-war",
}
"""Clause that keeps a ship from a group -> code of its refusal."""
