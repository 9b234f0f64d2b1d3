"""Signing through the API: keys, chains, signatures that fit or do not."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from flagplot.table.analysis.verify import verify
from flagplot.table.log.signing import Signed

from ..signer import Signer
from .conftest import Room, Seat
from .seatoy import book_of
from .test_leaving import by_link

SALT = "00ff" * 16


class Hand:
    """A seat and the key it signs with."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.side = seat.view()["side"]
        self.signer = Signer(self.side)

    def over(self, kind: str, text: str) -> dict[str, Any]:
        """Sign over what the room shows this seat now."""
        chain = self.seat.get("/chain").json()
        made: Signed = self.signer.sign(
            self.seat.game, self.seat.view()["commitment"], chain["links"], kind, text
        )
        return {"at": made.at, "sig": made.sig}

    def join(self, salt: str = SALT) -> Any:
        key = self.signer.key
        return self.seat.post(
            "/key", {"key": key, "salt": salt} | self.over("key", f"{key} {salt}")
        )

    def do(self, path: str, kind: str, text: str, /, **body: Any) -> Any:
        return self.seat.post(path, body | self.over(kind, text))


def test_two_seats_sign_everything_they_do(room: Room) -> None:
    red, blue = map(Hand, by_link(room))
    for hand in (red, blue):
        assert hand.join().status_code == 200
        assert hand.seat.view()["keys"][hand.side] == hand.signer.key
        again = hand.join()
        assert (again.status_code, again.json()["code"]) == (409, "not-now")
    assert red.do("/answer", "answer", "move Red1 to 1", text="move Red1 to 1").json()["legal"]
    assert "must agree" in red.do("/undo", "undo", "last").json()["text"]
    assert blue.do("/consent", "consent", "yes", yes=True).status_code == 200
    assert red.do("/answer", "answer", "move Red1 to 1", text="move Red1 to 1").json()["legal"]
    assert blue.do("/standing", "standing", "any: pass", text="any: pass").status_code == 201
    drop = blue.over("unstand", "1")
    gone = room.client.delete(
        f"/api/games/{blue.seat.game}/standing/1?at={drop['at']}&sig={drop['sig']}",
        headers=blue.seat.headers,
    )
    assert gone.status_code == 200
    assert blue.do("/answer", "answer", "hold", text="hold").json()["legal"]
    asked = red.do("/undo", "undo", "last").json()["text"]
    assert "must agree" in asked
    assert blue.do("/consent", "consent", "no", yes=False).status_code == 200
    assert red.do("/resign", "resign", "").status_code == 200
    report = verify(blue.seat.get("/log").text.splitlines(), book_of=book_of)
    assert report.proven, report
    assert [s.unsigned for s in report.seats] == [(), ()]
    assert "Red has signed" in blue.seat.get("/verify").json()["message"]


@pytest.mark.parametrize("signed", [True, False])
def test_a_draw_is_proven_when_both_have_signed_the_offers_that_made_it(
    room: Room, signed: bool
) -> None:
    red, blue = map(Hand, by_link(room))
    for hand in (red, blue):
        assert not signed or hand.join().status_code == 200
    deeds = ((red, "yes"), (blue, "no"), (blue, "yes"), (red, "yes"))
    for hand, word in deeds:
        done = (
            hand.do("/draw", "draw", word, yes=word == "yes")
            if signed
            else hand.seat.post("/draw", {"yes": word == "yes"})
        )
        assert done.status_code == 200, done.text
    assert blue.seat.view()["confirms"] is signed
    assert not signed or blue.do("/draw", "draw", "yes", yes=True).status_code == 200
    lines = blue.seat.get("/log").text.splitlines()
    report = verify(lines, book_of=book_of)
    assert (report.ok, report.proven) == (True, signed)
    assert report.left == (-1 if signed else len(lines) - 3)


def test_a_signature_that_does_not_fit_changes_nothing(room: Room) -> None:
    red, blue = map(Hand, by_link(room))
    assert red.join().status_code == 200
    good = red.over("answer", "move Red1 to 1")
    bad = good["sig"][:-2] + ("00" if good["sig"][-2:] != "00" else "11")
    for body in (
        {"text": "move Red1 to 2"} | good,
        {"text": "move Red1 to 1"} | good | {"sig": bad},
    ):
        answer = red.seat.post("/answer", body)
        assert (answer.status_code, answer.json()["code"]) == (409, "bad-signature")
    assert (
        red.seat.post("/answer", {"text": "move Red1 to 1"} | good | {"sig": "zz"}).status_code
        == 400
    )
    assert red.seat.view()["waiting"]["mine"]
    assert red.seat.post("/answer", {"text": "move Red1 to 1"} | good).json()["legal"]
    late = red.seat.post("/answer", {"text": "move Red1 to 2"} | good)
    assert (late.status_code, late.json()["code"]) == (409, "stale")
    assert blue.seat.post("/key", {"key": "00" * 32, "at": 0, "sig": "00" * 64}).json()["code"] in (
        "bad-signature",
        "stale",
    )


def test_the_chain_is_a_players_own_and_tells_what_the_log_tells(room: Room) -> None:
    red, blue = by_link(room)
    assert red.say("move Red1 to 1").json()["legal"]
    for seat in (red, blue):
        links = seat.get("/chain").json()["links"]
        assert [line for line, _ in links] == seat.get("/log").text.splitlines()
        assert all(len(seal) == 64 for _, seal in links)
        assert seat.get(f"/chain?since={len(links) - 2}").json()["links"] == links[-1:]
    before = red.get("/chain").json()
    assert blue.post("/standing", {"text": "parley: war"}).status_code == 201
    assert red.get("/chain").json() == before
    made = room.make("referee")
    referee = Seat(
        room, made["game"], next(s["token"] for s in made["seats"] if s["role"] == "referee")
    )
    assert referee.get("/chain").status_code == 403


def test_an_admiral_waits_for_the_key_that_was_announced(room: Room) -> None:
    made = room.make("computer", side="Blue", keyed=True)
    blue = Hand(Seat(room, made["game"], made["seats"][0]["token"]))
    time.sleep(0.2)
    assert [line["kind"] for line in blue.seat.view()["log"]] == ["header"]
    assert blue.join().status_code == 200
    blue.seat.wait()
    kinds = [json.loads(line)["kind"] for line in blue.seat.get("/log").text.splitlines()]
    assert kinds[:2] == ["header", "key"]
