"""Check that a standing order can ever answer: the rule book must know its kind, facts and answers.

An order in a log is read without this check
(:func:`~flagplot.table.game.standing_orders.parse_standing_order`): it was checked when it was
given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any

from msgspec.structs import replace

from ..contract.rulebook import Rulebook
from ..core.errors import TextError
from ..language.orders import did_you_mean
from ..language.wordbook import Wordbook, row_of, words_of
from .standing_orders import SLOT, Condition, StandingOrder, StandingRule, beginning_of_best

EVERY = "any"
"""The kind that stands for all."""


GIVEN = frozenset({"turn", "chance"})
"""Facts of every question."""


CLOSE = 0.75
"""How alike a word must be to a known one to be taken for it misspelt (1 is the same)."""


MISSPELT = 0.85
"""How alike an unknown kind must be to a known one to be taken for it misspelt."""


_OTHER_IF = re.compile(r"\s(when|whenever|unless|while|where|provided|only if)\s", re.IGNORECASE)


def checked(
    order: StandingOrder, text: str, book: Rulebook[Any], view: Any, side: str
) -> StandingOrder:
    """Return an order that *side* gives as *text*, with facts as the book writes them. *view* is
    the view of the side.

    Raises ``TextError``, with the near word, for a fact or an answer that no question of this kind
    has, and for a kind that is like a known one. Another unknown kind is accepted, because a later
    question may have it. A name that the side does not know yet is accepted too, unless it is like
    a name that the side knows. A book without words, and what its words leave out, is not checked.
    """
    words = words_of(book.id)
    if words is None:
        return order
    kinds = words.kinds()
    if order.kind != EVERY and order.kind not in kinds:
        if get_close_matches(order.kind, kinds, 1, MISSPELT):
            raise unknown("there is no question", order.kind, kinds, text)
        return order
    asked = kinds if order.kind == EVERY else (order.kind,)
    facts = known_facts(words, asked)
    branches = tuple(_with_facts(b, facts, asked, text) for b in order.branches)
    for branch in branches:
        _answers(branch.answer, words, asked, text, book, view, side)
    return replace(order, branches=branches)


def unknown(what: str, said: str, known: Iterable[str], text: str) -> TextError:
    """Return the error of a word that is none of those *known*."""
    some = sorted(known)
    near = get_close_matches(said.lower(), some, 3, CLOSE)
    return TextError(
        f"{what} {said!r}{did_you_mean(near)}", max(0, text.find(said)), near or some, near
    )


def known_facts(words: Wordbook, kinds: Iterable[str]) -> frozenset[str] | None:
    """Return the facts that questions of these kinds may give; ``None`` when the words of one of
    them do not say."""
    found = [words.facts(kind) for kind in kinds]
    known = [some for some in found if some is not None]
    return frozenset().union(GIVEN, *known) if len(known) == len(found) else None


def _with_facts(
    branch: StandingRule, facts: frozenset[str] | None, kinds: tuple[str, ...], text: str
) -> StandingRule:
    """Return the rule with its facts in the book's letters. Raises ``TextError`` for an unknown
    fact."""
    if facts is None:
        return branch
    of = f"a question of {kinds[0]}" if len(kinds) == 1 else "a question"

    def own(name: str) -> str:
        found = (
            name
            if name in facts
            else next((f for f in sorted(facts) if f.lower() == name.lower()), "")
        )
        if not found:
            raise unknown(f"{of} has no fact", name, facts, text)
        return found

    def named(c: Condition) -> Condition:
        return replace(c, fact=own(c.fact))

    answer = SLOT.sub(lambda m: f"{{{own(m[1])}}}", branch.answer)
    return StandingRule(answer, tuple(map(named, branch.conditions)))


def _answers(
    answer: str,
    words: Wordbook,
    kinds: tuple[str, ...],
    text: str,
    book: Rulebook[Any],
    view: Any,
    side: str,
) -> None:
    """Raise ``TextError`` unless *answer* may answer questions of one of these kinds."""
    problem: TextError | None = None
    every = list(_all_answers(words, kinds))
    for kind in kinds:
        try:
            options = words.answered(kind)
            if options is None:
                _ordered(answer, book, view, side)
            else:
                _chosen(answer, kind, options, words, every)
            return
        except TextError as e:
            problem = problem or e
    assert problem is not None
    at = max(0, text.find(answer))
    if (other := _OTHER_IF.search(answer)) is not None:
        said = " if " if other[1].lower() != "unless" else " if not "
        meant = f"{answer[: other.start()]}{said}{answer[other.end() :]}"
        raise TextError(
            f"a condition begins with if, not with {other[1]!r}",
            at + other.start() + 1,
            [meant],
            ["if"],
        )
    if len(kinds) > 1:
        raise unknown("no question can be answered", answer, every, text)
    raise TextError(
        problem.reason, at + max(0, problem.at), problem.near or problem.expected, problem.near
    )


def _all_answers(words: Wordbook, kinds: Iterable[str]) -> Iterator[str]:
    for kind in kinds:
        yield from (option for option in words.answered(kind) or () if "{" not in option)


def _chosen(
    answer: str, kind: str, options: tuple[str, ...], words: Wordbook, every: Sequence[str]
) -> None:
    """Raise ``TextError`` for an answer that is none of the options of a kind of question.

    Where any name may stand, a word like one of *every* fixed answer counts as that answer
    misspelt.
    """
    plain = [option for option in options if "{" not in option]
    rows = {option: "" for option in options if "{" in option}
    begins = beginning_of_best(answer)
    best, said = begins is not None, answer if begins is None else begins
    if best and any(
        option.startswith("{") or option.partition("{")[0].startswith(said) for option in options
    ):
        return
    if SLOT.search(said):
        shape = re.compile(".+".join(map(re.escape, SLOT.split(said)[::2])), re.IGNORECASE)
        if rows or any(map(shape.fullmatch, plain)):
            return
    if words.answer(kind, said, plain) in plain:
        return
    near = get_close_matches(said.lower(), every, 3, CLOSE)
    if near or not (row_of(rows, said, "")[0] or row_of(rows, said.lower(), "")[0]):
        raise TextError(
            f"{said!r} is no answer to {kind}{did_you_mean(near)}", 0, near or list(options), near
        )


def _ordered(answer: str, book: Rulebook[Any], view: Any, side: str) -> None:
    """Raise ``TextError`` for an answer that is no order, and begins none where the rest is left
    open."""
    begins = beginning_of_best(answer)
    best, said = begins is not None, answer if begins is None else begins
    head, slot = said.partition("{")[:2]
    if (best and not said) or (slot and not head.strip()):
        return
    try:
        book.parse(head, view, side)
    except TextError as e:
        unfinished = (best or slot) and e.at >= len(head.rstrip())
        if not (unfinished or (e.nameless and not e.near) or (best and begun(book, head))):
            raise


def begun(book: Rulebook[Any], said: str) -> bool:
    """Return whether an order of the book begins with these letters."""
    return book.language is not None and any(
        f.start.startswith(said) for f in book.language.forms()
    )
