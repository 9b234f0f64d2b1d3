"""The shipping sheet of a side: its pools, the needs of its trade, each convoy with its cargo and
escorts, and forms for more. Each line of a form is an order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flagplot.table import AskOrder
from flagplot.table.display.position import Clause
from flagplot.table.display.sheets import Choice, Field, Part, Remark, Row, Sheet, SheetForm
from flagplot.table.language.sentences import join_with_and

from .. import orders as o
from ..nouns import DIRECT
from ..nouns.names import class_said, convoys_said, display_name, load_of
from ..rules.groups import may_sail
from ..rules.interception.search import air_ready
from ..rules.missions.convoys import joining_leg
from ..rules.missions.escorts import loading_ways, setting_out, stretches
from ..rules.missions.invasions import holds_of, legs_of_invasion, transports_a_unit
from ..rules.missions.loading import stow_cargo
from ..rules.movement.order_routes import whole_route
from ..rules.movement.routes import passage_of, route_cost_in_range
from ..rules.pools import holder_of, transports_available
from ..rules.trade import merchants_by_source
from ..state import OIL, SUPPLIES, Leg, Mission, State
from ..state.territories import held_territories

ID = "shipping"


WITH = "via {via} [escort {escorts}]"


def shipping_sheet(view: State, side: str, request: AskOrder | None = None) -> Sheet | None:
    """Return a side's shipping sheet; ``None`` for a side without shipping."""
    parts = [
        p
        for p in (
            pool_part(view, side),
            trade_part(view, side),
            convoy_part(view, side, request),
            account_part(view, side),
        )
        if p.rows
    ]
    blanks = blanks_of(view, side, request)
    if not parts and not blanks:
        return None
    lead = Remark(
        "All of it sails when everybody is done; escorts go all the way, to a port, or half their "
        "Endurance.",
        "6.3.5",
    )
    return Sheet(ID, "Shipping", (lead,), tuple(parts), blanks)


def blanks_of(
    view: State, side: str, request: AskOrder | None, id: str = ID
) -> tuple[SheetForm, ...]:
    """Return the forms that a side may fill in its sheet now; empty while it is not asked for
    orders, or has no pools."""
    writing = id == ID and request is not None and request.kind == "orders"
    return (
        tuple(shipping_forms(view, side))
        if writing and any(holder_of(key)[0] == side for key in view.pools)
        else ()
    )


def pool_part(view: State, side: str) -> Part:
    """Return the transports of a side in each pool, and how many of each are at sea."""
    rows = []
    for key, idle in sorted(view.pools.items()):
        holder, nation, pool = holder_of(key)
        sail = sum(n for m in under_way(view, side) for drawn, n in m.drawn if drawn == key)
        if holder == side:
            rows.append(
                Row((pool, nation, str(idle), str(sail)), "6.2.1", side, load=(sail, idle + sail))
            )
    return Part("Transports", ("Pool", "Nation", "Idle", "At sea"), tuple(rows))


def trade_part(view: State, side: str) -> Part:
    """Return the sources of goods, the most important first, and the merchants still needed."""
    rows = []
    for rank, (source, got) in enumerate(merchants_by_source(view, side), 1):
        what = f"{source.needs} slow" if source.slow else str(source.needs)
        lacks = source.needs - got
        cells = (
            str(rank),
            source.name or source.source,
            display_name(view, source.source),
            what,
            str(got),
            str(lacks) if lacks else "",
        )
        rows.append(Row(cells, "6.4.1.1", side, "bad" if lacks else "good", (got, source.needs)))
    return Part("Trade", ("", "For", "From", "Merchants", "Ordered", "Lacking"), tuple(rows))


def convoy_part(view: State, side: str, request: AskOrder | None) -> Part:
    """Return each convoy and invasion: a row for the units that sail all the way, and one for each
    stretch of others."""
    rows: list[Row] = []
    for m in under_way(view, side):
        open_ = request is not None and request.kind == "orders" and m.status == "ordered"
        partly = {u for leg in m.legs for u in leg.units}
        whole = [display_name(view, u) for u in m.units if u not in partly]
        over = [display_name(view, p.id) for p in view.planes.values() if p.cap == m.id]
        road = f"{display_name(view, m.route[0])} to {display_name(view, m.route[-1])}"
        company = join_with_and([*whole, *over])
        cells = (
            m.id,
            load_of(m),
            road,
            join_with_and(cargo_of(view, m)),
            company or ("" if m.legs else "nobody"),
            "all the way" if company else "",
        )
        rows.append(
            Row(
                cells,
                "6.3.4",
                side,
                "" if whole or m.legs or over else "bad",
                order=f"cancel {m.id}" if open_ else "",
                order_title="Take back" if open_ else "",
            )
        )
        rows += (Row(stretch_cells(view, side, m, leg), "6.3.5", side) for leg in m.legs)
    return Part("Convoys", ("Orders", "What", "Way", "Cargo", "Escort", "How far"), tuple(rows))


