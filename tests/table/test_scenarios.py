"""Scenario cards: found by their files, read by one schema in every book; a wrong file is named
with key and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from flagplot import boards, rulebooks
from flagplot.table import DataError
from flagplot.table.setup import scenarios
from flagplot.table.setup.scenarios import Card

GOOD = """
title = "Test"
sides = ["Red", "Blue"]
board = "ocean"
picture = []
span = "a day"
minutes = 5
pitch = "Two ships\\n  meet."
[briefings]
Red = "Go."
"""


class Small(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    turns: int = 1


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book whose scenarios lie in a folder of the test."""
    (tmp_path / "scenarios").mkdir()
    monkeypatch.setattr(scenarios, "package_of", lambda book: tmp_path)
    for remembered in (
        scenarios.scenario_files,
        scenarios.scenario_ids,
        scenarios.raw_card,
        scenarios.order_of_battle_rows,
    ):
        remembered.cache_clear()
    return tmp_path / "scenarios"


def test_a_scenario_is_there_when_its_file_is(folder: Path) -> None:
    (folder / "b.toml").write_text(GOOD)
    (folder / "a.toml").write_text(GOOD.replace('title = "Test"', 'title = "Later"\noffered = 2'))
    (folder / "c.toml").write_text("offered = 1\n" + GOOD)
    assert scenarios.scenario_ids("book") == ("c", "a", "b")
    card = scenarios.scenario_of_card(scenarios.read_card("book", "a", Small))
    assert (card.id, card.title, card.pitch, card.board) == (
        "a",
        "Later",
        "Two ships meet.",
        "ocean",
    )
    with pytest.raises(KeyError, match="book has c, a, b"):
        scenarios.read_card("book", "d", Small)


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        (
            'pitch = "Two',
            'pich = "Two',
            r"book/scenarios/x.toml: .*unknown field `pich`; write 'pitch'",
        ),
        (
            "minutes = 5",
            "",
            r"x.toml: .*missing required field `minutes`; add a line for 'minutes'",
        ),
        (
            "minutes = 5",
            'minutes = "long"',
            r"x.toml: Expected `int`, got `str` - at `\$.minutes`; correct",
        ),
        (
            "minutes = 5",
            "minutes = 5\nweather = 3",
            r"x.toml: .*unknown field `weather`; take it out; a card has ",
        ),
        ("minutes = 5", "minutes = 5\nturn = 3", r"unknown field `turn`; write 'turns'"),
        ("minutes = 5", "minutes = ", r"x.toml: .*line 7.*TOML"),
    ],
)
def test_an_error_names_file_key_and_remedy(folder: Path, was: str, now: str, said: str) -> None:
    (folder / "x.toml").write_text(GOOD.replace(was, now))
    with pytest.raises(DataError, match=said):
        scenarios.read_card("book", "x", Small)


@pytest.mark.parametrize("id", rulebooks.BOOKS)
def test_every_card_has_its_board_and_its_picture_on_it(id: str) -> None:
    folder = Path(str(scenarios.package_of(id))) / "scenarios"
    there = {
        p.stem
        for p in folder.glob("*.toml")
        if not scenarios.raw_card(id, p.stem).get("variant_of")
    }
    assert {s.id for s in rulebooks.book(id).scenarios} == there
    for s in rulebooks.book(id).scenarios:
        board = boards.load(s.board)
        assert len(s.picture) != 1, s.id
        for place in s.picture:
            board.find(place)
