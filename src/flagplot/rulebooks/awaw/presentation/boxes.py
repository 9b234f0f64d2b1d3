"""The boxes off the map as boards of their own: raider groups, the ships that meet them,
transports, and ships in the box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flagplot.table import Single, about_map
from flagplot.table.display.position import (
    Box,
    BoxEncounter,
    Clause,
    Counter,
    CounterStack,
    short_name,
)
from flagplot.table.display.sheets import Part, Row
from flagplot.table.language.sentences import capitalise, count_text

from ..map import theatre
from ..rules.raiders import defenders, raider_table
from ..state import State, Unit
from ..state.raider_groups import Raid
from . import names
from .names import words


def boxes(view: State, side: str) -> tuple[Box, ...]:
    """Return every box in which something is known to lie or to happen."""
    found = (box(view, side, name) for name in (*theatre.SW_BOXES, *theatre.MAPBOARD_BOXES))
    return tuple(b for b in found if b is not None)


def box(view: State, side: str, name: str) -> Box | None:
    """Return a box; ``None`` when nothing is known of it."""
    raids = sorted(
        (r for r in view.raids.values() if r.box == name), key=lambda r: (r.number, r.id)
    )
    lying = tuple(stacks_in_box(view, side, name, raids))
    parts = tuple(
        p
        for p in (
            hunters_part(view, side, raids),
            engaged_part(view, raids),
            transports_part(view, name),
        )
        if p is not None
    )
    if not (raids or lying or parts):
        return None
    lead = (
        Clause(
            "Raiders come with the other missions and are settled before strategic warfare.",
            "21.531B",
        ),
    )
    return Box(
        name,
        name,
        lead if theatre.is_sw_box(name) else (),
        tuple(raid_encounter(view, side, r) for r in raids),
        lying,
        parts,
    )


def box_asked(request: Single) -> str:
    """Return the SW box that a question is about; empty for other questions."""
    place = str(about_map(request).get("box", ""))
    return place if place in theatre.SW_BOXES else ""


# ---------------------------------------------------------------------------------------- raiders
def raid_encounter(view: State, side: str, raid: Raid) -> BoxEncounter:
    """Return a raider group, the dice rolled for it, and the ships that meet it."""
    force = view.forces.get(raid.id)
    raiders = view.members(force) if force is not None else ()
    size = count_text(raid.ships, "ship") if raid.ships else "size not told"
    note = f"{size}{', damaged ships among them' if raid.hurt else ''}"
    left = CounterStack(
        f"Raider group {raid.id}",
        raid.side,
        counters_or_outline(raiders, raid.side, raid.id),
        note,
        raid.number,
    )
    foe = view.forces.get(raid.force)
    enemy = view.enemy(raid.side)
    met = tuple(counter_of(u) for u in view.members(foe)) if foe is not None else ()
    if foe is not None and not met:
        met = (outline(enemy, foe.id),)
    who = capitalise(names.force_name(view, foe.id)) if foe is not None else "Nobody has met it"
    return BoxEncounter(
        left,
        CounterStack(who, enemy, met),
        tuple(raid_progress(view, raid)),
        raid.dice,
        enemy,
        foe is not None,
    )


def raid_progress(view: State, raid: Raid) -> Iterator[Clause]:
    """Yield the progress of a raider group, in sentences."""
    if raid.stage.startswith(("answered", "assigned")):
        if not raid.opposed:
            yield Clause("Nobody opposes it.", "21.5341")
        elif raid.result:
            yield Clause(
                f"The hunt finds it: {count_text(raid.result, 'ship')} may engage.", "21.5342"
            )
        else:
            yield Clause("The hunt does not find it.", "21.5342")
    else:
        yield Clause(f"It is {words().term('stage', raid.stage)}.", "21.534")
    if raid.stage in ("in", "numbered", "struck"):
        parts = raider_table.modifiers(view, raid)
        listed = (
            ", ".join(f"{words().term('modifier', row)} {n:+d}" for row, n in parts if n) or "none"
        )
        yield Clause(f"Modifiers of the hunt: {listed}.", "21.5342")
    if raid.met and raid.stage not in ("assigned", "assigned again"):
        yield Clause(
            "Ships have met it; they stand before the transports."
            if raid.blocked
            else "Ships have met it.",
            "21.535",
        )
    if raid.struck:
        yield Clause("It has been among the transports.", "21.536")
    if raid.second:
        yield Clause("The second engagement.", "21.538A")


def hunters_part(view: State, side: str, raids: Sequence[Raid]) -> Part | None:
    """Return the side's own ships that may meet a group now; ``None`` without any."""
    rows = []
    for raid in raids:
        if raid.side != side and side and raid.stage != "out":
            able = defenders.eligible_ships(view, side, raid)
            by_base: dict[str, list[Unit]] = {}
            for u in able:
                by_base.setdefault(u.base, []).append(u)
            for base, here in by_base.items():
                cells = (
                    f"Group {raid.id}",
                    names.short_place(view, base),
                    names.units_text(here, 8),
                )
                rows.append(Row(cells, "21.5342G", side))
    return Part("Who may meet them", ("Group", "From", "Ships"), tuple(rows)) if rows else None


