"""The SVG drawing and the geometry export."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ET
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from flagplot.boards import BoardError, board_ids, load, reach, route
from flagplot.boards.labels import OccupiedSpace, Rect, label_spots, lettering_boxes, text_width
from flagplot.boards.load import build_board
from flagplot.boards.page_geometry import geometry, geometry_json
from flagplot.boards.svg import Overlay, RouteMark, UnitMark, draw

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return ["".join(t.itertext()) for t in ET.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", board_ids())
@pytest.mark.parametrize("palette", ["day", "night"])
def test_a_whole_board_is_valid_svg(name: str, palette: str) -> None:
    board = load(name)
    root = ET.fromstring(draw(board, palette=palette, width=900))
    assert root.tag == f"{SVG}svg"
    assert root.attrib["width"] == "900"
    assert board.title in root.attrib["aria-label"]
    assert draw(board, palette=palette, width=900) == draw(board, palette=palette, width=900)


def test_ids_follow_the_scale() -> None:
    europe = load("awaw-europe")
    ids = re.compile(r"[A-Z]{1,2}\d{1,2}")

    def shown(**more: object) -> set[str]:
        svg = draw(europe, window=["Scapa Flow", "Kiel"], **more)  # type: ignore[arg-type]
        return {t for t in texts(svg) if ids.fullmatch(t)}

    assert shown(width=240) == set()
    few, many, every = shown(width=420), shown(width=1000), shown(width=1000, ids="all")
    assert 0 < len(few) < len(many) <= len(every)
    assert {"C30", "D30"} <= many
    assert "K31" in every
    assert shown(ids="none") == set()


def test_names_units_routes_and_overlays_appear() -> None:
    europe = load("awaw-europe")
    way = route(europe, "Kiel", "B32")
    near = tuple(n.hex for n in reach(europe, "Bergen", 2))
    assert way is not None
    svg = draw(
        europe,
        window=["Scapa Flow", "Kiel", "Bergen"],
        width=1200,
        title="A <test> & more",
        units=[
            UnitMark("Kiel", "TF3", "axis", "14"),
            UnitMark("B31", "?", "allied", "10+", "seen", 2),
        ],
        routes=[
            way,
            RouteMark(way.hexes, "axis", "dotted", "by the canal", (None, *[50.0] * way.distance)),
        ],
        overlays=[Overlay(("E33", "F33"), "closed"), Overlay(near, "reach", {"B32": "1"})],
    )
    found = texts(svg)
    assert {"TF3", "14", "10+", "by the canal", "Bergen", "1"} <= set(found)
    assert "A &lt;test&gt; &amp; more" in svg
    assert europe._repr_svg_().startswith("<svg")


def test_bad_requests_are_refused() -> None:
    europe = load("awaw-europe")
    for wrong in (
        {"palette": "dusk"},
        {"ids": "some"},
        {"width": 3},
        {"window": []},
        {"window": [0, 0, -1, 5]},
        {"window": ["Atlantis"]},
        {"overlays": [Overlay(("A23",), "blob")]},
        {"units": [UnitMark("Nowhere", "x")]},
        {"routes": [RouteMark(("A1", "A2"))]},
    ):
        with pytest.raises(BoardError):
            draw(europe, **wrong)  # type: ignore[arg-type]


def test_labels_never_overlap() -> None:
    for name in board_ids():
        board = load(name)
        svg = draw(board, width=1500, ids="none")
        taken: list[Rect] = []
        for group in ET.fromstring(svg).iter(f"{SVG}g"):
            if group.attrib.get("paint-order") != "stroke":
                continue
            for t in group:
                x, y, size = (float(t.attrib[k]) for k in ("x", "y", "font-size"))
                wide = text_width(t.text or "", size)
                left = {"start": x, "end": x - wide, "middle": x - wide / 2}[
                    t.attrib["text-anchor"]
                ]
                box = Rect(left, y - size * 0.7, left + wide, y + size * 0.2)
                assert not any(box.meets(o) for o in taken), t.text
                taken.append(box)
        assert len(taken) >= min(10, len(board.places))


def test_label_helpers() -> None:
    space = OccupiedSpace(10)
    space.take(Rect(0, 0, 5, 5))
    assert not space.free(Rect(4, 4, 30, 30))
    assert space.free(Rect(5, 0, 8, 5))
    assert text_width("MM", 10) > text_width("ll", 10)
    assert len({s.rect for s in label_spots(0, 0, 20, 10, 5)}) == 8
    assert len(lettering_boxes("NORTH SEA", 0, 0, 20, 5, 30)) == 8


@pytest.mark.parametrize("name", board_ids())
def test_geometry_is_complete_and_small(name: str) -> None:
    board = load(name)
    g = geometry(board)
    ids = g["ids"].split()
    assert len(ids) == len(g["kinds"]) == len(g["xy"]) // 2 == len(g["water"])
    assert len(set(ids)) == len(ids)
    for i, h in enumerate(ids[:50]):
        assert (g["xy"][2 * i], g["xy"][2 * i + 1]) == pytest.approx(board.point(h), abs=0.51)
    assert {p["name"] for p in g["places"]} == set(board.places)
    raw = geometry_json(name)
    large = 2 if name == "europa" else 1
    assert len(raw) < 400_000 * large
    assert len(gzip.compress(raw)) < 120_000 * large
    assert msgspec.json.decode(raw)["id"] == name


def test_a_damaged_board_file_is_refused() -> None:
    with pytest.raises(BoardError, match="not a board file"):
        build_board(b"{}")
    with pytest.raises(BoardError, match="not a board file"):
        build_board(b"nonsense")
    raw = (resources.files("flagplot.boards") / "data" / "awaw-europe.json").read_bytes()
    with pytest.raises(BoardError, match="format 9"):
        build_board(raw.replace(b'"format":1', b'"format":9', 1))


def test_the_data_names_nothing_local() -> None:
    for f in resources.files("flagplot.boards").joinpath("data").iterdir():
        assert "/home" not in f.read_text()
        assert isinstance(f, Path)
