"""One guest cannot stop the room, and one damaged game cannot stop the others."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import text

from flagplot.room import game_host, routes_view
from flagplot.room.app import create_app
from flagplot.room.game_host import Host
from flagplot.room.heavy_jobs import MOST_HEAVY
from flagplot.room.store import Store
from flagplot.table.analysis.verify import verify
from flagplot.table.game.standing_orders import LONGEST_STANDING, MOST_STANDING

from .conftest import Room, Seat
from .seatoy import book_of


# -- standing orders
def test_orders_that_answer_each_other_give_the_room_back(room: Room) -> None:
    red, blue = room.pair()
    given = red.post("/standing", {"text": "movement: move Red1 to 0"})
    assert given.status_code == 201
    seen = red.view()
    assert seen["waiting"]["mine"]
    assert any("Standing orders have answered" in d["text"] for d in seen["prompts"][0]["detail"])
    assert not any("Standing" in d["text"] for p in blue.view()["prompts"] for d in p["detail"])


def test_standing_orders_are_few_short_and_sent_lean(room: Room) -> None:
    red, _ = room.pair()
    long = "interception: hold if " + " and ".join(f"odds > {n}" for n in range(25))
    assert len(long) < LONGEST_STANDING
    for _ in range(MOST_STANDING):
        assert red.post("/standing", {"text": long}).status_code == 201
    too_many = red.post("/standing", {"text": long})
    assert (too_many.status_code, too_many.json()["code"]) == (409, "not-now")
    assert "take one back" in too_many.json()["message"]
    too_long = red.post("/standing", {"text": "interception: " + "x" * LONGEST_STANDING})
    assert (too_long.status_code, too_long.json()["code"]) == (400, "unreadable")
    assert len(red.view()["standing"]) == MOST_STANDING
    before = len(red.get("/view").content)
    for _ in range(
        50
    ):  # taken back and given again: the log grows by a line each, not by the order's length
        number = red.view()["standing"][0]["number"]
        assert (
            room.client.delete(
                f"/api/games/{red.game}/standing/{number}", headers=red.headers
            ).status_code
            == 200
        )
        assert red.post("/standing", {"text": long}).status_code == 201
    assert len(red.get("/view").content) - before < 100 * 300


# -- proofs
@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """Proofs that wait until they are let go; how many have begun."""
    state: dict[str, Any] = {"begun": 0, "go": threading.Event(), "at work": threading.Event()}

    def held(*args: Any, **more: Any) -> Any:
        state["begun"] += 1
        state["at work"].set()
        assert state["go"].wait(30)
        return verify(*args, **more)

    monkeypatch.setattr(routes_view, "verify_log", held)
    yield state
    state["go"].set()


def refereed(room: Room) -> tuple[Seat, Seat]:
    """The seats of a referee and of Red at a game of cardboard: a referee may have the whole log
    proven while it goes on."""
    made = room.make("referee")
    by = {
        s["role"] if s["role"] == "referee" else s["side"]: Seat(room, made["game"], s["token"])
        for s in made["seats"]
    }
    return by["referee"], by["Red"]


def test_a_seat_has_one_proof_at_a_time_and_the_room_few(room: Room, slow: dict[str, Any]) -> None:
    games = [refereed(room) for _ in range(MOST_HEAVY + 1)]
    found: list[Any] = []
    proving = [
        threading.Thread(target=lambda seat=seat: found.append(seat.get("/verify")))
        for seat, _ in games[:MOST_HEAVY]
    ]
    for thread in proving:
        thread.start()
    while slow["begun"] < MOST_HEAVY:
        assert all(thread.is_alive() for thread in proving)
    for referee, red in games * 3:
        answer = referee.get("/verify")
        assert (answer.status_code, answer.json()["code"]) in ((503, "busy"), (429, "too-fast"))
        assert int(answer.headers["retry-after"]) > 0
        assert referee.get("/view").status_code == 200, "everything else goes on, this game too"
        assert red.say("move Red1 to 0").json()["legal"]
    slow["go"].set()
    for thread in proving:
        thread.join(30)
    assert all(answer.json()["good"] for answer in found)
    assert slow["begun"] == MOST_HEAVY


def test_a_proof_is_kept_until_the_log_grows(room: Room, slow: dict[str, Any]) -> None:
    referee, red = refereed(room)
    slow["go"].set()
    assert all(referee.get("/verify").json()["good"] for _ in range(20))
    assert slow["begun"] == 1
    assert red.say("move Red1 to 0").json()["legal"]
    assert referee.get("/verify").json()["good"]
    assert slow["begun"] == 2


def test_a_seat_has_so_many_proofs_a_minute(store: Store) -> None:
    app = create_app(store, book_of=book_of, books=("toybook",), proofs_a_minute=2)
    with TestClient(app, raise_server_exceptions=False) as client:
        room = Room(client, store)
        referee, red = refereed(room)
        codes = []
        for _ in range(4):
            assert red.say("move Red1 to 0").json()["legal"]
            codes.append(referee.get("/verify").status_code)
        assert codes == [200, 200, 429, 429]
        assert refereed(room)[0].get("/verify").status_code == 200, "another seat has its own"


# -- a busy game
def test_a_busy_game_answers_at_once_and_holds_few(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_host, "LONGEST_WAIT", 20.0)
    red, _ = room.pair()
    other, _ = room.pair()
    host: Host = room.client.app.state.host
    held, go = threading.Event(), threading.Event()

    def hold() -> None:
        with host.open(red.game):
            held.set()
            assert go.wait(30)

    answers: list[Any] = []
    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(30)
    askers = [threading.Thread(target=lambda: answers.append(red.get("/view"))) for _ in range(12)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join(0.1)
    while len(answers) < 12 - game_host.MOST_WAITING:
        assert any(asker.is_alive() for asker in askers)
    assert other.get("/view").status_code == 200, "another game is open all the while"
    assert {a.status_code for a in answers} == {503}
    assert all(int(a.headers["retry-after"]) > 0 and a.json()["code"] == "busy" for a in answers)
    go.set()
    for thread in (holder, *askers):
        thread.join(30)
    assert sorted(a.status_code for a in answers) == [200] * game_host.MOST_WAITING + [503] * (
        12 - game_host.MOST_WAITING
    )


def test_nobody_waits_for_ever(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_host, "LONGEST_WAIT", 0.05)
    red, _ = room.pair()
    host: Host = room.client.app.state.host
    with host.open(red.game):
        answer = red.get("/view")
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert red.get("/view").status_code == 200


# -- a damaged row
DAMAGE = {
    "admirals": "UPDATE games SET admirals = '{' WHERE id = :id",
    "nested admirals": "UPDATE games SET admirals = '" + "[" * 100_000 + "' WHERE id = :id",
    "admirals of no text": "UPDATE games SET admirals = x'ff00' WHERE id = :id",
    "a seed that is text": "UPDATE games SET seed = 'abc' WHERE id = :id",
    "another seed": "UPDATE games SET seed = x'00' WHERE id = :id",
    "an unknown book": "UPDATE games SET book = 'chess' WHERE id = :id",
    "a book of bytes": "UPDATE games SET book = x'ff' WHERE id = :id",
    "a time that is text": "UPDATE games SET created = 'yesterday' WHERE id = :id",
    "a line of bytes": "UPDATE entries SET line = x'ff00' WHERE game = :id AND number = 1",
    "a line cut short": "UPDATE entries SET line = substr(line, 1, 20) WHERE game = :id AND "
    "number = 1",
    "a line nested deeply": "UPDATE entries SET line = '"
    + "[" * 100_000
    + "' WHERE game = :id AND number = 1",
    "a number that is huge": "UPDATE entries SET line = replace(line, '\\:1,', '\\:"
    + "9" * 5000
    + ",') WHERE game = :id",
    "no lines": "DELETE FROM entries WHERE game = :id",
    "no header": "UPDATE entries SET line = '{}' WHERE game = :id AND number = 0",
    "a NUL": "UPDATE entries SET line = 'a' || char(0) || 'b' WHERE game = :id AND number = 1",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_game_stops_only_itself(tmp_path: Path, damage: str) -> None:
    store = Store.at(tmp_path)
    with TestClient(
        create_app(store, book_of=book_of, books=("toybook",)), raise_server_exceptions=False
    ) as client:
        room = Room(client, store)
        made = room.make(opponent="computer")
        hurt = Seat(room, made["game"], made["seats"][0]["token"])
        hurt.wait()
        assert hurt.say("pass").json()["legal"]
        hurt.wait()
        sound, _ = room.pair()
    store = Store.at(tmp_path)
    with store.engine.begin() as db:
        db.execute(text("PRAGMA ignore_check_constraints=ON"))
        db.execute(text(DAMAGE[damage]), {"id": hurt.game})
    with TestClient(
        create_app(store, book_of=book_of, books=("toybook",)), raise_server_exceptions=False
    ) as client:
        again = Room(client, store)
        one, other = (Seat(again, s.game, s.token) for s in (hurt, sound))
        assert other.say("move Red1 to 0").json()["legal"]
        refs = [{"game": s.game, "token": s.token} for s in (one, other)]
        listed = client.post("/api/seats", json={"seats": refs})
        assert listed.status_code == 200
        assert other.game in {s["game"] for s in listed.json()}
        for path in ("/view", "/changes", "/log", "/verify", "/luck", "/replay", "/news"):
            if path == "/news" and damage in ("a time that is text", "an unknown book"):
                continue  # told by what the game's own log says, these are no damage, and the stream would not end
            answer = one.get(path)
            assert answer.status_code in (200, 500)
            if answer.status_code == 500:
                assert set(answer.json()) == {"code", "message", "place", "remedy"}
                assert answer.json()["code"] == "log-fault"
                assert len(answer.content) < 1000
        assert again.make()["game"]
