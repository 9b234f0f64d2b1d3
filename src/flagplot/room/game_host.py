"""The host of a room's games: it loads them from the store when needed, allows one writer each, and
lets computer admirals answer.

Every change is applied to the live game, its new entries are committed, and only then is it
acknowledged. When a step fails, the live game is discarded and read again from the log."""

from __future__ import annotations

import logging
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Lock, RLock
from typing import Any

from sqlalchemy.exc import DBAPIError

from flagplot import rulebooks
from flagplot.table import Rulebook, Rulings, Setup
from flagplot.table.analysis.report import Report
from flagplot.table.analysis.verify import Report as VerifyReport
from flagplot.table.core.errors import LogError
from flagplot.table.core.memo import warm_up_types
from flagplot.table.game.game import Game
from flagplot.table.game.luck import SideLuck

from .errors import Busy, MovedFirst, RoomError, no_seat, not_found
from .heavy_jobs import HeavyJobs
from .kept_answers import KeptAnswers
from .live_game import LiveGame
from .preload import preload
from .search_pool import SearchPool
from .staff import Staff
from .store import ConflictError, GameRow, SeatRow, Store, hash_token
from .view_delta import SentViews

log = logging.getLogger("flagplot.room")


BookOf = Callable[[str], Rulebook[Any]]


LIVE = 64
"""Most games kept in memory; the others are loaded when needed."""


MOST_WAITING = 4
"""Most requests that may wait for one game. Each holds a thread that others need."""


MOST_WAITING_IN_ALL = 12
"""Most requests that may wait for games together: half of the threads."""


LONGEST_WAIT = 5.0
"""Seconds that a request waits for a busy game."""


DAY = 24 * 60 * 60


STEP = 0.1
"""Least seconds that loading a game takes (:meth:`Host._evenly`)."""


