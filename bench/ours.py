"""Benchmarks of flagplot: orders checked, answers played, whole turns and games, odds, reach, saved
games, import."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from typing import Any

from msgspec.structs import replace
from timing import Figure, rate, took

from flagplot import rulebooks
from flagplot.admirals import Greedy
from flagplot.admirals import Random as RandomAdmiral
from flagplot.admirals.simulate import StuckGameError
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game

BOOK, SCENARIO = "awaw", "norway-1940"


def begin(seed: object) -> Game:
    """Return a fresh game of the benchmark's scenario."""
    book = rulebooks.book(BOOK)
    return Game.new(book, Setup(SCENARIO), rulings=rulings(BOOK), dice=SeededDice(str(seed)))


Asked = tuple[Any, AskOrder, tuple[tuple[str, Any], ...]]
"""A side's view, its request, and orders to check there as (text, order) pairs."""


def positions(count: int = 12, at_once: int = 60) -> list[Asked]:
    """Return positions of random play in which orders are asked, with the first *at_once*
    candidates of each."""
    book = rulebooks.book(BOOK)
    lots = Random(3)
    found: list[Asked] = []
    game = begin("orders")
    while len(found) < count and game.outcome is None:
        side = game.sides_to_answer()[0]
        request = game.request(side)
        assert request is not None
        view = game.view(side)
        if isinstance(request, AskOrder):
            orders = list(book.candidates(view, request))[:at_once]
            if len(orders) > 5:
                found.append((view, request, tuple((book.text(o), o) for o in orders)))
        game.answer(side, RandomAdmiral().decide(book, view, request, lots))
    return found


def apart(view: Any) -> Any:
    """Return an equal position that shares no part with *view*: every mapping and every unit is
    new."""
    parts = {
        f: dict(v) for f in view.__struct_fields__ if isinstance(v := getattr(view, f), Mapping)
    }
    return replace(view, **{**parts, "units": {k: replace(u) for k, u in view.units.items()}})


def misplaced(asked: list[Asked], at_most: int = 40) -> list[Asked]:
    """Return each position with up to *at_most* orders from the other positions that its rules
    refuse."""
    book = rulebooks.book(BOOK)
    found = []
    for n, (view, request, _) in enumerate(asked):
        strange = dict.fromkeys(
            o for m, (_, _, orders) in enumerate(asked) if m != n for o in orders
        )
        found.append(
            (
                view,
                request,
                tuple(o for o in strange if not book.check(view, request, o[1]))[:at_most],
            )
        )
    return found


def checked_orders() -> dict[str, Figure]:
    """Return orders checked a second, as structs and from their text: every order once in a new
    position.

    Each round gets positions that are new objects, so that memos about one position do not help
    with another. As in a game, positions share parts (who holds which port, for example). The last
    figure is for positions without shared parts.
    """
    book = rulebooks.book(BOOK)
    asked = positions()
    if not asked:
        raise StuckGameError("no orders came up")
    many = sum(len(orders) for _, _, orders in asked)
    wrong = misplaced(asked)

    def typed(
        asked: list[Asked] = asked,
        new: Callable[[Any], Any] = replace,
        say: Callable[..., Any] = book.check,
    ) -> int:
        for view, request, orders in asked:
            fresh = new(view)
            for _, order in orders:
                say(fresh, request, order)
        return sum(len(orders) for _, _, orders in asked)

    def text() -> int:
        for view, request, orders in asked:
            fresh = replace(view)
            for words, _ in orders:
                book.check(fresh, request, book.parse(words, fresh, request.side))
        return many

    return {
        "checked orders": rate(typed, "/s"),
        "checked orders, from text": rate(text, "/s"),
        "checked orders, nothing in common": rate(lambda: typed(new=apart), "/s"),
        "refused orders, every reason and mended orders": rate(
            lambda: typed(wrong, say=book.judge), "/s"
        ),
    }


SEEDS = range(12)


