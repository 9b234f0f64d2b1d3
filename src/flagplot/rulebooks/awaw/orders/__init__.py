"""Orders: what a side wants to do, as plain values, and their wordings. Reading, completion and
forms follow from the declarations.

A place is kept as the player writes it: a port or box by its name (``Gibraltar``), any other hex by
its id (``B31``).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from flagplot.table import TextError
from flagplot.table.language import Choice, ListNoun
from flagplot.table.language.compound_nouns import AMOUNT, noun_of

from ..map import theatre
from ..nouns import (
    A_UNIT,
    WITH,
    Carriers,
    Force,
    Forces,
    GoalHex,
    Group,
    Harbour,
    Hex,
    L,
    LandingPort,
    Nation,
    Owner,
    Pick,
    RaidGroup,
    Ships,
    Squadrons,
    TaskForceName,
    Track,
    Units,
    picks_text,
)
from ..state import State

order = L.order
Amount = Annotated[int, AMOUNT]
START = "[from {:start}]"
TAIL = "[via {via}] [as {tf}]"
LATER = "from {:start} [via {via}] [as {tf}]"
"""Wording in which the place of departure comes last."""
ORGANISE = ("movement", "supply", "transport", "combat", "redeployment")
STRIKES = ("patrol-strike", "combat-strike", "patrol-counterair", "air-missions")


def refuse_repeats(o: Any, view: State, side: str) -> Any:
    """Return the order unchanged. Raises :class:`TextError` when it names a unit twice."""
    lists = (
        [m.units for m in o.moves]
        if isinstance(o, BaseChange)
        else [getattr(o, "cargo", ()) + o.units]
    )
    for picks in lists:
        ids = [p.id for p in picks]
        for id in ids:
            if ids.count(id) > 1:
                raise TextError(f"{id} is named twice", -1)
    return o


def separate_cargo(o: Any, view: State, side: str) -> Any:
    """Return the order with its ships and task forces separated from their cargo, which a player
    may name in any sequence. Raises :class:`TextError` when it names a unit twice."""
    refuse_repeats(o, view, side)
    every = o.cargo + o.units
    cargo = tuple([p for p in every if p.id in view.units and view.units[p.id].kind != "ship"])
    return (
        o
        if cargo == o.cargo
        else msgspec.structs.replace(
            o, cargo=cargo, units=tuple([p for p in every if p not in cargo])
        )
    )


# ------------------------------------------------------------------ movement
@L.part(f"{{units}} {START} to {{to}} {TAIL} {START}")
class Move(msgspec.Struct, frozen=True):
    """Ships of one base change to one place. ``via`` are hexes or ports they pass, in order."""

    units: Ships
    to: Harbour
    via: Track = ()
    tf: TaskForceName = ""


Moves = Annotated[
    tuple[Move, ...],
    ListNoun(noun_of(Move, ""), joint="; ", between=(";", ",", "and"), loose=False),
]


@order(
    "base change {moves}", clause="21.22", asked="movement", title="Base change", then=refuse_repeats,
    reads=("base change: {moves}", "base change of {moves}"),
)  # fmt: skip
class BaseChange(msgspec.Struct, frozen=True, tag="base-change"):
    """Base changes announced together. Only their joint result must be legal (21.221)."""

    moves: Moves


@L.reads(f"base change to {{to}} with {{units}} {TAIL}", of=BaseChange)
@L.reads(f"{{units}} base change to {{to}} {TAIL}", of=BaseChange)
def read_base_change(
    view: State, side: str, units: Ships, to: Harbour, via: Track = (), tf: TaskForceName = ""
) -> BaseChange:
    """Return an order for one base change, for wordings that name the ships first or last."""
    return BaseChange((Move(units, to, via, tf),))


@order(
    f"patrol {{units}} {START} to {{to}} {TAIL}",
    clause="21.41",
    asked="movement",
    title="Patrol",
    then=refuse_repeats,
    reads=(
        f"patrol {{units}} to {{to}} {LATER}",
        "patrol {units} as {tf} to {to} [via {via}]",
        f"patrol {{units}} {START} at {{to}} {TAIL}",
        f"patrol {{to}} with {{units}} {TAIL}",
        f"patrol to {{to}} with {{units}} {TAIL}",
        f"patrol at {{to}} with {{units}} {TAIL}",
        f"sail {{units}} {START} on patrol to {{to}} {TAIL}",
        f"sail {{units}} {START} on patrol at {{to}} {TAIL}",
        f"sail {{units}} {START} to patrol {{to}} {TAIL}",
        f"{{units}} patrol {{to}} {TAIL}",
        f"{{units}} patrol to {{to}} {TAIL}",
        f"{{units}} patrol at {{to}} {TAIL}",
    ),
)
class Patrol(msgspec.Struct, frozen=True, tag="patrol"):
    """Patrol to a hex (of submarines: a submarine patrol). Ships of several ports make it a joint
    patrol (21.414B)."""

    units: Ships
    to: Hex
    via: Track = ()
    tf: TaskForceName = ""


@order(
    f"transport {{cargo}} {START} to {{to}} [with {{units}}] {TAIL}",
    clause="21.43",
    asked=("movement", "transport"),
    title="Sea transport",
    then=separate_cargo,
    reads=(
        f"transport {{cargo}} {START} with {{units}} to {{to}} {TAIL}",
        f"transport {{cargo}} to {{to}} with {{units}} {LATER}",
        f"transport {{cargo}} to {{to}} from {{:start}} with {{units}} {TAIL}",
        f"transport {{cargo}} {START} to {{to}} via {{via}} with {{units}} [as {{tf}}]",
        f"{{units}} transport {{cargo}} {START} to {{to}} {TAIL}",
    ),
)
@order(
    f"transport {{units}} {START} to {{to}} {TAIL}",
    fixed={"cargo": ()},
    clause="21.43",
    asked=("movement", "transport"),
    then=separate_cargo,
)
class Transport(msgspec.Struct, frozen=True, tag="transport"):
    """Sea transport of ground and air units to one port (21.43). ``units`` are the ships that carry
    and escort them."""

    cargo: Units
    to: LandingPort
    units: Carriers
    via: Track = ()
    tf: TaskForceName = ""


@L.part("{what} [{amount}]")
class Flow(msgspec.Struct, frozen=True):
    """One part of a combined shipment to one place: a supply line, oil counters or BRPs
    (21.65I)."""

    what: Literal["supply", "oil", "brp"]
    amount: Amount = 1


Flows = Annotated[
    tuple[Flow, ...], ListNoun(noun_of(Flow, ""), joint=", ", between=(",", "and"), loose=False)
]
LINE = f"from {{source}} to {{to}} [with {{units}}] {TAIL}"
ENIL = f"to {{to}} from {{source}} [with {{units}}] {TAIL}"


@order(
    f"supply {LINE}",
    fixed={"what": "supply", "amount": 1},
    clause="21.42",
    asked=("movement", "supply"),
    title="Sea supply",
    then=refuse_repeats,
    reads=(f"supply {ENIL}", f"supply {ENIL[3:]}"),
)
@order(
    f"ship oil {{amount}} {LINE}",
    fixed={"what": "oil"},
    clause="21.422",
    asked=("movement", "supply"),
    title="Oil shipment",
    then=refuse_repeats,
    reads=(
        f"ship oil {{amount}} counter {LINE}",
        f"ship {{amount}} oil [counter] {LINE}",
        f"ship oil {LINE}",
        f"ship oil {{amount}} [counter] {ENIL}",
        f"ship {{amount}} oil [counter] {ENIL}",
        f"ship oil {ENIL}",
    ),
)
@order(
    f"grant {{amount}} BRPs {LINE}",
    fixed={"what": "brp"},
    clause="21.423",
    asked=("movement", "supply"),
    title="BRP grant",
    then=refuse_repeats,
    reads=(f"grant {{amount}} {LINE}", f"grant {{amount}} [BRPs] {ENIL}"),
)
@order(
    f"combine {{flows}} {LINE}",
    fixed={"what": "several", "amount": 0},
    clause="21.65I",
    asked=("movement", "supply"),
    title="Combined shipment",
    then=refuse_repeats,
    reads=(f"combine {{flows}} {ENIL}",),
)
class Supply(msgspec.Struct, frozen=True, tag="supply"):
    """Sea supply line, oil shipment or BRP grant from ``source``, or several together. ``units``
    protect or carry it."""

    what: str
    """``supply``, ``oil``, ``brp``, or ``several`` for those in ``flows``."""
    source: Harbour
    to: Harbour
    via: Track = ()
    units: Carriers = ()
    amount: Amount = 1
    tf: TaskForceName = ""
    flows: Flows = ()


# ------------------------------------------------------------- combat, redeployment, displacement
def mission_wordings(verb: str, kind: str, title: str) -> Any:
    """Declare the wordings of an offensive mission."""
    return order(
        f"{verb} {{to}} with {{units}} [carrying {{cargo}}] {TAIL}",
        fixed={"kind": kind},
        clause="21.5",
        asked="combat",
        title=title,
        then=separate_cargo,
        reads=(
            f"{verb} {{units}} {START} to {{to}} [with {{cargo}}] {TAIL}",
            f"{verb} {{units}} {START} at {{to}} [with {{cargo}}] {TAIL}",
            f"{verb} to {{to}} with {{units}} {TAIL}",
            f"{verb} at {{to}} with {{units}} {TAIL}",
            f"{{cargo}} {verb} {{to}} with {{units}} {TAIL}",
            f"{{units}} {verb} {{to}} {TAIL}",
        ),
    )


@mission_wordings("invade", "invade", "Invasion")
@mission_wordings("bombard", "bombard", "Shore bombardment")
@mission_wordings("carrier mission", "carrier", "Carrier mission")
class Mission(msgspec.Struct, frozen=True, tag="mission"):
    """Offensive mission of the combat phase: ``invade``, ``bombard`` or ``carrier``."""

    kind: str
    units: Carriers
    to: GoalHex
    cargo: Units = ()
    via: Track = ()
    tf: TaskForceName = ""


@order(
    f"redeploy {{units}} {START} to {{to}} {TAIL}",
    fixed={"cargo": ()},
    clause="21.6",
    asked="redeployment",
    title="Naval redeployment",
    then=separate_cargo,
    reads=(
        f"redeploy {{units}} to {{to}} {LATER}",
        f"{{units}} redeploy to {{to}} {TAIL}",
        f"redeploy {{cargo}} {START} to {{to}} with {{units}} {TAIL}",
        f"redeploy to {{to}} with {{units}} {TAIL}",
    ),
)
@order(
    f"escort {{cargo}} {START} to {{to}} [with {{units}}] {TAIL}",
    clause="21.6",
    asked="redeployment",
    title="Sea escort",
    then=separate_cargo,
    reads=(
        f"escort {{cargo}} {START} with {{units}} to {{to}} {TAIL}",
        f"escort {{cargo}} to {{to}} [with {{units}}] {LATER}",
    ),
)
class Redeploy(msgspec.Struct, frozen=True, tag="redeploy"):
    """Naval redeployment (NR) of ships; with ``cargo`` a sea escort of ground or air units
    (21.6)."""

    units: Carriers
    to: LandingPort
    via: Track = ()
    cargo: Units = ()
    tf: TaskForceName = ""


@L.reads(f"escort {{cargo}} {START} to {{to}} by transports [via {{via}}]", of=Redeploy)
@L.reads(f"escort {{cargo}} {START} to {{to}} with transports [via {{via}}]", of=Redeploy)
@L.reads(f"escort {{cargo}} {START} by transports to {{to}} [via {{via}}]", of=Redeploy)
@L.reads(f"escort {{cargo}} {START} with transports to {{to}} [via {{via}}]", of=Redeploy)
def read_transport_escort(
    view: State, side: str, cargo: Units, to: LandingPort, via: Track = ()
) -> Redeploy:
    """Return an escort by the transports of an SW box alone."""
    return Redeploy((), to, via, cargo)


class LegCarriers(ListNoun):
    """Ships that carry one leg of an escort. An empty list, written ``transports``, means the
    transports of an SW box."""

    def __init__(self) -> None:
        super().__init__(A_UNIT, between=WITH, none="transports")


@L.part("{bearers} to {to} [via {via}]")
class Leg(msgspec.Struct, frozen=True):
    """One leg of an escort by several carriers: its bearers (empty: transports of an SW box) and
    its port or box."""

    bearers: Annotated[tuple[Pick, ...], LegCarriers()]
    to: Harbour
    via: Track = ()


@order(
    "relay {cargo} by {legs}",
    clause="21.64I",
    asked="redeployment",
    title="Escort in several legs",
    reads=(f"relay {{cargo}} {START} by {{legs}}",),
)
class Relay(msgspec.Struct, frozen=True, tag="relay"):
    """Sea escort that transports begin and destroyers continue, or the reverse (21.64I)."""

    cargo: Units
    legs: Annotated[
        tuple[Leg, ...],
        ListNoun(noun_of(Leg, ""), joint=" then ", between=("then", ";"), loose=False),
    ]


@order(
    f"displace {{units}} {START} to {{to}} [via {{via}}]",
    clause="21.23",
    asked="displacement",
    title="Displace",
    then=refuse_repeats,
    reads=(
        "displace {units} to {to} from {:start} [via {via}]",
        "{units} displace to {to} [via {via}]",
    ),
)
class Displace(msgspec.Struct, frozen=True, tag="displace"):
    """Displacement of ships to a base (21.23)."""

    units: Ships
    to: Harbour
    via: Track = ()


@L.reads(f"sail {{units}} {START} to {{where}} {TAIL}", of=BaseChange)
@L.reads(f"{{units}} sail {START} to {{where}} {TAIL}", of=BaseChange)
@L.reads(f"{{units}} {START} to {{where}} {TAIL}", of=BaseChange)
def read_sail(
    view: State, side: str, units: Ships, where: Hex, via: Track = (), tf: TaskForceName = ""
) -> Any:
    """Return the order that fits the moment for ships that sail to a place: displacement,
    redeployment, base change, or patrol to a sea hex."""
    to = theatre.name_of(view, where)
    if side != view.mover and side:
        return refuse_repeats(Displace(units, to, via), view, side)
    if view.phase == "redeployment":
        return separate_cargo(Redeploy(units, to, via, (), tf), view, side)
    base = theatre.is_box(where) or where in view.ports or to != where
    return refuse_repeats(
        BaseChange((Move(units, to, via, tf),)) if base else Patrol(units, where, via, tf),
        view,
        side,
    )


@L.reads(f"{{cargo}} {START} to {{where}} with {{units}} {TAIL}", of=Transport)
def read_carry(
    view: State,
    side: str,
    cargo: Units,
    where: Hex,
    units: Carriers,
    via: Track = (),
    tf: TaskForceName = "",
) -> Any:
    """Return the order that fits the moment for cargo that ships carry to a place: transport, sea
    escort or invasion."""
    to = theatre.name_of(view, where)
    if view.phase == "redeployment":
        return separate_cargo(Redeploy(units, to, via, cargo, tf), view, side)
    if view.phase == "combat":
        return separate_cargo(Mission("invade", units, where, cargo, via, tf), view, side)
    return separate_cargo(Transport(cargo, to, units, via, tf), view, side)


@order(
    "harbor attack {target} by {means} [claiming {claims}]",
    clause="21.44",
    asked="harbor",
    title="Harbor attack",
    reads=("harbor attack on {target} by {means} [claiming {claims}]",),
)
class HarborAttack(msgspec.Struct, frozen=True, tag="harbor-attack"):
    """Attack on the ships in an enemy harbor, with the modifiers that the attacker announces
    (21.443A)."""

    target: Harbour
    means: Literal["aircraft", "submarines", "frogmen"]
    claims: Annotated[tuple[str, ...], ListNoun(Choice("initial-attack", name="modifier"))] = ()


# ------------------------------------------------------------------ raiders
@order(
    f"raid {{to}} with {{units}} {START} [meeting at {{meeting}}] {TAIL} {START}",
    clause="21.53",
    asked="combat",
    title="Raid",
    then=refuse_repeats,
    reads=(
        f"raid {{units}} {START} to {{to}} [meeting at {{meeting}}] {TAIL}",
        "{units} raid {to} [meeting at {meeting}] [via {via}]",
    ),
)
class RaidOrder(msgspec.Struct, frozen=True, tag="raid"):
    """Voyage of a group of raiders to an SW box (21.53). Ships of several ports meet in a hex on
    the way."""

    units: Ships
    to: Harbour
    meeting: Hex = ""
    via: Track = ()
    tf: TaskForceName = ""


@order(
    "place {units} in {to}",
    clause="21.5331",
    asked="raid-setup",
    title="Raiders at sea",
    then=refuse_repeats,
)
class PlaceRaiders(msgspec.Struct, frozen=True, tag="place"):
    """Placing of raiders that begin the game in the Atlantic SW box, as one group (21.5331)."""

    units: Ships
    to: Harbour


@order(
    "number {forces} [by {nation}]",
    clause="21.533C",
    asked="raid-numbers",
    title="Order of the groups",
)
class NumberRaids(msgspec.Struct, frozen=True, tag="number"):
    """Order of the raider groups in a box: first, second, third (21.533C). Where two nations raid,
    ``nation`` is the one to decide."""

    forces: Forces
    nation: Nation = ""


@order(
    "engage {raid} with {units}",
    clause="21.5342E",
    asked="raid-engage",
    title="Engage a raider group",
    then=refuse_repeats,
    reads=("engage {raid} by {units}",),
)
@order(
    "engage {raid} with nobody",
    fixed={"units": ()},
    clause="21.5342D",
    asked="raid-engage",
    title="Send nobody",
)
class Engage(msgspec.Struct, frozen=True, tag="engage"):
    """Ships that engage a raider group in its box (21.5342)."""

    raid: RaidGroup
    units: Ships = ()


# ------------------------------------------------------------------ forces
@order(
    "form {name} with {units}",
    clause="21.312",
    asked=ORGANISE,
    title="Form a task force",
    then=refuse_repeats,
    reads=(
        "form {units} as {name}",
        "form {name} from {units}",
        "form {name}: {units}",
        "form {name} {units}",
    ),
)
class FormTF(msgspec.Struct, frozen=True, tag="form"):
    """Organisation of ships of one port as a task force."""

    name: TaskForceName
    units: Ships


@order("disband {name}", clause="21.312", asked=ORGANISE, title="Dissolve a task force")
class DisbandTF(msgspec.Struct, frozen=True, tag="disband"):
    """Dissolution of a task force."""

    name: Group


@order(
    "split {force} with {units}",
    clause="21.313",
    asked=("movement", "supply", "transport", "combat"),
    title="Divide a force",
    then=refuse_repeats,
    reads=("split {units} from {force}",),
)
class Split(msgspec.Struct, frozen=True, tag="split"):
    """Division of a force at sea: these ships become a force of their own (21.313)."""

    force: Force
    units: Ships


@order(
    "withdraw {force}",
    clause="21.416A",
    asked=("movement", "combat"),
    title="Take back an announcement",
)
class Withdraw(msgspec.Struct, frozen=True, tag="withdraw"):
    """Withdrawal of an announcement that has not been carried out."""

    force: Force


@order(
    "sequence {forces}",
    clause="21.416B",
    asked=("movement", "sequence"),
    title="Sequence of patrols",
)
class Sequence(msgspec.Struct, frozen=True, tag="sequence"):
    """Order in which the patrols are carried out (21.416B)."""

    forces: Forces


# ------------------------------------------------------------------ ports
@order(
    "build port at {hex} [by {nation}]",
    clause="21.121",
    asked="construction",
    title="Build a port",
    reads=("build port {hex} [by {nation}]", "{nation} build port at {hex}"),
)
class BuildPort(msgspec.Struct, frozen=True, tag="build"):
    """Construction of a port (21.121)."""

    hex: Hex
    nation: Nation = ""


@order(
    "assign {amount} RPs to ports [by {nation}]",
    clause="21.121A",
    asked=("movement", "construction"),
    title="Research for ports",
    reads=("assign {amount} to ports [by {nation}]",),
)
class AssignRP(msgspec.Struct, frozen=True, tag="assign"):
    """Assignment of research points to port building (21.121A)."""

    amount: Amount
    nation: Nation = ""


@order(
    "eliminate {units}",
    clause="21.112",
    asked="surplus",
    title="Ships given up",
    then=refuse_repeats,
)
class Eliminate(msgspec.Struct, frozen=True, tag="eliminate"):
    """Surplus ships that their side gives up (21.112)."""

    units: Ships


@order(
    "idle {units}",
    clause="21.112",
    asked="surplus",
    title="Ships that lie idle",
    then=refuse_repeats,
)
class Freeze(msgspec.Struct, frozen=True, tag="idle"):
    """Surplus ships that their side leaves idle (21.112)."""

    units: Ships


@order(
    "uninvert {units}", clause="21.7", asked="uninversion", title="Uninvert", then=refuse_repeats
)
class Uninvert(msgspec.Struct, frozen=True, tag="uninvert"):
    """Ships to uninvert when the player turn ends."""

    units: Ships


# ------------------------------------------------------------------ answers to the mover
@order(
    f"intercept {{units}} {START} at {{hex}} {TAIL}",
    clause="22.11",
    asked="interception",
    title="Intercept",
    then=refuse_repeats,
    reads=(
        f"intercept with {{units}} {START} at {{hex}} {TAIL}",
        f"intercept at {{hex}} with {{units}} {TAIL}",
        f"intercept {{hex}} with {{units}} {TAIL}",
        f"intercept {{units}} at {{hex}} {LATER}",
        "intercept {units} as {tf} at {hex} [via {via}]",
        f"{{units}} intercept at {{hex}} {TAIL}",
    ),
)
class Intercept(msgspec.Struct, frozen=True, tag="intercept"):
    """Interception with these ships at a hex."""

    units: Ships
    hex: Hex
    via: Track = ()
    tf: TaskForceName = ""


@order(
    f"counter {{units}} [at {{hex}}] {TAIL}",
    clause="22.16",
    asked="counter-interception",
    title="Counter-intercept",
    then=refuse_repeats,
    reads=(
        f"counter with {{units}} [at {{hex}}] {TAIL}",
        f"counter at {{hex}} with {{units}} {TAIL}",
        f"{{units}} counter [at {{hex}}] {TAIL}",
    ),
)
class Counter(msgspec.Struct, frozen=True, tag="counter"):
    """Counter-interception with these ships, in the interception hex. Against an interceptor from a
    defensive patrol it may be in another *hex* of the interceptor's route."""

    units: Ships
    via: Track = ()
    tf: TaskForceName = ""
    hex: Hex = ""


