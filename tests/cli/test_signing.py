"""Signing at the terminal: keys beside the log, and a proof that says who signed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flagplot.cli.terminal import Terminal
from flagplot.table.analysis.verify import verify
from tests.table.toybook import book_of

from .conftest import Run, typing
from .test_terminal import EVENING, HOLD

pytestmark = pytest.mark.usefixtures("toy")


def test_a_signed_game_in_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    log, keys = Path("g.jsonl"), Path("g.jsonl.keys")
    typing([*HOLD, "/undo", "y", "hold", "/stand parley: war", "/unstand 1", "/quit"], monkeypatch)
    assert (
        run("play", "--text", "toybook", "line", "--start", "bare", "--log", log, "--sign").code
        == 0
    )
    assert keys.stat().st_mode & 0o077 == 0
    assert set(json.loads(keys.read_text())) == {"Red", "Blue"}
    assert run("verify", log).code == 1
    typing(["pass", "pass", *EVENING, "/resign", "y"], monkeypatch)
    ran = run("play", "--text", "--log", log)
    assert ran.code == 0, ran.err
    assert not keys.exists()
    report = verify(log.read_text().splitlines(), book_of=book_of)
    assert report.proven, report
    assert all(s.key and not s.unsigned for s in report.seats)
    ran = run("verify", log)
    assert ran.code == 0
    assert "Red has signed" in ran.out


def test_a_draw_is_offered_refused_and_agreed_to(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    log = Path("g.jsonl")
    typing(["/draw", "n", "/draw", "y"], monkeypatch)
    ran = run("play", "--text", "toybook", "line", "--start", "bare", "--log", log, "--sign")
    assert ran.code == 0, ran.err
    assert "Blue wants no draw" in ran.out
    assert "A draw: agreed" in ran.out
    report = verify(log.read_text().splitlines(), book_of=book_of)
    assert report.proven, report
    assert "A draw, agreed" in run("report", log).out


def test_an_admiral_agrees_to_no_draw(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typing(["/draw", "/quit"], monkeypatch)
    assert "no draw" in run("play", "--text", "toybook", "line", "--side", "Red").out


@pytest.mark.parametrize("lost", ["all", "Red's", "another's"])
def test_who_signs_a_game_goes_on_with_its_keys_only(
    lost: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, keys = Path("g.jsonl"), Path("g.jsonl.keys")
    typing(["pass", "/quit"], monkeypatch)
    assert run("play", "--text", "toybook", "line", "--log", log, "--sign").code == 0
    before, kept = log.read_bytes(), keys.read_text()
    if lost == "all":
        keys.unlink()
    else:
        found = json.loads(kept)
        keys.write_text(
            json.dumps(
                {"Blue": found["Blue"]} | ({"Red": found["Blue"]} if lost == "another's" else {})
            )
        )
    typing(["/resign", "y"], monkeypatch)
    ran = run("play", "--text", "--log", log)
    assert ran.code == 2
    assert "Red" in ran.err
    assert "signed this game, and the key is not in g.jsonl.keys" in ran.err
    assert log.read_bytes() == before
    keys.write_text(kept)
    typing(["/resign", "y"], monkeypatch)
    assert run("play", "--text", "--log", log).code == 0
    assert run("verify", log).code == 0


def test_no_admiral_goes_on_for_a_side_that_signs(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Path("g.jsonl")
    typing(["pass", "/quit"], monkeypatch)
    assert run("play", "--text", "toybook", "line", "--log", log, "--sign").code == 0
    ran = run("play", "--text", "--log", log, "--side", "Red")
    assert ran.code == 2
    assert "Blue signed this game, so no admiral can go on for it" in ran.err


def test_a_game_with_real_dice_that_is_signed_has_an_id(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = set()
    for name in ("g.jsonl", "h.jsonl"):
        typing(["/quit"], monkeypatch)
        assert run("play", "--text", "toybook", "line", "--log", name, "--sign", "--dice").code == 0
        ids.add(json.loads(Path(name).read_text().splitlines()[0])["header"]["id"])
    assert len(ids) == 2
    assert "" not in ids


def test_a_game_that_is_killed_at_its_end_has_its_seed(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seed beside the log goes with the end; so the same write opens it."""

    def killed(self: Terminal) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Terminal, "_finish", killed)
    log = Path("g.jsonl")
    typing(["/resign", "y"], monkeypatch)
    run("play", "--text", "toybook", "line", "--log", log, "--sign")
    assert not Path("g.jsonl.seed").exists()
    assert run("verify", log).code == 0


def test_what_cannot_be_signed_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "--log" in run("play", "--text", "toybook", "line", "--sign").err
    Path("h.jsonl.keys").write_text("nonsense")
    assert "another game" in run("play", "--text", "toybook", "line", "--log", "h.jsonl").err
    typing(["/quit"], monkeypatch)
    assert run("play", "--text", "toybook", "line", "--log", "g.jsonl").code == 0
    assert "not signed" not in run("verify", "g.jsonl").err
    Path("g.jsonl.keys").write_text('{"Red": "00"}')
    assert "not a key file" in run("play", "--text", "--log", "g.jsonl").err
    Path("g.jsonl.keys").unlink()
    assert "--sign" in run("play", "--text", "--log", "g.jsonl", "--sign").err
