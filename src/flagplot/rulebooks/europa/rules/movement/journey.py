"""A drawn path, leg by leg: what each costs, by day or night, and why it may not be sailed."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from flagplot.table import Refusal, clause, facts
from flagplot.table.latest import latest

from ...map import canals, chart
from ...state import Campaign, Group
from ..combat import zones
from ..special import night, oil
from . import costs, waters


class Leg(msgspec.Struct, frozen=True):
    """One hex or hexside entered: from where, what it costs, whether by night, whether in protected waters."""

    here: str
    to: str
    mps: int
    night: bool
    screened: bool


class Journey(msgspec.Struct, frozen=True):
    """The legs of a path up to its end, or up to the first that is refused."""

    legs: tuple[Leg, ...] = ()
    refusal: Refusal | None = None

    @property
    def mps(self) -> int:
        """MPs of all legs."""
        return sum(leg.mps for leg in self.legs)


def at(group: Group) -> str:
    """Where a group is as a path sees it: its hex, or the hexside it lies on."""
    return group.river or group.hex


def ahead(group: Group, path: tuple[str, ...]) -> tuple[str, ...]:
    """A path without the place where the group is, when it is named first (``1225-1224-1324`` from 1225)."""
    for n, word in enumerate(path):
        if word not in chart.LIGHT:
            return path[:n] + path[n + 1 :] if word == at(group) and len(path) > n + 1 else path
    return path


@latest
def plot(state: Campaign, group: Group, path: tuple[str, ...]) -> Journey:
    """Follow a path from where the group is. Stops at the first leg that the rules refuse."""
    legs: list[Leg] = []
    by_night = False
    now = group
    reacting = group.side != state.phasing
    plan = list(group.log) if reacting else []
    for word in ahead(group, path):
        if word in chart.LIGHT:
            by_night = word == "night"
            continue
        here = at(now)
        problem, mps, screened = step(state, now, here, word, by_night)
        if problem is None and now.spent + mps > costs.allowance(state, now):
            over, also = ("32.C.s04", ("32.A.s07",)) if reacting else ("32.A.s06", ())
            code = "too-far" if legs else "no-mps"
            problem = Refusal(
                over, code, (group.id, word),
                facts(needed=mps, left=costs.left(state, now), allowance=costs.allowance(state, now), hex=word, last=here,
                      spent=sum(leg.mps for leg in legs)), rests_on=("ma_base",), also=also,
            )
        if problem is None and not reacting:
            problem = night.why_not(now, mps, by_night)
        if problem is not None:
            return Journey(tuple(legs), problem)
        legs.append(Leg(here, word, mps, by_night, screened))
        plan.append(("night" if by_night else "day", mps))
        now = night.spend(now, mps, by_night)
        river = word if "/" in word else ""
        now = replace(
            now, hex=state.bank(river) if river else word, river=river, where="riverine" if river else "sea",
            came_from=here, moved=True, screened=screened,
        )
    if reacting:
        problem = night.why_not_copied(group, to_copy(state, group), night.runs(plan), costs.left(state, now))
        if problem is not None:
            return Journey(tuple(legs), problem)
    return Journey(tuple(legs))


def to_copy(state: Campaign, group: Group) -> tuple[tuple[str, int], ...]:
    """The order of day and night MPs that a reacting group copies: that of the phasing group that called it."""
    caller = state.groups.get(state.called or group.called_by)
    return caller.log if caller else ()


def owed(state: Campaign, group: Group) -> int:
    """The night MPs that a reacting group which has begun to copy them still owes."""
    def dark(log: tuple[tuple[str, int], ...]) -> int:
        return sum(n for word, n in log if word == "night")

    return max(0, dark(to_copy(state, group)) - dark(group.log)) if group.side != state.phasing and dark(group.log) else 0


def scenario_limit(state: Campaign, group: Group, to: str) -> Refusal | None:
    """Why a scenario keeps these units from a hex: some turn back at a distance by sea from its goal."""
    kept = state.facts.get("turn-back", "").split(" ")
    held = tuple(u for u in group.members if u in kept)
    goal = state.facts.get("goal-hex", "")
    if not held or not goal:
        return None
    far = waters.sea_field(state, goal, int(state.facts["turn-back-hexes"]) - 1)
    return Refusal("32.A.s03", "scenario-limit", held, facts(hex=to)) if to in far else None


@clause("36.A.5.(b)")
def why_not_out(state: Campaign, group: Group, here: str, to: str, by_night: bool) -> Refusal | None:
    """Why a group may not leave the Kaiser Wilhelm Canal for a hex: not where that would start a battle, or let submarines in
    sight attack."""
    if canals.of(here) != canals.KIEL:
        return None
    out = replace(group, hex=to, where="sea", river="", moved=True)
    foes = tuple(g.id for near in (zones.surface_foes, zones.submarine_foes) for g in near(state, out, by_night))
    return Refusal("36.A.5.(b)", "canal-exit-fights", foes, facts(hex=to)) if foes else None


def step(state: Campaign, now: Group, here: str, to: str, by_night: bool) -> tuple[Refusal | None, int, bool]:
    """Why one leg is refused, or ``None``, its cost, and whether it is sheltered."""
    if "/" in to:
        return waters.why_not_riverine(state, now, now.came_from, here, to), costs.riverine(state, now), False
    if "/" in here:
        if not chart.side_reaches(here, to):
            return Refusal("32.A.s09", "not-adjacent", (now.id, here, to)), 0, False
        if state.ground(to) not in ("sea", "coastal"):
            return Refusal("32.A.s09", "no-water", (to,), also=("32.A.s10",)), 0, False
        fight = why_not_out(state, now, here, to, by_night)
        if fight is not None:
            return fight, 0, False
    else:
        problem = waters.why_not_enter(state, now, here, to)
        if problem is None:
            problem = waters.why_not_strait(state, now, now.came_from, here, to)
        if problem is None:
            problem = waters.why_not_gibraltar(state, now, now.came_from, here, to)
        if problem is not None:
            return problem, 0, False
    foes = zones.barred_by(state, now, to, by_night)
    if foes:
        who = tuple(g.id for g in foes)
        return Refusal("32.A.2.s04", "enemy-in-hex", who, facts(hex=to), rests_on=("night_entry_fights",)), 0, False
    if to in now.closed:
        return Refusal("32.D.2", "left-fighting", (to,), facts(hex=to)), 0, False
    far = oil.why_not_so_far(state, now, to) or scenario_limit(state, now, to)
    if far is not None:
        return far, 0, False
    mps = costs.entry(state, now, to)
    if mps is None:
        return Refusal("32.A.3-T1.row.05", "flotilla-waters", (now.id, to), rests_on=("flotilla_all_sea",)), 0, False
    return None, mps, "/" not in here and waters.is_screened_entry(state, now, here, to)
