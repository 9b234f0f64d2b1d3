"""Two rooms in which one side does different things in secret send the other side the same bytes,
whatever it asks or tries."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.testing import TestClient

from flagplot import rulebooks
from flagplot.room import game_host, routes_games
from flagplot.room.app import create_app
from flagplot.room.game_host import DAY
from flagplot.room.store import Store
from flagplot.table import Ask, Rulebook
from flagplot.table.game.game import Game
from flagplot.table.log.entries import Entry
from flagplot.table.log.side_log import SideLog
from tests.harness import sent, told

from . import seatoy
from .conftest import Room, Seat


def book_of(id: str) -> Rulebook[Any]:
    """Any rule book, the toy as well."""
    return seatoy.BOOK if id == "toybook" else rulebooks.book(id)


SEED = b"twins in two rooms, the same dice"


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Room]]:
    """Two rooms that give the same ids and keys to the same requests."""
    given = [0]

    def token(n: int = 24) -> str:
        given[0] += 1
        return f"token-{given[0]:04}".ljust(n, "x")

    known = SimpleNamespace(
        **vars(secrets)
        | {
            "token_urlsafe": token,
            "token_bytes": lambda n: SEED[:n],
            "randbits": lambda n: 7,
            "token_hex": lambda n: "5a" * n,
        }
    )
    monkeypatch.setattr(game_host, "secrets", known)
    monkeypatch.setattr(routes_games, "secrets", known)
    open_rooms: list[Room] = []
    clients = []
    for name in ("one", "two"):
        store = Store.at(tmp_path / name)
        app = create_app(
            store,
            book_of=book_of,
            books=(*rulebooks.BOOKS, "toybook"),
            requests_a_minute=1_000_000,
            games_a_minute=1000,
        )
        client = TestClient(app, raise_server_exceptions=False)
        clients.append((client, store))
        open_rooms.append(Room(client.__enter__(), store))
    open_rooms[0].given = open_rooms[1].given = given  # type: ignore[attr-defined]
    yield open_rooms
    for client, store in clients:
        client.__exit__(None, None, None)
        store.close()


class Table:
    """One of the two rooms with one game in it: the seats by side, and the game itself to look
    at."""

    def __init__(self, room: Room, book: str, scenario: str) -> None:
        self.room = room
        room.given[0] = 0  # type: ignore[attr-defined]
        made = room.make("invite", book=book, scenario=scenario)
        by = {s["role"]: s for s in made["seats"]}
        first = Seat(room, made["game"], by["player"]["token"])
        taken = Seat(room, made["game"], by["invite"]["token"]).post("/claim", {}).json()
        self.seats = {
            by["player"]["side"]: first,
            taken["side"]: Seat(room, made["game"], taken["token"]),
        }

    @property
    def game(self) -> Game:
        """The game as it stands, opened from the store."""
        seat = next(iter(self.seats.values()))
        row = self.room.store.game(seat.game)
        assert row is not None
        return Game.open(self.room.store.lines(seat.game), book_of=book_of, seed=row.seed)


def answers(game: Game, side: str) -> list[str]:
    """Texts that *side* may answer now."""
    request = game.request(side)
    assert request is not None
    if isinstance(request, Ask):
        return [str(o) for o in request.options]
    return [game.book.text(o) for o in islice(game.book.candidates(game.view(side), request), 40)]


def secret_pair(game: Game, side: str, watcher: str) -> tuple[str, str] | None:
    """Two answers of *side* that *watcher* cannot tell apart; ``None`` when there are none among
    the first."""
    lines, seen = game.lines(), {}
    for text in answers(game, side)[:14]:
        copy = Game.open(lines, book_of=rulebooks.book, seed=SEED[:32])
        if copy.submit(side, text):
            first = seen.setdefault(told(copy, watcher), text)
            if first != text:
                return first, text
    return None


def everything(seat: Seat, game: Game, side: str) -> list[tuple[str, int, bytes, dict[str, str]]]:
    """Return everything a seat is sent for all it may ask and try now: status, bytes and headers of
    every answer."""
    texts = [
        "",
        "x",
        "patrol",
        "cancel AX1-500",
        *(answers(game, side)[:3] if game.request(side) else []),
    ]
    last = len(game.side_log(side)) - 1
    given = [e.n for e in game.side_log(side) if e.kind == "input" and e.side == side]
    paths = (
        "/view",
        f"/view?since={last}",
        f"/changes?since={last}&have={seat.tag}",
        "/log",
        "/luck",
        "/verify",
        "/replay?at=0",
        f"/replay?at={last}",
        "/replay?at=9999",
        "/film",
        f"/film?since={last - 9}",
        "/coach",
        "/report",
    )
    asked = [("get", path, None) for path in paths]
    asked += [("post", "/examine", {"text": text}) for text in texts]
    asked += [("post", "/examine", {"text": text, "caret": len(text) // 2}) for text in texts]
    click = {
        "kind": "place",
        "id": next((c.place for c in game.book.display(game.view(side), side, ()).counters), ""),
    }
    asked += [("post", "/examine", {"text": text, "clicks": [click]}) for text in texts]
    asked += [
        ("post", "/sheet", {"sheet": sheet, "lines": [{"text": t} for t in texts]})
        for sheet in ("operation", "shipping")
    ]
    forces = [f.id for f in game.book.display(game.view(side), side, ()).forces]
    asked += [
        ("post", "/sea", {"ids": ids})
        for ids in ([], ["nobody"], forces[:1], forces[-1:], forces[:40])
    ]
    asked += [
        ("post", "/weigh", {"orders": texts[-1:]}),
        ("post", "/rematch", {}),
        ("post", "/adopt", {}),
    ]
    asked += [("post", "/draw", {"yes": False})]
    asked += [("post", "/key", {"key": "ab" * 32, "at": last, "sig": "cd" * 64})]
    asked += [
        ("post", "/answer", {"text": text, "at": at})
        for text in ("xyzzy",)
        for at in (last, 0, 10_000)
    ]
    asked += [
        ("post", "/consent", {"yes": True}),
        ("post", "/dice", {"faces": [1]}),
        ("post", "/standing", {"text": "nonsense"}),
    ]
    asked += [("post", "/standing", {"text": "any-never: nothing"})]
    asked += [("post", "/undo", {"to": n}) for n in (0, 9999)]
    asked += [("post", "/undo", {"to": n}) for n in given[-1:]] + [("post", "/undo", {})]
    asked += [("get", "/view", None), ("get", "/log", None)]
    found = []
    for method, path, body in asked:
        answer = seat.get(path) if method == "get" else seat.post(path, body)
        if path.startswith("/changes"):
            seat.tag = answer.json()["tag"]
        kept = {k: v for k, v in answer.headers.items() if k != "date"}
        found.append((f"{method} {path} {body}", answer.status_code, answer.content, kept))
    listed = seat.room.client.post(
        "/api/seats", json={"seats": [{"game": seat.game, "token": seat.token}]}
    )
    return [*found, ("seats", listed.status_code, listed.content, dict(listed.headers))]


def compare(one: Table, two: Table, side: str) -> None:
    """The seat of *side* is sent the same in both."""
    for a, b in zip(one.game.side_log(side), two.game.side_log(side), strict=True):
        assert sent(a) == sent(b)
    assert told(one.game, side) == told(two.game, side)
    for a, b in zip(
        everything(one.seats[side], one.game, side),
        everything(two.seats[side], two.game, side),
        strict=True,
    ):
        assert a == b, f"{side} learns a secret from {a[0]}"


def answer(table: Table, side: str, text: str) -> None:
    said: Any = table.seats[side].say(text)
    assert said.status_code == 200, said.text
    assert said.json()["legal"], said.text


@pytest.mark.parametrize(
    ("book", "scenario", "steps"),
    [
        ("campaign", "norway-1940", 4),
        ("campaign", "graf-spee", 4),
        ("awaw", "norway-1940", 30),
        ("awaw", "mediterranean-1941", 30),
        ("europa", "pedestal", 30),
    ],
)
def test_another_answer_given_in_secret_changes_no_byte(
    rooms: list[Room], book: str, scenario: str, steps: int
) -> None:
    one, two = (Table(room, book, scenario) for room in rooms)
    sides = one.game.sides
    for step in range(steps):
        game = one.game
        side = game.sides_to_answer()[step % len(game.sides_to_answer())]
        watcher = next(s for s in sides if s != side)
        pair = secret_pair(game, side, watcher)
        if pair is not None:
            for table, text in zip((one, two), pair, strict=True):
                seat = table.seats[watcher]
                seat.tag = seat.get("/changes").json()["tag"]
                answer(table, side, text)
            compare(one, two, watcher)
            for table in (one, two):
                spectator = table.seats[watcher].post("/spectators", {}).json()["token"]
                table.seats[""] = Seat(table.room, table.seats[watcher].game, spectator)
                table.seats[""].tag = table.seats[""].get("/changes").json()["tag"]
            compare(one, two, "")
            return
        texts = answers(game, side)
        for table in (one, two):
            answer(table, side, texts[step * 7 % len(texts)])
    pytest.fail("nothing was done in secret")


@pytest.mark.parametrize(
    ("book", "scenario"),
    [("campaign", "norway-1940"), ("awaw", "norway-1940"), ("europa", "pedestal")],
)
def test_drafts_and_standing_orders_change_no_byte(
    rooms: list[Room], book: str, scenario: str
) -> None:
    one, two = (Table(room, book, scenario) for room in rooms)
    game = one.game
    side = game.sides_to_answer()[0]
    watcher = next(s for s in game.sides if s != side)
    busy = two.seats[side]
    for text in answers(game, side)[
        :2
    ]:  # a draft is examined, a standing order given, taken back and given again
        assert busy.post("/examine", {"text": text}).status_code == 200
        assert busy.post("/examine", {"text": text[:9]}).status_code == 200
    for text in ("interception-never: hold", "any-never: pass"):
        assert busy.post("/standing", {"text": text}).status_code == 201
    busy.room.client.delete(f"/api/games/{busy.game}/standing/1", headers=busy.headers)
    assert busy.post("/answer", {"text": "xyzzy", "at": 0}).status_code in (400, 409)
    assert two.seats[watcher].get("/chain").content == one.seats[watcher].get("/chain").content
    compare(one, two, watcher)


def test_orders_written_at_the_same_time_change_no_byte_and_make_nothing_stale(
    rooms: list[Room],
) -> None:
    one, two = (Table(room, "campaign", "norway-1940") for room in rooms)
    text = answers(one.game, "Axis")[0]
    for table in (one, two):
        answer(table, "Axis", text)
    at = one.seats["Axis"].view()["n"]
    for n in (0, 1, 2):
        answer(two, "Allied", answers(two.game, "Allied")[n])
    assert two.seats["Allied"].post("/undo", {}).json()["text"] == "Taken back."
    text = answers(one.game, "Axis")[3]
    said = [table.seats["Axis"].say(text, at=at) for table in (one, two)]
    assert [s.status_code for s in said] == [200, 200]
    assert said[0].content == said[1].content
    compare(one, two, "Axis")
    assert len(two.game.view("Allied").missions) > len(one.game.view("Allied").missions), (
        "they stand, whatever Axis took back"
    )


def test_whether_the_other_side_has_given_its_sealed_answer_changes_no_byte(
    rooms: list[Room],
) -> None:
    one, two = (Table(room, "toybook", "line") for room in rooms)
    for _ in range(40):
        game = one.game
        if (
            game.sides_to_answer() == ("Red", "Blue")
            and game.pending.__class__.__name__ == "AskEach"
        ):
            break
        text = answers(game, game.sides_to_answer()[0])[-1]
        for table in (one, two):
            answer(table, game.sides_to_answer()[0], text)
    else:
        pytest.fail("no sealed answers were asked for")
    answer(two, "Blue", "watch")
    assert one.seats["Red"].view()["waiting"] == two.seats["Red"].view()["waiting"]
    assert one.seats["Red"].view()["waiting"]["sides"] == ["Red", "Blue"]
    assert two.seats["Blue"].view()["waiting"]["sides"] == ["Red"]
    compare(one, two, "Red")


def test_whether_a_game_may_be_closed_does_not_tell_of_secret_deeds(rooms: list[Room]) -> None:
    one, two = (Table(room, "campaign", "norway-1940") for room in rooms)
    for table in (one, two):
        answer(table, "Axis", "done")
        with table.room.store.engine.begin() as db:
            db.exec_driver_sql("update shown set at = at - ?", (13 * DAY,))
    answer(two, "Allied", answers(two.game, "Allied")[0])
    for days, silent in ((0.9, ""), (1.1, "Allied")):
        for table in (one, two):
            table.room.client.app.state.host.clock = lambda later=days: time.time() + later * DAY
            assert table.seats["Axis"].view()["silent"] == silent
    compare(one, two, "Axis")


def test_reading_is_no_more_work_when_something_was_done_in_secret(
    rooms: list[Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    work: list[str] = []
    book = rulebooks.book("campaign")

    def counted(of: type, name: str) -> None:
        plain = getattr(of, name)
        monkeypatch.setattr(
            of, name, lambda self, *args, **more: (work.append(name), plain(self, *args, **more))[1]
        )

    one, two = (Table(room, "campaign", "norway-1940") for room in rooms)
    for table in (one, two):
        answer(table, "Axis", answers(one.game, "Axis")[0])
        table.seats["Axis"].view()
    for n in (0, 1, 2):
        answer(two, "Allied", answers(two.game, "Allied")[n])
    for of, name in ((type(book), "view"), (SideLog, "_take"), (Entry, "apply")):
        counted(of, name)
    done = []
    for table in (one, two):
        work.clear()
        for path in ("/view", "/log", "/luck", "/verify", "/chain", "/view"):
            assert table.seats["Axis"].get(path).status_code == 200
        done.append(sorted(work))
    assert done[0] == done[1]


@pytest.mark.parametrize(
    ("took", "whole"), [(0.0, 0.1), (0.03, 0.1), (0.11, 0.2), (0.5, 0.8), (3.0, 3.2)]
)
def test_reading_a_game_again_takes_a_whole_step(
    rooms: list[Room], took: float, whole: float
) -> None:
    table = Table(rooms[0], "campaign", "graf-spee")
    home, seat = rooms[0].client.app.state.host, table.seats["Axis"]
    now, slept = [0.0], []
    home.timer, home.sleep = (lambda: now.__setitem__(0, now[0] + took) or now[0]), slept.append
    home._live.clear()
    assert seat.get("/view").status_code == 200
    assert [round(s + took, 9) for s in slept] == [whole]
    assert seat.get("/view").status_code == 200
    assert len(slept) == 1, "it lies ready now"
