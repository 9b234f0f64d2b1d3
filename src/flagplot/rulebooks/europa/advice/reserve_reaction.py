"""Forecasts for reserves that are called out: whether they can meet the group that called them, and
the first fire there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from flagplot.odds import percent_text
from flagplot.table import AskOrder, about_map
from flagplot.table.core.memo import memo_per_state
from flagplot.table.display.orders import Forecast
from flagplot.table.display.position import Clause
from flagplot.table.language.sentences import count_text

from .. import events
from ..map import chart
from ..orders import Activate
from ..rules.combat import encounters, zones
from ..rules.movement import costs, path_check, routing
from ..rules.search.events import Activated
from ..state import Battle, Group, State, put_group
from ..state.units import Unit, is_warship
from . import route_dangers
from .fire_forecast import ASSUMED, forecast_exchange, forecast_shot
from .path_playout import states_along

KINDS = {"TF": "task force", "NT": "transport"}


LOOKS = {"cargo": (0, 1), "mixed": (1, 1)}
"""Task forces and transports that are assumed in a group of a kind without declared numbers. Other
kinds are assumed to have one task force."""


class Sortie(NamedTuple):
    """A reserve group's sortie: how far it comes, and the state there."""

    there: State
    group: Group
    """The group where it meets its prey, or as near as it gets."""
    path: tuple[str, ...]
    mps: int
    """The MPs that it spends."""
    meets: bool
    unhurt: float
    """The chance, 0 to 1, that nothing else hits it on the route."""

    @property
    def waits(self) -> bool:
        """True for a group that fights only enemies that sail into its zone (32.D.1): submarines
        and boats."""
        return self.there.kind(self.group) == "submarine"


@memo_per_state
def sortie_of(view: State, id: str, prey: str) -> Sortie:
    """Return the sortie of a reserve group against the group that called it, by the shorter of the
    routes known to an admiral. It ends where they meet (32.C)."""
    side = view.groups[id].side
    s = events.Suspended("32.A.s05", prey).apply(Activated("32.C", side, (id,), prey).apply(view))
    goal, mps = view.groups[prey].hex, costs.mps_left(s, s.groups[id])
    ways = dict.fromkeys(
        routing.course_to(s, s.groups[id], goal, mps, wary) for wary in (True, False)
    )
    found = [sortie_along(s, id, prey, way) for way in ways]
    return min(found, key=lambda x: (not x.meets, chart.distance(x.group.hex, goal), -x.unhurt))


def sortie_along(s: State, id: str, prey: str, way: tuple[str, ...]) -> Sortie:
    """Return the sortie on a route, up to the hex where the group meets its prey."""
    group = s.groups[id]
    out = replace(group, where="sea", came_from=group.hex) if group.where == "port" else group
    there, now, spent, path = put_group(s, out), out, 0, list[str]()
    for pos, one, mps in states_along(s, out, path_check.plot_path(s, group, way)):
        if can_fight_here(there, now, prey):
            break
        there, now, spent = pos, one, spent + mps
        path.append(one.hex)
    met = can_fight_here(there, now, prey)
    before = tuple(path[:-1] if met else path)  # the last hex is the battle itself
    unhurt = route_dangers.forecast_route(s, id, before).unharmed if before or not met else 1.0
    return Sortie(there, now, tuple(path), spent, met, unhurt)


def can_fight_here(s: State, group: Group, prey: str) -> bool:
    """Return True when a group fights its prey where it is now: on the surface, or by torpedo when
    one of them is a submarine group and the other sails on (32.D)."""
    foe = s.groups[prey]
    if s.kind(group) == "submarine":
        return group.id in [x.id for x in zones.submarine_foes(s, foe, group.dark)]
    if s.kind(foe) == "submarine":
        return prey in [x.id for x in encounters.boats_met(s, group)]
    return prey in [x.id for x in encounters.ships_met(s, group)]


