"""One battle dialog for all books: both lines, hits marked by colour and sign, dice beside who
threw them; of one size."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.room.store import GameRow, SeatRow, Store, hash_token
from flagplot.rulebooks.campaign.orders.battle import Staff
from flagplot.rulebooks.campaign.rules.combat.staff import staff_order
from flagplot.table import Setup, rulings
from flagplot.table.analysis.battle_shots import with_battle_picture
from flagplot.table.display.orders import Prompt
from flagplot.table.game.game import Game

from .conftest import Server

ANSWERS = 700
BATTLES = (
    ("awaw", "norway-1940", "WS", "greedy", 5),
    ("europa", "tallinn-1941", "", "random", 31),
    ("campaign", "norway-1940", "", "greedy", 7),
)
"""Games that come to a battle soon: book, scenario, start, who plays it, seed."""


def hit_and_asked(p: Prompt) -> bool:
    """Somebody was hit just now, and there is something to choose."""
    return (
        p.battle is not None
        and bool(p.options)
        and any(s.fresh for s in (*p.battle.own_line, *p.battle.enemy_line))
    )


def seat(
    server: Server,
    page: Page,
    book: str,
    scenario: str,
    start: str,
    who: str,
    seed: int,
    wanted: Callable[[Prompt], bool],
) -> Prompt:
    """Sit down where a question is *wanted*, the other side being a computer; what is asked
    there."""
    rules: Any = rulebooks.book(book)
    id = secrets.token_urlsafe(9)
    game: Any = Game.new(
        rules, Setup(scenario, start), rulings=rulings(book), seed=bytes([seed]) * 32, id=id
    )
    rng, player = Random(seed), admiral(who)
    for _ in range(ANSWERS):
        side = game.sides_to_answer()[0]
        request, view = game.request(side), game.view(side)
        prompt = (
            with_battle_picture(game, side, rules.prompt(view, request))
            if request.kind not in ("movement", "orders")
            else None
        )
        if prompt is not None and wanted(prompt):
            keys = {s: secrets.token_urlsafe(24) for s in game.sides}
            store = Store.at(server.home)
            row = GameRow(
                game.id,
                book,
                scenario,
                "A battle",
                "solo",
                game.seed,
                {s: "greedy" for s in game.sides if s != side},
            )
            store.add(
                row,
                [SeatRow(hash_token(k), game.id, s, "player") for s, k in keys.items()],
                game.lines(),
            )
            store.close()
            page.goto(f"{server.url}/table/{game.id}#{keys[side]}")
            return prompt
        value = player.decide(rules, view, request, rng)
        game.answer(
            side,
            staff_order(view.battle, view.battle.colour(side))
            if isinstance(value, Staff)
            else value,
        )
    raise AssertionError("no such question in this game")


def height(page: Page) -> int:
    return int(page.evaluate("document.querySelector('dialog.battle[open]').offsetHeight"))


@pytest.mark.parametrize("played", BATTLES, ids=lambda p: p[0])
def test_every_book_shows_its_battle_in_the_same_dialog(
    server: Server, people: Any, played: tuple[str, str, str, str, int]
) -> None:
    me = people()
    page = me.page
    asked = seat(server, page, *played, hit_and_asked)
    assert asked.battle is not None
    if asked.battle.on_map:
        page.get_by_role("button", name="The battle: both lines").click()
    dialog = page.locator("dialog.battle[open]")
    for ship in (*asked.battle.own_line, *asked.battle.enemy_line):
        card = dialog.locator(f'[data-unit="{ship.id}"]').first
        expect(card).to_contain_text(ship.name)
        expect(card.locator(".fell")).to_have_count(1 if ship.fresh else 0)
        assert card.locator("i.new").count() == (ship.fresh if 0 < ship.size <= 15 else 0)
        if ship.fresh:
            expect(card.locator(".fell")).to_contain_text("✶")
    throws = [s for s in asked.battle.shots if s.by]
    expect(dialog.locator(".salvo div.shot")).to_have_count(len(throws))
    independent = [s for s in throws if not s.adds and len(s.faces) > 1]
    for shown in dialog.locator(".salvo div.shot").all() if len(independent) == len(throws) else ():
        assert "=" not in shown.inner_text(), "dice that stand for themselves are never added up"
    tall = height(page)
    dialog.locator(".choice input").first.check()
    expect(dialog.locator(".acts .go")).not_to_have_attribute("aria-disabled", "true")
    assert height(page) == tall
    with me.passing():
        dialog.locator(".acts .go").click()
    if dialog.count():
        assert height(page) == tall, "it does not jump from one question to the next"
        assert page.evaluate(
            "document.querySelector('dialog.battle').contains(document.activeElement)"
        ), "the focus stays in it"


def test_on_a_phone_the_question_comes_first_and_nothing_is_cut(
    server: Server, people: Any
) -> None:
    me = people(viewport={"width": 390, "height": 844}, has_touch=True)
    page = me.page
    seat(server, page, *BATTLES[2], hit_and_asked)
    page.get_by_role("button", name="The battle: both lines").click()
    dialog = page.locator("dialog.battle[open]")
    expect(dialog.locator("#bq")).to_be_in_viewport()
    assert not [
        c
        for c in dialog.locator(".shipc").all()
        if c.evaluate("c => c.scrollWidth - c.clientWidth") > 1
    ]
    assert (
        page.evaluate(
            "(d => d.scrollWidth - d.clientWidth)(document.querySelector('dialog.battle[open]'))"
        )
        <= 0
    )
    tops = "['.what', '.lines', '.fore'].map(x => document.querySelector('dialog.battle ' + x).getBoundingClientRect().top)"
    order = page.evaluate(tops)
    assert order == sorted(order)
    dialog.get_by_role("button", name="Look at the map").click()
    expect(dialog).to_have_count(0)


def test_all_battle_groups_get_their_numbers_in_one_form(server: Server, people: Any) -> None:
    me = people()
    page = me.page
    asked = seat(server, page, *BATTLES[0], lambda p: len(p.together) > 1)
    dialog = page.locator("dialog.battle[open]")
    expect(dialog.locator(".numbers fieldset legend")).to_have_text(list(asked.together))
    radios = dialog.locator(".numbers fieldset").first.locator("input")
    offered = [int(radio.get_attribute("value") or 0) for radio in radios.all()]
    assert offered == sorted(offered)
    dialog.get_by_role("button", name="Look at the map").click()
    expect(page.locator("#task input[name=option]")).to_have_count(0)  # nobody is asked one by one
    page.locator("#task").get_by_role("button", name="Give the numbers").click()
    go = dialog.locator(".acts .go")
    expect(go).not_to_have_attribute("aria-disabled", "true")
    dialog.locator("input[name=group0][value='2']").check()
    expect(go).to_have_attribute("aria-disabled", "true")  # the second group has this number
    expect(dialog.locator(".numbers .problem")).to_have_count(2)
    dialog.locator("input[name=group1][value='4']").check()
    with me.passing():
        go.click()
    mine = page.locator("#log li.mine", has_text="Combat group")
    expect(mine).to_have_count(len(asked.together))
    expect(dialog.locator(".numbers")).to_have_count(0)
