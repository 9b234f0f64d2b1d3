"""The store: append-only, one writer, nothing lost."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from flagplot.room.store import (
    ConflictError,
    GameRow,
    SeatRow,
    Store,
    StoreError,
    _check_letters,
    _why_not,
    hash_token,
    home_folder,
)


def game(store: Store, id: str = "g1") -> None:
    store.add(
        GameRow(id, "toybook", "line", "The line", "hotseat", b"s" * 32, {"Blue": "greedy"}),
        [SeatRow(hash_token("x" + id), id, "Red", "player")],
        ["{}", "{}"],
    )


def test_what_is_kept_comes_back(store: Store) -> None:
    game(store)
    row = store.game("g1")
    assert row is not None
    assert (row.book, row.seed, row.admirals) == ("toybook", b"s" * 32, {"Blue": "greedy"})
    assert store.lines("g1") == ["{}", "{}"]
    store.append("g1", 2, ["a", "b"])
    assert store.lines("g1") == ["{}", "{}", "a", "b"]
    assert store.count("g1") == 4
    assert store.game("nobody") is None
    assert store.games() == ["g1"]
    seat = store.seat(hash_token("xg1"))
    assert seat is not None
    assert seat.side == "Red"
    store.forget("g1")
    assert store.games() == []
    assert store.lines("g1") == []


def test_an_entry_number_is_written_once_and_a_batch_wholly_or_not(store: Store) -> None:
    game(store)
    store.append("g1", 2, ["a"])
    with pytest.raises(ConflictError, match="entry 1"):
        store.append("g1", 1, ["other", "more", "still more"])
    with pytest.raises(ConflictError):
        store.append("g1", 2, ["b"])
    assert store.lines("g1") == ["{}", "{}", "a"]


def test_of_many_writers_one_wins_each_number(store: Store) -> None:
    game(store)
    won: list[str] = []

    def write(name: str) -> None:
        for n in range(2, 22):
            try:
                store.append("g1", n, [f"{name}{n}"])
                won.append(f"{name}{n}")
            except ConflictError:
                pass

    threads = [threading.Thread(target=write, args=(c,)) for c in "abcd"]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert sorted(store.lines("g1")[2:]) == sorted(won)
    assert store.count("g1") == 22


def test_an_invitation_is_claimed_once(store: Store) -> None:
    game(store)
    store.add(
        GameRow("g2", "toybook", "line", "x", "invite", None, {}),
        [SeatRow("i" * 64, "g2", "Blue", "invite")],
        ["{}"],
    )
    taken = store.claim("i" * 64, "p" * 64)
    assert taken == SeatRow("p" * 64, "g2", "Blue", "player")
    assert store.claim("i" * 64, "q" * 64) is None
    assert store.claim("p" * 64, "q" * 64) is None, "a player's seat is no invitation"


def test_the_file_is_safe_against_a_crash(tmp_path: Path) -> None:
    store = Store.at(tmp_path)
    with store.engine.connect() as db:
        assert db.exec_driver_sql("pragma journal_mode").scalar() == "wal"
        assert db.exec_driver_sql("pragma synchronous").scalar() == 2
        assert db.exec_driver_sql("pragma foreign_keys").scalar() == 1
    store.close()


def test_nobody_else_reads_the_folder(tmp_path: Path) -> None:
    Store.at(tmp_path / "games").close()
    if os.name == "posix":
        assert (tmp_path / "games").stat().st_mode & 0o077 == 0


def test_a_store_of_another_version_is_refused(tmp_path: Path) -> None:
    Store.at(tmp_path).close()
    with sqlite3.connect(tmp_path / "flagplot.sqlite") as db:
        db.execute("update about set value = '99' where name = 'schema'")
    with pytest.raises(StoreError, match="schema 99"):
        Store.at(tmp_path)


def test_a_file_that_is_no_store_is_named_and_left_alone(tmp_path: Path) -> None:
    junk = tmp_path / "flagplot.sqlite"
    junk.write_bytes(b"\x07" * 4096)
    with pytest.raises(StoreError, match=r"flagplot\.sqlite.*not a database"):
        Store.at(tmp_path)
    assert junk.read_bytes() == b"\x07" * 4096


def test_the_secret_of_a_database_is_not_told() -> None:
    with pytest.raises(StoreError) as e:
        Store("postgresql+psycopg://me:secret@127.0.0.1:1/x")
    assert "secret" not in str(e.value)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="FLAGPLOT_HOME"):
        Store.at(tmp_path / "file" / "under")


def test_home_is_where_the_user_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FLAGPLOT_HOME", str(tmp_path / "here"))
    assert home_folder() == tmp_path / "here"
    monkeypatch.delenv("FLAGPLOT_HOME")
    assert home_folder().name == "flagplot"
    assert os.fspath(home_folder())


@pytest.mark.parametrize(
    "name",
    [
        "ho?me=1",
        "a%41b",
        "with blanks",
        "Über Öl",
        "a#b",
        "file:x",
        "q?uri=true&mode=memory",
        "a\\b",
        "@host:1",
    ],
)
def test_a_home_is_a_folder_whatever_it_is_called(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for home in (tmp_path / name, Path(name)):
        store = Store.at(home)
        id = str(home)[-40:]
        seat = SeatRow(hash_token(id), id, "Red", "player")
        store.add(GameRow(id, "toybook", "line", "Line", "hotseat", None, {}), [seat], ["{}"])
        store.close()
        assert (home / "flagplot.sqlite").is_file()
    assert [path.name for path in tmp_path.iterdir()] == [name]
    again = Store.at(tmp_path / name)
    assert len(again.games()) == 2
    again.close()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        (
            "mysql://me:secret@host/name",
            "SQLite or PostgreSQL, not in mysql; write an SQLAlchemy URL like postgresql+psycopg://",
        ),
        ("oracle+cx_oracle://host/name", "SQLite or PostgreSQL, not in oracle"),
        ("host/name", "write an SQLAlchemy URL like postgresql+psycopg://"),
    ],
)
def test_a_database_that_games_are_not_kept_in_is_told(url: str, told: str) -> None:
    with pytest.raises(StoreError) as e:
        Store(url)
    assert told in str(e.value)
    assert "secret" not in str(e.value)


class RefusedError(Exception):
    """A driver's error with a given text."""


