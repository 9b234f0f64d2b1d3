"""``python -m flagplot.room --port N --home DIR [--no-browser]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from flagplot.table.setup.data_files import DataError

from .serve import serve
from .store import StoreError


def main(argv: list[str] | None = None) -> int:
    """Read the command line and serve. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="flagplot.room", description="Serve the room: the start page, the table, the games."
    )
    parser.add_argument(
        "--port",
        type=int,
        default=8400,
        help="port to listen on (default 8400; 0 takes a free one)",
    )
    parser.add_argument(
        "--home",
        type=Path,
        default=None,
        help="folder of the games (default FLAGPLOT_HOME or the user's data folder)",
    )
    parser.add_argument(
        "--address",
        default="127.0.0.1",
        help="address to listen on (default 127.0.0.1: this machine only)",
    )
    parser.add_argument(
        "--host",
        action="append",
        default=[],
        metavar="NAME",
        help="another host name of the room; may be given again",
    )
    parser.add_argument(
        "--behind-proxy",
        default="",
        metavar="ADDRESS",
        help="address of a web server in front; its forwarded client addresses are trusted",
    )
    parser.add_argument(
        "--cores",
        type=int,
        default=0,
        metavar="N",
        help="cores for the search admiral (0: all, at most eight)",
    )
    parser.add_argument(
        "--database",
        default=None,
        help="SQLAlchemy URL instead of a folder, e.g. postgresql+psycopg://...",
    )
    parser.add_argument(
        "--tables", type=Path, default=None, help="folder with an owner's own tables"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    args = parser.parse_args(argv)
    try:
        serve(
            args.port,
            args.home,
            not args.no_browser,
            tables=args.tables,
            address=args.address,
            database=args.database,
            hosts=tuple(args.host),
            behind_proxy=args.behind_proxy,
            cores=args.cores,
        )
    except KeyboardInterrupt:
        return 130
    except (StoreError, DataError) as e:
        print(f"flagplot: {e}", file=sys.stderr)
        return 2
    except OSError as e:
        print(
            f"flagplot: cannot listen on {args.address} port {args.port}: {e.strerror}; choose "
            "another with --port or PORT=",
            file=sys.stderr,
        )
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
