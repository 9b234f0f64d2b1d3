"""The door of the room: whose pages may ask, who is slowed, who is not waited for, whose files they
are."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import socket
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from litestar.testing import TestClient
from sqlalchemy.exc import OperationalError

from flagplot.room import app as room_app
from flagplot.room.app import create_app
from flagplot.room.security import host_name, is_known_host
from flagplot.room.slow_clients import PatientProtocol
from flagplot.room.store import Store, StoreError

from .conftest import Room
from .seatoy import book_of

serving = importlib.import_module("flagplot.room.serve")  # the package has a function of this name
GAME = {"book": "toybook", "scenario": "line", "opponent": "hotseat"}


@pytest.fixture
def guarded(store: Store) -> Iterator[TestClient[Any]]:
    """A room that looks at the name it is called by, as ``serve`` opens it."""
    app = create_app(store, book_of=book_of, books=("toybook",), hosts=("games.example.org",))
    with TestClient(app, base_url="http://127.0.0.1:8400", raise_server_exceptions=False) as client:
        yield client


# -- whose page
@pytest.mark.parametrize(
    ("headers", "passes"),
    [
        ({}, True),  # a program
        ({"origin": "http://127.0.0.1:8400"}, True),
        ({"origin": "http://127.0.0.1:8400", "sec-fetch-site": "same-origin"}, True),
        ({"origin": "http://localhost:9000"}, False),  # another program's page on this machine
        ({"origin": "http://evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": ""}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"host": "evil.example"}, False),  # a name that was pointed here
        ({"host": "evil.example:8400", "origin": "http://evil.example:8400"}, False),
        ({"host": "192.168.1.7:8400", "origin": "http://192.168.1.7:8400"}, True),
        ({"host": "[::1]:8400", "origin": "http://[::1]:8400"}, True),
        ({"host": "games.example.org", "origin": "https://games.example.org"}, True),
        (
            {"host": "127.0.0.1:8400", "origin": "https://games.example.org"},
            True,
        ),  # as a web server in front passes it on
    ],
)
def test_only_the_rooms_own_pages_set_up_games(
    guarded: TestClient[Any], store: Store, headers: dict[str, str], passes: bool
) -> None:
    answer = guarded.post("/api/games", json=GAME, headers=headers)
    assert (answer.status_code == 201) is passes, answer.text
    assert len(store.games()) == passes
    if not passes:
        assert answer.status_code == 403
        assert answer.json()["code"] in ("foreign-page", "foreign-host")
        assert answer.json()["remedy"]


def test_every_door_looks_who_asks(room: Room) -> None:
    red, _ = room.pair()
    abroad = red.headers | {"origin": "http://evil.example"}
    for method, path in (
        ("POST", "/answer"),
        ("POST", "/undo"),
        ("POST", "/consent"),
        ("POST", "/standing"),
        ("POST", "/claim"),
        ("POST", "/dice"),
        ("POST", "/examine"),
        ("POST", "/adopt"),
        ("DELETE", "/standing/1"),
    ):
        answer = room.client.request(
            method, f"/api/games/{red.game}{path}", headers=abroad, content=b"{}"
        )
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page"), path


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"]
)
def test_only_json_is_read(room: Room, kind: str) -> None:
    answer = room.client.post(
        "/api/games", content=json.dumps(GAME), headers={"content-type": kind} if kind else {}
    )
    assert answer.status_code == 415
    assert answer.json()["code"] == "wrong-type"
    assert not room.store.games()
    assert room.client.post(
        "/api/games",
        content=json.dumps(GAME),
        headers={"content-type": "Application/JSON; charset=utf-8"},
    )
    assert len(room.store.games()) == 1


def test_names_are_read_out_of_authorities() -> None:
    assert [host_name(x) for x in ("A.b:80", "http://a.b", "[::1]:8400", "a.b.", "")] == [
        "a.b",
        "a.b",
        "::1",
        "a.b",
        "",
    ]
    assert is_known_host("10.0.0.1:80", frozenset())
    assert is_known_host("x.localhost", frozenset())
    assert not is_known_host("10.0.0.1.evil.example", frozenset({"localhost"}))


# -- who tries keys
def test_wrong_keys_count_at_every_door(room: Room) -> None:
    made = room.make()
    game = made["game"]
    codes = [
        room.client.post(
            f"/api/games/{game}/claim", json={}, headers={"authorization": f"Bearer {n}"}
        ).status_code
        for n in range(30)
    ]
    assert set(codes) == {401}
    refs = [{"game": game, "token": f"no{n}"} for n in range(25)]
    assert room.client.post("/api/seats", json={"seats": refs}).json() == []
    limited = room.client.post("/api/seats", json={"seats": refs})
    assert limited.status_code == 429
    assert int(limited.headers["retry-after"]) > 0
    again = room.client.post(
        f"/api/games/{game}/claim", json={}, headers={"authorization": "Bearer x"}
    )
    assert (again.status_code, again.json()["code"]) == (429, "too-fast")
    assert (
        room.client.post(
            "/api/seats", json={"seats": [{"game": game, "token": made["seats"][0]["token"]}]}
        ).status_code
        == 200
    )


@contextlib.contextmanager
def served(store: Store, **config: Any) -> Iterator[int]:
    """The room on a real socket; its port."""
    app = create_app(store, book_of=book_of, books=("toybook",), hosts=())
    listener = serving.listen("127.0.0.1", 0)
    server = uvicorn.Server(
        uvicorn.Config(app, log_level="error", http=PatientProtocol, ws="none", **config)
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)


def statuses(port: int, forwarded: bool) -> set[int]:
    import httpx

    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        return {
            client.get(
                "/api/games/x/view",
                headers={
                    "authorization": f"Bearer {n}",
                    **({"x-forwarded-for": f"10.0.{n}.1"} if forwarded else {}),
                },
            ).status_code
            for n in range(70)
        }


def test_who_asks_is_believed_of_a_web_server_in_front_only(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []

    def run(self: Any, sockets: Any = None) -> None:
        seen.append(self.config)
        for one in sockets:
            one.close()

    monkeypatch.setattr(serving.Server, "run", run)
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    home = Path(store.engine.url.database or "").parent
    serving.serve(0, home, False)
    serving.serve(0, home, False, behind_proxy="127.0.0.1")
    direct, proxied = seen
    assert (direct.proxy_headers, proxied.proxy_headers, proxied.forwarded_allow_ips) == (
        False,
        True,
        "127.0.0.1",
    )
    with served(
        store, proxy_headers=direct.proxy_headers, forwarded_allow_ips=direct.forwarded_allow_ips
    ) as port:
        assert statuses(port, forwarded=True) == {401, 429}, (
            "another address in a header is no other address"
        )


# -- who is not waited for
def closed_after(port: int, *pieces: bytes) -> bytes:
    """Return the bytes that come back on a connection on which only *pieces* are sent, once the
    room has closed it."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        for piece in pieces:
            line.sendall(piece)
        got = b""
        with contextlib.suppress(ConnectionResetError):
            while more := line.recv(4096):
                got += more
        return got


