"""Naval groups: finding a side's own group for an order; combining and splitting, in a step and at
the end of a player-turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from flagplot.table import Refusal, clause, facts

from ...state import Group, State
from ...state.units import group_kind
from ..combat.zones import COAST_FIRE_EVERY
from .costs import allowance, mps_left, why_not_alone


def own_group(state: State, side: str, id: str) -> Group | Refusal:
    """Return a side's group by id, or the refusal when it cannot be ordered. Units are ordered as
    members of groups."""
    group = state.groups.get(id)
    if group is None:
        return why_no_group(state, id)
    if group.side != side:
        return Refusal("32.A.s03", "not-yours", (id,))
    return group


@clause("32.A")
def why_no_group(state: State, id: str) -> Refusal:
    """Return the refusal for an id that is not a group."""
    if id in state.units:
        group = state.group_of(id)
        return Refusal("32.A", "not-a-group", (id,), facts(group=group.id if group else "none"))
    if id in state.cargo:
        travels = Refusal(
            "32.A", "cargo-not-group", (id,), facts(aboard=state.cargo[id].aboard or "none")
        )
        return why_not_alone(state.cargo[id]) or travels
    return Refusal("32.A", "no-such-group", (id,))


@clause("32.A.1")
def against_union(state: State, parts: Sequence[Group]) -> Iterator[Refusal]:
    """Yield every reason why these groups cannot become one. They must lie together, all at sea, in
    port or on the river. Submarine groups combine only with submarine groups."""
    first = parts[0]
    if len({g.id for g in parts}) < 2:
        yield Refusal("32.A.1", "needs-two-groups", tuple(g.id for g in parts))
    apart = tuple(
        g.id for g in parts if (g.hex, g.where, g.river) != (first.hex, first.where, first.river)
    )
    if apart:
        yield Refusal("32.A.1", "not-together", (first.id, *apart))
    kinds = {state.kind(g) == "submarine" for g in parts}
    if len(kinds) > 1:
        yield Refusal("32.A.1.a.s02", "submarines-apart", tuple(g.id for g in parts))


BORNE_BY_ANY = (
    "seen",
    "spotted",
    "idle",
    "ended",
    "found",
    "moved",
    "sought",
    "hidden_from",
    "pledged",
    "eased",
)
"""Marks that a combined group has when any of its parts has them."""


BORNE_BY_ALL = ("reserve", "zone_done", "screened", "arrived")
"""Marks that a combined group has only when all of its parts have them."""


@clause("32.A.1.s02", "32.A.1.s03")
def combine_groups(state: State, parts: Sequence[Group], name: str) -> Group:
    """Return the group that some groups make. It counts as having spent the most MPs that any of
    them has.

    Of unequal printed allowances, the MPs left are the least of the parts (switch
    ``merge_unequal``), or those of the part that has spent most. Burdens of any part apply to the
    whole: the highest step marker, being found, bans, and the water from which a part sailed in,
    for the sake of straits. Exemptions apply only if all parts have them: checks made, a
    submarine's attack behind it, an enemy shaken off, protected waters. So does reserve; at the end
    of a player-turn the owner decides anew.
    """
    most = max(parts, key=lambda g: g.spent)
    spent = most.spent
    literal = state.rulings.switch("merge_unequal") == "literal"
    remaining = mps_left(state, most) if literal else min(mps_left(state, g) for g in parts)
    cds: dict[str, int] = {}
    fired: dict[tuple[str, str], int] = {}
    for g in parts:
        for hex, n in g.zones:
            cds[hex] = max(n, cds.get(hex, 0))
        fired |= dict(g.fired_on)
    for g in parts:  # occasions belong to the unit that earned them
        for hex, n in cds.items():
            late = n // COAST_FIRE_EVERY - dict(g.zones).get(hex, 0) // COAST_FIRE_EVERY
            fired |= {(u, hex): fired.get((u, hex), 0) + late for u in g.members if late}
    by_night = max(parts, key=lambda g: (g.night_spent, g.night_block))
    task = max(parts, key=lambda g: g.paid).task
    whole = replace(
        most,
        id=name,
        members=tuple(m for g in parts for m in g.members),
        spent=spent,
        account=0,
        **{mark: any(getattr(g, mark) for g in parts) for mark in BORNE_BY_ANY},
        **{mark: all(getattr(g, mark) for g in parts) for mark in BORNE_BY_ALL},
        marker=max(g.marker for g in parts),
        day_since=min(g.day_since for g in parts),
        night_block=max(g.night_block for g in parts),
        night_spent=by_night.night_spent,
        fought=tuple(
            dict.fromkeys(
                f
                for g in parts
                for f in g.fought
                if f[:4] != "sub:" or all(f in p.fought for p in parts)
            )
        ),
        shunned=tuple(f for f in most.shunned if all(f in g.shunned for g in parts)),
        closed=tuple(dict.fromkeys(f for g in parts for f in g.closed)),
        screen=tuple(s for g in parts for s in g.screen),
        zones=tuple(sorted(cds.items())),
        fired_on=tuple(sorted(fired.items())),
        task=task,
        paid=min(g.paid for g in parts if g.task == task),
        mined=tuple(m for m in most.mined if all(m in g.mined for g in parts)),
        harried=min((g.harried for g in parts if g.harried), default=""),
        departed=next((g.departed for g in (most, *parts) if g.departed), ""),
        came_from=next(
            (g.came_from for g in (most, *parts) if g.came_from not in ("", g.hex)), most.came_from
        ),
    )
    return with_mps(state, whole, spent + remaining)


def with_mps(state: State, group: Group, mps: int) -> Group:
    """Return a group that may spend *mps* MPs in this step in all, whatever allowance its units
    give it."""
    free = replace(group, account=0)
    return free if allowance(state, free) == mps else replace(group, account=mps)


@clause("32.A.1.s04")
def against_split(
    state: State, group: Group, parts: Sequence[tuple[str, Sequence[str]]]
) -> Iterator[Refusal]:
    """Yield every reason why a group cannot be split into these parts. Every unit must belong to
    the group and be named once, and every name must be new."""
    taken = [u for _, units in parts for u in units]
    strange = tuple(u for u in taken if u not in group.members)
    if strange:
        yield Refusal("32.A.1.s04", "not-a-member", strange, facts(group=group.id))
    double = tuple(sorted({u for u in taken if taken.count(u) > 1}))
    if double:
        yield Refusal("32.A.1.s04", "named-twice", double)
    names = [n for n, _ in parts]
    used = tuple(n for n in names if (n in state.groups and n != group.id) or names.count(n) > 1)
    if used or (group.id in names and len(taken) < len(group.members)):
        yield Refusal("32.A.1.s04", "name-in-use", used or (group.id,))
    if len(parts) < 2 and sorted(taken) == sorted(group.members):
        yield Refusal("32.A.1.s04", "nothing-left", (group.id,))


@clause("32.A.1.s05", "32.A.1.s06", "32.C.s03")
def split_group(
    state: State, group: Group, parts: Sequence[tuple[str, Sequence[str]]]
) -> tuple[Group, ...]:
    """Return the groups that a split makes, each with the allowance and record of the group it came
    from. Units that are not named keep the old name."""
    taken = {u for _, units in parts for u in units}
    rest = tuple(m for m in group.members if m not in taken)
    shares = ([(group.id, rest)] if rest else []) + [(n, tuple(us)) for n, us in parts]
    mps = allowance(state, group)
    made = []
    for name, members in shares:
        pays = continues_task(state, group.task, name, members)
        made.append(
            with_mps(
                state,
                replace(
                    group,
                    id=name,
                    members=members,
                    screen=tuple(s for s in group.screen if s in members),
                    task=group.task if pays else "",
                    paid=group.paid if pays else 0,
                ),
                mps,
            )
        )
    return tuple(made)


def continues_task(state: State, task: str, name: str, members: Sequence[str]) -> bool:
    """Return True for the part of a group that continues the activity which the group is paying
    for. That part has the unit that acts, or the cargo aboard; when the whole group acts, it has
    the group's name."""
    words = task.split(" ")
    return (
        name in words
        or any(m in words for m in members)
        or any(c.id in words and c.aboard in members for c in state.cargo.values())
    )


