"""The initial phase of a player-turn: carrier groups on call, the Suez Canal, and mines that are
swept without ships."""

from __future__ import annotations

from flagplot.table import Ask, Roll, Table, clause, facts

from ..rules import scoring
from ..rules.combat import gunnery
from ..rules.movement import canals
from ..rules.special import fleets, mines
from ..rules.special.captured_ports import SuezSet
from ..rules.special.fleets import CarrierCame, CarrierLeft
from ..rules.special.mines import MinesCleared, ZoneSwept
from ..state import State
from ..state.waters import Account


def account_of(s: State, side: str) -> Account:
    """Return the naval repair points of a side."""
    return s.accounts.get(side, Account())


async def initial_phase(t: Table[State]) -> None:
    """Play a side's initial phase, before it moves."""
    await withdraw_carriers(t)
    await settle_suez(t)
    clear_mines(t)
    await sweep_zones(t)


@clause("36.F.2", "36.F.2.s05")
async def withdraw_carriers(t: Table[State]) -> None:
    """Withdraw carrier groups and charge for them. Others may be called on."""
    for call in fleets.carriers_leaving(t.state):
        hull = fleets.hull_penalty(t.state, call)
        owed = account_of(t.state, call.unit.side).short(hull)
        t.record(
            CarrierLeft(
                "36.F.2.s02",
                call.unit.side,
                call.unit.id,
                hull,
                fleets.air_penalty(t.state, call),
                owed,
            )
        )
    for call in fleets.carriers_on_call(t.state):
        said = await Ask(
            call.unit.side,
            ("call", "do without"),
            "36.F.2",
            "carrier-call",
            facts(
                unit=call.unit.id,
                hex=call.hex,
                leaves=call.leaves,
                points=account_of(t.state, call.unit.side).points,
            ),
        )
        if said == "call":
            t.record(CarrierCame("36.F.2", call.unit.side, call.unit.id))


@clause("32.A.6.a.s06")
async def settle_suez(t: Table[State]) -> None:
    """Block the Suez Canal when the Axis holds a part of it; if it was open that costs the Allies
    victory points. Otherwise let the Allies choose."""
    s = t.state
    if canals.is_blocked(s) and s.waters.suez != "blocked":
        t.record(SuezSet("32.A.6.a.(3)", "blocked"))
        if s.waters.suez == "open":
            scoring.record_points(t, "Allied", -canals.LOSS, "the Suez Canal is lost", "")
    options = canals.suez_options(t.state)
    if options:
        which = "32.A.6.a.(1)" if canals.CLOSE in options else "32.A.6.a.(2)"
        said = await Ask("Allied", options, which, "suez", facts(state=s.waters.suez))
        if said != canals.LEAVE:
            t.record(SuezSet(which, "closed" if said == canals.CLOSE else "open"))


def clear_mines(t: Table[State]) -> None:
    """Remove enemy mines that leave the map without a roll."""
    side = t.state.phasing
    for hex in mines.belts_to_clear(t.state, side):
        t.record(MinesCleared("36.C.3", side, hex, t.state.enemy_mines(hex, side)))


@clause("36.C.3.s10", "36.C.3.s11")
async def sweep_zones(t: Table[State]) -> None:
    """Let the side sweep mine points in danger zones of its own, one roll each, until it stops or
    owes repair points for it."""
    side = t.state.phasing
    while belts := mines.belts_to_sweep(t.state, side):
        hex = await Ask(
            side,
            (mines.NO_MORE, *belts),
            "36.C.3.s08",
            "zone-sweep",
            facts(belts=" ".join(belts), points=account_of(t.state, side).points),
        )
        if hex == mines.NO_MORE:
            return
        plus = mines.sweeping_modifier(t.state, side, hex)
        result = await Roll(
            gunnery.success_roll(t.state.rulings, plus),
            "36.C.3.s10",
            "zone-sweep",
            gunnery.SUCCESS,
            facts(hex=hex, modifier=plus, side=side),
        )
        swept, cost = mines.sweeping_result(result)
        owed = account_of(t.state, side).short(cost)
        t.record(ZoneSwept("36.C.3.s10", side, hex, result, plus, swept, cost, owed))
        if swept:
            scoring.score_sweep(t, side, hex)
