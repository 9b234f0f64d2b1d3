"""Who may meet whom where: eligible interceptors, their distances, waters and dice, out of the
campaign's position.

Everything here reads a position (a view will do) and changes nothing."""

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
from ...map.ports import operational, shores
from ...scenarios import cards
from ...state import APART, Force, State, Unit, factors, replace
from ...state.nations import at_war, power_of, western_allied
from .. import employment, mapboard_boxes
from ..air.air_units import air_units, airfields
from ..combat import combat_tables
from ..forces import fast_carriers
from ..movement import routing
from ..range import distances as miles
from ..range import limits
from .activity import Activity
from .attempt import Attempt, counter_chance, counter_start, dice_for, most_hexes, odds
from .attempts_made import marked, succeeded, supported, tried

__all__ = ["limits"]


MOST_EYES = 3
"""Search squadrons that count at most."""


NEVER = frozenset({"CVE", "TR", "ASW"})
"""Types that do not intercept (22.1)."""


COUNTERED_FREELY = frozenset({"patrol", "patrol-stays", "base-change", "sw", "deploy"})
"""Activities of the same moment as a patrol: patrols may not support them (21.4182E)."""


DEFENSIVE_SEGMENTS = frozenset({"supply", "transport"})


NO_START = frozenset((*mapboard_boxes.BLOCKED["intercept"], *theatre.SW_BOXES))
"""Boxes from which nobody intercepts."""


