"""Prompts and refusals, in words."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from flagplot.odds import percent_text
from flagplot.table import AskOrder, Single, about_map
from flagplot.table.contract import default_texts
from flagplot.table.contract.default_texts import question_prompt
from flagplot.table.display.orders import OptionLine, Prompt
from flagplot.table.language.sentences import capitalise, shorten_name_list

from .. import orders
from ..advice import candidates, fire_forecast, odds_questions, reserve_reaction, worth
from ..nouns import spoken_name
from ..rules import legality
from ..rules.combat import disengagement, gunnery
from ..rules.combat.air_attack import joining_modifier
from ..rules.search import modifiers
from ..rules.special import hazards, mines
from ..state import State, put_group
from ..state.waters import Account
from . import battle_lines

words = partial(default_texts.words, "europa")
"""The default sentences of the book's ``words.toml``."""


def prompt(view: State, request: Single) -> Prompt:
    """Return the prompt of a request: its words and its options, with the odds of each where they
    can be known."""
    more, place = _prompt_details(view, request), str(about_map(request).get("hex", ""))
    if not place and view.battle is not None and request.kind in ("fire", "battle"):
        place = view.battle.hex
    if request.kind in ("movement", "reaction"):
        return question_prompt(words(), request, (), more, place=place)
    if isinstance(request, AskOrder):
        orders_ = [(o, orders.order_text(o)) for o in candidates.candidates(view, request)]
        options = tuple(
            OptionLine(
                text,
                _order_label(view, request, o, text),
                _order_odds(view, request, o),
                stands_for=_same_as_everything(request, o),
            )
            for o, text in orders_
        )
    else:
        options = tuple(
            OptionLine(str(o), _option_label(view, request, o), _odds_of(view, request, str(o)))
            for o in request.options
        )
    battle, below = (
        battle_lines.battle_lines(view, request.side),
        fire_forecast.forecast_of_question(view, request),
    )
    if isinstance(request, AskOrder) and request.kind == "activate":
        below = reserve_reaction.forecast_reserves(
            view, request, str(about_map(request)["groups"]).split(" ")
        )
    return question_prompt(
        words(), request, options, more, place=place, battle=battle, forecast=below
    )


def _prompt_details(view: State, request: Single) -> dict[str, Any]:
    about = about_map(request)
    more: dict[str, Any] = (
        {"unit": spoken_name(view, str(about["unit"]))} if "unit" in about else {}
    )
    if request.kind == "search":
        group = view.groups[str(about["group"])]
        means = modifiers.search_means(view, group, bool(about["entered"]))
        parts = modifiers.search_modifiers(view, group, modifiers.chosen_air(view, means), means)
        more["modifiers"] = ", ".join(f"{k.replace('-', ' ')} {v:+}" for k, v in parts) or "none"
        bases = sorted({view.air[a].base for a in means.air})
        reach = (
            bases
            + list(means.groups)
            + ([f"a port of size {means.port}"] if means.port else [])
            + ([f"a coast defence of level {means.defence}"] if means.defence else [])
        )
        more["reach"] = ", ".join(reach) or "ground units"
    if request.kind == "battle" and view.battle is not None:
        sides = [view.groups.get(str(about[key])) for key in ("group", "foe")]
        parts = (
            disengagement.escape_modifiers(view, sides[0], sides[1])
            if sides[0] and sides[1]
            else ()
        )
        more["modifiers"] = (
            ", ".join(f"{str(k).replace('-', ' ')} {int(v):+}" for k, v in parts if v) or "none"
        )
    if request.kind in ("carrier-call", "zone-sweep"):
        account = view.accounts.get(request.side, Account())
        more["have"] = f"{account.points:g}"
        more["place"] = spoken_name(view, str(about["hex"])) if "hex" in about else ""
        more["short"] = f"{short:g}" if (short := account.short(mines.DEAREST_SWEEP)) else ""
    if request.kind == "declare":
        least, most = legality.declarable_range(int(about["most"]))
        more["range"] = (
            f"any number from {least} to {most}"
            if least < most
            else "no other: half of it is no whole one"
        )
    if request.kind == "screen" and "hex" in about:
        more["hex"] = spoken_name(view, str(about["hex"]))
    return more


def _same_as_everything(request: Single, order: Any) -> str:
    """Return the text of a search with everything, when the order names the only group that may
    search; else empty."""
    about = about_map(request)
    if not isinstance(order, orders.Search) or about["triggers"] != "32.B.6":
        return ""
    return orders.order_text(orders.Search()) if order.using == (about["groups"],) else ""


def _order_label(view: State, request: AskOrder, order: Any, text: str) -> str:
    if isinstance(order, orders.Pass):
        return words().option(request, "pass")
    if isinstance(order, orders.Search) and not order.using:
        return words().term("search-all")
    if (
        isinstance(order, orders.Fire)
        and len(order.shots) > 1
        and len({at for _, at in order.shots}) == 1
    ):
        return words().term(
            "all-fire", target=shorten_name_list(spoken_name(view, order.shots[0][1]))
        )
    return capitalise(text)


