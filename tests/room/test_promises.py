"""Promises of docs/log.md and docs/playing.md about the room that no other test covers."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from itertools import count

import pytest
from litestar.testing import TestClient

from flagplot.admirals import Greedy
from flagplot.room import routes_view, security, slow_clients
from flagplot.room.app import create_app
from flagplot.room.store import Store
from flagplot.table.game import standing_orders

from .conftest import Room, Seat
from .seatoy import book_of
from .test_leaving import by_link


# -- docs/log.md
def test_the_log_of_a_seat_is_what_it_has_seen_until_the_end(room: Room) -> None:
    red, blue = by_link(room)
    red.say("move Red1 to 1")
    for seat in (red, blue):
        rows = [json.loads(line) for line in seat.get("/log").text.splitlines()]
        assert [row["n"] for row in rows] == list(range(len(rows)))
        assert not any("chain" in row or "lots" in row.get("header", {}) for row in rows)
    assert not any(
        row["kind"] == "input" for row in map(json.loads, blue.get("/log").text.splitlines())
    )
    red.post("/resign", {})
    whole = red.get("/log").text
    assert whole == blue.get("/log").text
    assert '"chain"' in whole
    assert '"lots"' in whole


def test_the_seed_has_32_bytes_and_opens_with_the_end(room: Room) -> None:
    red, blue = by_link(room)
    assert "reveal" not in red.get("/log").text
    assert blue.post("/resign", {}).status_code == 200
    assert len(bytes.fromhex(red.view()["ending"]["seed"])) == 32


@pytest.mark.parametrize(
    ("opponent", "patience", "days"),
    [
        ("invite", None, 14),
        ("invite", 0, 0),
        ("invite", 3, 3),
        ("computer", None, 0),
        ("hotseat", None, 0),
    ],
)
def test_the_limit_of_silence_of_a_game_by_link(
    room: Room, opponent: str, patience: int | None, days: int
) -> None:
    made = room.make(opponent, **({} if patience is None else {"patience": patience}))
    seat = Seat(room, made["game"], made["seats"][0]["token"])
    assert json.loads(seat.get("/log").text.splitlines()[0])["header"].get("patience", 0) == days


def test_who_was_refused_asks_again_after_another_answer_by_hand(room: Room) -> None:
    red, blue = by_link(room)
    assert red.say("move Red1 to 1").json()["legal"]
    assert blue.say("hold").json()["legal"]
    assert "must agree" in red.post("/undo", {}).json()["text"]
    assert blue.post("/consent", {"yes": False}).status_code == 200
    again = red.post("/undo", {})
    assert (again.status_code, again.json()["code"]) == (409, "refused")
    assert red.post("/standing", {"text": "parley: war"}).status_code == 201
    assert red.post("/undo", {}).json()["code"] == "refused", (
        "a standing order is no answer by hand"
    )
    assert red.say("move Red1 to 2").json()["legal"]
    assert "must agree" in red.post("/undo", {}).json()["text"]


@pytest.fixture
def closing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer admiral closes with whatever comes near, and so dice are thrown."""
    decide = Greedy.decide

    def close(self, book, view, request, rng):  # type: ignore[no-untyped-def]
        return (
            "close"
            if "close" in getattr(request, "options", ())
            else decide(self, book, view, request, rng)
        )

    monkeypatch.setattr(Greedy, "decide", close)


def test_a_computer_admiral_lets_nobody_take_back_what_dice_have_told(
    room: Room, closing: None
) -> None:
    for tries in count():
        assert tries < 60, "no dice that Red sees"
        made = room.make("computer", side="Red")
        red = Seat(room, made["game"], made["seats"][0]["token"])
        assert red.say("move Red1 to 1").json()["legal"]
        if any(line["roll"] for line in red.wait()["log"]):
            break
    assert red.post("/undo", {}).json()["text"] == "Blue refuses: dice were rolled since."
    calm = room.make("computer", side="Red")
    red = Seat(room, calm["game"], calm["seats"][0]["token"])
    assert red.say("move Red1 to 0").json()["legal"]
    assert red.post("/undo", {}).json()["text"] == "Taken back."


