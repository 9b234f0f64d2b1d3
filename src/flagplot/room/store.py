"""The store of games: an append-only table of log lines, with one writer per game. Nothing is
acknowledged before it is committed.

SQLite is the default (write-ahead log, full synchronisation). PostgreSQL, given as an SQLAlchemy
URL, supports several workers.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
import stat
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    NoSuchModuleError,
    OperationalError,
    ProgrammingError,
)

from flagplot.table.core.errors import LogError

SCHEMA = 1
CONNECT_SECONDS = 10
"""Seconds to wait for a database server."""
KINDS = ("sqlite", "postgresql")
"""The kinds of database that can keep games."""
WRITE = "write an SQLAlchemy URL like postgresql+psycopg://user@host/name, or leave --database out to keep games in a folder"
TRIES = 6
"""Attempts to set up a store before the error is raised: another worker may be doing it."""
SET_UP_LOCK = 0x666C6167
"""The advisory lock of PostgreSQL under which tables are made."""
_metadata = MetaData()

_about = Table(
    "about",
    _metadata,
    Column("name", String(40), primary_key=True),
    Column("value", String(200), nullable=False),
)

_games = Table(
    "games",
    _metadata,
    Column("id", String(40), primary_key=True),
    Column("book", String(40), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("title", String(200), nullable=False),
    Column("mode", String(20), nullable=False),
    Column("created", Float, nullable=False),
    Column("seed", LargeBinary, nullable=True),
    Column("admirals", Text, nullable=False),
)

_entries = Table(
    "entries",
    _metadata,
    Column("game", String(40), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
)

_seats = Table(
    "seats",
    _metadata,
    Column("hash", String(64), primary_key=True),
    Column("game", String(40), ForeignKey("games.id"), nullable=False, index=True),
    Column("side", String(40), nullable=False),
    Column("role", String(20), nullable=False),
    Column("created", Float, nullable=False),
)


_shown = Table(
    "shown",
    _metadata,
    Column("game", String(40), ForeignKey("games.id"), primary_key=True),
    Column("side", String(40), primary_key=True),
    Column("at", Float, nullable=False),
)


_thoughts = Table(
    "thoughts",
    _metadata,
    Column("game", String(40), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("side", String(40), nullable=False),
    Column("text", Text, nullable=False),
)


_again = Table(
    "again",
    _metadata,
    Column("game", String(40), ForeignKey("games.id"), primary_key=True),
    Column("next", String(40), ForeignKey("games.id"), nullable=False),
)


class GameRow(msgspec.Struct, frozen=True):
    """One game in the store. ``seed`` is the secret of its dice (``None`` when people roll); it
    never leaves the server before the game is over. ``admirals`` maps a side to the computer
    admiral that plays it."""

    id: str
    book: str
    scenario: str
    title: str
    mode: str
    seed: bytes | None
    admirals: dict[str, str]
    created: float = 0.0


class SeatRow(msgspec.Struct, frozen=True):
    """A seat. ``role`` is ``player``, ``referee``, ``invite`` (an empty seat that can be taken
    once) or ``spectator``."""

    hash: str
    game: str
    side: str
    role: str


class ConflictError(RuntimeError):
    """A conflict: another worker wrote this entry number of the game first."""


class StoreError(RuntimeError):
    """A store that cannot be used; the message gives the store, the reason and the remedy."""


def hash_token(token: str) -> str:
    """Return the SHA-256 of a seat's secret, in hex. The store keeps only this."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def home_folder() -> Path:
    """Return ``FLAGPLOT_HOME``, else the user's data folder for flagplot on this system."""
    given = os.environ.get("FLAGPLOT_HOME")
    if given:
        return Path(given).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home() / "AppData/Local"))) / "flagplot"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/flagplot"
    return Path(os.environ.get("XDG_DATA_HOME", str(Path.home() / ".local/share"))) / "flagplot"


