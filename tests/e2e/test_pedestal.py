"""A naval movement step of Operation Pedestal in the browser, refereed with typed dice: a search, a
reaction and a battle."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from .conftest import Person, Server


def say(person: Person, asked: str, text: str) -> None:
    """Wait until this is asked, type an order or an answer and give it."""
    expect(person.page.locator("#task")).to_contain_text(asked)
    person.settle("empty", "order", "window")
    assert person.verdict(text)
    with person.passing():
        person.page.press("#cmd", "Enter")


LINES = """() => {
    const words = document.createRange();
    words.selectNodeContents(document.querySelector("#announce"));
    return new Set([...words.getClientRects()].map(r => r.top)).size;
}"""
"""How many lines the button's words take."""


def dice(person: Person, *faces: int) -> None:
    """Type the faces of a roll."""
    person.settle("dice")
    for row, face in zip(person.page.locator(".faces").all(), faces, strict=True):
        row.locator(f"button >> text={face}").click()
    assert person.page.evaluate(LINES) == 1, "the button's words stand on one line"
    with person.passing():
        person.page.click("#announce")


def test_a_search_a_reaction_and_a_battle(server: Server, people: Any) -> None:
    me = people()
    me.expected = {
        "409 (Conflict)"
    }  # an examination still under way when its order is given finds the seat no longer asked
    page = me.page
    me.referee(server, "First steps")
    me.settle("empty", "order")
    expect(page.locator("#forces")).to_contain_text("Convoy")

    # MPs left while the order is built, and where the patrol may find the convoy
    assert me.verdict("sail Convoy to 25:2802")
    expect(page.locator("#task")).to_contain_text("left in this step")
    assert page.locator(".b-routes .rt").count() >= 1
    say(me, "left in this step", "sail Convoy to 25:2802")

    for hex in ("25:2005", "25:2204", "25:2304"):
        say(me, f"Search for Convoy at {hex}", "pass")
    say(me, "Search for Convoy at 25:2802", "search")
    dice(me, 6, 6)
    expect(page.locator("#log")).to_contain_text("great success")
    say(me, "How many transports", "declare 1")
    say(me, "Activate reserve groups", "activate Div-7")
    say(me, "from the air", "pass")
    say(me, "naval reaction", "sail Div-7 to 25:2902")
    expect(page.locator("#log")).to_contain_text("Surface combat")
    for _ in range(2):
        say(me, "which units", "screen none")
    for _ in range(2):
        expect(page.locator("#task")).to_contain_text("Round 1")
        mine = "fire of Div-7" in page.inner_text("#task")
        expect(page.locator("dialog.battle .spread")).to_have_count(2)
        say(me, "Round 1", "fire TF-7D at NT-1" if mine else "hold fire")
    dice(me, 6)
    expect(page.locator("#log")).to_contain_text("two freighters")
    expect(page.locator("#log")).to_contain_text("hit")