def stretch_cells(view: State, side: str, m: Mission, leg: Leg) -> tuple[str, ...]:
    """Return the cells of units that sail a stretch with a convoy: a part that joins it, or escorts
    for part of the way."""
    p = passage_of(view, side, [view.ships[u] for u in leg.units])
    whole = route_cost_in_range(p, m.route).range
    far = (
        "all the way"
        if leg.route == m.route
        else f"Range {route_cost_in_range(p, leg.route).range} of {whole}"
    )
    what = f"{leg.transports} that join it" if leg.transports else ""
    way = f"{display_name(view, leg.route[0])} to {display_name(view, leg.route[-1])}"
    return (m.id, what, way, "", join_with_and(display_name(view, u) for u in leg.units), far)


def account_part(view: State, side: str) -> Part:
    """Return the costs and results of shipping so far."""
    costs = (
        ("PPs of damage", view.ledger.get(f"{side}/sw")),
        ("Oil Units brought", view.ledger.get(f"{side}/oil")),
    )
    return Part(
        "So far", ("", ""), tuple(Row((what, str(n)), "6.5.1.6", side) for what, n in costs if n)
    )


def under_way(view: State, side: str) -> list[Mission]:
    """Return the missions of a side that have transports and have not ended."""
    found = (
        m for m in view.missions.values() if m.side == side and m.transports and m.status != "ended"
    )
    return sorted(found, key=lambda m: m.id)


def cargo_of(view: State, m: Mission) -> list[str]:
    """Return the cargo of a convoy in words."""
    aboard = list(dict.fromkeys(x for hold in m.cargo for x in hold if x not in (SUPPLIES, OIL)))
    loads = sum(hold.count(SUPPLIES) for hold in m.cargo)
    return [display_name(view, x) for x in aboard] + (
        [f"{loads} loads of supplies"] if loads else []
    )


# -- the forms
def shipping_forms(view: State, side: str) -> Iterator[SheetForm]:
    """Yield the forms: convoys and, where there are any, their escorts, aircraft over them,
    invasions."""
    ports = tuple(
        Choice(p.name, p.name)
        for p in sorted(view.ports.values(), key=lambda p: p.name)
        if p.side == side
    )
    loading = tuple(
        Choice(c.text, c.label, note=f"{n} transports")
        for c in ports
        if (n := transports_available(view, side, c.text))
    )
    ships, troops = ships_of(view, side), troops_of(view, side)
    via = Field("via", "By way of", (Choice(DIRECT, "the shortest way"),), free=True)
    escorts = Field("escorts", "Escorted all the way by", ships, several=True, optional=True)
    kinds = tuple(Choice(x, x) for x in ("merchants", "transports", "tankers"))
    cargo = Field("cargo", "Carrying", troops, several=True, optional=True)
    yield SheetForm(
        "Convoy",
        f"convoy {{number}} {{load}} from {{origin}} to {{target}} [carrying {{cargo}}] {WITH}",
        (
            Field("number", "How many", number=True),
            Field("load", "What", kinds),
            Field("origin", "From", loading),
            Field("target", "To", ports),
            cargo,
            via,
            escorts,
        ),
        "6.3.4",
    )
    sailing = tuple(Choice(said, said) for _, said in convoys_said(view, side))
    if sailing and ships:
        yield SheetForm(
            "Escort",
            "escort {missions} with {units} [from {origin}] [to {until}] [{limited}] [return "
            "{returns}]",
            (
                Field("missions", "Convoy", sailing),
                Field("units", "With", ships, several=True),
                Field("origin", "From", ports, optional=True),
                Field("until", "As far as", ports, optional=True),
                Field(
                    "limited",
                    "Half way",
                    (Choice("limited", "as far as half the Endurance reaches"),),
                    optional=True,
                ),
                Field("returns", "Afterwards at", ports, optional=True),
            ),
            "6.3.5",
        )
    able = (p for p in view.planes.values() if p.side == side and air_ready(view, p))
    planes = sort_choices(Choice(p.id, p.name, display_name(view, p.base)) for p in able)
    if sailing and planes:
        yield SheetForm(
            "Aircraft over it",
            "cover {mission} with {planes}",
            (
                Field("mission", "Convoy", sailing),
                Field("planes", "With", planes, several=True),
            ),
            "6.4.2.1",
        )
    others = (
        x for x in held_territories(view) if x.side not in ("", side) and x.square is not None
    )
    enemy = tuple(Choice(x.name, display_name(view, x.name)) for x in others)
    if troops and enemy:
        yield SheetForm(
            "Invasion",
            f"invade {{target}} with {{troops}} from {{origin}} [later {{later}}] [{{half}}] {WITH}",
            (
                Field("target", "Where", enemy),
                Field("troops", "Landing", troops, several=True),
                Field("origin", "From", loading),
                Field("later", "Landing later", troops, several=True, optional=True),
                Field(
                    "half",
                    "In strength",
                    (Choice("half", "at half strength, with fewer transports"),),
                    optional=True,
                ),
                via,
                escorts,
            ),
            "6.3.6",
        )


