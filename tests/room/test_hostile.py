"""Bad input gets a typed refusal that names the place and the remedy; never a traceback, never half
a change."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from flagplot.room.pages import content_stamp
from flagplot.room.security import BODY_LIMIT, RateLimiter

from .conftest import Room, Seat

DOORS = ("examine", "answer", "dice", "undo", "consent", "standing", "claim")
"""Every address of a seat that takes a body."""
WINDOWS = ("view", "log", "verify", "luck", "replay", "news")
"""Every address of a seat that is only read."""

GARBAGE: tuple[bytes, ...] = (
    b"",
    b"{",
    b"null",
    b"[]",
    b"42",
    b'"text"',
    b"{}x",
    b"\xff\xfe\x00",
    b'{"text": "\xc3\x28"}',
    b'{"text": "\\ud800", "at": 0}',
    b"[" * 5000 + b"]" * 5000,
    b'{"text": 1, "at": "x"}',
    b'{"text": "pass", "at": 1e400}',
    b'{"text": "pass", "at": 99999999999999999999}',
    b'{"text": "pass", "at": 0, "more": 1}',
    b'{"faces": ["a"]}',
    b'{"faces": [1, 2.5]}',
    b'{"yes": "maybe"}',
    b'{"to": -5}',
    b'{"text": null, "at": null}',
)


def body_of(answer: Any) -> Any:
    """The typed body of an error; asserts that it is one and gives nothing of the inside away."""
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.text)
    found = answer.json()
    assert set(found) == {"code", "message", "place", "remedy"}
    assert found["code"]
    assert found["message"]
    for word in ("Traceback", 'File "', "site-packages", "flagplot/", "msgspec."):
        assert word not in answer.text
    return found


@pytest.mark.parametrize("door", DOORS)
def test_garbage_in_any_door(room: Room, door: str) -> None:
    red, _ = room.pair()
    before = red.get("/log").text
    headers = red.headers | {"content-type": "application/json"}
    for body in GARBAGE:
        body_of(room.client.post(f"/api/games/{red.game}/{door}", content=body, headers=headers))
    assert red.get("/log").text == before


@pytest.mark.parametrize("path", ["/api/games", "/api/seats"])
def test_garbage_at_the_front(room: Room, path: str) -> None:
    for body in GARBAGE:
        body_of(room.client.post(path, content=body, headers={"content-type": "application/json"}))


@pytest.mark.parametrize("door", DOORS)
def test_a_body_too_large_is_turned_away(room: Room, door: str) -> None:
    red, _ = room.pair()
    answer = red.post(f"/{door}", {"text": "x" * (BODY_LIMIT + 1), "at": 0})
    assert body_of(answer)["code"] in ("too-large", "bad-request", "taken")
    assert body_of(red.post("/examine", {"text": "x" * 3000}))["code"] == "bad-request"


KEYS = ("", "wrong", "x" * 300, "\u00e9\u00e8", "null", "' or 1=1 --", "../../etc/passwd", "0" * 64)


@pytest.mark.parametrize("window", WINDOWS)
def test_a_wrong_key_opens_nothing(room: Room, window: str) -> None:
    made = room.make()
    for token in KEYS:
        answer = room.client.get(
            f"/api/games/{made['game']}/{window}",
            headers={"authorization": f"Bearer {token}".encode()},
        )
        assert answer.status_code == 401, token
        assert body_of(answer)["code"] == "no-seat"


def test_wrong_keys_wrong_games_and_no_games_answer_alike(room: Room) -> None:
    one, two = room.make(), room.make()
    token = one["seats"][0]["token"]
    answers = [
        room.client.get(f"/api/games/{game}/view", headers={"authorization": f"Bearer {key}"})
        for game, key in (
            (two["game"], token),
            (one["game"], "wrong"),
            ("no-such-game", token),
            ("%00", token),
        )
    ]
    assert {a.status_code for a in answers} == {401}
    assert len({a.text for a in answers}) == 1
    for door in DOORS:
        assert room.client.post(
            f"/api/games/{two['game']}/{door}",
            json={"text": "pass", "at": 0, "yes": True, "faces": [1]},
            headers={"authorization": f"Bearer {token}"},
        ).status_code in (400, 401)
    hashed = room.store.seats(one["game"])[0].hash
    assert (
        room.client.get(
            f"/api/games/{one['game']}/view", headers={"authorization": f"Bearer {hashed}"}
        ).status_code
        == 401
    )


def test_the_seat_of_one_side_does_not_move_the_other(room: Room) -> None:
    red, blue = room.pair()
    assert body_of(blue.say("move Red1 to 2"))["code"] == "not-asked"
    assert body_of(blue.say("pass"))["code"] == "not-asked"
    refused = red.say("move Blue1 to 8").json()
    assert not refused["legal"]
    assert red.view()["n"] == 0


def test_a_stale_answer_and_a_doubled_one_are_told_apart(room: Room) -> None:
    red, blue = room.pair()
    seen = red.view()["n"]
    assert red.say("move Red1 to 0", at=seen).json()["legal"]
    doubled = red.say("move Red1 to 0", at=seen)
    assert doubled.status_code == 409
    assert body_of(doubled)["code"] == "doubled"
    stale = red.say("move Red2 to 2", at=seen)
    assert stale.status_code == 409
    assert body_of(stale)["code"] == "stale"
    assert sum(e["kind"] == "input" for e in red.view()["log"]) == 1
    assert red.say("pass").json()["legal"]
    assert blue.view()["waiting"]["mine"]
    assert body_of(red.say("pass"))["code"] in ("not-asked", "doubled")


def test_a_doubled_order_is_known_by_its_meaning(store: Any) -> None:
    from litestar.testing import TestClient

    from flagplot.room.app import create_app

    with TestClient(create_app(store)) as client:
        room = Room(client, store)
        made = room.make(book="awaw", scenario="norway-1940")
        seat = Seat(room, made["game"], made["seats"][0]["token"])
        seen = seat.view()["n"]
        assert seat.say("patrol Hipper to B32", at=seen).json()["legal"]
        for text in ("patrol Hipper to B32", "patrol GE-CA-Hipper to B32"):
            assert body_of(seat.say(text, at=seen))["code"] == "doubled"
        assert body_of(seat.say("patrol Koeln to B32", at=seen))["code"] == "stale"


def test_an_answer_taken_back_no_longer_stands(room: Room) -> None:
    red, _ = room.pair()
    seen = red.view()["n"]
    assert red.say("move Red1 to 0", at=seen).json()["legal"]
    assert red.post("/undo", {}).status_code == 200
    again = red.say("move Red1 to 0", at=seen)
    assert (again.status_code, body_of(again)["code"]) == (409, "stale")
    assert red.say("move Red1 to 0").json()["legal"]


def test_a_full_disk_loses_nothing_and_does_nothing_by_halves(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue = room.pair()
    before = {seat: (seat.get("/log").text, seat.view()) for seat in (red, blue)}

    def full(*_: Any, **__: Any) -> Any:
        raise OperationalError("INSERT INTO entries", None, Exception("database or disk is full"))

    monkeypatch.setattr(room.store, "append", full)
    for answer in (
        red.say("move Red1 to 2"),
        red.post("/standing", {"text": "interception: hold"}),
        red.post("/undo", {}),
        red.say("pass"),
    ):
        assert answer.status_code in (409, 503)
        assert "INSERT" not in answer.text
    assert red.say("pass").json()["code"] == "store-fault"
    monkeypatch.undo()
    for seat, (log, view) in before.items():
        assert (seat.get("/log").text, seat.view()) == (log, view)
    assert red.say("move Red1 to 2").json()["legal"]


def test_an_unreadable_order_names_the_place(room: Room) -> None:
    red, _ = room.pair()
    found = body_of(red.say("sail away"))
    assert found["code"] == "unreadable"
    assert "move SHIP to SQUARE" in found["remedy"]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"book": "chess"}, "book"),
        ({"scenario": "x"}, "scenario"),
        ({"start": "x"}, "start"),
        ({"edition": "x"}, "edition"),
        ({"side": "Green"}, "side"),
        ({"house": {"HR-X": "y"}}, "house"),
        ({"opponent": "god"}, ""),
        ({"admiral": "skynet"}, ""),
        ({"salt": "x" * 200}, ""),
        ({"extra": 1}, ""),
    ],
)
def test_a_wrong_set_up_names_its_field(room: Room, change: dict[str, Any], place: str) -> None:
    games = room.store.games()
    answer = room.client.post(
        "/api/games", json={"book": "toybook", "scenario": "line", "opponent": "hotseat"} | change
    )
    found = body_of(answer)
    if place:
        assert found["place"] == place
    assert found["remedy"]
    assert room.store.games() == games


def test_odd_addresses(room: Room) -> None:
    for path in (
        "/api/nothing",
        "/page/../app.py",
        "/page/%2e%2e/app.py",
        "/page/..%2f..%2fstore.py",
        "/page/%00",
        "/page/js/game-page.js%00.css",
        "/page/js/",
        "/%00",
        "/table",
        "/rules",
        "/api/boards/..%2f..%2fsecret",
        "/api/rules/chess",
    ):
        answer = room.client.get(path)
        assert answer.status_code == 404, path
        assert "import" not in answer.text
        assert "flagplot/room" not in answer.text
    assert "alert(1)" not in room.client.get("/table/%3Cscript%3Ealert(1)").text
    assert body_of(room.client.put("/api/games", json={}))["code"] == "wrong-method"
    red, _ = room.pair()
    for at in ("x", "1.5", "-7", "1e9", "99999999999999"):
        assert (
            room.client.get(
                f"/api/games/{red.game}/replay?at={at}", headers=red.headers
            ).status_code
            == 400
        )
    assert red.get("/replay?at=5000").status_code == 200
    assert (
        room.client.delete(f"/api/games/{red.game}/standing/7", headers=red.headers).status_code
        == 409
    )
    assert (
        room.client.delete(f"/api/games/{red.game}/standing/x", headers=red.headers).status_code
        == 404
    )


def test_every_answer_carries_the_security_headers(room: Room) -> None:
    for path in (
        "/",
        "/table/x",
        "/rules/toybook",
        f"/page/{content_stamp()}/js/game-page.js",
        f"/page/{content_stamp()}/game-page.css",
        "/page/js/game-page.js",
        "/api/books",
        "/api/nothing",
        "/api/games/x/view",
    ):
        answer = room.client.get(path)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        if answer.headers["content-type"].partition(";")[0] not in (
            "text/css",
            "text/javascript",
        ):  # parts of a page
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "font-src 'self'" in policy
            assert "unsafe" not in policy
            assert answer.headers["x-frame-options"] == "DENY"
        if path.startswith("/api/"):
            assert "no-store" in answer.headers["cache-control"]


def test_who_asks_too_often_waits(store: Any) -> None:
    from litestar.testing import TestClient

    from flagplot.room.app import create_app

    from .seatoy import book_of

    with TestClient(
        create_app(
            store, book_of=book_of, books=("toybook",), requests_a_minute=20, games_a_minute=3
        )
    ) as client:
        body = {"book": "toybook", "scenario": "line", "opponent": "hotseat"}
        codes = [client.post("/api/games", json=body).status_code for _ in range(5)]
        assert codes == [201, 201, 201, 429, 429]
        while (answer := client.get("/api/health")).status_code == 200:
            pass
        assert body_of(answer)["code"] == "too-fast"
        assert int(answer.headers["retry-after"]) >= 1
        assert client.get("/").status_code == 200, "the pages themselves are not counted"


def test_guessing_keys_is_slowed(room: Room) -> None:
    made = room.make()
    codes = {
        room.client.get(
            f"/api/games/{made['game']}/view", headers={"authorization": f"Bearer {n}"}
        ).status_code
        for n in range(70)
    }
    assert codes == {401, 429}
    assert Seat(room, made["game"], made["seats"][0]["token"]).get("/view").status_code == 200, (
        "the right key still opens"
    )


def test_pace_counts_a_sliding_window(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("flagplot.room.security.time.monotonic", lambda: now[0])
    pace = RateLimiter(2, 10)
    assert [pace.wait("a"), pace.wait("a"), pace.wait("b")] == [0, 0, 0]
    assert pace.wait("a") == 10
    now[0] = 110.5
    assert pace.wait("a") == 0


def test_a_rule_that_fails_changes_nothing(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    from .seatoy import SeaToy

    red, _ = room.pair()
    before = red.get("/log").text

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("the innermost thing")

    monkeypatch.setattr(SeaToy, "check", broken)
    answer = red.say("pass")
    assert answer.status_code == 500
    assert "innermost" not in answer.text
    assert answer.json()["code"] in ("fault", "rule-fault")
    monkeypatch.undo()
    assert red.get("/log").text == before
    assert red.say("pass").json()["legal"]
