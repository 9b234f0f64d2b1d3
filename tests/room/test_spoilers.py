"""Losers and keepers of a room who try to spoil a proof or to forge one: against the real server,
and ``flagplot verify``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from flagplot.room.store import Store
from flagplot.table.game.game import Game
from flagplot.table.log.entries import Entry
from tests.cli.conftest import Run, run, toy  # noqa: F401 - fixtures
from tests.table.test_game import rechained

from ..signer import Signer
from .conftest import Seat
from .seatoy import book_of
from .test_kill import free_port, server
from .test_signing import Hand

ENDS = ("rules", "resign", "draw", "closed")


class Table:
    """A room in a process of its own, and the store that its keeper can open."""

    def __init__(self, base: str, home: Path) -> None:
        self.client = httpx.Client(base_url=base, timeout=30)
        self.home = home

    def make(self, opponent: str = "invite", **more: Any) -> Any:
        made = self.client.post(
            "/api/games", json={"book": "toybook", "scenario": "line", "opponent": opponent} | more
        )
        assert made.status_code == 201, made.text
        return made.json()

    def pair(self) -> tuple[Seat, Seat]:
        """The seats of a game by link, Red's and Blue's."""
        made = self.make()
        red, invitation = (Seat(self, made["game"], s["token"]) for s in made["seats"])  # type: ignore[arg-type]
        return red, Seat(self, made["game"], invitation.post("/claim", {}).json()["token"])  # type: ignore[arg-type]

    def signing(self) -> tuple[Hand, Hand]:
        """Both seats of a game by link, with their keys at the table."""
        hands = tuple(map(Hand, self.pair()))
        for hand in hands:
            assert hand.join().status_code == 200
        return hands[0], hands[1]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    home, port = tmp_path_factory.mktemp("room"), free_port()
    with server(port, home):
        yield Table(f"http://127.0.0.1:{port}", home)


@pytest.fixture
def proof(run: Run, toy: None) -> Callable[[Any], tuple[int, str]]:  # noqa: F811
    """Return the status and the output of ``flagplot verify`` on these lines."""

    def prove(lines: Any) -> tuple[int, str]:
        log = Path("proven.jsonl")
        log.write_text("\n".join(lines) + "\n", "utf-8")
        ran = run("verify", log)
        return ran.code, ran.out

    return prove


def log_of(hand: Hand) -> list[str]:
    found: list[str] = hand.seat.get("/log").text.splitlines()
    return found


def say(hand: Hand, text: str) -> Any:
    return hand.do("/answer", "answer", text, text=text)


def draw(hand: Hand, yes: bool = True) -> Any:
    return hand.do("/draw", "draw", "yes" if yes else "no", yes=yes)


def rest(hands: tuple[Hand, Hand], most: int = 99) -> int:
    """Let both sides pass and hold, signed, till the end or *most* answers; how many were given."""
    given = 0
    while given < most:
        hand = next((h for h in hands if h.seat.view()["waiting"]["mine"]), None)
        if hand is None:
            return given
        prompt = hand.seat.view()["prompts"][0]
        assert say(hand, "pass" if prompt["open"] else prompt["options"][0]["text"]).json()["legal"]
        given += 1
    return given


def ended(table: Table, how: str) -> tuple[Hand, Hand]:
    """A game that both sides have signed to its end."""
    red, blue = table.signing()
    assert red.do("/standing", "standing", "parley: war", text="parley: war").status_code == 201
    if how == "rules":
        rest((red, blue))
    elif how == "resign":
        assert red.do("/resign", "resign", "").status_code == 200
    elif how == "draw":
        assert [draw(h).status_code for h in (red, blue, red)] == [200, 200, 200]
    else:  # the room's clock cannot be turned from outside: its keeper turns the store's
        store = Store.at(table.home)
        with store.engine.begin() as db:
            db.exec_driver_sql("update games set created = 0 where id = ?", (blue.seat.game,))
            db.exec_driver_sql("update shown set at = 0 where game = ?", (blue.seat.game,))
        store.close()
        assert blue.do("/close", "closed", "Red").status_code == 200
    assert red.seat.view()["ending"]
    return red, blue


# -- (1) nothing unsigned, nothing after the end
DEEDS: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("/answer", "answer", "move Red1 to 1", {"text": "move Red1 to 1"}),
    ("/standing", "standing", "any: pass", {"text": "any: pass"}),
    ("/undo", "undo", "last", {}),
    ("/draw", "draw", "yes", {"yes": True}),
    ("/draw", "draw", "no", {"yes": False}),
    ("/resign", "resign", "", {}),
    ("/consent", "consent", "yes", {"yes": True}),
    ("/close", "closed", "Blue", {}),
)
"""Everything a seat can do: address, kind and words that are signed, body."""


def unstand(hand: Hand, number: int, signed: dict[str, Any]) -> Any:
    query = "&".join(f"{k}={v}" for k, v in signed.items())
    seat = hand.seat
    return seat.room.client.delete(
        f"/api/games/{seat.game}/standing/{number}?{query}", headers=seat.headers
    )


def test_a_seat_that_signs_can_do_nothing_unsigned(table: Table, proof: Any) -> None:
    red, blue = table.signing()
    assert red.do("/standing", "standing", "parley: war", text="parley: war").status_code == 201
    assert say(red, "move Red1 to 0").json()["legal"]
    assert say(blue, "hold").status_code == 409
    assert draw(blue).status_code == 200
    assert red.do("/undo", "undo", "last").status_code == 200
    assert say(red, "move Red1 to 1").json()["legal"]
    assert say(blue, "hold").json()["legal"]
    before = red.seat.get("/log").text
    for path, _, _, body in DEEDS:
        answer = red.seat.post(
            path, body | ({"at": red.seat.view()["n"]} if path == "/answer" else {})
        )
        assert answer.status_code == 409, (path, answer.text)
        if path not in (
            "/consent",
            "/close",
        ):  # where there is nothing to consent to, or to close, that is said first
            assert answer.json()["code"] == "bad-signature", (path, answer.text)
    assert unstand(red, 1, {}).json()["code"] == "bad-signature"
    assert red.do("/undo", "undo", "last").status_code == 200
    assert blue.seat.post("/consent", {"yes": False}).json()["code"] == "bad-signature"
    assert blue.do("/consent", "consent", "no", yes=False).status_code == 200
    assert red.seat.get("/log").text.startswith(before)
    assert red.do("/resign", "resign", "").status_code == 200
    assert proof(log_of(blue))[0] == 0


def test_closing_unsigned_is_refused(table: Table) -> None:
    red, blue = table.signing()
    store = Store.at(table.home)
    with store.engine.begin() as db:
        db.exec_driver_sql("update shown set at = 0 where game = ?", (blue.seat.game,))
        db.exec_driver_sql("update games set created = 0 where id = ?", (blue.seat.game,))
    store.close()
    assert blue.seat.post("/close", {}).json()["code"] == "bad-signature"
    assert red.seat.view()["ending"] is None


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("signed", [True, False])
def test_after_the_end_every_deed_is_refused_and_the_proof_stays(
    table: Table, proof: Any, how: str, signed: bool
) -> None:
    red, blue = ended(table, how)
    lines = log_of(red)
    assert proof(lines)[0] == 0
    for hand in (red, blue):
        for path, kind, text, body in DEEDS:
            more = (
                hand.over(kind, text)
                if signed
                else {"at": hand.seat.view()["n"]}
                if path == "/answer"
                else {}
            )
            answer = hand.seat.post(path, body | more)
            assert (answer.status_code, answer.json()["code"]) == (409, "over"), (path, answer.text)
        assert (
            unstand(hand, 1, hand.over("unstand", "1") if signed else {}).json()["code"] == "over"
        )
        assert hand.join().json()["code"] == "over"
        assert hand.seat.post("/dice", {"faces": [1]}).json()["code"] == "over"
        assert hand.seat.post("/adopt", {}).json()["code"] == "over"
    assert log_of(red) == lines


def test_an_answer_that_ended_the_game_and_was_sent_twice_is_known(table: Table) -> None:
    """The reply to the last answer is lost, and the page sends it again: it stands, and says so."""
    hands = table.signing()
    given: list[tuple[Hand, dict[str, Any]]] = []
    while not hands[0].seat.view()["ending"]:
        hand = next(h for h in hands if h.seat.view()["waiting"]["mine"])
        prompt = hand.seat.view()["prompts"][0]
        text = "pass" if prompt["open"] else prompt["options"][0]["text"]
        given.append((hand, {"text": text} | hand.over("answer", text)))
        assert hand.seat.post("/answer", given[-1][1]).json()["legal"]
    hand, last = given[-1]
    assert hand.seat.post("/answer", last).json()["code"] == "doubled"


@pytest.mark.parametrize("how", ["rules", "resign"])
def test_a_loser_brings_no_key_after_the_end(table: Table, proof: Any, how: str) -> None:
    red, blue = map(Hand, table.pair())
    assert red.join().status_code == 200
    if how == "resign":
        assert red.do("/resign", "resign", "").status_code == 200
    while how == "rules" and not red.seat.view()["ending"]:
        if red.seat.view()["waiting"]["mine"]:
            rest((red, red), 1)
        else:
            prompt = blue.seat.view()["prompts"][0]
            assert blue.seat.say("pass" if prompt["open"] else prompt["options"][0]["text"]).json()[
                "legal"
            ]
    lines = log_of(red)
    assert proof(lines)[0] == 0
    answer = blue.join()
    assert (answer.status_code, answer.json()["code"]) == (409, "over")
    assert log_of(red) == lines


@pytest.mark.parametrize("opponent", ["hotseat", "referee"])
def test_where_one_person_speaks_for_others_nobody_brings_a_key(
    table: Table, opponent: str
) -> None:
    made = table.make(opponent)
    seat = next(s for s in made["seats"] if s["role"] == "player")
    hand = Hand(Seat(table, made["game"], seat["token"]))  # type: ignore[arg-type]
    answer = hand.join("")
    assert (answer.status_code, answer.json()["code"]) == (409, "no-key")


@pytest.mark.parametrize(
    "text",
    [
        "interception: hold if odds >= 0.00001",
        f"interception: hold if odds >= {'9' * 350}.0",
        "interception:\nif hold",
        "interception: hold if odds = 100000000000000000000.25",
    ],
)
def test_no_standing_order_makes_a_game_unreadable(table: Table, text: str) -> None:
    """The order's text in the log must parse to that order, or the game cannot be opened again."""
    red, _ = map(Hand, table.pair())
    red.seat.post("/standing", {"text": text})
    store = Store.at(table.home)
    row, lines = store.game(red.seat.game), store.lines(red.seat.game)
    store.close()
    assert row is not None
    game = Game.open(lines, book_of=book_of, seed=row.seed)
    again = Game.open(game.lines(), book_of=book_of, seed=row.seed)
    assert again.standing_orders("Red") == game.standing_orders("Red")


