"""Loading of convoys: the units that may embark where, the transports needed (6.3.4), and the
largest convoy (6.1.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flagplot.table import Refusal, clause, facts

from ... import orders as o
from ...state import OIL, SUPPLIES, Plane, State
from ...state.troops import LOOSE_VEHICLES, Troop
from ..interception.search import free_to_fly
from .overland import land_joined

MOST_MERCHANTS = 8
"""The most merchants and tankers in one convoy (6.1.6, 6.3.4.5)."""


@clause("6.1.6.b", "6.3.4.5.a", "6.3.4.5.b")
def convoy_too_large(number: int, *, merchants: bool, tankers: bool) -> Refusal | None:
    """Return the refusal for more than 8 merchants and tankers in a convoy, else ``None`` (6.1.6,
    6.3.4.5). Transports have no limit."""
    if number <= MOST_MERCHANTS or not (merchants or tankers):
        return None
    said = {"6.1.6.b": merchants, "6.3.4.5.a": merchants, "6.3.4.5.b": tankers}
    where, *also = (c for c, so in said.items() if so)
    return Refusal(
        where,
        "convoy-too-large",
        (),
        facts(number=number, most=MOST_MERCHANTS),
        also_cites=tuple(also),
    )


PER_TRANSPORT = 2
"""Loose Ground Transport units in a transport without other cargo (6.3.4.4)."""


@clause("6.3.4.4.a", "6.3.4.4.b", "6.3.4.4.c", "6.3.4.a")
def stow_cargo(state: State, units: Iterable[str], supplies: int) -> tuple[tuple[str, ...], ...]:
    """Return the cargo of each transport (6.3.4.4). A unit with its own vehicles, an air unit or a
    load of supplies takes one transport. Loose Ground Transport rides free with a unit that has no
    vehicles, and otherwise goes two to a transport (HR-39)."""
    loose = [u for u in units if u in state.troops and state.troops[u].kind == LOOSE_VEHICLES]
    holds: list[tuple[str, ...]] = []
    for u in (*(x for x in units if x not in loose), *(SUPPLIES for _ in range(supplies))):
        motorized = u in state.troops and state.troops[u].vehicles
        holds.append((u, loose.pop(0)) if loose and not motorized else (u,))
    while loose:
        holds.append(tuple(loose[:PER_TRANSPORT]))
        loose = loose[PER_TRANSPORT:]
    return tuple(holds)


@clause("6.5.1.6.a")
def cargo_by_transport(state: State, order: o.Convoy) -> tuple[tuple[str, ...], ...]:
    """Return the cargo of each transport of a convoy order, the oil of tankers included (6.3.4.4,
    6.5.1.6)."""
    if order.load == "transports":
        return stow_cargo(state, order.cargo, order.supplies)
    merchants = order.number if order.load == "merchants" else 0
    return (*(() for _ in range(merchants)), *((OIL,) for _ in range(order.total - merchants)))


@clause("6.1.6.a")
def trade_only(load: str, carried: Sequence[str]) -> Refusal | None:
    """Check that merchants and tankers carry neither units nor supplies: they are trade (6.1.6)."""
    if load == "transports" or not carried:
        return None
    where = "6.1.6.a" if load == "merchants" else "6.3.4.5.b"
    return Refusal(
        where, "no-cargo-aboard", tuple(x for x in carried if x != SUPPLIES), facts(load=load)
    )


def loading_faults(
    state: State,
    side: str,
    origin: str,
    load: str,
    number: int,
    units: Sequence[str],
    supplies: int,
) -> tuple[Refusal, ...]:
    """Return the refusals for a cargo: the convoy is of another kind, the cargo is another side's,
    it cannot embark at this port, there are too few transports (6.3.4)."""
    faults: list[Refusal | None] = [
        trade_only(load, (*units, *(SUPPLIES for _ in range(supplies))))
    ]
    for u in units:
        faults.extend(_boarding_refusals(state, side, origin, u))
    have = stores_near(state, side, origin)
    if have is not None and supplies > have:
        faults.append(
            Refusal("6.3.4.1.b", "no-such-stores", (origin,), facts(have=have, needs=supplies))
        )
    holds = stow_cargo(state, units, supplies)
    if load == "transports" and len(holds) > number:
        faults.append(
            Refusal(
                "6.3.4.a",
                "cargo-too-large",
                (),
                facts(needs=len(holds), number=number),
                also_cites=_vehicle_clauses(state, units),
            )
        )
    return tuple(f for f in faults if f is not None)


def _vehicle_clauses(state: State, units: Sequence[str]) -> tuple[str, ...]:
    """Return the clauses on vehicles that apply to a cargo."""
    troops = [state.troops[u] for u in units if u in state.troops]
    loose = any(t.kind == LOOSE_VEHICLES for t in troops)
    said = {"6.3.4.4.a": any(t.vehicles for t in troops), "6.3.4.4.b": loose, "6.3.4.4.c": loose}
    return tuple(c for c, so in said.items() if so)


@clause("6.3.4.1.b")
def _boarding_refusals(state: State, side: str, origin: str, unit: str) -> tuple[Refusal, ...]:
    """Return the refusals for a unit that may not embark at a port: it must be in a reserve
    connected with it by land, or in a formation that has access to it (6.3.4.1)."""
    troop, plane = state.troops.get(unit), state.planes.get(unit)
    if plane is not None and plane.side == side:
        return _flown_aboard(state, side, origin, plane)
    if troop is None or troop.side != side or not troop.present:
        return (Refusal("6.1.a", "no-such-troops", (unit,)),)
    faults: list[Refusal | None] = [
        why_busy(state, troop),
        why_not_formed(state, troop),
        built_in(troop),
    ]
    if not joined_by_land(state, side, troop.at, origin):
        faults.append(Refusal("6.3.4.1.b", "no-access-to-port", (unit, origin), facts(at=troop.at)))
    return tuple(f for f in faults if f is not None)


def why_busy(state: State, troop: Troop) -> Refusal | None:
    """Return the refusal for a unit that already has orders, else ``None``: aboard a mission, or to
    attack over a Crossing Arrow."""
    if troop.mission:
        return Refusal("6.3.a", "troops-under-orders", (troop.id, troop.mission))
    across = any(i.crossing and troop.id in i.troops for i in state.invasions)
    return Refusal("6.3.a", "troops-under-orders", (troop.id,)) if across else None


@clause("6.5.2.4.a")
def built_in(troop: Troop) -> Refusal | None:
    """Return the refusal for fixed guns in place, else ``None``. Only those still in an Army
    Reserve may be moved (6.5.2.4)."""
    return (
        Refusal("6.5.2.4.a", "stands-where-built", (troop.id,))
        if troop.fixed and not troop.reserve
        else None
    )


def why_not_formed(state: State, troop: Troop, where: str = "6.3.4.1.b") -> Refusal | None:
    """Return the refusal for a unit that is not formed yet, else ``None``."""
    return (
        Refusal(where, "not-formed", (troop.id,), facts(turn=troop.forms))
        if troop.forms > state.turn
        else None
    )


@clause("6.2.c")
def _flown_aboard(state: State, side: str, origin: str, plane: Plane) -> tuple[Refusal, ...]:
    """Check that an air unit goes by sea only when its range is short; others fly (6.2)."""
    most = int(state.rulings.table("campaign.short-range").cell(state.chart.theatre, "squares"))
    faults: list[Refusal] = []
    if plane.reach > most:
        detail = facts(range=plane.reach, most=most)
        faults.append(Refusal("6.2.c", "not-short-ranged", (plane.id,), detail))
    if not free_to_fly(state, plane):
        faults.append(Refusal("6.4.3.3.a", "air-not-ready", (plane.id,)))
    if not joined_by_land(state, side, plane.base, origin):
        faults.append(
            Refusal("6.3.4.1.b", "no-access-to-port", (plane.id, origin), facts(at=plane.base))
        )
    return tuple(faults)


def crossing_arrows(state: State) -> frozenset[frozenset[str]]:
    """Return the pairs of places that a Crossing Arrow joins."""
    return frozenset(
        frozenset((str(cells[0]), str(cells[1])))
        for _, cells in state.rulings.table("campaign.crossings").rows
    )


def joined_by_land(state: State, side: str, at: str, port: str) -> bool:
    """Return True for a place that is the port, or is joined to it by friendly land."""
    return at == port or land_joined(state, side, at, port)


def stores_near(state: State, side: str, port: str) -> int | None:
    """Return the loads of supplies in the reserves connected with a port; ``None`` when the game
    counts none for the side (6.3.4.1)."""
    return (
        sum(n for _, n in reserves_near(state, side, port)) if counts_stores(state, side) else None
    )


def counts_stores(state: State, side: str) -> bool:
    """Return True where the game counts the supplies of a side."""
    return any(k.partition("/")[0] == side for k in state.stores)


def reserves_near(state: State, side: str, port: str) -> tuple[tuple[str, int], ...]:
    """Return the reserves connected with a port, each with its loads of supplies: the port's own
    first, then the others by name (6.3.4.1)."""
    own = (
        (key[1], n)
        for k, n in state.stores.items()
        if len(key := k.split("/")) == 2 and key[0] == side
    )
    return tuple(
        sorted(
            (x for x in own if joined_by_land(state, side, x[0], port)),
            key=lambda x: (x[0] != port, x[0]),
        )
    )
