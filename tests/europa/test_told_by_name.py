"""Texts for players call ships by their names, and offer nothing twice."""

from __future__ import annotations

from typing import Any

from flagplot import rulebooks
from flagplot.rulebooks.europa.presentation.order_forms import forms
from flagplot.rulebooks.europa.rules.combat.events import Hit
from flagplot.table import AskOrder, facts
from tests.games import begun

BOOK: Any = rulebooks.book("europa")


def test_an_activity_is_told_by_names_and_a_search_by_the_only_group_is_offered_once() -> None:
    game = begun("europa", "husky-first-steps")
    assert game.answer(
        "Allied", BOOK.parse("prepare half gunfire with TF-81", game.view("Allied"), "Allied")
    )
    view, request = game.view("Axis"), game.request("Axis")
    assert request is not None
    shown = [o.text for o in BOOK.prompt(view, request).options if not o.stands_for]
    assert shown == ["search", "pass"]
    assert game.answer("Axis", BOOK.parse("pass", view, "Axis"))
    view = game.view("Allied")
    said = " ".join(
        BOOK.event_text(e.event, view, "Allied")
        for e in game.side_log("Allied")
        if e.kind == "event"
    )
    shown = [f.note + f.kind for f in BOOK.display(view, "Allied", ()).forces]
    for text in (said, " ".join(shown)):
        assert "prepare half gunfire with Boise, Savannah, 9 destroyers" in text
        assert "TF-81" not in text


def test_how_many_transports_may_be_declared_is_told_in_whole_numbers() -> None:
    view = begun("europa", "husky-first-steps").view("Allied")
    told = [
        BOOK.prompt(
            view, AskOrder("Allied", "32.B-T1.res.04.s04", "declare", facts(group="Dime", most=n))
        )
        .detail[0]
        .text
        for n in (1, 3)
    ]
    assert told == [
        "It has 1. To mislead the enemy you may say no other: half of it is no whole one.",
        "It has 3. To mislead the enemy you may say any number from 2 to 4.",
    ]


def test_a_reaction_is_ended_by_one_button() -> None:
    view = begun("europa", "pedestal").view("Axis")
    kinds = [f.kind for f in forms(view, (AskOrder("Axis", "32.C", "reaction"),))]
    assert "done" in kinds
    assert "pass" not in kinds


def test_who_is_several_is_spoken_of_as_several() -> None:
    view = begun("europa", "pedestal-first-steps").view("Allied")
    freighters = next(u for u in view.units.values() if u.name == "two freighters")
    force = next(u for u in view.units.values() if u.name.startswith("Force X"))
    said = [
        BOOK.event_text(Hit("32.B.2.s02", u.id, 1, u.side, sunk=u is freighters), view, "Allied")
        for u in (freighters, force)
    ]
    assert said == ["Two freighters are sunk.", "Force X takes 1 hit."]


def test_a_port_that_orders_write_as_one_word_is_told_in_its_words() -> None:
    view = begun("europa", "husky-first-steps").view("Axis")
    assert BOOK.display_name(view, "26:3931") == "Porto Empedocle 26:3931"
