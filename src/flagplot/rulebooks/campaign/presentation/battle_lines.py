"""A battle as one side sees it: its two lines, the strongest ships first, sunk ones last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flagplot.table import Single
from flagplot.table.display.battle import BattleLines, ShipLine
from flagplot.table.display.position import (
    Clause,
    Counter,
    Display,
    ForceLine,
    Overlay,
    Phase,
    Score,
)
from flagplot.table.language.sentences import count_text, side_clause, side_name

from ..map.battle_ground import exit_hexes, ground_of, objectives, zone_hexes
from ..map.battle_ocean import Hex, hex_text, hexes_of
from ..nouns import L
from ..nouns.names import SILHOUETTE, class_said, display_name
from ..orders.battle import Fire, Land, Launch, Move, Place, Rearm
from ..rules.combat.legality import enters_now
from ..rules.combat.visibility import gun_range, has_arrived, zone_squares
from ..rules.scoring import points_by_side
from ..state import State
from ..state.battle import Combatant, SeaBattle
from .order_forms import forms


def battle_display(
    view: State, side: str, requests: Sequence[Single], title: str, phases: tuple[Phase, ...]
) -> Display:
    """Return the display during a battle: its units, the hexes of deployment or destination, its
    turns."""
    b = view.battle
    assert b is not None
    counters = tuple(
        Counter(
            u.id,
            u.name,
            u.side,
            hex_text(u.at),
            SILHOUETTE.get(u.cls, "air"),
            str(u.strength),
            tuple(
                x
                for x, on in (("used", u.moved and u.fired), ("damaged", u.strength < u.full))
                if on
            ),
        )
        for u in b.units
        if u.alive and u.at is not None
    )
    overlays = (
        Overlay(tuple(hex_text(h) for h in marked_hexes(b, side)), *STYLE[is_deploying(b, side)]),
    )
    owed = next((r for r in requests), None)
    return Display(
        board=f"battle-{b.ground}" if b.ground else "ocean",
        title=f"{title}: battle at {display_name(view, b.where)}",
        turn=f"Battle turn {min(b.turn, b.turns)} of {b.turns}",
        mover=b.moving_side,
        phases=phases,
        counters=counters,
        forces=tuple(_unit_line(b, u, side) for u in b.units if u.alive),
        overlays=overlays,
        scores=tuple(Score(s, v, s) for s, v in points_by_side(view).items()),
        notes=tuple(battle_notes(b)),
        forms=forms(view, side, owed),
        track=(min(b.turn, b.turns), b.turns, b.retreat_from),
    )


STYLE: dict[bool, tuple[str, int, str]] = {
    True: ("zone", 0, "deployment"),
    False: ("target", 0, "destination"),
}


def is_deploying(b: SeaBattle, side: str) -> bool:
    """Return True for a side that places its units on the map now."""
    return b.phase == "deploy" and side in (b.red, b.blue)


def marked_hexes(b: SeaBattle, side: str) -> tuple[Hex, ...]:
    """Return the hexes to mark: the side's deployment hexes, later the destination, the objectives,
    or the ways out to sea."""
    if b.ground:
        if is_deploying(b, side):
            return zone_hexes(b.rulings, b.ground, b.colour(side))
        ground = ground_of(b.rulings, b.ground)
        return tuple(sorted(exit_hexes(ground))) if b.kind == "port" else objectives(ground)
    squares = zone_squares(b, b.colour(side)) if is_deploying(b, side) else b.destination
    return tuple(h for sq in squares for h in hexes_of(sq))


def battle_notes(b: SeaBattle) -> Iterator[Clause]:
    """Yield remarks on the aim of each side, and on when a side may withdraw."""
    if b.kind == "sea":
        through = sum(1 for u in b.units if u.colour == "blue" and u.alive and has_arrived(b, u))
        bound_there = (
            f"{side_clause(b.blue, 'makes', 'make')} for the hatched hexes; {through} there now."
        )
        yield Clause(f"{side_clause(b.red, 'attacks', 'attack')}. {bound_there}", "6.5.1.3.a")
        if b.scattered:
            yield Clause(
                "The convoy has scattered: its transports are through by any edge of the map.",
                "6.5.1.3",
            )
        yield Clause(f"A side may withdraw from turn {b.retreat_from} on.", "6.5.1.b")
        return
    if b.kind == "port":
        yield Clause(
            f"{side_clause(b.red, 'attacks', 'attack')} the port of {b.where}, "
            f"{count_text(b.turns, 'turn')}.",
            "6.5.4.b",
        )
    else:
        goals = objectives(ground_of(b.rulings, b.ground))
        told = f"all {len(goals)} hatched hexes in hand ({len(b.taken)} now), or with no defender left ashore."
        yield Clause(f"{side_clause(b.red, 'wins', 'win')} with {told}", "6.5.2.a")
    yield Clause(
        f"{side_clause(b.red, 'may', 'may')} break off from turn {b.retreat_from} on.", "6.5.1.b"
    )
    if b.duty:
        yield Clause(
            f"The ships of {side_name(None, b.red)} open fire by the end of turn {b.duty}, or "
            "break off.",
            "6.5.1",
        )
    for h, until in b.mined:
        yield Clause(
            f"Mines close {hex_text(h)} to the ships of {side_name(None, b.blue)} until turn "
            f"{until}.",
            "6.5.1",
        )


def _battle_orders(b: SeaBattle, u: Combatant) -> tuple[str, ...]:
    """Return the beginnings of orders to a unit: deploying, moving, firing, launching, landing."""
    if b.phase == "deploy":
        return (L.order_prefix(Place, unit=u.id),) if not u.aboard else ()
    if u.aboard and u.kind:
        return (L.order_prefix(Land, unit=u.id),) if not u.moved else ()
    if u.aboard:
        return (L.order_prefix(Launch, unit=u.id),) if not u.moved else ()
    if u.at is None:
        return (L.order_prefix(Place, unit=u.id),) if enters_now(b, u) else ()
    if u.facility:
        return ()
    move = (L.order_prefix(Move, unit=u.id),) if not (u.moved or u.fixed) else ()
    fire = (L.order_prefix(Fire, unit=u.id),) if not u.fired and u.ammo > 0 else ()
    return (*move, *fire, *((L.order_prefix(Rearm, unit=u.id),) if u.flies else ()))


def ability_text(u: Combatant) -> str:
    """Return a text of the abilities of the side's own unit."""
    return f"{class_said(u.cls)} · moves {u.ratings.move} · fires {gun_range(u)} · ammunition {u.ammo}{entrenchment_text(u)}"