# -- (2) a signature is good once
def test_a_withdrawn_offer_and_a_cancelled_order_cannot_be_given_again(
    table: Table, proof: Any
) -> None:
    red, blue = table.signing()
    offer = red.over("draw", "yes")
    assert red.seat.post("/draw", {"yes": True} | offer).status_code == 200
    assert draw(red, False).status_code == 200
    order = red.over("standing", "parley: war")
    assert red.seat.post("/standing", {"text": "parley: war"} | order).status_code == 201
    assert unstand(red, 1, red.over("unstand", "1")).status_code == 200
    before = log_of(red)
    for path, body in (
        ("/draw", {"yes": True} | offer),
        ("/standing", {"text": "parley: war"} | order),
    ):
        answer = red.seat.post(path, body)
        assert (answer.status_code, answer.json()["code"]) == (409, "stale"), (path, answer.text)
    assert log_of(red) == before
    rest((red, blue), 3)
    assert red.do("/resign", "resign", "").status_code == 200
    assert proof(log_of(red))[0] == 0


@pytest.mark.parametrize("what", ["draw", "standing"])
def test_what_was_signed_once_and_written_twice_is_not_proven(
    table: Table, proof: Any, what: str
) -> None:
    """The keeper writes a withdrawn offer, or a cancelled order, once more into the log, and chains
    it again."""
    red, blue = table.signing()
    text = "yes" if what == "draw" else "parley: war"
    body = {"yes": True} if what == "draw" else {"text": text}
    assert red.do(f"/{what}", what, text, **body).status_code in (200, 201)
    if what == "draw":
        assert draw(red, False).status_code == 200
    else:
        assert unstand(red, 1, red.over("unstand", "1")).status_code == 200
    assert blue.do("/resign", "resign", "").status_code == 200
    entries = list(Game.open(log_of(red), book_of=book_of).entries)
    first = next(e for e in entries if e.kind == what and e.sig)
    assert proof(rechained(entries))[0] == 0
    at = len(entries) - 2
    twice = renumbered(first, at, standing=2 if what == "standing" else 0)
    code, told = proof(
        rechained([*entries[:at], twice, *(renumbered(e, e.n + 1) for e in entries[at:])])
    )
    assert code == 1
    assert f"line {at + 1}" in told
    assert "counts once" in told


