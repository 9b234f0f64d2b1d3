"""The prompt of a request: the question in words, its options, and the odds beside them."""

from __future__ import annotations

from typing import Any

from flagplot.table import Ask, AskOrder, Single, about_map
from flagplot.table.contract.default_texts import question_prompt
from flagplot.table.core.memo import memo_per_state
from flagplot.table.core.procedure import tag_of
from flagplot.table.display.orders import Forecast, OptionLine, Prompt
from flagplot.table.display.position import Clause, Route
from flagplot.table.language.sentences import capitalise, count_text

from ..advice import air_round_forecast, track_danger, worth
from ..advice.candidates import candidates
from ..advice.interception_candidates import interception_chance
from ..nouns import L
from ..orders import Done, Mission, Pass, Patrol, Supply, Transport
from ..orders import Sequence as SequenceOrder
from ..orders.landing import GroundAttack
from ..rules import duty_orders, mission_points
from ..rules.forces import selected_units
from ..rules.interception.attempts_made import has_tried
from ..rules.interception.legality import activity_from
from ..state import Force, State, replace
from . import (
    air_forecast,
    answer_odds,
    battle_forecast,
    battle_lines,
    battle_prompt,
    names,
    operation_forecast,
    order_forms,
)
from . import names as presentation_names
from .boxes import box_asked
from .interception_forecast import forecast_meeting
from .names import words

IDEAS = 3
"""Most suggested orders beside a free order."""


SHOWN = 8
"""Most interceptions offered by name in a prompt; any other may be typed."""


def prompt(view: State, request: Single) -> Prompt:
    """Return the prompt of a request to a side."""
    values = template_values(view, request)
    options = (
        option_lines(view, request, values)
        if isinstance(request, Ask)
        else suggested_orders(view, request)
    )
    about = about_map(request)
    track = tuple(h for h in str(about.get("track", "")).split(",") if h)
    mover, place = str(about.get("mover", "")), str(about.get("hex", ""))
    return question_prompt(
        words(),
        request,
        options,
        values,
        further_facts(view, request),
        place="" if "," in place else place,
        routes=(Route(track, mover, "his" if mover != request.side else "mine", ""),)
        if len(track) > 1
        else (),
        battle=battle_lines.lines_of_battle(view, request.side),
        forecast=prompt_forecast(view, request),
        together=battle_prompt.numbered_together(view, request),
        sheet_id=box_asked(request),
    )


def prompt_forecast(view: State, request: Single) -> Forecast | None:
    """Return the forecast below a question: of the exchange decided in a battle, else of the first
    answer with one."""
    if isinstance(request, Ask):
        guns, aloft = (
            battle_forecast.exchange_bars(view, request),
            air_forecast.air_battle_forecast(view, request),
        )
        if guns is not None and aloft is not None:
            told = Clause(
                f"{guns.title}: {guns.notes[0].text[0].lower()}{guns.notes[0].text[1:]}",
                guns.notes[0].clause,
            )
            return replace(aloft, notes=(*aloft.notes[:-1], told, aloft.notes[-1]))
        return aloft or guns or answer_odds.first_forecast(view, request, request.options)
    if request.kind in ("interception", "counter-interception"):
        best = likeliest_interceptions(view, request)
        return forecast_meeting(view, request, best[0][1]) if best else None
    return (
        answer_odds.first_forecast(view, request, best_orders(view, request))
        if request.kind in answer_odds.PICTURED
        else None
    )


def template_values(view: State, request: Single) -> dict[str, Any]:
    """Return the facts of a request with names for ids, and further names that the templates
    use."""
    about = about_map(request)
    out: dict[str, Any] = {k: v for k, v in about.items() if k not in ("side", "clause")}
    for key in ("hex", "place", "target"):
        if about.get(key):
            out[key] = names.place_name(view, str(about[key]))
    for key in ("bases", "nearest", "hexes"):
        if key in about and not about[key]:
            out[key] = "none"
        elif about.get(key):
            out[key] = names.list_text(
                [names.place_name(view, p) for p in str(about[key]).split(", ")]
            )
    if request.kind == "combat-group":
        out["ships"] = battle_prompt.ships_of_group(view, request.side, str(about.get("group", "")))
    if about.get("ship"):
        out["name"] = capitalise(names.any_name(view, str(about["ship"])))
    if about.get("force"):
        out["force"] = names.list_text(
            [names.force_name(view, f) for f in str(about["force"]).split(",")]
        )
    if request.kind == "return-base":
        every = view.members(view.forces[str(about["force"])])
        out["ships"] = capitalise(
            names.units_text([u for u in every if about.get("ship", u.id) == u.id], 3)
        )
    mission = str(about.get("mission", ""))
    if request.kind in ("interception", "counter-interception"):
        band = "ten factors or more" if about.get("band") == "10+" else "under ten factors"
        out["odds"] = percent_text(float(about.get("odds", 0.0)))
        out["sent"] = under_way_text(view, request.side)
        out["best"] = best_chance(request, out)
        out["Target"] = f"{words().term('target', mission)} ({band})"
        out["moving"] = words().term(
            "moving", mission, hex=out.get("hex", "sea"), target=out.get("target", "its goal")
        )
    return out


