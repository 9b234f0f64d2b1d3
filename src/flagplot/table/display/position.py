"""Structs that show a position: counters, boxes, forces, routes, overlays. All are made from a
side's view.

:class:`Afloat` is the exception: the true position of a ship, for the report of a finished game.
"""

from __future__ import annotations

import msgspec

from .sheets import Part, Sheet


class Clause(msgspec.Struct, frozen=True):
    """A sentence with the clause it rests on."""

    text: str
    clause: str = ""


class Counter(msgspec.Struct, frozen=True):
    """A unit or group on the map.

    ``side`` styles it; ``silhouette`` is one of the twelve classes or ``unknown``; ``state`` is a
    set of ``ready used damaged draft seen lost stack``. ``place`` is a hex or box id; ``port`` true
    when it hangs from a port.
    """

    id: str
    name: str
    side: str
    place: str
    silhouette: str = "unknown"
    factors: str = ""
    state: tuple[str, ...] = ()
    port: bool = False
    count: int = 1
    detail: str = ""
    short: str = ""
    """The text written on the counter; the room fills it in (:func:`short_name`)."""


TITLES = ("hms", "kms", "rn", "uss", "the", "admiral", "graf")


def short_name(id: str, name: str) -> str:
    """Return a name short enough for a counter: an id of at most 5 characters, else the ship
    without her title, ``Gr. 8`` of ``Group 8``, ``St.Na.`` of ``St. Nazaire``."""
    if len(id) <= 5:
        return id
    words = name.replace(",", " ").split()
    if len(words) > 2 and words[0].isdecimal() and words[2] == "of":
        words = words[3:]
    while len(words) > 1 and words[0].casefold() in TITLES:
        words = words[1:]
    if len(words) > 1 and words[1].isdecimal() and words[0].isalpha() and len(words[0]) > 1:
        return f"{words[0][:2]}. {words[1]}"
    first = words[0] if words else ""
    if first.endswith(".") and len(words) > 1:
        first += words[1]  # "St." needs the saint's name to be recognised.
    return first if len(first) <= 6 else f"{first[:5]}."


class CounterStack(msgspec.Struct, frozen=True):
    """Counters that lie together in a box off the map, under a title. ``number`` is the number of
    the group; 0 when it has none."""

    title: str
    side: str
    counters: tuple[Counter, ...] = ()
    note: str = ""
    number: int = 0


class BoxEncounter(msgspec.Struct, frozen=True):
    """A group in a box and the enemies that meet it, with its progress: sentences, and the dice
    rolled for it."""

    left: CounterStack
    right: CounterStack
    told: tuple[Clause, ...] = ()
    dice: tuple[int, ...] = ()
    roller: str = ""
    """The side that rolled the dice."""
    joined: bool = False
    """True when the two sides meet."""


class Box(msgspec.Struct, frozen=True):
    """A box off the map as a board of its own: its encounters, its other contents, and tables about
    it."""

    id: str
    title: str
    lead: tuple[Clause, ...] = ()
    meetings: tuple[BoxEncounter, ...] = ()
    piles: tuple[CounterStack, ...] = ()
    parts: tuple[Part, ...] = ()


class ForceLine(msgspec.Struct, frozen=True):
    """One line of the forces list: a port, a group or a ship; ``children`` nest."""

    id: str
    name: str
    side: str
    kind: str
    place: str = ""
    factors: str = ""
    silhouette: str = ""
    state: tuple[str, ...] = ()
    note: str = ""
    orders: tuple[str, ...] = ()
    """Order texts to start from when this line is chosen, e.g. ``"patrol GE-BC-Gneisenau to "``."""
    children: tuple[ForceLine, ...] = ()
    load: tuple[int, int] | None = None
    """Of a port: (load, capacity)."""
    strength: tuple[int, int] | None = None
    """(strength points left, full strength), for units that are counted in them."""


class Route(msgspec.Struct, frozen=True):
    """A route drawn on the map, as places in order.

    ``style`` says whose it is or why it is shown: ``mine`` (own side), ``his`` (the enemy),
    ``draft`` (an order being written), ``remedy`` (a mended order), ``refused`` (an illegal one) or
    ``aim`` (from guns to their target)."""

    places: tuple[str, ...]
    side: str
    style: str = "mine"
    label: str = ""


