"""The game: answers, sealed answers, the log, replay, undo, standing orders, views of the log,
proof."""

from __future__ import annotations

import random
from typing import Any

import pytest

from flagplot.table import Ask, AskOrder, Setup, TextError
from flagplot.table.analysis.verify import verify
from flagplot.table.core.dice import ManualDice, ScriptedDice, SealedDice, SeededDice, commitment
from flagplot.table.core.errors import (
    DiceError,
    GameError,
    LogError,
    ReadOnly,
    RuleError,
    StaleError,
    WrongSeat,
)
from flagplot.table.game.game import Game
from flagplot.table.log.entries import START, chain_line
from flagplot.table.log.entry_text import entry_sentence
from flagplot.table.log.side_log import UndoAssessment

from .toybook import BOOK, RULINGS, Move, Pass, ToyBook, Turned, book_of

SEED = b"0123456789abcdef0123456789abcdef"


def new(**more: Any) -> Game:
    more.setdefault("seed", SEED)
    return Game.new(BOOK, Setup("line"), rulings=RULINGS, id="t", **more)


def choose(game: Game, side: str, rng: random.Random) -> Any:
    request = game.request(side)
    assert request is not None
    if isinstance(request, Ask):
        return rng.choice(request.options)
    return rng.choice(list(BOOK.candidates(game.view(side), request)))


def play(game: Game, seed: int, most: int = 10_000) -> Game:
    """Play at random (real dice are rolled by a seeded source)."""
    rng = random.Random(seed)
    dice = SeededDice(seed)
    for _ in range(most):
        owed = game.sides_to_answer()
        if not owed:
            break
        if owed == ("dice",):
            game.auto_roll(dice)
            continue
        side = rng.choice(owed)
        assert game.answer(side, choose(game, side, rng))
    return game


def opened(lines: list[str], seed: bytes | None = SEED) -> Game:
    return Game.open(lines, book_of=book_of, seed=seed)


def same(a: Game, b: Game) -> None:
    assert a.lines() == b.lines()
    assert a.state == b.state
    assert a.sides_to_answer() == b.sides_to_answer()
    assert a.pending == b.pending
    assert a.outcome == b.outcome
    for side in ("Red", "Blue", ""):
        assert a.side_log(side) == b.side_log(side)
        assert a.view(side) == b.view(side)


# -- answering
def test_a_refused_order_changes_nothing() -> None:
    game = new()
    before = game.lines()
    verdict = game.answer("Red", Move("Red1", 7))
    assert [r.clause for r in verdict.refusals] == ["1.2"]
    assert game.lines() == before
    receipt = game.submit("Red", "move Blue1 to 3")
    assert not receipt
    assert receipt.verdict.refusals[0].code == "not-yours"
    assert game.lines() == before


def test_submit_and_answer_agree() -> None:
    a, b = new(), new()
    assert a.submit("Red", "move Red1 to 1").verdict == b.answer("Red", Move("Red1", 1))
    same(a, b)


def test_wrong_seat_unreadable_and_not_offered() -> None:
    game = new()
    with pytest.raises(WrongSeat, match="Red must answer"):
        game.submit("Blue", "pass")
    with pytest.raises(WrongSeat):
        game.submit("", "pass")
    with pytest.raises(TextError) as caught:
        game.submit("Red", "sail on")
    assert caught.value.expected == ("move SHIP to SQUARE", "pass")
    game.submit("Red", "move Red1 to 1")
    with pytest.raises(TextError, match="not offered"):
        game.submit("Blue", "maybe")
    with pytest.raises(TextError, match="not offered"):
        game.answer("Blue", "maybe")