def renumbered(entry: Entry, n: int, **more: Any) -> Entry:
    from msgspec.structs import replace

    return replace(entry, n=n, **more)


def test_a_signature_given_elsewhere_fits_nothing_else(table: Table) -> None:
    """Another kind of deed, another seat, another game of the same two, after taking back."""
    red, blue = table.signing()
    other, _ = table.signing()
    good = red.over("standing", "any: pass")
    for hand, path, body in (
        (red, "/answer", {"text": "any: pass"}),
        (red, "/draw", {"yes": True}),
        (red, "/undo", {}),
        (red, "/resign", {}),
        (blue, "/standing", {"text": "any: pass"}),
        (other, "/standing", {"text": "any: pass"}),
        (red, "/standing", {"text": "any: pass "}),
    ):
        answer = hand.seat.post(path, body | good)
        assert answer.status_code in (400, 409), (path, answer.text)
        assert answer.json()["code"] in ("bad-signature", "not-now", "unreadable", "not-asked"), (
            path,
            answer.text,
        )
    move = red.over("answer", "move Red1 to 0")
    assert red.seat.post("/answer", {"text": "move Red1 to 0"} | move).json()["legal"]
    rest((blue,) * 2, 1)
    last = red.over("undo", "last")
    assert red.seat.post("/undo", last).status_code == 200
    if "must agree" in red.seat.view()["log"][-1]["text"] or blue.seat.view()["undo"]["by"]:
        assert blue.do("/consent", "consent", "yes", yes=True).status_code == 200
    assert red.seat.post("/answer", {"text": "move Red1 to 0"} | move).json()["code"] == "stale"
    assert red.seat.post("/undo", last).json()["code"] in ("stale", "not-now")
    assert red.seat.post("/standing", {"text": "any: pass"} | good).json()["code"] == "stale"


