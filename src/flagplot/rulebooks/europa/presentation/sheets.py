"""The sheets of a side: its points, the points it has used and owes, and its permanent losses."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table import Single
from flagplot.table.display.sheets import Part, Remark, Row, Sheet

from ..nouns import spoken_name
from ..orders import Repair, order_text
from ..rules.special import fleets, malta, oil
from ..rules.special.mines import DEAREST_SWEEP
from ..state import Fuel, State, Unit
from ..state.shore import MOST
from ..state.units import KINDS, Call, tf_like
from ..state.waters import Account

ID = "accounts"


def sheets(view: State, side: str, request: Single | None) -> tuple[Sheet, ...]:
    """Return the sheets of a side; none for a spectator, and none when they would be empty."""
    if not side or not view.scenario:
        return ()
    asked = request is not None and request.kind == "movement"
    parts = (
        points_part(view, side),
        repair_part(view, side, asked),
        gunfire_part(view, side),
        carrier_part(view, side),
        fuel_part(view, side),
        malta_part(view, side),
        mine_part(view, side),
        loss_part(view, side),
    )
    kept = tuple(p for p in parts if p.rows)
    return (Sheet(ID, "Accounts", tuple(debt_remarks(view, side)), kept),) if kept else ()


def debt_remarks(view: State, side: str) -> Iterator[Remark]:
    """Yield remarks on points that are owed or would be."""
    for what, fund, clause in point_funds(view, side):
        if fund.owed:
            yield Remark(f"Owed: {fund.owed:g} {what}; what comes in pays for that first.", clause)
    account = view.accounts.get(side)
    if account is not None and account.swept:
        yield Remark(
            f"While {account.swept:g} of them are owed for minesweeping, no mines are swept by "
            "naval superiority.",
            "36.C.3.s12",
        )
    elif account is not None and (short := account.short(DEAREST_SWEEP)):
        yield Remark(
            f"A disaster in sweeping by naval superiority would leave {short:g} naval repair "
            "points owed.",
            "36.C.3.s11",
        )
    due = sum(fleets.hull_penalty(view, c) for c in view.calls if c.came and c.unit.side == side)
    have = account.points if account is not None else 0.0
    if due > have:
        yield Remark(
            f"Carrier groups in play would be charged {due:g} naval repair points now; "
            f"{due - have:g} would be owed.",
            "36.F.2.s05",
        )


def point_funds(view: State, side: str) -> Iterator[tuple[str, Account, str]]:
    """Yield the points of a side: their name, the account, the clause."""
    if side in view.accounts:
        yield "naval repair points", view.accounts[side], "36.C.s05"
    for wing, account in sorted(view.wings.items()):
        yield f"air replacement points ({wing})", account, "36.F.2.(b).s02"


# ------------------------------------------------------------------ points
def points_part(view: State, side: str) -> Part:
    """Return naval repair points and air replacement points: in hand, owed, coming in."""
    rows = tuple(
        Row(
            (what[0].upper() + what[1:], f"{a.points:g}", f"{a.owed:g}", f"{a.income:g} a turn"),
            clause,
            state="bad" if a.owed else "",
        )
        for what, a, clause in point_funds(view, side)
    )
    return Part("Points", ("What", "In hand", "Owed", "Income"), rows)


def repair_part(view: State, side: str, asked: bool) -> Part:
    """Return the side's damaged units: the cost of repairing a hit, and whether one can be repaired
    now."""
    rows = []
    for u in units_in_play(view, side):
        if u.hits and side in view.accounts:
            wrong = next(fleets.against_repair(view, u, 1), None)
            each = "not in play" if u.kind == "CG" else f"{fleets.repair_price(view, u):g}"
            order = order_text(Repair(u.id, 1)) if asked and wrong is None else ""
            rows.append(
                Row(
                    (
                        unit_label(u),
                        f"{u.hits} of {u.top}",
                        each,
                        "now" if wrong is None else "not now",
                    ),
                    "36.F.3",
                    "",
                    "good" if wrong is None else "",
                    (u.hits, u.top),
                    order,
                    "Repair a hit" if order else "",
                )
            )
    return Part("Damage", ("Unit", "Hits", "Points a hit", "Repaired"), tuple(rows))


# ------------------------------------------------------------------ what is used up
def gunfire_part(view: State, side: str) -> Part:
    """Return the use of gunfire support at half or full strength, by task force and year. Empty
    when there is no land war and no unit has fired."""
    rows = []
    ships = [u for u in units_in_play(view, side) if tf_like(u)]
    if not view.troops and not any(u.gunfire or fleets.prepared_share(u) for u in ships):
        ships = []
    for u in ships:
        limit, used = fleets.limit_of(u), fleets.gunfire_uses(view, u)
        before = ", ".join(f"{n} in {y}" for y, n in u.gunfire if y != fleets.turn_year(view))
        left = f"{limit - used} of {limit} left" if limit else "no limit"
        rows.append(
            Row(
                (
                    unit_label(u),
                    str(used),
                    before or "none",
                    left,
                    fleets.prepared_share(u) or "nothing",
                ),
                "36.F.1.s04",
                "",
                "spent" if limit and used >= limit else "",
                (used, limit) if limit else None,
            )
        )
    heads = ("Task force", f"Used in {fleets.turn_year(view)}", "Before", "Half and full", "Ready")
    return Part("Gunfire support", heads, tuple(rows), clause="36.F.1")


def carrier_part(view: State, side: str) -> Part:
    """Return the carrier groups that may be called on or have come, with the points charged for
    their damage when they leave."""
    rows = [carrier_row(view, c) for c in view.calls if c.unit.side == side]
    return Part(
        "Carrier groups",
        ("Group", "When", "State", "Charged when it leaves"),
        tuple(rows),
        clause="36.F.2",
    )


def carrier_row(view: State, call: Call) -> Row:
    """Return the row of one carrier group."""
    if not call.came:
        when = f"{call.turn} at {spoken_name(view, call.hex)}, until {call.leaves}"
        return Row((unit_label(call.unit), when, "may be called on", "its damage"), "36.F.2")
    unit = view.units[call.unit.id]
    air = [f"{n:g} air replacement points ({org})" for org, n in fleets.air_penalty(view, call)]
    hull = fleets.hull_penalty(view, call)
    due = (
        ", ".join([*([f"{hull:g} naval repair points"] if hull else []), *air]) or "nothing so far"
    )
    state = "sunk" if unit.lost else f"{unit.hits} of {unit.top} hits" if unit.hits else "unhurt"
    return Row(
        (unit_label(unit), f"leaves in {call.leaves}", state, due),
        "36.F.2.s04",
        "",
        "bad" if hull or air else "",
    )


def fuel_part(view: State, side: str) -> Part:
    """Return the supply points of oil in ports, and those paid for task forces that sail."""
    if side != "Axis" or "oil" not in view.facts:
        return Part("Fuel oil")
    rows = [
        Row((spoken_name(view, h), f"{p.oil} supply points", ""), "36.E.s02")
        for h, p in sorted(view.ports.items())
        if p.owner == side and p.oil
    ]
    for u in units_in_play(view, side):
        f = view.fuel.get(u.id, Fuel())
        if tf_like(u) and (f.paid or f.port):
            how = (
                f"by the step out of {spoken_name(view, f.port)}"
                if f.port
                else "for the whole player-turn"
            )
            rows.append(
                Row(
                    (unit_label(u), f"{f.paid} of {oil.WHOLE} paid", how),
                    "36.E.s04",
                    load=(f.paid, oil.WHOLE),
                )
            )
    return Part("Fuel oil", ("Where", "Oil", "How"), tuple(rows), clause="36.E")


# ------------------------------------------------------------------ places and losses
def malta_part(view: State, side: str) -> Part:
    """Return Malta's status, and the Allied supplies there."""
    m = view.malta
    if m is None:
        return Part("Malta")
    now = malta.status_number(view)
    rows = [
        Row(
            ("Status", f"{now} of {MOST}", "the higher, the less it hinders"),
            "36.A.4",
            "",
            "",
            (now, MOST),
        ),
        Row(
            ("Bombing", f"{malta.left_to_bomb(view)} hits", "still possible in this player-turn"),
            "36.A.4.a",
        ),
    ]
    if side == "Allied":
        to_come = ", ".join(f"{n} in {turn}" for turn, n in m.arrivals)
        fresh = f"{m.fresh} came in this player-turn" if m.fresh else ""
        rows += [
            Row(
                ("Repair points", str(m.points), f"to come: {to_come}" if to_come else ""),
                "36.A.4.b",
            ),
            Row(("SRPs at Valletta", str(m.srps), fresh), "36.A.4.b"),
            Row(("SPs at Valletta", f"{m.sps:g}", ""), "36.A.4.b"),
            Row(
                (
                    "Engineer",
                    malta.engineer_at_valletta(view) or "none ashore",
                    "has worked" if m.worked == view.at else "",
                ),
                "36.A.4.b.s05",
                "",
                "" if malta.engineer_at_valletta(view) else "spent",
            ),
        ]
    return Part("Malta", ("What", "Now", ""), tuple(rows), clause="36.A.4")


