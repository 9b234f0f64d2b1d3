"""Texts for a screen reader, by the browser's own accessibility tree, in every book: every control
has a name of its own, the map's hexes and counters are put in words, verdicts and news are
announced."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Person, Server
from .test_by_keyboard import BOOKS, Keys

CONTROLS = {
    "button",
    "link",
    "textbox",
    "combobox",
    "radio",
    "checkbox",
    "slider",
    "spinbutton",
    "searchbox",
    "application",
    "option",
}
PLACED = {"radiogroup", "dialog", "region", "complementary", "navigation", "form", "log"}
TELLS = """() => {
    window.told = [];
    const live = [...document.querySelectorAll('#told, #here, #log')];
    const take = m => [...m.addedNodes].forEach(n => window.told.push([m.target.id, n.textContent]));
    new MutationObserver(list => list.forEach(take)).observe(document.body, { subtree: true, childList: true });
    return live.length;
}"""
"""Return the texts put into the places that are read out when they change."""


def tree(me: Person) -> list[tuple[str, str]]:
    """Role and name of everything in the accessibility tree."""
    wire = me.context.new_cdp_session(me.page)
    nodes = wire.send("Accessibility.getFullAXTree")["nodes"]
    wire.detach()
    return [
        (n["role"]["value"], n.get("name", {}).get("value", "").strip())
        for n in nodes
        if not n["ignored"]
    ]


def view(me: Person, server: Server) -> Any:
    """Return the view of the seat now."""
    game, token = re.findall(r"/table/([^#]+)#([^.]+)", me.page.url)[0]
    return me.page.request.get(
        f"{server.url}/api/games/{game}/view", headers={"authorization": f"Bearer {token}"}
    ).json()


@pytest.mark.parametrize("book", BOOKS)
def test_every_control_has_a_name_of_its_own(server: Server, people: Any, book: str) -> None:
    me = people()
    me.expected = {"409"}
    keys = Keys(me)
    keys.sit(server, book, "referee")
    found = tree(me)
    assert [role for role, name in found if role in CONTROLS | PLACED and not name] == []
    assert {role for role, _ in found} >= {
        "banner",
        "main",
        "complementary",
        "navigation",
        "log",
        "combobox",
        "application",
    }
    buttons = Counter(name for role, name in found if role == "button")
    assert [name for name, n in buttons.items() if n > 1 and name not in ("all", "edit")] == []
    assert not [name for _, name in found if re.search(r"undefined|\[object|NaN", name)]


@pytest.mark.parametrize("book", BOOKS)
def test_hexes_counters_and_verdicts_are_told(server: Server, people: Any, book: str) -> None:
    me = people()
    me.expected = {"409"}
    keys, page = Keys(me), me.page
    keys.sit(server, book, "computer", {"campaign": "The hunt for the Graf Spee"}.get(book, ""))
    page.wait_for_selector("svg.board[data-rests=true]", state="attached")
    expect(page.locator("#log")).to_contain_text("You sign this game")
    assert page.evaluate(TELLS) == 3
    display = view(me, server)["display"]
    counter = next(c for c in display["counters"] if c["place"] and c["name"])
    keys.region("#map")
    keys.press("g")
    page.keyboard.type(counter["place"])
    page.keyboard.press("Enter")
    here = page.locator("#here")
    expect(here).to_contain_text(counter["place"])
    assert counter["name"] in here.inner_text()
    keys.region("#map")
    before = here.inner_text()
    keys.press("ArrowLeft")
    if here.inner_text() == before:  # the map ends there
        keys.press("ArrowRight")
    expect(here).not_to_have_text(before)
    assert len(here.inner_text().split(".")) >= 3, "the hex, its sea or land, who is there"
    keys.press("/")
    page.keyboard.type("sail the seven seas")
    expect(page.locator("#told")).to_contain_text(
        page.locator("#task .verdict > span").inner_text()
    )
    keys.press("Escape", "Escape")
    expect(page.locator("#told")).to_have_text("")
    page.evaluate("window.told.length = 0")
    log = page.locator("#log > li").count()
    keys.region("#task")
    keys.coached()
    page.wait_for_function("n => document.querySelectorAll('#log > li').length > n", arg=log)
    told = page.evaluate("window.told")
    assert any(where == "told" and "Legal" in text for where, text in told)
    fresh = [text for where, text in told if where == "log"]
    assert fresh
    assert len(fresh) < log + 6, "what was read already is not read again"
    assert not any("You sign this game" in text for text in fresh)
