"""Order texts: the wordings of every order with random names, legal orders with changed names, and
junk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from flagplot.table import Ask, AskOrder, Rulebook
from flagplot.table.core.requests import Single

from .names import NONSENSE, Names
from .wordings import Wordings

WORD = re.compile(r"[^\s,;]+")


class Composer:
    """A maker of texts for one question at one position."""

    def __init__(self, book: Rulebook[Any], names: Names, lots: Random) -> None:
        self.book = book
        self.names = names
        self.lots = lots

    def bent(self, text: str) -> str:
        """Return a text with some of its words changed, left out, doubled, or cut short."""
        words = list(WORD.finditer(text))
        if not words:
            return self.lots.choice(NONSENSE)
        for _ in range(self.lots.choice((1, 1, 2))):
            m = self.lots.choice(words)
            how = self.lots.randrange(10)
            new = (
                self.names.place()
                if how < 3
                else self.names.unit()
                if how < 5
                else self.names.group()
                if how < 6
                else self.names.port()
                if how < 8
                else ""
                if how == 8
                else f"{m[0]} {m[0]}"
            )
            text = text[: m.start()] + new + text[m.end() :]
            words = list(WORD.finditer(text)) or words
        return text if self.lots.random() < 0.9 else text[: self.lots.randrange(len(text) + 1)]

    def legal(self, request: Single, view: Any) -> list[str]:
        """Return legal answers to a question, and examples of its orders. The units they name
        become more frequent."""
        if isinstance(request, Ask):
            legal = [str(o) for o in request.options]
        else:
            legal = (
                [self.book.text(o) for o in islice(self.book.candidates(view, request), 60)]
                if request.clause
                else []
            )
            legal += [f.example for f in self.book.display(view, request.side, (request,)).forms]
        self.names.likely(legal)
        return legal

    def texts(self, request: Single, view: Any, many: int) -> Iterator[str]:
        """Yield *many* texts in answer to a question."""
        legal = self.legal(request, view)
        wordings = Wordings(self.book, self.names, self.lots, view, request.side)
        for _ in range(many):
            draw = self.lots.random()
            if draw < 0.5:
                yield wordings.any()
            elif draw < 0.9:
                yield self.bent(self.lots.choice(legal or NONSENSE))
            else:
                yield self.bent(wordings.any())


def commands(request: Single | None, side: str) -> tuple[AskOrder, ...]:
    """Return the requests under which a side's text may be checked: its present question, or one
    that no rule asks."""
    asked = (request,) if isinstance(request, AskOrder) else ()
    return (*asked, AskOrder(side, "", "none"))
