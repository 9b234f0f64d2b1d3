"""Questions about interception, and the consent that an undo needs, depend on the ships the mover
sees in reach, never on which are ready."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from flagplot.rulebooks.awaw import Awaw
from flagplot.rulebooks.awaw.orders import BaseChange, Done, Patrol
from flagplot.rulebooks.awaw.state import State, replace
from flagplot.table import AskOrder, Setup
from flagplot.table.game.game import Game
from flagplot.table.setup.rulings import rulings
from tests.harness import sent

SEED = b"nobody knows whether they sleep"
Changed = Callable[[State, str], State]


def as_it_is(s: State, side: str) -> State:
    return s


def asleep(s: State, side: str) -> State:
    """No ship and no aircraft of the side is ready."""
    return replace(
        s, units={i: replace(u, inverted=True) if u.side == side else u for i, u in s.units.items()}
    )


def hurt(s: State, side: str) -> State:
    """Every ship of the side is damaged."""
    return replace(
        s,
        units={
            i: replace(u, damaged=u.side == side and u.kind == "ship") for i, u in s.units.items()
        },
    )


def game_of(scenario: str, changed: Changed, **house: str) -> Game:
    """A game whose second side is *changed* before anybody is asked."""

    class Other(Awaw):
        @staticmethod
        def start(setup: Any, ruled: Any) -> State:
            s = Awaw.start(setup, ruled)
            return changed(s, s.enemy(s.mover))

    law = rulings("awaw", "current", house=house) if house else rulings("awaw", "current")
    return Game.new(Other(), Setup(scenario), rulings=law, seed=SEED, id="asked")


def orders_of(game: Game, side: str, kind: type[Any], most: int) -> None:
    """Let a side announce the first orders of a kind that come to mind."""
    request = game.request(side)
    assert isinstance(request, AskOrder)
    found = [o for o in game.book.candidates(game.view(side), request) if isinstance(o, kind)]
    given = 0
    for order in found[:: max(1, len(found) // 7)]:
        if given < most and game.answer(side, order):
            given += 1
    assert given


def course(game: Game, kind: type[Any], answer: str = "pass all") -> list[Any]:
    """Return the view of a mover and its undo while its ships sail and the enemy lets everything
    by."""
    mover = game.state.mover
    seen: list[Any] = []
    orders_of(game, mover, kind, 3)
    assert game.answer(mover, Done())
    for _ in range(60):
        if game.outcome is not None or (game.state.phase, game.state.mover) != ("movement", mover):
            break
        owes = game.sides_to_answer()
        seen.append((owes, game.undo_needs(mover), [sent(e) for e in game.side_log(mover)]))
        side = owes[0]
        request = game.request(side)
        assert request is not None
        if request.kind == "interception":
            assert game.submit(side, answer).verdict
        else:
            assert game.submit(
                side,
                "pass" if "pass" in map(str, getattr(request, "options", ())) else usual(request),
            ).verdict
    return seen


def usual(request: Any) -> str:
    options = [str(o) for o in getattr(request, "options", ())]
    return next((x for x in ("stay", "go on") if x in options), options[0]) if options else "done"


def asked(seen: list[Any]) -> set[str]:
    """The sides the game has waited for."""
    return {side for owes, *_ in seen for side in owes}


@pytest.mark.parametrize("changed", [asleep, hurt])
@pytest.mark.parametrize("kind", [Patrol, BaseChange])
@pytest.mark.parametrize("scenario", ["norway-1940", "mediterranean-1941"])
def test_a_mover_cannot_tell_whether_an_enemy_ship_is_ready(
    scenario: str, kind: type[Any], changed: Changed
) -> None:
    one, other = (course(game_of(scenario, x), kind) for x in (as_it_is, changed))
    assert asked(one) == asked(other) == {"Axis", "Allied"}
    assert [s[0] for s in one] == [s[0] for s in other], "the waits"
    assert [s[1] for s in one] == [s[1] for s in other], "what an undo needs"
    assert [s[2] for s in one] == [s[2] for s in other], "the log"


def test_asking_only_who_is_ready_would_tell() -> None:
    one, other = (
        course(game_of("norway-1940", x, **{"HR-2211": "ready"}), Patrol)
        for x in (as_it_is, asleep)
    )
    assert [s[0] for s in one] != [s[0] for s in other]


def test_a_patrol_the_enemy_could_not_meet_is_not_taken_back_without_consent() -> None:
    game = game_of("norway-1940", asleep)
    orders_of(game, "Axis", Patrol, 1)
    assert game.answer("Axis", Done())
    while game.sides_to_answer() != ("Axis",):
        assert game.submit(game.sides_to_answer()[0], "pass").verdict
    result = game.undo(
        "Axis",
        to=next(
            e.n for e in reversed(game.side_log("Axis")) if e.kind == "input" and e.text == "done"
        ),
    )
    assert not result.done
    assert result.needs == ("Allied",)
    assert result.learned, "a computer admiral does not let it be taken back"
    assert game.consent("Allied", False).why


def test_the_side_asked_takes_its_answer_back_as_before() -> None:
    game = game_of("norway-1940", as_it_is)
    orders_of(game, "Axis", Patrol, 1)
    assert game.answer("Axis", Done())
    while game.sides_to_answer() != ("Allied",):
        assert game.submit(game.sides_to_answer()[0], "pass").verdict
    assert game.submit("Allied", "pass").verdict
    needs = game.undo_needs("Allied")
    assert needs is not None
    assert not needs.learned


def test_the_mover_is_not_told_that_it_is_let_by() -> None:
    game = game_of("norway-1940", as_it_is)
    course(game, Patrol)
    tags = [type(e.event).__struct_config__.tag for e in game.entries if e.event is not None]
    assert "let-by" in tags
    assert "let-by" not in [
        type(e.event).__struct_config__.tag for e in game.side_log("Axis") if e.event is not None
    ]
    assert not game.view("Axis").let_by
    assert game.view("Allied").let_by
