#!/usr/bin/env python3
"""Measure the page in Chromium: its accessibility, how smoothly its map moves, and the size of its
start.

    serious   findings of axe-core (WCAG 2.2 AA) of impact serious or critical, on every kind of
              page and dialog, by day and by night
    fps       frames a second that reached the screen while the biggest map was dragged, and while
              it was zoomed: the lower figure; beside it the work of the busiest thread for one
              frame, which says more on a busy machine
    start     kB sent for the start page until it rested
    lessons   coached lessons of tests/e2e/test_lessons.py that end well
    views     bytes sent, compressed, of a seat's first view in every scenario, and of the largest
              change in the moves after it

The last line gives the first four figures, or the one that --only selects; the findings stand above
it. Ends with 1 when there is a serious finding or a lesson fails.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from litestar.testing import TestClient
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.admirals.players import give_answer
from flagplot.room.app import create_app
from flagplot.room.game_host import Host
from flagplot.room.store import Store
from page_audit import BOOKS, GRAVE, findings, open_table, views

ROOT = Path(__file__).resolve().parents[1]

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--mute-audio",
    "--no-first-run",
    "--disable-extensions",
)
BIGGEST = "Operation Pedestal"
"""The scenario on the biggest map."""
SECONDS = 3.0
"""Seconds for which the map is dragged, and zoomed."""
FRAMES = "disabled-by-default-devtools.timeline.frame,devtools.timeline.frame,toplevel"
MOVES = 12
"""Answers given in each scenario to measure the size of a change."""
VISITS = 9
"""Visits of the start page to measure when it is usable: other work on the machine makes single
visits slow."""
SEEN = """new MutationObserver((_, watch) => {
    if (!document.querySelector("#bill button[type=submit]")) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.seen = performance.now(); }));
}).observe(document, { childList: true, subtree: true })"""
"""Record when the button that opens a game has been drawn."""

ZOOM = """([x, y, ms]) => new Promise((done) => {
    const pane = document.elementFromPoint(x, y), end = performance.now() + ms;
    let step = 0;
    const turn = () => {
        const deltaY = Math.floor(step++ / 40) % 2 ? 24 : -24;
        pane.dispatchEvent(new WheelEvent("wheel", { deltaY, clientX: x, clientY: y, bubbles: true, cancelable: true }));
        if (performance.now() < end) requestAnimationFrame(turn); else done();
    };
    turn();
})"""
"""Turn the wheel with every frame: in and out again."""


@contextmanager
def room(drawn_for: str = "") -> Iterator[tuple[str, Path]]:
    """Yield the address and the folder of a temporary room. With a name, its secrets follow from
    that name."""
    with socket.socket() as one, tempfile.TemporaryDirectory() as home:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
        one.close()
        env = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        serve = ["flagplot.room", "--port", str(port), "--home", home, "--no-browser"]
        if drawn_for:
            (Path(home) / "drawn-for").write_text(drawn_for, "utf-8")
            serve = ["tests.room.serve_seeded", str(port), home]
        served = subprocess.Popen(
            [sys.executable, "-m", *serve], cwd=ROOT, env=env, stdout=subprocess.DEVNULL
        )
        try:
            for _ in range(600):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=2).close()
                    break
                except OSError:
                    time.sleep(0.05)
            yield f"http://127.0.0.1:{port}", Path(home)
        finally:
            served.kill()
            served.wait()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield Debian's Chromium, without a graphics card."""
    found = (
        os.environ.get("FLAGPLOT_CHROMIUM")
        or shutil.which("chromium")
        or shutil.which("chromium-browser")
    )
    if not found:
        raise SystemExit(
            "Chromium is needed: apt-get install chromium, or name one in FLAGPLOT_CHROMIUM"
        )
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield opened
        opened.close()


# -- frames a second


