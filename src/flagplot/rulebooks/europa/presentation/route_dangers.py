"""The forecast of a route in words: the chance of being found or hit in each hex, each danger by
itself, and all together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from flagplot.odds import percent_text
from flagplot.table import Single, TailCall, about_map
from flagplot.table.display.orders import Risk
from flagplot.table.display.position import Clause
from flagplot.table.language.sentences import join_with_and

from ..advice import odds_questions, route_dangers
from ..map import canals
from ..nouns import spoken_name
from ..rules.combat.air_attack import attackers
from ..rules.combat.gunnery import HIT
from ..rules.danger_run import Danger
from ..rules.movement import path_check, waters
from ..rules.roll_situations import drop
from ..rules.search import modifiers
from ..rules.special import malta
from ..state import Group, State

MANY = 4
"""The most dangers of a kind that are shown one by one."""


KINDS = (
    ("mines", "Mines"),
    ("patrols", "Danger zone"),
    ("coast defence", "Coast defences"),
    ("submarines", "Submarines"),
    ("ships", "Ships"),
)


class RouteDangers(NamedTuple):
    """The dangers of a route, for the map and in sentences."""

    profile: tuple[Risk, ...] = ()
    lines: tuple[Clause, ...] = ()


def describe_route(view: State, group: str, path: tuple[str, ...]) -> RouteDangers:
    """Return the forecast of a group on a path, from what its side knows. Unknown enemy strength
    counts as the highest."""
    seen = route_dangers.forecast_route(view, group, path)
    own = view.groups[group]
    lines = tuple(
        each
        for what, title in KINDS
        for each in danger_sentences(view, title, [d for d in seen.dangers if d[0].what == what])
    )
    return RouteDangers(
        tuple(hex_risks(view, seen, (own.hex, *path))),
        (*lines, *summary_sentences(view, own, seen, bool(path))),
    )


def hex_risks(
    view: State, seen: route_dangers.RouteForecast, path: tuple[str, ...]
) -> Iterator[Risk]:
    """Yield the chance that the group is found or hit in each hex of a path, with the dangers
    there."""
    found = dict(seen.found)
    for hex in dict.fromkeys(path):
        there = [
            f"{what_it_is(view, d)} {percent_text(p)}" for d, p in seen.dangers if d.hex == hex
        ]
        there += [f"found {percent_text(found[hex])}"] if hex in found else []
        if chance := seen.at(hex):
            yield Risk(
                hex,
                100 * chance,
                f"{spoken_name(view, hex)}: {join_with_and(there)}",
                seen.harm.exact,
            )


def danger_sentences(view: State, title: str, of: list[tuple[Danger, float]]) -> Iterator[Clause]:
    """Yield a sentence of the dangers of one kind, with the chance that each hits."""
    if of:
        shown = [
            f"{percent_text(p)} in {spoken_name(view, d.hex)}{danger_details(view, d)}"
            for d, p in of[:MANY]
        ]
        more = f" and {len(of) - MANY} more" if len(of) > MANY else ""
        yield Clause(f"{title}: a hit {'; '.join(shown)}{more}.", of[0][0].clause)


def danger_details(view: State, danger: Danger) -> str:
    """Return details of a danger in words: which one of its kind it is; for a danger zone the
    chance that its patrols meet the group."""
    if danger.what == "mines":
        return f" ({mine_points_text(danger)})"
    if danger.contact is not None:
        results, every = danger.contact.outcomes()
        return f" (met {percent_text(sum(w for r, w in results if r in HIT) / every)})"
    guessed = "strength not known, taken as the strongest" if danger.guessed else ""
    whose = spoken_name(view, danger.which) if danger.which != danger.hex else ""
    return f" ({', '.join(filter(None, (whose, guessed)))})" if whose or guessed else ""


def what_it_is(view: State, danger: Danger) -> str:
    """Return a danger in a few words."""
    if danger.what == "mines":
        return mine_points_text(danger)
    return (
        "danger zone"
        if danger.contact is not None
        else f"{danger.what} {spoken_name(view, danger.which)}"
    )


def mine_points_text(danger: Danger) -> str:
    """Return the number of a danger's mine points in words."""
    return f"{danger.which} mine point{'' if danger.which == '1' else 's'}"


