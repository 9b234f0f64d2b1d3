"""Map facts that the rules name stand as rows in the rule book and are joined to the coast on load,
one row at a time."""

from __future__ import annotations

from importlib import resources

import msgspec
import pytest

from flagplot.boards import Board, BoardError, Node, check_path, load, reach, route
from flagplot.boards.load import build_board
from flagplot.boards.map_facts import Facts, LinkRow, facts_of

RAW = (resources.files("flagplot.boards") / "data" / "awaw-europe.json").read_bytes()
USUAL = facts_of("rulebooks/awaw/map/europe.toml")
DOVER = {
    "id": "dover", "title": "Strait of Dover", "kind": "strait", "clause": "21.211",
    "controls": [{"hex": "L23", "required": "friendly", "place": "Dover"}],
    "gates": [{"hexes": ["L23", "L24"], "sides": [["L22", "M22", "M23"], ["K24", "K25", "L25"]]}],
}  # fmt: skip


def with_row(**row: object) -> Board:
    """The map of Europe with one strait more."""
    return build_board(
        RAW, msgspec.structs.replace(USUAL, link=(*USUAL.link, msgspec.convert(row, LinkRow)))
    )


def test_a_new_strait_is_one_row() -> None:
    board = with_row(**DOVER)
    link = board.links["dover"]
    assert link.hexes == ("L23", "L24")
    assert link.joins == ((Node("L23", 0), Node("L23", 1)),)
    way = ["L22", "L23", "K24"]
    assert check_path(board, way) == ()
    (fault,) = check_path(board, way, {"dover"})
    assert (fault.code, fault.link) == ("closed-link", "dover")
    for back in (["L22", "L23", "L22"], ["K24", "L23", "L24"]):  # in and out again on one side
        assert check_path(board, back, {"dover"}) == ()
    assert len(board.find("Dover").waters) == 2  # ships of a port in it choose their side


def test_a_strait_that_is_open_changes_no_distance() -> None:
    old, new = load("awaw-europe"), with_row(**DOVER)
    for start in ("Brest", "Wilhelmshaven", "Dover"):
        before, after = reach(old, start, 25), reach(new, start, 25)
        assert {n.hex: d for n, d in before.items()} == {n.hex: d for n, d in after.items()}
    shut = route(new, "Brest", "Wilhelmshaven", closed={"dover"})
    assert shut.distance > route(new, "Brest", "Wilhelmshaven").distance
    assert "L23" not in shut.hexes


def test_what_the_coast_has_parted_is_only_joined() -> None:
    board = load("awaw-europe")
    assert board.links["gibraltar"].joins == ((Node("AA7", 0), Node("AA7", 1)),)
    assert board.links["kiel-canal"].joins == (
        (Node("J30", 0), Node("J30", 1)),
        (Node("J30", 0), Node("J30", 3)),
    )
    assert [str(n) for n in board.links["suez-canal"].joins[0]] == ["KK32", "LL32/1"]
    assert load("campaign-europe").links["gibraltar"].ends == ("13,35", "15,35")
    assert load("europa").links["kiel-canal"].hexes == ("16A:0509", "16A:0606")


def test_a_closure_takes_the_water_away() -> None:
    row = {
        "id": "dover",
        "title": "Mines",
        "clause": "21.36A",
        "pairs": [["L23", "K24"], ["L24", "L23"]],
        "note": "mined",
    }
    board = build_board(RAW, msgspec.convert({"closure": [row]}, Facts))
    assert [(f.code, f.link) for f in check_path(board, ["L22", "L23", "K24"])] == [
        ("closed-link", "dover")
    ]
    assert "K24" not in [n.hex for n, _ in board.edges[Node("L23", 0)]]


def test_an_arrow_joins_two_shores() -> None:
    row = {
        "id": "messina",
        "title": "Strait of Messina",
        "kind": "arrow",
        "clause": "21.211A",
        "hexes": ["DD21", "CC22"],
    }
    link = with_row(**row).links["messina"]
    assert (link.hexes, link.joins) == (("DD21", "CC22"), ())


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"gates": [{"hexes": ["K23"], "sides": [["L22"], ["K24"]]}]}, "dover: K23 has no water"),
        (
            {"gates": [{"hexes": ["M23"], "sides": [["L22"], ["K24"]]}]},
            "dover: no water of M23 touches both",
        ),
        ({"gates": [], "joins": [["L23", "L23/4"]]}, "dover: there is no water L23/4"),
        ({"gates": [], "way": ["Dover", "Nowhere"]}, "dover: Nowhere is not a water"),
    ],
)
def test_a_row_that_does_not_fit_says_why(row: dict[str, object], said: str) -> None:
    with pytest.raises(BoardError, match=said):
        with_row(**{**DOVER, **row})


def test_a_file_that_is_wrong_is_named_with_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    import tomllib

    monkeypatch.setattr(
        tomllib,
        "loads",
        lambda text: {"link": [{"id": "x", "title": "X", "kind": "bridge", "clause": "1"}]},
    )
    with pytest.raises(BoardError, match=r"rulebooks/europa/map/sheets.toml: .*bridge.*link"):
        facts_of.__wrapped__("rulebooks/europa/map/sheets.toml")
