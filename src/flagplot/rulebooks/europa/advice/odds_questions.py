"""Questions that players ask for odds: the chance that a group is found along a drawn path, the
effect of a salvo, and others."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, NamedTuple

from msgspec.structs import replace

from flagplot.odds import merge_chances
from flagplot.table import Question, Table, TailCall, TextError
from flagplot.table.language import ListNoun, Read, Scan, UnionNoun
from flagplot.table.language.compound_nouns import noun_of
from flagplot.table.language.nouns import Word

from .. import nouns, orders
from ..map import chart
from ..nouns import L
from ..rules import activities, reading
from ..rules.combat import encounters, gunnery
from ..rules.combat.air_attack import attack_shot, attackers, joining_modifier
from ..rules.combat.disengagement import EscapeOf, escape
from ..rules.combat.salvo import Salvo, Shot, fire, shot_fired
from ..rules.danger_run import run_gauntlet
from ..rules.movement import path_check
from ..rules.roll_situations import (
    Bombs,
    Harbour,
    Reply,
    Ships,
    Throw,
    answer,
    caught,
    drop,
    pass_malta,
    throw,
)
from ..rules.search import modifiers
from ..rules.search.situations import Hunt, Passage, hunt_for, pass_window, roll_hunt
from ..rules.special import captured_ports, hazards, landing, malta, mines, night, supply
from ..rules.special.assault import Assault, assault
from ..state import Group, State, put_group
from ..state.units import UNDER_WATER, can_fire, kind_of_id
from . import route_dangers
from .path_playout import passage_along

LEARNING = "pedestal-first-steps"
"""The scenario of the questions' examples."""


DANGEROUS = "tallinn-1941"
"""The scenario of the examples about mines, zones and captured ports."""


UNKNOWN_STRENGTH = 99
"""Hits that are counted at most on a target of unknown strength."""


MOST_RES = 99
"""Supported REs that are counted at most."""


QUESTIONS = (
    Question(
        "found",
        "Where a group is found along a path, if the enemy searches with all there is",
        "move GROUP to PLACE PLACE ...",
        "move Convoy to 25:2005 25:2105 25:2204",
        LEARNING,
        outcomes=("unfound",),
    ),
    Question(
        "danger",
        "Where and by what a group is first hit on a path, or that it is not, as far as you know "
        "the dangers",
        "sail GROUP to PLACE",
        "sail Convoy to 25:2204",
        LEARNING,
        outcomes=("unharmed",),
    ),
    Question(
        "search",
        "The result of one search for a group where it is",
        "GROUP [by SEARCHER ...]",
        "Convoy",
        LEARNING,
        outcomes=gunnery.RESULTS,
        meaning=gunnery.MEANING,
    ),
    Question(
        "disengage",
        "The result of a try to break off a battle",
        "GROUP from GROUP",
        "Convoy from Div-7",
        LEARNING,
        outcomes=gunnery.RESULTS,
        meaning=gunnery.MEANING,
    ),
    Question(
        "gunnery",
        "Hits of a salvo",
        "fire UNIT at TARGET [of STRENGTH] [; UNIT at TARGET] [by night]",
        "fire TF-X at TF-7D",
        LEARNING,
        outcomes=("no hits",),
    ),
    Question(
        "mines",
        "The hits of a mine check on a group in an enemy belt",
        "GROUP at PLACE",
        "Kirov at 1B:0609",
        DANGEROUS,
        outcomes=("no hits",),
    ),
    Question(
        "zone",
        "Whether a group meets patrols in a danger zone",
        "GROUP at PLACE [by night]",
        "Kirov at 1B:0410",
        DANGEROUS,
        outcomes=gunnery.RESULTS,
        meaning=gunnery.MEANING,
    ),
    Question(
        "sweep",
        "The result of sweeping a mine point by naval superiority",
        "PLACE",
        "1B:0609",
        DANGEROUS,
        outcomes=gunnery.RESULTS,
        meaning=gunnery.MEANING,
    ),
    Question(
        "bomb",
        "The hits of bombing a port or Malta",
        "bomb the port of PORT with PLANES",
        "bomb the port of Cagliari with A-UK5",
        "pedestal",
        outcomes=("1 hits",),
    ),
    Question(
        "scuttle",
        "What is scuttled of your ships in a port that falls to so many supported REs",
        "PORT to NUMBER REs",
        "Tallinn to 6 REs",
        DANGEROUS,
        outcomes=("1 points", "1 points and 1 ships"),
    ),
    Question(
        "join",
        "The result of the search by which a further airbase tries to join an air attack",
        "GROUP by AIRBASE",
        "Convoy by Elmas",
        LEARNING,
        outcomes=gunnery.RESULTS,
        meaning=gunnery.MEANING,
    ),
    Question(
        "reply",
        "The hits of the escorts' reply to submarines that attack them",
        "GROUP to SUBMARINE",
        "Convoy to SUB-1",
        LEARNING,
        outcomes=("no hits",),
    ),
    Question(
        "landing",
        "What becomes of cargo that lands on a beach, with so many points of gunfire",
        "CARGO at PLACE [with NUMBER gunfire]",
        "C-LC-W1 at Gela with 3 gunfire",
        "husky-first-steps",
        outcomes=("taken", "held", "no attack", "thrown back"),
    ),
    Question(
        "shipping",
        "What Malta's forces do to Axis transports in their reach, at Malta's status or another",
        "NUMBER transports [in convoy] [in rough seas] [by night] [at status NUMBER]",
        "3 transports by night at status 2",
        "pedestal",
        outcomes=("none hit", "1 struck, 1 back"),
    ),
    Question(
        "supply",
        "What a naval supply line between two places costs, or that there is none",
        "PLACE to PLACE",
        "25:2005 to 25:2204",
        LEARNING,
        outcomes=("none", "1 points"),
    ),
)


