"""A path played out hex by hex, with the searches that the enemy may make on it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..rules.combat import encounters
from ..rules.combat.events import SubFought
from ..rules.movement import path_check
from ..rules.search import modifiers
from ..rules.search.situations import Passage, Window, bases_of
from ..rules.special import hazards, night
from ..rules.special.hazards import Mined, Zoned
from ..state import Group, State, put_group


def states_along(
    view: State, group: Group, trip: path_check.Journey
) -> Iterator[tuple[State, Group, int]]:
    """Yield, for each hex that it enters, the state, the group, and the MPs of the leg. On rivers
    and canals nothing is met."""
    now = replace(group, reacted=group.reacted or group.side != view.phasing)
    for leg in trip.legs:
        now = night.spend_mps(now, leg.mps, leg.night)
        river = leg.to if "/" in leg.to else ""
        now = replace(
            now,
            hex=view.bank(river) if river else leg.to,
            river=river,
            where="riverine" if river else "sea",
            came_from=leg.here,
            moved=True,
            arrived=True,
            screened=leg.screened,
        )
        if not river:
            s = put_group(view, now)
            yield s, now, leg.mps
            now = after_encounters(s, now, leg.mps)


def after_encounters(s: State, group: Group, mps: int = 0) -> Group:
    """Return a group after the encounters of its hex, recorded as in play: belts and submarines
    count once a step, MPs in the zones of coast defences add up. Being freed by a danger zone is
    left out, because it depends on the roll in :mod:`~..rules.danger_run`."""
    id = group.id
    if points := hazards.belt_due(s, group):
        s = Mined("36.C.1", id, group.hex, points).apply(s)
    tally = encounters.tally_zone_mps(s, group, night.last_mps(group.log, mps))[0]
    if tally != dict(group.zones):
        s = Zoned("32.D.3", id, tuple(sorted(tally.items()))).apply(s)
    for foe in encounters.boats_met(s, group):
        s = SubFought("32.D.1", id, foe.id, "").apply(s)
    return s.groups[id]


def passage_along(view: State, group: Group, path: tuple[str, ...]) -> Passage:
    """Return the hexes of a path with the search that each may bring, up to the hex that can be
    reached."""
    trip = path_check.plot_path(view, group, path)
    windows = tuple(window_at(s, now) for s, now, _ in states_along(view, group, trip))
    return Passage(view.rulings, windows, group.gauge, group.sought, group.hidden_from)


def window_at(view: State, group: Group) -> Window:
    """Return the search that may be made in a group's hex."""
    means = modifiers.search_means(view, group, True)
    fixed = modifiers.sum_modifiers(modifiers.search_modifiers(view, group, (), means))
    units = [view.air[a] for a in means.air]
    shore = any(c in means.triggers for c in ("32.B.3", "32.B.4", "32.B.5"))
    return Window(
        group.hex,
        fixed,
        bases_of(view, group, units),
        modifiers.escorts_over(view, group),
        len(means.groups),
        shore,
    )
