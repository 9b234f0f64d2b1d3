"""Choice of the sides that a window asks. A side with ships in reach is asked even if none of them
is ready, if the enemy sees those ships.

The question itself, the wait for its answer and the consent to an undo then reveal nothing to the
enemy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from flagplot.table import Table, clause
from flagplot.table.language.event_sentences import AudienceEvent

from ...events import OwnerEvent
from ...state import Force, State, Unit, replace, with_changes
from ...state.nations import NATIONS, is_at_war, side_of
from ..air import air_units
from ..presence import ships_seen
from . import eligibility
from .activity import Activity
from .attempts_made import Mark, has_mark

ASKED = "asked"
"""Ledger mark: a side has been asked about a stretch of an activity."""


class LetBy(OwnerEvent, frozen=True, tag="let-by"):
    """Decision of a side to let enemy forces pass in every hex of their stretch. It is not asked
    again about them. The enemy does not see it."""

    keys: tuple[str, ...]

    def apply(self, s: State) -> State:
        return replace(s, let_by=with_changes(s.let_by, dict.fromkeys(self.keys, 1)))


class Watched(AudienceEvent, frozen=True, tag="watched"):
    """Note that a side has been asked about a stretch of an activity.

    The enemy has now learned whether the side acts there, so it needs consent to undo its voyage.
    The side that was asked has learned nothing.
    """

    reveals: ClassVar[bool] = True
    clause: str
    side: str
    name: str

    def apply(self, s: State) -> State:
        return replace(s, ledger=(*s.ledger, Mark(ASKED, self.side, self.name)))

    def seen_by(self, side: str) -> Watched | None:
        return self if side != self.side else None


def stretch_keys(side: str, a: Activity) -> tuple[str, ...]:
    """Return the keys under which answers of *side* about an activity are kept: one for each force
    and its stretch.

    A patrol has one stretch on its way, one while it strikes and one when it stays. A transport has
    one to each port of call.
    """
    stretch = a.window or "".join(a.path[-1:])
    return tuple(f"{side} {force} {stretch}" for force in a.forces)


def is_let_by(s: State, side: str, a: Activity) -> bool:
    """Return True when *side* has decided to let every force of the activity pass."""
    return bool(a.forces) and all(key in s.let_by for key in stretch_keys(side, a))


def record_let_by(t: Table[State], side: str, a: Activity) -> None:
    """Record that *side* is not to be asked again about this stretch."""
    t.record(LetBy("22.11", side, stretch_keys(side, a)))


@clause("22.11", "22.16")
def is_due(
    s: State,
    side: str,
    a: Activity,
    hex_id: str = "",
    *,
    counter: bool = False,
    again: bool = False,
) -> bool:
    """Return True when *side* is asked although none of its ships can try.

    Under HR-2211 ``presence`` this is once for each stretch of an activity, when the enemy sees its
    ships in reach. With *again* it is also after the side has sent interceptors. A position that
    was set up asks only sides with ships that may try.
    """
    asked = has_mark(s, ASKED, side, question_name(side, a, counter))
    if not asks_by_presence(s) or (asked and not again):
        return False
    return bool(eligibility.opportunities(worst_case_state(s, side, a), side, a, hex_id, counter))


def asks_by_presence(s: State) -> bool:
    """Return True when sides are asked by what their enemy sees."""
    return not s.ask_hopeless_windows and s.rulings.switch("HR-2211") == "presence"


@clause("23.7")
def is_air_due(s: State, side: str, force: str, hexes: Sequence[str]) -> bool:
    """Return True when *side* is asked for an air attack on a force although none of its aircraft
    can fly: once for each force, when land-based aircraft of the side reach it."""
    if not asks_by_presence(s) or has_mark(s, ASKED, side, air_question_name(force)):
        return False
    rested_all = replace(
        s, units={u.id: ready_aircraft(u) for u in s.units.values() if is_seen_on_land(u, side)}
    )
    return any(air_units.units_in_range(rested_all, side, h) for h in hexes)


def air_question_name(force: str) -> str:
    """Return the name of the question whether aircraft attack a force."""
    return f"aircraft {force}"


def note_asked(t: Table[State], side: str, a: Activity, *, counter: bool = False) -> None:
    """Record that *side* has been asked about this stretch. Both sides know it."""
    _note_question(t, side, question_name(side, a, counter))


def note_air_asked(t: Table[State], side: str, force: str) -> None:
    """Record that *side* has been asked for an air attack on this force."""
    _note_question(t, side, air_question_name(force))


def _note_question(t: Table[State], side: str, name: str) -> None:
    if asks_by_presence(t.state) and not has_mark(t.state, ASKED, side, name):
        t.record(Watched("22.11", side, name))


def question_name(side: str, a: Activity, counter: bool) -> str:
    """Return the ledger name of a question. For a counter-interception it lists the
    interceptors."""
    return ",".join(a.against) if counter else ",".join(stretch_keys(side, a))


# ---------------------------------------------------------------- what the other side may suppose
def worst_case_state(s: State, side: str, a: Activity) -> State:
    """Return the worst position that the enemy of *side* must assume.

    Each place and each force at sea where the enemy sees ships of *side* holds ready ships,
    submarines included, at war with the ships to be met. Every aircraft is ready.
    """
    nation = hostile_nation(s, side, a)
    units = assumed_units(s, side, nation) if nation else {}
    forces = {f.id: with_assumed_ship(f, side, units) for f in s.forces.values()}
    return replace(s, units=units, forces=forces)


def hostile_nation(s: State, side: str, a: Activity) -> str:
    """Return a nation of *side* that is at war with the ships to be intercepted; empty when there
    is none."""
    met = a.against or a.forces
    foes = eligibility.nations_of(s, met)
    mine = [n for n in NATIONS if side_of(s, n) == side]
    return next((n for n in mine if not foes or any(is_at_war(s, n, x) for x in foes)), "")


@lru_cache(1 << 12)
def assumed_ship(side: str, nation: str, type: str, place: str, force: str) -> Unit:
    """Return a ready ship that may be in a place or sail in a force."""
    return Unit(
        f"?{type} {force or place}",
        "",
        side,
        nation,
        "ship",
        type,
        1,
        at=place,
        base=place,
        force=force,
    )


@lru_cache(1 << 12)
def ready_aircraft(u: Unit) -> Unit:
    """Return an air unit in the ready state that the enemy must assume."""
    return replace(u, inverted=False, used=())


def is_seen_on_land(u: Unit, side: str) -> bool:
    """Return True for aircraft of *side* that both sides see."""
    return u.side == side and u.kind == "air" and not (u.aboard or u.force)


def assumed_units(s: State, side: str, nation: str) -> Mapping[str, Unit]:
    """Return the units of both sides as the enemy of *side* may assume them."""
    enemy = s.enemy(side)
    ports = [place for place, there in ships_seen(s, enemy).items() if side in there]
    ghosts = [
        assumed_ship(side, nation, kind, place, "") for place in ports for kind in ("DD", "SS")
    ]
    ghosts += [
        assumed_ship(side, nation, "SS" if f.submarines else "DD", f.at, f.id)
        for f in s.forces.values()
        if f.side == side and f.state == "on-station"
    ]
    own = [u for u in s.units.values() if u.side == enemy]
    aloft = [ready_aircraft(u) for u in s.units.values() if is_seen_on_land(u, side)]
    return {u.id: u for u in (*own, *aloft, *ghosts)}


def with_assumed_ship(f: Force, side: str, units: Mapping[str, Unit]) -> Force:
    """Return a force of *side* with an assumed ship in place of its own."""
    if f.side != side:
        return f
    kind = "SS" if f.submarines else "DD"
    return replace(f, units=(f"?{kind} {f.id}",) if f"?{kind} {f.id}" in units else ())
