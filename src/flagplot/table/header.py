"""The header of a new game: what differs from the rule book's own switches and tables goes in with its content."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .contract.rulebook import Rulebook
from .core.dice import Dice, Sealed, Seeded
from .entries import FORMAT, Header
from .setup.rulings import Rulings
from .setup.rulings import rulings as rulings_of
from .setup.scenarios import Setup


def differing(chosen: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of *chosen* that *own* does not have just so."""
    return {k: v for k, v in sorted(chosen.items()) if own.get(k) != v}


def header_of(book: Rulebook[Any], setup: Setup, ruled: Rulings, dice: Dice, id: str = "", patience: int = 0) -> Header:
    """The header of a new game: what differs from the rule book's own switches and tables goes in with its content."""
    own = rulings_of(book.id, ruled.edition)
    scenario = next((s for s in book.scenarios if s.id == setup.scenario), None)
    return Header(
        FORMAT,
        book.id,
        book.version,
        ruled.edition,
        setup.scenario,
        (scenario or book.scenarios[0]).sides if book.scenarios else (),
        ruled.digest,
        setup.start,
        id,
        setup.house,
        differing(ruled.switches, own.switches) if ruled is not own else {},
        differing(ruled.tables, own.tables) if ruled is not own else {},
        dice.kind,
        dice.commitment if isinstance(dice, Sealed) else "",
        dice.seed if isinstance(dice, Seeded) else "",
        patience,
        setup.lots,
    )


def setup_of(header: Header) -> Setup:
    """The set-up a header records."""
    return Setup(header.scenario, header.start, header.edition, header.house, header.lots)
