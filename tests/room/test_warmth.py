"""A room makes ready what the first answers of a book need, before anybody asks for one."""

from __future__ import annotations

import subprocess
import sys

import pytest

FIRST_ANSWER = """
import sys
from flagplot import rulebooks
from flagplot.room import view
from flagplot.room.warmth import warm
from flagplot.table import Setup, coaching, rulings
from flagplot.table.dice import Seeded
from flagplot.table.game import Game

book = rulebooks.book({book!r})
if {warmed}:
    warm(book)
game = Game.new(book, Setup({scenario!r}, {start!r}), rulings=rulings({book!r}), dice=Seeded(1))
side = game.owes()[0]
asked, seen = game.request(side), game.view(side)
read = []
sys.addaudithook(lambda event, args: read.append(str(args[0])) if event == "open" else None)
view.dressed(book.display(seen, side, (asked,)))
book.prompt(seen, asked)
coaching.coach(book, seen, asked)
print(sum("flagplot" in name for name in read))
"""


def files_read(book: str, scenario: str, start: str, warmed: bool) -> int:
    """How many files of the program a first answer of a fresh process reads."""
    code = FIRST_ANSWER.format(book=book, scenario=scenario, start=start, warmed=warmed)
    return int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize(("book", "scenario", "start"), [
    ("awaw", "norway-1940", "W"), ("awaw", "midway-1942", "L"), ("europa", "husky-1943", ""),
])  # fmt: skip
def test_a_first_answer_reads_nothing_more(book: str, scenario: str, start: str) -> None:
    assert files_read(book, scenario, start, warmed=True) == 0


def test_without_that_it_would() -> None:
    assert files_read("awaw", "norway-1940", "W", warmed=False) > 0
