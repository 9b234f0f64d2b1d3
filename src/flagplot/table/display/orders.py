"""Structs that show prompts and orders: forms, slots, completions, examination, forecast."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..core.verdict import Refusal
from .battle import BattleLines
from .position import Clause, OrderForm, Overlay, Route


class Risk(msgspec.Struct, frozen=True):
    """A chance at one place of a drawn route: ``percent`` 0..100, with the sentence that explains
    it."""

    place: str
    percent: float
    why: str
    exact: bool = True


class Completion(msgspec.Struct, frozen=True):
    """A way to continue a text: ``text`` replaces the part from ``start`` to ``end``; ``meaning``
    explains it.

    It begins with the words it replaces, so nothing typed is lost.
    """

    text: str
    meaning: str = ""
    start: int = 0
    end: int = 0


class FilledSlot(msgspec.Struct, frozen=True):
    """The content of a slot: its start and end in the text, and the ids it means."""

    start: int
    end: int
    ids: tuple[str, ...]


class OrderSlot(msgspec.Struct, frozen=True):
    """A slot of the order being written: its name, its kind of noun, what the page lets a player
    pick for it, and its content."""

    name: str
    noun: str
    picks: str
    several: bool
    optional: bool
    filled: tuple[FilledSlot, ...] = ()


class RefusalText(msgspec.Struct, frozen=True):
    """A refusal or caution in words, with the value it was made from."""

    refusal: Refusal
    title: str
    sentence: str
    remedies: tuple[tuple[str, str], ...] = ()
    """Pairs (sentence, whole corrected order text, or empty)."""
    rests: tuple[str, ...] = ()
    """The rulings it depends on, in words: questions of house switches, titles of rule tables."""


class Distribution(msgspec.Struct, frozen=True):
    """The distribution of one number of an outcome: one of the two bar charts of a forecast.

    ``side`` is the side of the number (it styles the bars). ``bars`` are (value, percent 0..100)
    pairs, one for every value from the lowest to the highest possible. A long tail is folded into a
    last ``12+``. ``mean`` includes the tail.
    """

    title: str
    side: str
    bars: tuple[tuple[str, float], ...]
    mean: float


class Forecast(msgspec.Struct, frozen=True):
    """The odds of the fight in question or of the order being written. ``title`` states the
    condition."""

    title: str
    spreads: tuple[Distribution, ...]
    notes: tuple[Clause, ...] = ()
    """The assumptions of the forecast, and its meaning for single ships."""
    exact: bool = True
    ahead: float | None = None
    """The percent chance that the side asked takes more than it loses; ``None`` where the book
    gives none."""


class SheetForecast(msgspec.Struct, frozen=True):
    """A forecast of several orders together, before any of them is given: sentences, and forecasts
    of the fights they lead to."""

    lines: tuple[Clause, ...] = ()
    forecasts: tuple[Forecast, ...] = ()


class Examination(msgspec.Struct, frozen=True):
    """The table's report on an order being written."""

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
    """The event whose chance the profile gives, in the book's words: ``the enemy finds you
    there``."""
    safe: str = ""
    """The text shown when the whole profile is 0."""
    line: str = ""
    """The text that was examined, as typed or as changed by a click. ``text`` is the order in its
    canonical wording."""
    taken: bool = False
    """True when the order had a slot for the click."""
    form: OrderForm | None = None
    """The form of the order."""
    slots: tuple[OrderSlot, ...] = ()


class OptionLine(msgspec.Struct, frozen=True):
    """One option of a prompt: the text to answer with, its label, and the odds beside it."""

    text: str
    label: str
    odds: str = ""
    detail: str = ""
    stands_for: str = ""
    """Text of another option that means the same. A page need not show both."""
    chance: float | None = None
    """The odds as a percent 0..100, when one number gives them all."""
    idea: bool = False
    """True when the option is only a suggestion for a side that may give any order."""
    passes: bool = False
    """True when the option passes or declines; the room fills it in (:data:`RESTS`)."""
    place: str = ""
    """The one place of the board that the option is about; the room fills it in."""


RESTS = frozenset(("pass", "no", "none", "decline", "nothing", "done"))
"""The texts of options that pass or decline, in every book."""


Scope = Literal["place", "voyage", "chance", "always"]


class AnswerDuration(msgspec.Struct, frozen=True):
    """A duration for which an answer may hold. ``condition`` is the condition of the standing order
    (empty: at every question). ``about`` names the place, the voyage's force, or a number. With the
    scope ``chance``, ``condition`` is only the fact; the player adds a limit, below or above.
    ``of`` says in words what the chance is of, when the question does not say so."""

    scope: Scope
    condition: str = ""
    about: str = ""
    of: str = ""


class Prompt(msgspec.Struct, frozen=True, rename={"sheet_id": "leaf"}):
    """A request to one side, in words."""

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
    """The battle to which the question belongs; ``None`` when there is none."""
    forecast: Forecast | None = None
    """The forecast of the exchange of fire that is decided here, where the side's view allows
    one."""
    together: tuple[str, ...] = ()
    """The names of the subjects of this question and of the like questions that follow at once, the
    present one first. One form answers all of them, each with its own option. Empty for a question
    that stands alone."""
    sheet_id: str = ""
    """Id of the sheet or box beside the map that the question is about; else empty."""
    facts: tuple[tuple[str, str], ...] = ()
    """The facts that standing orders may compare, by name; the room fills it in."""
    lasts: tuple[AnswerDuration, ...] = ()
    """The durations for which an answer may hold; the room fills it in
    (:mod:`flagplot.table.game.standing_orders`)."""


class OrderPreview(msgspec.Struct, frozen=True):
    """The page's drawing of an order besides its verdict: routes, chances along them, numbers; see
    :class:`Examination`."""

    routes: tuple[Route, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    profile: tuple[Risk, ...] = ()
    summary: tuple[Clause, ...] = ()
    odds: tuple[Clause, ...] = ()
    forecast: Forecast | None = None
