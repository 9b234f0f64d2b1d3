"""The server is killed (SIGKILL) while people play: no acknowledged order is lost, and the log
verifies."""

from __future__ import annotations

import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from flagplot.room.store import Store
from flagplot.table.analysis.verify import verify

from .seatoy import book_of

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@contextmanager
def server(port: int, home: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The real server in a process of its own; killed at the end if it still lives."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.room.serve_toy", str(port), str(home)], cwd=ROOT
    )
    try:
        for _ in range(1200):
            try:
                httpx.get(f"http://127.0.0.1:{port}/api/health", timeout=2)
                break
            except httpx.HTTPError:
                assert process.poll() is None, "the server did not start"
                time.sleep(0.05)
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


class Player:
    """Plays both seats of one game as fast as the server answers, and remembers what was
    acknowledged."""

    def __init__(
        self, base: str, game: str, tokens: dict[str, str], acknowledged: list[tuple[str, str]]
    ) -> None:
        self.base, self.game, self.tokens, self.acknowledged = base, game, tokens, acknowledged
        self.stop = threading.Event()

    def run(self) -> None:
        with httpx.Client(base_url=f"{self.base}/api/games/{self.game}", timeout=5) as client:
            try:
                while not self.stop.is_set():
                    if not any(self.move(client, side) for side in self.tokens):
                        return
            except httpx.HTTPError:
                return  # the server is dead

    def move(self, client: httpx.Client, side: str) -> bool:
        headers = {"authorization": f"Bearer {self.tokens[side]}"}
        seen: dict[str, Any] = client.get("/view", headers=headers).json()
        if not seen["waiting"]["mine"]:
            return False
        prompt = seen["prompts"][0]
        to = random.choice("02") if side == "Red" else "8"
        text = f"move {side}1 to {to}" if prompt["open"] else prompt["options"][0]["text"]
        taken = client.post("/answer", json={"text": text, "at": seen["n"]}, headers=headers).json()
        if taken.get("legal"):
            self.acknowledged.append((side, text))
        return True


def test_no_acknowledged_order_is_lost(tmp_path: Path) -> None:
    port, rng = free_port(), random.Random(7)
    base = f"http://127.0.0.1:{port}"
    acknowledged: list[tuple[str, str]] = []
    game, tokens = "", {}
    for round in range(4):
        with server(port, tmp_path) as process:
            if not game:
                made = httpx.post(
                    f"{base}/api/games",
                    json={"book": "toybook", "scenario": "line", "opponent": "hotseat"},
                ).json()
                game, tokens = made["game"], {s["side"]: s["token"] for s in made["seats"]}
            known = len(acknowledged)
            player = Player(base, game, tokens, acknowledged)
            thread = threading.Thread(target=player.run)
            thread.start()
            until = time.monotonic() + 60
            while len(acknowledged) == known and thread.is_alive() and time.monotonic() < until:
                time.sleep(0.01)
            time.sleep(rng.random() * 0.6)  # anywhere in an answer
            process.send_signal(signal.SIGKILL)
            process.wait()
            player.stop.set()
            thread.join()
            assert len(acknowledged) > known, (
                f"round {round}: nothing was acknowledged before the kill"
            )
        store = Store.at(tmp_path)
        lines = store.lines(game)
        row = store.game(game)
        store.close()
        assert row is not None
        report = verify(lines, book_of=book_of, seed=row.seed)
        assert report.ok, report.reason
        inputs = [e for e in map(parsed, lines) if e["kind"] == "input"]
        kept = [(e["side"], e["text"]) for e in inputs]
        assert kept[: len(acknowledged)] == acknowledged, f"round {round}"
        assert len(kept) - len(acknowledged) <= 1, (
            "at most the answer under way at the kill was kept without word"
        )
        acknowledged[:] = kept


def parsed(line: str) -> dict[str, Any]:
    """A log line as a mapping."""
    import json

    found: dict[str, Any] = json.loads(line)
    return found