def test_a_stale_answer_is_refused_but_secrets_do_not_make_one_stale() -> None:
    game = new()
    at = len(game.side_log("Red")) - 1
    game.submit("Red", "move Red1 to 1", at=at)
    game.submit("Blue", "hold", at=len(game.side_log("Blue")) - 1)
    with pytest.raises(StaleError) as caught:
        game.submit("Red", "pass", at=at)
    game.submit("Red", "pass", at=caught.value.last)
    game.submit("Blue", "pass")
    at = len(game.side_log("Blue")) - 1
    game.submit("Red", "sleep")
    game.note("Red", "good night")
    game.submit("Blue", "watch", at=at)


def test_the_receipt_holds_what_the_side_saw() -> None:
    game = new()
    kinds = [
        (e.kind, e.event and type(e.event).__name__)
        for e in game.submit("Red", "move Red1 to 1").entries
    ]
    assert kinds == [("input", None), ("event", "Moved")]


def test_sealed_answers_are_hidden_until_all_are_in() -> None:
    game = new()
    game.submit("Red", "pass")
    game.submit("Blue", "pass")
    assert game.sides_to_answer() == ("Red", "Blue")
    before = game.side_log("Blue")
    game.submit("Red", "watch")
    assert game.sides_to_answer() == ("Blue",)
    assert game.side_log("Blue") == before
    assert game.request("Red") is None
    with pytest.raises(WrongSeat):
        game.submit("Red", "sleep")
    game.submit("Blue", "sleep")
    shown = [(e.side, e.text) for e in game.side_log("Blue", len(before)) if e.kind == "input"]
    assert shown == [("Blue", "sleep"), ("Red", "watch")]
    assert [(e.side, e.text) for e in game.side_log("Red")[-3:] if e.kind == "input"] == [
        ("Red", "watch"),
        ("Blue", "sleep"),
    ]
    assert [(e.side, e.text) for e in game.side_log("") if e.kind == "input"] == [
        ("Red", "watch"),
        ("Blue", "sleep"),
    ]
    assert game.state.watches == {"Red": "watch", "Blue": "sleep"}


def test_any_side_may_answer_first() -> None:
    game = new()
    for side, text in (("Red", "pass"), ("Blue", "pass"), ("Red", "watch"), ("Blue", "watch")):
        game.submit(side, text)
    assert game.sides_to_answer() == ("Red", "Blue")
    game.submit("Blue", "peace")
    assert game.sides_to_answer() == ("Red",)
    assert isinstance(game.pending, AskOrder)


def test_orders_of_the_other_side_are_not_in_the_side_log() -> None:
    game = play(new(), 3)
    for side in ("Red", "Blue"):
        for e in game.side_log(side):
            if e.kind == "input" and e.side != side:
                assert e.asked in ("watch", "parley")
            assert e.index == -1
            assert "hash" not in e.__struct_fields__
        assert [e.n for e in game.side_log(side)] == list(range(len(game.side_log(side))))


# -- dice
def test_manual_dice_stop_the_game_and_are_checked() -> None:
    game = new(seed=None)
    game.submit("Red", "move Red1 to 1")
    with pytest.raises(DiceError, match="no roll"):
        game.roll([1])
    game.submit("Blue", "close")
    assert game.sides_to_answer() == ("dice",)
    for bad in ([1], [1, 2, 3], [0, 1], [7, 1], [True, 1], ["1", 2]):
        with pytest.raises(DiceError):
            game.roll(bad)  # type: ignore[arg-type]
    game.roll([6, 6])
    assert game.sides_to_answer() == ("dice",)
    game.roll([6])
    assert game.state.ships["Red1"].sunk


def test_every_dice_source_gives_the_same_game_for_the_same_faces() -> None:
    live = play(new(), 11)
    faces = [f for e in live.entries if e.kind == "roll" for f in e.faces]
    answers = [(e.side, e.text) for e in live.entries if e.kind == "input"]
    scripted = new(seed=None, dice=ScriptedDice(faces))
    manual = new(seed=None)
    for side, text in answers:
        scripted.submit(side, text)
        manual.submit(side, text)
        while manual.sides_to_answer() == ("dice",):
            n = manual.pending.spec.dice[0]  # type: ignore[union-attr]
            manual.roll([faces.pop(0) for _ in range(n)])
    assert not faces
    events = [e.event for e in live.entries if e.kind == "event"]
    assert [e.event for e in scripted.entries if e.kind == "event"] == events
    assert [e.event for e in manual.entries if e.kind == "event"] == events
    assert live.state == scripted.state == manual.state


