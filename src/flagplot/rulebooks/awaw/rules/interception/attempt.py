"""Dice of naval interception (22.2): base by activity, modifiers, limit, and how they are read. All
pure."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from flagplot.table import Roll, Rulings, Table, TailCall, clause
from flagplot.table.language.event_sentences import AudienceEvent

from ..combat import combat_tables
from ..combat.dice import Advance, Die, Outcomes, Reach

__all__ = ["Outcomes"]


BASE: dict[str, str] = {
    "base-change": "base-change",
    "patrol": "patrol",
    "patrol-stays": "patrol-stays",
    "transport": "sea-transport",
    "supply": "sea-supply",
    "escort": "sea-escort",
    "redeploy": "naval-redeployment",
    "displaced": "displaced",
    "return": "return",
    "invade": "invasion",
    "bombard": "bombardment",
    "carrier": "carrier-mission",
    "raid": "raider",
    "convoy": "convoy",
    "intercept": "counter-from-port",
    "counter": "counter-from-port",
    "defensive-patrol": "counter-from-port",
    "sw": "base-change",
    "deploy": "base-change",
}
"""Mission word of a force -> row of the table of base dice. Interceptors are
counter-intercepted."""


CARGO_MISSIONS = frozenset({"transport", "supply", "escort", "invade", "convoy"})


HINDERED = CARGO_MISSIONS
"""Missions whose ships carry cargo or protect transports (22.55)."""


class Attempt(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """Everything on which the dice of one attempt depend."""

    activity: str
    distance: int
    """Hexes from the interceptors' base (or patrol hex) to the interception hex."""
    theatre: str = "Europe"
    counter: str = ""
    """Empty for an interception; ``port`` or ``patrol`` for a counter-interception."""
    spotters: int = 0
    cards: int = 0
    mission_hex: bool = False
    slow: bool = False
    submarines: bool = False
    closed_port: bool = False
    small: bool = False
    """True if the target has fewer than ten naval factors."""
    in_hex: bool = False
    """True for a counter-interception in the interception hex itself."""
    surprised: int = 0
    """Number of dice that the scenario's surprise takes from a side."""


class DiceCount(msgspec.Struct, frozen=True, cache_hash=True):
    """Dice of an attempt and their parts: (row, dice) pairs, the base first."""

    dice: int
    parts: tuple[tuple[str, int], ...]


@clause("21.416L-note", "21.533D-note@earlier")
@lru_cache(maxsize=4096)
def dice_for(r: Rulings, a: Attempt) -> DiceCount:
    """Return the base dice by activity with every modifier, from 0 to the limit (22.23, 22.232)."""
    if a.counter == "patrol":
        parts = [("counter-patrol", combat_tables.cell_number(r, "counter-patrol", "dice"))]
    elif a.counter:
        parts = [
            (
                "counter-from-port",
                combat_tables.cell_number(r, "interception-dice", "counter-from-port"),
            )
        ]
    else:
        row = BASE.get(a.activity, a.activity)
        parts = [(row, combat_tables.cell_number(r, "interception-dice", row))]

    def add(row: str, times: int = 1) -> None:
        if times:
            parts.append((row, times * combat_tables.cell_number(r, "interception-modifiers", row)))

    if a.spotters:
        most = combat_tables.cell_number(r, "interception-modifiers", "spotting-most")
        parts.append(
            (
                "spotting",
                min(
                    most,
                    a.spotters * combat_tables.cell_number(r, "interception-modifiers", "spotting"),
                ),
            )
        )
    add("strategic-card", 1 if a.cards > 0 else 0)
    add(
        "mission-hex",
        1 if a.mission_hex and a.activity in ("invade", "bombard") and not a.counter else 0,
    )
    add("counter-in-hex", 1 if a.counter and a.in_hex else 0)
    add("slow", 1 if a.slow else 0)
    add("submarines", 1 if a.submarines else 0)
    add("closed-port", 1 if a.closed_port and not a.submarines else 0)
    add("small-target", 1 if a.small else 0)
    if a.surprised:
        parts.append(("surprised", -a.surprised))
    cap = combat_tables.cell_number(r, "interception-modifiers", "most")
    return DiceCount(max(0, min(cap, sum(n for _, n in parts))), tuple(parts))


def pips_needed(r: Rulings, a: Attempt) -> int:
    """Return the pips that the distance needs on the dice: in the Pacific twice the hexes."""
    return a.distance * combat_tables.cell_number(r, "interception-range", a.theatre, "pips")


@lru_cache(maxsize=256)
def ancestor_highest_face(distance: int) -> int:
    """Return the highest face of one die that reaches a distance, as the ancestor game reads it
    (HR-A2-reading)."""
    for most, hexes in ((6, 1), (5, 10), (4, 18), (3, 24), (2, 30)):
        if distance <= hexes:
            return most
    return 1


@lru_cache(maxsize=4096)
def spec_for(r: Rulings, a: Attempt) -> Reach | Die:
    """Return the roll of an attempt. In the interceptors' own hex (distance 0) it always succeeds,
    even with no dice."""
    n = dice_for(r, a).dice
    if r.switch("HR-A2-reading") == "ancestor":
        most = ancestor_highest_face(pips_needed(r, a)) if n or a.distance == 0 else 0
        return Die(tuple(1 if face <= most else 0 for face in range(1, 7)))
    return Reach(n, pips_needed(r, a))


@clause("21.3611")
@lru_cache(maxsize=16)
def most_hexes(r: Rulings, theatre: str) -> int:
    """Return the longest route of an interception or counter-interception in hexes: 40 in Europe,
    20 in the Pacific."""
    return combat_tables.cell_number(r, "interception-range", theatre, "hexes")


