"""``flagplot simulate --out``, ``--sweep``, ``--tables A B``, and a run that is stopped."""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random
from typing import Any

import pytest

import flagplot.admirals.simulate
from flagplot.admirals import admiral, statistics
from flagplot.admirals.game_records import TABLES, record_game
from flagplot.admirals.simulate import PlayedGame, play_out
from tests.games import begun

from .conftest import Run

RUN = (
    "simulate",
    "campaign",
    "oran-learning",
    "--games",
    "6",
    "--seed",
    "7",
    "--admirals",
    "random",
)


def cells(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / f"{name}.csv").open(newline="") as f:
        return list(csv.DictReader(f))


def test_a_run_leaves_tables_and_a_report_and_its_digest_is_the_same(
    run: Run, tmp_path: Path
) -> None:
    polars = pytest.importorskip("polars")
    pytest.importorskip("matplotlib")
    plain = run(*RUN)
    kept = run(*RUN, "--out", tmp_path / "kept")
    digest = [x for x in kept.out.splitlines() if x.startswith("digest")]
    assert digest == [plain.last]
    assert kept.last == f"written to {tmp_path / 'kept'}"
    for name in TABLES:
        frame: Any = polars.read_parquet(tmp_path / "kept" / f"{name}.parquet")
        assert frame.height == len(cells(tmp_path / "kept", name)) > 0
    assert {r["game"] for r in cells(tmp_path / "kept", "games")} == set("012345")
    page = (tmp_path / "kept" / "report.html").read_text("utf-8")
    assert page.count("<svg") == 5
    assert "Oran: six turns of gunnery" in page
    run(*RUN, "--out", tmp_path / "again")
    assert (tmp_path / "again" / "report.html").read_text("utf-8") == page


def test_one_game_has_no_interval_of_its_scores(run: Run) -> None:
    said = run(*RUN[:4], "1", *RUN[5:]).out
    assert ": 1 game, " in said
    assert "±" not in said
    assert "(95 %)" in run(*RUN[:4], "2", *RUN[5:]).out


def test_what_is_no_folder_is_refused_before_the_games_are_played(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("polars")
    pytest.importorskip("matplotlib")
    (tmp_path / "notes").write_text("mine")
    said = run(*RUN, "--out", tmp_path / "notes")
    assert (said.code, said.out) == (2, "")
    assert "notes is a file; --out needs a folder" in said.err


def test_readings_are_played_with_the_same_dice(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("polars")
    pytest.importorskip("matplotlib")
    said = run(*RUN, "--sweep", "HR-18", "--out", tmp_path)
    assert "HR-18=on" in said.out
    assert "HR-18=off" in said.out
    games = cells(tmp_path, "games")
    assert [g["reading"] for g in games] == ["HR-18=on"] * 6 + ["HR-18=off"] * 6
    assert [g["lead"] for g in games[:6]] == [
        g["lead"] for g in games[6:]
    ]  # no escort carrier fights there
    assert "Readings, with the same dice" in (tmp_path / "report.html").read_text("utf-8")


def test_folders_of_tables_are_compared(run: Run, tmp_path: Path) -> None:
    written = run("tables", "campaign", "campaign.fuel", "--toml").out
    for name, text in (("mine", written), ("theirs", written.replace("[120]", "[119]"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "fuel.toml").write_text(text, "utf-8")
    said = run(*RUN, "--tables", tmp_path / "mine", tmp_path / "theirs")
    assert said.code == 0
    one, two = (x for x in said.out.splitlines() if x.startswith("digest"))
    assert one != two
    assert "seed 7, " + str(tmp_path / "theirs") in said.out
    assert "after --tables" in run(*RUN, tmp_path / "mine").err
    assert (
        "one at a time"
        in run(*RUN, "--sweep", "HR-18", "--tables", tmp_path / "mine", tmp_path / "theirs").err
    )
    assert "has no switch 'HR-99'" in run(*RUN, "--sweep", "HR-99").err


def test_a_run_that_is_stopped_keeps_what_is_done(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = flagplot.admirals.simulate.play_many

    def stopped(match: Any, games: int, *args: Any, on_game: Any, **named: Any) -> list[PlayedGame]:
        whole(match, 2, *args, on_game=on_game, **named)
        raise KeyboardInterrupt

    monkeypatch.setattr(flagplot.admirals.simulate, "play_many", stopped)
    said = run(*RUN)
    assert said.code == 0
    assert "2 games of 6, stopped" in said.out
    assert said.last.startswith("digest ")


@pytest.mark.parametrize(
    ("book", "scenario", "start"),
    [
        ("awaw", "norway-1940", "W"),
        ("europa", "pedestal-first-steps", ""),
        ("campaign", "wake-learning", ""),
    ],
)
def test_the_rows_of_a_game_say_what_happened(book: str, scenario: str, start: str) -> None:
    game = begun(book, scenario, start, seed=2)
    answers = play_out(game, dict.fromkeys(game.sides, admiral("greedy")), Random(3))
    rows = record_game(game, 5)
    (whole,) = rows["games"]
    assert whole["game"] == 5
    assert (
        whole["answers"]
        == answers
        == len(rows["decisions"])
        == sum(int(r["answers"]) for r in rows["turns"])
    )
    assert {
        f"points {s}": p for s, p in game.book.points(game.state).items()
    }.items() <= whole.items()
    assert {u["unit"] for u in rows["units"] if u["lost"]} == {
        u.id for u in game.book.true_positions(game.state) if u.lost and not u.way
    }
    assert sum(int(t["lost"]) for t in rows["turns"]) == sum(bool(u["lost"]) for u in rows["units"])
    assert len({r["battle"] for r in rows["battles"]}) == whole["battles"]
    assert all(r["place"] for r in rows["battles"])
    assert [r["turn"] for r in rows["turns"]] == sorted(int(r["turn"]) for r in rows["turns"])


def test_what_parts_good_games_from_bad() -> None:
    games: list[Any] = [
        {"reading": "", "game": n, "lead": 10.0 * (n % 2) + n % 3, "winner": "Red"}
        for n in range(40)
    ]
    given = {"Blue": lambda n: "attack" if n % 2 else "wait", "Red": lambda n: f"sail {n % 4 < 2}"}
    taken: list[Any] = [
        {"reading": "", "game": n, "turn": 1, "side": side, "answer": answer(n), "battle": 0}
        for n in range(40)
        for side, answer in given.items()
    ]
    first, second = statistics.decisive_answers(games, taken, ("Red", "Blue"))
    assert {first.what, second.what} == {"attack", "wait"}
    assert {(e.what, e.effect < 0) for e in (first, second)} == {("attack", True), ("wait", False)}
    other = [{**g, "reading": "HR-1=b", "lead": g["lead"] + 1} for g in games[:30]]
    (apart,) = statistics.compare_readings([*games, *other])
    assert (apart.games, apart.difference, apart.half, apart.other_winner) == (30, 1.0, 0.0, 0)
