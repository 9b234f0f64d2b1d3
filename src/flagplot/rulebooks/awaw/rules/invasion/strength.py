"""The strengths of an assault: ships' guns and their limits, support from the air, the defence, the
odds. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flagplot.table import Rulings, clause

from ..combat import combat_tables

THIRD = 3
"""Strengths that come in parts are counted in thirds of a combat factor."""
COLUMNS = ("1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1")

Guns = tuple[int, int]
"""Nationality modifier of some ships, and the naval factors with which they bombard."""


@clause("21.525", "21.526", "21.526A", "21.526B", "21.526C", "21.526D", "21.526-ex", "21.517C#2")
def gun_thirds(r: Rulings, guns: Iterable[Guns], ground: int) -> int:
    """Thirds of combat factors that bombardment adds: one a naval factor, ships of modifier 1 at
    most as much as the ground factors that attack, those of 2 together with them twice as much, all
    together three times as much."""
    each = combat_tables.number(r, "support", "guns")
    fired = [(min(3, max(1, drm)), n) for drm, n in guns]
    total = 0
    for level in (1, 2, 3):
        total = min(
            total + each * sum(n for drm, n in fired if drm == level), THIRD * level * ground
        )
    return total


@clause("21.517D")
def support_thirds(r: Rulings, flying: Iterable[tuple[str, int]], ground: int) -> int:
    """Thirds of combat factors that aircraft and escort carriers (type, factors) add: at most three
    times the ground factors."""
    total = sum(n * combat_tables.number(r, "support", kind) for kind, n in flying)
    return min(total, THIRD * 3 * ground)


@clause("21.527")
def helped(guns: int, support: int) -> int:
    """Combat factors of bombardment and support together, both in thirds: what is left over of one
    completes the other."""
    return (guns + support) // THIRD


@clause("21.517E")
def multiplier(
    r: Rulings,
    *,
    invading: int,
    marines: int,
    fortress: int = 0,
    armor: bool = False,
    unready: bool = False,
    unsupplied: bool = False,
) -> int:
    """The defence multiplier. *invading* ground factors come from the sea (0: none do), so many of
    them marines; with half of them marines the defenders lose what they gain against an invasion.
    Other benefits of the hex stay; without supply there is one less."""
    dm = combat_tables.number(r, "dm", "basic") + (
        combat_tables.number(r, "dm", "fortress") if fortress else 0
    )
    if invading and 2 * marines < invading and not unready:
        dm += combat_tables.number(r, "dm", "invasion")
    if unsupplied:
        dm += combat_tables.number(r, "dm", "unsupplied")
    if armor:
        dm += combat_tables.number(r, "dm", "exploiting-armor")
    return max(1, min(dm, combat_tables.number(r, "dm", "most")))


@clause("21.517F")
def cover_factors(factors: int, *, invasion: bool) -> int:
    """Combat factors that aircraft add to the defence: three times as many against an invasion."""
    return factors * 3 if invasion else factors


def odds(attack: int, defence: int) -> str:
    """The column of the table: fractions are dropped in the defender's favour. Empty below 1:4."""
    if defence <= 0:
        return COLUMNS[-1]
    if attack >= defence:
        return f"{min(5, attack // defence)}:1"
    over = -(-defence // attack) if attack > 0 else 9
    return f"1:{over}" if over <= 4 else ""


@clause("21.5152")
def enough(attack: int, defence: int) -> bool:
    """An invasion of a defended hex needs 1:1 at least, before its first and before every further
    round."""
    return attack >= defence


def crt_column(r: Rulings, column: str) -> tuple[str, ...]:
    """The six results of a column of the ordinary table of ground combat."""
    data = r.table("awaw.crt")
    return tuple(str(data.cell(str(face), column)) for face in range(1, 7))


def toll(
    r: Rulings, result: str, *, attack: int, defenders: Sequence[int], dm: int
) -> tuple[int, int]:
    """Factors a result takes of the attacker and of the defender's ground units."""
    data = r.table("awaw.crt-results")
    ground = sum(defenders)
    share = {"none": 0, "all": ground, "half": -(-ground // 2)}
    lost = share[str(data.cell(result, "defender"))]
    his = str(data.cell(result, "attacker"))
    if his == "match":
        return ground * max(0, dm + int(data.cell(result, "dm"))), lost
    return {"none": 0, "all": attack, "half": -(-attack // 2)}[his], lost
