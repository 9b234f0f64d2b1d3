"""Players' words: what people type for an order is understood in every book in which it has a
meaning."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from flagplot import rulebooks
from flagplot.rulebooks.campaign.state import Mission
from flagplot.table import Setup, rulings

LAID = {
    "awaw": (
        "turn Spring 1941, Allied player turn",
        "ship Hood at Scapa Flow",
        "ship Repulse at Scapa Flow",
        "ship Renown at Liverpool",
        "ship Revenge at Liverpool",
        "DD 6 Britain at Scapa Flow as UK-DD-1",
        "INF 3 Britain at Liverpool as UK-INF-1",
        "DD 4 Germany at Kiel as GE-DD-1",
        "ship Lutzow at Kiel",
        "patrol F1 of Renown, Revenge at B31",
    ),
    "europa": (
        "group A Allied at 33:1201: TF-1 4, CG-1 3, CG-2 3, NT-1 1",
        "group D Allied at 33:1201: TF-2 4",
        "group P Allied at Malta, in port: TF-5 3",
    ),
}


@cache
def view(id: str) -> Any:
    """A position with a few ships, as the Allies see it; of the campaign the first of its scenario,
    as the Axis does."""
    book = rulebooks.book(id)
    if id == "campaign":
        seen = book.view(book.start(Setup("norway-1940"), rulings(id)), "Axis")
        return replace(
            seen,
            missions={"AX1-123": Mission("AX1-123", "Axis", "patrol", (), "Kiel", "20,11", ())},
        )
    state = book.case_start(Setup(""), rulings(id))
    for line in LAID[id]:
        state = book.given(state, line)
    return state


TABLE = {
    "awaw": {
        "patrol Luetzow to F29": "Axis: patrol GE-PB-Lutzow to F29",
        "patrol Lützow to F29": "Axis: patrol GE-PB-Lutzow to F29",
        "base change Hood, two DDs to Rosyth": "base change UK-BC-Hood, UK-DD-1:2 to Rosyth",
        "base change both battlecruisers at Scapa Flow to Rosyth": "base change UK-BC-Hood, UK-BC-Repulse "
        "to Rosyth",
        "Hood to Rosyth": "base change UK-BC-Hood to Rosyth",
        "Hood to B31": "patrol UK-BC-Hood to B31",
        "sail Hood to B31": "patrol UK-BC-Hood to B31",
        "sortie Hood to B31": "patrol UK-BC-Hood to B31",
        "rebase Hood to Rosyth": "base change UK-BC-Hood to Rosyth",
        "carry UK-INF-1 to Bergen with 3 of UK-DD-1": "transport UK-INF-1 to Bergen with UK-DD-1:3",
        "convoy UK-INF-1 to Bergen with 3 of UK-DD-1 escorted by Hood": "transport UK-INF-1 to Bergen with "
        "UK-DD-1:3, UK-BC-Hood",
        "detach Revenge from F1": "split F1 with UK-BB-Revenge",
        "refuel Hood": "uninvert UK-BC-Hood",
        "next": "done",
        "finish": "done",
        "end turn": "done",
    },
    "europa": {
        "A to Malta": "sail A to Malta",
        "sortie P": "put P to sea",
        "P sorties": "put P to sea",
        "screen both CGs": "screen CG-1 CG-2",
        "join A and D as C": "combine A D as C",
        "detach TF-1 from A as B": "split A: TF-1 as B",
        "refuel P": "replenish P",
        "next": "done",
        "finish": "done",
        "end turn": "done",
    },
    "campaign": {
        "patrol Luetzow to 20/9": "patrol GE-CA-3 to 20,9",
        "patrol Lützow to 20 / 9": "patrol GE-CA-3 to 20,9",
        "sail Scharnhorst to 20/9": "patrol GE-BC-1 to 20,9",
        "sortie Scharnhorst to 20/9 return home": "patrol GE-BC-1 to 20,9",
        "sail Scharnhorst to Kiel": "operational change GE-BC-1 to Kiel",
        "Scharnhorst to Kiel": "operational change GE-BC-1 to Kiel",
        "Scharnhorst to 20/9": "patrol GE-BC-1 to 20,9",
        "rebase Luetzow to Bergen": "base change to Bergen with GE-CA-3",
        "carry 3 transports from Kiel to Oslo escorted by GE-CA-1": "convoy 3 transports from Kiel to Oslo "
        "escort GE-CA-1",
        "convoy two tankers from Kiel to Oslo escorted by GE-CA-1 return home": "convoy 2 tankers from Kiel to Oslo "
        "escort GE-CA-1 return Wilhelmshaven",
        "convoy 2 tankers from Kiel to Narvik refuel at Bergen": "convoy 2 tankers from Kiel to Narvik "
        "refuel Bergen",
        "strategic change Scharnhorst to Narvik refuel at Bergen": "strategic change GE-BC-1 to Narvik "
        "refuel Bergen",
        "patrol Scharnhorst to 20/9 refuel at Bergen": "patrol GE-BC-1 to 20,9 call Bergen",
        "sail Scharnhorst to 20/9 refuelling at Bergen": "patrol GE-BC-1 to 20,9 call Bergen",
        "join Scharnhorst to AX1-123": "regroup AX1-123 add GE-BC-1",
        "detach Scharnhorst from AX1-123": "regroup AX1-123 drop GE-BC-1",
        "next": "done",
        "finish": "done",
        "finish the turn": "end turn",
        "end turn": "end turn",
    },
}
ROWS = [(id, said, meant) for id, table in TABLE.items() for said, meant in table.items()]


@pytest.mark.parametrize(("id", "said", "meant"), ROWS)
def test_what_people_type_is_understood(id: str, said: str, meant: str) -> None:
    book, side = (
        rulebooks.book(id),
        "Axis" if id == "campaign" or meant.startswith("Axis") else "Allied",
    )
    order = book.parse(said, view(id), side)
    assert order == book.parse(meant.removeprefix("Axis: "), view(id), side), book.text(order)
