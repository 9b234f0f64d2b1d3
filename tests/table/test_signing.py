"""Seats that sign: what they signed over cannot be rewritten, and nothing hidden shows in what they
sign."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from flagplot.table import Ask, AskOrder, Setup
from flagplot.table.analysis.verify import Report, verify
from flagplot.table.core.dice import SeededDice
from flagplot.table.core.errors import GameError, GameOver, LogError, StaleError
from flagplot.table.game.game import Game
from flagplot.table.log.entries import Entry
from flagplot.table.log.side_log import SideLog
from flagplot.table.log.signing import BadSignature, Signed, is_weak, public_key_of, signature_fits

from ..signer import Signer
from .test_game import SEED, choose, new, opened, rechained, same
from .toybook import BOOK, RULINGS, Pass, book_of

RED, BLUE = Signer("Red"), Signer("Blue")
BY = {"Red": RED, "Blue": BLUE}


def signed_game(*signers: Signer, **more: Any) -> Game:
    game = new(**more)
    for signer in signers:
        signer.join(game, f"the salt of {signer.side}".encode())
    return game


def give(game: Game, side: str, value: Any, signers: Iterable[str] = ("Red", "Blue")) -> None:
    """Answer in words, signed where the side signs; moves in words that are not the text of the
    order."""
    text = str(value) if isinstance(game.request(side), Ask) else f" {BOOK.text(value)}"
    assert game.submit(
        side, text, signed=BY[side].over(game, "answer", text) if side in signers else None
    )


def play(
    game: Game,
    seed: int,
    most: int = 10_000,
    signers: Iterable[str] = ("Red", "Blue"),
    wild: bool = False,
) -> Game:
    """Play at random; a *wild* game has standing orders, undoing and consenting in it."""
    rng = random.Random(seed)
    for _ in range(most):
        owed = game.sides_to_answer()
        if not owed:
            break
        side = rng.choice(owed)
        give(game, side, choose(game, side, rng), signers)
        if wild and rng.random() < 0.3 and game.outcome is None:
            meddle(game, rng)
    return game


def meddle(game: Game, rng: random.Random) -> None:
    side = rng.choice(game.sides)
    signer, what = BY[side], rng.choice(("undo", "undo", "standing", "unstand"))
    if what == "standing":
        text = rng.choice(("interception: hold if odds  >  50, else close", "parley: war"))
        game.add_standing_order(side, text, signed=signer.over(game, "standing", text))
    elif what == "unstand" and game.standing_orders(side):
        n = game.standing_orders(side)[0].n
        game.cancel_standing_order(side, n, signed=signer.over(game, "unstand", str(n)))
    elif any(
        e.kind == "input" and e.side == side and not e.standing
        for e in map(game.entries.__getitem__, game._record.timeline.live)
    ):
        result = game.undo(side, signed=signer.over(game, "undo", "last"))
        for other in result.needs:
            yes = rng.random() < 0.8
            game.consent(other, yes, signed=BY[other].over(game, "consent", "yes" if yes else "no"))


def prove(game: Game) -> Report:
    return verify(game.lines(), book_of=book_of)


@pytest.mark.parametrize("seed", range(6))
def test_a_signed_game_opens_and_is_proven(seed: int) -> None:
    game = play(signed_game(RED, BLUE), seed, wild=True)
    game.reveal()
    same(game, opened(game.lines()))
    report = prove(game)
    assert report.proven, report
    assert [(s.side, s.key, s.unsigned) for s in report.seats] == [
        ("Red", RED.key, ()),
        ("Blue", BLUE.key, ()),
    ]
    counted = sum(s.signed for s in report.seats)
    assert counted == sum(bool(e.sig) for e in game.entries) - sum(bool(e.sig) for e in again(game))
    assert "has signed" in " ".join(report.sentences)


def again(game: Game) -> list[Entry]:
    """Answers that were given again after another side's undo: their signature stands twice."""
    return [
        e
        for u in game.entries
        if u.kind == "undo"
        for e in game.entries[u.n + 1 : u.until + 1]
        if e.kind == "input"
    ]


