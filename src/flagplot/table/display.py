"""What the page, the terminal and the API need to show a position: plain data, made from a side's view only."""

from __future__ import annotations

from typing import Literal

import msgspec

from .core.verdict import Refusal
from .sheets import Part, Sheet


class Clause(msgspec.Struct, frozen=True):
    """A sentence with the clause it rests on."""

    text: str
    clause: str = ""


class Counter(msgspec.Struct, frozen=True):
    """A unit or group on the map.

    ``side`` styles it; ``silhouette`` is one of the twelve classes or ``unknown``; ``state`` is a set of
    ``ready used damaged draft seen lost stack``. ``place`` is a hex or box id; ``port`` true when it hangs from a port.
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
    """What is written on it; the room fills it in (:func:`short_name`)."""


TITLES = ("hms", "kms", "rn", "uss", "the", "admiral", "graf")


def short_name(id: str, name: str) -> str:
    """A name short enough for a counter: the id when it is, else the ship without her title, ``Gr. 8`` of ``Group 8``,
    ``St.Na.`` of ``St. Nazaire``."""
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
        first += words[1]  # a saint is nobody without his name
    return first if len(first) <= 6 else f"{first[:5]}."


class Pile(msgspec.Struct, frozen=True):
    """Counters that lie together in a box off the map, under a title; ``number`` is the number of the group, where it has one."""

    title: str
    side: str
    counters: tuple[Counter, ...] = ()
    note: str = ""
    number: int = 0


class Meeting(msgspec.Struct, frozen=True):
    """A group in a box and those who meet it, with how far it has come: sentences, and the dice that were thrown for it."""

    left: Pile
    right: Pile
    told: tuple[Clause, ...] = ()
    dice: tuple[int, ...] = ()
    roller: str = ""
    """Whose dice they are."""
    joined: bool = False
    """Whether the two meet."""


class Box(msgspec.Struct, frozen=True):
    """A box off the map as a board of its own: who meets whom in it, what else lies there, and tables about it."""

    id: str
    title: str
    lead: tuple[Clause, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    piles: tuple[Pile, ...] = ()
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
    """Of a port: how much lies in it, and how much there is room for."""
    strength: tuple[int, int] | None = None
    """Strength points left and at full strength, where it is counted in them."""


class Route(msgspec.Struct, frozen=True):
    """A track on the map; ``style`` is one of ``mine his draft remedy refused``, or ``aim``: from guns to their target."""

    places: tuple[str, ...]
    side: str
    style: str = "mine"
    label: str = ""


class Overlay(msgspec.Struct, frozen=True):
    """Places to tint or outline: ``style`` is one of ``zone reach target culprit window risk danger mines way``; ``level`` 0..5.

    ``danger`` and ``mines`` are of a ``side``; the places of a ``way`` are sides between cells, shut at level 1. What is of a
    ``layer`` stands in the legend by that name and is switched on and off there; ``quiet`` layers are off at first.
    """

    places: tuple[str, ...]
    style: str
    level: int = 0
    label: str = ""
    side: str = ""
    layer: str = ""
    quiet: bool = False


class Phase(msgspec.Struct, frozen=True):
    """One box of the tracker; ``now`` marks the current one."""

    name: str
    now: bool = False
    done: bool = False


class OrderForm(msgspec.Struct, frozen=True):
    """An order kind a side may give now: its title in the book's words, its grammar, an example, and a text to start from."""

    kind: str
    title: str
    grammar: str
    example: str
    start: str
    clause: str = ""
    slots: tuple[str, ...] = ()
    """What the page lets the player pick, in order: of ``units groups place path port choice number``."""
    grave: bool = False
    """It ends more than a turn: it is written and looked at before it is given."""


class Score(msgspec.Struct, frozen=True):
    """One number of the score strip: what it counts (``label``), whose it is (``side``, empty: nobody's), its unit, and the most
    it may be (0: nobody knows)."""

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
    """Pairs (hex or port, side) for the map's flags."""
    track: tuple[int, int, int] | None = None
    """Of a battle of many turns: the turn, the last turn, and the first turn in which a side may withdraw (0: none)."""
    boxes: tuple[Box, ...] = ()
    """Boxes off the map in which anything lies or happens, each a board of its own beside it."""
    sheets: tuple[Sheet, ...] = ()
    """Pages beside the map: what is read as a ledger, or written in lines (:mod:`flagplot.table.sheets`)."""


