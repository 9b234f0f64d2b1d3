"""Orders as people write them: names for ids wherever the name means the same, the shortest wording
of what was meant.

The log keeps orders in their one form, with ids; this is for eyes. What a book may say more shortly
it says itself (:meth:`~flagplot.table.contract.rulebook.Rulebook.shorter`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.errors import TextError

if TYPE_CHECKING:
    from ..contract.rulebook import Rulebook


MOST = 16
"""Ids of one order that names are tried for; in a longer one the rest stay."""


def bare(name: str, id: str) -> str:
    """A name without its id, which places of some books have behind theirs."""
    return name.removesuffix(id).strip() or name


def with_names(book: Rulebook[Any], view: Any, side: str, text: str) -> str:
    """An order of *side* with names for its ids, read from its *view*; *text* itself where it is no
    order, or no name is understood."""
    language = book.language
    if language is None:
        return text
    try:
        order = book.parse(text, view, side)
    except TextError:
        return text

    def means_it(other: str) -> bool:
        try:
            return bool(book.parse(other, view, side) == order)
        except TextError:
            return False

    said = next((short for short in book.shorter(view, side, order) if means_it(short)), text)
    spans = {
        (x.start, x.end): book.named(view, said[x.start : x.end])
        for x in language.look(said, view, side).spans
    }
    has_name = [
        (start, end, name)
        for (start, end), name in spans.items()
        if name and name != said[start:end]
    ]
    for start, end, name in sorted(has_name, reverse=True)[:MOST]:
        wholes = (
            said[:start] + call + said[end:]
            for call in dict.fromkeys((name, bare(name, said[start:end])))
        )
        said = next((whole for whole in wholes if means_it(whole)), said)
    return said
