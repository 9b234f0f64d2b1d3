"""The error that boards raise."""

from __future__ import annotations

from collections.abc import Sequence


class BoardError(ValueError):
    """A place, hex or board that does not exist or cannot be read.

    ``suggestions`` holds the most similar names, best first; the message already mentions them.
    """

    def __init__(self, message: str, suggestions: Sequence[str] = ()) -> None:
        self.suggestions: tuple[str, ...] = tuple(suggestions)
        if self.suggestions:
            message = f"{message}; did you mean {' or '.join(self.suggestions[:4])}?"
        super().__init__(message)
