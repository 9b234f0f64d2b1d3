"""Attempts of this player turn: marks in ``state.ledger``, and the events that make them."""

from __future__ import annotations

import msgspec

from flagplot.table import clause
from flagplot.table.language.event_sentences import AudienceEvent

from ...events import SideEvent
from ...state import State, replace


class Mark(msgspec.Struct, frozen=True, tag="mark"):
    """A mark of the ledger.

    ``what`` is one of ``tried`` (side, activity), ``success`` (station, ``defensive-patrol``),
    ``barred`` (force, phase), ``boats`` (submarines on patrol, activity they failed to reach),
    ``aborted`` (patrol, base and air factors), ``part`` (force, patrol from which it was divided),
    ``supports`` (force, its patrol and the friend).
    """

    what: str
    who: str
    of: str


class InterceptionTried(SideEvent, frozen=True, tag="interception-tried"):
    """Use of a side's only attempt on an activity. It may not try again later, with these or other
    forces (21.4171)."""

    forces: tuple[str, ...]
    hex: str

    def apply(self, s: State) -> State:
        forces = dict(s.forces)
        for f in self.forces:
            if f in forces and self.side not in forces[f].attempted:
                forces[f] = replace(forces[f], attempted=(*forces[f].attempted, self.side))
        marks = tuple(Mark("tried", self.side, f) for f in self.forces)
        return replace(s, forces=forces, ledger=(*s.ledger, *marks))


class LedgerMarked(AudienceEvent, frozen=True, tag="ledger"):
    """A new mark in the ledger of this player turn."""

    clause: str
    mark: Mark

    def apply(self, s: State) -> State:
        return replace(s, ledger=(*s.ledger, self.mark))


def has_mark(s: State, what: str, who: str, of: str) -> bool:
    """Return True when the ledger holds this mark."""
    return any(
        isinstance(m, Mark) and m.what == what and m.who == who and m.of == of for m in s.ledger
    )


def patrol_of(s: State, force: str) -> str:
    """Return the id of the patrol that a force at sea is, or from which it was divided."""
    parents = [m.of for m in s.ledger if isinstance(m, Mark) and (m.what, m.who) == ("part", force)]
    return patrol_of(s, parents[-1]) if parents else force


@clause("21.4182D")
def has_supported(s: State, force: str, friends: tuple[str, ...]) -> bool:
    """Return True when another part of this force's patrol has supported one of these friends. A
    patrol may divide only to support different friends."""
    these = {f"{patrol_of(s, force)} {x}" for x in friends}
    return any(
        isinstance(m, Mark) and m.what == "supports" and m.who != force and m.of in these
        for m in s.ledger
    )


@clause("21.4171")
def has_tried(s: State, side: str, kind: str, forces: tuple[str, ...]) -> bool:
    """Return True when the side has had its one attempt this player turn on an activity, with any
    force, submarines included. Displaced ships may be intercepted repeatedly (21.232D)."""
    if kind == "displaced":
        return False
    return any(side in s.forces[f].attempted for f in forces if f in s.forces) or any(
        has_mark(s, "tried", side, f) for f in forces
    )


def has_succeeded(s: State, station: str) -> bool:
    """Return True when the defensive patrol of a hex, or a part of it, has had its one successful
    interception of the turn."""
    return has_mark(s, "success", station, "defensive-patrol")
