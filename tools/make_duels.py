#!/usr/bin/env python3
"""Duels of ship classes of the campaign, simulated and counted exactly by its procedures: a page that
``make docs`` writes, and that this tool prints."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

from flagplot.odds import Exact, Sampler
from flagplot.odds.exact import first_option, merge_by_result
from flagplot.rulebooks.campaign import case_lines
from flagplot.rulebooks.campaign.advice.odds_questions import situation
from flagplot.table.setup.rulings import rulings
from page_data import Table, markdown

PAIRS = (
    ("BB", "BB"),
    ("BB", "BC"),
    ("BB", "CA"),
    ("BC", "BC"),
    ("BC", "CA"),
    ("CA", "CA"),
    ("CA", "CL"),
    ("CL", "BB"),
    ("CL", "DD"),
    ("CV", "CA"),
    ("DD", "DD"),
    ("DD", "CA"),
    ("TB", "DD"),
    ("SS", "BB"),
    ("SS", "CA"),
    ("SS", "CV"),
    ("SS", "DD"),
    ("SS", "TR"),
    ("DD", "SS"),
    ("CLD", "SS"),
    ("DE", "SS"),
    ("BB", "INF"),
    ("BB", "INF dug 8"),
    ("CA", "INF dug 8"),
    ("BB", "CGH dug 8"),
    ("CGH", "BB"),
    ("CGH", "DD"),
    ("CGL", "DD"),
    ("CGL", "TR"),
    ("INF", "INF"),
    ("INF", "INF dug 8"),
    ("SNLF", "MAR dug 4"),
    ("TANK", "INF"),
    ("ART", "INF dug 4"),
    ("DIV", "BB"),
    ("TOR", "BB"),
    ("D3A", "CV"),
    ("B5N", "BB"),
    ("TAC", "CA"),
    ("LEV", "FAC"),
    ("DIV", "INF dug 8"),
    ("F42", "TAC"),
    ("F40", "F42"),
    ("AAH", "TAC"),
    ("AAL", "DIV"),
    ("BC", "FAC"),
)
SAMPLES = 10_000
SEED = "duels"
HEAD = ("attacker", "defender", "taken, exact", "taken, played", "lost, exact", "lost, played")
TITLE = "# The campaign: duels of classes, at sea, ashore and in the air"
ABOUT = """One attack at range 1 between two units of strength 10 without experience, by the class medians
of `rulebooks/campaign/tables/ships.toml` and `land.toml`: strength points the attacker takes and
loses; `dug 8` is entrenched to level 8. *Exact* counts the whole distribution of the coroutine that
battles use. *Played* is the mean of {samples:,} simulated attacks of the same coroutine, with its
standard error. Submarines attacked by destroyers dive away half the time (6.1.7.7), which is
counted in."""
READING = """A submarine outscores a battleship against a battleship and takes nothing back. It meets
close defence, which big ships lack, and its margin never falls below 5 against ships other than
destroyers (HR-27)."""


class Row(NamedTuple):
    """One pairing: mean strength points taken and lost, counted exactly and simulated, with the
    simulation's standard error."""

    attacker: str
    defender: str
    kills: float
    losses: float
    sampled_kills: float
    sampled_losses: float
    error_kills: float
    error_losses: float


def means(outcomes: Iterable[tuple[str, float]]) -> tuple[float, float, float, float]:
    """Return means and variances of ``KILLS-LOSSES`` results with these chances."""
    rows = [(*map(int, result.split("-")), chance) for result, chance in outcomes]
    kills, losses = sum(k * p for k, _, p in rows), sum(x * p for _, x, p in rows)
    return (
        kills,
        losses,
        sum((k - kills) ** 2 * p for k, _, p in rows),
        sum((x - losses) ** 2 * p for _, x, p in rows),
    )


def row(attacker: str, defender: str, samples: int, seed: str = SEED) -> Row:
    """Return one attack with its return fire, counted exactly and played *samples* times by the
    same coroutine."""
    state = case_lines.empty_sea(rulings("campaign"))
    step, duel = situation(state, "Axis", "volley", f"{attacker} v {defender}")
    counted, total = merge_by_result(Exact(first_option).whole(step, duel))
    kills, losses, _, _ = means((str(r), w / total) for r, w in counted)
    played = Sampler(first_option, f"{seed} {attacker} {defender}").many(step, duel, samples)
    mean_k, mean_l, var_k, var_l = means((str(r), n / samples) for r, n in played.counts)
    return Row(
        attacker,
        defender,
        kills,
        losses,
        mean_k,
        mean_l,
        sqrt(var_k / samples),
        sqrt(var_l / samples),
    )


def page(samples: int) -> str:
    """Return the page in Markdown."""
    rows = [row(*pair, samples) for pair in PAIRS]
    cells = [
        (
            r.attacker,
            r.defender,
            f"{r.kills:.3f}",
            f"{r.sampled_kills:.3f} ± {r.error_kills:.3f}",
            f"{r.losses:.3f}",
            f"{r.sampled_losses:.3f} ± {r.error_losses:.3f}",
        )
        for r in rows
    ]
    return markdown((TITLE, ABOUT.format(samples=samples), Table(HEAD, cells), READING))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--samples",
        type=int,
        default=SAMPLES,
        help="simulated attacks of each pairing (default: 10000)",
    )
    print(page(parser.parse_args().samples))


if __name__ == "__main__":
    main()
