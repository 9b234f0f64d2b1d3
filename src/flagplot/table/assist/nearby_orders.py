"""Legal orders near a refused one, for refusals whose rules know no remedy; and the example of an
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
from ..language.sentences import join

if TYPE_CHECKING:
    from ..contract.rulebook import Rulebook


Read = Callable[[str, Any, str], Any]


Check = Callable[[Any, AskOrder, Any], Verdict]


def first_legal(
    view: Any, request: AskOrder, texts: Iterable[str], read: Read, check: Check
) -> str:
    """Return the first of these orders in text form that may be given, empty when none may. All of
    them are tried: a form that is not offered must be one of which nothing is legal."""
    for text in texts:
        try:
            if check(view, request, read(text, view, request.side)):
                return text
        except TextError:
            continue
    return ""


MOST_DRAFTS = 400
"""Orders of an admiral that are compared with what was written."""


TRIED = 6
"""Of those the nearest that are checked."""


LONGEST = 8
"""Names in a part of an order of which one after the other is left out: longer ones are ways."""


def with_neighbours(
    book: Rulebook[Any], view: Any, request: AskOrder, order: Any, verdict: Verdict
) -> Verdict:
    """The verdict with a whole legal order among its remedies, where there is none yet and one lies
    near."""
    if verdict or any(m.order for r in verdict.refusals for m in r.remedies):
        return verdict
    culprits = {c for r in verdict.refusals for c in r.culprits}
    tried: set[Hashable] = {order}
    for code, gone, other in suggestions(book, view, request, order, culprits):
        if other in tried:
            continue
        tried.add(other)
        if readable(book, view, request.side, other) and book.check(view, request, other):
            whom = join([book.named(view, id) for id in gone])
            first, *rest = verdict.refusals
            mended = replace(
                first, remedies=(Remedy(code, book.text(other), facts(whom=whom)), *first.remedies)
            )
            return Verdict((mended, *rest), verdict.cautions)
    return verdict


def readable(book: Rulebook[Any], view: Any, side: str, order: Any) -> bool:
    """Whether an order can be written: one whose last name is gone may say nothing any more."""
    try:
        return bool(book.parse(book.text(order), view, side) == order)
    except TextError:
        return False


def suggestions(
    book: Rulebook[Any], view: Any, request: AskOrder, order: Any, culprits: set[str]
) -> Iterator[tuple[str, Sequence[str], Any]]:
    """Orders near another, what is left out of each, and what the change is called; the likeliest
    first."""
    written = dict(parts(order))
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
    )  # who says one thing has no more in common
    alike = sorted(
        ((likeness(written, dict(parts(x))), -n, x) for n, x in enumerate(drafts)),
        key=itemgetter(0, 1),
        reverse=True,
    )
    yield from (("neighbour", (), x) for much, _, x in alike[:TRIED] if much > least)


def parts(order: Any) -> Iterator[tuple[str, Any]]:
    """The parts of an order by name, of its lists what they name; an order of several has the parts
    of each."""
    several = lists_of(order.__class__)
    for f in order.__struct_fields__:
        value = getattr(order, f)
        if f not in several:
            yield f, value
        elif any(map(of_parts, value)):
            yield from (
                (f"{f}.{i}.{name}", x) for i, each in enumerate(value) for name, x in parts(each)
            )
        else:
            yield f, [display_name(x) for x in value]


@cache
def lists_of(cls: type) -> frozenset[str]:
    """The fields of an order that hold as many as one likes; a pair, such as a hex, is one
    thing."""
    return frozenset(
        f
        for f, hint in get_type_hints(cls).items()
        if get_origin(hint) is tuple and Ellipsis in get_args(hint)
    )


def of_parts(item: Any) -> bool:
    """Whether something in a list is an order by itself, and no unit or place."""
    return isinstance(item, msgspec.Struct) and not hasattr(item, "id")


def order_without(order: Any, ids: set[str]) -> Any:
    """The order without these in its lists."""
    left = {
        f: [x for x in getattr(order, f) if of_parts(x) or display_name(x) not in ids]
        for f in lists_of(order.__class__)
    }
    return replace(
        order,
        **{
            f: tuple(order_without(x, ids) if of_parts(x) else x for x in v)
            for f, v in left.items()
        },
    )


def display_name(item: Any) -> str:
    """The id that a part of a list in an order names."""
    return str(item[0] if isinstance(item, tuple) else getattr(item, "id", item))


def likeness(written: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    """How much two orders of one kind have in common: a part that is the same counts 1, a list by
    what it shares."""
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
