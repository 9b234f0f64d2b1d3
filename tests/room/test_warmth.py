"""A room makes ready what the first answers of a book need, before anybody asks for one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from flagplot.room import game_host, store

FIRST_ANSWER = """
import sys
from flagplot import rulebooks
from flagplot.room import seat_view
from flagplot.room.preload import preload
from flagplot.table import Setup, rulings
from flagplot.table.assist.coach import coach
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game

book = rulebooks.book({book!r})
if {warmed}:
    preload(book)
game = Game.new(book, Setup({scenario!r}, {start!r}), rulings=rulings({book!r}), dice=SeededDice(1))
side = game.sides_to_answer()[0]
asked, seen = game.request(side), game.view(side)
read = []
sys.addaudithook(lambda event, args: read.append(str(args[0])) if event == "open" else None)
seat_view.with_short_names(book.display(seen, side, (asked,)))
book.prompt(seen, asked)
coach(book, seen, asked)
print(sum("flagplot" in name for name in read))
"""

AT_ONCE = """
import sys
from threading import Barrier, Thread
import msgspec
from flagplot.table.core.memo import warm_up_types

sys.setswitchinterval(1e-6)
for n in range(60):
    fields = [("pair", dict[str, tuple[int, float]]), ("words", list[str] | None)]
    parts = [msgspec.defstruct(f"Part{n}_{k}", fields) for k in range(30)]
    Whole = msgspec.defstruct(f"Whole{n}", [(f"f{k}", parts[k] | None, None) for k in range(30)])
    raw = {f"f{k}": {"pair": {"x": [1, 2.0]}, "words": None} for k in range(30)}
    warm_up_types() if LOOKED else None
    begin = Barrier(4)
    def work():
        begin.wait()
        msgspec.convert(raw, Whole)
    threads = [Thread(target=work) for _ in range(4)]
    for t in threads: t.start()
    for t in threads: t.join()
"""


def files_read(book: str, scenario: str, start: str, warmed: bool) -> int:
    """How many files of the program a first answer of a fresh process reads."""
    code = FIRST_ANSWER.format(book=book, scenario=scenario, start=start, warmed=warmed)
    return int(
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout
    )


@pytest.mark.parametrize(("book", "scenario", "start"), [
    ("awaw", "norway-1940", "W"), ("awaw", "midway-1942", "L"), ("europa", "husky-1943", ""),
])  # fmt: skip
def test_a_first_answer_reads_nothing_more(book: str, scenario: str, start: str) -> None:
    assert files_read(book, scenario, start, warmed=True) == 0


def test_without_that_it_would() -> None:
    assert files_read("awaw", "norway-1940", "W", warmed=False) > 0


@pytest.mark.parametrize("looked", [True, False])
def test_many_threads_may_decode_a_type_that_was_looked_at(looked: bool) -> None:
    """Where none was looked at the process is taken down: once msgspec bears it, there is nothing
    to prepare any more."""
    done = subprocess.run(
        [sys.executable, "-c", AT_ONCE.replace("LOOKED", str(looked))], capture_output=True
    )
    assert (done.returncode == 0) is looked, done.stderr


def test_a_room_looks_at_the_types_before_it_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(game_host, "warm_up_types", lambda: seen.append("looked"))
    kept = store.Store.at(tmp_path)
    game_host.Host(kept, books=()).warm()
    kept.close()
    assert seen == ["looked"]
