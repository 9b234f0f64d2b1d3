"""A real server and Debian's Chromium, driven by Playwright. Without a Chromium these tests fail;
they never skip."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    expect,
    sync_playwright,
)

from tests.room.serve_seeded import NAME as DRAWN
from tests.room.test_kill import free_port

expect.set_options(
    timeout=15_000
)  # a busy machine of two cores needs longer than the five seconds that Playwright gives

ROOT = Path(__file__).parents[2]
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--disable-extensions",
    "--no-first-run",
    "--mute-audio",
    "--host-resolver-rules=MAP room.test 127.0.0.1",
)


def chromium() -> str:
    """The browser: ``FLAGPLOT_CHROMIUM``, else ``chromium`` on the path. Fails when there is
    none."""
    found = (
        os.environ.get("FLAGPLOT_CHROMIUM")
        or shutil.which("chromium")
        or shutil.which("chromium-browser")
    )
    if not found:
        pytest.fail(
            "the end-to-end tests need Chromium: apt-get install chromium, or name one in "
            "FLAGPLOT_CHROMIUM"
        )
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield opened
        opened.close()


class Server:
    """A room in a process of its own."""

    def __init__(self, module: tuple[str, ...], home: Path, paths: str = "") -> None:
        """Serve; *paths* is the ``PYTHONPATH`` of a room that knows more packages."""
        self.env = os.environ | ({"PYTHONPATH": paths} if paths else {})
        self.cwd = home if paths else ROOT
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.home = home
        self.module = module
        self.start()

    def start(self) -> None:
        """Begin to serve, and wait until somebody answers."""
        command = [p.format(port=self.port, home=self.home) for p in self.module]
        self.process = subprocess.Popen(
            [sys.executable, "-m", *command], cwd=self.cwd, env=self.env, stdout=subprocess.DEVNULL
        )
        for _ in range(1200):
            try:
                with urllib.request.urlopen(f"{self.url}/api/health", timeout=2):
                    return
            except OSError:
                assert self.process.poll() is None, "the server did not start"
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """Stop it at once."""
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The room as it is served to players, with lots that follow from the test's name."""
    home = tmp_path_factory.mktemp("home")
    (home / DRAWN).write_text("before the tests", encoding="utf-8")
    opened = Server(("tests.room.serve_seeded", "{port}", "{home}"), home)
    yield opened
    opened.kill()


@pytest.fixture(autouse=True)
def drawn(request: pytest.FixtureRequest) -> str:
    """The name the lots of this test's games follow from: its dice are the same each time."""
    name: str = request.node.nodeid
    if "server" in request.fixturenames:
        (request.getfixturevalue("server").home / DRAWN).write_text(name, encoding="utf-8")
    return name


