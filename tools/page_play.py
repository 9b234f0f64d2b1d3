#!/usr/bin/env python3
"""Play a short scenario of a book to its report, through the page alone, and keep pictures.

In Chromium one side is played against a computer that answers at once. Windows and battles get
their first answer. Where an order may be given, the coach's ideas and missed orders are given, then
the phase is ended. Only visible buttons and boxes are pressed.

    python -m tools page-play europa --size 390x844 --look night --out shots

Prints every pictured moment, words that are cut off or beyond the screen, and the console's
messages. Ends with 1 when the report was not reached or the console had errors.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize
from playwright.sync_api import Error as BrowserError

from page_audit import BOOKS, LOOKS, open_table, rested
from page_report import chromium, room

ORDERS = 4
"""Orders of the coach that are given in one phase before it is ended."""
WORTH = ".coach h3:text-matches('Worth doing|Looks best') + ul .remedy"
"""Selector of the coach's ideas."""
ASKED = ", ".join(f"body[data-state={state}]" for state in ("order", "empty", "window", "over"))
"""Selector of a page that asks for something, or whose game has ended."""
CUT = """() => {
    const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 1;
    const all = [...document.querySelectorAll("main *, dialog[open] *, header *, nav *")];
    const words = all.filter((e) => !e.closest("svg, .visually-hidden, .sr") && [...e.childNodes]
        .some((n) => n.nodeType === 3 && n.textContent.trim()) && shown(e));
    const told = (e) => `${e.tagName.toLowerCase()}.${e.className} "${e.textContent.trim().slice(0, 60)}"`;
    const hides = (e) => ["hidden", "clip"].includes(getComputedStyle(e).overflowX);
    const cut = words.filter((e) => hides(e) && e.scrollWidth > e.clientWidth + 1).map((e) => `cut off: ${told(e)}`);
    const out = words.filter((e) => { const b = e.getBoundingClientRect(); return b.left < -1 || b.right > innerWidth + 1; });
    return [...cut, ...out.filter((e) => !e.closest(".scroll, #maptools, #layers")).map((e) => `beyond the edge: ${told(e)}`)];
}"""
"""A script that returns the words that do not fit in their place."""


class Player:
    """One side of a game, played with what its page offers."""

    def __init__(self, page: Page, out: Path, name: str) -> None:
        self.page, self.out, self.name = page, out, name
        self.moments = self.orders = 0
        self.phase = ""
        self.tried: set[str] = set()
        self.cut: set[str] = set()

    def picture(self, what: str, *, whole: bool = False) -> None:
        """Keep a picture of the page (with *whole*, of all of it), and print what does not fit in
        it."""
        path = self.out / f"{self.name}-{self.moments:03}-{what}.png"
        self.page.screenshot(path=path, full_page=whole)
        print(f"  {path.name}: {self.page.title()}", flush=True)
        for said in self.page.evaluate(CUT):
            if said not in self.cut:
                print(f"    {said}", flush=True)
                self.cut.add(said)

    def go(self, button: str) -> bool:
        """Press a button that gives an answer, and wait for the result. Returns whether it was
        accepted."""
        before = self.page.get_attribute("body", "data-moment")
        self.page.locator(button).first.click()
        self.page.wait_for_function(
            """before => document.querySelector("#task[aria-busy=false] .reminder") || document.body.dataset.moment !== before""",
            arg=before,
        )
        rested(self.page)
        return self.page.get_attribute("body", "data-moment") != before

    def take(self, remedy: str) -> bool:
        """Take an order that the page proposes and give it, unless it was tried before in this
        phase. Returns whether it was given."""
        for one in self.page.locator(remedy).all():
            text = one.inner_text()
            if text in self.tried:
                continue
            self.tried.add(text)
            one.click()
            if self.page.locator("#task .opt input:checked").count():
                return self.go("#task #announce")
            self.page.wait_for_selector("#task .verdict")
            self.page.wait_for_selector("#task .verdict.yes, #task .verdict.no")
            if self.page.locator("#task .verdict.yes").count():
                if self.orders % 3 == 0:
                    self.picture("order")
                self.orders += 1
                return self.go("#task #announce")
            self.picture("refused")
            self.page.get_by_role("button", name="Keep draft").click()
            return True
        return False

    def order(self) -> None:
        """Give one order of the coach, or end the phase."""
        page = self.page
        phase = page.inner_text("#tracker") + page.inner_text("#oh")
        if phase != self.phase:
            self.phase, self.orders, self.tried = phase, 0, set()
        if self.orders < ORDERS and page.locator("#task .link:text('What is worth doing')").count():
            page.locator("#task .link:text('What is worth doing')").click()
            page.wait_for_selector(".coach .idea, .coach .reminder, .coach .nothing")
            if self.orders == 0:
                self.picture("coach")
            if self.take(WORTH) or self.take(".coach .reminder .remedy"):
                return
            page.locator(".coach #announce").click()
        if page.locator("#task .closes .btn.go").count() == 0:
            self.take("#task .ideas .remedy")
            return
        if self.go("#task .closes .btn.go"):
            return
        self.picture("forgotten")
        if not self.take("#task .reminder .remedy"):
            self.go("#task .btn:text-is('End it anyway')")

    def answer(self) -> None:
        """Answer the present question of the page."""
        page = self.page
        if page.get_attribute("body", "data-film") == "on":
            self.picture("film")
            page.keyboard.press("Escape")
            return
        fight = page.locator("dialog.battle[open]")
        if fight.count():
            self.picture("battle")
            if fight.locator(".numbers").count() == 0:
                if fight.locator(".choice input").count() == 0:
                    fight.get_by_role("button", name="Look at the map").click()
                    return
                fight.locator(".choice label").first.click()
            self.go("dialog.battle[open] .acts .go")
        elif page.locator("#task .opt").count():
            self.picture("window")
            page.locator("#task .opt").first.click()
            self.go("#task #announce")
        else:
            self.order()

    def play(self, until: float) -> bool:
        """Play on to the report. Returns whether it was reached in time."""
        page = self.page
        while time.monotonic() < until:
            page.wait_for_selector(ASKED, timeout=120_000)
            rested(page)
            if page.get_attribute("body", "data-state") == "over":
                break
            try:
                self.answer()
            except BrowserError as e:
                if page.get_attribute("body", "data-moment") is None:
                    raise
                print(f"    stuck: {str(e).splitlines()[0]}", flush=True)
                self.picture("stuck")
                if self.tried and "stuck" in self.tried:
                    return False
                self.tried.add("stuck")
            self.moments += 1
        else:
            return False
        if page.get_attribute("body", "data-film") == "on":
            page.keyboard.press("Escape")
        self.picture("over")
        page.get_by_role("link", name="The report").click()
        # the report plays its moments again with other dice, which takes time
        page.wait_for_selector("body[data-state=drawn]", timeout=120_000)
        self.picture("report")
        self.picture("report-whole", whole=True)
        return True


