"""Checks of a position for faults that no order could have caused."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table import Refusal

from ..map import theatre
from ..map.ports import capacity, factors_based, is_port, side_holding
from ..nouns import Pick
from ..orders import Patrol
from ..rules.air import air_units
from ..rules.basing.surplus import excess, surplus_candidates
from ..rules.patrols import patrol
from ..state import State, Unit, factors


def position_faults(state: State) -> Iterator[tuple[str, str]]:
    """Yield (culprit, reason) pairs of the faults in a position: ships where no ship can lie,
    impossible patrols, overfull bases."""
    yield from _adrift(state)
    yield from _patrols(state)
    yield from _overfull(state)
    yield from _crowded(state)


def _adrift(state: State) -> Iterator[tuple[str, str]]:
    """Yield ships of no force that lie in a hex without a port, or in an enemy port."""
    for u in state.ships():
        if not u.at or u.status or u.force:
            continue
        if not is_port(state, u.at):
            yield (
                u.id,
                f"{u.id} lies at {u.at}, which has no port, and is on no patrol or other mission "
                "there (21.1)",
            )
        elif side_holding(state, u.at) == state.enemy(u.side):
            yield (
                u.id,
                f"{u.id} lies at {theatre.name_of(state, u.at)}, which the enemy holds (21.211)",
            )


def _patrols(state: State) -> Iterator[tuple[str, str]]:
    """Yield impossible patrols on station: in a forbidden hex, of ships that do not patrol, or not
    together (21.411), and surface ships on defensive patrol in their own player turn (21.4191)."""
    for f in state.forces.values():
        if f.mission not in ("patrol", "defensive-patrol") or f.state != "on-station":
            continue
        ships = state.members(f)
        order = Patrol(tuple(Pick(u.id) for u in ships), f.at)
        wrong: list[Refusal | None] = [
            patrol.mixed_refusal(ships, order),
            patrol.unfit_refusal(ships, order),
            *patrol.box_refusals(ships, order),
        ]
        if f.mission == "patrol" and not theatre.is_box(f.at):
            wrong.append(patrol.sea_hex_refusal(state, f.at))
        for r in filter(None, wrong):
            yield f.id, f"patrol {f.id} at {f.at} ({r.clause} {r.code})"
        surface = any(u.type != "SS" for u in ships)
        if surface and f.submarines:
            yield f.id, f"submarine patrol {f.id} is of ships (21.4184A)"
        elif (
            surface
            and f.mission == "defensive-patrol"
            and f.side == state.mover
            and "mover" in state.named_by_case
        ):
            yield f.id, f"{f.id} is on defensive patrol in its own player turn (21.4191)"


def _overfull(state: State) -> Iterator[tuple[str, str]]:
    """Yield ports above their limit, unless the surplus is named or has just returned. Such surplus
    is left to its owner (21.112)."""
    for place in {u.base: 0 for u in state.ships() if u.base}:
        over = excess(state, place)
        idle = factors(
            u
            for u in surplus_candidates(state, "", place)
            if u.frozen or (u.sortied and u.inverted)
        )
        name = theatre.name_of(state, place)
        if over and not capacity(state, place):
            yield name, f"ships are based at {name}, which has no port (21.1)"
        elif over > idle:
            held = f"{factors_based(state, place)} naval factors of {capacity(state, place)}"
            yield name, f"{name} bases {held} (21.112); say which are surplus"


def _crowded(state: State) -> Iterator[tuple[str, str]]:
    """Yield air bases above their limit (18.1, 21.438B), and squadrons aboard ships that carry none
    or fewer."""
    bases: dict[tuple[str, str], list[Unit]] = {}
    hangars: dict[str, int] = {}
    for u in state.units.values():
        if u.kind != "air" or not u.present:
            continue
        ship = state.units.get(u.aboard)
        if ship is not None and (
            u.type != "NAS" or not ship.type.startswith("CV") or ship.side != u.side
        ):
            yield u.id, f"{u.id} cannot be aboard {ship.id}"
        elif ship is not None:
            hangars[ship.id] = hangars.get(ship.id, 0) + u.factors
        if not u.aboard and not u.force and u.base and not theatre.is_box(u.base):
            bases.setdefault((u.side, u.base), []).append(u)
    for id, aboard in hangars.items():
        if aboard > state.units[id].factors:
            yield id, f"{aboard} squadrons are aboard {id}, which carries {state.units[id].factors}"
    for (_, place), units in bases.items():
        held, limit = (
            air_units.factors_counted(state, place, units),
            air_units.air_base_limit(state, place),
        )
        if held > limit:
            yield (
                units[-1].id,
                f"{theatre.name_of(state, place)} bases {held} air factors of {limit} (21.438B)",
            )
