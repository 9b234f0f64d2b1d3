"""Structs that show questions and orders: forms, slots, completions, examination, forecast,
prompt."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..core.verdict import Refusal
from .battle import BattleLines
from .position import Clause, OrderForm, Overlay, Route


class Risk(msgspec.Struct, frozen=True):
    """A chance at one place of a drawn track: ``percent`` 0..100, with the sentence that made
    it."""

    place: str
    percent: float
    why: str
    exact: bool = True


class Completion(msgspec.Struct, frozen=True):
    """A way to go on typing: the text to put in the place of what stands from ``start`` to ``end``,
    and what it means.

    It begins with the words it takes the place of: nothing that was typed is lost.
    """

    text: str
    meaning: str = ""
    start: int = 0
    end: int = 0


class FilledSlot(msgspec.Struct, frozen=True):
    """What stands in a slot: from where to where in the text, and the ids it means."""

    start: int
    end: int
    ids: tuple[str, ...]


class OrderSlot(msgspec.Struct, frozen=True):
    """A slot of the order that is written: its name, what goes into it, what the page lets one pick
    for it, and what fills it."""

    name: str
    noun: str
    picks: str
    several: bool
    optional: bool
    filled: tuple[FilledSlot, ...] = ()


class RefusalText(msgspec.Struct, frozen=True):
    """A refusal or caution put into words for people, with the value it was made from."""

    refusal: Refusal
    title: str
    sentence: str
    remedies: tuple[tuple[str, str], ...] = ()
    """Pairs (sentence, whole mended order text or empty)."""
    rests: tuple[str, ...] = ()
    """What the ruling rests on, in words: the questions of house switches, the titles of tables."""


class Distribution(msgspec.Struct, frozen=True):
    """How a number of an outcome may turn out: one of the two pictures of a forecast.

    ``side`` is whose number it is (it styles the bars). ``bars`` are (value, percent 0..100), every
    value from the first to the last that can come, the lowest first; a long tail is folded into a
    last ``12+``. ``mean`` counts all of it.
    """

    title: str
    side: str
    bars: tuple[tuple[str, float], ...]
    mean: float


class Forecast(msgspec.Struct, frozen=True):
    """What the fight that is asked about, or the order that is written, would bring: ``title`` says
    under which condition."""

    title: str
    spreads: tuple[Distribution, ...]
    notes: tuple[Clause, ...] = ()
    """What it rests on and what it means for single ships."""
    exact: bool = True
    ahead: float | None = None
    """How likely, in percent, who is asked takes more than he loses, where the book tells it."""


class SheetForecast(msgspec.Struct, frozen=True):
    """How several orders together look before any of them is given: sentences, and what the fights
    they lead to would bring."""

    lines: tuple[Clause, ...] = ()
    forecasts: tuple[Forecast, ...] = ()


class Examination(msgspec.Struct, frozen=True):
    """What the table says of an order while it is being built."""

    text: str
    legal: bool
    complete: bool
    problem: str = ""
    problem_at: int = -1
    said: tuple[RefusalText, ...] = ()
    cautions: tuple[RefusalText, ...] = ()
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
    """The text that was examined, as it was typed or as a click has made it; ``text`` is the order
    in its one wording."""
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


Scope = Literal["place", "voyage", "chance", "always"]


class AnswerDuration(msgspec.Struct, frozen=True):
    """A way an answer may hold: ``scope``, the ``condition`` of the standing order (empty: whenever
    it is asked), and what it is about: the name of the place or of who sails, or a number. Of a
    chance the condition is the fact alone: whoever answers says below or above what; ``of`` are the
    words for what is so likely, where the question does not say it itself."""

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
    """What the exchange of fire that is decided here would bring, where it can be told from what
    the side sees."""
    together: tuple[str, ...] = ()
    """What this question and those of its kind that follow at once are about, by name, what is
    asked now first: one form answers them all, each with another of the options. Empty for a
    question that stands alone."""
    leaf: str = ""
    """Id of the sheet or box beside the map that it is about, if any."""
    facts: tuple[tuple[str, str], ...] = ()
    """What standing orders may compare, by name; the room fills it in."""
    lasts: tuple[AnswerDuration, ...] = ()
    """How long an answer may hold from now on; the room fills it in
    (:mod:`flagplot.table.game.standing_orders`)."""


class OrderPreview(msgspec.Struct, frozen=True):
    """What an order amounts to besides its verdict: on the map, along the way, in numbers; see
    :class:`Examination`."""

    routes: tuple[Route, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    profile: tuple[Risk, ...] = ()
    summary: tuple[Clause, ...] = ()
    odds: tuple[Clause, ...] = ()
    forecast: Forecast | None = None
