"""Junk in every place of every command: an answer or a sentence, never a traceback, never a file
left behind."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from .conftest import Run

JUNK = [
    "",
    " ",
    "\x00",
    "../../etc/passwd",
    "\N{SNOWMAN}",
    "-1",
    "1e999",
    "a" * 5000,
    "[bold]",
    "%s{0}",
    "\x1b[31m",
    "*",
    ".",
]
PLACES = """
? | route ? Oslo Bergen | route awaw-europe ? Bergen | route awaw-europe Oslo ? | route awaw-europe Oslo Bergen --closed ?
route awaw-europe Oslo Bergen --via ? | route awaw-europe Oslo Bergen --avoid ? | route awaw-europe Oslo Bergen --limit ?
route awaw-europe Oslo Bergen --touch-every 5 --port ? | board ? -o x.svg | board awaw-europe -o x.svg --width 100 --window ?
board awaw-europe -o x.svg --window Oslo:2 --ids ? | rules show ? | rules show 21.11 --book ? | rules search ? | rules list ?
rules list awaw --area ? | rules coverage ? | tables ? | tables awaw ? | house ? | case run ? | case list ? | case list --book ?
case list --book awaw --clause ? | odds ? | odds awaw ? | odds awaw interception ? | odds awaw battle ?
odds awaw interception 4_dice_to_12_hexes --scenario ? | odds awaw interception 4_dice_to_12_hexes --log ?
verify ? | export ? | luck ? | simulate ? norway-1940 | simulate awaw ? | simulate awaw norway-1940 --games ?
simulate awaw norway-1940 --games 0 --workers ? | simulate awaw norway-1940 --admirals ? | simulate awaw norway-1940 --house ?
simulate awaw norway-1940 --tables ? | simulate awaw norway-1940 --games 0 --start ? | play --port ? --home /dev/null/x
play --text ? norway-1940 | play --text awaw ? | play --text awaw norway-1940 --side ? | play --address ? --home /dev/null/x
play --text awaw norway-1940 --side Axis --admiral ? | play --text awaw norway-1940 --log ?
"""


def places() -> list[str]:
    """The commands, each with a ? where the junk goes."""
    return [part.strip() for line in PLACES.strip().splitlines() for part in line.split("|")]


@pytest.mark.parametrize("place", places())
def test_junk_is_told(
    place: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "deep" / "er"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.setattr("builtins.input", lambda _: "/quit")
    for junk in JUNK:
        ran = run(*(junk if word == "?" else word.replace("_", " ") for word in place.split()))
        assert ran.code in (0, 1, 2), (junk, ran)
        assert "\x1b" not in ran.out + ran.err
        if ran.code:
            assert ran.err.strip() or ran.out.strip(), (junk, ran)
        for left in folder.iterdir():
            assert ran.code == 0, (junk, left)
            left.unlink()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00",
        "not toml",
        "[[table]]\n",
        '[[table]]\nid = "awaw.nothing"\n',
        "[[table]]\nid = 3\n",
        "table = 3\n",
        '[[table]]\nid = "awaw.interception-dice"\nclause = "1"\ntitle = "t"\nprovenance = '
        '"guess"\n',
    ],
)
@pytest.mark.parametrize(
    "command", ["tables awaw", "simulate awaw norway-1940 --games 1 --admirals random"]
)
def test_tables_that_cannot_be_used(text: str, command: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(text)
    ran = run(*command.split(), "--tables", tmp_path)
    if text:
        assert ran.code == 2
        assert "mine.toml" in ran.err
    else:
        assert ran.code == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00",
        "book = 3",
        "[[case]]\n",
        'book = "chess"\n[[case]]\nid = "a"\nclauses = []\ntitle = "t"\nwhen = "x"\nthen = "y"\n',
        'book = "awaw"\n[[case]]\nid = "a"\nunknown = 1\n',
        'book = "awaw"\ncase = "x"\n',
    ],
)
def test_case_files_that_cannot_be_used(text: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    ran = run("case", "run", path)
    assert ran.code in (1, 2)
    assert "mine.toml" in ran.err + ran.out


def test_binary_files(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(bytes(range(256)))
    for argv in (
        ("case", "run"),
        ("tables", "awaw", "--tables"),
        ("verify",),
        ("export",),
        ("luck",),
    ):
        ran = run(*argv, tmp_path if argv[0] == "tables" else path)
        assert ran.code == (1 if argv[0] == "verify" else 2)
        assert "mine.toml" in ran.err + ran.out


# -- things that are no files, and files that are no good
PLAYED = "simulate awaw norway-1940 --games 1 --admirals random"
READERS = (
    "case run ?",
    "case list ?",
    "tables awaw --tables %",
    f"{PLAYED} --tables %",
    "verify ?",
    "export ?",
    "luck ?",
    "odds awaw interception 4_dice_to_12_hexes --log ?",
    "play --text --log ?",
    "play --text awaw norway-1940 --tables %",
    "odds awaw interception 4_dice_to_12_hexes --tables %",
)
"""Commands that read: ? is a file, % a folder that holds it under the name mine.toml."""


def odd_files(folder: Path) -> dict[str, Path]:
    """A path that is no file: the error says what it is."""
    found = {
        name: folder / name / "mine.toml"
        for name in ("pipe", "socket", "loop", "folder", "endless", "gone")
    }
    for path in found.values():
        path.parent.mkdir()
    os.mkfifo(found["pipe"])
    found["loop"].symlink_to(found["loop"])
    found["folder"].mkdir()
    found["endless"].symlink_to("/dev/zero")
    found["gone"].symlink_to("/nowhere/at/all")
    with socket.socket(socket.AF_UNIX) as here:
        here.bind(os.path.relpath(found["socket"]))
    return found | {
        "long": folder / ("x" * 5000),
        "deep": Path("/".join([str(folder), *["y" * 100] * 60])),
    }


@pytest.mark.parametrize("command", READERS)
def test_what_is_no_file_is_told_at_once(
    command: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for what, path in odd_files(tmp_path).items():
        place = path if what in ("long", "deep") else path.parent
        ran = run(
            *(
                str(path) if w == "?" else str(place) if w == "%" else w.replace("_", " ")
                for w in command.split()
            )
        )
        assert ran.code in (1, 2), (what, ran)
        assert "Traceback" not in ran.out + ran.err
        assert (ran.err + ran.out).strip(), (what, ran)
        assert len(ran.err + ran.out) < 3000, what


TOML = {
    "nested lists": "x = " + "[" * 100_000,
    "nested tables": "x = " + "{a = " * 50_000,
    "a deep key": ".".join(["a"] * 200_000) + " = 1",
    "a deep key in quotes": " . ".join(['"a b"'] * 100_000) + " = 1",
    "a deep table": "[" + ".".join(["a"] * 100_000) + "]",
    "a long number": "x = " + "9" * 100_000,
    "a long word": "x" * 1_500_000,
    "a huge number": "[[table]]\nid = 'awaw.interception-dice'\nrows = [['1', " + "9" * 4000 + "]]",
    "an infinite number": "[[table]]\nid = 'awaw.interception-dice'\nrows = [['1', inf, -inf, "
    "nan, 1e999]]",
    "a long line": '# "' + "x" * 1_900_000,
    "too long": "#\n" * 1_500_000,
    "a date": "[[table]]\nid = 1979-05-27\n",
    "a NUL": "x = '\0'",
    "a bare return": "x = 1\ry = 2",
}


@pytest.mark.parametrize("kind", TOML)
@pytest.mark.parametrize(
    "command", ["case run ?", "tables awaw --tables %", f"{PLAYED} --tables %"]
)
def test_toml_of_bad_will(command: str, kind: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TOML[kind])
    ran = run(
        *(str(path) if w == "?" else str(tmp_path) if w == "%" else w for w in command.split())
    )
    if not (kind == "a long line" and "%" in command):  # a comment is a table file without tables
        assert ran.code == 2, ran
        assert "mine.toml" in ran.err
    assert len(ran.out + ran.err) < 20_000


def test_a_name_of_no_text(run: Run, tmp_path: Path) -> None:
    """A file name that is not UTF-8 is a name like any other."""
    path = os.fsdecode(os.fsencode(tmp_path / "m") + b"\xff.toml")
    Path(path).write_text("no toml")
    ran = run("case", "run", path)
    assert ran.code == 2
    assert "not TOML" in ran.err


@pytest.mark.parametrize("to", ["pipe", "socket", "loop", "folder", "endless", "long", "deep"])
def test_nothing_is_written_over_what_is_no_file(
    to: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.input", lambda _: "/quit")
    path = odd_files(tmp_path)[to]
    for argv in (
        ("board", "awaw-europe", "-o", path),
        ("play", "--text", "awaw", "norway-1940", "--log", path),
    ):
        ran = run(*argv)
        assert ran.code == 2, ran
        assert ran.err.strip()
    if to not in ("long", "deep"):
        assert [p.name for p in path.parent.iterdir()] == ["mine.toml"], "nothing is left beside it"


@pytest.mark.parametrize(
    "line",
    [
        "{" * 100_000,
        '{"n": ' + "9" * 5000 + "}",
        '{"n":' + "[" * 100_000,
        '"' + "x" * 5_000_000 + '"',
        '{"a":1e99999}',
        "\x00",
        "{}",
    ],
    ids=["braces", "number", "lists", "long", "infinite", "nul", "empty"],
)
def test_logs_of_bad_will(line: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(line + "\n" + line + "\n")
    for command in ("verify", "export", "luck"):
        ran = run(command, path)
        assert ran.code in (1, 2)
        assert "mine.jsonl" in ran.out + ran.err or "line 1" in ran.out + ran.err
        assert len(ran.out + ran.err) < 3000
