"""The generic harness on every rule book and scenario, the toy book of the table's own tests among
them."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest

from flagplot import rulebooks
from flagplot.table import Setup
from flagplot.table.setup.rulings import rulings

from . import harness
from .table import toybook

ALL: list[tuple[str, Setup]] = [("toybook", setup) for setup in harness.scenarios(toybook.BOOK)]
for _id in rulebooks.BOOKS:
    ALL += [(_id, setup) for setup in harness.scenarios(rulebooks.book(_id))]
FIRST = dict(reversed(ALL))
MOST = {"toybook": 500}
"""Answers of a bounded play, by book; others 150."""


@lru_cache(None)
def laid_out(id: str, setup: Setup) -> harness.Table:
    if id == "toybook":
        return harness.Table(toybook.BOOK, setup, toybook.RULINGS)
    return harness.Table(rulebooks.book(id), setup, rulings(id, setup.edition))


def name(case: tuple[str, Setup]) -> str:
    id, s = case
    return "-".join(p for p in (id, s.scenario, s.start, s.edition) if p)


@pytest.fixture(params=ALL, ids=name)
def case(request: pytest.FixtureRequest) -> tuple[harness.Table, int]:
    id, setup = request.param
    return laid_out(id, setup), MOST.get(id, 150)


Case = tuple[harness.Table, int]
FIRST_STARTS = {(id, setup.scenario): (id, setup) for id, setup in reversed(ALL)}
LONG = [
    pytest.param(
        *case,
        id=name(case),
        marks=() if FIRST_STARTS[case[0], case[1].scenario] == case else pytest.mark.soak,
    )
    for case in ALL
]
"""Every start; those after the first of a scenario are for ``make soak``."""


def test_random_play_ends(case: Case) -> None:
    table, _ = case
    harness.ends(table, 1, 20_000)


def test_same_seed_same_game(case: Case) -> None:
    table, most = case
    harness.deterministic(table, 2, most)


def test_replay_is_the_game(case: Case) -> None:
    table, most = case
    harness.replays(table, 3, most)


def test_undo_to_the_start(case: Case) -> None:
    table, most = case
    harness.undoes(table, 4, most)


def test_nothing_is_lost_or_made(case: Case) -> None:
    table, most = case
    harness.conserves(table, 5, most)


def test_texts_prompts_and_candidates(case: Case) -> None:
    table, most = case
    harness.speaks(table, 6, most // 3)


@pytest.mark.parametrize(("id", "setup"), LONG)
def test_secrets_stay_secret(id: str, setup: Setup) -> None:
    table, most = laid_out(id, setup), MOST.get(id, 150)
    compared = harness.keeps_secrets(table, 7, most) or harness.keeps_secrets(
        table, 8, most, every=1
    )  # a lesson is short
    assert compared > 0, "no twins were compared"


def test_secret_courses_stay_secret(case: Case) -> None:
    table, most = case
    compared = harness.keeps_courses_secret(table, 11, most // 3, every=8)
    assert (
        compared or harness.keeps_courses_secret(table, 12, most // 3, every=1) > 0
    )  # a short lesson: every answer


def test_nothing_names_a_secret(case: Case) -> None:
    table, most = case
    for seed in (9, 10):
        harness.names_no_secrets(table, seed, most)


CODE = """
import sys
from tests.test_harness import laid_out, FIRST
from tests import harness
id = sys.argv[1]
game = harness.play(laid_out(id, FIRST[id]).new(), 8, 150)
print(harness.digest(game), len(game))
"""


@pytest.mark.parametrize("id", sorted(FIRST))
def test_the_same_log_in_every_process(id: str) -> None:
    """The order of sets and hashes changes with PYTHONHASHSEED; a log must not."""
    found = set()
    for seed in ("0", "1", "4242"):
        env = os.environ | {"PYTHONHASHSEED": seed}
        root = Path(__file__).parents[1]
        done = subprocess.run(
            [sys.executable, "-c", CODE, id],
            env=env,
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout)
    assert len(found) == 1
