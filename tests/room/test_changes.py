"""A view rebuilt from its changes equals the view, after any play, for any reader, whatever the
room has forgotten."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar.testing import TestClient
from msgspec.structs import replace

from flagplot import boards
from flagplot.admirals import admiral
from flagplot.room.app import create_app
from flagplot.room.game_host import Host
from flagplot.room.seat_view import seat_view
from flagplot.room.store import Store
from flagplot.room.view_delta import EACH, SEATS, SentViews, pack_places, splice_list
from flagplot.table import Ask

from .conftest import Room, Seat

PAGE = Path(__file__).parents[2] / "src/flagplot/room/page/js/view-delta.js"
PAGES = """
let text = '', view = null;
for await (const part of process.stdin) text += part;
console.log(JSON.stringify(JSON.parse(text).map((seat) => seat.map((changes) => view = applyChanges(view, changes)))));
"""
"""Every view that the page makes out of the changes of each seat."""


def places(packed: str) -> list[str]:
    """The places that one of a packed list stands for."""
    first, _, more = packed.partition("+")
    head, digits = re.fullmatch(r"(.*?)([0-9]*)", first).groups()  # type: ignore[union-attr]
    return [
        first,
        *(f"{head}{int(digits) + i:0{len(digits)}}" for i in range(1, int(more or 0) + 1)),
    ]


def changed(before: Any, changes: Any) -> Any:
    """The view that *changes* make out of the one *before*, as docs/playing.md says."""
    view = dict(before) if changes["of"] else {}
    view["display"] = dict(view.get("display", {}))
    view["log"] = changes["log"]
    lists = {}
    for name, pieces in changes["lists"].items():
        part, _, of = name.partition(".")
        had = before[part][of] if of else before[part]
        lists[name] = [
            item for p in pieces for item in (p["new"] if isinstance(p, dict) else had[slice(*p)])
        ]
    for name, value in (changes["parts"] | lists).items():
        part, _, of = name.partition(".")
        if of == "overlays":
            value = [o | {"places": [p for one in o["places"] for p in places(one)]} for o in value]
        (view[part] if of else view)[of or part] = value
    return view


class Reader:
    """A page of a seat, which asks for changes alone."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.view, self.tag = seat, None, ""
        self.steps: list[tuple[Any, Any]] = []

    def look(self) -> dict[str, Any]:
        """Ask for what has changed, and compare what comes of it with the whole view; return the
        changes."""
        since = self.view["n"] if self.view else -1  # type: ignore[unreachable]
        answer = self.seat.get(f"/changes?since={since}&have={self.tag}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        assert found["of"] in ("", self.tag)
        self.view, self.tag = changed(self.view, found), found["tag"]
        whole = self.seat.view(since)
        assert self.view == whole
        self.steps.append((found, whole))
        return found


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    store = Store.at(tmp_path)
    with TestClient(create_app(store, requests_a_minute=1_000_000)) as client:
        yield Room(client, store)


@pytest.mark.parametrize(
    ("book", "scenario"),
    [("awaw", "mediterranean-1941"), ("europa", "pedestal"), ("campaign", "norway-1940")],
)
def test_changes_make_the_view_in_a_game_at_random(room: Room, book: str, scenario: str) -> None:
    seats = room.make(book=book, scenario=scenario)
    game, by = (
        seats["game"],
        {s["side"]: Reader(Seat(room, seats["game"], s["token"])) for s in seats["seats"]},
    )
    host: Host = room.client.app.state.host
    chance, player, sent = Random(4), admiral("random"), []
    for _ in range(25):
        with host.open(game) as live:
            side = live.game.sides_to_answer()[0]
            request = live.game.request(side)
            assert request is not None
            decided = player.decide(live.book, live.game.view(side), request, chance)
            text = (
                str(decided)
                if isinstance(request, Ask) or isinstance(decided, str)
                else live.book.text(decided)
            )
        assert by[side].seat.say(text).status_code == 200
        for reader in by.values():
            if chance.random() < 0.6:
                sent.append(bool(reader.look()["of"]))
        if chance.random() < 0.1:  # another page of the same seat, and a room that starts anew
            Reader(by[side].seat).look()
        if chance.random() < 0.1:
            host.sent = SentViews()
    assert any(sent), "nothing was ever told as a change"
    assert not all(sent)
    node = shutil.which("node")
    if node:  # the page makes the same of them
        steps = json.dumps([[found for found, _ in reader.steps] for reader in by.values()])
        told = [
            node,
            "--input-type=module",
            "-e",
            f"import {{ applyChanges }} from '{PAGE.as_uri()}';{PAGES}",
        ]
        done = subprocess.run(told, input=steps, capture_output=True, text=True, check=True)
        assert json.loads(done.stdout) == [
            [whole for _, whole in reader.steps] for reader in by.values()
        ]


def test_what_has_not_changed_is_not_sent_again(room: Room) -> None:
    made = room.make(book="europa", scenario="husky-1943")
    reader = Reader(Seat(room, made["game"], made["seats"][0]["token"]))
    first, again = reader.look(), reader.look()
    assert first["of"] == ""
    assert again == {"of": first["tag"], "tag": first["tag"], "log": [], "parts": {}, "lists": {}}
    other = Reader(Seat(room, made["game"], made["seats"][1]["token"]))
    other.tag = reader.tag
    assert other.look()["of"] == "", "a seat cannot name what another seat was sent"


@given(st.lists(st.sampled_from("abcdefg")), st.lists(st.sampled_from("abcdefg")))
def test_runs_of_an_old_list_make_the_new_one(old: list[str], new: list[str]) -> None:
    pieces = splice_list(json.dumps(old).encode(), json.dumps(new).encode())
    if pieces is None:
        assert not set(old) & set(new)
    else:
        made = [
            x
            for p in pieces
            for x in (
                [json.loads(bytes(i)) for i in p["new"]] if isinstance(p, dict) else old[slice(*p)]
            )
        ]
        assert made == new


def test_what_is_no_list_is_sent_whole() -> None:
    assert splice_list(b"[1]", b"null") is None
    assert splice_list(b"", b"[1]") is None


@pytest.mark.parametrize("board", boards.board_ids())
def test_the_places_of_every_board_can_be_packed(board: str) -> None:
    known = tuple(boards.load(board).hexes)
    assert not any("+" in place for place in known)
    short = pack_places(known)
    assert [p for one in short for p in places(one)] == list(known)


@given(st.lists(st.from_regex(r"[A-Z]?[0-9]{0,3}", fullmatch=True)))
def test_any_list_of_places_can_be_packed(given: list[str]) -> None:
    assert [p for one in pack_places(tuple(given)) for p in places(one)] == given


def test_a_room_keeps_a_few_views_of_each_seat(room: Room) -> None:
    sent, host = SentViews(), room.client.app.state.host
    made = room.make(book="campaign", scenario="wake-learning")
    with host.open(made["game"]) as live:
        one = seat_view(live, live.game.sides[0], "player", -1, thinking=False, open_chair=False)
    views = [replace(one, n=n) for n in range(EACH + 1)]
    tags = [sent.changes("me", v, "").tag for v in views]
    assert sent.changes("me", one, tags[0]).of == "", "the oldest is forgotten"
    assert sent.changes("me", one, tags[-1]).of == tags[-1]
    for n in range(SEATS):
        sent.changes(f"seat {n}", one, "")
    assert sent.changes("me", one, tags[-1]).of == ""
