"""Lines of a position: the clock, the map, and the pieces on it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language import Choice

from ..map import sheets
from ..state import Defence, Phase, Port, State, turns
from ..state.mines import change_belt
from . import nouns as n
from .nouns import lines


# ------------------------------------------------------------------ time
@lines.given("turn {turn} [, {side} player-turn] [, step {step}] [of {steps}]")
def turn(s: State, turn: n.Turn, side: n.Side = "", step: int = 1, steps: int = 0) -> State:
    """Set up a player-turn and the three after it. Its side stays open when the line does not name
    it."""
    facts = {**s.facts, "case-turn": turn} if side else s.facts
    side, steps, after = side or s.phasing, steps or s.plan[s.at].steps, turns.next_turn(turn)
    whose = (
        (side, turn),
        (s.other(side), after),
        (side, after),
        (s.other(side), turns.next_turn(after)),
    )
    plan = tuple(Phase(who, when, steps) for who, when in whose)
    return replace(s, plan=plan, at=0, step=step, segment="move", facts=facts)


lines.given_row("step {step}", lambda s, step: replace(s, step=step))


lines.given_row(
    "steps {steps}",
    lambda s, steps: replace(s, plan=tuple(replace(p, steps=steps) for p in s.plan)),
)


lines.given_row("reaction segment", lambda s: replace(s, segment="reaction"))


lines.given_row("start of step {step}", lambda s, step: replace(s, step=step - 1, segment="start"))


# ------------------------------------------------------------------ map
def with_ground(s: State, hex: str, ground: str = "coastal", owner: str | None = None) -> State:
    """Return the state with a hex of this ground and owner, unless the position states them
    otherwise."""
    whose = s.owners if owner is None or hex in s.owners else {**s.owners, hex: owner}
    return replace(s, terrain={hex: ground, **s.terrain}, owners=whose)


@lines.given("hex {hexes} {ground} [{owner}]")
def terrain(s: State, hexes: n.Hexes, ground: n.Ground, owner: n.Owner | None = None) -> State:
    """Set up the ground of hexes, and their owner."""
    owners = s.owners if owner is None else {**s.owners, **dict.fromkeys(hexes, owner)}
    return replace(s, terrain={**s.terrain, **dict.fromkeys(hexes, ground)}, owners=owners)


@lines.given("owner {hexes} {owner}")
def owner(s: State, hexes: n.Hexes, owner: n.Owner) -> State:
    """Set up the owner of hexes and of the ports in them."""
    ports = {h: replace(p, owner=owner) if h in hexes else p for h, p in s.ports.items()}
    return replace(s, owners={**s.owners, **dict.fromkeys(hexes, owner)}, ports=ports)


lines.given_row(
    "hexside {edge} {kind}",
    lambda s, edge, kind: replace(s, hexsides={**s.hexsides, edge: kind}),
    kind=n.EdgeKind,
)


lines.given_row(
    "sea zone {zone}: {hexes}",
    lambda s, zone, hexes: replace(s, zones={**s.zones, **dict.fromkeys(hexes, zone)}),
)


@lines.given("weather {sea} [in {zone}]")
def weather(s: State, sea: Literal["calm", "rough", "stormy"], zone: n.Name = "") -> State:
    """Set up the sea state of a zone, or of all zones without a line of their own."""
    if zone and zone not in s.zones.values() and not sheets.in_zone(zone):
        raise TextError(
            f"no hex lies in sea zone {zone!r}",
            0,
            sorted(set(s.zones.values())) or ["sea zone Adriatic: 33:1201"],
        )
    return replace(s, weather={**s.weather, zone: sea})


@lines.given(
    "port {name} at {hex}, {owner} [, size {size}] [, {naval_base}] [, {inland}] [, {closed}] [, "
    "oil {oil}]"
)
def port(
    s: State,
    name: n.Name,
    hex: n.Hex,
    owner: n.Owner,
    size: int = 1,
    naval_base: bool = False,
    inland: bool = False,
    closed: bool = False,
    oil: int = 0,
) -> State:
    """Set up a port. Its hex becomes coastal (land when inland) and gets the port's owner."""
    made = Port(name, hex, owner, size, naval_base, inland, not closed, oil=oil)
    s = with_ground(s, hex, "land" if inland else "coastal")
    return replace(s, ports={**s.ports, hex: made}, owners={**s.owners, hex: owner})


