"""What the lines of a case speak of, besides the nouns of the orders."""

from __future__ import annotations

from typing import Annotated

from flagplot.rulebooks.europa.nouns import PLACE
from flagplot.rulebooks.europa.orders import L
from flagplot.table.language import CaseLines, Choice, Listed

lines = CaseLines(L)

Side = Annotated[str, Choice("Allied", "Axis", name="side")]
Hexes = Annotated[tuple[str, ...], Listed(PLACE)]
