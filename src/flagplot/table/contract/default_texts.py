
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.requests import Facts
from ..language.sentences import capital
from ..language.wordbook import WordsError, words_of

if TYPE_CHECKING:
    from ..book import Rulebook


def label_of_roll(book: Rulebook[Any], why: str, about: Facts, view: Any) -> str:
    """What a roll is for, in the book's words, ids in its facts by the names the side knows from its *view*."""
    words = words_of(book.id)
    try:
        text = words.roll_label(why, named_facts(book, about, view)) if words is not None else why.replace("-", " ")
    except WordsError:
        text = why.replace("-", " ")
    return capital(text)


def named_facts(book: Rulebook[Any], about: Facts, view: Any) -> Facts:
    """Facts with the names a side knows in the place of ids, lists of them (parted by commas) too."""
    return tuple((k, ", ".join(book.named(view, id) for id in v.split(", ")) if isinstance(v, str) else v) for k, v in about)