class Host:
    """All games of a room. ``changed`` is called with a game's id after each commit, from any
    thread."""

    def __init__(
        self,
        store: Store,
        *,
        book_of: BookOf = rulebooks.book,
        books: tuple[str, ...] = rulebooks.BOOKS,
        changed: Callable[[str], None] = lambda _id: None,
        tables: tuple[tuple[str, str], ...] = (),
        clock: Callable[[], float] = time.time,
        timer: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        cores: int = 0,
    ) -> None:
        self.timer, self.sleep = timer, sleep
        self.store = store
        self.clock = clock
        self.book_of = book_of
        self.books = books
        self.tables = tables
        self.changed = changed
        self.heavy = HeavyJobs()
        self.proofs = KeptAnswers[VerifyReport](self.heavy)
        self.reports = KeptAnswers[Report](self.heavy)
        self.sent = SentViews()
        self._live: OrderedDict[str, LiveGame] = OrderedDict()
        self._locks: dict[str, RLock] = {}
        self._waiting: Counter[str] = Counter()
        self._guard = Lock()
        self.cores = SearchPool(cores)
        self.staff = Staff(self, self.cores)

    def close(self) -> None:
        """Stop the admirals and close the store."""
        self.staff.close()
        self.cores.close()
        self.store.close()

    # -- games
    def create(
        self,
        book: Rulebook[Any],
        setup: Setup,
        rulings: Rulings,
        *,
        title: str,
        mode: str,
        admirals: Mapping[str, str],
        seats: Mapping[str, str],
        salts: Mapping[str, bytes],
        manual: bool,
        patience: int = 0,
        wake: bool = True,
        seed: bytes | None = None,
    ) -> tuple[str, dict[str, str]]:
        """Start a game and store it. *seats* maps a seat's name (a side, ``referee``) to its role.

        *seed* is given for dice that are not secret (a lesson's); otherwise it is drawn. Returns
        the game's id and the secret of each seat.
        """
        id = secrets.token_urlsafe(9)
        seed = None if manual else seed or secrets.token_bytes(32)
        game = Game.new(
            book, setup, rulings=rulings, seed=seed, salts=salts, id=id, patience=patience
        )
        row = GameRow(id, book.id, setup.scenario, title, mode, seed, dict(admirals))
        tokens = {name: secrets.token_urlsafe(24) for name in seats}
        rows = [
            SeatRow(hash_token(tokens[name]), id, "" if role == "referee" else name, role)
            for name, role in seats.items()
        ]
        self.store.add(row, rows, game.lines())
        with self._guard:
            self._keep(id, LiveGame(row, game, len(game)))
        if wake:
            self.wake(id)
        return id, tokens

    @contextmanager
    def open(self, id: str, *, wait: float | None = None) -> Iterator[LiveGame]:
        """Yield the live game, locked. New entries are committed when the block ends without an
        error; else the live game is discarded.

        Raises :class:`~flagplot.room.errors.Busy` when the game stays busy for *wait* seconds.
        Requests leave *wait* out: they wait up to :data:`LONGEST_WAIT` seconds, or not at all when
        too many wait already.
        """
        with self._locked(id, wait):
            live = self._load(id)
            before = live.stored
            try:
                yield live
                self.commit(live)
            except RoomError:
                if len(live.game) != live.stored:
                    self._drop(id)
                raise
            except BaseException:
                self._drop(id)
                raise
            gained = live.stored != before
        if gained:
            self.changed(id)

    @contextmanager
    def _locked(self, id: str, wait: float | None) -> Iterator[None]:
        with self._guard:
            lock = self._locks.setdefault(id, RLock())
        if not lock.acquire(blocking=False):
            self._await(lock, id, wait)
        try:
            yield
        finally:
            lock.release()

    def _await(self, lock: Any, id: str, wait: float | None) -> None:
        """Wait for the lock of a game. Raises :class:`~flagplot.room.errors.Busy` in the cases of
        :meth:`open`."""
        with self._guard:
            if wait is None and (
                self._waiting[id] >= MOST_WAITING or self._waiting.total() >= MOST_WAITING_IN_ALL
            ):
                raise Busy("Too many requests wait for this game")
            self._waiting[id] += 1
        try:
            got = lock.acquire(timeout=LONGEST_WAIT if wait is None else wait)
        finally:
            with self._guard:
                self._waiting[id] -= 1
                if not self._waiting[id]:
                    del self._waiting[id]
        if not got:
            raise Busy("This game is busy")

    def wanted(self, id: str) -> bool:
        """Return whether a request waits for a game."""
        return id in self._waiting

    def commit(self, live: LiveGame) -> None:
        """Write the entries that the store lacks. Raises ``MovedFirst`` when another worker wrote
        first."""
        game = live.game
        if game.outcome is not None and live.row.seed is not None and not game.read_only:
            game.reveal()
        count = len(game)
        if count == live.stored:
            return
        lines = [game.line(n) for n in range(live.stored, count)]
        shown = live.look()
        try:
            self.store.append(
                live.row.id, live.stored, lines, shown=shown if game.header.patience else ()
            )
        except ConflictError:
            self._drop(live.row.id)
            raise MovedFirst from None
        live.stored = count

    def silent(self, live: LiveGame, side: str) -> tuple[str, str]:
        """Return the side that has kept *side* waiting past the game's limit, and since when; empty
        texts when *side* may not close the game.

        The time runs from the last entry that *side* has seen. Secret moves of the other side do
        not reset it. Otherwise a refused *close* would reveal them.
        """
        game, days = live.game, live.game.header.patience
        owing = [s for s in game.sides_to_answer() if s in game.sides]
        if not days or not owing or side in owing or side not in game.sides or game.read_only:
            return "", ""
        since = self.store.shown(live.row.id, side)
        if self.clock() - since < days * DAY:
            return "", ""
        return owing[0], datetime.fromtimestamp(since, UTC).isoformat(timespec="seconds")

    def _load(self, id: str) -> LiveGame:
        with self._guard:
            live = self._live.get(id)
        if live is not None and self.store.count(id) == live.stored:
            with self._guard:
                self._live.move_to_end(id)
            return live
        row = self.store.game(id)
        if row is None:
            raise not_found("game with this id", "game")
        began = self.timer()
        lines = self.store.lines(id)
        try:
            game = Game.open(lines, book_of=self.book_of, seed=row.seed)
            game.rebuild_rolls(live.game.known_rolls if live is not None else None)
        except LogError:
            raise
        except Exception as e:
            log.exception("game %s: its log cannot be opened", id)
            raise LogError(
                0, f"it is damaged ({type(e).__name__})", "take it back from a copy of the store"
            ) from None
        live = LiveGame(row, game, len(lines))
        self._evenly(began)
        with self._guard:
            self._keep(id, live)
        return live

    def luck(self, live: LiveGame, side: str | None) -> tuple[SideLuck, ...]:
        """Return the luck of the rolls that *side* has seen. The first call after loading replays
        the rules from the start."""
        began, known = self.timer(), live.game.knows_rolls(side)
        found = live.game.luck(side)
        if not known:
            self._evenly(began)
        return found

    def _evenly(self, began: float) -> None:
        """Wait until work that grows with the whole log has taken :data:`STEP` seconds, or two,
        four ... times as long. Its duration then reveals to no seat how much of the log is hidden
        from it."""
        whole, gone = STEP, self.timer() - began
        while whole < gone:
            whole *= 2
        self.sleep(whole - gone)

    def _keep(self, id: str, live: LiveGame) -> None:
        self._live[id] = live
        self._live.move_to_end(id)
        while len(self._live) > LIVE:
            self._live.popitem(last=False)

    def _drop(self, id: str) -> None:
        with self._guard:
            self._live.pop(id, None)

    # -- seats
    def seat(self, game: str, token: str) -> SeatRow:
        """Return the seat of *game* that *token* opens. Raises ``RoomError`` 401, equal for every
        cause."""
        if not token or len(token) > 200:
            raise no_seat()
        wanted = hash_token(token)
        row = self.store.seat(wanted)
        known = row.hash if row is not None else "0" * 64
        same = secrets.compare_digest(known, wanted)
        if row is None or not same or row.game != game:
            raise no_seat()
        return row

    # -- admirals
    def wake(self, id: str) -> None:
        """Let the computer admirals of a game answer their requests, in the background."""
        row = self.store.game(id)
        if row is not None and row.admirals:
            self.staff.call(id)

    def resume(self) -> None:
        """Let the admirals go on after a restart."""
        for id in self.store.games():
            try:
                self.wake(id)
            except (LogError, DBAPIError) as e:
                log.error("game %s cannot be played: %s", id, e)

    def warm(self) -> None:
        """Prepare the first answers of each book, and every type of data, before any thread
        works."""
        for id in self.books:
            try:
                preload(self.book_of(id))
            except Exception:
                log.exception("book %s: its first answers could not be prepared", id)
        warm_up_types()

    def thinking(self, id: str) -> bool:
        """Return whether an admiral is at work on this game."""
        return self.staff.at_work(id)


def checked_setup(
    book: Rulebook[Any], scenario: str, start: str, edition: str, house: Mapping[str, str]
) -> Setup:
    """Return a checked set-up. Raises ``RoomError`` 400 naming the field."""
    found = next((s for s in book.scenarios if s.id == scenario), None)
    if found is None:
        known = ", ".join(s.id for s in book.scenarios)
        raise RoomError(
            400,
            "bad-value",
            f"{book.title} has no scenario {scenario!r}.",
            "scenario",
            f"Choose one of {known}.",
        )
    starts = [s for s, _ in found.starts]
    if start and start not in starts:
        raise RoomError(
            400,
            "bad-value",
            f"{found.title} has no start {start!r}.",
            "start",
            f"Choose one of {', '.join(starts) or 'none: leave it empty'}.",
        )
    if edition and edition not in book.editions:
        raise RoomError(
            400,
            "bad-value",
            f"{book.title} has no edition {edition!r}.",
            "edition",
            f"Choose one of {', '.join(book.editions)}.",
        )
    return Setup(
        scenario,
        start or (starts[0] if starts else ""),
        edition or book.editions[0],
        tuple(sorted(house.items())),
    )
