"""The boards as charts: distances, port sides, straits; routes against a search that knows nothing
of the rules' short cuts."""

from __future__ import annotations

import heapq

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from flagplot.boards import load
from flagplot.rulebooks.campaign.map import battle_ocean
from flagplot.rulebooks.campaign.map.chart import entrances, open_ocean
from flagplot.rulebooks.campaign.map.chart_from_board import chart_of
from flagplot.rulebooks.campaign.map.squares import (
    diagonals_cost,
    distance,
    is_square,
    square_of,
    square_text,
    squares_around,
)
from flagplot.rulebooks.campaign.rules.movement.route_search import shortest_route
from flagplot.rulebooks.campaign.rules.movement.routes import (
    passage_of,
    route_cost_in_range,
    route_faults,
)
from flagplot.rulebooks.campaign.state import Port
from flagplot.table.casebook.clause_index import load_clauses

from .boards import blank, norway

TABLE = {
    "Wilhelmshaven": (8, 6, 15, 23, 8, 18),
    "Kiel": (9, 7, 16, 23, 8, 19),
    "Scapa Flow": (7, 6, 12, 20, 6, 15),
    "Rosyth": (7, 7, 14, 21, 6, 17),
    "Clyde": (13, 12, 17, 25, None, None),
}
GOALS = ("Bergen", "Stavanger", "Trondheim", "Narvik", "20,11", "26,4")


@pytest.mark.parametrize("port", TABLE)
def test_distances_of_the_norwegian_sea(port: str) -> None:
    state = norway()
    p = passage_of(state, state.ports[port].side)
    for goal, squares in zip(GOALS, TABLE[port], strict=True):
        if squares is not None:
            way = shortest_route(p, port, goal)
            assert way is not None
            assert route_cost_in_range(p, way).squares == squares, f"{port} to {goal}: {way}"
            assert route_faults(p, way, frozenset({port, goal})) == ()


def test_ports_and_straits_of_the_boards() -> None:
    europe, east = chart_of("campaign-europe"), chart_of("campaign-fareast")
    assert europe.sides["Narvik"] == ((28, 2),)
    assert set(europe.sides["Kiel"]) == {(22, 16), (23, 16), (26, 16)}
    assert set(europe.sides["Gibraltar"]) >= {(13, 35), (15, 35)}
    assert all(s[1] > square_of("21,20")[1] for s in east.sides["Manila"])
    assert east.sides["Taipei"] == ((20, 16),)
    straits = {s.title: s for s in europe.straits}
    assert straits["Strait of Gibraltar"].holders == ("Gibraltar",)
    assert straits["Panama Canal"].ends == ("caribbean", "panama-bay")
    assert straits["Leningrad canal"].nations == ("Russia",)
    assert all(z.range in (1, 2) for c in (europe, east) for z in c.zones)


def test_zones_know_each_other() -> None:
    for board in ("campaign-europe", "campaign-fareast", "south-atlantic"):
        zones = {z.id: z for z in chart_of(board).zones}
        for z in zones.values():
            for n in z.next_to:
                if n in zones:
                    assert z.id in zones[n].next_to, f"{z.id} - {n}"


@given(st.integers(0, 12), st.integers(0, 12))
def test_diagonals(dc: int, dr: int) -> None:
    straight, diagonal = abs(dc - dr), min(dc, dr)
    for rule in ("alternating", "plus_one", "escalating"):
        assert distance((3, 3), (3 + dc, 3 + dr), rule) == straight + diagonals_cost(diagonal, rule)
    assert [diagonals_cost(n, "alternating") for n in range(6)] == [0, 2, 3, 5, 6, 8]
    assert [diagonals_cost(n, "plus_one") for n in range(6)] == [0, 2, 3, 4, 5, 6]
    assert [diagonals_cost(n, "escalating") for n in range(4)] == [0, 2, 5, 9]


