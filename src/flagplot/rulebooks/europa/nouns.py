"""Names as people type them: groups, units, cargo, air units, airbases, places."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable

from flagplot.boards.folding import by_umlauts, umlauts
from flagplot.rulebooks.europa.map import chart, sheets
from flagplot.rulebooks.europa.state import Campaign
from flagplot.rulebooks.europa.state.units import GUNS
from flagplot.table import TextError


def _like(said: str, known: Iterable[str], what: str) -> str:
    names = sorted(set(known))
    folded = {n.lower(): n for n in reversed(names)}
    if said in names:
        return said
    if said.lower() in folded:
        return folded[said.lower()]
    if spelled := by_umlauts({n: n for n in names}).get(umlauts(said)):
        return spelled
    near = difflib.get_close_matches(said.lower(), list(folded), n=4, cutoff=0.5)
    raise TextError(f"there is no {what} {said!r}", 0, [folded[n] for n in near] or names[:12])


def place(state: Campaign, said: str) -> str:
    """The hex of a printed id, a port or a place of the board. Raises :class:`TextError`."""
    if chart.is_hex(said):
        return sheets.canonical(said)
    ports = {p.name.lower(): h for h, p in state.ports.items()}
    if said.lower() in ports:
        return ports[said.lower()]
    known = sheets.place(said)
    if known:
        return known
    return ports[_like(said, [*ports, *sheets.place_names()], "hex or place").lower()] if ports else _like(
        said, sheets.place_names(), "hex or place")


def knows(state: Campaign, said: str) -> bool:
    """True for what a line may name: a side, a group, a unit, cargo, an air unit, a hex or place."""
    members = (m for g in state.groups.values() for m in g.members)
    if said in (*state.sides, *state.groups, *state.units, *state.cargo, *state.air, *members):
        return True
    try:
        return bool(place(state, said))
    except TextError:
        return False


def resolver(state: Campaign, side: str) -> Callable[[str, str], str]:
    """A function (kind, typed) -> id for the order parser, from what a side may know."""

    def name(kind: str, said: str) -> str:
        if kind == "place":
            return place(state, said)
        if kind == "sheet":
            return state.groups[said].hex.split(":")[0] if said in state.groups else ""
        if kind == "shore":
            return "port" if place(state, said) in state.ports else "beach"
        if kind == "group":
            return _like(said, [*state.groups, *state.units, *state.cargo], "group")
        if kind == "unit":
            group = state.groups.get(said)
            if group is not None and len(group.members) == 1 and said not in state.units:
                return group.members[0]
            return _like(said, [*state.units, *(m for g in state.groups.values() for m in g.members)], "unit")
        if kind == "cargo":
            return _like(said, state.cargo, "cargo")
        if kind == "guns":
            own = {state.battle.mover, state.battle.enemy} if state.battle else set(state.groups)
            ships = [u for g in state.standing(side) if g.id in own for u in state.of(g)]
            return " ".join(u.id for u in ships if u.kind in GUNS and u.strength > 0)
        bases = {a.base for a in state.air.values() if a.side == side}
        if kind == "base":
            if said in state.air and state.air[said].side == side:
                return state.air[said].base
            return _like(said, bases, "airbase")
        air = {k for k, a in state.air.items() if a.side == side}
        return _like(said, [*state.groups, *air, *bases], "searcher")

    return name
