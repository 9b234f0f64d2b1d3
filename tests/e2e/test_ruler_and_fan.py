"""Measuring on the map, and a stack fanned out with a box for each unit: by mouse and by key."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Person, Server
from .test_filling import sit
from .test_small_things import counter


def place(me: Person, id: str) -> tuple[float, float]:
    """Where a hex is on the screen, once the map rests."""
    me.page.wait_for_selector("svg.board[data-rests=true]", state="attached")
    x, y = me.spot(id)
    return x, y


@pytest.mark.parametrize(
    ("scenario", "side", "start", "end", "said"),
    [
        ("Norway 1940", "Axis", "G28", "D30", "3 hexes, 3 by water"),
        ("Norway 1940", "Axis", "G28", "G30", "2 hexes, 2 by water"),
        ("Norwegian Sea 1940", "Axis", "18,12", "20,14", "2 squares, 2 by water"),
    ],
)
def test_dragging_measures(
    server: Server, people: Any, scenario: str, side: str, start: str, end: str, said: str
) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, scenario, side)
    page, mouse = me.page, me.page.mouse
    one, two = place(me, start), place(me, end)
    page.keyboard.down("Shift")
    mouse.move(*one)
    mouse.down()
    mouse.move((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)
    mouse.move(*two)
    mouse.up()
    page.keyboard.up("Shift")
    expect(page.locator("#here")).to_have_text(f"{start} to {end}: {said}")
    assert place(me, start) == one  # the map stayed where it was
    page.fill("#find", start)
    page.press("#find", "Enter")
    page.get_by_role("button", name="Ruler").click()
    expect(page.get_by_role("button", name="Ruler")).to_have_attribute("aria-pressed", "true")
    page.focus("#map")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#here")).to_contain_text("by water")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Ruler")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".route.aim")).to_have_count(0)


def test_a_stack_is_fanned_out(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "Norway 1940", "Axis")
    page, fan = me.page, me.page.locator(".fan")
    page.mouse.click(*counter(me, "port:Axis:J29"))
    expect(fan).to_contain_text("Wilhelmshaven")
    expect(page.locator("#cmd")).to_have_value(
        "patrol Gneisenau, Scharnhorst, Hipper, Koenigsberg, Koeln, Weser destroyers to "
    )
    expect(fan.get_by_label("Hipper")).to_be_checked()
    fan.get_by_label("Hipper").click()
    expect(page.locator("#cmd")).not_to_have_value(re.compile("Hipper"))
    expect(fan.get_by_label("Hipper")).not_to_be_checked()
    fan.get_by_label("Hipper").click()
    expect(page.locator("#cmd")).to_have_value(re.compile("Hipper"))
    expect(fan.get_by_label("Hipper")).to_be_checked()
    page.get_by_role("button", name="Close the list").click()
    expect(fan).to_be_hidden()


def test_a_stack_is_fanned_out_by_key(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "The Tallinn breakthrough", "Allied")
    page, fan = me.page, me.page.locator(".fan")
    page.fill("#find", "Tallinn")
    page.press("#find", "Enter")
    page.keyboard.press("f")
    expect(fan).to_be_visible()
    expect(fan.locator("input").first).to_be_focused()
    box = fan.locator("input[value='Convoy-2']")
    box.focus()
    page.keyboard.press("Space")
    expect(page.locator("#cmd")).to_have_value("sail Convoy-2 to ")
    expect(box).to_be_checked()
    fan.locator("input").first.focus()
    page.keyboard.press("Escape")
    expect(fan).to_be_hidden()
    expect(page.locator("#map")).to_be_focused()