# -- (3) a log that was cut at an offer
@pytest.mark.parametrize("then", ["refused", "played past", "withdrawn"])
def test_a_log_cut_at_an_offer_of_a_draw_is_named(table: Table, proof: Any, then: str) -> None:
    """Blue, who keeps the room and loses, cuts the log at Red's old offer and signs now that it
    agrees."""
    red, blue = table.signing()
    rest((red, blue), 2)
    assert draw(red).status_code == 200
    if then == "refused":
        assert draw(blue, False).status_code == 200
    elif then == "withdrawn":
        assert draw(red, False).status_code == 200
    rest((red, blue), 3)
    assert blue.do("/resign", "resign", "").status_code == 200
    true = log_of(blue)
    assert proof(true)[0] == 0
    at = next(n for n, line in enumerate(true) if json.loads(line)["kind"] == "draw")
    code, told = proof(agreed_now(true[: at + 1], blue.signer, seed_of(true)))
    assert code == 1
    assert f"entry {at}" in told
    assert "could have cut it there" in told


def seed_of(lines: list[str]) -> bytes:
    """The seed, which lies open after the end."""
    return bytes.fromhex(
        next(row["text"] for row in map(json.loads, lines) if row["kind"] == "reveal")
    )


def agreed_now(lines: list[str], forger: Signer, seed: bytes) -> list[str]:
    """The lines with the forger's own word that it agrees to a draw."""
    game = Game.open(lines, book_of=book_of, seed=seed)
    game.draw(forger.side, True, signed=forger.over(game, "draw", "yes"))
    game.reveal()
    return game.lines()