def test_sealed_dice_follow_the_published_recipe() -> None:
    import hashlib
    import hmac

    mixed = hashlib.sha256(b"Blue\0ff\nRed\x0061\n").digest()
    stream = hmac.digest(SEED, mixed + b"7.0", "sha256")
    want = tuple(b % 6 + 1 for b in stream if b < 252)[:4]
    assert SealedDice(SEED, {"Red": b"a", "Blue": b"\xff"}).roll(7, 4, 6) == want


def test_dice_are_fair_and_bounded() -> None:
    for source in (SealedDice(SEED), SeededDice(5)):
        for sides in (2, 6, 10, 20, 100, 256):
            faces = source.roll(0, 4000, sides)
            assert len(faces) == 4000
            assert min(faces) >= 1
            assert max(faces) <= sides
            mean = sum(faces) / 4000
            assert abs(mean - (sides + 1) / 2) < 5 * sides / (12**0.5 * 4000**0.5)
        with pytest.raises(DiceError):
            source.roll(0, 1, 257)
    with pytest.raises(DiceError):
        ManualDice().roll(0, 1, 6)
    with pytest.raises(DiceError):
        SealedDice(b"short")


def test_salts_change_the_dice_and_come_before_the_first_roll() -> None:
    plain, salted = new(), new()
    salted.add_salt("Blue", b"pepper")
    for game in (plain, salted):
        for side, text in (("Red", "move Red1 to 1"), ("Blue", "close")):
            game.submit(side, text)
    rolls = [[e.faces for e in g.entries if e.kind == "roll"] for g in (plain, salted)]
    assert rolls[0] != rolls[1]
    with pytest.raises(GameError, match="before the first roll"):
        salted.add_salt("Red", b"late")
    same(salted, opened(salted.lines()))
    assert verify(salted.lines(), book_of=book_of, seed=SEED).ok


# -- the log
@pytest.mark.parametrize("seed", range(4))
def test_replay_equals_live_after_every_input(seed: int) -> None:
    game = new()
    rng = random.Random(seed)
    while game.sides_to_answer():
        side = rng.choice(game.sides_to_answer())
        game.answer(side, choose(game, side, rng))
        same(game, opened(game.lines()))
    assert verify(game.lines(), book_of=book_of, seed=SEED).ok


def test_manual_games_replay_too() -> None:
    game = play(new(seed=None), 2)
    same(game, opened(game.lines(), None))
    report = verify(game.lines(), book_of=book_of)
    assert report.ok
    assert "rolled by hand" in report.notes[0]


def test_a_cut_log_opens_and_the_rules_complete_it() -> None:
    game = play(new(), 1)
    lines = game.lines()
    for n in range(1, len(lines) + 1):
        part = opened(lines[:n])
        kept = part.lines()
        assert kept == lines[: len(kept)]
        assert len(kept) >= n
        assert verify(lines[:n], book_of=book_of).ok, (
            "a log that was cut holds as far as it goes, with its seed or without"
        )
        assert verify(lines[:n], book_of=book_of, seed=SEED).ok


def test_without_its_seed_a_sealed_game_can_be_looked_at() -> None:
    game = play(new(), 1, 9)
    look = opened(game.lines(), None)
    assert look.state == game.state
    with pytest.raises(ReadOnly, match="secret seed"):
        look.submit(look.sides_to_answer()[0], "pass")
    with pytest.raises(LogError, match="not the one this log commits to"):
        opened(game.lines(), b"x" * 32)


