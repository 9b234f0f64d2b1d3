"""The ladder over all scenarios: it lists what there is to play, goes on where it was, and writes
its tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import make_ladder
import page_data
from flagplot import rulebooks
from ladder import courses, rating, results, tables

ROOT = Path(__file__).parents[2]

ASKED = ["--books", "campaign", "--scenarios", "oran-learning", "--workers", "1"]


def test_every_start_of_every_scenario_is_played() -> None:
    there = {(c.book, c.scenario, c.start) for c in courses.courses()}
    for book in rulebooks.BOOKS:
        for card in rulebooks.book(book).scenarios:
            assert {(book, card.id, start) for start, _ in card.starts or (("", ""),)} <= there
    one = courses.courses(["europa"], ["tallinn-first-steps"])
    games = list(courses.bouts(one, ["random", "steady"], 2, ["steady"]))
    assert sum(g.first == g.second for g in games) == 4
    assert sum((g.first, g.second) == ("random", "steady") for g in games) == 2
    assert sum((g.first, g.second) == ("steady", "random") for g in games) == 2


def test_a_run_goes_on_where_it_was_and_writes_its_tables(tmp_path: Path, capsys: Any) -> None:
    kept, doc, said = tmp_path / "kept.jsonl", tmp_path / "page.json", tmp_path / "ratings.json"
    files = ["--kept", str(kept), "--doc", str(doc), "--ratings", str(said)]
    assert make_ladder.main([*ASKED, *files, "--admirals", "random,greedy", "--pairs", "1"]) == 0
    first = results.read(kept)
    assert len(first) == 2
    kept.write_bytes(kept.read_bytes() + b'{"version": "cut off')
    assert (
        make_ladder.main(
            [*ASKED, *files, "--admirals", "random,greedy,steady", "--pairs", "1", "--write"]
        )
        == 0
    )
    both = results.read(kept)
    assert both[:2] == first
    assert len(both) == 2 + 4 + 2  # steady against the two, and twice against itself
    assert "2 games are kept, 6 are to be played" in capsys.readouterr().err
    text = page_data.markdown(page_data.read(doc))
    assert "| campaign oran-learning | `steady` | Allied " in text
    assert {"greedy", "steady", "random"} == set(json.loads(said.read_text("utf-8"))["campaign"])
    assert (
        make_ladder.main([*ASKED, *files, "--admirals", "random,greedy,steady", "--pairs", "1"])
        == 0
    )
    assert "8 games are kept, 0 are to be played" in capsys.readouterr().err


def played_by_other_code(monkeypatch: Any) -> None:
    """Results kept by other code count as played by other code."""
    for module in (courses, results, tables):
        monkeypatch.setattr(module, "version", lambda book: "another")


def test_games_of_other_code_count_when_they_come_out_the_same(
    tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    kept = tmp_path / "kept.jsonl"
    asked = [*ASKED, "--kept", str(kept), "--admirals", "random,greedy", "--pairs", "2"]
    make_ladder.main(asked)
    played_by_other_code(monkeypatch)
    lines = kept.read_text("utf-8").splitlines()
    other = [line for line in lines if '"first":"greedy"' in line]
    wrong = [
        line.replace('"digest":"', '"digest":"not ') for line in lines if '"first":"random"' in line
    ]
    kept.write_text("\n".join([*other, *wrong]) + "\n", "utf-8")
    capsys.readouterr()
    make_ladder.main([*asked, "--adopt"])
    told = capsys.readouterr().err
    assert "2 of 2 kinds of game played again" in told
    assert (
        "3 games are kept, 1 are to be played" in told
    )  # the one that was played again of those that differ


def test_games_do_not_count_that_were_scored_otherwise(
    tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    kept = tmp_path / "kept.jsonl"
    asked = [*ASKED, "--kept", str(kept), "--admirals", "random,greedy", "--pairs", "2"]
    make_ladder.main(asked)
    played_by_other_code(monkeypatch)
    monkeypatch.setattr(results, "card_of", lambda book, scenario: "other degrees")
    capsys.readouterr()
    make_ladder.main([*asked, "--adopt"])
    assert "2 games are kept, 2 are to be played" in capsys.readouterr().err


def test_a_version_hangs_on_code_and_tables_and_on_no_comment() -> None:
    code = courses.code
    assert code('def f() -> int:\n    """One."""\n    return 1  # one\n') == code(
        "def f() -> int:\n\n    return 1"
    )
    assert code("def f() -> int:\n    return 1") != code("def f() -> int:\n    return 2")
    assert courses.values('history = "a"\nsides = ["A"]') == courses.values('sides = ["A"]')
    assert courses.version("campaign") != courses.version("europa")


def test_what_the_ladder_writes_is_no_new_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a run that goes on after its tables were written would count none of its games."""
    monkeypatch.setattr(courses, "SOURCE", tmp_path)
    kept = tmp_path / "admirals" / "ratings.json"
    kept.parent.mkdir()
    found = []
    for file, text in ((kept, "{}"), (kept, "{1}"), (kept.with_name("steady.py"), "x = 1")):
        file.write_text(text)
        found.append(courses.version.__wrapped__("europa"))
    assert found[0] == found[1] != found[2]


def test_ratings_follow_the_scores() -> None:
    found = rating.ratings(
        {
            ("greedy", "steady"): [[0.25] * 400],
            ("random", "greedy"): [[0.0, 0.5, 0.0, 0.0], []],
            ("a", "b"): [[1.0]],
        }
    )
    assert found["greedy"].elo == 1000
    assert found["greedy"].low == found["greedy"].high == 1000
    assert found["steady"].elo == pytest.approx(1191, abs=3)  # three to one
    assert found["steady"].low < 1191 < found["steady"].high
    assert found["random"].low < found["random"].elo < found["random"].high < 1100
    assert set(found) == {"greedy", "steady", "random"}  # nothing ties a and b to the rest
    assert rating.share([1.0, 1.0]).low < 0.8  # two that are alike prove little


def test_several_starts_are_rated_where_all_have_played() -> None:
    where = courses.courses(["campaign"], ["oran-learning", "wake-learning"])
    pairs = [(where[0], "steady"), (where[1], "steady"), (where[0], "search")]
    games = [
        results.Result("", c.book, c.scenario, c.start, *who, 0, "", "", (), 0, 0.0, "")
        for c, name in pairs
        for who in ((name, "greedy"), ("greedy", name))
    ]
    assert list(tables.Found(where, games, tables.ORDER).shared(where)) == where[:1]
    assert list(tables.Found(where, games[:4], tables.ORDER).shared(where)) == where
    assert (
        list(tables.Found(where, games[2:], tables.ORDER).shared(where)) == where
    )  # none has both


def test_a_start_counts_no_more_for_many_pairs() -> None:
    many = rating.ratings({("greedy", "steady"): [[0.5] * 300, [0.0] * 100]})
    assert many["steady"].elo == pytest.approx(1191, abs=3)  # half and nothing: three to one
