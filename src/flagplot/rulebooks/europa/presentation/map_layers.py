"""Layers over the map: danger zones, minebelts, canals, enemy guns, combat zones and search."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table.display.position import Overlay

from ..map import canals, chart
from ..rules.combat import zones
from ..rules.movement import canals as movement_canals
from ..rules.movement import waters
from ..rules.search import modifiers
from ..rules.special import danger_zones
from ..scenarios.cards import card
from ..state import State

NEAR = 10
"""Hexes around a side's own groups in which danger zones are drawn."""


CANALS_NEAR = 30
"""Hexes from the Suez Canal within which a side must have a port for the canal to be drawn."""


def map_layers(view: State, side: str) -> tuple[Overlay, ...]:
    """Return all map layers for a side; for a spectator (empty side) those that both sides may
    see."""
    waits = (
        *danger_zone_layers(view, side),
        *mine_layers(view),
        *canal_layers(view),
        *coast_defence_layers(view, side),
    )
    return (
        *goal_layers(view, side),
        *waits,
        *combat_zone_layers(view, side),
        *search_layers(view, side),
    )


# ------------------------------------------------------------------ what it is about
def goal_layers(view: State, side: str) -> Iterator[Overlay]:
    """Yield the goal of the scenario's cargo, which its card tells both sides, and the goals of the
    side's own groups."""
    sought = view.facts.get("goal-hex", "")
    if sought:
        yield Overlay(
            (sought,), "target", 0, "goal" if side in ("", "Allied") else "goal of the Allies"
        )
    bound = card(view.scenario).goals if view.scenario else {}
    mine = {
        hex for id, hex in bound.items() if side and any(g.id == id for g in view.standing(side))
    }
    yield from (Overlay((hex,), "target", 0, "goal") for hex in sorted(mine - {sought}))


# ------------------------------------------------------------------ what waits in the water
def danger_zone_layers(view: State, side: str) -> Iterator[Overlay]:
    """Yield the danger zones of each nation near the side's own groups. Zones of the side's own
    nations are drawn only on demand."""
    near = hexes_near_groups(view, side)
    for nation in danger_zones.NATIONS:
        seat = danger_zones.side_of(nation)
        level = danger_zones.NATIONS.index(nation)
        if places := zone_hexes(view, nation, near):
            yield Overlay(places, "danger", level, "", seat, f"{nation} danger zone", seat == side)


def hexes_near_groups(view: State, side: str) -> frozenset[str]:
    """Return the hexes around the groups of a side; for a spectator around all groups."""
    homes = {g.hex for whose in ((side,) if side else view.sides) for g in view.standing(whose)}
    return frozenset(h for hex in homes for h in chart.hexes_within(hex, NEAR))


def zone_hexes(view: State, nation: str, near: frozenset[str]) -> tuple[str, ...]:
    """Return those water hexes in which a nation exerts a danger zone."""
    return tuple(
        h
        for h in sorted(near)
        if view.ground(h) in ("sea", "coastal") and danger_zones.exerts_zone(view, nation, h)
    )


def mine_layers(view: State) -> Iterator[Overlay]:
    """Yield the minebelts of both sides with their points, which both sides can read off the
    markers (36.C.2.s02)."""
    for hex, owner, points in sorted(
        (h, k, n) for h, belts in view.mines.items() for k, n in belts.items()
    ):
        yield Overlay(
            (hex,), "mines", min(5, points), f"mines {points}", owner, f"{owner} minebelts"
        )


def canal_layers(view: State) -> Iterator[Overlay]:
    """Yield the named canals that have an owned bank or lie near a port of a side, with their
    condition."""
    ports = [h for h, p in view.ports.items() if p.owner in view.sides]
    for name in canals.NAMES:
        chain = canals.hexsides_of(name)
        banks = {h for edge in chain for h in chart.hexes_of_side(edge)}
        near = name == canals.SUEZ and any(
            chart.distance(h, port) <= CANALS_NEAR for h in sorted(banks) for port in ports
        )
        if near or any(view.owner(h) in view.sides for h in banks):
            now = movement_canals.canal_condition(view, name)
            yield Overlay(
                chain,
                "way",
                int(now.startswith(movement_canals.SHUT)),
                f"{name} Canal: {now}",
                "",
                "Canals",
            )


# ------------------------------------------------------------------ what the enemy has
def coast_defence_layers(view: State, side: str) -> Iterator[Overlay]:
    """Yield the zones of the enemy's coast defences."""
    for _, d in sorted(view.defences.items()):
        if d.owner and d.owner != side:
            places = tuple(x for x in zones.defence_zone(d, False) if view.ground(x) != "land")
            yield Overlay(places, "zone", 1, f"coast defence {d.level}", d.owner, "Coast defences")


def combat_zone_layers(view: State, side: str) -> Iterator[Overlay]:
    """Yield the combat zones of the enemy's groups at sea."""
    for _, g in sorted(view.groups.items()):
        place = zones.combat_zone(view, g, False) if g.side != side and g.where == "sea" else ()
        if place:
            yield Overlay(place, "zone", 2, "", g.side, "Combat zones")


def search_layers(view: State, side: str) -> Iterator[Overlay]:
    """Yield the water that the enemy's patrols reach, and the water in which its groups, ports and
    coast defences search."""
    reach: set[str] = set()
    for _, a in sorted(view.air.items()):
        if a.side != side and a.mission in ("patrol", "strike") and not a.marker:
            reach.update(
                h
                for h in chart.hexes_within(a.place, a.reach)
                if view.ground(h) in ("sea", "coastal")
            )
    if reach:
        yield Overlay(tuple(sorted(reach)), "reach", 1, "", "", "Range of enemy naval patrol")
    near = searched_from(view, side)
    if near:
        yield Overlay(tuple(sorted(near)), "reach", 2, "", "", "Search by enemy ships and shore")


def searched_from(view: State, side: str) -> set[str]:
    """Return the water in which visible enemy groups, ports and coast defences may search (32.B.5,
    32.B.6)."""
    ranges = view.rulings.table(modifiers.RANGES)
    near: set[str] = set()
    for _, g in sorted(view.groups.items()):
        kind = view.kind(g)
        if g.side != side and kind != "empty" and g.where != "riverine":
            reach = int(ranges.cell(kind, "hexes"))
            near.update(waters.sea_field(view, g.hex, reach))
    shore = [(p.hex, p.size) for p in view.ports.values() if p.owner not in (side, "")]
    shore += [
        (d.hex, d.level) for d in view.defences.values() if d.owner not in (side, "") and d.fires
    ]
    for hex, reach in shore:
        near.update(
            h for h in chart.hexes_within(hex, reach) if view.ground(h) in ("sea", "coastal")
        )
    return near
