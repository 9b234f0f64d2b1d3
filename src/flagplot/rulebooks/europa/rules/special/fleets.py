"""Combat naval forces: gunfire support and its yearly limits, carrier groups on call, losses and
repair (36.F).

A scenario may count people in the water: a group that stops saves half of them (house rule).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, count

from msgspec.structs import replace

from flagplot.table import Refusal, clause, facts
from flagplot.table.language.event_sentences import OWNER, Audience

from ...events.base import Happening
from ...map import chart
from ...nouns import Place, Side, Thing
from ...state import Group, State, Unit, put_group, put_unit, remove_unit, turns
from ...state.units import FREIGHTERS, Call, tf_like
from ...state.waters import Account
from .danger_zones import side_of
from .landing import is_open


@clause("36.F.1.s04")
class Supported(Happening, frozen=True, tag="gunfire"):
    """A unit fires the gunfire support it has prepared at a hex; half and full strength count
    against its year."""

    audience = Audience(hides=("unit",))
    side: Side
    unit: Thing
    hex: Place
    points: int
    year: int
    counted: bool

    def apply(self, s: State) -> State:
        u = s.units[self.unit]
        used = dict(u.gunfire)
        used[self.year] = used.get(self.year, 0) + self.counted
        s = put_unit(s, replace(u, ready="", gunfire=tuple(sorted(used.items()))))
        return replace(
            s,
            support={
                **s.support,
                self.hex: (self.side, s.support.get(self.hex, ("", 0))[1] + self.points),
            },
        )


class Repaired(Happening, frozen=True, tag="repaired"):
    """Hits of a unit are repaired in port for naval repair points."""

    audience = Audience(OWNER)
    side: Side
    unit: Thing
    hits: int
    hex: Place
    cost: float

    def apply(self, s: State) -> State:
        u, port = s.units[self.unit], s.ports[self.hex]
        done = port.mended[1] if port.mended[0] == s.at else 0
        s = put_unit(s, replace(u, hits=u.hits - self.hits))
        return replace(
            s,
            ports={**s.ports, self.hex: replace(port, mended=(s.at, done + self.hits))},
            accounts={**s.accounts, self.side: s.accounts[self.side].paid(self.cost)},
        )


class Rescued(Happening, frozen=True, tag="rescued"):
    """A group rescues people from the water; the others in the water are lost."""

    audience = Audience(OWNER)
    side: Side
    group: str
    hex: Place
    saved: int

    def apply(self, s: State) -> State:
        return replace(s, adrift={h: a for h, a in s.adrift.items() if h != self.hex})


def _call_of(s: State, unit: str) -> Call:
    return next(c for c in s.calls if c.unit.id == unit)


class CarrierCame(Happening, frozen=True, tag="carrier-came"):
    """A carrier group that was called comes into play in port, its aircraft aboard. Its naval group
    gets the carrier group's name if that is free."""

    audience = Audience(OWNER)
    side: Side
    unit: str

    def apply(self, s: State) -> State:
        call = _call_of(s, self.unit)
        names = chain((self.unit,), (f"{self.unit}-{k}" for k in count(2)))
        name = next(n for n in names if n not in s.groups)
        s = put_group(
            put_unit(s, call.unit), Group(name, self.side, (self.unit,), call.hex, "port")
        )
        calls = tuple(replace(c, came=True) if c.unit.id == self.unit else c for c in s.calls)
        return replace(s, air={**s.air, **{a.id: a for a in call.air}}, calls=calls)


class CarrierLeft(Happening, frozen=True, tag="carrier-left"):
    """A carrier group and its aircraft withdraw, and points are charged for their damage and
    losses. The side owes the points that it cannot pay."""

    audience = Audience(OWNER)
    side: Side
    unit: str
    repair: float
    air: tuple[tuple[str, float], ...] = ()
    owed: float = 0.0
    """The repair points that the side cannot pay at once."""

    def apply(self, s: State) -> State:
        call = _call_of(s, self.unit)
        kept = {k: a for k, a in s.air.items() if k not in {x.id for x in call.air}}
        accounts = {
            **s.accounts,
            self.side: s.accounts.get(self.side, Account()).paid(self.repair, carriers=True),
        }
        wings = dict(s.wings)
        for org, due in self.air:
            wings[org] = wings.get(org, Account()).paid(due)
        s = remove_unit(s, replace(s.units[self.unit], away=True), "lost")
        calls = tuple(c for c in s.calls if c.unit.id != self.unit)
        return replace(s, air=kept, accounts=accounts, wings=wings, calls=calls)


