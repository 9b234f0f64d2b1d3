"""A room with the toy rule book, and people who sit at its tables."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from flagplot.room.app import create_app
from flagplot.room.store import Store

from .seatoy import book_of


class Room:
    """A room under test, with shorthands for what people do in it."""

    def __init__(self, client: TestClient[Litestar], store: Store) -> None:
        self.client = client
        self.store = store

    def make(self, opponent: str = "hotseat", **more: Any) -> dict[str, Any]:
        """Set up a game; returns the answer's body."""
        body = {"book": "toybook", "scenario": "line", "opponent": opponent} | more
        answer = self.client.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def pair(self, **more: Any) -> tuple[Seat, Seat]:
        """A game of two people at one screen: Red's seat and Blue's."""
        made = self.make(**more)
        by = {
            s["side"]: Seat(self, made["game"], s["token"])
            for s in made["seats"]
            if s["role"] == "player"
        }
        return by["Red"], by["Blue"]


class Seat:
    """One seat of a game under test."""

    def __init__(self, room: Room, game: str, token: str) -> None:
        self.room, self.game, self.token = room, game, token
        self.tag = ""
        """Of the view that it was last told by changes."""

    def get(self, path: str) -> Any:
        return self.room.client.get(f"/api/games/{self.game}{path}", headers=self.headers)

    def post(self, path: str, body: Any) -> Any:
        return self.room.client.post(
            f"/api/games/{self.game}{path}", json=body, headers=self.headers
        )

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def view(self, since: int = -1) -> Any:
        answer = self.get(f"/view?since={since}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def say(self, text: str, at: int | None = None) -> Any:
        return self.post("/answer", {"text": text, "at": self.view()["n"] if at is None else at})

    def wait(self, seconds: float = 10) -> Any:
        """Wait until this seat is asked, or the game is over."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            seen = self.view()
            if seen["waiting"]["mine"] or seen["ending"]:
                return seen
            time.sleep(0.02)
        raise AssertionError("the seat was never asked")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = Store.at(tmp_path)
    yield kept
    kept.close()


@pytest.fixture
def room(store: Store) -> Iterator[Room]:
    app = create_app(
        store, book_of=book_of, books=("toybook",), requests_a_minute=100_000, games_a_minute=1000
    )
    with TestClient(app, raise_server_exceptions=False) as client:
        yield Room(client, store)
