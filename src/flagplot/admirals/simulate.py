"""Simulations: whole games between admirals. They are pure, and equal for any number of workers.

Game *i* of seed *s* draws its dice and its admirals' chance from SHA-256 of ``(s, i)``. Each game
is therefore equal wherever it is played. The digest of a run is the digest of its games in order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from random import Random as Chance
from typing import Any

import msgspec

from flagplot.table import Outcome, Rulebook, Rulings, Setup, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.fork import GameFork
from flagplot.table.game.game import Game

from .game_records import Record, record_game
from .parallel import parallel_map
from .players import Admiral, StuckGameError, play_on
from .registry import admiral

LIMIT = 100_000
"""Answers after which a game counts as stuck."""


class Match(msgspec.Struct, frozen=True):
    """The set-up of a simulation: book id, set-up, the admiral of each side in seat order, and
    replaced tables (file name, text)."""

    book: str
    setup: Setup
    admirals: tuple[str, ...]
    tables: tuple[tuple[str, str], ...] = ()
    recorded: bool = False
    """True when its games leave rows for analysis (:mod:`.game_records`)."""


class PlayedGame(msgspec.Struct, frozen=True):
    """One finished game: its number, outcome, answers given, dice rolls, log entries, and the
    digest of its log's last line (each line is chained to the one before, so the last stands for
    all)."""

    index: int
    outcome: Outcome
    answers: int
    rolls: int
    entries: int
    digest: str
    record: Record | None = None
    """Its rows, when the match is recorded; else ``None``."""


class RunSummary(msgspec.Struct, frozen=True):
    """The summary of a run. Intervals are 95 %: Wilson's for shares, normal for mean scores."""

    games: int
    answers: int
    rolls: int
    shares: tuple[tuple[str, int, float, float, float], ...]
    """(side or ``draw``, games, share, low, high), shares 0..1."""
    degrees: tuple[tuple[str, int], ...]
    scores: tuple[tuple[str, float, float], ...]
    """(side, mean score, half width of its interval)."""
    digest: str


def seed_of(seed: int | str, index: int, purpose: str = "dice") -> str:
    """Return the seed of game *index* of a run seeded *seed*, in hex. *purpose* separates the dice
    from the admirals' chance."""
    return hashlib.sha256(f"flagplot/{purpose}/{seed}/{index}".encode()).hexdigest()


def play_out(
    game: Game | GameFork, admirals: Mapping[str, Admiral], rng: Chance, limit: int = LIMIT
) -> int:
    """Let *admirals* (by side) answer a game or a fork until it ends. Returns the number of
    answers.

    Raises :class:`StuckGameError` when no side is asked, or after *limit* answers.
    """
    answers = play_on(game, admirals, rng, limit)
    if game.outcome is None:
        raise StuckGameError(f"{game.book.id}: no end after {limit} answers")
    return answers


def sides_of(book: Rulebook[Any], scenario: str) -> tuple[str, ...]:
    """Return the sides of a scenario in seat order. Raises ``KeyError`` naming the known
    scenarios."""
    for card in book.scenarios:
        if card.id == scenario:
            return card.sides
    raise KeyError(
        f"{book.id} has no scenario {scenario!r}; it has {', '.join(c.id for c in book.scenarios)}"
    )


def book_of(match: Match) -> Rulebook[Any]:
    """Return the rule book of a match. Raises ``KeyError`` for an unknown one."""
    from flagplot import rulebooks

    return rulebooks.book(match.book)


def play_one(
    match: Match,
    seed: int | str,
    index: int,
    book: Rulebook[Any] | None = None,
    law: Rulings | None = None,
) -> PlayedGame:
    """Play game *index* of a run. *book* and *law* default to those of the match."""
    book = book or book_of(match)
    law = law or rulings(book.id, match.setup.edition, dict(match.setup.house), match.tables)
    return play_with(
        book,
        match.setup,
        law,
        [admiral(name) for name in match.admirals],
        seed,
        index,
        match.recorded,
    )