@pytest.mark.parametrize("seed", range(3))
def test_the_chain_of_a_seat_is_the_same_however_the_log_was_read(seed: int) -> None:
    game = signed_game(RED, BLUE)
    rng = random.Random(seed)
    while game.sides_to_answer():
        before = {side: game.chain(side)[0] for side in (*game.sides, "")}
        play(game, rng.randrange(10**6), 1, wild=True)
        for side, links in before.items():
            now = game.chain(side)[0]
            assert now[: len(links)] == links, "what was signed over stays"
            assert opened(game.lines()).chain(side)[0] == now
            whole = SideLog(side)
            whole.grow(game.entries)
            assert [e.n for e in whole.entries] == list(range(len(now)))


def test_resigning_and_closing_are_signed() -> None:
    game = play(signed_game(RED, BLUE), 1, 4)
    game.resign("Red", signed=RED.over(game, "resign", ""))
    game.reveal()
    assert prove(game).proven
    game = signed_game(RED, BLUE, patience=14)
    game.close("Blue", "Red", "long ago", signed=BLUE.over(game, "closed", "Red"))
    game.reveal()
    assert prove(game).proven


def test_a_signature_fits_one_thing_only() -> None:
    game = signed_game(RED, BLUE)
    right = RED.over(game, "answer", "move Red1 to 1")
    for wrong in (
        RED.over(game, "answer", "move Red1 to 2"),
        RED.over(game, "undo", "move Red1 to 1"),
        BLUE.over(game, "answer", "move Red1 to 1"),
        Signer("Red", b"x" * 32).over(game, "answer", "move Red1 to 1"),
        Signed(right.at, "00" * 64),
        Signed(right.at + 1, right.sig),
        Signed(-1, right.sig),
        Signed(right.at, "nonsense"),
    ):
        before = game.lines()
        with pytest.raises(BadSignature):
            game.submit("Red", "move Red1 to 1", signed=wrong)
        assert game.lines() == before
    with pytest.raises(BadSignature):
        signed_game(RED, seed=b"another seed, another game......").submit(
            "Red", "move Red1 to 1", signed=right
        )
    assert game.submit("Red", "move Red1 to 1", signed=right)
    with pytest.raises(BadSignature, match="no key"):
        new().submit("Red", "move Red1 to 1", signed=right)


def test_a_signature_from_before_something_visible_is_stale_and_nothing_is_lost() -> None:
    game = signed_game(RED, BLUE)
    early = RED.over(game, "answer", "move Red1 to 2")
    game.note("Blue", "good morning")
    give(game, "Red", BOOK.parse("move Red1 to 1", game.view("Red"), "Red"))
    give(game, "Blue", "hold")
    before = game.lines()
    with pytest.raises(StaleError):
        game.submit("Red", "move Red1 to 2", signed=early)
    assert game.lines() == before
    at = len(game.side_log("Red")) - 1
    now = RED.over(game, "answer", "move Red1 to 2")
    game.note("Blue", "still there?")
    assert game.submit("Red", "move Red1 to 2", signed=now)
    assert game.entries[-1].at <= at or game.entries[-2].at <= at


def test_a_key_and_a_salt_come_once() -> None:
    game = signed_game(RED)
    for signer in (RED, Signer("Red", b"y" * 32)):
        with pytest.raises(GameError, match="key already"):
            signer.join(game)
    salted = new(salts={"Blue": b"pepper"})
    with pytest.raises(GameError, match="share of the dice already"):
        BLUE.join(salted)
    BLUE.join(salted, b"")
    with pytest.raises(GameError, match="cannot sign"):
        Signer("").join(game)
    with pytest.raises(BadSignature):
        game.add_key(
            "Blue", BLUE.key, b"salt", RED.over(game, "key", f"{BLUE.key} {b'salt'.hex()}")
        )


