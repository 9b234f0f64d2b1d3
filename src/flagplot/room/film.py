"""The film of a game: the counters that came, went or moved at each entry of a seat's log, and
where. It is made only from the side's views and the redacted events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from flagplot import boards
from flagplot.boards.model import Board
from flagplot.table import Rulebook
from flagplot.table.core.procedure import tag_of
from flagplot.table.display.position import Counter, ForceLine
from flagplot.table.log.entries import Entry
from flagplot.table.log.side_log import live_entries

from .live_game import LiveGame
from .seat_view import counters_with_short_names

MOST = 800
"""Most entries in one film, the newest ones."""
MOST_PLACES = 4
"""Most places shown for one entry."""


class Way(msgspec.Struct, frozen=True):
    """A moving counter: the places from its old to its new position, including those between that
    the side is told."""

    id: str
    places: tuple[str, ...]


class FilmStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """The change on the map at entry ``n`` of the seat's log. ``at`` are the places to look at;
    ``who`` the counters concerned; ``put`` the counters that came or changed; ``gone`` those that
    left; ``path`` a route that is announced but not sailed; ``board`` the new board when the view
    switches to another."""

    n: int
    at: tuple[str, ...] = ()
    who: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()
    put: tuple[Counter, ...] = ()
    gone: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    board: str = ""


class Film(msgspec.Struct, frozen=True):
    """The counters on a board after entry ``since``, and the changes at every later entry up to
    ``until``."""

    since: int
    until: int
    board: str
    counters: tuple[Counter, ...]
    cuts: tuple[FilmStep, ...]


def film(live: LiveGame, side: str, since: int) -> Film:
    """Return the film of what *side* saw after its own entry *since*, without undone entries."""
    game, book = live.game, live.book
    last = len(game.side_log(side)) - 1
    since = max(since, last - MOST, -1)
    stands = live_entries(game.side_log(side))
    kept = {e.n for e in stands if e.n > since}
    told = [(e, view) for e, view in game.side_log_with_views(side, since + 1) if e.n in kept]
    views = [view for _, view in told] + [game.view(side)]
    scenes: list[Scene] = []
    for i, view in enumerate(views):
        scenes.append(scenes[-1] if i and view is views[i - 1] else Scene(book, view, side))
    field = BattleTracker(dict(book.battle_start_events))
    if (board := scenes[0].map) is not None:
        for entry in stands:
            if entry.n <= since:
                places, who = places_named(entry, board)
                field.look(entry, places)
                field.plan(who, longest_path(hex_rows(plain_facts(entry), board)))
    sails = dict(book.movement_events)
    cuts = (
        film_step(e, before, after, field, sails)
        for (e, _), before, after in zip(told, scenes, scenes[1:], strict=False)
    )
    return Film(
        since,
        last,
        scenes[0].board,
        scenes[0].counters,
        tuple(c for c in cuts if c != FilmStep(c.n)),
    )


class Scene:
    """A position on its board, as a side sees it."""

    def __init__(self, book: Rulebook[Any], view: Any, side: str) -> None:
        self.board, counters = book.map_position(view, side)
        self.counters = counters_with_short_names(counters)
        self.stood = {c.id: c for c in self.counters}
        self._seen = book, view, side

    @cached_property
    def map(self) -> Board | None:
        """The board; ``None`` when no board has this id."""
        try:
            return boards.load(self.board)
        except boards.BoardError:
            return None

    @cached_property
    def where(self) -> dict[str, str]:
        """Id -> place, for everything whose place the side knows."""
        found: dict[str, str] = {}

        def look(lines: tuple[ForceLine, ...], place: str) -> None:
            for line in lines:
                here = line.place or place
                if here:
                    found[line.id] = here
                look(line.children, here)

        book, view, side = self._seen
        look(book.display(view, side, ()).forces, "")
        return found | {c.id: c.place for c in self.counters}


class BattleTracker:
    """State carried from earlier entries of a side's log to later ones: the place of the present
    battle (for entries that name no place), and announced routes (for counters that move along
    one)."""

    def __init__(self, opens: Mapping[str, str]) -> None:
        self.opens = opens
        self.place = ""
        self.plans: dict[str, tuple[str, ...]] = {}

    def plan(self, who: Sequence[str], path: tuple[str, ...]) -> None:
        """Record an announced route of the named units."""
        if path:
            self.plans |= dict.fromkeys(who, path)

    def look(self, entry: Entry, places: Sequence[str]) -> None:
        """Record an entry that names these places."""
        if entry.event is not None and self.opens.get(tag_of(entry.event)) == "battle":
            self.place = places[0] if places else ""
        elif places and self.place not in places:
            self.place = ""


def film_step(
    entry: Entry, before: Scene, after: Scene, field: BattleTracker, sails: Mapping[str, str]
) -> FilmStep:
    """Return the change of one entry, between two scenes of the same side."""
    if after.map is None:
        return FilmStep(entry.n)
    places, who = places_named(entry, after.map)
    field.look(entry, places)
    if after.board != before.board:
        field.place = ""
    paths = list(hex_rows(plain_facts(entry), after.map))
    path = longest_path(paths)
    field.plan(who, path)
    if path and len(set(places)) > 1:  # an entry that names a whole route is about its destination
        places = [path[-1]]
    stood, moved, gone, put = scene_changes(before, after)
    ways = [
        Way(c.id, route_along(stood[c.id].place, c.place, [*paths, field.plans.get(c.id, ())]))
        for c in moved
    ]
    if places and entry.event is not None and tag_of(entry.event) in sails:
        ways += [
            Way(id, (stood[id].place, places[0]))
            for id in gone
            if id in who and stood[id].place != places[0]
        ]
    about = tuple(dict.fromkeys(w for w in who if w in stood))
    at = (
        [w.places[-1] for w in ways]
        or places
        or [field.place] * bool(field.place)
        or [stood[w].place for w in about]
        or [c.place for c in put if not c.port]
        or [c.place for c in put]
        or [stood[id].place for id in gone]
        or [before.where[w] for w in who if w in before.where]
    )
    at = list(dict.fromkeys(p for p in at if p in after.map.hexes or p in after.map.boxes))[
        :MOST_PLACES
    ]
    board = after.board if after.board != before.board else ""
    return FilmStep(entry.n, tuple(at), about, tuple(ways), put, gone, () if ways else path, board)


class SceneChanges(NamedTuple):
    """The counters of one scene by id, and the differences of the next: those that moved, those
    that are gone, those that came or changed."""

    stood: Mapping[str, Counter]
    moved: tuple[Counter, ...] = ()
    gone: tuple[str, ...] = ()
    put: tuple[Counter, ...] = ()


def scene_changes(before: Scene, after: Scene) -> SceneChanges:
    """Return the differences of the second of two scenes. On another board all counters are new."""
    stood = before.stood if after.board == before.board else {}
    if before.counters == after.counters:
        return SceneChanges(stood)
    moved = tuple(c for c in after.counters if c.id in stood and stood[c.id].place != c.place)
    put = tuple(c for c in after.counters if stood.get(c.id) != c)
    return SceneChanges(stood, moved, tuple(id for id in stood if id not in after.stood), put)


def route_along(start: str, end: str, paths: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the route from place to place along one of the told paths; without a fitting path,
    straight."""
    for path in paths:
        if start in path and end in path[path.index(start) + 1 :]:
            return path[path.index(start) : path.index(end, path.index(start) + 1) + 1]
    path = next((p for p in paths if p and p[-1] == end), (end,))
    return path if path[0] == start else (start, *path)


