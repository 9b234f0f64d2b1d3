"""Many pages of one browser over plain http, where it holds six connections to a room: they share
one stream of news."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Page, expect

from flagplot.room.app import create_app
from flagplot.room.serve import listen
from flagplot.room.store import Store
from tests.room.seatoy import book_of

from .conftest import Person

PAGES = 8
HIDE = """(hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


class OwnRoom:
    """A room in a thread of this process, so that its streams can be counted. Its name is no
    address of this machine: a browser takes it for a room on plain http."""

    def __init__(self, home: Path) -> None:
        self.app = create_app(
            Store.at(home), book_of=book_of, books=("toybook",), requests_a_minute=100_000
        )
        listener = listen("127.0.0.1", 0)
        self.url = f"http://room.test:{listener.getsockname()[1]}"
        self.server = uvicorn.Server(
            uvicorn.Config(self.app, log_level="error", timeout_graceful_shutdown=1)
        )
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listener]})
        self.thread.start()

    def streams(self, links: list[str]) -> int:
        """How many streams of news the games of these links have."""
        return sum(
            self.app.state.news.listening(game)
            for game in {link.split("/table/")[1].split("#")[0] for link in links}
        )

    def close(self) -> None:
        self.app.state.news.close()
        self.server.should_exit = True
        self.thread.join(30)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[OwnRoom]:
    room = OwnRoom(tmp_path)
    yield room
    room.close()


def until(what: Any) -> None:
    """Wait until something is so."""
    end = time.monotonic() + 30
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


SIT = """async () => {
    const post = (path, body, key) => fetch(path, { method: 'POST', body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` } }).then((r) => r.json());
    const made = await post('/api/games', { book: 'toybook', scenario: 'line', opponent: 'invite' }, '');
    const guest = await post(`/api/games/${made.game}/claim`, {}, made.seats[1].token);
    return [made.seats[0].link, guest.link];
}"""
HOLD = """([game, key]) => {
    window.held = new AbortController();
    const headers = { authorization: `Bearer ${key}` };
    for (let i = 0; i < 6; i++) fetch(`/api/games/${game}/news`, { headers, signal: held.signal }).catch(() => {});
}"""


def seats(me: Person, own: OwnRoom) -> list[str]:
    """Set up a game of two people; the links of both seats, Red's and Blue's."""
    me.expected = {"Cross-Origin-Opener-Policy"}  # which a browser passes over on plain http
    me.page.goto(own.url)
    return [own.url + link for link in me.page.evaluate(SIT)]


def opened(me: Person, link: str) -> Page:
    page = me.context.new_page()
    page.set_default_timeout(20_000)
    page.goto(link)
    page.wait_for_selector("body[data-state=empty], body[data-state=waiting]")
    return page


def test_many_pages_share_one_stream_and_all_can_act(own: OwnRoom, people: Any) -> None:
    me = people()
    red, blue = seats(me, own)
    pages = [opened(me, (red, blue)[n % 2]) for n in range(PAGES)]
    assert not pages[0].evaluate("isSecureContext")
    until(lambda: own.streams([red]) == 2)
    pages[-2].fill("#cmd", "pass")
    pages[-2].wait_for_selector('#task[data-asked="pass"] .verdict.yes')
    pages[-2].press("#cmd", "Enter")
    for n, page in enumerate(pages):
        page.wait_for_selector(f"body[data-state={('waiting', 'empty')[n % 2]}]")
    connections = {
        page.evaluate(
            "performance.getEntriesByType('resource').filter((e) => "
            "e.name.endsWith('/news')).length"
        )
        for page in pages
    }
    assert connections == {0}, "no page holds a stream of its own"


def test_a_hidden_page_gives_its_part_up_and_sees_what_was_missed(
    own: OwnRoom, people: Any
) -> None:
    me = people()
    red, blue = seats(me, own)
    mine, other = opened(me, red), opened(me, blue)
    until(lambda: own.streams([red]) == 2)
    other.evaluate(HIDE, True)
    until(lambda: own.streams([red]) == 1)
    mine.evaluate(HIDE, True)
    until(lambda: own.streams([red]) == 0)
    mine.fill("#cmd", "pass")
    mine.wait_for_selector('#task[data-asked="pass"] .verdict.yes')
    mine.press("#cmd", "Enter")
    mine.wait_for_selector("body[data-state=waiting]")
    other.evaluate(HIDE, False)
    other.wait_for_selector("body[data-state=empty]")
    until(lambda: own.streams([red]) == 1)
    other.close()
    until(lambda: own.streams([red]) == 0)


def test_where_there_is_no_shared_worker_a_page_listens_by_itself(
    own: OwnRoom, people: Any
) -> None:
    me = people()
    red, blue = seats(me, own)
    me.context.add_init_script("delete window.SharedWorker")
    mine, other = opened(me, red), opened(me, blue)
    until(lambda: own.streams([red]) == 2)
    mine.fill("#cmd", "pass")
    mine.press("#cmd", "Enter")
    other.wait_for_selector("body[data-state=empty]")
    mine.evaluate(HIDE, True)
    until(lambda: own.streams([red]) == 1)


def test_a_page_that_cannot_send_says_so(own: OwnRoom, people: Any) -> None:
    me = people()
    red, blue = seats(me, own)
    mine = opened(me, red)
    until(lambda: own.streams([red]) == 1)
    game, key = blue.split("/table/")[1].split("#")
    me.page.evaluate(HOLD, [game, key])
    until(lambda: own.streams([red]) == 6)
    mine.fill("#cmd", "pass")
    mine.press("#cmd", "Enter")
    expect(mine.locator("#late")).to_contain_text("The room has not answered yet")
    me.page.evaluate("held.abort()")
    mine.wait_for_selector("body[data-state=waiting]")
    expect(mine.locator("#late")).to_have_text("")
