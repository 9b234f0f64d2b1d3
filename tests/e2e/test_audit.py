"""Findings of axe-core on the start page and a game page of each book, day and night. ``make
page-report`` looks at every page and dialog on a wide screen and a narrow one."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Browser

from .conftest import Server
from .test_by_keyboard import loaded

LOOKED_AT = ("as it opens", "an order that is none", "keys and help")


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    return loaded("page_audit")


def looked_at(audit: Any, page: Any, name: str, steps: Any) -> dict[str, list[str]]:
    """Return the grave findings at each of the steps."""
    return {said: audit.grave(page) for said, page in audit.each(page, name, steps)}


@pytest.mark.parametrize("book", ["awaw", "europa", "campaign"])
def test_nothing_grave_is_found_at_a_table(
    audit: Any, server: Server, browser: Browser, book: str
) -> None:
    (path,) = audit.moments(server.home, book, ("order",))["order"]
    page = browser.new_page(viewport=audit.DESK, reduced_motion="reduce")
    page.set_default_timeout(15_000)
    page.goto(server.url + path)
    audit.rested(page)
    steps = dict((*audit.ORDER, *audit.DESK_TOO))
    found = looked_at(audit, page, book, tuple((name, steps[name]) for name in LOOKED_AT))
    page.set_viewport_size(audit.PHONE)
    page.reload()
    audit.rested(page)
    found |= looked_at(audit, page, f"{book}, on a phone", audit.PHONE_TOO[:1])
    page.close()
    assert {
        name: grave for name, grave in found.items() if grave or name.startswith("(none)")
    } == {}


def test_nothing_grave_is_found_on_the_way_to_a_table(
    audit: Any, server: Server, browser: Browser
) -> None:
    page = browser.new_page(viewport=audit.PHONE, reduced_motion="reduce")
    page.goto(server.url)
    page.wait_for_selector("#learn:enabled")
    found = looked_at(audit, page, "start page", (audit.START[0], *audit.START[-3:-2]))
    page.goto(f"{server.url}/nowhere")
    found |= looked_at(audit, page, "a wrong link", audit.START[:1])
    assert page.get_by_role("link", name="To the start page").count() == 1
    page.close()
    assert {
        name: grave for name, grave in found.items() if grave or name.startswith("(none)")
    } == {}


def test_the_audit_sees_what_is_wrong(audit: Any, server: Server, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(server.url)
    page.wait_for_selector("#learn:enabled")
    page.evaluate("document.querySelector('#learn').replaceChildren()")  # a button without a name
    page.evaluate(
        "document.styleSheets[0].insertRule(':root[data-theme=night] p { color: var(--line) "
        "!important; }')"
    )
    found = audit.grave(page)
    assert any(line.startswith("day: button-name") for line in found)
    assert any(line.startswith("night: color-contrast") for line in found)
    page.close()
