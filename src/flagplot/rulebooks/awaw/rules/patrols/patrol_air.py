"""Attacks by a patrol's aircraft on enemy bases: on the way, from the patrol hex, and in the combat
phase (21.4181)."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import (
    AskOrder,
    Refusal,
    Remedy,
    Table,
    Verdict,
    about_map,
    clause,
    facts,
    refuse,
)

from ...events import SideEvent
from ...orders import Strike
from ...state import Force, State, Unit, replace
from .. import forces
from ..air import air_units, base_strike
from ..interception.movement_windows import open_patrol_window
from ..range.return_to_base import return_to_base
from ..registry import at_moment, checks

EN_ROUTE, STRIKES, COMBAT = "patrol-counterair", "patrol-strike", "combat-strike"


@clause("21.416G", "21.4181A", "21.4181")
async def fly_en_route(t: Table[State], id: str) -> None:
    """Let a patrol with fast carriers fight one round of counterair on its way, in a hex where it
    was not intercepted.

    HR-416G decides whether every base in range may be attacked in each round, or each base once for
    the whole voyage.
    """
    f = t.state.forces[id]
    done: list[str] = []
    while True:
        targets = [
            p
            for p in air_units.bases_in_range(t.state, f)
            if p not in done and not is_spent(t.state, f, p)
        ]
        flying = fresh_squadrons(t.state, f, done)
        if not targets or not flying:
            return
        about = facts(force=id, hex=f.at, bases=", ".join(targets))
        order = await AskOrder(f.side, "21.416G", EN_ROUTE, about)
        if not isinstance(order, Strike):
            return
        await attack_base(t, id, chosen_squadrons(t.state, f, order), order, "21.416G")
        t.record(
            air_units.AirUsed(
                "21.416G", f.side, squadron_ids(order), f"counterair {order.to} from {f.at}"
            )
        )
        done.append(order.to)


def is_spent(state: State, force: Force, place: str) -> bool:
    """Return True for a base that has had its one counterair of the whole approach, under the
    narrow reading of HR-416G."""
    if state.rulings.switch("HR-416G") != "per-base":
        return False
    marks = [m for u in air_units.squadrons_aboard(state, force) for m in u.used]
    return any(m.startswith(f"counterair {place} from ") for m in marks)


def fresh_squadrons(state: State, force: Force, done: Sequence[str]) -> tuple[Unit, ...]:
    """Return the squadrons that have not flown in this hex yet. Each flies once a round."""
    here = {f"counterair {p} from {force.at}" for p in done}
    return tuple(u for u in air_units.squadrons_aboard(state, force) if not here & set(u.used))


def squadron_ids(order: Strike) -> tuple[str, ...]:
    return tuple(p.id for p in order.units)


def chosen_squadrons(state: State, force: Force, order: Strike) -> tuple[Unit, ...]:
    """Return the squadrons that an order sends, with the factors it sends."""
    return forces.selected_units(state, force.side, order.units)


class BaseAttacked(SideEvent, frozen=True, tag="base-attacked"):
    """Attack of a patrol's squadrons on a base in this movement phase."""

    force: str
    place: str

    def apply(self, s: State) -> State:
        return replace(s, targets=(*s.targets, f"struck {self.force} {self.place}"))


@checks(Strike)
@clause("21.418")
def check_strike(view: State, request: AskOrder, order: Strike) -> Verdict:
    """Check whether squadrons may attack a base now.

    On the way they fly only counterair, one round from each hex. From the patrol hex they fly
    counterair and strikes in repeated rounds, on every enemy base in range. In the combat phase
    each squadron of a patrol that stayed flies one more mission (HR-4181C).
    """
    if request.kind == "air-missions":
        from ..invasion.air_support import check_base_strike

        return check_base_strike(view, request, order)
    if request.kind not in (EN_ROUTE, STRIKES, COMBAT):
        return refuse(not_now_refusal(view, order))
    force = view.forces.get(str(about_map(request).get("force", "")))
    if force is None:
        return refuse(Refusal("21.418", "no-strike-now", (order.to,), facts(phase=view.phase)))
    units = forces.selected_units(view, request.side, order.units)
    return refuse(
        not_flying_refusal(view, force, order),
        submarine_refusal(view, force, order),
        range_refusal(view, force, units, order.to, request.kind),
        counterair_refusal(order) if request.kind == EN_ROUTE else None,
        one_mission_refusal(view, units, order.to) if request.kind == COMBAT else None,
        pearl_harbor_refusal(view, force, order.to),
    )


