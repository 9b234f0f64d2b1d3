"""Eligible interceptors: their distances, waters and dice, computed from the state.

All functions read a state (a view will do) and change nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from flagplot.boards import Board, Node, reach
from flagplot.table import Rulings, clause
from flagplot.table.core.memo import memo_per_parts, memo_per_state

from ...map import fronts, straits, theatre
from ...map.ports import is_operational, shore_fields
from ...scenarios import cards
from ...state import APART, Force, State, Unit, factors, replace
from ...state.nations import is_at_war, is_western_allied, power_of
from .. import employment, mapboard_boxes
from ..air.air_units import air_units, airfields
from ..combat import combat_tables
from ..forces import fast_carriers
from ..movement import routing
from ..range import distances as miles
from ..range import limits
from .activity import Activity
from .attempt import Attempt, chance_of, counter_chance, counter_pips, dice_for, most_hexes
from .attempts_made import has_mark, has_succeeded, has_supported, has_tried

__all__ = ["limits"]


MOST_EYES = 3
"""Most search squadrons that count."""


NEVER = frozenset({"CVE", "TR", "ASW"})
"""Types that may not intercept (22.1)."""


COUNTERED_FREELY = frozenset({"patrol", "patrol-stays", "base-change", "sw", "deploy"})
"""Activities at the same moment as patrols. Patrols may not support them (21.4182E)."""


DEFENSIVE_SEGMENTS = frozenset({"supply", "transport"})


NO_START = frozenset((*mapboard_boxes.BLOCKED["intercept"], *theatre.SW_BOXES))
"""Boxes from which no ship may intercept."""


class Post(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """Place from which interceptors sail: a port or box (``force`` empty), or a force at sea."""

    place: str
    force: str = ""
    submarines: bool = False


@clause("21.31")
def fit_interceptors(s: State, side: str, foe_nations: frozenset[str]) -> list[Unit]:
    """Return the ships in port that may attempt an interception at all: in play, undamaged,
    uninverted, unused, of an allowed type and place, and at war with the ships to be
    intercepted."""
    now = s.player_turn
    able = [
        u
        for u in s.ships(side)
        if not (u.force or u.status or u.inverted or u.damaged or u.used or u.frozen)
        and u.type not in NEVER
        and u.supply == "full"
        and u.placed != now
        and u.base not in NO_START
    ]
    if not s.peace or not foe_nations:
        return able
    return [u for u in able if any(is_at_war(s, u.nation, n) for n in foe_nations)]


def is_immune(s: State, a: Activity) -> bool:
    """Return True for submarines: they cannot be intercepted (22.1)."""
    here = [u for f in a.forces if f in s.forces for u in s.members(f)]
    return bool(here) and all(u.type in ("SS", "ASW") for u in here)


def nations_of(s: State, forces: Iterable[str]) -> frozenset[str]:
    return frozenset(u.nation for f in forces if f in s.forces for u in s.members(f))


@clause("21.14E")
def told_nations(s: State, side: str, forces: Iterable[str]) -> frozenset[str]:
    """Return the nations that a side is told when it may intercept enemy *forces*.

    It may learn only which of its own ships are at war with the enemy forces. When all of its ships
    are, it is told every nation for which that would be true, whichever of them sails.
    """
    foes = nations_of(s, forces)
    if not s.peace:
        return frozenset()
    mine = {u.nation for u in s.ships(side)}
    if not all(any(is_at_war(s, m, n) for n in foes) for m in mine):
        return foes
    his = {u.nation for u in s.units.values() if u.side == s.enemy(side) and u.kind == "ship"}
    return frozenset(n for n in his if all(is_at_war(s, m, n) for m in mine)) or foes


def is_western_first(s: State, side: str) -> bool:
    """Return True while Western Allied ships sail to an interception. If they and Russia want the
    same target, they get it (22.12)."""
    sailing = [
        f
        for f in s.forces.values()
        if f.side == side and f.mission == "intercept" and f.state == "sailing"
    ]
    return any(is_western_allied(u.nation) for f in sailing for u in s.members(f))


@memo_per_state
def posts(s: State, side: str, a: Activity, counter: bool) -> dict[Post, tuple[Unit, ...]]:
    """Return the posts where a side has ships that may (counter-)intercept this activity: ports,
    defensive patrols, submarine patrols, and for counter-interception patrols that stayed at
    sea."""
    return _posts(
        s, side, replace(a, path=(), at=-1, target="", track=(), window="", route=()), counter
    )


@memo_per_state
def _posts(s: State, side: str, a: Activity, counter: bool) -> dict[Post, tuple[Unit, ...]]:
    """Compute the posts for an activity. Its route is left out, because the posts are the same in
    every hex of the track."""
    if not counter and has_tried(s, side, a.kind, a.forces):
        return {}
    foes = frozenset(a.nations) or nations_of(s, a.against if counter and a.against else a.forces)
    out: dict[Post, list[Unit]] = {}
    stand_back = not counter and is_western_first(s, side)
    for u in fit_interceptors(s, side, foes):
        if stand_back and power_of(u.nation) == "Russia":
            continue
        if u.type != "SS" and not (counter and is_back_in_port(u, a)):
            out.setdefault(Post(u.base), []).append(u)
        elif u.type == "SS" and not counter:
            out.setdefault(Post(u.base, "", True), []).append(u)
    for f in s.forces.values():
        if f.side != side or f.state != "on-station" or f.id in a.forces:
            continue
        if not may_leave_station(s, f, a, counter) or (
            f.submarines and any(has_mark(s, "boats", f.id, x) for x in a.forces)
        ):
            continue
        ships = [
            u
            for u in s.members(f)
            if not u.damaged and (not s.peace or any(is_at_war(s, u.nation, n) for n in foes))
        ]
        if ships:
            out[Post(f.at, f.id, f.submarines)] = ships
    return {p: tuple(us) for p, us in out.items()}


@clause("21.321", "21.32")
def is_back_in_port(u: Unit, a: Activity) -> bool:
    """Return True for ships that have sailed in this phase and may not sail again. A base change
    bars only activities of the same moment."""
    return u.sortied and not (u.changed_base and a.kind not in COUNTERED_FREELY)


@clause("21.4182A", "21.4182E", "21.4192", "21.4193", "21.4195", "21.4182C")
def may_leave_station(s: State, f: Force, a: Activity, counter: bool) -> bool:
    """Return True when a force at sea may leave its station.

    A defensive patrol may leave to intercept (submarines in any segment). A patrol of the moving
    side that stayed out may leave to counter-intercept, but does not support activities of its own
    moment.
    """
    own_turn = f.side == s.mover
    if counter:
        if f.mission == "defensive-patrol":
            return not has_succeeded(s, f.at)
        supports = (
            f.mission == "patrol" and own_turn and f.remains and a.kind not in COUNTERED_FREELY
        )
        return (
            supports
            and not has_mark(s, "barred", f.id, s.phase)
            and not has_supported(s, f.id, a.forces)
        )
    if own_turn:
        return False
    if f.submarines:
        return f.mission in ("patrol", "defensive-patrol")
    segment = a.segment or s.segment
    return (
        f.mission == "defensive-patrol"
        and not has_succeeded(s, f.at)
        and (s.phase == "combat" or segment in DEFENSIVE_SEGMENTS)
    )


@clause("21.36A")
@memo_per_parts(shore_fields)
def distances(s: State, side: str, place: str, base: str = "") -> Mapping[Node, int]:
    """Return the hexes by water from a place to every water within interception range. Closed
    straits are entered from this side only. Ships on station at sea stand in the water to which
    they came from their *base*."""
    board = theatre.load_board(s.board) if theatre.is_box(place) else theatre.board_of(s, place)
    name = theatre.THEATRE[board.id]
    start = miles.waters_of_ships(s, side, place, base)
    return (
        reach(
            board, start, most_hexes(s.rulings, name), closed=straits.closed_links(s, side, board)
        )
        if start
        else {}
    )


def distance_to(s: State, side: str, place: str, base: str, a: Activity, hex_id: str) -> int | None:
    """Return the hexes that ships at *place* sail to meet an activity in a hex of its track, in a
    water that it uses there; None when out of reach."""
    return miles.nearest_distance(distances(s, side, place, base), waters_used(s, a, hex_id))


def can_meet(s: State, side: str, place: str, base: str, a: Activity, hex_id: str) -> bool:
    """Return True when ships from *place* can meet an activity in *hex_id*: two-front ports allow
    it, and both use a water of the hex."""
    return fronts.can_intercept_by_front(s, base, a.whole) and shares_water(
        s, side, place, base, a, hex_id
    )


@clause("21.2111", "21.211F#2")
@memo_per_parts(shore_fields)
def shares_water(s: State, side: str, place: str, base: str, a: Activity, hex_id: str) -> bool:
    """Return True when the interceptors can sail, without passing a strait closed to them, to a
    water of the hex by which the activity enters or leaves. A closed strait is thus entered from
    one side only, against enemies on that side."""
    if len(straits.water_groups(s, side, hex_id)) < 2 or theatre.board_of(
        s, place
    ) is not theatre.board_of(s, hex_id):
        return True  # a place on the other board is too far away in any case
    return can_sail_to(
        s, side, miles.waters_of_ships(s, side, place, base), waters_used(s, a, hex_id), hex_id
    )


def can_sail_to(s: State, side: str, start: miles.Waters, goal: miles.Waters, hex_id: str) -> bool:
    """Return True when ships sail from one of the *start* waters to one of the *goal* waters in a
    hex."""
    board = theatre.board_of(s, hex_id)
    return not goal.isdisjoint(
        reach(board, start, miles.ANYWHERE, closed=straits.closed_links(s, side, board))
    )


def waters_used(s: State, a: Activity, hex_id: str) -> miles.Waters:
    """Return the waters of a hex that an activity uses. For a hex outside its track, return all
    waters of the hex."""
    return miles.waters_along(s, a.side, a.whole).get(hex_id) or miles.waters_of_place(s, hex_id)


@clause("21.211H#3")
def barred_at_singapore(s: State, a: Activity) -> bool:
    """Return True for an invasion of Singapore from the west into a closed Strait of Malacca: its
    interception cannot be countered."""
    if a.kind != "invade" or not any(p.name == "Singapore" for p in theatre.places_at(s, a.target)):
        return False
    board = theatre.board_of(s, a.target)
    shut = straits.closed_links(s, a.side, board)
    west = {
        one
        for x in board.links.values()
        if x.clause == "21.211H" and x.id in shut
        for one, _ in x.joins
    }
    return not west.isdisjoint(waters_used(s, a, a.target))


def interception_route(
    s: State,
    side: str,
    ships: Sequence[Unit],
    a: Activity,
    start: str,
    hex_id: str,
    via: Sequence[str] = (),
) -> routing.Plan:
    """Return the route of interceptors from where they are to a water of the hex that the activity
    uses there."""
    base = next((u.base for u in ships if u.base), "")
    ends = miles.waters_of_ships(s, side, start, base), waters_used(s, a, hex_id)
    if not via and not ends[0].isdisjoint(ends[1]):
        return routing.Plan((hex_id,))
    return routing.plot_route(s, side, ships, start, hex_id, via, "intercept", "21.3611", (), ends)


def start_place(s: State, f: Force) -> str:
    """Return where an intercepting force set out: the station in its note, else the base of its
    ships."""
    word, _, place = f.note.partition(" ")
    if word in ("defensive-patrol", "patrol"):
        return place
    ships = s.members(f)
    return ships[0].base if ships else f.path[0]


def forces_under_way(s: State, side: str) -> tuple[tuple[str, str], ...]:
    """Return (hex, start) of a side's surface forces that are sailing to an interception."""
    return tuple(
        (f.target, start_place(s, f))
        for f in s.forces.values()
        if f.side == side and f.mission == "intercept" and f.state == "sailing" and not f.submarines
    )


