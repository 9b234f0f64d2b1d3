"""The tests' toy rule book, put to sea: its line of squares lies on hexes of the European board, so
that a page can draw it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from flagplot.table import Refusal, Rulings, Setup, Single
from flagplot.table.display.orders import RefusalText
from flagplot.table.display.position import Display, OrderForm, Route
from tests.table import toybook

LINE = ("J30", "J29", "I29", "H30", "G31", "F31", "E31", "D31", "C31", "B32")


class SeaToy(toybook.ToyBook):
    """The toy with a board, forms, and both sides' real names left as they are."""

    id = "toybook"
    scenarios = tuple(
        replace(
            s,
            board="awaw-europe",
            learning=True,
            briefings=(("Red", "Go right."), ("Blue", "Go left.")),
        )
        for s in toybook.ToyBook.scenarios
    )

    def start(self, setup: Setup, rulings: Rulings) -> toybook.State:
        return super().start(setup, toybook.RULINGS)

    def display(self, view: toybook.State, side: str, requests: Sequence[Single]) -> Display:
        plain = super().display(view, side, requests)
        forms = (
            OrderForm(
                "move",
                "Move",
                "move SHIP to SQUARE",
                "move Red1 to 2",
                "move ",
                "1.1",
                ("units", "place"),
            ),
            OrderForm("pass", "Pass", "pass", "pass", "pass", "1.1"),
        )
        return replace(
            plain,
            board="awaw-europe",
            counters=tuple(
                replace(
                    c,
                    place=LINE[int(c.place) % 10],
                    silhouette="ss" if c.id.endswith("S") else "ca",
                )
                for c in plain.counters
            ),
            forces=tuple(
                replace(f, place=LINE[int(f.place) % 10], silhouette="ca")
                for f in plain.forces
                if f.side == side
            ),
            forms=forms,
            routes=(Route(LINE, side, "mine"),),
        )

    def refusal_text(self, view: toybook.State, refusal: Refusal) -> RefusalText:
        return replace(
            super().refusal_text(view, refusal),
            remedies=tuple((r.code, r.order) for r in refusal.remedies),
        )


BOOK = SeaToy()


def book_of(id: str) -> SeaToy:
    """The toy by its id."""
    if id != "toybook":
        raise KeyError(id)
    return BOOK
