"""Questions in words, with their options, the odds beside them and what they lead to."""

from __future__ import annotations

from itertools import islice
from typing import Any

from msgspec.structs import replace

from flagplot.table import Ask, Command, Single, about_map
from flagplot.table.display import Forecast, OptionLine, Prompt
from flagplot.table.latest import latest
from flagplot.table.plain import asked

from ..advice import meeting, onward
from ..advice.attacks import attacks
from ..advice.candidates import candidates
from ..map.squares import is_square
from ..nouns.names import few, mission_said, name, words
from ..orders import Intercept
from ..rules.reading import L
from ..state import State
from . import battle_lines
from .examine import in_short, pictured

IDEAS = 3
"""Interceptions offered as ideas."""


def beside(options: tuple[OptionLine, ...], text: str, odds: str) -> tuple[OptionLine, ...]:
    """The options with the odds beside one of them."""
    return tuple(replace(o, odds=odds) if o.text == text else o for o in options)


def intercepting(view: State, order: Intercept) -> str:
    """An interception in words: of what, with whom."""
    who = [name(view, x) for x in (*order.ships, *order.air)]
    return f"Intercept {mission_said(view, order.mission)} with {few(who, 2)}"


@latest
def hunting(view: State, request: Command[Any]) -> tuple[tuple[Intercept, Forecast | None], ...]:
    """The first interceptions that an admiral would weigh, each with the meeting it seeks."""
    found = islice((x for x in candidates(view, request) if isinstance(x, Intercept)), IDEAS)
    return tuple((x, meeting.sought(view, request.side, x)) for x in found)


def prompt(view: State, request: Single) -> Prompt:
    """See :meth:`flagplot.table.Rulebook.prompt`."""
    w, b, foreseen = words(), view.battle, None
    about = about_map(request)
    more = {"mission": mission_said(view, str(about["mission"]))} if "mission" in about else {}
    more |= {"unit": name(view, str(about["unit"]))} if "unit" in about else {}
    options: tuple[OptionLine, ...] = ()
    if isinstance(request, Ask):
        options = tuple(OptionLine(str(x), w.option(request, x)) for x in request.options)
    if b is not None and isinstance(request, Command):
        best = attacks(b, request.side)
        options = tuple(
            OptionLine(L.text(order), f"{b.unit(order.unit).name} fires at {b.unit(order.target).name}", in_short(f), idea=True)
            for order, f in best
        )
        for order, f in best[:1]:
            foreseen = pictured(view, b.unit(order.unit), b.unit(order.target), f)
    if request.kind == "after-battle" and view.queue:
        i = view.queue[0]
        ships = tuple(x for x in i.ships if x in view.ships and view.ships[x].afloat and view.ships[x].mission == i.hunter)
        foreseen = meeting.meeting(view, request.side, view.missions[i.target], ships, i.air)
        options = beside(options, "attack", meeting.in_short(foreseen))
    if request.kind == "second-wave":
        foreseen = meeting.second_wave(view, request.side, str(about["port"]), str(about["units"]).split(", "))
        options = beside(options, "attack again", meeting.in_short(foreseen))
    if request.kind == "proceed-or-abort":
        options = beside(options, "proceed", onward.told(view, request))
    if b is None and isinstance(request, Command) and request.kind in ("operations", "breakthrough"):
        hunts = hunting(view, request)
        options = tuple(
            OptionLine(L.text(order), intercepting(view, order), meeting.in_short(found), idea=True)
            for order, found in hunts
        )
        foreseen = hunts[0][1] if hunts else None
    return asked(
        w, request, options, more,
        said="deploy" if b is not None and b.phase == "deploy" and request.kind == "battle" else "",
        place=b.where if b is not None and is_square(b.where) else "",
        battle=battle_lines.lines(view, request.side),
        forecast=foreseen,
    )  # fmt: skip
