"""Starting the room on this machine: store, server, browser."""

from __future__ import annotations

import ipaddress
import logging
import os
import socket
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path
from types import FrameType

import uvicorn

from flagplot import rulebooks
from flagplot.table.setup.data_files import DataError
from flagplot.table.setup.rulings import load_tables

from .app import create_app
from .files import FileError, files_in, read_text_file
from .slow_clients import PatientProtocol
from .store import Store, home_folder

LARGEST = 8 * 1024 * 1024
"""Largest table file, in bytes."""


def read_tables(folder: Path | None) -> tuple[tuple[str, str], ...]:
    """Return an owner's own tables: every ``.toml`` of a folder as pairs (file name, text).

    Raises ``DataError`` for a table that its rule book cannot use.
    """
    if folder is None:
        return ()
    try:
        found = tuple(
            (p.name, read_text_file(p, "table file", LARGEST))
            for p in files_in(folder, "*.toml", "tables")
        )
    except FileError as e:
        raise DataError(str(e)) from None
    for book in rulebooks.BOOKS:
        load_tables(book, found)
    return found


class Server(uvicorn.Server):
    """A server that ends the event streams of open pages first when it stops. They would not end by
    themselves."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.config.app.state.news.close()  # type: ignore[union-attr]
        super().handle_exit(sig, frame)


def listen(address: str, port: int) -> socket.socket:
    """Return a listening socket. It names the protocol TCP, because asyncio otherwise leaves
    Nagle's algorithm on, and small answers wait 40 ms for an acknowledgement. Raises
    ``OSError``."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # accept IPv4 as well: most links name an IPv4 address
        if family == socket.AF_INET6 and listens_everywhere(address):
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.bind((address, port))
        listener.listen(256)
    except OSError:
        listener.close()
        raise
    return listener


def listens_everywhere(address: str) -> bool:
    """Return whether the room listens on all addresses of this machine."""
    try:
        return not address or ipaddress.ip_address(address).is_unspecified
    except ValueError:
        return False


def link_host(address: str) -> str:
    """Return the host that a link names for a room at *address*."""
    if address == "127.0.0.1" or listens_everywhere(address):
        return "localhost"
    return f"[{address.replace('%', '%25')}]" if ":" in address else address


def network_address() -> str:
    """Return the address by which others in the network reach this machine; empty when it is in
    none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            # connecting a UDP socket sends nothing; it only selects the own address
            asked.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(asked.getsockname()[0])


def serve(
    port: int = 8400,
    home: Path | None = None,
    open_browser: bool = True,
    *,
    tables: Path | None = None,
    address: str = "127.0.0.1",
    database: str | None = None,
    hosts: tuple[str, ...] = (),
    behind_proxy: str = "",
    cores: int = 0,
) -> None:
    """Serve the room until interrupted. Prints the address. Opens a browser when *open_browser* is
    true and one is installed.

    *home* is the folder of the games (default: ``FLAGPLOT_HOME`` or the user's data folder);
    *database* an SQLAlchemy URL to use instead; *hosts* are further host names of the room;
    *behind_proxy* is the address of a web server in front, whose forwarded client addresses are
    trusted; *cores* is the number for the search admiral (0: all, at most eight). Raises
    :class:`~flagplot.room.store.StoreError` for a folder that cannot be used, ``OSError`` for a
    port that is taken, ``DataError`` for tables that cannot be used.
    """
    own = read_tables(tables)
    listener = listen(address, port)
    bound = listener.getsockname()[1]
    url = f"http://{link_host(address)}:{bound}/"
    others = network_address() if listens_everywhere(address) else ""
    url_of_database = database or os.environ.get("FLAGPLOT_DATABASE")
    folder = home or home_folder()
    store = Store(url_of_database) if url_of_database else Store.at(folder)
    app = create_app(store, tables=own, hosts=hosts, cores=cores)
    logging.getLogger("flagplot.room").setLevel(logging.INFO)
    for why in rulebooks.UNUSABLE.values():
        print(why, flush=True)
    print(f"flagplot is open at {url}", flush=True)
    if others:
        print(
            f"to get links that others in your network can open, open it at http://{others}:{bound}/",
            flush=True,
        )
    print(
        f"games are kept in {store.engine.url.render_as_string() if url_of_database else folder}; "
        "stop with Ctrl+C",
        flush=True,
    )
    if open_browser:
        threading.Thread(target=_show, args=(url,), daemon=True).start()
    server = Server(
        uvicorn.Config(
            app,
            http=PatientProtocol,
            ws="none",
            proxy_headers=bool(behind_proxy),
            forwarded_allow_ips=behind_proxy,
            log_level="warning",
            timeout_graceful_shutdown=2,
            server_header=False,
            date_header=False,
            h11_max_incomplete_event_size=32_768,
        )
    )
    server.run(sockets=[listener])


def _show(url: str) -> None:
    for _ in range(100):
        try:
            with urllib.request.urlopen(f"{url}api/health", timeout=1):
                break
        except OSError:
            time.sleep(0.1)
    try:
        webbrowser.get()
    except webbrowser.Error:
        return
    webbrowser.open(url)
