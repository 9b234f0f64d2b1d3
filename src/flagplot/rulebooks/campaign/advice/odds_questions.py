"""Questions that players ask for odds about battles: one exchange of fire, or a duel of several."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec.structs import replace

from flagplot.table import Table, TailCall, TextError

from ..map.chart_from_board import close_to
from ..rules.combat.battle_setup import BATTLE_CLASS, ratings_of, ship_combatant
from ..rules.combat.formula import die_of, may_attack, shoots_back
from ..rules.combat.volleys import roll_dive, roll_volleys
from ..state import State
from ..state.battle_ratings import Fighter, Ratings
from ..state.ratings import CAPITALS, ESCORTS


class Duel(msgspec.Struct, frozen=True, cache_hash=True):
    """Two units that fire at each other. The first attacks in every round."""

    attacker: Fighter
    defender: Fighter
    rounds: int
    lost: int = 0
    """Strength points that the attacker has lost."""
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


async def duel(t: Table[Duel]) -> TailCall | str:
    """Play rounds of fire until one unit is sunk or the rounds are over (6.5.1). Return a result
    that names the survivors."""
    d = t.state
    if d.attacker.strength <= 0 and d.defender.strength <= 0:
        return "both sunk"
    if d.attacker.strength <= 0:
        return "attacker sunk"
    if d.defender.strength <= 0:
        return "defender sunk"
    if d.rounds <= 0:
        return "both afloat"
    kills, losses = await resolve_attack(d)
    t.record(Struck(kills, losses))
    return TailCall(duel)


async def resolve_attack(d: Duel) -> tuple[int, int]:
    """Resolve one attack with its return fire, by the steps of the battle's own exchange. Return
    the points taken and lost."""
    if await roll_dive(d.defender):
        return 0, 0
    return await roll_volleys(d.attacker, d.defender, d.die, shoots_back(d.attacker, d.defender, 1))


async def volley(t: Table[Duel]) -> str:
    """Play one attack and its return fire (6.5.1). Return the result as ``KILLS-LOSSES``."""
    kills, losses = await resolve_attack(t.state)
    return f"{kills}-{losses}"


CLASSES = CAPITALS | ESCORTS | {"TR"}


MOST_ROUNDS = 40
"""The most rounds of a duel in a question. No battle lasts longer than 22 turns (6.5.1)."""


_NUMBERS = re.compile(
    r"\s*(?P<who>.*?)(?:\s+(?P<strength>\d+))?(?:\s+xp\s+(?P<xp>\S+))?(?:\s+dug\s+(?P<dug>\d+))?\s*$",
    re.IGNORECASE,
)


MOST_DUG = 15
"""The most entrenchment in a question. A fortified line in a town, fully dug in, has 16 at its
start."""


def read_fighter(state: State, text: str) -> Fighter:
    """Read a unit of a question: a class, or a ship by name or id, followed by strength and
    experience where they differ.

    Raises :class:`TextError`, with the words that are possible, for other text.
    """
    said = text.strip()
    known = unit_called(state, said)
    if known is not None:
        return _standing(known, said)
    found = _NUMBERS.match(said)
    assert found is not None  # every part of it may be missing
    who = found.group("who")
    unit = unit_called(state, who)
    if unit is None and who.upper() not in classes_by_table(state):
        near = close_to(
            who,
            [*classes_by_table(state), *(n for s in state.ships.values() for n in (s.id, s.name))],
        )
        raise TextError(
            f"{who or said!r} is no ship class and no ship here", 0, near or sorted(CLASSES)
        )
    f = _standing(unit, said) if unit is not None else _of_class(state, who.upper())
    if found.group("strength"):
        f = replace(f, strength=_strength(int(found.group("strength")), max(10, f.strength)))
    if found.group("dug"):
        f = replace(f, cover=_dug(f, int(found.group("dug"))))
    return replace(f, level=_experience_level(found.group("xp"))) if found.group("xp") else f


def _dug(f: Fighter, levels: int) -> int:
    if not f.kind or levels > MOST_DUG:
        raise TextError(
            f"dug {levels}: what stands on land is entrenched, up to {MOST_DUG}", 0, ["INF dug 8"]
        )
    return levels


def classes_by_table(state: State) -> dict[str, str]:
    """Return the classes that a question may name besides ships -> the table of their ratings;
    empty for ship classes."""
    tables = ("campaign.land-values", "campaign.aircraft-values")
    return {
        **dict.fromkeys(CLASSES, ""),
        **{row: t for t in tables for row, _ in state.rulings.table(t).rows},
    }


def _of_class(state: State, cls: str) -> Fighter:
    table = classes_by_table(state)[cls]
    if table:
        row = state.rulings.table(table).row(cls)
        land = table == "campaign.land-values"
        return Fighter(
            cls,
            Ratings(*(int(x) for x in row[:13])),
            10,
            flies=not land,
            kind=str(row[13]) if land else "",
        )
    r: Ratings = ratings_of(state.rulings, cls, "", "", 0)
    return Fighter(BATTLE_CLASS.get(cls, cls), r, 10, 0)


def _standing(unit: Fighter, said: str) -> Fighter:
    if unit.strength < 1:
        raise TextError(f"{said!r} is sunk")
    return unit


def _strength(points: int, most: int) -> int:
    if not 1 <= points <= most:
        raise TextError(f"strength runs from 1 to {most}, not {points}")
    return points


def _experience_level(text: str) -> int:
    """Return experience in points as a level. Points below a full level are refused as a slip of
    the pen."""
    if not text.isdecimal() or 0 < int(text) < POINTS_A_LEVEL:
        raise TextError(
            f"xp {text}: experience counts in points, {POINTS_A_LEVEL} a level", 0, ["xp 200"]
        )
    return int(text) // POINTS_A_LEVEL


POINTS_A_LEVEL = 100


def unit_called(state: State, text: str) -> Fighter | None:
    """Return a unit by its id, its name or words of its name, as it is now; ``None`` without one.
    Raises :class:`TextError` when the text fits several."""
    b, key = state.battle, text.strip().lower()
    named = {s.id: s.name for s in state.ships.values()} | (
        {u.id: u.name for u in b.units} if b is not None else {}
    )
    words = set(key.split())
    exact = [i for i, name in named.items() if key in (i.lower(), name.lower())]
    partly = [
        i
        for i, name in named.items()
        if words and words <= set(re.split(r"[\s,()-]+", name.lower()))
    ]
    found = exact or (partly if len(key) > 2 else [])
    if not found:
        return None
    if len(found) > 1:
        raise TextError(f"{text.strip()!r} could be several units", 0, sorted(found))
    if b is not None and b.has(found[0]):
        return b.unit(found[0]).fighter()
    return ship_combatant(state, state.ships[found[0]], "red").fighter()


GRAMMAR = {"volley": "volley SHIP v SHIP", "duel": "duel SHIP v SHIP [rounds N]"}
"""SHIP stands for a class, or a ship by name; strength and ``xp`` may follow."""


def situation(view: State, side: str, question: str, argument: str) -> tuple[TailCall, Any]:
    """Return the procedure and the duel of a question. Raises :class:`TextError`."""
    if question not in GRAMMAR:
        raise TextError(f"no odds question {question!r}", 0, list(GRAMMAR.values()))
    text, said, tail = argument.partition(" rounds")
    sides = re.split(r"\s(?:v|vs|against)\s", text, maxsplit=1)
    if len(sides) < 2:
        raise TextError("name two ships, with v between them", len(argument), [GRAMMAR[question]])
    one, two = (read_fighter(view, x) for x in sides)
    if not may_attack(one, two):
        raise TextError(f"{sides[0].strip()} may not attack {sides[1].strip()} (6.1.7.7)")
    return TailCall(volley if question == "volley" else duel), Duel(
        one, two, _number_of_rounds(question, tail if said else None), die=die_of(view.rulings)
    )


def _number_of_rounds(question: str, tail: str | None) -> int:
    """Return the number of rounds: 1 for a volley; for a duel the number in the question, or 5."""
    if question == "volley":
        if tail is not None:
            raise TextError("a volley is one round", 0, [GRAMMAR["volley"], GRAMMAR["duel"]])
        return 1
    if tail is None:
        return 5
    if not tail.strip().isdecimal() or not 1 <= int(tail) <= MOST_ROUNDS:
        raise TextError(
            f"rounds {tail.strip()!r}: a number from 1 to {MOST_ROUNDS} is wanted", 0, ["rounds 3"]
        )
    return int(tail)