def test_a_salt_that_comes_late_counts_from_then_on() -> None:
    game = signed_game(RED)
    give(game, "Red", BOOK.parse("move Red1 to 1", game.view("Red"), "Red"), ["Red"])
    give(game, "Blue", "close", ["Red"])
    before = [(e.index, e.faces) for e in game.entries if e.kind == "roll"]
    assert before
    side = "Blue"
    BLUE.join(game)
    for other in game.undo(side, signed=BY[side].over(game, "undo", "last")).needs:
        game.consent(other, True, signed=BY[other].over(game, "consent", "yes"))
    play(game, 10)
    game.reveal()
    report = prove(game)
    assert (report.ok, report.finished) == (True, True), report
    assert report.seats[1].unsigned == ()
    same(game, opened(game.lines()))


# -- forgers, who know the seed once it is open and can chain lines as they like
def by_a_forger(game: Game) -> Game:
    """The game as a program plays it that asks nobody for a signature."""
    game.seats.proving = True
    return game


def forged(game: Game, change: Any) -> Report:
    return verify(rechained([change(e) for e in game.entries]), book_of=book_of)


def finished(*signers: Signer, seed: int = 3) -> Game:
    game = play(signed_game(*signers), seed, signers=[s.side for s in signers])
    game.reveal()
    return game


def test_another_salt_is_told() -> None:
    game = finished(RED)
    report = forged(game, lambda e: replace(e, text=b"another".hex()) if e.kind == "key" else e)
    assert not report.ok
    whole = new()  # a whole other game, valid but for the signature under the salt
    other = b"another"
    signed = RED.over(whole, "key", f"{RED.key} {other.hex()}")
    whole.add_key("Red", RED.key, other, signed)
    by_a_forger(whole)
    play(whole, 3, signers=())
    whole.reveal()
    key = next(e for e in game.entries if e.kind == "key")
    lines = rechained([replace(e, sig=key.sig) if e.kind == "key" else e for e in whole.entries])
    report = verify(lines, book_of=book_of)
    assert (report.ok, report.line) == (False, key.n + 1)
    assert "signature of Red" in report.reason


def rewritten(game: Game, at: int, value: Any) -> list[str]:
    """The log of a game that went otherwise from entry *at* on, with every signature of the true
    one that could be pasted in."""
    copy = by_a_forger(Game.open(game.lines()[:at], book_of=book_of, seed=SEED))
    side = game.entries[at].side
    assert copy.answer(side, value)
    rng = random.Random(1)
    for e in [e for e in game.entries[at + 1 :] if e.kind == "input"]:
        if copy.request(e.side) is None:
            break
        try:
            if copy.answer(e.side, copy.parse(e.side, e.text)):
                continue
        except ValueError:
            pass
        copy.answer(e.side, choose(copy, e.side, rng))
    play(copy, 5, signers=())
    copy.reveal()
    pasted = {(e.side, e.text, i) for i, e in enumerate(game.entries) if e.sig}
    sigs = {i: e for i, e in enumerate(game.entries) if e.sig}
    out = []
    for e in copy.entries:
        twin = sigs.get(e.n)
        fits = twin is not None and (e.kind, e.side, e.text) == (twin.kind, twin.side, twin.text)
        out.append(replace(e, at=twin.at, sig=twin.sig, said=twin.said) if fits and twin else e)
    assert pasted
    return rechained(out)


@pytest.mark.parametrize("seed", range(4))
def test_nobody_rewrites_what_a_seat_has_signed_over(seed: int) -> None:
    """Blue signs nothing and keeps the room; Blue changes orders of its own that Red never saw, or
    Red's: Red's signatures tell."""
    game = finished(RED, seed=seed)
    last = max(e.n for e in game.entries if e.side == "Red" and e.sig)
    tried = 0
    for e in [e for e in game.entries if e.kind == "input" and e.n < last - 1]:
        copy = Game.open(game.lines()[: e.n], book_of=book_of, seed=SEED)
        request = copy.request(e.side)
        assert request is not None
        options = (
            request.options
            if isinstance(request, Ask)
            else list(BOOK.candidates(copy.view(e.side), request))
        )
        other = next(
            (
                o
                for o in options
                if (str(o) if isinstance(request, Ask) else BOOK.text(o)) != e.text
            ),
            None,
        )
        if other is None:
            continue
        report = verify(rewritten(game, e.n, other), book_of=book_of)
        assert not report.proven, (e.n, e.text, other)
        tried += 1
    assert tried > 3


