"""Battle maps of real shores: the coast around a port, hex by hex, as tables ``campaign.map.NAME``.

One rule makes all of them. A hex is land when most of it is land. Berths lie along the route from
the port to the open sea, with forts on points beside it; town and airfield lie inland. The ground
rises from the water, as high as the country is. Coral is flat: reefs lie along the land and in the
enclosed lagoon, and airfield, camp and forts are as far apart as possible.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import shapely
from shapely.geometry import MultiPoint, Point, Polygon, box

from boardgen import coast
from boardgen.kept import Fits
from flagplot.boards.grid import Coord, OffsetHexGrid

GRID = OffsetHexGrid(",")
WIDE, HIGH = 20, 14
MILES = 2.0
"""Default width of a hex in nautical miles."""
STRIP = 0.3
"""Share of land at which a hex of coral is dry: coral islets are strips narrower than a hex."""
TABLES = Path(__file__).resolve().parent / "tables"
OUT = Path(__file__).resolve().parents[2] / "src/flagplot/rulebooks/campaign/tables/shores.toml"
BEACH = 3
"""One in so many coastal hexes is a beach in steep country; in flat country all are."""
FORTS = 3
BERTHS, SMALL = 10, 4
"""Berths of a major port and of a minor one."""
NARROW = 60
"""Number of water hexes below which a route to sea is widened by a hex on either side."""
ROOM = 16
"""Hexes of water that an invasion fleet needs: eight ships and their boats."""
EDGE = 3
"""Hexes from the rim within which the invader begins."""


class Shore(NamedTuple):
    """A port with its own battle map: its position, whether it is major, the kind of its country,
    and the width of a hex in nautical miles."""

    name: str
    lon: float
    lat: float
    major: bool
    steep: bool
    coral: bool
    miles: float


@cache
def shores() -> dict[str, Shore]:
    """Return the ports that have their own battle map, by id, sorted by id."""
    said = tomllib.loads((TABLES / "shores.toml").read_text("utf-8"))
    found = {}
    for board, names in said["ports"].items():
        for p, country in listed(board):
            if p["name"] in names and slug(p["name"]) not in found:
                lon, lat = said["quays"].get(p["name"], p["at"])
                found[slug(p["name"])] = Shore(
                    p["name"],
                    lon - 360 if lon > 180 else lon,
                    lat,
                    bool(p.get("major") or p.get("base")),
                    country in said["steep"],
                    p["name"] in said["coral"],
                    said["miles"].get(p["name"], MILES),
                )
    return dict(sorted(found.items()))


def listed(board: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the places of a board with their countries: its own, then those it takes from another
    board."""
    table = tomllib.loads((TABLES / f"{board}.toml").read_text("utf-8"))
    yield from ((p, country["country"]) for country in table["place"] for p in country["list"])
    if "places_from" in table:
        yield from listed(table["places_from"])


def boards() -> tuple[str, ...]:
    """Return the boards of these shores."""
    return tuple(f"battle-{id}" for id in shores())


def slug(name: str) -> str:
    """Return the id of a port's shore."""
    return name.lower().replace(" ", "-").replace(".", "")


@cache
def world(west: float, south: float, east: float, north: float) -> list[Polygon]:
    """Return the land in the finest resolution within a window of degrees."""
    return coast.land("land-10m", (west, south, east, north), 0.02)


def cells() -> list[Coord]:
    """Return every hex of a map, row by row."""
    return [Coord(a, b) for b in range(1, HIGH + 1) for a in range(1, WIDE + 1)]


