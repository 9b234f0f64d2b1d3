"""Writers compiled from templates: they turn an order back into text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .compound_nouns import ListNoun
from .nouns import Noun
from .template_syntax import Item, Ref, slots_of
from .tokens import PUNCTUATION

# -- writing
NEVER: Any = object()


class _Writing:
    """The source code of a writer: a sum of texts, with an ``if`` for each optional part."""

    def __init__(self, noun: Callable[[Ref], Noun], defaults: Mapping[str, Any]) -> None:
        self.noun, self.defaults = noun, defaults
        self.lines: list[str] = []
        self.names: dict[str, Any] = {}

    def named(self, value: Any) -> str:
        """Return a name for a value in the source."""
        name = f"x{len(self.names)}"
        self.names[name] = value
        return name

    def said(self, ref: Ref) -> str:
        """Return the expression for a slot's text: the field itself, its items joined, or the
        noun's text."""
        noun, field = self.noun(ref), f"o.{ref.name}"
        if isinstance(noun, ListNoun):
            plain = noun.noun.itself and not noun.none
            return f"{self.named(noun.joint.join if plain else noun.write)}({field})"
        return field if noun.itself else f"{self.named(noun.write)}({field})"

    def put(self, items: Sequence[Item], indent: str) -> None:
        """Add the lines that write these items."""
        run: list[str] = []

        def close() -> None:
            if run:
                self.lines.append(f"{indent}t += {' + '.join(run)}")
                run.clear()

        for item in items:
            if isinstance(item, str):
                run.append(repr(item))
            elif isinstance(item, Ref):
                run += [self.said(item)] if item.name else []
            elif refs := [r for r in slots_of(item) if r.name]:
                close()
                usual = [
                    f"o.{r.name} != {self.named(self.defaults.get(r.name, NEVER))}" for r in refs
                ]
                self.lines.append(f"{indent}if {' or '.join(usual)}:")
                gap = "" if isinstance(item[0], str) and item[0][0] in PUNCTUATION else " "
                self.put([gap, *item], indent + " ")
        close()


def compile_writer(
    items: Sequence[Item], noun: Callable[[Ref], Noun], defaults: Mapping[str, Any]
) -> Callable[[Any], str]:
    """Return a compiled function from a value to its text. It is compiled because admirals write
    orders by the hundred."""
    writing = _Writing(noun, defaults)
    writing.put(items, " ")
    start = " return t.lstrip()" if items and isinstance(items[0], list) else " return t"
    exec("\n".join(["def write(o):", " t = ''", *writing.lines, start]), writing.names)
    write: Callable[[Any], str] = writing.names["write"]
    return write
