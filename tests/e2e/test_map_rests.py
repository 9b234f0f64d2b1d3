"""The map keeps what has not changed: nothing vanishes under a pointer because something else was
drawn anew."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from .conftest import Server
from .test_page import sit

REMEMBER = """() => {
    const nodes = (layer) => [...document.querySelector(`.b-${layer}`).children];
    window.kept = Object.fromEntries(["ids", "units", "ports", "labels"].map((layer) => [layer, nodes(layer)]));
}"""
LEFT = """() => Object.fromEntries(Object.entries(window.kept).map(
    ([layer, nodes]) => [layer, [nodes.filter((n) => n.isConnected).length, nodes.length]]))"""
RESTS = "svg.board[data-rests=true]"


def test_redrawing_keeps_the_nodes_that_did_not_change(toy: Server, people: Any) -> None:
    me = people()
    sit(me, toy, "computer", "Red")
    page = me.page
    page.wait_for_selector(RESTS)
    page.evaluate(REMEMBER)
    assert me.verdict("move Red1 to 3")
    page.wait_for_selector(RESTS)
    left = page.evaluate(LEFT)
    assert all(there for _, there in left.values()), left
    assert left["ports"][0] > 0.8 * left["ports"][1], left
    assert left["ids"][0] > 0.8 * left["ids"][1], left
    page.fill("#cmd", "")
    page.wait_for_selector(RESTS)
    page.evaluate(REMEMBER)
    with page.expect_response("**/changes*"):
        page.evaluate(
            "dispatchEvent(new Event('online'))"
        )  # the view is fetched again and is the same
    page.wait_for_selector(RESTS)
    again = page.evaluate(LEFT)
    assert all(stayed == there for stayed, there in again.values()), again


def test_a_hex_can_be_clicked_while_the_map_is_drawn_anew(toy: Server, people: Any) -> None:
    me = people()
    sit(me, toy, "computer", "Red")
    page = me.page
    page.click("[data-force=Red1] button")
    page.wait_for_selector(RESTS)
    label = page.locator(".b-ids text", has_text="E31")
    label.click(force=True)
    expect(page.locator("#say")).to_contain_text(
        "cannot take that"
    )  # the click arrived: E31 is no square of this game
