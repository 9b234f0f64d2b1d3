"""A route past all dangers to a group on it, one after another in the order of play, as one
procedure that is counted exactly."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from msgspec.structs import replace

from flagplot.table import Roll, Rulings, Table, TailCall
from flagplot.table.core.procedure import FieldLens
from flagplot.table.core.roll_specs import Column

from .combat.gunnery import HIT
from .combat.salvo import Salvo, SalvoOf, Shot, fire
from .roll_situations import Changed
from .search.situations import Passage, Window, hunt_modifier, pass_window
from .special.hazards import after_great_success

UNHARMED = "unharmed"


ANY = "group"
"""The name of a target when it makes no difference which unit of the group is hit."""


class Danger(msgspec.Struct, frozen=True, cache_hash=True):
    """A danger in a hex that fires at an entering group: ``what`` kind, its id, its rolls at the
    group, and the roll by which it must first meet the group (none when it always does)."""

    hex: str
    clause: str
    what: str
    """``mines``, ``patrols``, ``coast defence``, ``submarines`` or ``ships``."""
    which: str
    shots: tuple[Shot, ...]
    contact: Column[str] | None = None
    guessed: bool = False
    """True when the strength is not known and the highest of the gunnery table is assumed."""
    again: tuple[int, int] = (0, 0)
    """Bonuses of the roll to meet the group: once the group has been found, and once aircraft have
    found it."""


class Look(msgspec.Struct, frozen=True, cache_hash=True):
    """A search in a hex, the strike that each airbase in range can make at a found group, and the
    search bonus once the group has been found."""

    window: Window
    blows: tuple[Shot, ...]
    again: int = 0


class Gauntlet(msgspec.Struct, frozen=True, cache_hash=True):
    """The dangers ahead of a group on its route, and the effects of earlier searches on it."""

    rulings: Rulings
    ahead: tuple[Danger | Look, ...]
    passage: Passage
    found: bool = False
    spotted: bool = False
    """True when aircraft have found the group."""
    free: bool = False
    """True when a danger-zone roll without contact has freed the group from others."""
    struck: tuple[str, ...] = ()
    """Airbases that have made their strike."""
    salvo: Salvo | None = None


class PassageOfGauntlet(FieldLens, frozen=True):
    """The search in the next hex of the route."""

    field = "passage"


async def run_gauntlet(t: Table[Gauntlet]) -> str | TailCall:
    """Meet the next danger of the route. Return the hex and the danger by which the group is hit
    first (``1B:0609 mines``), or ``unharmed``.

    A group that is met, found or fought without a hit sails on.
    """
    if not t.state.ahead:
        return UNHARMED
    first = t.state.ahead[0]
    if isinstance(first, Look):
        return await pass_look(t, first)
    t.record(Changed(first.clause, replace(t.state, ahead=t.state.ahead[1:])))
    shots = first.shots
    if first.contact is not None:
        if t.state.free:
            return TailCall(run_gauntlet)
        result = await Roll(met_by(t.state, first.contact, first.again), first.clause, "contact")
        if result not in HIT:
            t.record(Changed(first.clause, replace(t.state, free=True)))
            return TailCall(run_gauntlet)
        shots = after_great_success(shots) if result == "S*" else shots
    return (
        f"{first.hex} {first.what}"
        if await is_hit(t, first.clause, shots)
        else TailCall(run_gauntlet)
    )


def met_by(g: Gauntlet, contact: Column[str], again: tuple[int, int]) -> Column[str]:
    """Return the roll by which patrols meet the group, with the bonus once it has been found."""
    return replace(
        contact, plus=contact.plus + (again[1] if g.spotted else again[0] if g.found else 0)
    )


async def pass_look(t: Table[Gauntlet], look: Look) -> str | TailCall:
    """Search for the group in a hex. Aircraft that find it strike at once: after a great success
    those of all airbases that searched, else those of the strongest."""
    g = t.state
    window = replace(look.window, fixed=look.window.fixed + (look.again if g.found else 0))
    t.record(
        Changed(
            "32.B", replace(g, ahead=g.ahead[1:], passage=replace(g.passage, windows=(window,)))
        )
    )
    where = await t.focus(PassageOfGauntlet()).run(pass_window)
    if where == "unfound":
        return TailCall(run_gauntlet)
    g, hunt = t.state, t.state.passage.hunt
    assert hunt is not None
    able = tuple(
        b for b in look.blows if b.by not in g.struck and b.by in {x.name for x in hunt.bases}
    )
    if hunt.result == "S" and able:
        able = (max(able, key=lambda b: (Fraction(b.over, b.under), b.plus, b.by)),)
    gauge = hunt_modifier(hunt) + (0 if g.found else look.again)
    sought = replace(g.passage, windows=(), gauge=gauge, sought=True, hunt=None)
    struck = tuple(sorted({*g.struck, *(b.by for b in able)}))
    spotted = g.spotted or bool(hunt.bases)
    t.record(
        Changed(
            "32.B-T1.res.04", replace(g, passage=sought, found=True, spotted=spotted, struck=struck)
        )
    )
    return f"{where} aircraft" if await is_hit(t, "32.B.2.s02", able) else TailCall(run_gauntlet)


async def is_hit(t: Table[Gauntlet], clause: str, shots: tuple[Shot, ...]) -> bool:
    """Roll shots at the group. Return True when any of them hits."""
    if not shots:
        return False
    aimed = Salvo(
        t.state.rulings, tuple(replace(s, by="", at=ANY, private="") for s in shots), ((ANY, 1),)
    )
    t.record(Changed(clause, replace(t.state, salvo=aimed)))
    hits = await t.focus(SalvoOf()).run(fire)
    t.record(Changed(clause, replace(t.state, salvo=None)))
    return bool(hits != "no hits")
