"""Odds and forecast of an answer to each kind of question.

The odds of a battle's questions come from :mod:`.battle_prompt` and :mod:`.air_forecast`, those of
interceptions from :mod:`.interception_forecast`. docs/data/forecasts.toml lists every kind,
also those without a forecast."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flagplot.odds import distribution_bars, expected_points_clause
from flagplot.table import Single, TextError, about_map
from flagplot.table.display.orders import Forecast
from flagplot.table.display.position import Clause
from flagplot.table.language.sentences import capitalise

from ..advice import air_raid_forecast, harbor_attacks, onward_risk, raider_candidates, raider_odds
from ..advice.air_raid_forecast import AirRaid
from ..advice.landing_odds import AssaultNumbers, assault_from_sea, assault_now, forecast_assault
from ..map import theatre
from ..orders import Engage, HarborAttack, NumberRaids, PlaceRaiders, Strike
from ..orders.landing import AirSupport, Exploit, Storm
from ..rules.forces import selected_units
from ..rules.invasion import beach_forces
from ..rules.invasion.ground_units import enemy_defenders, ground_factors
from ..rules.patrols import submarine_patrol
from ..rules.raiders import battle
from ..scenarios.cards import scenario_card
from ..state import HEAVY, State, replace
from ..state.raider_groups import Raid as Raiders
from . import air_forecast, battle_forecast, names
from .battle_forecast import percent_of_chance


def odds(view: State, request: Single, answer: Any) -> str:
    """Return the odds beside an answer (an option or an order); empty when there are none."""
    told = BESIDE.get(request.kind)
    return told(view, request, answer) if told is not None else ""


def forecast(view: State, request: Single, answer: Any) -> Forecast | None:
    """Return the forecast of an answer; ``None`` when it leads to no fight."""
    picture = PICTURED.get(request.kind)
    return picture(view, request, answer) if picture is not None else None


# ------------------------------------------------------------------------------ aircraft, harbors
def raid_of(view: State, request: Single, answer: Any) -> AirRaid | None:
    """Return the raid or harbor attack that an answer leads to; ``None`` when it leads to none."""
    about, text = about_map(request), str(answer)
    match request.kind:
        case "air-attack":
            return (
                air_raid_forecast.raid_at_sea(view, str(about["force"]), text)
                if text != "pass"
                else None
            )
        case "attack-submarine":
            return (
                air_raid_forecast.raid_on_submarines(view, str(about["force"]), int(text), 0)
                if text != "0"
                else None
            )
        case "cover-submarine":
            return air_raid_forecast.raid_on_submarines(
                view, str(about["force"]), int(about["attackers"]), int(text)
            )
        case "submarine-stay":
            f = view.forces[str(about["force"])]
            flying = submarine_patrol.total_unused(
                submarine_patrol.eligible_aircraft(view, view.enemy(f.side), f.at)
            )
            return (
                air_raid_forecast.raid_on_submarines(view, f.id, flying, 0)
                if flying and text == "stay"
                else None
            )
        case "harbor-answer":
            return harbor_attacks.forecast_answer(view, text)
        case "harbor-cards":
            sign = 1 if about.get("side") == request.side else -1
            return harbor_attacks.forecast_cards(view, sign * (int(text) > 0))
    if isinstance(answer, Strike):
        return air_raid_forecast.raid_on_base(view, request.side, answer)
    if isinstance(answer, HarborAttack):
        return harbor_attacks.forecast_announced(view, request.side, answer)
    return (
        air_raid_forecast.raid_on_cover(view, request.side, answer)
        if isinstance(answer, AirSupport) and answer.what == "oppose"
        else None
    )


def raid_answer_odds(view: State, request: Single, answer: Any) -> str:
    """Return the odds beside a raid: hits, ships sunk, aircraft lost. Empty without a raid."""
    found = raid_of(view, request, answer)
    if found is None:
        return (
            "nothing of the enemy's in reach"
            if request.kind == "submarine-stay" and str(answer) == "stay"
            else ""
        )
    return air_forecast.raid_odds(found)


def raid_bars(view: State, request: Single, answer: Any) -> Forecast | None:
    """Return a raid as bars; ``None`` without one."""
    found = raid_of(view, request, answer)
    return None if found is None else air_forecast.raid_forecast(view, request, found)


def harbor_hit_odds(view: State, request: Single, answer: Any) -> str:
    """Return the odds beside a ship that may be hit in a harbor: sunk or damaged."""
    u = view.units.get(str(answer))
    if u is None or u.type not in HEAVY:
        return "sunk"
    faces = [str(view.rulings.table("awaw.harbor-hit").row(str(n))[0]) for n in range(1, 7)]
    gone = faces.count("sunk") / 6
    return f"sunk {percent_of_chance(gone)}, damaged {percent_of_chance(1 - gone)}"


# --------------------------------------------------------------------------------------- going on
def going_on_odds(view: State, request: Single, answer: Any) -> str:
    """Return the odds beside ``go on``: the chance of another interception, and the points of the
    cargo."""
    f = view.forces.get(str(about_map(request).get("force", "")).split(",")[0])
    if f is None or str(answer) != "go on":
        return ""
    points = onward_risk.cargo_points(view, f) if f.cargo else 0.0
    brings = f", {points:g} points when it lands" if points else ""
    return f"met again {percent_of_chance(onward_risk.chance_met_again(view, f))}{brings}"


def sailing_odds(view: State, request: Single, answer: Any) -> str:
    """Return the odds beside an order that sends ships out: the chance that some are
    intercepted."""
    try:
        met = onward_risk.chance_met_on_way(view, request.side, answer)
    except (TextError, KeyError, ValueError, IndexError):
        return ""
    return "" if met is None else f"met on the way {percent_of_chance(met)}"


def staying_odds(view: State, request: Single, answer: Any) -> str:
    """Return the odds beside ``stay``: the chance of interception on station."""
    f = view.forces.get(str(about_map(request).get("force", "")))
    return (
        f"met there {percent_of_chance(onward_risk.chance_met_staying(view, f))}"
        if f is not None and str(answer) == "stay"
        else ""
    )


def guarding_odds(view: State, request: Single, answer: Any) -> str:
    """Return the odds beside staying as a defensive patrol, which cannot be intercepted and may
    intercept."""
    return "met there 0 %, and intercepts from there" if str(answer) == "stay" else ""


def assault_ahead(view: State, request: Single, answer: Any) -> Forecast | None:
    """Return the forecast of the assault that a force goes on to."""
    f = view.forces.get(str(about_map(request).get("force", "")).split(",")[0])
    a = view.assaults.get(f.target) if f is not None else None
    if a is None or str(answer) != "go on":
        return None
    return assault_bars(view, request, a.hex, assault_from_sea(view, a))


# ---------------------------------------------------------------------------------------- beaches
def assault_of_answer(
    view: State, request: Single, answer: Any
) -> tuple[str, AssaultNumbers] | None:
    """Return the hex and the numbers of the assault that an answer leads to; ``None`` when it leads
    to none."""
    place = getattr(answer, "to", str(about_map(request).get("hex", "")))
    a = view.assaults.get(place)
    if isinstance(answer, Exploit):
        moving, here = (
            selected_units(view, request.side, answer.units),
            enemy_defenders(view, request.side, answer.to),
        )
        dm = beach_forces.defence_multiplier_at(view, request.side, answer.to, (), exploiting=True)
        return (
            (
                place,
                AssaultNumbers(
                    view.rulings, ground_factors(moving), 0, ground_factors(here), dm, 0, False
                ),
            )
            if here
            else None
        )
    if a is None:
        return None
    if isinstance(answer, Storm):
        return place, assault_from_sea(view, a, answer)
    if isinstance(answer, AirSupport) and answer.what == "support":
        return place, assault_from_sea(
            view, a, None, selected_units(view, request.side, answer.units)
        )
    return (
        (place, assault_now(view, a))
        if request.kind == "assault-again" and str(answer) == "attack again"
        else None
    )


def assault_odds(view: State, request: Single, answer: Any) -> str:
    """Return the odds beside an assault, or beside aircraft in one: the chance that the hex is
    won."""
    if not isinstance(answer, AirSupport):
        found = assault_of_answer(view, request, answer)
        return "" if found is None else won_text(found[1])
    if answer.what == "oppose":
        return raid_answer_odds(view, request, answer)
    a = view.assaults[answer.to]
    if answer.what == "cover":
        more = ground_factors(selected_units(view, request.side, answer.units)) * (
            3 if a.side != request.side else 1
        )
        return f"{more} more for the defence"
    found = assault_of_answer(view, request, answer)
    return (
        ""
        if found is None
        else f"{won_text(found[1])}, {won_text(assault_from_sea(view, a))} without"
    )


def won_text(beach: AssaultNumbers) -> str:
    """Return the chance that a hex is won, in words; empty beyond the run budget."""
    if not beach.defence:
        return "nobody defends it"
    found = forecast_assault(beach)
    return "" if found is None else f"won {percent_of_chance(found.won)}"


def assault_or_raid_bars(view: State, request: Single, answer: Any) -> Forecast | None:
    """Return an assault as bars, or the raid that carriers are ordered to fly; ``None`` for
    neither."""
    found = assault_of_answer(view, request, answer)
    return (
        raid_bars(view, request, answer) if found is None else assault_bars(view, request, *found)
    )


def assault_bars(
    view: State, request: Single, place: str, beach: AssaultNumbers
) -> Forecast | None:
    """Return bars of the ground factors both sides lose, with the chance that the hex is won."""
    found, side = forecast_assault(beach), request.side
    if found is None:
        return None
    name, foe = names.place_name(view, place), view.enemy(side)
    his, mine = dict(found.his), dict(found.mine)
    notes = [
        Clause(
            f"{capitalise(name)} is won {percent_of_chance(found.won)}, if the attack goes on as long as it may.",
            "21.517G",
        )
    ]
    if view.scenario:
        each = scenario_card(view.scenario, view.start).score.land_lost
        notes.append(
            expected_points_clause(side, {side: each * mean_of(his), foe: each * mean_of(mine)})
        )
    notes.append(Clause("Exact for who is there now; no further aircraft of either side."))
    bars = (
        distribution_bars("Ground factors the enemy loses", foe, his),
        distribution_bars("Ground factors you lose", side, mine),
    )
    return Forecast(f"At {name}, {beach.attack} against {beach.held}", bars, tuple(notes))


def mean_of(chances: Mapping[int, float]) -> float:
    """Return the mean of a distribution."""
    return sum(n * p for n, p in chances.items())


# ---------------------------------------------------------------------------------------- raiders
def raid_group_of(view: State, request: Single, answer: Any) -> Raiders | None:
    """Return the raider group that a question or an order is about, or ``None``."""
    return view.raids.get(
        answer.raid if isinstance(answer, Engage) else str(about_map(request).get("force", ""))
    )


def raider_answer_odds(view: State, request: Single, answer: Any) -> str:
    """Return the odds beside answers about raiders: the hunters that may find them, the transports
    sunk."""
    group, text = raid_group_of(view, request, answer), str(answer)
    if isinstance(answer, PlaceRaiders):
        ships = selected_units(view, request.side, answer.units)
        return found_text(
            raider_candidates.hunter_chances(
                view,
                raider_candidates.supposed_group(view, request.side, ships, theatre.ATLANTIC_SW),
            )
        )
    if isinstance(answer, NumberRaids):
        ids = [view.raids[i] for i in answer.forces if i in view.raids]
        shares = (
            raider_candidates.hunter_chances(view, with_number(x, n)).get(0, 0.0)
            for n, x in enumerate(ids, 1)
        )
        return ", ".join(
            f"number {n} found {percent_of_chance(1 - p)}" for n, p in enumerate(shares, 1)
        )
    if request.kind == "raid-return":
        f = view.forces.get(str(about_map(request).get("force", "")))
        return (
            f"met {percent_of_chance(onward_risk.chance_met_on_way_home(view, f, text))}"
            if f is not None
            else ""
        )
    if group is None:
        return ""
    match request.kind:
        case "raid-oppose":
            sinks = f"sinks {raider_odds.expected_transports(view, group):.1f} transports if nobody meets it"
            return (
                found_text(raider_candidates.hunter_chances(view, group))
                if text == "oppose"
                else sinks
            )
        case "raid-withhold" if text != battle.ALL:
            kept = tuple(view.units[i] for i in ships_held(text) if i in view.units)
            return f"sinks {raider_odds.expected_transports(view, group, kept):.1f} transports if no guard is left"
    fight = raid_round_of(view, request, answer)
    return (
        ""
        if fight is None
        else f"{percent_of_chance(fight[0].better)} better, {percent_of_chance(fight[0].worse)} worse"
    )


def with_number(group: Raiders, number: int) -> Raiders:
    """Return the group with another number in its box."""
    return replace(group, number=number)


def found_text(hunters: Mapping[int, float]) -> str:
    """Return the chance that ships find a group, and their mean number, in words."""
    return f"found {percent_of_chance(1 - hunters.get(0, 0.0))}, by {mean_of(hunters):.1f} ships on average"


def ships_held(text: str) -> tuple[str, ...]:
    """Return the ids of the ships that an answer keeps out of the battle."""
    return () if text == battle.ALL else tuple(text.removeprefix("hold ").split(" and "))


def raid_round_of(view: State, request: Single, answer: Any) -> Any:
    """Return the round of a group against the ships that meet it, as
    :func:`~..advice.raider_odds.met` returns it."""
    group = raid_group_of(view, request, answer)
    if group is None:
        return None
    if isinstance(answer, Engage):
        return raider_odds.forecast_round(
            view, group, request.side, selected_units(view, request.side, answer.units)
        )
    if request.kind == "raid-withhold":
        guards = view.members(group.force) if group.force in view.forces else ()
        return raider_odds.forecast_round(
            view, group, request.side, guards, ships_held(str(answer))
        )
    return (
        raider_odds.forecast_round(view, group, request.side, ())
        if str(answer) == "oppose"
        else None
    )


def raid_round_bars(view: State, request: Single, answer: Any) -> Forecast | None:
    """Return the one round of a raider group as bars; ``None`` when none is fought."""
    fight = raid_round_of(view, request, answer)
    if fight is None:
        return None
    found, points, unseen = fight
    foe = view.enemy(request.side)
    fates = battle_forecast.fate_sentences(
        view, [x for x in (*found.his_ships, *found.my_ships) if x.id in view.units]
    )
    return Forecast(
        "If they meet: the one round",
        (
            distribution_bars("Effects the enemy takes", foe, found.his_effects),
            distribution_bars("Effects you take", request.side, found.my_effects),
        ),
        (
            Clause(
                f"You come off better {percent_of_chance(found.better)}, worse {percent_of_chance(found.worse)}.",
                "21.535",
            ),
            *((Clause(" ".join(fates), "22.55"),) if fates else ()),
            *((expected_points_clause(request.side, points),) if points is not None else ()),
            Clause(
                f"{'Ships that are not seen are assumed' if unseen else 'For the ships you see'}; "
                "aircraft are left out."
            ),
        ),
        found.exact,
    )


# ------------------------------------------------------------------------------------- the tables
Beside = Callable[[State, Single, Any], str]


Picture = Callable[[State, Single, Any], Forecast | None]


RAIDS = (
    "air-attack",
    "attack-submarine",
    "cover-submarine",
    "submarine-stay",
    "harbor",
    "harbor-answer",
    "harbor-cards",
    "patrol-strike",
    "patrol-counterair",
    "combat-strike",
    "oppose-cover",
)


SAILING = ("movement", "transport", "combat", "supply", "redeployment", "displacement")


BESIDE: Mapping[str, Beside] = {
    **dict.fromkeys(RAIDS, raid_answer_odds),
    **dict.fromkeys(("patrol-go-on", "transport-go-on", "mission-go-on"), going_on_odds),
    **dict.fromkeys(("landing", "assault-again", "air-cover", "exploitation"), assault_odds),
    **dict.fromkeys(
        (
            "raid-setup",
            "raid-numbers",
            "raid-oppose",
            "raid-engage",
            "raid-withhold",
            "raid-return",
        ),
        raider_answer_odds,
    ),
    "air-missions": lambda view, request, x: (
        raid_answer_odds if isinstance(x, Strike) else assault_odds
    )(view, request, x),
    **dict.fromkeys(SAILING, sailing_odds),
    "patrol-stay": staying_odds,
    "defensive-patrol": guarding_odds,
    "harbor-target": harbor_hit_odds,
    "fort-target": lambda view, request, answer: "sunk for certain",
}


PICTURED: Mapping[str, Picture] = {
    **dict.fromkeys(RAIDS, raid_bars),
    **dict.fromkeys(
        ("landing", "assault-again", "exploitation", "air-missions"), assault_or_raid_bars
    ),
    **dict.fromkeys(("raid-oppose", "raid-engage", "raid-withhold"), raid_round_bars),
    "mission-go-on": assault_ahead,
}
"""The function that makes an answer's forecast, by the kind of question."""


def first_forecast(view: State, request: Single, answers: Any) -> Forecast | None:
    """Return the forecast below a question: that of the first answer with one, or ``None``."""
    if request.kind not in PICTURED:
        return None
    return next((x for x in (forecast(view, request, a) for a in answers) if x is not None), None)
