"""Sentences of events: fields by their nouns, agreement of number, parts left out; and who learns
of what."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import msgspec
import pytest

from flagplot.table.core.procedure import LensedEvent
from flagplot.table.language import Choice, Language, ListNoun, NamedNoun, Thing
from flagplot.table.language.event_sentences import (
    NOBODY,
    OWNER,
    Audience,
    AudienceEvent,
    EventSentences,
)
from flagplot.table.language.sentences import (
    compile_template,
    fill_template,
    format_value,
    placeholders,
)
from flagplot.table.language.wordbook import Wordbook, WordsError

NAMES = {"A": "Hood", "B": "Renown"}
L = Language(synonyms={})
SHIP = L.noun(
    NamedNoun(
        "ship",
        lambda view, side: [Thing("A", "A")],
        call=lambda view, x: view.get(x, "a ship"),
        plural=lambda view, x: x == "D",
    )
)
SIDE = L.noun(
    Choice(
        "Axis",
        "Allied",
        name="side",
        call=lambda view, x: "the Allies" if x == "Allied" else x,
        plural=lambda view, x: x == "Allied",
    )
)
Ship = Annotated[str, SHIP]


class Fall(msgspec.Struct, frozen=True):
    port: str
    to: str
    how: str = ""
    units: int = 7


class Moved(AudienceEvent, frozen=True, tag="moved"):
    audience = Audience(OWNER)
    side: Annotated[str, SIDE]
    ships: tuple[Ship, ...]
    via: Annotated[tuple[str, ...], ListNoun(SHIP, spoken="; ")] = ()
    cost: int = 0
    clause: str = ""


class Fell(AudienceEvent, frozen=True, tag="fell"):
    audience = Audience(hides=("fall.units", "guns"), owner="fall.to")
    fall: Fall
    guns: tuple[str, ...]
    clause: str = ""


class Hit(AudienceEvent, frozen=True, tag="hit"):
    ship: Ship
    hits: int
    clause: str = ""


class Crept(AudienceEvent, frozen=True, tag="crept"):
    audience = Audience(hides=("cost",), secret="secret")
    side: str
    cost: int = 0
    secret: bool = False
    clause: str = ""


class Kept(AudienceEvent, frozen=True, tag="kept"):
    audience = Audience(NOBODY)
    side: str
    clause: str = ""


class Silent(AudienceEvent, frozen=True, tag="silent"):
    clause: str = ""


WORDS = Wordbook.read(
    "toy",
    """
[event]
moved = "{side} {side:agree spends spend} {cost:plural MP MPs}: {ships} {ships:agree sails sail}[ by {via}]."
"fell fall.how=overrun" = "{fall.to:side} {fall.to:side agree overruns overrun} {fall.port}."
"fell guns" = "{fall.port} falls to {fall.to:side} with {guns:plural gun guns}."
fell = "{fall.port} falls to {fall.to:side}."
hit = "{ship} {ship:agree takes take} {hits:plural hit hits}{more:if  and burns|}."
""",
)
TELLER = EventSentences(L, lambda: WORDS)


@TELLER.extra_values(Hit)
def burning(event: Hit, view: Any) -> dict[str, bool]:
    return {"more": event.hits > 2}


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Moved("Axis", ("A",), cost=1), "Axis spends 1 MP: Hood sails."),
        (
            Moved("Allied", ("A", "B"), ("A", "B"), 3),
            "The Allies spend 3 MPs: Hood and Renown sail by Hood; Renown.",
        ),
        (Moved("Axis", ("A", "Z"), cost=0), "Axis spends 0 MPs: Hood and a ship sail."),
        (Fell(Fall("Oslo", "Allied", "overrun"), ()), "The Allies overrun Oslo."),
        (Fell(Fall("Oslo", "Axis", "overrun"), ()), "Axis overruns Oslo."),
        (Fell(Fall("Oslo", "Allied"), ("x", "y")), "Oslo falls to the Allies with 2 guns."),
        (Fell(Fall("Oslo", "Axis"), ()), "Oslo falls to Axis."),
        (Hit("A", 1), "Hood takes 1 hit."),
        (Hit("D", 3), "A ship take 3 hits and burns."),
        (Silent(), ""),
    ],
)
def test_what_is_told(event: Any, told: str) -> None:
    assert TELLER.say(event, NAMES) == told


def test_an_event_inside_a_battle_is_told_as_itself() -> None:
    class Lens(NamedTuple):
        place: str = ""

    assert TELLER.say(LensedEvent(Lens(), Hit("A", 1)), NAMES) == "Hood takes 1 hit."  # type: ignore[arg-type]


def test_a_sentence_that_cannot_be_made_says_where() -> None:
    bad = EventSentences(L, lambda: Wordbook.read("toy", "[event]\nhit = '{boat} sinks'"))
    with pytest.raises(WordsError, match=r"toy: event.hit: .*boat"):
        bad.say(Hit("A", 1), NAMES)


def test_who_learns_of_it() -> None:
    moved = Moved("Axis", ("A",))
    assert moved.seen_by("Axis") is moved
    assert moved.seen_by("Allied") is None
    assert moved.seen_by("") is None
    fell = Fell(Fall("Oslo", "Axis", "overrun", 3), ("x",))
    assert fell.seen_by("Axis") is fell
    assert fell.seen_by("Allied") == Fell(Fall("Oslo", "Axis", "overrun", 7), ())
    hit = Hit("A", 1)
    assert hit.seen_by("") is hit


def test_logs_keep_what_is_typed_as_nouns() -> None:
    moved = Moved("Axis", ("A", "B"), ("A",), 3, "1")
    assert msgspec.json.decode(msgspec.json.encode(moved), type=Moved) == moved


@pytest.mark.parametrize("broken", ["a [b", "a] b", "[a [b]]", "{a"])
def test_broken_sentences(broken: str) -> None:
    with pytest.raises(ValueError, match=r"bracket|'}'|\}"):
        compile_template(broken)


def test_slots() -> None:
    parts = compile_template("{a:words}[ {b}] {c:percent} {d:list} {{x}}")
    values: dict[str, Any] = {"a": "by-night", "b": "", "c": 41.6, "d": ("x", "y")}
    assert fill_template(parts, values.__getitem__, format_value) == "by night 42 % x and y {x}"
    assert placeholders("{a}[ {b:agree is are}]") == {"a", "b"}


def test_an_event_may_be_secret_as_it_says_or_told_to_nobody() -> None:
    seen = Crept("Axis", 4)
    assert (seen.seen_by("Axis"), seen.seen_by("Allied")) == (seen, Crept("Axis"))
    hidden = Crept("Axis", 4, secret=True)
    assert (hidden.seen_by("Axis"), hidden.seen_by("Allied"), hidden.seen_by("")) == (
        hidden,
        None,
        None,
    )
    assert (Kept("Axis").seen_by("Axis"), Kept("").seen_by("")) == (None, None)