lines.given_row(
    "blockade level {level} at {hex}",
    lambda s, level, hex: replace(
        s, ports={**s.ports, hex: replace(n.port_at(s, hex), blockade=level)}
    ),
)


@lines.given("coast defence {side} {level} at {hex} [, {hits} hits]")
def defence(s: State, side: n.Side, level: int, hex: n.Hex, hits: int = 0) -> State:
    """Set up a coast defence. Its hex becomes coastal and the side's, unless the position states
    otherwise."""
    s = with_ground(s, hex, owner=side)
    return replace(s, defences={**s.defences, hex: Defence(hex, side, level, hits)})


@lines.given("Gibraltar at {hex} [, {side}]")
def gibraltar(s: State, hex: n.Hex, side: n.Side = "") -> State:
    """Set up Gibraltar's hex, which joins the Atlantic and the Mediterranean, and its owner."""
    s = with_ground(s, hex, owner="Allied")
    if side:
        s = replace(s, owners={**s.owners, hex: side}, gibraltar_passage=side)
    return replace(s, gibraltar=hex)


# ------------------------------------------------------------------ markers
@lines.given("mines {side} {points} at {hex}")
def minebelt(s: State, side: n.Side, points: int, hex: n.Hex) -> State:
    """Set up the minebelt of a side in a hex."""
    return change_belt(s, hex, side, points - s.mines.get(hex, {}).get(side, 0))


# The side placed it.
lines.given_row(
    "interdiction {side} {level} at {hex}",
    lambda s, side, level, hex: replace(
        s, interdiction={**s.interdiction, hex: {**s.interdiction.get(hex, {}), side: level}}
    ),
)


@lines.given("{what} {side} at {hexes}")
def forces(
    s: State, what: Literal["ground unit", "anti-shipping"], side: n.Side, hexes: n.Hexes
) -> State:
    """Set up ground units, or anti-shipping forces that check passing groups."""
    field = {"ground unit": "troops", "anti-shipping": "raiders"}[what]
    return replace(s, **{field: (*getattr(s, field), *((side, h) for h in hexes))})


lines.given_row(
    "danger zone {side} at {hexes}",
    lambda s, side, hexes: replace(s, danger={**s.danger, **dict.fromkeys(hexes, side)}),
)


@lines.given("ZOC {side} {kind} at {hexes}")
def zoc(
    s: State, side: n.Side, kind: Literal["partial", "full", "double"], hexes: n.Hexes
) -> State:
    """Set up ZOCs of the side in hexes."""
    kinds = ("full", "full") if kind == "double" else (kind,)
    return replace(s, zoc=(*s.zoc, *((side, h, k) for h in hexes for k in kinds)))


KEPT = (
    "oil",
    "rescue",
    "night-mines",
    "goal",
    "goal-hex",
    "turn-back",
    "turn-back-hexes",
    "flown-off",
    "home-again",
    "boats",
    "old-counters",
    "lesson",
)
"""The keys of scenario facts that a case may state."""


@lines.given("fact {key} {value}")
def fact(s: State, key: Annotated[str, Choice(*KEPT, name="key")], value: str) -> State:
    """Set up a fact of the scenario's own rules."""
    return replace(s, facts={**s.facts, key: value})


def is_implied(line: str, field: str) -> bool:
    """Return True when a line sets a field only by implication: the owner and ground of a hex,
    through a port, a coast defence or Gibraltar in it."""
    return field in ("owners", "terrain") and not line.startswith(("hex ", "owner "))