class Store:
    """The games of one room. Safe to share between threads; every method is one transaction."""

    def __init__(self, url: str | URL) -> None:
        """Open the store, and set it up when it is empty. Raises :class:`StoreError` when it cannot
        be used."""
        self.engine: Engine = _engine(url)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _sqlite_settings)
            _owners_only(self.engine.url.database)
        try:
            # check that the database is there; only the set-up below is tried again
            with self.engine.connect():
                pass
            self._set_up()
        except DBAPIError as e:
            self.close()
            raise StoreError(_why_not(self.engine, e)) from None

    def _set_up(self) -> None:
        """Make the tables when there are none. Workers that start together on an empty database all
        try it: one makes the tables, the others wait or find them on the next try."""
        for again in reversed(range(TRIES)):
            try:
                with self.engine.begin() as db:
                    if self.engine.dialect.name == "postgresql":
                        _check_letters(db, self.engine.url)
                        db.execute(select(func.pg_advisory_xact_lock(SET_UP_LOCK)))
                    _metadata.create_all(db)
                    self._check_schema(db)
                return
            except (IntegrityError, OperationalError, ProgrammingError):
                if not again:
                    raise
                time.sleep(random.uniform(0.05, 0.2))

    def _check_schema(self, db: Connection) -> None:
        found = db.execute(select(_about.c.value).where(_about.c.name == "schema")).scalar()
        if found is None:
            db.execute(insert(_about).values(name="schema", value=str(SCHEMA)))
        elif found != str(SCHEMA):
            raise StoreError(
                f"{self.engine.url!r} was written by another version of flagplot (schema {found}, "
                f"this one reads {SCHEMA}); "
                "use that version, or another FLAGPLOT_HOME"
            )

    @classmethod
    def at(cls, home: Path) -> Store:
        """Return the store in a folder, made when missing. The folder becomes private to its owner,
        because it holds the secrets of the dice. Raises :class:`StoreError` when that is
        impossible."""
        try:
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
            found = home.stat()
            if os.name == "posix":
                if found.st_uid != os.geteuid() or found.st_mode & stat.S_ISVTX:
                    raise StoreError(
                        f"the folder {home} is not yours alone; name one of your own with "
                        "FLAGPLOT_HOME"
                    )
                if found.st_mode & 0o077:
                    home.chmod(0o700)
        except OSError as e:
            raise StoreError(
                f"cannot make the folder {home}: {e.strerror}; name another one with FLAGPLOT_HOME"
            ) from None
        return cls(URL.create("sqlite", database=str(home.absolute() / "flagplot.sqlite")))

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def look(self) -> None:
        """Read a row, to check the database. Raises ``DBAPIError`` when it is unavailable."""
        with self.engine.connect() as db:
            db.execute(select(_about.c.value).limit(1)).scalar()

    # -- games
    def add(self, game: GameRow, seats: Sequence[SeatRow], lines: Sequence[str]) -> None:
        """Store a new game with its seats and first log lines."""
        now = time.time()
        with self.engine.begin() as db:
            db.execute(
                insert(_games).values(
                    id=game.id,
                    book=game.book,
                    scenario=game.scenario,
                    title=game.title,
                    mode=game.mode,
                    created=now,
                    seed=game.seed,
                    admirals=msgspec.json.encode(game.admirals).decode(),
                )
            )
            db.execute(
                insert(_seats),
                [
                    {"hash": s.hash, "game": s.game, "side": s.side, "role": s.role, "created": now}
                    for s in seats
                ],
            )
            db.execute(
                insert(_entries),
                [{"game": game.id, "number": n, "line": line} for n, line in enumerate(lines)],
            )

    def game(self, id: str) -> GameRow | None:
        """Return a game by id; ``None`` for an unknown id. Raises ``LogError`` for a damaged
        row."""
        with self.engine.connect() as db:
            row = db.execute(select(_games).where(_games.c.id == id)).one_or_none()
        if row is None:
            return None
        try:  # the store lies outside the program and may hold anything
            known = {
                **{str(k): v for k, v in row._asdict().items()},
                "admirals": msgspec.json.decode(row.admirals),
            }
            return msgspec.convert(known, GameRow, strict=True, builtin_types=(bytes,))
        except (msgspec.DecodeError, TypeError, UnicodeDecodeError, RecursionError) as e:
            raise LogError(
                0, f"its row in the store is damaged ({e})", "take it back from a copy of the store"
            ) from None

    def games(self) -> list[str]:
        """Return the ids of all games, oldest first."""
        with self.engine.connect() as db:
            return list(db.execute(select(_games.c.id).order_by(_games.c.created)).scalars())

    def again(self, game: str) -> str:
        """Return the rematch of a finished game; empty when there is none."""
        with self.engine.connect() as db:
            return db.execute(select(_again.c.next).where(_again.c.game == game)).scalar() or ""

    def play_again(self, game: str, next: str) -> bool:
        """Record the rematch of a game. Returns false when it has one already."""
        try:
            with self.engine.begin() as db:
                db.execute(insert(_again).values(game=game, next=next))
        except IntegrityError:
            return False
        return True

    # -- the log
    def append(
        self, game: str, first: int, lines: Sequence[str], *, shown: Iterable[str] = ()
    ) -> None:
        """Write lines as entries *first*, *first* + 1, ...: all or none. Raises
        :class:`ConflictError` when a number is taken. *shown* are the sides that see any of
        them."""
        if not lines:
            return
        rows = [{"game": game, "number": first + i, "line": line} for i, line in enumerate(lines)]
        try:
            with self.engine.begin() as db:
                db.execute(insert(_entries), rows)
                now = time.time()
                for side in shown:
                    mine = (_shown.c.game == game, _shown.c.side == side)
                    if not db.execute(update(_shown).where(*mine).values(at=now)).rowcount:
                        db.execute(insert(_shown).values(game=game, side=side, at=now))
        except IntegrityError:
            raise ConflictError(f"entry {first} of game {game} is already written") from None

    def shown(self, game: str, side: str) -> float:
        """Return when *side* last saw a new entry of a game, in seconds since 1970; the time of
        set-up when there was none."""
        with self.engine.connect() as db:
            last = db.execute(
                select(_shown.c.at).where(_shown.c.game == game, _shown.c.side == side)
            ).scalar()
            return float(
                db.execute(select(_games.c.created).where(_games.c.id == game)).scalar_one()
                if last is None
                else last
            )

    def think(self, game: str, number: int, side: str, text: str) -> None:
        """Record the reason that a computer admiral gave for an entry. It stays secret until the
        game is over."""
        try:
            with self.engine.begin() as db:
                db.execute(insert(_thoughts).values(game=game, number=number, side=side, text=text))
        # Another worker's admiral answered this question first: keep its reason.
        except IntegrityError:
            return

    def thoughts(self, game: str) -> list[tuple[int, str, str]]:
        """Return the reasons of computer admirals: entry, side and a sentence, in order."""
        with self.engine.connect() as db:
            mine = select(_thoughts.c.number, _thoughts.c.side, _thoughts.c.text).where(
                _thoughts.c.game == game
            )
            return [
                (n, side, text)
                for n, side, text in db.execute(mine.order_by(_thoughts.c.number)).all()
            ]

    def count(self, game: str) -> int:
        """Return the number of entries of a game. It is read from the last entry, so its time does
        not grow with the log."""
        with self.engine.connect() as db:
            last = db.execute(
                select(func.max(_entries.c.number)).where(_entries.c.game == game)
            ).scalar()
            return 0 if last is None else int(last) + 1

    def lines(self, game: str) -> list[str]:
        """Return the whole log, in order. Raises ``LogError`` for a line that is not text."""
        with self.engine.connect() as db:
            found = (
                db.execute(
                    select(_entries.c.line)
                    .where(_entries.c.game == game)
                    .order_by(_entries.c.number)
                )
                .scalars()
                .all()
            )
        odd = next((n for n, line in enumerate(found, 1) if not isinstance(line, str)), 0)
        if odd:
            raise LogError(
                odd,
                "this line is not text in the store",
                "take the game back from a copy of the store",
            )
        return list(found)

    # -- seats
    def seat(self, hash: str) -> SeatRow | None:
        """Return the seat whose secret has this hash; ``None`` when there is none."""
        with self.engine.connect() as db:
            row = db.execute(select(_seats).where(_seats.c.hash == hash)).one_or_none()
        return None if row is None else SeatRow(row.hash, row.game, row.side, row.role)

    def seats(self, game: str) -> list[SeatRow]:
        """Return all seats of a game."""
        with self.engine.connect() as db:
            return [
                SeatRow(r.hash, r.game, r.side, r.role)
                for r in db.execute(select(_seats).where(_seats.c.game == game))
            ]

    def look_on(self, seat: SeatRow) -> None:
        """Record a spectator's seat, unless it exists."""
        with contextlib.suppress(IntegrityError), self.engine.begin() as db:
            db.execute(
                insert(_seats).values(
                    hash=seat.hash,
                    game=seat.game,
                    side=seat.side,
                    role=seat.role,
                    created=time.time(),
                )
            )

    def claim(self, invite: str, hash: str) -> SeatRow | None:
        """Turn an invitation (by its hash) into a player's seat with a new hash. Returns ``None``
        when it is taken or not an invitation."""
        with self.engine.begin() as db:
            done = db.execute(
                update(_seats)
                .where(_seats.c.hash == invite, _seats.c.role == "invite")
                .values(hash=hash, role="player")
            )
            if done.rowcount != 1:
                return None
            row = db.execute(select(_seats).where(_seats.c.hash == hash)).one()
        return SeatRow(row.hash, row.game, row.side, row.role)

    def forget(self, game: str) -> None:
        """Delete a game with its log and seats. No endpoint does this for a user."""
        with self.engine.begin() as db:
            for table in (_entries, _seats, _shown, _thoughts):
                db.execute(delete(table).where(table.c.game == game))
            db.execute(delete(_again).where((_again.c.game == game) | (_again.c.next == game)))
            db.execute(delete(_games).where(_games.c.id == game))


