"""Answers that hold for more than one question.

They read ``always no``, ``here 2``, ``voyage pass``, ``up to 40 pass`` or ``from 60 1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flagplot.table import Ask, Single
from flagplot.table.core.errors import GameError, RuleError
from flagplot.table.display.orders import AnswerDuration
from flagplot.table.game.standing_orders import answer_durations, standing_text

from .common import escape, typed_number
from .terminal_game import TerminalGame

WORDS = {
    "here": "place",
    "voyage": "voyage",
    "up to": "chance",
    "from": "chance",
    "always": "always",
}
"""The words before an answer, and the scope that they mean."""


_TYPED = re.compile(
    r"/?(?:(always|here|voyage)|(up to|from)\s+(\d{1,3})\s*%?)(?:\s+(.*))?",
    re.IGNORECASE | re.DOTALL,
)


def durations(table: TerminalGame, side: str, single: Single) -> dict[str, AnswerDuration]:
    """Return how long an answer to this question may hold, by scope."""
    return {w.scope: w for w in answer_durations(table.book, table.game.view(side), single)}


def offered(found: dict[str, AnswerDuration]) -> Iterator[str]:
    """Yield the durations as they are typed."""
    about = {
        s: f" ({escape(w.of or w.about)})" if s in ("place", "voyage") or w.of else ""
        for s, w in found.items()
    }
    spelled = {
        "here": "here",
        "voyage": "voyage",
        "up to": "up to N",
        "from": "from N",
        "always": "always",
    }
    for word, scope in WORDS.items():
        if scope in found:
            yield f"{spelled[word]} ANSWER{about[scope]}"


def give(
    table: TerminalGame, side: str, request: Single, text: str, answers: Sequence[str]
) -> bool | None:
    """Give an answer that holds for more than this question: write it as a standing order, which
    answers at once.

    Return whether the question stands afterwards; ``None`` when *text* is no such answer.
    """
    typed = _TYPED.fullmatch(text)
    if typed is None or text in answers:
        return None
    word = (typed[1] or typed[2]).casefold()
    found = durations(table, side, request)
    way = found.get(WORDS[word])
    if way is None:
        if not found and not text.startswith("/"):
            return None
        instead = f"you may type {', '.join(offered(found))}" if found else "it is given each time"
        table.out.print(f"  an answer to this cannot hold {word}; {instead}")
        return True
    answer = (typed[4] or "").strip()
    if pick := typed_number(answer, len(answers)) if answer not in answers else None:
        answer = answers[pick - 1]
    if not answer:
        table.out.print(
            f"  say what is answered, as: {text.strip()} "
            f"{escape(answers[-1] if answers else 'pass')}"
        )
        return True
    if isinstance(request, Ask):
        answer = next(
            (str(o) for o in request.options if str(o).casefold() == answer.casefold()), answer
        )
        answer = table.book.normalize_option(table.game.view(side), request, answer)
        if answer not in map(str, request.options):
            table.out.print(f"  {escape(repr(answer))} is not offered")
            return True
    elif not table.game.check(side, answer):
        return not table.submit(side, request, answer)  # it is refused in words
    order = standing_text(request.kind, answer, way, typed[3] or "", atmost=word == "up to")
    try:
        turn = table.display(side).turn
        for old in [o for o in table.game.standing_orders(side) if o.past(turn)]:
            table.game.cancel_standing_order(
                side, old.n, signed=table.keys.signed(table.game, side, "unstand", str(old.n))
            )
        table.game.add_standing_order(
            side, order, signed=table.keys.signed(table.game, side, "standing", order)
        )
    except (GameError, RuleError) as e:
        table.failed(e)
        return True
    table.save()
    table.out.print(
        f"  [dim]Standing order: {escape(order)}; /standing lists them, /unstand N drops one.[/]"
    )
    stands = table.game.request(side) is request
    return not table.submit(side, request, answer) if stands else False