class Unseen(Word):
    """A unit out of sight: its id shows its kind."""

    name = "unit"

    def read(self, s: Scan, i: int) -> Read:
        try:
            kind_of_id(s.raw[i])
        except ValueError:
            return None
        return s.raw[i], i + 1


AnyGroup = Annotated[str, nouns.ANY_GROUP]


@L.part("{group} [by {using}]")
class Sought(NamedTuple):
    """One search: the group, and the airbases, air units and naval groups that take part (empty:
    all that may)."""

    group: AnyGroup
    using: Annotated[
        tuple[str, ...],
        ListNoun(UnionNoun(nouns.ANY_GROUP, nouns.AIR, nouns.BASE, name="searcher")),
    ] = ()


@L.part("{group} from {foe}")
class Parting(NamedTuple):
    """An attempt to break off: the group, and its foe."""

    group: AnyGroup
    foe: AnyGroup


@L.part("{by} at {target} [of {strength}]", between=";")
class Aim(NamedTuple):
    """A unit that fires, its target, and the hits that a target of unknown strength can take."""

    by: Annotated[str, nouns.ANY_UNIT]
    target: Annotated[
        str, UnionNoun(nouns.ANY_UNIT, nouns.PLACE, Unseen(), name="unit or coast defence")
    ]
    strength: int = 0


@L.part("[fire] {aims} [{by_night}]")
class Broadside(NamedTuple):
    """Fire of several units, by day or by night."""

    aims: tuple[Aim, ...]
    by_night: bool = False


@L.part("{start} to {goal}")
class Line(NamedTuple):
    """A naval supply line: its two ends."""

    start: Annotated[str, nouns.PLACE]
    goal: Annotated[str, nouns.PLACE]


@L.part("{group} at {hex} [{by_night}]")
class There(NamedTuple):
    """A group in a hex, by day or by night."""

    group: AnyGroup
    hex: Annotated[str, nouns.PLACE]
    by_night: bool = False


@L.part("{hex}")
class Spot(NamedTuple):
    """A place."""

    hex: Annotated[str, nouns.PLACE]


@L.part("{hex} to {res} REs")
class Falling(NamedTuple):
    """A port that is captured, and the number of supported REs."""

    hex: Annotated[str, nouns.PLACE]
    res: int


@L.part("{group} by {base}")
class Joining(NamedTuple):
    """A group that was found, and the airbase that tries to join the attack."""

    group: AnyGroup
    base: Annotated[str, nouns.BASE]


@L.part("{group} to {boat}")
class Answer(NamedTuple):
    """A group under attack, and the submarine or submarine group that its escorts look for, in
    sight or not."""

    group: AnyGroup
    boat: Annotated[str, UnionNoun(nouns.ANY_GROUP, nouns.ANY_UNIT, Unseen(), name="submarine")]