def drawn(browser: Browser, page: Page, act: Any) -> tuple[float, float]:
    """Return the frames a second that reached the screen during *act*, and the milliseconds of work
    for each in the busiest thread."""
    browser.start_tracing(page=page, categories=FRAMES.split(","))
    begun = time.monotonic()
    act(begun + SECONDS)
    took = time.monotonic() - begun
    events = json.loads(browser.stop_tracing())["traceEvents"]
    shown = sum(e.get("name") == "DrawFrame" for e in events)
    work: Counter[tuple[int, int]] = Counter()
    for e in events:
        if e.get("name") == "ThreadControllerImpl::RunTask":
            work[e["pid"], e["tid"]] += e.get("tdur", 0)
    return shown / took, max(work.values(), default=0) / 1000 / max(1, shown)


def frames(browser: Browser, url: str, scenario: str = BIGGEST) -> dict[str, tuple[float, float]]:
    """Return the frames a second of the map of *scenario*, and the work for each, while it is
    dragged and while it is zoomed."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    open_table(page, url, scenario)
    box = page.locator("#map").bounding_box()
    assert box is not None
    cx, cy = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(until: float) -> None:
        step = 0
        while time.monotonic() < until:
            page.mouse.move(cx + 300, cy)
            page.mouse.down()
            for i in range(60):
                page.mouse.move(cx + 300 - 10 * i, cy + (3 * i if step % 2 else -3 * i))
                if time.monotonic() > until:
                    break
            page.mouse.up()
            if step % 2:  # and back
                page.mouse.move(cx - 300, cy)
                page.mouse.down()
                for i in range(120):
                    page.mouse.move(cx - 300 + 10 * (i % 60), cy)
                page.mouse.up()
            step += 1

    def zoom(until: float) -> None:
        page.evaluate(ZOOM, [cx, cy, (until - time.monotonic()) * 1000])

    found = {"dragging": drawn(browser, page, drag), "zooming": drawn(browser, page, zoom)}
    page.close()
    return found


# -- weight


def weight(browser: Browser, url: str) -> tuple[float, dict[str, int]]:
    """Return the kB sent for the start page, and bytes by address."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    wire: CDPSession = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    names: dict[str, str] = {}
    sent: dict[str, int] = {}
    wire.on(
        "Network.requestWillBeSent", lambda e: names.update({e["requestId"]: e["request"]["url"]})
    )
    wire.on(
        "Network.loadingFinished",
        lambda e: sent.update({names.get(e["requestId"], "?"): int(e["encodedDataLength"])}),
    )
    page.goto(url)
    page.wait_for_selector("#bill button[type=submit]")
    page.wait_for_load_state("networkidle")
    page.close()
    return sum(sent.values()) / 1000, sent


def usable(browser: Browser, url: str) -> list[float]:
    """Return the seconds from the request for the start page until the button that opens a game is
    drawn, by the page's own clock: for visits with an empty cache, shortest first."""
    took = []
    for _ in range(VISITS):
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        page.add_init_script(SEEN)
        page.goto(url)
        page.wait_for_function("() => window.seen")
        took.append(page.evaluate("() => window.seen") / 1000)
        page.wait_for_load_state("networkidle")
        page.context.close()
    return sorted(took)


def sizes() -> list[tuple[int, int, str]]:
    """Return (bytes of the first view, bytes of the largest change in the moves after it, name) of
    every seat, largest first."""
    found = []
    with (
        tempfile.TemporaryDirectory() as home,
        TestClient(create_app(Store.at(Path(home)), games_a_minute=1000)) as client,
    ):
        for book in map(rulebooks.book, rulebooks.BOOKS):
            for card in book.scenarios:
                sent = sizes_of(
                    client, {"book": book.id, "scenario": card.id, "opponent": "hotseat"}
                )
                found += [
                    (first, max(rest), f"{book.id} {card.id} {side}")
                    for side, (first, *rest) in sent.items()
                ]
    return sorted(found, reverse=True)


