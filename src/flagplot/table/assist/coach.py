"""The coach of a seat: what to do now, which orders are worthwhile and why, which ones would be
missed. It uses the seat's view alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from flagplot.table.assist.examine import examine

from ..contract.aims import assign_forces
from ..core.procedure import tag_of
from ..core.requests import Ask, AskOrder, Single
from ..display.orders import RESTS, Prompt
from ..display.position import Clause, OrderForm
from ..language import PartialParse
from ..language.sentences import capitalise
from ..language.wordbook import words_of
from .order_names import with_names

if TYPE_CHECKING:
    from ..contract.rulebook import Rulebook


WIDTH = 400
"""Most answers evaluated. A rule book lists the better ones first and the pass last."""


def evaluated_answers(
    book: Rulebook[Any], view: Any, request: Single, width: int = WIDTH, *, unchecked: bool = False
) -> list[tuple[Any, float]]:
    """Return (answer, value) pairs of the answers worth considering under the plan of the turn, the
    pass last. With *unchecked* they may include illegal orders."""
    return list(
        islice(
            book.evaluate_under_plan(
                view, request, assign_forces(book.aims(view, request.side)), unchecked=unchecked
            ),
            width,
        )
    )


MOST = 8
"""Most ideas shown at once: one of each kind of order."""


FURTHER = 8
"""Most examples of other orders shown at once."""


SAID = 2
"""Most sentences of odds shown with an idea."""


ENDS = RESTS | {"end turn", "ready"}
"""Texts of the orders that end a question to which more orders could be given."""


LEFT = {"staff"}
"""Texts of the orders that leave the rest to the staff; they are never an idea."""


class Idea(msgspec.Struct, frozen=True):
    """An order worth considering: its purpose, its odds, and whether it looks better than ending
    now."""

    text: str
    title: str
    why: str
    odds: tuple[Clause, ...] = ()
    good: bool = True


class Reminder(msgspec.Struct, frozen=True):
    """A missed order as a sentence, with the order itself."""

    text: str
    clause: str
    order: str


class Coaching(msgspec.Struct, frozen=True):
    """The coach's advice to a side that is asked: what to do now, ideas, and missed orders.

    ``ends`` are the texts that end the question. Before the side gives one of them, the page shows
    the missed orders once.
    """

    now: str
    how: tuple[Clause, ...] = ()
    ideas: tuple[Idea, ...] = ()
    forgotten: tuple[Reminder, ...] = ()
    ends: tuple[str, ...] = ()


def coach(book: Rulebook[Any], view: Any, request: Single) -> Coaching:
    """Return the coach's advice on a request."""
    prompt = book.prompt(view, request)
    if not isinstance(request, AskOrder):
        return Coaching(
            prompt.question, prompt.detail, best_option_idea(book, view, request, prompt)
        )
    forms = book.display(view, request.side, (request,)).forms
    ends = tuple(f.start.strip() for f in forms if f.start.strip() in ENDS)
    told = {o.text: Clause(o.odds) for o in prompt.options if o.odds}
    return Coaching(
        prompt.question,
        prompt.detail,
        best_ideas(book, view, request, forms, told),
        missed_order_reminders(book, view, request),
        ends,
    )


def missed_order_reminders(book: Rulebook[Any], view: Any, request: Single) -> tuple[Reminder, ...]:
    """Return the orders that would be missed by ending now, in sentences."""
    told, w = book.missed_orders(view, request), words_of(book.id)
    side = request.side
    return tuple(
        Reminder(
            w.advice(f, lambda id: book.display_name(view, id)),
            f.clause,
            with_names(book, view, side, f.order),
        )
        for f in told
        if w is not None
    )


