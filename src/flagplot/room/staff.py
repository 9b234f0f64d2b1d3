"""The staff of a room: computer admirals that answer, one answer of each game at a time, in turn.
Those that search have a thread pool of their own.

An answer is one step; for a searching admiral two: the search, and giving its result. A game whose
admirals owe more answers goes to the end of the queue, so that a long turn delays no other game.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from flagplot.admirals import Admiral, Search, Steady, admiral, with_time_limit
from flagplot.admirals.players import FixedAnswer, give_answer
from flagplot.admirals.search import SearchResult, Thinking
from flagplot.table import Rulebook
from flagplot.table.core.errors import LogError, RuleError
from flagplot.table.core.requests import Single

from .errors import Busy, RoomError

if TYPE_CHECKING:
    from .live_game import LiveGame
    from .store import Store

log = logging.getLogger("flagplot.room")

QUICK = 4
"""Threads for answers without a search."""
THINKERS = 2
"""Searches at once; each uses all cores."""
SHORT = 0.05
"""Seconds that an admiral waits for a busy game before it lets other games have their turn."""
GAPS = 10
"""Hundredths of a second, at most, that an admiral leaves a game to waiting requests."""
MOST_ANSWERS = 20_000
"""Answers that admirals may give in a row before they are stopped as a fault."""


class GamesOfRoom(Protocol):
    """The part of the host that the staff uses."""

    store: Store
    changed: Callable[[str], None]

    def open(self, id: str, *, wait: float | None = None) -> AbstractContextManager[LiveGame]:
        """Open a game for one reader or writer. Raises :class:`Busy` after *wait* seconds."""

    def wanted(self, id: str) -> bool:
        """Return whether a request waits for a game."""


class Step(NamedTuple):
    """The next step in a game. ``thinks`` selects the pool of searches. ``act`` returns the step
    after it, or ``None`` when no answer is owed."""

    thinks: bool
    act: Callable[[], Step | None]


class OwedAnswer(NamedTuple):
    """A request for a searching admiral: the side's view and everything else the admiral may
    know."""

    side: str
    player: Search
    book: Rulebook[Any]
    view: Any
    asked: Single
    chance: random.Random


class Staff:
    """The admirals of all games of a room. Safe to call from any thread."""

    def __init__(self, host: GamesOfRoom, thinking: Thinking) -> None:
        """*thinking* runs the playouts."""
        self._host = host
        self._thinking = thinking
        self._crews = {
            thinks: ThreadPoolExecutor(count, thread_name_prefix=name)
            for thinks, count, name in ((False, QUICK, "admiral"), (True, THINKERS, "thinker"))
        }
        self._given: dict[str, int] = {}
        """Answers given in a row, by game with admirals at work."""
        self._again: set[str] = set()
        self._guard = Lock()
        self._closed = False

    def close(self) -> None:
        """Stop the admirals, and wait until they have ended."""
        with self._guard:
            self._closed = True
        for crew in self._crews.values():
            crew.shutdown(wait=True, cancel_futures=True)

    def call(self, id: str) -> None:
        """Let the admirals of a game answer their requests."""
        with self._guard:
            if id in self._given:
                self._again.add(id)
                return
            self._given[id] = 0
        self._submit(id, self._first(id))

    def at_work(self, id: str) -> bool:
        """Return whether an admiral is at work on a game."""
        with self._guard:
            return id in self._given

    def _first(self, id: str) -> Step:
        return Step(False, partial(self._answer, id))

    def _submit(self, id: str, step: Step) -> None:
        with self._guard:
            if not self._closed:
                self._crews[step.thinks].submit(self._run, id, step)

    def _run(self, id: str, step: Step) -> None:
        """Run a step and queue the next; drop the game when there is none."""
        if self._closed:
            return
        after, stays = None, True
        try:
            after = step.act()
        except Busy:
            after = step
        except (LogError, RoomError) as e:
            log.warning("game %s: its admiral stays away: %s", id, e)
            stays = False
        except Exception:
            log.exception("game %s: an admiral could not answer", id)
            stays = False
        with self._guard:
            called = id in self._again
            if after is None:
                self._again.discard(id)
                if called and stays:  # a new request came while the admirals were finishing
                    after = self._first(id)
            if after is None:
                del self._given[id]
        if after is None:
            self._host.changed(id)
        else:
            self._submit(id, after)

    def _answer(self, id: str) -> Step | None:
        """Give the answer that is owed, or hand its request on to a search."""
        self._leave_gap(id)
        with self._host.open(id, wait=SHORT) as live:
            game = live.game
            side = next((s for s in game.sides_to_answer() if s in live.row.admirals), None)
            if side is None:
                return None
            player = with_time_limit(
                admiral(live.row.admirals[side]), time.monotonic, thinking=self._thinking
            )
            if not isinstance(player, Search):
                return self._give(id, live, side, player)
            asked = game.request(side)
            assert asked is not None
            chance = random.Random(live.chance.getrandbits(64))
            return Step(
                True,
                partial(
                    self._think,
                    id,
                    OwedAnswer(side, player, game.book, game.view(side), asked, chance),
                ),
            )

    def _think(self, id: str, owed: OwedAnswer) -> Step:
        """Search, while others may use the game."""
        try:
            thought = owed.player.think(owed.book, owed.view, owed.asked, owed.chance)
        except RuleError as e:
            log.error("game %s: a rule failed on an admiral's thoughts", id, exc_info=e)
            thought = None
        return Step(False, partial(self._carry_out, id, owed, thought))

    def _carry_out(self, id: str, owed: OwedAnswer, thought: SearchResult | None) -> Step | None:
        """Give the answer found by the search, if its request is still open."""
        side = owed.side
        with self._host.open(id, wait=SHORT) as live:
            if live.game.request(side) != owed.asked or live.game.view(side) != owed.view:
                return self._first(id)
            number = len(live.game)
            after = self._give(
                id, live, side, FixedAnswer(thought.answer) if thought is not None else Steady()
            )
            if thought is not None and thought.prospects:
                self._host.store.think(id, number, side, thought.sentence(owed.book.text))
            return after

    def _give(self, id: str, live: LiveGame, side: str, player: Admiral) -> Step | None:
        """Give an admiral's answer. Returns the first step again, because another answer may be
        owed."""
        for e in give_answer(live.game, side, player, live.chance):
            log.error("game %s: a rule failed on an admiral's answer", id, exc_info=e)
        with self._guard:
            self._given[id] += 1
            given = self._given[id]
        if given < MOST_ANSWERS:
            return self._first(id)
        log.error("game %s: admirals gave %d answers in a row and are stopped", id, MOST_ANSWERS)
        return None

    def _leave_gap(self, id: str) -> None:
        """Wait while requests wait for the game. An admiral that went on at once would leave them
        no gap."""
        for _ in range(GAPS):
            if not self._host.wanted(id):
                return
            time.sleep(0.01)
