"""What a case means by what it does not say: the time its first order needs, usual answers, what
follows from a line."""

from __future__ import annotations

import re

from flagplot.table import Ask, AskOrder, Single, TextError

from .. import orders
from ..nouns import L
from ..rules.interception.attempt import CARGO_MISSIONS
from ..rules.legality import HOME, ORGANISING, home_of
from ..state import State, replace
from .control import SINCE, SNAPSHOTS

SAID_SINCE = re.compile("|".join(SINCE))


def implied(line: str, field: str) -> bool:
    """What lines settle as a matter of course: ids counted on, who held a place before when only
    the present is named, who holds a place where somebody built a port."""
    if field in SNAPSHOTS[1:]:
        return not SAID_SINCE.search(line)
    return field == "serial" or (field in SNAPSHOTS and line.startswith("port at "))


def prepare_case(state: State, side: str, text: str) -> State:
    """A case's position when its first order is *text*: what it left open of the time is what the
    order needs."""
    if state.scenario or side not in state.sides:
        return state
    try:
        order = L.parse(text, state, side)
    except TextError:
        return hunting(state, side) if text.isdigit() else state
    if (
        isinstance(order, orders.Done)
        and (state.phase, state.mover) == ("movement", side)
        and "segment" not in state.said
    ):
        return hunting(state, side)
    phase, segment, _ = home_of(order)
    if isinstance(order, ORGANISING) and not {"mover", "phase", "segment"} & set(state.said):
        return replace(state, mover=side)
    if not phase or "segment" in state.said:
        return state
    if "phase" in state.said and (state.phase != phase or state.mover != side):
        return state
    if "mover" in state.said and state.mover != side:
        return state
    said = (*state.said, "supply") if segment == "supply" else state.said
    return replace(state, mover=side, phase=phase, segment=segment, said=said)


def hunting(state: State, side: str) -> State:
    """A movement phase that begins with the attacks on the enemy's submarines at sea, where there
    are any: the case answers how many squadrons attack, or ends the announcements that come
    after."""
    hunted = any(
        f.submarines and f.side != side and f.state == "on-station" for f in state.forces.values()
    )
    begins = state.phase == "movement" and "segment" not in state.said and state.mover == side
    return replace(state, segment="air") if hunted and begins else state


USUAL = {
    kind: answer
    for answer, kinds in {
        "pass": "interception counter-interception air-attack",
        "done": "patrol-counterair patrol-strike combat-strike combat air-missions air-cover "
        "oppose-cover "
        "landing ground-losses overstack exploitation sequence raid-numbers surplus displacement",
        "attack again": "assault-again",
        "go on": "mission-go-on patrol-go-on transport-go-on",
        "stay": "patrol-stay submarine-stay",
        "return": "defensive-patrol",
        "0": "attack-submarine cover-submarine harbor-cards tactical-cards strategic-cards "
        "raid-cards",
        "tactical": "card-kind",
        "none": "harbor-answer",
        "let go": "raid-oppose",
        "all fight": "raid-withhold",
    }.items()
    for kind in kinds.split()
}
"""What a case means where it says nothing of a question: ships go home, nobody interferes, battles
are fought the usual way."""


def default_answer(request: Single) -> str:
    """The usual answer to a question, or an empty string."""
    if isinstance(request, Ask):
        options = [str(o) for o in request.options]
        if "auto" in options:
            return "auto"
        if request.kind in ("return-base", "raid-return", "displacement-slip"):
            return options[0]
        return USUAL[request.kind] if USUAL.get(request.kind) in options else ""
    return USUAL.get(request.kind, "")


SEGMENTS = frozenset(kind for *_, kind in HOME)


def rests(state: State, request: Single) -> bool:
    """True for the question of a segment while no force or attack that was announced is still to
    come."""
    coming = {f.state for f in state.forces.values()} | {a.state for a in state.assaults.values()}
    return request.kind in SEGMENTS and "announced" not in coming


WINDOWS = frozenset(
    {"interception", "counter-interception", "patrol-counterair", "patrol-strike", "combat-strike"}
)


def is_for_later_question(view: State, request: Single, text: str) -> bool:
    """True when an interception names a hex the force has still to enter, or one off its track
    while others have still to sail, or the mover gives an order for what comes after the window he
    is asked about: the windows before it are let pass."""
    if not isinstance(request, AskOrder) or request.kind not in WINDOWS:
        return False
    try:
        order = L.parse(text, view, request.side)
    except TextError:
        return False
    if request.kind != "interception":
        return request.side == view.mover and bool(home_of(order)[0])
    about = dict(request.about)
    track, path = str(about.get("track", "")).split(","), str(about.get("path", "")).split(",")
    loading = about.get("mission") in CARGO_MISSIONS and path[-1] != about.get("target")
    if isinstance(order, orders.Intercept) and loading and order.hex not in path:
        return True
    if not isinstance(order, orders.Intercept) or order.hex in path:
        return False
    if order.hex not in track:
        return any(f.side != request.side and f.state == "announced" for f in view.forces.values())
    return path[-1] in track and track.index(order.hex) > track.index(path[-1])
