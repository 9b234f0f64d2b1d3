"""Several workers on one store: each sees what the others wrote, and one writes each entry."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from flagplot.room.app import create_app
from flagplot.room.store import Store

from .conftest import Room, Seat
from .seatoy import book_of


def test_two_workers_share_a_game(tmp_path: Path) -> None:
    stores = [Store.at(tmp_path), Store.at(tmp_path)]
    apps = [create_app(s, book_of=book_of, books=("toybook",)) for s in stores]
    with TestClient(apps[0], raise_server_exceptions=False) as one, TestClient(apps[1], raise_server_exceptions=False) as two:
        rooms = Room(one, stores[0]), Room(two, stores[1])
        red, _ = rooms[0].pair()
        there = Seat(rooms[1], red.game, red.token)
        assert there.view()["n"] == red.view()["n"]
        seen = red.view()["n"]
        assert red.say("move Red1 to 0").json()["legal"]
        assert there.view()["display"] == red.view()["display"]
        late = there.say("move Red2 to 0", at=seen)
        assert late.status_code == 409
        assert late.json()["code"] == "stale"
        assert there.say("move Red2 to 1").json()["legal"]
        assert red.get("/log").text == there.get("/log").text


def test_what_another_worker_writes_in_secret_makes_nothing_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stores = [Store.at(tmp_path), Store.at(tmp_path)]
    apps = [create_app(s) for s in stores]
    with TestClient(apps[0], raise_server_exceptions=False) as one, TestClient(apps[1], raise_server_exceptions=False) as two:
        room = Room(one, stores[0])
        made = room.make("hotseat", book="campaign", scenario="norway-1940")
        axis, allied = (next(Seat(room, made["game"], s["token"]) for s in made["seats"] if s["side"] == side)
                        for side in ("Axis", "Allied"))
        there = Seat(Room(two, stores[1]), allied.game, allied.token)
        seen = axis.view()["n"]
        append = stores[0].append
        met = []

        def late(*args: Any, **kwargs: Any) -> None:
            if not met:  # between looking and writing the other worker takes something down
                met.append(there.post("/standing", {"text": "any-never: nothing"}).status_code)
            append(*args, **kwargs)

        monkeypatch.setattr(stores[0], "append", late)
        said = axis.say("done", at=seen)
        assert met == [201]
        assert (said.status_code, said.json()["legal"]) == (200, True)
        assert len(there.view()["standing"]) == 1
