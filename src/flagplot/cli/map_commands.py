"""``flagplot route`` and ``flagplot board``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .common import console, escape, find_board
from .files import stop, write_text

if TYPE_CHECKING:
    from flagplot.boards import Board, Link, Place, Route
    from flagplot.table.display.position import Display


def closed_links(board: Board, names: Sequence[str]) -> frozenset[str]:
    """Return the ids of straits and canals given by id or title, in any case. Raises
    ``CommandError`` naming those that the board has."""
    found = set()
    for name in names:
        wanted = name.casefold().strip()
        hits = [
            k.id for k in board.links.values() if wanted in (k.id.casefold(), k.title.casefold())
        ]
        if not hits:
            have = ", ".join(k.id for k in board.links.values() if k.kind != "closure")
            stop(f"{board.title} has no strait or canal {name!r}; it has {have}")
        found.update(hits)
    return frozenset(found)


def route(
    name: str,
    origin: str,
    goal: str,
    closed: Sequence[str],
    via: Sequence[str],
    avoid: Sequence[str],
    touch_every: int | None,
    port: Sequence[str] | None,
    limit: int | None,
) -> None:
    """Print a route hex by hex, its legs, its limits and its distance. Exit 1 when there is
    none."""
    from flagplot.boards import blocking_links, limited_by
    from flagplot.boards import route as sail

    board = find_board(name)
    shut = closed_links(board, closed)
    ports = [board.find(p).hex for p in port] if port else [p.hex for p in board.ports()]
    shunned = frozenset(board.find(a).hex for a in avoid)
    sailed = partial(
        sail,
        board,
        origin,
        goal,
        closed=shut,
        via=list(via),
        ports=ports,
        limit=limit,
        avoid=shunned,
    )
    found = sailed(touch_every=touch_every)
    if found is None and board.kind == "square" and board.boxes:
        print_zone_route(board, origin, goal, via, shut, avoid, limit, touch_every, port)
        return
    limits = (
        ""
        if found is None
        else limited_by(
            board,
            found,
            origin,
            goal,
            closed=shut,
            via=list(via),
            touch_every=touch_every,
            avoid=shunned,
        )
    )
    if found is not None and touch_every is None and board.port_leg:
        ruled = sailed(touch_every=board.port_leg)
        limits = "; ".join(x for x in (limits, port_rule(board, found, ruled)) if x)
        if ruled is not None and ruled.distance == found.distance:
            found = ruled  # as short, and it shows the legs
    start, end = board.find(origin), board.find(goal)
    if found is None:
        why = why_no_route(blocking_links(board, start, end, shut), touch_every, limit)
        stop(f"there is no route by sea from {start.name} to {end.name}: {why}", 1)
    print_route(board, start, end, found, limits)


def port_rule(board: Board, found: Route, ruled: Route | None) -> str:
    """Return the effect of the board's port rule on a route: none, a longer route, or no route."""
    rule = f"a port at least every {board.port_leg} hexes ({board.port_leg_clause})"
    if ruled is None:
        return f"{rule}: no route touches one often enough"
    if ruled.distance == found.distance:
        return f"{rule}: kept"
    return f"{rule}: {ruled.distance} hexes by way of {', '.join(_named(board, g.end) for g in ruled.legs[:-1])}"


def why_no_route(closed: Sequence[Link], touch_every: int | None, limit: int | None) -> str:
    """Return why there is no route."""
    if closed:
        return " and ".join(f"{k.title} is closed ({k.clause})" for k in closed)
    if touch_every is not None:
        return f"no route touches a port every {touch_every} hexes"
    return f"none within {limit} hexes" if limit is not None else "no water joins them"


def print_route(board: Board, start: Place, end: Place, found: Route, limits: str) -> None:
    """Print a route."""
    out = console()
    out.print(
        f"[bold]{escape(start.name)}[/] ({start.hex}) to [bold]{escape(end.name)}[/] ({end.hex}) "
        f"on {escape(board.title)}"
    )
    out.print("hexes  " + " ".join(_named(board, h) for h in found.hexes))
    if len(found.legs) > 1:
        for leg in found.legs:
            out.print(
                f"leg    {_named(board, leg.start)} to {_named(board, leg.end)}: {leg.length}"
            )
    if found.links:
        passed = ", ".join(f"{board.links[i].title} ({board.links[i].clause})" for i in found.links)
        out.print(f"passes {escape(passed)}")
    out.print(f"limits {escape(limits)}" if limits else "limits none")
    out.print(f"distance {found.distance} hexes")