def test_the_header_stands_alone_and_hides_nothing_it_needs() -> None:
    game = new(salts={"Red": b"1"})
    header = game.entries[0].header
    assert header is not None
    assert header.commitment == commitment(SEED)
    assert header.tables["toy.fire"].row("hits") == (0, 0, 1, 1, 1, 2)
    assert SEED.hex() not in "".join(game.lines())
    assert opened(game.lines()).rulings == RULINGS


def mangled() -> list[tuple[str, list[str], int]]:
    lines = play(new(), 1).lines()
    changed = lines[20].replace('"n":20', '"n":20 ', 1)
    forged = list(lines)
    forged[5] = forged[5][:-3] + ("0" if forged[5][-3] != "0" else "1") + forged[5][-2:]
    return [
        ("torn last line", [*lines[:10], lines[10][:30]], 11),
        ("changed byte", [*lines[:20], changed, *lines[21:]], 21),
        ("changed chain", forged, 6),
        ("lost line", lines[:7] + lines[8:], 8),
        ("wrong order", [*lines[:7], lines[8], lines[7], *lines[9:]], 8),
        ("no header", lines[1:], 1),
        ("empty", [], 1),
        ("not json", [*lines[:3], "hello"], 4),
        ("blank line", [*lines[:3], ""], 4),
        ("twice", [*lines, *lines], len(lines) + 1),
    ]


@pytest.mark.parametrize(("what", "lines", "number"), mangled(), ids=[m[0] for m in mangled()])
def test_a_damaged_log_is_refused_with_line_and_reason(
    what: str, lines: list[str], number: int
) -> None:
    with pytest.raises(LogError) as caught:
        opened(lines)
    assert caught.value.line == number
    assert caught.value.reason
    assert caught.value.remedy
    report = verify(lines, book_of=book_of)
    assert not report.ok
    assert report.line == number


def test_every_changed_byte_of_a_log_shows() -> None:
    lines = play(new(), 1, 12).lines()
    rng = random.Random(0)
    for _ in range(300):
        at = rng.randrange(len(lines))
        raw = bytearray(lines[at].encode())
        i = rng.randrange(len(raw))
        raw[i] ^= 1 << rng.randrange(8)
        with pytest.raises(LogError):
            Game.open([*lines[:at], bytes(raw), *lines[at + 1 :]], book_of=book_of, seed=SEED)


def rechained(entries: Any) -> list[str]:
    """Lines a forger would write: the chain fits again."""
    lines, chain = [], START
    for e in entries:
        line, chain = chain_line(chain, e)
        lines.append(line)
    return lines


def test_unknown_kinds_and_tags_are_refused() -> None:
    from msgspec.structs import replace

    entries = list(play(new(), 1, 5).entries)
    odd = rechained([*entries, replace(entries[1], n=len(entries), kind="magic")])
    with pytest.raises(LogError, match="unknown kind 'magic'"):
        opened(odd)
    event = next(e for e in entries if e.kind == "event")
    lines = rechained(entries)
    lines[event.n] = lines[event.n].replace('"type":"moved"', '"type":"flown"')
    body = lines[event.n]
    assert "flown" in body
    forged = rechained([replace(e, event={"type": "flown"}) if e is event else e for e in entries])
    with pytest.raises(LogError, match="event cannot be read"):
        opened(forged)


def test_verify_finds_forged_dice_orders_and_events() -> None:
    from msgspec.structs import replace

    game = play(new(), 1)
    game.reveal()
    entries = list(game.entries)
    assert verify(rechained(entries), book_of=book_of) == verify(game.lines(), book_of=book_of)
    assert verify(game.lines(), book_of=book_of).notes == ()
    roll = next(e for e in entries if e.kind == "roll")
    forged = [replace(e, faces=(6, 6)) if e is roll else e for e in entries]
    report = verify(rechained(forged), book_of=book_of)
    assert (report.ok, report.line) == (False, roll.n + 1)
    assert "does not come from the revealed seed" in report.reason
    order = next(e for e in entries if e.kind == "input" and e.text.startswith("move"))
    report = verify(
        rechained([replace(e, text="move Red1 to 9") if e is order else e for e in entries]),
        book_of=book_of,
    )
    assert (report.ok, report.line) == (False, order.n + 1)
    assert "too-far (1.2)" in report.reason
    moved = next(e for e in entries if e.kind == "event")
    lie = replace(moved.event, to=9)
    report = verify(
        rechained([replace(e, event=lie) if e is moved else e for e in entries]), book_of=book_of
    )
    assert (report.ok, report.line) == (False, moved.n + 1)
    wrong = [replace(e, text="00" * 32) if e.kind == "reveal" else e for e in entries]
    assert "not the one committed to" in verify(rechained(wrong), book_of=book_of).reason


