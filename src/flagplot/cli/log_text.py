"""The log in sentences, as one side may read it."""

from __future__ import annotations

from typing import Any

from flagplot.table import Refusal
from flagplot.table.assist.order_names import with_names
from flagplot.table.contract.default_texts import label_of_roll, named_facts
from flagplot.table.game.game import Game
from flagplot.table.log.entries import Entry
from flagplot.table.log.entry_text import entry_sentence

from .common import clause_markup, escape


def refusal_line(refusal: Refusal) -> str:
    """Return a refusal without the rule book's words: clause, code, culprits, details."""
    culprits = f" ({', '.join(refusal.culprits)})" if refusal.culprits else ""
    detail = "; ".join(f"{k} {v}" for k, v in refusal.detail)
    reason = escape(refusal.code.replace("-", " ") + culprits)
    return f"{clause_markup(refusal.clause)} {reason}{escape(': ' + detail if detail else '')}"


UNTOLD = ("dice", "good", "force")
"""Facts of a roll that its line leaves out: the roll itself shows the number of dice, and a
sentence beside it names the force."""


SHORT = {"side": "", "hex": "at"}
"""Facts of a roll that are shown under another word, or none."""


class LogText:
    """The sentences of one game, by side."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def since(self, side: str, n: int = 0, *, own: bool = True) -> list[str]:
        """Return sentences (with markup) for everything that *side* saw from its own entry *n* on.
        With *own* false, its own typed answers are left out."""
        lines = (
            self.line(entry, view, side)
            for entry, view in self.game.side_log_with_views(side, n)
            if own or entry.kind != "input" or entry.side != side or entry.standing
        )
        return [line for line in lines if line]

    def line(self, entry: Entry, view: Any, side: str) -> str:
        """Return one entry as a sentence with markup; empty when it has none."""
        text, clause = self.plain(entry, view, side)
        return f"{escape(text)} {clause_markup(clause)}".rstrip() if text else ""

    def plain(self, entry: Entry, view: Any, side: str) -> tuple[str, str]:
        """Return one entry as (sentence, clause), without markup."""
        kind = entry.kind
        if kind == "event":
            return self.game.book.event_text(entry.event, view, side), entry.clause
        if kind == "input":
            by = " (by standing order)" if entry.standing else ""
            text = (
                (entry.said or with_names(self.game.book, view, side, entry.text))
                if entry.side == side
                else entry.text
            )
            return f"{entry.side}: {text}{by}", entry.clause
        if kind == "roll":
            return (self.roll(entry, view), entry.clause) if entry.faces else ("", "")
        return entry_sentence(entry), ""

    def roll(self, entry: Entry, view: Any) -> str:
        """Return a roll in words: purpose, faces, and further facts."""
        label = label_of_roll(self.game.book, entry.why or "roll", entry.about, view)
        more = [
            f"{SHORT.get(k, k)} {v}".strip()
            for k, v in named_facts(self.game.book, entry.about, view)
            if k not in UNTOLD and str(v) not in label
        ]
        beside = f" ({', '.join(more)})" if more else ""
        return f"{label}: {entry.spec} shows {' '.join(map(str, entry.faces))}{beside}"
