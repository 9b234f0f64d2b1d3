"""Small situations whose odds are counted exactly: a search, and a path on which searches may be
made. One procedure both plays and computes them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from flagplot.table import Roll, Rulings, Table, TailCall, facts
from flagplot.table.core.procedure import FieldLens
from flagplot.table.language.event_sentences import NOBODY, Audience, AudienceEvent

from ...map import chart
from ...state import UNKNOWN, Air, Group, State
from ..combat.gunnery import HIT, MISS, Result, search_roll
from . import modifiers
from .modifiers import barred_base


# ------------------------------------------------------------------ one search
class Base(msgspec.Struct, frozen=True, cache_hash=True):
    """An airbase in a search: its name, its distance in hexes, and how many of its searching air
    units fly naval patrol."""

    name: str
    distance: int
    units: int


class Hunt(msgspec.Struct, frozen=True, cache_hash=True):
    """One search for one group. ``fixed`` is the sum of all modifiers that do not come from the
    searching aircraft."""

    rulings: Rulings
    fixed: int
    bases: tuple[Base, ...] = ()
    escorts: int = 0
    result: str = ""
    barred: str = ""


def hunt_modifier(hunt: Hunt) -> int:
    """Return the whole modifier of a search: the fixed part, plus the aircraft on patrol, less
    their distance and escort.

    Aircraft on a strike mission take part but modify nothing.
    """
    if not hunt.bases:
        return hunt.fixed
    units = sum(b.units for b in hunt.bases)
    far = max((b.distance for b in hunt.bases if b.units), default=0)
    return hunt.fixed + modifiers.aircraft_modifier(hunt.rulings, units, far, hunt.escorts)


class Counted(AudienceEvent, frozen=True):
    """An event in a counted situation. It is shown to no side."""

    audience = Audience(NOBODY)
    clause: str


class Sought(Counted, frozen=True, tag="sought"):
    """The result of a search roll and the airbase it bars."""

    result: Result
    barred: str

    def apply(self, s: Hunt) -> Hunt:
        return replace(s, result=self.result, barred=self.barred)


async def roll_hunt(t: Table[Hunt], side: str = "") -> str:
    """Roll on the naval search table and return the result. *side* is the searching side, when the
    roll is made in a game."""
    hunt = t.state
    plus = hunt_modifier(hunt)
    about = facts(modifier=plus, side=side) if side else facts(modifier=plus)
    result = await Roll(
        search_roll(hunt.rulings, plus), "32.B-T1", "search", "europa.search", about
    )
    missed = result in MISS
    bars = barred_base(hunt.rulings, [(b.name, b.distance) for b in hunt.bases]) if missed else ""
    t.record(Sought("32.B-T1", result, bars))
    return result


def hunt_for(state: State, group: Group, air: tuple[str, ...], entered: bool) -> Hunt:
    """Return the situation of a search for a group by these air units and everything ashore in
    range."""
    means = modifiers.search_means(state, group, entered)
    units = [state.air[a] for a in air]
    fixed = modifiers.sum_modifiers(modifiers.search_modifiers(state, group, (), means))
    escorts = modifiers.escorts_over(state, group) if units else 0
    return Hunt(state.rulings, fixed, bases_of(state, group, units), escorts)


def bases_of(state: State, group: Group, units: Sequence[Air]) -> tuple[Base, ...]:
    """Return the airbases of air units with their distances to a group, by name."""
    found: dict[str, list[int]] = {}
    for a in units:
        far = chart.distance(modifiers.air_place(state, a), group.hex)
        have = found.setdefault(a.base, [far, 0])
        have[0], have[1] = max(have[0], far), have[1] + (a.mission == "patrol")
    return tuple(Base(name, d, n) for name, (d, n) in sorted(found.items()))


class HuntOf(FieldLens, frozen=True, tag="hunt"):
    """The search under way, as a part of the state."""

    field = "hunt"


# ------------------------------------------------------------------ a passage under search
class Window(msgspec.Struct, frozen=True, cache_hash=True):
    """A hex of a drawn path in which a search may be made: the fixed modifier there, and every
    airbase in range."""

    hex: str
    fixed: int
    bases: tuple[Base, ...]
    escorts: int
    naval: int
    """Modifiers that hold only while naval groups may search, when only their range calls for the
    search."""
    shore: bool
    """True when something other than aircraft calls for the search."""


class Passage(msgspec.Struct, frozen=True, cache_hash=True):
    """A group's drawn path: the hexes ahead in which the enemy may search for it, the modifier in
    the previous hex, and the airbases barred."""

    rulings: Rulings
    windows: tuple[Window, ...]
    gauge: int = UNKNOWN
    sought: bool = False
    groups_barred: bool = False
    barred: tuple[str, ...] = ()
    hunt: Hunt | None = None


class HuntOfPassage(FieldLens, frozen=True):
    """The search in the first window of a passage."""

    field = "hunt"


class WindowPassed(Counted, frozen=True, tag="window-passed"):
    """The group has passed a hex of the path."""

    gauge: int
    sought: bool
    barred: str = ""
    groups_barred: bool = False

    def apply(self, p: Passage) -> Passage:
        return replace(
            p,
            windows=p.windows[1:],
            gauge=self.gauge,
            sought=p.sought or self.sought,
            hunt=None,
            barred=tuple(sorted({*p.barred, self.barred} - {""})),
            groups_barred=p.groups_barred or self.groups_barred,
        )


class WindowOpened(Counted, frozen=True, tag="window-opened"):
    """A search begins in the first window."""

    hunt: Hunt

    def apply(self, p: Passage) -> Passage:
        return replace(p, hunt=self.hunt)


async def pass_window(t: Table[Passage]) -> str | TailCall:
    """Sail into the next hex of the path. The enemy searches there if the modifier is higher than
    in the previous hex.

    The searchers use everything they may. Return the hex where the group is found, or ``unfound``
    at the end of the path.
    """
    p = t.state
    if not p.windows:
        return "unfound"
    here = p.windows[0]
    bases = tuple(b for b in here.bases if b.name not in p.barred)
    hunt = Hunt(p.rulings, here.fixed, bases, here.escorts)
    gauge = hunt_modifier(hunt)
    called = bool(bases) or here.shore or (here.naval > 0 and not p.groups_barred)
    if not called or not modifiers.is_raised(p.sought, gauge, p.gauge):
        t.record(WindowPassed("32.B.s04", gauge, False))
        return TailCall(pass_window)
    t.record(WindowOpened("32.B", hunt))
    result = await t.focus(HuntOfPassage()).run(roll_hunt)
    if result in HIT:
        return here.hex
    over = t.state.hunt or hunt
    able = replace(over, bases=tuple(b for b in over.bases if b.name != over.barred))
    t.record(WindowPassed("32.B-T1", hunt_modifier(able), True, over.barred, result == "F"))
    return TailCall(pass_window)
