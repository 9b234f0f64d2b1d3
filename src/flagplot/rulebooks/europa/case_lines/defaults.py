"""Defaults of a case: the answers to questions it does not mention, and the segment of its first
order."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.table import Ask, Single, TextError

from ..nouns import L
from ..rules import reading
from ..rules.combat.encounters import main_body
from ..state import State

USUAL = {
    "search": "pass",
    "activate": "pass",
    "attack": "pass",
    "reaction": "done",
    "inland": "pass",
    "screen": "screen none",
    "fire": "hold fire",
    "battle": "decline",
    "join": "nobody",
    "coast-fire": "hold fire",
    "return-fire": "hold fire",
}
"""The answer to a question that a case does not mention. Choices without an entry take the first
option; a submarine's target must be named."""


def default_answer(state: State, request: Single) -> str:
    """Return the answer to a question that a case does not answer: to pass, to hold fire, to
    declare the truth."""
    if request.kind == "declare":
        return f"declare {dict(request.about)['most']}"
    if request.kind in USUAL:
        return USUAL[request.kind]
    return str(request.options[0]) if isinstance(request, Ask) and request.kind != "torpedo" else ""


def is_only_target(state: State, side: str, text: str) -> bool:
    """Return True for the only target of a submarine attack, which is not asked."""
    battle = state.battle
    if battle is None or battle.kind != "submarine" or side == state.groups[battle.mover].side:
        return False
    return text.removeprefix("torpedo ") in {
        u.id for u in main_body(state, state.groups[battle.mover])
    }


LOOKOUT = ("search", "activate", "attack")
"""Questions about a group seen while it moves. They may stand before or after an order of the same
side in its reaction."""


def is_for_later_question(state: State, request: Single, text: str) -> bool:
    """Return True when an order answers a later question about the current event than the one asked
    now, which is passed."""
    kinds = {"screen": ("screen", "fire")}.get(request.kind, (*LOOKOUT, "reaction"))
    if request.kind not in kinds:
        return False
    try:
        order = reading.read(text, state, request.side)
    except TextError:
        return False
    belongs = L.belongs(order)
    return request.kind not in belongs and any(kind in belongs for kind in kinds)


def prepare_case(state: State, side: str, text: str) -> State:
    """Return the state of a case when *side* gives its first order out of turn and the position
    left the turn open.

    A group in reserve, activated or marked reacts; so does any group when the position names the
    side whose player-turn it is. Otherwise *side* becomes the phasing side, even before its step
    begins.
    """
    if (
        state.scenario
        or side not in state.sides
        or side == state.phasing
        or state.segment not in ("move", "start")
    ):
        return state
    try:
        order = reading.read(text, state, side)
    except TextError:
        return state
    if "movement" not in L.belongs(order):
        return state
    group = state.groups.get(getattr(order, "group", ""))
    reacts = group is not None and (group.reserve or group.activated or group.marker > 0)
    if reacts or "case-turn" in state.facts:
        return replace(state, segment="reaction") if state.segment == "move" else state
    plan = tuple(replace(p, side=state.other(p.side)) for p in state.plan)
    return replace(state, plan=plan)