def print_zone_route(
    board: Board,
    origin: str,
    goal: str,
    via: Sequence[str],
    shut: frozenset[str],
    avoid: Sequence[str],
    limit: int | None,
    touch_every: int | None,
    port: Sequence[str] | None,
) -> None:
    """Print a route that leaves the map over its sea zones, by the campaign's counting. Exit 1 when
    there is none."""
    from flagplot.rulebooks.campaign.rules.movement.open_routes import open_route

    start, end = board.find(origin), board.find(goal)
    havens = [board.find(x).name for x in port] if port else None
    found = open_route(
        board,
        origin,
        goal,
        via,
        shut,
        avoid=avoid,
        limit=limit,
        touch_every=touch_every,
        touching=havens,
    )
    if found is None:
        asked = (
            (touch_every, "no route touches a port every {} squares"),
            (limit, "none within {} squares, zones counted"),
        )
        why = next((said.format(n) for n, said in asked if n is not None), "no water joins them")
        stop(f"there is no route by sea from {start.name} to {end.name}: {why}", 1)
    out, spent = console(), found.cost
    out.print(
        f"[bold]{escape(start.name)}[/] ({start.hex}) to [bold]{escape(end.name)}[/] ({end.hex}) "
        f"on {escape(board.title)}"
    )
    out.print("places " + " ".join(escape(x) for x in found.places))
    zones = ", ".join(
        f"{board.boxes[x].title} {board.boxes[x].range}" for x in found.places if x in board.boxes
    )
    out.print(f"zones  {escape(zones)}")
    out.print(
        f"distance {spent.squares} squares and Range {spent.zones} of zones: Range {spent.range} "
        "in all"
    )


def _named(board: Board, hex_id: str) -> str:
    """Return a hex with the name of its first port: ``J30 (Kiel)``."""
    places = [p.name for p in board.places_at(hex_id) if p.ports]
    return f"{hex_id} ({escape(places[0])})" if places else hex_id


def draw(
    name: str, output: Path | None, night: bool, window: str, width: int, ids: str, names: bool
) -> None:
    """Write a board as SVG, or list the boards when no name is given."""
    from flagplot import boards
    from flagplot.boards.svg import draw as paint

    if not name:
        for each in boards.board_ids():
            board = boards.load(each)
            console().print(
                f"{each:16} {escape(board.title)}: {len(board.hexes)} hexes, {len(board.places)} "
                "places"
            )
        return
    board = find_board(name)
    if output is None:
        stop(
            f"say where to write it: flagplot board {name} -o {name}.svg (or -o - for standard "
            "output)"
        )
    palette = "night" if night else "day"
    text = paint(
        board, palette=palette, window=_window(board, window), width=width, ids=ids, names=names
    )
    if str(output) == "-":
        console().file.write(text)
        return
    write_text(output, text, "picture")
    console().print(f"{escape(str(output))}: {escape(board.title)}, {len(text) // 1024} kB")


def _window(board: Board, text: str) -> Sequence[float] | Sequence[str] | None:
    """Return the window meant by ``PLACE:RADIUS`` (radius in hexes), ``LEFT,TOP,WIDTH,HEIGHT``
    (board units) or ``PLACE,PLACE,...``. Raises ``CommandError``."""
    if not text:
        return None
    place, colon, radius = text.rpartition(":")
    if colon:
        x, y = board.find(place).at
        half = _float(radius) * board.unit
        if not 0 < half < 1e6:
            stop(f"--window: the radius of {place!r} is a number of hexes above 0, not {radius!r}")
        return x - half, y - half, 2 * half, 2 * half
    parts = text.split(",")
    numbers = [_float(part) for part in parts]
    if all(n == n for n in numbers):
        if len(numbers) != 4 or not all(abs(n) < 1e6 for n in numbers) or min(numbers[2:]) <= 0:
            stop(
                "--window needs PLACE:RADIUS (as Oslo:6), PLACE,PLACE or LEFT,TOP,WIDTH,HEIGHT, "
                f"not {text!r}"
            )
        return numbers
    return [board.find(part).name for part in parts]


def _float(text: str) -> float:
    """Return a number, or NaN for anything else."""
    try:
        return float(text)
    except ValueError:
        return float("nan")


KINDS = {"window": "focus", "risk": "focus"}
"""Style of the display -> kind of the drawing, where the names differ."""


def position_svg(shown: Display) -> str:
    """Return a position as one side sees it, as SVG: the part of the board that is in use, with
    counters and overlays."""
    from flagplot import boards
    from flagplot.boards.svg import Overlay, RouteMark, UnitMark
    from flagplot.boards.svg import draw as paint
    from flagplot.table.display.position import short_name

    board = boards.load(shown.board)
    units = [
        UnitMark(
            c.place,
            short_name(c.id, c.name),
            _paint(c.side),
            c.factors,
            _state(c.state),
            max(1, c.count),
        )
        for c in shown.counters
        if c.place in board.hexes
    ]
    routes = [RouteMark(r.places, _paint(r.side), "plain", r.label) for r in shown.routes]
    overlays = []
    for o in (o for o in shown.overlays if not o.quiet):
        way = o.style == "way"
        places = o.places if way else tuple(p for p in o.places if p in board.hexes)
        said = {places[len(places) // 2]: o.label} if o.label and places and not way else {}
        kind, shut = KINDS.get(o.style, o.style), way and o.level > 0
        overlays.append(Overlay(places, kind, said, o.layer or o.label, _paint(o.side), shut))
    window = tuple(dict.fromkeys(u.at for u in units)) or None
    return paint(
        board,
        window=window,
        units=units,
        routes=routes,
        overlays=overlays,
        title=f"{shown.title}, {shown.turn}",
    )


def _paint(side: str) -> str:
    """Return the colour of a side on the map."""
    return side.casefold() if side.casefold() in ("axis", "allied") else "neutral"


def _state(state: Sequence[str]) -> str:
    return next((s for s in ("used", "seen") if s in state), "ready")