def mine_part(view: State, side: str) -> Part:
    """Return the mine points of a side, aboard and ashore."""
    rows = tuple(
        Row(
            (c.id, f"aboard {c.aboard}" if c.aboard else f"at {spoken_name(view, c.place)}"),
            "36.C.2",
        )
        for _, c in sorted(view.cargo.items())
        if c.side == side and "mine" in c.marks and (c.aboard or c.place)
    )
    return Part("Mine points", ("Point", "Where"), rows)


def loss_part(view: State, side: str) -> Part:
    """Return a side's permanent losses: units sunk, and units that never get back above their
    reduced side."""
    rows = []
    for u in (u for _, u in sorted(view.units.items()) if u.side == side):
        if u.lost:
            rows.append(
                Row((unit_label(u), KINDS[u.kind], f"{u.printed} sunk"), "36.F.3", "", "spent")
            )
        elif u.flipped:
            rows.append(
                Row(
                    (
                        unit_label(u),
                        KINDS[u.kind],
                        f"{u.printed - u.top} of {u.printed}: never above {u.top} again",
                    ),
                    "36.F.3.s03",
                    "",
                    "bad",
                )
            )
    return Part("Permanent losses", ("Unit", "Kind", "Lost"), tuple(rows), clause="36.F.3")


def units_in_play(view: State, side: str) -> list[Unit]:
    """Return the units of a side that are in play."""
    return [
        u for _, u in sorted(view.units.items()) if u.side == side and not u.lost and not u.away
    ]


def unit_label(u: Unit) -> str:
    """Return a unit's whole name, or its id without one."""
    return u.name or u.id
