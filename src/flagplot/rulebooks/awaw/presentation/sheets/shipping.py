"""The shipping of a side: transports, supply and goods by sea, carried or escorted troops, and the
ships that protect them."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table import AskOrder
from flagplot.table.display.sheets import Choice, Field, Part, Remark, Row, Sheet, SheetForm
from flagplot.table.language.sentences import count_text

from ...map import theatre
from ...map.ports import is_friendly, is_port, supply_level
from ...rules.transport import sea_supply
from ...rules.transport.cargo import PER_TRANSPORT
from ...state import ALONG, State
from .. import names
from . import field_choices

ID = "shipping"


MISSIONS = ("supply", "transport", "escort")


GOODS = {"oil": "oil counters", "brp": "BRPs"}


WAY = "[via {via}] [as {tf}]"


LEVELS = {"full": "in full supply", "partial": "in partial supply", "none": "out of supply"}


def shipping_sheet(view: State, side: str, request: AskOrder | None) -> Sheet:
    """Return the sheet of what the side ships and may ship now."""
    parts = (
        transports_part(view, side),
        rates_part(),
        supply_part(view, side),
        shipments_part(view, side),
    )
    kind = request.kind if request is not None else ""
    lead = [
        Remark(
            "Supply, oil and grants go when supply is determined, troops by sea transport, all "
            "others as escorts when "
            "they redeploy. Each is met, if at all, on its own way.",
            "21.42",
        )
    ]
    return Sheet(
        ID,
        "Shipping",
        tuple(lead),
        tuple(p for p in parts if p is not None),
        tuple(shipping_forms(view, side, kind)),
    )


# ---------------------------------------------------------------------------- what stands already
def transports_part(view: State, side: str) -> Part | None:
    """Return the transports of the SW boxes and the ships there that guard shipping; ``None``
    without any."""
    rows = []
    for box in theatre.SW_BOXES:
        sw = view.sw.get(f"{side} {box}") or view.sw.get(box)
        if sw is None:
            continue
        guards = [
            view.units[i] for i in view.guards if i in view.units and view.units[i].base == box
        ]
        cells = (
            box,
            str(sw.transports),
            str(sw.committed),
            names.units_text(guards, 4) if guards else "nobody",
            f"{sw.transports - sw.committed} free",
        )
        rows.append(Row(cells, "21.434C", side, load=(sw.committed, sw.transports)))
    heads = ("Box", "Transports", "Committed", "Guarding", "Left")
    return Part("Transports", heads, tuple(rows), clause="21.65G") if rows else None


def rates_part() -> Part:
    """Return the rates of shipping: goods, and the transports or destroyers they take."""
    rows = (
        Row(
            (
                "A factor of troops or aircraft",
                "one destroyer factor",
                f"a transport for {PER_TRANSPORT} in boxes",
            ),
            "21.64A",
        ),
        Row(("A supply line from a port", "nothing", "a transport from a mapboard box"), "21.421A"),
        Row(
            (
                "An oil counter",
                "one transport",
                f"{sea_supply.OIL_DESTROYERS} destroyer factors of the European Axis",
            ),
            "21.422",
        ),
        Row((f"{PER_TRANSPORT} BRPs", "one transport", "begun fives count"), "21.423"),
    )
    return Part("Rates", ("What", "Takes", "Else"), rows)


def supply_part(view: State, side: str) -> Part | None:
    """Return the ports of a side that are not in full supply, and those with a traced line;
    ``None`` without any."""
    rows = []
    for place, level in sorted(view.supply.items()):
        if level != "full" and is_port(view, place) and is_friendly(view, side, place):
            rows.append(
                Row(
                    (names.place_name(view, place), LEVELS[level]),
                    "21.65D",
                    side,
                    "bad" if level == "none" else "",
                )
            )
    for key, was in sorted(view.lines.items()):
        owner, _, place = key.partition(" ")
        if owner == side:
            said = f"line traced, before {LEVELS.get(was, was)}"
            rows.append(Row((names.place_name(view, place), said), "21.42", side, "good"))
    return Part("Supply", ("Port", "Now"), tuple(rows)) if rows else None


def shipments_part(view: State, side: str) -> Part:
    """Return the shipments under way, and those landed."""
    rows = []
    for f in view.forces.values():
        if f.side != side or f.mission not in MISSIONS:
            continue
        load = [view.units[i] for i in f.cargo if i in view.units]
        what = names.units_text(load, 4) if load else f.note or "a supply line"
        by = [names.units_text(view.members(f), 4)] if view.members(f) else []
        by += [count_text(f.transports, "transport")] if f.transports else []
        rows.append(
            Row(
                (
                    what,
                    names.short_place(view, f.begins),
                    names.short_place(view, f.target),
                    names.list_text(by) if by else "alone",
                ),
                "21.6",
                side,
            )
        )
    for key, n in view.shipped.items():
        _, what, place = key.split(" ", 2)
        rows.append(
            Row(
                (f"{n} {GOODS.get(what, what)}", "", names.short_place(view, place), "landed"),
                "21.422",
                side,
                "good",
            )
        )
    return Part(
        "Under way and landed",
        ("What", "From", "To", "With"),
        tuple(rows),
        "Nothing this player turn.",
    )


# -------------------------------------------------------------------------------------- the forms
def shipping_forms(view: State, side: str, kind: str) -> Iterator[SheetForm]:
    """Yield the forms of the segment: shipments, sea transport, escorts.

    A side that gets a request of its own for supply ships then, because a shipment would end the
    announcements."""
    harbours = field_choices.port_choices(view, side)
    if kind == "supply" or (kind == "movement" and not sea_supply.asks_for_supply(view)):
        yield from shipment_forms(view, side, harbours)
    if kind == "transport":
        yield from carried_form(
            view,
            side,
            harbours,
            "Sea transport",
            f"transport {{cargo}} to {{to}} with {{units}} {WAY}",
            "21.43",
        )
    if kind == "redeployment":
        yield from carried_form(
            view,
            side,
            harbours,
            "Sea escort",
            f"escort {{cargo}} to {{to}} [with {{units}}] {WAY}",
            "21.6",
        )
        if any(c.text in theatre.MAPBOARD_BOXES for c in harbours):
            yield from relay_form(view, side, harbours)


def shipment_forms(view: State, side: str, harbours: tuple[Choice, ...]) -> Iterator[SheetForm]:
    """Yield the forms of supply lines, oil, grants, and several of them together."""
    guards = field_choices.ship_choices(view, side, lambda u: u.type in ALONG)
    ends_ = (
        Field("source", "From", full_supply_choices(view, harbours), free=True),
        Field("to", "To", harbours, free=True),
    )
    with_ = (
        Field("units", "Protected by", guards, several=True, optional=True),
        field_choices.VIA,
        field_choices.task_force_field(view, side),
    )
    line = f"from {{source}} to {{to}} [with {{units}}] {WAY}"
    amount = Field("amount", "How many", number=True)
    yield SheetForm("Supply line", f"supply {line}", (*ends_, *with_), "21.42")
    yield SheetForm("Oil", f"ship oil {{amount}} {line}", (amount, *ends_, *with_), "21.422")
    yield SheetForm(
        "BRP grant", f"grant {{amount}} BRPs {line}", (amount, *ends_, *with_), "21.423"
    )
    both = Field("flows", "What", TOGETHER, several=True)
    yield SheetForm(
        "Several together", f"combine {{flows}} {line}", (both, *ends_, *with_), "21.65I"
    )


TOGETHER = (
    Choice("supply", "a supply line"),
    *(Choice(f"oil {n}", count_text(n, "oil counter")) for n in (1, 2, 3)),
    *(Choice(f"brp {n}", f"{n} BRPs") for n in (5, 10, 15)),
)
"""Goods that may go to the same place together."""


def full_supply_choices(view: State, harbours: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Return the ports and boxes in full supply."""
    return tuple(c for c in harbours if supply_level(view, c.note or c.text) == "full")


