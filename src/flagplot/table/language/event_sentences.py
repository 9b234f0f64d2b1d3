"""Sentences of events: the fields of an event are typed as nouns, and its sentence stands in
``words.toml``.

```toml
[event]
moved = "{units} {units:agree sails sail} to {place}[ by way of {via}]."
"port-fell fall.how=overrun" = "{fall.port} is overrun."
```

The noun of a field's type writes it, with the name that a side may know. ``{fall.to:side}`` names
the noun where the type does not; ``{fall.to:side agree takes take}`` adds a format. A key may have
conditions after the tag: the sentence with the most conditions that hold is used. A function
computes values that are not fields (:meth:`EventSentences.beside`). An event declares which sides
learn of it: ``audience = Audience(OWNER)``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Annotated, Any, ClassVar, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from ..core.procedure import LensedEvent, tag_of
from . import Language, Noun
from .compound_nouns import noun_of
from .sentences import (
    Part,
    Slot,
    capitalise,
    compile_template,
    count_of,
    fill_template,
    format_value,
)
from .wordbook import Wordbook, WordsError

EVERYBODY, OWNER, NOBODY = "everybody", "owner", "nobody"


class Audience:
    """The sides that learn of an event: all, none, or only the side in the field *owner* (a path
    such as ``mission.side``).

    *hides* are fields that only the owner sees; the others see them empty. *secret* names a field:
    an event in which it is true is told to its owner alone.
    """

    def __init__(
        self,
        to: str = EVERYBODY,
        *,
        hides: Sequence[str] = (),
        owner: str = "side",
        secret: str = "",
    ) -> None:
        self.to, self.hides, self.secret = to, tuple(hides), secret
        self._owner = attrgetter(owner)

    def shown(self, event: Any, side: str) -> Any:
        """Return the event redacted for a side; ``None`` when the side learns nothing."""
        if self.to == EVERYBODY and not self.hides and not self.secret:
            return event
        if self.to != NOBODY and side and self._owner(event) == side:
            return event
        if self.to != EVERYBODY or (self.secret and getattr(event, self.secret)):
            return None
        for path in self.hides:
            event = _without(event, path.split("."))
        return event


def _without(value: Any, path: Sequence[str]) -> Any:
    name, *rest = path
    inner = getattr(value, name)
    return replace(value, **{name: _without(inner, rest) if rest else _nothing(value, name, inner)})


def _nothing(of: Any, name: str, value: Any) -> Any:
    """Return the empty value of a field: its default, else the empty value of its type."""
    field = next(f for f in msgspec.structs.fields(of) if f.name == name)
    return type(value)() if field.default is msgspec.NODEFAULT else field.default


class AudienceEvent(msgspec.Struct, frozen=True, gc=False):
    """Base of events that declare their audience. By default everybody learns of an event."""

    audience: ClassVar[Audience] = Audience()

    def seen_by(self, side: str) -> Any:
        """Return the event redacted for a side, or ``None``."""
        return self.audience.shown(self, side)

    def apply(self, state: Any, /) -> Any:
        """Return the state after the event: unchanged, for an event that only reports something."""
        return state


def events_of(package: str) -> tuple[type[AudienceEvent], ...]:
    """Return every event type declared in the modules of a rule book's package. Those of its advice
    are left out: they are counted and never recorded."""

    def kinds(of: type[AudienceEvent]) -> Iterator[type[AudienceEvent]]:
        for kind in of.__subclasses__():
            yield kind
            yield from kinds(kind)

    found = (
        k
        for k in kinds(AudienceEvent)
        if k.__struct_config__.tag and k.__module__.startswith(f"{package}.")
    )
    return tuple(
        dict.fromkeys(k for k in found if not k.__module__.startswith(f"{package}.advice."))
    )


Beside = Callable[[Any, Any], Mapping[str, Any]]
"""A function that computes values of a sentence that are not fields: event, view -> name ->
value."""


class Line(NamedTuple):
    """A sentence and its conditions: pairs (getter, required text, or empty for any true value)."""

    when: tuple[tuple[Callable[[Any], Any], str], ...]
    parts: tuple[Part, ...]


class EventSentences:
    """The sentences of a book's events. *words* is called when the first sentence is made."""

    def __init__(self, language: Language, words: Callable[[], Wordbook]) -> None:
        self.language, self._words = language, words
        self._beside: dict[type, Beside] = {}
        self._lines: dict[type, tuple[tuple[Line, ...], Mapping[str, Noun]]] = {}

    def extra_values(self, event: type) -> Callable[[Beside], Beside]:
        """Return a decorator for a function that computes the values of an event's sentence that
        are not fields."""

        def mark(f: Beside) -> Beside:
            self._beside[event] = f
            return f

        return mark

    def say(self, event: Any, view: Any) -> str:
        """Return the sentence of an event for a side, from its view; empty when it has none. Raises
        :class:`WordsError`."""
        event = event.event if isinstance(event, LensedEvent) else event
        cls = type(event)
        found = self._lines.get(cls)
        if found is None:
            found = self._lines[cls] = self._compile(cls)
        lines, nouns = found
        line = next(
            (x for x in lines if all(_holds(get(event), wanted) for get, wanted in x.when)), None
        )
        if line is None:
            return ""
        more = self._beside[cls](event, view) if cls in self._beside else {}

        def value(name: str) -> Any:
            return more[name] if name in more else _path(name)(event)

        def spell(slot: Slot, found: Any) -> str:
            return self._spell(
                slot, found, None if slot.name in more else nouns.get(slot.name), view
            )

        try:
            return capitalise(fill_template(line.parts, value, spell))
        except (AttributeError, KeyError, TypeError, ValueError) as e:
            raise WordsError(
                f"{self._words().where}: event.{tag_of(cls)}: {type(e).__name__}: {e}"
            ) from None

    def _spell(self, slot: Slot, value: Any, noun: Noun | None, view: Any) -> str:
        named, _, how = slot.spec.partition(" ")
        if (known := self.language.nouns.get(slot.spec)) is not None:
            noun, slot = known, Slot(slot.name, "")
        elif how and (known := self.language.nouns.get(named)) is not None:
            noun, slot = known, Slot(slot.name, how)
        if noun is None:
            return format_value(slot, value)
        if not slot.spec:
            return noun.call(view, value) if value not in ("", ()) else ""
        if slot.spec.startswith("agree ") and count_of(value) == 1 and noun.plural(view, value):
            return slot.spec.split(" ", 2)[2]
        return format_value(slot, value)

    def _compile(self, cls: type) -> tuple[tuple[Line, ...], Mapping[str, Noun]]:
        lines = [
            Line(
                tuple(
                    (_path(path), wanted)
                    for path, _, wanted in (w.partition("=") for w in when.split())
                ),
                compile_template(text),
            )
            for when, text in self._words().lines(tag_of(cls))
        ]
        return tuple(lines), nouns_of(cls)


_path = lru_cache(4096)(attrgetter)


def _holds(value: Any, wanted: str) -> bool:
    return str(value) == wanted if wanted else bool(value)


def nouns_of(cls: type) -> dict[str, Noun]:
    """Return the nouns of the fields of a struct that are typed as nouns, or as lists of them."""

    def typed(hint: Any) -> bool:
        if get_origin(hint) is Annotated:
            return any(isinstance(m, Noun) for m in get_args(hint)[1:]) or typed(get_args(hint)[0])
        return get_origin(hint) is tuple and any(typed(x) for x in get_args(hint))

    return {
        name: noun_of(hint, name)
        for name, hint in get_type_hints(cls, include_extras=True).items()
        if typed(hint)
    }
