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

from ...events import Own
from ...state import Force, State, Unit, put, replace
from ...state.nations import NATIONS, at_war, side_of
from ..air import air_units
from ..presence import present
from . import eligibility
from .activity import Activity
from .attempts_made import Mark, marked

ASKED = "asked"
"""Ledger mark: a side has been asked about a stretch of an activity."""


class LetBy(Own, frozen=True, tag="let-by"):
    """Decision of a side to let enemy forces pass in every hex of their stretch. It is not asked
    again about them. The enemy does not see it."""

    keys: tuple[str, ...]

    def apply(self, s: State) -> State:
        return replace(s, let_by=put(s.let_by, dict.fromkeys(self.keys, 1)))


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


def stretches(side: str, a: Activity) -> tuple[str, ...]:
    """Return the keys under which answers of *side* about an activity are kept: one for each force
    and its stretch.

    A patrol has one stretch on its way, one while it strikes and one when it stays. A transport has
    one to each port of call.
    """
    stretch = a.window or "".join(a.path[-1:])
    return tuple(f"{side} {force} {stretch}" for force in a.forces)


def is_let_by(s: State, side: str, a: Activity) -> bool:
    """Return True when *side* has decided to let every force of the activity pass."""
    return bool(a.forces) and all(key in s.let_by for key in stretches(side, a))


def let_by(t: Table[State], side: str, a: Activity) -> None:
    """Record that *side* is not to be asked again about this stretch."""
    t.record(LetBy("22.11", side, stretches(side, a)))


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
    asked = marked(s, ASKED, side, name_of(side, a, counter))
    if not by_presence(s) or (asked and not again):
        return False
    return bool(eligibility.opportunities(supposed(s, side, a), side, a, hex_id, counter))


def by_presence(s: State) -> bool:
    """Return True when sides are asked by what their enemy sees."""
    return not s.every_window and s.rulings.switch("HR-2211") == "presence"


@clause("23.7")
def is_due_in_the_air(s: State, side: str, force: str, hexes: Sequence[str]) -> bool:
    """Return True when *side* is asked for an air attack on a force although none of its aircraft
    can fly: once for each force, when land-based aircraft of the side reach it."""
    if not by_presence(s) or marked(s, ASKED, side, in_the_air(force)):
        return False
    rested_all = replace(s, units={u.id: rested(u) for u in s.units.values() if on_land(u, side)})
    return any(air_units.within(rested_all, side, h) for h in hexes)


def in_the_air(force: str) -> str:
    """Return the name of the question whether aircraft attack a force."""
    return f"aircraft {force}"


def note(t: Table[State], side: str, a: Activity, *, counter: bool = False) -> None:
    """Record that *side* has been asked about this stretch. Both sides know it."""
    _note(t, side, name_of(side, a, counter))


def note_in_the_air(t: Table[State], side: str, force: str) -> None:
    """Record that *side* has been asked for an air attack on this force."""
    _note(t, side, in_the_air(force))


def _note(t: Table[State], side: str, name: str) -> None:
    if by_presence(t.state) and not marked(t.state, ASKED, side, name):
        t.record(Watched("22.11", side, name))


def name_of(side: str, a: Activity, counter: bool) -> str:
    """Return the ledger name of a question. For a counter-interception it lists the
    interceptors."""
    return ",".join(a.against) if counter else ",".join(stretches(side, a))


# ---------------------------------------------------------------- what the other side may suppose
def supposed(s: State, side: str, a: Activity) -> State:
    """Return the worst position that the enemy of *side* must assume.

    Each place and each force at sea where the enemy sees ships of *side* holds ready ships,
    submarines included, at war with the ships to be met. Every aircraft is ready.
    """
    nation = hostile(s, side, a)
    units = suppose_units(s, side, nation) if nation else {}
    forces = {f.id: manned(f, side, units) for f in s.forces.values()}
    return replace(s, units=units, forces=forces)


def hostile(s: State, side: str, a: Activity) -> str:
    """Return a nation of *side* that is at war with the ships to be intercepted; empty when there
    is none."""
    met = a.against or a.forces
    foes = eligibility.nations_of(s, met)
    mine = [n for n in NATIONS if side_of(s, n) == side]
    return next((n for n in mine if not foes or any(at_war(s, n, x) for x in foes)), "")


@lru_cache(1 << 12)
def stand_in(side: str, nation: str, type: str, place: str, force: str) -> Unit:
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
def rested(u: Unit) -> Unit:
    """Return an air unit in the ready state that the enemy must assume."""
    return replace(u, inverted=False, used=())


def on_land(u: Unit, side: str) -> bool:
    """Return True for aircraft of *side* that both sides see."""
    return u.side == side and u.kind == "air" and not (u.aboard or u.force)


def suppose_units(s: State, side: str, nation: str) -> Mapping[str, Unit]:
    """Return the units of both sides as the enemy of *side* may assume them."""
    enemy = s.enemy(side)
    ports = [place for place, there in present(s, enemy).items() if side in there]
    ghosts = [stand_in(side, nation, kind, place, "") for place in ports for kind in ("DD", "SS")]
    ghosts += [
        stand_in(side, nation, "SS" if f.submarines else "DD", f.at, f.id)
        for f in s.forces.values()
        if f.side == side and f.state == "on-station"
    ]
    own = [u for u in s.units.values() if u.side == enemy]
    aloft = [rested(u) for u in s.units.values() if on_land(u, side)]
    return {u.id: u for u in (*own, *aloft, *ghosts)}


def manned(f: Force, side: str, units: Mapping[str, Unit]) -> Force:
    """Return a force of *side* with an assumed ship in place of its own."""
    if f.side != side:
        return f
    kind = "SS" if f.submarines else "DD"
    return replace(f, units=(f"?{kind} {f.id}",) if f"?{kind} {f.id}" in units else ())