@clause("21.312")
def forces_sent_from(s: State, side: str, base: str, mission: str) -> tuple[Force, ...]:
    """Return the surface forces of *side* from one *base* that are out on an interception
    (*mission* ``intercept``) or a counter-interception (``counter``). Those of other bases sail by
    themselves (22.14)."""
    return tuple(
        f
        for f in s.forces.values()
        if f.side == side
        and f.mission == mission
        and not f.submarines
        and not f.note
        and f.begins == base
    )


@clause("21.2111#2")
def clash_reason(
    s: State, side: str, place: str, hex_id: str, taken: Sequence[tuple[str, str]]
) -> str:
    """Return why ships from *place* cannot sail to *hex_id* beside the forces under way; empty when
    they can.

    Forces that can join all meet the enemy in one hex (``one-hex``). Forces that a closed strait
    divides may each intercept on their side, but not together in the strait hex
    (``across-strait``).
    """
    for goal, start in taken:
        joined = is_connected(s, side, place, start)
        if joined and goal != hex_id:
            return "one-hex"
        if not joined and goal == hex_id:
            return "across-strait"
    return ""


@memo_per_parts(shore_fields)
def is_connected(s: State, side: str, one: str, two: str) -> bool:
    """Return True when ships of a side can sail from one place to the other without passing a
    strait closed to them."""
    if one == two or theatre.is_box(one) or theatre.is_box(two):
        return True
    board = theatre.board_of(s, one)
    if theatre.board_of(s, two) is not board:
        return True
    return can_sail_to(s, side, miles.waters_of_place(s, one), miles.waters_of_place(s, two), two)