def test_the_seed_is_revealed_only_at_the_end() -> None:
    game = play(new(), 1, 5)
    with pytest.raises(GameError, match="when the game is over"):
        game.reveal()
    play(game, 1)
    entry = game.reveal()
    assert entry.text == SEED.hex()
    assert game.reveal() == entry
    same(game, opened(game.lines()))


class Later(ToyBook):
    version = "2"


def test_a_log_of_another_version_is_folded_not_run() -> None:
    game = play(new(), 1, 13)
    later = Later()
    old = Game.open(game.lines(), book_of=lambda id: later, seed=SEED)
    assert old.state == game.state
    with pytest.raises(ReadOnly, match="version 1 of toybook, this is 2"):
        old.submit("Red", "pass")
    assert not verify(game.lines(), book_of=lambda id: later, seed=SEED).ok
    old.adopt()
    assert old.sides_to_answer()
    play(old, 4)
    assert old.outcome is not None
    report = verify(old.lines(), book_of=lambda id: later, seed=SEED)
    adopted = next(e.n for e in old.entries if e.kind == "adopt")
    assert (report.ok, report.finished, report.proven) == (True, True, False)
    assert [(span.first, span.last) for span in report.unproven] == [(0, adopted)]
    assert "version 1 of toybook" in report.unproven[0].why
    again = Game.open(old.lines(), book_of=lambda id: later, seed=SEED)
    assert (again.state, again.read_only) == (old.state, "")
    assert "looked at" in Game.open(old.lines(), book_of=book_of, seed=SEED).read_only


# -- undo
def test_nobody_is_told_the_seed_that_the_dice_to_come_are_made_from() -> None:
    game = Game.new(
        BOOK, Setup("line"), rulings=RULINGS, dice=SeededDice("a seed anyone could roll ahead with")
    )
    play(game, 3, 6)
    assert game.header.seed in game.line(0)
    for side in (*game.sides, ""):
        for entry in game.side_log(side):
            assert game.header.seed not in repr(entry)


def test_undo_of_ones_own_move_is_silent_and_logged() -> None:
    game = new()
    start = game.state
    game.submit("Red", "move Red1 to 0")
    seen = len(game.side_log("Blue"))
    assert game.undo("Red").done
    assert game.state == start
    assert game.entries[-1].kind == "undo"
    assert len(game.side_log("Blue")) == seen
    game.submit("Red", "move Red1 to 1")
    game.submit("Blue", "hold")
    result = game.undo("Red")
    assert (result.done, result.needs, result.learned) == (False, ("Blue",), False)
    assert result.why == "Blue had to answer since"
    same(game, opened(game.lines()))
    assert game.undo_asked == ("Red", ("Blue",))
    with pytest.raises(GameError):
        game.consent("Red", True)
    assert not game.consent("Blue", False).done
    game.undo("Red")
    assert game.consent("Blue", True).done
    assert game.state == start
    same(game, opened(game.lines()))
    assert verify(game.lines(), book_of=book_of, seed=SEED).ok


