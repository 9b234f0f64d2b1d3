"""No table waits for another: heavy work is refused at once, and quick admirals do not queue behind
those who think."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from flagplot.admirals import Admiral, Search
from flagplot.admirals.players import choices
from flagplot.admirals.search import SearchResult
from flagplot.room import game_host, routes_odds, routes_view, staff
from flagplot.room.app import THREADS
from flagplot.room.game_host import Host
from flagplot.room.heavy_jobs import MOST_HEAVY

from .conftest import Room, Seat
from .seatoy import SeaToy

LONG = 30
"""Seconds after which a test gives up: far longer than a machine that other work keeps busy
needs."""


class Held:
    """Work that does not end before it is let go."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.go = threading.Event()

    def __call__(self, *_: Any, **__: Any) -> Any:
        self.begun.release()
        assert self.go.wait(LONG)
        return []


@pytest.fixture
def held() -> Iterator[Held]:
    work = Held()
    yield work
    work.go.set()


@contextmanager
def asking(*questions: Callable[[], Any]) -> Iterator[list[Any]]:
    """Ask all these questions at once, each in a thread; what is answered, when all are."""
    answers: list[Any] = []
    threads = [threading.Thread(target=lambda ask=ask: answers.append(ask())) for ask in questions]
    for thread in threads:
        thread.start()
    yield answers
    for thread in threads:
        thread.join(LONG)


def weigh(seat: Seat) -> Any:
    return seat.post("/weigh", {"orders": ["move Red1 to 0"]})


def sea(seat: Seat) -> Any:
    return seat.post("/sea", {"ids": ["Red1"]})


@pytest.mark.parametrize("ask", [weigh, sea])
def test_a_seat_has_one_heavy_piece_of_work_at_a_time(
    room: Room, held: Held, monkeypatch: pytest.MonkeyPatch, ask: Any
) -> None:
    monkeypatch.setattr(routes_view, "evaluate_orders", held)
    monkeypatch.setattr(SeaToy, "danger_sea", held)
    red, _ = room.pair()
    stranger, _ = room.pair()
    with asking(lambda: weigh(red)) as first:
        assert held.begun.acquire(timeout=LONG)
        for _ in range(THREADS + 6):
            answer = ask(red)
            assert (answer.status_code, answer.json()["code"]) == (503, "busy")
            assert int(answer.headers["retry-after"]) > 0
        assert stranger.get("/view").status_code == red.get("/view").status_code == 200
        held.go.set()
    assert [a.status_code for a in first] == [200]
    assert weigh(red).status_code == 200, "and then the next"


def test_the_room_refuses_at_once_what_is_too_much_for_it(
    room: Room, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes_view, "evaluate_orders", held)
    monkeypatch.setattr(routes_odds, "answer_question", held)
    seats = [room.pair()[0] for _ in range(MOST_HEAVY + 2)]
    with asking(*(lambda seat=seat: weigh(seat) for seat in seats[:MOST_HEAVY])) as first:
        for _ in range(MOST_HEAVY):
            assert held.begun.acquire(timeout=LONG)
        for seat in seats[MOST_HEAVY:] * THREADS:
            assert weigh(seat).status_code == sea(seat).status_code == 503
        assert (
            room.client.post(
                "/api/odds/toybook", json={"question": "duel", "argument": "2"}
            ).status_code
            == 503
        )
        assert all(seat.get("/view").status_code == 200 for seat in seats)
        held.go.set()
    assert [a.status_code for a in first] == [200] * MOST_HEAVY


def test_games_that_are_kept_busy_leave_threads_to_the_others(
    room: Room, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_host, "LONGEST_WAIT", LONG)
    host: Host = room.client.app.state.host
    games = [room.pair()[0] for _ in range(THREADS // game_host.MOST_WAITING + 2)]
    stranger, _ = room.pair()
    asked = [seat for seat in games for _ in range(game_host.MOST_WAITING)]

    def hold(seat: Seat) -> None:
        with host.open(seat.game):
            held()

    with asking(*(lambda seat=seat: hold(seat) for seat in games)):
        for _ in games:
            assert held.begun.acquire(timeout=LONG)
        with asking(*(lambda seat=seat: seat.get("/view") for seat in asked)) as answers:
            while len(answers) < len(asked) - game_host.MOST_WAITING_IN_ALL:
                assert stranger.get("/view").status_code == 200
            held.go.set()
    assert sorted({a.status_code for a in answers}) == [200, 503]


class Pondering(Search, frozen=True):
    """Thinks until it is let go."""

    def think(self, book: Any, view: Any, request: Any, rng: Any) -> SearchResult:
        PONDERED()
        return SearchResult(choices(book, view, request)[0])


PONDERED = Held()


def test_a_quick_admiral_does_not_queue_behind_those_who_think(
    room: Room, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    def by_the_clock(player: Admiral, *_: Any, **__: Any) -> Any:
        return Pondering() if player.name == "random" else player

    monkeypatch.setattr(staff, "with_time_limit", by_the_clock)
    monkeypatch.setitem(globals(), "PONDERED", held)
    thinking = [room.make("computer", side="Blue", admiral="random") for _ in range(20)]
    for _ in range(staff.THINKERS):
        assert held.begun.acquire(timeout=LONG)
    for _ in range(3):
        made = room.make("computer", side="Blue", admiral="greedy")
        stranger = Seat(room, made["game"], made["seats"][0]["token"])
        assert stranger.wait(LONG)["waiting"]["mine"]
    held.go.set()
    for made in thinking:
        assert Seat(room, made["game"], made["seats"][0]["token"]).wait(LONG)["waiting"]["mine"]


def test_news_of_several_seats_needs_one_that_opens(room: Room) -> None:
    red, _ = room.pair()
    guest = next(s for s in room.make("invite")["seats"] if s["role"] == "invite")
    refs = [{"game": red.game, "token": "wrong"}, {"game": "none", "token": red.token}]
    assert room.client.post("/api/news", json={"seats": refs}).json()["code"] == "no-seat"
    assert room.client.post("/api/news", json={"seats": []}).json()["code"] == "no-seat"
    invited = room.client.post(
        "/api/news", json={"seats": [{"game": room.make()["game"], "token": guest["token"]}]}
    )
    assert invited.status_code == 401
    assert (
        room.client.post(
            "/api/news", json={"seats": [{"game": red.game, "token": red.token}] * 51}
        ).status_code
        == 400
    )