# -------------------------------------------------------------------------------------------- air
def air_range(s: State, u: Unit, place: str) -> int:
    """Return the range of an air unit in hexes (house table ``awaw.air-range``)."""
    return combat_tables.cell_number(
        s.rulings, "air-range", "NAS" if u.type == "NAS" else "AAF", theatre.theatre_of(s, place)
    )


@memo_per_parts(airfields)
def air_in_range(s: State, side: str, hex_id: str) -> tuple[Unit, ...]:
    """Return the uninverted land-based air units of a side whose base lies within range of a
    hex."""
    board = theatre.board_of(s, hex_id)
    return tuple([u for u in land_air(s, side) if is_within_range(s, u, board, hex_id)])


@memo_per_parts(airfields)
def land_air(s: State, side: str) -> tuple[Unit, ...]:
    """Return the ready land-based air units of a side, on the map."""
    return tuple([u for u in air_units(s) if is_ready_land_air(u, side)])


def is_ready_land_air(u: Unit, side: str) -> bool:
    """Return True for a ready land-based air unit of the side, on the map."""
    ready = (
        u.kind == "air"
        and u.side == side
        and u.present
        and not u.aboard
        and not u.inverted
        and not u.force
    )
    return ready and bool(u.base or u.at) and not theatre.is_box(u.base or u.at)