@L.part("{cargo} at {hex} [with {points} gunfire]")
class Ashore(NamedTuple):
    """Cargo that lands on a beach, and the points of gunfire on the beach."""

    cargo: Annotated[str, nouns.CARGO]
    hex: Annotated[str, nouns.PLACE]
    points: int = 0


@L.part("{ships} transports [{in_convoy}] [{in_rough_seas}] [{by_night}] [at status {status}]")
class Shipping(NamedTuple):
    """Transports in reach of Malta: with escorts or not, in rough seas or not, by night or day, and
    at the status of Malta to assume."""

    ships: int
    in_convoy: bool = False
    in_rough_seas: bool = False
    by_night: bool = False
    status: int = -1


class Traced(NamedTuple):
    """A supply line with its cost in words."""

    price: str


async def trace(t: Table[Traced]) -> str:
    """Return the cost of the cheapest line in words. Nothing is rolled."""
    return t.state.price


def trace_cheapest(view: State, side: str, line: Line) -> Traced:
    """Return the cheapest naval supply line of a side, with its cost in words or ``none``."""
    path = supply.cheapest_line(view, side, line.start, line.goal)
    return Traced(f"{supply.line_cost(view, side, path)} points" if path else "none")


ARGUMENTS: dict[str, type] = {
    "search": Sought,
    "disengage": Parting,
    "gunnery": Broadside,
    "supply": Line,
    "mines": There,
    "zone": There,
    "sweep": Spot,
    "scuttle": Falling,
    "join": Joining,
    "reply": Answer,
    "landing": Ashore,
    "shipping": Shipping,
}


def situation(view: State, side: str, question: str, argument: str) -> tuple[TailCall, object]:
    """Return the procedure and the situation of a question, from what a side may know.

    Raises :class:`TextError`, with the words that are possible, for text that is not understood.
    """
    asked = next((q for q in QUESTIONS if q.kind == question), None)
    if asked is None:
        raise TextError(f"europa has no odds question {question!r}", 0, [q.kind for q in QUESTIONS])
    if question == "bomb":
        said_once = argument if argument.casefold().startswith("bomb ") else f"bomb {argument}"
        return TailCall(drop), bombing_asked(view, side, said_once)
    if question in ("found", "danger"):
        order = reading.read(argument, view, side)
        if not isinstance(order, orders.Move) or order.group not in view.groups:
            raise TextError(f"{argument!r} draws no path", 0, [asked.grammar])
        group = view.groups[order.group]
        searched = passage_asked(view, group, order.path)
        return (
            (TailCall(pass_window), searched)
            if question == "found"
            else (TailCall(run_gauntlet), route_dangers.gauntlet_along(view, group, order.path))
        )
    try:
        said = L.read(noun_of(ARGUMENTS[question], ""), argument, view, "")
    except TextError as e:
        raise TextError(e.reason, e.at, [*e.near, *e.expected, asked.grammar], e.near) from None
    if isinstance(said, Sought):
        return TailCall(roll_hunt), search_asked(view, view.groups[said.group], said.using)
    if isinstance(said, Broadside):
        return TailCall(fire), salvo_asked(view, said)
    if isinstance(said, There):
        return hazard_asked(view, said, question)
    if isinstance(said, Spot):
        return TailCall(throw), Throw(
            gunnery.success_roll(
                view.rulings, mines.sweeping_modifier(view, side or view.phasing, said.hex)
            ),
            "36.C.3.s10",
        )
    if isinstance(said, Falling):
        return TailCall(caught), scuttling_asked(view, said)
    if isinstance(said, Joining):
        return TailCall(throw), joining_search_asked(view, view.groups[said.group], said.base)
    if isinstance(said, Answer):
        return TailCall(answer), reply_asked(view, said)
    if isinstance(said, Ashore):
        return TailCall(assault), landing_asked(view, said)
    if isinstance(said, Shipping):
        return TailCall(pass_malta), shipping_checks_asked(view, said)
    if isinstance(said, Line):
        return TailCall(trace), trace_cheapest(view, side or view.phasing, said)
    group, foe = view.groups[said.group], view.groups[said.foe]
    if group.side == foe.side:
        raise TextError(f"{group.id} and {foe.id} are of one side", 0, [asked.grammar])
    return TailCall(escape), EscapeOf(group.id, foe.id).get(view)


