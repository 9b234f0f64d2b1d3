"""Files that somebody names: read whole, up to a limit, and never waited for."""

from __future__ import annotations

import stat
from pathlib import Path


class FileError(ValueError):
    """A file that cannot be used: a sentence that names it."""


def plain_file(path: Path, what: str = "file") -> bool:
    """Whether *path* is a file that is there. Raises :class:`FileError` for a folder, a pipe, a
    device, a name that cannot be."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as e:
        raise FileError(
            f"{shown(path)}: cannot be read ({getattr(e, 'strerror', None) or e})"
        ) from None
    if stat.S_ISDIR(mode):
        raise FileError(f"{shown(path)} is a folder; a {what} is wanted")
    if not stat.S_ISREG(mode):
        raise FileError(f"{shown(path)} is a pipe or a device; a {what} is wanted")
    return True


def is_folder(path: Path) -> bool:
    """Whether *path* is a folder; a name no file can have is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def read_file(path: Path, what: str, largest: int) -> bytes:
    """The bytes of a file. Raises :class:`FileError` for one that is missing, no plain file, too
    large or unreadable."""
    if not plain_file(path, what):
        raise FileError(f"there is no {what} {shown(path)}")
    try:
        with path.open("rb") as file:  # no more than the limit: the file may grow while it is read
            data = file.read(largest + 1)
    except OSError as e:
        raise FileError(f"{shown(path)}: cannot be read ({e.strerror or e})") from None
    if len(data) > largest:
        raise FileError(f"{shown(path)}: this {what} is larger than {largest // 1024 // 1024} MB")
    return data


def read_words(path: Path, what: str, largest: int) -> str:
    """The text of a file, without a byte order mark. Raises :class:`FileError`, also for one that
    is not UTF-8."""
    try:
        return read_file(path, what, largest).decode("utf-8-sig")
    except UnicodeDecodeError as e:
        raise FileError(
            f"{shown(path)}: this {what} is not text (byte {e.start} is not UTF-8)"
        ) from None


def files_in(folder: Path, pattern: str, what: str = "files", *, deep: bool = False) -> list[Path]:
    """The files of a folder, sorted. Raises :class:`FileError` when it is none or cannot be
    read."""
    try:
        if not folder.is_dir():
            raise FileError(
                f"{shown(folder)} is not a folder; the one that holds your {what} is wanted"
            )
        return sorted(folder.rglob(pattern) if deep else folder.glob(pattern))
    except (OSError, RecursionError) as e:
        raise FileError(
            f"{shown(folder)}: cannot be read "
            f"({getattr(e, 'strerror', None) or 'nested too deeply'})"
        ) from None


def shown(path: Path) -> str:
    """A path as it is named in a sentence: not its whole length."""
    text = str(path)
    return text if len(text) <= 300 else f"{text[:150]}…{text[-100:]}"
