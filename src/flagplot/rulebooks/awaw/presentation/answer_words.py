"""Alternative words for options, as players may write them, in battle and elsewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from flagplot.table import Ask, TextError

from ..map import theatre
from ..nouns import UNIT, L
from ..rules.combat.battle_choices import Choice
from ..rules.combat.ships import Ship, is_sunk
from ..state import GONE, State
from .names import words

FILLERS = re.compile(
    r"\b(?:the|enemy(?:'s)?|his|their|its|group|number|no\.|squadrons?|factors?|ships?|fire|fires|firing|of)\b"
)


WORDS: Mapping[str, tuple[str, ...]] = {
    "withdraw": ("break off", "retreat", "disengage", "withdraws", "breaks off"),
    "stay": ("go on", "continue", "fight on", "stays", "remain", "continues", "fights on"),
    "carriers withdraw": (
        "withdraw carriers",
        "withdraw carriers alone",
        "carriers alone withdraw",
        "carriers break off",
    ),
    "carriers screened": ("screened", "screen", "screen carriers"),
    "carriers in line": ("in line", "line"),
    "hold": (
        "hold for screened",
        "hold for screen",
        "nothing",
        "pass",
        "no",
        "holds",
        "none",
        "wait",
    ),
    "lights": ("light", "at lights", "at light", "double on lights"),
    "no strike": ("none", "hold", "pass", "no", "nothing"),
    "join": ("join in", "joins", "lights", "at lights"),
    "auto": ("usual",),
}
"""Other words for options that always have the same spelling."""


_BARE = (
    "all",
    "at",
    "attack",
    "cap",
    "counterair",
    "cover",
    "double",
    "each",
    "eliminate",
    "engage",
    "fire",
    "land",
    "on",
)


_ALSO = ("over", "search", "sequence", "strike")


ANSWER_WORDS = frozenset((*_BARE, *_ALSO)).union(
    *(x.split() for k, v in WORDS.items() for x in (k, *v))
)
"""The words that answers in a battle consist of, besides ids and numbers."""


ROLE = re.compile(
    r"(search|cover|attack|over|cap|strike|counterair)\s+(?:by\s+|with\s+)?(\d+)|(\d+)\s+(search|cover|attack|cap|strike|counterair)"
)


def plain_words(text: str) -> str:
    """Return words in small letters without fillers: ``fire at the light ships`` becomes ``at
    light``."""
    low = (
        text.casefold()
        .replace("combat air patrol", "cap")
        .replace(",", " ")
        .replace(" and ", " ")
        .replace("against", "at")
    )
    return re.sub(r"\b(\d+) (carriers|land)\b", r"\2 \1", " ".join(FILLERS.sub(" ", low).split()))


def normalize_battle_option(state: State, kind: str, options: Sequence[Choice], text: str) -> str:
    """Return the battle option that *text* means in other words; empty when no option fits, or more
    than one."""
    said = plain_words(with_ids(state, options, text))
    by_words = [o.text for o in options if said in (plain_words(o.text), *WORDS.get(o.text, ()))]
    if by_words:
        return by_words[0]
    bare = re.sub(r"^(?:at|all at|all|double on|doubles on|engage|attack)\s+", "", said)
    targets = [
        o.text
        for o in options
        if re.sub(r"^(?:at|all at|engage)\s+", "", plain_words(o.text)) == bare
    ]
    if len(targets) == 1:
        return targets[0]
    return option_by_roles(kind, options, said)


def with_ids(state: State, options: Sequence[Choice], text: str) -> str:
    """Return the text with ship names replaced by the ids that the options use."""
    known = {
        u.name.casefold(): u.id
        for u in state.units.values()
        if any(u.id in o.text for o in options)
    }
    for name in sorted(known, key=len, reverse=True):
        text = re.sub(
            rf"(?<![\w-]){re.escape(name)}(?![\w-])", known[name], text, flags=re.IGNORECASE
        )
    return text


def option_by_roles(kind: str, options: Sequence[Choice], said: str) -> str:
    """Return the option that gives squadrons the roles named: ``strike 2``, ``1 cap``, ``naval
    attack 2``. Roles not named follow when only one option fits; else squadrons that are not named
    strike or attack."""
    if kind not in ("air-split", "air-roles") or not ROLE.search(said):
        return ""
    named = {(m[1] or m[4]): int(m[2] or m[3]) for m in ROLE.finditer(said)}
    order = (
        ("cap", "strike", "counterair")
        if kind == "air-split"
        else ("search", "cover", "attack", "over")
    )
    each = [(o.text, dict(zip(order, o.value, strict=True))) for o in options if o.value]
    fits = [
        (text, flown)
        for text, flown in each
        if all(flown.get(k, -1) == n for k, n in named.items())
    ]
    rest = [k for k in order if k not in named and k not in ("strike", "attack", "over")]
    fewest = [text for text, flown in fits if not any(flown[k] for k in rest)]
    return fits[0][0] if len(fits) == 1 else fewest[0] if fewest else ""


def is_forced(state: State, side: str, text: str) -> bool:
    """Return True when the rules left only this answer, so that nobody was asked.

    Examples are cover over the one group, fire at the one ship left, the withdrawal of a side that
    must, and losses without a choice."""
    if text.startswith("lose "):
        return are_all_lost(state, side, text.removeprefix("lose "))
    b = state.battle
    if b is None or side not in (b.fleets[0].side, b.fleets[1].side):
        return False
    said = plain_words(text)
    mine, foe = b.fleet(side), b.fleets[1] if b.fleets[0].side == side else b.fleets[0]
    if said.startswith("cover "):
        return {str(g.number) for g in mine.groups if g.ships} == {said.removeprefix("cover ")}
    if said == "withdraw":
        return bool(b.over) and b.fleets[b.winner].side != side
    left = [s for g in foe.groups for s in g.ships if not is_sunk(b.rulings, s)]
    return said in only_target(left)


def are_all_lost(state: State, side: str, units: str) -> bool:
    """Return True when all units named as lost have been lost or damaged."""
    named = {
        re.sub(r"^\d+ of |:\d+$", "", x.strip()).casefold() for x in re.split(r",| and ", units)
    }
    hurt = [
        u
        for u in state.units.values()
        if u.side == side and (u.status in GONE or u.lost or u.damaged)
    ]
    return named <= {x.casefold() for u in hurt for x in (u.id, u.name)}


def only_target(left: Sequence[Ship]) -> tuple[str, ...]:
    """Return ways to name the only target among ships: the ship itself, or the light ships as one.
    Empty when there are several."""
    heavy = [s for s in left if s.heavy]
    light = [s for s in left if not s.heavy]
    target = (
        "lights"
        if not heavy and light
        else heavy[0].id.casefold()
        if len(heavy) == 1 and not light
        else ""
    )
    return (target, f"at {target}", f"all at {target}") if target else ()


def normalize_option(view: State, request: Ask[Any], text: str) -> str:
    """Return the option that *text* means: in any case, a place by name or id, a ship of either
    side by name. Other text is returned unchanged."""
    options = [str(o) for o in request.options]
    said = words().answer(request.kind, text, options)
    for o in options:
        if said in (o, o.replace("-", " ")):
            return o
    with suppress(TextError):
        if (at := theatre.place_id(view, text)) in options:
            return at
    for side in (request.side, view.enemy(request.side)):
        with suppress(TextError):
            if (ship := L.read(UNIT, text, view, side)) in options:
                return str(ship)
    choices = [o for o in request.options if isinstance(o, Choice)]
    return (normalize_battle_option(view, request.kind, choices, text) if choices else "") or text
