"""The example of an order form: the first of a few orders that may be given."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from .errors import TextError
from .requests import Command
from .verdict import Verdict

Read = Callable[[str, Any, str], Any]
Check = Callable[[Any, Command, Any], Verdict]


def first_legal(view: Any, request: Command, texts: Iterable[str], read: Read, check: Check, tries: int) -> str:
    """The first of so many orders in text form that may be given; empty when none may."""
    for text in islice(texts, tries):
        try:
            if check(view, request, read(text, view, request.side)):
                return text
        except TextError:
            continue
    return ""


__all__ = ["first_legal"]
