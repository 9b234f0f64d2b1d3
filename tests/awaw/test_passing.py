"""Landings of a side that is outnumbered at sea: by which way their troops get through."""

from __future__ import annotations

from flagplot.rulebooks.awaw.advice.evasion import arrival_chance, enemy_superiority
from flagplot.rulebooks.awaw.nouns import Pick
from flagplot.rulebooks.awaw.orders import Mission
from flagplot.rulebooks.awaw.scenarios import start_state
from flagplot.table import Setup, rulings


def test_troops_for_oslo_get_through_from_kiel_rather_than_from_wilhelmshaven() -> None:
    s = start_state(Setup("norway-1940", "WS"), rulings("awaw"))
    kiel = Mission(
        "invade", (Pick("GE-DD-Baltic", 2),), "C35", (Pick("GE-INF-Group-XXI-Baltic-1"),)
    )
    jade = Mission(
        "invade", (Pick("GE-DD-Weser", 2),), "C35", (Pick("GE-INF-Group-XXI-North-Sea-1"),)
    )
    assert arrival_chance(s, "Axis", kiel) > arrival_chance(s, "Axis", jade) + 0.2


def test_only_who_is_outnumbered_asks_how_often_he_is_met() -> None:
    assert enemy_superiority("norway-1940", "WS", "Axis") == 1
    assert enemy_superiority("norway-1940", "WS", "Allied") == 0
    s = start_state(Setup("norway-1940", "WS"), rulings("awaw"))
    bergen = Mission(
        "invade", (Pick("UK-DD-Rosyth", 2),), "B33", (Pick("UK-INF-Northwest-Force-1"),)
    )
    assert arrival_chance(s, "Allied", bergen) == 1