@pytest.mark.parametrize(
    "pieces",
    [(), (b"GET /api/health HTTP/1.1\r\nhost: localhost\r\nx: ",), (b"GET", b" /"),
     (b"GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n", b"GET /api/he")],
)  # fmt: skip
def test_half_open_requests_are_closed(
    store: Store, pieces: tuple[bytes, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientProtocol, "patience", 0.3)
    with served(store) as port:
        got = closed_after(port, *pieces)
    assert got.count(b"HTTP/1.1") == (1 if len(pieces) == 2 and b"health" in pieces[0] else 0)


def test_a_body_that_only_trickles_is_not_waited_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"
    monkeypatch.setattr(room_app, "BODY_TIME", 0.3)
    with served(store) as port:
        assert b"408" in closed_after(port, head).partition(b"\r\n")[0]
    monkeypatch.setattr(room_app, "BODY_TIME", 60)
    monkeypatch.setattr(PatientProtocol, "patience", 0.3)
    with served(store) as port:
        assert closed_after(port, head) == b""
    assert not store.games()


def test_a_whole_request_and_an_open_stream_outlast_patience(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientProtocol, "patience", 0.3)
    import httpx

    with served(store) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        made = client.post("/api/games", json=GAME).json()
        key = {"authorization": f"Bearer {made['seats'][0]['token']}"}
        with client.stream("GET", f"/api/games/{made['game']}/news", headers=key) as news:
            lines = news.iter_lines()
            assert next(lines).startswith(":")
            time.sleep(0.8)
            url = f"http://127.0.0.1:{port}/api/games/{made['game']}/answer"
            assert httpx.post(url, headers=key, json={"text": "pass", "at": 0}).json()["legal"]
            assert any(line.startswith("data") for line in lines)


def test_one_address_holds_so_many_connections(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientProtocol, "most_open", 5)
    with served(store) as port, contextlib.ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
        time.sleep(0.2)
        assert closed_after(port) == b"", "the sixth is closed at once"
    assert not PatientProtocol.open_from


# -- whose files
def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("before", ["nothing", "folder", "files"])
def test_the_games_are_their_owners_alone(tmp_path: Path, before: str) -> None:
    home = tmp_path / "home"
    old = os.umask(0)
    try:
        if before != "nothing":
            home.mkdir(0o777)
        if before == "files":
            Store.at(home).close()
            home.chmod(0o755)
            for name in ("flagplot.sqlite", "flagplot.sqlite-wal", "flagplot.sqlite-shm"):
                (home / name).touch()
                (home / name).chmod(0o666)
        store = Store.at(home)
        with TestClient(create_app(store, book_of=book_of, books=("toybook",))) as client:
            assert client.post("/api/games", json=GAME).status_code == 201
            found = {p.name: mode(p) for p in home.iterdir()}
            assert found
            assert set(found) >= {"flagplot.sqlite", "flagplot.sqlite-wal"}
            assert set(found.values()) == {0o600}
            assert mode(home) == 0o700
    finally:
        os.umask(old)


def test_a_database_by_its_address_is_its_owners_alone_too(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    path.touch(0o644)
    Store(f"sqlite:///{path}").close()
    assert mode(path) == 0o600
    assert mode(tmp_path) != 0, "its folder is somebody else's business"


def test_a_shared_folder_and_what_is_no_file_are_told(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    with pytest.raises(StoreError, match="not yours alone"):
        Store.at(shared)
    assert mode(shared) == 0o1777
    home = tmp_path / "home"
    home.mkdir()
    os.mkfifo(home / "flagplot.sqlite")
    with pytest.raises(StoreError, match="not a file"):
        Store.at(home)


# -- HEAD, and whether the room is well
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/api/health",
        "/api/books",
        "/favicon.ico",
        "/nowhere",
        "/api/nowhere",
        "/table/{game}",
        "/api/games/{game}/view",
        "/api/games/{game}/log",
        "/api/games/{game}/verify",
        "/api/schema/openapi.json",
        "/api/boards/awaw-europe",
    ],
)
def test_head_answers_as_get_does(room: Room, path: str) -> None:
    red, _ = room.pair()
    url = path.format(game=red.game)
    got, head = (
        room.client.request(way, url, headers=red.headers | {"accept-encoding": "identity"})
        for way in ("GET", "HEAD")
    )
    assert head.status_code == got.status_code
    assert head.content == b""
    assert dict(head.headers) == dict(got.headers)


def test_head_of_a_stream_ends_and_of_what_changes_is_refused(room: Room) -> None:
    red, _ = room.pair()
    answer = room.client.head(f"/api/games/{red.game}/news", headers=red.headers)
    assert (answer.status_code, answer.content) == (200, b"")
    assert room.client.head(f"/api/games/{red.game}/undo", headers=red.headers).status_code == 405
    assert room.client.head(f"/api/games/{red.game}/view").status_code == 401


def test_health_tells_of_a_dead_database(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    assert room.client.get("/api/health").status_code == 200

    def away(*_: Any) -> None:
        raise OperationalError("", {}, OSError("the server closed the connection"))

    monkeypatch.setattr(room.store.engine, "connect", away)
    answer = room.client.get("/api/health")
    assert (answer.status_code, answer.json()["code"]) == (503, "store-fault")
    monkeypatch.undo()
    assert room.client.get("/api/health").status_code == 200
