"""Sheets: forms become orders, lines are judged one after the other in what those above them
leave."""

from __future__ import annotations

import pytest

from flagplot.table.assist.rehearse import run_without_chance
from flagplot.table.core.requests import Ask
from flagplot.table.display.sheets import fill_form

FORM = "supply from {source} to {to} [with {units}] [via {via}]"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ({"source": "Kiel", "to": "Oslo"}, "supply from Kiel to Oslo"),
        (
            {"source": "Kiel", "to": "Oslo", "units": "Hood, Repulse"},
            "supply from Kiel to Oslo with Hood, Repulse",
        ),
        (
            {"source": " Scapa   Flow", "to": "Oslo", "via": "B30"},
            "supply from Scapa Flow to Oslo via B30",
        ),
        ({"to": "Oslo", "units": "Hood"}, "supply from "),
        ({}, "supply from "),
    ],
)
def test_a_form_is_an_order_as_far_as_it_is_filled(said: dict[str, str], text: str) -> None:
    assert fill_form(FORM, said) == text


async def asks() -> None:
    await Ask("A", ("yes", "no"), "1", "question")


async def tells() -> None:
    return


def test_what_asks_is_not_known_before_it_is_given() -> None:
    assert run_without_chance(tells())
    assert not run_without_chance(asks())
