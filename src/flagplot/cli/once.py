"""Answering once in the terminal: ``always no``, ``here 2``, ``voyage pass``, ``up to 40 pass``, ``from 60 1``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from flagplot.table import Ask, Single
from flagplot.table.core.errors import GameError, RuleError
from flagplot.table.display.orders import Lasting
from flagplot.table.game.standing_orders import lasting, standing_text

from .common import escape, number

if TYPE_CHECKING:
    from .terminal import Terminal

WORDS = {"here": "place", "voyage": "voyage", "up to": "chance", "from": "chance", "always": "always"}
"""What is typed before the answer, and the scope it means."""
_TYPED = re.compile(r"/?(?:(always|here|voyage)|(up to|from)\s+(\d{1,3})\s*%?)(?:\s+(.*))?", re.IGNORECASE | re.DOTALL)


def ways(table: Terminal, side: str, single: Single) -> dict[str, Lasting]:
    """How long an answer to this question may hold, by scope."""
    return {w.scope: w for w in lasting(table.book, table.game.view(side), single)}


def offered(found: dict[str, Lasting]) -> Iterator[str]:
    """The ways in words, as they are typed."""
    about = {s: f" ({escape(w.of or w.about)})" if s in ("place", "voyage") or w.of else "" for s, w in found.items()}
    spelled = {"here": "here", "voyage": "voyage", "up to": "up to N", "from": "from N", "always": "always"}
    for word, scope in WORDS.items():
        if scope in found:
            yield f"{spelled[word]} ANSWER{about[scope]}"


def answer_once(table: Terminal, side: str, request: Single, text: str, answers: Sequence[str]) -> bool | None:
    """Carry out what says how long its answer holds: it is written as a standing order, which answers at once. ``None`` when
    *text* is nothing of the kind; true when the same question stands after it."""
    typed = _TYPED.fullmatch(text)
    if typed is None or text in answers:
        return None
    word = (typed[1] or typed[2]).casefold()
    found = ways(table, side, request)
    way = found.get(WORDS[word])
    if way is None:
        if not found and not text.startswith("/"):
            return None
        instead = f"you may type {', '.join(offered(found))}" if found else "it is given each time"
        table.out.print(f"  an answer to this cannot hold {word}; {instead}")
        return True
    answer = (typed[4] or "").strip()
    if pick := number(answer, len(answers)) if answer not in answers else None:
        answer = answers[pick - 1]
    if not answer:
        table.out.print(f"  say what is answered, as: {text.strip()} {escape(answers[-1] if answers else 'pass')}")
        return True
    if isinstance(request, Ask):
        answer = next((str(o) for o in request.options if str(o).casefold() == answer.casefold()), answer)
        answer = table.book.spell(table.game.view(side), request, answer)
        if answer not in map(str, request.options):
            table.out.print(f"  {escape(repr(answer))} is not offered")
            return True
    elif not table.game.check(side, answer):
        return not table.submit(side, request, answer)      # it is refused in words
    order = standing_text(request.kind, answer, way, typed[3] or "", atmost=word == "up to")
    try:
        turn = table.display(side).turn
        for old in [o for o in table.game.standing(side) if o.past(turn)]:
            table.game.unstand(side, old.n, signed=table.keys.signed(table.game, side, "unstand", str(old.n)))
        table.game.stand(side, order, signed=table.keys.signed(table.game, side, "standing", order))
    except GameError as e:
        table.out.print(f"  {escape(str(e))}")
        return True
    except RuleError as e:
        table.failed(e)
        return True
    table.save()
    table.out.print(f"  [dim]Standing order: {escape(order)}; /standing lists them, /unstand N drops one.[/]")
    stands = table.game.request(side) is request
    return not table.submit(side, request, answer) if stands else False