def best_chance(request: Single, values: dict[str, Any]) -> str:
    """Return the best chance of a side that may intercept, or that none of its ships can try."""
    term = "best-help" if request.kind == "counter-interception" else "best-chance"
    about = about_map(request)
    able = about.get("dice") or about.get("odds")
    return words().term(term if able else "nobody-ready", **values)


def under_way_text(view: State, side: str) -> str:
    """Return the side's interceptors already under way in this window: ``Under way: York and Orion
    for CC23. ``. Empty without any."""
    away = [
        f for f in view.forces.values() if f.side == side and f.mission in ("intercept", "counter")
    ]
    told = [
        f"{names.units_text(view.members(f), 3)} for {f.target}" for f in away if view.members(f)
    ]
    return words().term("under-way", forces=names.list_text(told)) + " " if told else ""


def option_lines(view: State, request: Ask[Any], values: dict[str, Any]) -> tuple[OptionLine, ...]:
    """Return the options of a choice with their labels and odds. ``auto`` stands for the option
    after it, which is marked as the usual choice."""
    texts = [str(o) for o in request.options]
    battle = "auto" in texts and len(texts) > 1
    usual = texts[1] if battle and len(texts) > 2 else ""
    first = (
        air_round_forecast.first_answers(request)
        if request.kind in air_round_forecast.ROLES
        else ()
    )
    out = []
    for option in (
        sorted(request.options, key=lambda o: str(o) != "auto" and o not in first)
        if first
        else request.options
    ):
        text = str(option)
        if battle and text == "auto":
            meant = words().term(
                "usual", answer=battle_prompt.battle_label(view, request, texts[1])
            )
            out.append(
                OptionLine(
                    text,
                    meant,
                    battle_prompt.battle_option_odds(view, request, texts[1]),
                    "",
                    texts[1],
                )
            )
            continue
        said, odds = option_label(view, request, text, values), ""
        if battle:
            said, odds = (
                battle_prompt.battle_label(view, request, text),
                battle_prompt.battle_option_odds(view, request, text),
            )
        odds = odds or answer_odds.odds(view, request, option)
        out.append(
            OptionLine(text, capitalise(said), odds, "the usual choice" if text == usual else "")
        )
    return tuple(out)


def option_label(view: State, request: Ask[Any], text: str, values: dict[str, Any]) -> str:
    """Return the label of an option: from the words file, else the name of its place or unit."""
    said = battle_prompt.with_names(view, words().option(request, text, **values))
    if said != text:
        return said
    return (
        names.place_name(view, text)
        if request.kind in ("return-base", "raid-return")
        else names.any_name(view, text)
    )


def suggested_orders(view: State, request: AskOrder) -> tuple[OptionLine, ...]:
    """Return ready-made orders: for interceptions the forces that can go, best chance first, and
    the pass."""

    if request.kind not in ("interception", "counter-interception"):
        last = order_forms.forms_for(view, request)[-1]
        end = (OptionLine(last.example, last.title),) if last.example in ("done", "pass") else ()
        return (*end, *suggestions(view, request))
    found = [
        OptionLine(
            L.text(order),
            capitalise(
                names.units_text([view.units[p.id] for p in order.units if p.id in view.units], 4)
            )
            + order_places(view, order),
            percent_text(chance),
            f"{count_text(dice, 'die', 'dice')} over {count_text(distance, 'hex', 'hexes')}",
            chance=chance,
        )
        for chance, order, dice, distance in likeliest_interceptions(view, request)[:SHOWN]
    ]
    none = (
        words().term("nobody-else")
        if under_way_text(view, request.side)
        else words().option(request, "pass")
    )
    rest = [OptionLine("pass", none)]
    if request.kind == "interception" and about_map(request).get("window"):
        rest.append(OptionLine("pass all", words().term("let-by")))
    return (*found, *rest)


@memo_per_state
def likeliest_interceptions(
    view: State, request: AskOrder
) -> tuple[tuple[float, Any, int, int], ...]:
    """Return (chance, order, dice, hexes) of the interceptions worth considering, the likeliest
    first. The chance is a percentage, 0 to 100."""
    counter, activity = request.kind == "counter-interception", activity_from(request)
    found = []
    for order in candidates(view, request):
        if not isinstance(order, Pass):
            chance, dice, distance = interception_chance(view, request, order, activity, counter)
            found.append((chance, order, dice, distance))
    return tuple(sorted(found, key=lambda x: -x[0]))


@memo_per_state
def best_orders(view: State, request: AskOrder) -> tuple[Any, ...]:
    """Return the orders that the greedy admiral rates best."""
    rated = [
        (worth.evaluate(view, request, order), n, order)
        for n, order in enumerate(candidates(view, request))
    ]
    best = sorted(
        (x for x in rated if not isinstance(x[2], (Done, Pass))), key=lambda x: (-x[0], x[1])
    )[:IDEAS]
    return tuple(order for _, _, order in best)


