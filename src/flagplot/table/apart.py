"""Parts of a situation that go their own ways: every target of a salvo, every ship that rolls for itself.

A rule that says so is played part by part like any other; the exact driver counts each part alone and multiplies, instead of
following every outcome of one part through all those of the next.
"""

from __future__ import annotations

from typing import Any

import msgspec

from .procedure import Table
from .requests import Next


class Item(msgspec.Struct, frozen=True, tag="item"):
    """A lens on one element of a tuple which a field of the situation holds."""

    field: str
    at: int

    def get(self, state: Any) -> Any:
        """The element."""
        return getattr(state, self.field)[self.at]

    def put(self, state: Any, part: Any) -> Any:
        """The situation with the element changed."""
        items = getattr(state, self.field)
        return msgspec.structs.replace(state, **{self.field: (*items[: self.at], part, *items[self.at + 1 :])})


async def each(t: Table[Any], field: str, steps: tuple[Next | None, ...]) -> None:
    """Run a step on each element of the tuple *field* of the situation, one after another; ``None`` leaves an element alone.

    A step sees its element and nothing else, so no part can hang on another. What became of them stands in the situation. Call
    it by ``return Next(each, (field, steps))`` or ``await t.run(each, field, steps)``.
    """
    for at, step in enumerate(steps):
        if step is not None:
            await t.focus(Item(field, at)).run(step.rule, *step.args)
