"""6.1.6, 6.3.4.5 How large a convoy may be."""

from __future__ import annotations

from flagplot.table import Refusal, clause, facts

MOST_MERCHANTS = 8
"""6.1.6, 6.3.4.5 Merchants or tankers in one convoy."""


@clause("6.1.6.b", "6.3.4.5.a", "6.3.4.5.b")
def convoy_too_large(number: int, *, merchants: bool, tankers: bool) -> Refusal | None:
    """6.1.6, 6.3.4.5 The refusal for more than 8 merchants and tankers in a convoy; transports are not so limited."""
    if number <= MOST_MERCHANTS or not (merchants or tankers):
        return None
    said = {"6.1.6.b": merchants, "6.3.4.5.a": merchants, "6.3.4.5.b": tankers}
    where, *also = (c for c, so in said.items() if so)
    return Refusal(where, "convoy-too-large", (), facts(number=number, most=MOST_MERCHANTS), also=tuple(also))
