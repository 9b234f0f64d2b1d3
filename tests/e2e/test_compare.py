"""Drafts side by side: verdict, risk, cost and score of each before one is given."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from .conftest import Server

GAME = {
    "book": "europa",
    "scenario": "pedestal-first-steps",
    "opponent": "computer",
    "side": "Allied",
    "keyed": True,
}
PLANS = ("move Convoy to 25:2005 25:2105", "move Convoy to 25:2005", "move Convoy to 25:1805")


def test_three_plans_are_compared_and_one_is_opened(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    page = me.page
    made = page.request.post(f"{server.url}/api/games", data=GAME).json()
    page.goto(server.url + made["seats"][0]["link"])
    expect(page.locator("#log")).to_contain_text("You sign this game")
    for text in PLANS[1:]:
        me.verdict(text)
        page.get_by_role("button", name="Keep draft").click()
        expect(page.locator("#cmd")).to_have_value("")
    me.verdict(PLANS[0])
    page.locator("#compare").click()
    plans = page.locator("#dialog .plan")
    expect(plans).to_have_count(3)
    for plan in plans.all():
        expect(plan.locator(".score")).to_contain_text("simulated games")
        expect(plan).to_contain_text("MPs")
    plans.nth(1).get_by_role("button", name="Open this order").click()
    expect(page.locator("#cmd")).not_to_have_value(PLANS[0])
    expect(page.locator("#dialog")).to_be_hidden()

    # on a phone the way there stays, and one plan stands under the other
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#compare").click()
    expect(plans.nth(1)).to_be_visible()
    first, second = plans.nth(0).bounding_box(), plans.nth(1).bounding_box()
    assert first
    assert second
    assert second["y"] >= first["y"] + first["height"] - 1
    assert first["width"] > 300
