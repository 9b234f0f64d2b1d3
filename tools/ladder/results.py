"""The results of games, one line of JSON each, so that a stopped run can be continued."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from flagplot.admirals.simulate import Match, play_one
from flagplot.table import Outcome, Setup

from .courses import Bout, Course, card_of, courses, version

SEED = "ladder"
Key = tuple[str, str, str, str, str, int]
"""Book, scenario, start, the admirals in their seats, and the number of a game."""


class Result(msgspec.Struct, frozen=True):
    """A finished game: the match, the version that played it, and its end."""

    version: str
    book: str
    scenario: str
    start: str
    first: str
    second: str
    index: int
    winner: str
    degree: str
    points: tuple[tuple[str, float], ...]
    answers: int
    seconds: float
    """Processor seconds."""
    digest: str
    card: str = ""
    """Digest of its scenario's card: :func:`card_of`."""

    @property
    def outcome(self) -> Outcome:
        return Outcome(self.winner, self.degree, self.points)

    @property
    def key(self) -> Key:
        return self.book, self.scenario, self.start, self.first, self.second, self.index


class Failed(msgspec.Struct, frozen=True):
    """A game that did not end, and the reason."""

    title: str
    why: str


def key(bout: Bout) -> Key:
    """Return the key of a game among the results of a version."""
    return *bout.course[:3], bout.first, bout.second, bout.number


def play(bout: Bout) -> Result | Failed:
    """Play a game. The same version plays the same game again."""
    course = bout.course
    match = Match(course.book, Setup(course.scenario, course.start), (bout.first, bout.second))
    begun = time.process_time()
    try:
        played = play_one(match, SEED, bout.number)
    except Exception as e:
        return Failed(
            f"{course.title}, {bout.first} against {bout.second}, game {bout.number}",
            f"{type(e).__name__}: {e}",
        )
    end = played.outcome
    return Result(
        version(course.book),
        *course[:3],
        bout.first,
        bout.second,
        bout.number,
        end.winner,
        end.degree,
        tuple(end.scores),
        played.answers,
        round(time.process_time() - begun, 2),
        played.digest,
        card_of(course.book, course.scenario),
    )


def read(file: Path) -> list[Result]:
    """Return the games in a file. A line cut off by a stopped run is skipped."""
    found = []
    for line in file.read_bytes().splitlines() if file.exists() else ():
        with suppress(msgspec.DecodeError):
            found.append(msgspec.json.decode(line, type=Result))
    return found


def played(bouts: Iterable[Bout], workers: int) -> Iterator[Result | Failed]:
    """Play games on *workers* processes; yields results in any order."""
    if workers <= 1:
        yield from map(play, bouts)
        return
    from joblib import Parallel, delayed

    yield from Parallel(n_jobs=workers, return_as="generator_unordered", batch_size=1)(
        delayed(play)(b) for b in bouts
    )


def run(
    bouts: Iterable[Bout], file: Path, workers: int, minutes: float, tell: Callable[[str], None]
) -> tuple[list[Result], list[Failed]]:
    """Play the games missing in *file* and add them. No game begins after *minutes* (0: no limit).
    Returns every game of the current versions, and the failed ones."""
    known = {r.key: r for r in read(file) if r.version == version(r.book)}
    wanted = [b for b in bouts if key(b) not in known]
    tell(f"{len(known)} games are kept, {len(wanted)} are to be played")
    failed: list[Failed] = []
    begun = time.monotonic()

    def in_time() -> Iterator[Bout]:
        for bout in wanted:
            if minutes and time.monotonic() - begun > 60 * minutes:
                return
            yield bout

    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("ab") as out, suppress(KeyboardInterrupt):
        for n, result in enumerate(played(in_time(), workers), 1):
            gone = (time.monotonic() - begun) / 60
            progress = f"{n} of {len(wanted)}, {gone:.0f} min, about {gone / n * (len(wanted) - n):.0f} to go"
            if isinstance(result, Failed):
                failed.append(result)
                tell(f"{progress}: FAILED {result.title}: {result.why}")
                continue
            known[result.key] = result
            out.write(b"\n" * (n == 1) + msgspec.json.encode(result) + b"\n")
            out.flush()
            where = " ".join(filter(None, (result.book, result.scenario, result.start)))
            tell(
                f"{progress}: {where}, {result.first} against {result.second}, "
                f"{result.seconds:.1f} s"
            )
    return list(known.values()), failed


def adopt(file: Path, workers: int, tell: Callable[[str], None]) -> None:
    """Replay one game of every kind kept from other code (scenario, start, and admirals in their
    seats). When its log comes out identical and its scenario scores the same, the others of its
    kind count as games of the current code."""
    now: set[Key] = set()
    old: dict[Key, Result] = {}
    for r in read(file):
        if r.version == version(r.book):
            now.add(r.key)
        else:
            old[r.key] = r
    kinds: dict[tuple[str, ...], list[Result]] = {}
    for r in sorted((r for k, r in old.items() if k not in now), key=lambda r: r.key):
        kinds.setdefault(r.key[:5], []).append(r)
    there = courses()
    firsts = [(course_of(games[0], there), games[0]) for games in kinds.values()]
    again = [Bout(course, r.first, r.second, r.index) for course, r in firsts if course is not None]
    with file.open("ab") as out:
        for n, result in enumerate(played(iter(again), workers), 1):
            same: list[Result] = []
            if isinstance(result, Result):
                was = kinds[result.key[:5]]
                same = (
                    [replace(r, version=result.version) for r in was]
                    if alike(was[0], result)
                    else [result]
                )
                out.write(b"".join(b"\n" + msgspec.json.encode(r) + b"\n" for r in same))
                out.flush()
            tell(f"{n} of {len(again)} kinds of game played again, {len(same)} kept")


def alike(one: Result, two: Result) -> bool:
    """Return whether two games are identical and score the same."""
    return (one.digest, one.card) == (two.digest, two.card)


def course_of(result: Result, among: Iterable[Course]) -> Course | None:
    """Return the course of *among* on which a game was played."""
    return next((c for c in among if c[:3] == (result.book, result.scenario, result.start)), None)
