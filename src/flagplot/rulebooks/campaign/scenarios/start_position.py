"""The check of a scenario's file against its board: ports with water and a way out, airfields on
land, units at existing places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flagplot.boards import load
from flagplot.boards.model import misfit

from ..map.chart import Chart, place_square


def placement_faults(
    d: Mapping[str, Any], units: Sequence[Mapping[str, str]], chart: Chart
) -> Iterator[str]:
    """Yield every part of a scenario (its file and its order of battle) that does not fit its board
    and chart."""
    board = load(d["board"])
    ports, fields, zone_ports = d.get("ports", {}), d.get("airfields", {}), d.get("zone-ports", {})
    for name, (at, *_) in ports.items():
        if wrong := misfit(board, name, at, port=True, spelled=True):
            yield wrong
        square = place_square(at)
        if square is not None and not chart.openings(name, square):
            yield f"{name}: it opens on no square of the sea"
    for name, (at, *_) in fields.items():
        if wrong := misfit(board, name, at, land=True, spelled=True):
            yield wrong
    for name, (zone, *_) in zone_ports.items():
        if chart.zone(zone) is None:
            yield f"{name}: no zone {zone!r}"
        if name.casefold() in {said.casefold() for z in chart.zones for said in (z.id, z.title)}:
            yield f"{name}: a sea zone has that name"
    bases = {*ports, *zone_ports}
    for u in units:
        if u["base"] not in bases:
            yield f"{u['id']}: no port {u['base']!r} to be based in"
        elif u["base"] in ports and u["square"] and u["square"] != ports[u["base"]][0]:
            yield f"{u['id']}: {u['base']} lies in {ports[u['base']][0]}, not in {u['square']}"
        square = place_square(u["at"]) if u["at"] else None
        if u["at"] and (
            not chart.sailable(square) if square is not None else chart.zone(u["at"]) is None
        ):
            yield f"{u['id']}: nobody sails in {u['at']}"
    for x in d.get("troops", ()):
        if x["at"] not in bases:
            yield f"{x['id']}: no port {x['at']!r} to stand in"
    carriers = {u["name"] for u in units}
    for plane in d.get("air", ()):
        if plane.get("carrier", "") not in carriers and plane.get("base", "") not in {
            *bases,
            *fields,
        }:
            yield f"{plane['id']}: no base {plane.get('carrier') or plane.get('base')!r}"
