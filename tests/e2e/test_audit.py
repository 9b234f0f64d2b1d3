"""What axe-core finds on the start page and a table, day and night; `make page-report` looks at every page and dialog."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Browser

from .conftest import Server

TOOL = Path(__file__).parents[2] / "tools" / "page_audit.py"


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("page_audit", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["page_audit"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_nothing_grave_is_found(audit: Any, server: Server, browser: Browser, night: bool) -> None:
    steps = dict(audit.TABLE)
    table = tuple((name, steps[name]) for name in ("as it opens", "an order that is none", "keys and help"))
    found = {
        name: audit.findings(page)
        for name, page in audit.views(
            browser, server.url, night, books=audit.BOOKS[1:2], start=audit.START[:1], table=table, phone=audit.PHONE[-1:]
        )
    }
    assert len(found) == 6
    assert {name: grave for name, grave in found.items() if grave or name.startswith("(none)")} == {}


def test_the_audit_sees_what_is_wrong(audit: Any, server: Server, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(server.url)
    page.wait_for_selector("#learn:enabled")
    page.evaluate("document.querySelector('#learn').replaceChildren()")  # a button without a name
    assert any(line.startswith("button-name") for line in audit.findings(page))
    page.close()
