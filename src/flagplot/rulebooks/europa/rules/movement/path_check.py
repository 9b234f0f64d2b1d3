"""The check of a drawn path, leg by leg: the cost of each leg, by day or night, and the
refusals."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from flagplot.table import Refusal, clause, facts
from flagplot.table.core.memo import memo_per_state

from ...map import canals, chart
from ...state import Group, State
from ..combat import encounters, zones
from ..special import night, oil
from . import costs, waters


class Leg(msgspec.Struct, frozen=True):
    """One hex or hexside entered: where from, its cost in MPs, whether the order says by night,
    whether it is in protected waters."""

    here: str
    to: str
    mps: int
    night: bool
    screened: bool
    by_night: int = 0
    """How many of its MPs are spent by night, from 0 to all. The rest is spent by day,
    afterwards."""

    @property
    def dark(self) -> bool:
        """True when the hex is entered by night, that is with its last MP."""
        return 0 < self.mps == self.by_night


class Journey(msgspec.Struct, frozen=True):
    """The legs of a path up to its end, or up to the first leg that is refused."""

    legs: tuple[Leg, ...] = ()
    refusal: Refusal | None = None

    @property
    def mps(self) -> int:
        """Return the MPs of all legs."""
        return sum(leg.mps for leg in self.legs)


APART = ("there-already", "not-adjacent", "no-water", "inland-water", "land-hexside", "no-river")
"""Codes of the refusals that say that no water joins two places."""


def place_of(group: Group) -> str:
    """Return the place where a group begins a path: the hexside it lies on, or else its hex."""
    return group.river or group.hex


def path_ahead(group: Group, path: tuple[str, ...]) -> tuple[str, ...]:
    """Return a path without the group's own place, when the path names it first (``1225-1224-1324``
    from 1225)."""
    for n, word in enumerate(path):
        if word not in chart.LIGHT:
            return (
                path[:n] + path[n + 1 :] if word == place_of(group) and len(path) > n + 1 else path
            )
    return path


@memo_per_state
def plot_path(state: State, group: Group, path: tuple[str, ...]) -> Journey:
    """Follow a path from the group's place. Return its legs up to the first leg that the rules
    refuse, with that refusal."""
    legs: list[Leg] = []
    for found in follow_path(state, group, path):
        if isinstance(found, Refusal):
            return Journey(tuple(legs), found)
        legs.append(found)
    return Journey(tuple(legs))


@clause("32.A.s08")
def resume_path(state: State, group: Group, legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
    """Return the legs that are left of a path for a group that has lost units on the way, up to the
    first leg now refused. Lost units pay for no hex, and neither shelter the group nor open water
    to it."""
    return plot_path(
        state,
        group,
        tuple(word for leg in legs for word in ("night" if leg.night else "day", leg.to)),
    ).legs


def path_refusals(state: State, group: Group, path: tuple[str, ...]) -> tuple[Refusal, ...]:
    """Return every reason against a path, each kind of reason once, where it first occurs."""
    found: dict[str, Refusal] = {}
    for one in follow_path(state, group, path):
        if isinstance(one, Refusal):
            found.setdefault(one.code, one)
    return tuple(found.values())


def follow_path(state: State, group: Group, path: tuple[str, ...]) -> Iterator[Leg | Refusal]:
    """Yield the legs of a path, and each refusal of a leg as it occurs. After a refusal the path is
    followed as if the leg were legal, unless no water joins the places."""
    by_night = barred = short = False
    now = group
    reacting = group.side != state.phasing
    plan = list(group.log)
    for word in path_ahead(group, path):
        if word in chart.LIGHT:
            by_night = word == "night"
            continue
        here = place_of(now)
        apart = False
        for problem in leg_refusals(state, now, here, word, by_night):
            barred, apart = True, apart or problem.code in APART
            yield problem
        if apart:
            return
        mps, screened = leg_cost(state, now, here, word)
        if not short and now.spent + mps > costs.allowance(state, now):
            over, also = ("32.C.s04", ("32.A.s07",)) if reacting else ("32.A.s06", ())
            barred = short = True
            yield Refusal(
                over,
                "no-mps" if now is group else "too-far",
                (group.id, word),
                facts(
                    needed=mps,
                    left=costs.mps_left(state, now),
                    allowance=costs.allowance(state, now),
                    hex=word,
                    last=here,
                    spent=now.spent - group.spent,
                ),
                rests_on=("ma_base",),
                also_cites=also,
            )
        held = not reacting or by_night or now.pledged
        early = night.why_not_spend(now, mps, by_night) if held and not short else None
        if early is not None:
            barred = True
            yield early
        after = night.spend_mps(now, mps, by_night)
        dark = after.night_spent - now.night_spent
        if not barred:
            yield Leg(here, word, mps, by_night, screened, dark)
        copied = dark if early is None else mps * by_night
        plan += [("night", copied), ("day", mps - copied)]
        now = after
        river = word if "/" in word else ""
        now = replace(
            now,
            hex=state.bank(river) if river else word,
            river=river,
            where="riverine" if river else "sea",
            came_from=here,
            moved=True,
            screened=screened,
        )
    if reacting:
        uncopied = night.why_not_copied(
            group, log_to_copy(state, group), night.merge_runs(plan), costs.mps_left(state, now)
        )
        if uncopied is not None:
            yield uncopied


def log_to_copy(state: State, group: Group) -> tuple[tuple[str, int], ...]:
    """Return the order of day and night MPs that a reacting group copies: the log of the phasing
    group that called it."""
    caller = state.groups.get(state.called or group.called_by)
    return caller.log if caller else ()


def night_mps_owed(state: State, group: Group) -> int:
    """Return the night MPs that a reacting group still owes after it has begun to copy night MPs;
    else 0."""

    def dark(log: tuple[tuple[str, int], ...]) -> int:
        return sum(n for word, n in log if word == "night")

    return (
        max(0, dark(log_to_copy(state, group)) - dark(group.log))
        if group.side != state.phasing and dark(group.log)
        else 0
    )


def scenario_limit(state: State, group: Group, to: str) -> Refusal | None:
    """Return the refusal when the scenario bars these units from a hex; else ``None``. Some units
    turn back at a distance by sea from the scenario's goal."""
    kept = state.facts.get("turn-back", "").split(" ")
    held = tuple(u for u in group.members if u in kept)
    goal = state.facts.get("goal-hex", "")
    if not held or not goal:
        return None
    far = waters.sea_field(state, goal, int(state.facts["turn-back-hexes"]) - 1)
    return Refusal("32.A.s03", "scenario-limit", held, facts(hex=to)) if to in far else None


