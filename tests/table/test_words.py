"""The composer of sentences: what it makes, and that nothing missing goes unnoticed."""

from __future__ import annotations

import pytest

from flagplot.table import Ask, Refusal, Remedy, Roll, facts
from flagplot.table.core.roll_specs import Sum
from flagplot.table.language.sentences import join_with_and, placeholders
from flagplot.table.language.wordbook import Wordbook, WordsError, words_of

TEXT = """
[refusal.port-full]
title = "{port} is full"
text = "{culprits} cannot base at {port}: {factors:plural factor factors} ({clause})."
[refusal.held]
title = "Held"
text = "{culprits} {culprits:agree lies lie} at {port}[, {culprits} too]."
[remedy]
both = "Without {culprits}, who {culprits:agree is are} there"
detach = "Leave {ship} behind: {order}"
[event]
moved = "{unit} sails to {place}."
listed = "{ships} and {odds:percent} {x:>3}"
[prompt.interception]
question = "{side}: intercept at {hex}?"
detail = "The chance is {odds:percent}."
[prompt.interception.options]
hold = "Let them pass"
"{n:d} of {ship}" = "{n:plural squadron squadrons} of {ship}"
"{n:d} from {ship} at {rest}" = "{n} against {rest}"
"*" = "With {option}"
[prompt.plain]
question = "Well?"
[roll]
closing = "{unit} closes"
[term]
danger = "he finds you there"
"moving patrol" = "enters {hex}"
"moving *" = "is at sea"
"""
WORDS = Wordbook.read("toy/words.toml", TEXT)


def test_sentences() -> None:
    remedies = (Remedy("detach", "move B to 3", facts(ship="A")),)
    refusal = Refusal("21.11", "port-full", ("a", "b"), facts(port="Scapa", factors=1), remedies)
    said = WORDS.refusal(refusal, str.upper)
    assert said.title == "Scapa is full"
    assert said.sentence == "A and B cannot base at Scapa: 1 factor (21.11)."
    assert said.remedies == (("Leave A behind: move B to 3", "move B to 3"),)
    assert said.refusal is refusal
    assert WORDS.term("danger") == "he finds you there"
    assert WORDS.term("moving", "patrol", hex="J30") == "enters J30"
    assert (WORDS.term("moving", "raid", hex="J30"), WORDS.term("moving")) == (
        "is at sea",
        "is at sea",
    )
    assert WORDS.term("battle", "hold", "") == ""
    with pytest.raises(WordsError, match="term"):
        WORDS.term("safety")
    assert WORDS.line("moved", unit="Hood", place="J30", more=1) == "Hood sails to J30."
    assert WORDS.line("listed", ships=("a", "b", "c"), odds=41.6, x=7) == "a, b and c and 42 %   7"
    ask = Ask("Axis", ("hold", "Hood"), "1", "interception", facts(hex="J30", odds=40))
    assert WORDS.question(ask) == "Axis: intercept at J30?"
    assert WORDS.detail(ask) == "The chance is 40 %."
    assert WORDS.option(ask, "hold") == "Let them pass"
    assert WORDS.option(ask, "Hood") == "With Hood"
    assert [WORDS.option(ask, x) for x in ("1 of Hood", "2 of Hood")] == [
        "1 squadron of Hood",
        "2 squadrons of Hood",
    ]
    assert WORDS.option(ask, "2 from Hood at the light ships") == "2 against the light ships"
    assert WORDS.option(ask, "some of Hood") == "With some of Hood"
    plain = Ask("Axis", ("a",), "1", "plain")
    assert (WORDS.detail(plain), WORDS.option(plain, "a")) == ("", "a")
    assert WORDS.roll(Roll(Sum(2), "1", "closing", about=facts(unit="Hood"))) == "Hood closes"
    assert (join_with_and([]), join_with_and(["a"]), join_with_and("ab")) == ("", "a", "a and b")
    assert placeholders("{a} {b:percent} {{c}}") == {"a", "b"}
    assert WORDS.missing_templates(
        refusals=["port-full", "x"], events=["moved", "y"], rolls=["z"]
    ) == [
        "refusal.x",
        "event.y",
        "roll.z",
    ]
    assert ("event.moved", "{unit} sails to {place}.") in WORDS.templates()


def test_a_refusal_and_its_remedy_agree_with_the_culprits() -> None:
    def said(*culprits: str) -> tuple[str, str]:
        refusal = Refusal("1", "held", culprits, facts(port="Scapa"), (Remedy("both", ""),))
        text = WORDS.refusal(refusal)
        return text.sentence, text.remedies[0][0]

    assert said("A") == ("A lies at Scapa, A too.", "Without A, who is there")
    assert said("A", "B", "A") == (
        "A and B lie at Scapa, A and B too.",
        "Without A and B, who are there",
    )


def test_missing_entries_and_values_are_errors() -> None:
    with pytest.raises(WordsError, match=r"toy/words.toml: no \[refusal\] entry for 'odd'"):
        WORDS.refusal(Refusal("1", "odd"))
    with pytest.raises(
        WordsError,
        match=r"refusal.port-full.title: no value for \{port\}; there are clause, culprits",
    ):
        WORDS.refusal(Refusal("1", "port-full"))
    with pytest.raises(WordsError, match=r"event\.moved"):
        WORDS.line("moved", unit="x")
    with pytest.raises(WordsError, match="event"):
        WORDS.line("sunk")
    assert not WORDS.lines("sunk")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[refusals]", "none of refusal"),
        ("[refusal.a]\ntitle='x'", "exactly title and text"),
        ("[prompt.a]\ntext='x'", "needs question"),
        ("[event]\na='{b'", "event.a"),
        ("[event", "toy"),
    ],
)
def test_bad_files_are_told(text: str, told: str) -> None:
    with pytest.raises(WordsError, match=told):
        Wordbook.read("toy", text)


def test_a_book_without_words_is_told() -> None:
    with pytest.raises(WordsError, match="no such file"):
        Wordbook.load("nobook")


def test_the_words_of_a_book_are_read_once() -> None:
    assert Wordbook.load("campaign") is words_of("campaign")
