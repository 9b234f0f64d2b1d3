"""The forecast of an interception (6.4.3): its first exchange of fire, and the risk of going on
after a battle."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from flagplot.odds import convolve, distribution_bars, expected_points_clause, percent_text
from flagplot.table import Single, about_map
from flagplot.table.display.orders import Forecast
from flagplot.table.display.position import Clause

from ..rules.combat.battle_setup import BATTLE_CLASS, plane_combatant, ratings_of, ship_combatant
from ..rules.combat.formula import die_of, may_attack
from ..rules.interception.search import looks_like
from ..state import Mission, State
from ..state.battle import Combatant
from . import attack_forecast, battle_points
from .sea_danger import likely_danger

LIKELY = {
    "merchants": ("TR", "TR", "TR", "DD"),
    "transports": ("TR", "TR", "DD", "DD"),
    "submarines": ("SS", "SS"),
    "raiders": ("CA",),
    "warships": ("BC", "CA", "DD", "DD"),
}
"""Classes that are assumed in a mission by its appearance, each at full strength."""


WORDS = {
    "TR": "transport",
    "DD": "destroyer",
    "SS": "submarine",
    "CA": "cruiser",
    "BC": "battle cruiser",
}


FULL = 10


def forecast_interception(
    view: State, side: str, target: Mission, ships: Sequence[str], air: Sequence[str] = ()
) -> Forecast | None:
    """Return the forecast of the first exchange when these units intercept a mission, in strength
    points lost by each side; ``None`` when none of them can fire at it (6.5.1)."""
    mine = [
        replace(ship_combatant(view, view.ships[x], "red"), at=(1, 1))
        for x in ships
        if x in view.ships
    ]
    mine += [
        replace(plane_combatant(view, view.planes[x], "red", ""), at=(1, 1))
        for x in air
        if x in view.planes
    ]
    looks = looks_like(target)
    likely = LIKELY[looks]
    his = [_assumed(view, target.side, cls, n) for n, cls in enumerate(likely)]
    count = {c: likely.count(c) for c in likely}
    assumed = ", ".join(f"{n} {WORDS[c]}{'s' if n > 1 else ''}" for c, n in count.items())
    return forecast_exchange(
        view,
        side,
        mine,
        his,
        "When they meet: each of yours attacks once",
        (
            Clause("They meet for certain, unless another battle stops them first.", "6.4.5.b"),
            Clause(f"It looks like {looks}; assumed: {assumed}, all at full strength."),
        ),
    )


def second_wave(view: State, side: str, port: str, air: Sequence[str]) -> Forecast | None:
    """Return the forecast of the first attacks of aircraft that can fly again, on the ships known
    to lie in the port (6.5.4.6)."""
    mine = [
        replace(plane_combatant(view, view.planes[x], "red", ""), at=(1, 1))
        for x in air
        if x in view.planes
    ]
    foe = next(iter(view.enemies(side)), "")
    seen = [
        s
        for s in view.ships.values()
        if s.side == foe and s.base == port and s.afloat and not s.mission
    ]
    his = [replace(ship_combatant(view, s, "blue"), at=(1, 2)) for s in seen]
    rests = "Against the ships that are known to lie there"
    if not his:
        his, rests = (
            [_assumed(view, foe, cls, n) for n, cls in enumerate(LIKELY["warships"])],
            "As if warships lay there",
        )
    return forecast_exchange(
        view, side, mine, his, "If they attack again: each of yours once", (Clause(f"{rests}."),)
    )


def forecast_exchange(
    view: State,
    side: str,
    mine: Sequence[Combatant],
    his: Sequence[Combatant],
    title: str,
    rests: tuple[Clause, ...],
) -> Forecast | None:
    """Return the forecast of one attack by each of the side's own units; ``None`` when none can
    fire."""
    pairs = _attack_pairs(mine, his)
    if not pairs:
        return None
    taken: dict[int, float] = {0: 1.0}
    lost: dict[int, float] = {0: 1.0}
    safe = 1.0
    tolls: dict[Combatant, dict[int, float]] = {}
    for firer, prey in pairs:
        f = attack_forecast.forecast_unguarded(firer, prey, die_of(view.rulings))
        taken, lost, safe = (
            convolve(taken, dict(f.kills)),
            convolve(lost, dict(f.losses)),
            safe * (1 - f.sinks),
        )
        tolls[prey], tolls[firer] = (
            convolve(tolls.get(prey, {0: 1.0}), dict(f.kills)),
            dict(f.losses),
        )
    points = battle_points.expected_points(view, tolls.items())
    ahead = sum(p * q for k, p in taken.items() for m, q in lost.items() if k > m)
    behind = sum(p * q for k, p in taken.items() for m, q in lost.items() if k < m)
    return Forecast(
        title,
        (
            distribution_bars("Points the enemy loses", his[0].side, taken),
            distribution_bars("Points you lose", side, lost),
        ),
        (
            Clause(
                f"You take more than you lose {percent_text(ahead)}, less {percent_text(behind)}; an enemy "
                f"ship sunk {percent_text(1 - safe)}.",
                "6.5.1",
            ),
            *((expected_points_clause(side, points),) if points is not None else ()),
            *rests,
            Clause("Each attack is counted by itself, with the fire it draws."),
        ),
        ahead=100 * ahead,
    )


def short_text(found: Forecast | None) -> str:
    """Return a forecast in a few words: the mean points that both sides lose, and the chance that
    the enemy loses more; or that no enemy is there."""
    if found is None or not found.spreads:
        return "" if found is None else found.notes[0].text.rstrip(".")
    lost = f"{found.spreads[0].mean:.1f} points there, {found.spreads[1].mean:.1f} in return"
    return (
        lost
        if found.ahead is None
        else f"{lost}; more than you lose {percent_text(found.ahead / 100)}"
    )


def _assumed(view: State, side: str, cls: str, n: int) -> Combatant:
    r = ratings_of(view.rulings, cls, "", "", 0)
    kind = BATTLE_CLASS.get(cls, cls)
    return Combatant(
        f"his:{n}", WORDS[cls], side, "blue", kind, r, FULL, FULL, at=(1, 2), ammo=r.ammo
    )


def _attack_pairs(
    mine: Sequence[Combatant], his: Sequence[Combatant]
) -> list[tuple[Combatant, Combatant]]:
    """Return attacker-target pairs: each own unit, the strongest first, with its best target among
    those that fewest attack already."""
    found: list[tuple[Combatant, Combatant]] = []
    for u in sorted(mine, key=lambda u: (-u.strength * u.ratings.price, u.id)):
        able = [e for e in his if u.ammo > 0 and may_attack(u.fighter(), e.fighter())]
        if able:
            found.append(
                (
                    u,
                    min(
                        able, key=lambda e: (sum(x is e for _, x in found), -e.ratings.price, e.id)
                    ),
                )
            )
    return found


def search_risk_sentence(view: State, request: Single) -> str:
    """Return a sentence on how many squares of a mission's route the enemy may still search
    successfully, given where it is likely to be (6.5.1.e)."""
    m = view.missions.get(str(about_map(request).get("mission", "")))
    squares = [p for p in m.route if view.chart.strait(p) is None] if m is not None else []
    if m is None or not squares:
        return ""
    danger = likely_danger(view, m.side, m.flotilla)
    return f"likely to be met in {sum(p in danger for p in squares)} of the {len(squares)} squares of its way"
