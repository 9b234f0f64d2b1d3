"""Defaults of a case: the time its first order needs, the usual answers, and what follows from its
lines."""

from __future__ import annotations

import re

from flagplot.table import Ask, AskOrder, Single, TextError

from .. import orders
from ..nouns import L
from ..rules.interception.attempt import CARGO_MISSIONS
from ..rules.legality import HOME, ORGANISING, place_in_turn
from ..state import State, replace
from .control import SINCE, SNAPSHOTS

SAID_SINCE = re.compile("|".join(SINCE))


def is_implied(line: str, field: str) -> bool:
    """Return True for a field that a line sets implicitly: ids, earlier holders when only the
    present one is named, and the holder of a place with a built port."""
    if field in SNAPSHOTS[1:]:
        return not SAID_SINCE.search(line)
    return field == "serial" or (field in SNAPSHOTS and line.startswith("port at "))


def prepare_case(state: State, side: str, text: str) -> State:
    """Return a case's position when its first order is *text*. Parts of the time that the position
    leaves open are those the order needs."""
    if state.scenario or side not in state.sides:
        return state
    try:
        order = L.parse(text, state, side)
    except TextError:
        return with_submarine_attacks(state, side) if text.isdigit() else state
    if (
        isinstance(order, orders.Done)
        and (state.phase, state.mover) == ("movement", side)
        and "segment" not in state.named_by_case
    ):
        return with_submarine_attacks(state, side)
    phase, segment, _ = place_in_turn(order)
    if isinstance(order, ORGANISING) and not {"mover", "phase", "segment"} & set(
        state.named_by_case
    ):
        return replace(state, mover=side)
    if not phase or "segment" in state.named_by_case:
        return state
    if "phase" in state.named_by_case and (state.phase != phase or state.mover != side):
        return state
    if "mover" in state.named_by_case and state.mover != side:
        return state
    said = (*state.named_by_case, "supply") if segment == "supply" else state.named_by_case
    return replace(state, mover=side, phase=phase, segment=segment, named_by_case=said)


def with_submarine_attacks(state: State, side: str) -> State:
    """Return the position at the attacks on enemy submarines at sea, when a movement phase begins
    and there are any.

    The case then answers how many squadrons attack, or ends the announcements after them."""
    hunted = any(
        f.submarines and f.side != side and f.state == "on-station" for f in state.forces.values()
    )
    begins = (
        state.phase == "movement" and "segment" not in state.named_by_case and state.mover == side
    )
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
"""Usual answers when a case gives none, by the kind of question: ships go home, no side interferes,
battles are fought as usual."""


def default_answer(request: Single) -> str:
    """Return the usual answer to a question, or an empty string."""
    if isinstance(request, Ask):
        options = [str(o) for o in request.options]
        if "auto" in options:
            return "auto"
        if request.kind in ("return-base", "raid-return", "displacement-slip"):
            return options[0]
        return USUAL[request.kind] if USUAL.get(request.kind) in options else ""
    return USUAL.get(request.kind, "")


SEGMENTS = frozenset(kind for *_, kind in HOME)


def is_segment_done(state: State, request: Single) -> bool:
    """Return True for the question of a segment when no announced force or attack is still to
    come."""
    coming = {f.state for f in state.forces.values()} | {a.state for a in state.assaults.values()}
    return request.kind in SEGMENTS and "announced" not in coming


WINDOWS = frozenset(
    {"interception", "counter-interception", "patrol-counterair", "patrol-strike", "combat-strike"}
)


def is_for_later_question(view: State, request: Single, text: str) -> bool:
    """Return True when *text* answers a question after this window, so that the window is passed.

    It may name a hex the force has still to enter, or a hex off its track while others have still
    to sail. Or the moving side gives an order for a time after the window."""
    if not isinstance(request, AskOrder) or request.kind not in WINDOWS:
        return False
    try:
        order = L.parse(text, view, request.side)
    except TextError:
        return False
    if request.kind != "interception":
        return request.side == view.mover and bool(place_in_turn(order)[0])
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
