"""Writing orders in every book's words: Tab in the middle of a text, clicks that fill the slot that
takes such a thing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Person, Server


def sit(person: Person, server: Server, scenario: str, side: str = "") -> None:
    """From the start page to the table, refereed or against the computer."""
    page = person.page
    page.goto(server.url)
    page.click(f"label:has-text('{scenario}')")
    page.check(f"input[name=way][value={'computer' if side else 'referee'}]")
    if side:
        page.check(f"#bill input[value={side}]")
    page.click("#bill button[type=submit]")
    page.wait_for_url(re.compile("/table/"))
    person.settle("empty")
    if side:
        expect(page.locator(".signs")).to_contain_text("are signed with key")
        expect(page.locator("#log")).to_contain_text("You sign this game")


def caret(person: Person, at: int) -> None:
    """Put the caret before a letter of the line, as a click there would."""
    person.page.focus("#cmd")
    person.page.evaluate("at => document.querySelector('#cmd').setSelectionRange(at, at)", at)
    person.page.dispatch_event("#cmd", "keyup")


HOLD = """() => {
    const send = window.fetch;
    window.held = []; window.free = false;
    window.fetch = async (path, options) => {
        const answer = await send(path, options);
        if (String(path).endsWith("/examine") && !window.free) await new Promise((go) => window.held.push(go));
        return answer;
    };
}"""
"""An examination that the room answers late is held back until it is let go."""


@pytest.mark.parametrize(
    ("scenario", "side", "typed", "before", "whole"),
    [
        ("Norway 1940", "Axis", "patrol Gneise to E30", " to", "patrol Gneisenau to E30"),
        (
            "Norwegian Sea 1940",
            "Axis",
            "patrol Schar to 20,7",
            " to",
            "patrol Scharnhorst class to 20,7",
        ),
        ("First steps", "", "sail Conv to 25:2802", " to", "sail Convoy to 25:2802"),
    ],
)
def test_tab_in_the_middle_of_a_text(
    server: Server, people: Any, scenario: str, side: str, typed: str, before: str, whole: str
) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, scenario, side)
    line = me.page.locator("#cmd")
    me.page.fill("#cmd", typed)
    caret(me, typed.index(before))
    me.page.keyboard.press("Tab")
    expect(line).to_have_value(whole)
    assert me.page.evaluate("document.querySelector('#cmd').selectionStart") == whole.index(before)
    expect(me.page.locator(".verdict.yes")).to_be_visible()


def test_tab_waits_for_the_completions_when_the_game_goes_on_meanwhile(
    server: Server, people: Any
) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "First steps", "")
    stale = {"code": "stale", "detail": "The game has gone on."}
    me.page.route("**/examine", lambda route: route.fulfill(status=409, json=stale), times=1)
    me.page.fill("#cmd", "sail Conv to 25:2802")
    caret(me, len("sail Conv"))
    me.page.keyboard.press("Tab")
    expect(me.page.locator("#cmd")).to_have_value("sail Convoy to 25:2802")


def test_what_was_asked_before_the_news_is_asked_again(server: Server, people: Any) -> None:
    """At Norway the patrols of one side are given one by one: another page of the same seat gives
    one while Tab waits here."""
    me = people()
    sit(me, server, "Norway 1940", "")
    page = me.page
    page.evaluate(HOLD)
    page.fill("#cmd", "patrol Gneise to E30")
    caret(me, len("patrol Gneise"))
    page.keyboard.press("Tab")
    page.wait_for_function("() => window.held.length > 0")
    game, token = re.findall(r"/table/([^#]+)#(.+)", page.url)[0]
    at, text = (
        int(str(page.get_attribute("body", "data-moment")).split()[-1]),
        "patrol Scharnhorst to F31",
    )
    head = {"authorization": f"Bearer {token}"}
    with me.passing(rest=False):
        given = page.request.post(
            f"{server.url}/api/games/{game}/answer", headers=head, data={"text": text, "at": at}
        )
        assert given.json()["legal"]
    page.evaluate("window.held.splice(0).forEach((go) => go()); window.free = true")
    expect(page.locator("#cmd")).to_have_value("patrol Gneisenau to E30")


def test_clicks_fill_the_slots_of_a_world_at_war(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "Norway 1940", "Axis")
    page, line = me.page, me.page.locator("#cmd")
    page.fill("#cmd", "base change to Kiel with ")
    page.click(".shipline:has-text('Gneisenau')")
    expect(line).to_have_value("base change to Kiel with Gneisenau")
    page.click(".shipline:has-text('Scharnhorst')")
    expect(line).to_have_value("base change to Kiel with Gneisenau, Scharnhorst")
    expect(page.locator(".shipline[aria-pressed=true]")).to_have_count(2)
    page.click(".shipline:has-text('Gneisenau')")
    expect(line).to_have_value("base change to Kiel with Scharnhorst")
    page.fill("#cmd", "patrol Scharnhorst to C31")
    me.click_hex("E30")
    expect(line).to_have_value("patrol Scharnhorst to E30")


def test_clicks_fill_the_slots_of_the_campaign(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "Norwegian Sea 1940", "Axis")
    page, line = me.page, me.page.locator("#cmd")
    page.fill("#cmd", "patrol 19,7 with ")
    page.click(".shipline:has-text('Scharnhorst')")
    expect(line).to_have_value("patrol 19,7 with Scharnhorst class")
    me.click_hex("20,7")
    expect(line).to_have_value("patrol 20,7 with Scharnhorst class")
    page.focus("#map")
    page.keyboard.press("Backspace")
    expect(line).to_have_value("patrol with Scharnhorst class")
    me.click_hex("20,7")
    expect(line).to_have_value("patrol 20,7 with Scharnhorst class")


def test_clicks_fill_the_slots_of_europa(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "First steps")
    page, line = me.page, me.page.locator("#cmd")
    page.fill("#cmd", "sail ")
    page.click(".tf:has-text('Convoy')")
    expect(line).to_have_value("sail Convoy")
    me.click_hex("25:2802")
    expect(line).to_have_value(re.compile(r"^sail Convoy (to )?25:2802$"))
    page.focus("#map")
    page.keyboard.press("Backspace")
    expect(line).to_have_value(re.compile(r"^sail Convoy( to)? ?$"))
    page.fill("#cmd", "wait 5 MPs")
    page.click(".tf:has-text('Convoy')")
    expect(line).to_have_value("wait 5 MPs with Convoy")
    page.fill("#cmd", "done")
    page.click(".tf:has-text('Convoy')")
    expect(line).to_have_value("sail Convoy to ")
    expect(page.locator("#parked")).to_contain_text("done")