@pytest.mark.parametrize(
    ("said", "help"),
    [
        ("connection failed: Connection refused", "look whether PostgreSQL runs at far:5433"),
        ("timeout expired", "look whether PostgreSQL runs at far:5433"),
        (
            'FATAL: database "games" does not exist',
            "createdb --encoding UTF8 --template template0 games",
        ),
        ('FATAL: password authentication failed for user "me"', "the user and the password"),
        ("permission denied for schema public", "the right to make tables"),
    ],
)
def test_what_a_server_says_comes_with_what_to_do(said: str, help: str) -> None:
    class Known:
        url = make_url("postgresql+psycopg://me:secret@far:5433/games")
        dialect = SimpleNamespace(name="postgresql")

    told = _why_not(Known, OperationalError("", {}, RefusedError(f"{said}\n\tmore")))  # type: ignore[arg-type]
    assert said in told
    assert help in told
    assert "secret" not in told
    assert "\n" not in told
    assert "--database" in told


def test_a_database_that_cannot_hold_every_letter_is_told() -> None:
    class Ascii:
        def exec_driver_sql(self, _text: str) -> Ascii:
            return self

        def scalar(self) -> str:
            return "LATIN1"

    with pytest.raises(
        StoreError,
        match="is written in LATIN1, and games need UTF8: make another one with createdb --encoding",
    ):
        _check_letters(Ascii(), make_url("postgresql://me:secret@host/name"))  # type: ignore[arg-type]
