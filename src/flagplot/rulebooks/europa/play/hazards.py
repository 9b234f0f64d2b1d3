"""What waits in the water itself: mines and danger zones; and the oil an Axis sailing costs."""

from __future__ import annotations

from flagplot.table import Ask, Roll, Table, clause, facts

from .. import events as ev
from ..rules import reaction
from ..rules.combat import gunnery
from ..rules.special import night, oil, perils
from ..rules.special.perils import Coming
from ..state import Group, State
from .fire import salvo
from .looking import roll_search, sight, wake
from .voyage import is_secret, told

DAY, NIGHT = "by day", "by night"


@clause("36.C.1", "36.C.3.s05", "36.C.3.s07")
async def mine_check(t: Table[State], id: str, begins: bool = False, sweeper: str = "") -> None:
    """Check a group for mine damage in an enemy belt: as its step *begins* there, and on the first entry of each belt hex in a
    step; after a point was swept the *sweeper* alone."""
    group = t.state.groups.get(id)
    points = perils.belt_due(t.state, group, bool(sweeper)) if group is not None else 0
    if group is None or not points:
        return
    told(t, id)
    t.record(ev.Mined("36.C.1", id, group.hex, points, begins, unmet(t.state, group)))
    await salvo(t, perils.mine_shots(t.state, group, points, sweeper), "36.C.1")


def unmet(s: State, group: Group) -> str:
    """The one side that is told what a group runs into at sea, where the enemy does not see it; else nobody's name."""
    return group.side if is_secret(s, group) else ""


@clause("36.D.2.s02")
async def dusk(t: Table[State], id: str) -> None:
    """A group that begins a step in a danger zone may begin it by night, for the roll's sake: its next MPs are by night then."""
    group = t.state.groups[id]
    if group.night_block or night.why_not(group, 1, True) is not None:
        return
    if await Ask(group.side, (DAY, NIGHT), "36.D.2.s02", "dusk", facts(
        group=id, hex=group.hex, kind=t.state.kind(group))) == NIGHT:
        t.record(ev.Pledged("36.D.2.s02", group.side, id, is_secret(t.state, group)))


@clause(
    "36.D.2", "36.D.2-T1.res.01", "36.D.2-T1.res.01.s02", "36.D.2-T1.res.02", "36.D.2-T1.res.03", "36.D.2-T1.res.04",
    "36.D.2-T1.res.04.s02", "36.D.2-T1.res.05", "36.D.2-T1.res.05.s02", "32.B.1",
)
async def zone_check(t: Table[State], id: str, how: Coming = "comes in") -> tuple[bool, bool]:
    """A danger-zone roll of a group, where one is due; on contact damage to its TFs and activation of reserves.

    Returns (there was contact, reserves were activated and may react).
    """
    s = t.state
    group = s.groups.get(id)
    if group is None or not perils.zone_due(s, group, how):
        return False, False
    told(t, id)
    if how == "begins":
        await dusk(t, id)
        s, group = t.state, t.state.groups[id]
    plus = perils.zone_modifier(s, group, how)
    if s.rulings.switch("dz_contact_table") == "search":
        sight(t, id)
        result = await roll_search(t, id, (), "", True)
    else:
        result = await Roll(perils.zone_roll(s, group, how), "36.D.2", "danger-zone", gunnery.SUCCESS,
                            facts(group=id, hex=group.hex, modifier=plus), (group.side,) if s.kind(group) == "submarine" else ())
    if result in gunnery.HIT:
        sight(t, id)
    t.record(ev.ZoneRolled("36.D.2", id, result, plus, unmet(t.state, t.state.groups[id])))
    if result not in gunnery.HIT:
        return False, False
    shots = perils.patrol_shots(s, group)
    await salvo(t, perils.harder(shots) if result == "S*" else shots, "36.D.3")
    if id in t.state.groups and group.side == s.phasing and reaction.may_call(s, group):
        return True, await wake(t, id, "" if result == "S*" else s.zone(group.hex), reaction.ZONE_CONTACT)
    return True, False


async def fuel(t: Table[State], id: str) -> None:
    """Oil for the Axis TFs of a group that leaves a Mediterranean port: 5 supply points each, or 1 in each step they move in."""
    s = t.state
    group = s.groups[id]
    for hex, ships in oil.due(s, group).items():
        port, whole = s.ports[hex], oil.whole_price(s, ships)
        by_step = group.where != "port" or port.oil < whole
        if not by_step:
            about = facts(group=id, port=port.name, oil=port.oil, price=whole)
            by_step = await Ask(group.side, ("whole sailing", BY_STEP), "36.E.s03", "oil", about) == BY_STEP
        clause_id = "36.E.s03" if by_step else "36.E"
        t.record(ev.Fuelled(clause_id, group.side, id, hex, len(ships) if by_step else whole, by_step, ships))


BY_STEP = "by the step"
