"""The example of an order form: the first of its orders that may be given."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .core.errors import TextError
from .core.requests import Command
from .core.verdict import Verdict

Read = Callable[[str, Any, str], Any]
Check = Callable[[Any, Command, Any], Verdict]


def first_legal(view: Any, request: Command, texts: Iterable[str], read: Read, check: Check) -> str:
    """Return the first of these orders in text form that may be given, empty when none may. All of them are tried: a form that is
    not offered must be one of which nothing is legal."""
    for text in texts:
        try:
            if check(view, request, read(text, view, request.side)):
                return text
        except TextError:
            continue
    return ""


__all__ = ["first_legal"]
