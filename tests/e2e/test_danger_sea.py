"""The danger sea on the page: tints of what a chosen force can reach, two cases that are told
apart, by mouse and by key."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Person, Server
from .test_filling import sit


def choose(me: Person, force: str) -> None:
    """Find a force, which chooses it, and wait for its sea."""
    me.page.fill("#find", force)
    me.page.press("#find", "Enter")
    expect(me.page.locator(".sealegend .ramp")).to_be_visible()
    expect(
        me.page.locator(".danger-sea").first
    ).to_be_attached()  # the map is drawn with the next frame


def tints(me: Person) -> str:
    """The outlines of all tints of the danger sea, by level."""
    drawn = "[...document.querySelectorAll('.danger-sea')].map(e => e.getAttribute('class') + e.getAttribute('d').length).join()"
    return str(me.page.evaluate(drawn))


@pytest.mark.parametrize(
    ("scenario", "side", "force", "place"),
    [
        ("Norway 1940", "Axis", "Gneisenau", "F30"),
        ("The Tallinn breakthrough", "Allied", "Convoy-1", "1B:0611"),
        ("Norwegian Sea 1940", "Axis", "GE-BC-1", "20,14"),
    ],
)
def test_two_cases_of_the_danger_sea(
    server: Server, people: Any, scenario: str, side: str, force: str, place: str
) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, scenario, side)
    page = me.page
    expect(page.locator(".sealegend")).to_have_count(0)
    choose(me, force)
    likely, told = tints(me), page.inner_text(".sealegend p")
    assert likely
    expect(page.locator("[data-case=likely]")).to_have_attribute("aria-pressed", "true")
    page.click("[data-case=worst]")
    expect(page.locator("[data-case=worst]")).to_be_focused()
    assert page.inner_text(".sealegend p") != told
    assert tints(me) != likely
    page.fill("#find", place)
    page.press("#find", "Enter")
    expect(page.locator("#here")).to_contain_text("worst case")
    expect(page.locator("#here")).to_contain_text("likely case")
    page.keyboard.press("s")
    expect(page.locator("#here")).to_contain_text("Off")
    assert tints(me) == ""
    page.keyboard.press("s")
    expect(page.locator("#here")).to_contain_text("Likely case")
    assert tints(me) == likely
    page.keyboard.press("Escape")  # the draft is put away, the force with it
    expect(page.locator(".sealegend")).to_have_count(0)
    assert tints(me) == ""


def test_the_danger_sea_on_the_phone(server: Server, people: Any) -> None:
    me = people(viewport={"width": 390, "height": 844})
    me.expected = {"409"}
    sit(me, server, "Norway 1940", "Axis")
    page = me.page
    page.fill("#find", "Gneisenau")
    page.press("#find", "Enter")
    expect(page.locator(".danger-sea").first).to_be_attached()
    page.locator("#tabs [data-tab=more]").click()
    page.locator("#dialog").get_by_role("button", name="Danger sea").click()
    page.locator("#dialog [data-case=worst]").click()
    expect(page.locator("#dialog [data-case=worst]")).to_have_attribute("aria-pressed", "true")


def test_a_route_and_the_sea_round_it_share_one_ramp(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "Norway 1940", "Axis")
    page = me.page
    choose(me, "Gneisenau")
    page.fill("#cmd", "patrol Gneisenau to F30")
    expect(page.locator("#task")).to_contain_text("Chance to be intercepted")
    expect(page.locator("#legend .ramp")).to_have_count(1)


def test_a_battle_on_its_own_map_says_nothing_of_the_sea(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "Wake, December 1941", "Axis")
    page = me.page
    page.fill("#cmd", "place JA-CL-1 at ")
    expect(page.locator("#task")).to_contain_text("Say where")
    expect(page.locator(".sealegend")).to_have_count(0)
