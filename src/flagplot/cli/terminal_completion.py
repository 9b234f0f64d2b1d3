"""Tab completion of the lines that a player types."""

from __future__ import annotations

import sys

from flagplot.table import Ask, Single

from .slash_commands import HELP
from .terminal_game import TerminalGame


class Completer:
    """Tab completion for one line, where the terminal has readline."""

    def __init__(self, table: TerminalGame, side: str, request: Single) -> None:
        self.table, self.side, self.request = table, side, request
        self.found: list[str] = []

    def __enter__(self) -> None:
        if not sys.stdin.isatty() or self.table.read is not input:
            return
        try:
            import readline
        except ImportError:
            return
        readline.set_completer_delims("")
        readline.set_completer(self._next)
        readline.parse_and_bind("tab: complete")

    def __exit__(self, *exc: object) -> None:
        if "readline" in sys.modules:
            sys.modules["readline"].set_completer(None)

    def _next(self, text: str, state: int) -> str | None:
        if state == 0:
            self.found = self.words(text)
        return self.found[state] if state < len(self.found) else None

    def words(self, text: str) -> list[str]:
        """Return whole lines that begin with *text*."""
        if text.startswith("/"):
            heads = [line.split()[0] for line in HELP.splitlines() if line.startswith("  /")]
            return [h for h in heads if h.startswith(text)]
        if isinstance(self.request, Ask):
            return [str(o) for o in self.request.options if str(o).startswith(text)]
        return self.table.goings_on(self.side, self.request, text)


def forget_typed() -> None:
    """Empty the history of the arrow keys: it holds what the other side typed."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()
