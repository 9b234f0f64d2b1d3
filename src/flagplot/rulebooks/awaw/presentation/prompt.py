"""The prompt of a request: the question in words, its options, and the odds beside them."""

from __future__ import annotations

from typing import Any

from flagplot.table import Ask, AskOrder, Single, about_map
from flagplot.table.contract.default_texts import question_prompt
from flagplot.table.core.memo import memo_per_state
from flagplot.table.core.procedure import tag_of
from flagplot.table.display.orders import Forecast, OptionLine, Prompt
from flagplot.table.display.position import Clause, Route
from flagplot.table.language.sentences import capital, plural

from ..advice import air_round_forecast, track_danger, worth
from ..advice.candidates import candidates
from ..advice.interception_candidates import chance_of
from ..nouns import L
from ..orders import Done, Mission, Pass, Patrol, Supply, Transport
from ..orders import Sequence as SequenceOrder
from ..orders.landing import GroundAttack
from ..rules import duty_orders, mission_points
from ..rules.forces import selected
from ..rules.interception.attempts_made import tried
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
from .boxes import leaf_of
from .interception_forecast import meeting
from .names import words

IDEAS = 3
"""Most suggested orders beside a free order."""


SHOWN = 8
"""Most interceptions offered by name in a prompt; any other may be typed."""


def prompt(view: State, request: Single) -> Prompt:
    """Return the prompt of a request to a side."""
    values = spoken(view, request)
    options = (
        answers(view, request, values) if isinstance(request, Ask) else suggested(view, request)
    )
    about = about_map(request)
    track = tuple(h for h in str(about.get("track", "")).split(",") if h)
    mover, place = str(about.get("mover", "")), str(about.get("hex", ""))
    return question_prompt(
        words(),
        request,
        options,
        values,
        more(view, request),
        place="" if "," in place else place,
        routes=(Route(track, mover, "his" if mover != request.side else "mine", ""),)
        if len(track) > 1
        else (),
        battle=battle_lines.lines(view, request.side),
        forecast=foreseen(view, request),
        together=battle_prompt.numbered_together(view, request),
        leaf=leaf_of(request),
    )


def foreseen(view: State, request: Single) -> Forecast | None:
    """Return the forecast below a question: of the exchange decided in a battle, else of the first
    answer with one."""
    if isinstance(request, Ask):
        guns, aloft = (
            battle_forecast.forecast(view, request),
            air_forecast.battle_forecast(view, request),
        )
        if guns is not None and aloft is not None:
            told = Clause(
                f"{guns.title}: {guns.notes[0].text[0].lower()}{guns.notes[0].text[1:]}",
                guns.notes[0].clause,
            )
            return replace(aloft, notes=(*aloft.notes[:-1], told, aloft.notes[-1]))
        return aloft or guns or answer_odds.best_of(view, request, request.options)
    if request.kind in ("interception", "counter-interception"):
        best = likeliest(view, request)
        return meeting(view, request, best[0][1]) if best else None
    return (
        answer_odds.best_of(view, request, best_orders(view, request))
        if request.kind in answer_odds.PICTURED
        else None
    )


def spoken(view: State, request: Single) -> dict[str, Any]:
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
            out[key] = names.listed(
                [names.place_name(view, p) for p in str(about[key]).split(", ")]
            )
    if request.kind == "combat-group":
        out["ships"] = battle_prompt.ships_of_group(view, request.side, str(about.get("group", "")))
    if about.get("ship"):
        out["name"] = capital(names.any_name(view, str(about["ship"])))
    if about.get("force"):
        out["force"] = names.listed(
            [names.force_name(view, f) for f in str(about["force"]).split(",")]
        )
    if request.kind == "return-base":
        every = view.members(view.forces[str(about["force"])])
        out["ships"] = capital(
            names.several([u for u in every if about.get("ship", u.id) == u.id], 3)
        )
    mission = str(about.get("mission", ""))
    if request.kind in ("interception", "counter-interception"):
        band = "ten factors or more" if about.get("band") == "10+" else "under ten factors"
        out["odds"] = percent(float(about.get("odds", 0.0)))
        out["sent"] = sent(view, request.side)
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


def sent(view: State, side: str) -> str:
    """Return the side's interceptors already under way in this window: ``Under way: York and Orion
    for CC23. ``. Empty without any."""
    away = [
        f for f in view.forces.values() if f.side == side and f.mission in ("intercept", "counter")
    ]
    told = [f"{names.several(view.members(f), 3)} for {f.target}" for f in away if view.members(f)]
    return words().term("under-way", forces=names.listed(told)) + " " if told else ""


