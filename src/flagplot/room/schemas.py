"""The schemas of the API: bodies of requests and responses, as frozen structs. The OpenAPI
description is made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from flagplot.table.display.orders import Examination, Prompt, SheetForecast
from flagplot.table.display.position import Display
from flagplot.table.display.sheets import MOST_LINES, SheetForm
from flagplot.table.language.sentences import SideName

Short = Annotated[str, Meta(max_length=80)]


Line = Annotated[str, Meta(max_length=2000)]


Salt = Annotated[str, Meta(max_length=128)]


Signature = Annotated[str, Meta(pattern="^([0-9a-f]{128})?$")]


Number = Annotated[int, Meta(ge=-1, le=10_000_000)]


Opponent = Literal["computer", "hotseat", "invite", "referee", "lesson"]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of request bodies: an unknown field is an error."""


class NewGame(Body, frozen=True):
    """A game to set up. ``opponent``: ``computer``, ``hotseat`` (one screen), ``invite`` (by link),
    ``referee`` (cardboard), ``lesson`` (the lesson of the book, with fixed dice)."""

    book: Short
    scenario: Short
    opponent: Opponent
    start: Short = ""
    edition: Short = ""
    house: dict[Short, Short] = {}
    side: Short = ""
    admiral: Short = "greedy"
    dice: Literal["sealed", "typed"] = "sealed"
    salt: Salt = ""
    patience: Annotated[int, Meta(ge=0, le=3650)] = 14
    """Days of silence after which the other side may close a game by link; 0: never."""
    keyed: bool = False
    """True when the browser adds a key and a salt at once. Computer admirals wait for them."""


class Rematch(Body, frozen=True):
    """A request for a rematch: the player's share of the dice, as a salt or as a key that is added
    at once."""

    salt: Salt = ""
    keyed: bool = False


class SeatLink(msgspec.Struct, frozen=True):
    """A seat's secret. ``role`` is ``player``, ``referee``, ``invite`` or ``spectator``; ``link``
    is the page with the secret after ``#``."""

    side: str
    role: str
    token: str
    link: str


class Way(msgspec.Struct, frozen=True):
    """A route by water: its length and its hexes; -1 and empty when there is none."""

    distance: int = -1
    hexes: tuple[str, ...] = ()


class Created(msgspec.Struct, frozen=True):
    """A new game, with the seats of the person who set it up."""

    game: str
    seats: tuple[SeatLink, ...]


class Claim(Body, frozen=True):
    """Take the empty seat of an invitation; ``salt`` is the player's share of the dice."""

    salt: Salt = ""


class Click(Body, frozen=True):
    """A possible meaning of a click in an order: a unit, a place, a place on the route (``way``; in
    the place of ``instead``), back by one place, or the beginning of another order (``start``) that
    keeps the units and place of this one."""

    kind: Literal["unit", "place", "way", "back", "start"]
    id: Line = ""
    instead: Short = ""


class ExamineOrder(Body, frozen=True):
    """An order being built: its text, the caret as an offset (-1: at the end), and the possible
    meanings of a click. The first meaning that fits at the end of the text is taken, else the first
    of all."""

    text: Line
    caret: Annotated[int, Meta(ge=-1, le=2000)] = -1
    clicks: Annotated[tuple[Click, ...], Meta(max_length=4)] = ()


class Plans(Body, frozen=True):
    """Orders to be compared before one is given."""

    orders: Annotated[tuple[Line, ...], Meta(min_length=1, max_length=3)]


class Force(Body, frozen=True):
    """A force as the forces list names it: ids of groups, ships or ports."""

    ids: Annotated[tuple[Short, ...], Meta(max_length=100)]


class Written(Body, frozen=True):
    """A line of a sheet being written: a text, or a form with the values of its fields by slot."""

    text: Line = ""
    form: Line = ""
    said: Annotated[dict[Short, Line], Meta(max_length=16)] = {}


class ExamineSheet(Body, frozen=True):
    """The lines of a sheet, in the order in which they would be given."""

    sheet: Short
    lines: Annotated[tuple[Written, ...], Meta(max_length=MOST_LINES)] = ()


class SheetLook(msgspec.Struct, frozen=True):
    """The examinations of a sheet's lines, each after those above it, and a forecast of all
    together. ``known`` is the index of the first line whose result is unknown before it is given
    (-1: none); the lines below it are checked as if it were not there. ``blanks`` are the forms in
    the position that all lines leave."""

    lines: tuple[Examination, ...]
    known: int = -1
    outlook: SheetForecast = SheetForecast()
    blanks: tuple[SheetForm, ...] = ()


