"""Canals with rules of their own: Suez and its states, Corinth, the Kaiser Wilhelm Canal (32.A.6.a, 32.A.6.a.1, 36.A.5)."""

from __future__ import annotations

from flagplot.table import Refusal, clause, facts

from ...map import canals, chart, sheets
from ...state import Campaign, Group

LEAVE, CLOSE, REOPEN = "leave it", "close it", "reopen it"
LOSS = 25
"""Victory points the Allies lose when Suez is blocked while it was open."""


def why_not_pass(s: Campaign, group: Group, edge: str) -> Refusal | None:
    """Why a group may not use a hexside of a named canal, whatever it is made of and whoever owns the banks; ``None`` if it
    may."""
    ask = {canals.SUEZ: why_not_suez, canals.CORINTH: why_not_corinth, canals.KIEL: why_not_kiel}
    return ask[canals.of(edge)](s, group, edge)


# ------------------------------------------------------------------ Suez
@clause("32.A.6.a.s02", "32.A.6.a.s03")
def why_not_suez(s: Campaign, group: Group, edge: str) -> Refusal | None:
    """Allied groups of any type pass Allied-owned hexsides of the open canal; Axis groups never do."""
    if group.side == "Axis":
        return Refusal("32.A.6.a.s03", "suez-axis", (group.id,))
    if s.waters.suez != "open":
        return Refusal("32.A.6.a.s02", "suez-closed", (edge,), facts(state=s.waters.suez))
    if owner(s, edge) != "Allied":
        return Refusal("32.A.6.a.s02", "suez-owned", (edge,), facts(owner=owner(s, edge)))
    return None


@clause("32.A.6.a.s04")
def owner(s: Campaign, edge: str) -> str:
    """The side that owns a hexside of Suez: who owns both banks, or else who did so last; the Allies to begin with."""
    one, two = (s.owner(h) for h in chart.banks(edge))
    return one if one == two and one in s.sides else dict(s.waters.suez_held).get(edge, "Allied")


def held(s: Campaign) -> tuple[tuple[str, str], ...]:
    """Who owns each hexside of Suez that is not the Allies', to be remembered when its banks change hands."""
    return tuple((edge, who) for edge in canals.chain(canals.SUEZ) if (who := owner(s, edge)) != "Allied")


@clause("32.A.6.a.(3)", "32.A.6.a.(3).s02")
def is_blocked(s: Campaign) -> bool:
    """True when Suez is closed for good as an initial phase starts: a hexside is Axis-owned, or it was closed so before."""
    return s.waters.suez == "blocked" or any(who == "Axis" for _, who in held(s))


@clause("32.A.6.a.(1)", "32.A.6.a.(2)")
def choices(s: Campaign) -> tuple[str, ...]:
    """What the Allies may do with Suez in their initial phase: close it for a time while a supplied Axis unit stands in the
    Delta, reopen it when every hexside is theirs."""
    delta = set(str(s.rulings.table("europa.delta").cell("delta", "hexes")).split())
    threat = any(side == "Axis" and hex in delta and hex not in s.unsupplied for side, hex in s.troops)
    if s.phasing != "Allied":
        return ()
    if s.waters.suez == "open" and threat:
        return LEAVE, CLOSE
    return (LEAVE, REOPEN) if s.waters.suez == "closed" and not held(s) else ()


# ------------------------------------------------------------------ Corinth, Kiel
@clause("32.A.6.a.1")
def why_not_corinth(s: Campaign, group: Group, edge: str) -> Refusal | None:
    """A side that owns both banks of the Corinth Canal passes any group without TFs and carrier groups."""
    big = tuple(u.id for u in s.of(group) if u.kind in ("TF", "SHIP", "CG"))
    if big:
        return Refusal("32.A.6.a.1", "corinth-too-big", big)
    hostile = tuple(h for h in chart.banks(edge) if s.owner(h) != group.side)
    return Refusal("32.A.6.a.1", "canal-bank", hostile, facts(hexside=edge)) if hostile else None


@clause("36.A.5.s02", "36.A.5.s03", "36.A.5.(a)")
def why_not_kiel(s: Campaign, group: Group, edge: str) -> Refusal | None:
    """Groups of all types use the canal while both its ports are friendly and function and both banks are friendly."""
    for name in canals.ends(canals.KIEL):
        port = s.ports.get(sheets.place(name))
        if port is None or port.owner != group.side or not port.works:
            return Refusal("36.A.5.s02", "kiel-port", (port.hex if port else sheets.place(name),))
    hostile = tuple(h for h in chart.banks(edge) if s.owner(h) != group.side)
    return Refusal("36.A.5.s02", "canal-bank", hostile, facts(hexside=edge)) if hostile else None
