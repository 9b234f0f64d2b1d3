"""Drive a single rule: live, with typed dice, or in a replay. Read options and check simultaneous questions."""

from __future__ import annotations

from typing import Any

from ..core.errors import RuleError, TextError
from ..core.requests import Ask, AskAny, AskEach


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
