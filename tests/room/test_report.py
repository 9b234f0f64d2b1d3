"""The report over the wire: for everybody with its link, and never of a game that goes on; another
game with the sides changed."""

from __future__ import annotations

import json
from typing import Any

from flagplot.admirals.players import choices
from flagplot.admirals.search import OrderEvaluation, PlannedOrder, Search, SearchResult

from .conftest import Room, Seat
from .test_leaving import by_link


def look(room: Room, game: str) -> Any:
    """Ask for a report, without any seat."""
    return room.client.get(f"/api/games/{game}/report")


def test_a_running_game_is_answered_like_one_that_never_was(room: Room) -> None:
    red, blue = room.pair()
    nobody = look(room, "no-such-game")
    assert nobody.status_code == 404
    for done in (None, "move Red1 to 1"):
        if done:
            assert red.say(done).json()["legal"]
        running = look(room, red.game)
        assert (running.status_code, running.content) == (404, nobody.content)
        own = room.client.get(f"/api/games/{red.game}/report", headers=red.headers)
        assert (own.status_code, own.content) == (404, nobody.content), "a seat is no reason either"
    assert red.post("/rematch", {}).status_code == 409
    assert blue.view()["ending"] is None


def test_the_report_of_an_ended_game_is_open_and_holds_no_seat(room: Room) -> None:
    red, blue = room.pair()
    assert red.say("move Red1 to 1").json()["legal"]
    assert red.post("/resign", {}).status_code == 200
    found = look(room, red.game)
    assert found.status_code == 200
    told = found.json()
    assert (told["winner"], told["sides"]) == ("Blue", ["Red", "Blue"])
    assert told["parties"]["Blue"] == {"name": "Blue", "several": False}
    assert any("Red1" in line["text"] for line in told["log"])
    kept = json.dumps(told)
    assert not any(secret in kept for secret in (red.token, blue.token))
    assert look(room, red.game).content == found.content
    assert room.client.get(f"/report/{red.game}").status_code == 200


def test_a_rematch_changes_the_sides_and_keeps_the_rest(room: Room) -> None:
    made = room.make("computer", side="Red")
    red = Seat(room, made["game"], made["seats"][0]["token"])
    assert red.post("/resign", {}).status_code == 200
    again = red.post("/rematch", {"salt": "pepper"})
    assert again.status_code == 201, again.text
    body = again.json()
    assert body["game"] != made["game"]
    assert [(s["side"], s["role"]) for s in body["seats"]] == [("Blue", "player")]
    seat = Seat(room, body["game"], body["seats"][0]["token"])
    seen, before = seat.view(), red.view()
    assert all(seen[k] == before[k] for k in ("book", "scenario", "edition", "mode", "title"))
    assert seen["admirals"] == {"Red": "greedy"}
    assert any(line["kind"] == "salt" for line in seen["log"])
    assert red.view()["ending"], "the old one stays as it was"


def test_both_who_played_by_link_play_the_same_game_again(room: Room) -> None:
    red, blue = by_link(room)
    stranger, _ = by_link(room)
    assert red.post("/resign", {}).status_code == 200
    assert (red.view()["again"], blue.view()["again"]) == (False, False)
    first = red.post("/rematch", {}).json()
    assert [(s["side"], s["role"]) for s in first["seats"]] == [
        ("Blue", "player"),
        ("Red", "invite"),
    ]
    assert (red.view()["again"], blue.view()["again"]) == (False, True), (
        "a chair is kept for the other"
    )
    twice = red.post("/rematch", {})
    assert (twice.status_code, twice.json()["code"], twice.json()["place"]) == (
        409,
        "again",
        first["game"],
    )
    second = blue.post("/rematch", {"salt": "pepper"}).json()
    assert second["game"] == first["game"]
    assert [(s["side"], s["role"]) for s in second["seats"]] == [("Red", "player")]
    seat = Seat(room, second["game"], second["seats"][0]["token"])
    assert any(line["kind"] == "salt" for line in seat.view()["log"])
    assert not seat.view()["open_chair"]
    assert not blue.view()["again"]
    assert blue.post("/rematch", {}).json()["code"] == "again"
    assert len(room.store.games()) == 3
    room.store.forget(first["game"])
    assert red.post("/rematch", {}).status_code == 201, "what is forgotten can be set up again"
    assert stranger.view()["ending"] is None


def test_only_a_player_plays_again(room: Room) -> None:
    made = room.make("referee")
    by = {s["role"]: Seat(room, made["game"], s["token"]) for s in made["seats"]}
    assert by["player"].post("/resign", {}).status_code == 200
    assert by["referee"].post("/rematch", {}).status_code == 403
    assert room.client.post(f"/api/games/{made['game']}/rematch", json={}).status_code == 401
    assert by["player"].post("/rematch", {}).status_code == 201


class Musing(Search, frozen=True):
    """Thinks aloud, and gives the first answer there is."""

    def think(self, book: Any, view: Any, request: Any, rng: Any) -> SearchResult:
        answer = choices(book, view, request)[0]
        return SearchResult(answer, (OrderEvaluation(PlannedOrder(answer), 4, 3, 2.5),), 0.5)


def test_why_an_admiral_did_what_it_did_is_told_after_the_game_and_not_before(
    room: Room, monkeypatch: Any
) -> None:
    monkeypatch.setattr(
        "flagplot.room.staff.with_time_limit", lambda player, clock, thinking: Musing()
    )
    made = room.make("computer", side="Blue")
    blue = Seat(room, made["game"], made["seats"][0]["token"])
    assert blue.wait()["waiting"]["mine"]
    kept = room.store.thoughts(made["game"])
    assert kept
    assert all(
        side == "Red" and "ahead in 3 of 4 simulated games" in text for _, side, text in kept
    )
    assert "simulated games" not in json.dumps(blue.view())
    assert blue.post("/resign", {}).status_code == 200
    told = look(room, blue.game).json()
    assert [(line["n"], line["side"], line["text"]) for line in told["thoughts"]] == kept
    numbered = {line["n"]: line["kind"] for line in told["log"]}
    assert all(numbered[n] == "input" for n, _, _ in kept), "each stands where the order stands"
