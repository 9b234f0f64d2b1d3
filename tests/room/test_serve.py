"""Opening the room from the command line: what it prints, what it says when it cannot."""

from __future__ import annotations

import ipaddress
import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from flagplot.room.__main__ import main
from flagplot.room.serve import Server, link_host, listen, network_address, read_tables, serve


def test_it_prints_the_address_serves_and_stops_on_interrupt(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "flagplot.room",
        "--port",
        "0",
        "--home",
        str(tmp_path / "games"),
        "--no-browser",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", line)
        assert found is not None, line
        for _ in range(1200):
            try:
                with urllib.request.urlopen(
                    f"http://127.0.0.1:{found[1]}/api/health", timeout=2
                ) as answer:
                    assert b"flagplot" in answer.read()
                break
            except OSError:
                time.sleep(0.05)
        else:
            raise AssertionError("nobody answers")
        assert str(tmp_path / "games") in process.stdout.readline()
        assert (tmp_path / "games" / "flagplot.sqlite").is_file()
        url = f"http://127.0.0.1:{found[1]}/api/games"
        body = json.dumps(
            {"book": "awaw", "scenario": "norway-1940", "opponent": "hotseat"}
        ).encode()
        ask = urllib.request.Request(url, body, {"content-type": "application/json"})
        with urllib.request.urlopen(ask, timeout=30) as answer:
            made = json.load(answer)
        key = {"authorization": f"Bearer {made['seats'][0]['token']}"}
        with urllib.request.urlopen(
            urllib.request.Request(f"{url}/{made['game']}/news", headers=key), timeout=15
        ) as page:
            assert page.readline().startswith(b": ")
            process.send_signal(signal.SIGINT)  # while a page is open
            assert process.wait(15) in (0, -signal.SIGINT, 130)
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    finally:
        if process.poll() is None:
            process.kill()


def test_who_serves_a_network_is_told_the_address_that_friends_can_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(serve.__globals__, "network_address", lambda: "10.1.2.3")
    monkeypatch.setattr(Server, "run", lambda self, sockets: [s.close() for s in sockets])
    for address, told in (("0.0.0.0", True), ("127.0.0.1", False)):
        serve(0, tmp_path, open_browser=False, address=address)
        assert ("open it at http://10.1.2.3:" in capsys.readouterr().out) is told


def test_the_address_in_the_network_is_an_address_or_nothing() -> None:
    found = network_address()
    assert not found or ipaddress.ip_address(found)


def test_a_port_that_is_taken_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["--port", str(port), "--home", str(tmp_path), "--no-browser"]) == 2
    said = capsys.readouterr().err
    assert str(port) in said
    assert "--port" in said


def test_a_home_that_cannot_be_made_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["--port", "0", "--home", str(tmp_path / "file" / "x"), "--no-browser"]) == 2
    assert "FLAGPLOT_HOME" in capsys.readouterr().err


def test_an_owners_tables_are_read_in_order(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text("# two")
    (tmp_path / "a.toml").write_text("# one")
    (tmp_path / "note.txt").write_text("no table")
    assert read_tables(tmp_path) == (("a.toml", "# one"), ("b.toml", "# two"))
    assert read_tables(None) == ()


UNKNOWN = b'[[table]]\nid = "chess.board"\nclause = ""\ntitle = ""\nprovenance = "house"'


@pytest.mark.parametrize("content", [b"x = [", b"\xff", UNKNOWN])
def test_tables_that_cannot_be_used_are_told_before_the_room_opens(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.toml").write_bytes(content)
    assert (
        main(["--port", "0", "--home", str(tmp_path), "--no-browser", "--tables", str(tmp_path)])
        == 2
    )
    said = capsys.readouterr()
    assert "mine.toml" in said.err or "not text" in said.err
    assert "open at" not in said.out


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("nonsense", "SQLAlchemy URL"),
        ("nosuch://x/y", "SQLAlchemy URL"),
        ("sqlite:////proc/none/x", "unable to open"),
    ],
)
def test_a_database_that_cannot_be_used_is_told(
    url: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--port", "0", "--database", url, "--no-browser"]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("127.0.0.1", "localhost"),
        ("0.0.0.0", "localhost"),
        ("::", "localhost"),
        ("0::0", "localhost"),
        ("::1", "[::1]"),
        ("fe80::1%eth0", "[fe80::1%25eth0]"),
        ("10.1.2.3", "10.1.2.3"),
        ("games.example", "games.example"),
    ],
)
def test_the_link_of_an_address_names_a_host(address: str, host: str) -> None:
    assert link_host(address) == host


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6")
def test_a_room_on_every_address_answers_by_both_kinds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        listener = listen("::", 0)
    except OSError:
        pytest.skip("this machine has no IPv6")
    port = listener.getsockname()[1]
    for family, to in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        with socket.socket(family, socket.SOCK_STREAM) as asked:
            asked.connect((to, port))
    listener.close()
    monkeypatch.setitem(serve.__globals__, "network_address", lambda: "10.1.2.3")
    monkeypatch.setattr(Server, "run", lambda self, sockets: [s.close() for s in sockets])
    serve(0, tmp_path, open_browser=False, address="::")
    said = capsys.readouterr().out
    assert re.search(r"open at http://localhost:\d+/", said)
    assert "open it at http://10.1.2.3:" in said


def test_tables_with_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("\ufeff", "utf-8")
    assert read_tables(tmp_path) == (("mine.toml", ""),)