def engaged_part(view: State, raids: Sequence[Raid]) -> Part | None:
    """Return the known ships sent against each group so far, and those damaged or lost; ``None``
    without any."""
    rows = []
    for raid in raids:
        ships = [
            view.units[i]
            for i, group in view.hunters.items()
            if group == raid.id and i in view.units
        ]
        if ships:
            hurt = [u for u in ships if u.damaged or not u.present]
            cells = (
                f"Group {raid.id}",
                names.units_text(ships, 8),
                f"hurt or lost: {names.units_text(hurt, 4)}" if hurt else "",
            )
            rows.append(Row(cells, "21.5342E", ships[0].side))
    return Part("Engaged so far", ("Group", "Ships", ""), tuple(rows)) if rows else None


# --------------------------------------------------------------------------- what lies in the box
def transports_part(view: State, name: str) -> Part | None:
    """Return the transports of every side in a box, with the escorts counted there."""
    rows = []
    for key, sw in view.sw.items():
        owner = key.removesuffix(name).strip()
        if not key.endswith(name) or (owner and owner not in view.sides):
            continue
        more = [f"{sw.cves} escort carriers"] if sw.cves else []
        more += [f"{sw.asw} submarine hunters"] if sw.asw else []
        known = owner in ("", view.viewer)
        committed, load = (
            (str(sw.committed), (sw.committed, sw.transports)) if known else ("not known", None)
        )
        cells = (
            owner or "Transports",
            str(sw.transports),
            committed,
            names.list_text(more) if more else "",
        )
        rows.append(Row(cells, "21.536", owner or "", load=load))
    return (
        Part("Transports", ("Side", "In the box", "Committed", "Beside them"), tuple(rows))
        if rows
        else None
    )


def stacks_in_box(
    view: State, side: str, name: str, raids: Sequence[Raid]
) -> Iterator[CounterStack]:
    """Yield the ships and troops in the box, side by side. Of unseen enemy ships only an outline is
    shown."""
    away = {
        i for r in raids for f in (r.id, r.force) if f in view.forces for i in view.forces[f].units
    }
    for owner in view.sides:
        here = [
            u
            for u in view.units.values()
            if u.side == owner
            and u.base == name
            and u.present
            and not u.aboard
            and not u.force
            and u.id not in away
        ]
        ships = tuple(counter_of(u) for u in here if u.kind == "ship")
        others = tuple(counter_of(u) for u in here if u.kind != "ship")
        guards = [u for u in here if u.id in view.guards]
        if ships:
            note = f"{names.units_text(guards, 4)} guard what is shipped" if guards else ""
            yield CounterStack(f"Ships of {names.side_name(owner)}", owner, ships, note)
        elif owner != side and owner in view.presence.get(name, ()):
            yield CounterStack(
                f"Ships of {names.side_name(owner)}",
                owner,
                (outline(owner, name),),
                "which, is not known",
            )
        if others:
            yield CounterStack(f"Troops and aircraft of {names.side_name(owner)}", owner, others)


def counter_of(u: Unit) -> Counter:
    """Return a unit as a counter."""
    state = ("used" if u.inverted or u.used else "ready", *(("damaged",) if u.damaged else ()))
    what = names.type_word(u.type)
    picture = names.SILHOUETTES.get(u.type, "inf" if u.kind == "ground" else "unknown")
    return Counter(
        u.id,
        u.name,
        u.side,
        u.base,
        picture,
        str(u.factors),
        state,
        detail=what,
        short=short_name(u.id, u.name),
    )


def outline(side: str, id: str) -> Counter:
    """Return an outline for ships of which only the presence is known."""
    return Counter(id, "not known", side, "", "unknown", "?", ("seen",), short="?")


def counters_or_outline(ships: Sequence[Unit], side: str, id: str) -> tuple[Counter, ...]:
    """Return the ships of a group when they are known, else an outline."""
    return tuple(counter_of(u) for u in ships) or (outline(side, id),)
