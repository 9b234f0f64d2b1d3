"""Setting up games, sitting down, playing through the API."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from types import SimpleNamespace

import pytest
from litestar.testing import TestClient

from flagplot.room import game_host
from flagplot.room.app import create_app
from flagplot.room.store import Store
from flagplot.table.analysis.verify import verify

from .conftest import Room, Seat
from .seatoy import SeaToy, book_of


def test_books_and_boards_are_offered(room: Room) -> None:
    books = room.client.get("/api/books").json()
    assert [b["id"] for b in books] == ["toybook"]
    assert books[0]["scenarios"][0]["sides"] == ["Red", "Blue"]
    board = room.client.get("/api/boards/awaw-europe").json()
    assert len(board["xy"]) == 2 * len(board["ids"].split())
    assert room.client.get("/api/boards/atlantis").status_code == 404


@pytest.mark.parametrize(
    "path", ["/api/boards/awaw-europe", "/api/pictures/awaw-europe?of=C35,E31"]
)
def test_what_is_drawn_of_a_board_is_sent_once(room: Room, path: str) -> None:
    first = room.client.get(path)
    again = room.client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (
        304,
        b"",
        first.headers["etag"],
    )
    assert room.client.get(path, headers={"if-none-match": 'W/"other"'}).content == first.content


def test_two_people_play_to_the_end_and_the_log_verifies(room: Room) -> None:
    red, blue = room.pair(salt="mine")
    for _ in range(200):
        for seat in (red, blue):
            seen = seat.view()
            if seen["ending"]:
                break
            if seen["waiting"]["mine"]:
                prompt = seen["prompts"][0]
                text = "pass" if prompt["open"] else prompt["options"][-1]["text"]
                assert seat.say(text).json()["legal"]
        if red.view()["ending"]:
            break
    ending = red.view()["ending"]
    assert ending is not None
    assert ending["seed"]
    lines = red.get("/log").text.splitlines()
    report = verify(lines, book_of=book_of)
    assert report.ok, report.reason
    assert any('"kind":"reveal"' in line for line in lines)
    assert red.get("/verify").json()["good"]
    assert red.post("/undo", {}).json()["code"] == "over"


def test_a_seat_is_known_only_by_its_hash(room: Room) -> None:
    made = room.make("computer")
    token = made["seats"][0]["token"]
    with room.store.engine.connect() as db:
        for table in ("games", "seats", "entries"):
            rows = [str(r) for r in db.exec_driver_sql(f"select * from {table}")]
            assert rows
            assert not any(token in r for r in rows)


def test_the_computer_admiral_answers(room: Room) -> None:
    made = room.make("computer", admiral="random", side="Red")
    red = Seat(room, made["game"], made["seats"][0]["token"])
    for _ in range(300):
        seen = red.wait()
        if seen["ending"]:
            break
        prompt = seen["prompts"][0]
        answer = red.say("pass" if prompt["open"] else prompt["options"][0]["text"], at=seen["n"])
        assert answer.status_code in (200, 409), answer.text
    assert red.view()["ending"]


def test_an_invitation_is_taken_once(room: Room) -> None:
    made = room.make("invite", side="Blue")
    own = next(s for s in made["seats"] if s["role"] == "player")
    chair = next(s for s in made["seats"] if s["role"] == "invite")
    assert own["side"] == "Blue"
    guest = Seat(room, made["game"], chair["token"])
    assert guest.get("/view").json()["code"] == "invitation"
    assert Seat(room, made["game"], own["token"]).view()["open_chair"]
    taken = guest.post("/claim", {"salt": "yours"})
    assert taken.status_code == 200
    assert taken.json()["side"] == "Red"
    assert Seat(room, made["game"], taken.json()["token"]).view()["waiting"]["mine"]
    assert guest.post("/claim", {}).status_code == 401
    assert Seat(room, made["game"], own["token"]).post("/claim", {}).json()["code"] == "taken"


def test_typed_dice(room: Room) -> None:
    red, blue = room.pair(opponent="referee")
    assert red.say("move Red1 to 2").json()["legal"]
    while not (seen := red.view())["waiting"]["dice"]:
        assert blue.say("close").json()["legal"], seen
    assert seen["waiting"]["dice_count"] >= 1
    count = seen["waiting"]["dice_count"]
    assert red.post("/dice", {"faces": [7] * count}).json()["code"] == "not-now"
    assert red.post("/dice", {"faces": [6] * (count + 1)}).status_code == 409
    assert red.post("/dice", {"faces": [6] * count}).status_code == 200


def test_undo_goes_back_to_the_last_roll_alone_and_further_with_consent(room: Room) -> None:
    red, _ = room.pair()
    assert red.view()["undo"]["state"] == "none"
    assert red.say("move Red1 to 0").json()["legal"]
    assert red.view()["undo"]["state"] == "silent"
    before = red.view()["display"]
    done = red.post("/undo", {})
    assert done.json()["text"] == "Taken back."
    assert red.view()["undo"]["state"] == "none"
    assert before["counters"] == red.view()["display"]["counters"]


def test_consent_is_asked_of_a_person_far_away(room: Room) -> None:
    made = room.make("invite", side="Red")
    by = {s["role"]: s["token"] for s in made["seats"]}
    red = Seat(room, made["game"], by["player"])
    blue = Seat(
        room,
        made["game"],
        Seat(room, made["game"], by["invite"]).post("/claim", {}).json()["token"],
    )
    assert red.say("pass").json()["legal"]
    assert blue.say("pass").json()["legal"]
    assert red.post("/undo", {}).json()["text"].startswith("Blue must agree")
    assert blue.view()["undo"]["by"] == "Red"
    assert red.view()["undo"]["state"] == "asked"
    assert blue.post("/consent", {"yes": True}).json()["text"] == "Taken back."
    assert red.view()["prompts"][0]["kind"] == "movement"


def test_standing_orders_are_given_used_and_taken_back(room: Room) -> None:
    red, blue = room.pair()
    given = blue.post("/standing", {"text": "interception: hold"})
    assert given.status_code == 201
    assert given.json()["standing"][0]["text"] == "interception: hold"
    assert red.say("move Red1 to 2").json()["legal"]
    assert red.view()["waiting"]["mine"], "the standing order has answered"
    assert blue.view()["standing"][0]["used"] > 0
    assert "hold" not in json.dumps(
        [e for e in red.view()["log"] if e["kind"] == "input" and not e["mine"]]
    )
    assert blue.post("/standing", {"text": "nonsense"}).json()["code"] == "unreadable"
    number = given.json()["standing"][0]["number"]
    gone = room.client.delete(f"/api/games/{blue.game}/standing/{number}", headers=blue.headers)
    assert gone.json()["standing"] == []


def test_examine_says_every_clause_in_the_way(room: Room) -> None:
    red, blue = room.pair()
    exam = red.post("/examine", {"text": "move Red1 to 12"}).json()
    assert [s["refusal"]["clause"] for s in exam["said"]] == ["1.2", "1.3"]
    assert red.post("/examine", {"text": "mov"}).json()["problem"]
    assert (
        blue.post("/examine", {"text": "pass"}).json()["problem"] == "This side is not asked now."
    )
    refused = red.say("move Red1 to 12").json()
    assert not refused["legal"]
    assert [r["clause"] for r in refused["refusals"]] == ["1.2", "1.3"]
    assert red.view()["waiting"]["mine"]


def test_the_other_sides_secrets_are_in_no_answer(room: Room) -> None:
    red, blue = room.pair()
    for text in ("move BlueS to 4", "move Blue1 to 4"):
        said = red.post("/examine", {"text": text}).json()["said"]
        assert [s["refusal"]["code"] for s in said] == ["not-yours"], (
            "a hidden ship is refused like one that is not there"
        )
    assert red.say("move Red1 to 1").json()["legal"]
    paths = ["/view", "/changes", "/log", "/luck", "/replay?at=0", "/replay?at=99", "/verify"]
    for path in paths:
        assert "BlueS" not in red.get(path).text, path
        assert "RedS" not in blue.get(path).text, path
    for path in paths:  # the order itself was given in secret
        assert ("move Red1 to 1" in red.get(path).text) is (
            path in ("/view", "/changes", "/log")
        ), path
        assert "move Red1 to 1" not in blue.get(path).text, path


def test_what_a_hidden_roll_is_for_is_told_to_its_side_only(room: Room) -> None:
    red, blue = room.pair(dice="typed", start="usual")
    assert red.say("move Red1 to 1").json()["legal"]
    assert blue.say("close").json()["legal"]
    assert red.view()["waiting"]["dice"]
    assert blue.view()["waiting"]["roll"] == "Closing"
    assert red.view()["waiting"]["roll"] == ""


def test_what_taking_back_needs_is_told_from_what_was_seen(room: Room) -> None:
    red, blue = room.pair(start="bare")
    assert red.view()["undo"]["state"] == "none"
    red.say("move Red1 to 0")
    assert red.view()["undo"]["state"] == "silent"
    red.say("pass")
    assert red.view()["undo"]["state"] == "ask", "it is Blue's turn, whether Blue has moved or not"
    blue.say("pass")
    red.say("watch")
    assert red.view()["undo"]["state"] == "ask", (
        "the game waits for Blue, and for what is Blue's affair"
    )
    blue.say("watch")
    assert red.view()["undo"]["state"] == "ask"


def test_after_a_restart_the_admirals_go_on(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        monkeypatch.context() as asleep,
        TestClient(create_app(store, book_of=book_of, books=("toybook",))) as client,
    ):
        asleep.setattr(game_host.Host, "wake", lambda *_: None)
        before = Room(client, store)
        made = before.make("computer", admiral="random", side="Blue")
        token = made["seats"][0]["token"]
        assert Seat(before, made["game"], token).view()["waiting"]["sides"] == ["Red"]
    with TestClient(create_app(store, book_of=book_of, books=("toybook",))) as client:
        assert Seat(Room(client, store), made["game"], token).wait()["waiting"]["mine"]


class Later(SeaToy):
    version = "2"


def test_a_game_of_other_rules_is_looked_at_and_adopted(room: Room) -> None:
    red, _ = room.pair()
    assert red.say("move Red1 to 1").json()["legal"]
    with TestClient(
        create_app(room.store, book_of=lambda _: Later(), books=("toybook",))
    ) as client:
        later = Seat(Room(client, room.store), red.game, red.token)
        assert "version 1 of toybook, this is 2" in later.view()["stopped"]
        refused = later.say("pass")
        assert (refused.status_code, refused.json()["code"]) == (409, "not-now")
        assert later.post("/adopt", {}).status_code == 200
        assert later.view()["stopped"] == ""
        assert later.view()["log"][-1]["kind"] == "adopt"
        assert later.post("/adopt", {}).status_code == 409
        assert later.say("pass").json()["legal"]
    assert red.view()["stopped"] != ""


def test_the_referee_answers_for_nobody(room: Room) -> None:
    made = room.make(opponent="referee")
    referee = Seat(
        room, made["game"], next(s["token"] for s in made["seats"] if s["role"] == "referee")
    )
    before = referee.get("/log").text
    doors = {
        "answer": {"text": "pass", "at": 0},
        "examine": {"text": "pass"},
        "undo": {},
        "consent": {"yes": True},
        "standing": {"text": "any: pass"},
    }
    for door, body in doors.items():
        said = referee.post(f"/{door}", body)
        assert (said.status_code, said.json()["code"]) == (403, "no-side"), door
    assert referee.get("/log").text == before


def test_replay_shows_the_position_as_it_was(room: Room) -> None:
    red, _ = room.pair()
    start = red.get("/replay?at=0").json()
    assert red.say("move Red2 to 1").json()["legal"]
    assert red.get("/replay?at=0").json() == start


def test_seats_are_looked_up_together(room: Room) -> None:
    made = room.make("hotseat")
    refs = [{"game": made["game"], "token": s["token"]} for s in made["seats"]]
    found = room.client.post(
        "/api/seats", json={"seats": [*refs, {"game": made["game"], "token": "wrong"}]}
    ).json()
    assert [(f["side"], f["mine"]) for f in found] == [("Red", True), ("Blue", False)]


def test_luck_counts_what_the_seat_may_see(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    sealed = SimpleNamespace(**vars(secrets) | {"token_bytes": lambda n: b"t" * n})
    monkeypatch.setattr(game_host, "secrets", sealed)  # dice that are rolled for both sides
    red, blue = room.pair()
    assert red.get("/luck").json() == []
    for _ in range(200):
        seat = red if red.view()["waiting"]["mine"] else blue
        seen = seat.view()
        if seen["ending"] or sum(1 for line in red.view()["log"] if line["roll"]) >= 3:
            break
        prompt = seen["prompts"][0]
        tries = (
            ("move Red1 to 2", "move Red2 to 3", "pass")
            if prompt["open"]
            else ("close", prompt["options"][0]["text"])
        )
        for text in tries:
            answer = seat.say(text)
            if answer.status_code == 200 and answer.json()["legal"]:
                break
    for seat, side in ((red, "Red"), (blue, "Blue")):
        rolls = [line["roll"] for line in seat.get("/view").json()["log"] if line["roll"]]
        counted = seat.get("/luck").json()
        assert sum(row["rolls"] for row in counted) == len(rolls), side
        assert sum(row["dice"] for row in counted) == sum(len(r["faces"]) for r in rolls)
        for row in counted:
            assert 0 <= row["percentile"] <= 100
            assert sum(sum(f["counts"]) for f in row["faces"]) == row["dice"]
            assert row["words"]
    assert red.get("/luck").json(), "nothing was rolled: this test proves nothing"


def test_verifying_a_game_that_goes_on_tells_no_counts(room: Room) -> None:
    red, blue = room.pair()
    before = red.get("/verify").text
    assert '"good":true' in before
    assert red.say("move Red1 to 1").json()["legal"]
    assert blue.post("/standing", {"text": "watch: sleep"}).status_code == 201
    assert red.get("/verify").text == before


def test_the_rules_say_what_enforces_and_what_proves_them(tmp_path: Path) -> None:
    store = Store.at(tmp_path)
    with TestClient(create_app(store)) as client:
        one = client.get("/api/rules/awaw/21.416C").json()
        assert one["title"]
        assert one["enforced"]
        assert one["cases"]
        family = client.get("/api/rules/awaw?within=21.41").json()
        assert len(family) > 20
        assert all(r["id"].startswith("21.41") for r in family)
        assert any(
            "interception" in r["requirement"].lower()
            for r in client.get("/api/rules/awaw?words=interception").json()
        )
        assert client.get("/api/rules/awaw/22.99").json()["kind"] == "outside"
        assert len(client.get("/api/rules/awaw").json()) > 300
    store.close()
