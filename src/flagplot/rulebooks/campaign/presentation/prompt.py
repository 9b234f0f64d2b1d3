"""Prompts: questions in words, with their options, odds and forecasts."""

from __future__ import annotations

from itertools import islice

from msgspec.structs import replace

from flagplot.table import Ask, AskOrder, Single, about_map
from flagplot.table.contract.default_texts import question_prompt
from flagplot.table.core.memo import memo_per_state
from flagplot.table.display.orders import Forecast, OptionLine, Prompt
from flagplot.table.language.sentences import first_names

from ..advice import interception_forecast, order_forecast
from ..advice.assault_candidates import assault_candidates
from ..advice.attack_forecast import best_attacks
from ..advice.candidates import candidates
from ..nouns import L
from ..nouns.names import display_name, is_plural, mission_said, words
from ..orders import Attack, Done, Intercept, PortAttack
from ..orders.battle import Fire
from ..rules.interception.legality import still_hunting
from ..state import State
from . import battle_lines
from .examine import attack_note, forecast_bars

IDEAS = 3
"""The most interceptions, and the most assaults, that are offered as suggestions."""


VENTURED = {"after-battle": "attack", "second-wave": "attack again"}
"""Questions that ask whether to fight -> the option that fights."""


def with_odds(options: tuple[OptionLine, ...], text: str, odds: str) -> tuple[OptionLine, ...]:
    """Return the options, with *odds* added to one of them."""
    return tuple(replace(o, odds=odds) if o.text == text else o for o in options)


def venture_text(view: State, order: Intercept | Attack | PortAttack) -> str:
    """Return an interception or assault in words: its target and its units."""
    parts = (order.troops, order.air) if isinstance(order, Attack) else (order.ships, order.air)
    who = [display_name(view, x) for part in parts for x in part]
    hunted = (
        f"{mission_said(view, order.mission)} at {display_name(view, order.place)}"
        if isinstance(order, Intercept)
        else ""
    )
    what = (
        f"Intercept {hunted}"
        if isinstance(order, Intercept)
        else f"Attack {display_name(view, order.port)}"
    )
    return f"{what} with {first_names(who, 2)}" if who else f"{what} with all who land"


@memo_per_state
def ventures_considered(
    view: State, request: AskOrder
) -> tuple[tuple[Intercept | Attack | PortAttack, Forecast | None], ...]:
    """Return the first candidates for interceptions, then for assaults, each with its forecast."""
    hunts = islice((x for x in candidates(view, request) if isinstance(x, Intercept)), IDEAS)
    every = assault_candidates(view, request.side) if request.kind == "operations" else ()
    assaults = islice((x for x in every if isinstance(x, Attack | PortAttack)), IDEAS)
    return tuple(
        (x, order_forecast.forecast_battle(view, request.side, x)) for x in (*hunts, *assaults)
    )


@memo_per_state
def foreseen_of(view: State, request: Single) -> Forecast | None:
    """Return the forecast of a question whether to go on: to a battle that may still be called off,
    or to a second attack by aircraft that may rest."""
    about = about_map(request)
    if request.kind == "after-battle" and view.queue:
        i = view.queue[0]
        return interception_forecast.forecast_interception(
            view, request.side, view.missions[i.target], still_hunting(view, i), i.air
        )
    if request.kind == "second-wave":
        return interception_forecast.second_wave(
            view, request.side, str(about["port"]), str(about["units"]).split(", ")
        )
    return None


@memo_per_state
def best_fight_chance(view: State, request: Single) -> float | None:
    """Return the chance in percent that the best fight on offer takes more than it loses (6.4.3).
    Contact is certain, so this chance decides whether a standing order waits for it. ``None`` when
    a pending order is not a fight, so that it is not passed unseen."""
    if isinstance(request, Ask):
        found = foreseen_of(view, request)
        return round(found.ahead) if found is not None and found.ahead is not None else None
    if view.battle is not None or request.kind not in ("operations", "breakthrough"):
        return None
    if not all(
        isinstance(x, Intercept | Attack | PortAttack | Done) for x in candidates(view, request)
    ):
        return None
    fights = [
        found.ahead if found is not None else 0.0 for _, found in ventures_considered(view, request)
    ]
    return round(max(x or 0.0 for x in fights)) if fights else None


def fire_text(view: State, order: Fire) -> str:
    """Return an attack in battle in words."""
    fire = "fire" if is_plural(view, order.unit) else "fires"
    return f"{display_name(view, order.unit)} {fire} at {display_name(view, order.target)}"


def prompt(view: State, request: Single) -> Prompt:
    """Return the prompt of a request; see :meth:`flagplot.table.Rulebook.prompt`."""
    w, b, foreseen = words(), view.battle, None
    about = about_map(request)
    more = {"mission": mission_said(view, str(about["mission"]))} if "mission" in about else {}
    more |= {"unit": display_name(view, str(about["unit"]))} if "unit" in about else {}
    options: tuple[OptionLine, ...] = ()
    if isinstance(request, Ask):
        options = tuple(OptionLine(str(x), w.option(request, x)) for x in request.options)
    if b is not None and isinstance(request, AskOrder):
        best = best_attacks(b, request.side)
        options = tuple(
            OptionLine(
                L.text(order),
                fire_text(view, order),
                attack_note(f, b.unit(order.target)),
                idea=True,
            )
            for order, f in best
        )
        for order, f in best[:1]:
            foreseen = forecast_bars(view, b.unit(order.unit), b.unit(order.target), f)
    if request.kind in VENTURED:
        foreseen = foreseen_of(view, request)
        options = with_odds(
            options, VENTURED[request.kind], interception_forecast.short_text(foreseen)
        )
    if request.kind == "proceed-or-abort":
        options = with_odds(
            options, "proceed", interception_forecast.search_risk_sentence(view, request)
        )
    if (
        b is None
        and isinstance(request, AskOrder)
        and request.kind in ("operations", "breakthrough")
    ):
        ideas = ventures_considered(view, request)
        options = tuple(
            OptionLine(
                L.text(order),
                venture_text(view, order),
                interception_forecast.short_text(found),
                idea=True,
            )
            for order, found in ideas
        )
        options += (OptionLine(L.text(Done()), w.option(request, L.text(Done()))),) if ideas else ()
        foreseen = ideas[0][1] if ideas else None
    return question_prompt(
        w,
        request,
        options,
        more,
        said="deploy" if b is not None and b.phase == "deploy" and request.kind == "battle" else "",
        battle=battle_lines.battle_lines(view, request.side),
        forecast=foreseen,
    )
