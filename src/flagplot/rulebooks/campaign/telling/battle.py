"""A battle in words and pictures: what the page and the terminal show of it to one side."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Single
from flagplot.table.display import Clause, Counter, Display, ForceLine, Overlay, Phase

from ..advice.fitted import fitted
from ..map.ocean import hex_text, hexes_of
from ..nouns.names import SILHOUETTE, name
from ..play.points import totals
from ..rules.battle.sea import gun_range, in_destination, zone_squares
from ..state import State
from ..state.battle import Combatant, SeaBattle


def battle_display(view: State, side: str, requests: Sequence[Single], title: str, phases: tuple[Phase, ...]) -> Display:
    """The display while a battle is fought: its units, where they deploy or are bound, its turns."""
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
            tuple(x for x, on in (("used", u.moved and u.fired), ("damaged", u.strength < u.full)) if on),
        )
        for u in b.units
        if u.alive and u.at is not None
    )
    deploying = b.phase == "deploy" and side in (b.red, b.blue)
    squares = zone_squares(b, b.colour(side)) if deploying else b.destination
    style, label = ("zone", "deployment") if deploying else ("target", "destination")
    overlays = (Overlay(tuple(hex_text(h) for sq in squares for h in hexes_of(sq)), style, 0, label),)
    owed = next((r for r in requests), None)
    through = sum(1 for u in b.units if u.colour == "blue" and u.alive and in_destination(b, u.at))
    return Display(
        board="ocean",
        title=f"{title}: battle at {name(view, b.where)}",
        turn=f"Battle turn {min(b.turn, b.turns)} of {b.turns}",
        mover=b.moving_side,
        phases=phases,
        counters=counters,
        forces=tuple(_unit_line(b, u, side) for u in b.units if u.alive),
        overlays=overlays,
        scores=tuple((s, f"{v:g}") for s, v in totals(view).items()),
        notes=(
            Clause(f"{b.red} attacks, {b.blue} makes for the hatched squares; {through} there now.", "6.5.1.3.a"),
            Clause(f"A side may withdraw from turn {b.retreat_from} on.", "6.5.1.b"),
        ),
        forms=fitted(view, side, owed),
        track=(min(b.turn, b.turns), b.turns, b.retreat_from),
    )


def _battle_orders(b: SeaBattle, u: Combatant) -> tuple[str, ...]:
    """How orders to a unit begin: deploying, moving, firing, flying off, landing."""
    if b.phase == "deploy":
        return (f"place {u.id} at ",) if not u.aboard else ()
    if u.aboard:
        return (f"launch {u.id} to ",) if not u.moved else ()
    if u.at is None:
        return ()
    move = (f"move {u.id} to ",) if not u.moved else ()
    fire = (f"fire {u.id} at ",) if not u.fired and u.ammo > 0 else ()
    return (*move, *fire, *((f"rearm {u.id} on ",) if u.flies else ()))


def _unit_line(b: SeaBattle, u: Combatant, side: str) -> ForceLine:
    """A unit of the battle in the forces list; of an enemy only what is seen of it."""
    own, acted = u.side == side, " · has acted" if u.moved and u.fired else ""
    return ForceLine(
        u.id,
        u.name,
        u.side,
        "ship" if not u.flies else "air",
        hex_text(u.at) if u.at else u.aboard or "not placed",
        f"{u.strength}/{u.full}",
        SILHOUETTE.get(u.cls, "air"),
        ("used",) if u.moved and u.fired else ("ready",),
        (f"{u.cls} · moves {u.ratings.move} · fires {gun_range(u)} · ammunition {u.ammo}" if own else u.cls) + acted,
        _battle_orders(b, u) if own else (),
    )
