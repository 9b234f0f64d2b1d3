"""``flagplot ladder``."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing

from .common import console, escape, find_book, find_scenario, house_choices, lay_out, stop


def ladder(
    book: str, scenario: str, admirals: str, pairs: int, seed: str, seconds: float, workers: int, start: str,
    house: Sequence[str],
) -> None:
    """Play *pairs* pairs of games with the same dice, sides changed; the standing comes last, in one line."""
    from flagplot.admirals import admiral, admirals_for, by_the_clock
    from flagplot.admirals.ladder import play_pairs, standing
    from flagplot.admirals.search import alone
    from flagplot.room.cores import Cores

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
        players.append(player)
    with closing(Cores()) as cores:
        thinking = cores if workers == 1 else alone  # where games are played on many cores, each is thought of on one
        first, second = (by_the_clock(p, time.monotonic, seconds, thinking) if seconds else p for p in players)
        found = standing(card.sides, play_pairs(known, setup, law, (first, second), seed, pairs, workers))
    out = console()
    by_clock = f", {seconds:g} s a decision" if seconds else ""
    out.print(f"{escape(card.title)}: {pairs} pairs of games, seed {escape(seed)}{by_clock}")
    for side, score in found.seats:
        out.print(f"{escape(names[0])} as {escape(side):12} {score:5.2f}")
    rating = ["far" if abs(x) == float("inf") else f"{x:+.0f}" for x in found.elo]
    out.print(f"points ahead {found.margin:+.1f} a game; Elo {rating[0]} [{rating[1]}, {rating[2]}]", markup=False)
    result = f"{found.wins}-{found.draws}-{found.losses} score {found.score:.2f} [{found.low:.2f}, {found.high:.2f}]"
    out.print(f"{names[0]} vs {names[1]} {result}", markup=False)
