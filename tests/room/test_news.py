"""Pages hear that something happened, and only that."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from flagplot.room.event_stream import NOT_NOW, EventStream, merge_streams


def run_alone(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine on a thread of its own: the browser tests leave a loop running on the main
    one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def heard(news: EventStream, act: str, moves: list[int]) -> list[bytes]:
    """The first pieces of a stream while something happens."""

    async def run() -> list[bytes]:
        stream = news.stream("g")
        got = [await anext(stream)]
        asyncio.get_running_loop().call_later(
            0.05, lambda: news.tell("g") if act == "told" else moves.append(1)
        )
        got.append(await asyncio.wait_for(anext(stream), 5))
        news.close()
        rest = [piece async for piece in stream]
        return got + rest

    pieces: list[bytes] = run_alone(run())
    return pieces


def test_a_listener_is_told_that_there_is_news_and_nothing_more() -> None:
    assert heard(EventStream(), "told", []) == [b": the table listens\n\n", b"data: news\n\n"]


def test_what_another_worker_wrote_is_found_in_the_store() -> None:
    moves: list[int] = []
    assert heard(EventStream(lambda _game: len(moves), 0.02), "written", moves) == [
        b": the table listens\n\n",
        b"data: news\n\n",
    ]


def test_who_leaves_is_forgotten() -> None:
    news = EventStream()

    async def run() -> None:
        stream = news.stream("g")
        await anext(stream)
        assert news.listening("g") == 1
        await stream.aclose()  # type: ignore[attr-defined]
        assert news.listening("g") == 0

    run_alone(run())


def test_what_a_listener_cannot_see_is_no_news() -> None:
    news = EventStream()
    shows = [1]

    async def run() -> list[bytes]:
        stream = news.stream("g", lambda: shows[0], 1)
        got = [await anext(stream)]
        late = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0.05)
        news.tell("g")  # the other side did something in secret
        await asyncio.sleep(0.1)
        assert not late.done()
        shows[0] = 2
        news.tell("g")
        got.append(await asyncio.wait_for(late, 5))
        news.close()
        return got

    assert run_alone(run()) == [b": the table listens\n\n", b"data: news\n\n"]


def test_what_happened_before_the_stream_began_is_news() -> None:
    news = EventStream()

    async def run() -> list[bytes]:
        stream = news.stream("g", lambda: 2, 1)
        return [await anext(stream), await asyncio.wait_for(anext(stream), 5)]

    assert run_alone(run()) == [b": the table listens\n\n", b"data: news\n\n"]


def test_telling_nobody_is_nothing() -> None:
    EventStream().tell("g")


def test_what_a_listener_cannot_see_does_not_shift_the_signs_of_life(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("flagplot.room.event_stream.HEARTBEAT", 0.05)
    news = EventStream()

    async def busy() -> None:
        while True:
            news.tell("g")
            await asyncio.sleep(0.005)

    async def run() -> list[bytes]:
        stream = news.stream("g", lambda: 1, 1)
        got = [await anext(stream)]
        at_work = asyncio.create_task(busy())
        got += [await asyncio.wait_for(anext(stream), 5) for _ in range(2)]
        at_work.cancel()
        news.close()
        return got

    assert run_alone(run())[1:] == [b": still here\n\n"] * 2


def test_listeners_of_busy_games_hold_up_no_other_news() -> None:
    news = EventStream()
    busy = [True]

    async def run() -> bytes:
        held = [news.stream(f"busy {n}", lambda: NOT_NOW if busy[0] else 1, 1) for n in range(20)]
        for stream in held:
            await anext(stream)
        waiting = [asyncio.ensure_future(anext(stream)) for stream in held]
        await asyncio.sleep(0.05)
        free = news.stream("free", lambda: 2, 1)
        assert await anext(free) == b": the table listens\n\n"
        heard = await asyncio.wait_for(anext(free), 5)
        assert not any(one.done() for one in waiting), "nothing has changed there"
        news.close()
        for one in waiting:
            one.cancel()
        return heard

    assert run_alone(run()) == b"data: news\n\n"


def test_several_streams_in_one_tell_whose_news_it_is() -> None:
    news = EventStream()

    async def run() -> list[bytes]:
        both = merge_streams({0: news.stream("a", who="A"), 3: news.stream("b", who="B")})
        got = [await anext(both), await anext(both)]
        for game in ("b", "a"):
            news.tell(game)
            got.append(await asyncio.wait_for(anext(both), 5))
        await both.aclose()  # type: ignore[attr-defined]
        await asyncio.sleep(0.05)
        assert news.streams("A") == news.streams("B") == news.listening("a") == 0
        return got

    assert run_alone(run()) == [b": the table listens\n\n"] * 2 + [b"data: 3\n\n", b"data: 0\n\n"]