def hand_on_notes(state: State, heirs: Mapping[str, tuple[str, ...]]) -> State:
    """Return the state in which all notes about a group by its name apply to its heirs, by name.

    So a ban of a search follows every part of a group that splits, and the group into which a group
    is merged. Notes about a vanished group are not passed on to a new group of that name.
    """
    fresh = {n: () for names in heirs.values() for n in names if n not in state.groups}
    become: dict[str, tuple[str, ...]] = {**fresh, **heirs}

    def now(names: tuple[str, ...], mark: str = "") -> tuple[str, ...]:
        return tuple(
            dict.fromkeys(
                mark + h
                for n in names
                if n.startswith(mark)
                for h in become.get(n.removeprefix(mark), (n.removeprefix(mark),))
            )
        )

    groups = {}
    for id, g in state.groups.items():
        ships, boats = tuple(n for n in g.fought if not n.startswith("sub:")), g.fought
        groups[id] = replace(
            g,
            sought_for=now(g.sought_for),
            shunned=now(g.shunned),
            fought=now(ships) + now(boats, "sub:"),
            called_by=next(iter(now((g.called_by,))), "") if g.called_by else "",
        )
    air = {k: replace(a, barred=now(a.barred)) for k, a in state.air.items()}
    return replace(state, groups=groups, air=air)


@clause("32.A.1.a", "32.A.1.a.s02", "32.A.1.b", "32.A.1.b.s02", "32.A.1.b.s03")
def forced_unions(state: State, side: str) -> tuple[tuple[str, ...], ...]:
    """Return the groups of a side that fuse when its player-turn ends, each set by id.

    Surface groups of one hex fuse at sea, and so do those inside one port, river flotillas
    included. Submarine groups fuse among themselves. A group at sea in a port's hex does not fuse
    with those inside.
    """
    sets: dict[tuple[str, str, bool], list[str]] = {}
    for g in state.standing(side):
        if g.where in ("sea", "port") and g.members:
            under = group_kind(state.of(g)) == "submarine" and state.kind(g) == "submarine"
            sets.setdefault((g.hex, g.where, under), []).append(g.id)
    return tuple(tuple(ids) for _, ids in sorted(sets.items()) if len(ids) > 1)
