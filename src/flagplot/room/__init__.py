"""The room: the server and its web pages, the store, the seats.

``serve(port, home, open_browser)`` opens the room on this machine;
``flagplot.room.app.create_app(store)`` is the ASGI app.
"""

from __future__ import annotations

from pathlib import Path


def serve(
    port: int = 8400,
    home: Path | None = None,
    open_browser: bool = True,
    *,
    tables: Path | None = None,
    address: str = "127.0.0.1",
) -> None:
    """Serve the room until interrupted; see :func:`flagplot.room.serve.serve`. The server is
    imported on this call, because it is slow to import."""
    from .serve import serve as run

    run(port, home, open_browser, tables=tables, address=address)


__all__ = ["serve"]
