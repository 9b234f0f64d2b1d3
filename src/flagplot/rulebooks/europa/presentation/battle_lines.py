"""The two lines of a battle as a side sees them: groups at sea, submarines, or a coast defence and
its target."""

from __future__ import annotations

from flagplot.table.display.battle import BattleLines, ShipLine

from ..nouns import spoken_name
from ..state import Battle, Defence, Group, State
from ..state.units import Unit, is_warship, short_name, silhouette

NOTES = {"submarine": "submarines attack", "coast": "a coast defence fires", "air": "from the air"}
"""The note for each kind of battle other than surface combat."""


def battle_lines(view: State, side: str) -> BattleLines | None:
    """Return the lines of the current battle; ``None`` when there is none or the side has no part
    in it."""
    fight = view.battle
    if fight is None or not side:
        return None
    mover, enemy = (_side_line(view, fight, id) for id in (fight.mover, fight.enemy))
    group = view.groups.get(fight.mover)
    mine, his = (mover, enemy) if group is not None and group.side == side else (enemy, mover)
    note = ", ".join(
        [
            *([NOTES[fight.kind]] if fight.kind in NOTES else []),
            *(["by night"] if fight.night else []),
        ]
    )
    return BattleLines(spoken_name(view, fight.hex), mine, his, fight.round, 0, note, "hit")


def _side_line(view: State, fight: Battle, id: str) -> tuple[ShipLine, ...]:
    """Return a line of the battle: the units of a group, those of its screen first, or a coast
    defence; empty for aircraft."""
    group, defence = view.groups.get(id), view.defences.get(id) if fight.kind == "coast" else None
    if group is not None:
        return _group_line(view, fight, group)
    return (_defence_line(view, defence),) if defence is not None else ()


def _group_line(view: State, fight: Battle, group: Group) -> tuple[ShipLine, ...]:
    screen = fight.screen(group.id)
    units = sorted(
        view.of(group), key=lambda u: (u.id not in screen, not is_warship(u), -u.strength, u.id)
    )
    return tuple(_ship_line(u, u.id in screen) for u in units)


def _ship_line(u: Unit, screening: bool) -> ShipLine:
    """Return one unit with its hits."""
    name = short_name(u) or u.id
    words = [
        w
        for w, on in (
            ("in the screen", screening),
            ("flipped", u.flipped),
            ("damaged", bool(u.hits)),
        )
        if on
    ]
    return ShipLine(
        name, silhouette(u), u.top, u.hits, ", ".join(words), ("damaged",) if u.hits else (), u.id
    )


def _defence_line(view: State, d: Defence) -> ShipLine:
    """Return a coast defence with its hits. Its strength is twice its level."""
    words = f"level {d.level}" + ("" if d.fires else ", silenced")
    return ShipLine(
        f"Guns at {spoken_name(view, d.hex)}",
        "inf",
        2 * d.level,
        d.hits,
        words,
        ("damaged",) if d.hits else (),
        d.hex,
    )
