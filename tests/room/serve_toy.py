"""``python -m tests.room.serve_toy PORT HOME``: the real server with the toy rule book, for tests
that kill it."""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from flagplot.room.app import create_app
from flagplot.room.store import Store

from .seatoy import book_of

if __name__ == "__main__":
    app = create_app(
        Store.at(Path(sys.argv[2])),
        book_of=book_of,
        books=("toybook",),
        requests_a_minute=1_000_000,
    )
    uvicorn.run(
        app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error", timeout_graceful_shutdown=1
    )
