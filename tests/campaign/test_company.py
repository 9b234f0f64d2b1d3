"""How the steady admiral sends ships out in Norwegian waters: heavy ships by twos, and boats at
whatever they see."""

from __future__ import annotations

from random import Random

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.rulebooks.campaign import orders as o
from flagplot.rulebooks.campaign.state import State
from flagplot.table.game.game import Game
from tests.games import begun

LIGHT = {"DD", "TB", "DE", "SS", "SSC"}


def played(game: Game, phase: str) -> list[tuple[State, o.Order]]:
    """The orders that two steady admirals give until a phase is over, each with what its side
    saw."""
    book, player, chance, given = rulebooks.book("campaign"), admiral("steady"), Random(1), []
    while game.state.phase in ("orders", phase):
        side = game.sides_to_answer()[0]
        request, view = game.request(side), game.view(side)
        assert request is not None
        answer = player.decide(book, view, request, chance)
        given.append((view, answer))
        assert game.answer(side, answer)
    return given


def test_heavy_ships_patrol_by_twos_and_boats_attack_warships() -> None:
    given = played(begun("campaign", "norway-1940"), "operations")
    patrols = [[view.ships[u].cls for u in x.units] for view, x in given if isinstance(x, o.Patrol)]
    assert max(len(classes) for classes in patrols if not set(classes) <= LIGHT) == 2
    assert max(len(classes) for classes in patrols) == 4
    met = [
        [view.ships[u].submarine for u in x.ships]
        for view, x in given
        if isinstance(x, o.Intercept)
    ]
    assert [True] in met