@lru_cache(maxsize=4096)
def chance_ways(r: Rulings, a: Attempt) -> tuple[int, int]:
    """Return the exact chance of an attempt as (ways, all)."""
    outcomes, every = spec_for(r, a).outcomes()
    return sum(w for v, w in outcomes if v), every


def chance_of(r: Rulings, a: Attempt) -> float:
    """Return the chance (0 to 1) of an attempt."""
    ways, every = chance_ways(r, a)
    return ways / every


def counter_pips(r: Rulings, a: Attempt) -> int:
    """Return the pips that a counter-interceptor has to cover from round one. A patrol has already
    moved its free hexes."""
    free = (
        combat_tables.cell_number(r, "counter-patrol", "free-hexes") if a.counter == "patrol" else 0
    )
    return max(0, a.distance - free) * combat_tables.cell_number(
        r, "interception-range", a.theatre, "pips"
    )


def counter_spec(r: Rulings, a: Attempt) -> Advance:
    """Return the roll of a counter-interceptor: the part of its route that it covers this round."""
    return Advance(dice_for(r, a).dice, counter_pips(r, a))


@lru_cache(maxsize=1024)
def counter_chance(r: Rulings, a: Attempt, rounds: int = 1) -> float:
    """Return the chance (0 to 1) that a counter-interceptor is in the battle by the end of its
    *rounds*-th roll."""
    need, n = counter_pips(r, a), dice_for(r, a).dice
    spread: dict[int, float] = {need: 1.0}
    for _ in range(rounds):
        step: dict[int, float] = {}
        for left, p in spread.items():
            outcomes, every = Advance(n, left).outcomes()
            for got, w in outcomes:
                step[left - got] = step.get(left - got, 0.0) + p * w / every
        spread = step
    return spread.get(0, 0.0)


# -------------------------------------------------------------------------- the odds of a passage
class Watcher(msgspec.Struct, frozen=True, cache_hash=True):
    """A force that may try to intercept a passage, with its attempt in each hex of the track
    (``None`` where it cannot)."""

    attempts: tuple[Attempt | None, ...]
    submarines: bool = False


class Passage(msgspec.Struct, frozen=True, cache_hash=True):
    """A drawn track and the forces that may intercept on it, to compute the chance of an
    interception."""

    rulings: Rulings
    watchers: tuple[Watcher, ...]
    at: int = -1
    """Index of the track hex where all surface forces try (22.13A); -1 before it is chosen."""
    caught: bool = False


class PassageIntercepted(AudienceEvent, frozen=True, tag="caught"):
    """Interception of the passage."""

    clause: str

    def apply(self, p: Passage) -> Passage:
        return msgspec.structs.replace(p, caught=True, watchers=())


class WatcherFailed(AudienceEvent, frozen=True, tag="tried"):
    """Failure of a watcher's attempt."""

    clause: str
    at: int = -1

    def apply(self, p: Passage) -> Passage:
        return msgspec.structs.replace(p, watchers=p.watchers[1:], at=self.at)


def best_attempt(r: Rulings, w: Watcher) -> tuple[float, int]:
    """Return the watcher's best chance along the track, and the index of its hex (the earliest of
    equals). (0.0, -1) when it has none."""
    found = [(chance_of(r, a), -i) for i, a in enumerate(w.attempts) if a is not None]
    if not found:
        return 0.0, -1
    p, i = max(found)
    return p, -i


def meeting_place(p: Passage) -> int:
    """Return the index of the track hex where the surface forces try; -1 when there are none. They
    all use one hex (22.13A): the one with the best chance for all together, the earliest of
    equals."""
    surface = tuple(w for w in p.watchers if not w.submarines)
    together = chance_by_hex(msgspec.structs.replace(p, watchers=surface))
    return max(range(len(together)), key=lambda i: (together[i], -i), default=-1)


def attempt_at(r: Rulings, w: Watcher, at: int) -> tuple[float, Attempt | None]:
    """Return the chance and the attempt of a watcher. Submarines try where it is best for them,
    other forces in the common hex."""
    place = best_attempt(r, w)[1] if w.submarines else at
    a = w.attempts[place] if place >= 0 else None
    return (chance_of(r, a) if a is not None else 0.0), a


async def run_passage(t: Table[Passage]) -> str | TailCall:
    """Let every watcher try once, surface forces all in one hex. Separate forces roll separately
    (22.14)."""
    p = t.state
    if p.caught:
        return "intercepted"
    if not p.watchers:
        return "passes"
    at = p.at if p.at >= 0 else meeting_place(p)
    chance, attempt = attempt_at(p.rulings, p.watchers[0], at)
    if (
        attempt is not None
        and chance > 0
        and await Roll(spec_for(p.rulings, attempt), "22.22", "interception")
    ):
        t.record(PassageIntercepted("22.22"))
        return "intercepted"
    t.record(WatcherFailed("22.22", at))
    return TailCall(run_passage)


def passage_chance(p: Passage) -> float:
    """Return the chance (0 to 1) of an interception when every watcher tries once, surface forces
    in one hex. Equal to the odds of :func:`passage`, by multiplication."""
    free, at = 1.0, p.at if p.at >= 0 else meeting_place(p)
    for w in p.watchers:
        free *= 1.0 - attempt_at(p.rulings, w, at)[0]
    return 1.0 - free


def chance_by_hex(p: Passage) -> tuple[float, ...]:
    """Return for each hex of the track the chance (0 to 1) of an interception there if every
    watcher that can tried there."""
    length = max((len(w.attempts) for w in p.watchers), default=0)
    out = []
    for i in range(length):
        free = 1.0
        for w in p.watchers:
            a = w.attempts[i]
            free *= 1.0 - (chance_of(p.rulings, a) if a is not None else 0.0)
        out.append(1.0 - free)
    return tuple(out)
