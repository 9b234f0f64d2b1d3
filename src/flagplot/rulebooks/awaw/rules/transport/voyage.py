"""Voyage of an escort or a shipment, to where its cargo is loaded and on, and the effects of an
interception (21.66)."""

from __future__ import annotations

from flagplot.table import Ask, Table, clause, facts

from ...events import Entered, ForceGone, ZoneClosed
from ...map import theatre
from ...scenarios import score
from ...state import State
from .. import employment
from ..drowning import CargoAboard, drowned_factors
from ..interception.movement_windows import Meeting, open_stretch_window
from ..range.return_to_base import is_bound_home, return_to_base
from . import gathering
from .cargo import destroyer_lift
from .events import (
    Escorted,
    GoodsDelivered,
    GoodsLoaded,
    GoodsStopped,
    GuardsBack,
    LineCut,
    LineTraced,
    TransportsSunk,
)
from .sea_transport import ABORT, GO_ON, CargoSank, Embarked, call_index

ARRIVED, TURNED, LOST = "arrived", "turned back", "lost"


def goods_shipped(s: State, id: str) -> tuple[tuple[str, int], ...]:
    """Return the goods of a shipment: (``supply``, ``oil`` or ``brp``, amount) pairs."""
    pairs = (word.split(" ") for word in s.forces[id].note.split("; ") if word)
    return tuple((what, int(n)) for what, n in pairs)


@clause("21.66A")
async def sail_shipment(
    t: Table[State], id: str, need: int, box: str = "", *, ends: bool = True
) -> str:
    """Sail an escort or shipment to its end and send its ships back. Return the fate of the cargo.

    It needs *need* destroyer factors while it is loaded, or its transports of SW box *box*. The
    enemy has one attempt, before or after the loading. When beaten before it, the ships are back
    where they started and the cargo has not moved.
    """
    f = t.state.forces[id]
    carriers = f.transports
    port = f.embark[0]
    stop = call_index(t.state, f.path, port, 0)
    gathering.part(t, id, "21.65A")
    crew = gathering.Crew(
        "21.65A", lambda id, hexes: sail_stretch(t, id, hexes), lambda id: send_back(t, id, TURNED)
    )
    on = await gathering.gather(t, id, f.path[: stop + 1] if stop else (), port, crew)
    id, end = on or id, ARRIVED
    if not on:
        end = TURNED
    elif can_carry(t.state, id, need, carriers):
        load_cargo(t, id, port)
        went = await sail_stretch(t, id, f.path[stop + (stop > 0) :])
        end = cargo_fate(t.state, id, need, carriers, went=went)
    else:
        end = TURNED
    settle_cargo(t, id, port, end, box, carriers, ends=ends)
    await send_back(t, id, end)
    return end


async def sail_stretch(t: Table[State], id: str, hexes: tuple[str, ...]) -> bool:
    """Sail one stretch of the route. Return False when the force is beaten, or its owner turns back
    after a battle. Between boxes nothing can intercept it."""
    f = t.state.forces[id]
    if all(theatre.is_box(p) for p in f.path):
        return True
    meeting: Meeting = await open_stretch_window(t, id, f.mission, hexes)
    if not meeting.fought:
        return True
    about = facts(force=id, hex=meeting.hex)
    return (
        meeting.won
        and await Ask(f.side, (GO_ON, ABORT), "21.66A", "transport-go-on", about) == GO_ON
    )


def can_carry(s: State, id: str, need: int, carriers: int) -> bool:
    """Return True while a force has the *need* destroyer factors that its cargo takes, and all its
    *carriers* (transports)."""
    f = s.forces.get(id)
    if f is None:
        return False
    wants = ((need, destroyer_lift(s.members(id))), (carriers, f.transports))
    return not any(drowned_factors((CargoAboard(id, n),), room, together=True) for n, room in wants)


@clause("21.66B", "21.65E")
def cargo_fate(s: State, id: str, need: int, carriers: int, *, went: bool) -> str:
    """Return the fate of cargo that was aboard. With too few destroyers or a transport lost, it is
    lost, even after a victory. When the force is beaten, the cargo is back where it was loaded.
    Goods that were to follow a cut line are back as well."""
    if not can_carry(s, id, need, carriers):
        return LOST
    return ARRIVED if went else TURNED


def load_cargo(t: Table[State], id: str, port: str) -> None:
    """Load the cargo."""
    f = t.state.forces[id]
    if f.cargo:
        t.record(Embarked("21.65C", f.side, id, port, f.cargo))
    elif any(what != "supply" for what, _ in goods_shipped(t.state, id)):
        t.record(GoodsLoaded("21.65C", f.side, id))


def settle_cargo(
    t: Table[State], id: str, port: str, end: str, box: str, carriers: int, *, ends: bool
) -> None:
    """Settle the cargo: it lands at the goal, or where it was loaded, or is lost. A supply line is
    traced or cut."""
    s = t.state
    f = s.forces[id]
    if f.transports < carriers:
        t.record(TransportsSunk("21.66C", f.side, box, carriers - f.transports))
    aboard = [s.units[i] for i in f.cargo if s.units[i].present]
    ids, size = tuple(u.id for u in aboard), sum(u.factors for u in aboard)
    if ids and end == LOST:
        t.record(CargoSank("21.66C", f.side, id, ids))
        score.settle_losses(t)
    elif ids:
        t.record(
            Escorted(
                "21.65D" if end == ARRIVED else "21.66B",
                f.side,
                id,
                f.target if end == ARRIVED else port,
                ids,
                size,
                end != ARRIVED,
                ends,
            )
        )
    for what, n in goods_shipped(s, id):
        if what == "supply":
            t.record(
                LineTraced("21.421A", f.side, f.target)
                if end == ARRIVED
                else LineCut("21.65E", f.side, f.target)
            )
        elif end == ARRIVED:
            t.record(GoodsDelivered("21.65D", f.side, what, n, f.target))
        else:
            t.record(
                GoodsStopped("21.66C" if end == LOST else "21.66B", f.side, what, n, end == LOST)
            )
    if carriers and end != ARRIVED:
        t.record(ZoneClosed("21.315", f.side, employment.zone_of(s, f.target)))


@clause("21.65G", "21.33#5")
async def send_back(t: Table[State], id: str, end: str) -> None:
    """Send the ships back: guards of an SW box to it, as ready as before, the others inverted.

    After an escort that failed they return to where they came from. Otherwise, and when only a
    supply line was cut, they choose a base as after any activity (21.33).
    """
    s = t.state
    f = s.forces[id]
    guards = tuple(u.id for u in s.members(id) if u.id in s.guards)
    if guards:
        t.record(GuardsBack("21.65G", f.side, id, guards))
    if not any(u.present for u in t.state.members(id)):
        t.record(ForceGone("21.6", f.side, id))
        return
    if end == ARRIVED:
        t.record(Entered("21.65D", f.side, id, f.target, len(f.path) - 1))
    bound = is_bound_home(f, failed=end != ARRIVED)
    await return_to_base(t, id, clause="21.33#5" if bound else "21.33", forced_origin=bound)
