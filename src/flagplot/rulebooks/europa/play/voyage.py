"""The legs of one order told as one voyage: what a group has sailed since anything else happened to it."""

from __future__ import annotations

from flagplot.table import Table

from .. import events as ev
from ..state import Group, State


def is_secret(s: State, group: Group) -> bool:
    """True when the enemy does not see what this group does: submarines at sea (switch ``submarines_hidden``)."""
    return s.kind(group) == "submarine" and not group.known and s.rulings.switch("submarines_hidden") == "true"


def told(t: Table[State], id: str, asked: bool = False) -> None:
    """Close the run of legs a group has just sailed, before anything else is asked or happens.

    The log tells the legs between two happenings as one voyage. Where the enemy is only *asked* whether he does something, his
    log alone tells the legs so far: that he let the group pass is his secret.
    """
    group = t.state.groups.get(id)
    if group is None:
        return
    own, enemy = () if asked else group.track, group.trace
    for whose, legs in (("", own),) if own == enemy else (("own", own), ("enemy", enemy)):
        if legs:
            t.record(ev.Voyage(
                "32.A.s08", group.side, id, is_secret(t.state, group), legs[0][0], tuple(leg[1] for leg in legs),
                sum(leg[2] for leg in legs), sum(leg[3] for leg in legs), any(leg[3] for leg in legs), whose,
            ))
