"""Logs somebody tampered with and chained again: opened with a reason or refused with one, never a
traceback."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.table import Setup, rulings
from flagplot.table.analysis.verify import verify
from flagplot.table.core.errors import LogError
from flagplot.table.game.game import Game
from flagplot.table.log.entries import START

from .test_game import SEED, new, play
from .toybook import book_of

NUMBERS: list[Any] = [None, -1, 0, 1, 7, 10**9, 10**30, True, 1.5]
VALUES: list[Any] = [*NUMBERS, "", "x", "Red", "00", "zz", "999999999d6", [], [1], {}, {"a": 1}]


def chained(rows: list[dict[str, Any]]) -> list[str]:
    """Rows as lines whose chain values fit."""
    lines, before = [], START
    for row in rows:
        body = json.dumps(row, separators=(",", ":")).encode()
        before = hashlib.sha256(before.encode() + body).hexdigest()[:32]
        lines.append((body[:-1] + f',"chain":"{before}"}}'.encode()).decode())
    return lines


def base() -> list[dict[str, Any]]:
    game = new(salts={"Red": b"s"})
    game.add_standing_order("Blue", "interception: close if odds > 50, else hold")
    play(game, 3, 12)
    game.undo(game.sides_to_answer()[0] if game.sides_to_answer() else "Red")
    game.note("Red", "hello")
    play(game, 5)
    game.reveal()
    rows = [json.loads(line) for line in game.lines()]
    for row in rows:
        del row["chain"]
    assert verify(chained(rows), book_of=book_of).ok
    return rows


ROWS = base()


def mutate(rng: random.Random) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(json.dumps(ROWS))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        row = rng.choice(rows) if rng.random() < 0.8 else rows[0]
        inner = [v for v in row.values() if isinstance(v, dict) and v]
        target = rng.choice(inner) if inner and rng.random() < 0.5 else row
        key = rng.choice(sorted(target))
        what = rng.random()
        if what < 0.7:
            target[key] = rng.choice(VALUES)
        elif what < 0.85:
            del target[key]
        else:
            target[rng.choice(("to", "text", "faces", "done", "standing", "spec", "odd"))] = (
                rng.choice(VALUES)
            )
    if rng.random() < 0.2:
        i, j = rng.randrange(1, len(rows)), rng.randrange(1, len(rows))
        rows[i], rows[j] = rows[j], rows[i]
        for n, row in enumerate(rows):
            row["n"] = n
    return rows


@pytest.mark.parametrize("seed", range(40))
def test_a_forged_log_never_brings_the_program_down(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(12):
        lines = chained(mutate(rng))
        report = verify(lines, book_of=book_of)
        assert report.ok or report.reason
        for secret in (SEED, None):
            try:
                game = Game.open(lines, book_of=book_of, seed=secret)
            except LogError as e:
                told = (e.line >= 1, bool(e.reason))
            else:
                told = (True, True)
                look(game)
            assert told == (True, True)


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("sides", ["Red", "Blue", "Spy"], "sides of The line are Red, Blue"),
        ("sides", ["Red"], "sides of"),
        ("edition", "later", "no edition 'later'"),
    ],
)
def test_a_game_nobody_could_set_up_is_refused(field: str, value: Any, told: str) -> None:
    rows = json.loads(json.dumps(ROWS))
    rows[0]["header"][field] = value
    lines = chained(rows)
    with pytest.raises(LogError, match=told) as e:
        Game.open(lines, book_of=book_of, seed=SEED)
    assert e.value.line == 1
    report = verify(lines, book_of=book_of)
    assert not report.ok
    assert told in report.reason


def test_a_log_with_a_table_the_rules_cannot_read_is_refused() -> None:
    law = rulings("awaw", overrides=[("mine.toml", CAP)])
    game = Game.new(rulebooks.book("awaw"), Setup("norway-1940"), rulings=law, seed=SEED)
    row = json.loads(game.lines()[0])
    del row["chain"]
    assert Game.open(chained([row]), book_of=rulebooks.book, seed=SEED).rulings == law
    row["header"]["tables"]["awaw.cap"]["rows"] = []
    with pytest.raises(LogError, match="the table has no rows"):
        Game.open(chained([row]), book_of=rulebooks.book, seed=SEED)


CAP = """
[[table]]
id = "awaw.cap"
clause = "23.43"
title = "Mine"
provenance = "house"
columns = ["drm"]
rows = { cap = [2] }
"""


def test_a_line_without_end_of_brackets_is_no_entry() -> None:
    body = b'{"n":0,"kind":"note","text":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    chain = hashlib.sha256(START.encode() + body).hexdigest()[:32]
    line = body[:-1] + f',"chain":"{chain}"}}'.encode()
    with pytest.raises(LogError, match="not an entry"):
        Game.open([line], book_of=book_of, seed=SEED)


def look(game: Game) -> None:
    for side in (*game.sides, ""):
        game.side_log(side)
        game.side_log_with_views(side)
        game.view(side)
    game.lines()
    try:
        told = (1, "", game.luck())
    except LogError as e:
        told = (e.line, e.reason, ())
    assert told[0] >= 1
