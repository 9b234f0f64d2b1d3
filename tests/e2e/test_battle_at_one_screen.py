"""A battle of two people at one screen: it shows what the round would bring, and is gone before the
other looks."""

from __future__ import annotations

import secrets
from random import Random
from typing import Any

from playwright.sync_api import expect

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.room.store import GameRow, SeatRow, Store, hash_token
from flagplot.table import Setup, rulings
from flagplot.table.game.game import Game
from tests.games import questions

from .conftest import Server

ANSWERS = 1500


def battle(server: Server) -> tuple[str, str, dict[str, str]]:
    """A game that asks next whether to fight on, with both sides' ships seen: (its id, the side
    asked, the seats' keys)."""
    book = rulebooks.book("awaw")
    for seed in range(40):
        game = Game.new(
            book,
            Setup("norway-1940"),
            rulings=rulings("awaw"),
            seed=bytes([seed]) * 32,
            id=secrets.token_urlsafe(9),
        )
        rng = Random(seed)
        for side, request, view in questions(game, ANSWERS):
            prompt = book.prompt(view, request) if request.kind == "withdraw" else None
            if prompt is not None and prompt.forecast is not None and len(prompt.options) > 1:
                keys = {s: secrets.token_urlsafe(24) for s in game.sides}
                store = Store.at(server.home)
                row = GameRow(
                    game.id, "awaw", "norway-1940", "Norway 1940", "hotseat", game.seed, {}
                )
                store.add(
                    row,
                    [SeatRow(hash_token(k), game.id, s, "player") for s, k in keys.items()],
                    game.lines(),
                )
                store.close()
                return game.id, side, keys
            game.answer(side, admiral("greedy").decide(book, view, request, rng))
    raise AssertionError("no battle came to a second round")


def test_the_battle_of_one_is_gone_before_the_other_looks(server: Server, people: Any) -> None:
    id, side, keys = battle(server)
    me = people()
    page = me.page
    page.goto(server.url)
    seats = [
        {"game": id, "side": s, "role": "player", "token": k, "title": "Norway 1940"}
        for s, k in keys.items()
    ]
    page.evaluate("seats => localStorage.setItem('flagplot.seats', JSON.stringify(seats))", seats)
    page.goto(f"{server.url}/table/{id}#{keys[side]}")
    dialog = page.locator("dialog.battle[open]")
    expect(dialog.locator(".spread .hist")).to_have_count(2)
    expect(dialog.locator(".fore")).to_contain_text("You come off better")
    mine = dialog.locator(".shipc b").first.inner_text()
    tall = "document.querySelector('dialog.battle').offsetHeight"
    before = page.evaluate(tall)
    page.evaluate("document.querySelector('dialog.battle .fore').replaceChildren()")
    assert page.evaluate(tall) == before, "of one size, however much there is to say"
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator("#curtain")).to_be_visible()
    expect(dialog).to_have_count(0)
    assert mine not in page.content()
