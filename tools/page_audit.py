"""What axe-core (WCAG 2.2 AA) finds on every kind of page and dialog: how each is reached, and what counts as serious."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as BrowserError

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RUN = """tags => axe.run({ exclude: [["svg.board"], ["svg.coast"]] },
        { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] })
    .then(found => found.violations.map(v => [v.impact, v.id, v.help,
        v.nodes.map(n => n.target.join(" ") + " | " + (n.any[0]?.message || ""))]))"""
"""The drawn map is left out: it is hidden from readers, who have the hex cursor's sentences and the lists instead."""
GRAVE = ("serious", "critical")
BOOKS = ("Norway 1940", "First steps: two groups, four steps", "Convoy SC 7")
"""A scenario of every book."""

Act = Callable[[Page], None]
Steps = tuple[tuple[str, Act], ...]


def findings(page: Page) -> list[str]:
    """What is grave on the page as it is now, a line each."""
    page.evaluate("document.getAnimations().forEach(a => a.finish())")
    page.evaluate(AXE_SCRIPT)
    found: list[tuple[str, str, str, list[str]]] = page.evaluate(RUN, TAGS)
    return [f"{rule}: {said} ({where})" for impact, rule, said, nodes in found if impact in GRAVE for where in nodes]


def click(*where: str) -> Act:
    """Click one thing after another."""

    def act(page: Page) -> None:
        for one in where:
            page.locator(one).first.click()

    return act


def typed(text: str) -> Act:
    """Type into the order line, and wait for what the table says."""

    def act(page: Page) -> None:
        page.fill("#cmd", text)
        page.wait_for_selector(f'#task[data-asked="{text}"]')

    return act


def keyed(key: str) -> Act:
    """Press a key with the map in focus."""

    def act(page: Page) -> None:
        page.focus("#map")
        page.keyboard.press(key)

    return act


def open_table(page: Page, url: str, scenario: str, way: str = "referee") -> None:
    """From the start page to a table of *scenario*, its map at rest."""
    page.goto(url)
    page.locator(".card label", has_text=re.compile(f"^{re.escape(scenario)}$")).click()
    page.check(f"input[name=way][value={way}]")
    page.click("#bill button[type=submit]")
    page.wait_for_url(re.compile("/table/"))
    page.wait_for_selector("svg.board[data-rests=true]", state="attached")


START: Steps = (
    ("as it opens", lambda page: None),
    ("house rules", click("details.house summary")),
    ("lessons", click("#learn")),
    ("odds", click("#tools .tool >> nth=0")),
    ("verify", click("#tools .tool >> nth=1")),
)
TABLE: Steps = (
    ("as it opens", lambda page: None),
    ("a sheet", click("[data-leaf] >> nth=1")),
    ("the map again", click("[data-leaf] >> nth=0")),
    ("the briefing", click("#task details summary")),
    ("the coach", click("#task button:has-text('What is worth doing')")),
    ("an order that is none", typed("sail the seven seas")),
    ("a clause", click("#task .clause")),
    ("keys and help", keyed("?")),
    ("score", click(".scorebar")),
    ("neighbourhood", keyed("m")),
    ("luck", click(".morelinks .link >> nth=0")),
    ("standing orders", click("button:has-text('standing')")),
)
PHONE: Steps = (
    ("order", lambda page: None),
    ("forces", click("[data-tab=forces]")),
    ("log", click("[data-tab=log]")),
    ("more", click("[data-tab=more]")),
)


def views(
    browser: Browser, url: str, night: bool, *, books: tuple[str, ...] = BOOKS,
    start: Steps = START, table: Steps = TABLE, phone: Steps = PHONE,
) -> Iterator[tuple[str, Page]]:
    """Every kind of page and dialog by its name, opened one after another. One that is not there is told by ``(none) NAME``."""
    look: dict[str, Any] = {"color_scheme": "dark" if night else "light", "reduced_motion": "reduce"}

    def each(page: Page, name: str, steps: Steps) -> Iterator[tuple[str, Page]]:
        page.set_default_timeout(15_000)
        for said, act in steps:
            try:
                act(page)
            except BrowserError:
                yield f"(none) {name}: {said}", page
                continue
            yield f"{name}: {said}", page
            with contextlib.suppress(BrowserError):
                page.evaluate("document.querySelectorAll('dialog[open]').forEach(d => d.close())")

    page = browser.new_page(viewport={"width": 1440, "height": 900}, **look)
    page.goto(url)
    page.wait_for_selector("#learn:enabled")
    yield from each(page, "start page", start)
    page.goto(f"{url}/rules/awaw")
    page.wait_for_selector("#rules *")
    yield "rules index", page
    for book in books:
        open_table(page, url, book)
        yield from each(page, book, table)
    page.close()
    page = browser.new_page(viewport={"width": 390, "height": 844}, **look)
    open_table(page, url, books[0])
    yield from each(page, f"phone, {books[0]}", phone)
    page.close()
