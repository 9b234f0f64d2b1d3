"""Grid arithmetic and the text forms of cell ids."""

from __future__ import annotations

import math
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.boards import (
    BoardError,
    Coord,
    Grid,
    OffsetHexGrid,
    SheetHexGrid,
    SkewHexGrid,
    SquareGrid,
)

GRIDS: list[tuple[Grid, Coord]] = [
    (SkewHexGrid(), Coord(20, 40)),
    (SheetHexGrid("33", "P"), Coord(33, 27)),
    (SheetHexGrid("23A", "F"), Coord(32, 26)),
    (SquareGrid(), Coord(40, 40)),
    (OffsetHexGrid(), Coord(31, 40)),
]
IDS = [str(i) for i in range(len(GRIDS))]


@pytest.mark.parametrize(("grid", "at"), GRIDS, ids=IDS)
def test_neighbours_are_mutual_and_one_step_away(grid: Grid, at: Coord) -> None:
    for middle in (at, *grid.neighbours(at)):
        ring = grid.neighbours(middle)
        assert len(set(ring)) == len(ring) == (8 if isinstance(grid, SquareGrid) else 6)
        for n in ring:
            assert middle in grid.neighbours(n)
            assert grid.distance(middle, n) == 1


@pytest.mark.parametrize(("grid", "at"), GRIDS, ids=IDS)
def test_distance_equals_breadth_first_search(grid: Grid, at: Coord) -> None:
    steps = {at: 0}
    queue = deque([at])
    while queue:
        c = queue.popleft()
        if steps[c] == 6:
            continue
        for n in grid.neighbours(c):
            if n not in steps:
                steps[n] = steps[c] + 1
                queue.append(n)
    for c, d in steps.items():
        assert grid.distance(at, c) == d


@pytest.mark.parametrize(("grid", "at"), GRIDS, ids=IDS)
def test_geometry_agrees_with_neighbours(grid: Grid, at: Coord) -> None:
    x, y = grid.centre(at)
    assert grid.at(x, y) == at
    for n in grid.neighbours(at):
        nx, ny = grid.centre(n)
        gap = math.hypot(nx - x, ny - y)
        assert gap == pytest.approx(1.0, abs=1e-9) or (
            isinstance(grid, SquareGrid) and gap == pytest.approx(math.sqrt(2))
        )
        shared = [
            c for c in grid.corners(at) if any(math.dist(c, o) < 1e-6 for o in grid.corners(n))
        ]
        assert len(shared) == (1 if gap > 1.1 else 2)
    for px, py in grid.corners(at):
        assert grid.at(px + (x - px) * 0.02, py + (y - py) * 0.02) == at


@given(row=st.integers(0, 51), number=st.integers(1, 99))
def test_skew_ids_round_trip(row: int, number: int) -> None:
    g = SkewHexGrid()
    assert g.parse(g.format(Coord(row, number))) == Coord(row, number)


@given(
    sheet=st.sampled_from(["1B", "33", "16A", "5B"]),
    a=st.integers(0, 99),
    b=st.integers(0, 99),
    f=st.sampled_from("PF"),
)
def test_sheet_ids_round_trip(sheet: str, a: int, b: int, f: str) -> None:
    g = SheetHexGrid(sheet, f)
    assert g.parse(g.format(Coord(a, b))) == Coord(a, b)


@given(a=st.integers(0, 999), b=st.integers(0, 999))
def test_square_ids_round_trip(a: int, b: int) -> None:
    g = SquareGrid()
    assert g.parse(g.format(Coord(a, b))) == Coord(a, b)


@given(a=st.integers(0, 99), b=st.integers(0, 99))
def test_offset_ids_round_trip(a: int, b: int) -> None:
    for g in (OffsetHexGrid(), OffsetHexGrid(",")):
        assert g.parse(g.format(Coord(a, b))) == Coord(a, b)


@given(
    st.text(max_size=8)
    | st.from_regex(
        r"[A-Z]{1,2}[0-9]{1,2}|(33:|23A:)?[0-9]{4}|[0-9]{1,2},[0-9]{1,2}", fullmatch=True
    )
)
def test_parsing_never_fails_but_with_a_board_error(text: str) -> None:
    for grid, _ in GRIDS:
        try:
            at = grid.parse(text)
        except BoardError:
            continue
        assert grid.format(at) == text


@pytest.mark.parametrize(
    "bad", ["", "J", "30", "j30", "J030", "J0", "AB12", "AAA1", "J30 ", "J-3", "J٣", "JJJ3"]
)
def test_skew_parser_is_strict(bad: str) -> None:
    with pytest.raises(BoardError):
        SkewHexGrid().parse(bad)


def test_the_strait_pairs_of_the_text_touch() -> None:
    g = SkewHexGrid()
    pairs = [
        "E33 F33",
        "H32 H33",
        "D41 E41",
        "G39 F40",
        "F39 F40",
        "AA25 AA26",
        "Z33 Z34",
        "AA31 BB31",
        "DD11 EE10",
        "II10 II11",
    ]
    for pair in pairs:
        one, two = pair.split()
        assert g.distance(g.parse(one), g.parse(two)) == 1


def test_the_touching_hexes_of_the_europa_text() -> None:
    g = SheetHexGrid("23A", "F")
    ring = {g.format(c) for c in g.neighbours(g.parse("23A:3327"))}
    assert {"23A:3226", "23A:3227"} <= ring
    p = SheetHexGrid("33", "P")
    assert p.parse("33:1324") in p.neighbours(p.parse("33:1224"))
    with pytest.raises(BoardError, match="lies on sheet 33"):
        g.parse("33:1224")
    with pytest.raises(BoardError, match="neither P nor F"):
        SheetHexGrid("1", "Q")
