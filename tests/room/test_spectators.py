"""Spectators: a link that a player gives away, what it shows, and that nothing can be done with
it."""

from __future__ import annotations

from typing import Any

from .conftest import Room, Seat


def looking_on(seat: Seat) -> Seat:
    """A spectator whom a player has let in."""
    said = seat.post("/spectators", {})
    assert said.status_code == 200, said.text
    return Seat(seat.room, seat.game, said.json()["token"])


def test_a_spectator_sees_what_both_sides_may_know(room: Room) -> None:
    red, blue = room.pair()
    assert red.say("move Red1 to 1").json()["legal"]
    guest = looking_on(blue)
    seen = guest.view()
    assert (seen["role"], seen["side"], seen["prompts"], seen["undo"]["state"]) == (
        "spectator",
        "",
        [],
        "none",
    )
    assert seen["waiting"]["sides"] == list(red.view()["waiting"]["sides"])
    assert not seen["waiting"]["mine"]
    shown = [line["text"] for line in seen["log"]]
    assert shown
    for seat in (red, blue):
        assert len(shown) <= len(seat.view()["log"])
    name = guest.get("/log").headers["content-disposition"]
    assert "spectator" in name
    assert len(guest.get("/log").text.splitlines()) == len(shown)


def test_the_link_is_the_same_whenever_a_seat_asks_and_leads_back_to_none(room: Room) -> None:
    red, blue = room.pair()
    links = [seat.post("/spectators", {}).json()["link"] for seat in (red, red, blue)]
    assert links[0] == links[1] != links[2]
    assert red.token not in links[0]
    assert len([s for s in room.store.seats(red.game) if s.role == "spectator"]) == 2


def test_a_spectator_does_nothing_and_invites_nobody(room: Room) -> None:
    red, _ = room.pair(opponent="referee")
    assert red.say("move Red1 to 1").json()["legal"]
    guest = looking_on(red)
    before = red.get("/log").text
    doors: dict[str, Any] = {
        "answer": {"text": "pass", "at": 0},
        "examine": {"text": "pass"},
        "undo": {},
        "consent": {"yes": True},
        "resign": {},
        "standing": {"text": "any: pass"},
        "close": {},
        "dice": {"faces": [1]},
        "adopt": {},
        "rematch": {},
        "spectators": {},
        "key": {"key": "ab" * 32, "at": 0, "sig": "cd" * 64},
    }
    for door, body in doors.items():
        assert guest.post(f"/{door}", body).status_code == 403, door
    assert guest.post("/claim", {}).status_code == 409
    assert guest.get("/chain").status_code == 403
    assert red.get("/log").text == before
    assert not guest.view()["waiting"]["dice"]


def test_an_invitation_lets_nobody_look_on(room: Room) -> None:
    made = room.make("invite")
    by = {s["role"]: Seat(room, made["game"], s["token"]) for s in made["seats"]}
    assert by["invite"].post("/spectators", {}).status_code == 403
    guest = looking_on(by["player"])
    assert guest.view()["open_chair"]
    listed = room.client.post(
        "/api/seats", json={"seats": [{"game": guest.game, "token": guest.token}]}
    ).json()
    assert (listed[0]["role"], listed[0]["mine"]) == ("spectator", False)
