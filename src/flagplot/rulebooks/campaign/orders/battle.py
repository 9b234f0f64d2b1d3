"""Orders of a battle, such as ``move UK-BB-1 to 12,07`` and ``end turn``."""

from __future__ import annotations

import msgspec

from ..nouns import Deck, Fighter, Hex, L, Target

order = L.order


@order("place {unit} at {at}", clause="6.5.1.1", asked="battle", late="6.3.b", title="Place")
class Place(msgspec.Struct, frozen=True, tag="place"):
    """Place a unit on the map before the battle."""

    unit: Fighter
    at: Hex


@order("ready", clause="6.5.1.1", asked="battle", late="6.3.b", title="Deployed: begin")
class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """End the side's deployment. The staff places units that are not placed."""


@order("move {unit} to {to}", clause="6.5.1", asked="battle", late="6.3.b", title="Move")
class Move(msgspec.Struct, frozen=True, tag="move"):
    """Sail or fly a unit to a hex by the shortest open route."""

    unit: Fighter
    to: Hex


@order("fire {unit} at {target}", clause="6.5.1", asked="battle", late="6.3.b", title="Fire")
class Fire(msgspec.Struct, frozen=True, tag="fire"):
    """Attack an enemy unit in range."""

    unit: Fighter
    target: Target


@order(
    "launch {unit} to {at}", clause="6.1.7.3", asked="battle", late="6.3.b", title="Launch aircraft"
)
class Launch(msgspec.Struct, frozen=True, tag="launch"):
    """Launch an air unit from its carrier into the carrier's hex or one beside it."""

    unit: Fighter
    at: Hex


@order(
    "rearm {unit} on {carrier}",
    clause="6.1.7.3",
    asked="battle",
    late="6.3.b",
    title="Land and rearm",
)
class Rearm(msgspec.Struct, frozen=True, tag="rearm"):
    """Land an air unit on a carrier beside it, to rearm and refuel (6.1.7.3)."""

    unit: Fighter
    carrier: Deck


@order("land {unit} at {at}", clause="6.5.2", asked="battle", late="6.3.b", title="Land troops")
class Land(msgspec.Struct, frozen=True, tag="land"):
    """Land a land unit from a transport that has been off the beach since its last turn."""

    unit: Fighter
    at: Hex


@order(
    "reembark {unit} on {ship}",
    clause="6.5.3.3",
    asked="battle",
    late="6.3.b",
    title="Take troops off",
)
class Board(msgspec.Struct, frozen=True, tag="reembark"):
    """Take a land unit off a port or a beach into an empty transport beside it."""

    unit: Fighter
    ship: Deck


@order("mine {at}", clause="6.5.1.1", asked="battle", late="6.3.b", title="Lay mines")
class Mine(msgspec.Struct, frozen=True, tag="mine"):
    """Close a hex to the defender's ships with mines for some turns, before the battle (scenario
    order)."""

    at: Hex


@order("end turn", clause="6.5.1", asked="battle", late="6.3.b", title="End the turn")
class EndTurn(msgspec.Struct, frozen=True, tag="end-turn"):
    """End the side's turn of the battle."""


@order("call terms", clause="6.5.4.7", asked="battle", late="6.3.b", title="Call for terms")
class Terms(msgspec.Struct, frozen=True, tag="terms"):
    """Call on the other side to surrender, before any unit has fired (scenario order)."""


@order(
    "staff",
    clause="6.5.1",
    asked="battle",
    late="6.3.b",
    title="Leave the battle to the staff",
    grave=True,
)
class Staff(msgspec.Struct, frozen=True, tag="staff"):
    """Leave the rest of the battle to the staff."""


@order(
    "retreat",
    clause="6.5.1.b",
    asked="battle",
    late="6.3.b",
    title="Withdraw from the battle",
    grave=True,
)
class Retreat(msgspec.Struct, frozen=True, tag="retreat"):
    """Withdraw at the end of this turn, from turn 12 on (6.5.1)."""


BattleOrder = (
    Place
    | Ready
    | Move
    | Fire
    | Launch
    | Rearm
    | Land
    | Board
    | Mine
    | Terms
    | EndTurn
    | Retreat
    | Staff
)
