"""Writing orders in every book's words: Tab in the middle of a text, clicks that fill the slot that takes such a thing."""

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
        expect(page.locator(".signs")).to_contain_text("is signed with key")
        expect(page.locator("#log")).to_contain_text("You sign this game")


def caret(person: Person, at: int) -> None:
    """Put the caret before a letter of the line, as a click there would."""
    person.page.focus("#cmd")
    person.page.evaluate("at => document.querySelector('#cmd').setSelectionRange(at, at)", at)
    person.page.dispatch_event("#cmd", "keyup")


@pytest.mark.parametrize(
    ("scenario", "side", "typed", "before", "whole"),
    [
        ("Norway 1940", "Axis", "patrol Gneise to E30", " to", "patrol Gneisenau to E30"),
        ("Norwegian Sea 1940", "Axis", "patrol Schar to 20,7", " to", "patrol Scharnhorst class to 20,7"),
        ("First steps", "", "sail Conv to 25:2802", " to", "sail Convoy to 25:2802"),
    ],
)  # fmt: skip
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


def test_clicks_fill_the_slots_of_a_world_at_war(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "Norway 1940", "Axis")
    page, line = me.page, me.page.locator("#cmd")
    page.fill("#cmd", "base change to Kiel with ")
    page.click(".shipline:has-text('Gneisenau')")
    expect(line).to_have_value("base change to Kiel with GE-BC-Gneisenau")
    page.click(".shipline:has-text('Scharnhorst')")
    expect(line).to_have_value("base change to Kiel with GE-BC-Gneisenau, GE-BC-Scharnhorst")
    expect(page.locator(".shipline[aria-pressed=true]")).to_have_count(2)
    page.click(".shipline:has-text('Gneisenau')")
    expect(line).to_have_value("base change to Kiel with GE-BC-Scharnhorst")
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
    expect(line).to_have_value("patrol 19,7 with GE-BC-1")
    me.click_hex("20,7")
    expect(line).to_have_value("patrol 20,7 with GE-BC-1")
    page.focus("#map")
    page.keyboard.press("Backspace")
    expect(line).to_have_value("patrol with GE-BC-1")
    me.click_hex("20,7")
    expect(line).to_have_value("patrol 20,7 with GE-BC-1")


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