@settings(max_examples=25, deadline=None)
@given(
    st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=26),
    st.integers(0, 8),
    st.integers(0, 8),
)
def test_short_routes_have_a_brute_force_twin(
    land: set[tuple[int, int]], column: int, row: int
) -> None:
    """The cost of the suggested route is the least of all, found by a search over (square,
    straights, diagonals)."""
    goal = (column, row)
    chart = replace(open_ocean(9, 9), land=frozenset(land - {(0, 0), goal} | {(0, 0)}))
    state = replace(blank(), chart=chart, ports={"P": Port("P", (0, 0), "", "minor", "Axis")})
    p = passage_of(state, "Axis")
    way = shortest_route(p, "P", square_text(goal)) if goal != (0, 0) else None
    least = brute(land - {goal} | {(0, 0)}, goal) if goal != (0, 0) else None
    assert (route_cost_in_range(p, way).squares if way else None) == least
    if way:
        assert route_faults(p, way, frozenset({"P"})) == ()


def brute(land: set[tuple[int, int]], goal: tuple[int, int]) -> int | None:
    """Least squares from the port at 0,0 to a sea square of a 9 x 9 map, diagonals counted over the
    whole way."""
    heap = [(0, 0, 0, (0, 0))]
    fewest: dict[tuple[tuple[int, int], int], int] = {}
    while heap:
        total, straights, diagonals, here = heapq.heappop(heap)
        if here == goal:
            return total
        if fewest.get((here, diagonals), 1000) <= straights or diagonals > 20:
            continue
        fewest[here, diagonals] = straights
        for n in squares_around(here):
            if not (0 <= n[0] < 9 and 0 <= n[1] < 9) or n in land:
                continue
            slanting = n[0] != here[0] and n[1] != here[1]
            if slanting and here != (0, 0) and (n[0], here[1]) in land and (here[0], n[1]) in land:
                continue
            s, d = straights + (not slanting), diagonals + slanting
            heapq.heappush(heap, (s + d + (d + 1) // 2, s, d, n))
    return None


def test_the_ocean_map() -> None:
    hexes = [(c, r) for c in range(1, 41) for r in range(1, 41)]
    assert sum(len(battle_ocean.hexes_of(s)) for s in range(1, 17)) == len(hexes) == 1600
    for h in hexes[::37]:
        for n in battle_ocean.neighbours(h):
            assert battle_ocean.distance(h, n) == 1
            assert h in battle_ocean.neighbours(n)
        assert battle_ocean.hex_of(battle_ocean.hex_text(h)) == h
        for radius in (1, 2, 3):
            assert all(
                battle_ocean.distance(h, x) == radius for x in battle_ocean.hexes_at(h, radius)
            )
    assert len(battle_ocean.hexes_at((20, 20), 3)) == 18


def test_every_port_of_europe_is_reached_when_all_straits_are_open() -> None:
    p = replace(passage_of(norway(), "Allied"), unbarred=True)
    everywhere = replace(
        p,
        ports=tuple((n, s[0] if s else None, "", "Allied") for n, s in _squares_of_ports().items()),
    )
    unreached = {
        n for n in _squares_of_ports() if shortest_route(everywhere, "Scapa Flow", n) is None
    }
    assert not unreached


def _squares_of_ports() -> dict[str, tuple[tuple[int, int], ...]]:
    return {
        p.name: (square_of(p.hex),) for p in load("campaign-europe").ports() if is_square(p.hex)
    }


def test_the_seas_that_transports_are_counted_by() -> None:
    europe, east = chart_of("campaign-europe").seas, chart_of("campaign-fareast").seas
    assert europe["Gibraltar"] == ("Atlantic", "Mediterranean")
    assert europe["Copenhagen"] == europe["Kiel"] == ("Atlantic", "Baltic")
    assert europe["Istanbul"] == ("Mediterranean", "Black Sea")
    assert (europe["Archangel"], europe["Gotenhafen"], europe["Odessa"]) == (
        ("Atlantic",),
        ("Baltic",),
        ("Black Sea",),
    )
    assert (east["Singapore"], east["Truk"]) == (("Indian Ocean",), ("Pacific",))
    assert europe["Basra"] == ("Indian Ocean",)


def test_every_entrance_is_a_port_with_water_of_its_front_and_a_clause_of_the_book() -> None:
    chart, known = chart_of("campaign-fareast"), load_clauses("campaign")
    for name, row in entrances().items():
        fronts = {chart.front(s) for s in chart.sides[name]}
        assert fronts == {row.front}, name
        assert {row.clause, *row.also} <= known.keys()
