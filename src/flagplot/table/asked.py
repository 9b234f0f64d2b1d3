"""Options read, several questions at once checked, and what is asked or logged in a few words for error messages."""

from __future__ import annotations

from typing import Any

from .core.errors import RuleError, TextError
from .core.procedure import tag_of
from .core.requests import Ask, AskAny, AskEach
from .entries import Entry


def read_option(ask: Ask[Any], text: str) -> Any:
    """The option whose text form is *text*. Raises ``TextError`` naming the options."""
    wanted = text.strip()
    for option in ask.options:
        if str(option) == wanted:
            return option
    raise TextError(f"{wanted!r} is not offered", 0, [str(o) for o in ask.options])


def check_asks(request: AskEach[Any] | AskAny[Any]) -> None:
    """Raise ``RuleError`` unless the request asks somebody, each side at most once, each with something to choose."""
    sides = [s.side for s in request.asks]
    if not sides or len(set(sides)) != len(sides):
        raise RuleError(f"a rule asks several sides at once, but names {sides}")
    for s in request.asks:
        if isinstance(s, Ask) and not s.options:
            raise RuleError(f"the rules ask {s.side} under {s.clause} without options")


def describe(entry: Entry) -> str:
    """An entry in a few words, for error messages."""
    if entry.kind == "input":
        return f"an answer of {entry.side} under {entry.clause}"
    if entry.kind == "roll":
        return f"a roll of {entry.spec} under {entry.clause}"
    return f"event {tag_of(entry.event)!r}"
