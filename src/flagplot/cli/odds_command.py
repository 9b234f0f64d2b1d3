"""``flagplot odds``."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .common import (
    console,
    escape,
    find_book,
    find_scenario,
    find_side,
    house_choices,
    make_setup,
    open_log,
    print_hanging,
)
from .files import stop

if TYPE_CHECKING:
    from rich.console import Console

    from flagplot.table import Rulebook


SAMPLES = 4000
"""Games sampled when exact odds would take too long: a standard error of at most 0.8 points."""


def odds(
    id: str,
    question: str,
    argument: str,
    scenario: str,
    log: Path | None,
    side: str,
    samples: int,
    edition: str,
    start: str,
    house: Sequence[str],
    tables: Path | None,
) -> None:
    """Answer an odds question about a position, from one side's view."""
    from flagplot.table import Setup, TextError

    book = find_book(id)
    out = console()
    if not question:
        print_questions(book, out, command=True)
        return
    known = [q.kind for q in book.questions]
    if question not in known:
        stop(f"{book.id} has no odds question {question!r}; it has {', '.join(known)}")
    if log is not None and scenario:
        stop("--log and --scenario both name a position; choose one")
    if log is not None:
        game = open_log(log)
        if game.book.id != book.id:
            stop(f"{log} holds a game of {game.book.id}, not of {book.id}")
        seat = find_side(find_scenario(book, game.setup.scenario), side) if side else game.sides[0]
        view = game.view(seat)
    else:
        choices = house_choices(house)
        if scenario:
            setup, law, _ = make_setup(
                book, scenario, start=start, edition=edition, house=choices, tables=tables
            )
            card = find_scenario(book, scenario)
            state: Any = book.start(setup, law)
        else:
            card = book.scenarios[0]
            first, law, _ = make_setup(book, card.id, edition=edition, house=choices, tables=tables)
            state = book.case_start(Setup("", "", first.edition, first.house), law)
        seat = find_side(card, side) if side else card.sides[0]
        view = book.view(state, seat)
    try:
        print_answer(book, view, seat, question, argument, out, samples)
    except TextError as e:
        asks_a_position = any(q.kind == question and q.scenario for q in book.questions)
        if log is not None or scenario or not asks_a_position:
            raise
        stop(f"{e}; without --scenario NAME or --log FILE nothing is on the board")


def print_questions(book: Rulebook[Any], out: Console, *, command: bool = False) -> None:
    """Print the odds questions with examples, for the terminal game or (with *command*) for the
    command line."""
    for q in book.questions:
        out.print(f"[bold]{escape(q.kind)}[/]  {escape(q.title)}\n  [dim]{escape(q.grammar)}[/]")
        where = f" --scenario {q.scenario}" if q.scenario else ""
        if command and q.example:
            print_hanging(
                out,
                "  as: ",
                escape(f"flagplot odds {book.id} {q.kind} {shlex.quote(q.example)}{where}"),
            )
        elif q.example:
            print_hanging(out, "  as: ", escape(f"/odds {q.kind} {q.example}"))
    if not book.questions:
        out.print(f"{escape(book.title)} answers no odds questions")


RARE = 0.0001
"""Chances below this are added up in one line, so that no chance prints as 0.00 %."""


def print_answer(
    book: Rulebook[Any],
    view: Any,
    side: str,
    kind: str,
    argument: str,
    out: Console,
    samples: int = SAMPLES,
) -> None:
    """Print the answer to one question: exact, or sampled with its error."""
    from flagplot.odds import answer_question

    found = answer_question(book, view, side, kind, argument, samples=samples)
    out.print(escape(found.text))
    about = "" if found.exact else "about "
    shown = [(o, c) for o, c in found.outcomes if c >= RARE] or list(found.outcomes[:1])
    for outcome, chance in shown:
        out.print(f"  {about}{100 * chance:6.2f} %  {escape(str(outcome))}")
    rare = found.outcomes[len(shown) :]
    if rare:
        rest = sum(c for _, c in rare)
        share = f"{100 * rest:.2f} %" if rest >= RARE else "under 0.01 %"
        out.print(f"  [dim]{len(rare)} rarer outcomes, {share} together[/]")
    if not found.exact:
        out.print(f"  [dim]sampled, standard error {100 * found.error:.2f} points[/]")
    for line in found.basis:
        out.print(f"  [dim]{escape(str(line))}[/]")
