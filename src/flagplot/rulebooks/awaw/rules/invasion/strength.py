"""Strengths in an assault, as pure functions: guns and their limits, air support, defence, odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flagplot.table import Rulings, clause

from ..combat import combat_tables

THIRD = 3
"""Thirds in a combat factor. Partial strengths are counted in thirds."""
COLUMNS = ("1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1")

Guns = tuple[int, int]
"""(nationality modifier, naval factors) of ships that bombard."""


@clause("21.525", "21.526", "21.526A", "21.526B", "21.526C", "21.526D", "21.526-ex", "21.517C#2")
def gun_thirds(r: Rulings, guns: Iterable[Guns], ground: int) -> int:
    """Return the thirds of combat factors that bombardment adds: a number for each naval factor,
    within limits.

    Ships of modifier 1 add at most the attacking ground factors, those of 2 together with them at
    most twice as much, all ships together three times as much.
    """
    each = combat_tables.cell_number(r, "support", "guns")
    fired = [(min(3, max(1, drm)), n) for drm, n in guns]
    total = 0
    for level in (1, 2, 3):
        total = min(
            total + each * sum(n for drm, n in fired if drm == level), THIRD * level * ground
        )
    return total


@clause("21.517D")
def support_thirds(r: Rulings, flying: Iterable[tuple[str, int]], ground: int) -> int:
    """Return the thirds of combat factors that aircraft and escort carriers (type, factors) add: at
    most three times the ground factors."""
    total = sum(n * combat_tables.cell_number(r, "support", kind) for kind, n in flying)
    return min(total, THIRD * 3 * ground)


@clause("21.527")
def support_factors(guns: int, support: int) -> int:
    """Return the combat factors of bombardment and support together, both given in thirds. Their
    remainders add up."""
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
    """Return the defence multiplier.

    *invading* ground factors come from the sea (0: none), *marines* of them marines. If half of
    them are marines, the defenders lose their advantage against an invasion. Other benefits of the
    hex remain. Without supply the multiplier is one less.
    """
    dm = combat_tables.cell_number(r, "dm", "basic") + (
        combat_tables.cell_number(r, "dm", "fortress") if fortress else 0
    )
    if invading and 2 * marines < invading and not unready:
        dm += combat_tables.cell_number(r, "dm", "invasion")
    if unsupplied:
        dm += combat_tables.cell_number(r, "dm", "unsupplied")
    if armor:
        dm += combat_tables.cell_number(r, "dm", "exploiting-armor")
    return max(1, min(dm, combat_tables.cell_number(r, "dm", "most")))


@clause("21.517F")
def cover_factors(factors: int, *, invasion: bool) -> int:
    """Return the combat factors that aircraft add to the defence: three times their factors against
    an invasion."""
    return factors * 3 if invasion else factors


def odds_column(attack: int, defence: int) -> str:
    """Return the column of the table, rounded in the defender's favour. Empty below 1:4."""
    if defence <= 0:
        return COLUMNS[-1]
    if attack >= defence:
        return f"{min(5, attack // defence)}:1"
    over = -(-defence // attack) if attack > 0 else 9
    return f"1:{over}" if over <= 4 else ""


@clause("21.5152")
def is_enough(attack: int, defence: int) -> bool:
    """Return True at odds of 1:1 or better, which an invasion of a defended hex needs before every
    round."""
    return attack >= defence


def crt_column(r: Rulings, column: str) -> tuple[str, ...]:
    """Return the six results of a column of the ordinary table of ground combat."""
    data = r.table("awaw.crt")
    return tuple(str(data.cell(str(face), column)) for face in range(1, 7))


def losses_of_result(
    r: Rulings, result: str, *, attack: int, defenders: Sequence[int], dm: int
) -> tuple[int, int]:
    """Return the factors that a result takes from the attacker and from the defender's ground
    units."""
    data = r.table("awaw.crt-results")
    ground = sum(defenders)
    share = {"none": 0, "all": ground, "half": -(-ground // 2)}
    lost = share[str(data.cell(result, "defender"))]
    his = str(data.cell(result, "attacker"))
    if his == "match":
        return ground * max(0, dm + int(data.cell(result, "dm"))), lost
    return {"none": 0, "all": attack, "half": -(-attack // 2)}[his], lost