def _engine(url: str | URL) -> Engine:
    """Return the engine of a database. Raises :class:`StoreError` for a kind that flagplot does not
    support."""
    try:
        known = make_url(url)
        if known.drivername in ("postgresql", "postgres"):
            known = known.set(drivername="postgresql+psycopg")
        kind = known.get_backend_name()
        if kind not in KINDS:
            raise StoreError(f"games are kept in SQLite or PostgreSQL, not in {kind}; {WRITE}")
        wait = {} if kind == "sqlite" else {"connect_timeout": CONNECT_SECONDS}
        return create_engine(known, pool_pre_ping=kind != "sqlite", connect_args=wait)
    except (ArgumentError, NoSuchModuleError):
        raise StoreError(f"--database is not the URL of a database; {WRITE}") from None
    except ModuleNotFoundError as e:
        raise StoreError(
            f"the database needs the Python package {e.name}; pip install 'flagplot[postgres]'"
        ) from None


def _why_not(engine: Engine, error: DBAPIError) -> str:
    """Return why games cannot be kept in a database, and the remedy."""
    url = engine.url
    if engine.dialect.name == "sqlite":
        return f"the games cannot be kept in {url.database}: {error.orig}; name another place with FLAGPLOT_HOME"
    said = " ".join(str(error.orig).split())
    server = f"{url.host or 'this machine'}{f':{url.port}' if url.port else ''}"
    if "does not exist" in said and "database" in said:
        help = f"make it with: createdb --encoding UTF8 --template template0 {url.database}"
    elif "password" in said or "authentication" in said or "role" in said:
        help = "look at the user and the password in the URL"
    elif "permission denied" in said:
        help = "give this user the right to make tables there"
    else:
        help = f"look whether PostgreSQL runs at {server} and takes connections from here, and at host and port in the URL"
    said = f"the games cannot be kept in {url.render_as_string()}: {said}"
    return f"{said}; {help}, or leave --database out to keep games in a folder"