def is_within_range(s: State, u: Unit, board: Board, hex_id: str) -> bool:
    """Return True when an air unit reaches a hex from its base."""
    here = u.base or u.at
    if theatre.board_of(s, here) is not board:
        return False
    return theatre.flight_distance(board, here, hex_id) <= air_range(s, u, here)


@clause("21.416C")
@memo_per_parts(airfields)
def spotting_squadrons(s: State, side: str, hex_id: str) -> int:
    """Return the land-based search squadrons in range of a hex: one for each army factor and each
    naval squadron."""
    return sum(u.factors for u in air_in_range(s, side, hex_id))


def code_advantage(s: State, side: str, kind: str) -> int:
    """Return 1 when a side holds the codebreaking advantage of a kind (``strategic`` or
    ``tactical``) in this theatre, else 0."""
    for key in (
        kind,
        f"{theatre.THEATRE[s.board]} {kind}",
        "Ultra" if s.board == theatre.EUROPE else "Magic",
    ):
        if key in s.codebreaking:
            return 1 if s.codebreaking[key] == side else 0
    return 0


# --------------------------------------------------------------------------------------- attempts
@clause("21.312")
def target_factors(s: State, forces: Sequence[str]) -> int:
    """Return the naval factors that count as the size of forces met together. An enemy's size band
    stands for its factors.

    Each order sent a force of its own, and the greatest counts. Under HR-312 ``operation`` all
    count as one.
    """
    sizes: dict[str, int] = {}
    one = s.rulings.switch("HR-312") == "operation"
    for f in [s.forces[id] for id in forces if id in s.forces]:
        whole = "" if one else f.name or f.id  # parts of one task force share its name
        sizes[whole] = sizes.get(whole, 0) + (10 if f.band == "10+" else factors(s.members(f)))
    return max(sizes.values(), default=0)


