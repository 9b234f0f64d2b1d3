"""After the end: the report, the link to share it, another game with the sides changed."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from .conftest import Server


def test_from_the_end_to_the_report_and_to_the_next_game(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"404", "409"}
    page = me.page
    page.goto(server.url)
    page.get_by_text("The hunt for the Graf Spee", exact=False).first.click()
    page.get_by_text("A friend at this screen").click()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/**")
    me.settle("order", "empty", "window", "waiting")
    game, seat = page.url.split("/table/")[1].split("#")
    side = page.evaluate("document.body.dataset.moment").split(" ")[0]
    stranger = people()
    stranger.expected = {"404"}
    stranger.page.goto(f"{server.url}/report/{game}")
    expect(
        stranger.page.get_by_role("heading", name="There is no report here")
    ).to_be_visible()  # it goes on
    expect(stranger.page.get_by_role("link", name="To the start page")).to_be_visible()
    page.get_by_role("button", name="resign", exact=True).click()
    page.get_by_role("button", name="Resign", exact=True).click()
    me.settle("over")
    page.get_by_role("link", name="The report").click()
    page.wait_for_selector("body[data-state=drawn]")
    expect(page.locator("#title")).to_have_text(re.compile("^The (Axis|Allies) won$"))
    assert seat.split(".")[0] not in page.url
    link = page.locator("#link").input_value()
    assert seat.split(".")[0] not in link
    stranger.page.goto(link)
    stranger.page.wait_for_selector("body[data-state=drawn]")
    expect(stranger.page.locator("#rematch")).to_have_count(0)
    expect(stranger.page.locator("#score table")).to_be_visible()
    before = stranger.page.inner_text(".caption")
    stranger.page.get_by_label("Moment of the game").focus()
    stranger.page.keyboard.press("Home")
    expect(stranger.page.locator(".caption")).not_to_have_text(before)
    page.locator("#rematch").click()
    page.wait_for_url(lambda url: "/table/" in url and game not in url)
    me.settle("order", "empty", "window", "waiting")
    assert page.evaluate("document.body.dataset.moment").split(" ")[0] != side


OVER = """[...document.querySelectorAll('text.b-boxname')].map(e => [e.textContent, e.getBoundingClientRect()])
    .flatMap(([a, r], i, all) => all.slice(i + 1)
        .filter(([, s]) => r.left < s.right && s.left < r.right && r.top < s.bottom && s.top < r.bottom)
        .map(([b]) => `${a} over ${b}`))"""
"""Names of boxes that lie over each other."""


def test_names_of_boxes_do_not_lie_over_each_other_on_a_phone(server: Server, people: Any) -> None:
    me = people(viewport={"width": 390, "height": 844})
    page = me.page
    page.goto(server.url)
    page.get_by_text("Oran: six turns of gunnery").first.click()
    page.get_by_role("button", name="Sit down").click()
    me.settle("order", "empty")
    with me.passing():
        me.give("ready")
    me.give("retreat")
    me.settle("over")
    page.get_by_role("link", name="The report").click()
    page.wait_for_selector("body[data-state=drawn]")
    page.wait_for_selector("text.b-boxname", state="attached")
    assert page.evaluate(OVER) == []
    named = page.locator("text.b-boxname").all_text_contents()
    assert all(name[:1].isupper() for name in named), named  # names, not ids
