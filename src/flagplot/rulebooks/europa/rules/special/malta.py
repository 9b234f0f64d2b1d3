"""Malta's status number: bombing and repair (36.A.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from flagplot.table import Refusal, Roll, Rulings, Table, clause, facts
from flagplot.table.core.roll_specs import Column, Sum
from flagplot.table.language.event_sentences import OWNER, Audience

from ... import events
from ...events.base import Happening
from ...map import chart, sheets
from ...nouns import Place, Side
from ...orders import BombPort, BreakSRPs, RepairMalta, UseMalta
from ...state import Group, State, Unit
from ...state.shore import MOST, Malta
from ...state.units import FREIGHTERS
from ...state.waters import Account
from ..combat.damage import mark_damage
from ..registry import carries

SP_PER_SRP = 2.5


LIMIT = 4
"""Hits that bombing can score on Malta's status in a player-turn at most (house rule)."""


DIE = 10
"""Bombing points for each die (house rule)."""


def valletta_hex() -> str:
    """Return the hex of Malta's port."""
    return sheets.hex_of_place("Valletta")


@clause("36.A.4", "36.A.4.s05")
def status_number(s: State) -> int:
    """Return Malta's status number for the interference with shipping: 15 while Valletta is
    Axis-owned. Raises ``ValueError`` when the game has no Malta status."""
    if s.malta is None:
        raise ValueError("the scenario gives no Malta status")
    return MOST if s.owner(valletta_hex()) == "Axis" else s.malta.status


@clause("36.A.4.s03", "36.A.4.s04")
def change_status(m: Malta, by: int) -> Malta:
    """Return Malta with its status raised or lowered, between 0 and 15."""
    return replace(m, status=max(0, min(MOST, m.status + by)))


@clause("36.A.4.b.s07")
def has_civilian_labour(hex: str) -> bool:
    """Return True for Valletta, which provides civilian labour."""
    return hex == valletta_hex()


# ------------------------------------------------------------------ bombing
@clause("36.A.4.a", "36.A.4.a.s02")
def against_bombing(
    s: State, side: str, planes: tuple[str, ...], hex: str, at: str
) -> Iterator[Refusal]:
    """Yield every reason why air units cannot bomb a port. They must fly naval strikes, be ready
    and be in range. Malta's *status* can be bombed at Valletta only, separately from the capacity
    of its *port*."""
    port = s.ports.get(hex)
    if port is None or port.owner != s.other(side):
        yield Refusal("36.A.4.a", "no-enemy-port", (hex,))
    if at == "status" and (s.malta is None or hex != valletta_hex()):
        yield Refusal("36.A.4.a", "no-malta-status", (hex,))
    elif at == "status" and left_to_bomb(s) < 1:
        yield Refusal(
            "36.A.4.a", "bombed-enough", (hex,), facts(hits=LIMIT), rests_on=("europa.malta-hits",)
        )
    for id in planes:
        a = s.air.get(id)
        if a is None or a.side != side:
            yield Refusal("36.A.4.a", "no-such-air", (id,))
            continue
        if a.mission != "strike" or a.marker or a.struck:
            yield Refusal("36.A.4.a", "no-strike", (id,))
        if chart.distance(a.place, hex) > a.reach:
            yield Refusal(
                "36.A.4.a",
                "bombs-out-of-range",
                (id,),
                facts(reach=a.reach, hexes=chart.distance(a.place, hex)),
            )


def left_to_bomb(s: State) -> int:
    """Return how many hits bombing may still score on Malta's status in this player-turn; the limit
    when Malta has no status."""
    return LIMIT - (s.malta.bombed[1] if s.malta and s.malta.bombed[0] == s.at else 0)