class SignedAction(Body, frozen=True):
    """An act of a seat. ``at`` is the number of the last entry of its own log that it has seen;
    ``sig`` its signature (hex), when the seat has a key: see docs/log.md."""

    at: Number = -1
    sig: Signature = ""


class NewKey(Body, frozen=True):
    """A seat's public key (Ed25519, hex), its share of the dice (hex, or empty), and its signature
    of both."""

    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    at: Number
    sig: Signature
    salt: Annotated[str, Meta(pattern="^([0-9a-f]{2}){0,64}$")] = ""


class Answer(Body, frozen=True):
    """An answer: an option's text or an order. ``at`` is the number of the last log entry that the
    seat has seen; ``sig`` as in :class:`SignedAction`."""

    text: Line
    at: Number
    sig: Signature = ""


class TypedDice(Body, frozen=True):
    """The faces of real dice."""

    faces: Annotated[tuple[Annotated[int, Meta(ge=1, le=100)], ...], Meta(max_length=200)]


class Undo(SignedAction, frozen=True):
    """An undo: back to before entry ``to``; without it, to before the seat's last answer."""

    to: Number | None = None


class Consent(SignedAction, frozen=True, kw_only=True):
    """Consent to another side's undo, or refusal."""

    yes: bool


class Draw(SignedAction, frozen=True, kw_only=True):
    """A wish for a draw (``yes``), or its refusal. ``agrees`` accepts an offer only: when the offer
    was withdrawn, no new offer is made."""

    yes: bool
    agrees: bool = False


class NewStanding(SignedAction, frozen=True, kw_only=True):
    """A standing order in the wording of the rule book."""

    text: Line


class SeatRef(Body, frozen=True):
    """A seat that the browser holds."""

    game: Short
    token: Annotated[str, Meta(max_length=200)]


class SeatList(Body, frozen=True):
    """Seats to look up."""

    seats: Annotated[tuple[SeatRef, ...], Meta(max_length=50)]


class RollLine(msgspec.Struct, frozen=True):
    """The dice of a log line. ``proof`` is the start of the roll's own digest; ``provenance`` is
    that of the rule table."""

    faces: tuple[int, ...]
    sides: int
    index: int
    why: str = ""
    side: str = ""
    table: str = ""
    provenance: str = ""
    proof: str = ""
    by: tuple[str, ...] = ()
    """Ids of the firers, when the roll is fire."""
    at: str = ""
    plus: int = 0
    """The modifier of the sum, when there is one sum."""
    adds: tuple[int, ...] = ()
    """How many dice are added up in each part of the roll; empty when dice are read separately, or
    it is no longer known."""
    hits: tuple[bool, ...] = ()
    """For each die of fire whether it hits, when dice are read separately."""
    result: int | None = None
    """The result on the rule table, when it is a number and the roll belongs to the play in
    progress."""


class LogLine(msgspec.Struct, frozen=True):
    """One line of a side's log."""

    n: int
    kind: str
    text: str
    clause: str = ""
    side: str = ""
    roll: RollLine | None = None
    mine: bool = False
    code: str = ""
    opens: Literal["", "battle", "round"] = ""
    """The unit that begins with this line."""
    scores: bool = False
    """True when the line gives points."""
    sails: str = ""
    """The traveller of the line; lines of one voyage have the same."""
    loses: bool = False
    """True when the line reports units hurt or lost."""
    rests: bool = False
    """True for an answer that passed or declined."""


class Waiting(msgspec.Struct, frozen=True):
    """The sides that must act. ``mine`` is true when this seat must; ``thinking`` when a computer
    admiral is at work."""

    sides: tuple[str, ...]
    mine: bool
    dice: bool = False
    thinking: bool = False
    roll: str = ""
    dice_count: int = 0
    dice_sides: int = 0


class StandingLine(msgspec.Struct, frozen=True):
    """A standing order and the number of its answers."""

    number: int
    text: str
    used: int = 0
    past: bool = False
    """True when it was for a turn that is over."""


class UndoState(msgspec.Struct, frozen=True):
    """The effect of an undo now: ``silent`` (at once), ``ask`` (with the other side's consent),
    ``asked`` (waiting for it), ``none``."""

    state: Literal["silent", "ask", "asked", "none"]
    by: str = ""
    """The side that asks this seat for consent; else empty."""


class Ending(msgspec.Struct, frozen=True):
    """The end of the game, with the now open seed of the dice."""

    winner: str
    degree: str
    scores: tuple[tuple[str, float], ...]
    seed: str = ""
    commitment: str = ""
    short: str = ""
    """The requirement of a win, when the leading side has not won; else empty."""


