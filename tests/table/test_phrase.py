"""Lines put into other words by the first row that fits."""

from __future__ import annotations

import re

from flagplot.table.phrase import Phrase, rewritten

ROWS = (
    (Phrase(r"(\w+) has (no|\d+) (?:hit|hits)( left)?"), "{0} hits {1}{2}"),
    (Phrase(r"(\w+) is (.+)", re.IGNORECASE), "{whose} {0}: {1}"),
)


def test_the_first_row_that_fits_the_whole_line_writes_it() -> None:
    assert rewritten("Hood has 3 hits", ROWS, whose="Allied") == "Hood hits 3"
    assert rewritten("Hood IS sunk", ROWS, whose="Allied") == "Allied Hood: sunk"
    assert rewritten("Hood has 3 hits today", ROWS, whose="Allied") is None


def test_words_stand_for_what_they_mean() -> None:
    assert rewritten("Hood has no hits left", ROWS, {"no": "0"}) == "Hood hits 0 left"
    assert rewritten("Hood has no hits", ROWS) == "Hood hits no"
