"""Both lines of a battle for the page: the side's own ships, and the enemy ships found."""

from __future__ import annotations

from flagplot.table.display.battle import BattleLines, ShipLine
from flagplot.table.language.sentences import capitalise, count_text

from ..rules.combat import gunnery
from ..rules.combat.ships import Battle, Fleet, Group, Ship, is_damaged, undamaged_factors
from ..state import State
from . import names

MOST_ROUNDS = 6
"""Number of rounds shown: combat groups are numbered 1 to 6 (22.3)."""


def lines_of_battle(view: State, side: str) -> BattleLines | None:
    """Return the lines of the current battle; ``None`` without one. *view* is the side's view."""
    battle = view.battle
    if not isinstance(battle, Battle) or not battle.hex:
        return None
    mine = [f for f in battle.fleets if f.side == side]
    his = [f for f in battle.fleets if f.side != side]
    if not mine or not his:
        return None
    found = [g for g in his[0].groups if not g.ships and g.report]
    hidden = sum(1 for g in his[0].groups if not g.ships and not g.report)
    sound = [
        sum(undamaged_factors(battle.rulings, g.ships) for g in f.groups) for f in (mine[0], his[0])
    ]
    note = f"{sound[0]} undamaged factors against {sound[1]}"
    if hidden:
        note += f", {count_text(hidden, 'enemy group')} not found yet"
    below = any(s.type == "SS" for f in (*mine, *his) for g in f.groups for s in g.ships)
    rounds = 0 if below else MOST_ROUNDS
    place = names.place_name(view, battle.hex)
    return BattleLines(
        place,
        line_of_fleet(view, battle, mine[0]),
        line_of_fleet(view, battle, his[0]),
        battle.round,
        rounds,
        note,
        unseen=tuple(capitalise(report_text(g)) for g in found),
    )


def report_text(group: Group) -> str:
    """Return what a search reported of a group whose ships are unseen: ``group 2 found, ten factors
    or more, 1 carrier, fast``."""
    r = group.report
    if r is None:
        return ""
    words = [
        f"group {group.number} found",
        "ten factors or more" if r.band == "10+" else "under ten factors",
    ]
    words += [count_text(r.carriers, "carrier")] if r.carriers else []
    words += ["fast" if r.fast else "with slow ships", *(["with cargo"] if r.cargo else [])]
    return ", ".join(words)


def line_of_fleet(view: State, battle: Battle, fleet: Fleet) -> tuple[ShipLine, ...]:
    """Return the ships of a fleet in order: heavy ships by rank, light ships, those behind the
    screen, lost ships."""
    here: tuple[ShipLine, ...] = ()
    for g in fleet.groups:
        order = gunnery.lines_of(battle.rulings, g)
        for place, ships in (
            ("", order.heavy),
            ("light", order.light),
            ("screened", order.screened),
        ):
            here += tuple(
                ship_line(
                    view, battle, g.ships[i], g.number, "" if g.ships[i].type == "SS" else place
                )
                for i in ships
            )
    gone = tuple(
        ShipLine(
            capitalise(names.unit_name(view, s.id)),
            silhouette(s),
            s.size,
            s.size,
            "lost",
            ("lost",),
            s.id,
            "screened",
        )
        for s in fleet.gone
    )
    return here + gone


def ship_line(view: State, battle: Battle, ship: Ship, group: int, place: str) -> ShipLine:
    """Return one ship or counter with its kind, speed, hits, and the number of its group once
    chosen."""
    words = [names.type_word(ship.type)]
    if not ship.fast:
        words.append("slow")
    if group:
        words.append(f"group {group}")
    hurt = is_damaged(battle.rulings, ship)
    if hurt:
        words.append("damaged")
    hits = ship.hits if ship.sized else ship.lost
    size = ship.size if ship.sized else ship.size + ship.lost
    state = ("damaged",) if hurt else ()
    name = capitalise(names.unit_name(view, ship.id))
    return ShipLine(name, silhouette(ship), size, hits, ", ".join(words), state, ship.id, place)


def silhouette(ship: Ship) -> str:
    """Return the silhouette of a ship's class."""
    return names.SILHOUETTES.get(ship.type, "unknown")
