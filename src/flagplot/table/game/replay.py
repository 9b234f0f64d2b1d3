"""A game rebuilt from its log, and the endings that players agree on.

Entries are taken in as they stand; an unfinished step is run again. A game ends by resignation, by an agreed draw, or when a
side is silent past the limit and the other closes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ..contract.rulebook import Rulebook
from ..core.errors import LogError
from ..log.reading import Unseeded, check_header, dice_of, read_header, read_log, rulings_from, setup_of
from ..setup.data_files import DataError

if TYPE_CHECKING:
    from . import Game


def open_log(
    game_class: type[Game], lines: Iterable[str | bytes], book_of: Callable[[str], Rulebook[Any]], seed: bytes | None
) -> Game:
    """See :meth:`flagplot.table.game.Game.open`."""
    held = list(lines)
    if not held:
        raise LogError(1, "the log is empty", "take the whole log")
    header = read_header(held[0])
    try:
        book = book_of(header.rulebook)
    except KeyError as e:
        raise LogError(1, str(e.args[0]), "install the rule book it was played with") from None
    check_header(header, book)
    entries, kept, chains = read_log(held, book)
    try:
        ruled = rulings_from(header)
        state = book.start(setup_of(header), ruled)
    except (KeyError, DataError) as e:
        raise LogError(1, f"the game cannot be set up: {e}", "open it with the version that made it") from None
    game = game_class(book, header, ruled, state, dice_of(header, seed))
    other = ""
    if header.version != book.version:
        other = f"played under version {header.version} of {book.id}, this is {book.version}"
    elif ruled.digest != header.digest:
        other = f"played with other tables or switches of {book.id} than this program has"
    game.fold(entries, other, kept, chains)
    if not game.read_only and isinstance(game.dice, Unseeded) and game.outcome is None:
        game.read_only = "its dice are sealed and their secret seed is not here: it can be looked at"
    return game
