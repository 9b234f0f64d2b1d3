"""Activation of groups in port, and movement in reaction."""

from __future__ import annotations

from flagplot.table import Refusal, clause, facts

from ...state import Group, State
from ...state.units import BOATS
from ..movement.costs import mps_left

ZONE_CONTACT = "32.B.1"
"""The clause of contact in a danger zone."""


SAID_TWICE = {"32.B-T1.res.04": ("32.B.2.s02",), ZONE_CONTACT: ("36.D.2-T1.res.04.s02",)}
"""Further clauses that let the same contact activate reserves of one sea zone."""


@clause("32.A.s03", "32.A.s04")
def why_not_phasing(state: State, group: Group) -> Refusal | None:
    """Return the refusal when a group may not make an ordinary move in this step: wrong
    player-turn, in reserve, or already finished. ``None`` when it may."""
    if group.side != state.phasing:
        return Refusal("32.A.s03", "not-phasing", (group.id,), facts(side=state.phasing))
    if group.reserve:
        return Refusal(
            "32.A.s04", "in-reserve", (group.id,), also_cites=("32.C.s07",) if group.idle else ()
        )
    if group.idle:
        return Refusal("32.C.s07", "step-marker", (group.id,), facts(level=group.marker))
    if group.ended:
        return Refusal("32.A.4.s02", "movement-ended", (group.id,))
    return None


@clause("32.C", "32.C.s05", "32.B-T1.res.04.s02", "32.B-T1.res.05.s02")
def why_not_react(state: State, group: Group) -> Refusal | None:
    """Return the refusal when a group may not move in reaction; else ``None``. It needs an
    activation in this turn, or a step marker."""
    if group.side == state.phasing:
        return Refusal("32.A.s03", "phasing-cannot-react", (group.id,))
    if group.activated or group.marker:
        return None
    if group.reserve:
        return Refusal("32.C", "not-activated", (group.id,))
    return Refusal(
        "32.A.s03",
        "cannot-react",
        (group.id,),
        facts(side=state.phasing),
        also_cites=("32.C.s05", "32.C"),
    )


def activated_groups(state: State) -> frozenset[str]:
    """Return the groups that are activated in this player-turn."""
    return frozenset(g.id for g in state.groups.values() if g.activated)


@clause("32.A.4.s02")
def groups_able(state: State, side: str) -> tuple[Group, ...]:
    """Return the groups of a side that may move in reaction now. They have MPs left, or lie off a
    port of their side, which they may enter without MPs."""
    return tuple(
        g
        for g in state.standing(side)
        if why_not_react(state, g) is None
        and (mps_left(state, g) > 0 or is_home(state, g))
        and g.members
        and not g.ended
    )


def is_home(state: State, group: Group) -> bool:
    """Return True for a group at sea in the hex of a port of its side."""
    port = state.ports.get(group.hex)
    return group.where == "sea" and port is not None and port.owner == group.side


def is_asked_to_react(state: State, side: str) -> bool:
    """Return True when a side is asked for its reaction: when it has a group that is able to react.
    A side whose order of battle had hidden boats is always asked, so that the question does not
    reveal whether one is at sea."""
    return bool(groups_able(state, side)) or side in state.facts.get(BOATS, "").split(" ")


def why_not_activate(state: State, side: str, id: str, zone: str, clause_id: str) -> Refusal | None:
    """Return the refusal when a group may not be activated; else ``None``. It must be in reserve in
    port, in the sea zone *zone* (empty: any). By the switch ``zone_calls`` contact in a danger zone
    activates any group in port."""
    group = state.groups.get(id)
    if group is None or group.side != side or group.where != "port":
        return Refusal(clause_id, "not-a-reserve-in-port", (id,))
    in_zone = clause_id == ZONE_CONTACT
    if not group.reserve and not (in_zone and state.rulings.switch("zone_calls") == "any"):
        return Refusal(
            clause_id,
            "not-a-reserve-in-port",
            (id,),
            rests_on=("zone_calls",) if in_zone else (),
            also_cites=SAID_TWICE.get(clause_id, ()),
        )
    if group.activated:
        return Refusal(clause_id, "active-already", (id,))
    here = state.zone(group.hex)
    if zone and here != zone:
        rests = ("port_entry_activation",) if clause_id == "32.B.5.s03" else ()
        return Refusal(
            clause_id,
            "other-sea-zone",
            (id,),
            facts(zone=here, needed=zone),
            rests_on=rests,
            also_cites=SAID_TWICE.get(clause_id, ()),
        )
    return None


@clause("36.A.1.(a)")
def may_call(state: State, group: Group, by_air: bool = False) -> bool:
    """Return True when contact with a group may call out reserves. A group in protected waters
    calls none, except by the switch ``screened_contact`` when aircraft make the contact."""
    return not group.screened or (by_air and state.rulings.switch("screened_contact") == "air")


def reserves_callable(state: State, side: str, zone: str, clause_id: str) -> tuple[Group, ...]:
    """Return the groups in port that a contact under a clause could activate in a sea zone (empty:
    in any)."""
    return tuple(
        g
        for g in state.standing(side)
        if why_not_activate(state, side, g.id, zone, clause_id) is None
    )
