"""The plan of an operation: all missions announced together, with those that cover, bombard and
support."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table import AskOrder
from flagplot.table.display.sheets import Choice, Field, Part, Remark, Row, Sheet, SheetForm
from flagplot.table.language.sentences import capitalise, count_text

from ...advice.landing_candidates import hexes_worth_taking
from ...map import theatre
from ...rules import mission_points
from ...rules.invasion import ground_units
from ...rules.invasion.ground_units import enemy_defenders
from ...rules.raiders import groups, raid
from ...state import ALONG, CAPITAL, FAST_CARRIERS, FLEET, Force, State, Unit
from .. import names
from . import field_choices

ID = "operation"


MISSIONS = {
    "combat": ("invade", "bombard", "carrier", "raid"),
    "movement": ("patrol", "base-change"),
}
"""Missions that are announced together, by phase."""


LEADS = {
    "combat": (
        "All missions are announced together; then they sail, one operation after the other.",
        "21.554B",
    ),
    "movement": (
        "Patrols and base changes are announced together; patrols may cover what follows.",
        "21.414B",
    ),
}


def operation_sheet(view: State, side: str, request: AskOrder | None) -> Sheet | None:
    """Return the missions announced for the phase, and the forms of those that may be added.
    ``None`` when the side announces nothing in it."""
    planned = [
        f
        for f in view.forces.values()
        if f.side == side and f.mission in MISSIONS.get(view.phase, ())
    ]
    asked = (
        request is not None
        and request.kind == view.phase
        and (view.phase, view.segment) != ("movement", "start")
    )
    if view.phase not in MISSIONS or not (planned or asked):
        return None
    lead = []
    if side in view.points:
        left = count_text(mission_points.points_left(view, side), "mission point")
        lead.append(Remark(f"{left} left; one for every five naval factors that sail.", "21.414A"))
    lead.append(Remark(*LEADS[view.phase]))
    parts = (
        announced_part(view, planned),
        *((objectives_part(view, side),) if view.phase == "combat" else ()),
    )
    forms = _blanks if view.phase == "combat" else _sailings
    return Sheet(
        ID, "Operation", tuple(lead), parts, tuple(forms(view, side)) if asked else (), whole=True
    )


# ---------------------------------------------------------------------------- what stands already
def announced_part(view: State, planned: list[Force]) -> Part:
    """Return the announced missions of the side: place, goal, ships, cargo."""
    rows = []
    for f in planned:
        aboard = (
            names.units_text([view.units[i] for i in f.cargo if i in view.units], 4)
            if f.cargo
            else ""
        )
        waiting = f.state == "announced"
        rows.append(
            Row(
                (
                    capitalise(names.force_name(view, f.id)),
                    names.short_place(view, f.begins),
                    names.short_place(view, f.target),
                    names.units_text(view.members(f), 4),
                    aboard,
                ),
                "21.5",
                f.side,
                "" if f.state in ("announced", "sailing", "on-station") else "spent",
                order=f"withdraw {f.id}" if waiting else "",
                order_title="Take back",
            )
        )
    heads = ("Mission", "From", "To", "Ships", "Aboard")
    return Part("Announced", heads, tuple(rows), "Nothing has been announced yet.", "21.5")


def objectives_part(view: State, side: str) -> Part:
    """Return the hexes worth taking: their points, the enemy units seen there, and whether they
    have a beach."""
    rows = []
    for h, points in hexes_worth_taking(view, side).items():
        here = enemy_defenders(view, side, h)
        rows.append(
            Row(
                (
                    names.short_place(view, h),
                    h,
                    names.units_text(here, 3) if here else "nobody seen",
                    f"{points:g}",
                    "beach" if ground_units.is_invadable(view, h) else "no beach",
                )
            )
        )
    return Part(
        "Objectives",
        ("Place", "Hex", "Held by", "Points", "Shore"),
        tuple(rows),
        "Nothing scores.",
        "21.5154",
    )


# -------------------------------------------------------------------------------------- the forms
def _sailings(view: State, side: str) -> Iterator[SheetForm]:
    """Yield the forms of the movement phase: patrols and base changes."""
    tf = field_choices.task_force_field(view, side)
    ships = field_choices.ship_choices(view, side)
    if ships:
        yield SheetForm(
            "Patrol",
            "patrol {units} to {to} [via {via}] [as {tf}]",
            (
                Field("units", "Ships", ships, several=True),
                Field("to", "To the hex"),
                field_choices.VIA,
                tf,
            ),
            "21.41",
        )
        ports = Field("to", "To", field_choices.port_choices(view, side), free=True)
        yield SheetForm(
            "Base change",
            "base change {units} to {to} [via {via}] [as {tf}]",
            (
                Field("units", "Ships", ships, several=True),
                ports,
                field_choices.VIA,
                tf,
            ),
            "21.22",
        )


def _blanks(view: State, side: str) -> Iterator[SheetForm]:
    """Yield the forms of the combat phase: landings, the missions that support them, and others."""
    goals = field_choices.place_choices(
        view, [h for h in hexes_to_consider(view, side) if ground_units.is_invadable(view, h)]
    )
    fleet = field_choices.ship_choices(view, side, lambda u: u.type in ALONG)
    troops = field_choices.cargo_choices(view, side, ("ground",))
    tf = field_choices.task_force_field(view, side)

    def to(label: str, choices: tuple[Choice, ...]) -> Field:
        return Field("to", label, choices, free=True)

    if fleet and troops:
        yield SheetForm(
            "Invasion",
            "invade {to} with {units} carrying {cargo} [via {via}] [as {tf}]",
            (
                to("Landing at", goals),
                Field("cargo", "Troops", troops, several=True),
                Field("units", "Destroyers that carry, ships that escort", fleet, several=True),
                field_choices.VIA,
                tf,
            ),
            "21.511",
        )
    guns = field_choices.ship_choices(view, side, lambda u: u.type in FLEET)
    landings = field_choices.place_choices(
        view, [h for h, a in view.assaults.items() if a.side == side]
    )
    if guns:
        yield SheetForm(
            "Bombardment",
            "bombard {to} with {units} [via {via}] [as {tf}]",
            (
                to("Off", landings or goals),
                Field("units", "Ships", guns, several=True),
                field_choices.VIA,
                tf,
            ),
            "21.521",
        )
    decks = field_choices.ship_choices(view, side, lambda u: u.type in FAST_CARRIERS | FLEET)
    if any(u.type in FAST_CARRIERS for u in view.ships(side)):
        yield SheetForm(
            "Carrier mission",
            "carrier mission {to} with {units} [via {via}] [as {tf}]",
            (
                to("To the hex", ()),
                Field("units", "Carriers and their screen", decks, several=True),
                field_choices.VIA,
                tf,
            ),
            "21.551",
        )
    drops = tuple(
        c for c in field_choices.ground_choices(view, side) if view.units[c.text].type == "ABN"
    )
    if drops:
        yield SheetForm(
            "Airdrop",
            "airdrop {to} with {units}",
            (to("On", goals), Field("units", "Units", drops, several=True)),
            "21.517B",
        )
    near = tuple(
        c
        for c in field_choices.ground_choices(view, side)
        if is_next_to_enemy(view, side, view.units[c.text])
    )
    if near:
        held = field_choices.place_choices(view, enemy_hexes(view, side))
        yield SheetForm(
            "Attack by land",
            "land attack {to} with {units}",
            (to("Against", held), Field("units", "Units", near, several=True)),
            "21.517B",
        )
    raiders = field_choices.ship_choices(
        view, side, lambda u: u.type in CAPITAL | FAST_CARRIERS | {"CA"} and u.fast
    )
    if raid.is_raid_possible(view) and not groups.ship_refusals(side, ()) and raiders:
        boxes = tuple(
            Choice(b, b)
            for b in theatre.SW_BOXES
            if b == theatre.ATLANTIC_SW or view.board == theatre.PACIFIC
        )
        yield SheetForm(
            "Raid",
            "raid {to} with {units} [meeting at {meeting}] [via {via}] [as {tf}]",
            (
                Field("to", "To", boxes),
                Field("units", "Raiders", raiders, several=True),
                Field("meeting", "Meeting at", optional=True),
                field_choices.VIA,
                tf,
            ),
            "21.53",
        )


def hexes_to_consider(view: State, side: str) -> list[str]:
    """Return the hexes to consider: those attacked already, those that score, those with enemy
    ground units."""
    announced = [h for h, a in view.assaults.items() if a.side == side]
    return list(
        dict.fromkeys((*announced, *hexes_worth_taking(view, side), *enemy_hexes(view, side)))
    )


def enemy_hexes(view: State, side: str) -> list[str]:
    """Return the hexes on the map in which enemy ground units are seen."""
    seen = {
        u.base or u.at
        for u in view.units.values()
        if u.kind == "ground" and u.side != side and u.present and not u.force
    }
    return sorted(h for h in seen if h and not theatre.is_box(h))


def is_next_to_enemy(view: State, side: str, u: Unit) -> bool:
    """Return True when a unit is next to enemy ground units."""
    if theatre.is_box(u.at):
        return False
    around = {theatre.bare_id(h) for h in enemy_hexes(view, side)}
    return bool(around.intersection(theatre.board_of(view, u.at).adjacent(theatre.bare_id(u.at))))
