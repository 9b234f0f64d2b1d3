"""Odds questions of the campaign: ships by class or by name, and words that are not understood."""

from __future__ import annotations

import pytest

from flagplot import rulebooks
from flagplot.odds import answer_question
from flagplot.table import Setup, TextError
from flagplot.table.setup.rulings import rulings

BOOK = rulebooks.book("campaign")
LAW = rulings("campaign", BOOK.editions[0], {})
VIEW = BOOK.view(BOOK.start(Setup("norway-1940"), LAW), "Allied")


def asked(question: str, argument: str) -> tuple[tuple[str, float], ...]:
    return answer_question(BOOK, VIEW, "Allied", question, argument).outcomes


@pytest.mark.parametrize(
    ("question", "argument", "reason", "expected"),
    [
        ("volley", "BB xp 2 v CA", "xp 2: experience counts in points", "xp 200"),
        ("volley", "BB xp many v CA", "xp many", "xp 200"),
        ("volley", "BB 12 v CA", "strength runs from 1 to 10, not 12", ""),
        ("volley", "BB v CA rounds 2", "a volley is one round", "duel SHIP v SHIP [rounds N]"),
        ("duel", "BB v CA rounds x", "rounds 'x': a number from 1 to 40 is wanted", "rounds 3"),
        ("duel", "BB v CA rounds 0", "rounds '0'", "rounds 3"),
        ("duel", "BB v CA with surprise", "'CA with surprise' is no ship class", ""),
        ("duel", "BB v CA v DD", "'CA v DD' is no ship class", ""),
        ("duel", "BB against", "name two ships", "duel SHIP v SHIP [rounds N]"),
        ("duel", "Renwon v CA", "'Renwon' is no ship class and no ship here", "Renown"),
        ("duel", "CL v SS", "may not attack", ""),
    ],
)
def test_what_is_not_understood_is_an_error(
    question: str, argument: str, reason: str, expected: str
) -> None:
    with pytest.raises(TextError) as caught:
        asked(question, argument)
    assert reason in caught.value.reason
    assert not expected or any(expected in e for e in caught.value.expected)


def test_ships_are_named() -> None:
    (ship,) = [s for s in VIEW.ships.values() if s.name.startswith("Renown")]
    by_name = asked("volley", "Renown v CA")
    assert (
        by_name
        == asked("volley", f"{ship.id} v CA")
        == asked("volley", f"{ship.id.lower()} {ship.strength} v CA")
    )
    assert by_name != asked("volley", "Renown 4 v CA")


def test_experience_counts_in_points() -> None:
    assert (
        asked("volley", "BB xp 299 v CA")
        == asked("volley", "BB xp 200 v CA")
        != asked("volley", "BB v CA")
    )