def best_ideas(
    book: Rulebook[Any],
    view: Any,
    request: AskOrder,
    forms: tuple[OrderForm, ...],
    told: Mapping[str, Clause],
) -> tuple[Idea, ...]:
    """Return the best order of each kind under the plan of the turn, best first, then an example of
    each kind without one. *told* maps an order text to the odds that the prompt already shows
    beside it."""
    best: dict[str, tuple[float, int, Any]] = {}
    ending = 0.0
    ways = sorted(
        (f for f in forms if f.start.strip() not in ENDS | LEFT), key=lambda f: -len(f.start)
    )
    rated = evaluated_answers(book, view, request)
    for n, (order, value) in enumerate((*rated, *book.deployment_candidates(view, request))):
        text = book.text(order)
        if text in ENDS:
            ending = value
            continue
        form = form_of(book, request, ways, order, text)
        if form is not None and (form.start not in best or value > best[form.start][0]):
            best[form.start] = (value, -n, order)
    named = {f.start: f for f in ways}
    ranked = sorted(best.items(), key=lambda x: x[1][:2], reverse=True)[:MOST]
    found = [
        (start, value > ending, book.refine_choice(view, request, order, rated))
        for start, (value, _, order) in ranked
    ]
    kinds = {named[start].kind for start in best}
    others = [
        f for f in forms if f.slots and f.start in named and f.kind not in kinds and f.example
    ][:FURTHER]
    found += [(f.start, False, book.parse(f.example, view, request.side)) for f in others]
    out = []
    for start, good, order in found:
        text = book.text(order)
        said = with_names(book, view, request.side, text)
        form = form_of(book, request, ways, order, said) or named[start]
        out.append(
            replace(
                make_idea(book, view, request, form, text, told.get(text)), good=good, text=said
            )
        )
    return tuple(out)


def form_of(
    book: Rulebook[Any], request: AskOrder, forms: Sequence[OrderForm], order: Any, text: str
) -> OrderForm | None:
    """Return the form of an order: the form whose beginning the text has, else the form of its kind
    with the same wording, else the first of its kind. ``None`` when its kind has no form."""
    begun = next((f for f in forms if f"{text} ".startswith(f.start)), None)
    if begun is not None:
        return begun
    of_kind = [f for f in forms if f.kind == tag_of(order)]
    own = (
        book.language.form_of(PartialParse(tag_of(order), "", order, None, (), ()), request.kind)
        if book.language
        else None
    )
    return next(
        (f for f in of_kind if own is not None and f.start == own.start), next(iter(of_kind), None)
    )


def make_idea(
    book: Rulebook[Any],
    view: Any,
    request: AskOrder,
    form: OrderForm,
    text: str,
    told: Clause | None = None,
) -> Idea:
    """Return an order with its purpose and its odds."""
    seen = examine(book, view, request, text)
    worst = max(seen.profile, key=lambda r: r.percent, default=None)
    risk = (
        ()
        if worst is None
        else (Clause(f"{capitalise(seen.danger)}: {risk_text(worst.percent)}."),)
    )
    said = (told,) if told is not None else (*seen.odds[:SAID], *risk)[:SAID] or seen.summary[:SAID]
    w = words_of(book.id)
    return Idea(text, form.title, w.why(form.kind) if w else "", said)


def risk_text(percent: float) -> str:
    """Return the largest chance along a route, in words."""
    return chance_text(percent) + (" at most" if 0 < percent < 100 else "")


def chance_text(percent: float) -> str:
    """Return a chance in words. Rounding never yields 0 or 100."""
    if percent <= 0:
        return "no chance"
    if percent >= 100:
        return "certain"
    return "under 1 %" if percent < 1 else "over 99 %" if percent > 99 else f"{percent:.0f} %"


def best_option_idea(
    book: Rulebook[Any], view: Any, request: Single, prompt: Prompt
) -> tuple[Idea, ...]:
    """Return the best option of a choice, with its odds; empty for an order."""
    if not isinstance(request, Ask):
        return ()
    rated = evaluated_answers(book, view, request)
    best = book.refine_choice(view, request, max(rated, key=lambda r: r[1])[0], rated)
    line = next((o for o in prompt.options if o.text == str(best)), None)
    if line is None:
        return ()
    said = tuple(Clause(x) for x in (line.odds, line.detail) if x)
    return (Idea(line.text, line.label, "", said),)
