"""Orders: a side's intent as plain values. Their text forms stand in :mod:`.grammar` and :mod:`.texts`.

A place is kept as it is written: a port or box by its name (``Gibraltar``), any other hex by its id (``B31``).
"""

from __future__ import annotations

import msgspec


class Pick(msgspec.Struct, frozen=True):
    """A unit, part of one (``factors`` of a destroyer, submarine or air unit), or a task force by name."""

    id: str
    factors: int = 0
    """0 means all of it."""


class Move(msgspec.Struct, frozen=True):
    """Some ships to one place; ``via`` are hexes or ports they pass, in order."""

    units: tuple[Pick, ...]
    to: str
    via: tuple[str, ...] = ()
    tf: str = ""


class BaseChange(msgspec.Struct, frozen=True, tag="base-change"):
    """Base changes announced together; their joint result is what counts (21.221)."""

    moves: tuple[Move, ...]


class Patrol(msgspec.Struct, frozen=True, tag="patrol"):
    """A patrol (of submarines: a submarine patrol) to a hex; ships of several ports make it a joint patrol (21.414B)."""

    units: tuple[Pick, ...]
    to: str
    via: tuple[str, ...] = ()
    tf: str = ""


class Transport(msgspec.Struct, frozen=True, tag="transport"):
    """Sea transport of ground and air units to one port (21.43); ``units`` are the carrying and the escorting ships."""

    cargo: tuple[Pick, ...]
    to: str
    units: tuple[Pick, ...]
    via: tuple[str, ...] = ()
    tf: str = ""


class Supply(msgspec.Struct, frozen=True, tag="supply"):
    """A sea supply line, oil shipment or BRP grant from ``source``; ``units`` protect or carry it."""

    what: str
    """``supply``, ``oil`` or ``brp``."""
    source: str
    to: str
    via: tuple[str, ...] = ()
    units: tuple[Pick, ...] = ()
    amount: int = 1
    tf: str = ""


class Mission(msgspec.Struct, frozen=True, tag="mission"):
    """An offensive mission of the combat phase: ``invade``, ``bombard`` or ``carrier``."""

    kind: str
    units: tuple[Pick, ...]
    to: str
    cargo: tuple[Pick, ...] = ()
    via: tuple[str, ...] = ()
    tf: str = ""


class Redeploy(msgspec.Struct, frozen=True, tag="redeploy"):
    """Naval redeployment (NR) of ships; with ``cargo`` a sea escort of ground or air units (21.6)."""

    units: tuple[Pick, ...]
    to: str
    via: tuple[str, ...] = ()
    cargo: tuple[Pick, ...] = ()
    tf: str = ""


class Displace(msgspec.Struct, frozen=True, tag="displace"):
    """Where displaced ships go (21.23)."""

    units: tuple[Pick, ...]
    to: str
    via: tuple[str, ...] = ()


class FormTF(msgspec.Struct, frozen=True, tag="form"):
    """Organise ships of one port as a task force."""

    name: str
    units: tuple[Pick, ...]


class DisbandTF(msgspec.Struct, frozen=True, tag="disband"):
    """Dissolve a task force."""

    name: str


class Split(msgspec.Struct, frozen=True, tag="split"):
    """Divide a force at sea: these ships become a force of their own (21.313)."""

    force: str
    units: tuple[Pick, ...]


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw"):
    """Take back an announcement that has not been carried out."""

    force: str


class Sequence(msgspec.Struct, frozen=True, tag="sequence"):
    """The order in which the patrols are carried out (21.416B)."""

    forces: tuple[str, ...]


class BuildPort(msgspec.Struct, frozen=True, tag="build"):
    """Construct a port (21.121)."""

    hex: str
    nation: str = ""


class AssignRP(msgspec.Struct, frozen=True, tag="assign"):
    """Assign research points to port building (21.121A)."""

    amount: int
    nation: str = ""


class Eliminate(msgspec.Struct, frozen=True, tag="eliminate"):
    """Surplus ships chosen for elimination (21.112)."""

    units: tuple[Pick, ...]


class Freeze(msgspec.Struct, frozen=True, tag="idle"):
    """Surplus ships chosen to lie idle (21.112)."""

    units: tuple[Pick, ...]


class Uninvert(msgspec.Struct, frozen=True, tag="uninvert"):
    """Ships that turn face up again when the player turn ends."""

    units: tuple[Pick, ...]


class Intercept(msgspec.Struct, frozen=True, tag="intercept"):
    """Intercept with these ships at a hex."""

    units: tuple[Pick, ...]
    hex: str
    via: tuple[str, ...] = ()
    tf: str = ""


class Counter(msgspec.Struct, frozen=True, tag="counter"):
    """Counter-intercept with these ships, in the interception hex, or (an interceptor that came from a defensive patrol) in a
    *hex* of its way there."""

    units: tuple[Pick, ...]
    via: tuple[str, ...] = ()
    tf: str = ""
    hex: str = ""


class Strike(msgspec.Struct, frozen=True, tag="strike"):
    """Send air units at a base, a force or a hex."""

    units: tuple[Pick, ...]
    to: str
    what: str = ""


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Let it pass."""


class Done(msgspec.Struct, frozen=True, tag="done"):
    """Nothing more to order here."""


ORDER_TYPES: tuple[type, ...] = (
    BaseChange, Patrol, Transport, Supply, Mission, Redeploy, Displace, FormTF, DisbandTF, Split, Withdraw,
    Sequence, BuildPort, AssignRP, Eliminate, Freeze, Uninvert, Intercept, Counter, Strike, Pass, Done,
)
DONE = Done()
PASS = Pass()