def passage_asked(view: State, group: Group, path: tuple[str, ...]) -> Passage:
    """Return the windows of a path that can be sailed to its end in this step. Raises
    :class:`TextError` when it cannot."""
    trip = path_check.plot_path(view, group, path)
    if trip.refusal is not None:
        far = trip.legs[-1].to if trip.legs else "nowhere"
        raise TextError(
            f"{group.id} cannot sail that path in this step: it gets to {far} "
            f"({trip.refusal.clause})",
            0,
            [orders.order_text(orders.Move(group.id, chart.first_legs(path, len(trip.legs))))]
            if trip.legs
            else [],
        )
    return passage_along(view, group, path)


def escape_chances(view: State, group: str, foe: str) -> dict[str, float]:
    """Return the chance of each result of a group's attempt to break off its battle."""
    from flagplot.odds import odds_of_rule

    found = odds_of_rule(
        TailCall(escape), EscapeOf(group, foe).get(view), lambda request, _: request.options[0]
    )
    return {str(k): float(p) for k, p in found.outcomes}


def search_asked(view: State, group: Group, using: tuple[str, ...]) -> Hunt:
    """Return one search for a group by these airbases, air units and naval groups (all that may
    when none is named).

    Raises :class:`TextError` for a searcher that may not search for this group now.
    """
    means = modifiers.search_means(view, group, True)
    bases = {view.air[a].base for a in means.air}
    able = sorted({*means.air, *bases, *means.groups})
    if idle := [n for n in using if n not in able]:
        raise TextError(f"{', '.join(idle)} cannot search for {group.id} here and now", 0, able)
    return hunt_for(
        view, group, tuple(a.id for a in modifiers.chosen_air(view, means, using)), True
    )


def fire_outcomes(view: State, order: orders.Fire) -> tuple[tuple[str, float], ...]:
    """Return the outcomes of an order to fire in the current battle, likeliest first: pairs (hits,
    chance)."""
    chances = count_salvo(salvo_of_order(view, order))[0]
    return tuple(sorted(chances, key=lambda pair: (-pair[1], pair[0])))


def salvo_of_order(view: State, order: orders.Fire) -> Salvo:
    """Return the salvo of an order to fire in the current battle."""
    night = view.battle is not None and view.battle.night
    shots = tuple(
        shot_fired(view, view.units[by], at, night) for by, at in order.shots if by in view.units
    )
    afloat = {at: view.units[at].strength if at in view.units else 99 for _, at in order.shots}
    return Salvo(view.rulings, shots, tuple(sorted(afloat.items())))


def strike_hit_chances(view: State, group: Group, base: str) -> dict[int, float]:
    """Return the chances of the number of hits that an airbase's aircraft make on a target in a
    group."""
    return hits_by(attack_shot(view, group, base, attackers(view, group, (base,)), "target"), view)


def hits_by(shot: Shot, view: State) -> dict[int, float]:
    """Return the chances of the number of hits of one shot at a target without a limit of hits."""
    salvo = Salvo(view.rulings, (shot,), ((shot.at, UNKNOWN_STRENGTH),))
    return merge_chances((hits_in(text), p) for text, p in count_salvo(salvo)[0])


@lru_cache(maxsize=256)
def count_salvo(salvo: Salvo) -> tuple[tuple[tuple[str, float], ...], bool]:
    """Return (hits in words, chance) pairs of a salvo, and whether they are exact."""
    from flagplot.odds import odds_of_rule

    found = odds_of_rule(TailCall(fire), salvo, lambda request, _: request.options[0])
    return tuple((str(k), float(p)) for k, p in found.outcomes), found.exact


def hits_in(outcome: str) -> int:
    """Return the sum of hits of an outcome in words: 3 for ``TF-9 2, NT-1 1``."""
    return (
        0
        if outcome == "no hits"
        else sum(int(part.rsplit(" ", 1)[1]) for part in outcome.split(", "))
    )


