"""The generated pages of the documentation: made from code and from the data in ``docs/data``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import make_docs
import page_data
from flagplot import rulebooks

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("kind", ["given", "fact"])
@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_examples_belong_to_lines_that_exist(book: str, kind: str) -> None:
    """A line that was worded anew needs its row in ``docs/data/case-lines-BOOK.toml`` worded anew."""
    lines = rulebooks.book(book).lines
    assert lines is not None
    stale = set(make_docs.explained(book)[kind]) - set(lines.grammars(kind))
    assert stale == set()


@pytest.mark.parametrize("kind", ["given", "fact"])
@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_each_line_stands_once_on_the_page_with_an_example(book: str, kind: str) -> None:
    lines: Any = rulebooks.book(book).lines
    rows = list(make_docs.line_rows(lines, kind, make_docs.explained(book)[kind]))
    assert [row[0] for row in rows] == [f"`{g}`" for g in dict.fromkeys(lines.grammars(kind))]
    assert [row[0] for row in rows if not row[1] and not row[2]] == []


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_the_page_of_case_lines_has_orders_questions_events_and_switches(book: str) -> None:
    page = make_docs.case_lines(book)
    for title in ("An empty board", "Orders", "Questions", "Events", "Refusals", "House switches"):
        assert f"\n## {title}\n" in page
    assert "| `done` |" in page or "`done`" in page
    for id, *_ in make_docs.switch_rows(book):
        assert id in page


def test_data_of_pages_is_read_as_it_was_written(tmp_path: Path) -> None:
    blocks: list[page_data.Block] = ["# A", page_data.Table(("a", "b"), [["1|2", "x"], ["3", ""]])]
    page_data.write(tmp_path / "page.json", blocks)
    read = page_data.read(tmp_path / "page.json")
    assert page_data.markdown(read) == page_data.markdown(blocks)
    assert "| 1\\|2 | x |" in page_data.markdown(read)


def test_recorded_pages_are_kept_as_the_tools_write_them(tmp_path: Path) -> None:
    for name in ("ladder", "benchmarks"):
        kept = page_data.DATA / f"{name}.json"
        page_data.write(tmp_path / "page.json", page_data.read(kept))
        assert (tmp_path / "page.json").read_text("utf-8") == kept.read_text("utf-8")