@pytest.fixture(scope="session")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server with the toy rule book, whose games are short."""
    opened = Server(("tests.room.serve_toy", "{port}", "{home}"), tmp_path_factory.mktemp("toy"))
    yield opened
    opened.kill()


SALTS = """(name) => {
    const drawn = crypto.getRandomValues.bind(crypto);
    let seed = 2166136261;
    for (const c of name) seed = Math.imul(seed ^ c.charCodeAt(0), 16777619);
    crypto.getRandomValues = (to) => to.length === 32 ? to.fill(seed >>> 24) : drawn(to);
}"""
"""A seat's salt follows from the test's name, too; ids of requests (shorter) stay what they are."""


SCRIPTS = "window.scriptOf = (name) => document.querySelector('script[type=module]').src.replace(/[^/]+$/, name);"
"""Where the page has a script of its own from, for tests of what is pure in it."""

SPOT = """async (id) => {
    const at = async () => {
        const text = [...document.querySelectorAll(".b-ids text")].find((t) => t.textContent === id);
        const box = text?.getBoundingClientRect();
        if (box?.width) return [box.x + box.width / 2, box.y + box.height / 2];
        const asked = performance.getEntriesByType("resource").map((e) => e.name);
        const board = asked.findLast((n) => n.includes("/api/boards/") && !n.includes("/way"));
        const svg = document.querySelector("svg.board[data-rests=true]");
        if (!board || !svg) return null;
        const { readGeometry, placePoint } = await import(scriptOf("geometry.js"));
        const { x, y } = placePoint(readGeometry(await (await fetch(board)).json()), id);
        const here = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
        return [here.x, here.y];
    };
    for (let tries = 0; tries < 300; tries++) {
        const found = await at();
        if (found) return found;
        await new Promise((go) => setTimeout(go, 50));
    }
    return null;
}"""
"""Where a hex may be clicked: where its id is printed, or else, where ids are thinned out, in its
middle."""


class Person:
    """Somebody at a browser: one context, one page, and everything that came over the wire."""

    def __init__(self, browser: Browser, name: str, **options: Any) -> None:
        """*name* is what the salts follow from."""
        settings: dict[str, Any] = {
            "viewport": {"width": 1440, "height": 900},
            "reduced_motion": "reduce",
        } | options
        self.context: BrowserContext = browser.new_context(**settings)
        self.context.add_init_script(f"({SALTS})({json.dumps(name)}); {SCRIPTS}")
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.errors: list[str] = []
        self.traffic: list[tuple[str, str]] = []
        self.expected: set[str] = set()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda e: self.errors.append(f"page error: {e}"))
        self.page.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(
            e in message.text for e in self.expected
        ):
            self.errors.append(f"{message.type}: {message.text}")

    def _response(self, response: Response) -> None:
        path = response.url.split("/", 3)[3]
        if response.status >= 400 and str(response.status) not in self.expected:
            self.errors.append(f"{response.status} {path}: {response.text()[:300]}")
        if "/news" in path or path.startswith("page/"):
            return
        try:
            self.traffic.append((path, response.text()))
        except Exception as e:  # a page that is left takes its answers with it
            self.traffic.append((path, f"gone: {type(e).__name__}"))

    def close(self) -> None:
        self.context.close()

    # -- what people do
    def referee(self, server: Server, title: str) -> None:
        """From the start page to a scenario that one referees."""
        self.page.goto(server.url)
        self.page.check("input[name=way][value=referee]")
        self.page.click(f"label:has-text('{title}')")
        self.page.click("#bill button[type=submit]")
        self.page.wait_for_url(re.compile("/table/"))

    @property
    def state(self) -> str:
        """Return the state of the page: order, empty, window, dice, waiting, over ..."""
        return str(self.page.evaluate("document.body.dataset.state"))

    def settle(self, *states: str, seconds: float = 20) -> str:
        """Wait until the page is in one of these states."""
        self.page.wait_for_selector(
            ", ".join(f"body[data-state={s}]" for s in states), timeout=seconds * 1000
        )
        return self.state

    def rest(self) -> None:
        """Wait until what was sent is answered and drawn."""
        self.page.wait_for_selector("#task[aria-busy=false]", state="attached")

    @contextmanager
    def passing(self, *, rest: bool = True) -> Iterator[None]:
        """Wait until the action inside brings the game page to another moment, which is drawn and
        at rest."""
        before = self.page.get_attribute("body", "data-moment")
        yield
        self.page.wait_for_function("before => document.body.dataset.moment !== before", arg=before)
        if rest:
            self.rest()

    def verdict(self, text: str) -> bool:
        """Type an order and wait for what the table says of just this text: True when it is
        legal."""
        self.at_the_map()
        self.page.fill("#cmd", text)
        self.page.wait_for_selector(f'#task[data-asked="{text}"] .verdict')
        return self.page.locator(".verdict.yes").count() > 0

    def at_the_map(self) -> None:
        """Lay the battle dialog aside, where it is open: one types at the map."""
        away = self.page.locator("dialog.battle[open] .acts button", has_text="Look at the map")
        if away.count():
            away.click()

    def click_hex(self, id: str) -> None:
        """Click a hex of the map where its id is printed, once the map rests."""
        self.page.wait_for_selector("svg.board[data-rests=true]", state="attached")
        self.page.mouse.click(*self.spot(id))

    def spot(self, id: str) -> tuple[float, float]:
        """Where a hex may be clicked, in pixels, once the map rests."""
        found = self.page.evaluate(SPOT, id)
        assert found, f"hex {id} is not to be found on the map"
        return float(found[0]), float(found[1])

    def give(self, text: str) -> None:
        """Type an order that the table calls legal, and send it; what the table says is still
        undone is left so."""
        assert self.verdict(text), self.page.inner_text("#task")
        self.page.press("#cmd", "Enter")
        expect(self.page.locator("#cmd")).to_have_value("")
        self.page.wait_for_selector("#task:not([aria-busy=true])", state="attached")
        again = self.page.get_by_role(
            "button", name="End it anyway"
        )  # something was left undone, on purpose
        if again.count():
            again.click()


@pytest.fixture
def people(browser: Browser, drawn: str) -> Iterator[Any]:
    """Call it to let somebody in; at the end nobody may have seen an error in the console."""
    there: list[Person] = []

    def enter(**options: Any) -> Person:
        there.append(Person(browser, f"{drawn} {len(there)}", **options))
        return there[-1]

    yield enter
    kept = os.environ.get("FLAGPLOT_SHOTS")
    if kept:
        for i, p in enumerate(there):
            p.page.screenshot(path=f"{kept}/last-{i}.png")
    errors = [e for p in there for e in p.errors]
    for p in there:
        p.close()
    assert errors == []