class Overlay(msgspec.Struct, frozen=True):
    """Places to tint or outline: ``style`` is one of ``zone reach target culprit window risk danger
    mines way``; ``level`` 0..5.

    ``danger`` and ``mines`` have a ``side``. The places of a ``way`` are edges between cells, shut
    at level 1. The legend switches each ``layer`` on and off by name; ``quiet`` layers are off at
    first.
    """

    places: tuple[str, ...]
    style: str
    level: int = 0
    label: str = ""
    side: str = ""
    layer: str = ""
    quiet: bool = False


class Phase(msgspec.Struct, frozen=True):
    """One box of the phase tracker; ``now`` marks the current one."""

    name: str
    now: bool = False
    done: bool = False


class OrderForm(msgspec.Struct, frozen=True):
    """An order kind that a side may give now: its title in the book's words, its grammar, an
    example, and a text to start from."""

    kind: str
    title: str
    grammar: str
    example: str
    start: str
    clause: str = ""
    slots: tuple[str, ...] = ()
    """The kinds of things that the page lets the player pick, in order: of ``units groups places
    path port choice number``."""
    grave: bool = False
    """True when the order ends more than a turn. The page then shows it for review before it is
    given."""


class Score(msgspec.Struct, frozen=True):
    """One number of the score strip: its label, its side (empty: none), its unit, and its maximum
    (0: unknown)."""

    label: str
    points: float
    side: str = ""
    unit: str = ""
    most: float = 0

    @property
    def text(self) -> str:
        """The number in words: ``7 VP``, ``7 of 20``."""
        return f"{self.points:g}{f' {self.unit}' if self.unit else ''}{f' of {self.most:g}' if self.most else ''}"


class Display(msgspec.Struct, frozen=True):
    """A whole position as one side may see it."""

    board: str
    title: str
    turn: str = ""
    mover: str = ""
    phases: tuple[Phase, ...] = ()
    counters: tuple[Counter, ...] = ()
    forces: tuple[ForceLine, ...] = ()
    routes: tuple[Route, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    scores: tuple[Score, ...] = ()
    """The score strip."""
    notes: tuple[Clause, ...] = ()
    forms: tuple[OrderForm, ...] = ()
    control: tuple[tuple[str, str], ...] = ()
    """(hex or port, side) pairs for the map's flags."""
    track: tuple[int, int, int] | None = None
    """Of a battle of many turns: the turn, the last turn, and the first turn in which a side may
    withdraw (0: none)."""
    boxes: tuple[Box, ...] = ()
    """Boxes off the map that are not empty, each a board of its own beside the map."""
    sheets: tuple[Sheet, ...] = ()
    """Pages beside the map that are read as a ledger or filled in line by line
    (:mod:`flagplot.table.display.sheets`)."""


class SeaChance(msgspec.Struct, frozen=True):
    """The chance of interception in a place, 0..100: in the worst case, and in the likely one."""

    place: str
    worst: float
    likely: float


class DangerSea(msgspec.Struct, frozen=True):
    """Every place that a force can reach, with the chance of interception there in two cases. A
    sentence for each case says how it is computed."""

    who: str = ""
    of: str = ""
    """The event whose chance it gives, in the book's words: ``the enemy finds you there``."""
    worst: Clause = Clause("")
    likely: Clause = Clause("")
    places: tuple[SeaChance, ...] = ()
    note: str = ""
    """The text shown when there are no places."""


class Afloat(msgspec.Struct, frozen=True):
    """A ship, or a counter of several ships, in its true position.

    ``way`` is one place of the board, or all places along its present voyage; empty when it is off
    the map. ``lost`` says in a few words how it was lost, or how much of it; empty while it is
    whole.
    """

    id: str
    side: str
    way: tuple[str, ...] = ()
    lost: str = ""
    silhouette: str = "unknown"
    """A silhouette of :class:`~flagplot.table.display.position.Counter`."""