def opened(browser: Browser, size: ViewportSize, look: str) -> tuple[Page, list[str]]:
    """Return a page of its own, and the list that collects its console's errors. A 409 (the table
    moved on meanwhile) is not an error."""
    scheme: Literal["dark", "light"] = "dark" if look == "night" else "light"
    page = browser.new_context(
        viewport=size, color_scheme=scheme, reduced_motion="reduce", has_touch=size["width"] < 761
    ).new_page()
    page.set_default_timeout(15_000)
    errors: list[str] = []
    page.on(
        "console",
        lambda m: (
            errors.append(m.text)
            if m.type in ("error", "warning") and "409" not in m.text
            else None
        ),
    )
    page.on("pageerror", lambda e: errors.append(str(e)))
    return page, errors


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    which = f"the books whose shortest scenario is played: {', '.join(BOOKS)}; all without one"
    parser.add_argument("books", nargs="*", metavar="BOOK", help=which)
    parser.add_argument("--size", default="1440x900", help="width and height of the screen")
    parser.add_argument("--look", choices=LOOKS, default="day")
    parser.add_argument("--out", type=Path, required=True, help="the folder for the pictures")
    parser.add_argument("--minutes", type=float, default=10, help="how long one game may take")
    asked = parser.parse_args()
    if unknown := set(asked.books) - set(BOOKS):
        parser.error(f"no book {', '.join(sorted(unknown))}")
    width, height = map(int, asked.size.split("x"))
    asked.out.mkdir(parents=True, exist_ok=True)
    bad = []
    with room() as (url, _home), chromium() as browser:
        for book in asked.books or BOOKS:
            page, errors = opened(browser, ViewportSize(width=width, height=height), asked.look)
            open_table(page, url, BOOKS[book], "computer", admiral="greedy")
            player = Player(page, asked.out, f"{book}-{width}-{asked.look}")
            player.picture("begins")
            well = player.play(time.monotonic() + 60 * asked.minutes)
            ended = "its report" if well else "no report"
            print(f"{book}: {player.moments} moments, {ended}; {len(errors)} errors in the console")
            print("".join(f"  {e}\n" for e in errors), end="", flush=True)
            if errors or not well:
                bad.append(book)
            page.context.close()
    return int(bool(bad))
