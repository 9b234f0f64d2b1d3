"""Junk in every place of every command: an answer or a sentence, never a traceback, never a file left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run

JUNK = [
    "", " ", "\x00", "../../etc/passwd", "\N{SNOWMAN}", "-1", "1e999", "a" * 5000, "[bold]", "%s{0}", "\x1b[31m", "*", ".",
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
def test_junk_is_told(place: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    ["", "\x00", "not toml", "[[table]]\n", '[[table]]\nid = "awaw.nothing"\n', "[[table]]\nid = 3\n", "table = 3\n",
     '[[table]]\nid = "awaw.interception-dice"\nclause = "1"\ntitle = "t"\nprovenance = "guess"\n'],
)
@pytest.mark.parametrize("command", ["tables awaw", "simulate awaw norway-1940 --games 1 --admirals random"])
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
    ["", "\x00", "book = 3", "[[case]]\n",
     'book = "chess"\n[[case]]\nid = "a"\nclauses = []\ntitle = "t"\nwhen = "x"\nthen = "y"\n',
     'book = "awaw"\n[[case]]\nid = "a"\nunknown = 1\n', 'book = "awaw"\ncase = "x"\n'],
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
    for argv in (("case", "run"), ("tables", "awaw", "--tables"), ("verify",), ("export",), ("luck",)):
        ran = run(*argv, tmp_path if argv[0] == "tables" else path)
        assert ran.code == (1 if argv[0] == "verify" else 2)
        assert "mine.toml" in ran.err + ran.out
