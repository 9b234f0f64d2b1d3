"""Reading of files named by a person: completely, up to a size limit, without blocking on a pipe or
device."""

from __future__ import annotations

import stat
from pathlib import Path


class FileError(ValueError):
    """A file that cannot be used; the message names it."""


def plain_file(path: Path, what: str = "file") -> bool:
    """Return whether *path* is an existing file. Raises :class:`FileError` for a folder, a pipe, a
    device or an impossible name."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as e:
        raise FileError(
            f"{short_path(path)}: cannot be read ({getattr(e, 'strerror', None) or e})"
        ) from None
    if stat.S_ISDIR(mode):
        raise FileError(f"{short_path(path)} is a folder; a {what} is needed")
    if not stat.S_ISREG(mode):
        raise FileError(f"{short_path(path)} is a pipe or a device; a {what} is needed")
    return True


def is_folder(path: Path) -> bool:
    """Return whether *path* is a folder; false for an impossible name."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def read_file(path: Path, what: str, largest: int) -> bytes:
    """Return the bytes of a file. Raises :class:`FileError` for one that is missing, not a plain
    file, too large or unreadable."""
    if not plain_file(path, what):
        raise FileError(f"there is no {what} {short_path(path)}")
    try:
        # one byte above the limit: the file may grow while it is read
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except OSError as e:
        raise FileError(f"{short_path(path)}: cannot be read ({e.strerror or e})") from None
    if len(data) > largest:
        raise FileError(
            f"{short_path(path)}: this {what} is larger than {largest // 1024 // 1024} MB"
        )
    return data


def read_text_file(path: Path, what: str, largest: int) -> str:
    """Return the text of a file, without a byte order mark. Raises :class:`FileError`, also when it
    is not UTF-8."""
    try:
        return read_file(path, what, largest).decode("utf-8-sig")
    except UnicodeDecodeError as e:
        raise FileError(
            f"{short_path(path)}: this {what} is not text (byte {e.start} is not UTF-8)"
        ) from None


def files_in(folder: Path, pattern: str, what: str = "files", *, deep: bool = False) -> list[Path]:
    """Return the files of a folder, sorted. Raises :class:`FileError` when it is not a folder or
    cannot be read."""
    try:
        if not folder.is_dir():
            raise FileError(
                f"{short_path(folder)} is not a folder; name the folder that holds your {what}"
            )
        return sorted(folder.rglob(pattern) if deep else folder.glob(pattern))
    except (OSError, RecursionError) as e:
        raise FileError(
            f"{short_path(folder)}: cannot be read "
            f"({getattr(e, 'strerror', None) or 'nested too deeply'})"
        ) from None


def short_path(path: Path) -> str:
    """Return a path for a message; a long one is shortened."""
    text = str(path)
    return text if len(text) <= 300 else f"{text[:150]}…{text[-100:]}"