def short_note(view: State, request: AskOrder, order: Activate) -> str:
    """Return a short note for an activation: for one group how it gets to the prey, for several how
    many can meet it."""
    prey = str(about_map(request)["group"])
    found = [sortie_of(view, id, prey) for id in order.groups if id in view.groups]
    if len(found) == 1:
        return sortie_text(found[0], prey)
    return f"{sum(x.meets for x in found)} of {len(found)} can meet {prey} in this step"


def sortie_text(found: Sortie, prey: str) -> str:
    """Return a text that says whether and how a group gets to its prey."""
    if not found.meets:
        short = chart.distance(found.group.hex, found.there.groups[prey].hex)
        return f"cannot meet {prey} in this step: {count_text(short, 'hex', 'hexes')} short"
    on_the_way = f", unhurt on the way {percent_text(found.unhurt)}" if found.unhurt < 1 else ""
    way = f"for {count_text(found.mps, 'MP')}{on_the_way}"
    if found.there.kind(found.there.groups[prey]) == "submarine":
        return f"comes into reach of the torpedoes of {prey} {way}"
    if not found.waits:
        return f"can meet {prey} {way}"
    boats = any(u.kind == "MTB" for u in found.there.of(found.group))
    return f"can lie in wait beside {prey} {way}, and attacks when it sails on there{' by night' if boats else ''}"


def sortie_sentences(view: State, request: AskOrder, order: Activate) -> Iterator[Clause]:
    """Yield a sentence for each group that is called out: whether and how it gets to the prey."""
    prey = str(about_map(request)["group"])
    for id in order.groups:
        yield Clause(f"{id} {sortie_text(sortie_of(view, id, prey), prey)}.", "32.C")


def forecast_reserves(view: State, request: AskOrder, groups: Iterable[str]) -> Forecast | None:
    """Return the forecast of the strongest group that can meet its prey: the first round of fire,
    or the torpedoes of a submarine group (32.D). ``None`` when no group can."""
    prey = str(about_map(request)["group"])
    able = [x for x in (sortie_of(view, id, prey) for id in groups if id in view.groups) if x.meets]
    if not able:
        return None
    best = max(
        able, key=lambda x: (not x.waits, sum(u.strength for u in view.of(x.group)), x.group.id)
    )
    s, rests = with_declared_ships(best.there, prey)
    if best.waits:
        at = max(s.of(s.groups[prey]), key=lambda u: (not is_warship(u), u.strength, u.id))
        shot = encounters.torpedo_shot(s, s.groups[prey], best.group, at.id)
        found = forecast_shot(s, request, shot, f"If {best.group.id} attacks {prey}")
        return replace(found, notes=(*found.notes, *rests))
    s = replace(s, battle=Battle("surface", best.group.id, prey, best.group.hex, best.group.dark))
    title = f"If {best.group.id} meets {prey}: the first round of fire"
    fire = forecast_exchange(s, s.groups[best.group.id], s.groups[prey], title)
    return replace(fire, notes=(*fire.notes, *rests)) if fire is not None else None


def with_declared_ships(s: State, prey: str) -> tuple[State, tuple[Clause, ...]]:
    """Return the state with ships for a group of which none are known: as many as were declared,
    else what its kind has."""
    foe = s.groups[prey]
    if s.of(foe):
        return s, ()
    tfs, transports = (
        foe.disclosed_counts if foe.disclosed_counts[0] >= 0 else LOOKS.get(s.kind(foe), (1, 0))
    )
    numbers = {"TF": tfs, "NT": transports}
    units = {
        f"{prey}-{kind}-{n + 1}": Unit(
            f"{prey}-{kind}-{n + 1}", foe.side, kind, ASSUMED, f"{KINDS[kind]} {n + 1}"
        )
        for kind, number in numbers.items()
        for n in range(number)
    }
    s = put_group(replace(s, units={**s.units, **units}), replace(foe, members=tuple(units)))
    whose = "As the enemy declared" if foe.disclosed_counts[0] >= 0 else "By its kind"
    said = " and ".join(count_text(n, KINDS[kind]) for kind, n in numbers.items() if n)
    return s, (Clause(f"{whose}: {said}, taken to be of {ASSUMED} points each."),)
