"""``python -m tests.room.serve_seeded PORT HOME``: the room as it is served, but its lots follow
from the test's name.

A browser test then meets the same dice each time; what a slow machine changes is the time between
two deeds, never the game. The test writes its name to ``HOME/drawn-for`` before it comes in.
"""

from __future__ import annotations

import secrets
import sys
from base64 import urlsafe_b64encode
from collections import Counter
from hashlib import shake_256
from pathlib import Path

from flagplot.room.__main__ import main

NAME = "drawn-for"


class Lots:
    """The functions of :mod:`secrets` the room asks, drawn from a name and a count."""

    def __init__(self, kept: Path) -> None:
        self.kept, self.drawn = kept, Counter[str]()

    def token_bytes(self, n: int | None = None) -> bytes:
        name = self.kept.read_text(encoding="utf-8")
        self.drawn[name] += 1
        return shake_256(f"{name} {self.drawn[name]}".encode()).digest(n or 32)

    def token_hex(self, n: int | None = None) -> str:
        return self.token_bytes(n).hex()

    def token_urlsafe(self, n: int | None = None) -> str:
        return urlsafe_b64encode(self.token_bytes(n)).rstrip(b"=").decode()

    def randbits(self, k: int) -> int:
        return int.from_bytes(self.token_bytes(-(-k // 8))) >> (-k % 8)


if __name__ == "__main__":
    port, home = sys.argv[1:]
    lots = Lots(Path(home) / NAME)
    for each in ("token_bytes", "token_hex", "token_urlsafe", "randbits"):
        setattr(secrets, each, getattr(lots, each))
    sys.exit(main(["--port", port, "--home", home, "--no-browser"]))