def attempt_situation(
    s: State,
    side: str,
    a: Activity,
    post: Post,
    ships: Sequence[Unit],
    hex_id: str,
    distance: int,
    counter: str = "",
) -> Attempt:
    """Return the situation of one attempt at one hex. *counter* is empty, ``port`` or
    ``patrol``."""
    slow = any(u.speed == "slow" for u in ships)
    return _attempt(
        s,
        a,
        post,
        hex_id,
        distance,
        counter,
        attempt_basis(s, side, a, bool(counter)),
        is_port_shut(s, post),
        slow,
        spotting_squadrons(s, side, hex_id),
    )


class AttemptOutcome(NamedTuple):
    """Chance, dice and usefulness of an attempt."""

    chance: float
    """Chance (0 to 1) of success; of a counter-interception, to arrive in the first round."""
    dice: int
    worth_asking: bool


def attempt_outcomes(
    s: State,
    side: str,
    a: Activity,
    post: Post,
    slow: bool,
    places: Mapping[str, int],
    counter: str = "",
) -> Iterator[tuple[str, int, AttemptOutcome]]:
    """Yield (hex, distance, outcome) of attempts from a post at several hexes with their
    distances."""
    common, shut = attempt_basis(s, side, a, bool(counter)), is_port_shut(s, post)
    alike: dict[tuple[Kind, int], Attempt] = {}
    for h, d in places.items():
        at = hex_kind(a, h), min(MOST_EYES, spotting_squadrons(s, side, h))
        near = alike.get(at)
        if near is None:
            near = alike[at] = _attempt(s, a, post, h, 0, counter, common, shut, slow, at[1])
        yield h, d, outcome_of(s.rulings, near, d, s.ask_hopeless_windows)


@lru_cache(maxsize=1 << 14)
def outcome_of(r: Rulings, near: Attempt, distance: int, every_window: bool) -> AttemptOutcome:
    """Return the outcome of an attempt at a distance."""
    a = replace(near, distance=distance)
    return AttemptOutcome(
        counter_chance(r, a) if a.counter else chance_of(r, a),
        dice_for(r, a).dice,
        is_worth_asking(r, a, every_window),
    )


Kind = tuple[bool, bool, bool]
"""Properties of a hex on which an attempt there depends, besides distance and aircraft."""


def hex_kind(a: Activity, hex_id: str) -> Kind:
    """Return three flags of a hex: it is the activity's goal, it is on the route of a patrol's
    interceptors, it is on the other board."""
    return hex_id == a.target, hex_id in a.route, hex_id[1:2] == ":"


class AttemptBasis(NamedTuple):
    """Facts shared by every attempt of a side at one activity."""

    small: bool
    cards: int
    surprised: int


@memo_per_state
def attempt_basis(s: State, side: str, a: Activity, counter: bool) -> AttemptBasis:
    """Return the facts shared by every attempt of *side* at this activity."""
    small = target_factors(s, a.against if counter else a.forces) < 10
    return AttemptBasis(small, code_advantage(s, side, "strategic"), surprise_dice(s, side))


def is_port_shut(s: State, post: Post) -> bool:
    """Return True for ships that sail from a port that is not operational."""
    return not post.force and not theatre.is_box(post.place) and not is_operational(s, post.place)


