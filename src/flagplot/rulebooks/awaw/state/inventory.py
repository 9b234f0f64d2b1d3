"""Where everything is: for the proof that nothing is lost or made out of nothing."""

from __future__ import annotations

from . import COUNTED, State


def inventory(state: State) -> dict[str, str]:
    """Every ship, and every single factor of what is counted in factors -> where it is, lost and withdrawn included."""
    out: dict[str, str] = {}
    count: dict[str, int] = {}
    for u in sorted(state.units.values(), key=lambda u: u.id):
        where = u.status or u.force or u.at or u.base
        if u.kind == "ship" and u.type not in COUNTED:
            out[u.id] = where
            continue
        for place, n in (
            (where, u.factors if u.status not in ("sunk",) else 0),
            ("sunk", u.lost or (u.factors if u.status == "sunk" else 0)),
        ):
            for _ in range(n):
                count[u.origin] = count.get(u.origin, 0) + 1
                out[f"{u.origin}#{count[u.origin]}"] = place
    return out
