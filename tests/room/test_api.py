"""The API keeps what its own description promises, whatever is thrown at it."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import schemathesis
from hypothesis import HealthCheck, settings
from litestar.testing import TestClient

from flagplot.boards import board_ids
from flagplot.boards.page_geometry import geometry_json
from flagplot.room.app import create_app
from flagplot.room.described import complete_description
from flagplot.room.geometry import BoardGeometry
from flagplot.room.store import Store

from .conftest import Room
from .seatoy import book_of

FOLDER = tempfile.TemporaryDirectory(prefix="flagplot-api-")
APP = create_app(
    Store.at(Path(FOLDER.name)),
    book_of=book_of,
    books=("toybook",),
    requests_a_minute=10_000_000,
    games_a_minute=10_000_000,
)
SCHEMA = schemathesis.openapi.from_dict(complete_description(APP.openapi_schema.to_schema()))
MANY = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def client() -> TestClient[Any]:
    """One client for all examples; entered for good."""
    return TestClient(APP, raise_server_exceptions=False).__enter__()


@cache
def seat() -> tuple[str, str]:
    """A game that goes on and a key to it."""
    made = (
        client()
        .post("/api/games", json={"book": "toybook", "scenario": "line", "opponent": "hotseat"})
        .json()
    )
    return made["game"], made["seats"][0]["token"]


def send(case: Any, headers: dict[str, str], game: str = "") -> Any:
    """Send a generated case through the application."""
    if game and "game" in (case.path_parameters or {}):
        case.path_parameters["game"] = game
    sent = case.as_transport_kwargs(base_url="http://testserver.local")
    sent.pop("timeout", None)
    sent["headers"] = {
        k: v for k, v in dict(sent.get("headers") or {}).items() if _plain(k) and _plain(str(v))
    } | headers
    sent.pop("cookies", None)
    return client().request(**sent)


def _plain(text: str) -> bool:
    return text.isprintable() and text.isascii()


def judge(answer: Any) -> None:
    """No fault inside, and an error is a typed body."""
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert set(answer.json()) == {"code", "message", "place", "remedy"}, answer.text


@SCHEMA.parametrize()
@MANY
def test_strangers_get_typed_answers(case: Any) -> None:
    judge(send(case, {}))


@SCHEMA.exclude(path_regex="/news$").parametrize()
@MANY
def test_a_seat_gets_typed_answers(case: Any) -> None:
    game, token = seat()
    judge(send(case, {"authorization": f"Bearer {token}"}, game))


def test_the_description_names_every_address(room: Room) -> None:
    found = room.client.get("/api/schema/openapi.json").json()
    assert len(found["paths"]) >= 20
    for path, verbs in found["paths"].items():
        for verb, operation in verbs.items():
            assert operation["summary"], (verb, path)
            assert operation["tags"], (verb, path)


def test_every_address_says_how_it_may_say_no(room: Room) -> None:
    found = room.client.get("/api/schema/openapi.json").json()
    assert found["components"]["securitySchemes"]["seat"]["scheme"] == "bearer"
    names = {tag["name"] for tag in found["tags"]}
    for path, verbs in found["paths"].items():
        for verb, operation in verbs.items():
            assert set(operation["tags"]) <= names
            told = operation["responses"]
            for status, answer in told.items():
                if not status.startswith(("2", "3")):
                    assert answer["content"] == {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}
                    }
            at_seat = path.startswith("/api/games/{game}/") and not path.endswith("/report")
            assert operation["security"] == ([{"seat": []}] if at_seat else [])
            assert {"400", "429", "500", "503"} <= told.keys()
            assert not at_seat or {"401", "403", "404"} <= told.keys()
            assert not (at_seat and verb != "get") or "409" in told
    assert (
        "application/jsonl"
        in found["paths"]["/api/games/{game}/log"]["get"]["responses"]["200"]["content"]
    )
    ids = [
        operation["operationId"]
        for verbs in found["paths"].values()
        for operation in verbs.values()
    ]
    assert len(set(ids)) == len(ids)
    titled = [name for name, schema in found["components"]["schemas"].items() if "title" in schema]
    assert titled == []


def test_boards_are_as_they_are_described() -> None:
    for id in board_ids():
        assert msgspec.json.decode(geometry_json(id), type=BoardGeometry, strict=True).id == id
        assert set(msgspec.json.decode(geometry_json(id))) == set(BoardGeometry.__struct_fields__)
