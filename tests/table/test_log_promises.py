"""Promises of the log's document that no other test covers: the form of a log, the recipes of
chain, dice and seals, undone rolls."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from flagplot.table import Roll
from flagplot.table.analysis.verify import verify
from flagplot.table.core.dice import SealedDice
from flagplot.table.core.errors import ReadOnly
from flagplot.table.core.roll_specs import AtLeast
from flagplot.table.game.game import Game
from flagplot.table.game.timeline import UndoneRolls
from flagplot.table.log.entries import KINDS, Entry

from .test_game import SEED, Later, new, opened, play, rechained
from .test_proof import reheaded
from .test_signing import BLUE, RED, finished, signed_game
from .test_signing import play as play_signed
from .toybook import ToyBook, book_of

PAGE = Path(__file__).parents[2] / "docs" / "log.md"


# -- the file
def test_the_page_tells_of_every_kind_of_entry() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(rows) == sorted(KINDS)


@pytest.mark.parametrize("seed", range(3))
def test_a_line_that_was_written_stays_as_it_is(seed: int) -> None:
    """Whatever is played, taken back, ordered in advance or offered: the log only grows, and what
    was taken back stays in it."""
    game, rng = signed_game(RED, BLUE), random.Random(seed)
    for _ in range(25):
        before = game.lines()
        play_signed(game, rng.randrange(10**6), 1, wild=True)
        assert game.lines()[: len(before)] == before
    assert any(e.kind == "undo" and e.act == "done" for e in game.entries)


def test_every_line_is_chained_by_the_published_recipe() -> None:
    before = "0" * 32
    for line in finished(RED).lines():
        row = json.loads(line)
        chain = row.pop("chain")
        own = f',"chain":"{chain}"}}'
        assert line.endswith(own)
        assert (
            chain
            == hashlib.sha256((before + line.removesuffix(own) + "}").encode()).hexdigest()[:32]
        )
        before = chain


def test_opening_runs_the_rules_from_the_last_whole_step_alone() -> None:
    lines = play(new(), 1, 20).lines()
    run: list[int] = []

    class Counting(ToyBook):
        async def step(self, t: Any) -> Any:
            run.append(t.state.turn)
            return await super().step(t)

    book = Counting()
    game = Game.open(lines, book_of=lambda _: book, seed=SEED)
    assert sum(e.done for e in game.entries) > 3
    assert len(run) == 1


def test_a_log_made_with_other_tables_is_looked_at_and_never_run() -> None:
    game = play(new(), 1, 13)
    old = opened(reheaded(game, digest="0" * 64))
    assert "other tables or switches" in old.read_only
    assert old.state == game.state
    with pytest.raises(ReadOnly):
        old.submit(old.sides_to_answer()[0] if old.sides_to_answer() else "Red", "pass")
    old.adopt()
    assert [e.kind for e in old.entries if e.kind == "adopt"] == ["adopt"]


def test_what_was_half_done_is_taken_back_by_adopting() -> None:
    game = new()
    game.submit("Red", "move Red1 to 3")
    game.submit("Blue", "hold")
    later: Any = Later()
    old = Game.open(game.lines(), book_of=lambda _: later, seed=SEED)
    assert old.half_done
    old.adopt()
    assert old.state == new().state
    assert [(e.kind, e.side, e.act, e.text) for e in old.entries[-2:]] == [
        ("undo", "", "done", ""),
        ("adopt", "", "", "2"),
    ]


# -- what a side sees
def test_chain_and_secrets_stay_behind() -> None:
    game = finished(RED, BLUE)
    for side in (*game.sides, ""):
        links = game.chain(side)[0]
        for line, _ in links:
            row = json.loads(line)
            assert "chain" not in row
            assert "index" not in row
            assert "lots" not in row.get("header", {})
        assert [json.loads(line)["n"] for line, _ in links] == list(range(len(links)))


# -- the dice
@pytest.mark.parametrize("sides", [2, 6, 10, 20, 100, 255, 256])
def test_faces_follow_the_published_recipe(sides: int) -> None:
    salts = {"Red": b"a", "Blue": b"\xff"}
    mixed = hashlib.sha256(b"Blue\0ff\nRed\x0061\n").digest()
    most = max(m for m in range(257) if m % sides == 0)
    many, faces, block = 100, [], 0
    while len(faces) < many:
        stream = hmac.digest(SEED, mixed + f"7.{block}".encode(), "sha256")
        faces += [b % sides + 1 for b in stream if b < most]
        block += 1
    assert block > 3
    assert SealedDice(SEED, salts).roll(7, many, sides) == tuple(faces[:many])


SHOWN = Entry(
    3,
    "roll",
    clause="2.1",
    why="closing",
    spec="2d6",
    faces=(1, 1),
    index=0,
    table="t",
    seen_by=("Blue",),
    about=(("side", "Blue"), ("hex", "A")),
)


def asked(**other: Any) -> Roll[Any]:
    """The roll whose faces :data:`SHOWN` has, or one like it."""
    return replace(
        Roll(AtLeast(2, 6, 7), "2.1", "closing", "t", (("side", "Blue"), ("hex", "A")), ("Blue",)),
        **other,
    )


def test_a_throw_taken_back_is_shown_to_a_roll_of_its_kind_alone() -> None:
    throws = UndoneRolls()
    throws.take_back(SHOWN)
    for alike in (
        asked(),
        asked(about=(("side", "Blue"), ("hex", "B"))),
        asked(spec=AtLeast(2, 6, 11)),
    ):
        found = throws.next(alike)
        assert found is not None
        assert (found.index, found.faces) == (0, (1, 1))
    for other in (
        {"clause": "2.2"},
        {"why": "salvo"},
        {"spec": AtLeast(1, 6, 4)},
        {"spec": AtLeast(2, 10, 7)},
        {"table": "u"},
        {"seen_by": ()},
        {"about": (("side", "Red"), ("hex", "A"))},
    ):
        assert throws.next(asked(**other)) is None, other


def test_of_several_throws_the_one_about_the_same_thing_comes_first() -> None:
    throws = UndoneRolls()
    for index, hex in enumerate("BAC"):
        throws.take_back(
            replace(
                SHOWN, index=index, faces=(index + 1, 1), about=(("side", "Blue"), ("hex", hex))
            )
        )
    for hex, index in (("A", 1), ("C", 2), ("Z", 0)):
        found = throws.next(asked(about=(("hex", hex), ("side", "Blue"))))
        assert found is not None
        assert found.index == index


# -- signatures
def test_seals_follow_the_published_recipe() -> None:
    game = finished(RED)
    key = hmac.digest(SEED, b"flagplot seals", "sha256")
    chains = [json.loads(line)["chain"] for line in game.lines()]
    for side in game.sides:
        links, value = game.chain(side)
        whole, chain = game.seen_whole(side), "0" * 64
        for number, ((line, seal), entry) in enumerate(zip(links, whole, strict=True)):
            said = f"{side} {number} {chains[entry.n]}"
            assert seal == hmac.digest(key, said.encode(), "sha256").hex()
            chain = hashlib.sha256((chain + seal + line).encode()).hexdigest()
        assert chain == value


def test_a_game_with_typed_dice_has_no_seals() -> None:
    game = new(seed=None)
    RED.join(game, b"")
    assert {seal for _, seal in game.chain("Red")[0]} == {""}


def test_with_another_seed_no_second_game_fits() -> None:
    """A keeper plays another game with a seed of its own and pastes the signatures in: the first
    does not fit."""
    game = finished(RED)
    other = signed_game(seed=b"another seed that the keeper likes")
    key = next(e for e in game.entries if e.kind == "key")
    assert other.seed is not None
    end = [Entry(2, "resign", side="Blue"), Entry(3, "reveal", text=other.seed.hex())]
    lines = rechained([other.entries[0], replace(key, n=1), *end])
    report = verify(lines, book_of=book_of)
    assert (report.ok, report.line) == (False, 2)
    assert "signature of Red" in report.reason
