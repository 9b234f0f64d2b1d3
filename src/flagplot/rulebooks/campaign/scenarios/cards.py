"""The scenarios of the campaign: their files, and the start position made from them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from flagplot.table import DataError, Rulings, Scenario
from flagplot.table.setup import scenarios

from ..map.battle_ground import shore_of
from ..map.chart import Chart, Strait, Zone
from ..map.chart_from_board import chart_of
from ..map.squares import square_of
from ..state import Plane, Port, Season, Ship, State
from ..state.ratings import (
    endurance,
    first_experience,
    intercept_default,
    patrol_range,
    search_default,
    to_the_nearest,
)
from ..state.territories import is_true_island
from ..state.troops import Trade, Troop
from .start_position import placement_faults

NAMES = scenarios.scenario_ids("campaign")


Row = tuple[str | int, ...]


class Card(
    scenarios.Card,
    frozen=True,
    kw_only=True,
    rename={"zone_ports": "zone-ports"},
    forbid_unknown_fields=True,
):
    """A scenario as its file gives it. Its ships are in a file of rows beside it."""

    turns: int
    seasons: tuple[Season, ...]
    theatre: str = "europe"
    ports: Mapping[str, Row] = {}
    """Square, size, holder and shipyard of ports on squares, by name."""
    zone_ports: Mapping[str, Row] = {}
    """Zone, size, holder and shipyard of ports in a zone, by name."""
    airfields: Mapping[str, tuple[str, str]] = {}
    """Square and side of airfields, by name."""
    air: tuple[Mapping[str, Any], ...] = ()
    zone: tuple[Mapping[str, Any], ...] = ()
    strait: tuple[Mapping[str, Any], ...] = ()
    sides_open: Mapping[str, tuple[str, ...]] = {}
    pools: Mapping[str, Mapping[str, int]] = {}
    """Transports by side, then by nation and sea."""
    trade: tuple[Trade, ...] = ()
    grounds: Mapping[str, str] = {}
    """The battle map of each port."""
    troops: tuple[Mapping[str, Any], ...] = ()
    script: Mapping[str, Any] = {}
    score: Mapping[str, Any] = {}
    start: str = ""
    """The start of another scenario that this file describes, with only what differs there."""


FILES = scenarios.scenario_files("campaign")


OWN_FILES = {
    (said["variant_of"], said["start"]): name
    for name in FILES
    if (said := scenarios.raw_card("campaign", name)).get("variant_of")
}
"""The files of starts, by (scenario, start)."""


def file_of(id: str, start: str) -> str:
    """Return the file of a scenario's start. Raises ``KeyError`` that names the known ones."""
    starts = tuple(scenario_data(scenarios.known_scenario("campaign", id)).get("starts", {}))
    if start and start not in starts:
        raise KeyError(
            f"scenario {id} has no start {start!r}; it has {', '.join(starts) or 'none'}"
        )
    return OWN_FILES.get((id, start), id)


@lru_cache(None)
def scenario_data(id: str) -> dict[str, Any]:
    """Return a scenario's file, or a start's laid over its scenario's, checked against the fields
    of a card. Raises ``KeyError`` for an unknown one, ``DataError`` for a wrong one."""
    said = scenarios.raw_card("campaign", id) if id in FILES else {}
    if not said.get("variant_of"):
        scenarios.read_card("campaign", id, Card)
        return scenarios.raw_card("campaign", id)
    whole = lay_over(
        scenario_data(said["variant_of"]),
        {k: v for k, v in said.items() if k not in ("variant_of", "start")},
    )
    scenarios.read_card("campaign", id, Card, **whole)
    return whole