def _check_letters(db: Connection, url: URL) -> None:
    """Raise :class:`StoreError` for a PostgreSQL database that cannot hold every character."""
    encoding = db.exec_driver_sql("SHOW server_encoding").scalar()
    if encoding != "UTF8":
        raise StoreError(
            f"the database {url.render_as_string()} is written in {encoding}, and games need "
            "UTF8: make another one with "
            f"createdb --encoding UTF8 --template template0 NAME, and name it in --database"
        )


def _owners_only(path: str | None) -> None:
    """Make the files of an SQLite database private to their owner. SQLite gives files that it adds
    the same permissions.

    Raises :class:`StoreError` for a path that is not a file.
    """
    if not path or path == ":memory:" or path.startswith("file:"):
        return
    try:
        for name in (path, *(f"{path}-{more}" for more in ("wal", "shm", "journal"))):
            there = Path(name)
            if name == path and not there.exists():
                with contextlib.suppress(FileNotFoundError):  # SQLite's own error is clearer
                    os.close(os.open(there, os.O_CREAT | os.O_WRONLY, 0o600))
            if not there.exists():
                continue
            if not there.is_file():
                raise StoreError(
                    f"{there} is not a file; games cannot be kept there: name another place with "
                    "FLAGPLOT_HOME"
                )
            if there.stat().st_mode & 0o077:
                there.chmod(0o600)
    except OSError as e:
        raise StoreError(
            f"the games cannot be kept in {path}: {e.strerror}; name another place with "
            "FLAGPLOT_HOME"
        ) from None


def _sqlite_settings(connection: object, _record: object) -> None:
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