def play(admiral: Any, seed: int, *, count_turns: bool = False) -> tuple[int, int, Game]:
    """Play a game to its end, both sides by *admiral*. Returns the answers given, the player turns
    begun (when counted), and the game."""
    book = rulebooks.book(BOOK)
    lots = Random(seed)
    game = begin(seed)
    answers = turns = 0
    now = ("", "")
    while game.outcome is None:
        side = game.sides_to_answer()[0]
        request = game.request(side)
        assert request is not None
        view = game.view(side)
        if count_turns:
            shown = book.display(view, side, ())
            turns, now = turns + ((shown.turn, shown.mover) != now), (shown.turn, shown.mover)
        game.answer(side, admiral.decide(book, view, request, lots))
        answers += 1
    return answers, turns, game


def whole_games() -> dict[str, Figure]:
    """Return answers, player turns and games a second, of random admirals and of greedy ones. The
    length of a game is the mean of a dozen games. Timed games are new ones, so that memos of one
    game do not help another."""
    found, fresh = {}, count(len(SEEDS))
    for name, admiral in (("random", RandomAdmiral()), ("greedy", Greedy())):
        counted = [play(admiral, seed, count_turns=True)[:2] for seed in SEEDS]
        answers, turns = (sum(c[i] for c in counted) / len(counted) for i in (0, 1))
        games = rate(
            lambda: sum(play(admiral, next(fresh))[0] > 0 for _ in SEEDS),  # noqa: B023
            "/s",
            seconds=2.0,
            rounds=3,
        )
        label = "" if name == "random" else ", greedy"
        found[f"answers played{label}"] = Figure(games.value * answers, "/s", games.spread)
        found[f"whole turns{label}"] = Figure(games.value * turns, "/s", games.spread)
        found[f"whole games{label}"] = games
    return found


def refereed() -> dict[str, Figure]:
    """Return answers a second when they are chosen beforehand: checked, executed with all
    consequences, logged."""
    book = rulebooks.book(BOOK)
    chosen: list[list[tuple[str, Any]]] = []
    for seed in range(4):
        lots = Random(seed)
        game = begin(seed)
        given: list[tuple[str, Any]] = []
        while game.outcome is None:
            side = game.sides_to_answer()[0]
            request = game.request(side)
            assert request is not None
            given.append((side, RandomAdmiral().decide(book, game.view(side), request, lots)))
            game.answer(*given[-1])
        chosen.append(given)

    def again() -> int:
        for seed, given in enumerate(chosen):
            game = begin(seed)
            for side, value in given:
                game.answer(side, value)
        return sum(map(len, chosen))

    return {"answers refereed, chosen before": rate(again, "/s")}


def learning() -> dict[str, Figure]:
    """Return steps a second of the learning environment with random answers, including the
    observation of the asked side."""
    from flagplot.admirals.env import FlagplotEnv

    world, lots = FlagplotEnv(BOOK, SCENARIO), Random(1)
    seeds = iter(range(1_000_000))
    world.reset(next(seeds))

    def steps(count: int = 200) -> int:
        for _ in range(count):
            if any(world.terminations.values()):
                world.reset(next(seeds))
            agent = world.agent_selection
            world.observe(agent)
            world.step(lots.randrange(len(world.infos[agent]["answers"])))
        return count

    return {"learning environment, steps": rate(steps, "/s")}


def saved_game() -> dict[str, Figure]:
    """Return the size of a finished game's log, and the times to open and verify it."""
    from flagplot.table.analysis.verify import verify

    _, _, game = play(RandomAdmiral(), 5)
    lines = game.lines()
    return {
        "log, entries": Figure(len(lines), "entries"),
        "log, size": Figure(sum(len(line) + 1 for line in lines) / 1024, "kB"),
        "log, open": took(lambda: Game.open(lines, book_of=rulebooks.book)),
        "log, verify": took(lambda: verify(lines, book_of=rulebooks.book), rounds=3),
    }


def import_time(module: str = "flagplot") -> Figure:
    """Return the processor seconds that ``import module`` takes beyond a bare interpreter, each in
    a fresh process."""
    bare, loaded = _process("pass"), _process(f"import {module}")
    return Figure(max(loaded.value - bare.value, 0.0), "s", loaded.spread)


def _process(code: str, rounds: int = 9) -> Figure:
    """Return the processor seconds of a fresh interpreter that runs *code*."""
    found = []
    for _ in range(rounds + 1):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-I", "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    middle = statistics.median(found[1:])
    return Figure(middle, "s", 100 * max(abs(f - middle) for f in found[1:]) / middle)