def _attempt(
    s: State,
    a: Activity,
    post: Post,
    hex_id: str,
    distance: int,
    counter: str,
    common: AttemptBasis,
    shut: bool,
    slow: bool,
    eyes: int,
) -> Attempt:
    return Attempt(
        activity=a.kind,
        distance=distance,
        theatre=theatre.theatre_of(s, hex_id),
        counter=counter,
        spotters=min(MOST_EYES, eyes),
        cards=common.cards,
        mission_hex=hex_id == a.target,
        slow=slow,
        submarines=post.submarines and not post.force,
        closed_port=shut,
        small=common.small,
        in_hex=bool(counter) and hex_id not in a.route,
        surprised=common.surprised,
    )


def surprise_dice(s: State, side: str) -> int:
    """Return the dice that a side loses in a player turn in which its scenario has it surprised; 0
    otherwise."""
    rule = cards.scenario_card(s.scenario, s.start).surprise if s.scenario else None
    now = f"{s.mover} {s.season} {s.year}"
    return rule.dice if rule is not None and side != s.mover and rule.when == now else 0


def reachable(s: State, side: str, a: Activity, post: Post, base: str) -> Mapping[str, int]:
    """Return hex -> distance of the activity's hexes to which ships of a post can be sent: within
    range, by open water, and allowed by the fronts."""
    return _reachable(s, side, post.place, base, a.side, a.whole, (*a.open, *a.route))


@memo_per_parts(shore_fields)
def _reachable(
    s: State,
    side: str,
    place: str,
    base: str,
    mover: str,
    track: tuple[str, ...],
    hexes: tuple[str, ...],
) -> Mapping[str, int]:
    """Memoised core of :func:`reachable`: hex -> distance by water for ships of *side* based at
    *place*, against a track of the *mover* that can be intercepted in these hexes."""
    out: dict[str, int] = {}
    if not fronts.can_intercept_by_front(s, base, track):
        return out
    near = distances(s, side, place, base)
    used = miles.waters_along(s, mover, track)
    for h in dict.fromkeys(hexes):
        if not theatre.is_box(h):
            d = miles.nearest_distance(near, used.get(h) or miles.waters_of_place(s, h))
            if d is not None:
                out[h] = d
    return out


def base_of(post: Post, ships: Sequence[Unit]) -> str:
    """Return the base whose front counts: the port, or the base of origin of a force at sea."""
    return post.place if not post.force else (ships[0].base or post.place)


class ShipTraits(NamedTuple):
    """Facts about ships that matter when they intercept."""

    slow: bool
    """True if all of them are slow."""
    apart: bool
    """True if some belong to an independent power."""


@lru_cache(1 << 12)
def ship_traits(ships: tuple[Unit, ...]) -> ShipTraits:
    """Return the facts about these ships that matter when they intercept."""
    speeds = {u.speed for u in ships}
    return ShipTraits(
        "slow" in speeds and "fast" not in speeds, any(u.note == APART for u in ships)
    )