@clause("21.4181B")
def not_flying_refusal(view: State, force: Force, order: Strike) -> Refusal | None:
    """Refuse squadrons that are not aboard the patrol's ships."""
    home = {u.id for u in air_units.squadrons_aboard(view, force)}
    strangers = tuple(p.id for p in order.units if p.id not in home)
    also = air_units.damaged_deck_clause(view, strangers)
    return (
        Refusal("21.4181B", "not-flying", strangers, facts(force=force.id), also_cites=also)
        if strangers
        else None
    )


@clause("21.4184C#2")
def submarine_refusal(view: State, force: Force, order: Strike) -> Refusal | None:
    """Refuse attacks by carrier aircraft on submarines."""
    boats = any(
        f.side != force.side and f.submarines and f.at == order.to for f in view.forces.values()
    )
    spare = boats and order.what == "attack"
    return (
        Refusal("21.4184C#2", "carriers-spare-submarines", (order.to,), facts(hex=order.to))
        if spare
        else None
    )


def range_refusal(
    view: State, force: Force, units: Sequence[Unit], base: str, asked: str
) -> Refusal | None:
    """Refuse a base out of range of the patrol, or of some of its squadrons."""
    targets = air_units.bases_in_range(view, force, ships=asked != EN_ROUTE)
    if base not in targets:
        clause = {EN_ROUTE: "21.416G", STRIKES: "21.4181B", COMBAT: "21.4181C"}[asked]
        return Refusal(
            clause,
            "base-out-of-range",
            (base,),
            facts(hex=force.at, bases=", ".join(targets) or "none"),
        )
    far = tuple(u.id for u in units if not air_units.is_in_range(view, u, base))
    return (
        Refusal("21.4181B", "base-out-of-range", far, facts(hex=force.at, bases=", ".join(targets)))
        if far
        else None
    )


@clause("21.416G")
def counterair_refusal(order: Strike) -> Refusal | None:
    """Refuse anything but counterair on the way to the patrol hex."""
    if order.what == "counterair":
        return None
    return Refusal("21.416G", "counterair-only", (order.to,), (), (counterair_remedy(order),))


@clause("21.4181C")
def one_mission_refusal(view: State, units: Sequence[Unit], base: str) -> Refusal | None:
    """Refuse a squadron's second mission in the combat phase."""
    used = tuple(u.id for u in units if not can_strike(view, u, base))
    return Refusal("21.4181C", "one-mission-each", used, (), (), ("HR-4181C",)) if used else None


@clause("21.416M-note", "21.416M-note@earlier")
def pearl_harbor_refusal(view: State, force: Force, base: str) -> Refusal | None:
    """Refuse an attack by a second patrol on the base in the opening attack on Pearl Harbor.
    Elsewhere several patrols may attack a base in a turn."""
    struck = [
        m.split()[1] for m in view.targets if m.startswith("struck ") and m.split()[2] == base
    ]
    second = is_opening_attack(view, force) and any(id != force.id for id in struck)
    return Refusal("21.416M-note", "one-patrol-at-pearl", (base,)) if second else None


@clause("21.557D", "21.554B#2")
def not_now_refusal(view: State, order: Strike) -> Refusal:
    """Return the refusal of a strike outside a question for one. Squadrons of a combat mission do
    not strike on the way to its hex."""
    decks = {
        view.units[u.aboard].force
        for u in forces.selected_units(view, view.mover, order.units)
        if u.aboard in view.units
    }
    missions = [
        f
        for f in view.forces.values()
        if f.id in decks and f.mission in ("carrier", "invade", "bombard")
    ]
    also = ("21.557D", "21.554B#2") if missions else ()
    return Refusal("21.418", "no-strike-now", (order.to,), facts(phase=view.phase), (), (), also)