def hidden_orders(seed: int) -> list[Game]:
    """Games that differ in an order of Blue's that Red has seen nothing of, Red being asked the
    same in all."""
    game, rng = signed_game(RED), random.Random(seed)
    while game.sides_to_answer():
        side = game.sides_to_answer()[0]
        request = game.request("Blue")
        if side == "Blue" and isinstance(request, AskOrder):
            twins: dict[str, list[Game]] = {}
            for order in BOOK.candidates(game.view("Blue"), request):
                twin = opened(game.lines())
                assert twin.answer("Blue", order)
                if "Red" in twin.sides_to_answer():
                    twins.setdefault(repr((twin.side_log("Red"), twin.request("Red"))), []).append(
                        twin
                    )
            if len(most := max(twins.values(), key=len, default=[])) > 1:
                return most
        give(game, side, choose(game, side, rng), ["Red"])
    return []


def test_a_hidden_order_is_bound_by_the_other_side_before_it_shows() -> None:
    """Blue moves unseen, Red answers, and signs what comes next: by then Blue's move is under the
    seal of Red's answer."""
    true, *others = next(twins for seed in range(9) if len(twins := hidden_orders(seed)) > 1)
    answer = next(iter(map(str, getattr(true.request("Red"), "options", ["pass"]))))
    signed = RED.over(true, "answer", answer)
    for twin in (true, *others):
        assert twin.submit("Red", answer, signed=signed)
    next_one = RED.over(true, "standing", "parley: war")
    for twin in others:
        if len(twin.side_log("Red")) == len(true.side_log("Red")):
            with pytest.raises(BadSignature):
                twin.add_standing_order("Red", "parley: war", signed=next_one)
    assert len([t for t in others if t.side_log("Red") == true.side_log("Red")]) > 0
    assert true.add_standing_order("Red", "parley: war", signed=next_one)


def test_what_others_signed_and_said_is_not_shown() -> None:
    game = play(signed_game(RED, BLUE), 4, wild=True)
    for side in ("Red", "Blue", ""):
        for e in game.side_log(side):
            if e.side != side:
                assert (e.at, e.sig, e.said) == (-1, "", ""), e
    assert any(e.said for e in game.side_log("Red"))


def test_hidden_doings_move_no_chain() -> None:
    game = signed_game(RED)
    give(game, "Red", BOOK.parse("pass", game.view("Red"), "Red"), ["Red"])
    before = game.chain("Red")
    game.add_standing_order("Blue", "parley: war")
    game.cancel_standing_order("Blue", 1)
    assert game.chain("Red") == before


def test_a_word_that_lacks_its_signature_is_told() -> None:
    game = finished(RED)
    some = [e for e in game.entries if e.sig and e.kind == "input"][-1]
    report = forged(game, lambda e: replace(e, sig="", at=-1, said="") if e is some else e)
    assert (report.ok, report.proven) == (True, False)
    assert report.seats[0].unsigned == (some.n,)
    assert any(f"not in entry {some.n}" in s for s in report.sentences)


def test_without_keys_the_proof_says_that_nobody_signed() -> None:
    game = play(new(salts={"Red": b"loose"}), 3, signers=())
    game.reveal()
    report = prove(game)
    assert report.proven
    assert "Not signed: Red, Blue." in report.sentences
    assert any("salt of Red is not signed" in note for note in report.notes)