def test_what_taking_back_needs_is_the_same_whether_the_other_has_answered_or_not() -> None:
    found = set()
    for before, after in (((), ()), ((), ("hold",)), (("interception: hold",), ())):
        game = new()
        for text in before:
            game.add_standing_order("Blue", text)
        game.submit("Red", "move Red1 to 1")
        for text in after:
            game.submit("Blue", text)
        found.add((str(game.undo_needs("Red")), str(game.undo("Red"))))
    assert found == {
        (
            "UndoAssessment(why='Blue had to answer since', learned=False)",
            "UndoResult(done=False, needs=('Blue',), why='Blue had to answer since', learned=False)",
        )
    }


def test_dice_and_revelations_are_what_one_learns_from() -> None:
    game = new()
    assert game.undo_needs("Red") is None
    for side, text in (("Red", "pass"), ("Blue", "pass"), ("Red", "watch"), ("Blue", "watch")):
        game.submit(side, text)
    assert game.undo_needs("Red") == UndoAssessment("Blue has answered since", False)
    game = new()
    for n in range(40):
        game = Game.new(BOOK, Setup("line"), rulings=RULINGS, seed=bytes([n]) * 32)
        game.submit("Red", "move Red1 to 1")
        game.submit("Blue", "close")
        if any(e.kind == "roll" and e.why == "salvo" for e in game.side_log("Red")):
            break
    assert game.undo_needs("Red") == UndoAssessment("dice were rolled since", True)
    assert game.undo("Red").learned


def test_a_sealed_answer_is_changed_with_consent_whether_the_others_are_in_or_not() -> None:
    game = new()
    for side, text in (("Red", "pass"), ("Blue", "pass"), ("Red", "watch")):
        game.submit(side, text)
    result = game.undo("Red")
    assert (result.done, result.why, result.learned) == (False, "Blue had to answer since", False)
    assert game.consent("Blue", True).done
    assert set(game.sides_to_answer()) == {"Red", "Blue"}
    game.submit("Red", "sleep")
    game.submit("Blue", "sleep")
    assert game.state.watches["Red"] == "sleep"


def closing(game: Game) -> list[tuple[int, ...]]:
    game.submit("Red", "move Red1 to 1")
    game.submit("Blue", "close")
    return [e.faces for e in game.entries if e.kind == "roll"]


def test_an_undone_roll_is_not_rolled_differently_by_the_same_inputs() -> None:
    game = new()
    first = closing(game)
    result = game.undo("Red")
    assert result.why == "Blue had to answer since"
    game.consent("Blue", True)
    again = closing(game)
    assert again == first * 2
    indices = [e.index for e in game.entries if e.kind == "roll"]
    assert indices[: len(first)] == indices[len(first) :]
    game.undo("Red")
    game.consent("Blue", True)
    game.submit("Red", "move Red1 to 2")
    game.submit("Blue", "hold")
    game.submit("Blue", "close")
    shown = [e.index for e in game.entries if e.kind == "roll"][2 * len(first) :]
    assert shown[0] == indices[0], (
        "the throw that was taken back is the next one of its kind, whatever led there"
    )
    same(game, opened(game.lines()))
    assert verify(game.lines(), book_of=book_of, seed=SEED).ok


def test_undo_to_the_start_and_play_again() -> None:
    game = play(new(), 6, 12)
    assert game.outcome is None
    while True:
        try:
            mine = next(e for e in game.side_log("Red") if e.kind == "input" and e.side == "Red")
            if not game.undo("Red", to=mine.n).done:
                game.consent("Blue", True)
            break
        except GameError:
            pytest.fail("the first input still stands")
    assert game.state == new().state
    assert game.sides_to_answer() == ("Red",)
    same(game, opened(game.lines()))
    with pytest.raises(GameError, match="no input"):
        game.undo("Red", to=mine.n)
    play(game, 6)
    assert game.outcome is not None
    assert verify(game.lines(), book_of=book_of, seed=SEED).ok


def test_a_new_answer_lets_a_wish_to_undo_lapse() -> None:
    game = new()
    game.submit("Red", "move Red1 to 1")
    game.submit("Blue", "hold")
    game.undo("Red")
    game.submit("Red", "pass")
    assert game.undo_asked is None
    with pytest.raises(GameError):
        game.consent("Blue", True)
    assert opened(game.lines()).undo_asked is None