def lay_over(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Return one table laid over another: inner tables likewise, rows of units by id. Other values
    replace the former."""
    mixed = dict(first)
    for key, value in second.items():
        was = first.get(key)
        if isinstance(value, Mapping) and isinstance(was, Mapping):
            mixed[key] = lay_over(was, value)
        else:
            mixed[key] = by_id([*was, *value]) if key in ("air", "troops") and was else value
    return mixed


def by_id(units: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows of units, with those of one id merged."""
    found: dict[str, dict[str, Any]] = {}
    for u in units:
        found[u["id"]] = {**found.get(u["id"], {}), **u}
    return list(found.values())


def scenario_of(state: State) -> dict[str, Any]:
    """Return the file of the state's scenario; empty for a position without one."""
    return scenario_data(state.scenario) if state.scenario in FILES else {}


def raider_of(state: State) -> Ship | None:
    """Return the raider of a scenario that hunts one; ``None`` in others."""
    return state.ships.get(scenario_of(state).get("script", {}).get("raider", ""))


def rows(id: str) -> tuple[dict[str, str], ...]:
    """Return the order of battle of a scenario, one row for each unit. A start's ships come after
    its scenario's."""
    whole = scenarios.raw_card("campaign", id).get("variant_of", "")
    return (
        *(rows(whole) if whole else ()),
        *scenarios.order_of_battle_rows("campaign", f"{id}.tsv"),
    )


@lru_cache(None)
def cards() -> tuple[Scenario, ...]:
    """Return the scenario cards for the start page."""
    return tuple(
        scenarios.scenario_of_card(
            scenarios.read_card("campaign", id, Card), briefings=briefings(id)
        )
        for id in NAMES
    )


def briefings(id: str) -> tuple[tuple[str, str], ...]:
    """Return the briefing of each side. Those of starts with their own files are under side and
    start, as ``Axis R``."""
    own = ((start, name) for (whole, start), name in OWN_FILES.items() if whole == id)
    told = (
        (f"{side} {start}", text)
        for start, name in own
        for side, text in scenario_data(name)["briefings"].items()
    )
    return (*scenario_data(id)["briefings"].items(), *told)


def season_of(id: str, turn: int, now: Season = "Spring") -> Season:
    """Return the season of a turn; without a scenario the present one, *now*."""
    seasons: list[Season] = scenario_data(id)["seasons"] if id in FILES else [now]
    return seasons[min(turn, len(seasons)) - 1]


@lru_cache(None)
def chart_for(id: str) -> Chart:
    """Return the waters of a scenario, always the identical object: its board, or the open zones of
    one played off the map.

    Raises :class:`~flagplot.table.DataError` when the scenario does not fit them.
    """
    d = scenario_data(id)
    chart = chart_of(d["board"])
    straits = tuple(
        Strait(
            s["id"],
            s["title"],
            (s["ends"][0], s["ends"][1]),
            tuple(s["holders"]),
            s["need"],
            s["clause"],
        )
        for s in d.get("strait", ())
    )
    ends = {tuple(sorted(s.ends)) for s in straits}
    kept = tuple(
        s
        for s in chart.straits
        if tuple(sorted(s.ends)) not in ends and s.id not in {x.id for x in straits}
    )
    zones = tuple(
        Zone(z["id"], z["title"], z["range"], tuple(z["next_to"])) for z in d.get("zone", ())
    )
    sides = {
        name: tuple(square_of(s) for s in squares)
        for name, squares in d.get("sides_open", {}).items()
    }
    made = replace(
        chart,
        straits=(*straits, *kept),
        zones=(*zones, *(z for z in chart.zones if z.id not in {x.id for x in zones})),
        sides={**chart.sides, **sides},
    )
    for wrong in placement_faults(d, rows(id), made):
        raise DataError(f"campaign/scenarios/{id}: {wrong}")
    return made


def ship_of(row: dict[str, str], rulings: Rulings, *, twin: bool = False) -> Ship:
    """Return a ship from its row. Values that its sheet leaves out get their default (HR-12 to
    HR-14). A *twin* is named with its hulls."""
    hulls = row.get("ships", "")
    speed = int(row["speed"] or 0)
    miles, near = int(row["range_nm"] or 0), to_the_nearest(rulings)
    return Ship(
        id=row["id"],
        name=f"{row['name']} ({hulls})" if twin and hulls else row["name"],
        side=row["side"],
        nation=row["nation"],
        cls=row["type"],
        base=row["base"],
        strength=int(row["strength"]),
        full=int(row["strength"]),
        experience=int(row["exp"]) if row["exp"] else first_experience(row["nation"], rulings),
        knots=int(row["knots"] or 0),
        speed=speed,
        range_nm=miles,
        patrol=int(row["patrol"]) if row["patrol"] else patrol_range(miles, near),
        endurance=int(row["endurance"]) if row["endurance"] else endurance(miles, near),
        search=int(row["search"]) if row["search"] else search_default(row["type"], rulings),
        intercept=int(row["intercept"]) if row["intercept"] else intercept_default(speed, rulings),
        like=row["like"],
        naval_bonus=int(row["bonus"] or 0),
        cargo=row["cargo"],
        arrives=int(row["turn"]),
        carries=2 if row["type"] == "CV" else 0,
    )


def troop_of(said: dict[str, Any], rulings: Rulings) -> Troop:
    """Return a land unit from its table. ``turn`` is the turn of its arrival."""
    fields = {k: v for k, v in said.items() if k != "turn"}
    return Troop(
        **{
            "experience": first_experience(said["nation"], rulings),
            "forms": said.get("turn", 1),
            **fields,
        }
    )


def plane_of(said: dict[str, Any], base: str, rulings: Rulings) -> Plane:
    """Return an air unit from its table. ``turn`` is the turn of its arrival, ``carrier`` its
    carrier."""
    fields = {k: v for k, v in said.items() if k not in ("turn", "carrier")}
    search = int(rulings.table("campaign.search-default").cell(said["role"], "search"))
    usual = {
        "experience": first_experience(said["nation"], rulings),
        "search": search,
        "full": said.get("strength", 10),
    }
    return Plane(**{**usual, **fields, "base": base, "arrives": said.get("turn", 1)})


def ports_of(d: dict[str, Any], rulings: Rulings) -> dict[str, Port]:
    """Return the ports of a scenario by name: those on squares, those in zones, and airfields, with
    the ground of their coasts."""
    ports = []
    for name, (at, size, holder, yard) in d.get("ports", {}).items():
        side = holder if holder in d["sides"] else ""
        ports.append(
            Port(
                name,
                square_of(at),
                "",
                size,
                side,
                yard,
                neutral=not side,
                nation="" if side else holder,
            )
        )
    for name, (zone, size, side, yard) in d.get("zone-ports", {}).items():
        ports.append(Port(name, None, zone, size, side, yard, neutral=not side))
    for name, (at, side) in d.get("airfields", {}).items():
        ports.append(Port(name, square_of(at), "", "minor", side))
    grounds, factories = d.get("grounds", {}), d.get("factories", {})
    return {
        p.name: replace(
            p,
            ground=grounds.get(p.name) or shore_of(rulings, p.name),
            island=is_true_island(rulings, p.name),
            factories=factories.get(p.name, 0),
        )
        for p in ports
    }


def first_state(id: str, rulings: Rulings, lots: str = "") -> State:
    """Return the start position of a scenario. *lots* is the game's id secret. Raises ``KeyError``
    for an unknown scenario."""
    d = scenario_data(id)
    names = [r["name"] for r in rows(id)]
    ships = {r["id"]: ship_of(r, rulings, twin=names.count(r["name"]) > 1) for r in rows(id)}
    by_name = {s.name: s.id for s in ships.values()}
    return State(
        rulings=rulings,
        lots=lots,
        scenario=id,
        chart=chart_for(id),
        sides=tuple(d["sides"]),
        last_turn=d["turns"],
        ships=ships,
        planes={
            a["id"]: plane_of(a, by_name[a["carrier"]] if "carrier" in a else a["base"], rulings)
            for a in d.get("air", ())
        },
        troops={x["id"]: troop_of(x, rulings) for x in d.get("troops", ())},
        ports=ports_of(d, rulings),
        season=season_of(id, 1),
        phase="logistics",
        flags={f"at:{r['id']}": r["at"] for r in rows(id) if r["at"]},
        pools={
            f"{side}/{pool}": n
            for side, found in d.get("pools", {}).items()
            for pool, n in found.items()
        },
        trade=convert(d.get("trade", ()), tuple[Trade, ...]),
    )