def longest_path(paths: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the longest path."""
    return max(paths, key=len, default=())


WHO = frozenset(
    (
        "id",
        "ids",
        "force",
        "forces",
        "unit",
        "units",
        "group",
        "groups",
        "raid",
        "by",
        "firer",
        "side",
        "operation",
    )
)
"""Fields that name a unit or a force. Their texts are never places, although names of forces and
hexes may look alike."""


def places_named(entry: Entry, board: Board) -> tuple[list[str], list[str]]:
    """Return the hexes that an event or the facts of a roll name, and all other texts that may name
    a unit."""
    places: list[str] = []
    who: list[str] = []

    def look(value: Any, key: str) -> None:
        if isinstance(value, dict):
            for k, part in value.items():
                look(part, k)
        elif text := hex_text(value):
            place = board.places.get(text)
            if key not in WHO and (text in board.hexes or place is not None):
                places.append(place.hex if place is not None and place.hex else text)
            else:
                who.extend(text.split(", "))
        elif isinstance(value, list | tuple):
            for part in value:
                look(part, key)

    look(plain_facts(entry), "")
    return places, who


def hex_rows(value: Any, board: Board) -> Iterator[tuple[str, ...]]:
    """Yield the rows of hexes in plain data."""
    if isinstance(value, dict):
        for part in value.values():
            yield from hex_rows(part, board)
    elif isinstance(value, list | tuple):
        row = tuple(hex_text(v) for v in value)
        if len(row) > 1 and all(r in board.hexes for r in row):
            yield row
        else:
            for part in value:
                yield from hex_rows(part, board)


def plain_facts(entry: Entry) -> Any:
    """Return an event, or the facts of a roll, as plain data."""
    return msgspec.to_builtins(entry.event) if entry.event is not None else dict(entry.about)


def hex_text(value: Any) -> str:
    """Return the id of a hex: a text, or the (column, row) of a battle board as ``CC,RR``; empty
    for other values."""
    if isinstance(value, str):
        return value
    pair = (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(type(v) is int and 0 <= v < 100 for v in value)
    )
    return f"{value[0]:02},{value[1]:02}" if pair else ""
