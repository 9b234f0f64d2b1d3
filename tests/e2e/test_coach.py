"""Nobody loses by a green button: what was forgotten is said once, with the button that does it;
ideas of the coach."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Server
from .test_filling import sit


@pytest.mark.parametrize(
    ("scenario", "side", "begins"),
    [
        ("First steps", "Allied", "sail Convoy to "), ("Norway 1940", "Axis", "patrol "),
        ("The hunt for the Graf", "Axis", "patrol "),
    ],
)  # fmt: skip
def test_what_was_forgotten_is_said_once(
    server: Server, people: Any, scenario: str, side: str, begins: str
) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, scenario, side)
    page = me.page
    page.locator(".closes .btn.go").click()
    expect(page.locator("#oh")).to_have_text("Before you end this")
    page.locator(".reminder .remedy").first.click()
    assert page.input_value("#cmd").startswith(begins)
    expect(page.locator(".verdict.yes")).to_be_visible()
    page.fill("#cmd", "")
    page.locator(".closes .btn.go").click()
    expect(page.locator("#log")).to_contain_text("one")
    expect(page.locator("#log li[data-n]").last).not_to_contain_text("You sign")


def test_the_coach_tells_what_is_worth_doing(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "First steps", "Allied")
    page = me.page
    page.get_by_role("button", name="What is worth doing?").click()
    expect(page.locator(".coach .idea").first).to_contain_text("unharmed")
    expect(page.locator(".coach")).to_contain_text("Do not forget")
    page.locator(".coach .idea .remedy").first.click()
    expect(page.locator(".verdict.yes")).to_be_visible()


def test_the_coach_makes_room_for_another_question_and_the_log_keeps_its_place(
    server: Server, people: Any
) -> None:
    me = people(viewport={"width": 1440, "height": 640})
    me.expected = {"409"}
    sit(me, server, "The hunt for the Graf", "Axis")
    page = me.page
    log = page.locator("#logscroll")
    for text in ("supply ship to Rio", "patrol Admiral Graf Spee to Rio"):
        with me.passing():
            me.give(text)
    page.get_by_role("button", name="What is worth doing?").click()
    expect(page.locator(".coach")).to_contain_text("What to do now")
    assert log.evaluate("e => e.scrollHeight > e.clientHeight + 20 && e.scrollTop > 20"), (
        "what was said last is out of sight"
    )
    me.give("done")
    expect(page.locator("#oh")).to_contain_text("Intercept")
