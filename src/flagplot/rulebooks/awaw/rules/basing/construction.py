"""Port building (21.121-21.124) by Japan and the U.S., from 1942, on one-hex islands of Pacific
island groups."""

from __future__ import annotations

from flagplot.table import AskOrder, Refusal, Remedy, Table, Verdict, clause, facts, refuse

from ...events import PointsAssigned, PortBuilt
from ...map import theatre
from ...map.ports import holder, supply_level
from ...orders import AssignRP, BuildPort
from ...state import Account, PortCounter, State
from ...state.nations import side_of
from ..range.limits import is_in_aleutians
from ..registry import carries, checks

BUILDERS = ("U.S.", "Japan")
RP_COST = 3
BRP_COST = 10


def builder_of(view: State, side: str, order: BuildPort | AssignRP) -> str:
    """Return the nation that builds: the one that the order names, else the builder of the side."""
    if order.nation:
        return order.nation
    mine = [n for n in BUILDERS if side_of(view, n) == side]
    asked = [n for n in mine if n in view.accounts]
    if len(asked or mine) == 1:
        return (asked or mine)[0]
    return mine[0] if mine else next((n for n in view.accounts if side_of(view, n) == side), side)


@clause("21.121B")
def timing_refusals(view: State, side: str) -> list[Refusal]:
    """Refuse port building outside the moving side's own construction phase."""
    if view.phase == "construction" and view.mover == side:
        return []
    return [
        Refusal(
            "21.121B",
            "wrong-phase",
            (),
            facts(phase=view.phase, mover=view.mover),
            (Remedy("construction-phase"),),
        )
    ]


@clause("21.121")
def foreign_refusals(view: State, side: str, nation: str) -> list[Refusal]:
    """Refuse to build, or set points aside, for a nation of the enemy."""
    return [] if side_of(view, nation) == side else [Refusal("21.121", "not-yours", (nation,))]


@clause("21.121")
def builder_refusals(view: State, nation: str) -> list[Refusal]:
    """Refuse builders other than Japan and the U.S., years before 1942, and more than one port a
    turn or two a year."""
    out = []
    if nation not in BUILDERS:
        out.append(Refusal("21.121", "not-a-builder", (nation,), facts(nation=nation)))
    if view.year < 1942:
        out.append(
            Refusal(
                "21.121",
                "before-1942",
                (),
                facts(year=view.year),
                (Remedy("wait-until-1942"),),
                (),
                ("21.121A",),
            )
        )
    mine = [p for p in view.ports.values() if p.builder == nation]
    if any(p.turn == view.turn for p in mine):
        out.append(
            Refusal(
                "21.121",
                "one-a-turn",
                tuple(p.hex for p in mine if p.turn == view.turn),
                (),
                (Remedy("next-turn"),),
            )
        )
    this_year = [p for p in mine if p.year == view.year]
    if len(this_year) >= 2:
        out.append(
            Refusal(
                "21.121",
                "two-a-year",
                tuple(p.hex for p in this_year),
                facts(year=view.year),
                (Remedy("next-year"),),
            )
        )
    return out


@clause("21.121", "21.122")
def price_refusals(view: State, nation: str) -> list[Refusal]:
    """Refuse when the price is not there: 3 RPs and 10 BRPs. The BRPs also count against the turn's
    construction limit."""
    a = view.accounts.get(nation, Account())
    out = []
    rp = a.rp if a.port_rp < 0 else a.port_rp
    if rp < RP_COST:
        out.append(Refusal("21.121", "too-few-rp", (nation,), facts(have=rp, need=RP_COST)))
    if a.brp < BRP_COST:
        out.append(Refusal("21.121", "too-few-brp", (nation,), facts(have=a.brp, need=BRP_COST)))
    if 0 <= a.limit < BRP_COST:
        out.append(
            Refusal("21.122", "construction-limit", (nation,), facts(have=a.limit, need=BRP_COST))
        )
    return out


@clause("21.121C", "21.121C#2", "21.121C#3")
def site_refusals(view: State, nation: str, place: str) -> list[Refusal]:
    """Refuse a site unless it is a one-hex island of a Pacific island group outside the Aleutians,
    held since the player turn began, fully supplied, and without a port counter."""
    out = []
    pacific = not theatre.is_box(place) and theatre.theatre_of(view, place) == "Pacific"
    if not (
        pacific and theatre.is_one_hex_island(view, place) and theatre.island_group(view, place)
    ):
        out.append(Refusal("21.121C", "not-an-island", (place,), (), (Remedy("other-site"),)))
    if pacific and is_in_aleutians(view, place):
        out.append(Refusal("21.121C", "aleutians", (place,), (), (Remedy("other-site"),)))
    if not is_held_by_builder(view, nation, place, "now"):
        out.append(
            Refusal(
                "21.121C",
                "not-controlled",
                (place,),
                facts(holder=holder(view, place)),
                (Remedy("other-site"),),
            )
        )
    elif not is_held_by_builder(view, nation, place, "turn"):
        out.append(
            Refusal("21.121C#3", "not-controlled-since-turn", (place,), (), (Remedy("next-turn"),))
        )
    if supply_level(view, place) != "full":
        out.append(
            Refusal(
                "21.121C",
                "not-supplied",
                (place,),
                facts(supply=supply_level(view, place)),
                (Remedy("restore-supply"),),
            )
        )
    if place in view.ports:
        out.append(
            Refusal(
                "21.121C#2",
                "port-there",
                (place,),
                facts(builder=view.ports[place].builder),
                (Remedy("other-site"),),
            )
        )
    return out


def is_held_by_builder(view: State, nation: str, place: str, when: str) -> bool:
    """Return True when the building nation itself controls the hex. Where the state names only a
    side, the side's builder does."""
    who = holder(view, place, when)
    return who == nation or (who in view.sides and side_of(view, nation) == who)


@checks(BuildPort)
def check_build(view: State, request: AskOrder, order: BuildPort) -> Verdict:
    """Check an order to build a port."""
    nation = builder_of(view, request.side, order)
    out = timing_refusals(view, request.side) + foreign_refusals(view, request.side, nation)
    return refuse(
        *out,
        *builder_refusals(view, nation),
        *price_refusals(view, nation),
        *site_refusals(view, nation, order.hex),
    )


@carries(BuildPort)
async def place_port(t: Table[State], side: str, order: BuildPort) -> None:
    """Place the port counter and pay. The port can be used at once."""
    nation = builder_of(t.state, side, order)
    t.record(
        PortBuilt(
            "21.121", PortCounter(order.hex, nation, t.state.year, t.state.turn), BRP_COST, RP_COST
        )
    )


@checks(AssignRP)
@clause("21.121A")
def check_assign(view: State, request: AskOrder, order: AssignRP) -> Verdict:
    """Check an assignment of research points. No points go to ports before the 1942 Year Start
    Sequence, whatever the state of war."""
    nation = builder_of(view, request.side, order)
    out = foreign_refusals(view, request.side, nation)
    if view.year < 1942:
        out.append(
            Refusal(
                "21.121A", "before-1942", (), facts(year=view.year), (Remedy("wait-until-1942"),)
            )
        )
    have = view.accounts.get(nation, Account()).rp
    if order.amount > have:
        out.append(Refusal("21.121A", "too-few-rp", (nation,), facts(have=have, need=order.amount)))
    return refuse(*out)


@carries(AssignRP)
async def set_points_aside(t: Table[State], side: str, order: AssignRP) -> None:
    """Set research points aside for ports."""
    nation = builder_of(t.state, side, order)
    t.record(PointsAssigned("21.121A", nation, order.amount))
