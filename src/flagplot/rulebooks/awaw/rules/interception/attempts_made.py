"""Who has tried what this player turn: marks in ``state.ledger``, and the events that make them."""

from __future__ import annotations

import msgspec

from flagplot.table import clause
from flagplot.table.language.event_sentences import AudienceEvent

from ...events import Deed
from ...state import State, replace


class Mark(msgspec.Struct, frozen=True, tag="mark"):
    """``what``: ``tried`` (side, activity), ``success`` (station, ``defensive-patrol``), ``barred``
    (force, phase), ``boats`` (submarines on patrol, activity they failed to reach), ``aborted``
    (patrol, base and air factors), ``part`` (force, patrol it was divided from), ``supports``
    (force, its patrol and the friend)."""

    what: str
    who: str
    of: str


class InterceptionTried(Deed, frozen=True, tag="interception-tried"):
    """A side spent its attempt on an activity: no other later, with these or other forces
    (21.4171)."""

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
    """A mark in the ledger of this player turn."""

    clause: str
    mark: Mark

    def apply(self, s: State) -> State:
        return replace(s, ledger=(*s.ledger, self.mark))


def marked(s: State, what: str, who: str, of: str) -> bool:
    """True when the ledger holds this mark."""
    return any(
        isinstance(m, Mark) and m.what == what and m.who == who and m.of == of for m in s.ledger
    )


def patrol_of(s: State, force: str) -> str:
    """The patrol that a force at sea is, or was divided from."""
    parents = [m.of for m in s.ledger if isinstance(m, Mark) and (m.what, m.who) == ("part", force)]
    return patrol_of(s, parents[-1]) if parents else force


@clause("21.4182D")
def supported(s: State, force: str, friends: tuple[str, ...]) -> bool:
    """True when another part of this force's patrol has gone to the help of one of these friends: a
    patrol divides for different ones."""
    these = {f"{patrol_of(s, force)} {x}" for x in friends}
    return any(
        isinstance(m, Mark) and m.what == "supports" and m.who != force and m.of in these
        for m in s.ledger
    )


@clause("21.4171")
def tried(s: State, side: str, kind: str, forces: tuple[str, ...]) -> bool:
    """True when the side has had its one attempt this player turn on an activity, with whatever
    forces, submarines among them. Displaced ships may be met again and again (21.232D)."""
    if kind == "displaced":
        return False
    return any(side in s.forces[f].attempted for f in forces if f in s.forces) or any(
        marked(s, "tried", side, f) for f in forces
    )


def succeeded(s: State, station: str) -> bool:
    """True when the defensive patrol of a hex, or a part of it, has had its one successful
    interception of the turn."""
    return marked(s, "success", station, "defensive-patrol")
