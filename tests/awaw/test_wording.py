"""Lines of cases in any words: they are read, or refused with a message, and never break the
reader."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from importlib import resources

import pytest

from flagplot.rulebooks.awaw import BOOK
from flagplot.table import Setup, TextError, rulings

RULINGS = rulings("awaw")
BOARD = BOOK.case_start(Setup("", "", "current", ()), RULINGS)


def lines_of(key: str) -> list[str]:
    """Every line of a kind in the casebook of areas with many forms of them."""
    out: list[str] = []
    for name in ("wording", "basing", "straits", "boxes", "range", "sea-transport", "employment"):
        file = resources.files("flagplot.rulebooks.awaw").joinpath("casebook", f"{name}.toml")
        for case in tomllib.loads(file.read_text("utf-8"))["case"]:
            for stage in (case, *case.get("step", ())):
                out += [
                    x for x in str(stage.get(key, "")).splitlines() if x and not x.startswith("#")
                ]
    return out


def garbled(lines: list[str], rng: random.Random, n: int) -> Iterator[str]:
    """Lines with words left out, put in, exchanged."""
    words = [w for x in lines for w in x.split()]
    for _ in range(n):
        line = rng.choice(lines).split()
        for _ in range(rng.randint(0, 3)):
            at = rng.randrange(len(line)) if line else 0
            kind = rng.randrange(3)
            if kind == 0:
                line[at : at + 1] = []
            elif kind == 1:
                line.insert(at, rng.choice(words))
            elif line:
                line[at] = rng.choice(words)
        yield " ".join(line)


@pytest.mark.parametrize("seed", range(4))
def test_no_line_of_a_case_breaks_the_reader(seed: int) -> None:
    rng = random.Random(seed)
    given, then = lines_of("given"), lines_of("then")
    state = BOARD
    for line in rng.sample(given, 12):
        try:
            state = BOOK.given(state, line)
        except TextError:
            continue
    told = []
    for line in garbled(given, rng, 150):
        try:
            told.append(str(BOOK.given(state, line).turn))
        except TextError as e:
            told.append(e.reason)
    for line in garbled(then, rng, 150):
        try:
            told.append(str(BOOK.holds(state, state, line)))
        except TextError as e:
            told.append(e.reason)
    assert len(told) == 300
    assert all(told)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("ship Hood, British BC 3 fast, at Rosyth", "UK-BC-Hood is on the board already"),
        ("ship Hood at Rosyth, damaged", "UK-BC-Hood is on the board already"),
        ("ship Prinz Eugen, German CA 2 fast, at Berlin", "no water"),
    ],
)
def test_a_ship_stands_once_and_where_there_is_water(line: str, wrong: str) -> None:
    """A line that was read and cannot be is not read otherwise."""
    state = BOOK.given(BOARD, "ship Hood at Scapa Flow")
    with pytest.raises(TextError, match=wrong):
        BOOK.given(state, line)
