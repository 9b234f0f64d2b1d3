"""Facts of the campaign's square boards and of the tactical ocean."""

from __future__ import annotations

import heapq

import pytest

from flagplot.boards import Board, check_path, load, route
from flagplot.boards.water_graph import water_graph


@pytest.fixture(scope="module")
def europe() -> Board:
    return load("campaign-europe")


@pytest.fixture(scope="module")
def far_east() -> Board:
    return load("campaign-fareast")


def squares(board: Board, one: str, two: str) -> int:
    """Cheapest way when diagonals cost 2, 1, 2, 1 over the whole route."""
    p = water_graph(board)
    starts = [p.vertex[n] for n in board.find(one).waters]
    goals = {p.vertex[n] for n in board.find(two).waters}
    heap = [(0, v, 0) for v in starts]
    seen: set[tuple[int, int]] = set()
    while heap:
        cost, v, odd = heapq.heappop(heap)
        if v in goals:
            return cost
        if (v, odd) in seen or (v in p.terminal and v not in starts):
            continue
        seen.add((v, odd))
        here = board.coords.get(p.cell[v])
        for w in p.near[v]:
            there = board.coords.get(p.cell[w])
            if here is None or there is None:
                continue
            across, down = abs(here.a - there.a), abs(here.b - there.b)
            diagonals = min(across, down)
            turned = odd + diagonals
            extra = sum(1 for i in range(odd, turned) if i % 2 == 0)
            heapq.heappush(heap, (cost + max(across, down) + extra, w, turned % 2))
    raise AssertionError(f"no way from {one} to {two}")


TABLE = {
    "Wilhelmshaven": (8, 6, 15, 23, 8, 18),
    "Kiel": (9, 7, 16, 23, 8, 19),
    "Scapa Flow": (7, 6, 12, 20, 6, 15),
    "Rosyth": (7, 7, 14, 21, 6, 17),
    "Clyde": (13, 12, 17, 25, None, None),
}
GOALS = ("Bergen", "Stavanger", "Trondheim", "Narvik", "20,11", "26,4")


CASES = [(a, g, c) for a, row in TABLE.items() for g, c in zip(GOALS, row, strict=True) if c]


@pytest.mark.parametrize(("one", "two", "cost"), CASES)
def test_the_distances_of_the_norway_scenario(europe: Board, one: str, two: str, cost: int) -> None:
    assert squares(europe, one, two) == cost


PORTS = {
    "Oslo": ("25,11", True),
    "Kristiansand": ("23,13", False),
    "Stavanger": ("21,12", False),
    "Bergen": ("21,11", True),
    "Alesund": ("22,9", False),
    "Molde": ("23,8", False),
    "Trondheim": ("24,8", True),
    "Namsos": ("25,7", False),
    "Mosjoen": ("26,5", False),
    "Bodo": ("27,4", False),
    "Narvik": ("29,3", False),
    "Harstad": ("29,2", False),
    "Tromso": ("30,1", False),
    "Kirkenes": ("38,1", False),
    "Scapa Flow": ("15,12", True),
    "Rosyth": ("16,15", True),
    "Clyde": ("14,15", True),
    "Portsmouth": ("17,20", True),
    "Plymouth": ("15,21", True),
    "Liverpool": ("16,18", True),
    "Invergordon": ("15,13", False),
    "Sullom Voe": ("17,11", False),
    "Harwich": ("18,19", False),
    "Hull": ("17,17", False),
    "Brest": ("15,23", True),
    "Cherbourg": ("16,21", False),
    "Wilhelmshaven": ("23,17", True),
    "Kiel": ("24,17", True),
    "Swinemuende": ("27,18", False),
    "Gotenhafen": ("30,16", True),
    "Copenhagen": ("26,15", True),
    "Reykjavik": ("3,7", False),
    "Torshavn": ("13,9", False),
    "Gothenburg": ("25,13", False),
}


@pytest.mark.parametrize("name", PORTS)
def test_the_ports_of_the_norway_scenario(europe: Board, name: str) -> None:
    square, major = PORTS[name]
    place = europe.find(name)
    assert (place.hex, place.naval_base, place.ports) == (square, major, 1)
    assert europe.hex(square).kind == "land"


def test_sizes(europe: Board, far_east: Board) -> None:
    assert sum(h.kind != "box" for h in europe.hexes.values()) == 58 * 43
    assert sum(h.kind != "box" for h in far_east.hexes.values()) == 67 * 40
    ocean = load("ocean")
    assert len(ocean.hexes) == 1600
    assert ocean.distance("01,01", "40,01") == 39
    assert {"01,01", "40,40"} <= set(ocean.hexes)
    assert len(ocean.adjacent("10,10")) == 6
    assert set(ocean.adjacent("10,10")) >= {"10,09", "10,11", "11,10", "11,11", "09,10", "09,11"}


LINKS = {
    "sound": ("25,15", "26,16", ("Copenhagen",), 1),
    "gibraltar": ("12,35", "16,35", ("Gibraltar",), 1),
    "turkish-straits": ("34,32", "37,28", ("Istanbul",), 1),
    "messina": ("27,31", "29,34", ("Messina", "Reggio"), 2),
    "kerch": ("42,25", "42,27", ("Kerch",), 1),
}


