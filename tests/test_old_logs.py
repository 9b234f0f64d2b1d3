"""Games of the release before open and verify, or are folded when the behaviour of their rule book
has changed since."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import pytest

from flagplot import rulebooks
from flagplot.table.analysis.verify import verify
from flagplot.table.core.errors import ReadOnly
from flagplot.table.game.game import Game
from flagplot.table.log.reading import read_header, rulings_from

LOGS = sorted((Path(__file__).parent / "old_logs").glob("*.jsonl.gz"))


def lines_of(path: Path) -> list[bytes]:
    return gzip.decompress(path.read_bytes()).splitlines()


def seed_of(path: Path) -> bytes:
    """The secret that lay beside the log."""
    return hashlib.sha256(path.name.partition("-")[0].encode()).digest()


def still_ours(lines: list[bytes]) -> bool:
    """Return whether this program plays by the rules of the log."""
    header = read_header(lines[0])
    return (
        header.version == rulebooks.book(header.rulebook).version
        and header.digest == rulings_from(header).digest
    )


def test_there_are_two_of_each_book() -> None:
    books = [read_header(lines_of(p)[0]).rulebook for p in LOGS]
    assert sorted(books) == sorted([*rulebooks.BOOKS, *rulebooks.BOOKS])


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.name.removesuffix(".jsonl.gz"))
def test_a_game_of_the_release_before_opens(path: Path) -> None:
    lines = lines_of(path)
    game = Game.open(lines, book_of=rulebooks.book, seed=seed_of(path))
    assert game.lines() == [line.decode() for line in lines]
    assert (game.outcome is not None) == ("-finished" in path.name)
    for side in (*game.sides, ""):
        assert game.side_log_with_views(side)
    if still_ours(lines):
        assert not game.read_only
    else:
        assert "can be looked at" in game.read_only
        with pytest.raises(ReadOnly):
            game.submit(game.sides[0], "pass")


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.name.removesuffix(".jsonl.gz"))
def test_a_game_of_the_release_before_is_proven_or_said_to_be_of_other_rules(path: Path) -> None:
    lines = lines_of(path)
    report = verify(
        lines, book_of=rulebooks.book, seed=None if "-finished" in path.name else seed_of(path)
    )
    if still_ours(lines):
        assert report.ok, report
    else:
        assert not report.ok
        assert "it cannot be run again" in report.reason
