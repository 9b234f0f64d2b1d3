"""Legal orders near a refused one, for refusals whose rules offer no remedy, and the example of an
order form."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from ..core.errors import TextError
from ..core.memo import memo_per_state
from ..core.requests import AskOrder, facts
from ..core.verdict import Remedy, Verdict
from ..language.sentences import join_with_and

if TYPE_CHECKING:
    from ..contract.rulebook import Rulebook


Read = Callable[[str, Any, str], Any]


Check = Callable[[Any, AskOrder, Any], Verdict]


def first_legal(
    view: Any, request: AskOrder, texts: Iterable[str], read: Read, check: Check
) -> str:
    """Return the first legal order of *texts*, empty when none is legal. It tries all of them,
    because an order form is hidden only when none of its orders is legal."""
    for text in texts:
        try:
            if check(view, request, read(text, view, request.side)):
                return text
        except TextError:
            continue
    return ""


MOST_DRAFTS = 400
"""Most drafts of the book that are compared with the refused order."""


TRIED = 6
"""How many of the most similar drafts are checked."""


LONGEST = 8
"""Most names in a list from which single names are left out in turn. Longer lists are routes."""


def with_neighbours(
    book: Rulebook[Any], view: Any, request: AskOrder, order: Any, verdict: Verdict
) -> Verdict:
    """Return the verdict with a nearby legal order as a remedy, unless it has one already or none
    is found."""
    if verdict or any(m.order for r in verdict.refusals for m in r.remedies):
        return verdict
    culprits = {c for r in verdict.refusals for c in r.culprits}
    tried: set[Hashable] = {order}
    for code, gone, other in orders_near(book, view, request, order, culprits):
        if other in tried:
            continue
        tried.add(other)
        if can_be_read_back(book, view, request.side, other) and book.check(view, request, other):
            whom = join_with_and([book.display_name(view, id) for id in gone])
            first, *rest = verdict.refusals
            mended = replace(
                first, remedies=(Remedy(code, book.text(other), facts(whom=whom)), *first.remedies)
            )
            return Verdict((mended, *rest), verdict.cautions)
    return verdict


def can_be_read_back(book: Rulebook[Any], view: Any, side: str, order: Any) -> bool:
    """Return whether an order can be written and read again. An order without its last name may
    have no wording."""
    try:
        return bool(book.parse(book.text(order), view, side) == order)
    except TextError:
        return False


def orders_near(
    book: Rulebook[Any], view: Any, request: AskOrder, order: Any, culprits: set[str]
) -> Iterator[tuple[str, Sequence[str], Any]]:
    """Yield orders near another, the most promising first, as (code of the change, ids left out,
    order)."""
    written = dict(order_parts(order))
    lists = [v for v in written.values() if isinstance(v, list)]
    if gone := [id for ids in lists for id in ids if id in culprits]:
        yield "without", gone, order_without(order, culprits)
    for ids in lists:
        if 1 < len(ids) <= LONGEST:
            yield from (("without", [id], order_without(order, {id})) for id in reversed(ids))
    optional = {
        f.name: f.default
        for f in msgspec.structs.fields(order)
        if f.default is not msgspec.NODEFAULT
    }
    yield from (
        ("neighbour", (), replace(order, **{f: d}))
        for f, d in optional.items()
        if getattr(order, f) != d
    )
    drafts = [x for x in _drafts(view, request, book) if type(x) is type(order)]
    least = (
        0.0 if sum(bool(v) for v in written.values()) > 1 else -1.0
    )  # an order with one filled part shares nothing more with a draft of its kind
    alike = sorted(
        ((likeness(written, dict(order_parts(x))), -n, x) for n, x in enumerate(drafts)),
        key=itemgetter(0, 1),
        reverse=True,
    )
    yield from (("neighbour", (), x) for much, _, x in alike[:TRIED] if much > least)


def order_parts(order: Any) -> Iterator[tuple[str, Any]]:
    """Yield (name, value) of the parts of an order; of a list the ids it names. An order that holds
    orders yields the parts of each."""
    several = list_fields(order.__class__)
    for f in order.__struct_fields__:
        value = getattr(order, f)
        if f not in several:
            yield f, value
        elif any(map(is_nested_order, value)):
            yield from (
                (f"{f}.{i}.{name}", x)
                for i, each in enumerate(value)
                for name, x in order_parts(each)
            )
        else:
            yield f, [element_id(x) for x in value]


@cache
def list_fields(cls: type) -> frozenset[str]:
    """Return the fields of an order that are lists of any length. A pair, such as a hex, is a
    single value."""
    return frozenset(
        f
        for f, hint in get_type_hints(cls).items()
        if get_origin(hint) is tuple and Ellipsis in get_args(hint)
    )


def is_nested_order(item: Any) -> bool:
    """Return whether an element of a list is an order of its own rather than a unit or place."""
    return isinstance(item, msgspec.Struct) and not hasattr(item, "id")


def order_without(order: Any, ids: set[str]) -> Any:
    """Return the order without these ids in its lists."""
    left = {
        f: [x for x in getattr(order, f) if is_nested_order(x) or element_id(x) not in ids]
        for f in list_fields(order.__class__)
    }
    return replace(
        order,
        **{
            f: tuple(order_without(x, ids) if is_nested_order(x) else x for x in v)
            for f, v in left.items()
        },
    )


def element_id(item: Any) -> str:
    """Return the id that an element of an order's list names."""
    return str(item[0] if isinstance(item, tuple) else getattr(item, "id", item))


def likeness(written: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    """Return how much two orders of one kind have in common: 1 for each equal part, and 0 to 1 for
    a list by the share of common elements."""
    much = 0.0
    for part, a in written.items():
        b = other.get(part)
        if isinstance(a, list) and isinstance(b, list):
            mine, his = set(a), set(b)
            much += len(mine & his) / len(mine | his) if mine | his else 0.0
        elif a and a == b:
            much += 1.0
    return much


@memo_per_state
def _drafts(view: Any, request: AskOrder, book: Any) -> tuple[Any, ...]:
    return tuple(islice(book.drafts(view, request), MOST_DRAFTS))
