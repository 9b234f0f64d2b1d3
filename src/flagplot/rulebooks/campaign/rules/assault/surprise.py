"""Pearl Harbor and Oran: the conditions of the special port attacks, and the surprise chart
(6.5.4.6, 6.5.4.7)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flagplot.table import Refusal, Rulings, clause

from ...state import Assault, State
from ...state.ratings import nation_called
from .targets import ships_in_port
from .unit_limits import defender_of

PEARL_HARBOR, ORAN = "Pearl Harbor", "Oran"
VICHY = "Vichy France"
STRUCK = "pearl-harbor"
"""The flag that the only surprise attack has been made (HR-36)."""
FLEET_CARRIER = "CV"
"""Neither light carriers (``CVL``) nor escort carriers (``CVE``) are fleet carriers."""


def attacking_nations(state: State, a: Assault) -> set[str]:
    """Return the nations of the units that attack."""
    return {nation_called(state.planes[x].nation) for x in a.air} | {
        nation_called(state.ships[x].nation) for x in a.ships
    }


@clause("6.5.4.6.a")
def is_pearl_harbor(state: State, a: Assault) -> bool:
    """Return True for Japan's surprise attack, which is possible once in the game (HR-36,
    6.5.4.6)."""
    return (
        a.port == PEARL_HARBOR
        and attacking_nations(state, a) == {"Japan"}
        and not state.flags.get(STRUCK)
    )


@clause("6.5.4.7.a", "6.5.4.7.b")
def is_oran(state: State, a: Assault) -> bool:
    """Return True when British forces attack the fleet of a neutral Vichy France at Oran
    (6.5.4.7)."""
    return is_vichy_oran(state, a.port) and attacking_nations(state, a) == {"Britain"}


def is_vichy_oran(state: State, port: str) -> bool:
    """Return True when a port is Oran and Vichy France is neutral (6.5.4.7)."""
    return (
        port == ORAN
        and state.ports[port].neutral
        and nation_called(state.ports[port].nation) == VICHY
    )


def neutral_port(state: State, a: Assault) -> Refusal | None:
    """Return the refusal for an attack on a neutral port, else ``None``. Only the British may
    attack one, at Oran."""
    if not state.ports[a.port].neutral or a.special == "oran":
        return None
    flags = {x: state.planes[x].nation for x in a.air} | {x: state.ships[x].nation for x in a.ships}
    strangers = tuple(x for x, nation in flags.items() if nation_called(nation) != "Britain")
    if is_vichy_oran(state, a.port) and strangers:
        return Refusal("6.5.4.7.a", "british-only", strangers, also_cites=("6.5.4.7.b",))
    return Refusal("6.5.4.7.a", "port-neutral", (a.port,), also_cites=("6.5.4.a",))


def special_of(state: State, a: Assault) -> Assault:
    """Return the assault marked with its special case, if any."""
    kind = "pearl-harbor" if is_pearl_harbor(state, a) else "oran" if is_oran(state, a) else ""
    return msgspec.structs.replace(a, special=kind)


class Degree(msgspec.Struct, frozen=True, cache_hash=True):
    """The die of the surprise chart, with bands (lowest face, highest face, degree) (6.5.4.6)."""

    sides: int
    bands: tuple[tuple[int, int, str], ...]

    @property
    def dice(self) -> tuple[int, int]:
        return 1, self.sides

    def read(self, faces: Sequence[int]) -> str:
        return next(name for least, most, name in self.bands if least <= faces[0] <= most)

    def outcomes(self) -> tuple[tuple[tuple[str, int], ...], int]:
        return tuple((name, most - least + 1) for least, most, name in self.bands), self.sides


@clause("6.5.4.6.b")
def surprise_chart(rulings: Rulings) -> Degree:
    """Return the chart of the Naval Battles Sheet as a die (6.5.4.6)."""
    table = rulings.table("campaign.pearl-harbor")
    return Degree(
        int(table.dice.partition("d")[2]),
        tuple((int(r[0]), int(r[1]), str(r[2])) for _, r in table.rows),
    )


def said_degree(rulings: Rulings) -> str:
    """Return the degree of surprise that the house rule sets; empty where it leaves it to the chart
    (HR-36)."""
    choice = rulings.switch("HR-36")
    return "" if choice == "chart" else choice


@clause("6.5.4.6.b")
def carriers_at(state: State, a: Assault) -> tuple[str, ...]:
    """Return the fleet carriers of the USA in port, which the chart may place at sea (6.5.4.6).
    Damaged carriers, those under repair and those being built could not have sailed."""
    owner = defender_of(state, a.side, state.ports[a.port])
    return tuple(
        sorted(
            s.id
            for s in ships_in_port(state, a.port, owner)
            if s.cls == FLEET_CARRIER
            and nation_called(s.nation) == "USA"
            and s.readiness == "ready"
            and not (s.damaged or s.built)
        )
    )


def in_port_on(rulings: Rulings, degree: str) -> int:
    """Return the highest face of a D6 with which a fleet carrier is in port (6.5.4.6)."""
    return int(rulings.table("campaign.pearl-harbor").cell(degree, "carriers"))
