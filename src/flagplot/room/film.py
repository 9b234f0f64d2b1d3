"""What happened, as pictures: which counters came, went or sailed at each entry of a seat's own
log, and where. Made from the side's views and the events as it was shown them, from nothing
else."""

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
from .seat_view import named_short

MOST = 800
"""Entries of the log that one film shows at most: the newest."""
MOST_PLACES = 4
"""Places that one entry is about at most."""


class Way(msgspec.Struct, frozen=True):
    """A counter sails: places from where it stood to where it stands, all of them where the side is
    told of each."""

    id: str
    places: tuple[str, ...]


class FilmStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """What entry ``n`` of the seat's log changed on the map: ``at`` is where one should look,
    ``who`` are the counters it is about; ``put`` are counters that came or changed, ``gone`` those
    that are there no longer; ``path`` is a way that is spoken of, not sailed; ``board`` is another
    board that is looked at from here on."""

    n: int
    at: tuple[str, ...] = ()
    who: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()
    put: tuple[Counter, ...] = ()
    gone: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    board: str = ""


class Film(msgspec.Struct, frozen=True):
    """The counters on a board after entry ``since``, and what every later entry up to ``until``
    changed."""

    since: int
    until: int
    board: str
    counters: tuple[Counter, ...]
    cuts: tuple[FilmStep, ...]


def film(live: LiveGame, side: str, since: int) -> Film:
    """What *side* saw after its own entry *since*, without what was taken back."""
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
    field = BattleTracker(dict(book.opens))
    if (board := scenes[0].map) is not None:
        for entry in stands:
            if entry.n <= since:
                places, who = places_named(entry, board)
                field.look(entry, places)
                field.plan(who, longest(runs(plain(entry), board)))
    sails = dict(book.sails)
    cuts = (
        cut(e, before, after, field, sails)
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
        self.board, counters = book.stage(view, side)
        self.counters = named_short(counters)
        self.stood = {c.id: c for c in self.counters}
        self._seen = book, view, side

    @cached_property
    def map(self) -> Board | None:
        """The board, if there is one by its id."""
        try:
            return boards.load(self.board)
        except boards.BoardError:
            return None

    @cached_property
    def where(self) -> dict[str, str]:
        """Where everything stands that the side knows of."""
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
    """What earlier entries of a side's log say of later ones: where a battle is fought, so that
    what names no place happens there, and the ways that were announced, so that who goes from place
    to place on one goes along it."""

    def __init__(self, opens: Mapping[str, str]) -> None:
        self.opens = opens
        self.place = ""
        self.plans: dict[str, tuple[str, ...]] = {}

    def plan(self, who: Sequence[str], path: tuple[str, ...]) -> None:
        """Take in a way that is told of with these names."""
        if path:
            self.plans |= dict.fromkeys(who, path)

    def look(self, entry: Entry, places: Sequence[str]) -> None:
        """Take in an entry that names these places."""
        if entry.event is not None and self.opens.get(tag_of(entry.event)) == "battle":
            self.place = places[0] if places else ""
        elif places and self.place not in places:
            self.place = ""


def cut(
    entry: Entry, before: Scene, after: Scene, field: BattleTracker, sails: Mapping[str, str]
) -> FilmStep:
    """What one entry changed between two scenes of the same side."""
    if after.map is None:
        return FilmStep(entry.n)
    places, who = places_named(entry, after.map)
    field.look(entry, places)
    if after.board != before.board:
        field.place = ""
    paths = list(runs(plain(entry), after.map))
    path = longest(paths)
    field.plan(who, path)
    if path and len(set(places)) > 1:  # what names a whole way is about where it leads
        places = [path[-1]]
    stood, moved, gone, put = changed(before, after)
    ways = [
        Way(c.id, way(stood[c.id].place, c.place, [*paths, field.plans.get(c.id, ())]))
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


class Changes(NamedTuple):
    """The counters of one scene by their ids, and what is otherwise in the next: which moved, which
    are gone, which came or changed."""

    stood: Mapping[str, Counter]
    moved: tuple[Counter, ...] = ()
    gone: tuple[str, ...] = ()
    put: tuple[Counter, ...] = ()


def changed(before: Scene, after: Scene) -> Changes:
    """What is otherwise in the second of two scenes; on another board everything came."""
    stood = before.stood if after.board == before.board else {}
    if before.counters == after.counters:
        return Changes(stood)
    moved = tuple(c for c in after.counters if c.id in stood and stood[c.id].place != c.place)
    put = tuple(c for c in after.counters if stood.get(c.id) != c)
    return Changes(stood, moved, tuple(id for id in stood if id not in after.stood), put)


def way(start: str, end: str, paths: list[tuple[str, ...]]) -> tuple[str, ...]:
    """The way from place to place along one of the paths that are told, else straight."""
    for path in paths:
        if start in path and end in path[path.index(start) + 1 :]:
            return path[path.index(start) : path.index(end, path.index(start) + 1) + 1]
    path = next((p for p in paths if p and p[-1] == end), (end,))
    return path if path[0] == start else (start, *path)


def longest(paths: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The longest of some paths."""
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
"""Fields that name a unit or a force: their words are never places, though the names of forces and
hexes may look alike."""


def places_named(entry: Entry, board: Board) -> tuple[list[str], list[str]]:
    """The hexes that an event, or what is told of a roll, names, and everything else that may be
    the name of a unit."""
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

    look(plain(entry), "")
    return places, who


def runs(value: Any, board: Board) -> Iterator[tuple[str, ...]]:
    """Rows of hexes in plain data."""
    if isinstance(value, dict):
        for part in value.values():
            yield from runs(part, board)
    elif isinstance(value, list | tuple):
        row = tuple(hex_text(v) for v in value)
        if len(row) > 1 and all(r in board.hexes for r in row):
            yield row
        else:
            for part in value:
                yield from runs(part, board)


def plain(entry: Entry) -> Any:
    """An event, or what is told of a roll, as plain data."""
    return msgspec.to_builtins(entry.event) if entry.event is not None else dict(entry.about)


def hex_text(value: Any) -> str:
    """The id of a hex: a text, or the column and row of a battle board, whose ids are both with a
    comma between."""
    if isinstance(value, str):
        return value
    pair = (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(type(v) is int and 0 <= v < 100 for v in value)
    )
    return f"{value[0]:02},{value[1]:02}" if pair else ""