def counterair_remedy(order: Strike) -> Remedy:
    from ..remedies import order_text

    return Remedy("counterair-instead", order_text(replace(order, what="counterair")))


def is_opening_attack(state: State, force: Force) -> bool:
    """Return True for the opening attack on Pearl Harbor (51.12)."""
    members = state.members(force)
    return bool(members) and all("pearl" in u.note for u in members)


@clause("21.416I", "21.416J", "21.4181B")
async def fly_strikes(t: Table[State], id: str) -> bool:
    """Fly rounds of counterair and strikes from the patrol hex. The enemy may intercept before
    each.

    Return False when the patrol is beaten between two rounds and has left.
    """
    while True:
        f = t.state.forces[id]
        if not air_units.squadrons_aboard(t.state, f) or not air_units.bases_in_range(
            t.state, f, ships=True
        ):
            break
        about = facts(
            force=id, hex=f.at, bases=", ".join(air_units.bases_in_range(t.state, f, ships=True))
        )
        order = await AskOrder(f.side, "21.416I", STRIKES, about)
        if not isinstance(order, Strike):
            break
        meeting = await open_patrol_window(t, id, "patrol-strikes")
        if id not in t.state.forces or not t.state.members(id):
            return False
        if meeting.fought and not meeting.won:
            await return_to_base(t, id, clause="21.416F")
            return False
        able = {u.id for u in air_units.squadrons_aboard(t.state, t.state.forces[id])}
        flying = tuple(u for u in chosen_squadrons(t.state, f, order) if u.id in able)
        if flying:
            await attack_base(t, id, flying, order, "21.416I")
    return True


async def attack_base(
    t: Table[State], id: str, flying: Sequence[Unit], order: Strike, cite: str
) -> None:
    """Fly one round at a base with squadrons of a patrol. The aircraft that it aborted are inverted
    when the patrol is over."""
    f = t.state.forces[id]
    t.record(BaseAttacked("21.416M-note", f.side, id, order.to))
    await base_strike.fly_sortie(t, forces.lead_of(f), f.side, flying, order, cite)


@clause("21.4181C", "21.556", "21.556A")
def can_strike(state: State, squadron: Unit, base: str) -> bool:
    """Return True for a squadron of a patrol that may attack a base in the combat phase: it has
    given no ground support and attacked no other base, unless HR-4181C allows that. Against one
    base its sorties are unlimited."""
    again = state.rulings.switch("HR-4181C") == "repeated"
    return "ground support" not in squadron.used and (
        again or air_units.attacked_base(squadron) in ("", base)
    )


@clause("21.4181C")
async def ask_combat_strike(t: Table[State], id: str) -> bool:
    """Ask for a sortie by a patrol that stayed, in the combat phase. Each of its squadrons may fly
    one mission (HR-4181C): sorties against one base.

    Return True when one was flown; the patrol may then order another.
    """
    f = t.state.forces[id]
    rested = [u for u in air_units.squadrons_aboard(t.state, f) if "combat-done" not in u.used]
    bases = [
        b
        for b in air_units.bases_in_range(t.state, f, ships=True)
        if any(can_strike(t.state, u, b) and air_units.is_in_range(t.state, u, b) for u in rested)
    ]
    if not bases:
        return False
    order = await AskOrder(
        f.side, "21.4181C", COMBAT, facts(force=id, hex=f.at, bases=", ".join(bases))
    )
    if not isinstance(order, Strike):
        t.record(air_units.AirUsed("21.4181C", f.side, tuple(u.id for u in rested), "combat-done"))
        return False
    flying = chosen_squadrons(t.state, f, order)
    first = tuple(i for i in squadron_ids(order) if not air_units.attacked_base(t.state.units[i]))
    if first:
        t.record(air_units.AirUsed("21.4181C", f.side, first, f"base {order.to}"))
    await base_strike.fly_sortie(t, COMBAT, f.side, flying, order, "21.4181C")
    return True


@at_moment("turn-end")
async def uninvert_mover_air(t: Table[State]) -> bool:
    """Uninvert the mover's air units at the end of the player turn."""
    air_units.uninvert_air(t, t.state.mover)
    return False