def hits_in_words(outcome: str) -> str:
    """Return an outcome of a salvo in words: ``TF-9 2 hits, NT-1 1 hit``."""
    return (
        outcome
        if outcome == "no hits"
        else ", ".join(
            f"{part} hit{'' if part.endswith(' 1') else 's'}" for part in outcome.split(", ")
        )
    )


def salvo_asked(view: State, said: Broadside) -> Salvo:
    """Return the salvo of an order to fire; in a battle by night it is by night. Every hit counts
    on a target whose strength is neither known nor stated.

    Raises :class:`TextError` for a unit without guns, and for a hex without a coast defence.
    """
    shots: list[Shot] = []
    afloat: dict[str, int] = {}
    fight = view.battle
    fighting = (
        {
            u
            for id in (fight.mover, fight.enemy)
            if id in view.groups
            for u in view.groups[id].members
        }
        if fight
        else set()
    )
    for aim in said.aims:
        if not can_fire(view.units[aim.by]):
            raise TextError(
                f"{aim.by} has no guns", 0, [u for u in view.units if can_fire(view.units[u])]
            )
        afloat[aim.target] = aim.strength or hits_it_can_take(view, aim.target)
        dark = said.by_night or (fight is not None and fight.night and aim.by in fighting)
        shots.append(shot_fired(view, view.units[aim.by], aim.target, dark))
    return Salvo(view.rulings, tuple(shots), tuple(sorted(afloat.items())))


def hazard_asked(view: State, said: There, question: str) -> tuple[TailCall, object]:
    """Return the mine check, or the danger-zone roll, of a group in a hex. Raises
    :class:`TextError` when no enemy mines lie there."""
    group = view.groups[said.group]
    stays = said.hex == group.hex
    there = replace(
        group,
        hex=said.hex,
        where="sea",
        moved=group.moved or not stays,
        mined=(),
        zone_done=False,
        dark=said.by_night or (stays and night.is_night_unfinished(group)),
    )
    s = put_group(view, there)
    if question == "mines":
        points = hazards.belt_due(s, there)
        if not points:
            raise TextError(
                f"no mines of the enemy lie at {said.hex}",
                0,
                sorted(mines.enemy_belts(view, group.side)),
            )
        if not view.of(group):
            raise TextError(
                f"what is in {group.id} is not known",
                0,
                [g.id for g in view.groups.values() if view.of(g)],
            )
        shots = tuple(replace(x, private="") for x in hazards.mine_shots(s, there, points))
        return TailCall(fire), Salvo(
            view.rulings, shots, tuple(sorted((u.id, u.strength) for u in view.of(group)))
        )
    return TailCall(throw), Throw(hazards.zone_roll(s, there), "36.D.2")


def joining_search_asked(view: State, group: Group, base: str) -> Throw:
    """Return the search by which a further airbase tries to join. Raises :class:`TextError` when
    its aircraft cannot attack the group."""
    if not attackers(view, group, (base,)):
        raise TextError(
            f"no aircraft of {base} can attack {group.id} here and now",
            0,
            modifiers.base_names(attackers(view, group)),
        )
    return Throw(
        gunnery.search_roll(view.rulings, joining_modifier(view, group, base)), "32.B-T1.res.05.s04"
    )


def reply_asked(view: State, said: Answer) -> Reply:
    """Return the escorts' reply. Raises :class:`TextError` when no warships are known in the group,
    or the enemy is not a submarine."""
    group = view.groups[said.group]
    boats = view.of(view.groups[said.boat]) if said.boat in view.groups else ()
    at = boats[0].id if boats else said.boat
    kind = (
        view.kind(view.groups[at])
        if at in view.groups
        else "submarine"
        if kind_of_id(at) in UNDER_WATER
        else ""
    )
    if kind != "submarine":
        raise TextError(
            f"{at} is no submarine",
            0,
            [g.id for g in view.groups.values() if view.kind(g) == "submarine"],
        )
    shot = encounters.reply_shot(view, group, at, modifiers.escorts_over(view, group) > 0)
    if shot is None:
        raise TextError(
            f"no warships are known in {group.id}",
            0,
            [g.id for g in view.groups.values() if view.of(g)],
        )
    return Reply(
        Salvo(
            view.rulings,
            (shot,),
            ((at, view.units[at].strength if at in view.units else UNKNOWN_STRENGTH),),
        )
    )


