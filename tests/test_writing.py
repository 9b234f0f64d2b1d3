"""While an order is written: no completion loses what was typed, and what is clicked fills the slot
that takes such a thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from msgspec import structs

from flagplot import rulebooks
from flagplot.table import AskOrder, Rulebook, rulings
from flagplot.table.assist.examine import examine_edit
from flagplot.table.core.dice import SeededDice
from flagplot.table.display.orders import Examination
from flagplot.table.display.position import ForceLine
from flagplot.table.game.game import Game
from flagplot.table.language import Click
from flagplot.table.language.clicks import PICKS, PLACES, UNITS
from flagplot.table.language.tokens import fold

from .games import begun
from .harness import scenarios

Asked = tuple[Rulebook[Any], Any, AskOrder]


@cache
def asked(id: str) -> tuple[Asked, ...]:
    """The first questions for orders of every scenario of a book."""
    book = rulebooks.book(id)
    found: list[Asked] = []
    for setup in scenarios(book):
        if setup.edition != book.editions[0]:
            continue
        game = Game.new(book, setup, rulings=rulings(id), dice=SeededDice(1))
        for side in game.sides_to_answer():
            request = game.request(side)
            if isinstance(request, AskOrder):
                found.append((book, game.view(side), request))
    return tuple(found)


def examples(book: Rulebook[Any], view: Any, request: AskOrder) -> list[str]:
    return [
        f.example
        for f in book.display(view, request.side, [request]).forms
        if f.slots and f.example
    ]


def words(text: str) -> list[str]:
    return [fold(w) for w in re.findall(r"[^\s,;:()>]+", text)]


def kept(typed: str, result: str) -> bool:
    """Return whether every word of a text stands in another, in order, whole or continued."""
    there: Iterator[str] = iter(words(result))
    return all(any(w.startswith(word) for w in there) for word in words(typed))


@pytest.mark.parametrize("id", rulebooks.BOOKS)
def test_no_completion_loses_what_was_typed(id: str) -> None:
    tried = 0
    for book, view, request in asked(id)[:2]:
        for text in examples(book, view, request)[:4]:
            for caret in range(0, len(text) + 1, 3):
                for c in examine_edit(book, view, request, text, caret).completions:
                    result = text[: c.start] + c.text + text[c.end :]
                    assert kept(text, result), (text, caret, result)
                    assert c.start <= max(caret, len(text) if caret < 0 else caret)
                    tried += 1
    assert tried > 20


def flat(lines: Sequence[ForceLine]) -> Iterator[ForceLine]:
    for line in lines:
        yield line
        yield from flat(line.children)


def click(
    book: Rulebook[Any], view: Any, request: AskOrder, text: str, kind: str, id: str = ""
) -> Examination:
    return examine_edit(book, view, request, text, -1, (Click(kind, id),))  # type: ignore[arg-type]


@pytest.mark.parametrize("id", rulebooks.BOOKS)
def test_an_example_of_units_and_places_can_be_clicked_together(id: str) -> None:
    made: set[str] = set()
    for book, view, request in asked(id):
        for form in book.display(view, request.side, [request]).forms:
            whole = examine_edit(book, view, request, form.example)
            filled = [(s.picks, i) for s in whole.slots for f in s.filled for i in f.ids]
            if (
                not filled
                or any(picks not in (*UNITS, *PLACES) for picks, _ in filled)
                or not form.slots
            ):
                continue
            text = form.start
            for picks, thing in filled:
                after = click(
                    book, view, request, text, "unit" if picks in UNITS else "place", thing
                )
                assert after.taken, (form.example, text, thing)
                text = after.line
            assert book.parse(text, view, request.side) == book.parse(
                form.example, view, request.side
            ), (form.example, text)
            made.add(form.kind)
    assert len(made) >= 3, made


def test_a_second_click_takes_it_out_while_the_end_waits_for_a_place() -> None:
    game = begun("awaw", "norway-1940")
    request = game.request("Axis")
    assert isinstance(request, AskOrder)
    after = click(
        game.book,
        game.view("Axis"),
        request,
        "patrol GE-BC-Gneisenau, GE-CA-Hipper to ",
        "unit",
        "GE-CA-Hipper",
    )
    assert after.line == "patrol GE-BC-Gneisenau to "


@pytest.mark.parametrize("id", rulebooks.BOOKS)
def test_a_second_click_on_one_of_a_list_takes_it_out(id: str) -> None:
    tried = 0
    for book, view, request in asked(id):
        for text in examples(book, view, request):
            before = examine_edit(book, view, request, text)
            for slot in (
                s for s in before.slots if s.several and s.filled and s.picks in (*UNITS, *PLACES)
            ):
                kind, thing = "unit" if slot.picks in UNITS else "place", slot.filled[-1].ids[-1]
                out = click(book, view, request, text, kind, thing)
                assert out.taken, (text, thing)
                left = [
                    i for s in out.slots if s.name == slot.name for f in s.filled for i in f.ids
                ]
                assert thing not in left, (text, out.line)
                assert kept(out.line, text), (text, out.line)
                tried += 1
    assert tried


@pytest.mark.parametrize("id", rulebooks.BOOKS)
def test_what_an_order_has_no_place_for_changes_nothing(id: str) -> None:
    book, view, request = asked(id)[0]
    text = examples(book, view, request)[0]
    for kind in PICKS:
        after = click(book, view, request, text, kind, "no such thing 12345")
        assert (after.line, after.taken) == (text, False)
    assert click(book, view, request, "", "unit", "x").line == ""


@pytest.mark.parametrize(
    ("id", "text", "lacks"),
    [
        ("awaw", "patrol Gneisenau", "Say where to"),
        ("awaw", "patrol ", "Say which"),
        ("campaign", "patrol GE-BC-1 to ", "Say where to"),
        ("europa", "sail Convoy to ", "Say where"),
    ],
)
def test_what_is_missing_at_the_end_is_said_for_the_mouse_too(
    id: str, text: str, lacks: str
) -> None:
    book, view, request = next(
        a for a in asked(id) if a[2].side in ("Axis" if id != "europa" else "Allied",)
    )
    assert examine_edit(book, view, request, text).problem.startswith(lacks)


def test_the_way_is_led_dragged_and_taken_back() -> None:
    book, view, request = next(a for a in asked("awaw") if a[2].side == "Axis")
    text = "patrol Gneisenau to E29"
    led = click(book, view, request, text, "way", "C31").line
    assert led == f"{text} via C31"
    again = click(book, view, request, led, "way", "D31").line
    assert again == f"{text} via C31, D31"
    bent = examine_edit(book, view, request, again, -1, (Click("way", "E31", "D31"),)).line
    assert bent == f"{text} via C31, E31"
    back = click(book, view, request, click(book, view, request, bent, "back").line, "back").line
    assert back == text
    assert click(book, view, request, back, "back").line == "patrol Gneisenau to "


def test_another_order_goes_on_with_what_the_text_names() -> None:
    book, view, request = next(a for a in asked("awaw") if a[2].side == "Axis")
    text = "patrol GE-BC-Gneisenau, GE-BC-Scharnhorst to E29"
    assert click(book, view, request, text, "start", "base change GE-BC-Gneisenau to ").line == (
        "base change Gneisenau, Scharnhorst to E29"
    )


@pytest.mark.parametrize("id", rulebooks.BOOKS)
def test_a_click_on_a_unit_writes_its_name(id: str) -> None:
    """Whatever is begun from the list is read as it was with ids, and no id stands in it whose unit
    has a name of its own."""
    named = 0
    for book, view, request in asked(id)[:4]:
        lines = [
            x
            for x in flat(book.display(view, request.side, [request]).forces)
            if x.side == request.side and x.orders
        ]
        once = {
            x.id
            for x in lines
            if sum(x.name == y.name for y in lines) == 1 and x.kind == "ship" and x.name != x.id
        }
        for line in lines:
            start = line.orders[0]
            after = click(book, view, request, start, "start", start)
            assert [f.ids for s in after.slots for f in s.filled] == [
                f.ids for s in examine_edit(book, view, request, start).slots for f in s.filled
            ]
            assert not once.intersection(re.findall(r"[^\s,]+", after.line)), after.line
            named += after.line != start
    assert named or id == "europa", "its groups have no other name"


def test_of_two_units_of_one_name_a_click_writes_the_id() -> None:
    book, view, request = next(a for a in asked("awaw") if a[2].side == "Axis")
    assert (
        click(book, view, request, "patrol ", "unit", "GE-BC-Gneisenau").line == "patrol Gneisenau"
    )
    twin = structs.replace(view.units["GE-BC-Scharnhorst"], name=view.units["GE-BC-Gneisenau"].name)
    both = structs.replace(view, units={**view.units, twin.id: twin})
    assert (
        click(book, both, request, "patrol ", "unit", "GE-BC-Gneisenau").line
        == "patrol GE-BC-Gneisenau"
    )
    assert click(book, both, request, "patrol ", "unit", "GE-CA-Hipper").line == "patrol Hipper"


@pytest.mark.parametrize(
    ("id", "side", "text", "title"),
    [
        (
            "campaign",
            "Axis",
            "base change strategic to {port} with GE-BC-1",
            "Change base, strategic",
        ),
        (
            "campaign",
            "Axis",
            "base change operational to {port} with GE-BC-1",
            "Change base, operational",
        ),
        ("campaign", "Axis", "strategic base change to", "Change base, strategic"),
        ("campaign", "Axis", "operational change GE-BC-1 to {port}", "Change base, operational"),
        ("campaign", "Axis", "base change to {port} with GE-BC-1", "Base change"),
        ("awaw", "Axis", "base change Gneisenau to Kiel", "Base change"),
    ],
)
def test_an_order_is_called_what_it_says(id: str, side: str, text: str, title: str) -> None:
    """However it is worded: of an order that players know by several names, each is told apart in
    every wording."""
    book, view, request = next(a for a in asked(id) if a[2].side == side)
    port = next(p for p in view.ports if view.ports[p].side == side) if "{port}" in text else ""
    form = examine_edit(book, view, request, text.format(port=port)).form
    assert form is not None
    assert form.title == title


def test_a_completion_says_again_only_what_stands_there_already() -> None:
    book, view, request = next(a for a in asked("awaw") if a[2].side == "Axis")
    text = "base change Gneisenau to Den Helder via F31"
    for at in (text.index("n Helder"), text.index(" Helder")):
        found = examine_edit(book, view, request, text, at).completions
        assert text not in [text[: c.start] + c.text + text[c.end :] for c in found]
    half = "base change Gneisenau to Den via F31"
    found = examine_edit(book, view, request, half, half.index(" via")).completions
    assert text in [half[: c.start] + c.text + half[c.end :] for c in found]
    part = "base change Gneisenau to De Helder via F31"
    found = examine_edit(book, view, request, part, part.index(" Helder")).completions
    assert text in [part[: c.start] + c.text + part[c.end :] for c in found]


@pytest.mark.parametrize("id", rulebooks.BOOKS)
def test_what_is_typed_whole_is_not_offered_but_what_comes_next(id: str) -> None:
    further = 0
    for book, view, request in asked(id)[:3]:
        starts = {f.start for f in book.display(view, request.side, [request]).forms}
        for text in sorted(starts | {s.strip() for s in starts}):
            found = list(examine_edit(book, view, request, text).completions)
            wholes = [text[: c.start] + c.text + text[c.end :] for c in found]
            assert text.rstrip() not in [w.rstrip() for w in wholes], text
            further += any(w.startswith(f"{text} ") for w in wholes)
    assert further
