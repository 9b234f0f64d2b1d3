"""Benchmarks of similar programs: python-chess, catanatron, diplomacy. Each function returns its
figures, or raises when the program cannot run here."""

from __future__ import annotations

import random

from timing import Figure, rate


def chess() -> dict[str, Figure]:
    """Return checked moves (text to verdict) and whole plies (moves listed, one chosen, checked and
    played) a second in python-chess."""
    import chess as peer

    board = peer.Board()
    texts = [m.uci() for m in board.legal_moves] + ["e2e5", "a1a3", "e1g1", "d8h4"]
    lots = random.Random(1)
    playing = peer.Board()

    def check() -> int:
        for text in texts:
            board.is_legal(peer.Move.from_uci(text))
        return len(texts)

    def ply() -> int:
        nonlocal playing
        if playing.is_game_over():
            playing = peer.Board()
        move = peer.Move.from_uci(lots.choice([m.uci() for m in playing.legal_moves]))
        if not playing.is_legal(move):
            raise ValueError(move)
        playing.push(move)
        return 1

    return {"checked orders": rate(check, "/s"), "answers played": rate(ply, "/s")}


def catanatron() -> dict[str, Figure]:
    """Return actions and whole games a second between two random players in catanatron."""
    from catanatron import Color, Game, RandomPlayer

    seed = 0
    actions = 0

    def game() -> int:
        nonlocal seed, actions
        seed += 1
        played = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
        played.play()
        actions = len(played.state.actions)
        return actions

    answers = rate(game, "/s")
    games = rate(lambda: (game(), 1)[1], "/s")
    return {"answers played": answers, "whole games": games}


def diplomacy() -> dict[str, Figure]:
    """Return orders checked and whole phases resolved a second, with random orders for all powers,
    in diplomacy."""
    from diplomacy import Game

    lots = random.Random(1)
    game = Game()
    phases = 0

    def phase() -> int:
        nonlocal game, phases
        if game.is_game_done or phases % 20 == 0:
            game = Game()
        phases += 1
        possible = game.get_all_possible_orders()
        given = 0
        for power in game.powers:
            orders = [
                lots.choice(possible[at])
                for at in game.get_orderable_locations(power)
                if possible[at]
            ]
            game.set_orders(power, orders)
            given += len(orders)
        game.process()
        return given

    orders = rate(phase, "/s")
    turns = rate(lambda: (phase(), 1)[1], "/s")
    return {"answers played": orders, "whole turns": turns}
