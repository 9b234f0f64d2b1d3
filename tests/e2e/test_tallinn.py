"""The Tallinn breakthrough in the browser, at a table with two chairs: what lies over the map, and how it is switched."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from .conftest import Person, Server


def open_table(person: Person, server: Server, scenario: str) -> None:
    """From the start page to a scenario of Europa, refereed."""
    page = person.page
    page.goto(server.url)
    page.check("input[name=way][value=referee]")
    page.click(f"label:has-text('{scenario}')")
    page.click("#bill button[type=submit]")
    page.wait_for_url(re.compile("/table/"))
    person.settle("empty", "order")


def test_layers_are_switched_in_the_legend_and_stay_so(server: Server, people: Any) -> None:
    me = people()
    page = me.page
    open_table(me, server, "The Tallinn breakthrough")
    axis = page.locator("#legend .key", has_text="Axis danger zone")
    soviet = page.locator("#legend .key", has_text="Soviet danger zone")
    expect(axis).to_have_attribute("aria-pressed", "true")
    expect(soviet).to_have_attribute("aria-pressed", "false")  # one's own is off at first
    expect(page.locator("path.x-danger.l0")).to_have_count(1)
    expect(page.locator("path.x-danger.l2")).to_have_count(0)
    expect(page.locator("path.x-mines.axis")).to_have_count(4)
    axis.click()
    soviet.click()
    expect(page.locator("path.x-danger.l0")).to_have_count(0)
    expect(page.locator("path.x-danger.l2")).to_have_count(1)
    page.reload()
    expect(axis).to_have_attribute("aria-pressed", "false")
    expect(page.locator("path.x-danger.l2")).to_have_count(1)
    page.click("#layers button:has-text('Legend')")
    expect(page.locator("#legend")).to_be_hidden()
