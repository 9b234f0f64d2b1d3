"""How the log of a seat tells what was answered."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from flagplot.room.seat_view import log_line
from flagplot.rulebooks.awaw import BOOK
from flagplot.table.log.entries import Entry
from tests.games import begun


def test_an_answer_is_told_by_its_name() -> None:
    view = begun("awaw", "atlantic-raiders", "", 1).view("Axis")
    live: Any = SimpleNamespace(book=BOOK)
    hipper = next(u.id for u in view.units.values() if u.name == "Hipper")
    for text, told in (
        (hipper, "Harbor target: Hipper"),
        ("2", "Harbor target: 2"),
        ("pass", "Harbor target: pass"),
    ):
        entry = Entry(7, "input", side="Axis", text=text, asked="harbor-target")
        assert log_line(live, "Axis", entry, view).text == told
