"""An answer that holds: chosen beside the question, written as a standing order, and not asked
again on the voyage."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from .conftest import Server

GAME = {
    "book": "europa",
    "scenario": "pedestal-first-steps",
    "opponent": "computer",
    "side": "Axis",
    "keyed": True,
}


def test_one_answer_for_a_whole_voyage(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    page = me.page
    made = page.request.post(f"{server.url}/api/games", data=GAME).json()
    page.goto(server.url + made["seats"][0]["link"])
    expect(page.locator("#log")).to_contain_text("You sign this game")
    me.settle("window")
    chips = page.locator(".once")
    expect(chips).to_be_visible()
    expect(chips).to_contain_text("Up to")  # found with that chance, as the choices tell
    chips.get_by_label("This voyage").check()
    expect(chips).to_contain_text("standing order")
    page.locator("#task label.opt").first.click()
    expect(chips).to_contain_text("turn =")
    with me.passing():
        page.locator("#task footer .btn").last.click()
    expect(page.locator("#forces .sorder")).to_contain_text("turn =")
    used = page.locator("#forces .sorder").inner_text()
    assert "Used" in used, used