@clause("36.A.5.(b)")
def why_not_out(state: State, group: Group, here: str, to: str, by_night: bool) -> Refusal | None:
    """Return the refusal when a group may not leave the Kaiser Wilhelm Canal for a hex; else
    ``None``. It may not where that would start a battle or let submarines attack, by the light and
    with the MPs that the group then has."""
    if canals.canal_of(here) != canals.KIEL:
        return None
    after = night.spend_mps(group, leg_cost(state, group, here, to)[0], by_night)
    out = replace(
        after,
        hex=to,
        where="sea",
        river="",
        came_from=here,
        moved=True,
        arrived=True,
        screened=False,
    )
    foes = tuple(
        g.id for met in (encounters.ships_met, encounters.boats_met) for g in met(state, out)
    )
    return Refusal("36.A.5.(b)", "canal-exit-fights", foes, facts(hex=to)) if foes else None


def check_leg(
    state: State, now: Group, here: str, to: str, by_night: bool
) -> tuple[Refusal | None, int, bool]:
    """Return three things about one leg: the first refusal or ``None``, its cost in MPs, and
    whether it is sheltered."""
    return next(leg_refusals(state, now, here, to, by_night), None), *leg_cost(state, now, here, to)


def leg_cost(state: State, now: Group, here: str, to: str) -> tuple[int, bool]:
    """Return the cost of one leg in MPs, and whether it is sheltered."""
    if "/" in to:
        return costs.riverine_cost(state, now), False
    return costs.entry_cost(state, now, to) or 0, "/" not in here and waters.is_screened_entry(
        state, now, here, to
    )


@clause("32.A.2.s04", "32.C.s10")
def is_dark(state: State, now: Group, here: str, to: str, by_night: bool) -> bool:
    """Return True when one leg enters its hex by night. MPs of a night order that do not fit the
    night block are spent by day, and the last MP decides."""
    return night.spend_mps(now, leg_cost(state, now, here, to)[0], by_night).dark


def leg_refusals(state: State, now: Group, here: str, to: str, by_night: bool) -> Iterator[Refusal]:
    """Yield every reason why one leg is refused. *by_night* is the light that the order asks
    for."""
    if "/" in to:
        yield from waters.against_riverine(state, now, now.came_from, here, to)
        return
    if "/" in here:
        if not chart.side_reaches(here, to):
            yield Refusal("32.A.s09", "not-adjacent", (now.id, here, to))
            return
        if state.ground(to) not in ("sea", "coastal"):
            yield Refusal("32.A.s09", "no-water", (to,), also_cites=("32.A.s10",))
            return
        fight = why_not_out(state, now, here, to, by_night)
        if fight is not None:
            yield fight
    else:
        closed = waters.why_not_enter(state, now, here, to)
        if closed is not None:
            yield closed
            if closed.code in APART:
                return
        for why_not in (waters.why_not_strait, waters.why_not_gibraltar):
            if (narrow := why_not(state, now, now.came_from, here, to)) is not None:
                yield narrow
    foes = zones.barred_by(state, now, to, False)
    if foes and (
        hostile := zones.barred_by(state, now, to, is_dark(state, now, here, to, by_night))
    ):
        late = by_night and not zones.barred_by(state, now, to, True)
        who = tuple(g.id for g in hostile)
        yield Refusal(
            "32.A.2.s04",
            "enemy-in-hex",
            who,
            facts(hex=to, late=late),
            rests_on=("night_entry_fights",),
        )
    if to in now.closed:
        yield Refusal("32.D.2", "left-fighting", (to,), facts(hex=to))
    far = oil.why_not_so_far(state, now, to) or scenario_limit(state, now, to)
    if far is not None:
        yield far
    if costs.entry_cost(state, now, to) is None and state.ground(to) != "restricted":
        yield Refusal(
            "32.A.3-T1.row.05", "flotilla-waters", (now.id, to), rests_on=("flotilla_all_sea",)
        )
