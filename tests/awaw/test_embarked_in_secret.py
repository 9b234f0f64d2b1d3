"""Embarkation in secret: the enemy's raw view is equal, byte for byte, whichever unit of a port
embarks."""

from __future__ import annotations

import pytest

from flagplot.rulebooks.awaw import BOOK
from flagplot.table import Setup
from flagplot.table.game.game import Game
from flagplot.table.setup.rulings import rulings
from tests.harness import sent

SEED = b"whoever is aboard does not show!"
GAMES = {
    ("mediterranean-1941", "Axis"): (
        "transport GE-INF-Afrikakorps-1 to Tripoli with IT-DD-Naples:1",
        "transport GE-INF-Afrikakorps-2 to Tripoli with IT-DD-Naples:1",
        "transport IT-INF-Libya-reinforcement-1 to Tripoli with IT-DD-Naples:1",
    ),
    ("mediterranean-1941", "Allied"): (
        "transport UK-INF-Lustre-Force-1 to Suda Bay with UK-DD-Alexandria:1",
        "transport UK-INF-Lustre-Force-2 to Suda Bay with UK-DD-Alexandria:1",
        "transport UK-AAF-Egypt:1 to Suda Bay with UK-DD-Alexandria:1",
    ),
}


def sailing(scenario: str, side: str, order: str) -> Game:
    """A game in which the enemy is asked about a transport that has loaded."""
    game = Game.new(BOOK, Setup(scenario), rulings=rulings("awaw"), seed=SEED, id="aboard")
    while game.state.segment != "transport" or game.sides_to_answer() != (side,):
        assert game.submit(game.sides_to_answer()[0], "done").verdict
    before = set(game.view(game.state.enemy(side)).units)
    assert game.submit(side, order).verdict, order
    assert game.sides_to_answer() == (game.state.enemy(side),)
    assert any(u.force for u in game.state.units.values() if u.side == side and u.kind != "ship"), (
        "nothing is aboard"
    )
    assert before == set(game.view(game.state.enemy(side)).units)
    return game


@pytest.mark.parametrize(("scenario", "side"), GAMES)
def test_the_enemy_sees_the_same_whichever_unit_is_aboard(scenario: str, side: str) -> None:
    games = [sailing(scenario, side, order) for order in GAMES[scenario, side]]
    for viewer in (games[0].state.enemy(side), ""):
        assert len({sent(game.view(viewer)) for game in games}) == 1
        assert len({b"".join(map(sent, game.side_log(viewer))) for game in games}) == 1
