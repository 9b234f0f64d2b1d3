"""What goes over the wire: the bodies of requests and answers, as frozen structs (the API's
description is made from them)."""

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
    ``referee`` (cardboard), ``lesson`` (the lesson of the book, whose dice always fall the
    same)."""

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
    """Whether the one who sets it up brings a key and a salt at once: computer admirals wait for
    them."""


class Rematch(Body, frozen=True):
    """The share of the dice of whoever asks for another game: a salt, or a key that they bring at
    once."""

    salt: Salt = ""
    keyed: bool = False


class SeatLink(msgspec.Struct, frozen=True):
    """A seat's secret. ``role`` is ``player``, ``referee``, ``invite`` or ``spectator``; ``link``
    is the page with the secret behind ``#``."""

    side: str
    role: str
    token: str
    link: str


class Way(msgspec.Struct, frozen=True):
    """A way by water: how many hexes it is, and all of them; nothing when there is none."""

    distance: int = -1
    hexes: tuple[str, ...] = ()


class Created(msgspec.Struct, frozen=True):
    """A new game with the seats of whoever set it up."""

    game: str
    seats: tuple[SeatLink, ...]


class Claim(Body, frozen=True):
    """Take the empty chair an invitation leads to; ``salt`` is one's own share of the dice."""

    salt: Salt = ""


class Click(Body, frozen=True):
    """What a click in an order may mean: a unit, a place, a place that the way leads through
    (``instead`` of another), back by one place, or the beginning of another order that goes on with
    what this one names."""

    kind: Literal["unit", "place", "way", "back", "start"]
    id: Line = ""
    instead: Short = ""


class ExamineOrder(Body, frozen=True):
    """An order as it is being built: its text, the letter before which the caret stands (-1: at the
    end), and what a click may mean: the first, or another that the end of the text waits for."""

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
    """A line of a sheet as it is being written: a text, or the form of a blank with the words of
    its fields by slot."""

    text: Line = ""
    form: Line = ""
    said: Annotated[dict[Short, Line], Meta(max_length=16)] = {}


class ExamineSheet(Body, frozen=True):
    """The lines of a sheet, in the order in which they would be given."""

    sheet: Short
    lines: Annotated[tuple[Written, ...], Meta(max_length=MOST_LINES)] = ()


class SheetLook(msgspec.Struct, frozen=True):
    """What the table says of the lines of a sheet, each after those above it, and of all together.
    ``known`` is the first line of which nobody knows what comes of it before it is given (-1:
    none); those below are judged as if it had not been written. ``blanks`` are the forms in the
    position that all of them leave."""

    lines: tuple[Examination, ...]
    known: int = -1
    outlook: SheetForecast = SheetForecast()
    blanks: tuple[SheetForm, ...] = ()


class SignedAction(Body, frozen=True):
    """Something a seat does. ``at`` is the number of the last entry of its own log that it has
    seen; ``sig`` its signature (hex), where the seat has a key: see docs/log.md."""

    at: Number = -1
    sig: Signature = ""


class NewKey(Body, frozen=True):
    """A seat's public key (Ed25519, hex), its share of the dice (hex, or nothing), and its
    signature under both."""

    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    at: Number
    sig: Signature
    salt: Annotated[str, Meta(pattern="^([0-9a-f]{2}){0,64}$")] = ""


class Answer(Body, frozen=True):
    """An answer: an option's text or an order. ``at`` is the number of the last log entry one has
    seen; ``sig`` as in a deed."""

    text: Line
    at: Number
    sig: Signature = ""


class TypedDice(Body, frozen=True):
    """The faces of real dice."""

    faces: Annotated[tuple[Annotated[int, Meta(ge=1, le=100)], ...], Meta(max_length=200)]


class Undo(SignedAction, frozen=True):
    """Go back: before entry ``to``, or without it to before one's last answer."""

    to: Number | None = None


class Consent(SignedAction, frozen=True, kw_only=True):
    """Whether the other side may go back."""

    yes: bool


class Draw(SignedAction, frozen=True, kw_only=True):
    """Whether a draw is wanted. ``agrees``: to the one that was offered; it offers none where that
    is withdrawn."""

    yes: bool
    agrees: bool = False


class NewStanding(SignedAction, frozen=True, kw_only=True):
    """A standing order in words the rule book knows."""

    text: Line


class SeatRef(Body, frozen=True):
    """A seat somebody holds."""

    game: Short
    token: Annotated[str, Meta(max_length=200)]


class SeatList(Body, frozen=True):
    """Seats to look up."""

    seats: Annotated[tuple[SeatRef, ...], Meta(max_length=50)]


class RollLine(msgspec.Struct, frozen=True):
    """Dice of a log line; ``proof`` is the start of the roll's own digest, ``provenance`` that of
    the table read."""

    faces: tuple[int, ...]
    sides: int
    index: int
    why: str = ""
    side: str = ""
    table: str = ""
    provenance: str = ""
    proof: str = ""
    by: tuple[str, ...] = ()
    """Ids of those who fire, when the roll is fire."""
    at: str = ""
    plus: int = 0
    """The modifier of the sum, when it has just one."""
    adds: tuple[int, ...] = ()
    """How many of the dice are added up, part by part; empty where each die stands for itself, or
    nobody knows any more."""
    hits: tuple[bool, ...] = ()
    """Which dice of fire hit, where each stands for itself."""
    result: int | None = None
    """What the table gave, when it is a number and the roll belongs to what is being played."""


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
    """What begins with it."""
    scores: bool = False
    """Whether points are given by it."""
    sails: str = ""
    """Who went from place to place by it: lines of one voyage have the same."""
    loses: bool = False
    """Whether units were hurt or lost by it."""
    rests: bool = False
    """Whether it is an answer that let a matter rest."""