def strike_wordings(verb: str, what: str, title: str) -> Any:
    """Declare the wordings of an air strike."""
    return order(
        f"{verb} {{units}} at {{to}}",
        fixed={"what": what},
        clause="21.416I",
        asked=STRIKES,
        title=title,
        then=refuse_repeats,
        reads=(
            f"{verb} {{units}} to {{to}}",
            f"{verb} {{to}} with {{units}}",
            f"{verb} at {{to}} with {{units}}",
        ),
    )


@strike_wordings("strike", "", "Strike")
@strike_wordings("counterair", "counterair", "Counterair")
@strike_wordings("cover", "cover", "")
@strike_wordings("attack", "attack", "")
class Strike(msgspec.Struct, frozen=True, tag="strike"):
    """Air units sent against a base, a force or a hex."""

    units: Squadrons
    to: Hex
    what: str = ""


@order(
    "pass all",
    clause="22.11",
    asked=("interception",),
    title="Let them pass everywhere",
    reads=("pass everywhere",),
)
class PassAll(msgspec.Struct, frozen=True, tag="pass-all"):
    """Refusal to intercept a force in any hex that it has still to enter on this stretch. The side
    is not asked again about them."""


@order("pass", clause="21.4171", title="Let them pass")
class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Answer that lets a force pass."""


@order("done", clause="21.31", title="Nothing more")
class Done(msgspec.Struct, frozen=True, tag="done"):
    """End of the orders that a question asks for."""


@order(
    "occupy {hex} [by {owner}]",
    clause="21.225",
    asked=("movement", "transport", "ground", "combat"),
    title="Occupy",
    reads=("occupy {hex} with {owner}", "{owner} occupy {hex}"),
)
class Occupy(msgspec.Struct, frozen=True, tag="occupy"):
    """Occupation of a hex by ground units of the moving side. A player reports it, because ground
    combat is outside these rules."""

    hex: Hex
    owner: Owner = ""


DONE = Done()
PASS = Pass()

__all__ = ["L", "Pick", "picks_text"]
