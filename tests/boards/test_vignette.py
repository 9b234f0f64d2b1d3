"""Small pictures of parts of boards: cut to what they show, no finer than it shows."""

from __future__ import annotations

import pytest

from flagplot import rulebooks
from flagplot.boards.errors import BoardError
from flagplot.boards.load import load
from flagplot.boards.map_crop import clip_ring, rings, vignette, vignette_json, window_of
from flagplot.boards.page_geometry import geometry_json

CARDS = [
    (s.board, tuple(s.picture))
    for b in rulebooks.BOOKS
    for s in rulebooks.book(b).scenarios
    if s.board
]


@pytest.mark.parametrize(("board", "places"), sorted(set(CARDS)))
def test_a_picture_shows_its_places_and_is_light(board: str, places: tuple[str, ...]) -> None:
    whole = load(board)
    left, top, right, bottom = window_of(whole, places, 1.9)
    known = [
        whole.places[p].at if p in whole.places else whole.point(p)
        for p in places
        if p in whole.places or p in whole.hexes
    ]
    assert len(known) >= min(2, len(places))
    for x, y in known:
        assert left < x < right
        assert top < y < bottom
    assert (right - left) / (bottom - top) == pytest.approx(1.9) or not places
    shown = vignette(whole, places, 1.9, 240)
    assert shown["land"]
    slack = (right - left) / 240 * 8
    for ring in rings(shown["land"] + shown["near"]):
        assert all(
            left - slack <= x <= right + slack and top - slack <= y <= bottom + slack
            for x, y in ring
        )
    assert len(vignette_json(board, places, 1.9, 240)) < min(25_000, len(geometry_json(board)) / 2)


def test_a_ring_is_cut_to_its_window() -> None:
    square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    assert set(clip_ring(square, (5, 5, 20, 20))) == {(5, 5), (10, 5), (10, 10), (5, 10)}
    assert clip_ring(square, (20, 20, 30, 30)) == []
    assert rings("M1 2l3 4-1-1zM5 5L6 6") == [[(1, 2), (4, 6), (3, 5)], [(5, 5), (6, 6)]]


def test_an_odd_shape_is_refused() -> None:
    with pytest.raises(BoardError):
        window_of(load("europa"), (), 100)
