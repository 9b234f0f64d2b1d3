"""Midway and Torch from the page: carriers bound to a landing, a landing before which a garrison
chooses."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from .conftest import Person, Server
from .test_landing import combat
from .test_norway import until


def seated(server: Server, person: Person, scenario: str, side: str) -> None:
    """A person at a table of a scenario, brought to the offensive missions of the first combat
    phase."""
    page = person.page
    page.goto(server.url)
    page.click(f"label:has-text('{scenario}')")
    page.check(f"#bill input[value={side}]")
    page.click("#bill button[type=submit]")
    page.wait_for_url(re.compile("/table/"))
    person.settle("empty", "window", "waiting")
    until(person, done=lambda: combat(person), seconds=60)


def test_the_carriers_sail_with_the_landing_at_midway(server: Server, people: Any) -> None:
    me = people()
    page = me.page
    seated(server, me, "Midway 1942", "Axis")
    expect(page.locator("#task")).to_contain_text("You must still announce this turn")
    fleet = "Akagi, Kaga, Soryu, Hiryu, Haruna, Hiei, Kirishima, JA-DD-Tokyo:4"
    assert not me.verdict(
        "invade M47 with Akagi, JA-DD-Tokyo:2 carrying JA-MAR-Naval-landing-force"
    )
    expect(page.locator(".refusal > .clause").first).to_be_visible()
    with me.passing():
        me.give(
            f"invade M47 with {fleet} carrying JA-MAR-Naval-landing-force, "
            "JA-INF-Ichiki-detachment as TF1"
        )
    expect(page.locator("#task")).not_to_contain_text("You must still announce this turn")
    page.click("[data-leaf=operation]")
    expect(page.locator(".part tbody tr").filter(has_text="Take back")).to_have_count(1)


def test_the_garrison_of_algiers_answers_a_landing(server: Server, people: Any) -> None:
    me = people()
    page = me.page
    seated(server, me, "Torch 1942", "Allied")
    with me.passing():
        me.give("invade Algiers with Gibraltar destroyers:8 carrying Eastern Task Force")
    with me.passing(rest=False):
        me.give("done")
    expect(page.locator("#log")).to_contain_text(
        re.compile("The garrison of Algiers (steps aside|resists)")
    )
