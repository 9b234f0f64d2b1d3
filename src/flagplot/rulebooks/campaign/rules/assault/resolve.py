"""Port attacks and landings from declaration to result, and orders of Logistics and of shipyards
(6.5.2 to 6.5.4)."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.table import Ask, AskAny, AskOrder, Roll, Table, clause, facts

from ... import orders as o
from ...state import Assault, Fall, Invasion, Ship, State
from ...state.battle import SeaBattle
from ...state.ratings import first_experience
from ..combat.coast import is_conquered
from ..combat.visibility import battle_seen_by_enemies
from ..combat.volleys import Die
from ..interception.legality import still_flying
from ..interception.search import active_port
from ..missions.bombardment import fleets_at
from ..missions.port_losses import lose_port
from ..registry import carries
from ..scoring import score_assault
from . import events as x
from .legality import as_attack_order, assault_of, landing_ordered, neither_by_sea_nor_land
from .surprise import carriers_at, in_port_on, said_degree, surprise_chart
from .yards import RAISED, SCRAP, complete_at, damage_of, may_be_raised, rebuilt_from


# -- orders
@carries(o.PortAttack, o.Attack)
def declare_assault(t: Table[State], side: str, order: o.PortAttack | o.Attack) -> None:
    """Announce a port attack or a landing, or let units join a landing announced before."""
    landing = landing_ordered(t.state, side, order.port)
    if landing is not None and isinstance(order, o.Attack):
        more = (*order.dropped, *order.partisans)
        t.record(
            x.AttackJoined(
                side, order.port, order.air, more, apart=neither_by_sea_nor_land(t.state, order)
            )
        )
        return
    a = assault_of(t.state, side, order)
    t.record(x.AssaultDeclared(a, "6.5.4.a" if a.kind == "port" else "6.5.2.a"))


@carries(o.Reinforce)
def carry_out_reaction(t: Table[State], side: str, order: o.Reinforce) -> None:
    """Carry out the defender's reaction to an attack, or add the attacker's to an ordered
    landing."""
    if landing_ordered(t.state, side, order.port) is not None:
        declare_assault(t, side, as_attack_order(t.state, order))
    else:
        t.record(x.Reinforced(side, order.port, order.troops, air=order.air, spared=order.spared))


async def logistics_phase(t: Table[State]) -> bool:
    """Ask all sides at once for orders of Logistics, in a game that counts production points.
    Return True when all are done."""
    if not t.state.funds:
        return True
    open_sides = [s for s in t.state.sides if s not in t.state.done]
    if not open_sides:
        return True
    side, order = await AskAny(
        tuple(AskOrder(s, "6.5.4.5.d", "logistics", facts(turn=t.state.turn)) for s in open_sides)
    )
    carries[type(order)](t, side, order)
    return False


@carries(o.Work)
@clause("6.5.4.4.f", "6.5.4.4.g")
def work_on(t: Table[State], side: str, order: o.Work) -> None:
    """Add a point to a ship in a shipyard (6.5.4.4). A ship completed by it is at full strength,
    and organizing until the turn ends."""
    ship = t.state.ships[order.ship]
    if ship.built:
        built = ship.built + 1 if ship.built + 1 < complete_at(ship, t.state.rulings) else 0
        trained = first_experience(ship.nation, t.state.rulings) if not built else ship.experience
        t.record(x.YardWorked(side, ship.id, built, ship.full, not built, trained))
    else:
        strength = min(ship.full, ship.strength + 1)
        t.record(x.YardWorked(side, ship.id, 0, strength, strength == ship.full, ship.experience))


# -- the battle
@clause("6.5.2.1.a", "6.5.2.b")
async def next_assault(t: Table[State]) -> None:
    """Begin the next attack, when all interceptions are fought (6.5.2, 6.5.4). An invasion fleet
    that was stopped, turned back or has no troops left does not land. An attack whose aircraft are
    all gone is not flown."""
    a = t.state.assaults[0]
    stopped = _why_stopped(t.state, a)
    if stopped:
        t.record(x.AssaultSkipped(a.side, a.port, stopped))
        return
    if a.special == "pearl-harbor" and not a.surprise:
        await roll_surprise(t, a)
        a = t.state.assaults[0]
    t.record(x.AssaultBegan(_still_there(t.state, a), "6.5.4.b" if a.kind == "port" else "6.5.2.a"))
    if a.special == "oran":
        record_anger(t, a)


@clause("6.5.4.7.f", "6.5.4.7.g")
def record_anger(t: Table[State], a: Assault) -> None:
    """Record the effect of the attack on Oran (6.5.4.7): Vichy France stays neutral, but is one
    point harder to deal with from now on."""
    t.record(x.Angered(a.side))


def _why_stopped(state: State, a: Assault) -> str:
    """Return the reason why an attack is not carried out; empty when it is."""
    left = _still_there(state, a)
    if stopped_fleets(state, a) and landing_forces(state, a).isdisjoint(left.troops):
        return "did-not-get-through"
    return "" if left.troops or (a.kind == "port" and (left.air or left.ships)) else "nobody-left"


def stopped_fleets(state: State, a: Assault) -> tuple[Invasion, ...]:
    """Return the fleets of a landing that were stopped or turned back (6.5.2)."""
    fleets = fleets_at(state, a.port, a.side) if a.kind != "port" else ()
    sailed = ((i, state.missions.get(i.mission)) for i in fleets)
    return tuple(i for i, m in sailed if m is not None and m.status in ("failed", "aborted"))


def landing_forces(state: State, a: Assault) -> frozenset[str]:
    """Return the troops that still come by sea or over a Crossing Arrow: those of fleets that were
    not stopped (6.5.2)."""
    stopped = stopped_fleets(state, a)
    return frozenset(
        x for i in fleets_at(state, a.port, a.side) if i not in stopped for x in i.troops
    )


def _still_there(state: State, a: Assault) -> Assault:
    """Return the attack with those of its units that are still there."""
    turned = {x for i in stopped_fleets(state, a) for x in i.troops} - landing_forces(state, a)
    return replace(
        a,
        air=still_flying(state, a.air),
        ships=tuple(i for i in a.ships if state.ships[i].afloat),
        troops=tuple(i for i in a.troops if state.troops[i].present and i not in turned),
    )


@clause("6.5.4.6.b")
async def roll_surprise(t: Table[State], a: Assault) -> None:
    """Roll on the chart (6.5.4.6): the degree of surprise, and which fleet carriers are in port."""
    rulings = t.state.rulings
    degree = said_degree(rulings) or await Roll(
        surprise_chart(rulings),
        "6.5.4.6.b",
        "surprise",
        "campaign.pearl-harbor",
        facts(port=a.port),
    )
    absent = []
    for carrier in carriers_at(t.state, a):
        if await Roll(
            Die(6), "6.5.4.6.b", "carrier-in-port", "campaign.pearl-harbor", facts(firer=carrier)
        ) > in_port_on(rulings, degree):
            absent.append(carrier)
    t.record(x.Surprise(a.port, degree, tuple(absent)))


async def settle_assault(t: Table[State]) -> None:
    """Carry the results of the battle back to the campaign (6.5.3, 6.5.4): losses, works, ships to
    be raised, the territory, a second wave."""
    s, b, a = t.state, t.state.battle, t.state.assault
    assert b is not None
    assert a is not None
    before = s
    taken = b.kind != "port" and is_conquered(b)
    codes = {
        code: sum(u.full - u.strength for u in b.units if u.cls == code)
        for code in ("FAC", "REF", "YARD")
    }
    sw = damage_of(s.rulings, "FAC", codes["FAC"]) + damage_of(s.rulings, "REF", codes["REF"])
    t.record(
        x.AssaultEnded(
            a.port,
            a.side,
            b.blue,
            campaign_losses(s, b),
            taken,
            sw,
            damage_of(s.rulings, "YARD", codes["YARD"]),
        )
    )
    for id in (u.id for u in b.units if u.id in before.ships):
        await after_sinking(t, before.ships[id], a.port)
    score_assault(t, b, taken)
    if taken:
        island_lost(t, a, b.blue)
    if not await second_wave(t, a):
        flown = tuple(sorted({u.part_of or u.id for u in b.units if u.flies}))
        for side in t.state.sides:
            own = tuple(i for i in flown if t.state.planes[i].side == side)
            if own:
                t.record(x.Withdrawn(side, own))


@clause("6.5.3.e", "6.5.4.2.e", "6.5.4.6.f", "6.5.3.2.d", "6.5.4.5.c")
def campaign_losses(state: State, b: SeaBattle) -> tuple[x.Loss, ...]:
    """Return the losses of each unit of the campaign, its halves added up (6.5.3, 6.5.4): one for
    one, or two for one where it was surprised. A halved ship that lost all its fighting strength
    keeps the rest, or is sunk (HR-40). Experience won is added to its own. A unit that fought in
    parts is not shown to the enemy as a whole, because an enemy that saw one part may not know of
    the other."""
    sight = {u.id for u in battle_seen_by_enemies(b).units}
    found: dict[str, x.Loss] = {}
    for u in b.units:
        id = u.part_of or u.id
        if id not in state.ships and id not in state.planes and id not in state.troops:
            continue
        went_down = (
            b.kind == "island"
            and id in state.ships
            and not u.alive
            and state.rulings.switch("HR-40") == "sunk"
        )
        lost = state.ships[id].strength if went_down else u.lost * u.scale
        one = x.Loss(
            id,
            u.side,
            lost,
            max(0, u.experience - u.drilled),
            u.id in sight and not u.part_of,
            u.left,
        )
        was = found.get(id)
        found[id] = (
            one
            if was is None
            else replace(
                one, lost=one.lost + was.lost, experience=max(one.experience, was.experience)
            )
        )
    return tuple(found[id] for id in sorted(found))


@clause("6.5.4.2.f", "6.5.4.3.c", "6.5.4.4.d")
async def after_sinking(t: Table[State], was: Ship, port: str) -> None:
    """Raise or scrap a ship sunk in a yard, given as it *was* before; begin a launched hull again
    (6.5.4.2 to 6.5.4.4)."""
    if t.state.ships[was.id].gone != "sunk" or active_port(t.state, was) != port:
        return
    again = rebuilt_from(was, t.state.rulings)
    if again:
        t.record(x.HullRestarted(was.side, was.id, again, "6.5.4.4.d"))
    elif may_be_raised(t.state, was, port):
        choice = await Ask(
            was.side, ("raise", "scrap"), "6.5.4.2.f", "sunk-in-yard", facts(unit=was.id, port=port)
        )
        t.record(
            x.HullRestarted(was.side, was.id, RAISED)
            if choice == "raise"
            else x.Scrapped(was.side, was.id, SCRAP)
        )


@clause("6.5.3.3.b")
def island_lost(t: Table[State], a: Assault, loser: str) -> None:
    """Let the territory fall. Its surviving defenders may be evacuated (6.5.2, 6.5.3.3)."""
    left = [x for x in t.state.troops_at(a.port, loser) if not x.fixed]
    lose_port(t, Fall(a.port, a.side, loser, "retreat", len(left)))


@clause("6.5.4.6.h", "6.5.4.6.i")
async def second_wave(t: Table[State], a: Assault) -> bool:
    """Ask Japan, after the first wave at Pearl Harbor, whether it attacks again with its remaining
    aircraft (6.5.4.6). Return True when it does."""
    left = _still_there(t.state, a)
    if a.special != "pearl-harbor" or a.wave > 1 or not left.air:
        return False
    about = facts(port=a.port, air=len(left.air), units=", ".join(left.air))
    if (
        await Ask(a.side, ("attack again", "go home"), "6.5.4.6.h", "second-wave", about)
        == "go home"
    ):
        return False
    t.record(x.AssaultDeclared(replace(left, wave=2), "6.5.4.6.h"))
    return True
