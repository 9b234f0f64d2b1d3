"""``flagplot route`` and ``flagplot board``."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from flagplot import boards

from .conftest import Run


def test_route_ends_with_its_distance(run: Run) -> None:
    ran = run("route", "awaw-europe", "Liverpool", "Gibraltar")
    way = boards.route(boards.load("awaw-europe"), "Liverpool", "Gibraltar")
    assert way is not None
    assert ran.code == 0
    assert ran.last == f"distance {way.distance} hexes"
    shown = re.findall(
        r"\b[A-Z]{1,2}\d{1,2}\b", ran.out.partition("hexes ")[2].partition("\nleg")[0]
    )
    assert len(shown) == way.distance + 1
    assert boards.check_path(boards.load("awaw-europe"), shown) == ()
    assert "a port at least every 20 hexes (21.3614): kept" in ran.out


def test_route_joins_squares_and_sea_zones(run: Run) -> None:
    out = run("route", "campaign-europe", "Liverpool", "halifax").out
    assert "zones  Mid-Atlantic 1, Newfoundland 1, American coast 1" in out
    assert out.splitlines()[-1] == "distance 18 squares and Range 3 of zones: Range 5 in all"
    assert (
        "Range 8 in all"
        in run("route", "campaign-europe", "guinea", "Clyde", "--via", "canaries").out
    )


def test_route_over_sea_zones_keeps_clear_of_places_and_within_limits(run: Run) -> None:
    plain = run("route", "campaign-europe", "Liverpool", "halifax")
    round_about = run("route", "campaign-europe", "Liverpool", "halifax", "--avoid", "newfoundland")
    assert "Newfoundland" in plain.out
    assert "Newfoundland" not in round_about.out
    assert int(round_about.last.split()[-3]) > int(plain.last.split()[-3])
    assert (
        run("route", "campaign-europe", "Liverpool", "halifax", "--limit", "48").last == plain.last
    )
    short = run("route", "campaign-europe", "Liverpool", "halifax", "--limit", "47")
    assert (short.code, "none within 47 squares" in short.err) == (1, True)


def test_route_over_sea_zones_from_port_to_port(run: Run) -> None:
    hops = run("route", "campaign-europe", "Gibraltar", "halifax", "--touch-every", "40")
    assert "Ponta Delgada" in hops.out
    assert run("route", "campaign-europe", "Gibraltar", "halifax", "--touch-every", "9").code == 1
    assert run("route", "campaign-europe", "Gibraltar", "halifax", "--touch-every", "90").code == 0


def test_route_tells_what_touching_ports_would_cost(run: Run) -> None:
    few = ("--port", "Brest", "--port", "Liverpool")
    ran = run("route", "awaw-europe", "Liverpool", "Gibraltar", *few)
    plain = run("route", "awaw-europe", "Liverpool", "Gibraltar")
    assert ran.last == plain.last, "the shortest way is shown, whatever the rule would have"
    longer = re.search(
        r"a port at least every 20 hexes \(21\.3614\): (\d+) hexes by way of \S+ \(Brest\)", ran.out
    )
    assert longer is not None
    assert int(longer[1]) > int(ran.last.split()[1])
    alone = run("route", "awaw-europe", "Liverpool", "Gibraltar", "--port", "Oslo")
    assert "no route touches one often enough" in alone.out


def test_route_tells_the_closed_strait(run: Run) -> None:
    ran = run("route", "awaw-europe", "Liverpool", "Alexandria", "--closed", "gibraltar")
    assert ran.code == 1
    assert "Gibraltar is closed" in ran.err
    assert "21.211" in ran.err


def test_route_by_ports_has_legs_no_longer_than_asked(run: Run) -> None:
    ran = run("route", "awaw-europe", "Liverpool", "Alexandria", "--touch-every", "20")
    legs = [int(line.rpartition(" ")[2]) for line in ran.out.splitlines() if line.startswith("leg")]
    assert legs
    assert max(legs) <= 20
    assert ran.last == f"distance {sum(legs)} hexes"


def test_route_without_enough_ports(run: Run) -> None:
    ran = run(
        "route",
        "awaw-europe",
        "Liverpool",
        "Alexandria",
        "--touch-every",
        "20",
        "--port",
        "Liverpool",
    )
    assert ran.code == 1
    assert "every 20 hexes" in ran.err


def test_route_within_a_limit(run: Run) -> None:
    assert run("route", "awaw-europe", "Liverpool", "Gibraltar", "--limit", "5").code == 1


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (("route", "nowhere", "A", "B"), "awaw-europe"),
        (("route", "awaw-europe", "Liverpol", "Gibraltar"), "Liverpool"),
        (("route", "awaw-europe", "Liverpool", "ZZZ99"), "ZZZ99"),
        (("route", "awaw-europe", "", "Gibraltar"), "place"),
        (("route", "awaw-europe", "Liverpool", "Gibraltar", "--closed", "moat"), "moat"),
        (("route", "awaw-europe", "Liverpool", "Gibraltar", "--touch-every", "0"), "touch-every"),
        (
            ("route", "awaw-europe", "Liverpool", "Gibraltar", "--touch-every", "soon"),
            "touch-every",
        ),
        (("route", "awaw-europe", "Liverpool", "\x00\xff"), "no place"),
        (("board", "atlantis", "-o", "x.svg"), "atlantis"),
        (("board", "awaw-europ", "-o", "x.svg"), "did you mean awaw-europe?"),
        (("board", "awaw-europe"), "-o"),
        (
            ("board", "awaw-europe", "-o", "/nonexistent/x.svg"),
            "no folder /nonexistent; make it first",
        ),
        (("board", "awaw-europe", "-o", "x.svg", "--window", "Oslo:-3"), "--window"),
        (("board", "awaw-europe", "-o", "x.svg", "--window", "1,2,3"), "--window"),
        (("board", "awaw-europe", "-o", "x.svg", "--window", "Oslow:3"), "Oslo"),
        (("board", "awaw-europe", "-o", "x.svg", "--window", "Oslo,Brgen"), "Bergen"),
        (("board", "awaw-europe", "-o", "x.svg", "--window", "Oslo:many"), "--window"),
        (("board", "awaw-europe", "-o", "x.svg", "--window", "0,0,inf,1"), "--window"),
        (("board", "awaw-europe", "-o", "x.svg", "--ids", "some"), "ids"),
        (("board", "awaw-europe", "-o", "x.svg", "--window", "1,1,0,1"), "--window"),
        (("board", "awaw-europe", "-o", "x.svg", "--width", "7"), "width"),
    ],
)
def test_bad_input_is_told(
    run: Run, argv: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*argv)
    assert ran.code == 2
    assert told in ran.err
    assert list(tmp_path.iterdir()) == []


def test_board_list(run: Run) -> None:
    ran = run("board")
    assert ran.code == 0
    assert all(name in ran.out for name in boards.board_ids())


def test_board_writes_a_picture(run: Run, tmp_path: Path) -> None:
    day, night = tmp_path / "day.svg", tmp_path / "night.svg"
    assert run("board", "awaw-europe", "-o", day, "--window", "Oslo:4").code == 0
    assert run("board", "awaw-europe", "-o", night, "--window", "Oslo:4", "--night").code == 0
    assert ET.parse(day).getroot().tag.endswith("svg")
    assert day.read_bytes() != night.read_bytes()


@pytest.mark.parametrize("name", boards.board_ids())
def test_every_board_is_drawn(name: str, run: Run, tmp_path: Path) -> None:
    ran = run("board", name, "-o", tmp_path / "x.svg", "--width", "400")
    assert ran.code == 0, ran.err
    assert ET.parse(tmp_path / "x.svg").getroot().tag.endswith("svg")


def test_board_to_standard_output(run: Run) -> None:
    ran = run("board", "awaw-europe", "-o", "-", "--window", "Oslo:2")
    assert ET.fromstring(ran.out).tag.endswith("svg")
