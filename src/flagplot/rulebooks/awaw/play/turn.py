"""The player turn: the order of its phases, the questions to the sides, and the scenario's part at
each moment.

A battle that the state already holds is fought before anything else.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from flagplot.table import AskOrder, Refusal, Table, Verdict, clause, facts, refuse

from ..events import ForceGone, GameEnded, Marked, PhaseBegan, PlayerTurnBegan, SegmentBegan
from ..orders import DONE, Done, Pass, Uninvert
from ..rules import forces, harbor_attack
from ..rules.basing import surplus
from ..rules.combat import battle, submarines
from ..rules.combat.lens import LENS
from ..rules.combat.ships import Battle
from ..rules.invasion import voyage
from ..rules.movement import base_change, displacement
from ..rules.raiders import box_sequence, raid, scenario_rules
from ..rules.registry import DURING, carries, checks
from ..rules.transport import sea_supply
from ..scenarios import score, script
from ..scenarios.score import won_at_once
from ..state import SEASONS, State, factors
from ..state.nations import side_of


async def fight_given_battle(t: Table[State]) -> None:
    """Fight the battle that the position sets up."""
    b: Battle = t.state.battle
    if "submarines" in b.used:
        n = sum(x.size for x in b.fleets[1].groups[0].ships)
        await t.focus(LENS).run(submarines.submarine_attack, 0, n)
    else:
        await t.focus(LENS).run(battle.battle)


def has_waiting_battle(s: State) -> bool:
    """Return True when the state holds a battle that has not been fought and is not merely shown
    (``held``)."""
    return (
        s.battle is not None and not s.battle.over and not s.forces and "held" not in s.battle.used
    )


async def at_turn_start(t: Table[State]) -> bool:
    """Play conquests, removals and arrivals of this player turn. Return True when there were any:
    they take a step of their own."""
    before = t.state.script
    await script.turn_start(t)
    return t.state.script != before


async def at_turn_end(t: Table[State]) -> bool:
    """Play withdrawals at the end of this player turn. Return False: no step of its own is
    needed."""
    score.taken_points(t)
    await script.turn_end(t)
    return False


async def at_game_end(t: Table[State]) -> bool:
    """Score the closing points. Return False: no step of its own is needed."""
    score.settle_losses(t)
    score.final_points(t)
    return False


SCRIPT: Mapping[str, Callable[[Table[State]], Awaitable[bool]]] = {
    "turn-start": at_turn_start,
    "turn-end": at_turn_end,
    "game-end": at_game_end,
}
"""Moment of the turn -> what the scenario does then. A true result asks for another step."""


Handler = Callable[[Table[State]], Awaitable[None]]


HANDLERS: dict[tuple[str, str], Handler] = {}


def segment_handler(phase: str, segment: str) -> Callable[[Handler], Handler]:
    """Register the decorated function as handler of one segment of a phase."""

    def mark(f: Handler) -> Handler:
        HANDLERS[phase, segment] = f
        return f

    return mark


async def step(t: Table[State]) -> None:
    """Play one step. A game that is won ends. Otherwise a waiting battle comes first, then a
    waiting displacement, a choice of surplus ships, and the current segment."""
    if winner := won_at_once(t.state):
        await run_moment(t, "game-end")
        t.record(GameEnded("21.53", winner))
        return
    sunk = [f for f in t.state.forces.values() if not f.transports and not t.state.sails(f)]
    for f in sorted(sunk, key=lambda f: f.id):
        t.record(ForceGone("21.33", f.side, f.id))
    if has_waiting_battle(t.state):
        await fight_given_battle(t)
        return
    if displacement.fallen_base(t.state):
        await displacement.displace_all(t)
        return
    if surplus.surplus_to_choose(t.state):
        await surplus.choose_idle(t)
        return
    await HANDLERS[t.state.phase, t.state.segment](t)


async def run_moment(t: Table[State], moment: str) -> bool:
    """Run every function registered for a moment, then the scenario's part. Return True as soon as
    one of them wants another step first."""
    for f in DURING.get(moment, ()):
        if await f(t):
            return True
    scripted = SCRIPT.get(moment)
    return scripted is not None and await scripted(t)


async def ask_order(t: Table[State], kind: str, cite: str, **about: Any) -> Any:
    """Ask the moving side for one order and carry it out. Return the order; ``Done`` for a pass."""
    side = t.state.mover
    given = await AskOrder(
        side, cite, kind, facts(phase=t.state.phase, segment=t.state.segment, **about)
    )
    if isinstance(given, Pass):
        return DONE
    if not isinstance(given, Done):
        await carries[type(given)](t, side, given)
    return given


def begin_segment(t: Table[State], segment: str, cite: str = "21.4") -> None:
    t.record(SegmentBegan(cite, segment))


# --------------------------------------------------------------------------------- movement phase
@segment_handler("movement", "start")
async def _start(t: Table[State]) -> None:
    if not await run_moment(t, "turn-start"):
        begin_segment(t, "air")


@segment_handler("movement", "air")
async def _air(t: Table[State]) -> None:
    if not await run_moment(t, "air"):
        begin_segment(t, "announce", "21.416A")


@segment_handler("movement", "announce")
@clause("21.414B")
async def _announce(t: Table[State]) -> None:
    """Take patrols, base changes and SW deployments. All are announced before any of them sails."""
    if isinstance(await ask_order(t, "movement", "21.416A"), Done):
        begin_segment(t, "patrols", "21.416B")


@segment_handler("movement", "patrols")
async def _patrols(t: Table[State]) -> None:
    if not await run_moment(t, "patrols"):
        begin_segment(
            t, "harbor" if harbor_attack.is_attack_possible(t.state) else "base-changes", "21.221"
        )


@clause("21.441")
@segment_handler("movement", "harbor")
async def _harbor(t: Table[State]) -> None:
    """Take harbor attacks, after the patrols have attacked and before base changes are
    completed."""
    if not harbor_attack.is_attack_possible(t.state) or isinstance(
        await ask_order(t, "harbor", "21.441"), Done
    ):
        begin_segment(t, "base-changes", "21.221")


@segment_handler("movement", "base-changes")
async def _base_changes(t: Table[State]) -> None:
    if not await base_change.complete_next(t):
        begin_segment(t, "supply", "21.42")


@segment_handler("movement", "supply")
async def _supply(t: Table[State]) -> None:
    """Determine the initial supply."""
    if not sea_supply.asks_for_supply(t.state) or isinstance(
        await ask_order(t, "supply", "21.42"), Done
    ):
        begin_segment(t, "transport", "21.43")


@segment_handler("movement", "transport")
async def _transport(t: Table[State]) -> None:
    if isinstance(await ask_order(t, "transport", "21.43"), Done):
        begin_segment(t, "ground", "21.225")


@segment_handler("movement", "ground")
async def _ground(t: Table[State]) -> None:
    """Take occupations by ground units, where a player reports ground movement (it is not
    refereed)."""
    if not t.state.ground_reported or isinstance(await ask_order(t, "ground", "21.225"), Done):
        t.record(PhaseBegan("21.5", "combat", "missions"))


# ----------------------------------------------------------------------------------- combat phase
@segment_handler("combat", "missions")
@clause("21.554B", "21.557A")
async def _missions(t: Table[State]) -> None:
    """Take offensive missions. All are announced before any of them sails. A side that has none in
    the scenario is not asked."""
    s = t.state
    asked = s.ground_reported or s.mover in s.offensives or raid.is_raid_possible(s)
    if asked and not isinstance(await ask_order(t, "combat", "21.5"), Done):
        return
    begin_segment(
        t, "sailing" if voyage.waiting_missions(t.state) or t.state.assaults else "raids", "21.5"
    )


@clause("21.531B")
@segment_handler("combat", "raids")
async def _raids(t: Table[State]) -> None:
    """Let raiders sail with the other missions. They are settled before strategic warfare."""
    if await box_sequence.play_next_stage(t):
        return
    begin_segment(
        t,
        "air-missions"
        if t.state.assaults or voyage.missions_at_sea(t.state, t.state.mover)
        else "returns",
        "21.4183",
    )


@segment_handler("combat", "start")
async def _combat_start(t: Table[State]) -> None:
    begin_segment(t, "missions")


@segment_handler("movement", "setup")
async def _setup(t: Table[State]) -> None:
    """Let raiders be put to sea before the first player turn."""
    if isinstance(await ask_order(t, "raid-setup", "21.5331"), Done):
        begin_segment(t, "start")


COMBAT = (
    ("sailing", "raids", "21.53"),
    ("air-missions", "air-cover", "21.517F"),
    ("air-cover", "oppose-cover", "21.556B"),
    ("oppose-cover", "landings", "21.517"),
    ("landings", "returns", "21.4183"),
)
"""Segments that only run what is registered for them, repeatedly: (segment, next segment,
clause)."""


def register_segment(segment: str, then: str, cite: str) -> None:
    """Register a combat-phase segment that runs its registered functions until none wants another
    step."""

    async def handle(t: Table[State]) -> None:
        if not await run_moment(t, segment):
            begin_segment(t, then, cite)

    segment_handler("combat", segment)(handle)


for _segment, _then, _cite in COMBAT:
    register_segment(_segment, _then, _cite)


@segment_handler("combat", "returns")
async def _returns(t: Table[State]) -> None:
    if await run_moment(t, "combat-end"):
        return
    if t.state.assaults:
        begin_segment(t, "exploitation", "21.518")
    else:
        begin_segment(t, "post-combat-supply", "21.56")


@segment_handler("combat", "exploitation")
async def _exploitation(t: Table[State]) -> None:
    """Play exploitation, once all ships except submarines have returned to base."""
    if not await run_moment(t, "exploitation"):
        begin_segment(t, "close", "21.517K")


@segment_handler("combat", "close")
async def _combat_close(t: Table[State]) -> None:
    if not await run_moment(t, "combat-close"):
        begin_segment(t, "post-combat-supply", "21.56")


@segment_handler("combat", "post-combat-supply")
@clause("21.56")
async def _post_combat_supply(t: Table[State]) -> None:
    """Determine supply again after combat. Lines, oil and grants go by sea as before."""
    if not sea_supply.asks_for_supply(t.state) or isinstance(
        await ask_order(t, "supply", "21.56"), Done
    ):
        if t.state.closing and t.state.last_phase == "combat":
            t.record(PhaseBegan("21.4", "end", "close"))
        else:
            t.record(PhaseBegan("21.121B", "construction", "build"))


# ----------------------------------------------------------------------------- construction phase
@segment_handler("construction", "start")
async def _construction_start(t: Table[State]) -> None:
    begin_segment(t, "build")


@segment_handler("construction", "build")
async def _build(t: Table[State]) -> None:
    """Take the moving side's port building, if any of its nations can build. It comes before
    redeployment, so that new ports can be used in redeployment."""
    s = t.state
    may = s.ground_reported or any(side_of(s, n) == s.mover for n in s.accounts)
    if not may or isinstance(await ask_order(t, "construction", "21.121B"), Done):
        t.record(PhaseBegan("21.6", "redeployment", "redeploy"))


# ----------------------------------------------------------------------------- redeployment phase
@segment_handler("redeployment", "start")
async def _redeploy_start(t: Table[State]) -> None:
    begin_segment(t, "redeploy")


@segment_handler("redeployment", "redeploy")
async def _redeploy(t: Table[State]) -> None:
    if isinstance(await ask_order(t, "redeployment", "21.6"), Done):
        begin_segment(t, "close", "21.112")


@segment_handler("redeployment", "close")
async def _redeploy_close(t: Table[State]) -> None:
    await surplus.eliminate_surplus(t)
    t.record(PhaseBegan("21.71", "end", "uninvert"))


# --------------------------------------------------------------------------- end of a player turn
@segment_handler("end", "uninvert")
@clause("21.311#2", "21.224#3", "21.34#2")
async def _uninvert(t: Table[State]) -> None:
    """Uninvert the moving side's inverted ships: all of them, or as many factors as its oil allows
    (33.7)."""
    s = t.state
    tired = [u for u in s.ships(s.mover) if u.inverted and not scenario_rules.is_resting(s, u)]
    limit = s.oil.get(s.mover, -1)
    if limit >= 0 and factors(tired) > limit:
        given = await AskOrder(s.mover, "21.71", "uninversion", facts(limit=limit))
        chosen = (
            forces.muster_units(t, s.mover, given.units, "21.71")
            if isinstance(given, Uninvert)
            else ()
        )
        tired = [t.state.units[i] for i in chosen]
    if tired:
        t.record(Marked("21.71", s.mover, tuple(u.id for u in tired), "uninverted"))
    begin_segment(t, "close")


@checks(Uninvert)
@clause("21.71")
def check_uninvert(view: State, request: AskOrder, given: Uninvert) -> Verdict:
    """Check that the ships are the side's own, inverted and within its oil allotment."""
    limit = int(dict(request.about).get("limit", 0))
    ships = forces.selected_units(view, request.side, given.units)
    out = [
        Refusal("21.71", "not-inverted", (u.id,))
        for u in ships
        if u.side != request.side or not u.inverted
    ]
    tired = [u for u in ships if scenario_rules.is_resting(view, u)]
    out += [
        Refusal(
            "21.311", "still-resting", (u.id,), facts(season=scenario_rules.season_of_turn(u.rests))
        )
        for u in tired
    ]
    if request.kind != "uninversion":
        out.append(Refusal("21.71", "wrong-phase", ()))
    elif factors(ships) > limit:
        out.append(
            Refusal(
                "21.71",
                "too-little-oil",
                tuple(u.id for u in ships),
                facts(factors=factors(ships), limit=limit),
            )
        )
    return refuse(*out)


@segment_handler("end", "start")
async def _end_start(t: Table[State]) -> None:
    begin_segment(t, "uninvert")


@segment_handler("end", "close")
async def _close(t: Table[State]) -> None:
    """Close the player turn: the other side's submarines return, the scenario's script runs, and
    the next player turn or the end of the game follows."""
    if await run_moment(t, "opposing-end") or await run_moment(t, "turn-end"):
        return
    forces.merge_detachments(t)
    s = t.state
    if s.closing:
        await run_moment(t, "game-end")
        t.record(GameEnded("21.4"))
        return
    year, season, mover = next_player_turn(s)
    t.record(PlayerTurnBegan("21.4", year, season, mover))


def next_player_turn(s: State) -> tuple[int, str, str]:
    """Return year, season and side of the next player turn."""
    i = s.sides.index(s.mover)
    if i + 1 < len(s.sides):
        return s.year, s.season, s.sides[i + 1]
    n = SEASONS.index(s.season)
    return (
        (s.year, SEASONS[n + 1], s.sides[0])
        if n + 1 < len(SEASONS)
        else (s.year + 1, SEASONS[0], s.sides[0])
    )
