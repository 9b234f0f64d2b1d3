"""Runs on whatever joblib is told to use: the same games on processes, threads and clusters."""

from __future__ import annotations

import gc
from collections.abc import Sequence

import joblib
import pytest

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.admirals.ladder import play_pairs, summarise_pairs
from flagplot.admirals.parallel import YOUNG, parallel_map, split_work
from flagplot.admirals.simulate import Match, play_many, summarise_run
from flagplot.table import Setup, rulings

GAMES = 9
MATCH = Match("campaign", Setup("oran-learning"), ("random", "greedy"))
SIDES = ("Allied", "Vichy")


def digest(workers: int, told: list[int] | None = None) -> str:
    played = play_many(
        MATCH, GAMES, 1, workers, on_game=None if told is None else lambda p: told.append(p.index)
    )
    return summarise_run(SIDES, played).digest


def test_pieces_hold_everything_once_and_begin_small() -> None:
    for items in (1, 2, 7, 40, 1000):
        for workers in (1, 2, 16):
            parts = list(split_work(items, workers))
            assert [i for p in parts for i in p] == list(range(items))
            assert len(parts[0]) == 1


def test_garbage_is_searched_for_as_before_once_the_work_is_done() -> None:
    usual = gc.get_threshold()
    try:
        for told in (usual, (0, *usual[1:]), (2 * YOUNG, *usual[1:])):
            gc.set_threshold(*told)
            assert (
                list(parallel_map(lambda _: gc.get_threshold()[0], 2, 1))
                == [YOUNG if told is usual else told[0]] * 2
            )
            assert gc.get_threshold() == told
    finally:
        gc.set_threshold(*usual)


@pytest.mark.parametrize("backend", ["threading", "multiprocessing"])
def test_a_back_end_changes_nothing(backend: str) -> None:
    told: list[int] = []
    with joblib.parallel_config(backend=backend):
        assert digest(2, told) == digest(1)
    assert sorted(told) == list(range(GAMES))


def test_pairs_go_where_joblib_is_told_to() -> None:
    book, law, setup = rulebooks.book("campaign"), rulings("campaign"), Setup("oran-learning")
    players = admiral("greedy"), admiral("random")
    with joblib.parallel_config(backend="multiprocessing"):
        two = summarise_pairs(SIDES, play_pairs(book, setup, law, players, 1, 3, 2))
    assert two == summarise_pairs(SIDES, play_pairs(book, setup, law, players, 1, 3))


def test_a_stop_keeps_what_was_done() -> None:
    kept: list[int] = []

    def stop(indices: Sequence[int]) -> Sequence[int]:
        if indices[0] == 3:
            raise KeyboardInterrupt
        return indices

    done = map(kept.extend, parallel_map(stop, GAMES, 1))
    with pytest.raises(KeyboardInterrupt):
        list(done)
    assert kept == [0, 1, 2]


def test_a_dask_cluster_plays_the_same_games() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster),
        joblib.parallel_config(backend="dask"),
    ):
        assert digest(2) == digest(1)


def test_a_ray_cluster_plays_the_same_games() -> None:
    """Ray has no wheels for some platforms: the checks install it on Linux."""
    ray = pytest.importorskip("ray")
    from ray.util.joblib import register_ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    try:
        register_ray()
        with joblib.parallel_config(backend="ray"):
            assert digest(2) == digest(1)
    finally:
        ray.shutdown()
