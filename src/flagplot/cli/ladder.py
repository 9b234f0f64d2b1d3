"""``flagplot ladder``."""

from __future__ import annotations

import time
from collections.abc import Sequence

from .common import console, escape, find_book, find_scenario, house_choices, lay_out, stop


def ladder(
    book: str, scenario: str, admirals: str, pairs: int, seed: str, seconds: float, workers: int, start: str,
    house: Sequence[str],
) -> None:
    """Play *pairs* pairs of games with the same dice, sides changed; the standing comes last, in one line."""
    from flagplot.admirals import admiral, admirals_for, by_the_clock
    from flagplot.admirals.ladder import play_pairs, standing

    known = find_book(book)
    card = find_scenario(known, scenario)
    setup, law, _ = lay_out(known, scenario, start=start, edition="", house=house_choices(house), tables=None)
    names = [n.strip() for n in admirals.split(",")]
    if len(names) != 2 or len(card.sides) != 2:
        stop("--admirals wants two names parted by a comma, and the scenario two sides")
    players = []
    for name in names:
        player = admiral(name)
        if name not in admirals_for(known):
            stop(f"{name} does not play {known.title}; who does: {', '.join(admirals_for(known))}")
        players.append(by_the_clock(player, time.monotonic, seconds) if seconds else player)
    found = standing(card.sides, play_pairs(known, setup, law, (players[0], players[1]), seed, pairs, workers))
    out = console()
    thinking = f", {seconds:g} s a decision" if seconds else ""
    out.print(f"{escape(card.title)}: {pairs} pairs of games, seed {escape(seed)}{thinking}")
    for side, score in found.seats:
        out.print(f"{escape(names[0])} as {escape(side):12} {score:5.2f}")
    rating = ["far" if abs(x) == float("inf") else f"{x:+.0f}" for x in found.elo]
    out.print(f"points ahead {found.margin:+.1f} a game; Elo {rating[0]} [{rating[1]}, {rating[2]}]", markup=False)
    result = f"{found.wins}-{found.draws}-{found.losses} score {found.score:.2f} [{found.low:.2f}, {found.high:.2f}]"
    out.print(f"{names[0]} vs {names[1]} {result}", markup=False)
