"""Orders as people write them: in the shortest wording, with names for ids where the name is
unambiguous.

The log keeps orders in canonical form, with ids; this form is for display. A book supplies its own
shorter wordings (:meth:`~flagplot.table.contract.rulebook.Rulebook.shorter`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.errors import TextError

if TYPE_CHECKING:
    from ..contract.rulebook import Rulebook


MOST = 16
"""Most ids of one order that are replaced by names; the rest stay ids."""


def name_without_id(name: str, id: str) -> str:
    """Return a name without its id. Place names of some books end with the id."""
    return name.removesuffix(id).strip() or name


def with_names(book: Rulebook[Any], view: Any, side: str, text: str) -> str:
    """Return an order of *side* with names for its ids, read from its *view*. Returns *text* itself
    when it is not an order or no name can be read back."""
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
        (x.start, x.end): book.display_name(view, said[x.start : x.end])
        for x in language.parse_partial(said, view, side).spans
    }
    has_name = [
        (start, end, name)
        for (start, end), name in spans.items()
        if name and name != said[start:end]
    ]
    for start, end, name in sorted(has_name, reverse=True)[:MOST]:
        wholes = (
            said[:start] + call + said[end:]
            for call in dict.fromkeys((name, name_without_id(name, said[start:end])))
        )
        said = next((whole for whole in wholes if means_it(whole)), said)
    return said