def suggestions(view: State, request: AskOrder) -> tuple[OptionLine, ...]:
    """Return suggested orders with their odds; any other order may be given."""
    return tuple(
        OptionLine(
            L.text(order),
            capitalise(order_phrase(view, request.side, order)),
            answer_odds.odds(view, request, order),
            idea=True,
        )
        for order in best_orders(view, request)
    )


TOWARDS = {"harbor-attack": "on", "raid": "into"}
"""The word before an order's goal, when it is not ``to``."""


def order_phrase(view: State, side: str, order: Any) -> str:
    """Return an order as a phrase: mission, goal and units."""
    ashore, tag = isinstance(order, GroundAttack), tag_of(order)
    sort = order.kind if ashore else order.what if isinstance(order, Supply) else ""
    title = words().term("order", f"{tag} {sort}".strip())
    if isinstance(order, SequenceOrder):
        sailing = [f for f in order.forces if f in view.forces]
        names = (
            f"{presentation_names.force_name(view, f)} to "
            f"{presentation_names.short_place(view, view.forces[f].target)}"
            for f in sailing
        )
        return "first " + ", then ".join(names)
    moves = getattr(order, "moves", None)
    picks = [p for m in moves for p in m.units] if moves else getattr(order, "units", ())
    units = selected_units(view, side, picks)
    goal = moves[0].to if moves else getattr(order, "to", getattr(order, "target", ""))
    words_ = [
        f"submarine {title}"
        if isinstance(order, Patrol) and all(u.type == "SS" for u in units)
        else title
    ]
    if isinstance(order, Mission):
        words_ = [words().term("mission", order.kind)]
    if isinstance(order, Transport) or (isinstance(order, Mission) and order.cargo):
        words_.append(
            f"of {presentation_names.units_text(selected_units(view, side, order.cargo), 3)}"
        )
    if goal:
        place = (
            presentation_names.place_name(view, goal)
            if goal in view.control or len(goal) < 5
            else goal
        )
        words_.append(f"{'at' if ashore else TOWARDS.get(tag, 'to')} {place}")
    if units:
        words_.append(f"with {presentation_names.units_text(units, 4)}")
    return " ".join(words_)


def order_places(view: State, order: Any) -> str:
    """Return where an order's ships come from (port or hex at sea), and where they meet the
    enemy."""
    u = view.units.get(order.units[0].id) if order.units else None
    station = view.forces[u.force].at if u is not None and u.force else ""
    start = station or (names.short_place(view, u.base) if u is not None and u.base else "")
    return (f", from {start}" if start else "") + (
        f", at {order.hex}" if getattr(order, "hex", "") else ""
    )


def percent_text(chance: float) -> str:
    """Return a chance (0 to 100) as printed. A chance that is not certain never shows as a rounded
    100 or 0."""
    if chance >= 100:
        return "certain"
    if chance <= 0:
        return "no chance"
    if chance > 99.9:
        return ">99.9 %"
    return "<0.1 %" if chance < 0.1 else f"{chance:.1f} %"


def patrol_risk_text(view: State, force: Force) -> str:
    """Return the chance that a patrol which stays is intercepted, or that it is safe now."""
    if has_tried(view, view.enemy(force.side), "patrol-stays", (force.id,)):
        return words().term("met-no-more")
    size = sum(u.naval_factors for u in view.members(force))
    chance = track_danger.chance_met(view, force.side, [force.target], "patrol-stays", size)
    return words().term("met-at-most", chance=percent_text(100 * chance))


def further_facts(view: State, request: Single) -> list[Clause]:
    """Return further facts for the prompt: points left, the gain of staying, the state of a
    battle."""
    out: list[Clause] = []
    if isinstance(request, Ask) and "auto" in [str(o) for o in request.options]:
        out += battle_prompt.strength_notes(view, request)
    side = request.side
    if request.kind in ("movement", "transport", "combat") and side in view.points:
        out.append(
            Clause(
                words().term("points-left", left=mission_points.points_left(view, side)), "21.414A"
            )
        )
    d = duty_orders.duty_due(view, request) if isinstance(request, AskOrder) else None
    if d is not None:
        ships = names.units_text([view.units[i] for i in d.units if i in view.units], 6)
        out.append(
            Clause(words().term("still-due", mission=d.mission, place=d.place, ships=ships), "21.4")
        )
    out += operation_forecast.beach_notes(view, request)
    if request.kind == "patrol-stay":
        force = view.forces.get(str(about_map(request).get("force", "")))
        if force is not None:
            out.append(Clause(patrol_risk_text(view, force), "21.416L"))
            points = worth.patrol_value(view, force.target, view.members(force))
            if points:
                out.append(Clause(words().term("scores-there", points=count_text(points, "point"))))
    return out
