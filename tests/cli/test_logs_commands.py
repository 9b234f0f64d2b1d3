"""``play --text``, ``verify``, ``export``, ``odds`` and ``simulate`` on the toy rule book, with
logs good and bad."""

from __future__ import annotations

import csv
import io
import json
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from flagplot.admirals import admiral
from flagplot.admirals.simulate import play_out
from flagplot.table import Setup
from flagplot.table.game.game import Game
from tests.table.toybook import BOOK, RULINGS

from .conftest import Run, typing

pytestmark = pytest.mark.usefixtures("toy")

Spoil = Callable[[str], str | bytes]


def game(seed: bytes = b"s" * 32, finish: bool = True) -> Game:
    """A toy game between random admirals."""
    made = Game.new(BOOK, Setup("line"), rulings=RULINGS, seed=seed)
    if finish:
        play_out(made, dict.fromkeys(made.sides, admiral("random")), Random(2))
        made.reveal()
    return made


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(game().lines()) + "\n")
    return path


def test_verify_a_good_log(run: Run, log: Path) -> None:
    ran = run("verify", log)
    assert ran.code == 0
    assert ran.last.startswith("verified ")


def test_verify_reads_standard_input(run: Run, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Piped:
        buffer = io.BytesIO(log.read_bytes())

    monkeypatch.setattr("sys.stdin", Piped())
    assert run("verify", "-").code == 0


def test_a_byte_order_mark_is_no_part_of_a_log(run: Run, log: Path) -> None:
    log.write_bytes(b"\xef\xbb\xbf" + log.read_bytes())
    assert run("verify", log).code == 0
    assert run("export", log).code == 0
    log.write_bytes(b"\xef\xbb\xbf" + log.read_bytes())
    assert run("verify", log).code == 1, "one is no part; two are a changed byte"


def test_every_changed_byte_shows(run: Run, log: Path) -> None:
    """One byte changed in any place of any line, and the log no longer verifies."""
    good = log.read_bytes()
    lots = Random(1)
    for _ in range(60):
        at = lots.randrange(len(good))
        if good[at : at + 1] == b"\n":
            continue
        spoilt = good[:at] + (b"x" if good[at : at + 1] != b"x" else b"y") + good[at + 1 :]
        log.write_bytes(spoilt)
        ran = run("verify", log)
        assert ran.code == 1, (at, good[at - 20 : at + 20])
        assert ran.last == "not verified"


def _drop(n: int) -> Spoil:
    return lambda text: "\n".join(line for i, line in enumerate(text.splitlines()) if i != n) + "\n"


SPOILS: dict[str, Spoil] = {
    "empty": lambda text: "",
    "blank lines": lambda text: "\n\n\n",
    "torn": lambda text: text[: len(text) // 2],
    "a line lost": _drop(5),
    "the header lost": _drop(0),
    "twice": lambda text: text + text,
    "lines swapped": lambda text: "\n".join(
        [*text.splitlines()[:3], *reversed(text.splitlines()[3:])]
    ),
    "not JSON": lambda text: "hello\nworld\n",
    "other JSON": lambda text: '{"a": 1}\n',
    "a list": lambda text: "[]\n",
    "deep": lambda text: "[" * 100_000,
    "wide": lambda text: '{"n":0,"kind":"' + "x" * 1_000_000 + '"}',
    "other book": lambda text: text.replace("toybook", "chess"),
}


@pytest.mark.parametrize("name", SPOILS)
@pytest.mark.parametrize("command", ["verify", "export"])
def test_a_bad_log_is_told(run: Run, log: Path, name: str, command: str) -> None:
    spoilt = SPOILS[name](log.read_text())
    log.write_bytes(spoilt.encode() if isinstance(spoilt, str) else spoilt)
    ran = run(command, log)
    assert ran.code == (1 if command == "verify" else 2)
    assert "line" in ran.out + ran.err


@pytest.mark.parametrize("byte", [b"\r", b"\x0b", b"\x0c", b"\x1c", b"\x85", b"\xff", b" ", b"x"])
def test_a_line_end_is_a_byte_that_must_not_change(run: Run, log: Path, byte: bytes) -> None:
    data = log.read_bytes()
    for at in (data.index(b"\n"), data.index(b"\n", len(data) // 2), len(data) - 1):
        log.write_bytes(data[:at] + byte + data[at + 1 :])
        ran = run("verify", log)
        assert ran.code == 1
        assert "line" in ran.out


def test_line_separators_inside_a_note_part_no_lines(run: Run, tmp_path: Path) -> None:
    made = game(finish=False)
    made.note(made.sides[0], "one \u2028 two \x85 three")
    play_out(made, dict.fromkeys(made.sides, admiral("random")), Random(2))
    made.reveal()
    path = tmp_path / "noted.jsonl"
    path.write_text("\n".join(made.lines()) + "\n")
    assert run("verify", path).code == 0


LOG_READERS = [
    ("verify",),
    ("export",),
    ("play", "--text", "--log"),
    ("odds", "toybook", "duel", "2", "--log"),
]


@pytest.mark.parametrize("argv", LOG_READERS)
def test_files_that_are_no_logs(run: Run, tmp_path: Path, argv: tuple[str, ...]) -> None:
    (tmp_path / "junk").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "folder").mkdir()
    for name in ("junk", "folder", *(["missing"] if argv[0] != "play" else [])):
        ran = run(*argv, name)
        assert ran.code == (1 if argv == ("verify",) and name == "junk" else 2), name
        assert name in ran.out + ran.err


def test_export_for_a_side_tells_its_secrets_and_no_other(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(game().lines()) + "\n")
    red = run("export", path, "--side", "red", "--format", "jsonl").out
    blue = run("export", path, "--side", "Blue", "--format", "jsonl").out
    spectator = run("export", path, "--format", "jsonl").out
    everything = run("export", path, "--side", "all", "--format", "jsonl").out
    assert everything == path.read_text()
    whole = [json.loads(line) for line in everything.splitlines()]
    moves = {
        side: {
            e["text"]
            for e in whole
            if e["kind"] == "input" and e["side"] == side and e["text"].startswith("move")
        }
        for side in ("Red", "Blue")
    }
    assert moves["Red"]
    assert moves["Blue"]
    assert all(m in red for m in moves["Red"])
    assert not any(m in blue + spectator for m in moves["Red"])
    assert not any(m in red + spectator for m in moves["Blue"])


def test_export_formats(run: Run, log: Path, tmp_path: Path) -> None:
    text = run("export", log, "--side", "all").out
    assert "Watched under 3.1" in text
    rows = list(csv.reader(io.StringIO(run("export", log, "--side", "all", "--format", "csv").out)))
    assert rows[0][0] == "n"
    assert len(rows) == len(log.read_text().splitlines()) + 1
    assert run("export", log, "-o", tmp_path / "out.txt").code == 0
    assert (tmp_path / "out.txt").read_text()
    assert run("export", log, "--format", "pdf").code == 2
    assert run("export", log, "--side", "Green").code == 2


def test_export_to_standard_output_by_its_sign(run: Run, log: Path) -> None:
    assert run("export", log, "-o", "-").out == run("export", log).out
    assert not Path("-").exists()


def test_report(run: Run, log: Path, tmp_path: Path) -> None:
    told = run("report", log)
    assert told.code == 0
    assert "won" in told.out or "A draw" in told.out
    assert "Red" in told.out
    fresh = tmp_path / "going.jsonl"
    fresh.write_text("\n".join(game(finish=False).lines()) + "\n")
    refused = run("report", fresh)
    assert refused.code == 2
    assert "is not over" in refused.out + refused.err


def test_luck(run: Run, log: Path, tmp_path: Path) -> None:
    whole = run("luck", log, "--side", "all")
    assert whole.code == 0
    assert "gun" in whole.out
    fresh = tmp_path / "fresh.jsonl"
    fresh.write_text("\n".join(game(finish=False).lines()) + "\n")
    assert "no rolls" in run("luck", fresh).out
    assert run("luck", log, "--side", "Green").code == 2
    assert run("luck", "missing").code == 2


def test_simulate_gives_the_same_digest_for_any_workers(run: Run) -> None:
    one = run(
        "simulate", "toybook", "line", "--games", "6", "--seed", "7", "--admirals", "random,greedy"
    )
    assert one.code == 0
    assert one.last.startswith("digest ")
    again = run(
        "simulate", "toybook", "line", "--games", "6", "--seed", "7", "--admirals", "random,greedy"
    )
    assert again.last == one.last
    other = run(
        "simulate", "toybook", "line", "--games", "6", "--seed", "8", "--admirals", "random,greedy"
    )
    assert other.last != one.last
    for told in ("games/s", "orders/s", "Red wins", "95 %", "score"):
        assert told in one.out


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (("simulate", "chess", "line"), "toybook"),
        (("simulate", "toybook", "circle"), "line"),
        (("simulate", "toybook", "line", "--games", "0"), "games"),
        (("simulate", "toybook", "line", "--games", "many"), "games"),
        (("simulate", "toybook", "line", "--workers", "-1"), "workers"),
        (("simulate", "toybook", "line", "--admirals", "nelson"), "greedy, steady, search, random"),
        (("simulate", "toybook", "line", "--admirals", "random,greedy,random"), "Red, Blue"),
        (("simulate", "toybook", "line", "--start", "late"), "usual"),
        (("simulate", "toybook", "line", "--edition", "first"), "current"),
        (("simulate", "toybook", "line", "--house", "HR-1"), "SWITCH=CHOICE"),
        (("simulate", "toybook", "line", "--house", "HR-1=any"), "HR-1"),
        (("simulate", "toybook", "line", "--tables", "missing"), "missing"),
        (("play", "--text"), "flagplot books"),
        (("play", "--text", "toybook", "circle"), "line"),
        (("play", "--text", "toybook", "line", "--side", "Green"), "Red, Blue"),
        (("play", "--text", "toybook", "line", "--admiral", "greedy"), "--side"),
        (("play", "--text", "toybook", "line", "--side", "Red", "--admiral", "nelson"), "nelson"),
        (("play", "--text", "toybook", "line", "--dice", "--seed", "1"), "--seed"),
        (("play", "toybook", "line"), "--text"),
        (("play", "--port", "99999"), "port"),
        (("play", "--home", "/dev/null/x"), "/dev/null/x"),
        (("odds", "toybook", "weather"), "duel"),
        (("odds", "toybook", "duel", "many"), "duel"),
        (("odds", "toybook", "duel", "2", "--side", "Green"), "Red, Blue"),
        (("odds", "toybook", "duel", "2", "--scenario", "line", "--log", "x"), "choose one"),
        (("case", "run"), "--book"),
        (("case", "run", "missing.toml"), "missing.toml"),
        (("case", "list", "--book", "chess"), "toybook"),
    ],
)
def test_bad_input_is_told(run: Run, argv: tuple[str, ...], told: str) -> None:
    ran = run(*argv)
    assert ran.code == 2
    assert told in ran.err


def test_a_port_that_is_taken_is_told(run: Run, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = run("play", "--port", port, "--no-browser", "--home", tmp_path)
    assert ran.code == 2
    assert str(port) in ran.err


def test_text_play_keeps_and_resumes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typing(["move Red1 to 1", "hold", "/quit", "/show"], monkeypatch)
    path = tmp_path / "g.jsonl"
    first = run("play", "--text", "toybook", "line", "--log", path)
    assert first.code == 0
    before = path.read_text()
    assert "move Red1 to 1" in before
    again = run("play", "--text", "--log", path)
    assert again.code == 0
    assert "Red1" in again.out
    assert path.read_text() == before
    assert run("play", "--text", "toybook", "circle", "--log", path).code == 2
    (tmp_path / "g.jsonl.seed").unlink()
    lost = run("play", "--text", "--log", path)
    assert lost.code == 2
    assert "seed" in lost.err


def test_odds_of_a_position(run: Run, log: Path) -> None:
    asked = run("odds", "toybook")
    assert "duel" in asked.out
    at_start = run("odds", "toybook", "duel", "2", "--scenario", "line")
    assert at_start.code == 0
    assert "%" in at_start.out
    assert run("odds", "toybook", "duel", "2", "--log", log).code == 0


CASE = """
book = "toybook"
[[case]]
id = "far"
clauses = ["1.2"]
title = "Too far"
scenario = "line"
when = "Red: move Red1 to {square}"
then = "refused 1.2"
"""


def test_cases_pass_and_fail(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "flagplot.table.casebook.clause_index.load_clauses", lambda _: {"1.2": None}
    )
    (tmp_path / "good.toml").write_text(CASE.format(square=9))
    good = run("case", "run", "good.toml")
    assert (good.code, good.last) == (0, "1 passed, 0 failed")
    assert run("case", "run", "good.toml", "--only", "far").code == 0
    assert run("case", "run", "good.toml", "--only", "near").code == 2
    (tmp_path / "bad.toml").write_text(CASE.format(square=2))
    bad = run("case", "run", "good.toml", "bad.toml")
    assert (bad.code, bad.last) == (1, "1 passed, 1 failed")
    assert "bad.toml" in bad.out
    listed = run("case", "list", ".", "--clause", "1")
    assert listed.out.count("Too far") == 2
    (tmp_path / "torn.toml").write_text("[[case]\n")
    assert run("case", "run", "torn.toml").code == 2
    assert "torn.toml" in run("case", "run", "torn.toml").err


def test_the_exit_code_reaches_the_shell(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    ended = [
        subprocess.run(
            [sys.executable, "-m", "flagplot", *argv], capture_output=True, timeout=120, check=False
        ).returncode
        for argv in (
            ["--version"],
            ["verify", "nowhere.jsonl"],
            ["verify", str(tmp_path / "empty.jsonl")],
        )
    ]
    assert ended == [0, 2, 1]