class Risk(msgspec.Struct, frozen=True):
    """A chance at one place of a drawn track: ``percent`` 0..100, with the sentence that made it."""

    place: str
    percent: float
    why: str
    exact: bool = True


class SeaChance(msgspec.Struct, frozen=True):
    """The chance to be met in a place, 0..100: in the worst case, and in the likely one."""

    place: str
    worst: float
    likely: float


class DangerSea(msgspec.Struct, frozen=True):
    """Every place that a force can reach with the chance to be met there: in two cases, each with the sentence that says how it
    is made."""

    who: str = ""
    of: str = ""
    """What it is the chance of, in the book's words: ``he finds you there``."""
    worst: Clause = Clause("")
    likely: Clause = Clause("")
    places: tuple[SeaChance, ...] = ()
    note: str = ""
    """What is to be said when there are no places."""


class Completion(msgspec.Struct, frozen=True):
    """A way to go on typing: the text to put in the place of what stands from ``start`` to ``end``, and what it means.

    It begins with the words it takes the place of: nothing that was typed is lost.
    """

    text: str
    meaning: str = ""
    start: int = 0
    end: int = 0


class Filled(msgspec.Struct, frozen=True):
    """What stands in a slot: from where to where in the text, and the ids it means."""

    start: int
    end: int
    ids: tuple[str, ...]


class OrderSlot(msgspec.Struct, frozen=True):
    """A slot of the order that is written: its name, what goes into it, what the page lets one pick for it, and what fills it."""

    name: str
    noun: str
    picks: str
    several: bool
    optional: bool
    filled: tuple[Filled, ...] = ()


class Said(msgspec.Struct, frozen=True):
    """A refusal or caution put into words for people, with the value it was made from."""

    refusal: Refusal
    title: str
    sentence: str
    remedies: tuple[tuple[str, str], ...] = ()
    """Pairs (sentence, whole mended order text or empty)."""
    rests: tuple[str, ...] = ()
    """What the ruling rests on, in words: the questions of house switches, the titles of tables."""


class Spread(msgspec.Struct, frozen=True):
    """How a number of an outcome may turn out: one of the two pictures of a forecast.

    ``side`` is whose number it is (it styles the bars). ``bars`` are (value, percent 0..100), every value from the first to the
    last that can come, the lowest first; a long tail is folded into a last ``12+``. ``mean`` counts all of it.
    """

    title: str
    side: str
    bars: tuple[tuple[str, float], ...]
    mean: float


class Forecast(msgspec.Struct, frozen=True):
    """What the fight that is asked about, or the order that is written, would bring: ``title`` says under which condition."""

    title: str
    spreads: tuple[Spread, ...]
    notes: tuple[Clause, ...] = ()
    """What it rests on and what it means for single ships."""
    exact: bool = True
    ahead: float | None = None
    """How likely, in percent, who is asked takes more than he loses, where the book tells it."""


class Outlook(msgspec.Struct, frozen=True):
    """How several orders together look before any of them is given: sentences, and what the fights they lead to would bring."""

    lines: tuple[Clause, ...] = ()
    forecasts: tuple[Forecast, ...] = ()


