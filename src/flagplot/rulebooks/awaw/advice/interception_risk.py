"""Chance of being intercepted, as the moving side can know it. The forces in enemy ports are
unknown, so the assumption about them is stated."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from flagplot.table import TextError

from ..map import fronts, theatre
from ..map.ports import is_operational
from ..nouns import L
from ..rules import mapboard_boxes
from ..rules.interception import attempt, eligibility
from ..rules.interception.activity import Activity
from ..rules.interception.attempt import Attempt, Passage, Watcher
from ..rules.range import distances
from ..state import State, Unit, factors
from . import battle_text, order_tracks

ASSUMED = {
    "fast": "one force of fast ships from every enemy port with ships in range tries, all in the "
    "hex that suits them best",
    "slow": "the same with a slow ship in every such force",
}


class Risks(msgspec.Struct, frozen=True):
    """The interception risk of a drawn track.

    ``total`` and ``slower`` (under the alternative assumption) are chances from 0 to 1. ``profile``
    holds (hex, chance) pairs, ``assumption`` and ``alternative`` the sentences for the player,
    ``ports`` the ports considered."""

    total: float
    slower: float
    profile: tuple[tuple[str, float], ...]
    assumption: str
    alternative: str
    ports: tuple[str, ...]


def risk_of(
    view: State, side: str, kind: str, track: Sequence[str], target: str, strength: int
) -> Risks:
    """Return the risk of a track (base first) for *strength* naval factors, from the moving side's
    view."""
    a = Activity(
        kind=kind, side=side, forces=(), path=tuple(track), target=target, track=tuple(track)
    )
    fast, ports = passage_from(view, side, a, strength, slow=False)
    slow, _ = passage_from(view, side, a, strength, slow=True)
    by_hex = attempt.chance_by_hex(fast)
    return Risks(
        attempt.passage_chance(fast),
        attempt.passage_chance(slow),
        tuple(zip(a.path, by_hex, strict=False)),
        ASSUMED["fast"],
        ASSUMED["slow"],
        ports,
    )


def likeliest_port(
    view: State, side: str, kind: str, track: Sequence[str], target: str, strength: int
) -> tuple[str, float]:
    """Return the enemy port most likely to intercept a track when no other port tries, and its
    chance (0 to 1). The port is empty when none can."""
    a = Activity(
        kind=kind, side=side, forces=(), path=tuple(track), target=target, track=tuple(track)
    )
    passage, ports = passage_from(view, side, a, strength, slow=False)
    each = [
        (attempt.passage_chance(msgspec.structs.replace(passage, watchers=(w,))), p)
        for w, p in zip(passage.watchers, ports, strict=True)
    ]
    best = max(each, key=lambda x: (x[0], x[1]), default=(0.0, ""))
    return best[1], best[0]


def enemy_posts(view: State, side: str) -> dict[str, str]:
    """Return the places from which the enemy may intercept, from what *side* knows: place -> force
    id, empty for a port."""
    enemy = view.enemy(side)
    out = {
        place: ""
        for place, sides in view.presence.items()
        if enemy in sides and place not in mapboard_boxes.BLOCKED["intercept"]
    }
    for u in view.ships(enemy):
        if (
            not u.force
            and u.base
            and u.base not in mapboard_boxes.BLOCKED["intercept"]
            and not u.inverted
        ):
            out.setdefault(u.base, "")
    for f in view.forces.values():
        if (
            f.side == enemy
            and f.state == "on-station"
            and (f.submarines or f.mission == "defensive-patrol")
        ):
            out[f.at] = f.id
    return {p: f for p, f in out.items() if not theatre.is_sw_box(p)}


def station_base(view: State, place: str, force: str) -> str:
    """Return the base that enemy ships sail from: the port itself, or the base of a force at sea
    when its ships are known."""
    return next((u.base for u in view.members(force) if u.base), place) if force else place


def passage_from(
    view: State, side: str, a: Activity, strength: int, *, slow: bool
) -> tuple[Passage, tuple[str, ...]]:
    """Return the passage of an activity past every place where the enemy may have ships, and the
    names of these places. *slow* assumes a slow ship in each enemy force."""
    enemy = view.enemy(side)
    watchers: list[Watcher] = []
    ports: list[str] = []
    startled = eligibility.surprise_dice(view, enemy)
    for place, force in sorted(enemy_posts(view, side).items()):
        boats = bool(force) and view.forces[force].submarines
        base = station_base(view, place, force)
        attempts: list[Attempt | None] = []
        for h in a.path:
            d = (
                None
                if theatre.is_box(h)
                else eligibility.distance_to(view, enemy, place, base, a, h)
            )
            if d is None or not fronts.can_intercept_by_front(view, base, a.whole):
                attempts.append(None)
                continue
            closed = not force and not theatre.is_box(place) and not is_operational(view, place)
            attempts.append(
                Attempt(
                    activity=a.kind,
                    distance=d,
                    theatre=theatre.theatre_of(view, h),
                    spotters=min(3, eligibility.spotting_squadrons(view, enemy, h)),
                    cards=eligibility.code_advantage(view, enemy, "strategic"),
                    mission_hex=h == a.target,
                    slow=slow and not boats,
                    submarines=False,
                    closed_port=closed,
                    small=strength < 10,
                    surprised=startled,
                )
            )
        if any(x is not None for x in attempts):
            watchers.append(Watcher(tuple(attempts), boats))
            ports.append(theatre.name_of(view, place))
    return Passage(view.rulings, tuple(watchers)), tuple(ports)


HEXES = re.compile(r"((?:[A-Z]{1,2}\d+[ ,]*)+)as ([a-z-]+)(?: of (\d+) factors?)?", re.IGNORECASE)


def passage_of(view: State, side: str, text: str, *, slow: bool) -> Passage:
    """Return the passage of an order in text form, or of hexes ``B29 B30 B31 as transport of 12
    factors``. Raises :class:`TextError`."""
    m = HEXES.fullmatch(text)
    if m:
        track = tuple(theatre.place_id(view, h) for h in re.split(r"[ ,]+", m[1].strip()) if h)
        a = Activity(
            kind=m[2].casefold(), side=side, forces=(), path=track, target=track[-1], track=track
        )
        require_mission(a.kind)
        return passage_from(view, side, a, int(m[3] or 10), slow=slow)[0]
    sailed = order_tracks.tracks_of(view, side, L.parse(text, view, side))
    if not sailed:
        raise TextError(
            "this order sails nowhere",
            0,
            ("patrol UK-BC-Hood to C31", "B29 B30 B31 as transport of 12 factors"),
        )
    if len(sailed) > 1:
        bases = ", ".join(sorted({theatre.name_of(view, x.ships[0].base) for x in sailed}))
        raise TextError(
            f"these ships sail apart, from {bases}: ask about the ships of one port and one goal "
            "at a time",
            0,
        )
    voyage = sailed[0]
    path = voyage.plan.path
    if len(path) < 2 or any(r.code in NO_WAY for r in voyage.plan.refusals):
        raise TextError(
            f"there is no way to {theatre.name_of(view, voyage.target)} for this order", 0
        )
    if voyage.ships and all(u.type == "SS" for u in voyage.ships):
        return Passage(view.rulings, ())  # submarines are never intercepted (22.1)
    a = Activity(
        kind=voyage.kind, side=side, forces=(), path=path, target=voyage.target, track=path
    )
    return passage_from(view, side, a, factors(voyage.ships), slow=slow)[0]


NO_WAY = frozenset(
    {"no-way", "no-water", "strait-closed", "off-board", "off-northern-edge", "box-entry"}
)
"""Refusals of a track that leave no route on which it could be intercepted."""


def require_mission(kind: str) -> None:
    if kind not in attempt.BASE:
        raise TextError(f"no mission {kind!r}", 0, sorted(attempt.BASE))


def own_attempt(view: State, side: str, who: str, hex_id: str, mission: str) -> Attempt:
    """Return the exact attempt of a side's own ships at a hex. *who* names ships (``UK-BC-Renown,
    UK-DD-Scapa:3``) or a port for all its fast ships. Raises :class:`TextError`."""
    require_mission(mission)
    hex_id = theatre.place_id(view, hex_id)
    units: list[Unit] = []
    for word in (x.strip() for x in who.split(",")):
        found = list(battle_text.units_named(view, word))
        if not found:
            place = theatre.place_id(view, word)
            found = [
                u
                for u in view.based(place, side)
                if u.speed == "fast" and u.type not in eligibility.NEVER
            ]
        units += found
    strangers = [u.name for u in units if side and u.side != side]
    if not units or strangers:
        said = f"{', '.join(strangers)}: no ships" if strangers else f"{who!r} names no ships"
        raise TextError(
            f"{said} of {side or 'the side that asks'}", 0, ("UK-BC-Renown at B31 of transport",)
        )
    if len({u.force or u.base for u in units}) > 1:
        raise TextError(
            "ships of several places intercept apart: ask about those of one port or force", 0
        )
    start = units[0].base if not units[0].force else view.forces[units[0].force].at
    near = eligibility.distances(view, side, start, units[0].base)
    d = distances.nearest_distance(near, distances.waters_of_place(view, hex_id))
    if d is None:
        raise TextError(f"{hex_id} is out of reach of {theatre.name_of(view, start)}", 0)
    enemy = view.enemy(side)
    a = Activity(kind=mission, side=enemy, forces=(), path=(hex_id,), target="")
    post = eligibility.Post(start, units[0].force, units[0].type == "SS")
    return msgspec.structs.replace(
        eligibility.attempt_situation(view, side, a, post, units, hex_id, d), small=False
    )
