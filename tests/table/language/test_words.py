"""Rules by which two spellings count as one word."""

from __future__ import annotations

from difflib import get_close_matches
from random import Random

import pytest

from flagplot.boards.name_folding import fold_umlauts
from flagplot.table.language.scan import CLOSE, Lexicon, Tokens, letter_bits
from flagplot.table.language.template_syntax import split_template
from flagplot.table.language.tokens import TOKENS, fold, one_and_many


@pytest.mark.parametrize(
    "same",
    [
        ("Lützow", "Luetzow", "lutzow", "LÜTZOW"),
        ("Köln", "Koeln", "KOLN"),
        ("Gießen", "giessen"),
        ("Ærø", "aero", "Äro"),
        ("Ålesund", "Aalesund", "alesund"),
        ("Cap d’Ail", "cap d'ail"),
    ],
)
def test_letters_are_folded(same: tuple[str, ...]) -> None:
    assert len({fold(w) for w in same}) == 1
    assert len({fold_umlauts(w) for w in same}) == 1


def test_ids_are_not() -> None:
    ids = ("AA7", "A7", "AE7", "OE12", "O12", "CAA", "CA", "GCAA", "GCA")
    assert len({fold(w) for w in ids}) == len({fold_umlauts(w) for w in ids}) == len(ids)


@pytest.mark.parametrize(
    ("one", "many"),
    [("mine", "mines"), ("battery", "batteries"), ("class", "classes"), ("dd", "dds")],
)
def test_plurals(one: str, many: str) -> None:
    assert many in one_and_many(one)
    assert len(one) < 3 or one in one_and_many(many)


def test_brackets_must_match() -> None:
    assert split_template("a {b} [c {d}] to") == ["a ", ("b", ""), ["c ", ("d", "")], " to"]
    for source in ("a [b", "a b]"):
        with pytest.raises(ValueError, match="bracket"):
            split_template(source)


def test_near_names_are_those_of_the_whole_list() -> None:
    """Names with too few letters in common are passed over before they are compared: that changes
    nothing of what is found."""
    lots = Random(5)
    for _ in range(300):
        names = [
            "".join(lots.choice("abcdeé 1-") for _ in range(lots.randint(1, 9))) for _ in range(40)
        ]
        key = "".join(lots.choice("abcdef 1") for _ in range(lots.randint(1, 9)))
        shelf = Lexicon([(n, (n,)) for n in dict.fromkeys(names)], Tokens(TOKENS))
        assert shelf._close(key) == get_close_matches(key, shelf.words, 4, CLOSE)
        assert all(letter_bits(n) | letter_bits(key) == letter_bits(n + key) for n in names)
