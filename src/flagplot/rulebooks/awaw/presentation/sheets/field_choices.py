"""Choices for the fields of a sheet, from a side's view only: ships by base, cargo by port,
places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from flagplot.table.core.memo import memo_per_state
from flagplot.table.display.sheets import Choice, Field
from flagplot.table.language.sentences import count_text

from ...map import theatre
from ...map.ports import is_friendly, is_landing_place, is_port
from ...rules.employment import free_ships
from ...rules.remedies import free_names
from ...state import COUNTED, State, Unit
from .. import names

TASK_FORCES = 3
"""Number of task-force names proposed."""


def ship_choices(
    view: State, side: str, kept: Callable[[Unit], bool] = lambda u: True
) -> tuple[Choice, ...]:
    """Return the ships that can begin an operation now, by base, the strongest base first. Task
    forces come before their ships."""
    able = [u for u in free_ships(view, side) if u.base and kept(u)]
    by_base: dict[str, list[Unit]] = {}
    for u in able:
        by_base.setdefault(u.base, []).append(u)
    out: list[Choice] = []
    for base, here in sorted(
        by_base.items(), key=lambda x: (-sum(u.naval_factors for u in x[1]), x[0])
    ):
        place = names.short_place(view, base)
        ids = {u.id for u in here}
        for g in view.groups.values():
            if g.side == side and g.units and ids.issuperset(g.units):
                out.append(
                    Choice(
                        g.name, g.name, place, names.units_text([view.units[i] for i in g.units], 4)
                    )
                )
        out += (ship_choice(u, place) for u in here)
    return tuple(out)


def ship_choice(u: Unit, place: str) -> Choice:
    """Return a ship, or a counter of factors of which a part may go."""
    what = names.type_word(u.type)
    note = f"{what}, {count_text(u.factors, 'factor')}" + ("" if u.fast else ", slow")
    return Choice(
        u.id,
        u.name,
        place,
        note,
        f"{{n}} of {u.id}" if u.type in COUNTED and u.factors > 1 else "",
        u.factors,
    )


def cargo_choices(
    view: State, side: str, kinds: Sequence[str] = ("ground", "air")
) -> tuple[Choice, ...]:
    """Return the troops and aircraft ashore that may go by sea, by the place where they stand."""
    taken = {i for f in view.forces.values() if f.side == side for i in f.cargo}
    out = []
    for u in view.units.values():
        idle = u.present and not (
            u.force or u.aboard or u.transported or u.id in taken or u.note == "garrison"
        )
        if u.side == side and u.kind in kinds and idle and is_landing_place(view, u.at):
            note = f"{names.type_word(u.type)}, {count_text(u.factors, 'factor')}"
            out.append(Choice(u.id, u.name, names.short_place(view, u.at), note))
    return tuple(sorted(out, key=lambda c: (c.group, c.label)))


@memo_per_state
def port_choices(view: State, side: str) -> tuple[Choice, ...]:
    """Return the ports and boxes of a side, by name."""
    places = dict.fromkeys(
        (
            *(p.hex for p in theatre.load_board(view.board).places.values()),
            *view.extra_ports,
            *view.ports,
        )
    )
    mine = [p for p in places if is_port(view, p) and is_friendly(view, side, p)]
    own = sorted({u.base for u in view.ships(side) if u.base and theatre.is_box(u.base)})
    boxes = [b for b in (*theatre.MAPBOARD_BOXES, *own) if is_friendly(view, side, b) or b in own]
    return place_choices(
        view, (*sorted(mine, key=lambda p: names.short_place(view, p)), *dict.fromkeys(boxes))
    )


def place_choices(view: State, places: Iterable[str]) -> tuple[Choice, ...]:
    """Return places by the names that orders use, in the order given."""
    found = {names.short_place(view, p): p for p in places}
    return tuple(Choice(name, name, "", "" if name == p else p) for name, p in found.items())


def task_force_field(view: State, side: str) -> Field:
    """Return the field for the task-force name that 10 factors or more sail under."""
    names = tuple(Choice(n, n) for n in free_names(view, side, TASK_FORCES))
    return Field("tf", "As task force", names, optional=True, free=True)


VIA = Field("via", "By way of", optional=True)
"""Hexes or ports that the ships pass."""


def ground_choices(view: State, side: str) -> tuple[Choice, ...]:
    """Return the ground units of a side that stand ashore, by place."""
    mine = [
        u
        for u in view.units.values()
        if u.side == side and u.kind == "ground" and u.present and not u.force
    ]
    able = [u for u in mine if u.note != "garrison" and u.at]
    return tuple(
        sorted(
            (
                Choice(
                    u.id,
                    u.name,
                    names.short_place(view, u.at),
                    f"{names.type_word(u.type)}, {count_text(u.factors, 'factor')}",
                )
                for u in able
            ),
            key=lambda c: (c.group, c.label),
        )
    )