@pytest.mark.parametrize("name", LINKS)
def test_a_strait_needs_its_link(europe: Board, name: str) -> None:
    here, there, holders, need = LINKS[name]
    link = europe.links[name]
    assert tuple(c.place for c in link.controls) == holders
    assert link.need == need
    # the short way uses the link; without it there is none, or it is much longer
    open_way = route(europe, here, there)
    shut_way = route(europe, here, there, closed={name})
    assert open_way is not None
    assert open_way.distance <= 6
    assert shut_way is None or shut_way.distance > open_way.distance + 3


def test_the_baltic_opens_by_kiel_or_copenhagen_only(europe: Board) -> None:
    for shut in ({"sound"}, {"kiel-canal"}):
        assert route(europe, "20,14", "29,15", closed=shut) is not None
    inland = route(europe, "20,14", "29,15", closed={"sound", "kiel-canal"})
    assert inland is not None
    assert inland.links == ("leningrad-canal",)
    assert (
        route(europe, "20,14", "29,15", closed={"sound", "kiel-canal", "leningrad-canal"}) is None
    )
    assert (europe.links["leningrad-canal"].seasons, europe.links["leningrad-canal"].nations) == (
        ("Summer", "Fall"),
        ("Russia",),
    )


def test_far_eastern_straits(far_east: Board) -> None:
    for name, here, there in (
        ("malacca", "10,25", "14,27"),
        ("sunda", "13,31", "14,30"),
        ("torres", "31,33", "33,33"),
    ):
        wide = route(far_east, here, there)
        shut = route(far_east, here, there, closed={name})
        assert wide is not None
        assert shut is None or shut.distance > wide.distance + 3


def test_port_sides_and_pools(far_east: Board, europe: Board) -> None:
    manila = far_east.find("Manila")
    square = far_east.coords[manila.hex]
    sides = far_east.neighbours(manila.waters[0])
    assert sides
    assert all(far_east.coords[n.hex].b > square.b for n in sides)  # from the south only
    assert far_east.find("Foochow").pools == ("Indian Ocean",)
    assert far_east.find("Taipei").pools == ("Indian Ocean", "Pacific")
    assert far_east.find("Townsville").pools == ("Pacific",)
    assert [n.hex for n in europe.neighbours(europe.find("Narvik").waters[0])] == ["28,2"]
    assert {n.hex for n in europe.neighbours(europe.find("Rosyth").waters[0])} == {"17,14", "17,15"}


def test_ports_and_corners_bar_the_way(europe: Board) -> None:
    assert check_path(europe, ["26,16", "25,15"], {"sound"})[0].link == "sound"
    faults = check_path(europe, ["20,12", "21,11", "22,10"])
    assert faults
    through = route(europe, "20,11", "20,10")
    assert through is not None
    assert "21,11" not in through.hexes


@pytest.mark.parametrize("name", ["campaign-europe", "campaign-fareast"])
def test_sea_zones(name: str) -> None:
    board = load(name)
    zones = [b for b in board.boxes.values() if b.kind == "zone"]
    assert len(zones) >= 20
    for z in zones:
        assert z.range in (1, 2)
        assert z.ocean
        for other in z.neighbours:
            assert z.id in board.boxes[other].neighbours
        for e in z.entries:
            assert board.hex(e.hex).kind in ("sea", "island", "land")
    seen = {zones[0].id}
    todo = [zones[0].id]
    while todo:
        for other in board.boxes[todo.pop()].neighbours:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    assert seen == {z.id for z in zones}


def test_islands_are_sea_and_land_at_once(far_east: Board) -> None:
    islands = [h for h in far_east.hexes.values() if h.kind == "island"]
    assert len(islands) >= 10
    assert all(len(h.waters) == 1 for h in islands)
    assert far_east.hex(far_east.find("Wake").hex).kind == "island"


def test_the_zones_of_the_south_atlantic() -> None:
    board = load("south-atlantic")
    assert board.kind == "zones"
    ranges = {z.id: z.range for z in board.boxes.values()}
    assert ranges == {
        "CV": 1,
        "PE": 1,
        "AS": 2,
        "RI": 1,
        "PL": 1,
        "FA": 1,
        "CS": 2,
        "WA": 1,
        "CA": 2,
        "MZ": 1,
    }
    assert set(board.boxes["CS"].neighbours) == {"AS", "RI", "PL", "FA", "WA", "CA"}
    for z in board.boxes.values():
        assert len(z.shape) == 4
        assert all(z.id in board.boxes[other].neighbours for other in z.neighbours)
    assert {p.name: p.hex for p in board.ports()} == {
        "Freetown": "CV",
        "Dakar": "CV",
        "Port Stanley": "FA",
        "Cape Town": "CA",
        "Montevideo": "PL",
        "Rio de Janeiro": "RI",
    }
    way = route(board, "Dakar", "MZ")
    assert way is not None
    assert way.hexes == ("CV", "AS", "CS", "CA", "MZ")
