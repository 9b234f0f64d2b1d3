"""How an operation looks before anybody commits it: whether it is met on the way, whether the beach is won, what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod

from flagplot.odds import spread
from flagplot.table.core.memo import latest
from flagplot.table.display.orders import Forecast, Outlook
from flagplot.table.display.position import Clause
from flagplot.table.language.sentences import capital, plural

from ..advice import risks
from ..advice.landing_odds import beach_at, fate
from ..rules import mission_points
from ..state import Force, State, factors
from . import naming
from .battle_forecast import percent
from .landing_lines import line


@latest
def met(view: State, f: Force) -> risks.Risks | None:
    """The chance that a force of one's own that has not sailed is met; ``None`` for one that has, or meets nobody on the map."""
    ships = view.members(f)
    if f.state != "announced" or not ships or len(f.path) < 2 or all(u.type == "SS" for u in ships):
        return None
    return risks.risk_of(view, f.side, f.mission, f.path, f.target, factors(ships))


def operation(view: State, side: str) -> Outlook:
    """All that a side has announced: force by force, beach by beach, and the bill."""
    sailing = [f for f in view.forces.values() if f.side == side and f.state == "announced" and view.members(f)]
    strengths = (Clause(line(view, side, h), "21.5152") for h in attacked(view, side))
    lines = [*passages(view, sailing), *strengths, *bill(view, side, sailing)]
    pictures = [p for h in attacked(view, side) for p in [picture(view, side, h)] if p is not None]
    return Outlook(tuple(lines), tuple(pictures))


def attacked(view: State, side: str) -> list[str]:
    """Hexes for which a side has announced an attack."""
    return [h for h, a in view.assaults.items() if a.side == side and a.state == "announced"]


def passages(view: State, sailing: list[Force]) -> Iterator[Clause]:
    """The chance that each force is met before it lies off its goal, and that of any that carries troops there."""
    found = {f.id: r for f in sailing for r in [met(view, f)] if r is not None}
    by_goal: dict[str, list[Force]] = {}
    for f in sailing:
        if f.id in found:
            by_goal.setdefault(f.target, []).append(f)
    for goal, here in by_goal.items():
        landing = [f for f in here if f.mission == "invade"]
        parts = [f"the {who(view, f)} {percent(found[f.id].total)}{alone(view, f)}" for f in here]
        some = f"; some that carry troops {percent(stopped(found[f.id] for f in landing))}" if len(landing) > 1 else ""
        yield Clause(f"Met on the way to {naming.place_name(view, goal)}: {naming.listed(parts)}{some}.", "22.22")
    if found:
        assumption = next(iter(found.values())).assumption
        slow = percent(1 - prod(1 - r.slower for r in found.values()))
        yield Clause(f"Reckoned as if {assumption}. With slow ships among them, any of all these: {slow}.")


def alone(view: State, f: Force) -> str:
    """The chance to be met if only the likeliest port tries."""
    port, chance = risks.likeliest(view, f.side, f.mission, f.path, f.target, factors(view.members(f)))
    return f" (by {port} alone {percent(chance)})" if port else ""


def who(view: State, f: Force) -> str:
    """A force by what it is and where it comes from."""
    return f"{naming.mission_word(f.mission)} from {naming.short_place(view, f.path[0])}"


def stopped(found: Iterable[risks.Risks]) -> float:
    """The chance that at least one of some forces is met, each by itself."""
    return 1 - prod(1 - r.total for r in found)


def bill(view: State, side: str, sailing: list[Force]) -> Iterator[Clause]:
    """What is spent whatever happens: mission points, and the ships that do nothing else this turn."""
    ships = [u for f in sailing for u in view.members(f)]
    if side in view.points and ships:
        cost, left = mission_points.promised(view, side), mission_points.left(view, side)
        yield Clause(f"Costs {plural(cost, 'mission point')}; {left} are left.", "21.414A")
    if ships:
        aboard = sum(view.units[i].factors for f in sailing for i in f.cargo if i in view.units)
        troops = f", {plural(aboard, 'ground factor')} aboard" if aboard else ""
        said = f"{plural(factors(ships), 'naval factor')} sail{troops}; they do nothing else until they are ready again."
        yield Clause(said, "21.31")


def picture(view: State, side: str, place: str) -> Forecast | None:
    """What the assault would bring if all that is announced arrives: the factors each side loses."""
    found = fate(view, side, place)
    if found is None:
        return None
    beach = beach_at(view, side, place)
    his = spread("Ground factors the enemy loses", view.enemy(side), dict(found.his))
    mine = spread("Ground factors you lose", side, dict(found.mine))
    name = naming.place_name(view, place)
    rests = (
        Clause(f"{capital(name)} is won {percent(found.won)}, if the attack goes on as long as it may.", "21.517G"),
        Clause("Exact for all that is announced arriving, every aircraft of yours in range and none of the enemy's."),
    )
    return Forecast(f"At {name}, {beach.attack} against {beach.held}", (his, mine), rests)
