"""``flagplot case run --watch``: run the cases again whenever a case, a table or a rule is saved."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import flagplot
from flagplot.room.files import is_folder

from .common import console, stop, there_is

WATCHED = (".toml", ".tsv", ".py")


def watch_cases(files: Sequence[Path], book: str, only: str, clause: str, tables: Path | None) -> None:
    """Run the cases, then again after every change, until Ctrl-C.

    Each run is a process of its own: a rule that was changed is read anew. Raises ``Stop`` without ``watchfiles``.
    """
    try:
        from watchfiles import watch
    except ModuleNotFoundError:
        stop("--watch needs the package watchfiles: pip install watchfiles")
    options = {"--book": book, "--only": only, "--clause": clause, "--tables": str(tables or "")}
    command = [sys.executable, "-m", "flagplot", "case", "run", "--quiet", *map(str, files)]
    for option, value in options.items():
        command += [option, value] if value else []
    seen = [Path(flagplot.__file__).parent, *files, *([tables] if tables else [])]
    for path in seen:
        if not is_folder(path) and not there_is(path):
            stop(f"there is no file or folder {path}")
    changes = watch(*seen, watch_filter=_is_ours, yield_on_timeout=True, rust_timeout=500, raise_interrupt=False)
    next(changes, None)  # the watch stands before the first run, so that nothing saved meanwhile is missed
    subprocess.run(command, check=False)
    for changed in changes:
        if changed:
            console().rule(", ".join(sorted({Path(path).name for _, path in changed})))
            subprocess.run(command, check=False)


def _is_ours(_: object, path: str) -> bool:
    """True for a file that may change what a case gives."""
    return path.endswith(WATCHED)
