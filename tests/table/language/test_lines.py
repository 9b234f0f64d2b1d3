"""Case lines by declaration: exact, with near lines for what nobody knows and near names for
slips."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language import CaseLines, Choice, Found, ListNoun, Title, comparison

from . import fleet as f
from .fleet import TRUTH, L, View

lines = CaseLines(L)
Anybody = Annotated[str, f.ENEMY]
Side = Annotated[str, Choice("Axis", "Allied", also={"Allies": "Allied"}, name="side")]


@lines.given("ship {id} {name}, {side} ({kind}) [at {place}] [strength {strength}] [{hidden}]")
def ship(
    state: View,
    id: str,
    name: Annotated[str, Title()],
    side: Side,
    kind: str,
    place: f.Place = "",
    strength: int = 4,
    hidden: bool = False,
) -> View:
    return replace(
        state, ships={**state.ships, id: f.Ship(id, name, side, kind, place, hidden, strength)}
    )


@lines.given("{ships} at {place}")
def put(state: View, ships: Annotated[tuple[str, ...], ListNoun(f.ENEMY)], place: f.Place) -> View:
    return replace(
        state, ships={k: replace(s, at=place) if k in ships else s for k, s in state.ships.items()}
    )


@lines.fact("{ship} at {place}")
def at(state: View, ship: Anybody, place: f.Place) -> Found:
    return comparison(state.ships[ship].at, place)


@lines.fact("{ship} left {place}")
def left(before: View, state: View, ship: Anybody, place: f.Place) -> Found:
    return before.ships[ship].at == place != state.ships[ship].at, state.ships[ship].at


@lines.fact("ships of {side} {n}")
def count(state: View, side: Side, n: int) -> Found:
    return comparison(sum(s.side == side for s in state.ships.values()), n)


@lines.fact("search of {ship} {n}")
def search(state: View, ship: Anybody, n: int | None) -> Found:
    return comparison(None if state.ships[ship].hidden else 2, n)


@lines.fact("{ship} {state_}")
def is_so(state: View, ship: Anybody, state_: Literal["afloat", "sunk"]) -> Found:
    return comparison("afloat" if state.ships[ship].strength else "sunk", state_)


lines.fields(Anybody, lambda s, id: s.ships[id], flags=("hidden",), numbers=("strength",))
lines.fields(
    Anybody,
    lambda s, id: s.ships[id],
    flags={"out of sight": "hidden"},
    numbers={"has {value} SPs": "strength"},
    put=lambda s, id, field, value: replace(
        s, ships={**s.ships, id: replace(s.ships[id], **{field: value})}
    ),
)


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("Bismarck at Kiel", True),
        ("GE-BB-1 at Stage", False),
        ("ships of Axis 6", True),
        ("ships of the Allies 3", True),
        ("Seraph hidden", True),
        ("Bismarck hidden", False),
        ("Bismarck strength 4", True),
        ("UK-BC-1 strength 3", False),
        ("search of Hood 2", True),
        ("search of Seraph none", True),
        ("Luetzow afloat", True),
        ("Lützow sunk", False),
        ("Prinz Eugen at 20,11", False),
        ("Bismarck is at Kiel", True),
        ("Bismarck strength is 4", True),
        ("Lützow is sunk", False),
    ],
)
def test_facts(line: str, holds: bool) -> None:
    assert lines.holds(TRUTH, TRUTH, line.replace("the Allies", "Allied"))[0] is holds


def test_what_was_found_is_told() -> None:
    assert lines.holds(TRUTH, TRUTH, "Bismarck at Stage") == (False, "Kiel")


def test_positions_are_put_on_the_board() -> None:
    state = lines.put(TRUTH, "ship UK-CV-1 Ark Royal, Allied (CV), at Scapa Flow, strength 9")
    assert state.ships["UK-CV-1"] == f.Ship(
        "UK-CV-1", "Ark Royal", "Allied", "CV", "Scapa Flow", False, 9
    )
    state = lines.put(state, "Ark Royal, Hood and Renown at 20,11.")
    assert {k for k, s in state.ships.items() if s.at == "20,11"} == {
        "UK-CV-1",
        "UK-BC-1",
        "UK-BC-2",
    }
    assert lines.holds(TRUTH, state, "Hood left Scapa Flow") == (True, "20,11")


def test_lines_of_fields_have_their_words_and_put_positions_on_the_board() -> None:
    state = lines.put(lines.put(TRUTH, "Bismarck has 2 SPs"), "Bismarck out of sight")
    assert lines.holds(TRUTH, TRUTH, "Bismarck has 2 SPs") == (False, "4")
    assert lines.holds(TRUTH, state, "Bismarck strength 2")[0]
    assert lines.holds(TRUTH, TRUTH, "Bismarck has 1 SP") == (False, "4")
    assert lines.holds(TRUTH, state, "Bismarck hidden")[0]
    with pytest.raises(TextError):
        lines.put(TRUTH, "Bismarck hidden")


@pytest.mark.parametrize(
    ("line", "at", "reason"),
    [
        ("Bismark at Kiel", 0, "there is no target 'Bismark': did you mean Bismarck?"),
        ("Bismarck at Kiell", 12, "there is no place 'Kiell': did you mean Kiel?"),
        ("ships of Axis six", 14, "'six' does not belong here"),
        ("ship of Axis 6", 0, "no line reads like 'ship of Axis 6'"),
        ("Bismarck strengths 4", 0, "no line reads like 'Bismarck strengths 4'"),
        ("", 0, "no line reads like ''"),
    ],
)
def test_lines_nobody_knows(line: str, at: int, reason: str) -> None:
    with pytest.raises(TextError) as e:
        lines.holds(TRUTH, TRUTH, line)
    assert e.value.reason == reason
    assert e.value.at == at


def test_the_nearest_lines_are_offered() -> None:
    with pytest.raises(TextError) as e:
        lines.holds(TRUTH, TRUTH, "ships Axis 6")
    assert e.value.expected[0] == "ships of SIDE N"
    with pytest.raises(TextError) as e:
        lines.put(TRUTH, "Bismarck sails for Kiel")
    assert set(e.value.expected) == set(lines.grammars("given"))


@given(st.text(max_size=40), st.sampled_from(["", "ship ", "ships of ", "Bismarck ", "search of "]))
def test_whatever_is_written_gets_an_answer_or_a_text_error(text: str, start: str) -> None:
    for read in (lambda x: lines.put(TRUTH, x), lambda x: lines.holds(TRUTH, TRUTH, x)):
        with suppress(TextError):
            read(start + text)


def test_what_is_there_is_known() -> None:
    assert lines.knows("Bismarck", TRUTH, f.ENEMY, f.PLACE)
    assert lines.knows("Scapa Flow", TRUTH, f.ENEMY, f.PLACE)
    assert not lines.knows("Nelson", TRUTH, f.ENEMY, f.PLACE)
    assert not lines.knows("Bismarck Nelson", TRUTH, f.ENEMY)