def test_why_consent_is_wanted_tells_only_what_was_seen() -> None:
    game = new()
    for side, text in (("Red", "pass"), ("Blue", "pass"), ("Red", "watch"), ("Blue", "watch")):
        game.submit(side, text)
    assert game.undo("Red").why == "Blue has answered since"
    game = new()
    game.submit("Red", "move Red1 to 1")
    game.submit("Blue", "hold")
    assert game.undo("Red").why == "Blue had to answer since"


def test_a_wish_to_take_back_is_the_same_after_opening() -> None:
    game = new()
    game.submit("Red", "move Red1 to 1")
    game.submit("Blue", "hold")
    game.submit("Red", "move Red1 to 1")
    game.undo("Red", to=1)
    game.add_standing_order("Blue", "parley: war")
    assert opened(game.lines()).undo_asked == game.undo_asked == ("Red", ("Blue",))
    assert game.undo("Red").done
    assert opened(game.lines()).undo_asked is game.undo_asked is None


# -- standing orders
def test_the_number_of_a_standing_order_tells_nothing_of_the_others() -> None:
    alone, watched = new(), new()
    for game in (alone, watched):
        assert game.add_standing_order("Red", "parley: war").n == 1
        if game is watched:
            game.add_standing_order("Blue", "interception: hold")
            game.cancel_standing_order("Blue", 1)
        assert game.add_standing_order("Red", "parley: peace").n == 2
    assert alone.side_log("Red") == watched.side_log("Red")
    again = opened(watched.lines())
    assert again.add_standing_order("Blue", "watch: sleep").n == 2
    assert verify(again.lines(), book_of=book_of, seed=SEED).ok


def test_a_standing_order_answers_and_the_log_says_so() -> None:
    game = new()
    order = game.add_standing_order("Blue", "interception: close if odds >= 40, else hold")
    assert (order.n, game.standing_orders("Blue")) == (1, (order,))
    game.submit("Red", "move Red1 to 1")
    answers = [e for e in game.entries if e.kind == "input" and e.side == "Blue"]
    assert (answers[0].text, answers[0].standing) == ("close", 1)
    assert [e.kind for e in game.side_log("Red") if e.kind == "standing"] == []
    assert [e.text for e in game.side_log("Blue") if e.kind == "standing"] == [order.text]
    same(game, opened(game.lines()))
    game.cancel_standing_order("Blue", 1)
    game.submit("Red", "move Red2 to 2")
    assert game.sides_to_answer() == ("Blue",)
    same(game, opened(game.lines()))
    assert verify(game.lines(), book_of=book_of, seed=SEED).ok
    with pytest.raises(GameError):
        game.cancel_standing_order("Blue", 1)


def test_a_standing_order_answers_what_is_asked_already_and_sealed_questions() -> None:
    game = new()
    game.submit("Red", "move Red1 to 1")
    game.add_standing_order("Blue", "interception: hold")
    assert game.sides_to_answer() == ("Red",)
    game.add_standing_order("Blue", "watch: watch")
    game.add_standing_order("Red", "watch: sleep")
    game.add_standing_order("Blue", "movement: pass")
    game.submit("Red", "pass")
    assert game.state.watches == {"Red": "sleep", "Blue": "watch"}
    same(game, opened(game.lines()))
    assert verify(game.lines(), book_of=book_of, seed=SEED).ok


def test_a_standing_order_that_would_be_refused_leaves_the_choice_to_the_person() -> None:
    game = new()
    game.add_standing_order("Blue", "movement: move Blue1 to 2")
    game.submit("Red", "pass")
    assert game.sides_to_answer() == ("Blue",)


