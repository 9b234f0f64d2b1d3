"""A client that a generator makes from the API's description plays a game."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
import uvicorn
from litestar.testing import TestClient

from flagplot.room.app import create_app
from flagplot.room.serve import listen
from flagplot.room.store import Store

from .seatoy import book_of

NAME = "flagplot_room_client"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a room in a thread."""
    app = create_app(Store.at(tmp_path_factory.mktemp("home")), book_of=book_of, books=("toybook",))
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(30)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The generated package."""
    folder = tmp_path_factory.mktemp("client")
    with TestClient(
        create_app(Store.at(folder / "home"), book_of=book_of, books=("toybook",))
    ) as client:
        api = client.get("/api/schema/openapi.json").json()
    (folder / "openapi.json").write_text(json.dumps(api), "utf-8")
    (folder / "config.yml").write_text(
        "post_hooks: []\ncontent_type_overrides: {application/jsonl: text/plain}\n", "utf-8"
    )
    command = [
        "openapi_python_client",
        "generate",
        "--path",
        "openapi.json",
        "--config",
        "config.yml",
        "--output-path",
        "made",
        "--fail-on-warning",
    ]
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder / "made"))
    yield importlib.import_module(NAME)
    sys.path.remove(str(folder / "made"))


def call(made: ModuleType, name: str) -> Any:
    """The function that asks at an address."""
    return importlib.import_module(f"{made.__name__}.api.{name}").sync


def model(made: ModuleType, name: str, **said: Any) -> Any:
    """A body of a request."""
    return getattr(importlib.import_module(f"{made.__name__}.models"), name).from_dict(said)


def test_a_generated_client_plays_a_game_to_its_end(made: ModuleType, room: str) -> None:
    guest = made.Client(base_url=room)
    assert {b.id for b in call(made, "room.api_books_books")(client=guest)} == {"toybook"}
    body = model(made, "NewGame", book="toybook", scenario="line", opponent="hotseat")
    game = call(made, "games.api_games_create")(client=guest, body=body)
    seats = {s.side: made.AuthenticatedClient(base_url=room, token=s.token) for s in game.seats}
    see, answer = call(made, "seat.api_games_view_see"), call(made, "seat.api_games_answer_answer")
    for _ in range(200):
        views = {side: see(game.game, client=seat) for side, seat in seats.items()}
        if any(v.ending for v in views.values()):
            break
        side, view = next((s, v) for s, v in views.items() if v.waiting.mine)
        prompt = view.prompts[0]
        text = "pass" if prompt.open_ else prompt.options[0].text
        taken = answer(
            game.game, client=seats[side], body=model(made, "Answer", text=text, at=view.n)
        )
        assert taken.legal
    else:
        raise AssertionError("the game does not end")
    assert "\n" in str(call(made, "seat.api_games_log_game_file")(game.game, client=seats["Red"]))
    assert call(made, "seat.api_games_verify_verify")(game.game, client=seats["Red"]).good
    late = answer(game.game, client=seats["Red"], body=model(made, "Answer", text="pass", at=0))
    assert type(late).__name__ == "Problem"
    assert late.code
    stranger = made.AuthenticatedClient(base_url=room, token="x")
    assert see(game.game, client=stranger).code == "no-seat"


def test_what_is_sent_of_a_board_is_what_is_described(made: ModuleType, room: str) -> None:
    board = call(made, "room.api_boards_board")("awaw-europe", client=made.Client(base_url=room))
    assert any(place.name == "Scapa Flow" for place in board.places)
    assert (
        call(made, "room.api_boards_board")("nowhere", client=made.Client(base_url=room)).code
        == "not-found"
    )