@pytest.mark.parametrize("how", ["resign", "closed"])
def test_a_signed_end_is_proven(how: str) -> None:
    game = play(signed_game(RED, BLUE, patience=14), 3, 1)
    silent = game.sides_to_answer()[0]
    side = next(s for s in game.sides if s != silent)
    if how == "resign":
        game.resign(side, signed=BY[side].over(game, "resign", ""))
    else:
        game.close(side, silent, "2026-01-01", signed=BY[side].over(game, "closed", silent))
    game.reveal()
    report = prove(game)
    assert (report.proven, report.left) == (True, -1), report


def test_signatures_wait_for_the_seed() -> None:
    game = play(signed_game(RED), 3, 5, signers=["Red"])
    report = verify(game.lines(), book_of=book_of)
    assert report.ok
    assert any("when the seed is open" in note for note in report.notes)
    with pytest.raises(GameError, match="secret seed"):
        opened(game.lines(), None).chain("Red")


def test_a_game_with_real_dice_is_signed_too() -> None:
    game = new(seed=None)
    with pytest.raises(GameError, match="none to give"):
        BLUE.join(game)
    RED.join(game, b"")
    dice = SeededDice(1)
    rng = random.Random(2)
    while game.sides_to_answer():
        if game.sides_to_answer() == ("dice",):
            game.auto_roll(dice)
        else:
            side = game.sides_to_answer()[0]
            give(game, side, choose(game, side, rng), ["Red"])
    assert prove(game).proven
    first = next(
        e
        for e in game.entries
        if e.kind == "input" and e.side == "Red" and e.text.startswith("move")
    )
    report = forged(game, lambda e: replace(e, text="pass", said="pass") if e is first else e)
    assert (report.ok, report.line) == (False, first.n + 1)


NONSENSE = [
    ("key", "zz"),
    ("key", "00" * 31),
    ("sig", ""),
    ("sig", "zz" * 64),
    ("text", "x"),
    ("side", ""),
]


@pytest.mark.parametrize(("field", "value"), NONSENSE)
def test_a_key_that_makes_no_sense_is_refused(field: str, value: str) -> None:
    game = signed_game(RED)
    bad = rechained([replace(e, **{field: value}) if e.kind == "key" else e for e in game.entries])
    with pytest.raises(LogError):
        opened(bad)


