"""The ships that may sail, and the groups they form: task forces, flotillas, raiders (6.1)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from flagplot.table import Refusal, clause, facts

from ..state import Mission, Ship, State


def ships_named(state: State, side: str, ids: Iterable[str]) -> tuple[list[Ship], list[Refusal]]:
    """Return the ships named, and a refusal for each name that is not one of the side's own ships
    in play."""
    found: list[Ship] = []
    faults: list[Refusal] = []
    for id in ids:
        ship = state.ships.get(id)
        if ship is None or (ship.side != side):
            faults.append(Refusal("6.1.a", "no-such-ship", (id,)))
        elif not ship.afloat:
            overrun = ("6.5.1.5.f",) if ship.gone == "scuttled" else ()
            faults.append(
                Refusal(
                    "6.1.a", "ship-gone", (id,), facts(why=ship.gone or "sunk"), also_cites=overrun
                )
            )
        elif ship.arrives > state.turn:
            faults.append(Refusal("6.3.a", "not-arrived", (id,), facts(turn=ship.arrives)))
        else:
            found.append(ship)
    return found, faults


STATE_OF_REPAIR = {
    "repair": "under repair",
    "construction": "under construction",
    "organizing": "organizing until the turn ends",
}


def why_in_yard(state: State, ship: Ship) -> Refusal | None:
    """Return the refusal for a ship that a yard has worked on this turn, and that must stay in it,
    else ``None`` (6.5.4.4)."""
    done = state.flags.get(f"work:{ship.id}") == str(state.turn)
    return Refusal("6.5.4.4.f", "worked-on", (ship.id,)) if done else None


@clause("6.5.1.4.f", "6.5.4.4.g")
def may_sail(state: State, ship: Ship, *, moving_home: bool = False) -> tuple[Refusal, ...]:
    """Return the refusals for a ship that may not sail. A damaged ship does no missions until
    repaired, but may change base (6.5.1.4); a ship sails on one mission a turn (6.3)."""
    faults: list[Refusal] = []
    if ship.fixed:
        faults.append(Refusal("6.1.7.4.c", "fixed-gun", (ship.id,)))
    if ship.mission:
        faults.append(Refusal("6.3.a", "has-mission", (ship.id, ship.mission)))
    if ship.damaged and not moving_home:
        faults.append(
            Refusal(
                "6.5.1.4.f", "damaged", (ship.id,), facts(strength=ship.strength, full=ship.full)
            )
        )
    if ship.readiness != "ready" and not (moving_home and ship.readiness == "repair"):
        fresh = ("6.5.4.4.g",) if ship.readiness == "organizing" else ()
        faults.append(
            Refusal(
                "6.5.1.4.f",
                "not-ready",
                (ship.id,),
                facts(state=STATE_OF_REPAIR[ship.readiness]),
                also_cites=fresh,
            )
        )
    elif (stays := why_in_yard(state, ship)) is not None:
        faults.append(stays)
    if ship.rest_until > state.turn:
        faults.append(Refusal("6.3.2.a", "no-fuel", (ship.id,), facts(turn=ship.rest_until)))
    return tuple(faults)


MOST_IN_FLOTILLA = 8
MOST_IN_FLEET = 2
"""The most submarines in a flotilla, and in a task force with other ships (6.1.4, 6.1.3)."""


@clause("6.1.3.a", "6.1.3.d", "6.1.3.e", "6.1.4.b")
def group_faults(ships: list[Ship], *, with_transports: bool = False) -> tuple[Refusal, ...]:
    """Check the group that ships form: a task force of any number, with at most 2 submarines, or a
    flotilla of at most 8 submarines (6.1.3, 6.1.4)."""
    subs = [s.id for s in ships if s.submarine]
    if len(subs) == len(ships) and not with_transports:
        if len(subs) > MOST_IN_FLOTILLA:
            return (
                Refusal(
                    "6.1.4.b",
                    "flotilla-too-large",
                    tuple(subs),
                    facts(submarines=len(subs), most=MOST_IN_FLOTILLA),
                ),
            )
    elif len(subs) > MOST_IN_FLEET:
        return (
            Refusal(
                "6.1.3.e",
                "too-many-submarines",
                tuple(subs),
                facts(submarines=len(subs), most=MOST_IN_FLEET),
            ),
        )
    return ()


@clause("6.1.5.a", "6.1.5.1.a", "6.1.5.1.b")
def is_raider_group(ships: list[Ship]) -> bool:
    """Return True for a raider group: one or two surface units, each with speed 3 or more, or a
    disguised merchant raider (6.1.5, 6.1.5.1)."""
    return 1 <= len(ships) <= 2 and all(
        not s.submarine and (s.speed >= 3 or s.disguised) for s in ships
    )


@clause("6.1.4.a")
def with_group_marks(m: Mission, ships: list[Ship], *, said: bool = True) -> Mission:
    """Return the mission marked with the group that its ships form: submarines alone are a
    flotilla, fast ships on patrol raiders (6.1.4, 6.1.5).

    Ships with transports are a convoy, and ships that change base are never raiders. *said* is
    false for a patrol that its order calls one of plain warships.
    """
    flotilla = (
        bool(ships)
        and not m.transports
        and m.kind not in CONVOYS
        and all(s.submarine for s in ships)
    )
    return replace(
        m,
        flotilla=flotilla,
        raider=said and m.kind == "patrol" and not flotilla and is_raider_group(ships),
    )


CONVOYS = ("convoy", "escort")
"""Kinds of mission that protect transports."""

ESCORTS_ONLY = {"CVE": "6.1.8.1.c", "CC": "6.1.8.4.b", "DE": "6.1.8.5.b"}
"""Classes that neither patrol nor intercept, each with its clause."""


@clause("6.1.8.1.c", "6.1.8.4.b", "6.1.8.5.b")
def kept_from_hunting(cls: str, *, submarines: bool = False) -> str:
    """Return the clause by which ships of a class neither patrol nor intercept; empty for other
    classes (6.1.8). Those classes are escort carriers, coastal cruisers and destroyer escorts.
    Destroyer escorts may still intercept *submarines*."""
    return "" if submarines and cls == "DE" else ESCORTS_ONLY.get(cls, "")


def patrol_barred(ships: list[Ship]) -> tuple[Refusal, ...]:
    """Return the refusals for ships that may not patrol, class by class. Escorts may stay in port
    for ASW work (6.1.8)."""
    found = {cls: tuple(s.id for s in ships if s.cls == cls) for cls in ESCORTS_ONLY}
    return tuple(
        Refusal(kept_from_hunting(cls), "may-not-patrol", barred, facts(type=cls))
        for cls, barred in found.items()
        if barred
    )
