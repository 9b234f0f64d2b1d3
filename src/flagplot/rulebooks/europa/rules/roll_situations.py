"""Single rolls as procedures that are counted exactly: a contact, a sweep, the bombing of a port,
Malta's forces against transports, the escorts' reply to submarines, the dice of ships in a captured
port."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from flagplot.table import Roll, Table, TailCall
from flagplot.table.core.roll_specs import Column, Sum
from flagplot.table.language.sentences import count_text

from .combat.salvo import Salvo, SalvoOf, fire
from .special import captured_ports, malta


class Throw(msgspec.Struct, frozen=True, cache_hash=True):
    """One roll on a table of results."""

    spec: Column[str]
    clause: str


async def throw(t: Table[Throw]) -> str:
    """Make the roll and return its result."""
    return str(await Roll(t.state.spec, t.state.clause, "throw"))


class Bombs(msgspec.Struct, frozen=True, cache_hash=True):
    """A bombing: the dice still to be rolled, the hits of each face, the most hits that count, the
    hits so far."""

    dice: int
    faces: tuple[int, ...]
    most: int
    hits: int = 0


class Changed(msgspec.Struct, frozen=True, tag="changed"):
    """The change of a small situation into another: a die has been rolled, or a danger has been
    passed."""

    clause: str
    after: Any

    def apply(self, state: Any) -> Any:
        return self.after

    def seen_by(self, side: str) -> Any:
        return None


async def drop(t: Table[Bombs]) -> str | TailCall:
    """Roll the dice of a bombing one by one. Return the hits in words."""
    b = t.state
    if not b.dice or b.hits == b.most:
        return count_text(b.hits, "hit")
    die = await Roll(Sum(1, 6), "36.A.4.a", "bombing")
    t.record(
        Changed(
            "36.A.4.a", replace(b, dice=b.dice - 1, hits=min(b.most, b.hits + b.faces[die - 1]))
        )
    )
    return TailCall(drop)


class Ships(msgspec.Struct, frozen=True, cache_hash=True):
    """Transports that Malta's forces still check, each with this roll, and the least face of a hit
    that sinks a point. Counts of the transports that lost one and of those that turned back."""

    check: Column[str]
    sinks: int
    left: int
    struck: int = 0
    back: int = 0


async def pass_malta(t: Table[Ships]) -> str | TailCall:
    """Check the next transport. At the end return how many lost a point and how many turned
    back."""
    s = t.state
    if not s.left:
        return f"{s.struck} struck, {s.back} back" if s.struck or s.back else "none hit"
    after = replace(s, left=s.left - 1)
    if await Roll(s.check, "36.A.1.(d)", "shipping") == malta.STRUCK:
        bad = await Roll(Sum(1, 6), "36.A.1.(d)", "shipping-hit") >= s.sinks
        after = replace(after, struck=s.struck + bad, back=s.back + (not bad))
    t.record(Changed("36.A.1.(d)", after))
    return TailCall(pass_malta)


class Reply(msgspec.Struct, frozen=True, cache_hash=True):
    """The escorts' reply to submarines, if they find them."""

    salvo: Salvo


async def answer(t: Table[Reply]) -> str:
    """Look for the submarines, and fire if they are found. Return the hits in words."""
    if await Roll(Sum(1, 6), "32.D.1", "contact") % 2:
        return "no hits"
    return str(await t.focus(SalvoOf()).run(fire))


class Harbour(msgspec.Struct, frozen=True, cache_hash=True):
    """Ships in a captured port: the strength points and single ships that may have to check, the
    REs that still draw, the dice drawn, the points and ships scuttled. While there are no single
    ships, points are drawn like units of one point each."""

    points: tuple[int, ...]
    """The strength left to be drawn, of each unit, the largest first."""
    ships: int
    res: int
    room: int = 0
    """The points that the current RE may still draw."""
    dice: int = 0
    risky: int = 0
    """The single ships that must check."""
    lost: int = 0
    gone: int = 0


async def caught(t: Table[Harbour]) -> str | TailCall:
    """Draw the units that must check, then roll for each. Return what is scuttled, in points and
    single ships."""
    h = t.state
    if h.res or h.room:
        t.record(Changed("36.B.s03", await draw_once(h)))
        return TailCall(caught)
    if h.dice or h.risky:
        die = await Roll(Sum(1, 6), "36.B.s05", "scuttling")
        bad = int(die > captured_ports.ESCAPES)
        after = (
            replace(h, dice=h.dice - 1, lost=h.lost + bad)
            if h.dice
            else replace(h, risky=h.risky - 1, gone=h.gone + bad)
        )
        t.record(Changed("36.B.s05", after))
        return TailCall(caught)
    return f"{h.lost} points" + (f" and {h.gone} ships" if h.gone else "")


async def draw_once(h: Harbour) -> Harbour:
    """Make one draw: of the points or the ship that one RE, or the rest of it, makes check."""
    if not h.room:
        return replace(h, res=h.res - 1, room=captured_ports.POINTS)
    able = len(h.points) + (h.ships if h.room == captured_ports.POINTS else 0)
    if not able:
        return replace(h, room=0)
    if not h.ships:  # the number of dice does not depend on the unit drawn
        taken = min(h.room, sum(h.points))
        return replace(h, room=0, dice=h.dice + taken, points=take_points(h.points, taken))
    at = await Roll(Sum(1, able), "36.B.s03", "scuttling-lot") if able > 1 else 1
    if at > len(h.points):
        return replace(h, room=0, ships=h.ships - 1, risky=h.risky + 1)
    one = h.points[at - 1]
    taken = min(h.room, one)
    rest = (*h.points[: at - 1], *((one - taken,) if one > taken else ()), *h.points[at:])
    return replace(
        h, room=h.room - taken, dice=h.dice + taken, points=tuple(sorted(rest, reverse=True))
    )


def take_points(points: tuple[int, ...], taken: int) -> tuple[int, ...]:
    """Return the units with *taken* points fewer in all, taken from the first unit on."""
    out = []
    for n in points:
        part = min(n, taken)
        taken -= part
        if n > part:
            out.append(n - part)
    return tuple(out)
