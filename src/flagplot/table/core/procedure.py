"""The table on which a rule runs: the rule reads the state, records events, and runs or focuses
other rules.

:func:`each_independent` runs a step on every independent part of a situation: each target of a
salvo, each ship that rolls for itself. :func:`tag_of` returns the tag by which a log and a words
file name a kind of event or order.
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
    """The connection between a small situation (a battle, a voyage) and the whole state that
    contains it. The situation has no copy of its own."""

    def get(self, state: Any, /) -> Any: ...
    def put(self, state: Any, part: Any, /) -> Any: ...


class FieldLens(msgspec.Struct, frozen=True):
    """A lens on one field of the state. A subclass names the field: ``class Sea(FieldLens,
    frozen=True, tag="sea"): field = "battle"``."""

    field: ClassVar[str]

    def get(self, state: Any) -> Any:
        """Return the situation."""
        return getattr(state, self.field)

    def put(self, state: Any, part: Any) -> Any:
        """Return the state with the situation replaced."""
        return msgspec.structs.replace(state, **{self.field: part})


class LensedEvent(msgspec.Struct, frozen=True):
    """An event of a situation, as an event of the whole state: its lens ties the two together."""

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
    """The current state. A rule reads it, and changes it only with :meth:`record`."""

    def __init__(
        self, state: S, *, exact: bool = False, on_event: Callable[[Any], None] | None = None
    ) -> None:
        self.state = state
        self.exact = exact
        self._on_event = on_event

    def record(self, event: Event) -> S:
        """Apply *event*, report it to the driver, and return the new state."""
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
        """Return this table seen through *lens*. Its state is the situation; its events are
        recorded in the whole state."""
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
    """Return facts from keyword arguments, leaving out those that are ``None``."""
    return tuple((k, v) for k, v in named.items() if v is not None)


class Item(msgspec.Struct, frozen=True, tag="item"):
    """A lens on one element of a tuple that a field of the situation holds."""

    field: str
    at: int

    def get(self, state: Any) -> Any:
        """Return the element."""
        return getattr(state, self.field)[self.at]

    def put(self, state: Any, part: Any) -> Any:
        """Return the situation with the element replaced."""
        items = getattr(state, self.field)
        return msgspec.structs.replace(
            state, **{self.field: (*items[: self.at], part, *items[self.at + 1 :])}
        )


async def each_independent(t: Table[Any], field: str, steps: tuple[TailCall | None, ...]) -> None:
    """Run a step on each element of the tuple *field* of the situation, in order. ``None`` leaves
    an element alone.

    A step sees only its element, so no element can depend on another. The results stand in the
    situation. Call it by ``return TailCall(each_independent, (field, steps))`` or ``await
    t.run(each_independent, field, steps)``.
    """
    for at, step in enumerate(steps):
        if step is not None:
            await t.focus(Item(field, at)).run(step.rule, *step.args)


def tag_of(of: Any) -> str:
    """Return the tag of a struct or struct type; the name of the type when it has no tag."""
    kind = of if isinstance(of, type) else type(of)
    return str(getattr(kind, "__struct_config__").tag or kind.__name__)  # noqa: B009
