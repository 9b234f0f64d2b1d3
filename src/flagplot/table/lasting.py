"""Answering once: how long an answer to a question may hold, so that a voyage past eight hexes is not eight questions.

Each way is the condition of a standing order (:mod:`flagplot.table.standing`) made from the facts of the question, so it holds
for the questions of every rule book that say whom or where they are about.
"""

from __future__ import annotations

from typing import Any

from .contract import default_texts
from .contract.rulebook import Rulebook
from .core.requests import Ask, Single
from .display.orders import Lasting
from .standing import Condition, facts_of

VOYAGE = ("group", "force", "mission")
"""Facts that say whose voyage a question is about."""
PLACE = ("hex", "place", "zone")
"""Facts that say where."""
CHANCE = ("odds", "chance", "percent", "percentage")
"""Facts that say how likely something is."""


def lasting(book: Rulebook[Any], view: Any, single: Single) -> tuple[Lasting, ...]:
    """How long an answer to this question may hold. The main order of a phase is about nobody yet: it may only hold by a chance,
    where the book tells one."""
    about = dict(single.about)
    place, voyage = (next((k for k in names if str(about.get(k, ""))), "") for names in (PLACE, VOYAGE))
    chance = next((k for k in CHANCE if isinstance(about.get(k), int | float) and not isinstance(about[k], bool)), "")
    likely = about[chance] if chance else book.chance(view, single)
    found: list[Lasting] = []

    def named(id: Any) -> str:
        return book.named(view, str(id))

    if place:
        found.append(Lasting("place", Condition(place, "=", about[place]).text, named(about[place])))
    if voyage:
        turn = facts_of(single, book, view, {"turn"})["turn"]
        both = (Condition(voyage, "=", about[voyage]), Condition("turn", "=", turn))
        found.append(Lasting("voyage", " and ".join(c.text for c in both), named(about[voyage])))
    if likely is not None:
        of = "" if chance else default_texts.words(book.id).term("chance", other="")
        found.append(Lasting("chance", chance or "chance", f"{likely:g}", of))
    if not (isinstance(single, Ask) or place or voyage or chance):
        return tuple(found)
    return (*found, Lasting("always"))


def standing_text(kind: str, answer: str, way: Lasting, number: str = "", *, atmost: bool = False) -> str:
    """The standing order that gives *answer* for as long as *way* says; of a chance from *number* on, or up to it."""
    when = way.condition
    if way.scope == "chance":
        when = f"{way.condition} {'<=' if atmost else '>='} {number or way.about}"
    return f"{kind}: {answer}" + (f" if {when}" if when else "")
