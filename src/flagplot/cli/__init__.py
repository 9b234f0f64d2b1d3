"""The command line: ``flagplot COMMAND``. Exit codes: 0 done, 1 a negative result, 2 the command
cannot be carried out."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    from .app import run

    return run(argv)