def answers(view: State, request: Ask[Any], values: dict[str, Any]) -> tuple[OptionLine, ...]:
    """Return the options of a choice with their labels and odds. ``auto`` stands for the option
    after it, which is marked as the usual choice."""
    texts = [str(o) for o in request.options]
    battle = "auto" in texts and len(texts) > 1
    usual = texts[1] if battle and len(texts) > 2 else ""
    first = (
        air_round_forecast.to_begin_with(request)
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
            meant = words().term("usual", answer=battle_prompt.label(view, request, texts[1]))
            out.append(
                OptionLine(text, meant, battle_prompt.odds(view, request, texts[1]), "", texts[1])
            )
            continue
        said, odds = label(view, request, text, values), ""
        if battle:
            said, odds = (
                battle_prompt.label(view, request, text),
                battle_prompt.odds(view, request, text),
            )
        odds = odds or answer_odds.odds(view, request, option)
        out.append(
            OptionLine(text, capital(said), odds, "the usual choice" if text == usual else "")
        )
    return tuple(out)


def label(view: State, request: Ask[Any], text: str, values: dict[str, Any]) -> str:
    """Return the label of an option: from the words file, else the name of its place or unit."""
    said = battle_prompt.readable(view, words().option(request, text, **values))
    if said != text:
        return said
    return (
        names.place_name(view, text)
        if request.kind in ("return-base", "raid-return")
        else names.any_name(view, text)
    )


def suggested(view: State, request: AskOrder) -> tuple[OptionLine, ...]:
    """Return ready-made orders: for interceptions the forces that can go, best chance first, and
    the pass."""

    if request.kind not in ("interception", "counter-interception"):
        last = order_forms.forms(view, request)[-1]
        end = (OptionLine(last.example, last.title),) if last.example in ("done", "pass") else ()
        return (*end, *ideas(view, request))
    found = [
        OptionLine(
            L.text(order),
            capital(names.several([view.units[p.id] for p in order.units if p.id in view.units], 4))
            + where(view, order),
            percent(chance),
            f"{plural(dice, 'die', 'dice')} over {plural(distance, 'hex', 'hexes')}",
            chance=chance,
        )
        for chance, order, dice, distance in likeliest(view, request)[:SHOWN]
    ]
    none = (
        words().term("nobody-else") if sent(view, request.side) else words().option(request, "pass")
    )
    rest = [OptionLine("pass", none)]
    if request.kind == "interception" and about_map(request).get("window"):
        rest.append(OptionLine("pass all", words().term("let-by")))
    return (*found, *rest)


@memo_per_state
def likeliest(view: State, request: AskOrder) -> tuple[tuple[float, Any, int, int], ...]:
    """Return (chance, order, dice, hexes) of the interceptions worth considering, the likeliest
    first. The chance is a percentage, 0 to 100."""
    counter, activity = request.kind == "counter-interception", activity_from(request)
    found = []
    for order in candidates(view, request):
        if not isinstance(order, Pass):
            chance, dice, distance = chance_of(view, request, order, activity, counter)
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


def ideas(view: State, request: AskOrder) -> tuple[OptionLine, ...]:
    """Return suggested orders with their odds; any other order may be given."""
    return tuple(
        OptionLine(
            L.text(order),
            capital(phrase(view, request.side, order)),
            answer_odds.odds(view, request, order),
            idea=True,
        )
        for order in best_orders(view, request)
    )


TOWARDS = {"harbor-attack": "on", "raid": "into"}
"""The word before an order's goal, when it is not ``to``."""


def phrase(view: State, side: str, order: Any) -> str:
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
    units = selected(view, side, picks)
    goal = moves[0].to if moves else getattr(order, "to", getattr(order, "target", ""))
    words_ = [
        f"submarine {title}"
        if isinstance(order, Patrol) and all(u.type == "SS" for u in units)
        else title
    ]
    if isinstance(order, Mission):
        words_ = [words().term("mission", order.kind)]
    if isinstance(order, Transport) or (isinstance(order, Mission) and order.cargo):
        words_.append(f"of {presentation_names.several(selected(view, side, order.cargo), 3)}")
    if goal:
        place = (
            presentation_names.place_name(view, goal)
            if goal in view.control or len(goal) < 5
            else goal
        )
        words_.append(f"{'at' if ashore else TOWARDS.get(tag, 'to')} {place}")
    if units:
        words_.append(f"with {presentation_names.several(units, 4)}")
    return " ".join(words_)


def where(view: State, order: Any) -> str:
    """Return where an order's ships come from (port or hex at sea), and where they meet the
    enemy."""
    u = view.units.get(order.units[0].id) if order.units else None
    station = view.forces[u.force].at if u is not None and u.force else ""
    start = station or (names.short_place(view, u.base) if u is not None and u.base else "")
    return (f", from {start}" if start else "") + (
        f", at {order.hex}" if getattr(order, "hex", "") else ""
    )


def percent(chance: float) -> str:
    """Return a chance (0 to 100) as printed. A chance that is not certain never shows as a rounded
    100 or 0."""
    if chance >= 100:
        return "certain"
    if chance <= 0:
        return "no chance"
    if chance > 99.9:
        return ">99.9 %"
    return "<0.1 %" if chance < 0.1 else f"{chance:.1f} %"


def met_there(view: State, force: Force) -> str:
    """Return the chance that a patrol which stays is intercepted, or that it is safe now."""
    if tried(view, view.enemy(force.side), "patrol-stays", (force.id,)):
        return words().term("met-no-more")
    size = sum(u.naval_factors for u in view.members(force))
    chance = track_danger.chance_met(view, force.side, [force.target], "patrol-stays", size)
    return words().term("met-at-most", chance=percent(100 * chance))


def more(view: State, request: Single) -> list[Clause]:
    """Return further facts for the prompt: points left, the gain of staying, the state of a
    battle."""
    out: list[Clause] = []
    if isinstance(request, Ask) and "auto" in [str(o) for o in request.options]:
        out += battle_prompt.detail(view, request)
    side = request.side
    if request.kind in ("movement", "transport", "combat") and side in view.points:
        out.append(
            Clause(words().term("points-left", left=mission_points.left(view, side)), "21.414A")
        )
    d = duty_orders.owed(view, request) if isinstance(request, AskOrder) else None
    if d is not None:
        ships = names.several([view.units[i] for i in d.units if i in view.units], 6)
        out.append(
            Clause(words().term("still-due", mission=d.mission, place=d.place, ships=ships), "21.4")
        )
    out += operation_forecast.outlooks(view, request)
    if request.kind == "patrol-stay":
        force = view.forces.get(str(about_map(request).get("force", "")))
        if force is not None:
            out.append(Clause(met_there(view, force), "21.416L"))
            points = worth.patrol_value(view, force.target, view.members(force))
            if points:
                out.append(Clause(words().term("scores-there", points=plural(points, "point"))))
    return out