def entrenchment_text(u: Combatant) -> str:
    """Return a text of a land unit's entrenchment; empty for others."""
    return f" · entrenched {u.entrenched}" if u.kind and not u.facility else ""


def _unit_line(b: SeaBattle, u: Combatant, side: str) -> ForceLine:
    """Return a unit's line in the list of forces; of an enemy only what is seen."""
    own, acted = u.side == side, " · has acted" if u.moved and u.fired else ""
    return ForceLine(
        u.id,
        u.name,
        u.side,
        "air" if u.flies else "ground" if u.kind else "ship",
        hex_text(u.at) if u.at else u.aboard or "not placed",
        f"{u.strength}/{u.full}",
        SILHOUETTE.get(u.cls, "air"),
        ("used",) if u.moved and u.fired else ("ready",),
        (ability_text(u) if own else class_said(u.cls) + entrenchment_text(u)) + acted,
        _battle_orders(b, u) if own else (),
        strength=(u.strength, u.full),
    )


def battle_lines(view: State, side: str) -> BattleLines | None:
    """Return the lines of the current battle; ``None`` when there is none or the side has no part
    in it."""
    b = view.battle
    if b is None or side not in (b.red, b.blue):
        return None
    mine = tuple(
        _ship_line(u, own=True)
        for u in sorted(b.units, key=_sort_key)
        if u.side == side and not u.left
    )
    his = tuple(
        _ship_line(u, own=False)
        for u in sorted(b.units, key=_sort_key)
        if u.side != side and not u.left
    )
    return BattleLines(
        display_name(view, b.where),
        mine,
        his,
        min(b.turn, b.turns),
        b.turns,
        "",
        "point",
        "turn",
        True,
    )


def _sort_key(u: Combatant) -> tuple[bool, bool, float, str]:
    return not u.alive, u.at is None, -u.strength * u.ratings.price, u.id


def _ship_line(u: Combatant, *, own: bool) -> ShipLine:
    """Return one unit's line, with the strength points it has lost."""
    words = [class_said(u.cls), *([f"at {hex_text(u.at)}"] if u.alive and u.at is not None else [])]
    if u.alive and u.at is None:
        words.append("aboard" if u.aboard else "not on the map")
    if own and u.alive and u.at is not None:
        words.append(f"fires {gun_range(u)}, {u.ammo} left" if u.ammo else "out of ammunition")
    state = ("lost",) if not u.alive else ("damaged",) if u.strength < u.full else ()
    return ShipLine(
        u.name,
        SILHOUETTE.get(u.cls, "air"),
        u.full,
        u.full - u.strength,
        ", ".join(words),
        state,
        u.id,
    )