def carried_form(
    view: State, side: str, harbours: tuple[Choice, ...], title: str, form: str, cite: str
) -> Iterator[SheetForm]:
    """Yield the form for troops and aircraft by sea, with the ships that carry and protect them."""
    goods = field_choices.cargo_choices(view, side)
    ships = field_choices.ship_choices(view, side, lambda u: u.type in ALONG)
    if goods:
        yield SheetForm(
            title,
            form,
            (
                Field("cargo", "What", goods, several=True),
                Field("to", "To", harbours, free=True),
                Field(
                    "units",
                    "Carried and protected by",
                    ships,
                    several=True,
                    optional="[with" in form,
                ),
                field_choices.VIA,
                field_choices.task_force_field(view, side),
            ),
            cite,
        )


def relay_form(view: State, side: str, harbours: tuple[Choice, ...]) -> Iterator[SheetForm]:
    """Yield the form of an escort that other ships take over for a second leg."""
    goods = field_choices.cargo_choices(view, side)
    ships = field_choices.ship_choices(view, side, lambda u: u.type in ALONG)
    box = Choice("transports", "transports of the box")
    if goods:
        yield SheetForm(
            "Escort in two legs",
            "relay {cargo} by {first} to {stage} then {second} to {to}",
            (
                Field("cargo", "What", goods, several=True),
                Field("first", "First leg by", (box, *ships), several=True),
                Field("stage", "As far as", harbours, free=True),
                Field("second", "Then by", (box, *ships), several=True),
                Field("to", "To", harbours, free=True),
            ),
            "21.64I",
        )