def _option_label(view: State, request: Any, option: Any) -> str:
    label = words().option(request, option)
    if label != str(option):
        return label
    act, _, what = str(option).rpartition(" ")
    if what in view.units or what in view.ports or ":" in what:
        label = f"{act} {spoken_name(view, what)}".strip()
    return capitalise(label)


def _order_odds(view: State, request: AskOrder, order: Any) -> str:
    if request.kind == "search" and isinstance(order, orders.Search):
        chances = worth.search_chances(view, request, order)
        hit = chances.get("S", 0) + chances.get("S*", 0)
        return f"found {percent_text(hit)}, disaster {percent_text(chances.get('D', 0))}"
    if request.kind == "attack" and isinstance(order, orders.Attack):
        return _odds_of_attack(view, request, order)
    if isinstance(order, orders.Activate):
        return reserve_reaction.short_note(view, request, order)
    if isinstance(order, orders.CounterAttack):
        return f"half of it thrown back {percent_text(worth.chance_to_throw_back(view, order))}"
    if request.kind == "fire" and isinstance(order, orders.Fire) and order.shots:
        salvo = odds_questions.fire_outcomes(view, order)
        mean = sum(p * odds_questions.hits_in(text) for text, p in salvo)
        return (
            f"a hit {percent_text(1 - dict(salvo).get('no hits', 0))}, {mean:.1f} hits on average"
        )
    return ""


def best_search_chance(view: State, request: Single) -> float | None:
    """Return the chance in percent that the best search finds the group; ``None`` for other
    requests."""
    if request.kind != "search" or not isinstance(request, AskOrder):
        return None
    tried = [
        worth.search_chances(view, request, o)
        for o in candidates.candidates(view, request)
        if isinstance(o, orders.Search)
    ]
    found = [c.get("S", 0) + c.get("S*", 0) for c in tried]
    return round(100 * max(found)) if found else None


def _odds_of(view: State, request: Single, option: str) -> str:
    """Return the odds of an option in words: of sweeping a belt, beginning a step by night, joining
    an air attack, or breaking off a battle."""
    about = about_map(request)
    if request.kind == "zone-sweep" and option != mines.NO_MORE:
        pairs, every = gunnery.success_roll(
            view.rulings, mines.sweeping_modifier(view, request.side, option)
        ).outcomes()
        gone = sum(w for result, w in pairs if mines.sweeping_result(result)[0]) / every
        cost = sum(w * mines.sweeping_result(result)[1] for result, w in pairs) / every
        return f"swept {percent_text(gone)}, {cost:.1f} repair points on average"
    if request.kind in ("torpedo", "coast-fire", "return-fire"):
        return fire_forecast.note_on_shot(view, request, option)
    if request.kind == "dusk":
        dark = replace(view.groups[str(about["group"])], dark=option == "by night")
        pairs, every = hazards.zone_roll(put_group(view, dark), dark).outcomes()
        return f"met {percent_text(sum(w for result, w in pairs if result in gunnery.HIT) / every)}"
    if request.kind == "beach-strike" and option in view.groups:
        hits = odds_questions.hits_by(
            fire_forecast.beach_strike_shot(view, view.groups[option], str(about["base"])), view
        )
        return f"a hit {percent_text(1 - hits.get(0, 0.0))}, {sum(n * p for n, p in hits.items()):.1f} on average"
    group, foe = (view.groups.get(str(about.get(key, ""))) for key in ("group", "foe"))
    if request.kind == "join" and group is not None and option != "nobody":
        pairs, every = gunnery.search_roll(
            view.rulings, joining_modifier(view, group, option)
        ).outcomes()
        return (
            f"joins {percent_text(sum(w for result, w in pairs if result in gunnery.HIT) / every)}"
        )
    if option != "disengage" or group is None or foe is None:
        return ""
    chances = odds_questions.escape_chances(view, group.id, foe.id)
    away = chances.get("S", 0.0) + chances.get("S*", 0.0)
    told = [
        f"away {percent_text(away)}"
        if disengagement.refuge_hexes(view, group)
        else "no open hex to get away to"
    ]
    worse = (("D", "a round of enemy fire unanswered"), ("F*", "no screen next round"))
    told += [f"{what} {percent_text(chances[r])}" for r, what in worse if chances.get(r)]
    return ", ".join(told)


def _odds_of_attack(view: State, request: AskOrder, order: orders.Attack) -> str:
    """Return the odds of an air attack in words: for each base in turn, the chance of a hit and the
    mean hits."""
    group = view.groups[str(about_map(request)["group"])]
    told = []
    for base in order.bases:
        chances = odds_questions.strike_hit_chances(view, group, base)
        mean = sum(p * hits for hits, p in chances.items())
        whose = f"{base}: " if len(order.bases) > 1 else ""
        told.append(f"{whose}a hit {percent_text(1 - chances.get(0, 0.0))}, {mean:.1f} on average")
    return "; ".join(told)
