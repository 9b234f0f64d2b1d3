"""Ships leave a port that is attacked without shutting each other in."""

from __future__ import annotations

from itertools import combinations
from random import Random

from flagplot.admirals import ADMIRALS
from flagplot.admirals.players import play_on
from flagplot.rulebooks.campaign.advice.port_breakout import leaving_ships
from flagplot.rulebooks.campaign.map.battle_ocean import distance
from flagplot.rulebooks.campaign.rules.combat.visibility import least_distance
from tests.games import begun


def test_capital_ships_keep_room_on_their_way_out_and_some_get_away() -> None:
    away = 0
    players = {"Allied": ADMIRALS["greedy"], "Vichy": ADMIRALS["steady"]}
    for seed in range(8):
        game = begun("campaign", "oran-learning", seed=seed)
        rng = Random(seed)
        while game.outcome is None:
            if game.state.battle is not None:
                out = [
                    u
                    for u in game.state.battle.afloat("blue")
                    if u.at is not None and u.zoned and not u.berthed
                ]
                assert all(
                    distance(u.at, v.at) >= least_distance(u, v) for u, v in combinations(out, 2)
                )
            play_on(game, players, rng, 1)
        away += sum(p.what == "got-away" for p in game.state.score)
    assert away >= 6


def test_who_has_time_fights_first() -> None:
    game = begun("campaign", "oran-1940")
    players = dict.fromkeys(game.state.sides, ADMIRALS["greedy"])
    while game.state.battle is None or game.state.battle.phase != "fight":
        play_on(game, players, Random(1), 1)
    assert leaving_ships(game.state.battle, "blue") == ()
