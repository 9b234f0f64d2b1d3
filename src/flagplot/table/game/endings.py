"""Endings that players decide: a side resigns, all agree on a draw, or a side closes the game
because another was silent too long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..contract.rulebook import Outcome
from ..core.errors import GameError, StaleError, WrongSeat
from ..language import sentences
from ..log.entries import Entry
from ..log.signing import Signed
from .undo import Undos

AFTER_THE_END = ("note", "reveal")
"""Kinds of entries that may follow the end."""


def may_follow(entry: Entry) -> bool:
    """Return whether an entry may stand after the end: a remark, the seed, or the confirmation of
    an agreed draw."""
    return entry.kind in AFTER_THE_END or (entry.kind == "draw" and entry.act == "confirm")


def short_of(side: str, lead: float, needed: str) -> str:
    """Return the sentence on a lead of *side* that is too small for a win; empty without a lead."""
    return (
        f"{sentences.side_clause(side, 'is', 'are')} {lead:g} ahead, a win takes {needed}"
        if lead
        else ""
    )


def outcome_of(entry: Entry, sides: Sequence[str]) -> Outcome:
    """Return the outcome of a game that ends with a ``resign``, ``closed`` or ``draw`` entry.

    After a resignation the other of two sides has won. An agreed draw and a closed game have no
    winner.
    """
    if entry.kind == "draw":
        return Outcome("", "agreed")
    if entry.kind == "closed":
        return Outcome("", "closed")
    others = [s for s in sides if s != entry.side]
    return Outcome(others[0] if len(others) == 1 else "", "resigned")


class Endings:
    """The offers of a draw, and the ways in which players end a game."""

    def __init__(self, undos: Undos) -> None:
        self.undos = undos
        self.engine = undos.engine
        self.record = undos.record
        self.draws: tuple[Entry, ...] = ()
        """The open offers of a draw, or those by which a draw was agreed, with their confirmations.
        A refusal or a withdrawal closes all of them."""

    @property
    def agreed(self) -> bool:
        """True when the game ended as an agreed draw."""
        return self.engine.left is not None and self._all_want_a_draw()

    @property
    def offers(self) -> tuple[str, ...]:
        """The sides that want a draw; none when the game is over."""
        return tuple(d.side for d in self.draws) if self.engine.outcome is None else ()

    def resign(self, side: str, signed: Signed | None) -> None:
        """Give the game up for *side*."""
        self._demand_may_leave(side)
        self._leave(side, "resign", signed, "")

    def close(self, side: str, silent: str, since: str, signed: Signed | None) -> None:
        """Close the game for *side*, because *silent* has not answered *since* that time."""
        self._demand_may_leave(side)
        patience = self.record.header.patience
        if not patience:
            raise GameError("this game waits for ever: it was set up without a limit of silence")
        owed = self.engine.sides_to_answer()
        if side in owed or silent == side or silent not in owed:
            raise GameError(f"{silent or 'nobody'} is not the one this game waits for")
        about = (("silent", silent), ("since", since), ("days", patience))
        self._leave(side, "closed", signed, silent, about=about)

    def draw(self, side: str, yes: bool, signed: Signed | None) -> None:
        """Offer a draw, withdraw or refuse one, or confirm an agreed one with a signature."""
        if (
            yes
            and signed is not None
            and not self.engine.read_only
            and any(d.side == side for d in self.unconfirmed())
        ):
            self._confirm(side, signed)
            return
        self._demand_may_leave(side)
        if yes and side in self.offers:
            raise GameError(f"{side} has offered a draw already")
        if not yes and not self.offers:
            raise GameError("nobody offers a draw")
        act = "offer" if yes else "withdraw" if side in self.offers else "refuse"
        self._leave(side, "draw", signed, "yes" if yes else "no", act=act)

    def unconfirmed(self) -> tuple[Entry, ...]:
        """Return the signed offers of an agreed draw whose side has not confirmed it.

        Without the confirmation the log could have been cut at an offer, refused later or not: the
        side that was asked last could sign now that it agrees.
        """
        signed = [d for d in self.draws if d.act == "offer" and d.sig] if self.agreed else []
        return tuple(
            d
            for d in signed
            if all(e.at < self._last_offer(d.side) for e in self.draws if e.side == d.side)
        )

    def take_in_draw(self, entry: Entry) -> bool:
        """Take in a ``draw`` entry other than a confirmation; return whether all sides now want a
        draw."""
        self.draws = (*self.draws, entry) if entry.act == "offer" else ()
        return self._all_want_a_draw()

    def take_in_confirmation(self, entry: Entry) -> None:
        """Take in the confirmation of an agreed draw."""
        self.draws = (*self.draws, entry)

    def _all_want_a_draw(self) -> bool:
        return {d.side for d in self.draws} == set(self.record.header.sides)

    def _last_offer(self, side: str) -> int:
        """Return the number, in the log of *side*, of the last offer by another side."""
        return self.record.side_log(side).shown_as(
            max(d.n for d in self.draws if d.act == "offer" and d.side != side)
        )

    def _confirm(self, side: str, signed: Signed) -> None:
        by = self.record.signature(side, signed, "draw", "yes", text_in_entry=True)
        if signed.at < self._last_offer(side):
            raise StaleError(self._last_offer(side))
        self.take_in_confirmation(self.record.append("draw", side=side, act="confirm", **by))
        self.record.report()

    def _demand_may_leave(self, side: str) -> None:
        self.engine.demand_playable()
        if side not in self.record.header.sides:
            raise WrongSeat(f"{side!r} is no side of this game")

    def _leave(self, side: str, kind: str, signed: Signed | None, text: str, **fields: Any) -> None:
        by = self.record.signature(side, signed, kind, text, text_in_entry=True)
        self.record.write_texts()
        entry = self.record.append(kind, side=side, **fields, **by)
        if kind != "draw" or self.take_in_draw(entry):
            self.undos.pending = None
            self.engine.stop(outcome_of(entry, self.record.header.sides))
        self.record.report()
