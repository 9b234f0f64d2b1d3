"""Forecasts of aircraft beside the choices about them: outside battles and in a battle's rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flagplot.odds import TRIES, distribution_bars, expected_points_clause
from flagplot.table import Ask, Single
from flagplot.table.display.orders import Forecast
from flagplot.table.display.position import Clause

from ..advice import air_round_forecast, battle_points
from ..advice.air_raid_forecast import AirRaid
from ..advice.assumed_ships import HIS
from ..advice.exchange_forecast import Fate
from ..state import State
from . import names
from .battle_forecast import fate_sentences, percent_of_chance

MOST_ANSWERS = 8
"""Most answers of one question that get the odds of a battle's aircraft."""


# ------------------------------------------------------------------------------- outside a battle
def raid_odds(raid: AirRaid) -> str:
    """Return a raid's odds in a few words, to stand beside the answer that flies it."""
    t = raid.tolls
    lost = f", {t.mean(lambda x: x.mine):.1f} air factors lost" if raid.flown else ""
    if not raid.ships:
        return f"{t.mean(lambda x: x.his):.1f} enemy air factors shot down{lost}"
    sinks = t.chance(lambda x: bool(x.sunk))
    return f"a hit {percent_of_chance(t.chance(lambda x: x.effects > 0))}, a ship sunk {percent_of_chance(sinks)}{lost}"


def raid_forecast(view: State, request: Single, raid: AirRaid) -> Forecast:
    """Return a raid as bars: losses of both sides, and notes on single ships and points."""
    t, foe = raid.tolls, view.enemy(raid.side)
    flies = raid.side == request.side
    if raid.ships:
        first = distribution_bars(
            "Effects the enemy takes" if flies else "Effects you take",
            foe,
            t.of(lambda x: x.effects),
        )
    else:
        first = distribution_bars(
            "Air factors the enemy loses" if flies else "Air factors you lose",
            foe,
            t.of(lambda x: x.his),
        )
    second = distribution_bars(
        "Air factors you lose" if flies else "Air factors the enemy loses",
        raid.side,
        t.of(lambda x: x.mine),
    )
    title, bars = (
        ("What the aircraft would do", (first, second))
        if raid.flown
        else ("What the attack would do", (first,))
    )
    return Forecast(title, bars, tuple(raid_notes(view, request, raid)), t.exact)


def raid_notes(view: State, request: Single, raid: AirRaid) -> Iterator[Clause]:
    """Yield notes on a raid: fates of single ships, points, and the assumption behind the
    numbers."""
    t = raid.tolls
    ids = sorted({i for x, _ in t.chances for i in (*x.sunk, *x.damaged) if not i.startswith(HIS)})
    fates = fate_sentences(
        view,
        [
            Fate(i, t.chance(lambda x: i in x.sunk), t.chance(lambda x: i in x.damaged))  # noqa: B023
            for i in ids
        ],
    )
    if fates:
        yield Clause(" ".join(fates), "23.7")
    if view.scenario:
        points = {
            raid.side: t.mean(lambda x: x.points[0]),
            view.enemy(raid.side): t.mean(lambda x: x.points[1]),
        }
        yield expected_points_clause(request.side, points)
    counted = "Exact" if t.exact else f"About, from {TRIES} trials,"
    if raid.behind:
        kinds = names.list_text([f"{names.type_word(u.type)} {u.factors}" for u in raid.behind])
        yield Clause(f"{counted} as if the ships that are not seen were {kinds}.")
    else:
        yield Clause(f"{counted} for what is seen.")


# ------------------------------------------------------------------------------------ in a battle
def air_answer_odds(view: State, request: Ask[Any], text: str) -> str:
    """Return the odds beside an answer about the aircraft of a round: mean effects on both sides
    and squadrons lost. Empty for answers beyond MOST_ANSWERS."""
    if request.kind not in air_round_forecast.KINDS:
        return ""
    first = air_round_forecast.first_answers(request)[:MOST_ANSWERS]
    answer = next((o for o in first if str(o) == text), None)
    if answer is None or len(request.options) < 2:
        return ""
    tries = air_round_forecast.MANY if answer is first[0] else air_round_forecast.FEW
    found = air_round_forecast.forecast_aircraft(view, request, answer, tries)
    if found is None:
        return ""
    own, foe, o = found.own, 1 - found.own, found.outcomes
    if request.kind == "air-target":
        gone = max((x.sunk for x in found.fates(foe)), default=0.0)
        hit = percent_of_chance(o.chance(lambda x: x[foe].effects > 0))
        hits = f"a hit {hit}, {o.mean(lambda x: x[foe].effects):.1f} effects"
        return f"{hits}, sinks {percent_of_chance(gone)}" if gone else hits
    he, you = o.mean(lambda x: x[foe].effects), o.mean(lambda x: x[own].effects)
    return f"the enemy takes {he:.1f} effects, you {you:.1f}; {o.mean(lambda x: x[own].squadrons):.1f} squadrons lost"


def air_battle_forecast(view: State, request: Ask[Any]) -> Forecast | None:
    """Return the aircraft of a round as bars, for the usual answer. ``None`` for other questions,
    and when nothing flies."""
    if request.kind not in air_round_forecast.KINDS or len(request.options) < 2:
        return None
    found = air_round_forecast.forecast_aircraft(
        view, request, request.options[1], air_round_forecast.MANY
    )
    if found is None:
        return None
    own, foe, o = found.own, 1 - found.own, found.outcomes
    sides = [f.side for f in found.before.fleets]
    notes = []
    fates = fate_sentences(view, [x for k in (foe, own) for x in found.fates(k)])
    if fates:
        notes.append(Clause(" ".join(fates), "23.7"))
    you, he = o.mean(lambda x: x[own].squadrons), o.mean(lambda x: x[foe].squadrons)
    if you or he:
        notes.append(
            Clause(f"You lose {you:.1f} squadrons on average, the enemy {he:.1f}.", "22.43")
        )
    points = battle_points.expected_score(view, found.before, found.ends())
    if points is not None:
        notes.append(expected_points_clause(request.side, points))
    counted = "Exact" if o.exact else f"About, from {air_round_forecast.MANY} trials"
    rests = (
        "groups not in sight assumed by their size" if found.assumed else "for the ships you see"
    )
    notes.append(
        Clause(f"{counted}, {rests}, everybody choosing as usual; the guns speak afterwards.")
    )
    return Forecast(
        "What the aircraft do first"
        if request.kind != "air-target"
        else "What the squadrons that got through do",
        (
            distribution_bars(
                "Effects the enemy takes", sides[foe], o.of(lambda x: x[foe].effects)
            ),
            distribution_bars("Effects you take", sides[own], o.of(lambda x: x[own].effects)),
        ),
        tuple(notes),
        o.exact,
    )
