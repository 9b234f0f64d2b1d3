"""Lines about shipping: troops, supplies, pools of nations, trade, escorts of a convoy by place,
the cost of a battle."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language import Choice, Found, ListNoun, comparison

from ..nouns import TROOP
from ..rules.combat.battle_setup import transports_of
from ..rules.missions.mission_members import landing_strength, ships_with, transports_with
from ..rules.movement.reach import transport_endurance
from ..rules.trade import convoys_for, merchants_lacking
from ..state import State
from ..state.ratings import first_experience
from ..state.troops import Trade, Troop, store_key
from . import nouns as n
from .battles import battle_of
from .nouns import known_mission, lines, mission_of, mission_then, port_named, refuse_second_line

LandUnit = Annotated[str, TROOP]


KINDS = (
    "INF",
    "INF2",
    "GAR",
    "MAR",
    "SNLF",
    "RMCo",
    "CDO",
    "ENG",
    "PARA",
    "TANKL",
    "TANK",
    "ART",
    "CGL",
    "CGH",
    "CGS",
    "AAL",
    "AAH",
    "STR",
    "FORT",
    "CAVE",
    "TRUCK",
    "PARTISANS",
)


Kind = Annotated[str, Choice(*KINDS, name="kind of troops")]


Seas = Annotated[tuple[str, ...], ListNoun(n.SEAS)]


Load = Literal["transports", "merchants", "tankers"]


# -- what there is
@lines.given(
    "troops {id} [{name}], {side} [({nation})] {kind} [at {at}] [strength {strength}] [xp {xp}] "
    "[of {formation}] [{reserve}]"
    " [{vehicles}] [{craft}] [{garrison}] [{special}] [{airborne}] [forms {forms}]",
)
def troops(
    state: State,
    id: str,
    side: n.Side,
    kind: Kind,
    at: n.Place = "",
    name: n.Name = "",
    nation: n.Name = "",
    strength: int = 10,
    xp: int = -1,
    formation: n.Name = "",
    reserve: bool = False,
    vehicles: bool = False,
    craft: bool = False,
    garrison: bool = False,
    special: bool = False,
    airborne: bool = False,
    forms: int = 1,
) -> State:
    """Set up a land unit in a port or a square."""
    refuse_second_line(state.troops.get(id), id)
    nation = n.nation_named(state, nation)
    made = Troop(
        id,
        name or id,
        side,
        nation,
        kind,
        at,
        strength,
        formation=formation,
        reserve=reserve,
        vehicles=vehicles,
        craft=craft,
        forms=forms,
        garrison=garrison,
        special=special,
        airborne=airborne,
        experience=xp if xp >= 0 else first_experience(nation, state.rulings),
    )
    return state.put_troops([made])


@lines.given("pool {pool} of {side} ({nation}) {count}")
def pool_of_nation(state: State, pool: n.Pool, side: n.Side, nation: n.Name, count: int) -> State:
    """Set up transports of one nation in a pool."""
    return replace(
        state, pools={**state.pools, f"{side}/{n.nation_named(state, nation)}/{pool}": count}
    )


@lines.given("{place} draws on {seas}")
def draws_on(state: State, place: n.PortName, seas: Seas) -> State:
    """Set up the pools on which a port without a real map draws."""
    return replace(
        state,
        chart=replace(state.chart, seas={**state.chart.seas, port_named(state, place).name: seas}),
    )


@lines.given("stores at {place} of {side} {loads} [{assigned}]")
def stores(state: State, place: n.Place, side: n.Side, loads: int, assigned: bool = False) -> State:
    """Set up loads of supplies in a reserve, or assigned to formations. A side without any is not
    counted."""
    return replace(state, stores={**state.stores, store_key(side, place, assigned=assigned): loads})


@lines.given(
    "{nation} of {side} needs {merchants} merchants from {source} [due in turn {turn}] [{slow}]"
)
def trade(
    state: State,
    nation: n.Name,
    side: n.Side,
    merchants: int,
    source: n.PortName,
    turn: int = 0,
    slow: bool = False,
) -> State:
    """Set up a source of goods, less important than those of earlier lines."""
    row = Trade(n.nation_named(state, nation), side, source, merchants, turn, slow=slow)
    return replace(state, trade=(*state.trade, row))


# -- a battle for a convoy
@lines.given("the convoy has {number} {load} [bound for {place}] [from the {pool} pool]")
def convoy(
    state: State, number: int, load: Load, place: n.PortName = "", pool: n.Pool = ""
) -> State:
    """Set up the defender's mission of a battle as a convoy: its load, its target, and the pool of
    its transports."""
    m = state.missions["M"]
    if pool and f"{m.side}/{pool}" not in state.pools:
        raise TextError(f"no pool '{m.side}/{pool}'", 0, [f"pool {pool} of {m.side} {number}"])
    m = replace(
        m,
        kind="convoy",
        transports=number,
        merchants=load == "merchants",
        tankers=load == "tankers",
    )
    if place:
        m = replace(m, target=place, route=("10,10", place))
    return state.put_mission(replace(m, drawn=((f"{m.side}/{pool}", number),) if pool else ()))


@lines.given("transports {first} to {last} fight at {at} [strength {strength}] [lost {lost}]")
def transports_fight(
    state: State, first: int, last: int, at: n.Hex, strength: int = 10, lost: int = 0
) -> State:
    """Set up transports of that convoy, one below the other from a hex. With strength 0 they are
    sunk."""
    fight, m = battle_of(state), state.missions["M"]
    made = transports_of(state, m, "10,10")[first - 1 : last]
    units = [
        replace(u, at=(at[0], at[1] + i) if strength else None, strength=strength, lost=lost)
        for i, u in enumerate(made)
    ]
    return replace(
        state,
        battle=replace(fight, units=tuple(sorted((*fight.units, *units), key=lambda u: u.id))),
    )


# -- what must follow
@lines.fact("{unit} stands at {place}")
def troops_at(state: State, unit: LandUnit, place: n.Place) -> Found:
    """Check where a land unit is. A lost or captured one is nowhere."""
    found = state.troops[unit]
    here = found.present and found.at == place and not found.mission
    return (
        here,
        f"at {found.at}{' aboard' if found.mission else ''}"
        if found.present
        else found.gone or "lost",
    )


@lines.fact("{unit} is {now}")
def troops_are(
    state: State,
    unit: LandUnit,
    now: Literal["aboard", "ashore", "lost at sea", "lost", "captured", "in the reserve"],
) -> Found:
    """Check the fate of a land unit."""
    found = state.troops[unit]
    said = found.gone or (
        "aboard" if found.mission else "in the reserve" if found.reserve else "ashore"
    )
    return said == now or (now == "ashore" and said == "in the reserve"), said


@lines.fact("stores at {place} of {side} {loads} [{assigned}]")
def stores_are(
    state: State, place: n.Place, side: n.Side, loads: int, assigned: bool = False
) -> Found:
    """Check the loads in a reserve, or those assigned to formations there."""
    return comparison(state.stores.get(store_key(side, place, assigned=assigned), 0), loads)


@lines.fact("pool {pool} of {side} ({nation}) {count}")
def nations_pool(
    before: State, state: State, pool: n.Pool, side: n.Side, nation: n.Name, count: int
) -> Found:
    """Check the number of transports of one nation in a pool."""
    key = f"{side}/{n.nation_named(state, nation)}/{pool}"
    if key not in {**before.pools, **state.pools}:
        raise TextError(f"no pool {key!r}", 0, [*state.pools])
    return comparison(state.pools.get(key, 0), count)


# PPs of damage to a side's shipping (6.5.1.6).
lines.fact_row("sw damage of {side} {pps}", lambda state, side: state.ledger.get(f"{side}/sw", 0))


# Oil Units that tankers have delivered (6.5.1.6).
lines.fact_row(
    "oil delivered to {side} {count}", lambda state, side: state.ledger.get(f"{side}/oil", 0)
)


# Convoys that a number of merchants fills (6.4.1.1).
lines.fact_row(
    "convoys for {merchants} merchants {count}",
    lambda state, merchants: convoys_for(merchants),
    merchants=int,
)


# Merchants that a nation lacks this turn (6.2).
lines.fact_row(
    "shortfall of {nation} {count}",
    lambda state, nation: merchants_lacking(state, n.nation_named(state, nation)),
)


# The Endurance of a nation's transports (6.3.4.1).
lines.fact_row(
    "transport endurance of {nation} {count}",
    lambda state, nation: transport_endurance(n.nation_named(state, nation)),
)


@lines.fact("{what} with {mission} at {place} {count}")
def company(
    state: State,
    what: Literal["ships", "transports"],
    mission: n.Sailing,
    place: n.Place,
    count: int,
) -> Found:
    """Check how many ships or transports sail with a mission at a place of its route (6.3.5)."""
    m = mission_of(state, mission)
    if m.places and place not in m.places:
        raise TextError(f"{place} is not on the way of {m.id}", 0, m.places)
    here = ships_with(m, place) if what == "ships" else transports_with(m, place)
    return comparison(len(here), count)


@lines.fact("{mission} carries {count} loads")
def carried(before: State, state: State, mission: n.Sailing, count: int) -> Found:
    """Check how many transports of a mission have cargo."""
    known_mission(before, state, mission)
    return comparison(sum(bool(hold) for hold in mission_then(before, state, mission).cargo), count)


# How many units a side has in the battle, transports included.
lines.fact_row(
    "{side} has {count} units in the battle",
    lambda state, side: sum(u.side == side for u in battle_of(state).units),
)


lines.fact_row("the battle lasts {turns} turns", lambda state: battle_of(state).turns)


# The table's entry for a leg of an invasion, in transports for each unit (6.3.6.1).
lines.fact_row(
    "{leg} range {range} costs {transports}",
    lambda state, leg, range: int(
        state.rulings.table("campaign.invasion-transports").cell(str(range), leg)
    ),
    leg=Literal["staging", "landing"],
    range=int,
    transports=int,
)


# The strength with which a land unit aboard would fight (6.3.6.4).
lines.fact_row(
    "{unit} lands at strength {strength}",
    lambda state, unit: landing_strength(state, state.troops[unit]),
    unit=LandUnit,
)


@lines.fact("units embarked against {place} {count}, transports {transports}")
def embarked_against(state: State, place: n.Shore, count: int, transports: int) -> Found:
    """Check how many land units begin a battle for a place in transports, and how many transports
    these are."""
    found = [i for i in state.invasions if i.port == place]
    units, boats = sum(len(i.troops) for i in found), sum(i.transports for i in found)
    return (units, boats) == (count, transports), f"{units} units in {boats} transports"
