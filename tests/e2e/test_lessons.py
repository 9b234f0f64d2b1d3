"""Learn in one turn: a script that only does what the coach says finishes the lesson of every book
with a success."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from flagplot import rulebooks

from .conftest import Person, Server

STATE = """() => [document.querySelector('#lesson').innerText, document.querySelector('#cmd').value,
    document.querySelector('#task').getAttribute('aria-busy'), document.querySelector('#log').childElementCount].join('|')"""


def do_as_told(me: Person) -> None:
    """Press what the coach points at, and wait until something has come of it."""
    page = me.page
    before = page.evaluate(STATE)
    page.locator("#lessonact").click()
    page.wait_for_function(f"before => ({STATE})() !== before", arg=before)
    page.wait_for_selector("#task:not([aria-busy=true])", state="attached")
    if written := page.input_value("#cmd"):
        page.wait_for_selector(f'#task[data-asked="{written}"] .verdict')


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_the_lesson_is_finished_by_doing_what_the_coach_says(
    server: Server, people: Any, book: str
) -> None:
    me = people(viewport={"width": 390, "height": 844}) if book == "campaign" else people()
    me.expected = {"409"}
    page = me.page
    page.goto(server.url)
    page.click("#learn")
    page.click(f"[data-lesson={book}]")
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator("#lessonact")).to_be_visible()
    refused = False
    for _ in range(80):
        page.wait_for_selector(
            "#lessonact, [data-lesson=well], [data-lesson=otherwise]", state="attached"
        )
        if page.locator("#lesson [data-lesson]").count():
            break
        refused = refused or "The order is refused" in page.inner_text("#lesson")
        do_as_told(me)
    expect(page.locator("#lesson [data-lesson=well]")).to_be_visible()
    assert refused
    if book == "europa":
        expect(page.locator(".scorebar")).to_contain_text("6")
        box, map = (
            page.locator(".cnt[data-unit='Convoy']").bounding_box(),
            page.locator("#map").bounding_box(),
        )
        assert box is not None
        assert map is not None
        assert map["x"] < box["x"] < map["x"] + map["width"]  # the map has followed the convoy
        expect(page.locator(".ending .reasons")).to_contain_text("docked")
        page.click(".scorebar")
        expect(page.locator("#dialog .reasons")).to_contain_text("docked")
