"""The sheet of one's accounts tells what was spent, what is owed and what is lost, to its owner
alone."""

from __future__ import annotations

import io

from msgspec.structs import replace
from rich.console import Console

from flagplot.cli.panel_text import print_sheet
from flagplot.rulebooks.europa import BOOK
from flagplot.rulebooks.europa.presentation.sheets import sheets
from flagplot.rulebooks.europa.rules.special.mines import ZoneSwept
from flagplot.rulebooks.europa.state import State
from flagplot.table import Ask, AskOrder, Setup, rulings
from flagplot.table.display.sheets import Row, Sheet

from .test_europa import movement, position


def sheet(state: State, side: str, request: AskOrder | None = None) -> Sheet:
    """The accounts of a side in a scenario."""
    played = replace(state, scenario="pedestal")  # positions of the casebook keep no accounts
    return sheets(BOOK.view(played, side), side, request)[0]


def rows(found: Sheet, title: str) -> tuple[Row, ...]:
    return next(p.rows for p in found.parts if p.title == title)


def test_gunfire_is_told_by_year_and_task_force() -> None:
    state = position(
        "group X Allied at 33:1201: TF-1 8, TF-2 4",
        "turn Jul I 43, Allied player-turn",
        "TF-1 ready for half gunfire",
        "TF-1 fired gunfire 12 times in 1943",
    )
    state = replace(
        state, units={**state.units, "TF-2": replace(state.units["TF-2"], gunfire=((1942, 3),))}
    )
    full, spare = rows(sheet(state, "Allied"), "Gunfire support")
    assert full.cells == ("TF-1", "12", "none", "0 of 12 left", "half")
    assert (full.state, full.load) == ("spent", (12, 12))
    assert spare.cells == ("TF-2", "0", "3 in 1942", "12 of 12 left", "nothing")


def test_what_is_owed_stands_at_the_head() -> None:
    state = position("group X Allied at 33:1201: TF-1 8", "repair points Allied 0, owing 1.5")
    found = sheet(state, "Allied")
    assert [r.text for r in found.lead] == [
        "Owed: 1.5 naval repair points; what comes in pays for that first.",
        "While 1.5 of them are owed for minesweeping, no mines are swept by naval superiority.",
    ]
    assert rows(found, "Points")[0].state == "bad"
    assert sheets(BOOK.view(replace(state, scenario="pedestal"), "Axis"), "Axis", None) == ()
    shown = BOOK.display(BOOK.view(replace(state, scenario="pedestal"), "Allied"), "Allied", ())
    assert "Owed: 1.5 naval repair points" in " ".join(n.text for n in shown.notes)


def test_a_carrier_group_in_play_tells_what_it_would_cost() -> None:
    state = position(
        "carrier CG-9 4 of RN on call at 33:1204 from Jul I 43 to Aug I 43, 1 air units, in play",
        "group C Allied at 33:1204: CG-9 4 (hits 2)",
        "repair points Allied 4",
    )
    found = sheet(state, "Allied")
    assert rows(found, "Carrier groups")[0].cells[2:] == ("2 of 4 hits", "6 naval repair points")
    assert any("charged 6 naval repair points now; 2 would be owed" in r.text for r in found.lead)


def test_repair_is_offered_where_it_may_be_ordered() -> None:
    state = position(
        "port Bari at 33:1201, Allied, size 3",
        "group X Allied at 33:1201, in port: TF-1 8 (hits 2)",
        "repair points Allied 9",
    )
    row = rows(sheet(state, "Allied", movement()), "Damage")[0]
    assert (row.order, row.order_title) == ("repair 1 hits of TF-1", "Repair a hit")
    assert BOOK.judge(
        BOOK.view(state, "Allied"), movement(), BOOK.parse(row.order, state, "Allied")
    )
    poor = position(
        "port Bari at 33:1201, Allied, size 3",
        "group X Allied at 33:1201, in port: TF-1 8 (hits 2)",
        "repair points Allied 0",
    )
    assert rows(sheet(poor, "Allied", movement()), "Damage")[0].order == ""


def test_oil_is_told_in_ports_and_by_sailing() -> None:
    state = BOOK.start(Setup("pedestal", "", "current", ()), rulings("europa"))
    oil = rows(sheet(state, "Axis"), "Fuel oil")
    assert sorted(r.cells[1] for r in oil) == sorted(
        f"{p.oil} supply points" for p in state.ports.values() if p.oil
    )
    assert all(p.title != "Fuel oil" for p in sheet(state, "Allied").parts)


def test_who_is_asked_to_spend_is_told_what_would_be_owed() -> None:
    state = position("group X Allied at 33:1201: TF-1 8", "repair points Allied 1.5")
    asked = Ask("Allied", ("no more", "33:1202"), "36.C.3.s08", "zone-sweep")
    told = BOOK.prompt(BOOK.view(state, "Allied"), asked).detail[0].text
    assert "Your naval repair points: 1.5; 0.5 would be owed after a disaster" in told
    option = BOOK.prompt(BOOK.view(position("mines Axis 1 at 33:1202"), "Allied"), asked).options[1]
    assert option.odds == "swept 100 %, 0.2 repair points on average"  # +2: a failure on a one
    rich = position("group X Allied at 33:1201: TF-1 8", "repair points Allied 2")
    assert "owed" not in BOOK.prompt(BOOK.view(rich, "Allied"), asked).detail[0].text
    swept = ZoneSwept("36.C.3.s10", "Allied", "33:1202", "D", 0, False, 2.0, 0.5)
    said = BOOK.event_text(swept, BOOK.view(state, "Allied"), "Allied")
    assert said.endswith("stays, for 2 naval repair points, 0.5 of them are owed.")
    seen = swept.seen_by("Axis")
    assert seen is not None
    assert BOOK.event_text(seen, BOOK.view(state, "Axis"), "Axis").endswith("the mine point stays.")


def test_losses_for_good_are_told() -> None:
    state = position("group X Allied at 33:1201: TF-1 12")
    unit = state.units["TF-1"]
    state = replace(
        state,
        units={
            "TF-1": replace(unit, flipped=True, reverse=6),
            "TF-2": replace(unit, id="TF-2", lost=True),
        },
    )
    cells = {r.cells for r in rows(sheet(state, "Allied"), "Permanent losses")}
    assert cells == {
        ("TF-1", "task force", "6 of 12: never above 6 again"),
        ("TF-2", "task force", "12 sunk"),
    }


def test_a_terminal_prints_them() -> None:
    state = position("group X Allied at 33:1201: TF-1 8", "repair points Allied 2, owing 0.5")
    out = io.StringIO()
    print_sheet(Console(file=out, width=120), sheet(state, "Allied"))
    told = out.getvalue()
    assert "Accounts" in told
    assert "In hand" in told
    assert "Owed: 0.5 naval repair points" in told