def play_with(
    book: Rulebook[Any],
    setup: Setup,
    law: Rulings,
    admirals: Sequence[Admiral],
    seed: int | str,
    index: int,
    recorded: bool = False,
) -> PlayedGame:
    """Play game *index* of a run with *admirals* in seat order. With *recorded* the result includes
    rows for analysis."""
    players = dict(zip(sides_of(book, setup.scenario), admirals, strict=True))
    game = Game.new(
        book,
        setup,
        rulings=law,
        dice=SeededDice(seed_of(seed, index)),
        id=f"{setup.scenario}-{index}",
    )
    answers = play_out(game, players, Chance(seed_of(seed, index, "lots")))
    outcome = game.outcome
    assert outcome is not None
    entries = game.entries
    last = hashlib.sha256(game.lines()[-1].encode()).hexdigest()
    rows = record_game(game, index) if recorded else None
    return PlayedGame(
        index, outcome, answers, sum(e.kind == "roll" for e in entries), len(entries), last, rows
    )


def play_many(
    match: Match,
    games: int,
    seed: int | str,
    workers: int = 1,
    *,
    book: Rulebook[Any] | None = None,
    law: Rulings | None = None,
    on_game: Callable[[PlayedGame], None] | None = None,
) -> list[PlayedGame]:
    """Play *games* games on *workers* processes (or with joblib's back end, :mod:`.parallel`) and
    return them in order. *on_game* is called for each as it ends, so that a stopped run keeps
    them."""
    done: list[PlayedGame] = []
    # raises for an unknown scenario, and imports the book in one thread before the workers start
    sides_of(book or book_of(match), match.setup.scenario)
    for batch in parallel_map(GameBatch(match, seed, book, law), games, workers):
        for played in batch:
            done.append(played)
            if on_game is not None:
                on_game(played)
    return sorted(done, key=lambda p: p.index)


class GameBatch(msgspec.Struct, frozen=True):
    """A batch of games of a run, to be played in this or another process."""

    match: Match
    seed: int | str
    book: Any = None
    law: Any = None

    def __call__(self, indices: Sequence[int]) -> list[PlayedGame]:
        return [play_one(self.match, self.seed, i, self.book, self.law) for i in indices]


Z = 1.959963984540054
"""Standard errors on each side of a 95 % normal interval."""


def wilson(hits: int, of: int, z: float = Z) -> tuple[float, float]:
    """Return Wilson's score interval for *hits* of *of* trials (95 % by default); (0, 1) without
    trials.

    >>> tuple(round(x, 3) for x in wilson(5, 10))
    (0.237, 0.763)
    """
    if of == 0:
        return 0.0, 1.0
    p = hits / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * (p * (1 - p) / of + z * z / (4 * of * of)) ** 0.5
    return (middle - half if hits else 0.0), (middle + half if hits < of else 1.0)


def summarise_run(sides: Sequence[str], played: Sequence[PlayedGame]) -> RunSummary:
    """Return the summary of a run: wins, degrees, mean scores, and the digest of all its games."""
    total = len(played)
    wins = dict.fromkeys((*sides, "draw"), 0)
    degrees: dict[str, int] = {}
    points: dict[str, list[float]] = {}
    digest = hashlib.sha256()
    for each in played:
        winner = each.outcome.winner or "draw"
        wins[winner] = wins.get(winner, 0) + 1
        degrees[each.outcome.result_text] = degrees.get(each.outcome.result_text, 0) + 1
        for side, score in each.outcome.scores:
            points.setdefault(side, []).append(float(score))
        digest.update(f"{each.index} {each.digest}\n".encode())
    shares = tuple((w, n, n / total if total else 0.0, *wilson(n, total)) for w, n in wins.items())
    return RunSummary(
        total,
        sum(p.answers for p in played),
        sum(p.rolls for p in played),
        shares,
        tuple(sorted(degrees.items(), key=lambda kv: (-kv[1], kv[0]))),
        tuple((side, *mean_of(values)) for side, values in points.items()),
        digest.hexdigest(),
    )


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the half width of its 95 % normal interval (0 for a single value)."""
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return mean, 0.0
    spread = (sum((v - mean) ** 2 for v in values) / (n - 1)) ** 0.5
    return mean, Z * spread / n**0.5
