#!/usr/bin/env python3
"""Make the pictures of the documentation from the running page: ``docs/shots/*.png``.

    python -m tools shots [table lesson ...] [--out DIR]

The dice and the opaque ids are equal in each run, so a picture changes only when the page or its
play does. Look at the pictures that ``git status`` lists. Needs Chromium.
"""

from __future__ import annotations

import argparse
import io
import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, FloatRect, Page, ViewportSize

from page_audit import BOOKS, DESK, PHONE, open_table, rested, typed
from page_play import Player, opened
from page_report import chromium, room

ROOT = Path(__file__).resolve().parents[1]

COLOURS = 256
"""Colours of a picture. The page uses few, and the file is a third of the size."""
PLANS = (
    "move Convoy to 25:1805 25:1706",
    "move Convoy to 25:2005 25:2105",
    "sail Convoy to 25:3404",
)

Shot = Callable[["Album"], None]


class Album:
    """The taker of pictures: a browser, the room's address, and the folder for the files."""

    def __init__(self, browser: Browser, url: str, out: Path, wanted: set[str]) -> None:
        self.browser, self.url, self.out, self.wanted = browser, url, out, wanted

    def page(self, size: ViewportSize = DESK) -> Page:
        """Return a page of its own, in the day look."""
        return opened(self.browser, size, "day")[0]

    def keep(self, page: Page, name: str, clip: FloatRect | None = None) -> None:
        """Take a picture of the page or of a part of it."""
        if name not in self.wanted:
            return
        picture = Image.open(io.BytesIO(page.screenshot(clip=clip, animations="disabled"))).convert(
            "RGB"
        )
        picture.quantize(COLOURS).save(self.out / f"{name}.png", optimize=True)
        self.wanted.remove(name)
        print(f"{name}.png", flush=True)


class Watcher(Player):
    """A player that plays a game to its report and takes the pictures on the way."""

    def __init__(self, page: Page, album: Album) -> None:
        super().__init__(page, album.out, "")
        self.album = album

    def picture(self, what: str, *, whole: bool = False) -> None:
        """Keep a window with its odds, a battle with shots, and the report."""
        page, album = self.page, self.album
        if (
            what == "window"
            and page.locator("#task .opt").count() < 4
            and page.locator("#task .hist").count()
        ):
            album.keep(page, "window", FloatRect(x=760, y=40, width=680, height=860))
        elif what == "battle" and all(
            page.locator(f"dialog.battle {x}").count() for x in (".shot.axis", ".hist")
        ):
            album.keep(page, "battle")
        elif what == "report":
            page.set_viewport_size(ViewportSize(width=1080, height=1065))
            page.evaluate("scrollTo(0, 0)")
            page.wait_for_selector("svg.board[data-rests=true]", state="attached")
            album.keep(page, "report")


def norway(album: Album) -> None:
    """Take an order being written, then a game with its window, battle and report."""
    page = album.page()
    open_table(page, album.url, BOOKS["awaw"], "computer", admiral="greedy")
    typed("patrol with Scharnhorst, Gneisenau to B32")(page)
    page.wait_for_selector("#legend:has-text('Danger sea')")
    rested(page)
    album.keep(page, "table")
    page.fill("#cmd", "")
    rested(page)
    if album.wanted & {"window", "battle", "report"}:
        Watcher(page, album).play(time.monotonic() + 600)


def lesson(album: Album) -> None:
    """Take the first step of a lesson."""
    page = album.page()
    page.goto(album.url)
    page.get_by_role("button", name="Learn in one turn").click()
    page.click("[data-lesson=awaw]")
    page.wait_for_url("**/table/**")
    rested(page)
    album.keep(page, "lesson", FloatRect(x=760, y=50, width=680, height=520))


def pedestal(album: Album) -> None:
    """Take a move through a danger sea, the comparison of orders, and the film of the chosen
    move."""
    page = album.page(ViewportSize(width=1200, height=860))
    open_table(page, album.url, BOOKS["europa"], "computer", admiral="greedy")
    for text in PLANS[:-1]:
        typed(text)(page)
        page.get_by_role("button", name="Keep draft").click()
        rested(page)
    typed(PLANS[-1])(page)
    page.wait_for_selector("#task .verdict.yes")
    page.locator("#cmd").blur()
    page.wait_for_selector("#comp", state="hidden")
    rested(page)
    album.keep(page, "danger-sea")
    page.click("#compare")
    page.locator("#dialog .plan:has-text('simulated games') >> nth=2").wait_for()
    box = page.locator("#dialog").bounding_box()
    assert box is not None
    album.keep(
        page,
        "plans",
        FloatRect(
            x=box["x"] - 20, y=box["y"] - 20, width=box["width"] + 40, height=box["height"] + 40
        ),
    )
    page.get_by_role("button", name="Close").click()
    page.click("#task #announce")
    page.locator("#log :text('Convoy sails')").first.wait_for(state="attached")
    if page.locator("#film").is_hidden():
        page.click("#maptools .again")
    page.wait_for_selector("#reel .wake", state="attached")
    rested(page)
    map = page.locator("#map").bounding_box()
    assert map is not None
    album.keep(page, "film", FloatRect(**map))


def phone(album: Album) -> None:
    """Take a battle on a small screen, before it begins."""
    page = album.page(PHONE)
    open_table(page, album.url, "Oran: six turns of gunnery", "computer", admiral="greedy")
    album.keep(page, "phone")


SHOTS: dict[str, Shot] = {
    **dict.fromkeys(("table", "window", "battle", "report"), norway), "lesson": lesson,
    **dict.fromkeys(("danger-sea", "plans", "film"), pedestal), "phone": phone,
}  # fmt: skip
"""Picture -> the function that takes it."""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "shots",
        nargs="*",
        metavar="SHOT",
        help=f"the pictures: {', '.join(SHOTS)}; all without one",
    )
    parser.add_argument(
        "--out", type=Path, default=ROOT / "docs/shots", help="the folder for the pictures"
    )
    asked = parser.parse_args()
    if unknown := set(asked.shots) - set(SHOTS):
        parser.error(f"no picture {', '.join(sorted(unknown))}")
    wanted = set(asked.shots or SHOTS)
    asked.out.mkdir(parents=True, exist_ok=True)
    with room("shots") as (url, home), chromium() as browser:
        album = Album(browser, url, asked.out, wanted)
        for take in dict.fromkeys(SHOTS[name] for name in SHOTS if name in wanted):
            (home / "drawn-for").write_text(
                take.__name__, "utf-8"
            )  # so that each picture is equal in every selection
            take(album)
    print("".join(f"not taken: {name}\n" for name in sorted(wanted)), end="")
    return int(bool(wanted))