class Examination(msgspec.Struct, frozen=True):
    """What the table says of an order while it is being built."""

    text: str
    legal: bool
    complete: bool
    problem: str = ""
    problem_at: int = -1
    said: tuple[Said, ...] = ()
    cautions: tuple[Said, ...] = ()
    routes: tuple[Route, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    profile: tuple[Risk, ...] = ()
    summary: tuple[Clause, ...] = ()
    odds: tuple[Clause, ...] = ()
    completions: tuple[Completion, ...] = ()
    forecast: Forecast | None = None
    danger: str = ""
    """What the profile is the chance of, in the book's words: ``he finds you there``."""
    safe: str = ""
    """What is said when the whole profile is 0."""
    line: str = ""
    """The text that was examined, as it was typed or as a click has made it; ``text`` is the order in its one wording."""
    taken: bool = False
    """Whether a click found its place in the order."""
    form: OrderForm | None = None
    """Which order it is."""
    slots: tuple[OrderSlot, ...] = ()


class OptionLine(msgspec.Struct, frozen=True):
    """One option of a prompt: the text form to answer with, its label, and the odds beside it."""

    text: str
    label: str
    odds: str = ""
    detail: str = ""
    stands_for: str = ""
    """Text of another option that this one means; a page need not show both."""
    chance: float | None = None
    """The odds as a number 0..100, when one number says it all."""
    idea: bool = False
    """Whether it is only an idea for somebody who may order anything."""
    passes: bool = False
    """Whether it lets the matter rest; the room fills it in (:data:`RESTS`)."""
    place: str = ""
    """The one place of the board that it is about; the room fills it in."""


RESTS = frozenset(("pass", "no", "none", "decline", "nothing", "done"))
"""What the options that let a matter rest are called, in every book."""


class ShipLine(msgspec.Struct, frozen=True):
    """A ship, or a counter of several, in a line of battle: ``hits`` of ``size`` boxes are crossed."""

    name: str
    silhouette: str
    size: int
    hits: int = 0
    detail: str = ""
    state: tuple[str, ...] = ()
    id: str = ""
    """The id its rolls name as firer or target."""
    line: str = ""
    """Where it stands: empty in the line that is paired off first, ``light`` in the second, ``screened`` behind them."""
    fresh: int = 0
    """How many of its hits fell in the fire that was seen last (:mod:`flagplot.table.battlefield` fills it in)."""


class Shot(msgspec.Struct, frozen=True):
    """One throw of fire: who fired at whom, and what each die did. Dice that stand for themselves are never added up."""

    side: str
    """Whose dice they are."""
    by: tuple[str, ...]
    at: str
    faces: tuple[int, ...]
    sides: int = 6
    hits: tuple[bool, ...] = ()
    """Which dice hit, where each stands for itself."""
    adds: tuple[int, ...] = ()
    """How many of the dice are added up, part by part; empty where each stands for itself."""
    plus: int = 0
    result: int | None = None
    """What it came to, when that is a number and known."""
    said: str = ""
    who: str = ""
    """Those who fired, by the names the side knows."""
    whom: str = ""


class BattleLines(msgspec.Struct, frozen=True):
    """The picture of a battle as one side sees it: its own line first, and what was fired last."""

    place: str
    """Where it is fought, in words."""
    mine: tuple[ShipLine, ...]
    his: tuple[ShipLine, ...]
    round: int = 0
    rounds: int = 0
    note: str = ""
    counts: str = "effect"
    """What fire is counted in, one of it."""
    step: str = "round"
    """What the book calls a round."""
    on_map: bool = False
    """Whether it is fought on a map of its own: the lines are then looked at when they are asked for."""
    shots: tuple[Shot, ...] = ()
    """What was fired in the round, or since the side answered last; :mod:`flagplot.table.battlefield` fills it in."""
    unseen: tuple[str, ...] = ()
    """What is known of enemies that were found while nobody has seen their ships, each in words."""


Scope = Literal["place", "voyage", "chance", "always"]


class Lasting(msgspec.Struct, frozen=True):
    """A way an answer may hold: ``scope``, the ``condition`` of the standing order (empty: whenever it is asked), and what it is
    about: the name of the place or of who sails, or a number. Of a chance the condition is the fact alone: whoever answers says
    below or above what; ``of`` are the words for what is so likely, where the question does not say it itself."""

    scope: Scope
    condition: str = ""
    about: str = ""
    of: str = ""


class Prompt(msgspec.Struct, frozen=True):
    """A question to one side, in words."""

    side: str
    kind: str
    clause: str
    question: str
    detail: tuple[Clause, ...] = ()
    options: tuple[OptionLine, ...] = ()
    open: bool = False
    """True when the answer is an order of the side's own making."""
    place: str = ""
    routes: tuple[Route, ...] = ()
    battle: BattleLines | None = None
    """The battle the question belongs to, when there is one."""
    forecast: Forecast | None = None
    """What the exchange of fire that is decided here would bring, where it can be told from what the side sees."""
    together: tuple[str, ...] = ()
    """What this question and those of its kind that follow at once are about, by name, what is asked now first: one form answers
    them all, each with another of the options. Empty for a question that stands alone."""
    leaf: str = ""
    """Id of the sheet or box beside the map that it is about, if any."""
    facts: tuple[tuple[str, str], ...] = ()
    """What standing orders may compare, by name; the room fills it in."""
    lasts: tuple[Lasting, ...] = ()
    """How long an answer may hold from now on; the room fills it in (:mod:`flagplot.table.lasting`)."""
