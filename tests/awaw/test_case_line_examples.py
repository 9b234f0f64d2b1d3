"""Case lines of A World at War: the example of each line reads, and orders are written as they are
read."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from flagplot import rulebooks
from flagplot.rulebooks.awaw.case_lines.nouns import lines
from flagplot.table import Setup, TextError, rulings

BOOK = rulebooks.book("awaw")
DATA = Path(__file__).parents[2] / "docs" / "data" / "case-lines-awaw.toml"
EXPLAINED = tomllib.loads(DATA.read_text("utf-8"))


def position():
    """A position in which the examples' units and places exist."""
    state = BOOK.case_start(Setup("", "", "current", ()), rulings("awaw"))
    for line in (
        "ship Hood at Liverpool",
        "ship Furious at Rosyth",
        "DD 5 Britain at Gibraltar as UK-DD-1",
        "CA 2 Britain at Gibraltar as UK-CA-1",
        "AAF 1 Britain at Malta as UK-AAF-1",
        "AAF 1 Italy at Naples as IT-AAF-1",
        "INF 1 Germany at Kiel as GE-INF-1",
        "CV 3 Japan at Tokyo as JA-CV-Akagi",
        "DD 3 Japan at Tokyo as JA-DD-1",
        "BC 3 Germany at Kiel as GE-BC-1",
        "TF 1 of UK-CA-1",
        "CA 2 Germany at Kiel as GE-CA-1",
        "CA 2 Germany at Kiel as GE-CA-2",
        "raiders GE-CA-1 in Atlantic number 1",
    ):
        state = BOOK.given(state, line)
    return state


@pytest.mark.parametrize("kind", ["given", "fact"])
def test_examples_of_lines_read_as_their_line(kind):
    state = position()
    for grammar, (example, _) in EXPLAINED[kind].items():
        assert lines.read_by(kind, example, state).grammar() == grammar


@pytest.mark.parametrize(
    "example",
    [
        "base change UK-BC-Hood to Gibraltar via O15",
        "patrol UK-BC-Hood, UK-DD-1:3 to M18 as TF1",
        "withdraw Allied-1",
        "redeploy UK-DD-1 to Malta via AA9",
        "form TF1 with UK-BC-Hood",
        "build port at M47 by U.S.",
        "assign 3 RPs to ports",
        "intercept UK-BC-Hood at B31",
        "counter UK-BC-Hood",
        "eliminate UK-DD-1:2",
        "idle UK-BC-Hood",
        "uninvert UK-DD-1",
        "displace UK-BC-Hood to Gibraltar",
        "supply from Atlantic U.S. box to Liverpool with UK-BC-Hood",
        "occupy AA7 by Axis",
        "strike UK-BC-Hood at B31",
        "done",
        "pass",
        "base change UK-BC-Hood to Plymouth; UK-DD-1 to Malta via AA9",
    ],
)
def test_orders_are_written_as_they_are_read(example):
    state = position()
    if example.startswith("withdraw"):
        with pytest.raises(TextError):
            BOOK.parse(example, state, "Allied")
        return
    order = BOOK.parse(example, state, "Allied")
    assert BOOK.text(order) == example
    assert BOOK.parse(BOOK.text(order), state, "Allied") == order


def test_unknown_lines_say_what_there_is():
    with pytest.raises(TextError) as e:
        BOOK.given(position(), "Gibraltar is rather nice")
    assert e.value.expected
    with pytest.raises(TextError):
        BOOK.holds(position(), position(), "the weather is fine")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "base change",
        "base change Nobody to Gibraltar",
        "base change Hood to Atlantis",
        "sail Hood",
        "patrol Hood",
        "base change Hood:2 to Malta",
        "base change UK-DD-1:9 to Malta",
        "base change Hood to Malta to Gibraltar",
        "transport",
        "form with Hood",
        "build port at",
    ],
)
def test_bad_texts_are_text_errors(text):
    with pytest.raises(TextError):
        BOOK.parse(text, position(), "Allied")