class Post(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A place interceptors sail from: a port or box (``force`` empty), or a force at sea."""

    place: str
    force: str = ""
    submarines: bool = False


@clause("21.31")
def fit(s: State, side: str, foe_nations: frozenset[str]) -> list[Unit]:
    """The ships in port that may attempt an interception at all: in play, undamaged, uninverted,
    unused, of a kind and from a place that may, and at war with the mover."""
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
    return [u for u in able if any(at_war(s, u.nation, n) for n in foe_nations)]


def immune(s: State, a: Activity) -> bool:
    """True for submarines: nobody intercepts them (22.1)."""
    here = [u for f in a.forces if f in s.forces for u in s.members(f)]
    return bool(here) and all(u.type in ("SS", "ASW") for u in here)


def nations_of(s: State, forces: Iterable[str]) -> frozenset[str]:
    return frozenset(u.nation for f in forces if f in s.forces for u in s.members(f))


@clause("21.14E")
def nations_told(s: State, side: str, forces: Iterable[str]) -> frozenset[str]:
    """What a side that may meet enemy *forces* is told of whose they are: no more than which of its
    own ships are at war with them. Where all of these are, it is told which nations that would be
    true of, whoever sails."""
    foes = nations_of(s, forces)
    if not s.peace:
        return frozenset()
    mine = {u.nation for u in s.ships(side)}
    if not all(any(at_war(s, m, n) for n in foes) for m in mine):
        return foes
    his = {u.nation for u in s.units.values() if u.side == s.enemy(side) and u.kind == "ship"}
    return frozenset(n for n in his if all(at_war(s, m, n) for m in mine)) or foes


def western_first(s: State, side: str) -> bool:
    """True while Western Allied ships make for an interception: if they and Russia want the same
    target, they get it (22.12)."""
    sailing = [
        f
        for f in s.forces.values()
        if f.side == side and f.mission == "intercept" and f.state == "sailing"
    ]
    return any(western_allied(u.nation) for f in sailing for u in s.members(f))


@memo_per_state
def posts(s: State, side: str, a: Activity, counter: bool) -> dict[Post, tuple[Unit, ...]]:
    """Where a side has ships that may (counter-)intercept this activity: by port, by defensive
    patrol, by submarine patrol, and for counter-interception by patrol that stayed at sea."""
    return _posts(
        s, side, replace(a, path=(), at=-1, target="", track=(), window="", route=()), counter
    )


@memo_per_state
def _posts(s: State, side: str, a: Activity, counter: bool) -> dict[Post, tuple[Unit, ...]]:
    """The posts for an activity of which it is not told where it sails: they are the same in every
    hex of its track."""
    if not counter and tried(s, side, a.kind, a.forces):
        return {}
    foes = frozenset(a.nations) or nations_of(s, a.against if counter and a.against else a.forces)
    out: dict[Post, list[Unit]] = {}
    stand_back = not counter and western_first(s, side)
    for u in fit(s, side, foes):
        if stand_back and power_of(u.nation) == "Russia":
            continue
        if u.type != "SS" and not (counter and back_in_port(u, a)):
            out.setdefault(Post(u.base), []).append(u)
        elif u.type == "SS" and not counter:
            out.setdefault(Post(u.base, "", True), []).append(u)
    for f in s.forces.values():
        if f.side != side or f.state != "on-station" or f.id in a.forces:
            continue
        if not may_leave_station(s, f, a, counter) or (
            f.submarines and any(marked(s, "boats", f.id, x) for x in a.forces)
        ):
            continue
        ships = [
            u
            for u in s.members(f)
            if not u.damaged and (not s.peace or any(at_war(s, u.nation, n) for n in foes))
        ]
        if ships:
            out[Post(f.at, f.id, f.submarines)] = ships
    return {p: tuple(us) for p, us in out.items()}


@clause("21.321", "21.32")
def back_in_port(u: Unit, a: Activity) -> bool:
    """True for ships that have sailed in this phase and do not sail again: a base change bars only
    what happens with it."""
    return u.sortied and not (u.changed_base and a.kind not in COUNTERED_FREELY)


@clause("21.4182A", "21.4182E", "21.4192", "21.4193", "21.4195", "21.4182C")
def may_leave_station(s: State, f: Force, a: Activity, counter: bool) -> bool:
    """A force at sea intercepts as a defensive patrol (of submarines: in any segment), or
    counter-intercepts as a patrol of the moving side that stayed out; patrols do not support what
    happens at their own moment."""
    own_turn = f.side == s.mover
    if counter:
        if f.mission == "defensive-patrol":
            return not succeeded(s, f.at)
        supports = (
            f.mission == "patrol" and own_turn and f.remains and a.kind not in COUNTERED_FREELY
        )
        return (
            supports and not marked(s, "barred", f.id, s.phase) and not supported(s, f.id, a.forces)
        )
    if own_turn:
        return False
    if f.submarines:
        return f.mission in ("patrol", "defensive-patrol")
    segment = a.segment or s.segment
    return (
        f.mission == "defensive-patrol"
        and not succeeded(s, f.at)
        and (s.phase == "combat" or segment in DEFENSIVE_SEGMENTS)
    )


@clause("21.36A")
@memo_per_parts(shores)
def distances(s: State, side: str, place: str, base: str = "") -> Mapping[Node, int]:
    """Hexes by water from a place to every water within interception range, closed straits entered
    from this side only. Ships on a station at sea stand in the water to which they came from their
    *base*."""
    board = theatre.load(s.board) if theatre.is_box(place) else theatre.board_of(s, place)
    name = theatre.THEATRE[board.id]
    start = miles.standing(s, side, place, base)
    return (
        reach(board, start, most_hexes(s.rulings, name), closed=straits.closed(s, side, board))
        if start
        else {}
    )


def distance_to(s: State, side: str, place: str, base: str, a: Activity, hex_id: str) -> int | None:
    """Hexes that ships at *place* sail to meet an activity in a hex of its track, in a water that
    it uses there; ``None`` when that is out of reach."""
    return miles.nearest(distances(s, side, place, base), waters_used(s, a, hex_id))


def meets(s: State, side: str, place: str, base: str, a: Activity, hex_id: str) -> bool:
    """True when ships from *place* meet an activity in *hex_id*: on a front its two-front ports
    allow, and in a water of the hex that both use."""
    return fronts.may_meet(s, base, a.whole) and same_water(s, side, place, base, a, hex_id)


@clause("21.2111", "21.211F#2")
@memo_per_parts(shores)
def same_water(s: State, side: str, place: str, base: str, a: Activity, hex_id: str) -> bool:
    """True when the interceptors can sail, without passing a strait closed to them, to a water of
    the hex that the activity enters or leaves by. So a closed strait is entered from one side only,
    for prey of that side."""
    if len(straits.sides_of(s, side, hex_id)) < 2 or theatre.board_of(
        s, place
    ) is not theatre.board_of(s, hex_id):
        return True  # what lies on the other board is too far, whatever straits there are
    return sails_to(
        s, side, miles.standing(s, side, place, base), waters_used(s, a, hex_id), hex_id
    )


def sails_to(s: State, side: str, start: miles.Waters, goal: miles.Waters, hex_id: str) -> bool:
    """True when ships sail from one of some waters to one of others in a hex."""
    board = theatre.board_of(s, hex_id)
    return not goal.isdisjoint(
        reach(board, start, miles.ANYWHERE, closed=straits.closed(s, side, board))
    )


def waters_used(s: State, a: Activity, hex_id: str) -> miles.Waters:
    """Waters of a hex that an activity uses; every one of a hex that is not on its track."""
    return miles.along(s, a.side, a.whole).get(hex_id) or miles.floating(s, hex_id)


@clause("21.211H#3")
def barred_at_singapore(s: State, a: Activity) -> bool:
    """Nobody counter-intercepts the interception of an invasion of Singapore that comes from the
    west into a closed Strait of Malacca."""
    if a.kind != "invade" or not any(p.name == "Singapore" for p in theatre.places_at(s, a.target)):
        return False
    board = theatre.board_of(s, a.target)
    shut = straits.closed(s, a.side, board)
    west = {
        one
        for x in board.links.values()
        if x.clause == "21.211H" and x.id in shut
        for one, _ in x.joins
    }
    return not west.isdisjoint(waters_used(s, a, a.target))


def course(
    s: State,
    side: str,
    ships: Sequence[Unit],
    a: Activity,
    start: str,
    hex_id: str,
    via: Sequence[str] = (),
) -> routing.Plan:
    """The track of interceptors from where they lie or stand to a water of the hex that the
    activity uses there."""
    base = next((u.base for u in ships if u.base), "")
    ends = miles.standing(s, side, start, base), waters_used(s, a, hex_id)
    if not via and not ends[0].isdisjoint(ends[1]):
        return routing.Plan((hex_id,))
    return routing.plot(s, side, ships, start, hex_id, via, "intercept", "21.3611", (), ends)


def start_of(s: State, f: Force) -> str:
    """Where a force that intercepts set out from: the station in its note, else the base of its
    ships."""
    word, _, place = f.note.partition(" ")
    if word in ("defensive-patrol", "patrol"):
        return place
    ships = s.members(f)
    return ships[0].base if ships else f.path[0]


def under_way(s: State, side: str) -> tuple[tuple[str, str], ...]:
    """Surface forces of a side that make for an interception hex just now: (hex, where they set out
    from)."""
    return tuple(
        (f.target, start_of(s, f))
        for f in s.forces.values()
        if f.side == side and f.mission == "intercept" and f.state == "sailing" and not f.submarines
    )


@clause("21.312")
def sent_from(s: State, side: str, base: str, mission: str) -> tuple[Force, ...]:
    """Return the surface forces of *side* from one *base* that are out on an interception
    (*mission* ``intercept``) or a counter-interception (``counter``) just now. Those of other bases
    sail by themselves (22.14)."""
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
def clash(s: State, side: str, place: str, hex_id: str, taken: Sequence[tuple[str, str]]) -> str:
    """Why ships from *place* cannot make for *hex_id* beside the forces under way; empty when they
    can.

    Forces that can join all meet the enemy in one hex (``one-hex``). Those a closed strait keeps
    apart may each intercept on their side, but not together in the strait hex (``across-strait``).
    """
    for goal, start in taken:
        joined = connected(s, side, place, start)
        if joined and goal != hex_id:
            return "one-hex"
        if not joined and goal == hex_id:
            return "across-strait"
    return ""


@memo_per_parts(shores)
def connected(s: State, side: str, one: str, two: str) -> bool:
    """True when ships of a side can sail from one place to the other without passing a strait
    closed to them."""
    if one == two or theatre.is_box(one) or theatre.is_box(two):
        return True
    board = theatre.board_of(s, one)
    if theatre.board_of(s, two) is not board:
        return True
    return sails_to(s, side, miles.floating(s, one), miles.floating(s, two), two)


# -------------------------------------------------------------------------------------------- air
def air_range(s: State, u: Unit, place: str) -> int:
    """Hexes an air unit flies (house table ``awaw.air-range``)."""
    return combat_tables.number(
        s.rulings, "air-range", "NAS" if u.type == "NAS" else "AAF", theatre.theatre_of(s, place)
    )


@memo_per_parts(airfields)
def air_in_range(s: State, side: str, hex_id: str) -> tuple[Unit, ...]:
    """Uninverted land-based air units of a side whose base lies within range of a hex."""
    board = theatre.board_of(s, hex_id)
    return tuple([u for u in land_air(s, side) if within(s, u, board, hex_id)])


@memo_per_parts(airfields)
def land_air(s: State, side: str) -> tuple[Unit, ...]:
    """The ready land-based air units of a side, on the map."""
    return tuple([u for u in air_units(s) if flies_from_land(u, side)])


def flies_from_land(u: Unit, side: str) -> bool:
    """A ready land-based air unit of the side, on the map."""
    ready = (
        u.kind == "air"
        and u.side == side
        and u.present
        and not u.aboard
        and not u.inverted
        and not u.force
    )
    return ready and bool(u.base or u.at) and not theatre.is_box(u.base or u.at)


def within(s: State, u: Unit, board: Board, hex_id: str) -> bool:
    """True when an air unit reaches a hex from its base."""
    here = u.base or u.at
    if theatre.board_of(s, here) is not board:
        return False
    return theatre.flight(board, here, hex_id) <= air_range(s, u, here)


@clause("21.416C")
@memo_per_parts(airfields)
def spotters(s: State, side: str, hex_id: str) -> int:
    """Land-based search squadrons in range of a hex: one for each army factor, each naval
    squadron."""
    return sum(u.factors for u in air_in_range(s, side, hex_id))


def ahead(s: State, side: str, kind: str) -> int:
    """1 when a side holds the codebreaking advantage of a kind (``strategic`` or ``tactical``) in
    this theatre, else 0."""
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
    """Return the naval factors that count as the size of forces met together, from what the
    position tells: an enemy's size band stands for its factors. Each order sent a force of its own,
    and the greatest counts; under HR-312 ``operation`` all are one."""
    sizes: dict[str, int] = {}
    one = s.rulings.switch("HR-312") == "operation"
    for f in [s.forces[id] for id in forces if id in s.forces]:
        whole = (
            "" if one else f.name or f.id
        )  # the parts of a task force that sailed from several bases bear its name
        sizes[whole] = sizes.get(whole, 0) + (10 if f.band == "10+" else factors(s.members(f)))
    return max(sizes.values(), default=0)


def attempt(
    s: State,
    side: str,
    a: Activity,
    post: Post,
    ships: Sequence[Unit],
    hex_id: str,
    distance: int,
    counter: str = "",
) -> Attempt:
    """The situation of one attempt at one hex. *counter* is empty, ``port`` or ``patrol``."""
    slow = any(u.speed == "slow" for u in ships)
    return _attempt(
        s,
        a,
        post,
        hex_id,
        distance,
        counter,
        attempt_basis(s, side, a, bool(counter)),
        harbour_shut(s, post),
        slow,
        spotters(s, side, hex_id),
    )


class AttemptOutcome(NamedTuple):
    """What an attempt comes to."""

    chance: float
    """That it succeeds; of a counter-interception, that it is there in the first round."""
    dice: int
    worth_asking: bool


def prospects(
    s: State,
    side: str,
    a: Activity,
    post: Post,
    slow: bool,
    places: Mapping[str, int],
    counter: str = "",
) -> Iterator[tuple[str, int, AttemptOutcome]]:
    """What attempts from a post come to at several hexes with their distances: (hex, distance,
    prospect)."""
    common, shut = attempt_basis(s, side, a, bool(counter)), harbour_shut(s, post)
    alike: dict[tuple[Kind, int], Attempt] = {}
    for h, d in places.items():
        at = kind_of(a, h), min(MOST_EYES, spotters(s, side, h))
        near = alike.get(at)
        if near is None:
            near = alike[at] = _attempt(s, a, post, h, 0, counter, common, shut, slow, at[1])
        yield h, d, prospect(s.rulings, near, d, s.every_window)


@lru_cache(maxsize=1 << 14)
def prospect(r: Rulings, near: Attempt, distance: int, every_window: bool) -> AttemptOutcome:
    """What an attempt comes to at a distance."""
    a = replace(near, distance=distance)
    return AttemptOutcome(
        counter_chance(r, a) if a.counter else odds(r, a),
        dice_for(r, a).dice,
        worth_asking(r, a, every_window),
    )


Kind = tuple[bool, bool, bool]
"""What of a hex an attempt there hangs on, besides distance and aircraft."""


def kind_of(a: Activity, hex_id: str) -> Kind:
    """Whether it is the activity's goal, on the way of a patrol's interceptors, on the other
    board."""
    return hex_id == a.target, hex_id in a.route, hex_id[1:2] == ":"


class AttemptBasis(NamedTuple):
    """What every attempt of a side at one activity has in common."""

    small: bool
    cards: int
    surprised: int


@memo_per_state
def attempt_basis(s: State, side: str, a: Activity, counter: bool) -> AttemptBasis:
    """What every attempt of *side* at this activity has in common."""
    small = target_factors(s, a.against if counter else a.forces) < 10
    return AttemptBasis(small, ahead(s, side, "strategic"), surprised(s, side))


def harbour_shut(s: State, post: Post) -> bool:
    """True for ships that sail from a port that is not operational."""
    return not post.force and not theatre.is_box(post.place) and not operational(s, post.place)


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


def surprised(s: State, side: str) -> int:
    """Dice less that a side rolls in a player turn in which its scenario has it taken by
    surprise."""
    rule = cards.card(s.scenario, s.start).surprise if s.scenario else None
    now = f"{s.mover} {s.season} {s.year}"
    return rule.dice if rule is not None and side != s.mover and rule.when == now else 0


def reachable(s: State, side: str, a: Activity, post: Post, base: str) -> Mapping[str, int]:
    """Hexes of the activity that ships of a post can be sent to, with the distance: within range,
    water open, front allowed."""
    return _reachable(s, side, post.place, base, a.side, a.whole, (*a.open, *a.route))


@memo_per_parts(shores)
def _reachable(
    s: State,
    side: str,
    place: str,
    base: str,
    mover: str,
    track: tuple[str, ...],
    hexes: tuple[str, ...],
) -> Mapping[str, int]:
    """The same for ships of *side* at a place, and a track of the *mover* that may be met in these
    hexes."""
    out: dict[str, int] = {}
    if not fronts.may_meet(s, base, track):
        return out
    near = distances(s, side, place, base)
    used = miles.along(s, mover, track)
    for h in dict.fromkeys(hexes):
        if not theatre.is_box(h):
            d = miles.nearest(near, used.get(h) or miles.floating(s, h))
            if d is not None:
                out[h] = d
    return out


def base_of(post: Post, ships: Sequence[Unit]) -> str:
    """The base whose front counts: the port, or the base of origin of a force at sea."""
    return post.place if not post.force else (ships[0].base or post.place)


class Company(NamedTuple):
    """What of some ships counts when they are looked at as interceptors."""

    slow: bool
    """All of them are."""
    apart: bool
    """Some belong to a power that stands apart."""


@lru_cache(1 << 12)
def traits(ships: tuple[Unit, ...]) -> Company:
    """What of some ships counts when they are looked at as interceptors."""
    speeds = {u.speed for u in ships}
    return Company("slow" in speeds and "fast" not in speeds, any(u.note == APART for u in ships))


@memo_per_state
def opportunities(
    s: State, side: str, a: Activity, hex_id: str = "", counter: bool = False
) -> dict[Post, dict[str, int]]:
    """Posts of a side from which this activity can be met with some chance, and where: hex ->
    distance. Worked out once a position, for whoever asks: the window, its prompt, candidates and
    their worth."""
    out: dict[Post, dict[str, int]] = {}
    taken = () if counter else under_way(s, side)
    common = attempt_basis(s, side, a, counter)
    track, hexes = a.whole, (*a.open, *a.route)
    kinds = {h: kind_of(a, h) for h in hexes}
    alike: dict[tuple[bool, bool, bool, str], dict[Kind, Far]] = {}
    """By what of a post counts: its ships and harbour."""
    for post, ships in posts(s, side, a, counter).items():
        if counter and post.submarines and not post.force:
            continue
        places = _reachable(s, side, post.place, base_of(post, ships), a.side, track, hexes)
        company = traits(ships)
        if company.apart:
            places = {h: d for h, d in places.items() if h == post.place}
        if not places:
            continue
        slow, shut = company.slow, harbour_shut(s, post)
        word = ("patrol" if post.force else "port") if counter else ""
        far = alike.setdefault((slow, shut, post.submarines and not post.force, word), {})
        for h in places:
            if kinds[h] not in far:
                far[kinds[h]] = far_by_eyes(
                    s.rulings,
                    _attempt(s, a, post, h, 0, word, common, shut, slow, 0),
                    s.every_window,
                )
        kept: dict[str, int] = {}
        for h, d in places.items():
            reach = far[kinds[h]]
            # aircraft are looked for only where they decide it
            if d > reach.most or (
                d > reach.least and d > reach.by_eyes[min(MOST_EYES, spotters(s, side, h))]
            ):
                continue
            if counter and hex_id and h != hex_id and h not in a.route and not post.submarines:
                continue
            if taken and not post.submarines and clash(s, side, post.place, h, taken):
                continue
            kept[h] = d
        if kept and may_sail(ships, "counter" if counter else "intercept"):
            out[post] = kept
    return out


class Far(NamedTuple):
    """The most hexes over which an attempt is worth asking about; -1 where it never is."""

    by_eyes: tuple[int, ...]
    """By the search squadrons in range."""
    least: int
    most: int


@lru_cache(maxsize=8192)
def far_by_eyes(r: Rulings, a: Attempt, every_window: bool) -> Far:
    """How far away an attempt is worth asking about, whatever its own distance and however many
    aircraft spot for it."""
    tries = [replace(a, spotters=eyes) for eyes in range(MOST_EYES + 1)]
    found = tuple(
        [farthest(r, x, every_window) if a.counter or favourable(r, x) else -1 for x in tries]
    )
    return Far(found, min(found), max(found))


@clause("21.533D-note", "21.533D-note#2@earlier")
def favourable(r: Rulings, a: Attempt) -> bool:
    """Raiders on the map are intercepted only with a favourable modifier: aircraft that spot, or
    codes. The earlier edition has no such ban; there the dice alone decide, and are seldom any."""
    return a.activity != "raid" or r.edition == "earlier" or a.spotters > 0 or a.cards > 0


@lru_cache(maxsize=8192)
def worth_asking(r: Rulings, a: Attempt, every_window: bool) -> bool:
    """True when the dice can reach: at once, or for a counter-interceptor within the six rounds a
    battle may last.

    Where every window is asked about one is asked whenever there are dice, hopeless or not; else
    nobody is bothered for nothing.
    """
    if every_window:
        return (
            a.distance == 0
            or dice_for(r, a).dice > 0
            or (bool(a.counter) and counter_start(r, a) == 0)
        )
    if not a.counter:
        return odds(r, a) > 0
    rounds = (
        combat_tables.number(r, "withdrawal", "rounds")
        if r.switch("HR-A2-counter") == "late"
        else 1
    )
    return counter_start(r, a) <= 6 * rounds * dice_for(r, a).dice


@lru_cache(maxsize=8192)
def farthest(r: Rulings, a: Attempt, every_window: bool) -> int:
    """The most hexes over which an attempt is worth asking about, whatever its own distance: the
    dice reach no farther from there on. -1 when there are none."""
    every = range(most_hexes(r, a.theatre) + 1)
    return (
        bisect_left(
            every, True, key=lambda d: not worth_asking(r, replace(a, distance=d), every_window)
        )
        - 1
    )


def may_sail(ships: Sequence[Unit], operation: str) -> bool:
    """True when some of these ships could start: carriers alone cannot (21.313)."""
    rest = [u for u in ships if u.type not in ("CVL", "CV", "CVB")]
    return (
        bool(rest) or not employment.escort_refusals(ships, operation) or not fast_carriers(ships)
    )
