"""The picture of a battle: what was fired last and where it fell, alike on the page and in the
terminal."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.cli.panel_text import ship_line, shot_line
from flagplot.rulebooks.campaign.orders.battle import Staff
from flagplot.rulebooks.campaign.rules.combat.staff import staff_order
from flagplot.table.analysis.battle_shots import _name, with_shots
from flagplot.table.display.battle import ShipLine, Shot
from flagplot.table.game.game import Game
from flagplot.table.language.sentences import shorten_name_list
from tests.games import begun

GAMES = (
    ("awaw", "norway-1940", "WS", "greedy", 5),
    ("europa", "tallinn-1941", "", "random", 7),
    ("campaign", "norway-1940", "", "greedy", 5),
)


@pytest.mark.parametrize("played", GAMES, ids=lambda p: p[0])
def test_what_fell_just_now_is_what_the_dice_came_to(
    played: tuple[str, str, str, str, int],
) -> None:
    book, scenario, start, who, seed = played
    rules, game, rng, player = (
        rulebooks.book(book),
        begun(book, scenario, start, seed),
        Random(seed),
        admiral(who),
    )
    seen = marked = 0
    for _ in range(330):
        if game.outcome is not None or marked > 3:
            break
        side = game.sides_to_answer()[0]
        request, view = game.request(side), game.view(side)
        assert request is not None
        lines = rules.battle(view, side)
        if lines is not None:
            told = with_shots(game, side, lines)
            assert [(s.id, s.hits) for s in told.own_line] == [
                (s.id, s.hits) for s in lines.own_line
            ]
            seen += bool(told.shots)
            for ship in (*told.own_line, *told.enemy_line):
                assert 0 <= ship.fresh <= ship.hits <= ship.size
                at = [s for s in told.shots if s.at == ship.id and s.result is not None]
                if (
                    ship.fresh and at and book != "awaw"
                ):  # there hits may fall on another than the one that was fired at
                    assert ship.fresh == min(sum(s.result or 0 for s in at), ship.size), ship
                marked += bool(ship.fresh)
            for shot in told.shots:
                assert shot.side in game.sides
                assert shot.who
                assert not shot.hits or len(shot.hits) == len(shot.faces)
                fired_by = [s.id for s in (told.own_line if shot.side == side else told.enemy_line)]
                assert shot.by[0] not in [
                    s.id for s in (told.enemy_line if shot.side == side else told.own_line)
                ], fired_by
        value = player.decide(rules, view, request, rng)
        assert game.answer(
            side,
            staff_order(view.battle, view.battle.colour(side))
            if isinstance(value, Staff)
            else value,
        )
    assert seen
    assert marked


def test_who_was_found_since_the_shot_has_a_name() -> None:
    book = SimpleNamespace(display_name=lambda view, id: view.get(id, id))
    game: Any = SimpleNamespace(book=book, view=lambda side: {"UK-BC-Repulse": "Repulse"})
    assert _name(game, "Axis", {}, "UK-BC-Repulse") == "Repulse"
    assert (
        _name(game, "Axis", {"UK-BC-Repulse": "a battlecruiser"}, "UK-BC-Repulse")
        == "a battlecruiser"
    )
    assert (
        _name(game, "Axis", {"ML": "minelayers Cobra, Kaiser, Hai and Ilmatar"}, "ML")
        == "minelayers Cobra and 3 more"
    )


def names_in(game: Game) -> set[str]:
    """Return the names by which each side calls the units it knows at the beginning."""
    views = [game.view(side) for side in game.sides]
    known = [
        (view, getattr(view, kind, {})) for view in views for kind in ("units", "ships", "planes")
    ]
    return {
        game.book.display_name(view, id)
        for view, units in known
        if hasattr(units, "keys")
        for id in units
    }


def test_a_name_of_many_ships_is_short_where_there_is_little_room() -> None:
    """In all books, of all units that any scenario begins with."""
    assert (
        shorten_name_list("Group 1, Vestfjord (U 25, U 46, U 51)")
        == "Group 1, Vestfjord (U 25 and 2 more)"
    )
    assert shorten_name_list("Nelson, Rodney and 4 destroyers") == "Nelson and 5 more"
    assert shorten_name_list("H class (Hardy, Hunter)") == "H class (Hardy, Hunter)"
    cards = [(id, card.id) for id in rulebooks.BOOKS for card in rulebooks.book(id).scenarios]
    names = [name for card in cards for name in names_in(begun(*card))]
    assert max(map(len, names)) > 80
    assert max(len(shorten_name_list(name)) for name in names) < 50


def test_the_terminal_marks_hits_with_a_sign_and_never_adds_up_what_stands_for_itself() -> None:
    ship = ShipLine("Hood", "bc", 4, 3, "battlecruiser", ("damaged",), "H", "", 2)
    assert ship_line(ship, "effect") == "[!!x.] Hood, battlecruiser, 2 effects just now"
    volley = Shot(
        "Axis", ("B",), "H", (4, 84, 8), 100, (True, False, True), (), 0, 2, "", "Bismarck", "Hood"
    )
    assert shot_line(volley, "point") == "Bismarck at Hood  4! 84 8!: 2 points"
    salvo = Shot("Axis", ("B",), "H", (4, 1, 2, 2), 6, (), (2, 2), 0, 0, "", "Bismarck", "Hood")
    assert shot_line(salvo, "effect") == "Bismarck at Hood  4 1 2 2 = 5, 4: no effects"
    one = Shot("Axis", ("B",), "H", (4, 1), 6, (), (2,), -1, 1, "", "Bismarck", "Hood")
    assert shot_line(one, "effect") == "Bismarck at Hood  4 1 -1 = 4: 1 effect"


@pytest.mark.parametrize("played", GAMES, ids=lambda p: p[0])
def test_which_dice_hit_is_known_of_an_opened_log_too(
    played: tuple[str, str, str, str, int],
) -> None:
    book, scenario, start, who, seed = played
    rules, game, rng, player = (
        rulebooks.book(book),
        begun(book, scenario, start, seed),
        Random(seed),
        admiral(who),
    )
    marked = 0
    for _ in range(330):
        if game.outcome is not None or marked > 1:
            break
        side = game.sides_to_answer()[0]
        request, view = game.request(side), game.view(side)
        lines = rules.battle(view, side)
        told = with_shots(game, side, lines) if lines is not None else None
        if told is not None and any(s.result is not None for s in told.shots) and game.known_rolls:
            marked += 1
            again = Game.open(game.lines(), book_of=rulebooks.book)
            assert with_shots(again, side, again.book.battle(again.view(side), side)) == told
        value = player.decide(rules, view, request, rng)
        assert game.answer(
            side,
            staff_order(view.battle, view.battle.colour(side))
            if isinstance(value, Staff)
            else value,
        )
    assert marked
