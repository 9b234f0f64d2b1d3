"""The admirals themselves. Each sees its side's view only and draws chance from the generator it is
handed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from operator import itemgetter
from random import Random as Chance
from typing import Any, Protocol

import msgspec

from flagplot.table import Ask, AskOrder, Rulebook, Single
from flagplot.table.assist.coach import WIDTH
from flagplot.table.core.errors import RuleError
from flagplot.table.game.fork import GameFork
from flagplot.table.game.game import Game


class Admiral(Protocol):
    """A player by computer. ``decide`` answers one request of its own side."""

    @property
    def name(self) -> str: ...
    @property
    def about(self) -> str:
        """How it plays, for a person who chooses an opponent; how strong it is has been measured
        (:func:`.roll.offered`)."""

    @property
    def thinks(self) -> bool:
        """Whether it takes its time, and needs a book that guesses what is hidden."""

    def decide(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> Any:
        """Return an option of an ``Ask`` or an order for a ``AskOrder``. *view* is the asked side's
        view, never the truth."""


def choices(book: Rulebook[Any], view: Any, request: Single, width: int = WIDTH) -> tuple[Any, ...]:
    """Every answer to weigh: the options of an ``Ask``, or up to *width* legal orders for a
    ``AskOrder``, pass last.

    Raises ``ValueError`` when the rule book offers nothing, which no rule book may.
    """
    if isinstance(request, Ask):
        found: tuple[Any, ...] = tuple(request.options)
    else:
        found = _clip(book.candidates(view, request), width)
    if not found:
        raise ValueError(
            f"{book.id} offers {request.side} nothing to answer under {request.clause} "
            f"({request.kind})"
        )
    return found


def _clip(orders: Iterable[Any], width: int) -> tuple[Any, ...]:
    """The first *width* orders; when there are more, the last order of all takes the last place,
    since it is the pass."""
    stream = iter(orders)
    kept = list(islice(stream, width))
    kept[-1:] = deque(stream, maxlen=1) or kept[-1:]
    return tuple(kept)


class Random(msgspec.Struct, frozen=True):
    """Takes any legal answer, all alike, and passes a little more often than chance so that its
    turns end."""

    name: str = "random"
    about: str = "takes any legal answer"
    thinks: bool = False
    passes: float = 0.15
    """Chance, 0..1, to pass at once when an order is asked."""

    def decide(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> Any:
        if isinstance(request, AskOrder) and rng.random() < self.passes:
            return best_legal(
                book,
                view,
                request,
                [(draft, n) for n, draft in enumerate(book.drafts(view, request))],
                rng,
            )
        answers = choices(book, view, request)
        return answers[rng.randrange(len(answers))]


class Greedy(msgspec.Struct, frozen=True):
    """Takes the answer its rule book's ``worth`` rates best for now; equals are drawn by lot, and
    secrets mixed (``bluff``). Only orders get a second look: questions are answered at sight."""

    name: str = "greedy"
    about: str = "takes the best odds in sight"
    thinks: bool = False
    width: int = WIDTH

    def decide(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> Any:
        blur = book.bluff(view, request)
        if isinstance(request, AskOrder) and not blur:
            drafts = tuple(islice(book.drafts(view, request), self.width + 1))
            if len(drafts) <= self.width:
                rated = [(draft, book.worth(view, request, draft)) for draft in drafts]
                return book.second_look(
                    view, request, best_legal(book, view, request, rated, rng), rated
                )
        answers = choices(book, view, request, self.width)
        if len(answers) == 1:
            return answers[0]
        rated = [(answer, book.worth(view, request, answer)) for answer in answers]
        best = best_of(rated, blur, rng)
        return (
            book.second_look(view, request, best, rated) if isinstance(request, AskOrder) else best
        )


def best_legal(
    book: Rulebook[Any],
    view: Any,
    request: AskOrder,
    rated: Sequence[tuple[Any, float]],
    rng: Chance,
) -> Any:
    """Of orders that nobody has checked yet the legal one of greatest worth, equals by lot. What is
    worth less than a legal one is not checked at all.

    Raises ``ValueError`` when none is legal.
    """
    for _, equals in groupby(sorted(rated, key=itemgetter(1), reverse=True), key=itemgetter(1)):
        legal = [draft for draft, _ in equals if book.check(view, request, draft)]
        if legal:
            return legal[rng.randrange(len(legal))] if len(legal) > 1 else legal[0]
    raise ValueError(
        f"{book.id} offers {request.side} nothing to answer under {request.clause} ({request.kind})"
    )


def best_of(rated: Sequence[tuple[Any, float]], blur: float, rng: Chance) -> Any:
    """The answer of greatest worth, equals by lot; where *blur* is not 0 the worths are mixed with
    so much lot first."""
    if blur:
        rated = [(answer, worth + blur * rng.random()) for answer, worth in rated]
    best = max(worth for _, worth in rated)
    equal = [answer for answer, worth in rated if worth == best]
    return equal[rng.randrange(len(equal))] if len(equal) > 1 else equal[0]


class StuckGameError(RuntimeError):
    """A game that neither ends nor asks anybody, or goes on past the limit."""


def play_on(
    game: Game | GameFork,
    admirals: Mapping[str, Admiral],
    rng: Chance,
    most: int,
    until: int | None = None,
) -> int:
    """Let *admirals* (by side) answer a game, or a game in thought, until it ends, *most* answers
    are given or so much of it has passed (*until*); return how many.

    Raises :class:`StuckGameError` when nobody is asked, or an answer is refused.
    """
    book = game.book
    answers = 0
    while (
        game.outcome is None
        and answers < most
        and (until is None or book.passed(game.state) < until)
    ):
        owing = game.sides_to_answer()
        if not owing:
            raise StuckGameError(f"{book.id}: the game has not ended and nobody is asked")
        side = owing[0]
        request = game.request(side)
        if request is None:
            raise StuckGameError(f"{book.id}: {side} is owed an answer and is asked nothing")
        answer = admirals[side].decide(book, game.view(side), request, rng)
        verdict = game.answer(side, answer)
        if not verdict:
            told = ", ".join(f"{r.code} ({r.clause})" for r in verdict.refusals)
            raise StuckGameError(
                f"{book.id}: {admirals[side].name} for {side} gave an answer that is refused: "
                f"{answer} {told}"
            )
        answers += 1
    return answers


def give(game: Game, side: str, player: Admiral, rng: Chance) -> tuple[RuleError, ...]:
    """Let an admiral answer what a side is asked, on the live game. Where a rule fails on that, any
    other answer is given on which none does, the pass first; returns what failed on the way.

    Raises :class:`~flagplot.table.core.errors.RuleError` when nothing goes through, ``ValueError``
    for an order that is refused.
    """
    request = game.request(side)
    assert request is not None
    failed: list[RuleError] = []
    for answer in _ideas(game, side, player, rng, request, failed):
        try:
            verdict = game.answer(side, answer)
        except RuleError as e:
            failed.append(e)
            continue
        if not verdict:
            clauses = ", ".join(r.clause for r in verdict.refusals)
            raise ValueError(
                f"the {player.name} admiral of {side} gave an order refused under {clauses}"
            )
        return tuple(failed)
    raise failed[-1]


def _ideas(
    game: Game, side: str, player: Admiral, rng: Chance, request: Single, failed: list[RuleError]
) -> Iterator[Any]:
    """What an admiral would answer, then everything else there is, the pass first."""
    try:
        yield player.decide(game.book, game.view(side), request, rng)
    except RuleError as e:
        failed.append(e)
    yield from reversed(choices(game.book, game.view(side), request))


class FixedAnswer(msgspec.Struct, frozen=True):
    """Gives the answer that was thought of before."""

    answer: Any
    name: str = "ready"
    about: str = ""
    thinks: bool = False

    def decide(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> Any:
        return self.answer
