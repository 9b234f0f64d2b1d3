"""How the terminal keeps its game: the seed never lost, nobody else's game written over, trouble
told before play begins."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import flagplot.room.serve  # noqa: F401  (the module: the package names the function so)
from flagplot.cli.files import CommandError, write_text
from flagplot.table.core.dice import SealedDice
from flagplot.table.game.game import Game
from tests.table.toybook import ToyBook, book_of

from .conftest import Run, typing
from .test_terminal import HOLD, Table

pytestmark = pytest.mark.usefixtures("toy")


def test_the_seed_of_another_game_is_not_taken_for_this_ones(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    typing(["move Red1 to 1", "/quit"], monkeypatch)
    assert run("play", "--text", "toybook", "line", "--log", "g.jsonl").code == 0
    secret = Path("g.jsonl.seed").read_text()
    Path("g.jsonl").rename("old.jsonl")
    refused = run("play", "--text", "toybook", "line", "--log", "g.jsonl")
    assert refused.code == 2
    assert "g.jsonl.seed" in refused.err
    assert Path("g.jsonl.seed").read_text() == secret
    Path("g.jsonl.seed").rename("old.jsonl.seed")
    typing(["move Red1 to 1", "/quit"], monkeypatch)
    assert run("play", "--text", "toybook", "line", "--log", "g.jsonl").code == 0
    for name in ("g.jsonl", "old.jsonl"):
        assert run("play", "--text", "--log", name).code == 0


def test_a_killed_first_write_leaves_no_log_without_its_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[str] = []

    def killed(path: Path, text: str, what: str = "", *, private: bool = False) -> None:
        written.append(path.name)
        raise KeyboardInterrupt

    monkeypatch.setattr("flagplot.cli.terminal_game.write_text", killed)
    with pytest.raises(KeyboardInterrupt):
        Table(HOLD, dice=SealedDice(b"s" * 32), log=Path("g.jsonl"))
    assert written == ["g.jsonl.seed"]


def test_a_log_that_cannot_be_written_is_told_before_the_game(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    typing(["move Red1 to 1"], monkeypatch)
    ran = run("play", "--text", "toybook", "line", "--log", "nowhere/g.jsonl")
    assert ran.code == 2
    assert "cannot be written" in ran.err
    assert "Red" not in ran.out


@pytest.mark.parametrize(
    "late",
    [["--seed", "3"], ["--dice"], ["--house", "X=y"], ["--edition", "current"], ["--tables", "."]],
)
def test_what_a_game_was_begun_with_does_not_change(
    late: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    typing(["/quit"], monkeypatch)
    assert run("play", "--text", "toybook", "line", "--log", "g.jsonl").code == 0
    ran = run("play", "--text", "--log", "g.jsonl", *late)
    assert ran.code == 2
    assert late[0] in ran.err


def test_of_two_terminals_on_one_log_neither_loses_its_game(tmp_path: Path) -> None:
    log = tmp_path / "g.jsonl"
    Table(["/quit"], dice=SealedDice(b"s" * 32), log=log)
    before = log.read_text().splitlines()
    slow = Game.open(before, book_of=book_of, seed=b"s" * 32)
    quick = Game.open(before, book_of=book_of, seed=b"s" * 32)
    kept: list[str] = []

    class Slow(Table):
        """Types its first answer when the other terminal has already given one."""

        def __init__(self) -> None:
            def lines() -> Iterable[str]:
                Table(["move Red1 to 1", "/quit"], log=log, game=quick)
                kept.extend(log.read_text().splitlines())
                yield "move Red1 to 2"

            super().__init__(lines(), log=log, game=slow)

    with pytest.raises(CommandError, match=r"g-2\.jsonl"):
        Slow()
    assert log.read_text().splitlines() == kept
    mine = (tmp_path / "g-2.jsonl").read_text().splitlines()
    assert "move Red1 to 2" in "".join(mine)
    seed = bytes.fromhex((tmp_path / "g-2.jsonl.seed").read_text())
    assert not Game.open(mine, book_of=book_of, seed=seed).read_only


def test_a_full_disk_keeps_what_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    write_text(Path("x.txt"), "before")
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(CommandError, match="No space left"):
        write_text(Path("x.txt"), "after")
    assert [p.name for p in Path().iterdir()] == ["x.txt"]
    assert Path("x.txt").read_text() == "before"


def test_a_file_without_end_is_not_read(run: Run) -> None:
    for argv in (["verify"], ["export"], ["play", "--text", "--log"]):
        ran = run(*argv, "/dev/zero")
        assert ran.code == 2
        assert "/dev/zero is a pipe or a device" in ran.err


def test_what_a_file_says_does_not_steer_the_terminal(run: Run) -> None:
    Path("\x1b[31mx").write_text("")
    ran = run("verify", "\x1b[31mx")
    assert ran.code == 1
    assert "\x1b" not in ran.out + ran.err
    assert len(run("verify", "x" * 9000).err) < 3000


def test_a_game_of_other_rules_is_adopted_when_it_is_wished(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    typing(["move Red1 to 1", "hold", "/quit"], monkeypatch)
    assert run("play", "--text", "toybook", "line", "--log", "g.jsonl").code == 0
    monkeypatch.setattr(ToyBook, "version", "2")
    refused = run("play", "--text", "--log", "g.jsonl")
    assert refused.code == 2
    assert "--adopt" in refused.err
    assert "version 1 of toybook, this is 2" in run("verify", "g.jsonl").out
    typing(["move Red1 to 2", "/quit"], monkeypatch)
    assert run("play", "--text", "--log", "g.jsonl", "--adopt").code == 0
    assert "there is no log f.jsonl" in run("play", "--text", "--log", "f.jsonl", "--adopt").err
    assert '"adopt"' in Path("g.jsonl").read_text()
    assert run("play", "--text", "--log", "g.jsonl").code == 0
    ran = run("verify", "g.jsonl")
    assert (ran.code, ran.last) == (1, "not verified")
    adopted = next(
        n for n, line in enumerate(Path("g.jsonl").read_text().splitlines()) if '"adopt"' in line
    )
    assert (
        f"Entries 0 to {adopted} are not proven but taken as they stand: played under version 1 of toybook"
        in ran.out
    )
    assert f"Entries {adopted + 1} to " in ran.out
    assert "Unfinished" in ran.out


def test_play_takes_a_database_as_the_room_does(
    monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: Path
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(
        sys.modules["flagplot.room.serve"],
        "serve",
        lambda *_, database, **__: asked.append(database),
    )
    assert run("play", "--database", "sqlite:////tmp/x", "--no-browser").code == 0
    assert run("play", "--no-browser").code == 0
    assert asked == ["sqlite:////tmp/x", None]
    both = run("play", "--database", "sqlite:////tmp/x", "--home", tmp_path)
    assert both.code == 2
    assert "give --home or --database" in both.out + both.err
    monkeypatch.undo()
    assert (
        "not in mysql"
        in (
            refused := run("play", "--database", "mysql://me@host/x", "--no-browser", "--port", "0")
        ).err
    )
    assert refused.code == 2
