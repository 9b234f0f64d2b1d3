"""Battles before a coast on the page: Oran by hand, a landing at Wake left to the staff."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from .conftest import Server
from .test_campaign import seated


def test_oran_is_fought_by_clicking(server: Server, people: Any) -> None:
    me = seated(people(), server, "Oran: six turns", "Allied")
    page = me.page
    assert not me.verdict("place L-UK-BC-1 to 12,10"), "an order that says nothing is not legal"
    me.give("place L-UK-BC-1 at 06,07")
    me.settle("empty", "order")
    me.give("ready")
    me.settle("empty", "order")
    assert me.verdict("fire L-UK-BC-1 at Strasbourg")
    expect(page.locator(".forecast").first).to_be_visible()
    page.click("#announce")
    expect(page.locator("#log")).to_contain_text("Hood fires at Strasbourg")
    me.settle("empty", "order")
    me.give("staff")
    expect(page.locator("#log")).to_contain_text("The battle for Oran is over", timeout=20_000)


def test_a_landing_left_to_the_staff(server: Server, people: Any) -> None:
    me = seated(people(), server, "Wake: one company", "Axis")
    me.give("staff")
    expect(me.page.locator("#log")).to_contain_text(
        re.compile("The battle for Wake is over|Wake is taken"), timeout=30_000
    )
    expect(me.page.locator("#log")).to_contain_text("The game is over", timeout=30_000)


def test_a_landing_is_fought_by_hand_boats_run_in_and_fire_is_opened_in_time(
    server: Server, people: Any
) -> None:
    me = seated(people(), server, "Wake, December 1941", "Axis")
    page = me.page
    with me.passing():
        me.give("place JA-SNLF-1-boat at 04,12")
    with me.passing():
        me.give("ready")
    me.settle("empty", "order")
    with me.passing():
        me.give("move JA-SNLF-1-boat to 07,12")
    assert not me.verdict("land JA-SNLF-1 at 08,11"), (
        "a boat lies off the beach for a turn before anybody lands"
    )
    with me.passing():
        me.give("end turn")
    me.settle("empty", "order")
    assert not me.verdict("end turn"), "the ships open fire by the second turn, or stay out"
    expect(page.locator("#task")).to_contain_text("Open fire, or stay out")
    assert me.verdict("retreat")
    with me.passing():
        me.give("land JA-SNLF-1 at 08,11")
    expect(page.locator("#log")).to_contain_text(re.compile("Maizuru 2nd SNLF, 1st company"))
    assert me.verdict("fire JA-CL-1 at US-GAR-1")
    expect(page.locator(".forecast").first).to_be_visible()
    with me.passing():
        me.give("fire JA-CL-1 at US-GAR-1")
    assert me.verdict("end turn")
    with me.passing():
        me.give("staff")
    expect(page.locator("#log")).to_contain_text("The battle for Wake is over", timeout=30_000)