class Waiting(msgspec.Struct, frozen=True):
    """Who must act: ``mine`` when this seat must; ``thinking`` when a computer admiral is at
    work."""

    sides: tuple[str, ...]
    mine: bool
    dice: bool = False
    thinking: bool = False
    roll: str = ""
    dice_count: int = 0
    dice_sides: int = 0


class StandingLine(msgspec.Struct, frozen=True):
    """A standing order and how often it answered."""

    number: int
    text: str
    used: int = 0
    past: bool = False
    """Whether it was for a turn that is over."""


class UndoState(msgspec.Struct, frozen=True):
    """What undo would do now: ``silent`` on one's own say, ``ask`` with the other side's consent,
    ``asked`` waiting, ``none``."""

    state: Literal["silent", "ask", "asked", "none"]
    by: str = ""
    """Side that asks this seat to agree, or empty."""


class Ending(msgspec.Struct, frozen=True):
    """How the game ended; the seed of the dice is open now."""

    winner: str
    degree: str
    scores: tuple[tuple[str, float], ...]
    seed: str = ""
    commitment: str = ""
    short: str = ""
    """Where who is ahead has not won: what a win would have taken."""


class SeatView(msgspec.Struct, frozen=True):
    """Everything a seat's page shows. ``n`` is the newest entry this side may see."""

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
    """Why the game can only be looked at (it was begun under other rules), until it is adopted;
    empty when it can be played."""
    silent: str = ""
    """The side that has been silent past the limit, so that this seat may close the game; else
    empty."""
    offers: tuple[str, ...] = ()
    """The sides that want a draw."""
    again: bool = False
    """Whether the other side has set the finished game up again, and keeps a chair there for this
    seat."""
    keys: dict[str, str] = {}
    """Public keys of the sides that sign."""
    takes_keys: bool = False
    """Whether seats may sign this game."""
    confirms: bool = False
    """Whether this seat must sign once more that it wants the draw, now that it has seen it agreed
    to: POST .../draw with yes."""


class Changes(msgspec.Struct, frozen=True):
    """What makes a seat's view out of the one with the tag ``of``, which the seat had (empty: out
    of nothing), and the ``tag`` of the new one. A part that is named neither in ``parts`` nor in
    ``lists`` is as it was; docs/playing.md says how."""

    of: str
    tag: str
    log: tuple[LogLine, ...]
    parts: dict[str, Any]
    """Whole parts: fields of the view by name, those of its display as ``display.turn``."""
    lists: dict[str, tuple[Any, ...]]
    """Lists out of runs of the old one, ``[first, after the last]``, and of new items,
    ``{"new": [...]}``."""


class ChainView(msgspec.Struct, frozen=True):
    """Steps of a seat's chain: the line of each seen entry and its seal, from the entry asked for
    on, and the chain's value after the last."""

    links: tuple[tuple[str, str], ...]
    chain: str


class RefusalLine(msgspec.Struct, frozen=True):
    """One reason against an answer."""

    clause: str
    code: str
    title: str
    sentence: str


class AnswerResult(msgspec.Struct, frozen=True):
    """What became of an answer: when ``legal`` it stands in the log, committed, up to entry
    ``n``."""

    legal: bool
    n: int
    refusals: tuple[RefusalLine, ...] = ()


class ActionResult(msgspec.Struct, frozen=True):
    """Something happened; ``text`` says what, ``n`` is the newest entry."""

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
    """A house switch one may set."""

    id: str
    clause: str
    question: str
    choices: tuple[tuple[str, str], ...]
    default: str


class AdmiralCard(msgspec.Struct, frozen=True):
    """A computer admiral: how he plays, how long he takes, and his rating by this book (1000 is
    ``greedy``)."""

    name: str
    about: str
    takes: str
    elo: int | None


class BookCard(msgspec.Struct, frozen=True):
    """A rule book with what can be played by it."""

    id: str
    title: str
    version: str
    editions: tuple[str, ...]
    scenarios: tuple[ScenarioCard, ...]
    switches: int
    """How many house switches it has."""
    admirals: tuple[AdmiralCard, ...] = ()
    """The computer admirals who play it."""


class RuleLine(msgspec.Struct, frozen=True):
    """A clause in plain words, what enforces it, the cases that prove it."""

    id: str
    kind: str
    area: str
    title: str
    requirement: str
    enforced: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()


class VerifyReport(msgspec.Struct, frozen=True):
    """Whether the log holds: chain, dice, replay."""

    good: bool
    message: str
    line: int = 0
    rolls: int = 0
    proven: bool = False


class Health(msgspec.Struct, frozen=True):
    """That the room is open."""

    name: str
    version: str
