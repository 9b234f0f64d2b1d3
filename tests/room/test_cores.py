"""Games in thought on many cores: what comes out is what one process finds, whatever becomes of the
workers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path
from random import Random as Chance
from typing import Any

import pytest

from flagplot.admirals import Search
from flagplot.admirals.search import PlannedOrder, SearchTask, run_in_process
from flagplot.room.game_host import Host
from flagplot.room.search_pool import SearchPool
from flagplot.room.store import Store
from flagplot.table.game.game import Game
from tests.games import begun

SEARCH = Search(near=(4, 6), answers=20)


def matter_of(game: Game) -> SearchTask:
    """Return the candidates at the first question of a game: the first orders there are."""
    side = game.sides_to_answer()[0]
    view, request = game.view(side), game.request(side)
    assert request is not None
    orders: list[Any] = [*game.book.candidates(view, request)]  # type: ignore[arg-type]
    return SearchTask(SEARCH, game.book, view, request, tuple(map(PlannedOrder, orders[:4])))


def called(cores: SearchPool, matter: SearchTask) -> Any:
    """The workers, when they have come."""
    while (pool := cores.awake(matter)) is None:
        wait(cores._called)
    return pool


@pytest.fixture(scope="module")
def two() -> Iterator[SearchPool]:
    cores = SearchPool(2)
    yield cores
    cores.close()


@pytest.mark.parametrize(
    ("book", "scenario"),
    [("awaw", "norway-1940"), ("europa", "pedestal-first-steps"), ("campaign", "graf-spee")],
)
def test_two_cores_think_what_one_process_thinks(
    two: SearchPool, book: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(book, scenario)
    side = game.sides_to_answer()[0]
    request = game.request(side)
    assert request is not None
    here = SEARCH.think(game.book, game.view(side), request, Chance(3))
    assert len(here.prospects) > 1
    called(two, matter_of(game))
    monkeypatch.delattr(SearchTask, "games")  # here; the workers have it
    there = Search(near=(4, 6), answers=20, thinking=two).think(
        game.book, game.view(side), request, Chance(3)
    )
    assert there == here


def test_games_that_nobody_wants_any_more_are_not_told(two: SearchPool) -> None:
    """Rivals are given up while later guesses are being played already."""
    matter = matter_of(begun("awaw", "norway-1940"))
    called(two, matter)
    rivals = [1, 2, 3]
    told = []
    for games in two(matter, iter(range(5)), rivals):
        assert games is not None
        told.append(sorted(games))
        del rivals[-1:]
    assert told == [[0, 1, 2, 3], [0, 1, 2], [0, 1]]


def test_who_waits_for_his_workers_thinks_meanwhile() -> None:
    matter = matter_of(begun("awaw", "norway-1940"))
    cores = SearchPool(2)
    try:
        first = next(cores(matter, iter(range(3)), [1]))  # nobody can have come yet
        assert first == matter.games(0, (0, 1))
        called(cores, matter)
        assert list(cores(matter, iter(range(3)), [1])) == list(
            run_in_process(matter, iter(range(3)), [1])
        )
    finally:
        cores.close()


def test_where_a_worker_dies_one_process_goes_on_and_others_are_called_for_the_next_order() -> None:
    matter = matter_of(begun("awaw", "norway-1940"))
    cores = SearchPool(2)
    try:
        pool = called(cores, matter)

        def seeds() -> Iterator[int]:
            for n in range(6):
                if n == 3:
                    pool.submit(os._exit, 1)
                yield n

        assert list(cores(matter, seeds(), [1, 2])) == list(
            run_in_process(matter, iter(range(6)), [1, 2])
        )
        assert called(cores, matter) is not pool
        assert list(cores(matter, iter(range(2)), [1])) == list(
            run_in_process(matter, iter(range(2)), [1])
        )
    finally:
        cores.close()


def test_a_fault_of_the_rules_comes_out(two: SearchPool) -> None:
    matter = matter_of(begun("awaw", "norway-1940"))
    called(two, matter)
    for thinking in (run_in_process, two):
        with pytest.raises(IndexError):
            list(thinking(matter, iter((0,)), [len(matter.orders)]))


def test_one_core_calls_nobody() -> None:
    matter = matter_of(begun("awaw", "norway-1940"))
    cores = SearchPool(1)
    assert list(cores(matter, iter(range(2)), [1])) == list(
        run_in_process(matter, iter(range(2)), [1])
    )
    assert cores.awake(matter) is None
    assert not cores._called


@pytest.mark.skipif(os.name != "posix", reason="asks for processes by their numbers")
def test_a_room_that_is_closed_leaves_no_process(tmp_path: Path) -> None:
    matter = matter_of(begun("awaw", "norway-1940"))
    host = Host(Store.at(tmp_path), cores=2)
    workers = list(called(host.cores, matter)._processes)
    assert len(workers) == 2
    for id in workers:
        os.kill(id, 0)
    host.close()
    for id in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(id, 0)
    assert next(host.cores(matter, iter((0,)), [1])) == matter.games(0, (0, 1)), "it still thinks"
    assert not host.cores.awake(matter)
