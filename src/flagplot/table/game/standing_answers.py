"""The standing orders of all sides, and the answers that they give."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from msgspec.structs import replace

from ..contract.rulebook import Rulebook
from ..core.errors import GameError, TextError
from ..core.requests import Request, Single, single_requests
from .record import GameRecord
from .standing_orders import (
    LONGEST_STANDING,
    MOST_BEST,
    MOST_IN_ADVANCE,
    MOST_STANDING,
    StandingOrder,
    parse_standing_order,
)
from .standing_vocabulary import checked


class StandingAnswers:
    """The standing orders of all sides, in the sequence in which they are tried."""

    def __init__(self, book: Rulebook[Any], record: GameRecord) -> None:
        self.book = book
        self.record = record
        self.orders: dict[str, list[StandingOrder]] = {}
        self._silent_at = -1
        """Number of live entries at which no standing order answers: the game is there because of
        an undo, and a player answers by hand."""

    def of_side(self, side: str) -> tuple[StandingOrder, ...]:
        """Return the standing orders of *side*."""
        return tuple(self.orders.get(side, ()))

    def stay_silent(self) -> None:
        """Give no answer until the game goes on from here: an undo led here."""
        self._silent_at = len(self.record.timeline.live)

    def read(self, side: str, text: str, view: Any) -> StandingOrder:
        """Read a new standing order of *side*. Raises ``TextError``, and ``GameError`` when the side
        has :data:`MOST_STANDING` of them."""
        if len(text) > LONGEST_STANDING:
            raise TextError(
                f"a standing order has at most {LONGEST_STANDING} characters",
                LONGEST_STANDING,
                ["a shorter order"],
            )
        order = checked(parse_standing_order(text), text, self.book, view, side)
        if len(self.orders.get(side, ())) >= MOST_STANDING:
            raise GameError(
                f"{side} has {MOST_STANDING} standing orders, as many as there may be; take one "
                "back first"
            )
        # The log keeps the text of the order: it must read as this order when the log is opened.
        if parse_standing_order(order.text) != order:
            raise TextError(
                "this standing order could not be read again as it is meant",
                0,
                ["simpler words and numbers"],
            )
        return order

    def add(self, side: str, order: StandingOrder) -> StandingOrder:
        """Add a standing order, and return it with its number.

        Each side counts its own orders: a gap would tell of another side's.
        """
        entries = self.record.entries
        given = sum(e.kind == "standing" and e.act == "add" and e.side == side for e in entries)
        return self.restore(side, replace(order, n=given + 1))

    def restore(self, side: str, order: StandingOrder) -> StandingOrder:
        """Add a standing order that has its number, and let standing orders answer again."""
        self._silent_at = -1
        self.orders.setdefault(side, []).append(order)
        return order

    def remove(self, side: str, n: int) -> None:
        """Remove standing order *n* of *side*, if there is one."""
        self.orders[side] = [o for o in self.orders.get(side, []) if o.n != n]

    def copy_orders(self) -> dict[str, list[StandingOrder]]:
        """Return the orders as they are, for a roll-back."""
        return {side: list(orders) for side, orders in self.orders.items()}

    def answers(
        self, pending: Request, sealed: Collection[str], view: Callable[[str], Any]
    ) -> Iterator[tuple[Single, Any, int]]:
        """Yield, for each side that is asked, the request, the answer of its first standing order
        that answers, and the order's number."""
        given = self.given_in_a_row()
        if self._silent_at == len(self.record.timeline.live) or given >= MOST_IN_ADVANCE:
            return
        for single in single_requests(pending):
            if single.side in sealed:
                continue
            for order in self.orders.get(single.side, ()):
                value = order.answer(single, self.book, view(single.side), thinks=given < MOST_BEST)
                if value is not None:
                    yield single, value, order.n
                    break

    def given_in_a_row(self) -> int:
        """Return the number of answers from standing orders since a person last did something."""
        count = 0
        for entry in reversed(self.record.entries):
            if entry.kind in ("undo", "standing") or (entry.kind == "input" and not entry.standing):
                return count
            count += entry.kind == "input"
        return count

    def rests(self, side: str) -> bool:
        """Return whether the standing orders of *side* wait for a person, because they have
        answered :data:`MOST_IN_ADVANCE` times in a row."""
        return bool(self.orders.get(side)) and self.given_in_a_row() >= MOST_IN_ADVANCE
