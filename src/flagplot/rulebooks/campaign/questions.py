"""Odds questions about the campaign's battles: one exchange of fire, or a duel of several."""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from flagplot.table import Next, Table, TextError

from .battle.fight import dives_away, volleys
from .battle.formula import Fighter, Ratings, die_of, shoots_back
from .engage import BATTLE_CLASS, ratings_of, ship_combatant
from .ratings import CAPITALS, ESCORTS
from .state import State


class Duel(msgspec.Struct, frozen=True, cache_hash=True):
    """Two units firing at each other: the first attacks in every round."""

    attacker: Fighter
    defender: Fighter
    rounds: int
    lost: int = 0
    """Strength points the attacker has lost."""
    taken: int = 0
    die: int = 100


class Struck(msgspec.Struct, frozen=True, tag="struck"):
    """One round of a duel."""

    kills: int
    losses: int
    clause: str = "6.5.1"

    def apply(self, d: Duel) -> Duel:
        return Duel(
            replace(d.attacker, strength=d.attacker.strength - self.losses),
            replace(d.defender, strength=d.defender.strength - self.kills),
            d.rounds - 1,
            d.lost + self.losses,
            d.taken + self.kills,
            d.die,
        )

    def seen_by(self, side: str) -> Struck:
        return self


async def duel(t: Table[Duel]) -> Next | str:
    """6.5.1 Rounds of fire until one is sunk or the rounds are over; the result names who is left."""
    d = t.state
    if d.attacker.strength <= 0 and d.defender.strength <= 0:
        return "both sunk"
    if d.attacker.strength <= 0:
        return "attacker sunk"
    if d.defender.strength <= 0:
        return "defender sunk"
    if d.rounds <= 0:
        return "both afloat"
    kills, losses = await attack(d)
    t.record(Struck(kills, losses))
    return Next(duel)


async def attack(d: Duel) -> tuple[int, int]:
    """One attack side by side with its return fire, by the steps of the battle's own exchange: points taken and lost."""
    if await dives_away(d.attacker, d.defender):
        return 0, 0
    return await volleys(d.attacker, d.defender, d.die, shoots_back(d.attacker, d.defender, 1))


async def volley(t: Table[Duel]) -> str:
    """6.5.1 One attack and its return fire; the result is ``KILLS-LOSSES``."""
    kills, losses = await attack(t.state)
    return f"{kills}-{losses}"


_UNIT = re.compile(r"\s*([A-Za-z]+)\s*(\d+)?\s*(?:xp\s*(\d+))?\s*$", re.IGNORECASE)


def fighter(state: State, text: str) -> Fighter:
    """Read ``BB 10 xp 300`` as a fighter of that class. Raises :class:`TextError`."""
    if text.strip() in state.ships:
        return ship_combatant(state, state.ships[text.strip()], "red").fighter()
    found = _UNIT.match(text)
    cls = found.group(1).upper() if found else ""
    if not found or cls not in CAPITALS | ESCORTS | {"TR"}:
        raise TextError(f"{text.strip()!r} is no ship class", 0, sorted(CAPITALS | ESCORTS))
    strength = int(found.group(2) or 10)
    if not 1 <= strength <= 10:
        raise TextError(f"strength runs from 1 to 10, not {strength}", found.start(2))
    r: Ratings = ratings_of(state.rulings, cls, "", "", 0)
    return Fighter(BATTLE_CLASS.get(cls, cls), r, strength, int(found.group(3) or 0) // 100)


def situation(view: State, side: str, question: str, argument: str) -> tuple[Next, Any]:
    """Build the duel of an odds question. Raises :class:`TextError`."""
    kind: Literal["volley", "duel"] | None = "volley" if question == "volley" else "duel" if question == "duel" else None
    if kind is None:
        raise TextError(f"no odds question {question!r}", 0, ["volley CLASS v CLASS", "duel CLASS v CLASS [rounds N]"])
    text, _, tail = argument.partition(" rounds ")
    one, v, two = re.split(r"\s(v|vs|against)\s", text, maxsplit=1) if re.search(r"\s(v|vs|against)\s", text) else (text, "", "")
    if not v:
        raise TextError("name two ships: CLASS v CLASS", len(argument), ["BB v CA"])
    rounds = 1 if kind == "volley" else int(tail) if tail.strip().isdigit() else 5
    return Next(volley if kind == "volley" else duel), Duel(
        fighter(view, one), fighter(view, two), rounds, die=die_of(view.rulings)
    )
