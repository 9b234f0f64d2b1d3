"""Whole games in which Norway is invaded: admirals land, the page has a form for every order,
sentences show no id."""

from __future__ import annotations

from flagplot.rulebooks.awaw import BOOK
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from tests.games import begun, watched

RULINGS = rulings("awaw")


def played(start: str, seed: int, name: str) -> tuple[Game, set[str]]:
    """A game of the invasion of Norway, and the kinds of question that were asked."""
    game, asked, _ = watched(begun("awaw", "norway-1940", start, seed), seed, name, 3000)
    return game, asked


def test_greedy_admirals_invade_norway() -> None:
    game, asked = played("WS", 1, "greedy")
    assert {"combat", "air-missions", "landing"} <= asked
    tags = [
        type(e.event).__struct_config__.tag
        for e, _ in game.side_log_with_views("")
        if e.event is not None
    ]
    assert {"troops-ashore", "beach-fought", "bridgehead"} <= set(tags)
    lines = [
        BOOK.event_text(e.event, before, "Allied")
        for e, before in game.side_log_with_views("Allied")
        if e.event is not None
    ]
    assert not [x for x in lines if "{" in x or "GE-" in x]


def test_the_page_offers_an_operation_from_the_first_order_to_the_landing() -> None:
    """The side finds forms for invasions and airdrops, with legal examples, and sees what it has
    announced."""
    game = Game.new(BOOK, Setup("norway-1940", "W"), rulings=RULINGS, dice=SeededDice(1))
    for _ in range(3):
        request = game.request("Axis")
        if request is not None and request.kind == "combat":
            break
        game.submit("Axis", "done")
    request = game.request("Axis")
    assert isinstance(request, AskOrder)
    assert request.kind == "combat"
    forms = {f.kind: f.example for f in BOOK.display(game.view("Axis"), "Axis", (request,)).forms}
    assert {"mission", "ground-attack", "done"} <= set(forms), forms
    assert game.check("Axis", forms["mission"])
    assert game.submit(
        "Axis", "invade Bergen with GE-INF-Group-XXI-North-Sea-1, GE-DD-Weser:2"
    ).verdict
    told = " ".join(c.text for c in BOOK.prompt(game.view("Axis"), request).detail)
    assert "Bergen" in told
    assert "against 2" in told
    assert "bombard" in {
        f.start.split()[0] for f in BOOK.display(game.view("Axis"), "Axis", (request,)).forms
    }
