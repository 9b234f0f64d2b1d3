"""Facts of the sixteen-mile board: printed ids, hexsides, straits, the road to Malta."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from flagplot.boards import Board, BoardError, LatticeGrid, load, route

TABLE = Path(__file__).parents[2] / "tools" / "boardgen" / "tables" / "europa.toml"


@pytest.fixture(scope="module")
def board() -> Board:
    return load("europa")


ANCHORS = [(a[0], a[1]) for a in tomllib.loads(TABLE.read_text())["anchors"]]


@pytest.mark.parametrize(("hex_id", "place"), ANCHORS)
def test_every_fitted_hex_is_on_the_board_by_its_printed_id(
    board: Board, hex_id: str, place: str
) -> None:
    assert board.find(hex_id).hex in board.hexes
    known = [p for p in board.places.values() if place in (p.name, *p.aliases)]
    for p in known:
        assert p.hex == board.find(hex_id).hex


PLACES = {
    "Gibraltar": "23A:3531",
    "Valletta": "18Q:0407",
    "Cagliari": "25:3200",
    "Palermo": "26:3530",
    "Trapani": "25:4605",
    "Messina": "26:3822",
    "Augusta": "26:4225",
    "Pantelleria": "25:4410",
    "Naples": "26:2422",
    "Bizerte": "25:3509",
    "Tunis": "25:3711",
    "Bone": "25:2711",
    "Algiers": "25:0810",
    "Taranto": "26:3013",
    "La Spezia": "26:0129",
    "Port Said": "19A:3413",
    "Suez": "19A:3718",
    "Tobruk": "18Q:4817",
    "Kiel": "16A:0606",
    "Brunsbuettel": "16A:0509",
    "Sevilla": "23A:3224",
    "Otranto": "26:3310",
}


@pytest.mark.parametrize("name", PLACES)
def test_named_places(board: Board, name: str) -> None:
    assert board.find(name).hex == PLACES[name]


@pytest.mark.parametrize(
    ("other", "main"),
    [
        ("18A:0407", "18Q:0407"),
        ("18:0407", "18Q:0407"),
        ("25:4905", "26:3530"),
        ("18:0001", "26:3931"),
        ("15A:0814", "15B:0814"),
    ],
)
def test_a_hex_answers_to_every_printed_id(board: Board, other: str, main: str) -> None:
    assert board.find(other).hex == main


def test_lattice_ids_round_trip(board: Board) -> None:
    grid = board.grid
    assert isinstance(grid, LatticeGrid)
    for h, c in board.coords.items():
        assert grid.parse(h) == c
        assert grid.format(c) == h
        for name in grid.all_ids(c):
            assert grid.parse(name) == c
    for bad in ("33:1223", "26-3822", "26:38", "26:38222", "x"):
        with pytest.raises(BoardError):
            grid.parse(bad)


def test_the_touching_hexes_of_the_text(board: Board) -> None:
    assert {"23A:3226", "23A:3227"} <= set(board.adjacent("23A:3327"))
    assert board.distance("26:3822", "26:3922") == 1
    assert board.distance("25:4605", "26:3530") == 3


ROAD = [
    ("25:0106", 27),
    ("25:0805", 34),
    ("25:1906", 45),
    ("25:3006", 56),
    ("25:3607", 62),
    ("25:4008", 66),
    ("Valletta", 80),
]


@pytest.mark.parametrize(("goal", "hexes"), ROAD)
def test_the_road_from_gibraltar(board: Board, goal: str, hexes: int) -> None:
    way = route(board, "Gibraltar", goal)
    assert way is not None
    assert way.distance == hexes


def test_hexsides(board: Board) -> None:
    assert board.side("26:3822", "26:3922") == "strait"
    assert board.side("26:3922", "26:3822") == "strait"
    river = [
        ("23A:3227", "23A:3327"),
        ("23A:3226", "23A:3327"),
        ("23A:3226", "23A:3326"),
        ("23A:3225", "23A:3326"),
        ("23A:3225", "23A:3325"),
        ("23A:3224", "23A:3225"),
    ]
    assert {board.side(*pair) for pair in river} == {"river"}
    assert board.side("15B:0813", "15B:0814") == "canal"
    assert sum(k == "canal" for k in board.sides.values()) == 10  # nine of Suez, one of Corinth
    assert board.side("25:3607", "25:3707") == "full"
    with pytest.raises(BoardError, match="does not touch"):
        board.side("25:3607", "26:3822")
    for (one, two), kind in board.sides.items():
        assert board.distance(one, two) == 1
        assert kind in ("full", "partial", "land", "strait", "river", "canal")
    near = {n.hex for n in board.bodies("26:3723") for n in board.neighbours(n)}
    assert all(board.side("26:3723", h) in ("full", "partial", "strait") for h in near)


def test_the_seas(board: Board) -> None:
    names = set(board.water_of.values())
    assert {
        "Western Mediterranean",
        "Central Mediterranean",
        "Eastern Mediterranean",
        "Tyrrhenian Sea",
        "Adriatic Sea",
        "North Sea",
        "Baltic Sea",
        "Atlantic Ocean",
    } <= names
    assert route(board, "Gibraltar", "Port Said") is not None
    assert route(board, "Wilhelmshaven", "Kronshtadt") is not None
    assert route(board, "Gibraltar", "Kiel") is None
    canal = route(board, "Brunsbuttel", "Kiel")
    assert canal is not None
    assert canal.links == ("kiel-canal",)
    assert route(board, "Port Said", "Suez") is None  # a chain of hexsides, not of hexes


def test_ports_are_graded(board: Board) -> None:
    assert {p.size for p in board.ports()} == {1, 2, 3, 4}
    assert board.find("Valletta").size == 3
    assert board.find("Malta").name == "Valletta"
