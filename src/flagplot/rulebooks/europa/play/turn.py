"""The sequence of play: player-turns, movement phases, and naval movement steps with their reaction
segments."""

from __future__ import annotations

from flagplot.table import Ask, AskOrder, Table, TailCall, clause, facts

from .. import events
from ..rules import scoring
from ..rules.movement import groups
from ..rules.movement.events import Combined, Held, is_secret
from ..rules.movement.sailing import carry_out, play_reactions, reaction_orders
from ..rules.search import reaction
from ..rules.special import hazards
from ..rules.special.beach_step import resolve_beaches, turn_the_sea
from ..rules.special.captured_ports import places_fall
from ..rules.special.inland import divisions_move
from ..state import State
from .initial_phase import initial_phase
from .phase_events import PhaseBegan, PhaseEnded, SegmentBegan, StepBegan, StepEnded

RESERVE, FREE = "in reserve", "not in reserve"


async def play_step(t: Table[State]) -> TailCall | None:
    """Play one step of the game: an order, a reaction order, or what lies between naval movement
    steps."""
    if t.state.phase is None:
        return None
    segment = t.state.segment
    if segment == "start":
        await begin_step(t)
    elif segment == "move":
        await play_order(t)
    elif segment == "reaction":
        await reaction_segment(t)
    return None


@clause("36.C.1.(b)")
async def begin_step(t: Table[State]) -> None:
    """Begin the next naval movement step of the phase, or end the phase after its last."""
    phase = t.state.phase
    assert phase is not None
    if t.state.step == 0:
        t.record(PhaseBegan("32.A.s03", phase.side, phase.turn, phase.steps))
        await initial_phase(t)
    if t.state.step >= phase.steps:
        await end_phase(t)
        return
    t.record(StepBegan("32.C.s07", t.state.step + 1))
    await turn_the_sea(t)
    scoring.step_began(t)
    afloat = [g.id for g in t.state.standing(phase.side) if g.where == "sea"]
    for id in afloat:
        await hazards.mine_check(t, id, begins=True)
    met = [id for id in afloat if (await hazards.zone_check(t, id, "begins"))[1]]
    for id in met:
        if id in t.state.groups:
            await play_reactions(t, id)


async def play_order(t: Table[State]) -> None:
    """Ask the phasing side for one order in its naval movement step and carry it out."""
    order = await AskOrder(t.state.phasing, "32.A.s03", "movement")
    if not await carry_out(t, order):
        t.record(SegmentBegan("32.C", "reaction"))


async def reaction_segment(t: Table[State]) -> None:
    """Ask the other side for one reaction order and carry it out. End the step when it cannot or
    does not want to react."""
    side = t.state.other(t.state.phasing)
    if reaction.is_asked_to_react(t.state, side):
        went_on, _ = await reaction_orders(t, side)
        if went_on:
            return
    await end_step(t)


async def end_step(t: Table[State]) -> None:
    """End the step: cargo is counted where it arrived, and unspent MPs count as day MPs."""
    await resolve_beaches(t)
    scoring.step_over(t)
    t.record(StepEnded("36.A.2.s04", t.state.step))


@clause("32.A.1.s07")
async def end_phase(t: Table[State]) -> None:
    """End the player-turn: torpedo boats go home, the phasing side's groups fuse, the scenario's
    points are counted."""
    side = t.state.phasing
    await places_fall(t)
    for group in tuple(t.state.groups.values()):
        if group.home and group.where == "sea" and group.side != side:
            t.record(events.GroupPlaced("32.D.1", group.side, group.id, False, group.home, "port"))
    for parts in groups.forced_unions(t.state, side):
        await fuse_groups(t, side, parts)
    await divisions_move(t)
    scoring.phase_over(t)
    t.record(PhaseEnded("32.A.1.s07", side))
    if t.state.phase is None:
        scoring.game_over(t)


async def fuse_groups(t: Table[State], side: str, parts: tuple[str, ...]) -> None:
    """Fuse groups as the player-turn ends. When only some of those in port are in reserve, ask the
    owner whether the new group is."""
    first = t.state.groups[parts[0]]
    berthed = first.where == "port"
    which = "32.A.1.b" if berthed else "32.A.1.a"
    held = False
    if berthed and len({t.state.groups[p].reserve for p in parts}) > 1:
        port = t.state.ports.get(first.hex)
        about = facts(group=parts[0], parts=", ".join(parts), port=port.name if port else first.hex)
        held = await Ask(side, (RESERVE, FREE), which, "reserve", about) == RESERVE
    t.record(Combined(which, side, parts[0], is_secret(t.state, first), parts))
    if held:
        t.record(Held("32.A.s04", side, parts[0], True))
