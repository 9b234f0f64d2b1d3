"""Raider Table (21.5342) in both editions: the number and kinds of ships that find a group."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from flagplot.table import Rulings, clause

from ...map import theatre
from ...map.theatre import ATLANTIC_SW, INDIAN_SW, PACIFIC_SW
from ...state import FAST_CARRIERS, State, Unit
from ...state.nations import is_at_war
from ...state.raider_groups import Raid
from ..combat import combat_tables
from ..range.limits import has_named_place
from . import scenario_rules

FIRST = "first"
"""Row of the earlier edition's first ship, for which no die is rolled."""
SEARCHED = {INDIAN_SW: theatre.INDIA, PACIFIC_SW: theatre.AUSTRALIA}
"""SW box -> mapboard box whose search aircraft count as escort carriers of the SW box."""


def table_modifier(r: Rulings, row: str) -> int:
    """Return one modifier of the raider die."""
    return combat_tables.cell_number(r, "raider-modifiers", row)


@clause(
    "21.5342-T.mod.general.1",
    "21.5342-T.mod.general.2",
    "21.5342-T.mod.general.3",
    "21.5342-T.mod.general.4",
    "21.5342-T.mod.general.1@earlier",
    "21.5342-T.mod.general.2@earlier",
    "21.5342-T.mod.general.3@earlier",
    "21.5342-T.mod.general.4@earlier",
    "21.538A",
)
def general_modifiers(s: State, raid: Raid) -> list[tuple[str, int]]:
    """Return the general modifiers as (row, value) pairs: always -3; +1 for each group before this
    one in its box; +1 for three ships; +1 for each air range result of the defender.

    Ships lost in the box still count, because the second die has the modifiers of the first
    (21.538A).
    """
    r = s.rulings
    results = s.research.get(f"{s.enemy(raid.side)} air range", 0)
    return [
        ("automatic", table_modifier(r, "automatic")),
        (
            "later-group",
            (raid.number - 1) * table_modifier(r, "later-group") if raid.number > 1 else 0,
        ),
        ("three-ships", table_modifier(r, "three-ships") if raid.ships + raid.lost >= 3 else 0),
        ("air-range", results * table_modifier(r, "air-range")),
    ]


@clause(
    "21.5342-T.mod.atlantic.1",
    "21.5342-T.mod.indian.1",
    "21.5342-T.mod.atlantic.1@earlier",
    "21.5342-T.mod.indian.1@earlier",
)
def ocean_modifiers(s: State, raid: Raid) -> list[tuple[str, int]]:
    """Return the modifiers of the ocean: in the Atlantic +1 while the U.S. is at war with Germany,
    in the Indian Ocean +1 against Japanese raiders from Singapore."""
    out = []
    if raid.box == ATLANTIC_SW and is_at_war(s, "U.S.", "Germany"):
        out.append(("us-at-war", table_modifier(s.rulings, "us-at-war")))
    singapore = raid.nation == "Japan" and any(
        has_named_place(s, p, "Singapore") for p in raid.ports
    )
    if raid.box == INDIAN_SW and singapore:
        out.append(("singapore", table_modifier(s.rulings, "singapore")))
    return out