def test_a_key_of_small_order_signs_nothing() -> None:
    """Under the key of zeros the signature of zeros fits one text in four: nobody may sit down with
    such a key."""
    texts = [str(n).encode() for n in range(64)]
    assert not any(signature_fits("00" * 32, text, "00" * 64) for text in texts)
    assert not any(signature_fits("01" + "00" * 31, text, "01" + "00" * 63) for text in texts)
    assert is_weak("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
    assert not is_weak(public_key_of(b"a key of thirty-two bytes, whole"))


# -- the players who sign
def deeds(game: Game, side: str) -> dict[str, Any]:
    """Everything a side can do, unsigned."""
    return {
        "answer": lambda: game.answer(side, "sleep"),
        "submit": lambda: game.submit(side, "sleep"),
        "undo": lambda: game.undo(side),
        "stand": lambda: game.add_standing_order(side, "any: pass"),
        "unstand": lambda: game.cancel_standing_order(side, 1),
        "resign": lambda: game.resign(side),
        "close": lambda: game.close(side, "Blue", "long ago"),
        "draw": lambda: game.draw(side, True),
        "no draw": lambda: game.draw(side, False),
        "consent": lambda: game.consent(side, True),
        "no consent": lambda: game.consent(side, False),
        "salt": lambda: game.add_salt(side, b"another"),
    }


def at_the_watch(*signers: Signer) -> Game:
    """A game in which Red has a standing order, is asked, and is asked for its consent; and Blue
    offers a draw."""
    game = signed_game(*signers, patience=14)
    signs = [s.side for s in signers]
    game.add_standing_order(
        "Red",
        "parley: war",
        signed=RED.over(game, "standing", "parley: war") if "Red" in signs else None,
    )
    for side, answer in (("Red", Pass()), ("Blue", Pass()), ("Blue", "watch")):
        give(game, side, answer, signs)
    game.draw("Blue", True, signed=BLUE.over(game, "draw", "yes") if "Blue" in signs else None)
    return game


@pytest.mark.parametrize("what", deeds(new(), "Red"))
def test_a_side_that_signs_does_nothing_unsigned(what: str) -> None:
    game = at_the_watch(RED)
    if "consent" in what:
        assert game.undo("Blue").needs == ("Red",)
    if what == "close":
        give(game, "Red", "sleep", ["Red"])
        while game.sides_to_answer() != ("Blue",):
            give(game, "Red", choose(game, "Red", random.Random(1)), ["Red"])
    before = game.lines()
    with pytest.raises(BadSignature, match="needs its signature"):
        deeds(game, "Red")[what]()
    assert game.lines() == before


@pytest.mark.parametrize("how", ["rules", "resign", "closed", "draw"])
@pytest.mark.parametrize("what", [*deeds(new(), "Red"), "key", "adopt", "roll"])
def test_after_the_end_nothing_is_done(how: str, what: str) -> None:
    game = new(patience=14)
    game.add_standing_order("Red", "parley: war")
    if how == "rules":
        play(game, 3, signers=())
    elif how == "resign":
        game.resign("Blue")
    elif how == "closed":
        game.close("Blue", "Red", "long ago")
    else:
        game.draw("Red", True)
        game.draw("Blue", True)
    before = game.lines()
    more = {"key": lambda: RED.join(game), "adopt": game.adopt, "roll": lambda: game.roll((1, 1))}
    for revealed in (False, True):
        with pytest.raises(GameError) as caught:
            (deeds(game, "Red") | more)[what]()
        assert isinstance(caught.value, GameOver) or what == "adopt"
        assert game.lines() == before
        if not revealed:
            game.reveal()
            before = game.lines()


def test_a_loser_who_keeps_the_log_takes_nothing_back_after_the_end() -> None:
    """The last answer ended the game and taught nothing: a forger takes it back before the seed is
    opened."""
    game = play(signed_game(RED), 3, signers=["Red"])
    last = next(e for e in reversed(game.entries) if e.kind == "input" and e.side == "Blue")
    late = Entry(len(game), "undo", side="Blue", act="done", to=last.n)
    report = verify(rechained([*game.entries, late]), book_of=book_of, seed=SEED)
    assert (report.ok, report.line) == (False, len(game) + 1)
    assert "over" in report.reason


@pytest.mark.parametrize("kind", ["key", "standing", "salt", "draw", "resign"])
def test_an_entry_after_the_end_is_named(kind: str) -> None:
    game = finished(RED)
    at = len(game)
    more = {
        "key": Entry(at, "key", side="Blue", key=BLUE.key, at=at - 1, sig="00" * 64),
        "salt": Entry(at, "salt", side="Blue", text="00"),
        "standing": Entry(at, "standing", side="Blue", act="add", standing=1, text="any: pass"),
        "draw": Entry(at, "draw", side="Blue", act="offer"),
        "resign": Entry(at, "resign", side="Blue"),
    }
    report = verify(rechained([*game.entries, more[kind]]), book_of=book_of)
    assert (report.ok, report.line) == (False, at + 1)


# -- a signature is good once
@pytest.mark.parametrize("after", ["another deed", "taking back", "an answer"])
def test_a_signature_that_was_used_is_out_of_date(after: str) -> None:
    game = signed_game(RED, BLUE)
    used = RED.over(game, "draw", "yes")
    game.draw("Red", True, signed=used)
    game.draw("Red", False, signed=RED.over(game, "draw", "no"))
    if after != "another deed":
        give(game, "Red", BOOK.parse("move Red1 to 0", game.view("Red"), "Red"))
    if after == "taking back":
        assert game.undo("Red", signed=RED.over(game, "undo", "last")).done
    before = game.lines()
    with pytest.raises(StaleError):
        game.draw("Red", True, signed=used)
    assert game.lines() == before


def test_of_what_a_seat_signed_at_one_time_one_thing_holds() -> None:
    """A room that kept a signed word back, and said that it was lost, cannot bring it in later."""
    game = signed_game(RED, BLUE)
    kept, told = RED.over(game, "resign", ""), RED.over(game, "standing", "parley: war")
    game.add_standing_order("Red", "parley: war", signed=told)
    with pytest.raises(StaleError):
        game.resign("Red", signed=kept)


def test_a_signature_given_in_one_copy_of_a_game_does_not_fit_another_that_went_otherwise() -> None:
    game = signed_game(RED, BLUE)
    give(game, "Red", BOOK.parse("move Red1 to 1", game.view("Red"), "Red"))
    copy = opened(game.lines())
    for each, text in ((game, "hold"), (copy, "close")):
        give(each, "Blue", text)
    assert "Red" in game.sides_to_answer()
    assert "Red" in copy.sides_to_answer()
    signed = RED.over(game, "standing", "parley: war")
    with pytest.raises((BadSignature, StaleError)):
        copy.add_standing_order("Red", "parley: war", signed=signed)
    assert game.add_standing_order("Red", "parley: war", signed=signed)
    thought = game.fork(1)
    assert not hasattr(thought, "stand"), "a game in thought takes no signatures, and leaves none"


def test_a_game_without_a_name_is_not_signed() -> None:
    """A signature covers the name of the game: its id, or at least the commitment of its dice."""
    nameless = Game.new(BOOK, Setup("line"), rulings=RULINGS)
    with pytest.raises(GameError, match="cannot sign"):
        RED.join(nameless, b"")


# -- shares of the dice
@pytest.mark.parametrize("side", ["Green", "", "Red", "Blue"])
def test_whoever_knows_the_seed_adds_no_salt_of_its_own(side: str) -> None:
    """After both salts are in, one more would let a player who knows the seed choose the dice."""
    game = signed_game(RED, BLUE)
    with pytest.raises(GameError):
        game.add_salt(side, b"choice")
    late = Entry(len(game), "salt", side=side, text=b"choice".hex())
    lines = rechained([*game.entries, late])
    report = verify(lines, book_of=book_of, seed=SEED)
    assert (report.ok, report.line) == (False, len(game) + 1)
    with pytest.raises(LogError, match="share of the dice"):
        opened(lines)
    first = [
        game.entries[0],
        Entry(1, "salt", side=side, text="00"),
        Entry(2, "salt", side=side, text="01"),
    ]
    assert not verify(rechained(first), book_of=book_of, seed=SEED).ok


# -- taking back
@pytest.mark.parametrize("side", ["", "Blue"])
def test_nobody_takes_back_what_another_has_done(side: str) -> None:
    """A forger writes that Blue, which does not sign, or nobody at all, took back what Red has
    signed."""
    game = signed_game(RED)
    give(game, "Red", BOOK.parse("pass", game.view("Red"), "Red"), ["Red"])
    mine = next(e for e in game.entries if e.kind == "input")
    taken = Entry(len(game), "undo", side=side, act="done", to=mine.n)
    report = verify(rechained([*game.entries, taken]), book_of=book_of, seed=SEED)
    assert (report.ok, report.line) == (False, len(game) + 1)


@pytest.mark.parametrize("which", ["one", "both"])
def test_nothing_a_seat_signed_can_be_dropped(which: str) -> None:
    """Each signature is over all the seat has signed before, so that a forger can leave nothing of
    it out."""
    game = signed_game(RED, BLUE)
    for n, text in enumerate(("parley: war", "watch: sleep"), 1):
        game.add_standing_order("Red", text, signed=RED.over(game, "standing", text))
        game.cancel_standing_order("Red", n, signed=RED.over(game, "unstand", str(n)))
    game.resign("Red", signed=RED.over(game, "resign", ""))
    game.reveal()
    assert prove(game).proven
    first = next(e.n for e in game.entries if e.kind == "standing")
    dropped = (first, first + 1) if which == "both" else (first + 3,)
    kept = [e for e in game.entries if e.n not in dropped]
    report = verify(rechained([replace(e, n=n) for n, e in enumerate(kept)]), book_of=book_of)
    assert not report.ok
