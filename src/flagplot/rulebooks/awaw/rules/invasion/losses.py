"""Losses of ground combat (21.517H, 21.528): what may be given up, and its effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flagplot.table import AskOrder, Refusal, Table, Verdict, clause, facts, refuse

from ...events import Eliminated
from ...nouns import Pick
from ...orders.landing import Lose
from ...scenarios.score import settle_losses
from ...state import HEAVY, Assault, State, Unit, replace
from .. import remedies
from ..air.air_units import AirLost
from ..combat import combat_tables
from ..forces import selected_units, unknown_picks
from ..registry import checks
from . import beach_forces, occupation
from .events import AssaultChanged, GroundLost, GunsHurt
from .ground_units import enemy_defenders, ground_factors

LOSSES, OVERSTACK = "ground-losses", "overstack"
THIRD = 3


def loss_kind(u: Unit) -> str:
    """Return the loss category of a unit: ``ground``, ``air``, ``lights``, ``cruiser`` or
    ``heavy``."""
    if u.kind == "ground":
        return "ground"
    if u.kind == "air" or u.type == "CVE":
        return "air"
    return "heavy" if u.type in HEAVY else "cruiser" if u.type == "CA" else "lights"


@clause("21.5282A", "21.5282B", "21.5282C")
def loss_thirds(state: State, u: Unit) -> int:
    """Return the loss factors, in thirds, that a unit is worth. Ground units and light ships, which
    are eliminated, count their factors. Aircraft and escort carriers count the support they gave. A
    heavy ship, which is damaged, counts one factor."""
    kind = loss_kind(u)
    if kind == "air":
        return u.factors * combat_tables.cell_number(state.rulings, "support", u.type)
    return THIRD if kind == "heavy" else THIRD * u.factors


@clause("21.517H")
def possible_losses(state: State, a: Assault) -> Mapping[str, Unit]:
    """Return unit id -> unit for what the attacker may lose: attacking ground units, supporting
    aircraft and escort carriers, and bombarding ships, with the destroyer factors that carry no
    units. Reserves and carrying destroyers are safe."""
    every = (
        *beach_forces.attacking_units(state, a),
        *beach_forces.supporting_units(state, a),
        *beach_forces.bombarding_ships(state, a),
    )
    return {u.id: u for u in every}


def most_thirds(state: State, a: Assault) -> int:
    """Return the most thirds that the attacker can lose. Ships can lose no more than their guns
    brought (21.5283)."""
    mine = possible_losses(state, a).values()
    ships = sum(loss_thirds(state, u) for u in mine if u.kind == "ship" and u.type != "CVE")
    return sum(loss_thirds(state, u) for u in mine if u.kind != "ship" or u.type == "CVE") + min(
        ships, THIRD * beach_forces.gun_factors(state, a)
    )


async def take_defender_losses(t: Table[State], place: str, need: int) -> None:
    """Make the defender give up ground units of at least *need* factors. It chooses where there is
    a choice."""
    s = t.state
    a = s.assaults[place]
    here = enemy_defenders(s, a.side, place)
    if not need or not here:
        return
    side = here[0].side
    if need >= ground_factors(here) or len(here) == 1:
        t.record(GroundLost("21.517G", side, place, tuple(u.id for u in here)))
    else:
        about = facts(hex=place, need=need, who="defence")
        order = await AskOrder(side, "21.517G", LOSSES, about)
        picks = (
            order.units
            if isinstance(order, Lose)
            else default_losses(s, {u.id: u for u in here}, THIRD * need, 0)
        )
        t.record(GroundLost("21.517G", side, place, tuple(p.id for p in picks)))
    settle_losses(t)


async def take_attacker_losses(t: Table[State], place: str, need: int) -> None:
    """Make the attacker give up *need* factors, spread as it likes over what took part."""
    s = t.state
    a = s.assaults[place]
    mine = possible_losses(s, a)
    need = min(THIRD * need, most_thirds(s, a))
    if not need:
        return
    ships = THIRD * beach_forces.gun_factors(s, a)
    whole = sum(loss_thirds(s, u) for u in mine.values())
    if need >= whole:
        picks: tuple[Pick, ...] = tuple(Pick(i) for i in mine)
    else:
        about = facts(
            hex=place, need=-(-need // THIRD), thirds=need, ships=ships // THIRD, who="attack"
        )
        order = await AskOrder(a.side, "21.517H", LOSSES, about)
        picks = order.units if isinstance(order, Lose) else default_losses(s, mine, need, ships)
    apply_losses(t, a, picks)
    settle_losses(t)


def default_losses(
    state: State, mine: Mapping[str, Unit], need: int, ships: int
) -> tuple[Pick, ...]:
    """Return the default losses, just enough: ground units while more than one is left, then light
    ships, aircraft, cruisers, heavy ships, and the last ground unit."""
    rank = {"ground": 0, "lights": 1, "air": 2, "cruiser": 3, "heavy": 4}
    units = sorted(mine.values(), key=lambda u: (rank[loss_kind(u)], u.factors, u.id))
    ground = [u for u in units if loss_kind(u) == "ground"]
    if ground and len(units) > len(ground):
        units = [u for u in units if u is not ground[-1]] + [ground[-1]]
    chosen: list[Unit] = []
    left = need
    for u in units:
        here = loss_thirds(state, u)
        gun = u.kind == "ship" and u.type != "CVE"
        if left <= 0 or (gun and here > ships and loss_kind(u) != "lights"):
            continue
        if loss_kind(u) in ("lights", "air"):
            each = here // max(1, u.factors)
            n = min(u.factors, -(-left // each), ships // each if gun else u.factors)
            if not n:
                continue
            u, here = replace(u, factors=n), n * each
        ships -= here if gun else 0
        left -= here
        chosen.append(u)
    spare = -left
    kept = []
    for u in chosen:
        if spare >= loss_thirds(state, u):
            spare -= loss_thirds(state, u)
        else:
            kept.append(u)
    return tuple(
        Pick(u.id, 0 if u.factors == state.units[u.id].factors else u.factors) for u in kept
    )


@checks(Lose)
def check_lose(view: State, request: AskOrder, order: Lose) -> Verdict:
    """Check the losses that a side offers: just enough, only what took part, and no more on ships
    than their guns brought."""
    about = dict(request.about)
    if request.kind == OVERSTACK:
        return occupation.check_given_up(view, request, order.units)
    a = view.assaults.get(str(about.get("hex", "")))
    if request.kind != LOSSES or a is None:
        return refuse(
            Refusal("21.517H", "not-now", tuple(p.id for p in order.units), facts(phase=view.phase))
        )
    missing = unknown_picks(view, request.side, order.units)
    if missing:
        return refuse(Refusal("21.517H", "not-in-the-fight", missing))
    if about.get("who") == "defence":
        mine = {u.id: u for u in enemy_defenders(view, a.side, a.hex)}
    else:
        mine = dict(possible_losses(view, a))
    units = selected_units(view, request.side, order.units)
    need = int(about.get("thirds", THIRD * int(about.get("need", 0))))
    out = [
        foreign_loss_refusal(order, units, mine),
        partial_loss_refusal(order, units),
        short_refusal(view, units, need),
        wasteful_refusal(view, units, need),
    ]
    out.append(ship_loss_refusal(view, units, THIRD * int(about.get("ships", 0))))
    return refuse(*out)


def foreign_loss_refusal(
    order: Lose, units: Sequence[Unit], mine: Mapping[str, Unit]
) -> Refusal | None:
    """Refuse losses that did not take part: reserves aboard, and destroyers (or factors of them)
    that carry troops."""
    ids = tuple(u.id for u in units if u.id not in mine or u.factors > mine[u.id].factors)
    return (
        Refusal(
            "21.517H",
            "not-in-the-fight",
            ids,
            (),
            remedies.without_ships(order, ids),
            (),
            ("21.5282A",),
        )
        if ids
        else None
    )


@clause("21.5282", "21.5282B")
def partial_loss_refusal(order: Lose, units: Sequence[Unit]) -> Refusal | None:
    """Refuse to lose cruisers and ground units in part."""
    whole = {u.id for u in units if loss_kind(u) in ("ground", "cruiser")}
    ids = tuple(p.id for p in order.units if p.factors and p.id in whole)
    return Refusal("21.5282", "lost-whole", ids) if ids else None


def short_refusal(state: State, units: Sequence[Unit], need: int) -> Refusal | None:
    """Refuse losses that are too few. A cruiser counts the effects that sink it, a heavy ship
    one."""
    given = sum(loss_thirds(state, u) for u in units)
    if given >= need:
        return None
    kinds = {loss_kind(u) for u in units}
    also = ("21.5282C",) * ("heavy" in kinds) + ("21.5282B",) * ("cruiser" in kinds) + ("21.5282",)
    about = facts(needs=-(-need // THIRD), has=given // THIRD)
    return Refusal("21.517H", "losses-short", tuple(u.id for u in units), about, (), (), also)


def wasteful_refusal(state: State, units: Sequence[Unit], need: int) -> Refusal | None:
    """Refuse more losses than needed: no unit may be left out without too few remaining."""
    given = sum(loss_thirds(state, u) for u in units)
    spare = tuple(u.id for u in units if given - least_part(state, u) >= need)
    return (
        Refusal("21.5282", "losses-too-many", spare, facts(needs=-(-need // THIRD)))
        if spare
        else None
    )


def least_part(state: State, u: Unit) -> int:
    """Return the smallest part of a unit that may be kept back, in thirds."""
    return (
        loss_thirds(state, u) // max(1, u.factors)
        if loss_kind(u) in ("lights", "air")
        else loss_thirds(state, u)
    )


@clause("21.5283", "21.5283-ex1", "21.5283-ex2")
def ship_loss_refusal(state: State, units: Sequence[Unit], limit: int) -> Refusal | None:
    """Refuse losses on bombarding ships beyond the combat factors that their guns brought."""
    ships = [u for u in units if loss_kind(u) in ("lights", "cruiser", "heavy")]
    charged = sum(loss_thirds(state, u) for u in ships)
    if charged <= limit:
        return None
    about = facts(charged=charged // THIRD, limit=limit // THIRD)
    return Refusal("21.5283", "losses-on-ships", tuple(u.id for u in ships), about)


@clause("21.5281")
def apply_losses(t: Table[State], a: Assault, picks: Sequence[Pick]) -> None:
    """Take the attacker's losses: ground units and light ships are eliminated, heavy ships damaged,
    and further guns silenced."""
    s = t.state
    place = a.hex
    mine = possible_losses(s, a)
    lost = []
    for p in picks:
        u = mine.get(p.id, s.units[p.id])
        lost.append(replace(u, factors=min(p.factors or u.factors, u.factors)))
    ground = tuple(u.id for u in lost if loss_kind(u) == "ground")
    heavy = tuple(u.id for u in lost if loss_kind(u) == "heavy")
    sunk = tuple(
        (u.id, u.factors) for u in lost if loss_kind(u) in ("lights", "cruiser") or u.type == "CVE"
    )
    if ground:
        t.record(GroundLost("21.517H", a.side, place, ground))
    for u in lost:
        if u.kind == "air":
            t.record(AirLost("21.517H", a.side, u.id, u.factors, place))
    if sunk:
        t.record(Eliminated("21.5281", a.side, sunk, place, "ground-combat"))
    if heavy:
        t.record(GunsHurt("21.5281", a.side, place, heavy))
    more = silenced_factors([u for u in lost if loss_kind(u) in ("lights", "cruiser", "heavy")])
    if more:
        now = t.state.assaults[place]
        t.record(AssaultChanged("21.5281#2", replace(now, silent=now.silent + more)))


@clause("21.5281#2")
def silenced_factors(lost: Sequence[Unit]) -> int:
    """Return the further naval factors that may not bombard: two for every factor lost, less the
    other factors of damaged heavy ships."""
    heavy = [u.factors - 1 for u in lost if loss_kind(u) == "heavy"]
    light = sum(u.factors for u in lost if loss_kind(u) != "heavy")
    return max(0, 2 * (len(heavy) + light) - sum(heavy))


__all__ = ["LOSSES", "OVERSTACK"]