# -- docs/playing.md
def test_the_description_has_every_address_of_the_api(room: Room) -> None:
    app = room.client.app
    served = {
        (r.path_format, m)
        for r in app.routes
        for m in getattr(r, "methods", ())
        if r.path.startswith("/api/")
    }
    told = {
        (p, v.upper())
        for p, verbs in room.client.get("/api/schema/openapi.json").json()["paths"].items()
        for v in verbs
    }
    assert {
        (p, m)
        for p, m in served
        if m not in ("OPTIONS", "HEAD") and not p.startswith("/api/schema")
    } == told


def test_a_seat_listens_on_so_many_pages(room: Room) -> None:
    red, _ = by_link(room)
    row = room.client.app.state.host.seat(red.game, red.token)
    room.client.app.state.news._by[row.hash] = routes_view.MOST_STREAMS
    answer = red.get("/news")
    assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")


@pytest.fixture
def real(store: Store) -> Iterator[Room]:
    with TestClient(create_app(store), raise_server_exceptions=False) as client:
        yield Room(client, store)


def test_the_addresses_of_the_table_answer_as_it_says(real: Room) -> None:
    """With a real rule book, whose words the toy does not have."""
    ask = real.client.get
    switches = ask("/api/books/awaw/switches").json()
    assert {"id", "clause", "question", "choices", "default"} <= set(switches[0])
    way = ask("/api/boards/awaw-europe/way?start=Kiel&end=Bergen").json()
    back = ask("/api/boards/awaw-europe/way?start=Bergen&end=Kiel").json()
    assert way["distance"] == back["distance"] == len(way["hexes"]) - 1 > 3
    assert ask("/api/boards/awaw-europe/way?start=Kiel&end=Nowhere").status_code == 404
    lessons = ask("/api/lessons").json()
    assert lessons
    assert ask("/api/lessons/awaw").json()["steps"]
    taught = real.client.post(
        "/api/games", json={"book": "awaw", "scenario": "", "opponent": "lesson"}
    ).json()
    key = {"key": "00" * 32, "at": 0, "sig": "00" * 64}
    refused = Seat(real, taught["game"], taught["seats"][0]["token"]).post("/key", key)
    assert (refused.status_code, refused.json()["code"]) == (409, "no-key"), (
        "everybody knows the dice of a lesson"
    )
    questions = ask("/api/odds/awaw").json()
    assert questions
    made = real.make("hotseat", book="awaw", scenario="norway-1940")
    seat = Seat(real, made["game"], made["seats"][0]["token"])
    seen = seat.wait()
    order = seen["prompts"][0]["options"][-1]["text"] if seen["prompts"][0]["options"] else "done"
    assert seat.post("/examine", {"text": "patrol Gneisenau, Scharnhorst to B32"}).json()["text"]
    assert len(seat.post("/weigh", {"orders": [order]}).json()) == 1
    assert seat.post("/weigh", {"orders": [order] * 4}).status_code == 400
    assert seat.get("/coach").json()["now"]
    assert seat.get("/film?since=-1").status_code == 200
    assert seat.post("/sheet", {"sheet": "x", "lines": [{"text": order}]}).json()["lines"]
    force = next(f for f in seen["display"]["forces"] if f["side"] == seen["side"])
    assert seat.post("/sea", {"ids": [force["id"]]}).status_code == 200


def test_the_limits_are_those_of_the_page() -> None:
    paces = {k: p.default for k, p in inspect.signature(create_app).parameters.items()}
    assert (paces["requests_a_minute"], paces["games_a_minute"], paces["proofs_a_minute"]) == (
        3000,
        60,
        6,
    )
    assert security.BODY_LIMIT == 64 * 1024
    assert (slow_clients.PATIENCE, slow_clients.MOST_OPEN) == (20, 200)
    assert (standing_orders.MOST_STANDING, standing_orders.LONGEST_STANDING) == (20, 400)
    assert (standing_orders.MOST_IN_ADVANCE, standing_orders.MOST_BEST) == (200, 20)


def test_the_paces_of_doors(store: Store) -> None:
    app = create_app(store, book_of=book_of, books=("toybook",))
    assert (app.state.guessing.most, app.state.guessing.seconds) == (60, 60)
    assert (app.state.asking.most, app.state.asking.seconds) == (30, 60)
