"""The committed boards are what the generator makes of coastlines and tables, byte for byte, on
this machine too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
DATA = ROOT / "src" / "flagplot" / "boards" / "data"
TOOLS = ROOT / "tools"

GROUNDS = tuple(sorted(p.stem for p in DATA.glob("battle-*.json") if ".coast" not in p.name))
HALVES = (
    ("awaw-europe", "campaign-europe", "europa", "ocean"),
    ("awaw-pacific", "campaign-fareast", "south-atlantic", *GROUNDS),
)
"""The boards in two halves of about the same length, made side by side."""


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_every_board_comes_out_as_it_is_committed(tmp_path: Path) -> None:
    assert sorted(b for half in HALVES for b in half) == sorted(
        p.stem for p in DATA.glob("*.json") if ".coast" not in p.name
    )
    # the second half runs with the arithmetic of an old processor, or the nearest that this one has
    old = os.environ | {"OPENBLAS_CORETYPE": "Nehalem"}
    running = [
        subprocess.Popen(
            [sys.executable, str(TOOLS), "boards", *half, "--out", str(tmp_path)],
            env=env,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        for half, env in zip(HALVES, (dict(os.environ), old), strict=True)
    ]
    for process in running:
        said = process.communicate()[0]
        assert process.returncode == 0, said
        assert "fitted anew" not in said, (
            "tools/boardgen/tables/fits.json is older than the anchors: run make boards"
        )
    made = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    assert sorted(made) == sorted(p.name for p in DATA.iterdir())
    differ = [name for name, raw in made.items() if raw != (DATA / name).read_bytes()]
    assert not differ, "not what make boards makes"


@pytest.mark.parametrize("port", ["bergen", "oslo", "wake"])
def test_a_shore_comes_out_as_its_table_is_committed(port: str) -> None:
    from boardgen.shores import OUT, shores, table

    assert table(port, shores()[port]) in OUT.read_text("utf-8")


def test_the_last_bits_of_a_processor_change_nothing() -> None:
    from boardgen.coast import land, project

    coast = land("land-50m", (0.0, 50.0, 30.0, 60.0))
    chance = np.random.default_rng(1)

    def exact(lon: np.ndarray, lat: np.ndarray) -> np.ndarray:
        return np.c_[np.sin(lon / 40) * 20, np.cos(lat / 60) * 20]

    def noisy(lon: np.ndarray, lat: np.ndarray) -> np.ndarray:
        found = exact(lon, lat)
        return found + chance.uniform(-1e-14, 1e-14, found.shape)

    one, two = project(coast, exact), project(coast, noisy)
    assert len(one) > 20
    assert [p.wkb for p in one] == [p.wkb for p in two]
    assert all(p.is_valid and p.exterior.is_ccw == one[0].exterior.is_ccw for p in one)


def test_land_that_ends_at_the_rim_of_a_cell_lets_no_water_round_it() -> None:
    from shapely.geometry import Polygon

    from boardgen.coast import on_grid
    from boardgen.cut import cut
    from flagplot.boards.grid import Coord, SkewHexGrid

    grid, at = SkewHexGrid(), Coord(20, 53)
    x, y = grid.centre(at)
    for turn in range(40):  # a bar of land right across the cell, in many places
        low = y - 0.2 + turn * 0.0101010101
        bar = on_grid(
            Polygon([(x - 1, low), (x + 1, low + 0.07), (x + 1, low + 0.17), (x - 1, low + 0.1)])
        )
        made, _ = cut(grid, [at], [bar])
        assert len(made[at].bodies) == 2


def test_the_kept_fits_are_what_the_solver_finds(tmp_path: Path) -> None:
    import tomllib

    from boardgen.fit import Anchor, LaeaBase, Warp
    from boardgen.kept import Fits
    from flagplot.boards.grid import SkewHexGrid

    tables = TOOLS / "boardgen" / "tables"
    anchors = [
        Anchor(*a) for a in tomllib.loads((tables / "awaw-europe.toml").read_text())["anchors"]
    ]
    lon, lat = np.array([a.lon for a in anchors]), np.array([a.lat for a in anchors])
    points = []
    for fits in (Fits(tables / "fits.json"), Fits(tmp_path / "none.json")):
        warp = Warp(
            fits, "awaw-europe", LaeaBase(fits, "awaw-europe", anchors, SkewHexGrid()), anchors
        )
        points.append(warp(lon, lat))
    assert fits.solved == ["awaw-europe base", "awaw-europe nudge"]
    assert np.abs(points[0] - points[1]).max() < 1e-4
    fits.save()
    assert sorted(json.loads((tmp_path / "none.json").read_text())) == fits.solved