class SeatView(msgspec.Struct, frozen=True):
    """Everything that a seat's page shows. ``n`` is the newest entry that this side may see."""

    game: str
    book: str
    book_title: str
    edition: str
    scenario: str
    title: str
    mode: str
    side: str
    role: str
    sides: tuple[str, ...]
    parties: dict[str, SideName]
    admirals: dict[str, str]
    n: int
    display: Display
    prompts: tuple[Prompt, ...]
    waiting: Waiting
    log: tuple[LogLine, ...]
    standing: tuple[StandingLine, ...]
    undo: UndoState
    briefing: str = ""
    history: str = ""
    ending: Ending | None = None
    commitment: str = ""
    open_chair: bool = False
    stopped: str = ""
    """The reason why the game is read-only until it is adopted (it was begun under other rules);
    empty when it can be played."""
    silent: str = ""
    """The side that has been silent past the limit, so that this seat may close the game; else
    empty."""
    offers: tuple[str, ...] = ()
    """The sides that want a draw."""
    again: bool = False
    """True when the other side has set up a rematch of the finished game, with a free seat for this
    side."""
    keys: dict[str, str] = {}
    """Public keys of the sides that sign."""
    takes_keys: bool = False
    """True when seats may sign this game."""
    confirms: bool = False
    """True when this seat must repeat its wish for the draw, signed, now that it has seen the
    consent: POST .../draw with yes."""


class Changes(msgspec.Struct, frozen=True):
    """The changes from the view with the tag ``of``, which the seat had (empty: from nothing), to
    the view with the tag ``tag``. A part that is neither in ``parts`` nor in ``lists`` is
    unchanged; see docs/playing.md."""

    of: str
    tag: str
    log: tuple[LogLine, ...]
    parts: dict[str, Any]
    """Whole parts: fields of the view by name, those of its display as ``display.turn``."""
    lists: dict[str, tuple[Any, ...]]
    """Lists, each as ranges of the old one, ``[first, end]`` (end exclusive), and of new items,
    ``{"new": [...]}``."""


class ChainView(msgspec.Struct, frozen=True):
    """Steps of a seat's chain from the requested entry on, each the line of a seen entry and its
    seal; and the chain's value after the last."""

    links: tuple[tuple[str, str], ...]
    chain: str


class RefusalLine(msgspec.Struct, frozen=True):
    """One refusal of an answer."""

    clause: str
    code: str
    title: str
    sentence: str


class AnswerResult(msgspec.Struct, frozen=True):
    """The result of an answer. When ``legal`` it is committed in the log, up to entry ``n``."""

    legal: bool
    n: int
    refusals: tuple[RefusalLine, ...] = ()


class ActionResult(msgspec.Struct, frozen=True):
    """The result of an act; ``text`` describes it, ``n`` is the newest entry."""

    text: str
    n: int


class SeatStatus(msgspec.Struct, frozen=True):
    """A game in progress, for the start page."""

    game: str
    side: str
    role: str
    title: str
    book: str
    mode: str
    turn: str
    due: str
    mine: bool
    over: bool = False


class ScenarioCard(msgspec.Struct, frozen=True):
    """A scenario as it is offered."""

    id: str
    title: str
    sides: tuple[str, ...]
    span: str
    pitch: str
    board: str
    minutes: int
    learning: bool
    starts: tuple[tuple[str, str], ...]
    picture: tuple[str, ...] = ()
    """Places of the board that its picture shows."""


class SwitchCard(msgspec.Struct, frozen=True):
    """A house switch, with the readings to choose from."""

    id: str
    clause: str
    question: str
    choices: tuple[tuple[str, str], ...]
    default: str


class AdmiralCard(msgspec.Struct, frozen=True):
    """A computer admiral: its style, its time per answer, and its rating by this book (1000 is
    ``greedy``)."""

    name: str
    about: str
    takes: str
    elo: int | None


class BookCard(msgspec.Struct, frozen=True):
    """A rule book with its scenarios."""

    id: str
    title: str
    version: str
    editions: tuple[str, ...]
    scenarios: tuple[ScenarioCard, ...]
    switches: int
    """Number of its house switches."""
    admirals: tuple[AdmiralCard, ...] = ()
    """The computer admirals that play it."""


class RuleLine(msgspec.Struct, frozen=True):
    """A clause in plain words, its enforcers, and the cases that prove it."""

    id: str
    kind: str
    area: str
    title: str
    requirement: str
    enforced: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()


class VerifyReport(msgspec.Struct, frozen=True):
    """The result of verifying a log: chain, dice, replay."""

    good: bool
    message: str
    line: int = 0
    rolls: int = 0
    proven: bool = False


class Health(msgspec.Struct, frozen=True):
    """The sign that the room is open."""

    name: str
    version: str