def dry(lon: float, lat: float, miles: float) -> dict[Coord, float]:
    """Return the share of land of each hex, with hexes *miles* nautical miles wide and the port in
    the middle."""
    near = world(
        *(math.floor(v / 10) * 10 for v in (lon - 2, lat - 2)),
        *(math.ceil(v / 10) * 10 for v in (lon + 2, lat + 2)),
    )
    per_x, per_y = 60 * math.cos(math.radians(lat)) / miles, 60 / miles
    cx, cy = GRID.centre(Coord(WIDE // 2, HIGH // 2))
    frame = box(lon - 1.5, lat - 1.0, lon + 1.5, lat + 1.0)
    pieces = [
        shapely.intersection(p, frame, grid_size=coast.FINE) for p in near if p.intersects(frame)
    ]
    plane = [
        shapely.make_valid(
            shapely.transform(
                x, lambda d: [[(u - lon) * per_x + cx, (lat - v) * per_y + cy] for u, v in d]
            )
        )
        for x in pieces
        if not x.is_empty
    ]
    land = shapely.union_all(plane, grid_size=1e-6)
    out = {}
    for c in cells():
        hexagon = Polygon(GRID.corners(c))
        out[c] = round(land.intersection(hexagon).area / hexagon.area, 3)
    return out


def quay_of(water: set[Coord], port: Coord) -> Coord:
    """Return the hex of the quays: the land hex beside the sea that is nearest to the port."""
    shore = (c for c in cells() if c not in water and any(n in water for n in neighbours(c)))
    return min(shore, key=lambda c: (GRID.distance(c, port), c))


def neighbours(at: Coord) -> list[Coord]:
    """Return the neighbouring hexes on the map."""
    return [n for n in GRID.neighbours(at) if 1 <= n.a <= WIDE and 1 <= n.b <= HIGH]


def spread(start: list[Coord], open_to: set[Coord]) -> dict[Coord, int]:
    """Return the hexes reached from *start* through *open_to*, each with its number of steps."""
    far = dict.fromkeys(start, 0)
    queue = list(start)
    for here in queue:
        for n in neighbours(here):
            if n in open_to and n not in far:
                far[n] = far[here] + 1
                queue.append(n)
    return far


def rim(at: Coord) -> int:
    """Return the number of hexes to the edge of the map."""
    return min(at.a - 1, WIDE - at.a, at.b - 1, HIGH - at.b)


def drawn(shore: Shore) -> tuple[list[str], set[Coord]]:
    """Return the rows of a map, and the hexes where the invader begins."""
    name, lon, lat, major, steep, coral, miles = shore
    share = dry(lon, lat, miles)
    water = {c for c in cells() if share[c] <= (STRIP if coral else 0.5)}
    port = GRID.at(*GRID.centre(Coord(WIDE // 2, HIGH // 2)))
    if not any(rim(c) == 0 for c in spread([c for c in neighbours(port) if c in water], water)):
        water |= channel(share, port)  # a port far up a fjord that is narrower than a hex
    sea = max((set(spread([c], water)) for c in sorted(water) if rim(c) == 0), key=len)
    water = sea  # ponds and cut-off arms become land
    quay = quay_of(water, port)
    roads = spread([n for n in neighbours(quay) if n in water], water)
    out = max((c for c in roads if rim(c) == 0), key=lambda c: (openness(c, water), -roads[c], c))
    fairway = path(out, roads, water)
    if len(roads) < NARROW:  # ships need room beside the route
        water |= {
            n for c in fairway for n in neighbours(c) if n != quay and GRID.distance(n, quay) > 1
        }
        roads = spread([n for n in neighbours(quay) if n in water], water)
    land = [c for c in cells() if c not in water]
    depth = spread([c for c in land if any(n in water for n in neighbours(c))], set(land))
    letters = dict.fromkeys(cells(), ".")
    letters |= {
        c: flat(depth.get(c, 9)) if coral else ground(name, c, depth.get(c, 9), steep) for c in land
    }
    letters |= dict.fromkeys(reefs(set(land), water) if coral else (), "~")
    letters[quay] = "P"
    inland = sorted((c for c in land if c != quay), key=lambda c: (GRID.distance(c, quay), c))
    if coral:
        for letter, site in zip(
            "ATCCC", scattered([quay], [c for c in land if depth.get(c) == 0]), strict=False
        ):
            letters[site] = letter
    else:
        letters[inland[0]] = "T"
        if major:
            passable = {c for c in land if letters[c] != "m"}
            walked = spread([quay], passable | {quay})
            field = next(
                (c for c in inland if GRID.distance(c, quay) >= 3 and c in walked), inland[1]
            )
            letters[field] = "A"
        beside = {n for c in fairway for n in (c, *neighbours(c))}
        points = [
            c
            for c in land
            if letters[c] not in "PTA"
            and any(n in beside for n in neighbours(c))
            and depth.get(c) == 0
        ]
        for fort in apart(
            sorted(points, key=lambda c: (abs(GRID.distance(c, quay) - 4), c)),
            FORTS if major else 1,
        ):
            letters[fort] = "C"
    quays = [c for c in sorted(roads, key=lambda c: (roads[c], c)) if roads[c] <= 2]
    for berth in quays[: min(BERTHS if major else SMALL, len(roads) // 5)]:
        letters[berth] = "b"
    begins = {
        c
        for c in roads
        if rim(c) < EDGE
        and letters[c] == "."
        and roads[c] >= max(4, roads[out] - 5)
        and GRID.distance(c, quay) >= 5
    }
    if len(begins) < ROOM:
        near = spread([out], {c for c in roads if letters[c] == "."})
        begins = set(sorted(near, key=lambda c: (near[c], c))[:ROOM])
    for way in sorted(c for c in begins if rim(c) == 0 and GRID.distance(c, out) <= 2):
        letters[way] = "X"
    return [
        "".join(letters[Coord(a, b)] for a in range(1, WIDE + 1)) for b in range(1, HIGH + 1)
    ], begins


def scattered(there: list[Coord], sites: list[Coord]) -> Iterator[Coord]:
    """Yield sites one by one, each at the greatest distance from all before it and from *there*."""
    while sites:
        best = max(sites, key=lambda c: (min(GRID.distance(c, t) for t in there), c))
        yield best
        there, sites = [*there, best], [c for c in sites if c != best]


def flat(depth: int) -> str:
    """Return the letter of a land hex on coral."""
    return "c" if depth else "-"


def reefs(land: set[Coord], water: set[Coord]) -> set[Coord]:
    """Return the reefs of coral: the water beside land, and the lagoon that the land encloses."""
    hull = MultiPoint([GRID.centre(c) for c in sorted(land)]).convex_hull
    return {
        c
        for c in water
        if any(n in land for n in neighbours(c)) or hull.contains(Point(GRID.centre(c)))
    }


def openness(at: Coord, water: set[Coord]) -> int:
    """Return the number of water hexes within 4 hexes."""
    return sum(1 for c in water if GRID.distance(c, at) <= 4)


def channel(share: dict[Coord, float], port: Coord) -> set[Coord]:
    """Return the route from a port to the rim with the most water, which stands for a fjord
    narrower than a hex."""
    from heapq import heappop, heappush

    done: dict[Coord, Coord | None] = {}
    front: list[tuple[float, Coord, Coord | None]] = [(0.0, port, None)]
    while front:
        cost, here, came = heappop(front)
        if here in done:
            continue
        done[here] = came
        if rim(here) == 0:
            way = {here}
            while (back := done[here]) is not None:
                here = back
                way.add(here)
            return way - {port}
        for n in neighbours(here):
            heappush(front, (round(cost + 0.02 + share[n] ** 2, 6), n, here))
    return set()


def path(to: Coord, far: dict[Coord, int], water: set[Coord]) -> set[Coord]:
    """Return a shortest route by water from the quays to a hex."""
    way = {to}
    while far[to]:
        to = min(n for n in neighbours(to) if n in water and far.get(n, 99) == far[to] - 1)
        way.add(to)
    return way


def apart(sites: list[Coord], most: int) -> list[Coord]:
    """Return up to *most* sites, best first, at least three hexes apart."""
    kept: list[Coord] = []
    for c in sites:
        if len(kept) < most and all(GRID.distance(c, k) >= 3 for k in kept):
            kept.append(c)
    return kept


def ground(name: str, at: Coord, depth: int, steep: bool) -> str:
    """Return the letter of a land hex by its distance from the water. Variation is derived from the
    port's name and the hex."""
    lot = crc32(f"{name} {at.a},{at.b}".encode()) % 100
    if depth == 0:
        return "-" if not steep or lot % BEACH == 0 else "h" if lot % BEACH == 1 else "c"
    if steep:
        return "m" if depth > 1 and lot < 35 else "h" if lot < 65 else "f" if lot < 85 else "c"
    return "f" if lot < 25 else "h" if depth > 2 and lot < 40 else "c"


def blocks(hexes: set[Coord]) -> str:
    """Return hexes as blocks, one run of a column each."""
    out = []
    for a in range(1, WIDE + 1):
        run: list[int] = []
        for b in [*sorted(c.b for c in hexes if c.a == a), 99]:
            if run and b != run[-1] + 1:
                out.append(f"{a:02},{run[0]:02}-{a:02},{run[-1]:02}")
                run = []
            run.append(b)
    return " ".join(out)


HEAD = """# Made by `make boards` from the coastlines of Natural Earth: the shore of each port, row by row from the north.
# Letters and zones as in grounds.toml; an owner of the real maps replaces them.
# Of Wake, Kwajalein and Truk the coastlines have the islands, not the reefs: those along the land of the first two are laid by
# rule, the rings around the lagoons of the last two lie off the maps. The lochs of Pearl Harbor are not in the coastlines.
"""


def written() -> str:
    """Return the file of all shores."""
    return HEAD + "".join(table(id, said) for id, said in shores().items()) + zones()


@cache
def made(id: str) -> tuple[tuple[str, ...], frozenset[Coord]]:
    """Return the rows and the invader's hexes of a shore."""
    rows, begins = drawn(shores()[id])
    return tuple(rows), frozenset(begins)


def table(id: str, shore: Shore) -> str:
    """Return the table of one shore."""
    rows = "\n".join(f'{n} = ["{row}"]' for n, row in enumerate(made(id)[0], 1))
    return f"""
[[table]]
id = "campaign.map.{id}"
clause = "6.5.2"
title = "Battle map: {shore.name}"
provenance = "house"
columns = ["hexes"]
labels = "numbered"
cells = {{ "*" = '[-.~bXMcfhmTAPC]{{4,40}}' }}
[table.rows]
{rows}
"""


def zones() -> str:
    """Return the table of the areas in which the two sides begin: the invader at sea, the defender
    everywhere else."""

    def lines() -> Iterator[str]:
        for id in shores():
            begins = set(made(id)[1])
            yield f'{id} = ["{blocks(begins)}", "{blocks({c for c in cells() if c not in begins})}"]'

    return (
        """
[[table]]
id = "campaign.shore-zones"
clause = "6.5.1.1"
title = "Where the two sides begin before the shores of single ports"
provenance = "house"
columns = ["red", "blue"]
labels = "more"
cells = { "*" = '\\d\\d,\\d\\d-\\d\\d,\\d\\d( \\d\\d,\\d\\d-\\d\\d,\\d\\d)*' }
[table.rows]
"""
        + "\n".join(lines())
        + "\n"
    )


def make(table_path: Path, fits: Fits, out: Path) -> str:
    """Write the tables. Returns a line for the log."""
    OUT.write_text(written(), "utf-8")
    return f"shores: {len(shores())} ports"


__all__ = ["make", "shores", "slug", "table", "written"]
