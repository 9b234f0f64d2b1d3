"""Husky from the Axis chair in the browser: a division crosses the Strait of Messina, its ferry
stays, a port is bombed."""

from __future__ import annotations

import re
import secrets
from typing import Any

from playwright.sync_api import expect

from flagplot.room.store import GameRow, SeatRow, Store, hash_token
from flagplot.rulebooks.europa import BOOK
from flagplot.table import Setup, rulings
from flagplot.table.game.game import Game

from .conftest import Person, Server
from .test_pedestal import say

MOST = 200


def sit_down(person: Person, server: Server, kind: str) -> None:
    """Take both chairs of a game in which the Axis is asked this next, everything before it let
    pass."""
    game = Game.new(
        BOOK,
        Setup("husky-1943"),
        rulings=rulings("europa"),
        seed=bytes(32),
        id=secrets.token_urlsafe(9),
    )
    for _ in range(MOST):
        side = game.sides_to_answer()[0]
        asked = game.request(side)
        assert asked is not None
        if (side, asked.kind) == ("Axis", kind):
            break
        game.submit(side, BOOK.default_answer(game.state, asked) or "done")
    else:
        raise AssertionError(f"the Axis is never asked {kind}")
    keys = {s: secrets.token_urlsafe(24) for s in game.sides}
    store = Store.at(server.home)
    store.add(
        GameRow(game.id, "europa", "husky-1943", "Husky", "hotseat", game.seed, {}),
        [SeatRow(hash_token(k), game.id, s, "player") for s, k in keys.items()],
        game.lines(),
    )
    store.close()
    page = person.page
    page.goto(server.url)
    seats = [
        {"game": game.id, "side": s, "role": "player", "token": k, "title": "Husky"}
        for s, k in keys.items()
    ]
    page.evaluate("seats => localStorage.setItem('flagplot.seats', JSON.stringify(seats))", seats)
    page.goto(f"{server.url}/table/{game.id}#{keys['Axis']}")


def test_a_division_crosses_by_ferry(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409 (Conflict)"}
    sit_down(me, server, "inland")
    say(me, "division inland", "march GND-29 to 26:3822")
    expect(me.page.locator("#log")).to_contain_text("marches to")


def test_the_ferry_serves_and_a_port_is_bombed(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409 (Conflict)"}
    sit_down(me, server, "movement")
    say(me, "naval movement", "ferry 26:3822/3922 with LB-1")
    expect(me.page.locator("#log")).to_contain_text("as a ferry")
    assert me.verdict("bomb the port of Valletta with A-X2")
    expect(me.page.locator("#task .odds")).to_contain_text("hit")
    with me.passing():
        me.page.press("#cmd", "Enter")
    expect(me.page.locator("#log")).to_contain_text(re.compile(r"bomb .*Valletta.*: \d hit"))