STOP = 5
"""MPs that a group spends to stop for a rescue."""


HOUSE = "32.A.s15"
"""The clause that lets other activities cost MPs."""


def res_in_water(s: State, side: str, hex: str) -> int:
    """Return the REs of a side in the water of a hex in this step."""
    whose, res = s.adrift.get(hex, ("", 0))
    return res if whose == side else 0


def res_rescued(res: int) -> int:
    """Return how many of *res* REs in the water are rescued: half, rounded up."""
    return -(-res // 2)


def can_rescue(s: State, group: Group) -> bool:
    """Return True for a group that can rescue people: it has a task force, or a transport without
    cargo."""
    laden = {c.aboard for c in s.cargo.values() if c.res}
    return any(tf_like(u) or (u.kind in FREIGHTERS and u.id not in laden) for u in s.of(group))


def why_not_rescue(s: State, group: Group) -> Refusal | None:
    """Return the refusal when a group cannot rescue people: nobody is in the water in its hex, or
    it has no suitable ship. ``None`` when it may."""
    if group.where != "sea" or not res_in_water(s, group.side, group.hex):
        return Refusal(HOUSE, "nobody-adrift", (group.hex,))
    if not can_rescue(s, group):
        return Refusal(HOUSE, "no-rescuer", (group.id,))
    return None


SHARES = {"quarter": Fraction(1, 4), "half": Fraction(1, 2), "full": Fraction(1)}


COSTS = "europa.repair"


SOVIET = "USSR"


# ------------------------------------------------------------------ gunfire support
def prepared_share(unit: Unit) -> str:
    """Return the share of its strength that a unit has prepared for gunfire support: quarter, half
    or full; empty when none."""
    return unit.ready.partition(" ")[0]


def turn_year(s: State) -> int:
    """Return the calendar year of the turn."""
    return turns.turn_order(s.turn)[0]


@clause("36.F.1.s04")
def gunfire_uses(s: State, unit: Unit) -> int:
    """Return how often a TF has fired gunfire support at half or full strength in this calendar
    year."""
    return dict(unit.gunfire).get(turn_year(s), 0)


@clause("36.F.1", "36.F.1.s02", "36.F.1.s06")
def limit_of(unit: Unit) -> int:
    """Return how often a TF may fire gunfire support at half or full strength in a year; 0 for
    Soviet ones, which have no limit."""
    return 0 if unit.nation == SOVIET else 12 if unit.side == "Allied" else 8


@clause("36.F.1", "36.F.1.s02", "36.F.1.s03", "36.F.1.s05")
def why_not_support(s: State, unit: Unit, part: str) -> Refusal | None:
    """Return the refusal when a unit may not prepare or fire gunfire support at this share; else
    ``None``. Half and full shares have a limit each year, 12 for Allied TFs and 8 for Axis TFs. A
    quarter share and Soviet TFs have no limit."""
    limit = limit_of(unit)
    if part in ("half", "full") and limit and gunfire_uses(s, unit) >= limit:
        return Refusal(
            "36.F.1" if unit.side == "Allied" else "36.F.1.s02",
            "gunfire-spent",
            (unit.id,),
            facts(limit=limit, year=turn_year(s)),
        )
    return None


def gunfire_range(s: State) -> int:
    """Return the distance, 0 or 1 hex, to which gunfire support reaches (switch
    ``gunfire_reach``)."""
    return int(s.rulings.switch("gunfire_reach") == "next")


@clause("36.F.1")
def against_firing(s: State, unit: Unit, hex: str) -> Iterator[Refusal | None]:
    """Yield every reason why a unit cannot fire gunfire support at a hex: it has prepared none, is
    not at sea, or is out of reach."""
    group = s.group_of(unit.id)
    if not prepared_share(unit):
        yield Refusal("36.F.1", "no-gunfire-ready", (unit.id,))
    if group is None or group.where != "sea":
        yield Refusal("36.F.1", "gunfire-at-sea", (unit.id,))
    if (
        group is None
        or chart.distance(group.hex, hex) > gunfire_range(s)
        or s.ground(hex) not in ("coastal", "land")
    ):
        yield Refusal(
            "36.F.1",
            "gunfire-too-far",
            (hex,),
            facts(next=gunfire_range(s) > 0),
            rests_on=("gunfire_reach",),
        )
    yield why_not_support(s, unit, prepared_share(unit))


def gunfire_points(unit: Unit) -> int:
    """Return the points of gunfire support a unit has ready: a quarter, half or all of its
    strength, rounded down."""
    return int(unit.strength * SHARES[prepared_share(unit)])


# ------------------------------------------------------------------ repair
@clause("36.F.2.s03", "36.F.3.s03")
def against_repair(s: State, unit: Unit, hits: int) -> Iterator[Refusal]:
    """Yield every reason why hits of a unit cannot be repaired. A carrier group in play is never
    repaired. A TF with permanent losses has no repair above its reduced side. Otherwise a repair
    needs the points, and a functioning port of the side's own with enough repair capacity left in
    this player-turn."""
    group = s.group_of(unit.id)
    port = s.ports.get(group.hex) if group is not None and group.where == "port" else None
    if unit.kind == "CG":
        yield Refusal("36.F.2.s03", "carrier-in-play", (unit.id,))
    if hits > unit.hits:
        yield Refusal(
            "36.F.3.s03" if unit.flipped else "36.F.3",
            "nothing-to-repair",
            (unit.id,),
            facts(hits=unit.hits),
        )
    if port is None or port.owner != unit.side or not is_open(s, port):
        yield Refusal("36.F.3", "repair-in-port", (unit.id,))
    else:
        done = port.mended[1] if port.mended[0] == s.at else 0
        able = (0, 0, 1, 2, 4)[min(port.size, 4)] + port.base
        if hits < 1 or done + hits > able:
            yield Refusal(
                "36.F.3",
                "port-too-small",
                (port.hex,),
                facts(able=able, done=done),
                rests_on=(COSTS,),
            )
    account = s.accounts.get(unit.side)
    have, due = account.points if account else 0.0, repair_price(s, unit) * hits
    if have < due:
        yield Refusal(
            "36.F.3",
            "too-few-repair-points",
            (unit.id,),
            facts(have=f"{have:g}", needed=f"{due:g}"),
        )


def repair_price(s: State, unit: Unit) -> float:
    """Return the naval repair points for one hit on a unit."""
    return float(
        s.rulings.table(COSTS).cell(
            unit.kind if unit.kind in ("NT", "TC", "LC", "LB") else "TF", "points"
        )
    )


# ----------------------------------------------------------- permanent losses, transport counters
@clause("36.F.3", "36.I.s02")
def is_flipped(unit: Unit, hits: int) -> bool:
    """Return True when hits that do not sink a unit turn its counter over. A TF turns at half its
    printed strength or more in all; a transport counter when one strength point is left."""
    if unit.flipped or unit.strength - hits <= 0:
        return False
    if unit.kind == "TF":
        return 2 * (unit.hits + hits) >= unit.printed
    return unit.kind == "TC" and unit.strength - hits == 1


# ------------------------------------------------------------------ carrier groups
@clause("36.F.2")
def carriers_on_call(s: State) -> tuple[Call, ...]:
    """Return the carrier groups that the Allied player may call on in this turn."""
    return tuple(
        c for c in s.calls if c.turn == s.turn and not c.came and s.phasing == side_of("Allied")
    )


@clause("36.F.2.s02")
def carriers_leaving(s: State) -> tuple[Call, ...]:
    """Return the carrier groups that must withdraw now, wherever they are and whatever their
    state."""
    return tuple(
        c for c in s.calls if c.came and c.leaves == s.turn and s.phasing == side_of("Allied")
    )


@clause("36.F.2.s04", "36.F.2.(a)", "36.F.2.(a).s02")
def hull_penalty(s: State, call: Call) -> float:
    """Return the naval repair points due when a carrier group withdraws: 3 for each hit, and 3 for
    each printed strength point when it was sunk."""
    unit = s.units[call.unit.id]
    return 3.0 * (unit.printed if unit.lost else unit.hits)


@clause("36.F.2.(b)", "36.F.2.(b).s02", "36.F.2.(c)")
def air_penalty(s: State, call: Call) -> tuple[tuple[str, float], ...]:
    """Return the air replacement points due, by the organization of the air unit: 3 for each
    aborted one, 6 for each eliminated."""
    due: dict[str, float] = {}
    for a in call.air:
        points = (
            {"aborted": 3.0, "eliminated": 6.0}.get(s.air[a.id].marker, 0.0)
            if a.id in s.air
            else 0.0
        )
        if points:
            due[a.org] = due.get(a.org, 0.0) + points
    return tuple(sorted(due.items()))