def summary_sentences(
    view: State, group: Group, seen: route_dangers.RouteForecast, moves: bool
) -> Iterable[Clause]:
    """Return sentences on all dangers together: the chance to be found, to come through unharmed,
    and by what the group is hit first."""
    if group.side == view.phasing and moves:
        total = sum(p for _, p in seen.found)
        yield Clause(
            f"Found along this path: {percent_text(total)}, if the enemy searches with all you know of.",
            "32.B",
        )
    by: dict[str, float] = {}
    for outcome, p in seen.harm.outcomes:
        what = outcome.partition(" ")[2]
        if what:
            by[what] = by.get(what, 0.0) + p
    first = join_with_and(
        f"{what} {percent_text(p)}" for what, p in sorted(by.items(), key=lambda x: -x[1])
    )
    about = "" if seen.harm.exact else "about "
    rest = f"; hit first by {first}" if first else ""
    yield Clause(
        f"Through unharmed: {about}{percent_text(seen.unharmed)}{rest}. What you do not see is not "
        "counted.",
        "32.D",
    )


def strait_sentences(view: State, group: Group, trip: path_check.Journey) -> tuple[Clause, ...]:
    """Return sentences on the narrow straits and named canals of a route, and on hexes where the
    enemy's anti-shipping forces check passing groups."""
    before, said = group.came_from, []
    for leg in trip.legs:
        if "/" in leg.to:
            said += (
                [Clause(f"By the {canals.canal_of(leg.to)} Canal.", "32.A.6")]
                if canals.canal_of(leg.to)
                else []
            )
        elif "/" not in leg.here:
            said += [
                Clause(
                    f"Through the narrow strait {edge}, both shores of which are yours.", "32.A.5"
                )
                for edge in waters.straits_passed(view, before, leg.here, leg.to)
            ]
            if not leg.screened and (view.other(group.side), leg.to) in view.raiders:
                said.append(
                    Clause(
                        "The enemy's anti-shipping forces check what comes to "
                        f"{spoken_name(view, leg.to)}.",
                        "36.A.1.(d)",
                    )
                )
            said += malta_sentences(
                view, replace(group, hex=leg.to, where="sea", dark=leg.dark, screened=leg.screened)
            )
        before = leg.here
    return tuple(dict.fromkeys(said))


def malta_sentences(view: State, group: Group) -> list[Clause]:
    """Return a sentence on the check of a group's transports by Malta's forces in its hex; empty
    when there is none."""
    if not malta.transports_checked(view, group, True):
        return []
    results, every = malta.shipping_check(view, group).outcomes()
    chance, sinks = (
        sum(w for result, w in results if result == malta.STRUCK) / every,
        malta.shipping_factor(view.rulings, malta.SINKS),
    )
    lost = percent_text((7 - sinks) / 6)
    text = (
        f"In reach of Malta's forces: each transport is hit {percent_text(chance)}; "
        f"a hit sinks a point {lost}"
    )
    return [Clause(f"{text}, else turns it back.", "36.A.1.(d)")]


def search_sentences(view: State, request: Single) -> tuple[Clause, ...]:
    """Return sentences on the consequences of a search: the attack that each base in range could
    make on the group once it is found."""
    group = view.groups.get(str(about_map(request).get("group", "")))
    bases = (
        [
            b
            for b in modifiers.base_names(modifiers.air_searchers(view, group))
            if attackers(view, group, (b,))
        ]
        if group
        else []
    )
    if group is None or not bases:
        return (
            (Clause("When it is found, no aircraft of yours can strike it.", "32.B-T1.res.04.s06"),)
            if group
            else ()
        )
    told = []
    for base in bases:
        chances = odds_questions.strike_hit_chances(view, group, base)
        told.append(
            f"{base} a hit {percent_text(1 - chances.get(0, 0.0))}, "
            f"{sum(n * p for n, p in chances.items()):.1f} on average"
        )
    return (
        Clause(f"When it is found, aircraft may strike: {'; '.join(told)}.", "32.B-T1.res.04.s06"),
    )


def bombing_sentences(view: State, side: str, text: str) -> tuple[Clause, ...]:
    """Return the chance of each number of hits of a bombing, as sentences."""
    found = route_dangers.count_odds(TailCall(drop), odds_questions.bombing_asked(view, side, text))
    return tuple(
        Clause(f"{percent_text(p)}: {hits}.", "36.A.4.a") for hits, p in sorted(found.outcomes)
    )