def landing_asked(view: State, said: Ashore) -> Assault:
    """Return the landing of a cargo as if it stood ashore. Raises :class:`TextError` for cargo that
    is not aboard, and for a place where no landing is possible."""
    c = view.cargo[said.cargo]
    group = view.group_of(c.aboard) if c.aboard else None
    there = replace(c, aboard="", place=said.hex, landed=True, craft=c.aboard)
    if group is None or not landing.is_ashore(there):
        raise TextError(
            f"{c.id} are no troops aboard a ship",
            0,
            sorted(k for k, x in view.cargo.items() if x.aboard and x.res),
        )
    wrong = activities.why_not_ashore(
        view, replace(group, hex=said.hex), "assault", 0
    ) or landing.why_not_land(view, said.hex)
    if wrong is not None:
        raise TextError(f"no landing at {said.hex} ({wrong.clause} {wrong.code})", 0, [])
    points = said.points + landing.gunfire_points_at(view, c.side, said.hex)
    s = replace(
        view,
        cargo={**view.cargo, c.id: there},
        support={**view.support, said.hex: (c.side, points)},
    )
    landed = landing.unchecked_cargo(s, c.side, said.hex)
    before = tuple(x for x in landing.cargo_ashore(s, c.side, said.hex) if not x.craft)
    plus = sum(int(n) for _, n in landing.check_parts(s, c.side, said.hex))
    return Assault(s.rulings, plus, landed, before, points, landing.garrison_strength(s, said.hex))


def shipping_checks_asked(view: State, said: Shipping) -> Ships:
    """Return the checks of some transports. Raises :class:`TextError` when Malta has no status."""
    if said.status < 0 and view.malta is None:
        raise TextError("this position has no status of Malta: say at status 9", 0, ["at status 9"])
    number = said.status if said.status >= 0 else malta.status_number(view)
    plus = malta.shipping_modifier(view.rulings, said.in_rough_seas, said.in_convoy, said.by_night)
    return Ships(
        malta.shipping_roll(view.rulings, number, plus),
        malta.shipping_factor(view.rulings, malta.SINKS),
        min(said.ships, MOST_RES),
    )


def bombing_asked(view: State, side: str, argument: str) -> Bombs:
    """Return the dice of a bombing. Raises :class:`TextError` for an order that is not a bombing,
    or cannot be flown."""
    order = reading.read(argument, view, side)
    if not isinstance(order, orders.BombPort):
        raise TextError(
            f"{argument!r} bombs nothing",
            0,
            ["bomb Malta with PLANES", "bomb the port of PORT with PLANES"],
        )
    strange = [id for id in order.planes if id not in view.air]
    if strange:
        raise TextError(f"there is no air unit {strange[0]}", 0, sorted(view.air))
    most = malta.left_to_bomb(view) if order.at == "status" else UNKNOWN_STRENGTH
    return Bombs(malta.bombing_dice(view, order.planes), malta.bombing_faces(view.rulings), most)


def scuttling_asked(view: State, said: Falling) -> Harbour:
    """Return the ships in a port that the side knows of. Raises :class:`TextError` when there are
    none."""
    inside = [u for g in view.groups_at(said.hex, "", "port") for u in view.of(g)]
    if not inside:
        raise TextError(
            f"no ships that you know of lie in port at {said.hex}",
            0,
            sorted({g.hex for g in view.groups.values() if g.where == "port" and view.of(g)}),
        )
    free = [u for u in inside if not captured_ports.is_stuck(view, u, said.hex) and u.strength]
    points = tuple(
        sorted((captured_ports.dice_for(u) for u in free if u.kind != "SHIP"), reverse=True)
    )
    ships = [u for u in free if u.kind == "SHIP"]
    stuck = sum(u.strength for u in inside if captured_ports.is_stuck(view, u, said.hex))
    return Harbour(points, len(ships), min(said.res, MOST_RES), lost=stuck)


def hits_it_can_take(view: State, target: str) -> int:
    """Return the hits that a target can take: a unit, a coast defence, or a unit out of sight."""
    if target in view.units:
        return view.units[target].strength
    if target in view.defences:
        return 2 * view.defences[target].level - view.defences[target].hits
    if ":" in target:
        raise TextError(f"there is no coast defence at {target}", 0, sorted(view.defences))
    return UNKNOWN_STRENGTH
