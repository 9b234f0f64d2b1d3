"""Resigning, and closing a game whose other side has been silent too long: the clock is the
room's."""

from __future__ import annotations

import json
import time

from flagplot.room.game_host import DAY
from flagplot.table.analysis.verify import verify

from .conftest import Room, Seat
from .seatoy import book_of


def by_link(room: Room, patience: int = 14) -> tuple[Seat, Seat]:
    """A game by link whose other chair is taken: Red's seat and Blue's."""
    made = room.make("invite", patience=patience)
    red, invitation = (Seat(room, made["game"], s["token"]) for s in made["seats"])
    taken = invitation.post("/claim", {}).json()
    return red, Seat(room, made["game"], taken["token"])


def later(room: Room, days: float) -> None:
    """Let the room's clock run ahead."""
    room.client.app.state.host.clock = lambda: time.time() + days * DAY


def test_who_resigns_loses_and_the_dice_are_opened(room: Room) -> None:
    red, blue = by_link(room)
    assert red.say("move Red1 to 1").json()["legal"]
    assert red.post("/resign", {}).status_code == 200
    for seat in (red, blue):
        seen = seat.view()
        assert (seen["ending"]["winner"], seen["ending"]["degree"]) == ("Blue", "resigned")
        assert seen["ending"]["seed"]
        assert seen["waiting"]["sides"] == []
        assert any("resign" in line["text"] for line in seen["log"])
        for path in ("/resign", "/close", "/undo"):
            assert seat.post(path, {}).json()["code"] == "over"
    report = verify(blue.get("/log").text.splitlines(), book_of=book_of)
    assert (report.ok, report.proven) == (True, False), "nobody signs here"
    told = red.get("/verify").json()
    assert (told["good"], told["proven"]) == (True, False)
    assert "signed by nobody" in told["message"]


def test_the_silent_side_may_be_left_when_the_limit_is_past(room: Room) -> None:
    red, blue = by_link(room)
    assert red.say("move Red1 to 1").json()["legal"]
    for days in (0, 13.9):
        later(room, days)
        assert red.view()["silent"] == ""
        assert (red.post("/close", {}).status_code, red.post("/close", {}).json()["code"]) == (
            409,
            "not-yet",
        )
    later(room, 14.1)
    assert (red.view()["silent"], blue.view()["silent"]) == ("Blue", "")
    assert blue.post("/close", {}).json()["code"] == "not-yet"
    assert red.post("/close", {}).status_code == 200
    seen = blue.view()
    assert (seen["ending"]["winner"], seen["ending"]["degree"]) == ("", "closed")
    entry = next(
        e for e in map(json.loads, blue.get("/log").text.splitlines()) if e["kind"] == "closed"
    )
    assert dict(entry["about"])["silent"] == "Blue"
    assert dict(entry["about"])["days"] == 14
    report = verify(blue.get("/log").text.splitlines(), book_of=book_of)
    assert (report.ok, report.left) == (True, entry["n"])


def test_who_answers_is_not_silent(room: Room) -> None:
    red, blue = by_link(room)
    assert red.say("move Red1 to 1").json()["legal"]
    with room.store.engine.begin() as db:
        db.exec_driver_sql("update shown set at = at - ?", (13 * DAY,))
    assert blue.say("hold").json()["legal"]
    later(room, 13)
    assert (red.view()["silent"], blue.view()["silent"]) == ("", "")
    later(room, 15)
    assert {red.view()["silent"], blue.view()["silent"]} <= {"", "Red", "Blue"}
    waiting = red.view()["waiting"]["sides"]
    assert red.view()["silent"] == ("Blue" if waiting == ["Blue"] else "")


def test_a_game_without_a_limit_waits_for_ever(room: Room) -> None:
    red, _ = by_link(room, patience=0)
    assert red.say("move Red1 to 1").json()["legal"]
    later(room, 10_000)
    assert red.view()["silent"] == ""
    assert red.post("/close", {}).json()["code"] == "not-yet"
    computer = room.make("computer")
    assert Seat(room, computer["game"], computer["seats"][0]["token"]).view()["silent"] == ""


def test_a_draw_is_offered_refused_and_agreed_to(room: Room) -> None:
    red, blue = by_link(room)
    assert red.post("/draw", {"yes": False}).status_code == 409
    assert red.post("/draw", {"yes": True}).status_code == 200
    assert blue.view()["offers"] == red.view()["offers"] == ["Red"]
    assert blue.post("/draw", {"yes": False}).status_code == 200
    assert red.post("/draw", {"yes": True}).json()["code"] == "refused"
    assert red.say("move Red1 to 1").json()["legal"]
    assert red.post("/draw", {"yes": True}).status_code == 200
    assert red.post("/draw", {"yes": False}).status_code == 200
    assert blue.post("/draw", {"yes": True, "agrees": True}).json()["code"] == "withdrawn"
    assert blue.view()["offers"] == []
    assert red.post("/draw", {"yes": True}).status_code == 200
    assert blue.post("/draw", {"yes": True, "agrees": True}).json()["text"] == "The game is a draw."
    for seat in (red, blue):
        seen = seat.view()
        assert (seen["ending"]["winner"], seen["ending"]["degree"], seen["offers"]) == (
            "",
            "agreed",
            [],
        )
    assert red.post("/draw", {"yes": True}).json()["code"] == "over"


def test_players_at_one_screen_agree_at_once_and_admirals_never(room: Room) -> None:
    red, _ = room.pair()
    assert red.post("/draw", {"yes": True}).json()["text"] == "The game is a draw."
    made = room.make("computer")
    said = Seat(room, made["game"], made["seats"][0]["token"]).post("/draw", {"yes": True})
    assert (said.status_code, said.json()["code"]) == (409, "no-draw")
