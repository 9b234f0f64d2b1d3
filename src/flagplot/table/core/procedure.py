"""The table a rule plays on: it reads the state, records events, and runs or focuses other rules.

:func:`each_independent` runs a step on every independent part of a situation: each target of a
salvo, each ship that rolls for itself. :func:`tag_of` returns the word by which a log and a words
file know a kind of event or order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from .requests import CountedCall, Facts, Rule, TailCall

S = TypeVar("S")


class Event(Protocol):
    """Something that happened; the only thing that changes the state. A frozen msgspec Struct with
    a tag.

    ``clause`` cites the rule. ``apply`` returns the new state. ``seen_by`` returns what *side* may
    know of it: the event itself, a redacted event, or ``None``.
    """

    @property
    def clause(self) -> str: ...
    def apply(self, state: Any, /) -> Any: ...
    def seen_by(self, side: str, /) -> Event | None: ...


class Lens(Protocol):
    """Ties a small situation (a battle, a passage) to the campaign state, so that there is one
    truth."""

    def get(self, state: Any, /) -> Any: ...
    def put(self, state: Any, part: Any, /) -> Any: ...


class FieldLens(msgspec.Struct, frozen=True):
    """A lens on a field of the state, which a class names:
    ``class Sea(FieldLens, frozen=True, tag="sea"): field = "battle"``."""

    field: ClassVar[str]

    def get(self, state: Any) -> Any:
        """The small situation."""
        return getattr(state, self.field)

    def put(self, state: Any, part: Any) -> Any:
        """The state with the situation changed."""
        return msgspec.structs.replace(state, **{self.field: part})


class LensedEvent(msgspec.Struct, frozen=True):
    """An event of a situation, seen from the whole state through its lens."""

    lens: Any
    event: Any

    @property
    def clause(self) -> str:
        return str(self.event.clause)

    def apply(self, state: Any) -> Any:
        return self.lens.put(state, self.event.apply(self.lens.get(state)))

    def seen_by(self, side: str) -> Event | None:
        seen: Event | None = self.event.seen_by(side)
        return seen


class Table(Generic[S]):
    """The table of one running procedure. Rules use ``state``, ``record``, ``run``, ``focus`` and
    nothing else."""

    state: S
    """The state now. Rules read it, and change it only by what they record."""

    def __init__(
        self, state: S, *, exact: bool = False, on_event: Callable[[Any], None] | None = None
    ) -> None:
        self.state = state
        self.exact = exact
        self._on_event = on_event

    def record(self, event: Event) -> S:
        """Let *event* happen: apply it, tell the driver, and return the new state."""
        self.state = event.apply(self.state)
        if self._on_event is not None:
            self._on_event(event)
        return self.state

    async def run(self, rule: Callable[..., Rule[Any]], *args: Hashable) -> Any:
        """Run *rule* on this table and follow its tail calls to the end."""
        step = TailCall(rule, args)
        if self.exact:
            return await CountedCall(step, self)
        while True:
            result = await step.rule(self, *step.args)
            if not isinstance(result, TailCall):
                return result
            step = result

    def focus(self, lens: Lens) -> Table[Any]:
        """Return this table seen through *lens*: its state is the situation, its events are
        recorded in the whole."""
        return _Focus(self, lens)


class _Focus(Table[Any]):
    def __init__(self, root: Table[Any], lens: Lens) -> None:
        self.root = root
        self.lens = lens
        self.exact = root.exact

    @property
    def state(self) -> Any:
        return self.lens.get(self.root.state)

    @state.setter
    def state(self, state: Any) -> None:
        self.root.state = self.lens.put(self.root.state, state)

    def record(self, event: Event) -> Any:
        self.root.record(LensedEvent(self.lens, event))
        return self.state


def facts_given(**named: Any) -> Facts:
    """Facts from keyword arguments, leaving out ``None``."""
    return tuple((k, v) for k, v in named.items() if v is not None)


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
        return msgspec.structs.replace(
            state, **{self.field: (*items[: self.at], part, *items[self.at + 1 :])}
        )


async def each_independent(t: Table[Any], field: str, steps: tuple[TailCall | None, ...]) -> None:
    """Run a step on each element of the tuple *field* of the situation, one after another; ``None``
    leaves an element alone.

    A step sees its element and nothing else, so no part can hang on another. What became of them
    stands in the situation. Call it by ``return TailCall(each_independent, (field, steps))`` or
    ``await t.run(each_independent, field, steps)``.
    """
    for at, step in enumerate(steps):
        if step is not None:
            await t.focus(Item(field, at)).run(step.rule, *step.args)


def tag_of(of: Any) -> str:
    """The tag of a struct, or of a kind of structs; the name of the kind when it has none."""
    kind = of if isinstance(of, type) else type(of)
    return str(getattr(kind, "__struct_config__").tag or kind.__name__)  # noqa: B009
