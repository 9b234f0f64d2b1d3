"""Findings of axe-core on the start page and a game page of each book, day and night. ``make
page-report`` looks at every page and dialog on a wide screen and a narrow one."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

import page_audit

from .conftest import Server

LOOKED_AT = ("as it opens", "an order that is none", "keys and help")


def looked_at(page: Any, name: str, steps: Any) -> dict[str, list[str]]:
    """Return the grave findings at each of the steps."""
    return {said: page_audit.grave(page) for said, page in page_audit.each(page, name, steps)}


@pytest.mark.parametrize("book", ["awaw", "europa", "campaign"])
def test_nothing_grave_is_found_at_a_table(server: Server, browser: Browser, book: str) -> None:
    (path,) = page_audit.moments(server.home, book, ("order",))["order"]
    page = browser.new_page(viewport=page_audit.DESK, reduced_motion="reduce")
    page.set_default_timeout(15_000)
    page.goto(server.url + path)
    page_audit.rested(page)
    steps = dict((*page_audit.ORDER, *page_audit.DESK_TOO))
    found = looked_at(page, book, tuple((name, steps[name]) for name in LOOKED_AT))
    page.set_viewport_size(page_audit.PHONE)
    page.reload()
    page_audit.rested(page)
    found |= looked_at(page, f"{book}, on a phone", page_audit.PHONE_TOO[:1])
    page.close()
    assert {
        name: grave for name, grave in found.items() if grave or name.startswith("(none)")
    } == {}


def test_nothing_grave_is_found_on_the_way_to_a_table(server: Server, browser: Browser) -> None:
    page = browser.new_page(viewport=page_audit.PHONE, reduced_motion="reduce")
    page.goto(server.url)
    page.wait_for_selector("#learn:enabled")
    found = looked_at(page, "start page", (page_audit.START[0], *page_audit.START[-3:-2]))
    page.goto(f"{server.url}/nowhere")
    found |= looked_at(page, "a wrong link", page_audit.START[:1])
    assert page.get_by_role("link", name="To the start page").count() == 1
    page.close()
    assert {
        name: grave for name, grave in found.items() if grave or name.startswith("(none)")
    } == {}


def test_the_audit_sees_what_is_wrong(server: Server, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(server.url)
    page.wait_for_selector("#learn:enabled")
    page.evaluate("document.querySelector('#learn').replaceChildren()")  # a button without a name
    page.evaluate(
        "document.styleSheets[0].insertRule(':root[data-theme=night] p { color: var(--line) "
        "!important; }')"
    )
    found = page_audit.grave(page)
    assert any(line.startswith("day: button-name") for line in found)
    assert any(line.startswith("night: color-contrast") for line in found)
    page.close()