def ships_of(view: State, side: str) -> tuple[Choice, ...]:
    """Return the ships that may sail, grouped by base."""
    able = [
        s
        for s in view.side_ships(side)
        if not s.mission and not s.submarine and not list(may_sail(view, s))
    ]
    return sort_choices(
        Choice(
            s.id,
            s.name,
            display_name(view, s.base),
            f"{class_said(s.cls)}, Endurance {s.endurance}",
        )
        for s in able
    )


def troops_of(view: State, side: str) -> tuple[Choice, ...]:
    """Return the land units that may embark, grouped by place."""
    own = (
        x
        for x in view.troops.values()
        if x.side == side and x.present and x.at and x.forms <= view.turn
    )
    idle = (x for x in own if not (x.mission or x.fixed))
    return sort_choices(
        Choice(x.id, x.name, display_name(view, x.at), f"{x.kind}, strength {x.strength}")
        for x in idle
    )


def sort_choices(found: Iterable[Choice]) -> tuple[Choice, ...]:
    """Return choices sorted by their headings and names."""
    return tuple(sorted(found, key=lambda c: (c.group, c.label, c.text)))


def consequence_sentences(view: State, side: str, order: o.Order) -> Iterator[Clause]:
    """Yield sentences on the consequences of a legal order of shipping: how far escorts sail with a
    convoy, how many transports its cargo takes, what an invasion needs."""
    if isinstance(order, o.Escort):
        m = view.missions[order.missions[0]]
        way = loading_ways(m)[order.origin or m.origin]
        p = passage_of(view, side, [view.ships[u] for u in order.units])
        for leg in (
            x for part in stretches(view, side, m, order) for x in setting_out(view, side, part)
        ):
            who, ends = (
                join_with_and(display_name(view, u) for u in leg.units),
                (display_name(view, leg.route[0]), display_name(view, leg.route[-1])),
            )
            far = f"Range {route_cost_in_range(p, leg.route).range} of {route_cost_in_range(p, way).range}"
            yield Clause(
                f"{who} with it from {ends[0]} to {ends[1]}, {far}; then at "
                f"{leg.returns or 'home'}.",
                "6.3.5",
            )
            if leg.approach:
                yield approach_sentence(view, side, leg)
    elif isinstance(order, o.Convoy):
        yield from (
            approach_sentence(view, side, leg)
            for leg in setting_out(view, side, under_escort(view, order))
            if leg.approach
        )
        yield from cargo_sentences(view, order)
    elif isinstance(order, o.Invade):
        legs = legs_of_invasion(view, [view.ships[u] for u in order.escorts], side, order)
        normal, needs = transports_a_unit(view.rulings, legs), len(holds_of(view, order, legs))
        have = transports_available(view, side, order.origin, order.nation)
        said = f"Staging leg Range {legs.staging}, landing leg Range {legs.landing}: {normal} transports a unit, {needs} in all"
        yield Clause(said + (f" of {have}." if have is not None else "."), "6.3.6.1")


def under_escort(view: State, order: o.Convoy) -> Leg:
    """Return the stretch that the ships of a convoy order sail with the convoy."""
    if order.joins:
        return joining_leg(view, order, view.missions[order.joins])
    return Leg(whole_route(view, [view.ships[u] for u in order.escorts], order), order.escorts)


def approach_sentence(view: State, side: str, leg: Leg) -> Clause:
    """Return a sentence on how escorts that lie elsewhere get to the port where they join a
    convoy."""
    who, way = join_with_and(display_name(view, u) for u in leg.units), leg.approach
    spent = route_cost_in_range(
        passage_of(view, side, [view.ships[u] for u in leg.units]), way
    ).range
    start, end = display_name(view, way[0]), display_name(view, way[-1])
    told = f"{who} first from {start} to {end}, Range {spent}: the enemy may meet the escort alone."
    return Clause(told, "6.3.5")


def cargo_sentences(view: State, order: o.Convoy) -> Iterator[Clause]:
    """Yield sentences on the transports that a convoy's cargo takes."""
    if order.cargo or order.supplies:
        holds = stow_cargo(view, order.cargo, order.supplies)
        yield Clause(f"The cargo takes {len(holds)} of {order.number} transports.", "6.3.4.4")
