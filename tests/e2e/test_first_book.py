"""The first book of the documentation on the page: found, drawn in its colours, played against its
admiral."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from ..first_book import made
from .conftest import Server


@pytest.fixture(scope="module")
def strait(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The room with the book in it."""
    home = tmp_path_factory.mktemp("strait")
    opened = Server(
        ("flagplot.room", "--port", "{port}", "--home", "{home}", "--no-browser"), home, made(home)
    )
    yield opened
    opened.kill()


def test_a_book_of_one_page_is_played_in_its_colours(strait: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    page = me.page
    page.goto(strait.url)
    page.click("label:has-text('The run')")
    page.check("input[name=way][value=computer]")
    page.check("#bill input[value=Runner]")
    page.click("#bill button[type=submit]")
    page.wait_for_url(re.compile("/table/"))
    me.settle("empty", "order")
    expect(page.locator("#seat .side.axis")).to_be_visible()
    expect(page.locator("#task")).to_contain_text("Creep or dash?")
    page.fill("#cmd", "make has")
    expect(page.locator(".verdict.wait")).to_be_visible()
    assert me.verdict("run")
    page.press("#cmd", "Enter")
    expect(page.locator("#log")).to_contain_text("The runner is in square 2.")
