"""The protocol of admirals, and the simple ones. Each sees only its side's view and draws chance
from the generator it is given."""

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
    """A computer player. ``decide`` answers one request of its own side."""

    @property
    def name(self) -> str: ...
    @property
    def about(self) -> str:
        """The style of play, for a person who chooses an opponent. Its strength is measured
        (:func:`.registry.offered`)."""

    @property
    def thinks(self) -> bool:
        """True when it searches ahead, and needs a book that can determinise."""

    def decide(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> Any:
        """Return an option of an ``Ask`` or an order for an ``AskOrder``. *view* is the asked
        side's view, never the full state."""


def choices(book: Rulebook[Any], view: Any, request: Single, width: int = WIDTH) -> tuple[Any, ...]:
    """Return every answer to evaluate: the options of an ``Ask``, or up to *width* legal orders for
    an ``AskOrder``, the pass last.

    Raises ``ValueError`` when the rule book offers none, which is a bug of the book.
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
    """Return the first *width* orders. When there are more, the last order of all (the pass)
    replaces the last of them."""
    stream = iter(orders)
    kept = list(islice(stream, width))
    kept[-1:] = deque(stream, maxlen=1) or kept[-1:]
    return tuple(kept)


class Random(msgspec.Struct, frozen=True):
    """An admiral that takes any legal answer with equal chances. It passes a little more often, so
    that its turns end."""

    name: str = "random"
    about: str = "takes any legal answer"
    thinks: bool = False
    passes: float = 0.15
    """Chance, 0 to 1, to pass at once when an order is asked."""

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
    """An admiral that takes the answer with the highest ``worth``. Ties are broken by chance, and
    ``bluff`` adds noise. Only orders get a second look."""

    name: str = "greedy"
    about: str = "takes the best odds in sight"
    thinks: bool = False
    width: int = WIDTH

    def decide(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> Any:
        blur = book.mixing_noise(view, request)
        if isinstance(request, AskOrder) and not blur:
            drafts = tuple(islice(book.drafts(view, request), self.width + 1))
            if len(drafts) <= self.width:
                rated = [(draft, book.evaluate(view, request, draft)) for draft in drafts]
                return book.refine_choice(
                    view, request, best_legal(book, view, request, rated, rng), rated
                )
        answers = choices(book, view, request, self.width)
        if len(answers) == 1:
            return answers[0]
        rated = [(answer, book.evaluate(view, request, answer)) for answer in answers]
        best = best_of(rated, blur, rng)
        return (
            book.refine_choice(view, request, best, rated)
            if isinstance(request, AskOrder)
            else best
        )


def best_legal(
    book: Rulebook[Any],
    view: Any,
    request: AskOrder,
    rated: Sequence[tuple[Any, float]],
    rng: Chance,
) -> Any:
    """Return the legal order of greatest worth among unchecked ones; ties are broken by chance.
    Orders worth less than a legal one are not checked.

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
    """Return the answer of greatest worth; ties are broken by chance. A *blur* above 0 first adds
    that much noise to each worth."""
    if blur:
        rated = [(answer, worth + blur * rng.random()) for answer, worth in rated]
    best = max(worth for _, worth in rated)
    equal = [answer for answer, worth in rated if worth == best]
    return equal[rng.randrange(len(equal))] if len(equal) > 1 else equal[0]


class StuckGameError(RuntimeError):
    """A game that has not ended and asks no side, refuses an admiral's answer, or exceeds the limit
    of answers."""


def play_on(
    game: Game | GameFork,
    admirals: Mapping[str, Admiral],
    rng: Chance,
    most: int,
    until: int | None = None,
) -> int:
    """Let *admirals* (by side) answer a game or a fork until it ends, *most* answers are given, or
    :meth:`~flagplot.table.contract.rulebook.Rulebook.passed` reaches *until*. Returns the number of
    answers.

    Raises :class:`StuckGameError` when no side is asked, or an answer is refused.
    """
    book = game.book
    answers = 0
    while (
        game.outcome is None
        and answers < most
        and (until is None or book.progress(game.state) < until)
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


def give_answer(game: Game, side: str, player: Admiral, rng: Chance) -> tuple[RuleError, ...]:
    """Let an admiral answer a side's request in the live game. When a rule fails on the answer,
    other answers are tried, the pass first. Returns the errors met on the way.

    Raises :class:`~flagplot.table.core.errors.RuleError` when rules fail on every answer,
    ``ValueError`` for an order that is refused.
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
    """Yield the admiral's answer, then every other answer, the pass first."""
    try:
        yield player.decide(game.book, game.view(side), request, rng)
    except RuleError as e:
        failed.append(e)
    yield from reversed(choices(game.book, game.view(side), request))


class FixedAnswer(msgspec.Struct, frozen=True):
    """An admiral that gives an answer chosen before."""

    answer: Any
    name: str = "ready"
    about: str = ""
    thinks: bool = False

    def decide(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> Any:
        return self.answer