def sizes_of(client: TestClient[Any], wanted: dict[str, str]) -> dict[str, list[int]]:
    """Return the bytes sent to each seat of one game: its first view, and the change after every
    answer."""
    host: Host = client.app.state.host
    made = client.post("/api/games", json=wanted).json()
    seen: dict[str, tuple[str, int]] = {}
    sent: dict[str, list[int]] = {}

    def look() -> None:
        for seat in made["seats"]:
            side = seat["side"]
            tag, n = seen.get(side, ("", -1))
            asked = f"/api/games/{made['game']}/changes?since={n}&have={tag}"
            with client.stream(
                "GET", asked, headers={"authorization": f"Bearer {seat['token']}"}
            ) as answer:
                raw = b"".join(answer.iter_raw())
            changes = json.loads(
                gzip.decompress(raw) if answer.headers.get("content-encoding") == "gzip" else raw
            )
            seen[side] = changes["tag"], changes["parts"].get("n", n)
            sent.setdefault(side, []).append(len(raw))

    look()
    for _ in range(MOVES):
        with host.open(made["game"]) as live:
            for side in live.game.sides_to_answer()[:1]:
                give_answer(live.game, side, admiral("greedy"), live.chance)
        look()
    return sent


# -- who can read it


def serious(browser: Browser, url: str, home: Path) -> list[str]:
    """Return the grave findings on every kind of page and dialog, by day and by night: each once,
    with the page where it came first."""
    found: dict[str, str] = {}
    seen = missed = 0
    for name, page in views(browser, url, home):
        seen += 1
        if name.startswith("(none)"):
            missed += 1
            print(f"  {name}", flush=True)
            continue
        told = findings(page)
        new = {f"{impact}: {what}": f"{look}, {name}" for look, impact, what in told}
        for what in new.keys() - found.keys():
            print(f"  {new[what]}: {what}", flush=True)
        found = new | found
    print(f"{seen} pages and dialogs, {missed} of them not there; {len(found)} findings")
    grave = [f"{where}: {what}" for what, where in found.items() if what.startswith(GRAVE)]
    return [*grave, *[f"{missed} not there"] * bool(missed)]


# -- lessons


def lessons() -> int:
    """Return how many lessons the script of their test completes."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-rA",
        "tests/e2e/test_lessons.py",
        "-k",
        "doing_what_the_coach_says",
    ]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
    )
    print(
        "\n".join(
            line for line in done.stdout.splitlines() if line.startswith(("PASSED", "FAILED", "E "))
        )
    )
    return done.stdout.count("PASSED tests/e2e/test_lessons.py")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--only", choices=("serious", "fps", "start", "lessons", "views"), help="measure this alone"
    )
    only = parser.parse_args().only
    said: list[str] = []
    bad = False
    with room() as (url, home), chromium() as browser:
        if only in (None, "serious"):
            grave = serious(browser, url, home)
            print("\n".join(grave))
            said.append(f"serious {len(grave)}")
            bad = bool(grave)
        if only in (None, "fps"):
            found = frames(browser, url)
            print(
                ", ".join(
                    f"{how} {fps:.0f} frames a second, {ms:.1f} ms of work each"
                    for how, (fps, ms) in found.items()
                )
            )
            said.append(f"fps {min(fps for fps, _ in found.values()):.0f}")
        if only in (None, "start"):
            kb, sent = weight(browser, url)
            took = usable(browser, url)
            print(
                "\n".join(
                    f"  {size:8} {name.removeprefix(url)}"
                    for name, size in sorted(sent.items(), key=lambda p: -p[1])
                )
            )
            busy = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
            spread = f"{took[0]:.2f} to {took[-1]:.2f} s in {VISITS} visits, {busy}"
            print(f"the start page can be used after {median(took):.2f} s ({spread})")
            said.append(f"start {kb:.0f} kB")
    if only in (None, "views"):
        sent_views = sizes()
        print("\n".join(f"  {first:8} {change:8} {whose}" for first, change, whose in sent_views))
        if only:
            said.append(
                f"views {max(max(first, change) for first, change, _ in sent_views) / 1000:.1f} kB"
            )
    if only in (None, "lessons"):
        well = lessons()
        said.append(f"lessons {well} of {len(BOOKS)}")
        bad = bad or well < len(BOOKS)
    print("; ".join(said))
    return int(bad)
