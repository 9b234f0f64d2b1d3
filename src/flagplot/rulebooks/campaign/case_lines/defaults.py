"""Defaults of a case: the phase of its first order, the usual answers, other names of sides.

It also finds faults of a position that no order could have produced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from flagplot.table import Ask, AskOrder, Single

from ..nouns import L
from ..rules.missions.mission_members import transport_ids
from ..rules.movement.routes import passage_of, place_faults
from ..state import Mission, State
from ..state.ratings import nation_called


def places_ashore(m: Mission) -> tuple[str, ...]:
    """Return the places without a port where a mission may touch land: where it lands or refuels
    (6.3.6, 6.3.4.3)."""
    return (m.refuel, m.target) if m.kind == "invasion" else (m.refuel,)


def find_impossible(state: State) -> Iterator[tuple[str, str]]:
    """Yield (fault, reason) pairs of a position: missions, interceptions and aircraft where no
    order can send them."""
    places = [
        (m.id, m.side, place)
        for m in state.missions.values()
        for place in (*m.route, m.target)
        if place not in places_ashore(m)
    ]
    places += [(p.id, p.side, p.patrol) for p in state.planes.values() if p.patrol]
    places += [(i.target, i.side, i.place) for i in state.interceptions]
    for about, side, place in dict.fromkeys(places):
        if place not in state.ports:
            for wrong in place_faults(passage_of(state, side), place):
                yield about, f"{about} at {place} ({wrong.clause} {wrong.code})"


USUAL = {
    "after-battle": "attack",
    "proceed-or-abort": "proceed",
    "second-wave": "go home",
    "sunk-in-yard": "raise",
}


AXIS = frozenset({"Germany", "Japan", "Italy", "Rumania", "Finland", "Siam"})


ALLIED = frozenset(
    {
        "Britain",
        "USA",
        "Russia",
        "France",
        "Netherlands",
        "Norway",
        "Poland",
        "Greece",
        "Canada",
        "Australia",
    }
)


SAID = "orders-phase-said"
"""The flag of a position that names the Orders Phase. Its phase is then not changed by its first
order."""


def in_phase(state: State, phase: str) -> State:
    """Return the state in a phase of its turn. Operations begin with a search, Breakthrough with
    announcements. In Logistics production points are counted, if there are none."""
    flags = {**state.flags, "look-out": "yes"} if phase == "operations" else state.flags
    funds = state.funds or dict.fromkeys(state.sides, 0) if phase == "logistics" else state.funds
    return replace(
        state, phase=phase, funds=funds, announcing=phase == "breakthrough", done=(), flags=flags
    )


def unless_said(state: State, phase: str) -> State:
    """Return the state in the phase to which a line belongs, unless a scenario or an earlier line
    has named another."""
    return (
        state
        if state.scenario or state.phase != "orders" or SAID in state.flags
        else in_phase(state, phase)
    )


def is_implied(line: str, field: str) -> bool:
    """Return True when a line sets a field only by implication: the phase to which it belongs, or
    production points in Logistics."""
    names_phase = line.lower().rstrip(".").endswith("phase")
    return field == "funds" if names_phase else field in ("phase", "announcing")


def prepare_case(state: State, text: str) -> State:
    """Return the state for a case whose first order is *text*: in the phase of that order, unless a
    line has named another."""
    words, tags = text.lower().split(), L.answers()
    tag = "-".join(words[:2])  # orders that are not missions have their first words as tags
    phases = tags.get(tag) or (tags.get(words[0], ()) if words else ())
    elsewhere = bool(phases) and phases[0] not in ("orders", "battle")
    return unless_said(state, phases[0]) if elsewhere and state.battle is None else state


def default_answer(state: State, request: Single) -> str:
    """Return the answer to a question that a case does not mention: to go on as planned, or to give
    no more orders in this phase or turn."""
    if isinstance(request, Ask):
        return USUAL.get(request.kind, "")
    if request.kind != "battle":
        return "done"
    return "ready" if state.battle is not None and state.battle.phase == "deploy" else "end turn"


def is_idle_request(state: State, request: Single) -> bool:
    """Return True for a request for orders while nothing ordered is still to happen: no mission to
    sail or arrive, no interception, assault or battle to be fought."""
    at_sea = any(m.status in ("ordered", "sailing") for m in state.missions.values())
    under_way = bool(at_sea or state.interceptions or state.queue or state.assaults or state.battle)
    return isinstance(request, AskOrder) and not under_way


def is_for_later_question(state: State, request: Single, text: str) -> bool:
    """Return True for an order that must wait until all have deployed, or until all passages are
    announced."""
    verb = text.split()[0].lower() if text.split() else ""
    if request.kind == "battle":
        deploying = state.battle is not None and state.battle.phase == "deploy"
        return deploying and verb in (
            "move",
            "fire",
            "launch",
            "rearm",
            "land",
            "reembark",
            "end",
            "retreat",
        )
    return request.kind == "breakthrough" and state.announcing and verb == "intercept"


NUMBERED = re.compile(
    r"\b(?:transport|merchant|tanker) (\d{1,2})\b(?: of ([\w.-]+))?", re.IGNORECASE
)


def in_ids(before: State, state: State, text: str) -> str:
    """Return a text with the drawn ids of transports in battle in place of their numbers in their
    convoy: ``transport 3`` of the convoy in the battle, ``transport 3 of UK-DD-1`` of the convoy
    with that ship."""

    def id_of(said: re.Match[str]) -> str:
        for s in (state, before):
            named = said[2] or (s.fighting.target if s.fighting is not None else "")
            ship = s.ships.get(named)
            id = ship.mission if ship is not None else named
            mission = s.missions.get(id) or s.past.get(id)
            if mission is not None and 0 < int(said[1]) <= mission.transports:
                return transport_ids(s, mission)[int(said[1]) - 1]
        return said[0]

    return NUMBERED.sub(id_of, text)


def side_meant(text: str) -> str:
    """Return the side that a word means, in upper or lower case: ``Allies``, or a nation that is on
    one side in the games of this book."""
    word = re.sub(r"^the ", "", text.strip(), flags=re.IGNORECASE)
    if word.lower() in ("axis", "allied", "allies"):
        return "Axis" if word.lower() == "axis" else "Allied"
    nation = nation_called(word)
    return "Axis" if nation in AXIS else "Allied" if nation in ALLIED else text
