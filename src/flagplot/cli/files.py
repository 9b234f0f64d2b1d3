"""Files of the command line: reading and writing, with errors that name file, reason and remedy."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import NoReturn

LARGEST = 256 * 1024 * 1024
"""Largest file that a command reads, in bytes."""


LARGEST_TEXT = 8 * 1024 * 1024
"""Largest file of cases or tables, in bytes."""


class CommandError(Exception):
    """A command that cannot go on: a sentence for the person who typed it, and the exit code."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


def stop(message: str, code: int = 2) -> NoReturn:
    """Stop the command with *message*. Raises :class:`CommandError`."""
    raise CommandError(message, code)


def without_control_characters(text: str) -> str:
    """Return *text* without control characters: content of a file or a name must not control the
    terminal."""
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def read_text(path: Path, what: str = "file", largest: int = LARGEST) -> str:
    """Return the text of a file, without a byte order mark. Raises :class:`CommandError` for a
    missing, huge, unreadable or binary one."""
    try:
        return read_bytes(path, what, largest).decode("utf-8-sig")
    except UnicodeDecodeError as e:
        stop(f"{path_text(path)}: this {what} is not text (byte {e.start} is not UTF-8)")


def read_bytes(path: Path, what: str = "file", largest: int = LARGEST) -> bytes:
    """Return the bytes of a file; ``-`` is standard input. Raises :class:`CommandError`."""
    if str(path) == "-":
        data = sys.stdin.buffer.read(largest + 1)
        if len(data) > largest:
            stop(f"standard input: this {what} is larger than {largest // 1024 // 1024} MB")
        return data
    from flagplot.room.files import FileError, read_file

    try:
        return read_file(path, what, largest)
    except FileError as e:
        stop(str(e))


def file_exists(path: Path, what: str = "file") -> bool:
    """Return whether a file exists. Raises :class:`CommandError` for something that is not a file,
    or an impossible name."""
    from flagplot.room.files import FileError, plain_file

    try:
        return plain_file(path, what)
    except FileError as e:
        stop(str(e))


def files_within(
    folder: Path, pattern: str, what: str = "files", *, deep: bool = False
) -> list[Path]:
    """Return the files of a folder, sorted. Raises :class:`CommandError`."""
    from flagplot.room.files import FileError, files_in

    try:
        return files_in(folder, pattern, what, deep=deep)
    except FileError as e:
        stop(str(e))


def path_text(path: Path) -> str:
    """Return the name of a file for messages."""
    from flagplot.room.files import short_path

    return "standard input" if str(path) == "-" else short_path(path)


def write_text(path: Path, text: str, what: str = "file", *, private: bool = False) -> None:
    """Write a file completely or not at all; a *private* one is readable by its owner only. Raises
    :class:`CommandError`."""
    file_exists(path, what)
    beside = path.with_name(f"{path.name}.{os.getpid()}.part") if path.name else path
    try:
        beside.touch(0o600 if private else 0o666)
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            # without this a power cut may leave the new name on a file without its content
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as e:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        if not path.parent.exists():
            stop(
                f"{path_text(path)}: the {what} cannot be written: there is no folder "
                f"{path_text(path.parent)}; make it first"
            )
        stop(f"{path_text(path)}: the {what} cannot be written ({e.strerror or e})")


def table_files(folder: Path | None) -> tuple[tuple[str, str], ...]:
    """Return the table files of an owner's folder as pairs (name, text). Raises
    :class:`CommandError` when there are none."""
    if folder is None:
        return ()
    found = tuple(
        (str(p), read_text(p, "table file", LARGEST_TEXT))
        for p in files_within(folder, "*.toml", "tables (*.toml)")
    )
    if not found:
        stop(
            f"{path_text(folder)} holds no table files (*.toml); `flagplot tables BOOK` shows what "
            "can be replaced"
        )
    return found


def seed_file(log: Path) -> Path:
    """Return the path of a log's secret seed, kept while the game goes on: beside the log, never in
    it."""
    return log.with_name(log.name + ".seed")


def secret_seed_of(log: Path) -> bytes | None:
    """Return the secret seed from the file beside a log, or ``None``. Raises :class:`CommandError`
    when it cannot be read."""
    secret = seed_file(log)
    if not file_exists(secret, "seed file"):
        return None
    try:
        return bytes.fromhex(read_text(secret, "seed file").strip())
    except ValueError:
        stop(f"{secret}: not a seed in hex; take the file as it was written")