def test_an_offer_put_after_the_forgers_own_is_named_as_well(table: Table, proof: Any) -> None:
    """Blue writes an offer of its own before Red's, so that Red's old offer looks like its
    agreement."""
    red, blue = table.signing()
    rest((red, blue), 2)
    offer = red.over("draw", "yes")
    assert red.seat.post("/draw", {"yes": True} | offer).status_code == 200
    assert draw(blue, False).status_code == 200
    rest((red, blue), 1)
    assert blue.do("/resign", "resign", "").status_code == 200
    true = log_of(blue)
    at = next(n for n, line in enumerate(true) if json.loads(line)["kind"] == "draw")
    game = Game.open(true[:at], book_of=book_of, seed=seed_of(true))
    game.draw("Blue", True, signed=blue.signer.over(game, "draw", "yes"))
    game.draw("Red", True, signed=SimpleNamespace(**offer))  # type: ignore[arg-type]
    game.draw("Blue", True, signed=blue.signer.over(game, "draw", "yes"))
    game.reveal()
    code, told = proof(game.lines())
    assert code == 1
    assert f"entry {at + 1}" in told


def test_a_draw_is_proven_when_who_offered_it_has_signed_that_it_was_agreed_to(
    table: Table, proof: Any
) -> None:
    red, blue = table.signing()
    assert draw(red).status_code == 200
    assert not red.seat.view()["confirms"]
    assert draw(blue).status_code == 200
    assert (red.seat.view()["confirms"], blue.seat.view()["confirms"]) == (True, False)
    code, told = proof(log_of(blue))
    assert code == 1
    assert "has not signed that it saw the consent" in told
    assert (
        blue.seat.post("/draw", {"yes": True} | blue.over("draw", "yes")).json()["code"] == "over"
    )
    for body in ({"yes": True}, {"yes": False} | red.over("draw", "no")):
        assert red.seat.post("/draw", body).json()["code"] == "over"
    old = {"at": red.over("draw", "yes")["at"] - 2}
    chain = red.seat.get("/chain").json()
    early = red.signer.sign(
        red.seat.game, red.seat.view()["commitment"], chain["links"], "draw", "yes", old["at"]
    )
    assert (
        red.seat.post("/draw", {"yes": True, "at": early.at, "sig": early.sig}).json()["code"]
        == "stale"
    )
    done = draw(red)
    assert (done.status_code, done.json()["text"]) == (200, "The draw is confirmed.")
    assert not red.seat.view()["confirms"]
    assert draw(red).json()["code"] == "over"
    lines = log_of(blue)
    assert proof(lines)[0] == 0
    assert [json.loads(line)["act"] for line in lines if json.loads(line)["kind"] == "draw"] == [
        "offer",
        "offer",
        "confirm",
    ]
    assert red.seat.view()["log"][-1]["text"] == "You confirm the draw."
