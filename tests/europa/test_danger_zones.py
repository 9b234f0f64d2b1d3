"""Danger zones against a twin that asks every hex for the distance to every port, and the clauses
one by one."""

from __future__ import annotations

import random

import msgspec
import pytest

from flagplot.rulebooks.europa.map import chart, sheets
from flagplot.rulebooks.europa.rules.special import danger_zones as dz
from flagplot.rulebooks.europa.scenarios.start_position import case_start
from flagplot.rulebooks.europa.state import Port, State, replace
from flagplot.rulebooks.europa.state.waters import Waters
from flagplot.table import Setup
from flagplot.table.setup.rulings import rulings


def twin(s: State, hex: str) -> tuple[bool, bool, bool]:
    """Axis, Allied and Soviet zones of a hex, hex by hex and port by port."""
    ports = list(s.ports.values())
    gone = s.waters.italy_until != ""
    sea = sheets.sea_zone(hex)
    baltic = sea in ("Baltic Sea", "Gulf of Finland", "Gulf of Riga", "Gulf of Bothnia")
    soviet_ports = [
        p
        for p in ports
        if p.owner == "Allied" and sheets.sea_zone(p.hex).startswith(("Baltic", "Gulf of"))
    ]
    ring = {
        n: any(
            p.base
            and chart.distance(p.hex, hex) <= 1
            and p.owner == ("Axis" if n == "Axis" else "Allied")
            and (n == "Axis" or (p in soviet_ports) == (n == "Soviet"))
            for p in ports
        )
        for n in dz.NATIONS
    }
    board = sheets.board()
    assert board is not None
    home = {
        p.hex for p in board.places.values() if p.country == "Germany" or p.name == "Copenhagen"
    }
    axis = any(
        p.owner == "Axis" and p.hex in home and chart.distance(p.hex, hex) <= 5 for p in ports
    )
    med = any(w in sea for w in dz.MEDITERRANEAN)
    axis |= med and any(
        p.owner == "Axis"
        and any(w in sheets.sea_zone(p.hex) for w in dz.MEDITERRANEAN)
        and (sheets.number_on_sheet("26", p.hex) or (0, 0))[0] <= 20
        and chart.distance(p.hex, hex) <= (3 if gone else 5)
        for p in ports
    )
    axis |= not gone and hex in dz.adriatic_hexes()
    column = (sheets.number_on_sheet("1B", hex) or (0, 0))[1]
    safe = chart.distance(hex, sheets.hex_of_place("Kronshtadt")) <= 2
    first = s.waters.baltic == "shut"
    soviet = baltic and (column < 15 if first else safe)
    axis |= baltic and (column > 15 if first else not safe)
    reach = 9 if gone else 5
    near = any(
        p.owner == "Allied" and p not in soviet_ports and chart.distance(p.hex, hex) <= reach
        for p in ports
    )
    axis = (axis or ring["Axis"]) and not near
    allied = (not first and soviet) if baltic else not axis
    return axis, allied or ring["Allied"], soviet or ring["Soviet"]


@pytest.mark.parametrize("seed", range(4))
def test_zones_against_every_port_and_hex(seed: int) -> None:
    rng = random.Random(seed)
    board = sheets.board()
    assert board is not None
    s = case_start(Setup(""), rulings("europa"))
    harbours = [p for p in board.places.values() if p.ports]
    ports = {
        p.hex: Port(p.name, p.hex, rng.choice(("Axis", "Axis", "Allied", "Vichy")), 1, p.naval_base)
        for p in harbours
    }
    waters = Waters(True, rng.choice(("", "Jan I 41")), rng.choice(("shut", "safe")))
    s = replace(s, ports=ports, owners={h: p.owner for h, p in ports.items()}, waters=waters)
    wet = [h for h in sorted(board.hexes) if sheets.terrain(h) in ("sea", "coastal")]
    for hex in rng.sample(wet, 400):
        assert tuple(dz.is_covered(s, nation, hex) for nation in dz.NATIONS) == twin(s, hex), hex


def test_a_port_that_changes_hands_changes_the_zone_at_once() -> None:
    s = case_start(Setup(""), rulings("europa"))
    spezia = sheets.hex_of_place("LaSpezia")
    s = replace(s, ports={spezia: Port("LaSpezia", spezia, "Axis", 4, True)}, waters=Waters(True))
    assert dz.is_covered(s, "Axis", spezia)
    taken = replace(s, ports={spezia: msgspec.structs.replace(s.ports[spezia], owner="Allied")})
    assert not dz.is_covered(taken, "Axis", spezia)