def test_undo_of_an_answer_given_by_hand_goes_past_standing_answers() -> None:
    game = new()
    game.add_standing_order("Blue", "interception: hold")
    game.submit("Red", "move Red1 to 1")
    assert game.sides_to_answer() == ("Red",)
    assert not game.undo("Red").done
    game.consent("Blue", True)
    assert game.state == new().state
    same(game, opened(game.lines()))
    assert verify(game.lines(), book_of=book_of, seed=SEED).ok


# -- the store, the told log, luck
def test_the_store_gets_every_entry_in_order_before_submit_returns() -> None:
    kept: list[tuple[int, str]] = []
    game = Game.new(
        BOOK,
        Setup("line"),
        rulings=RULINGS,
        seed=SEED,
        on_entry=lambda e: kept.append((e.n, e.text)),
        salts={"Red": b"x"},
    )
    assert [n for n, _ in kept] == [0, 1]
    game.submit("Red", "move Red1 to 1")
    assert len(kept) == len(game.entries)
    assert kept[2] == (2, "move Red1 to 1")


def test_the_told_log_has_the_view_before_each_entry() -> None:
    game = play(new(), 9, 20)
    game.undo(game.sides_to_answer()[0])
    for side in ("Red", "Blue"):
        told = game.side_log_with_views(side)
        assert [e for e, _ in told] == list(game.side_log(side))
        for entry, view in told:
            if entry.kind == "event":
                assert BOOK.event_text(entry.event, view, side)
                assert view == BOOK.view(view, side)
    last = game.state_before(len(game))
    assert last == game.state
    assert game.state_before(1) == new().state


def test_luck_is_the_same_after_opening() -> None:
    game = play(new(), 9)
    luck = game.luck()
    assert sum(s.rolls for s in luck) == len([e for e in game.entries if e.kind == "roll"])
    assert opened(game.lines()).luck() == luck
    for one in luck:
        assert 0 <= one.beat <= 1
    assert {s.side for s in game.luck("Red")} <= {"gun", "Red"}


# -- broken rules
class Idle(ToyBook):
    async def step(self, t: Any) -> None:
        return None


class Broken(ToyBook):
    async def step(self, t: Any) -> None:
        order = await AskOrder("Red", "1.1", "movement")
        if isinstance(order, Pass):
            raise KeyError("lost")
        await super().step(t)


def test_rules_that_break_leave_the_game_as_it_was() -> None:
    with pytest.raises(RuleError, match="go on for ever"):
        Game.new(Idle(), Setup("line"), rulings=RULINGS, seed=SEED)
    game = Game.new(Broken(), Setup("line"), rulings=RULINGS, seed=SEED)
    before = game.lines()
    with pytest.raises(RuleError, match="KeyError"):
        game.submit("Red", "pass")
    assert game.lines() == before
    assert game.sides_to_answer() == ("Red",)


def test_unknown_scenario() -> None:
    with pytest.raises(KeyError):
        Game.new(BOOK, Setup("circle"), rulings=RULINGS)


class Long(ToyBook):
    """Turns a thousand segments by itself before anybody is asked."""

    async def step(self, t: Any) -> Any:
        if t.state.turn > -1000:
            t.record(Turned("1.1", "move", "Red", t.state.turn - 1))
            return None
        return await super().step(t)


def test_many_steps_without_a_question_are_no_recursion() -> None:
    game = Game.new(Long(), Setup("line"), rulings=RULINGS, seed=SEED)
    assert game.state.turn == -1000
    long = Long()
    assert Game.open(game.lines(), book_of=lambda id: long, seed=SEED).state == game.state
    game.submit("Red", "move Red1 to 1")
    game.undo("Red")
    assert game.state.turn == -1000


def test_the_words_of_taking_back_name_the_first_entry_that_is_gone() -> None:
    game = new()
    game.submit("Red", "move Red1 to 0")
    given = next(e.n for e in game.side_log("Red") if e.kind == "input")
    assert game.undo("Red").done
    assert (
        entry_sentence(game.side_log("Red")[-1], True)
        == f"You took back all from entry {given} on."
    )
