"""Odds questions: the chance that a group is found along a drawn path, and what a salvo does."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec.structs import replace

from flagplot.table import Next, Question, TextError
from flagplot.table.language import Listed

from .. import nouns, orders
from ..map import chart
from ..nouns import L
from ..rules import reading, search
from ..rules.combat.air_attack import attackers, blow
from ..rules.combat.escape import EscapeOf, escape
from ..rules.movement import journey
from ..rules.situations import Base, Hunt, Passage, Salvo, Shot, Window, bases_of, fire, hunt_for, pass_window, seek, shot
from ..rules.special.night import spend
from ..state import Campaign, Group, put_group
from ..state.units import fires, kind_of_id

LEARNING = "pedestal-first-steps"
"""The scenario that the questions' examples are about."""
SEARCHERS = Listed(nouns.SEARCHER)
GROUPS_KNOWN = nouns.Ordered(nouns.ANY_GROUP, nouns.ANY_UNIT, nouns.CARGO, name="group")
"""Groups of both sides; a unit or cargo is told to be none."""
UNKNOWN_STRENGTH = 99
"""Hits that a target of unknown strength takes before they are no longer counted."""
QUESTIONS = (
    Question("found", "Where a group is found along a path, if the enemy searches with all he has",
             "move GROUP to PLACE PLACE ...", "move Convoy to 25:2005 25:2105 25:2204", LEARNING),
    Question("search", "The result of one search for a group where it is", "GROUP [by SEARCHER ...]", "Convoy", LEARNING,
             outcomes=("S*", "S", "F*", "F", "D")),
    Question("disengage", "The result of a try to break off a battle", "GROUP from GROUP", "Convoy from Div-7", LEARNING),
    Question("gunnery", "Hits of a salvo", "fire UNIT at TARGET [of STRENGTH] [; UNIT at TARGET] [by night]",
             "fire TF-X at TF-7D", LEARNING),
)


def situation(view: Campaign, side: str, question: str, argument: str) -> tuple[Next, object]:
    """The counted rule and the situation of a question, from what a side may know.

    Raises :class:`TextError` for every word that is not understood, with what would be.
    """
    if question == "found":
        order = reading.read(argument, view, side)
        if not isinstance(order, orders.Move) or order.group not in view.groups:
            raise TextError(f"{argument!r} draws no path", 0, [QUESTIONS[0].grammar])
        return Next(pass_window), whole_passage(view, view.groups[order.group], order.path)
    if question == "search":
        who, _, using = argument.strip().partition(" by ")
        return Next(seek), one_search(view, group_named(view, side, who, QUESTIONS[1].grammar), using)
    if question == "disengage":
        away, _, whom = argument.strip().partition(" from ")
        if not whom:
            raise TextError(f"{argument!r} names no two groups", 0, [QUESTIONS[2].grammar])
        group, foe = (group_named(view, side, said, QUESTIONS[2].grammar) for said in (away, whom))
        if group.side == foe.side:
            raise TextError(f"{group.id} and {foe.id} are of one side", 0, [QUESTIONS[2].grammar])
        return Next(escape), EscapeOf(group.id, foe.id).get(view)
    if question == "gunnery":
        return Next(fire), broadside(view, side, argument)
    raise TextError(f"europa has no odds question {question!r}", 0, [q.kind for q in QUESTIONS])


def group_named(view: Campaign, side: str, said: str, grammar: str) -> Group:
    """The group a word of a question names. Raises :class:`TextError`."""
    try:
        id = L.read(GROUPS_KNOWN, said, view, side)
    except TextError as e:
        raise TextError(e.reason, 0, [*(e.near or sorted(view.groups)), grammar]) from None
    if id not in view.groups:
        raise TextError(f"{said} is no group", 0, sorted(view.groups))
    return view.groups[id]


def whole_passage(view: Campaign, group: Group, path: tuple[str, ...]) -> Passage:
    """The hexes of a path that can be sailed to its end in this step. Raises :class:`TextError` for one that cannot."""
    trip = journey.plot(view, group, path)
    if trip.refusal is not None:
        far = trip.legs[-1].to if trip.legs else "nowhere"
        raise TextError(f"{group.id} cannot sail that path in this step: it gets to {far} ({trip.refusal.clause})", 0,
                        [orders.text(orders.Move(group.id, chart.first_legs(path, len(trip.legs))))] if trip.legs else [])
    return passage(view, group, path)


def breaking_off(view: Campaign, group: str, foe: str) -> dict[str, float]:
    """The chance of each result of a group's try to break off the battle it is in."""
    from flagplot.odds import of_rule

    found = of_rule(Next(escape), EscapeOf(group, foe).get(view), lambda request, _: request.options[0])
    return {str(k): float(p) for k, p in found.outcomes}


def one_search(view: Campaign, group: Group, using: str) -> Hunt:
    """One search for a group by these airbases, air units and naval groups (all that may when none is named).

    Raises :class:`TextError` for a word that names no searcher, and for one that may not search for this group now.
    """
    means = search.means(view, group, True)
    bases = {view.air[a].base for a in means.air}
    able = sorted({*means.air, *bases, *means.groups})
    every = using.strip().casefold() in ("", "all", "everything")
    try:
        named = () if every else L.read(SEARCHERS, using, view, view.other(group.side))
    except TextError as e:
        raise TextError(e.reason, 0, able) from None
    idle = [n for n in named if n not in able]
    if idle:
        raise TextError(f"{', '.join(idle)} cannot search for {group.id} here and now", 0, able)
    air = tuple(a for a in means.air if not named or a in named or view.air[a].base in named)
    return hunt_for(view, group, air, True)


