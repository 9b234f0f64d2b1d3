"""Games for the tests: begun at a scenario, and watched while admirals play them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, TypeVar

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.table import Setup, Single, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game

T = TypeVar("T")


def begun(book: str, scenario: str, start: str = "", seed: int | str = 3) -> Game:
    """A game at the first thing asked."""
    rules: Any = rulebooks.book(book)
    return Game.new(rules, Setup(scenario, start), rulings=rulings(book), dice=SeededDice(seed))


def questions(game: Game, most: int) -> Iterator[tuple[str, Single, Any]]:
    """Yield the questions of a game that goes on, *most* at most: the side, the question and the
    side's view. The caller answers before it asks for the next."""
    for _ in range(most):
        if game.outcome is not None:
            return
        side = game.sides_to_answer()[0]
        request = game.request(side)
        assert request is not None
        yield side, request, game.view(side)


def until(game: Game, kind: type[T], seed: int | str, name: str) -> T:
    """The first answer of a *kind* that admirals of a name give, in a game that then still waits
    for it."""
    rng, player = Random(seed), admiral(name)
    for side, request, view in questions(game, 2000):
        answer = player.decide(game.book, view, request, rng)
        if isinstance(answer, kind):
            return answer
        assert game.answer(side, answer)
    raise AssertionError(f"nobody answers with {kind.__name__}")


def watched(
    game: Game, seed: int, name: str = "greedy", most: int = 2000
) -> tuple[Game, set[str], list[str]]:
    """A game played out by admirals of a name in *most* answers, the questions asked, and the
    events told to a spectator."""
    rng, player, kinds = Random(seed), admiral(name), set()
    for side, request, view in questions(game, most):
        kinds.add(request.kind)
        assert game.answer(side, player.decide(game.book, view, request, rng))
    assert game.outcome is not None, "the game does not end"
    return (
        game,
        kinds,
        [
            type(e.event).__struct_config__.tag
            for e, _ in game.side_log_with_views("")
            if e.event is not None
        ],
    )


def typist(lines: Iterable[str]) -> Callable[[str], str]:
    """A person at a terminal who types these lines and then goes away."""
    feed = iter(lines)

    def read(_: str) -> str:
        line = next(feed, None)
        if line is None:
            raise EOFError
        return line

    return read