@memo_per_state
def opportunities(
    s: State, side: str, a: Activity, hex_id: str = "", counter: bool = False
) -> dict[Post, dict[str, int]]:
    """Return the posts from which a side has some chance to meet this activity, each with hex ->
    distance.

    Memoised for each state: the window, its prompt, candidates and their evaluation all use it.
    """
    out: dict[Post, dict[str, int]] = {}
    taken = () if counter else forces_under_way(s, side)
    common = attempt_basis(s, side, a, counter)
    track, hexes = a.whole, (*a.open, *a.route)
    kinds = {h: hex_kind(a, h) for h in hexes}
    alike: dict[tuple[bool, bool, bool, str], dict[Kind, AskingDistance]] = {}
    """Keyed by the facts of a post that matter: its ships and harbour."""
    for post, ships in posts(s, side, a, counter).items():
        if counter and post.submarines and not post.force:
            continue
        places = _reachable(s, side, post.place, base_of(post, ships), a.side, track, hexes)
        company = ship_traits(ships)
        if company.apart:
            places = {h: d for h, d in places.items() if h == post.place}
        if not places:
            continue
        slow, shut = company.slow, is_port_shut(s, post)
        word = ("patrol" if post.force else "port") if counter else ""
        far = alike.setdefault((slow, shut, post.submarines and not post.force, word), {})
        for h in places:
            if kinds[h] not in far:
                far[kinds[h]] = asking_distance(
                    s.rulings,
                    _attempt(s, a, post, h, 0, word, common, shut, slow, 0),
                    s.ask_hopeless_windows,
                )
        kept: dict[str, int] = {}
        for h, d in places.items():
            reach = far[kinds[h]]
            # Count aircraft only where they decide the result: the count is slow.
            if d > reach.most or (
                d > reach.least
                and d > reach.by_eyes[min(MOST_EYES, spotting_squadrons(s, side, h))]
            ):
                continue
            if counter and hex_id and h != hex_id and h not in a.route and not post.submarines:
                continue
            if taken and not post.submarines and clash_reason(s, side, post.place, h, taken):
                continue
            kept[h] = d
        if kept and may_sail(ships, "counter" if counter else "intercept"):
            out[post] = kept
    return out


class AskingDistance(NamedTuple):
    """Greatest distance in hexes at which an attempt is worth asking about; -1 for never."""

    by_eyes: tuple[int, ...]
    """Distances by number of search squadrons in range, from 0."""
    least: int
    most: int


@lru_cache(maxsize=8192)
def asking_distance(r: Rulings, a: Attempt, every_window: bool) -> AskingDistance:
    """Return how far away an attempt is worth asking about, for every number of spotting squadrons.
    The distance of the attempt itself is ignored."""
    tries = [replace(a, spotters=eyes) for eyes in range(MOST_EYES + 1)]
    found = tuple(
        [
            farthest_distance(r, x, every_window) if a.counter or is_favourable(r, x) else -1
            for x in tries
        ]
    )
    return AskingDistance(found, min(found), max(found))


@clause("21.533D-note", "21.533D-note#2@earlier")
def is_favourable(r: Rulings, a: Attempt) -> bool:
    """Return True when raiders on the map may be intercepted: only with a favourable modifier from
    aircraft that spot, or codes. The earlier edition has no such limit; there the dice alone
    decide, and there are seldom any."""
    return a.activity != "raid" or r.edition == "earlier" or a.spotters > 0 or a.cards > 0


@lru_cache(maxsize=8192)
def is_worth_asking(r: Rulings, a: Attempt, every_window: bool) -> bool:
    """Return True when the dice can reach: at once, or for a counter-interceptor within the six
    rounds that a battle may last.

    Under ``every_window`` a side is asked whenever there are dice, hopeless or not. Otherwise
    hopeless questions are left out.
    """
    if every_window:
        return (
            a.distance == 0
            or dice_for(r, a).dice > 0
            or (bool(a.counter) and counter_pips(r, a) == 0)
        )
    if not a.counter:
        return chance_of(r, a) > 0
    rounds = (
        combat_tables.cell_number(r, "withdrawal", "rounds")
        if r.switch("HR-A2-counter") == "late"
        else 1
    )
    return counter_pips(r, a) <= 6 * rounds * dice_for(r, a).dice


@lru_cache(maxsize=8192)
def farthest_distance(r: Rulings, a: Attempt, every_window: bool) -> int:
    """Return the greatest distance in hexes at which an attempt is worth asking about; -1 when
    there is none. The distance of the attempt itself is ignored."""
    every = range(most_hexes(r, a.theatre) + 1)
    return (
        bisect_left(
            every, True, key=lambda d: not is_worth_asking(r, replace(a, distance=d), every_window)
        )
        - 1
    )


def may_sail(ships: Sequence[Unit], operation: str) -> bool:
    """Return True when some of these ships could start. Carriers alone cannot (21.313)."""
    rest = [u for u in ships if u.type not in ("CVL", "CV", "CVB")]
    return (
        bool(rest) or not employment.escort_refusals(ships, operation) or not fast_carriers(ships)
    )
