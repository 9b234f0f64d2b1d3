"""Canals with rules of their own: Suez and its states, Corinth, the Kaiser Wilhelm Canal (32.A.6.a,
32.A.6.a.1, 36.A.5)."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table import Refusal, clause, facts

from ...map import canals, chart, sheets
from ...state import Group, State
from ..special.landing import ground_units, is_open

LEAVE, CLOSE, REOPEN = "leave it", "close it", "reopen it"


SHUT = "shut"


LOSS = 25
"""Victory points the Allies lose when Suez is blocked while it was open."""


def canal_refusals(s: State, group: Group, edge: str) -> Iterator[Refusal]:
    """Yield every reason why a group may not use a hexside of a named canal."""
    ask = {canals.SUEZ: against_suez, canals.CORINTH: against_corinth, canals.KIEL: against_kiel}
    return ask[canals.canal_of(edge)](s, group, edge)


# ------------------------------------------------------------------ Suez
@clause("32.A.6.a.s02", "32.A.6.a.s03")
def against_suez(s: State, group: Group, edge: str) -> Iterator[Refusal]:
    """Check that a group may use a hexside of Suez: Allied groups of any type may while the canal
    is open and the hexside is Allied-owned; Axis groups never may."""
    if group.side == "Axis":
        yield Refusal("32.A.6.a.s03", "suez-axis", (group.id,))
        return
    if s.waters.suez != "open":
        ended = "32.A.6.a.(1)" if s.waters.suez == "closed" else "32.A.6.a.(3)"
        yield Refusal(
            "32.A.6.a.s02",
            "suez-closed",
            (edge,),
            facts(state=s.waters.suez),
            also_cites=("32.A.6.a.s05", ended),
        )
    if suez_owner(s, edge) != "Allied":
        yield Refusal(
            "32.A.6.a.s02",
            "suez-owned",
            (edge,),
            facts(owner=suez_owner(s, edge)),
            also_cites=("32.A.6.a.s04",),
        )


@clause("32.A.6.a.s04")
def suez_owner(s: State, edge: str) -> str:
    """Return the side that owns a hexside of Suez: the owner of both banks, or else the last side
    that owned both. At first the Allies own every hexside."""
    one, two = (s.owner(h) for h in chart.hexes_of_side(edge))
    return one if one == two and one in s.sides else dict(s.waters.suez_held).get(edge, "Allied")


def suez_hexsides_held(s: State) -> tuple[tuple[str, str], ...]:
    """Return the owners of the Suez hexsides that are not Allied-owned: pairs (hexside, side). The
    state keeps them when the banks change hands."""
    return tuple(
        (edge, who)
        for edge in canals.hexsides_of(canals.SUEZ)
        if (who := suez_owner(s, edge)) != "Allied"
    )


@clause("32.A.6.a.(3)", "32.A.6.a.(3).s02")
def is_blocked(s: State) -> bool:
    """Return True when Suez is permanently closed as an initial phase starts: a hexside is
    Axis-owned, or the canal was blocked before."""
    return s.waters.suez == "blocked" or any(who == "Axis" for _, who in suez_hexsides_held(s))


@clause("32.A.6.a.(1)", "32.A.6.a.(2)")
def suez_options(s: State) -> tuple[str, ...]:
    """Return the options of the Allies for Suez in their initial phase. They may close it for a
    time while a supplied Axis unit stands in the Delta, and reopen it when every hexside is
    Allied-owned."""
    delta = set(str(s.rulings.table("europa.delta").cell("delta", "hexes")).split())
    threat = any(hex in delta and hex not in s.unsupplied for hex in ground_units(s, "Axis"))
    if s.phasing != "Allied":
        return ()
    if s.waters.suez == "open" and threat:
        return LEAVE, CLOSE
    return (LEAVE, REOPEN) if s.waters.suez == "closed" and not suez_hexsides_held(s) else ()


# ------------------------------------------------------------------ Corinth, Kiel
@clause("32.A.6.a.1")
def against_corinth(s: State, group: Group, edge: str) -> Iterator[Refusal]:
    """Check that a group may pass the Corinth Canal: its side owns both banks, and it has no TFs,
    single ships or carrier groups."""
    big = tuple(u.id for u in s.of(group) if u.kind in ("TF", "SHIP", "CG"))
    if big:
        yield Refusal("32.A.6.a.1", "corinth-too-big", big)
    hostile = tuple(h for h in chart.hexes_of_side(edge) if s.owner(h) != group.side)
    if hostile:
        yield Refusal("32.A.6.a.1", "canal-bank", hostile, facts(hexside=edge))


@clause("36.A.5.s02", "36.A.5.s03", "36.A.5.(a)")
def against_kiel(s: State, group: Group, edge: str) -> Iterator[Refusal]:
    """Check that a group may use the Kaiser Wilhelm Canal. Groups of all types may while both its
    ports are friendly and function and both banks are friendly."""
    for hex in map(sheets.hex_of_place, canals.end_ports(canals.KIEL)):
        if not port_serves(s, hex, group.side):
            yield Refusal("36.A.5.s02", "kiel-port", (hex,))
    hostile = tuple(h for h in chart.hexes_of_side(edge) if s.owner(h) != group.side)
    if hostile:
        yield Refusal(
            "36.A.5.s02",
            "canal-bank",
            hostile,
            facts(hexside=edge),
            also_cites=("36.A.5.s03", "32.A.6.s03"),
        )


def port_serves(s: State, hex: str, side: str) -> bool:
    """Return True for a functioning port of a side."""
    port = s.ports.get(hex)
    return port is not None and port.owner == side and is_open(s, port)


# ------------------------------------------------------------------ what they are now
def canal_condition(s: State, name: str) -> str:
    """Return the condition of a canal in words: the side to which it is open, or the reason why it
    is shut. The text then begins with ``shut``."""
    if name == canals.SUEZ:
        shut = {"closed": f"{SHUT} for a time", "blocked": f"{SHUT} for good"}
        lost = f"{SHUT}, in part Axis" if suez_hexsides_held(s) else "open to the Allies"
        return shut.get(s.waters.suez, lost)
    banks = {h for edge in canals.hexsides_of(name) for h in chart.hexes_of_side(edge)}
    ports = (
        [sheets.hex_of_place(end) for end in canals.end_ports(name)] if name == canals.KIEL else []
    )
    able = [
        x
        for x in s.sides
        if all(s.owner(h) == x for h in banks) and all(port_serves(s, p, x) for p in ports)
    ]
    return (
        f"open to the {'Allies' if able[0] == 'Allied' else able[0]}"
        if able
        else f"{SHUT}: nobody holds it all"
    )
