"""The tie between a campaign and the battle fought in it."""

from __future__ import annotations

from flagplot.table.core.procedure import FieldLens


class Sea(FieldLens, frozen=True, tag="sea"):
    """The lens between the campaign and the battle being fought in it."""

    field = "battle"


SEA = Sea()