def passage(view: Campaign, group: Group, path: tuple[str, ...]) -> Passage:
    """The hexes of a path with the search each may bring, as far as the path may be sailed at all."""
    trip = journey.plot(view, group, path)
    windows: list[Window] = []
    now = group
    for leg in trip.legs:
        if "/" in leg.to:
            continue
        now = spend(now, leg.mps, leg.night)
        now = replace(now, hex=leg.to, where="sea", came_from=leg.here, moved=True, screened=leg.screened)
        windows.append(window(put_group(view, now), now))
    return Passage(view.rulings, tuple(windows), group.gauge, group.sought, group.hidden_from)


def window(view: Campaign, group: Group) -> Window:
    """The search that a group's hex may bring."""
    means = search.means(view, group, True)
    fixed = search.total(search.modifiers(view, group, (), means))
    units = [view.air[a] for a in means.air]
    bases: tuple[Base, ...] = bases_of(view, group, units)
    shore = any(c in means.triggers for c in ("32.B.3", "32.B.4", "32.B.5"))
    return Window(group.hex, fixed, bases, search.escorts_over(view, group), len(means.groups), shore)


def of_fire(view: Campaign, order: orders.Fire) -> tuple[tuple[str, float], ...]:
    """The chances of what an order to fire in the battle under way does, from likely to unlikely: pairs (hits, chance)."""
    chances = counted(salvo_of(view, order))[0]
    return tuple(sorted(chances, key=lambda pair: (-pair[1], pair[0])))


def salvo_of(view: Campaign, order: orders.Fire) -> Salvo:
    """The salvo an order to fire lays in the battle under way."""
    night = view.battle is not None and view.battle.night
    shots = tuple(shot(view, view.units[by], at, night) for by, at in order.shots if by in view.units)
    afloat = {at: view.units[at].strength if at in view.units else 99 for _, at in order.shots}
    return Salvo(view.rulings, shots, tuple(sorted(afloat.items())))


def of_strike(view: Campaign, group: Group, base: str) -> dict[int, float]:
    """The chances of the hits that the aircraft of an airbase make on what they meet in a group."""
    shot = blow(view, group, base, attackers(view, group, (base,)), "target")
    chances: dict[int, float] = {}
    for text, p in counted(Salvo(view.rulings, (shot,), (("target", 99),)))[0]:
        chances[hits_in(text)] = chances.get(hits_in(text), 0.0) + p
    return chances


@lru_cache(maxsize=256)
def counted(salvo: Salvo) -> tuple[tuple[tuple[str, float], ...], bool]:
    """Pairs (hits in words, chance) of a salvo, and whether they are exact."""
    from flagplot.odds import of_rule

    found = of_rule(Next(fire), salvo, lambda request, _: request.options[0])
    return tuple((str(k), float(p)) for k, p in found.outcomes), found.exact


def hits_in(outcome: str) -> int:
    """All hits of an outcome in words: 3 of ``TF-9 2, NT-1 1``."""
    return 0 if outcome == "no hits" else sum(int(part.rsplit(" ", 1)[1]) for part in outcome.split(", "))


def hits_in_words(outcome: str) -> str:
    """An outcome of a salvo in words: ``TF-9 2 hits, NT-1 1 hit``."""
    return outcome if outcome == "no hits" else ", ".join(
        f"{part} hit{'' if part.endswith(' 1') else 's'}" for part in outcome.split(", "))


def broadside(view: Campaign, side: str, argument: str) -> Salvo:
    """The salvo an order to fire would lay, by day or night.

    Of a target whose strength is neither known nor stated every hit counts. Raises :class:`TextError` for a unit without guns
    and for a target that is none.
    """
    night = bool(re.search(r" (?:by|at) night$", argument))
    text = re.sub(r" (?:by|at) night$", "", argument.strip()).removeprefix("fire ")
    shots: list[Shot] = []
    afloat: dict[str, int] = {}
    for part in re.split(r"\s*;\s*", text):
        m = re.fullmatch(r"(\S+) at (\S+)(?: of (\d+))?", part)
        if m is None:
            raise TextError(f"{part!r} is no fire", 0, [QUESTIONS[3].grammar])
        by = view.units.get(m[1])
        if by is None or not fires(by):
            raise TextError(f"{m[1]} is no unit with guns that you know", 0, [u for u in view.units if fires(view.units[u])])
        at, strength = target(view, m[2])
        afloat[at] = int(m[3]) if m[3] else strength
        shots.append(shot(view, by, at, night))
    return Salvo(view.rulings, tuple(shots), tuple(sorted(afloat.items())))


def target(view: Campaign, said: str) -> tuple[str, int]:
    """What a word of a question fires at, and the hits it can take: a unit, one that is out of sight, a coast defence.

    Raises :class:`TextError` for anything else.
    """
    if said in view.units:
        return said, view.units[said].strength
    if chart.is_hex(said):
        hex = nouns.place(view, said)
        if hex in view.defences:
            return hex, 2 * view.defences[hex].level - view.defences[hex].hits
        raise TextError(f"there is no coast defence at {said}", 0, sorted(view.defences))
    try:
        kind_of_id(said)
    except ValueError:
        raise TextError(f"{said!r} is no unit and no coast defence", 0, [*view.units, *sorted(view.defences)]) from None
    return said, UNKNOWN_STRENGTH