@clause(
    "21.5342-T.mod.atlantic.2",
    "21.5342-T.mod.indian.2",
    "21.5342-T.mod.pacific.1",
    "21.5342-T.mod.atlantic.2@earlier",
    "21.5342-T.mod.indian.2@earlier",
    "21.5342-T.mod.pacific.1@earlier",
)
def escort_carrier_modifier(s: State, raid: Raid) -> tuple[str, int]:
    """Return the modifier for escort carriers in the box: +1 for each full number of them, up to
    +4."""
    r = s.rulings
    each, most = (
        combat_tables.cell_number(r, "raider-cves", raid.box, k) for k in ("each", "most")
    )
    return "escort-carriers", min(most, escort_carriers(s, raid) // each)


@clause(
    "21.5342-T.mod.indian.3",
    "21.5342-T.mod.pacific.2",
    "21.5342-T.mod.indian.3@earlier",
    "21.5342-T.mod.pacific.2@earlier",
)
def escort_carriers(s: State, raid: Raid) -> int:
    """Return the number of escort carriers of the box. Each operational search squadron in the
    India box counts as one for the Indian Ocean. Each in the Australia box counts as one for the
    Pacific, but only against Japanese raiders that came over the map's south edge."""
    enemy = s.enemy(raid.side)
    held = s.sw.get(f"{enemy} {raid.box}") or s.sw.get(raid.box)
    n = (held.cves if held else 0) + sum(
        u.factors
        for u in s.units.values()
        if u.side == enemy and u.type == "CVE" and u.present and u.base == raid.box
    )
    where = SEARCHED.get(raid.box, "")
    if where == theatre.AUSTRALIA and not (raid.nation == "Japan" and raid.edge == "south"):
        return n
    return n + sum(u.factors for u in s.units.values() if where and is_searching(u, enemy, where))


def is_searching(u: Unit, side: str, box: str) -> bool:
    """Return True for a search squadron of a side that is ready in a box."""
    ready = (
        u.side == side
        and u.kind == "air"
        and u.type in ("AAS", "NAS")
        and u.present
        and not u.inverted
    )
    return ready and u.searching and (u.base or u.at) == box


@clause(
    "21.5342-T.mod.euraxis.1",
    "21.5342-T.mod.japan.1",
    "21.5342-T.mod.euraxis.1@earlier",
    "21.5342-T.mod.japan.1@earlier",
)
def code_modifier(s: State, raid: Raid) -> tuple[str, int]:
    """Return the modifier for codes (HR-DRM): +1 while the defender has the advantage, -1 while the
    raiders' side has. Ultra counts against German and Italian raiders, Magic against Japanese."""
    holder = s.codebreaking.get("Magic" if raid.nation == "Japan" else "Ultra", "")
    if not holder or s.rulings.switch("HR-DRM") == "none":
        return "codebreaking", 0
    one = table_modifier(s.rulings, "codebreaking")
    return "codebreaking", -one if holder == raid.side else one


def modifiers(s: State, raid: Raid) -> tuple[tuple[str, int], ...]:
    """Return every modifier of the raider die of a group that is not 0."""
    old = ("convoy-battleships", scenario_rules.convoy_bonus(s, raid))
    every = [
        *general_modifiers(s, raid),
        *ocean_modifiers(s, raid),
        escort_carrier_modifier(s, raid),
        code_modifier(s, raid),
        old,
    ]
    return tuple((row, n) for row, n in every if n)


@clause(
    "21.5341A",
    "21.5341B",
    "21.5342-T.intro",
    "21.5342-T.threshold",
    "21.5342-T.intro@earlier",
    "21.5342-T.threshold@earlier",
)
def ships_engaging(s: State, raid: Raid, die: int) -> int:
    """Return the number of ships that may engage a group for one die: the modified result, at least
    0."""
    return max(0, die + sum(n for _, n in modifiers(s, raid)))


@clause("21.5342A", "21.5342-T.type", "21.5342-T.type@earlier", "21.5342-T.first@earlier")
def type_dice(r: Rulings, result: int) -> int:
    """Return the number of type dice: one for each ship. In the earlier edition the first ship has
    none, because it is a cruiser."""
    return max(0, result - 1) if r.edition == "earlier" else result


@clause("21.5342-T.first@earlier")
def rows_demanded(r: Rulings, result: int, dice: Sequence[int]) -> tuple[str, ...]:
    """Return the rows of the table that the ships of an engagement answer, the highest first."""
    rows = tuple(str(d) for d in sorted(dice, reverse=True))
    return (FIRST, *rows) if r.edition == "earlier" and result else rows


@lru_cache(maxsize=64)
def row_options(r: Rulings, row: str) -> tuple[str, ...]:
    """Return what answers a row: ``TYPE:FACTORS``, ``carrier`` or ``any``."""
    table = "awaw.raider-types-earlier" if r.edition == "earlier" else "awaw.raider-types"
    return tuple(str(r.table(table).row(row)[0]).split())


@clause(
    "21.5342-T.result.1",
    "21.5342-T.result.2",
    "21.5342-T.result.3",
    "21.5342-T.result.4",
    "21.5342-T.result.5",
    "21.5342-T.result.6",
    "21.5342-T.result.1@earlier",
    "21.5342-T.result.2@earlier",
    "21.5342-T.result.3@earlier",
    "21.5342-T.result.4@earlier",
    "21.5342-T.result.5@earlier",
    "21.5342-T.result.6@earlier",
    "21.5342-T.note@earlier",
)
def does_answer(r: Rulings, row: str, type: str, factors: int) -> bool:
    """Return True when a ship answers a row: destroyers by single factors, others by kind and size.
    Pocket battleships count as battlecruisers. In the earlier edition any capital ship of the size
    on the die answers."""
    kind = "BC" if type == "PB" else type
    for option in row_options(r, row):
        if option == "any" or (option == "carrier" and type in FAST_CARRIERS):
            return True
        wanted, _, size = option.partition(":")
        same = kind == wanted or (r.edition == "earlier" and {kind, wanted} <= {"BB", "BC"})
        if same and int(size or 0) == (1 if type == "DD" else factors):
            return True
    return False


@clause("21.5342-T.type.lesser", "21.5342-T.type.nosub@earlier")
def lesser_rows(r: Rulings, row: str) -> tuple[str, ...]:
    """Return the lower rows that may be answered in place of a row, the higher first. In the
    earlier edition there are none."""
    if r.edition == "earlier" or row == FIRST:
        return ()
    return tuple(str(n) for n in range(int(row) - 1, 0, -1))
