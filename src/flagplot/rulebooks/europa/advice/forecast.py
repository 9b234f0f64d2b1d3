"""What a round of fire would bring: hits on both sides, from the same salvo that is rolled."""

from __future__ import annotations

from flagplot.odds import added, in_points, percent, spread
from flagplot.table import Single, about_map
from flagplot.table.display import Clause, Forecast

from .. import nouns
from ..orders import Attack, Fire
from ..rules import situations
from ..rules.combat.engaging import torpedoes
from ..rules.combat.gunnery import defence_gunnery
from ..rules.situations import Shot
from ..scenarios.tolls import toll
from ..state import Campaign, Group
from ..state.units import fires, is_warship, short_name
from .odds import counted, hits_in, of_strike, salvo_of


def facing(view: Campaign, request: Single) -> tuple[Group, Group] | None:
    """One's own group and the enemy's in the battle that is asked about; ``None`` when there is none."""
    about = about_map(request)
    own, foe = view.groups.get(str(about.get("group", ""))), view.groups.get(str(about.get("foe", "")))
    return None if view.battle is None or own is None or foe is None else (own, foe)


def forecast(view: Campaign, request: Single, order: Fire | None = None) -> Forecast | None:
    """Hits of the coming round: of *order*, or of all guns at the best target when none is written; and of the enemy's answer, as
    far as he may fire. ``None`` outside a battle and where nobody can fire."""
    sides = facing(view, request)
    if sides is None or request.kind not in ("fire", "battle"):
        return None
    own, foe = sides
    given = order is not None
    order = order or volley(view, own, foe)
    answer = volley(view, foe, own)
    spreads, exact, notes, points = [], True, [], dict.fromkeys(view.sides, 0.0)
    for side, title, what in ((foe.side, "Hits he takes", order), (own.side, "Hits you take", answer)):
        if not what.shots:
            continue
        chances, sunk, counted = hits_of(view, what)
        points[view.other(side)] += points_of(view, what)
        exact = exact and counted
        spreads.append(spread(title, side, chances))
        notes += [Clause(f"{called(view, at)} sunk {percent(p)}.", "36.F.3") for at, p in sunk if p]
    if not spreads:
        return None
    if view.scenario:
        notes.append(in_points(own.side, points))
    rests = []
    if not given and order.shots:
        rests.append(f"if all your guns fire at {called(view, order.shots[0][1])}")
    if answer.shots:
        rests.append(f"if he answers with all his guns at {called(view, answer.shots[0][1])}")
    if not answer.shots:
        rests.append("he cannot answer")
    told = f"{'Exact' if exact else 'Sampled'}: {' and '.join(rests) or 'of the fire you wrote'}."
    title = "This round of fire" if request.kind == "fire" else "If both fight on"
    return Forecast(title, tuple(spreads), (*notes, Clause(told, "32.D.2")), exact)


def called(view: Campaign, id: str) -> str:
    """A unit by its name alone, as the lines of the battle show it; what has none, or is no unit, by its id."""
    return (short_name(view.units[id]) if id in view.units else "") or id


def strike(view: Campaign, request: Single, order: Attack) -> Forecast | None:
    """The hits that the bases of an air attack make together on a group; ``None`` where nobody flies."""
    group = view.groups.get(str(about_map(request).get("group", "")))
    if group is None or not order.bases:
        return None
    chances: dict[int, float] = {0: 1.0}
    for base in order.bases:
        chances = added(chances, of_strike(view, group, base))
    none = chances.get(0, 0.0)
    told = f"A hit {percent(1 - none)}; what is hit, and what a hit costs, follows from the ships that are declared."
    hits = spread("Hits he takes", group.side, chances)
    return Forecast("What the aircraft would do", (hits,), (Clause(told, request.clause),))


def volley(view: Campaign, own: Group, foe: Group) -> Fire:
    """All guns of a group at what a captain would aim at first: cargo before warships, the strong before the weak, and the screen
    before what it covers."""
    only = view.battle.fires if view.battle else ""
    if only and own.side != only:
        return Fire()
    targets = sorted((u for u in view.of(foe) if u.strength), key=lambda u: (is_warship(u), -u.strength, u.id))
    screen = view.battle.screen(foe.id) if view.battle else ()
    shield = [u for u in targets if u.id in screen]
    aim = (shield or targets)[:1]
    return Fire(tuple(nouns.Shot(u.id, aim[0].id) for u in view.of(own) if fires(u)) if aim else ())


def hits_of(view: Campaign, order: Fire) -> tuple[dict[int, float], list[tuple[str, float]], bool]:
    """The chances of the sum of hits, the chance that each target sinks, and whether all is exact."""
    salvo = salvo_of(view, order)
    outcomes, exact = counted(salvo)
    chances: dict[int, float] = {}
    sunk = dict.fromkeys((at for at, _ in salvo.afloat), 0.0)
    for text, p in outcomes:
        chances[hits_in(text)] = chances.get(hits_in(text), 0.0) + p
        for at, room in salvo.afloat:
            if f"{at} {room}" in text.split(", "):
                sunk[at] += p
    return chances, list(sunk.items()), exact


def points_of(view: Campaign, order: Fire) -> float:
    """The points that a side is given on average for the hits it makes, by the score of the scenario."""
    found = 0.0
    for text, p in counted(salvo_of(view, order))[0]:
        for part in text.split(", ") if text != "no hits" else ():
            at, hits = part.rsplit(" ", 1)
            found += p * toll(view, view.units[at], int(hits)) if at in view.units else 0.0
    return found


def one_shot(view: Campaign, request: Single, option: str) -> str:
    """Beside a target, or beside firing back: the chance that the one shot of submarines, a coast defence or a ship hits, and
    that it sinks what it is aimed at; from the salvo that is rolled."""
    aimed = _shot(view, request, option)
    if aimed is None or aimed.over <= 0:
        return ""
    outcomes, _ = counted(situations.salvo_of(view, (aimed,)))
    hit = 1 - sum(p for text, p in outcomes if text == "no hits")
    mean = sum(p * hits_in(text) for text, p in outcomes)
    target = view.units.get(aimed.at)
    sunk = sum(p for text, p in outcomes if target is not None and hits_in(text) >= target.strength)
    return f"a hit {percent(hit)}, {mean:.1f} hits on average" + (f", sunk {percent(sunk)}" if sunk else "")


def _shot(view: Campaign, request: Single, option: str) -> Shot | None:
    """The shot that an option fires; ``None`` for holding fire, and where it is not known who fires."""
    about, fight = about_map(request), view.battle
    if request.kind == "torpedo":
        group, boats = (view.groups.get(str(about.get(key, ""))) for key in ("group", "submarine"))
        return torpedoes(view, group, boats, option) if group is not None and boats is not None else None
    if fight is None or option == "hold fire" or not str(about.get("coast", "")):
        return None
    coast, group = view.defences[str(about["coast"])], view.groups.get(fight.mover)
    if group is None:
        return None
    if request.kind == "return-fire" and request.side != coast.owner:
        return situations.shot(view, view.units[str(about["unit"])], coast.hex, fight.night)
    target = option.removeprefix("fire at ") if request.kind == "coast-fire" else str(about["unit"])
    strength = defence_gunnery(view, coast, group.hex, fight.night)
    return Shot(coast.hex, target, strength.numerator, strength.denominator)