def bombing_dice(s: State, planes: tuple[str, ...]) -> int:
    """Return the dice of a bombing: one for each 10 strength points or part of them (house
    rule)."""
    return -(-sum(s.air[id].strength for id in planes) // DIE)


def bombing_faces(rulings: Rulings) -> tuple[int, ...]:
    """Return the hits of each face of a bombing die, face 1 first (house rule)."""
    rows = rulings.table("europa.malta-hits").rows
    return tuple(
        next(int(n) for n, (least, most) in rows if int(least) <= face <= int(most))
        for face in range(1, 7)
    )


# ------------------------------------------------------------------ interference with shipping
SHIPPING, FACTORS = "europa.shipping", "europa.shipping-modifiers"


STRUCK, SINKS = "hit", "a point sunk at"


LOWEST, HIGHEST = -6, 12
"""The lowest and the highest total for which a column of the check has cells."""


def shipping_factor(rulings: Rulings, row: str) -> int:
    """Return a value of the table of shipping factors, by its row (house rule)."""
    return int(rulings.table(FACTORS).cell(row, "value"))


@clause("36.A.1.(d)")
def transports_checked(s: State, group: Group, entered: bool) -> tuple[Unit, ...]:
    """Return the transports of an Axis group that Malta's forces check in the hex where the group
    has just spent MPs. The hex must be in reach of Malta, or be *entered* and stated to be
    attacked. Only unscreened transports are checked, once a step by night and once by day; a check
    by day precludes one by night."""
    if s.malta is None or group.side != "Axis" or group.screened or group.where != "sea":
        return ()
    if group.harried in ("day", light_of_last_mp(group)):
        return ()
    ships = tuple(u for u in s.of(group) if u.kind in FREIGHTERS and u.strength)
    if not ships or (entered and ("Allied", group.hex) in s.raiders):
        return ships
    return (
        ships
        if chart.distance(valletta_hex(), group.hex)
        <= shipping_factor(s.rulings, "hexes from Valletta")
        else ()
    )


def light_of_last_mp(group: Group) -> str:
    """Return ``night`` or ``day``: when the group spent its last MP."""
    return "night" if group.dark else "day"


def shipping_roll(rulings: Rulings, number: int, plus: int) -> Column[str]:
    """Return the roll that checks one transport at a Malta status *number*: ``hit`` or ``missed``
    (house rule)."""
    table = rulings.table(SHIPPING)
    most = int(
        table.cell(
            max((label for label, _ in table.rows if int(label) <= number), key=int), "hit at"
        )
    )
    return Column(
        tuple(STRUCK if total <= most else "missed" for total in range(LOWEST, HIGHEST + 1)),
        LOWEST,
        (1, 6),
        plus,
    )


def shipping_modifier(rulings: Rulings, rough: bool, escorted: bool, dark: bool) -> int:
    """Return the sum of the modifiers of a shipping check (house rule)."""
    return sum(
        shipping_factor(rulings, row)
        for row, holds in (("rough", rough), ("escorted", escorted), ("night", dark))
        if holds
    )


def shipping_check(s: State, group: Group) -> Column[str]:
    """Return the roll that checks each transport of a group in its hex. A mixed group is escorted;
    a stormy sea counts as rough."""
    plus = shipping_modifier(
        s.rulings, s.sea_state(group.hex) != "calm", s.kind(group) == "mixed", group.dark
    )
    return shipping_roll(s.rulings, status_number(s), plus)


def port_of_return(s: State, group: Group) -> str:
    """Return the port to which a group that is turned back returns: the port it came from while its
    side owns that, else the nearest. Empty when there is none."""
    own = [p.hex for p in s.ports.values() if p.owner == group.side and p.works]
    return (
        group.departed
        if group.departed in own
        else min(own, key=lambda h: (chart.distance(h, group.hex), h), default="")
    )


# ------------------------------------------------------------------ repair
@clause("36.A.4.b.s05")
def engineer_at_valletta(s: State) -> str:
    """Return the construction engineer ashore at Valletta; empty when there is none. Malta repair
    points can be used only with an engineer."""
    return next(
        (
            k
            for k, c in sorted(s.cargo.items())
            if "engineer" in c.marks
            and not c.aboard
            and c.place == valletta_hex()
            and c.side == "Allied"
        ),
        "",
    )


@clause("36.A.4.b.s06")
def why_not_leave(s: State, cargo: str) -> Refusal | None:
    """Return the refusal when a cargo is the engineer that has worked on Malta in this player-turn,
    and may do nothing else; else ``None``."""
    if s.malta is not None and s.malta.worked == s.at and cargo == engineer_at_valletta(s):
        return Refusal("36.A.4.b.s06", "engineer-at-work", (cargo,))
    return None


@clause("36.A.4.b.s02")
def against_using(s: State, side: str, points: int) -> Iterator[Refusal]:
    """Yield every reason why Malta repair points cannot be used. Each point removes a hit, or
    becomes an SRP or a naval repair point at Valletta."""
    yield from _against_work(s, side)
    m = s.malta if repairs_malta(s, side) else None
    if m is not None and (points < 1 or points > m.points):
        yield Refusal(
            "36.A.4.b.s02",
            "too-few-malta-points",
            (valletta_hex(),),
            facts(have=m.points, needed=points),
        )


@clause("36.A.4.b.s08")
def against_repair(s: State, side: str, hits: int, means: str) -> Iterator[Refusal]:
    """Yield every reason why Malta's status cannot be lowered with supplies. Each hit costs an SRP
    or 2 1/2 SPs (house rule), and the engineer must be there."""
    yield from _against_work(s, side)
    m = s.malta if repairs_malta(s, side) else None
    have = 0 if m is None else m.srps if means == "SRPs" else int(m.sps / SP_PER_SRP)
    if m is not None and (hits < 1 or hits > have):
        yield Refusal(
            "36.A.4.b.s08",
            "too-few-supplies",
            (valletta_hex(),),
            facts(have=have, needed=hits),
            rests_on=("europa.malta-hits",),
        )


def repairs_malta(s: State, side: str) -> bool:
    """Return True for the side that repairs Malta: the Allies while Valletta is theirs."""
    return s.malta is not None and side == "Allied" and s.owner(valletta_hex()) == "Allied"


def _against_work(s: State, side: str) -> Iterator[Refusal]:
    if not repairs_malta(s, side):
        yield Refusal("36.A.4.b", "no-malta-status", (valletta_hex(),))
    elif not engineer_at_valletta(s):
        yield Refusal("36.A.4.b.s05", "no-engineer", (valletta_hex(),))


@clause("36.A.4.b.s04")
def why_not_break(s: State, side: str, srps: int) -> Refusal | None:
    """Return the refusal when SRPs at Valletta cannot become 2 1/2 SPs each; else ``None``. SRPs
    may be broken only in the player-turn in which they came."""
    fresh = s.malta.fresh if s.malta is not None and side == "Allied" else 0
    if srps < 1 or srps > fresh:
        return Refusal(
            "36.A.4.b.s04", "no-fresh-srp", (valletta_hex(),), facts(have=fresh, needed=srps)
        )
    return None


@clause("36.A.4.b")
def credit_points(m: Malta, turn: str) -> Malta:
    """Return Malta as an Allied player-turn begins, with the repair points credited that the order
    of battle gives for *turn*."""
    return replace(m, points=m.points + dict(m.arrivals).get(turn, 0), fresh=0)


class Bombed(Happening, frozen=True, tag="bombed"):
    """Air units bomb a port: Malta's status number, or the port's capacity."""

    side: Side
    planes: tuple[str, ...]
    hex: Place
    at: Literal["status", "port"]
    hits: int

    def apply(self, s: State) -> State:
        s = replace(
            s, air={k: replace(a, struck=a.struck or k in self.planes) for k, a in s.air.items()}
        )
        if self.at == "port":
            port = s.ports[self.hex]
            return replace(
                s, ports={**s.ports, self.hex: replace(port, hits=port.hits + self.hits)}
            )
        assert s.malta is not None
        before = s.malta.bombed[1] if s.malta.bombed[0] == s.at else 0
        return replace(
            s, malta=replace(change_status(s.malta, self.hits), bombed=(s.at, before + self.hits))
        )


@clause("36.A.4.b.s03")
class PointsUsed(Happening, frozen=True, tag="malta-points"):
    """Malta repair points are used: to repair, or as SRPs or naval repair points, which stand at
    Valletta."""

    audience = Audience(OWNER)
    side: Side
    points: int
    use: Literal["repair", "SRPs", "NRPs"]

    def apply(self, s: State) -> State:
        m = s.malta
        assert m is not None
        m = replace(m, points=m.points - self.points, worked=s.at)
        if self.use == "NRPs":
            account = s.accounts.get(self.side, Account())
            return replace(
                s, malta=m, accounts={**s.accounts, self.side: account.given(float(self.points))}
            )
        if self.use == "SRPs":
            return replace(
                s, malta=replace(m, srps=m.srps + self.points, fresh=m.fresh + self.points)
            )
        return replace(s, malta=change_status(m, -self.points))


class MaltaRepaired(Happening, frozen=True, tag="malta-repaired"):
    """Supplies lower Malta's status."""

    audience = Audience(OWNER)
    side: Side
    hits: int
    means: Literal["SRPs", "SPs"]

    def apply(self, s: State) -> State:
        m = s.malta
        assert m is not None
        m = replace(m, worked=s.at)
        if self.means == "SRPs":
            m = replace(m, srps=m.srps - self.hits, fresh=min(m.fresh, m.srps - self.hits))
        else:
            m = replace(m, sps=m.sps - SP_PER_SRP * self.hits)
        return replace(s, malta=change_status(m, -self.hits))


class Broken(Happening, frozen=True, tag="srps-broken"):
    """SRPs that have just come become 2 1/2 supply points each."""

    audience = Audience(OWNER)
    side: Side
    srps: int

    def apply(self, s: State) -> State:
        m = s.malta
        assert m is not None
        return replace(
            s,
            malta=replace(
                m,
                srps=m.srps - self.srps,
                fresh=m.fresh - self.srps,
                sps=m.sps + SP_PER_SRP * self.srps,
            ),
        )


@carries(BombPort)
async def carry_out_bombing(t: Table[State], o: BombPort) -> None:
    """Bomb a port with a die for each 10 bombing points. Malta's status takes no more hits in a
    player-turn than the limit."""
    side = t.state.phasing
    each = bombing_faces(t.state.rulings)
    hits, hex = 0, o.port or valletta_hex()
    for _ in range(bombing_dice(t.state, o.planes)):
        die = await Roll(Sum(1, 6), "36.A.4.a", "bombing", about=facts(hex=hex, side=side))
        hits += each[die - 1]
    hits = min(hits, left_to_bomb(t.state)) if o.at == "status" else hits
    t.record(Bombed("36.A.4.a", side, o.planes, hex, o.at, hits))


async def check_shipping(t: Table[State], id: str, entered: bool) -> tuple[str, ...]:
    """Check the transports of a group against Malta's forces, one by one. A hit sinks a point with
    its cargo, or turns the transport back (house rule). Return the transports that turn back and
    still float."""
    s = t.state
    group = s.groups[id]
    ships = transports_checked(s, group, entered)
    if not ships:
        return ()
    about = facts(group=id, hex=group.hex, side="Allied")
    struck: list[str] = []
    back: list[str] = []
    for ship in ships:
        if (
            await Roll(shipping_check(s, group), "36.A.1.(d)", "shipping", SHIPPING, about)
            == STRUCK
        ):
            die = await Roll(Sum(1, 6), "36.A.1.(d)", "shipping-hit", FACTORS, about)
            (struck if die >= shipping_factor(s.rulings, SINKS) else back).append(ship.id)
    t.record(
        events.ShippingChecked(
            "36.A.1.(d)",
            id,
            "Allied",
            group.hex,
            len(ships),
            len(struck),
            len(back),
            light_of_last_mp(group),
        )
    )
    for unit in struck:
        mark_damage(t, unit, 1, "36.A.1.(d)")
    return tuple(back)


@carries(UseMalta)
async def carry_out_use(t: Table[State], o: UseMalta) -> None:
    """Use Malta repair points."""
    t.record(PointsUsed("36.A.4.b.s02", t.state.phasing, o.points, o.use))


@carries(RepairMalta)
async def carry_out_repair(t: Table[State], o: RepairMalta) -> None:
    """Use supplies to lower Malta's status."""
    t.record(MaltaRepaired("36.A.4.b.s08", t.state.phasing, o.hits, o.means))


@carries(BreakSRPs)
async def break_srps(t: Table[State], o: BreakSRPs) -> None:
    """Break SRPs into supply points."""
    t.record(Broken("36.A.4.b.s04", t.state.phasing, o.srps))
